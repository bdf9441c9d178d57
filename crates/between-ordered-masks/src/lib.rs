//! In-between squares from the ordered plain difference, cut to the lines of both.
//!
//! Counting from the lower square halves the patterns by plain difference, and a shift
//! replaces the rotation. The two masks work as in the table of all differences: no pattern
//! that wraps around the edge stays on the queen's lines of both squares.
//!
//! - Lookup: minimum, maximum, three loads, one shift; no branches.
//! - Tables: 64 patterns and 64 masks of 8 bytes, 16 cache lines; the masks are shared.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits engines with the masks of magics or PEXT that can spare 512 bytes: beside a working set it
//! comes near `between-rectangular`. Loses to `between-difference-masks` with 1 KiB, hot and in
//! latency.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.86 / 1.44 / 1.04 on Zen 4; 2.53 / 1.58
//! / 1.12 on Golden Cove; 2.95 / 1.57 / 1.08 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the ordered difference, cut by two masks.
#[derive(Clone, Copy, Debug)]
pub struct OrderedMasks;

impl Between for OrderedMasks {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let low = a.min(b);
        let pattern = PATTERNS.0[a.index().abs_diff(b.index()) % 64] << low as u32;
        Bitboard(pattern & QUEEN.0[a.index()] & QUEEN.0[b.index()])
    }
}

impl Variant for OrderedMasks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS, &QUEEN];
    const SHARED: &'static [&'static dyn Table] = &[&QUEEN];
}

/// The squares passed on the way up from a1.
static PATTERNS: CacheAligned<[u64; 64]> =
    CacheAligned(*lines::passed::<127>(8, 63).last_chunk().expect("the upper half"));

/// The squares between a square and any other: its queen attacks on the empty board,
/// without the edges where they end.
static QUEEN: CacheAligned<[u64; 64]> = CacheAligned(lines::queens(true));

lookup::conformance!(between, OrderedMasks);
