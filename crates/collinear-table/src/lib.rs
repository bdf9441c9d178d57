//! Three squares on a line, from a table of all lines.
//!
//! Every ordered pair of squares has its line from edge to edge, or an empty set. One bit of it
//! tells about the third square. Whoever keeps the line of a pin tests a bit for each move, and
//! may as well intersect the line with all targets at once.
//!
//! In-between squares and those behind a square are parts of the same lines, so a program may
//! have this table in place of two others.
//!
//! - Lookup: one load and a bit test.
//! - Tables: 64 x 64 lines of 8 bytes, 512 cache lines; one row of 8 lines per first square.
//! - Source: Stockfish 12, <https://github.com/official-stockfish/Stockfish/blob/sf_12/src/bitboard.h>.
//!
//! Suits engines that have room for the table, or have it anyway for other questions: nothing is
//! left to calculate.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 2.27 /
//! 4.08 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::collinear::Collinear;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load from a table of all lines.
#[derive(Clone, Copy, Debug)]
pub struct AllPairs;

impl Collinear for AllPairs {
    type Line = Bitboard;

    #[inline]
    fn line(a: Square, b: Square) -> Bitboard {
        Bitboard(LINES.0[a.index()][b.index()])
    }

    #[inline]
    fn holds(line: Bitboard, c: Square) -> bool {
        line.contains(c)
    }
}

impl Variant for AllPairs {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
}

static LINES: CacheAligned<[[u64; 64]; 64]> = CacheAligned(lines::all_lines());

lookup::conformance!(collinear, AllPairs);
