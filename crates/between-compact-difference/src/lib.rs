//! In-between squares from the differences of files and ranks.
//!
//! Fifteen columns are enough for the differences of eight files, from seven left to seven
//! right. This makes 225 patterns, all of them in use, where a board of 16 columns has 240.
//! In return, nothing is a power of two.
//!
//! - Lookup: two renumberings, one load, one rotation; no branches.
//! - Tables: 15 x 15 patterns of 8 bytes, 29 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits programs that want 120 bytes less than `between-0x88-rotate`. Beside a working set it
//! comes near `between-rectangular`. Loses to `between-0x88-rotate`, hot and in latency.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.99 / 1.50 / 1.04 on Zen 4; 1.90 / 1.65
//! / 1.08 on Golden Cove; 2.14 / 1.65 / 1.06 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the differences of files and ranks, and a rotation.
#[derive(Clone, Copy, Debug)]
pub struct CompactDifference;

impl Between for CompactDifference {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let pattern = PATTERNS.0[spread(b) + 112 - spread(a)];
        Bitboard(pattern.rotate_left(a as u32))
    }
}

impl Variant for CompactDifference {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

static PATTERNS: CacheAligned<[u64; 225]> = CacheAligned(lines::passed(15, 112));

/// The square's number on a board of 15 columns: its own 8 and 7 more.
#[inline]
const fn spread(square: Square) -> usize {
    square.index() + 7 * (square.index() >> 3)
}

lookup::conformance!(between, CompactDifference);
