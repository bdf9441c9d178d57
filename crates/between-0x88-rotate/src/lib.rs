//! In-between squares from the 0x88 difference.
//!
//! Pairs of squares with the same displacement have the same in-between squares, only
//! shifted. The plain difference of two squares does not identify the displacement: 7 is
//! one step along an antidiagonal or seven along a rank. With 16 columns per rank, as on
//! 0x88 boards, it does. One pattern per difference, seen from a1, is therefore enough. A
//! rotation by the first square moves it into place, for differences of either sign.
//!
//! - Lookup: two renumberings, one load, one rotation; no branches.
//! - Tables: 240 patterns of 8 bytes, 30 cache lines.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits an engine without the masks of magics that wants 1.9 KiB. Beside a working set it comes
//! near `between-rectangular`, but not hot. Loses to `between-difference-masks` where the masks of
//! magics are there anyway.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.79 / 1.30 / 1.03 on Zen 4; 1.89 / 1.43
//! / 1.08 on Golden Cove; 1.93 / 1.43 / 1.06 on Zen 5. Gain in nodes per second,
//! `classical` / `network` / `threats`: +0.6 ±1.8 / +0.6 ±2.3 / +1.9 ±4.9 % on Zen 4;
//! +0.3 ±0.8 / -0.4 ±0.8 / -3.6 ±2.9 % on Golden Cove; +0.5 ±1.0 / 0.0 ±1.0 / +0.6
//! ±0.8 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::lines::{difference, passed};
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load by the 0x88 difference, and a rotation.
#[derive(Clone, Copy, Debug)]
pub struct Rotate0x88;

impl Between for Rotate0x88 {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let pattern = PATTERNS.0[difference(a.index(), b.index())];
        Bitboard(pattern.rotate_left(a as u32))
    }
}

impl Variant for Rotate0x88 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

static PATTERNS: CacheAligned<[u64; 240]> = CacheAligned(passed(16, 120));

lookup::conformance!(between, Rotate0x88);
