/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * In-between squares by calculation, choosing among four lines by conditional moves.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/between-select; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::between_select has the same for an engine's own types.
 * - Tables: none. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation
 * - Figures of the crate, by cargo run -p report -- --find:
 *   between/throughput/positions/between-select
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 1.06 to 1.24; waited for: 0.78 to 0.80.
 *   clang++ 14.0.6: 1.10 to 1.16; waited for: 0.86 to 0.87.
 */
#ifndef SPACETIME_BETWEEN_SELECT_H
#define SPACETIME_BETWEEN_SELECT_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_between_select.h expects GCC, Clang or MSVC"
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

/* Hides what a compiler knows of a value. */
#ifndef SPACETIME_KEEP
#if defined(__GNUC__) || defined(__clang__)
#define SPACETIME_KEEP(value) __asm__("" : "+r"(value))
#else
#define SPACETIME_KEEP(value) SPACETIME_CAST(void, value)
#endif
#endif

/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t spacetime_between_select(unsigned a, unsigned b)
{
    int files = SPACETIME_CAST(int, b & 7) - SPACETIME_CAST(int, a & 7);
    /* Eight per rank, as in square numbers. */
    int ranks = SPACETIME_CAST(int, b & 56) - SPACETIME_CAST(int, a & 56);
    uint64_t spanned, line = files == 0 ? 0x0101010101010101ULL : 0;
    /* Else GCC branches on the first conditions, which are mispredicted. */
    SPACETIME_KEEP(line);
    line = ranks == 0 ? ~SPACETIME_CAST(uint64_t, 0) : line;
    SPACETIME_KEEP(line);
    line = ranks == 8 * files ? 0x8040201008040201ULL : line;
    SPACETIME_KEEP(line);
    line = ranks + 8 * files == 0 ? 0x8102040810204081ULL : line;
    spanned = (line << a) ^ (line << b);
    return spanned & (spanned - 1);
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
namespace between_select {

template <class Set = uint64_t, class Square>
inline Set between(Square a, same<Square> b)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_between_select(static_cast<unsigned>(a),
        static_cast<unsigned>(b)));
}

}
}
#endif

#endif
