//! In-between squares of squares that carry two numbers.
//!
//! A square is a word. Its lower six bits are the ordinary number, which the rotation uses;
//! the bits above are the 0x88 number. The difference of two words has the 0x88 difference
//! above its lower six bits. On the way down these borrow one from it, and the table
//! accounts for that.
//!
//! - Lookup: one subtraction, one shift, one load, one rotation; no branches. Encoding the
//!   squares is not included.
//! - Tables: 256 patterns of 8 bytes, 32 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits engines whose squares carry both numbers: it takes 2 KiB, and beside a working set it
//! comes near `between-rectangular`. Loses to `between-encoded-72` hot. Encoding was not timed.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 1.88 /
//! 12.08 on Zen 4; 1.75 / 12.13 on Golden Cove; 1.37 / 12.04 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Encoded;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the difference of two words.
#[derive(Clone, Copy, Debug)]
pub struct Encoded0x88;

impl Encoded for Encoded0x88 {
    type Square = u16;

    #[inline]
    fn encode(square: Square) -> u16 {
        let number = square as u16;
        64 * (number + (number & 56)) + number
    }

    #[inline]
    fn between(a: u16, b: u16) -> Bitboard {
        Bitboard(PATTERNS.0[difference(a, b)].rotate_left(u32::from(a)))
    }
}

impl Variant for Encoded0x88 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

static PATTERNS: CacheAligned<[u64; 256]> = CacheAligned(patterns());

/// 1 per step to the right, 16 per step up, one less on the way down, modulo the size of
/// the table.
#[inline]
const fn difference(from: u16, to: u16) -> usize {
    (to.wrapping_sub(from) >> 6) as usize % 256
}

/// The squares passed, one place earlier where the difference is negative.
const fn patterns() -> [u64; 256] {
    let (mut patterns, mut place) = (lines::passed(16, 0), 128);
    while place < 255 {
        patterns[place] = patterns[place + 1];
        place += 1;
    }
    patterns[255] = 0;
    patterns
}

lookup::conformance!(between::encoded, Encoded0x88);
