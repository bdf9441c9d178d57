//! In-between squares of an aligned pair, from direction and distance.
//!
//! A caller who knows that two squares share a line, such as a checker and a king, needs no
//! entries for pairs that do not. The signs of the file and rank differences give the
//! direction, and the larger difference gives the distance. One pattern for each of these,
//! seen from a1, is rotated to the first square. Unaligned squares get the answer of some
//! aligned ones.
//!
//! - Lookup: two signs, two absolute values, one load, one rotation; no branches.
//! - Tables: 9 x 8 patterns of 8 bytes, 9 cache lines.
//! - Source: directions as on <https://www.chessprogramming.org/Direction>.
//!
//! Suits nothing: it is here for its idea, a pattern for each direction and distance. Loses to
//! `between-class-inverse` on aligned squares, all that it answers for, with 576 bytes to half of
//! that.
//!
//! Measured: <!-- published: figures -->by no committed set.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Aligned;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load by direction and distance, for aligned pairs alone.
#[derive(Clone, Copy, Debug)]
pub struct DirectionDistance;

impl Aligned for DirectionDistance {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let files = b.file() as i8 - a.file() as i8;
        let ranks = b.rank() as i8 - a.rank() as i8;
        let direction = direction(files.signum(), ranks.signum());
        let distance = files.unsigned_abs().max(ranks.unsigned_abs());
        let pattern = PATTERNS.0[direction][distance as usize % 8];
        Bitboard(pattern.rotate_left(a as u32))
    }
}

impl Variant for DirectionDistance {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

static PATTERNS: CacheAligned<[[u64; 8]; 9]> = CacheAligned(patterns());

/// From 0 (left and down) to 8 (right and up).
#[inline]
const fn direction(right: i8, up: i8) -> usize {
    (3 * (up + 1) + right + 1) as usize
}

/// For every direction and distance, the squares passed from a1 on a board that wraps
/// around.
const fn patterns() -> [[u64; 8]; 9] {
    let mut patterns = [[0; 8]; 9];
    let mut i = 0;
    while i < 9 {
        let (right, up) = (i as i8 % 3 - 1, i as i8 / 3 - 1);
        let mut distance = 2;
        while distance < 8 {
            let step = (distance as i32 - 1) * (right as i32 + 8 * up as i32);
            let last = 1u64.rotate_left((step & 63) as u32);
            patterns[direction(right, up)][distance] =
                patterns[direction(right, up)][distance - 1] | last;
            distance += 1;
        }
        i += 1;
    }
    patterns
}

lookup::conformance!(between::aligned, DirectionDistance);
