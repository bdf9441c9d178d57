//! In-between squares of many pairs, calculated in the registers of AVX2.
//!
//! Which of four lines two squares share is found for 16 pairs at once, by
//! comparing files and ranks as bytes. The squares that follow on a line, for
//! each of the four, fill a register. Shifted to the lower square, and cut off
//! where the higher one is, they are the answer. For pairs without a line the
//! shift is too far, and leaves nothing.
//!
//! A shuffle of bytes reaches no further than its half of a register. Therefore
//! both halves hold the same 16 pairs, which costs nothing where they are loaded,
//! and a shuffle each spreads the bytes of four pairs over four times eight bytes.
//!
//! Fewer than 16 pairs are answered one after the other.
//!
//! - Lookup: for 4 pairs 8 instructions, and some 30 for 16; no loads but of squares.
//! - Tables: 4 patterns of 8 bytes, loaded once per batch.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

use lookup::between::Batch;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Four shuffles, two shifts; four pairs at a time.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Batch for Avx2 {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        #[cfg(target_arch = "x86_64")]
        if out.len() >= 16 && processor::get() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { x86::batch(a, b, out) };
        }
        for ((&a, &b), out) in a.iter().zip(b).zip(out) {
            *out = one(a, b);
        }
    }
}

impl Variant for Avx2 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
    const NEEDS: &'static [&'static str] = &["avx2"];

    fn available() -> bool {
        #[cfg(target_arch = "x86_64")]
        return processor::get();
        #[cfg(not(target_arch = "x86_64"))]
        return false;
    }
}

#[cfg(target_arch = "x86_64")]
cpufeatures::new!(processor, "avx2");

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
        // The last 16 come again, unless they were a turn of the loop.
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
        // Eight per rank, as the numbers of squares have it; so for files, whose
        // bytes shifted by words are cleared of what comes from their neighbours.
        let (files, ranks) = (part(7), part(0x38));
        let files = _mm256_and_si256(_mm256_slli_epi16::<3>(files), _mm256_set1_epi8(-8));
        let zero = _mm256_setzero_si256();
        let file = _mm256_cmpeq_epi8(files, zero);
        let rank = _mm256_cmpeq_epi8(ranks, zero);
        let diagonal = _mm256_cmpeq_epi8(ranks, files);
        let antidiagonal = _mm256_cmpeq_epi8(_mm256_add_epi8(ranks, files), zero);
        // The pattern's number, twice: permutations know words of half its size only.
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

    /// Spreads the first eight bytes of 16, or the others, over eight words.
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

/// The squares that follow the first one on a rank, a file, a diagonal and an
/// antidiagonal.
static PATTERNS: CacheAligned<[u64; 4]> = CacheAligned([
    0xffff_ffff_ffff_fffe,
    0x0101_0101_0101_0100,
    0x8040_2010_0804_0200,
    0x8102_0408_1020_4080,
]);

lookup::between::conformance!(batch Avx2);
