//! Relations that change with a move, by slider lookups and a table of the squares behind.
//!
//! With all pieces that move lifted off the board, two slider lookups find the pieces around
//! each square of the move. They serve the position before the move and the one after it: a
//! table of the squares behind `b`, seen from `a`, takes away what another square of the move
//! hides in either of them.
//!
//! Where a piece stands, its attacks and its attackers are its relations. Where none stands,
//! sliders attack through the square: the same table, read from the slider, tells the line on
//! which its victim is.
//!
//! - Lookup: a rook's and a bishop's lookup for each square of a move; for each square before
//!   and after it one load of leaper attacks or one of squares behind per slider, and one of
//!   squares behind for each other square; a loop for each list.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; leaper attacks of 64 squares, 32 bytes
//!   each, 32 cache lines; and the sliders'.
//! - Source: <https://github.com/official-stockfish/Stockfish>, `update_piece_threats`, which
//!   takes the steps of a move one by one.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::deltas::{self, Changes, Deltas, Relation, Relations};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, Piece, PieceKind, Position, Square, Table,
    Variant,
};

/// `S` for each square of a move.
#[derive(Clone, Copy, Debug)]
pub struct BySliders<S>(PhantomData<S>);

impl<S: Sliders> Deltas for BySliders<S> {
    #[inline]
    fn list(before: &Position, _: Move, after: &Position, changes: &mut Changes) {
        let changed = deltas::changed(before, after);
        let still = before.occupied() & !changed;
        for square in changed.squares() {
            let lines = [S::rook(square, still), S::bishop(square, still)];
            relations(before, square, changed, lines, &mut changes.vanished);
            relations(after, square, changed, lines, &mut changes.appeared);
        }
    }
}

impl<S: Sliders> Variant for BySliders<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BEHIND, &LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

/// By two squares of a line, those that the second hides from the first.
static BEHIND: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(behind());

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Lists the relations of one position that come and go with what stands on a square.
#[inline(always)]
fn relations(
    position: &Position,
    square: Square,
    changed: Bitboard,
    lines: [Bitboard; 2],
    list: &mut Relations,
) {
    let occupied = position.occupied();
    let (mut hidden, mut beyond) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for other in (changed & !square.bitboard()).squares() {
        let behind = BEHIND.0[square.index()][other.index()];
        beyond = beyond | behind;
        hidden = hidden | if occupied.contains(other) { behind } else { Bitboard::EMPTY };
    }
    let [rook, bishop] = lines.map(|line| line & !hidden);
    let queens = position.kind(PieceKind::Queen);
    let sliders = (rook & (position.kind(PieceKind::Rook) | queens))
        | (bishop & (position.kind(PieceKind::Bishop) | queens));
    if let Some(piece) = position.piece_on(square) {
        let Leaps { knight, king, pawns: [white, black] } = LEAPS.0[square.index()];
        let attacks = match piece {
            Piece::WhitePawn => white,
            Piece::BlackPawn => black,
            Piece::WhiteKnight | Piece::BlackKnight => knight,
            Piece::WhiteBishop | Piece::BlackBishop => bishop,
            Piece::WhiteRook | Piece::BlackRook => rook,
            Piece::WhiteQueen | Piece::BlackQueen => rook | bishop,
            Piece::WhiteKing | Piece::BlackKing => king,
        };
        for to in (attacks & occupied).squares() {
            list.push(Relation::of(position, square, to));
        }
        let leapers = (knight & position.kind(PieceKind::Knight))
            | (king & position.kind(PieceKind::King))
            | (black & position.pieces(Piece::WhitePawn))
            | (white & position.pieces(Piece::BlackPawn));
        // The relations between two squares of the move are listed by the attacker.
        for from in ((sliders | leapers) & !changed).squares() {
            list.push(Relation::of(position, from, square));
        }
    } else {
        // Through two squares that open at once, the one next to the slider lists it.
        for from in (sliders & !changed & !beyond).squares() {
            let behind = BEHIND.0[from.index()][square.index()];
            let victim = behind & (rook | bishop) & occupied & !changed;
            if !victim.is_empty() {
                list.push(Relation::of(position, from, victim.first()));
            }
        }
    }
}

const fn behind() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut slot = 0;
    while slot < 64 * 8 {
        let (from, way) = (Square::new((slot / 8) as u8), slot % 8);
        // From the last square of the ray to the first, each hides those that came before.
        let (mut steps, mut hidden) = (7, 0);
        while steps > 0 {
            let (right, up) = ([1, 1, 0, -1, -1, -1, 0, 1][way], [0, 1, 1, 1, 0, -1, -1, -1][way]);
            let (file, rank) = (from.file() as i8 + right * steps, from.rank() as i8 + up * steps);
            if let Some(square) = Square::at(file, rank) {
                table[from.index()][square.index()] = Bitboard(hidden);
                hidden |= square.bitboard().0;
            }
            steps -= 1;
        }
        slot += 1;
    }
    table
}

lookup::conformance!(deltas, BySliders<lookup::sliders::Oracle>);
