/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Relations that change with a move: a board of bytes in one register, permuted to rays.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/deltas-byte-board-vbmi; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::deltas_byte_board_vbmi has the same for an engine's own types.
 * - Tables: 4176 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mavx512bw -mavx512f -mavx512vbmi -mavx512vbmi2 -mavx512vl.
 * - Source: https://github.com/codedeliveryservice/Reckless/pull/652
 * - Figures of the crate, by cargo run -p report -- --find:
 *   deltas/throughput/games/deltas-byte-board-vbmi
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 1.17; waited for: 1.32.
 *   clang++ 14.0.6: 1.13 to 1.14; waited for: 1.13.
 */
#ifndef SPACETIME_DELTAS_BYTE_BOARD_VBMI_H
#define SPACETIME_DELTAS_BYTE_BOARD_VBMI_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_deltas_byte_board_vbmi.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__AVX512BW__) \
        || !defined(__AVX512F__) \
        || !defined(__AVX512VBMI__) \
        || !defined(__AVX512VBMI2__) \
        || !defined(__AVX512VL__))
#error "spacetime_deltas_byte_board_vbmi.h needs -mavx512bw -mavx512f -mavx512vbmi -mavx512vbmi2 \
-mavx512vl"
#endif
#if !defined(__x86_64__) && !defined(_M_X64)
#error "spacetime_deltas_byte_board_vbmi.h needs a build for x86-64"
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

/* A board is 64 bytes, one a square: 2 * kind + side of a piece, or 12 for an empty square. Kinds
 * are pawn 0, knight 1, bishop 2, rook 3, queen 4 and king 5, sides White 0 and Black 1. */
enum { SPACETIME_DELTAS_BYTE_BOARD_VBMI_EMPTY = 12 };

/* Relations: a piece attacks another, of its own side too. From the lowest byte up, each has the
 * attacker and its square, the victim and its square. There are at most 64; what stands behind
 * the last one is of no use. */
struct spacetime_deltas_byte_board_vbmi_list {
    uint32_t relations[64 + 16];
    unsigned length;
};

/* For each square the squares around it, by lanes: eight rays of seven lanes, each with the nearest
 * square first, and a knight's leap behind each ray. A lane without a square holds the one in the
 * middle. */
