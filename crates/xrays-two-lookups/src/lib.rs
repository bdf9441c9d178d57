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
//! Suits engines that ask for x-rays with the lookup they have: hot, over magics, it is faster than
//! `xrays-conditional`. Loses to `xrays-kindergarten` hot on some processors, and beside a working
//! set.
//!
//! Measured: <!-- published: figures -->cycles on `games`, hot / waiting: 13.32 / 46.80
//! on Zen 4; 12.40 / 47.21 on Golden Cove; 11.51 / 45.29 on Zen 5.<!-- end -->
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
