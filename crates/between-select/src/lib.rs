//! In-between squares by calculation, choosing among four lines.
//!
//! Files and ranks apart say which line two squares share: a file if the first
//! is zero, a rank if the second is, a diagonal if they are equal, an
//! antidiagonal if they are opposite. A line that steps by s squares is a bit,
//! and another one every s bits. Shifted to either square and laid over each
//! other, two of them cancel from the higher square on, and what is left is the
//! line from the lower square, included, to the higher one, excluded. Clearing
//! the lowest bit ends it, whichever square is lower.
//!
//! The choices must stay conditional moves: written as `if`s they became
//! branches, which a stream of few pairs lets the predictor learn, and any other
//! punishes. They come in the order in which what they ask is known.
//!
//! - Lookup: some 30 instructions; no loads and no branches.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
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
        // Eight per rank, as the numbers of squares have it.
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

/// A bit, and all that follow it on a line of each kind.
const RANK: u64 = u64::MAX;
const FILE: u64 = 0x0101_0101_0101_0101;
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
const ANTIDIAGONAL: u64 = 0x8102_0408_1020_4081;

lookup::between::conformance!(Select);
