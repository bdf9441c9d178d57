//! Sliding attacks by walking every ray.
//!
//! The walk goes square by square, up to the edge or onto an obstacle. The number of steps
//! depends on the board, so the processor has to guess where every ray ends.
//!
//! - Lookup: a loop for each ray, with a branch at every step; no load.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Sliding_Piece_Attacks>.
//!
//! Suits tests of other variants, for it needs no table and little code. Loses to all others, and
//! most of all hot.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 15.05 / – / 2.75 on Zen 4; – / – / 2.64 on Golden Cove;
//! 21.60 / – / 3.23 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::{landing, shift};
use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// One step at a time.
#[derive(Clone, Copy, Debug)]
pub struct Walk;

impl Sliders for Walk {
    #[inline]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let walk = |step| walk(square.bitboard().0, !occupied.0, step, landing(step));
        Bitboard(walk(1) | walk(8) | walk(-1) | walk(-8))
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let walk = |step| walk(square.bitboard().0, !occupied.0, step, landing(step));
        Bitboard(walk(9) | walk(7) | walk(-9) | walk(-7))
    }
}

impl Variant for Walk {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The squares reached from here, by steps that land only on `onto`.
#[inline(always)]
fn walk(from: u64, empty: u64, step: i32, onto: u64) -> u64 {
    let mut attacked = 0;
    let mut reached = shift(from, step) & onto;
    while reached != 0 {
        attacked |= reached;
        reached = shift(reached & empty, step) & onto;
    }
    attacked
}

lookup::conformance!(sliders, Walk);
