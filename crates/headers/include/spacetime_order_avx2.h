/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Sixteen moves sorted in two registers of AVX2 by smaller and larger halves.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/order-avx2; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::order_avx2 has the same for an engine's own types.
 * - Tables: none. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mavx2.
 * - Source: https://github.com/official-stockfish/Stockfish/pull/6969
 * - Figures of the crate, by cargo run -p report -- --find:
 *   order/throughput/searches/order-avx2
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.99 to 1.06; waited for: 1.00 to 1.06.
 *   clang++ 14.0.6: 0.99 to 1.01; waited for: 1.01 to 1.02.
 */
#ifndef SPACETIME_ORDER_AVX2_H
#define SPACETIME_ORDER_AVX2_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_order_avx2.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__AVX2__))
#error "spacetime_order_avx2.h needs -mavx2"
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

/* An entry is the score of a move in its upper half and the move in the lower one. No two entries
 * of a list are equal. The largest comes first. */

static inline void spacetime_order_avx2_store(uint32_t *entries, __m256i mask, __m256i words)
{
    void *start = entries;
    _mm256_maskstore_epi32(SPACETIME_CAST(int *, start), mask, words);
}

/* All words a lane up, the last one to the first lane. */
static inline __m256i spacetime_order_avx2_up(__m256i words)
{
    return _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
}

/* All words a lane up,
    and in the first lane the last one of those below. Both are given as they are
 * and a lane up: with AVX-512 VL an instruction takes the former, else a blend the latter. */
static inline __m256i spacetime_order_avx2_joined(
    __m256i words, __m256i words_up, __m256i below, __m256i below_up)
{
#if defined(__AVX512F__) && defined(__AVX512VL__)
    SPACETIME_CAST(void, words_up);
    SPACETIME_CAST(void, below_up);
    return _mm256_maskz_alignr_epi32(0xff, words, below, 7);
#else
    SPACETIME_CAST(void, words);
    SPACETIME_CAST(void, below);
    return _mm256_blend_epi32(words_up, below_up, 1);
#endif
}

/* Puts the 16 largest entries of a list to its front, in their order, and tells how many these
 * are. Call it once, before the first entry is asked for; then give what it tells to each call of
 * spacetime_order_avx2_next. */
static inline unsigned spacetime_order_avx2_prepare(uint32_t *entries, unsigned count)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    /* The largest entries so far: to insert one, all move a lane up, where they are smaller. */
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256(), all;
    unsigned sorted = count < 16 ? count : 16, place;
    for (place = 0; place < count; ++place) {
        __m256i entry = _mm256_set1_epi32(SPACETIME_CAST(int, entries[place]));
        __m256i from_high = spacetime_order_avx2_up(high), from_low = spacetime_order_avx2_up(low);
        __m256i below_low = spacetime_order_avx2_joined(low, from_low, entry, entry);
        __m256i below_high = spacetime_order_avx2_joined(high, from_high, low, from_low);
        low = _mm256_max_epu32(low, _mm256_min_epu32(below_low, entry));
        high = _mm256_max_epu32(high, _mm256_min_epu32(below_high, entry));
        /* The one that is lost goes back to the list. */
        if (place >= 16)
            entries[place] = SPACETIME_CAST(
                uint32_t, _mm256_cvtsi256_si32(_mm256_min_epu32(from_high, entry)));
    }
    /* The masks stop writes behind the list. */
    all = _mm256_set1_epi32(SPACETIME_CAST(int, sorted));
    spacetime_order_avx2_store(entries, _mm256_cmpgt_epi32(all, lanes), low);
    if (sorted > 8)
        spacetime_order_avx2_store(entries + 8,
            _mm256_cmpgt_epi32(_mm256_sub_epi32(all, _mm256_set1_epi32(8)), lanes), high);
    return sorted;
}

/* Brings the largest of `count` entries that are left, at least one, to their front, and tells it.
 * The next call leaves it out: it begins behind it, with one less. */
static inline uint32_t spacetime_order_avx2_next(uint32_t *rest, unsigned count, unsigned *sorted)
{
    unsigned largest = 0, other;
    uint32_t found;
    if (*sorted) {
        --*sorted;
        return rest[0];
    }
    for (other = 1; other < count; ++other)
        if (rest[other] > rest[largest])
            largest = other;
    found = rest[largest];
    rest[largest] = rest[0];
    rest[0] = found;
    return found;
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
namespace order_avx2 {

inline unsigned prepare(uint32_t *entries, unsigned count)
{
    return spacetime_order_avx2_prepare(entries, count);
}

inline uint32_t next(uint32_t *rest, unsigned count, unsigned *sorted)
{
    return spacetime_order_avx2_next(rest, count, sorted);
}

}
}
#endif

#endif
