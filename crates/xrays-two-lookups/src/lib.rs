//! X-rays from the attacks gained by removing the first blockers.
//!
//! The first lookup finds the attacked blockers. The second one, made without them, finds
//! the same squares and those behind the blockers. The difference is the answer.
//!
//! The second lookup waits for the first, however each is made.
//!
//! - Lookup: two slider lookups, one after the other, and three operations.
//! - Tables: the sliders'.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#Modifying_Occupancy>.
//!
//! Suits engines that ask for x-rays with the lookup they have: over magics it took 0.56 of the
//! time of `xrays-conditional` hot on Zen 5. Loses to `xrays-kindergarten` on Zen 5, which took
//! 0.92 of its time hot and 0.84 beside 1 MiB.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::xrays::Xrays;
use lookup::{Base, Bitboard, Identity, Square, Table, Variant};

/// `S` twice.
#[derive(Clone, Copy, Debug)]
pub struct TwoLookups<S>(PhantomData<S>);

impl<S: Sliders> Xrays for TwoLookups<S> {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let attacks = S::rook(square, occupied);
        attacks ^ S::rook(square, occupied ^ (blockers & attacks))
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let attacks = S::bishop(square, occupied);
        attacks ^ S::bishop(square, occupied ^ (blockers & attacks))
    }
}

impl<S: Sliders> Variant for TwoLookups<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

lookup::conformance!(xrays, TwoLookups<lookup::Oracle>);
