//! Loads and stores of a register of AVX-512, and compressions that do not wait for the register
//! that they write.
//!
//! Zen 4 and Zen 5 let a compression that zeroes by itself, `vpcompressw zmm0{k1}{z}, zmm1`, wait
//! for the earlier contents of `zmm0`, of which nothing is left. A compression that merges into a
//! register of zeros does the same and waits for the zeros alone, which cost nothing. LLVM
//! [issue 206849](https://github.com/llvm/llvm-project/issues/206849) describes it. The pinned
//! compiler makes the first form of the intrinsics, even of those that merge into a vector of
//! zeros, so the second is written as assembly. docs/compressions.md has the times of both.

use core::arch::asm;
use core::arch::x86_64::*;
use lookup::Bitboard;

/// A vector of these bytes.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f")]
pub fn loaded(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: there are 64 bytes.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// A vector of these sets.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f")]
pub fn loaded_sets(sets: &[Bitboard; 8]) -> __m512i {
    // SAFETY: there are eight words of eight bytes.
    unsafe { _mm512_loadu_si512(sets.as_ptr().cast()) }
}

/// Writes the first words of 32 bits, 16 at most.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn store_words(words: &mut [u32], vector: __m512i) {
    let some = !(u32::MAX << words.len().min(16)) as u16;
    // SAFETY: the mask stops writes past the words.
    unsafe { _mm512_mask_storeu_epi32(words.as_mut_ptr().cast(), some, vector) }
}

/// The words of 32 bits, 16 at most, before zeros.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f")]
pub fn loaded_words(words: &[u32]) -> __m512i {
    let some = !(u32::MAX << words.len().min(16)) as u16;
    // SAFETY: the mask stops reads past the words.
    unsafe { _mm512_maskz_loadu_epi32(some, words.as_ptr().cast()) }
}

/// Writes the first words of 32 bits of a register to places, so far as there are such.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn scatter_words(words: &mut [u32], count: usize, places: __m512i, vector: __m512i) {
    let length = _mm512_set1_epi32(words.len().min(1 << 16) as i32);
    let some = !(u32::MAX << count.min(16)) as u16;
    let some = _mm512_mask_cmplt_epu32_mask(some, places, length);
    // SAFETY: the mask has none of the places past the words.
    unsafe { _mm512_mask_i32scatter_epi32::<4>(words.as_mut_ptr().cast(), some, places, vector) }
}

/// The [classes](lookup::lanes::classes) of pieces.
#[inline]
#[must_use]
#[target_feature(enable = "avx512bw,avx512f")]
pub fn classified(pieces: __m512i, classes: &[u8; 16]) -> __m512i {
    // SAFETY: there are 16 bytes.
    let classes = unsafe { _mm_loadu_si128(classes.as_ptr().cast()) };
    _mm512_shuffle_epi8(_mm512_broadcast_i32x4(classes), pieces)
}

/// The words that a mask names, moved together before zeros.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub fn compressed_words(mask: u32, words: __m512i) -> __m512i {
    let mut together = _mm512_setzero_si512();
    // SAFETY: an operation on registers. The processor has AVX-512 VBMI2.
    unsafe {
        asm!(
            "vpcompressw {together}{{{mask}}}, {words}",
            together = inout(zmm_reg) together,
            words = in(zmm_reg) words,
            mask = in(kreg) mask,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    together
}

/// The bytes that a mask names, moved together before zeros.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub fn compressed_bytes(mask: u64, bytes: __m512i) -> __m512i {
    let mut together = _mm512_setzero_si512();
    // SAFETY: an operation on registers. The processor has AVX-512 VBMI2.
    unsafe {
        asm!(
            "vpcompressb {together}{{{mask}}}, {bytes}",
            together = inout(zmm_reg) together,
            bytes = in(zmm_reg) bytes,
            mask = in(kreg) mask,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    together
}

/// The bytes of some lanes, 16 at most.
#[inline]
#[target_feature(enable = "avx512bw,avx512f,avx512vbmi2")]
pub fn few_bytes(lanes: u64, bytes: __m512i) -> __m128i {
    _mm512_castsi512_si128(compressed_bytes(lanes, bytes))
}

/// Words of 32 bits, each with a byte of the first and then one of the second.
#[inline]
#[target_feature(enable = "avx512bw,avx512f")]
pub fn side_by_side(first: __m128i, second: __m128i) -> __m512i {
    let halves = [_mm_unpacklo_epi8(first, second), _mm_unpackhi_epi8(first, second)];
    _mm512_cvtepu16_epi32(_mm256_set_m128i(halves[1], halves[0]))
}

/// Writes the squares in between, eight pairs at a time, from columns of the number of the pattern,
/// the lower square and the higher one. The lowest bytes are of the first eight pairs.
#[inline]
#[target_feature(enable = "avx512bw,avx512f")]
pub fn in_between(mut columns: [__m512i; 3], patterns: __m512i, out: &mut [Bitboard]) {
    for out in out.chunks_mut(8) {
        let [class, low, high] = columns;
        let byte = |column| _mm512_and_si512(column, _mm512_set1_epi64(0xff));
        let after = _mm512_sllv_epi64(_mm512_permutexvar_epi64(class, patterns), byte(low));
        let beyond = _mm512_sllv_epi64(_mm512_set1_epi64(-1), byte(high));
        let answers = _mm512_andnot_si512(beyond, after);
        let some = u8::MAX >> (8 - out.len());
        // SAFETY: the mask stops writes past the answers.
        unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().cast(), some, answers) };
        let next = |column| _mm512_srli_epi64::<8>(column);
        columns = [next(columns[0]), next(columns[1]), next(columns[2])];
    }
}
