//! In-between squares of many pairs, calculated in whatever vectors the target has.
//!
//! Comparing files and ranks as bytes finds, for 16 pairs at once, which of four lines the
//! two squares share. The comparisons are loops of fixed length over arrays, which the
//! compiler turns into vectors as wide as its target allows. The squares that follow on the
//! line, shifted to the lower square and cut off at the higher one, are the answer.
//!
//! Every x86-64 processor compares 16 bytes at once, but only those with AVX2 shift each
//! word of a vector by its own distance. The patterns therefore come from a small table:
//! without vectors, choosing among four constants takes longer.
//!
//! - Lookup: some 2 instructions for the line, one load, and 10 to 15 for the rest.
//! - Tables: 16 patterns of 8 bytes, 2 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
//!
//! Suits builds that name no instruction set: it takes 128 bytes, and hot it is faster than a loop
//! over `between-select`. Loses to a loop over `between-rectangular`.
//!
//! Measured: <!-- published: figures -->time by that of
//! `between-batch-loop+between-rectangular` on `positions`, hot / waiting / beside 1
//! MiB: 1.29 / – / 1.00 on Zen 4; 1.29 / – / 1.03 on Golden Cove; 1.39 / – / 1.00 on
//! Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Batch;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load and two shifts, after finding the lines of 16 pairs.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Batch for Portable {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        let (a, a_rest) = a.as_chunks();
        let (b, b_rest) = b.as_chunks();
        let (out, out_rest) = out.as_chunks_mut();
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            sixteen(a, b, out);
        }
        for ((&a, &b), out) in a_rest.iter().zip(b_rest).zip(out_rest) {
            let (low, high) = (a.min(b) as u8, a.max(b) as u8);
            *out = span(lines(low, high), low, high);
        }
    }
}

impl Variant for Portable {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

/// By shared lines, the squares that follow the first one. A square shares all lines with
/// itself; two squares share at most one.
static PATTERNS: CacheAligned<[u64; 16]> = CacheAligned({
    let mut patterns = [0; 16];
    patterns[1] = 0xffff_ffff_ffff_fffe;
    patterns[2] = 0x0101_0101_0101_0100;
    patterns[4] = 0x8040_2010_0804_0200;
    patterns[8] = 0x8102_0408_1020_4080;
    patterns
});

#[inline]
fn sixteen(a: &[Square; 16], b: &[Square; 16], out: &mut [Bitboard; 16]) {
    let [mut low, mut high, mut shared] = [[0; 16]; 3];
    // One loop for all three: with a loop for each, the vectors differed and took twice as
    // long.
    for i in 0..16 {
        let (a, b) = (a[i] as u8, b[i] as u8);
        (low[i], high[i]) = (a.min(b), a.max(b));
        shared[i] = lines(low[i], high[i]);
    }
    for i in 0..16 {
        out[i] = span(shared[i], low[i], high[i]);
    }
}

/// A bit for each line that two squares share: rank, file, diagonal, antidiagonal.
#[inline]
fn lines(low: u8, high: u8) -> u8 {
    // Eight per rank, as in square numbers, and eight per file.
    let files = (high & 7).wrapping_sub(low & 7).wrapping_mul(8);
    let ranks = (high & 0x38).wrapping_sub(low & 0x38);
    let bit = |is: bool, bit: u8| u8::from(is).wrapping_neg() & bit;
    bit(ranks == 0, 1)
        | bit(files == 0, 2)
        | bit(ranks == files, 4)
        | bit(ranks == files.wrapping_neg(), 8)
}

/// The squares on the line above the lower square and below the higher one.
#[inline]
fn span(lines: u8, low: u8, high: u8) -> Bitboard {
    let after = PATTERNS.0[lines as usize % 16] << (low % 64);
    Bitboard(after & !(u64::MAX << (high % 64)))
}

lookup::conformance!(between::batch, Portable);
