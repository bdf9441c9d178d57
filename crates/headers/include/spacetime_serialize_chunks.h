/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Moves of a set of targets bit by bit, a fixed number at a time.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/serialize-chunks; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::serialize_chunks has the same for an engine's own types.
 * - Tables: none. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://github.com/simdjson/simdjson
 * - Figures of the crate, by cargo run -p report -- --find:
 *   serialize/throughput/positions/serialize-chunks
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.99 to 1.03; waited for: 0.64 to 1.04.
 *   clang++ 14.0.6: 1.01 to 1.08; waited for: 0.72 to 1.15.
 */
#ifndef SPACETIME_SERIALIZE_CHUNKS_H
#define SPACETIME_SERIALIZE_CHUNKS_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_serialize_chunks.h expects GCC, Clang or MSVC"
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

#if defined(__BMI__) && defined(__x86_64__)
#include <immintrin.h>
#else
#ifndef SPACETIME_LOWEST
#define SPACETIME_LOWEST
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* The lowest square of a set that has one. */
static inline unsigned spacetime_lowest(uint64_t set)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long square;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&square, set);
#else
    if (!_BitScanForward(&square, SPACETIME_CAST(unsigned long, set))) {
        _BitScanForward(&square, SPACETIME_CAST(unsigned long, set >> 32));
        square += 32;
    }
#endif
    return SPACETIME_CAST(unsigned, square);
#else
    return SPACETIME_CAST(unsigned, __builtin_ctzll(set));
#endif
}
#endif

#endif

/* The lowest square of a set; any number if it is empty. */
static inline unsigned spacetime_serialize_chunks_lowest(uint64_t set)
{
#if defined(__BMI__) && defined(__x86_64__)
    return SPACETIME_CAST(unsigned, _tzcnt_u64(set));
#else
    return spacetime_lowest(set | 0x8000000000000000ULL);
#endif
}

/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned spacetime_serialize_chunks(unsigned from, uint64_t targets, uint16_t *moves)
{
    uint64_t rest = targets;
    unsigned chunk, place;
    for (chunk = 0; chunk < 64; chunk += 8) {
        /* Below its level 3 GCC leaves a loop, which takes half as long again. */
#if defined(__clang__)
#pragma clang loop unroll(full)
#elif defined(__GNUC__)
#pragma GCC unroll 8
#endif
        for (place = chunk; place < chunk + 8; ++place) {
            moves[place]
                = SPACETIME_CAST(uint16_t, (from << 6) + spacetime_serialize_chunks_lowest(rest));
            rest &= rest - 1;
        }
        if (!rest)
            break;
    }
    return spacetime_count(targets);
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
namespace serialize_chunks {

template <class Square, class Set>
inline unsigned serialize(Square from, Set targets, uint16_t *moves)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return spacetime_serialize_chunks(static_cast<unsigned>(from),
        static_cast<uint64_t>(targets), moves);
}

}
}
#endif

#endif
