//! Sliding attacks by o^(o-2r), backwards by swapping bytes.
//!
//! Subtracting the slider twice from the obstacles of its line borrows from the next one
//! above and changes every bit up to it; an exclusive or shows the changes. The squares
//! below are found the same way on a board turned upside down. Files and diagonals have one
//! square per rank, so swapping bytes turns them. It does not turn a rank, whose eight
//! squares index a table.
//!
//! The first and the last square of a rank hide nothing. `sliders-hyperbola` shifts them out
//! and needs a quarter of the ranks; that is its only difference from this variant.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: a mask and two byte swaps for each of three lines, and a load of a byte.
//! - Tables: 64 x 3 lines of 8 bytes and 256 x 8 ranks of a byte, 56 cache lines.
//! - Source: <https://www.chessprogramming.org/Hyperbola_Quintessence>; the smaller table in
//!   engines as of <https://github.com/official-stockfish/Stockfish/pull/6865>.
//!
//! Suits engines with a network, as `sliders-hyperbola` does: searches gained by it over magics,
//! those beside a network of threats too. Loses to that variant in bytes alone, 3.5 KiB to 2, and
//! to `sliders-pext` hot on some processors.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.98 / 0.81 / 0.97 on Zen 4; – / 0.80 / 0.69 on Golden
//! Cove; 0.94 / – / 0.88 on Zen 5. Gain in nodes per second, `classical` / `network` /
//! `threats`: +3.4 ±2.0 / +3.9 ±2.3 / +3.9 ±4.8 % on Zen 4; -0.6 ±0.7 / +1.6 ±0.7 /
//! +2.6 ±1.4 % on Golden Cove; +1.8 ±1.0 / +3.4 ±1.0 / +2.1 ±0.9 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Two subtractions for each line but a rank, and every occupancy of a rank.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaFullRanks;

impl Sliders for HyperbolaFullRanks {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank(square, occupied.0) | line(square, occupied.0, 0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(square, occupied.0, 1) | line(square, occupied.0, 2))
    }
}

impl Variant for HyperbolaFullRanks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &RANKS];
}

/// The file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 3]; 64]> =
    CacheAligned(lines::table([FILE, DIAGONAL, ANTIDIAGONAL]));

/// Attacks on the first rank, by its occupied squares.
static RANKS: CacheAligned<[[u8; 8]; 256]> = CacheAligned(lines::first_rank());

#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let (slider, line) = (square.bitboard().0, LINES.0[square.index()][direction].0);
    let obstacles = occupied & line;
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.swap_bytes().wrapping_sub(slider.swap_bytes());
    (above ^ below.swap_bytes()) & line
}

#[inline(always)]
fn rank(square: Square, occupied: u64) -> u64 {
    let first = square as u8 & 56;
    let along = occupied >> first & 255;
    u64::from(RANKS.0[along as usize][square.file() as usize]) << first
}

lookup::conformance!(sliders, HyperbolaFullRanks);
