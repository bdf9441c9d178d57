//! In-between squares from a table of unordered pairs, rows by the higher square.
//!
//! The page's triangle has one row per lower square, each an entry shorter than the last,
//! so its index subtracts from a product. With one row per higher square, each longer than
//! the last, the index only adds: `high * (high + 1) / 2 + low`. The compiler sees that it
//! stays below 2080 and omits the bounds check.
//!
//! - Lookup: minimum, maximum, one multiplication, one load; no branches.
//! - Tables: 64 * 65 / 2 sets of 8 bytes, 260 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Triangular_Lookup>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load from a table of unordered pairs.
#[derive(Clone, Copy, Debug)]
pub struct TriangularMax;

impl Between for TriangularMax {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        BETWEEN.0[index(a.min(b).index(), a.max(b).index())]
    }
}

impl Variant for TriangularMax {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BETWEEN];
}

static BETWEEN: CacheAligned<[Bitboard; 64 * 65 / 2]> = CacheAligned(table());

/// The index of a pair, with `low` not above `high` and both below 64.
#[inline]
const fn index(low: usize, high: usize) -> usize {
    high * (high + 1) / 2 + low
}

/// Slides down from every square along the file, the rank and both diagonals; the other
/// four directions give the same pairs in reverse.
const fn table() -> [Bitboard; 64 * 65 / 2] {
    let mut table = [Bitboard::EMPTY; 64 * 65 / 2];
    let mut high = 0;
    while high < 64 {
        let (left, right, down) = (high % 8, 7 - high % 8, high / 8);
        fill(&mut table, high, 1, left);
        fill(&mut table, high, 7, if right < down { right } else { down });
        fill(&mut table, high, 8, down);
        fill(&mut table, high, 9, if left < down { left } else { down });
        high += 1;
    }
    table
}

const fn fill(table: &mut [Bitboard], high: usize, step: usize, count: usize) {
    let (mut low, mut passed) = (high, 0);
    while low + step * count > high {
        low -= step;
        table[index(low, high)] = Bitboard(passed);
        passed |= 1 << low;
    }
}

lookup::conformance!(between, TriangularMax);
