//! In-between squares from the ordered plain difference, cut to the lines of both.
//!
//! Counting from the lower square halves the patterns by plain difference, and a shift
//! replaces the rotation. The two masks work as in the table of all differences: no pattern
//! that wraps around the edge stays on the queen's lines of both squares.
//!
//! - Lookup: minimum, maximum, three loads, one shift; no branches.
//! - Tables: 64 patterns and 64 masks of 8 bytes, 16 cache lines; the masks are shared.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load by the ordered difference, cut by two masks.
#[derive(Clone, Copy, Debug)]
pub struct OrderedMasks;

impl Between for OrderedMasks {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let low = a.min(b);
        let pattern = PATTERNS.0[a.index().abs_diff(b.index()) % 64] << low as u32;
        Bitboard(pattern & QUEEN.0[a.index()] & QUEEN.0[b.index()])
    }
}

impl Variant for OrderedMasks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS, &QUEEN];
    const SHARED: &'static [&'static dyn Table] = &[&QUEEN];
}

static PATTERNS: CacheAligned<[u64; 64]> = CacheAligned(patterns());
static QUEEN: CacheAligned<[u64; 64]> = CacheAligned(queen());

/// The squares passed on the way up from a1 on a board that wraps around. Two lines share
/// only the difference 7: across a rank, or one step along an antidiagonal, which passes
/// nothing.
const fn patterns() -> [u64; 64] {
    let mut patterns = [0; 64];
    let mut i = 0;
    while i < 4 {
        let (step, mut distance, mut passed) = (STEPS[i], 1, 0);
        while distance <= 7 {
            patterns[distance * step] |= passed;
            passed |= 1 << (distance * step);
            distance += 1;
        }
        i += 1;
    }
    patterns
}

const STEPS: [usize; 4] = [1, 7, 8, 9];

/// The squares between a square and any other: its queen attacks on the empty board,
/// without the edges where they end.
const fn queen() -> [u64; 64] {
    let (mut masks, mut i) = ([0; 64], 0);
    while i < 64 {
        let square = Square::ALL[i];
        masks[i] = lines::relevant(square, ROOK).0 | lines::relevant(square, BISHOP).0;
        i += 1;
    }
    masks
}

lookup::conformance!(between, OrderedMasks);
