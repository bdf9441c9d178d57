//! In-between squares from the class of the line, laid out from both squares.
//!
//! The 0x88 difference tells which kind of line two squares share, if any. A line with a
//! step of s squares is the inverse of 1 - 2^s modulo 2^64: one bit, repeated every s bits.
//! Two copies, one shifted to each square, cancel under exclusive or from the higher square
//! on. What remains is the line from the lower square, included, to the higher one,
//! excluded. Clearing the lowest bit completes the answer, whichever square is lower.
//!
//! - Lookup: two renumberings, two dependent loads, two shifts; no branches.
//! - Tables: 240 classes of a byte and 5 lines of 8 bytes, 5 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits programs that have 280 bytes for a table: hot, it is faster than `between-select`. Loses
//! to that calculation where the answer is waited for.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.48 / 1.97 / 1.04 on Zen 4; 2.37 / 2.14
//! / 1.12 on Golden Cove; 3.03 / 2.08 / 1.10 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::lines::Class;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load of a class, one of its line.
#[derive(Clone, Copy, Debug)]
pub struct ClassInverse;

impl Between for ClassInverse {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let class = CLASSES.0[difference(a.index(), b.index())];
        let line = LINES.0[class as usize];
        let spanned = (line << a as u32) ^ (line << b as u32);
        Bitboard(spanned & spanned.wrapping_sub(1))
    }
}

impl Variant for ClassInverse {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&CLASSES, &LINES];
}

static CLASSES: CacheAligned<[Class; 240]> = CacheAligned(Class::by_difference(120));

/// By class, one bit and all that follow it on the line.
static LINES: CacheAligned<[u64; 5]> = CacheAligned([
    0,
    u64::MAX,
    0x8102_0408_1020_4081,
    0x0101_0101_0101_0101,
    0x8040_2010_0804_0201,
]);

/// From 1 (h8 to a1) to 239 (a1 to h8): 1 per step to the right, 16 per step up.
#[inline]
const fn difference(from: usize, to: usize) -> usize {
    (to + (to | 7) + 120) - (from + (from | 7))
}

lookup::conformance!(between, ClassInverse);
