//! Checks by what a move attacks and what it uncovers.
//!
//! The move is not played; only the occupancy after it is made. The check is direct
//! if the piece, or what a pawn becomes, attacks the king from its new square, and in
//! castling if the rook does. It is discovered if the piece leaves a line of the
//! king, a slider of its side stands on such a line, and nothing stands between.
//! The pawn that is taken en passant leaves lines too.
//!
//! The king of the side that waits is never in check, so a slider that sees it
//! after the move has been uncovered by it: no direction needs to be compared. The
//! checkers are found alike: leapers by a load, and sliders that nothing parts from
//! the king.
//!
//! - Lookup: a load and one lookup of `Attacked`; for few moves an in-between for each
//!   slider on the king's lines. The checkers: two loads, and an in-between for each.
//! - Tables: the leaps of 64 squares of 32 bytes, 32 cache lines, and their lines of 16
//!   bytes, 16 cache lines; and those of `Attacked` and of the in-between.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#By_Move>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attacked::Attacked;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Move, Piece, PieceKind, Position, Square,
    Table, Variant,
};

/// What `A` does for the piece that moves, and `B` for each slider that it uncovers.
#[derive(Clone, Copy, Debug)]
pub struct ByMove<A, B>(PhantomData<(A, B)>);

impl<A: Attacked, B: Between> Checks for ByMove<A, B> {
    #[inline]
    fn checkers(position: &Position) -> Bitboard {
        let us = position.side_to_move();
        let king = position.king(us);
        let Leaps { knight, pawns, .. } = LEAPS.0[king.index()];
        let leapers = (knight & position.kind(PieceKind::Knight))
            | (pawns[us as usize] & position.kind(PieceKind::Pawn));
        let [straight, slanted] = LINES.0[king.index()];
        let snipers = snipers(position, !us, straight, slanted).squares();
        let sliders = snipers.fold(Bitboard::EMPTY, |sliders, sniper| {
            let sees = (B::between(king, sniper) & position.occupied()).is_empty();
            sliders | Bitboard(u64::from(sees) << sniper as u8)
        });
        leapers & position.color(!us) | sliders
    }

    #[inline]
    fn gives_check(position: &Position, m: Move) -> bool {
        let us = position.side_to_move();
        let king = position.king(!us);
        let Some(piece) = position.piece_on(m.from) else { return false };
        let (mut left, mut reached) = (m.from.bitboard(), m.to.bitboard());
        let mut attacker = (Piece::new(m.promotion.unwrap_or(piece.kind()), us), m.to);
        if piece.kind() == PieceKind::Pawn && position.en_passant() == Some(m.to) {
            left = left | beside(m.from, m.to.file()).bitboard();
        }
        if piece.kind() == PieceKind::King && m.from.file().abs_diff(m.to.file()) == 2 {
            let passed = beside(m.from, if m.to > m.from { 5 } else { 3 });
            // The corner that the rook leaves is in between no two squares that matter.
            reached = reached | passed.bitboard();
            attacker = (Piece::new(PieceKind::Rook, us), passed);
        }
        let after = position.occupied() & !left | reached;
        A::attacks(attacker.0, attacker.1, king, after) || {
            let opened =
                |line: Bitboard| if (line & left).is_empty() { Bitboard::EMPTY } else { line };
            let [straight, slanted] = LINES.0[king.index()].map(opened);
            // One that has moved is among them, where it stood: it saw the king neither.
            let mut snipers = snipers(position, us, straight, slanted).squares();
            snipers.any(|sniper| (B::between(king, sniper) & after).is_empty())
        }
    }
}

impl<A: Attacked, B: Between> Variant for ByMove<A, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<A>(), Base::of::<B>()];
}

/// The sliders of a side on lines of their own kind.
#[inline(always)]
fn snipers(position: &Position, side: Color, straight: Bitboard, slanted: Bitboard) -> Bitboard {
    let queens = position.kind(PieceKind::Queen);
    let snipers = (straight & (position.kind(PieceKind::Rook) | queens))
        | (slanted & (position.kind(PieceKind::Bishop) | queens));
    snipers & position.color(side)
}

/// The square on the same rank and this file.
#[inline(always)]
const fn beside(square: Square, file: u8) -> Square {
    Square::new(square as u8 & 56 | file)
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// What a rook and what a bishop attack on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines());

const fn lines() -> [[Bitboard; 2]; 64] {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (square, other) = (slot / 64, slot % 64);
        let right = (other % 8) as i32 - (square % 8) as i32;
        let up = (other / 8) as i32 - (square / 8) as i32;
        let [straight, slanted] = &mut lines[square];
        if other != square && (right == 0 || up == 0) {
            straight.0 |= 1 << other;
        }
        if other != square && right.abs() == up.abs() {
            slanted.0 |= 1 << other;
        }
        slot += 1;
    }
    lines
}

lookup::checks::conformance!(ByMove<lookup::attacked::Oracle, lookup::between::Oracle>);
