//! In-between squares from a table of unordered pairs.
//!
//! The squares between a and b are those between b and a, so half of the rectangle is
//! enough. The pairs stand with the smaller square first, row after row, each row one entry
//! shorter than the last. The price is ordering the two squares, and a multiplication in
//! the index.
//!
//! The index is the page's `min * (127 - min) / 2 + max`, written with the complement of
//! the smaller square, `63 - min`. In this form the compiler sees from the ranges of the
//! factors that the index stays below 2080, and omits the bounds check; in the page's form
//! the check stays.
//!
//! - Lookup: minimum, maximum, one multiplication, one load; no branches.
//! - Tables: 64 * 65 / 2 sets of 8 bytes, 260 cache lines.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Triangular_Lookup>.
//!
//! Suits nothing: it is here because it has the wiki's index. In half of the bytes of
//! `between-rectangular` it comes near that table beside a working set, but not hot. Loses to
//! `between-windows` in half of its 16 KiB.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.53 / 1.91 / 1.04 on Zen 4; 2.33 / 1.98
//! / 1.13 on Golden Cove; 3.01 / 2.08 / 1.14 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load from a table of unordered pairs.
#[derive(Clone, Copy, Debug)]
pub struct Triangular;

impl Between for Triangular {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        BETWEEN.0[index(a.min(b).index(), a.max(b).index())]
    }
}

impl Variant for Triangular {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BETWEEN];
}

static BETWEEN: CacheAligned<[Bitboard; 64 * 65 / 2]> = CacheAligned(table());

/// The index of a pair, with `low` not above `high` and both below 64.
#[inline]
const fn index(low: usize, high: usize) -> usize {
    let above = 63 - low;
    2016 - above * (above + 1) / 2 + high
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

lookup::conformance!(between, Triangular);
