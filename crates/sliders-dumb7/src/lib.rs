//! Sliding attacks by filling every ray in six steps.
//!
//! A line has room for six steps over empty squares, and a seventh goes onto the obstacle
//! or the last square. Always taking all of them needs no branch. The fill serves any
//! number of sliders at once; one square, as here, does not show it at its best.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: six steps of three operations for each ray; no load, no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Dumb7Fill>.
//!
//! Suits nothing: it is here for its idea, a fill in single steps without a table. Loses to
//! `sliders-kogge-stone`, which needs none either, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 3.76 / 1.36 / 1.47 on Zen 4; – / – / 1.00 on Golden Cove;
//! 3.90 / – / 1.32 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::{dumb7, landing};
use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// Every possible step.
#[derive(Clone, Copy, Debug)]
pub struct Dumb7;

impl Sliders for Dumb7 {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let fill = |step| dumb7(square.bitboard().0, !occupied.0, step, landing(step));
        Bitboard(fill(1) | fill(8) | fill(-1) | fill(-8))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let fill = |step| dumb7(square.bitboard().0, !occupied.0, step, landing(step));
        Bitboard(fill(9) | fill(7) | fill(-9) | fill(-7))
    }
}

impl Variant for Dumb7 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(sliders, Dumb7);
