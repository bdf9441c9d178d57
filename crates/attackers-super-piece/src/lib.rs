//! Attackers from a super-piece on the square.
//!
//! A knight attacks a square from just the squares that a knight on it would attack. The
//! same holds for every kind but pawns, which turn around: black pawns attack from where a
//! white one would attack. The square's own attacks as each kind, intersected with the
//! pieces of that kind, are its attackers; six such sets make all of them.
//!
//! The work is the same for every question: the side, or whether there is any attacker,
//! matters only after the union, and a pawn's attack saves nothing.
//!
//! - Lookup: two slider lookups, four loads from half a cache line; no branches.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#By_all_Pieces>.
//!
//! Suits all three kinds of engine: in searches, `attackers-byte-board-vbmi` showed no gain over
//! it. Loses to that alone where AVX-512 VBMI is there, hot and beside a working set, and to
//! `attackers-sliders-first` in latency.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 20.31 /
//! 41.41 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::{Attackers, union};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Position, Square, Table, Variant,
};

/// A union of six kinds, two of them by `S`.
#[derive(Clone, Copy, Debug)]
pub struct SuperPiece<S>(PhantomData<S>);

impl<S: Sliders> Attackers for SuperPiece<S> {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        union::<S>(position, square, &LEAPS.0[square.index()])
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        !(Self::attackers_to(position, square) & position.color(by)).is_empty()
    }
}

impl<S: Sliders> Variant for SuperPiece<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(attackers, SuperPiece<lookup::Oracle>);
