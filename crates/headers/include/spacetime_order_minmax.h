/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Sixteen moves sorted in a register of AVX-512 by minima and maxima.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/order-minmax; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::order_minmax has the same for an engine's own types.
 * - Tables: none. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mavx512f.
 * - Source: https://github.com/official-stockfish/Stockfish/pull/6768
 * - Figures of the crate, by cargo run -p report -- --find:
 *   order/throughput/searches/order-minmax
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.91 to 0.94; waited for: 1.00.
 *   clang++ 14.0.6: 0.90; waited for: 1.01.
 */
#ifndef SPACETIME_ORDER_MINMAX_H
#define SPACETIME_ORDER_MINMAX_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_order_minmax.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__AVX512F__))
#error "spacetime_order_minmax.h needs -mavx512f"
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

/* The largest entries with one more, which all lanes have. Here and below a mask has all lanes,
 * because GCC 12 warns inside its own header of the forms without one. */
static inline __m512i spacetime_order_minmax_inserted(__m512i largest, __m512i entry)
{
    __m512i below = _mm512_maskz_alignr_epi32(0xffff, largest, entry, 15);
    below = _mm512_maskz_min_epu32(0xffff, below, entry);
    return _mm512_maskz_max_epu32(0xffff, largest, below);
}

/* Puts the 16 largest entries of a list to its front, in their order, and tells how many these
 * are. Call it once, before the first entry is asked for; then give what it tells to each call of
 * spacetime_order_minmax_next. */
static inline unsigned spacetime_order_minmax_prepare(uint32_t *entries, unsigned count)
{
    unsigned sorted = count < 16 ? count : 16, place;
    __m512i largest = _mm512_setzero_si512();
    for (place = 0; place < sorted; ++place)
        largest
            = spacetime_order_minmax_inserted(largest, _mm512_set1_epi32(SPACETIME_CAST(int,
                entries[place])));
    for (; place < count; ++place) {
        __m512i entry = _mm512_set1_epi32(SPACETIME_CAST(int, entries[place]));
        /* The one that is lost: the smaller of the entry and the last lane. */
        __m512i last = _mm512_maskz_alignr_epi32(0xffff, largest, largest, 15);
        last = _mm512_maskz_min_epu32(0xffff, last, entry);
        entries[place] = SPACETIME_CAST(uint32_t, _mm512_cvtsi512_si32(last));
        largest = spacetime_order_minmax_inserted(largest, entry);
    }
    /* The mask stops writes behind the list. */
    _mm512_mask_storeu_epi32(
        SPACETIME_CAST(void *, entries), SPACETIME_CAST(__mmask16, ~(0xffffffffU << sorted)),
            largest);
    return sorted;
}

/* Brings the largest of `count` entries that are left, at least one, to their front, and tells it.
 * The next call leaves it out: it begins behind it, with one less. */
static inline uint32_t spacetime_order_minmax_next(uint32_t *rest, unsigned count, unsigned *sorted)
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
namespace order_minmax {

inline unsigned prepare(uint32_t *entries, unsigned count)
{
    return spacetime_order_minmax_prepare(entries, count);
}

inline uint32_t next(uint32_t *rest, unsigned count, unsigned *sorted)
{
    return spacetime_order_minmax_next(rest, count, sorted);
}

}
}
#endif

#endif
