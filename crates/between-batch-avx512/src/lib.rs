//! In-between squares of many pairs, with the AVX-512 of its first processors.
//!
//! Comparing files and ranks as bytes finds, for 64 pairs at once, which of four lines the
//! two squares share. A register holds one pattern per line, the squares that follow on it,
//! and an empty one for no line. The pattern, shifted to the lower square and cut off at
//! the higher one, is the answer.
//!
//! Bytes become words of eight bytes without leaving the registers. A shuffle interleaves
//! pairs of rows, and a permutation of words completes the transpose of eight rows of eight
//! bytes. The bytes of the first eight pairs are then in place, and those of each next
//! eight are one shift away.
//!
//! - Lookup: 10 instructions for 8 pairs, and some 30 for 64; loads only squares.
//! - Tables: 8 patterns of 8 bytes, loaded once per batch.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
//!
//! Suits processors with AVX-512 but without VBMI: hot, it is faster than a loop over
//! `between-rectangular`. Loses to `between-batch-vbmi` where AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->time by that of
//! `between-batch-loop+between-rectangular` on `positions`, hot / waiting / beside 1
//! MiB: 0.68 / – / 0.96 on Zen 4; 0.59 / – / 0.96 on Golden Cove; 0.59 / – / 0.96 on
//! Zen 5.<!-- end -->
#![no_std]

use lookup::between::Batch;
use lookup::between::batch::{FOLLOWING, one_by_one};
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant, lines};

/// One permutation, five shifts; eight pairs at a time.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;

impl Batch for Avx512 {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        lookup::dispatch!(x86::batch(a, b, out), one_by_one(a, b, out, lines::between))
    }
}

impl Variant for Avx512 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f");

/// The squares that follow the first one on no line, a rank, file, diagonal and
/// antidiagonal.
static PATTERNS: CacheAligned<[u64; 8]> = CacheAligned(FOLLOWING);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::PATTERNS;
    use core::arch::x86_64::*;
    use lookup::{Bitboard, Square};
    use vectors::avx512::in_between;

    #[target_feature(enable = "avx512bw,avx512f")]
    pub(super) fn batch(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        let (a, a_rest) = a.as_chunks::<64>();
        let (b, b_rest) = b.as_chunks::<64>();
        let (out, out_rest) = out.as_chunks_mut::<64>();
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            block(a, b, out);
        }
        if !out_rest.is_empty() {
            block(a_rest, b_rest, out_rest);
        }
    }

    /// From 1 to 64 pairs.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f")]
    fn block(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        let some = u64::MAX >> (64 - out.len());
        // SAFETY: a square is a byte, and the mask stops reads past the last one.
        let load =
            |squares: &[Square]| unsafe { _mm512_maskz_loadu_epi8(some, squares.as_ptr().cast()) };
        let (a, b) = (load(a), load(b));
        let (low, high) = (_mm512_min_epu8(a, b), _mm512_max_epu8(a, b));
        // SAFETY: the table has 64 bytes.
        let patterns = unsafe { _mm512_load_si512((&raw const PATTERNS).cast()) };
        let columns = [transpose(classes(low, high)), transpose(low), transpose(high)];
        in_between(columns, patterns, out);
    }

    /// The numbers of the patterns.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f")]
    fn classes(low: __m512i, high: __m512i) -> __m512i {
        let part = |bits| {
            let bits = _mm512_set1_epi8(bits);
            _mm512_sub_epi8(_mm512_and_si512(high, bits), _mm512_and_si512(low, bits))
        };
        // Eight per rank, as in square numbers, and eight per file. Words, not bytes, are
        // shifted, so bits from neighbouring bytes must be cleared.
        let (files, ranks) = (part(7), part(0x38));
        let files = _mm512_and_si512(_mm512_slli_epi16::<3>(files), _mm512_set1_epi8(-8));
        let sum = _mm512_add_epi8(ranks, files);
        let number = |class, where_it_is: __mmask64, number| {
            _mm512_mask_mov_epi8(class, where_it_is, _mm512_set1_epi8(number))
        };
        let class = _mm512_setzero_si512();
        let class = number(class, _mm512_testn_epi8_mask(ranks, ranks), 1);
        let class = number(class, _mm512_testn_epi8_mask(files, files), 2);
        let class = number(class, _mm512_cmpeq_epi8_mask(ranks, files), 3);
        number(class, _mm512_testn_epi8_mask(sum, sum), 4)
    }

    /// Transposes eight rows of eight bytes.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f")]
    fn transpose(bytes: __m512i) -> __m512i {
        let interleaved = _mm_set_epi64x(0x0f07_0e06_0d05_0c04, 0x0b03_0a02_0901_0800);
        let two_rows = _mm512_shuffle_epi8(bytes, _mm512_broadcast_i32x4(interleaved));
        let row = |number: i64| 0x0018_0010_0008_0000 + number * 0x0001_0001_0001_0001;
        let from = _mm512_set_epi64(row(7), row(6), row(5), row(4), row(3), row(2), row(1), row(0));
        _mm512_permutexvar_epi16(from, two_rows)
    }
}

lookup::conformance!(between::batch, Avx512, processor);
