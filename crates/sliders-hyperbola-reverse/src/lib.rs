//! Sliding attacks by o^(o-2r), backwards by reversing bits.
//!
//! Reversing the bits turns the board by half a circle and, on every line, swaps the
//! squares below a slider with those above it. Masks are all that is needed: a line turned
//! this way is the line of the same kind through the opposite square. The occupancy is
//! therefore reversed once, and the results of all lines, which share no square, are
//! reversed back once.
//!
//! Reversing bits is one instruction on Arm and some fifteen on x86.
//!
//! - Lookup: two bit reversals, and two masks and subtractions for each line.
//! - Tables: 64 x 4 lines of 8 bytes, half a cache line per square.
//! - Source: <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>;
//!   this project derived turning all lines at once.
//!
//! Suits Arm processors, which reverse bits in one instruction. Loses to `sliders-hyperbola` on
//! x86, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 3.37 / 1.06 / 1.50 on Zen 4; – / 1.12 / 1.00 on Golden
//! Cove; 3.59 / 1.05 / 1.37 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::ops::Range;
use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Two bit reversals, whatever the piece.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaReverse;

impl Sliders for HyperbolaReverse {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        along(0..2, square, occupied)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        along(2..4, square, occupied)
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        along(0..4, square, occupied)
    }
}

impl Variant for HyperbolaReverse {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
}

/// The rank, file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> =
    CacheAligned(lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]));

#[inline(always)]
fn along(directions: Range<usize>, square: Square, occupied: Bitboard) -> Bitboard {
    let above = borrowed(directions.clone(), square, occupied.0);
    let below = borrowed(directions, Square::new(!(square as u8)), occupied.0.reverse_bits());
    Bitboard(above ^ below.reverse_bits())
}

/// The obstacles of the lines, after subtracting the slider from each of them.
#[inline(always)]
fn borrowed(directions: Range<usize>, square: Square, occupied: u64) -> u64 {
    directions.fold(0, |set, direction| {
        let line = LINES.0[square.index()][direction].0;
        set | (occupied & line).wrapping_sub(square.bitboard().0) & line
    })
}

lookup::conformance!(sliders, HyperbolaReverse);
