//! Pseudo-legality by generating all moves.
//!
//! This is the work that the other variants save: every pseudo-legal move of the side is
//! generated and compared with the given one. It needs nothing that a program does not have
//! anyway. All moves are generated, as for a list, even after a match.
//!
//! - Lookup: one slider lookup for each slider of the side, and a loop over some thirty
//!   moves.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Legality_Test>.
//!
//! Suits tests of other variants, for it needs only what a generator of moves has. Loses to
//! `legality-getter` over the same magics everywhere, a search included.
//!
//! Measured: <!-- published: figures -->time by that of `legality-getter+sliders-magic`
//! on `positions`, hot / waiting / beside 1 MiB: 11.45 / – / 6.35 on Zen 4; – / – /
//! 6.01 on Golden Cove; 13.42 / – / 7.09 on Zen 5. Gain in nodes per second,
//! `classical` / `network` / `threats`: -5.5 ±2.1 / -5.6 ±2.2 / +0.1 ±5.6 % on Zen 4;
//! -6.7 ±0.7 / -6.5 ±0.6 / -2.1 ±1.8 % on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::legality::Legality;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Move, Piece, PieceKind, Position, Square,
    Table, Variant,
};

/// All moves, with slider attacks by `S`.
#[derive(Clone, Copy, Debug)]
pub struct Generate<S>(PhantomData<S>);

impl<S: Sliders> Legality for Generate<S> {
    #[inline]
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        let mut found = false;
        generate::<S>(position, |candidate| found |= candidate == m);
        found
    }
}

impl<S: Sliders> Variant for Generate<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Hands out every pseudo-legal move.
#[inline(always)]
fn generate<S: Sliders>(position: &Position, mut sink: impl FnMut(Move)) {
    let (us, occupied) = (position.side_to_move(), position.occupied());
    let own = position.color(us);
    pawns(position, &mut sink);
    for from in (own & !position.kind(PieceKind::Pawn)).squares() {
        let Leaps { knight, king, .. } = LEAPS.0[from.index()];
        let targets = match position.piece_on(from).map(Piece::kind) {
            Some(PieceKind::Knight) => knight,
            Some(PieceKind::Bishop) => S::bishop(from, occupied),
            Some(PieceKind::Rook) => S::rook(from, occupied),
            Some(PieceKind::Queen) => S::queen(from, occupied),
            _ => king | castling(position, from),
        };
        (targets & !own).squares().for_each(|to| sink(Move { from, to, promotion: None }));
    }
}

/// Pawn moves, for all pawns at once in each direction.
#[inline(always)]
fn pawns(position: &Position, mut sink: impl FnMut(Move)) {
    let us = position.side_to_move();
    let pawns = position.pieces(Piece::new(PieceKind::Pawn, us)).0;
    let empty = !position.occupied().0;
    let over = position.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
    let victims = position.color(!us).0 | over.0;
    let (forward, third) = match us {
        Color::White => (8, 0xff << 16),
        Color::Black => (56, 0xff << 40),
    };
    // Rotations: squares that leave the board come back on the rank that no pawn reaches.
    let once = pawns.rotate_left(forward) & empty;
    let twice = (once & third).rotate_left(forward) & empty;
    let left = (pawns & !FILE_A).rotate_left(forward - 1) & victims;
    let right = (pawns & !(FILE_A << 7)).rotate_left(forward + 1) & victims;
    let ways = [(once, forward), (twice, 2 * forward), (left, forward - 1), (right, forward + 1)];
    for (targets, way) in ways {
        for to in Bitboard(targets).squares() {
            let from = Square::new((to as u8).wrapping_sub(way as u8));
            let promotes = to.rank() == 0 || to.rank() == 7;
            let kinds = if promotes { &PROMOTIONS[..] } else { &[None] };
            kinds.iter().for_each(|&promotion| sink(Move { from, to, promotion }));
        }
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

const PROMOTIONS: [Option<PieceKind>; 4] = [
    Some(PieceKind::Queen),
    Some(PieceKind::Rook),
    Some(PieceKind::Bishop),
    Some(PieceKind::Knight),
];

/// A king's targets by castling.
#[inline(always)]
fn castling(position: &Position, king: Square) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for (rook, passed, to) in [(7, 0x60, 6), (0, 0x0e, 2)] {
        let home = king as u8 & 56;
        let right = king.file() == 4 && position.castling().contains(Square::new(home | rook));
        let obstacles = position.occupied() & Bitboard(passed << home);
        if right && obstacles.is_empty() {
            targets = targets | Square::new(home | to).bitboard();
        }
    }
    targets
}

lookup::conformance!(legality, Generate<lookup::Oracle>);
