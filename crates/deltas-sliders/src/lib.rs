//! Relations that change with a move, by slider lookups and the squares behind another.
//!
//! With all pieces that move lifted off the board, two slider lookups find the pieces around
//! each square of the move. They serve the position before the move and the one after it: the
//! squares behind `b`, seen from `a`, are what another square of the move hides in either of
//! them.
//!
//! Where a piece stands, its attacks and its attackers are its relations. Where none stands,
//! sliders attack through the square: what is behind it, seen from the slider, is the line on
//! which its victim is.
//!
//! - Lookup: a rook's and a bishop's lookup for each square of a move; for each square before
//!   and after it one load of leaper attacks or the squares behind for each slider, and those
//!   behind each other square; a loop for each list.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; the sliders' and
//!   those of squares behind.
//! - Source: <https://github.com/official-stockfish/Stockfish>, `update_piece_threats`, which
//!   takes the steps of a move one by one.
//!
//! Suits engines without AVX-512, whatever slider lookup they have; `sliders-pext` serves it better
//! than magics on some processors. Loses to `deltas-byte-board-vbmi` where AVX-512 VBMI is there,
//! also in a search beside a network of threats.
//!
//! Measured: <!-- published: figures -->cycles on `games`, hot / waiting: 337.75 / – on
//! Zen 4; 419.68 / – on Golden Cove; 362.78 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::deltas::{self, Changes, Deltas, Relation, Relations};
use lookup::raypass::RayPass;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, Piece, PieceKind, Position, Square, Table,
    Variant,
};

/// `S` for each square of a move, and `R` for what hides there.
#[derive(Clone, Copy, Debug)]
pub struct BySliders<S, R>(PhantomData<(S, R)>);

impl<S: Sliders, R: RayPass> Deltas for BySliders<S, R> {
    #[inline]
    fn list(before: &Position, _: Move, after: &Position, changes: &mut Changes) {
        let changed = deltas::changed(before, after);
        let still = before.occupied() & !changed;
        for square in changed.squares() {
            let lines = [S::rook(square, still), S::bishop(square, still)];
            relations::<R>(before, square, changed, lines, &mut changes.vanished);
            relations::<R>(after, square, changed, lines, &mut changes.appeared);
        }
    }
}

impl<S: Sliders, R: RayPass> Variant for BySliders<S, R> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<R>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Lists the relations of one position that come and go with what stands on a square.
#[inline(always)]
fn relations<R: RayPass>(
    position: &Position,
    square: Square,
    changed: Bitboard,
    lines: [Bitboard; 2],
    list: &mut Relations,
) {
    let occupied = position.occupied();
    let (mut hidden, mut beyond) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for other in (changed & !square.bitboard()).squares() {
        let behind = R::behind(square, other);
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
            let victim = R::behind(from, square) & (rook | bishop) & occupied & !changed;
            if !victim.is_empty() {
                list.push(Relation::of(position, from, victim.first()));
            }
        }
    }
}

lookup::conformance!(deltas, BySliders<lookup::Oracle, lookup::Oracle>);
