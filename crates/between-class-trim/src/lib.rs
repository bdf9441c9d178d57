//! In-between squares from the class of the line, trimmed to the higher square.
//!
//! The ordered 0x88 difference tells which kind of line two squares share, if any. Each
//! kind has one pattern, seen from a1. Shifted to the lower square and cut off at the
//! higher one, it is the answer. A pattern leaves the board only beyond the higher square.
//!
//! - Lookup: minimum, maximum, two renumberings, two dependent loads, two shifts; no
//!   branches.
//! - Tables: 128 classes of a byte and 5 lines of 8 bytes, 3 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits programs that want the smallest table, 168 bytes: hot, it is faster than `between-select`.
//! Loses to `between-class-inverse` in 280 bytes, hot and in latency.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.74 / 2.10 / 1.07 on Zen 4; 2.91 / 2.54
//! / 1.19 on Golden Cove; 3.20 / 2.41 / 1.15 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::lines::Class;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load of a class, one of its line.
#[derive(Clone, Copy, Debug)]
pub struct ClassTrim;

impl Between for ClassTrim {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let (low, high) = (a.min(b), a.max(b));
        let class = CLASSES.0[spread(high).wrapping_sub(spread(low)) % 128];
        let below = !(u64::MAX << high as u32);
        Bitboard((LINES.0[class as usize] << low as u32) & below)
    }
}

impl Variant for ClassTrim {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&CLASSES, &LINES];
}

static CLASSES: CacheAligned<[Class; 128]> = CacheAligned(Class::by_difference(0));

/// By class, the squares that follow a1 on the line, as far as any answer goes.
static LINES: CacheAligned<[u64; 5]> =
    CacheAligned([0, 0x7e, 0x0002_0408_1020_4080, 0x0001_0101_0101_0100, 0x0040_2010_0804_0200]);

/// The square's number on a board of 16 columns.
#[inline]
const fn spread(square: Square) -> usize {
    square.index() + (square.index() & 56)
}

lookup::conformance!(between, ClassTrim);