SPACETIME_CONSTANT const uint8_t spacetime_deltas_byte_board_vbmi_squares[64 * 64] = {
    1, 2, 3, 4, 5, 6, 7, 10, 9, 18, 27, 36, 45, 54, 63, 17, 8, 16, 24, 32, 40, 48, 56, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 1, 11, 10, 19, 28, 37, 46, 55, 1, 18, 9, 17, 25, 33, 41, 49,
    57, 16, 8, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 5, 6, 7, 2, 2, 12, 11, 20, 29, 38, 47, 2, 2, 19, 10, 18,
    26, 34, 42, 50, 58, 17, 9, 16, 2, 2, 2, 2, 2, 8, 1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 5, 6, 7, 3, 3, 3, 13, 12, 21, 30, 39, 3,
    3, 3, 20, 11, 19, 27, 35, 43, 51, 59, 18, 10, 17, 24, 3, 3, 3, 3, 9, 2, 1, 0, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 5, 6, 7, 4, 4, 4, 4, 14,
    13, 22, 31, 4, 4, 4, 4, 21, 12, 20, 28, 36, 44, 52, 60, 19, 11, 18, 25, 32, 4, 4, 4, 10, 3, 2,
    1, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 7,
    5, 5, 5, 5, 5, 15, 14, 23, 5, 5, 5, 5, 5, 22, 13, 21, 29, 37, 45, 53, 61, 20, 12, 19, 26, 33,
    40, 5, 5, 11, 4, 3, 2, 1, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
    5, 5, 5, 5, 5, 7, 6, 6, 6, 6, 6, 6, 6, 15, 6, 6, 6, 6, 6, 6, 23, 14, 22, 30, 38, 46, 54, 62,
    21, 13, 20, 27, 34, 41, 48, 6, 12, 5, 4, 3, 2, 1, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 23, 31,
    39, 47, 55, 63, 22, 14, 21, 28, 35, 42, 49, 56, 13, 6, 5, 4, 3, 2, 1, 0, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 9, 10, 11, 12, 13, 14, 15, 18, 17, 26,
    35, 44, 53, 62, 8, 25, 16, 24, 32, 40, 48, 56, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 0, 8, 8, 8, 8, 8, 8, 8, 1, 8, 8, 8, 8, 8, 8, 2, 10, 11, 12, 13,
    14, 15, 9, 19, 18, 27, 36, 45, 54, 63, 9, 26, 17, 25, 33, 41, 49, 57, 9, 24, 16, 9, 9, 9, 9, 9,
    9, 9, 8, 9, 9, 9, 9, 9, 9, 9, 0, 9, 9, 9, 9, 9, 9, 9, 1, 9, 9, 9, 9, 9, 9, 9, 2, 9, 9, 9, 9, 9,
    9, 3, 11, 12, 13, 14, 15, 10, 10, 20, 19, 28, 37, 46, 55, 10, 10, 27, 18, 26, 34, 42, 50, 58,
    10, 25, 17, 24, 10, 10, 10, 10, 10, 16, 9, 8, 10, 10, 10, 10, 10, 0, 1, 10, 10, 10, 10, 10, 10,
    10, 2, 10, 10, 10, 10, 10, 10, 10, 3, 10, 10, 10, 10, 10, 10, 4, 12, 13, 14, 15, 11, 11, 11,
    21, 20, 29, 38, 47, 11, 11, 11, 28, 19, 27, 35, 43, 51, 59, 11, 26, 18, 25, 32, 11, 11, 11, 11,
    17, 10, 9, 8, 11, 11, 11, 11, 1, 2, 11, 11, 11, 11, 11, 11, 11, 3, 11, 11, 11, 11, 11, 11, 11,
    4, 11, 11, 11, 11, 11, 11, 5, 13, 14, 15, 12, 12, 12, 12, 22, 21, 30, 39, 12, 12, 12, 12, 29,
    20, 28, 36, 44, 52, 60, 12, 27, 19, 26, 33, 40, 12, 12, 12, 18, 11, 10, 9, 8, 12, 12, 12, 2, 3,
    12, 12, 12, 12, 12, 12, 12, 4, 12, 12, 12, 12, 12, 12, 12, 5, 12, 12, 12, 12, 12, 12, 6, 14,
    15, 13, 13, 13, 13, 13, 23, 22, 31, 13, 13, 13, 13, 13, 30, 21, 29, 37, 45, 53, 61, 13, 28, 20,
    27, 34, 41, 48, 13, 13, 19, 12, 11, 10, 9, 8, 13, 13, 3, 4, 13, 13, 13, 13, 13, 13, 13, 5, 13,
    13, 13, 13, 13, 13, 13, 6, 13, 13, 13, 13, 13, 13, 7, 15, 14, 14, 14, 14, 14, 14, 14, 23, 14,
    14, 14, 14, 14, 14, 31, 22, 30, 38, 46, 54, 62, 14, 29, 21, 28, 35, 42, 49, 56, 14, 20, 13, 12,
    11, 10, 9, 8, 14, 4, 5, 14, 14, 14, 14, 14, 14, 14, 6, 14, 14, 14, 14, 14, 14, 14, 7, 14, 14,
    14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 23, 31, 39,
    47, 55, 63, 15, 30, 22, 29, 36, 43, 50, 57, 15, 21, 14, 13, 12, 11, 10, 9, 8, 5, 6, 15, 15, 15,
    15, 15, 15, 15, 7, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 17, 18, 19, 20,
    21, 22, 23, 26, 25, 34, 43, 52, 61, 16, 16, 33, 24, 32, 40, 48, 56, 16, 16, 16, 16, 16, 16, 16,
    16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 8, 0, 16, 16,
    16, 16, 16, 1, 9, 2, 16, 16, 16, 16, 16, 10, 18, 19, 20, 21, 22, 23, 17, 27, 26, 35, 44, 53,
    62, 17, 17, 34, 25, 33, 41, 49, 57, 17, 17, 32, 24, 17, 17, 17, 17, 17, 17, 17, 16, 17, 17, 17,
    17, 17, 17, 17, 8, 17, 17, 17, 17, 17, 17, 0, 9, 1, 17, 17, 17, 17, 17, 2, 10, 3, 17, 17, 17,
    17, 17, 11, 19, 20, 21, 22, 23, 18, 18, 28, 27, 36, 45, 54, 63, 18, 18, 35, 26, 34, 42, 50, 58,
    18, 18, 33, 25, 32, 18, 18, 18, 18, 18, 24, 17, 16, 18, 18, 18, 18, 18, 8, 9, 0, 18, 18, 18,
    18, 18, 1, 10, 2, 18, 18, 18, 18, 18, 3, 11, 4, 18, 18, 18, 18, 18, 12, 20, 21, 22, 23, 19, 19,
    19, 29, 28, 37, 46, 55, 19, 19, 19, 36, 27, 35, 43, 51, 59, 19, 19, 34, 26, 33, 40, 19, 19, 19,
    19, 25, 18, 17, 16, 19, 19, 19, 19, 9, 10, 1, 19, 19, 19, 19, 19, 2, 11, 3, 19, 19, 19, 19, 19,
    4, 12, 5, 19, 19, 19, 19, 19, 13, 21, 22, 23, 20, 20, 20, 20, 30, 29, 38, 47, 20, 20, 20, 20,
    37, 28, 36, 44, 52, 60, 20, 20, 35, 27, 34, 41, 48, 20, 20, 20, 26, 19, 18, 17, 16, 20, 20, 20,
    10, 11, 2, 20, 20, 20, 20, 20, 3, 12, 4, 20, 20, 20, 20, 20, 5, 13, 6, 20, 20, 20, 20, 20, 14,
    22, 23, 21, 21, 21, 21, 21, 31, 30, 39, 21, 21, 21, 21, 21, 38, 29, 37, 45, 53, 61, 21, 21, 36,
    28, 35, 42, 49, 56, 21, 21, 27, 20, 19, 18, 17, 16, 21, 21, 11, 12, 3, 21, 21, 21, 21, 21, 4,
    13, 5, 21, 21, 21, 21, 21, 6, 14, 7, 21, 21, 21, 21, 21, 15, 23, 22, 22, 22, 22, 22, 22, 22,
    31, 22, 22, 22, 22, 22, 22, 39, 30, 38, 46, 54, 62, 22, 22, 37, 29, 36, 43, 50, 57, 22, 22, 28,
    21, 20, 19, 18, 17, 16, 22, 12, 13, 4, 22, 22, 22, 22, 22, 5, 14, 6, 22, 22, 22, 22, 22, 7, 15,
    22, 22, 22, 22, 22, 22, 22, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 31,
    39, 47, 55, 63, 23, 23, 38, 30, 37, 44, 51, 58, 23, 23, 29, 22, 21, 20, 19, 18, 17, 16, 13, 14,
    5, 23, 23, 23, 23, 23, 6, 15, 7, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 25,
    26, 27, 28, 29, 30, 31, 34, 33, 42, 51, 60, 24, 24, 24, 41, 32, 40, 48, 56, 24, 24, 24, 24, 24,
    24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 16,
    8, 0, 24, 24, 24, 24, 9, 17, 10, 3, 24, 24, 24, 24, 18, 26, 27, 28, 29, 30, 31, 25, 35, 34, 43,
    52, 61, 25, 25, 25, 42, 33, 41, 49, 57, 25, 25, 25, 40, 32, 25, 25, 25, 25, 25, 25, 25, 24, 25,
    25, 25, 25, 25, 25, 25, 16, 25, 25, 25, 25, 25, 25, 8, 17, 9, 1, 25, 25, 25, 25, 10, 18, 11, 4,
    25, 25, 25, 25, 19, 27, 28, 29, 30, 31, 26, 26, 36, 35, 44, 53, 62, 26, 26, 26, 43, 34, 42, 50,
    58, 26, 26, 26, 41, 33, 40, 26, 26, 26, 26, 26, 32, 25, 24, 26, 26, 26, 26, 26, 16, 17, 8, 26,
    26, 26, 26, 26, 9, 18, 10, 2, 26, 26, 26, 26, 11, 19, 12, 5, 26, 26, 26, 26, 20, 28, 29, 30,
    31, 27, 27, 27, 37, 36, 45, 54, 63, 27, 27, 27, 44, 35, 43, 51, 59, 27, 27, 27, 42, 34, 41, 48,
    27, 27, 27, 27, 33, 26, 25, 24, 27, 27, 27, 27, 17, 18, 9, 0, 27, 27, 27, 27, 10, 19, 11, 3,
    27, 27, 27, 27, 12, 20, 13, 6, 27, 27, 27, 27, 21, 29, 30, 31, 28, 28, 28, 28, 38, 37, 46, 55,
    28, 28, 28, 28, 45, 36, 44, 52, 60, 28, 28, 28, 43, 35, 42, 49, 56, 28, 28, 28, 34, 27, 26, 25,
    24, 28, 28, 28, 18, 19, 10, 1, 28, 28, 28, 28, 11, 20, 12, 4, 28, 28, 28, 28, 13, 21, 14, 7,
    28, 28, 28, 28, 22, 30, 31, 29, 29, 29, 29, 29, 39, 38, 47, 29, 29, 29, 29, 29, 46, 37, 45, 53,
    61, 29, 29, 29, 44, 36, 43, 50, 57, 29, 29, 29, 35, 28, 27, 26, 25, 24, 29, 29, 19, 20, 11, 2,
    29, 29, 29, 29, 12, 21, 13, 5, 29, 29, 29, 29, 14, 22, 15, 29, 29, 29, 29, 29, 23, 31, 30, 30,
    30, 30, 30, 30, 30, 39, 30, 30, 30, 30, 30, 30, 47, 38, 46, 54, 62, 30, 30, 30, 45, 37, 44, 51,
    58, 30, 30, 30, 36, 29, 28, 27, 26, 25, 24, 30, 20, 21, 12, 3, 30, 30, 30, 30, 13, 22, 14, 6,
    30, 30, 30, 30, 15, 23, 30, 30, 30, 30, 30, 30, 30, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31,
    31, 31, 31, 31, 31, 39, 47, 55, 63, 31, 31, 31, 46, 38, 45, 52, 59, 31, 31, 31, 37, 30, 29, 28,
    27, 26, 25, 24, 21, 22, 13, 4, 31, 31, 31, 31, 14, 23, 15, 7, 31, 31, 31, 31, 31, 31, 31, 31,
    31, 31, 31, 31, 31, 33, 34, 35, 36, 37, 38, 39, 42, 41, 50, 59, 32, 32, 32, 32, 49, 40, 48, 56,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 24, 16, 8, 0, 32, 32, 32, 17, 25, 18, 11, 4, 32, 32, 32, 26, 34, 35, 36,
    37, 38, 39, 33, 43, 42, 51, 60, 33, 33, 33, 33, 50, 41, 49, 57, 33, 33, 33, 33, 48, 40, 33, 33,
    33, 33, 33, 33, 33, 32, 33, 33, 33, 33, 33, 33, 33, 24, 33, 33, 33, 33, 33, 33, 16, 25, 17, 9,
    1, 33, 33, 33, 18, 26, 19, 12, 5, 33, 33, 33, 27, 35, 36, 37, 38, 39, 34, 34, 44, 43, 52, 61,
    34, 34, 34, 34, 51, 42, 50, 58, 34, 34, 34, 34, 49, 41, 48, 34, 34, 34, 34, 34, 40, 33, 32, 34,
    34, 34, 34, 34, 24, 25, 16, 34, 34, 34, 34, 34, 17, 26, 18, 10, 2, 34, 34, 34, 19, 27, 20, 13,
    6, 34, 34, 34, 28, 36, 37, 38, 39, 35, 35, 35, 45, 44, 53, 62, 35, 35, 35, 35, 52, 43, 51, 59,
    35, 35, 35, 35, 50, 42, 49, 56, 35, 35, 35, 35, 41, 34, 33, 32, 35, 35, 35, 35, 25, 26, 17, 8,
    35, 35, 35, 35, 18, 27, 19, 11, 3, 35, 35, 35, 20, 28, 21, 14, 7, 35, 35, 35, 29, 37, 38, 39,
    36, 36, 36, 36, 46, 45, 54, 63, 36, 36, 36, 36, 53, 44, 52, 60, 36, 36, 36, 36, 51, 43, 50, 57,
    36, 36, 36, 36, 42, 35, 34, 33, 32, 36, 36, 36, 26, 27, 18, 9, 0, 36, 36, 36, 19, 28, 20, 12,
    4, 36, 36, 36, 21, 29, 22, 15, 36, 36, 36, 36, 30, 38, 39, 37, 37, 37, 37, 37, 47, 46, 55, 37,
    37, 37, 37, 37, 54, 45, 53, 61, 37, 37, 37, 37, 52, 44, 51, 58, 37, 37, 37, 37, 43, 36, 35, 34,
    33, 32, 37, 37, 27, 28, 19, 10, 1, 37, 37, 37, 20, 29, 21, 13, 5, 37, 37, 37, 22, 30, 23, 37,
    37, 37, 37, 37, 31, 39, 38, 38, 38, 38, 38, 38, 38, 47, 38, 38, 38, 38, 38, 38, 55, 46, 54, 62,
    38, 38, 38, 38, 53, 45, 52, 59, 38, 38, 38, 38, 44, 37, 36, 35, 34, 33, 32, 38, 28, 29, 20, 11,
    2, 38, 38, 38, 21, 30, 22, 14, 6, 38, 38, 38, 23, 31, 38, 38, 38, 38, 38, 38, 38, 39, 39, 39,
    39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 47, 55, 63, 39, 39, 39, 39, 54, 46, 53, 60,
    39, 39, 39, 39, 45, 38, 37, 36, 35, 34, 33, 32, 29, 30, 21, 12, 3, 39, 39, 39, 22, 31, 23, 15,
    7, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 39, 41, 42, 43, 44, 45, 46, 47, 50, 49, 58, 40,
    40, 40, 40, 40, 57, 48, 56, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40,
    40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 32, 24, 16, 8, 0, 40, 40, 25, 33, 26, 19,
    12, 5, 40, 40, 34, 42, 43, 44, 45, 46, 47, 41, 51, 50, 59, 41, 41, 41, 41, 41, 58, 49, 57, 41,
    41, 41, 41, 41, 56, 48, 41, 41, 41, 41, 41, 41, 41, 40, 41, 41, 41, 41, 41, 41, 41, 32, 41, 41,
    41, 41, 41, 41, 24, 33, 25, 17, 9, 1, 41, 41, 26, 34, 27, 20, 13, 6, 41, 41, 35, 43, 44, 45,
    46, 47, 42, 42, 52, 51, 60, 42, 42, 42, 42, 42, 59, 50, 58, 42, 42, 42, 42, 42, 57, 49, 56, 42,
    42, 42, 42, 42, 48, 41, 40, 42, 42, 42, 42, 42, 32, 33, 24, 42, 42, 42, 42, 42, 25, 34, 26, 18,
    10, 2, 42, 42, 27, 35, 28, 21, 14, 7, 42, 42, 36, 44, 45, 46, 47, 43, 43, 43, 53, 52, 61, 43,
    43, 43, 43, 43, 60, 51, 59, 43, 43, 43, 43, 43, 58, 50, 57, 43, 43, 43, 43, 43, 49, 42, 41, 40,
    43, 43, 43, 43, 33, 34, 25, 16, 43, 43, 43, 43, 26, 35, 27, 19, 11, 3, 43, 43, 28, 36, 29, 22,
    15, 43, 43, 43, 37, 45, 46, 47, 44, 44, 44, 44, 54, 53, 62, 44, 44, 44, 44, 44, 61, 52, 60, 44,
    44, 44, 44, 44, 59, 51, 58, 44, 44, 44, 44, 44, 50, 43, 42, 41, 40, 44, 44, 44, 34, 35, 26, 17,
    8, 44, 44, 44, 27, 36, 28, 20, 12, 4, 44, 44, 29, 37, 30, 23, 44, 44, 44, 44, 38, 46, 47, 45,
    45, 45, 45, 45, 55, 54, 63, 45, 45, 45, 45, 45, 62, 53, 61, 45, 45, 45, 45, 45, 60, 52, 59, 45,
    45, 45, 45, 45, 51, 44, 43, 42, 41, 40, 45, 45, 35, 36, 27, 18, 9, 0, 45, 45, 28, 37, 29, 21,
    13, 5, 45, 45, 30, 38, 31, 45, 45, 45, 45, 45, 39, 47, 46, 46, 46, 46, 46, 46, 46, 55, 46, 46,
    46, 46, 46, 46, 63, 54, 62, 46, 46, 46, 46, 46, 61, 53, 60, 46, 46, 46, 46, 46, 52, 45, 44, 43,
    42, 41, 40, 46, 36, 37, 28, 19, 10, 1, 46, 46, 29, 38, 30, 22, 14, 6, 46, 46, 31, 39, 46, 46,
    46, 46, 46, 46, 46, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 55, 63, 47,
    47, 47, 47, 47, 62, 54, 61, 47, 47, 47, 47, 47, 53, 46, 45, 44, 43, 42, 41, 40, 37, 38, 29, 20,
    11, 2, 47, 47, 30, 39, 31, 23, 15, 7, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 49, 50, 51,
    52, 53, 54, 55, 58, 57, 48, 48, 48, 48, 48, 48, 48, 56, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48,
    48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 40, 32, 24,
    16, 8, 0, 48, 33, 41, 34, 27, 20, 13, 6, 48, 42, 50, 51, 52, 53, 54, 55, 49, 59, 58, 49, 49,
    49, 49, 49, 49, 49, 57, 49, 49, 49, 49, 49, 49, 49, 56, 49, 49, 49, 49, 49, 49, 49, 48, 49, 49,
    49, 49, 49, 49, 49, 40, 49, 49, 49, 49, 49, 49, 32, 41, 33, 25, 17, 9, 1, 49, 34, 42, 35, 28,
    21, 14, 7, 49, 43, 51, 52, 53, 54, 55, 50, 50, 60, 59, 50, 50, 50, 50, 50, 50, 50, 58, 50, 50,
    50, 50, 50, 50, 50, 57, 50, 50, 50, 50, 50, 50, 56, 49, 48, 50, 50, 50, 50, 50, 40, 41, 32, 50,
    50, 50, 50, 50, 33, 42, 34, 26, 18, 10, 2, 50, 35, 43, 36, 29, 22, 15, 50, 50, 44, 52, 53, 54,
    55, 51, 51, 51, 61, 60, 51, 51, 51, 51, 51, 51, 51, 59, 51, 51, 51, 51, 51, 51, 51, 58, 51, 51,
    51, 51, 51, 51, 57, 50, 49, 48, 51, 51, 51, 51, 41, 42, 33, 24, 51, 51, 51, 51, 34, 43, 35, 27,
    19, 11, 3, 51, 36, 44, 37, 30, 23, 51, 51, 51, 45, 53, 54, 55, 52, 52, 52, 52, 62, 61, 52, 52,
    52, 52, 52, 52, 52, 60, 52, 52, 52, 52, 52, 52, 52, 59, 52, 52, 52, 52, 52, 52, 58, 51, 50, 49,
    48, 52, 52, 52, 42, 43, 34, 25, 16, 52, 52, 52, 35, 44, 36, 28, 20, 12, 4, 52, 37, 45, 38, 31,
    52, 52, 52, 52, 46, 54, 55, 53, 53, 53, 53, 53, 63, 62, 53, 53, 53, 53, 53, 53, 53, 61, 53, 53,
    53, 53, 53, 53, 53, 60, 53, 53, 53, 53, 53, 53, 59, 52, 51, 50, 49, 48, 53, 53, 43, 44, 35, 26,
    17, 8, 53, 53, 36, 45, 37, 29, 21, 13, 5, 53, 38, 46, 39, 53, 53, 53, 53, 53, 47, 55, 54, 54,
    54, 54, 54, 54, 54, 63, 54, 54, 54, 54, 54, 54, 54, 62, 54, 54, 54, 54, 54, 54, 54, 61, 54, 54,
    54, 54, 54, 54, 60, 53, 52, 51, 50, 49, 48, 54, 44, 45, 36, 27, 18, 9, 0, 54, 37, 46, 38, 30,
    22, 14, 6, 54, 39, 47, 54, 54, 54, 54, 54, 54, 54, 55, 55, 55, 55, 55, 55, 55, 55, 55, 55, 55,
    55, 55, 55, 55, 55, 63, 55, 55, 55, 55, 55, 55, 55, 62, 55, 55, 55, 55, 55, 55, 61, 54, 53, 52,
    51, 50, 49, 48, 45, 46, 37, 28, 19, 10, 1, 55, 38, 47, 39, 31, 23, 15, 7, 55, 55, 55, 55, 55,
    55, 55, 55, 55, 55, 57, 58, 59, 60, 61, 62, 63, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56,
    56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56,
    56, 56, 56, 56, 56, 48, 40, 32, 24, 16, 8, 0, 41, 49, 42, 35, 28, 21, 14, 7, 50, 58, 59, 60,
    61, 62, 63, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57,
    57, 57, 57, 57, 57, 56, 57, 57, 57, 57, 57, 57, 57, 48, 57, 57, 57, 57, 57, 57, 40, 49, 41, 33,
    25, 17, 9, 1, 42, 50, 43, 36, 29, 22, 15, 57, 51, 59, 60, 61, 62, 63, 58, 58, 58, 58, 58, 58,
    58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 58, 57, 56, 58,
    58, 58, 58, 58, 48, 49, 40, 58, 58, 58, 58, 58, 41, 50, 42, 34, 26, 18, 10, 2, 43, 51, 44, 37,
    30, 23, 58, 58, 52, 60, 61, 62, 63, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59,
    59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 59, 58, 57, 56, 59, 59, 59, 59, 49, 50, 41, 32,
    59, 59, 59, 59, 42, 51, 43, 35, 27, 19, 11, 3, 44, 52, 45, 38, 31, 59, 59, 59, 53, 61, 62, 63,
    60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60,
    60, 60, 60, 60, 60, 59, 58, 57, 56, 60, 60, 60, 50, 51, 42, 33, 24, 60, 60, 60, 43, 52, 44, 36,
    28, 20, 12, 4, 45, 53, 46, 39, 60, 60, 60, 60, 54, 62, 63, 61, 61, 61, 61, 61, 61, 61, 61, 61,
    61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 60, 59, 58,
    57, 56, 61, 61, 51, 52, 43, 34, 25, 16, 61, 61, 44, 53, 45, 37, 29, 21, 13, 5, 46, 54, 47, 61,
    61, 61, 61, 61, 55, 63, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62,
    62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 61, 60, 59, 58, 57, 56, 62, 52, 53, 44, 35,
    26, 17, 8, 62, 45, 54, 46, 38, 30, 22, 14, 6, 47, 55, 62, 62, 62, 62, 62, 62, 62, 63, 63, 63,
    63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
    63, 63, 63, 63, 63, 62, 61, 60, 59, 58, 57, 56, 53, 54, 45, 36, 27, 18, 9, 0, 46, 55, 47, 39,
    31, 23, 15, 7, 63, 63, 63, 63, 63, 63, 63, 63, 63,
};

