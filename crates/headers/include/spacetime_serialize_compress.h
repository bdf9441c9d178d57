/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Moves of a set of targets by compressing two vectors of all moves in AVX-512.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/serialize-compress; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::serialize_compress has the same for an engine's own types.
 * - Tables: 128 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mavx512f -mavx512vbmi2 -mpopcnt -mavx512bw.
 * - Source: https://github.com/official-stockfish/Stockfish/pull/6153
 * - Figures of the crate, by cargo run -p report -- --find:
 *   serialize/throughput/positions/serialize-compress
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.76; waited for: 0.91.
 *   clang++ 14.0.6: 0.75; waited for: 0.91.
 */
#ifndef SPACETIME_SERIALIZE_COMPRESS_H
#define SPACETIME_SERIALIZE_COMPRESS_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_serialize_compress.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__AVX512F__) \
        || !defined(__AVX512VBMI2__) \
        || !defined(__POPCNT__) \
        || !defined(__AVX512BW__))
#error "spacetime_serialize_compress.h needs -mavx512f -mavx512vbmi2 -mpopcnt -mavx512bw"
#endif

#include <stdint.h>

#ifndef SPACETIME_CONSTANT
#if defined(__cplusplus) && __cplusplus >= 201703L
#define SPACETIME_CONSTANT alignas(64) inline constexpr
#elif defined(__cplusplus)
#define SPACETIME_CONSTANT alignas(64) static constexpr
#else
#define SPACETIME_CONSTANT _Alignas(64) static
#endif
#endif

#ifndef SPACETIME_CAST
#ifdef __cplusplus
#define SPACETIME_CAST(type, value) static_cast<type>(value)
#else
#define SPACETIME_CAST(type, value) ((type)(value))
#endif
#endif

#include <immintrin.h>

#ifndef SPACETIME_COUNT
#define SPACETIME_COUNT
/* The number of squares in a set. */
static inline unsigned spacetime_count(uint64_t set)
{
#if defined(_MSC_VER) && !defined(__clang__)
    set -= set >> 1 & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + (set >> 2 & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return SPACETIME_CAST(unsigned, set * 0x0101010101010101ULL >> 56);
#else
    return SPACETIME_CAST(unsigned, __builtin_popcountll(set));
#endif
}
#endif

/* The moves from a1 to all squares. */
SPACETIME_CONSTANT const uint16_t spacetime_serialize_compress_from_a1[64] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
};

/* The words that a mask names, moved together before zeros. Zen 4 and Zen 5 let the form that
 * zeroes by itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m512i spacetime_serialize_compress_together(uint32_t mask, __m512i words)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _mm512_maskz_compress_epi16(mask, words);
#else
    __m512i together = _mm512_setzero_si512();
    __asm__("vpcompressw {%1, %0%{%2%}|%0%{%2%}, %1}"
            : "+v"(together)
            : "v"(words), "Yk"(mask));
    return together;
#endif
}

/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned spacetime_serialize_compress(
    unsigned from, uint64_t targets, uint16_t *moves)
{
    __m512i source = _mm512_set1_epi16(SPACETIME_CAST(short, from << 6));
    uint32_t low = SPACETIME_CAST(uint32_t, targets);
    uint32_t high = SPACETIME_CAST(uint32_t, targets >> 32);
    unsigned first = spacetime_count(low);
    const void *lower = spacetime_serialize_compress_from_a1;
    const void *upper = spacetime_serialize_compress_from_a1 + 32;
    __m512i words = _mm512_or_si512(_mm512_load_si512(lower), source);
    _mm512_storeu_si512(SPACETIME_CAST(void *, moves), spacetime_serialize_compress_together(low,
        words));
    words = _mm512_or_si512(_mm512_load_si512(upper), source);
    words = spacetime_serialize_compress_together(high, words);
    _mm512_storeu_si512(SPACETIME_CAST(void *, moves + first), words);
    return first + spacetime_count(high);
}

#ifdef __cplusplus
#ifndef SPACETIME_SHARED
#if __cplusplus >= 201703L
#define SPACETIME_SHARED inline
#else
#define SPACETIME_SHARED static
#endif

namespace spacetime {

/* The type of an argument before it. */
template <class Type> struct identity { using type = Type; };
template <class Type> using same = typename identity<Type>::type;

}
#endif

/* The same for an engine's own squares and sets: integers, enums, and classes that can be cast to
 * and from integers. */
namespace spacetime {
namespace serialize_compress {

SPACETIME_SHARED constexpr const auto &from_a1 = spacetime_serialize_compress_from_a1;

template <class Square, class Set>
inline unsigned serialize(Square from, Set targets, uint16_t *moves)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return spacetime_serialize_compress(static_cast<unsigned>(from),
        static_cast<uint64_t>(targets), moves);
}

}
}
#endif

#endif
