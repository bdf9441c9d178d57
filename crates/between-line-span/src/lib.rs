//! In-between squares from the whole line through both squares.
//!
//! An engine that tests pins has a table of lines: for every pair of squares, the rank,
//! file or diagonal they share, from edge to edge. The in-between squares are the part of
//! the line that the two squares span. The same table thus answers this question too, and
//! the cache holds one table instead of two.
//!
//! All ones shifted to either square differ from the lower square, included, to the higher
//! one, excluded. The lower square is the lowest bit of the line within this span; clearing
//! it gives the answer.
//!
//! - Lookup: one load beside two shifts, then three steps; no branches.
//! - Tables: 64 x 64 lines of 8 bytes, 512 cache lines, shared with other users of lines.
//! - Source: Stockfish 12, <https://github.com/official-stockfish/Stockfish/blob/sf_12/src/bitboard.h>.
//!
//! Suits engines that have the table of lines anyway and wait for the answer. Loses to
//! `between-rectangular`, and most of all where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.92 / 1.36 / 1.07 on Zen 4; 2.47 / 1.34
//! / 1.11 on Golden Cove; 2.14 / 1.33 / 1.10 on Zen 5. Gain in nodes per second,
//! `classical` / `network` / `threats`: +0.4 ±1.8 / -0.5 ±2.1 / +2.4 ±5.4 % on Zen 4;
//! +0.1 ±0.7 / -0.8 ±0.6 / -0.5 ±1.6 % on Golden Cove; +0.2 ±0.9 / -0.2 ±1.0 / +0.6
//! ±1.1 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load from a table of lines, cut to the span.
#[derive(Clone, Copy, Debug)]
pub struct LineSpan;

impl Between for LineSpan {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let span = (u64::MAX << a as u32) ^ (u64::MAX << b as u32);
        let spanned = LINES.0[a.index()][b.index()] & span;
        Bitboard(spanned & spanned.wrapping_sub(1))
    }
}

impl Variant for LineSpan {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LINES];
}

static LINES: CacheAligned<[[u64; 64]; 64]> = CacheAligned(lines::all_lines());

lookup::conformance!(between, LineSpan);