/* The classes that attack the square in the middle from each lane, a bit each. */
SPACETIME_CONSTANT const uint8_t spacetime_deltas_byte_board_vbmi_attackers[64] = {
    5, 1, 1, 1, 1, 1, 1, 8, 38, 2, 2, 2, 2, 2, 2, 8, 5, 1, 1, 1, 1, 1, 1, 8, 38, 2, 2, 2, 2, 2, 2,
    8, 5, 1, 1, 1, 1, 1, 1, 8, 22, 2, 2, 2, 2, 2, 2, 8, 5, 1, 1, 1, 1, 1, 1, 8, 22, 2, 2, 2, 2, 2,
    2, 8,
};

/* The classes of each piece, by its number; the two lowest slide. */
SPACETIME_CONSTANT const uint8_t spacetime_deltas_byte_board_vbmi_classes[16] = {
    16, 32, 8, 8, 2, 2, 1, 1, 3, 3, 4, 4, 0, 0, 0, 0,
};

/* What lies around a square, by lanes: pieces and their squares, the lanes that have a square, and
 * those where a piece comes or goes with the move. */
struct spacetime_deltas_byte_board_vbmi_around {
    __m512i pieces, squares;
    uint64_t on_board, changed;
};

/* The bytes of some lanes, 16 at most, before zeros. Zen 4 and Zen 5 let the form that zeroes by
 * itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m128i spacetime_deltas_byte_board_vbmi_few(uint64_t lanes, __m512i bytes)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _mm512_castsi512_si128(_mm512_maskz_compress_epi8(lanes, bytes));
#else
    __m128i few = _mm_setzero_si128();
    __asm__("vpcompressb {%1, %g0%{%2%}|%g0%{%2%}, %1}"
            : "+v"(few)
            : "v"(bytes), "Yk"(SPACETIME_CAST(__mmask64, lanes)));
    return few;
#endif
}

/* Words with the piece of a lane, and above it its square, for 16 lanes at most. Here and
 * below a mask has all lanes, because GCC 12 warns inside its own header of the forms without. */
