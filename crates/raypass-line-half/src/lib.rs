//! Squares behind another, from the whole line through both.
//!
//! An engine that tests pins has a table of lines: for every pair of squares, the rank,
//! file or diagonal they share, from edge to edge. Square numbers grow along a line or
//! fall. The squares behind the second are therefore the part of the line above it if it is
//! the higher square, and the part below it if it is the lower one.
//!
//! In-between squares come from the same table, so the cache may hold one table in place of
//! three.
//!
//! - Lookup: one load beside a shift and a choice, then a cut; no branches.
//! - Tables: 64 x 64 lines of 8 bytes, 512 cache lines, shared with other users of lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#In_Between>.
#![no_std]
#![forbid(unsafe_code)]

use core::hint::select_unpredictable;
use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load from a table of lines, cut at the second square.
#[derive(Clone, Copy, Debug)]
pub struct LineHalf;

impl RayPass for LineHalf {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        let above = u64::MAX << 1 << b as u32;
        let below = !(u64::MAX << b as u32);
        let half = select_unpredictable(b > a, above, below);
        Bitboard(LINES.0[a.index()][b.index()] & half)
    }
}

impl Variant for LineHalf {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LINES];
}

static LINES: CacheAligned<[[u64; 64]; 64]> = CacheAligned(lines());

/// For every square and direction, collects the line to both edges and stores it at every
/// other square on it.
const fn lines() -> [[u64; 64]; 64] {
    let mut lines = [[0; 64]; 64];
    let mut i = 0;
    while i < 4 * 64 {
        let (a, (right, up)) = (i / 4, DIRECTIONS[i % 4]);
        let (mut line, mut distance) = (0, -7);
        while distance <= 7 {
            line |= at(a, distance * right, distance * up);
            distance += 1;
        }
        let mut others = line & !(1 << a);
        while others != 0 {
            lines[a][others.trailing_zeros() as usize] = line;
            others &= others - 1;
        }
        i += 1;
    }
    lines
}

/// The square this far from the given one, as a set; empty off the board.
const fn at(square: usize, right: i32, up: i32) -> u64 {
    let (file, rank) = (square as i32 % 8 + right, square as i32 / 8 + up);
    if file & !7 == 0 && rank & !7 == 0 { 1 << (rank * 8 + file) } else { 0 }
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

lookup::conformance!(raypass, LineHalf);
