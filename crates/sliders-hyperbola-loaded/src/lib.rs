//! Sliding attacks by o^(o-2r), backwards by swapping bytes.
//!
//! Subtracting the slider twice from the obstacles of its line borrows from the next one
//! above and changes every bit up to it; an exclusive or shows the changes. The squares
//! below are found the same way on a board turned upside down. Files and diagonals have one
//! square per rank, so swapping bytes turns them. It does not turn a rank, whose six inner
//! squares index a small table.
//!
//! The slider turned upside down stands beside its lines, in a row of 32 bytes.
//! `sliders-hyperbola` shifts a bit and swaps its bytes; that is its only difference from this
//! variant.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: a mask and a byte swap there and one back for each of three lines, and a load of
//!   the slider and of a byte.
//! - Tables: 64 x 4 lines of 8 bytes and 64 x 8 ranks of a byte, 40 cache lines.
//! - Source: <https://www.chessprogramming.org/Hyperbola_Quintessence>; the load in an engine
//!   until <https://github.com/official-stockfish/Stockfish/pull/6870>.
//!
//! Suits engines that can spare 512 bytes more than `sliders-hyperbola`: hot, it is faster than
//! that. Loses to `sliders-pext` where tables stay hot and PEXT is fast.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.96 / 0.81 / 0.96 on Zen 4; – / 0.75 / 0.65 on Golden
//! Cove; 0.89 / 0.83 / 0.87 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Two subtractions for each line but a rank, one of them of a loaded slider.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaLoaded;

impl Sliders for HyperbolaLoaded {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank(square, occupied.0) | line(square, occupied.0, 0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(square, occupied.0, 1) | line(square, occupied.0, 2))
    }
}

impl Variant for HyperbolaLoaded {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &RANKS];
}

/// The file, diagonal and antidiagonal through each square, without it; and the square turned
/// upside down.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> = CacheAligned(rows());

/// Attacks on the first rank, by its occupied inner squares.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(lines::first_rank());

#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let row = LINES.0[square.index()].map(|set| set.0);
    let (slider, turned, line) = (square.bitboard().0, row[TURNED], row[direction]);
    let obstacles = occupied & line;
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.swap_bytes().wrapping_sub(turned);
    (above ^ below.swap_bytes()) & line
}

#[inline(always)]
fn rank(square: Square, occupied: u64) -> u64 {
    let first = square as u8 & 56;
    let inner = occupied >> first >> 1 & 63;
    u64::from(RANKS.0[inner as usize][square.file() as usize]) << first
}

/// The place of the turned square in its row.
const TURNED: usize = 3;

const fn rows() -> [[Bitboard; 4]; 64] {
    let mut rows = lines::table([FILE, DIAGONAL, ANTIDIAGONAL, &[]]);
    let mut square = 0;
    while square < 64 {
        rows[square][TURNED] = Bitboard(Square::ALL[square].bitboard().0.swap_bytes());
        square += 1;
    }
    rows
}

lookup::conformance!(sliders, HyperbolaLoaded);