static inline __m512i spacetime_deltas_byte_board_vbmi_words(
    uint64_t lanes, __m512i pieces, __m512i squares)
{
    __m128i some = spacetime_deltas_byte_board_vbmi_few(lanes, pieces);
    __m128i places = spacetime_deltas_byte_board_vbmi_few(lanes, squares);
    __m256i words = _mm256_castsi128_si256(_mm_unpacklo_epi8(some, places));
    words = _mm256_inserti128_si256(words, _mm_unpackhi_epi8(some, places), 1);
    return _mm512_maskz_cvtepu16_epi32(0xffff, words);
}

/* All lanes of the rays that have one in a mask, which holds no leaps. */
static inline uint64_t spacetime_deltas_byte_board_vbmi_rays(uint64_t lanes)
{
    uint64_t any = (lanes + 0x7f7f7f7f7f7f7f7fULL) & 0x8080808080808080ULL;
    return any - (any >> 7);
}

/* The lanes of the opposite rays, or their bytes. */
static inline uint64_t spacetime_deltas_byte_board_vbmi_opposite(uint64_t lanes)
{
    return lanes << 32 | lanes >> 32;
}

static inline __m512i spacetime_deltas_byte_board_vbmi_turned(__m512i lanes)
{
    return _mm512_maskz_shuffle_i64x2(0xff, lanes, lanes, 0x4e);
}

