//! In-between squares of many pairs, calculated in AVX2 registers.
//!
//! Comparing files and ranks as bytes finds, for 16 pairs at once, which of four lines the
//! two squares share. A register holds one pattern per line: the squares that follow on it.
//! The pattern, shifted to the lower square and cut off at the higher one, is the answer.
//! For pairs that share no line, the shift is too far and leaves nothing.
//!
//! A byte shuffle cannot cross the halves of a register. Both halves therefore hold the
//! same 16 pairs, which costs nothing at the load. A shuffle for each operand then spreads
//! the bytes of four pairs over four words of eight bytes.
//!
//! Fewer than 16 pairs are answered one by one.
//!
//! - Lookup: 8 instructions for 4 pairs, and some 30 for 16; loads only squares.
//! - Tables: 4 patterns of 8 bytes, loaded once per batch.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
//!
//! Suits batches of 16 pairs on processors with AVX2: it takes 32 bytes, and on some of them it is
//! faster than a loop over `between-rectangular`. Loses to that loop on others.
//!
//! Measured: <!-- published: figures -->time by that of
//! `between-batch-loop+between-rectangular` on `positions`, hot / waiting / beside 1
//! MiB: 0.93 / – / 0.98 on Zen 4; 1.08 / – / 0.98 on Golden Cove; 1.10 / – / 0.97 on
//! Zen 5.<!-- end -->
#![no_std]

use lookup::between::Batch;
use lookup::between::batch::one_by_one;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// Four shuffles, two shifts; four pairs at a time.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Batch for Avx2 {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        #[cfg(target_arch = "x86_64")]
        if out.len() >= 16 && processor::get() {
            // SAFETY: the processor has the function's target features.
            return unsafe { x86::batch(a, b, out) };
        }
        one_by_one(a, b, out, one);
    }
}

impl Variant for Avx2 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

/// The squares that follow the first one on a rank, file, diagonal and antidiagonal.
static PATTERNS: CacheAligned<[u64; 4]> = CacheAligned([
    0xffff_ffff_ffff_fffe,
    0x0101_0101_0101_0100,
    0x8040_2010_0804_0200,
    0x8102_0408_1020_4080,
]);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::PATTERNS;
    use core::arch::x86_64::*;
    use lookup::{Bitboard, Square};

    /// At least 16 pairs.
    #[target_feature(enable = "avx2")]
    pub(super) fn batch(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        // SAFETY: the table has 32 bytes.
        let patterns = unsafe { _mm256_load_si256((&raw const PATTERNS).cast()) };
        // The last 16 pairs overlap the turn before, unless the count is a multiple of 16.
        let last = out.len() - 16;
        for begin in (0..last).step_by(16).chain([last]) {
            let (a, b) = (a[begin..].first_chunk(), b[begin..].first_chunk());
            let out = out[begin..].first_chunk_mut();
            if let (Some(a), Some(b), Some(out)) = (a, b, out) {
                sixteen(a, b, out, patterns);
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn sixteen(a: &[Square; 16], b: &[Square; 16], out: &mut [Bitboard; 16], patterns: __m256i) {
        // SAFETY: a square is a byte.
        let load = |squares: &[Square; 16]| unsafe { _mm_loadu_si128(squares.as_ptr().cast()) };
        let (a, b) = (_mm256_broadcastsi128_si256(load(a)), _mm256_broadcastsi128_si256(load(b)));
        let (low, high) = (_mm256_min_epu8(a, b), _mm256_max_epu8(a, b));
        let part = |bits| {
            let bits = _mm256_set1_epi8(bits);
            _mm256_sub_epi8(_mm256_and_si256(high, bits), _mm256_and_si256(low, bits))
        };
        // Eight per rank, as in square numbers, and eight per file. Words, not bytes, are
        // shifted, so bits from neighbouring bytes must be cleared.
        let (files, ranks) = (part(7), part(0x38));
        let files = _mm256_and_si256(_mm256_slli_epi16::<3>(files), _mm256_set1_epi8(-8));
        let zero = _mm256_setzero_si256();
        let file = _mm256_cmpeq_epi8(files, zero);
        let rank = _mm256_cmpeq_epi8(ranks, zero);
        let diagonal = _mm256_cmpeq_epi8(ranks, files);
        let antidiagonal = _mm256_cmpeq_epi8(_mm256_add_epi8(ranks, files), zero);
        // The pattern's number, twice: the permutation moves words of half a pattern.
        let straight = _mm256_and_si256(file, _mm256_set1_epi8(2));
        let oblique = _mm256_or_si256(
            _mm256_and_si256(diagonal, _mm256_set1_epi8(4)),
            _mm256_and_si256(antidiagonal, _mm256_set1_epi8(6)),
        );
        let lower = _mm256_or_si256(straight, oblique);
        let upper = _mm256_or_si256(lower, _mm256_set1_epi8(1));
        let halves = [_mm256_unpacklo_epi8(lower, upper), _mm256_unpackhi_epi8(lower, upper)];
        let line =
            _mm256_or_si256(_mm256_or_si256(file, rank), _mm256_or_si256(diagonal, antidiagonal));
        let low = _mm256_or_si256(low, _mm256_andnot_si256(line, _mm256_set1_epi8(0x40)));
        let mut four = _mm256_set_epi64x(-253, -254, -255, -256);
        for (number, out) in out.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let wide = |squares| _mm256_shuffle_epi8(squares, four);
            let numbers = _mm256_shuffle_epi8(halves[number / 2], eight(number % 2));
            let pattern = _mm256_permutevar8x32_epi32(patterns, numbers);
            let after = _mm256_sllv_epi64(pattern, wide(low));
            let beyond = _mm256_sllv_epi64(_mm256_set1_epi64x(-1), wide(high));
            let answers = _mm256_andnot_si256(beyond, after);
            // SAFETY: four answers have 32 bytes.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), answers) };
            four = _mm256_add_epi8(four, _mm256_set1_epi64x(4));
        }
    }

    /// Spreads the first eight bytes of 16, or the last eight, over eight words.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn eight(half: usize) -> __m256i {
        let first = 8 * half as i32;
        _mm256_add_epi32(_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0), _mm256_set1_epi32(first))
    }
}

/// The same for one pair.
#[inline]
fn one(a: Square, b: Square) -> Bitboard {
    let (low, high) = (a.min(b) as i64, a.max(b) as i64);
    let files = 8 * ((high & 7) - (low & 7));
    let ranks = (high & 0x38) - (low & 0x38);
    let on = |line: usize, is: bool| u64::from(is).wrapping_neg() & PATTERNS.0[line];
    let straight = on(0, ranks == 0) | on(1, files == 0);
    let line = straight | on(2, ranks == files) | on(3, ranks == -files);
    Bitboard(line << low & !(u64::MAX << high))
}

lookup::conformance!(between::batch, Avx2, processor);
