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
//!
//! Suits an engine that wants the triangle's 16 KiB: hot, it is faster than `between-triangular`.
//! Loses to `between-windows` in half of its bytes, hot and in latency.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.32 / 1.91 / 1.05 on Zen 4; 2.24 / 2.11
//! / 1.13 on Golden Cove; 2.77 / 2.19 / 1.12 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

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

const fn table() -> [Bitboard; 64 * 65 / 2] {
    let (mut table, mut pair) = ([Bitboard::EMPTY; 64 * 65 / 2], 0);
    while pair < 64 * 64 {
        let (low, high) = (pair / 64, pair % 64);
        if low < high {
            table[index(low, high)] = lines::between(Square::ALL[low], Square::ALL[high]);
        }
        pair += 1;
    }
    table
}

lookup::conformance!(between, TriangularMax);