/* Adds as many relations as there are lanes. */
static inline void spacetime_deltas_byte_board_vbmi_push(
    struct spacetime_deltas_byte_board_vbmi_list *list, uint64_t lanes, __m512i words)
{
    _mm512_storeu_si512(SPACETIME_CAST(void *, list->relations + list->length), words);
    list->length += spacetime_count(lanes);
}

/* Lists the relations that come and go with what stands on a square. GCC would call it, with its
 * vectors in memory. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((always_inline))
#endif
static inline void spacetime_deltas_byte_board_vbmi_relations(
    struct spacetime_deltas_byte_board_vbmi_around around, unsigned square, unsigned piece,
    struct spacetime_deltas_byte_board_vbmi_list *list)
{
    const uint64_t leaps = 0x8080808080808080ULL;
    const void *row = spacetime_deltas_byte_board_vbmi_classes;
    __m512i classes = _mm512_maskz_broadcast_i32x4(
        0xffff, _mm_load_si128(SPACETIME_CAST(const __m128i *, row)));
    const void *lanes = spacetime_deltas_byte_board_vbmi_attackers;
    __m512i attackers = _mm512_load_si512(lanes);
    __m512i attacking = _mm512_and_si512(
        _mm512_shuffle_epi8(classes, around.pieces), attackers);
    uint64_t occupied = _mm512_mask_cmpneq_epi8_mask(
        around.on_board, around.pieces, _mm512_set1_epi8(SPACETIME_DELTAS_BYTE_BOARD_VBMI_EMPTY));
    /* The lanes of each ray up to the nearest piece: the leaps keep bytes from borrowing. */
    uint64_t stopped = occupied | leaps;
    uint64_t reach = stopped ^ (stopped - 0x0101010101010101ULL);
    uint64_t nearest = reach & occupied & ~leaps;
    if (piece != SPACETIME_DELTAS_BYTE_BOARD_VBMI_EMPTY) {
        uint64_t seen = nearest | (occupied & leaps);
        /* The relations between two squares of the move are listed by the attacker. */
        uint64_t from = seen & ~around.changed & _mm512_test_epi8_mask(attacking, attacking);
        /* The number of the same kind of the other side, whose pawns attack so. */
        uint8_t other = spacetime_deltas_byte_board_vbmi_classes[piece ^ 1];
        uint64_t to = seen
            & _mm512_test_epi8_mask(attackers, _mm512_set1_epi8(SPACETIME_CAST(char, other)));
        uint32_t middle = piece | square << 8;
        __m512i words = spacetime_deltas_byte_board_vbmi_words(from, around.pieces, around.squares);
        words = _mm512_or_si512(words, _mm512_set1_epi32(SPACETIME_CAST(int, middle << 16)));
        spacetime_deltas_byte_board_vbmi_push(list, from, words);
        words = spacetime_deltas_byte_board_vbmi_words(to, around.pieces, around.squares);
        words = _mm512_maskz_slli_epi32(0xffff, words, 16);
        words = _mm512_or_si512(words, _mm512_set1_epi32(SPACETIME_CAST(int, middle)));
        spacetime_deltas_byte_board_vbmi_push(list, to, words);
    } else {
        /* Each slider attacks the nearest piece of the opposite ray, four groups further on. */
        uint64_t still = nearest & ~around.changed;
        uint64_t sliders = still & _mm512_test_epi8_mask(attacking, _mm512_set1_epi8(3));
        uint64_t opposite = spacetime_deltas_byte_board_vbmi_opposite(still);
        /* Through two squares that open at once, the one next to the slider lists it. */
        uint64_t twins = reach & around.changed & around.on_board & ~occupied & ~leaps;
        uint64_t rays = spacetime_deltas_byte_board_vbmi_rays(sliders)
            & spacetime_deltas_byte_board_vbmi_rays(opposite)
            & ~spacetime_deltas_byte_board_vbmi_rays(twins);
        __m512i turned_pieces = spacetime_deltas_byte_board_vbmi_turned(around.pieces);
        __m512i turned_squares = spacetime_deltas_byte_board_vbmi_turned(around.squares);
        __m512i victims, words;
        opposite &= rays;
        sliders &= rays;
        victims = spacetime_deltas_byte_board_vbmi_words(opposite, turned_pieces, turned_squares);
        words = spacetime_deltas_byte_board_vbmi_words(sliders, around.pieces, around.squares);
        victims = _mm512_maskz_slli_epi32(0xffff, victims, 16);
        spacetime_deltas_byte_board_vbmi_push(list, sliders, _mm512_or_si512(words, victims));
    }
}

