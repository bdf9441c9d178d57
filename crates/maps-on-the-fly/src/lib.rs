//! Attack maps that store nothing.
//!
//! A search leaves most positions before it asks much about them. So nothing is prepared: a
//! piece's attacks are a branch on its kind and a getter, and a super-piece on a square
//! finds its attackers. Moves cost nothing, and every answer is paid for each time it is
//! asked for.
//!
//! - Map: none; an answer needs only the position.
//! - Lookup: from a square, a branch on the kind, then a load or one or two slider lookups;
//!   to a square, two slider lookups and four loads from half a cache line.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#On_the_Fly>.
//!
//! Suits programs that ask little of a position: with one question a ply, or four, it is faster
//! than `maps-classical` over magics. Loses to that with eight, and to `maps-stack` over
//! `maps-word-board-vbmi`.
//!
//! Measured: <!-- published: figures -->cycles on `middlegame`, hot / waiting: 190.20 /
//! – on Zen 4; 251.23 / – on Golden Cove; 201.76 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::{attacks_from, union};
use lookup::maps::Maps;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, Position, Square, Table, Variant,
};

/// Getters, `S` for sliders.
#[derive(Clone, Copy, Debug)]
pub struct OnTheFly<S>(PhantomData<S>);

impl<S: Sliders> Maps for OnTheFly<S> {
    #[inline]
    fn of(_: &Position) -> Self {
        OnTheFly(PhantomData)
    }

    #[inline]
    fn make(&mut self, _: &Position, _: Move, _: &Position) {}

    #[inline]
    fn unmake(&mut self, _: &Position, _: Move, _: &Position) {}

    #[inline]
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        attacks_from::<S>(position, square, &LEAPS.0)
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        union::<S>(position, square, &LEAPS.0[square.index()])
    }
}

impl<S: Sliders> Variant for OnTheFly<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(maps, OnTheFly<lookup::Oracle>);
