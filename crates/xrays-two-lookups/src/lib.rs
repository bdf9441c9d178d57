//! X-rays from what attacks gain when the first blockers are taken away.
//!
//! The first lookup finds the blockers that are attacked. The second one, made as
//! if they were not there, finds all that the first one does and what is behind
//! them, so that what differs is the answer.
//!
//! The second lookup waits for the first, whatever way there is to make one.
//!
//! - Lookup: two of the sliders' lookups, one after the other, and three operations.
//! - Tables: the sliders'.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#Modifying_Occupancy>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::xrays::Xrays;
use lookup::{Base, Bitboard, Identity, Square, Table, Variant};

/// Twice what `S` does.
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

lookup::xrays::conformance!(TwoLookups<lookup::sliders::Oracle>);
