//! Sliding attacks by o^(o-2r), backwards by swapping bytes.
//!
//! Subtracting the slider twice from the obstacles of its line borrows from the next one
//! above and changes every bit up to it; an exclusive or shows the changes. The squares
//! below are found the same way on a board turned upside down. Files and diagonals have one
//! square per rank, so swapping bytes turns them. It does not turn a rank, whose six inner
//! squares index a small table.
//!
//! Here the lines do not contain the slider, so subtracting it once is enough.
//!
//! Its figures rest on LLVM, which computes both diagonals of a bishop in one vector without being
//! told (rustc 1.95, x86-64-v3): in the measured loop and in 14 of some 34 bishops of a search, not in
//! a function of its own. g++ 12 never does. `sliders-hyperbola-lanes` asks for it by intrinsics, and
//! so does the header.
//!
//! - Lookup: a mask and two byte swaps for each of three lines, and a load of a byte.
//! - Tables: 64 x 3 lines of 8 bytes and 64 x 8 ranks of a byte, 32 cache lines.
//! - Source: <https://www.chessprogramming.org/Hyperbola_Quintessence>.
//!
//! Suits engines whose tables compete with a network for the cache: searches gained by it over
//! magics, those beside a network of threats too. Loses to `sliders-pext` in a classical search and
//! where tables stay hot, if PEXT is fast.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.98 / 0.81 / 0.98 on Zen 4; – / 0.80 / 0.67 on Golden
//! Cove; 0.94 / – / 0.89 on Zen 5. Gain in nodes per second, `classical` / `network` /
//! `threats`: +2.2 ±1.2 / +3.9 ±1.4 / +2.6 ±3.2 % on Zen 4; -0.9 ±0.7 / +1.6 ±0.4 /
//! +1.4 ±1.1 % on Golden Cove; +1.6 ±1.1 / +3.5 ±1.1 / +1.7 ±1.1 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Two subtractions for each line but a rank.
#[derive(Clone, Copy, Debug)]
pub struct Hyperbola;

impl Sliders for Hyperbola {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank(square, occupied.0) | line(square, occupied.0, 0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(square, occupied.0, 1) | line(square, occupied.0, 2))
    }
}

impl Variant for Hyperbola {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &RANKS];
}

/// The file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 3]; 64]> =
    CacheAligned(lines::table([FILE, DIAGONAL, ANTIDIAGONAL]));

/// Attacks on the first rank, by its occupied inner squares.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(lines::first_rank());

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
    let inner = occupied >> first >> 1 & 63;
    u64::from(RANKS.0[inner as usize][square.file() as usize]) << first
}

lookup::conformance!(sliders, Hyperbola);
