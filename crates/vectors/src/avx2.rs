//! The 64 [lanes](lookup::lanes) around a square in two registers of AVX2, for the variants
//! with a board of bytes.
//!
//! Each variant adds to this what it asks of the lanes.

use core::arch::x86_64::*;
use lookup::Position;

/// The two halves of 64 lanes.
#[inline]
#[must_use]
#[target_feature(enable = "avx2")]
pub fn halves(bytes: &[u8; 64]) -> [__m256i; 2] {
    // SAFETY: there are 64 bytes.
    let half = |half| unsafe { _mm256_loadu_si256(bytes.as_ptr().cast::<__m256i>().add(half)) };
    [half(0), half(1)]
}

/// The pieces of a board in their lanes.
///
/// A shuffle moves only within 16 bytes, so a half of the lanes takes four shuffles of a quarter
/// of the board each, and every lane is zero in all but one of them.
#[inline]
#[must_use]
#[target_feature(enable = "avx2")]
pub fn permuted(position: &Position, squares: [__m256i; 2]) -> [__m256i; 2] {
    let mut pieces = [_mm256_setzero_si256(); 2];
    let bytes = position.bytes();
    for quarter in 0..4 {
        // SAFETY: there are 64 bytes.
        let board = unsafe { _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>().add(quarter)) };
        let board = _mm256_broadcastsi128_si256(board);
        for half in 0..2 {
            // The place in the quarter, and a number above 127 in lanes that take another.
            let place = _mm256_xor_si256(squares[half], _mm256_set1_epi8(16 * quarter as i8));
            let place = _mm256_adds_epu8(place, _mm256_set1_epi8(0x70));
            pieces[half] = _mm256_or_si256(pieces[half], _mm256_shuffle_epi8(board, place));
        }
    }
    pieces
}

/// The lanes that have this byte.
#[inline]
#[must_use]
#[target_feature(enable = "avx2")]
pub fn equal([low, high]: [__m256i; 2], byte: u8) -> u64 {
    let byte = _mm256_set1_epi8(byte as i8);
    lanes([_mm256_cmpeq_epi8(low, byte), _mm256_cmpeq_epi8(high, byte)])
}

/// The lanes with the highest bit.
#[inline]
#[must_use]
#[target_feature(enable = "avx2")]
pub fn lanes([low, high]: [__m256i; 2]) -> u64 {
    let highest = |bytes| u64::from(_mm256_movemask_epi8(bytes) as u32);
    highest(high) << 32 | highest(low)
}

/// Writes the first words of 32 bits of two registers, 16 at most.
#[inline]
#[target_feature(enable = "avx2")]
pub fn store_words(words: &mut [u32], halves: [__m256i; 2]) {
    let count = _mm256_set1_epi32(words.len().min(16) as i32);
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let others = _mm256_add_epi32(lanes, _mm256_set1_epi32(8));
    let words = words.as_mut_ptr().cast::<i32>();
    // SAFETY: the masks stop writes past the words, and `wrapping_add` may leave them.
    unsafe {
        _mm256_maskstore_epi32(words, _mm256_cmpgt_epi32(count, lanes), halves[0]);
        _mm256_maskstore_epi32(words.wrapping_add(8), _mm256_cmpgt_epi32(count, others), halves[1]);
    }
}

/// The words at four places; the last one for a place beyond it.
#[inline]
#[must_use]
#[target_feature(enable = "avx2")]
pub fn gathered<const N: usize>(words: &[u64; N], [a, b, c, d]: [i32; 4]) -> __m256i {
    const { assert!(0 < N && N <= i32::MAX as usize) };
    let places = _mm_min_epu32(_mm_setr_epi32(a, b, c, d), _mm_set1_epi32(N as i32 - 1));
    // SAFETY: no place is beyond the last word.
    unsafe { _mm256_i32gather_epi64::<8>(words.as_ptr().cast(), places) }
}