/* Lists the relations that vanish and those that appear with a legal move, by the boards before and
 * after it. Both lists are emptied first, and have no order. */
static inline void spacetime_deltas_byte_board_vbmi(
    const uint8_t *before, const uint8_t *after,
    struct spacetime_deltas_byte_board_vbmi_list *vanished,
    struct spacetime_deltas_byte_board_vbmi_list *appeared)
{
    __m512i old_board = _mm512_loadu_si512(SPACETIME_CAST(const void *, before));
    __m512i new_board = _mm512_loadu_si512(SPACETIME_CAST(const void *, after));
    uint64_t changed = _mm512_cmpneq_epi8_mask(old_board, new_board);
    const __mmask64 every = ~SPACETIME_CAST(__mmask64, 0);
    vanished->length = 0;
    appeared->length = 0;
    for (; changed; changed &= changed - 1) {
        unsigned square = spacetime_lowest(changed);
        struct spacetime_deltas_byte_board_vbmi_around around;
        const void *row = &spacetime_deltas_byte_board_vbmi_squares[64 * square];
        __m512i old_pieces, new_pieces;
        around.squares = _mm512_load_si512(row);
        around.on_board
            = _mm512_cmpneq_epi8_mask(around.squares, _mm512_set1_epi8(SPACETIME_CAST(char,
                square)));
        old_pieces = _mm512_maskz_permutexvar_epi8(every, around.squares, old_board);
        new_pieces = _mm512_maskz_permutexvar_epi8(every, around.squares, new_board);
        around.changed = _mm512_cmpneq_epi8_mask(old_pieces, new_pieces);
        around.pieces = old_pieces;
        spacetime_deltas_byte_board_vbmi_relations(around, square, before[square], vanished);
        around.pieces = new_pieces;
        spacetime_deltas_byte_board_vbmi_relations(around, square, after[square], appeared);
    }
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
namespace deltas_byte_board_vbmi {

SPACETIME_SHARED constexpr const auto &squares = spacetime_deltas_byte_board_vbmi_squares;
SPACETIME_SHARED constexpr const auto &attackers = spacetime_deltas_byte_board_vbmi_attackers;
SPACETIME_SHARED constexpr const auto &classes = spacetime_deltas_byte_board_vbmi_classes;

inline void deltas(const uint8_t *before, const uint8_t *after,
        struct spacetime_deltas_byte_board_vbmi_list *vanished,
        struct spacetime_deltas_byte_board_vbmi_list *appeared)
{
    spacetime_deltas_byte_board_vbmi(before, after, vanished, appeared);
}

}
}
#endif

#endif
