/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * In-between squares by the 0x88 difference, rotated into place.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/between-0x88-rotate; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::between_0x88_rotate has the same for an engine's own types.
 * - Tables: 1920 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference
 * - Figures of the crate, by cargo run -p report -- --find:
 *   between/throughput/positions/between-0x88-rotate
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 1.12; waited for: 0.74.
 *   clang++ 14.0.6: 0.85; waited for: 0.85 to 0.87.
 */
#ifndef SPACETIME_BETWEEN_0X88_ROTATE_H
#define SPACETIME_BETWEEN_0X88_ROTATE_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_between_0x88_rotate.h expects GCC, Clang or MSVC"
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

/* The squares passed from a1, on a board that wraps around, for each 0x88 difference. */
SPACETIME_CONSTANT const uint64_t spacetime_between_0x88_rotate_patterns[240] = {
    0, 0x0080402010080400ULL, 0, 0, 0, 0, 0, 0, 0x0101010101010000ULL, 0, 0, 0, 0, 0, 0,
    0x0204081020400000ULL, 0, 0, 0x0080402010080000ULL, 0, 0, 0, 0, 0, 0x0101010101000000ULL, 0, 0,
    0, 0, 0, 0x0204081020000000ULL, 0, 0, 0, 0, 0x0080402010000000ULL, 0, 0, 0, 0,
    0x0101010100000000ULL, 0, 0, 0, 0, 0x0204081000000000ULL, 0, 0, 0, 0, 0, 0,
    0x0080402000000000ULL, 0, 0, 0, 0x0101010000000000ULL, 0, 0, 0, 0x0204080000000000ULL, 0, 0, 0,
    0, 0, 0, 0, 0, 0x0080400000000000ULL, 0, 0, 0x0101000000000000ULL, 0, 0, 0x0204000000000000ULL,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0080000000000000ULL, 0, 0x0100000000000000ULL, 0,
    0x0200000000000000ULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0xfc00000000000000ULL, 0xf800000000000000ULL, 0xf000000000000000ULL, 0xe000000000000000ULL,
    0xc000000000000000ULL, 0x8000000000000000ULL, 0, 0, 0, 0x0000000000000002ULL,
    0x0000000000000006ULL, 0x000000000000000eULL, 0x000000000000001eULL, 0x000000000000003eULL,
    0x000000000000007eULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0x0000000000000080ULL, 0, 0x0000000000000100ULL, 0, 0x0000000000000200ULL, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0x0000000000004080ULL, 0, 0, 0x0000000000010100ULL, 0, 0, 0x0000000000040200ULL, 0, 0,
    0, 0, 0, 0, 0, 0, 0x0000000000204080ULL, 0, 0, 0, 0x0000000001010100ULL, 0, 0, 0,
    0x0000000008040200ULL, 0, 0, 0, 0, 0, 0, 0x0000000010204080ULL, 0, 0, 0, 0,
    0x0000000101010100ULL, 0, 0, 0, 0, 0x0000001008040200ULL, 0, 0, 0, 0, 0x0000000810204080ULL, 0,
    0, 0, 0, 0, 0x0000010101010100ULL, 0, 0, 0, 0, 0, 0x0000201008040200ULL, 0, 0,
    0x0000040810204080ULL, 0, 0, 0, 0, 0, 0, 0x0001010101010100ULL, 0, 0, 0, 0, 0, 0,
    0x0040201008040200ULL,
};

/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t spacetime_between_0x88_rotate(unsigned a, unsigned b)
{
    uint64_t from = a, to = b;
    /* The constant comes last and so becomes part of the load's address. */
    uint64_t pattern = spacetime_between_0x88_rotate_patterns[to + (to | 7) - (from + (from
        | 7)) + 120];
    return pattern << a | pattern >> ((64 - a) & 63);
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
namespace between_0x88_rotate {

SPACETIME_SHARED constexpr const auto &patterns = spacetime_between_0x88_rotate_patterns;

template <class Set = uint64_t, class Square>
inline Set between(Square a, same<Square> b)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_between_0x88_rotate(static_cast<unsigned>(a),
        static_cast<unsigned>(b)));
}

}
}
#endif

#endif
