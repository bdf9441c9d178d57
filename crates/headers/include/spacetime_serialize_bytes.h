/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Moves of a set of targets by compressing a vector of bytes in AVX-512.
 *
 * A lookup of Spacetime for C11 and C++17, by GCC or Clang. `cargo run -p headers` writes it,
 * with the tables of crates/serialize-bytes; .ci/taking compares it with the naive oracle.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - Tables: 64 bytes. C++ keeps them once, C keeps constants once in each file.
 * - Needs: -mavx512bw -mavx512f -mavx512vbmi2 -mpopcnt.
 * - Source: https://github.com/official-stockfish/Stockfish/blob/master/src/movegen.cpp
 * - Figures of the crate, by cargo run -p report -- --find:
 *   serialize/throughput/positions/serialize-bytes
 */
#ifndef SPACETIME_SERIALIZE_BYTES_H
#define SPACETIME_SERIALIZE_BYTES_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "spacetime_serialize_bytes.h expects GCC or Clang"
#endif
#if !defined(__AVX512BW__) \
    || !defined(__AVX512F__) \
    || !defined(__AVX512VBMI2__) \
    || !defined(__POPCNT__)
#error "spacetime_serialize_bytes.h needs -mavx512bw -mavx512f -mavx512vbmi2 -mpopcnt"
#endif

#include <stdint.h>

#ifndef SPACETIME_CONSTANT
#ifdef __cplusplus
#define SPACETIME_CONSTANT alignas(64) inline const
#else
#define SPACETIME_CONSTANT _Alignas(64) static const
#endif
#endif

#include <immintrin.h>

/* The numbers of all squares. */
SPACETIME_CONSTANT uint8_t spacetime_serialize_bytes_squares[64] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
};

/* The bytes that a mask names, moved together before zeros. Zen 4 and Zen 5 let the form that
 * zeroes by itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m512i spacetime_serialize_bytes_together(uint64_t mask, __m512i bytes)
{
    __m512i together = _mm512_setzero_si512();
    __asm__("vpcompressb %1, %0%{%2%}" : "+v"(together) : "v"(bytes), "Yk"((__mmask64)mask));
    return together;
}

/* A half of the bytes as words. GCC 12 warns inside its own header of the forms without a mask. */
static inline __m512i spacetime_serialize_bytes_lower(__m512i bytes)
{
    return _mm512_cvtepu8_epi16(_mm512_maskz_extracti64x4_epi64(0xff, bytes, 0));
}

static inline __m512i spacetime_serialize_bytes_upper(__m512i bytes)
{
    return _mm512_cvtepu8_epi16(_mm512_maskz_extracti64x4_epi64(0xff, bytes, 1));
}

/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned spacetime_serialize_bytes(unsigned from, uint64_t targets, uint16_t *moves)
{
    __m512i source = _mm512_set1_epi16((short)(from << 6));
    const void *squares = spacetime_serialize_bytes_squares;
    unsigned count = (unsigned)__builtin_popcountll(targets);
    __m512i together = spacetime_serialize_bytes_together(targets, _mm512_load_si512(squares));
    __m512i words = spacetime_serialize_bytes_lower(together);
    _mm512_storeu_si512((void *)moves, _mm512_or_si512(words, source));
    /* No piece has as many. */
    if (count > 32) {
        words = spacetime_serialize_bytes_upper(together);
        _mm512_storeu_si512((void *)(moves + 32), _mm512_or_si512(words, source));
    }
    return count;
}

#endif
