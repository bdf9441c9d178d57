//! Sliding attacks by o^(o-2r), backwards by reversing bits.
//!
//! A board turned by half a circle, its bits reversed, turns what lies below a
//! slider into what lies above it, on every line. Masks are all that is needed:
//! a line turned so is the line of the same kind through the opposite square. So
//! the occupancy is turned once, and what was found on all lines, which have no
//! square in common, is turned back once.
//!
//! Reversing bits is one instruction on Arm and some fifteen on x86.
//!
//! - Lookup: two bit reversals, and two masks and subtractions for each line.
//! - Tables: 64 x 4 lines of 8 bytes, half a cache line per square.
//! - Source: <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>;
//!   turning all lines at once was derived by this project.
#![no_std]
#![forbid(unsafe_code)]

use core::ops::Range;
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

#[inline(always)]
fn along(directions: Range<usize>, square: Square, occupied: Bitboard) -> Bitboard {
    let above = borrowed(directions.clone(), square, occupied.0);
    let below = borrowed(directions, Square::new(!(square as u8)), occupied.0.reverse_bits());
    Bitboard(above ^ below.reverse_bits())
}

/// The obstacles of the lines after the slider was taken from each of them.
#[inline(always)]
fn borrowed(directions: Range<usize>, square: Square, occupied: u64) -> u64 {
    directions.fold(0, |set, direction| {
        let line = LINES.0[square.index()][direction];
        set | (occupied & line).wrapping_sub(square.bitboard().0) & line
    })
}

/// The rank, file, diagonal and antidiagonal through a square, without it.
static LINES: CacheAligned<[[u64; 4]; 64]> = CacheAligned(lines([(1, 0), (0, 1), (1, 1), (-1, 1)]));

const fn lines(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut lines = [[0; 4]; 64];
    let mut i = 0;
    while i < 64 * 4 * 15 {
        let (square, (right, up), distance) = (i / 60, steps[i / 15 % 4], i as i32 % 15 - 7);
        let file = square as i32 % 8 + distance * right;
        let rank = square as i32 / 8 + distance * up;
        if distance != 0 && file & !7 == 0 && rank & !7 == 0 {
            lines[square][i / 15 % 4] |= 1 << (rank * 8 + file);
        }
        i += 1;
    }
    lines
}

lookup::sliders::conformance!(HyperbolaReverse);
