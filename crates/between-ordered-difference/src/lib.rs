//! In-between squares from the ordered 0x88 difference.
//!
//! The difference from the lower square to the higher one is never negative. Half of the
//! patterns by 0x88 difference are therefore enough, and a shift replaces the rotation. The
//! price is ordering the two squares.
//!
//! - Lookup: minimum, two renumberings, absolute difference, one load, one shift; no
//!   branches.
//! - Tables: 120 patterns of 8 bytes, 15 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/0x88>.
//!
//! Suits engines that want less than 1 KiB: in a search of the classical kind it tied with
//! `between-rectangular`. Loses to that table alone, in latency and most of all where nothing waits
//! for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.46 / 1.40 / 1.02 on Zen 4; 2.41 / 1.64
//! / 1.12 on Golden Cove; 2.76 / 1.54 / 1.09 on Zen 5. Gain in nodes per second,
//! `classical` / `network` / `threats`: +0.4 ±2.0 / +1.0 ±2.0 / +2.2 ±4.7 % on Zen 4;
//! -0.3 ±0.6 / -0.5 ±0.7 / +0.5 ±3.0 % on Golden Cove; +0.3 ±0.9 / 0.0 ±0.9 / -0.1
//! ±0.9 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the ordered 0x88 difference, and a shift.
#[derive(Clone, Copy, Debug)]
pub struct OrderedDifference;

impl Between for OrderedDifference {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let pattern = PATTERNS.0[spread(a).abs_diff(spread(b)) % 120];
        Bitboard(pattern << a.min(b) as u32)
    }
}

impl Variant for OrderedDifference {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

/// The squares passed from the lower square, as if it were a1: where a difference is positive.
static PATTERNS: CacheAligned<[u64; 120]> =
    CacheAligned(*lines::passed::<240>(16, 120).last_chunk().expect("the upper half"));

/// The square's number on a board of 16 columns.
#[inline]
const fn spread(square: Square) -> usize {
    square.index() + (square.index() & 56)
}

lookup::conformance!(between, OrderedDifference);
