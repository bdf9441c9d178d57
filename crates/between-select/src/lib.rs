//! In-between squares by calculation, choosing among four lines.
//!
//! The file and rank differences tell which line two squares share: a file if the first is
//! zero, a rank if the second is, a diagonal if they are equal, an antidiagonal if they are
//! opposite. A line with a step of s squares is one bit, repeated every s bits. Two copies,
//! one shifted to each square, cancel under exclusive or from the higher square on. What
//! remains is the line from the lower square, included, to the higher one, excluded.
//! Clearing the lowest bit completes the answer, whichever square is lower.
//!
//! The choices must stay conditional moves. Written as `if`s they became branches, which
//! the predictor learns on a stream of few pairs and misses on any other. They stand in the
//! order in which their conditions become known.
//!
//! - Lookup: shifts and four choices; no loads and no branches.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
//!
//! Suits programs without room for any table, beside a working set above all. Loses to
//! `between-rectangular`, and most of all where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 3.53 / 1.41 / 1.09 on Zen 4; 3.25 / 1.63
//! / 1.22 on Golden Cove; 3.89 / 1.54 / 1.21 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::hint::select_unpredictable;
use lookup::between::Between;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// No load, four choices.
#[derive(Clone, Copy, Debug)]
pub struct Select;

impl Between for Select {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let (a, b) = (a as i64, b as i64);
        let files = (b & 7) - (a & 7);
        // Eight per rank, as in square numbers.
        let ranks = b - a - files;
        let line = select_unpredictable(files == 0, FILE, 0);
        let line = select_unpredictable(ranks == 0, RANK, line);
        let line = select_unpredictable(ranks == 8 * files, DIAGONAL, line);
        let line = select_unpredictable(ranks + 8 * files == 0, ANTIDIAGONAL, line);
        let spanned = (line << a) ^ (line << b);
        Bitboard(spanned & spanned.wrapping_sub(1))
    }
}

impl Variant for Select {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// One bit and all that follow it, for each kind of line.
const RANK: u64 = u64::MAX;
const FILE: u64 = 0x0101_0101_0101_0101;
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
const ANTIDIAGONAL: u64 = 0x8102_0408_1020_4081;

lookup::conformance!(between, Select);
