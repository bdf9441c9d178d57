/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * In-between squares by pure calculation, without tables or branches.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/between-branchless; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::between_branchless has the same for an engine's own types.
 * - Tables: none. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation
 * - Figures of the crate, by cargo run -p report -- --find:
 *   between/throughput/positions/between-branchless
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 1.03 to 1.07; waited for: 0.98.
 *   clang++ 14.0.6: 1.01; waited for: 0.94 to 0.96.
 */
#ifndef SPACETIME_BETWEEN_BRANCHLESS_H
#define SPACETIME_BETWEEN_BRANCHLESS_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_between_branchless.h expects GCC, Clang or MSVC"
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

/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t spacetime_between_branchless(unsigned a, unsigned b)
{
    /* From the lower square, included, to the higher one, excluded. */
    uint64_t span = (~SPACETIME_CAST(uint64_t, 0) << a) ^ (~SPACETIME_CAST(uint64_t, 0) << b);
    uint64_t files = SPACETIME_CAST(uint64_t, b & 7) - (a & 7);
    uint64_t ranks = (SPACETIME_CAST(uint64_t, b | 7) - a) >> 3;
    /* The lines that lead up from a1, the antidiagonal moved there from h1. */
    uint64_t line = ((files & 7) - 1) & 0x0001010101010100ULL;
    /* Six ones from b1 on, if the rank is shared. */
    line += (((ranks & 7) - 1) >> 58) << 1;
    line += (((ranks - files) & 15) - 1) & 0x0040201008040200ULL;
    line += (((ranks + files) & 15) - 1) & 0x0002040810204080ULL;
    return line * (span & (~span + 1)) & span;
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
namespace between_branchless {

template <class Set = uint64_t, class Square>
inline Set between(Square a, same<Square> b)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_between_branchless(static_cast<unsigned>(a),
        static_cast<unsigned>(b)));
}

}
}
#endif

#endif
