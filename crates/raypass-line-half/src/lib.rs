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
//!
//! Suits engines that have the table of lines anyway: in latency it comes near
//! `raypass-rectangular`. Loses to that table hot where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `raypass-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.97 / 1.08 / 1.03 on Zen 4; 2.24 / – /
//! 1.11 on Golden Cove; 2.37 / 1.09 / 1.10 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::hint::select_unpredictable;
use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

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

static LINES: CacheAligned<[[u64; 64]; 64]> = CacheAligned(lines::all_lines());

lookup::conformance!(raypass, LineHalf);
