//! Sliding attacks by the difference of the nearest obstacles.
//!
//! Twice the nearest obstacle above the slider on a line, minus the nearest one below,
//! leaves every bit from the one to the other; the line picks out its own. Where there is
//! no obstacle, the edge stands in: a1 below, and nothing above, so the difference runs to
//! the end.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: for each line a load, a scan for the obstacle below, some eight operations
//!   more; no branches.
//! - Tables: 64 x 4 lines of 8 bytes, half a cache line per square.
//! - Source: <https://www.chessprogramming.org/Obstruction_Difference>.
//!
//! Suits portable code that wants no table for ranks: hot, it is faster than `sliders-classical`.
//! Loses to `sliders-hyperbola` in the same 2 KiB.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 1.48 / 1.25 / 1.06 on Zen 4; – / 1.13 / 0.71 on Golden
//! Cove; 1.34 / – / 0.96 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One scan for each line.
#[derive(Clone, Copy, Debug)]
pub struct Obstruction;

impl Sliders for Obstruction {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(square, occupied.0, 0) | line(square, occupied.0, 1))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(square, occupied.0, 2) | line(square, occupied.0, 3))
    }
}

impl Variant for Obstruction {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
}

/// The rank, file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> =
    CacheAligned(lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]));

#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let line = LINES.0[square.index()][direction].0;
    let obstacles = occupied & line;
    let below = obstacles & (square.bitboard().0 - 1);
    let above = obstacles ^ below;
    let nearest = above & above.wrapping_neg();
    // Every bit from the nearest obstacle below: minus its power of two.
    let from = u64::MAX << (below | 1).ilog2();
    (nearest << 1).wrapping_add(from) & line
}

lookup::conformance!(sliders, Obstruction);
