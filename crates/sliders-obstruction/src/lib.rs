//! Sliding attacks by the difference of the nearest obstacles.
//!
//! From the nearest obstacle below the slider on a line, taken from twice the
//! nearest one above it, every bit from the one to the other is left; the line
//! picks its own. The edge stands in where there is no obstacle: a1 below, and
//! nothing above, whose difference runs to the end.
//!
//! - Lookup: for each line a load, a scan for the obstacle below, some eight
//!   operations more; no branches.
//! - Tables: 64 x 4 lines of 8 bytes, half a cache line per square.
//! - Source: <https://www.chessprogramming.org/Obstruction_Difference>.
#![no_std]
#![forbid(unsafe_code)]

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

#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let line = LINES.0[square.index()][direction];
    let obstacles = occupied & line;
    let below = obstacles & (square.bitboard().0 - 1);
    let above = obstacles ^ below;
    let nearest = above & above.wrapping_neg();
    // Every bit from the nearest one below: minus the power of two.
    let from = u64::MAX << (below | 1).ilog2();
    (nearest << 1).wrapping_add(from) & line
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

lookup::sliders::conformance!(Obstruction);
