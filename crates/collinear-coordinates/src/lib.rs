//! Three squares on a line, by the numbers of the lines that go through them.
//!
//! Each square is on a file, a rank and two diagonals. Their numbers are the bytes of a word. Where
//! the words of all three squares agree in a byte, the squares share that line. Two differences
//! tell it, joined by "or": a byte of zero means yes, and the usual test finds it without looking
//! at each.
//!
//! Words of equal squares agree in all bytes. A word without a byte of zero replaces the difference
//! of the first two if they are equal.
//!
//! - Lookup: three loads, or two where the line is kept, and six operations; no branches.
//! - Tables: 64 words of 4 bytes, 4 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Diagonals>.
//!
//! Suits engines that want 256 bytes and know their squares as plain numbers: no square is
//! renumbered, as `collinear-0x88` does.
//!
//! Measured: <!-- published: figures -->time by that of `collinear-table` on
//! `positions`, hot / waiting / beside 1 MiB: 1.69 / 3.20 / 1.05 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::hint::select_unpredictable;
use lookup::collinear::Collinear;
use lookup::{CacheAligned, Identity, Square, Table, Variant};

/// Two differences of words, and a test for a byte of zero.
#[derive(Clone, Copy, Debug)]
pub struct Coordinates;

impl Collinear for Coordinates {
    /// The word of the first square, and where it differs from that of the second.
    type Line = (u32, u32);

    #[inline]
    fn line(a: Square, b: Square) -> (u32, u32) {
        let first = NUMBERS.0[a.index()];
        let differs = first ^ NUMBERS.0[b.index()];
        (first, select_unpredictable(differs == 0, ONES, differs))
    }

    #[inline]
    fn holds((first, differs): (u32, u32), c: Square) -> bool {
        let differs = differs | first ^ NUMBERS.0[c.index()];
        // No byte is above 15. The lowest byte of zero borrows, and without one nothing does.
        differs.wrapping_sub(ONES) & 0x8080_8080 != 0
    }
}

impl Variant for Coordinates {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&NUMBERS];
}

const ONES: u32 = 0x0101_0101;

/// The numbers of each square's file, rank, falling diagonal and rising diagonal.
static NUMBERS: CacheAligned<[u32; 64]> = CacheAligned(numbers());

const fn numbers() -> [u32; 64] {
    let (mut numbers, mut i) = ([0; 64], 0);
    while i < 64 {
        let (file, rank) = (i as u8 % 8, i as u8 / 8);
        numbers[i] = u32::from_le_bytes([file, rank, file + rank, 7 + file - rank]);
        i += 1;
    }
    numbers
}

lookup::conformance!(collinear, Coordinates);
