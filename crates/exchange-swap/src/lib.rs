//! Exchanges by a swap list.
//!
//! The attackers of a square are found once, and the two sides remove their least valuable
//! one in turn. New lookups with the remaining occupancy find the sliders that a removed
//! piece uncovers: a bishop lookup after a pawn, bishop or queen, a rook lookup after a
//! rook or queen, and both after a king. A list keeps the captures. Read from its end, it
//! tells where each side should have stopped.
//!
//! - Lookup: two slider lookups and a load, and one or two more for each capture but a
//!   knight's; a loop over the captures and one back.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
//!
//! Suits engines that ask about one capture and see x-rays. Hot, it is faster over
//! `sliders-hyperbola` than over magics. Loses to `exchange-byte-board-vbmi` where AVX-512 VBMI is
//! there.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 430.15 /
//! – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::exchange::{self, Exchange, Rules};
use lookup::sliders::Sliders;
use lookup::{
    Base, CacheAligned, Identity, Leaps, Piece, PieceKind, Position, Square, Table, Variant,
};

/// A list of captures, with x-rays by `S`.
#[derive(Clone, Copy, Debug)]
pub struct Swap<S>(PhantomData<S>);

impl<S: Sliders> Exchange for Swap<S> {
    const RULES: Rules = Rules::WithXrays;
    type Prepared = ();

    #[inline]
    fn prepare(_: &Position) {}

    #[inline]
    fn see(position: &Position, (): &(), square: Square) -> i8 {
        let Some(mut target) = position.piece_on(square).map(Piece::kind) else { return 0 };
        let (mut side, mut occupied) = (position.side_to_move(), position.occupied());
        let queens = position.kind(PieceKind::Queen);
        let straight = position.kind(PieceKind::Rook) | queens;
        let slanted = position.kind(PieceKind::Bishop) | queens;
        let mut attackers = LEAPS.0[square.index()].attackers(position)
            | (S::rook(square, occupied) & straight)
            | (S::bishop(square, occupied) & slanted);
        // Boards that no game reaches have more than 32 pieces; there are no more than squares.
        let (mut taken, mut captures) = ([0; 64], 0);
        while let Some((kind, from)) = exchange::least(position, attackers & position.color(side)) {
            occupied = occupied ^ from.bitboard();
            if !matches!(kind, PieceKind::Knight | PieceKind::Rook) {
                attackers = attackers | (S::bishop(square, occupied) & slanted);
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen | PieceKind::King) {
                attackers = attackers | (S::rook(square, occupied) & straight);
            }
            attackers = attackers & occupied;
            side = !side;
            if kind == PieceKind::King && !(attackers & position.color(side)).is_empty() {
                break;
            }
            taken[captures] = exchange::value(target);
            captures += 1;
            target = kind;
        }
        taken[..captures].iter().rfold(0, |reply: i8, taken| taken - reply.max(0))
    }
}

impl<S: Sliders> Variant for Swap<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(exchange, Swap<lookup::Oracle>);
