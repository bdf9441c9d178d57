/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Sliding attacks by o^(o-2r), rook and bishop in one go, a cache line per square.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/sliders-hyperbola-double; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::sliders_hyperbola_double has the same for an engine's own types.
 * - Tables: 4608 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mavx2.
 * - Source: https://github.com/official-stockfish/Stockfish/pull/6845
 * - Figures of the crate, by cargo run -p report -- --find:
 *   sliders/throughput/games/sliders-hyperbola-double
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.87 to 0.89; waited for: 0.95.
 *   clang++ 14.0.6: 1.16 to 1.18; waited for: 0.94 to 0.96.
 */
#ifndef SPACETIME_SLIDERS_HYPERBOLA_DOUBLE_H
#define SPACETIME_SLIDERS_HYPERBOLA_DOUBLE_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_sliders_hyperbola_double.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__AVX2__))
#error "spacetime_sliders_hyperbola_double.h needs -mavx2"
#endif
#if !defined(__x86_64__) && !defined(_M_X64)
#error "spacetime_sliders_hyperbola_double.h needs a build for x86-64"
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

/* All that a lookup on a square reads but for a byte, in one cache line: the file, the diagonal, an
 * empty set and the antidiagonal, without the square; the square, and the same upside down; the
 * attacks on the first rank by occupied inner squares; where its rank and these squares begin. */
struct spacetime_sliders_hyperbola_double_row {
    uint64_t lines[4];
    uint64_t slider;
    uint64_t turned;
    const uint8_t *ranks;
    uint32_t first;
    uint32_t inner;
};

/* Attacks on the first rank, by file and occupied inner squares. */
SPACETIME_CONSTANT const uint8_t spacetime_sliders_hyperbola_double_ranks[8][64] = {
    {254, 2, 6, 2, 14, 2, 6, 2, 30, 2, 6, 2, 14, 2, 6, 2, 62, 2, 6, 2, 14, 2, 6, 2, 30, 2, 6, 2, 14,
    2, 6, 2, 126, 2, 6, 2, 14, 2, 6, 2, 30, 2, 6, 2, 14, 2, 6, 2, 62, 2, 6, 2, 14, 2, 6, 2, 30, 2,
    6, 2, 14, 2, 6, 2},
    {253, 253, 5, 5, 13, 13, 5, 5, 29, 29, 5, 5, 13, 13, 5, 5, 61, 61, 5, 5, 13, 13, 5, 5, 29, 29,
    5, 5, 13, 13, 5, 5, 125, 125, 5, 5, 13, 13, 5, 5, 29, 29, 5, 5, 13, 13, 5, 5, 61, 61, 5, 5, 13,
    13, 5, 5, 29, 29, 5, 5, 13, 13, 5, 5},
    {251, 250, 251, 250, 11, 10, 11, 10, 27, 26, 27, 26, 11, 10, 11, 10, 59, 58, 59, 58, 11, 10, 11,
    10, 27, 26, 27, 26, 11, 10, 11, 10, 123, 122, 123, 122, 11, 10, 11, 10, 27, 26, 27, 26, 11, 10,
    11, 10, 59, 58, 59, 58, 11, 10, 11, 10, 27, 26, 27, 26, 11, 10, 11, 10},
    {247, 246, 244, 244, 247, 246, 244, 244, 23, 22, 20, 20, 23, 22, 20, 20, 55, 54, 52, 52, 55, 54,
    52, 52, 23, 22, 20, 20, 23, 22, 20, 20, 119, 118, 116, 116, 119, 118, 116, 116, 23, 22, 20, 20,
    23, 22, 20, 20, 55, 54, 52, 52, 55, 54, 52, 52, 23, 22, 20, 20, 23, 22, 20, 20},
    {239, 238, 236, 236, 232, 232, 232, 232, 239, 238, 236, 236, 232, 232, 232, 232, 47, 46, 44, 44,
    40, 40, 40, 40, 47, 46, 44, 44, 40, 40, 40, 40, 111, 110, 108, 108, 104, 104, 104, 104, 111,
    110, 108, 108, 104, 104, 104, 104, 47, 46, 44, 44, 40, 40, 40, 40, 47, 46, 44, 44, 40, 40, 40,
    40},
    {223, 222, 220, 220, 216, 216, 216, 216, 208, 208, 208, 208, 208, 208, 208, 208, 223, 222, 220,
    220, 216, 216, 216, 216, 208, 208, 208, 208, 208, 208, 208, 208, 95, 94, 92, 92, 88, 88, 88,
    88, 80, 80, 80, 80, 80, 80, 80, 80, 95, 94, 92, 92, 88, 88, 88, 88, 80, 80, 80, 80, 80, 80, 80,
    80},
    {191, 190, 188, 188, 184, 184, 184, 184, 176, 176, 176, 176, 176, 176, 176, 176, 160, 160, 160,
    160, 160, 160, 160, 160, 160, 160, 160, 160, 160, 160, 160, 160, 191, 190, 188, 188, 184, 184,
    184, 184, 176, 176, 176, 176, 176, 176, 176, 176, 160, 160, 160, 160, 160, 160, 160, 160, 160,
    160, 160, 160, 160, 160, 160, 160},
    {127, 126, 124, 124, 120, 120, 120, 120, 112, 112, 112, 112, 112, 112, 112, 112, 96, 96, 96, 96,
    96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64},
};

SPACETIME_CONSTANT const struct spacetime_sliders_hyperbola_double_row
    spacetime_sliders_hyperbola_double_rows[64] = {
    {{0x0101010101010100ULL, 0x8040201008040200ULL, 0, 0},
        0x0000000000000001ULL, 0x0100000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 0, 1},
    {{0x0202020202020200ULL, 0x0080402010080400ULL, 0, 0x0000000000000100ULL},
        0x0000000000000002ULL, 0x0200000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 0, 1},
    {{0x0404040404040400ULL, 0x0000804020100800ULL, 0, 0x0000000000010200ULL},
        0x0000000000000004ULL, 0x0400000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 0, 1},
    {{0x0808080808080800ULL, 0x0000008040201000ULL, 0, 0x0000000001020400ULL},
        0x0000000000000008ULL, 0x0800000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 0, 1},
    {{0x1010101010101000ULL, 0x0000000080402000ULL, 0, 0x0000000102040800ULL},
        0x0000000000000010ULL, 0x1000000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 0, 1},
    {{0x2020202020202000ULL, 0x0000000000804000ULL, 0, 0x0000010204081000ULL},
        0x0000000000000020ULL, 0x2000000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 0, 1},
    {{0x4040404040404000ULL, 0x0000000000008000ULL, 0, 0x0001020408102000ULL},
        0x0000000000000040ULL, 0x4000000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 0, 1},
    {{0x8080808080808000ULL, 0, 0, 0x0102040810204000ULL},
        0x0000000000000080ULL, 0x8000000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 0, 1},
    {{0x0101010101010001ULL, 0x4020100804020000ULL, 0, 0x0000000000000002ULL},
        0x0000000000000100ULL, 0x0001000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 8, 9},
    {{0x0202020202020002ULL, 0x8040201008040001ULL, 0, 0x0000000000010004ULL},
        0x0000000000000200ULL, 0x0002000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 8, 9},
    {{0x0404040404040004ULL, 0x0080402010080002ULL, 0, 0x0000000001020008ULL},
        0x0000000000000400ULL, 0x0004000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 8, 9},
    {{0x0808080808080008ULL, 0x0000804020100004ULL, 0, 0x0000000102040010ULL},
        0x0000000000000800ULL, 0x0008000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 8, 9},
    {{0x1010101010100010ULL, 0x0000008040200008ULL, 0, 0x0000010204080020ULL},
        0x0000000000001000ULL, 0x0010000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 8, 9},
    {{0x2020202020200020ULL, 0x0000000080400010ULL, 0, 0x0001020408100040ULL},
        0x0000000000002000ULL, 0x0020000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 8, 9},
    {{0x4040404040400040ULL, 0x0000000000800020ULL, 0, 0x0102040810200080ULL},
        0x0000000000004000ULL, 0x0040000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 8, 9},
    {{0x8080808080800080ULL, 0x0000000000000040ULL, 0, 0x0204081020400000ULL},
        0x0000000000008000ULL, 0x0080000000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 8, 9},
    {{0x0101010101000101ULL, 0x2010080402000000ULL, 0, 0x0000000000000204ULL},
        0x0000000000010000ULL, 0x0000010000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 16, 17},
    {{0x0202020202000202ULL, 0x4020100804000100ULL, 0, 0x0000000001000408ULL},
        0x0000000000020000ULL, 0x0000020000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 16, 17},
    {{0x0404040404000404ULL, 0x8040201008000201ULL, 0, 0x0000000102000810ULL},
        0x0000000000040000ULL, 0x0000040000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 16, 17},
    {{0x0808080808000808ULL, 0x0080402010000402ULL, 0, 0x0000010204001020ULL},
        0x0000000000080000ULL, 0x0000080000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 16, 17},
    {{0x1010101010001010ULL, 0x0000804020000804ULL, 0, 0x0001020408002040ULL},
        0x0000000000100000ULL, 0x0000100000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 16, 17},
    {{0x2020202020002020ULL, 0x0000008040001008ULL, 0, 0x0102040810004080ULL},
        0x0000000000200000ULL, 0x0000200000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 16, 17},
    {{0x4040404040004040ULL, 0x0000000080002010ULL, 0, 0x0204081020008000ULL},
        0x0000000000400000ULL, 0x0000400000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 16, 17},
    {{0x8080808080008080ULL, 0x0000000000004020ULL, 0, 0x0408102040000000ULL},
        0x0000000000800000ULL, 0x0000800000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 16, 17},
    {{0x0101010100010101ULL, 0x1008040200000000ULL, 0, 0x0000000000020408ULL},
        0x0000000001000000ULL, 0x0000000100000000ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 24, 25},
    {{0x0202020200020202ULL, 0x2010080400010000ULL, 0, 0x0000000100040810ULL},
        0x0000000002000000ULL, 0x0000000200000000ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 24, 25},
    {{0x0404040400040404ULL, 0x4020100800020100ULL, 0, 0x0000010200081020ULL},
        0x0000000004000000ULL, 0x0000000400000000ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 24, 25},
    {{0x0808080800080808ULL, 0x8040201000040201ULL, 0, 0x0001020400102040ULL},
        0x0000000008000000ULL, 0x0000000800000000ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 24, 25},
    {{0x1010101000101010ULL, 0x0080402000080402ULL, 0, 0x0102040800204080ULL},
        0x0000000010000000ULL, 0x0000001000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 24, 25},
    {{0x2020202000202020ULL, 0x0000804000100804ULL, 0, 0x0204081000408000ULL},
        0x0000000020000000ULL, 0x0000002000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 24, 25},
    {{0x4040404000404040ULL, 0x0000008000201008ULL, 0, 0x0408102000800000ULL},
        0x0000000040000000ULL, 0x0000004000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 24, 25},
    {{0x8080808000808080ULL, 0x0000000000402010ULL, 0, 0x0810204000000000ULL},
        0x0000000080000000ULL, 0x0000008000000000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 24, 25},
    {{0x0101010001010101ULL, 0x0804020000000000ULL, 0, 0x0000000002040810ULL},
        0x0000000100000000ULL, 0x0000000001000000ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 32, 33},
    {{0x0202020002020202ULL, 0x1008040001000000ULL, 0, 0x0000010004081020ULL},
        0x0000000200000000ULL, 0x0000000002000000ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 32, 33},
    {{0x0404040004040404ULL, 0x2010080002010000ULL, 0, 0x0001020008102040ULL},
        0x0000000400000000ULL, 0x0000000004000000ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 32, 33},
    {{0x0808080008080808ULL, 0x4020100004020100ULL, 0, 0x0102040010204080ULL},
        0x0000000800000000ULL, 0x0000000008000000ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 32, 33},
    {{0x1010100010101010ULL, 0x8040200008040201ULL, 0, 0x0204080020408000ULL},
        0x0000001000000000ULL, 0x0000000010000000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 32, 33},
    {{0x2020200020202020ULL, 0x0080400010080402ULL, 0, 0x0408100040800000ULL},
        0x0000002000000000ULL, 0x0000000020000000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 32, 33},
    {{0x4040400040404040ULL, 0x0000800020100804ULL, 0, 0x0810200080000000ULL},
        0x0000004000000000ULL, 0x0000000040000000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 32, 33},
    {{0x8080800080808080ULL, 0x0000000040201008ULL, 0, 0x1020400000000000ULL},
        0x0000008000000000ULL, 0x0000000080000000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 32, 33},
    {{0x0101000101010101ULL, 0x0402000000000000ULL, 0, 0x0000000204081020ULL},
        0x0000010000000000ULL, 0x0000000000010000ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 40, 41},
    {{0x0202000202020202ULL, 0x0804000100000000ULL, 0, 0x0001000408102040ULL},
        0x0000020000000000ULL, 0x0000000000020000ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 40, 41},
    {{0x0404000404040404ULL, 0x1008000201000000ULL, 0, 0x0102000810204080ULL},
        0x0000040000000000ULL, 0x0000000000040000ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 40, 41},
    {{0x0808000808080808ULL, 0x2010000402010000ULL, 0, 0x0204001020408000ULL},
        0x0000080000000000ULL, 0x0000000000080000ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 40, 41},
    {{0x1010001010101010ULL, 0x4020000804020100ULL, 0, 0x0408002040800000ULL},
        0x0000100000000000ULL, 0x0000000000100000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 40, 41},
    {{0x2020002020202020ULL, 0x8040001008040201ULL, 0, 0x0810004080000000ULL},
        0x0000200000000000ULL, 0x0000000000200000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 40, 41},
    {{0x4040004040404040ULL, 0x0080002010080402ULL, 0, 0x1020008000000000ULL},
        0x0000400000000000ULL, 0x0000000000400000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 40, 41},
    {{0x8080008080808080ULL, 0x0000004020100804ULL, 0, 0x2040000000000000ULL},
        0x0000800000000000ULL, 0x0000000000800000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 40, 41},
    {{0x0100010101010101ULL, 0x0200000000000000ULL, 0, 0x0000020408102040ULL},
        0x0001000000000000ULL, 0x0000000000000100ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 48, 49},
    {{0x0200020202020202ULL, 0x0400010000000000ULL, 0, 0x0100040810204080ULL},
        0x0002000000000000ULL, 0x0000000000000200ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 48, 49},
    {{0x0400040404040404ULL, 0x0800020100000000ULL, 0, 0x0200081020408000ULL},
        0x0004000000000000ULL, 0x0000000000000400ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 48, 49},
    {{0x0800080808080808ULL, 0x1000040201000000ULL, 0, 0x0400102040800000ULL},
        0x0008000000000000ULL, 0x0000000000000800ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 48, 49},
    {{0x1000101010101010ULL, 0x2000080402010000ULL, 0, 0x0800204080000000ULL},
        0x0010000000000000ULL, 0x0000000000001000ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 48, 49},
    {{0x2000202020202020ULL, 0x4000100804020100ULL, 0, 0x1000408000000000ULL},
        0x0020000000000000ULL, 0x0000000000002000ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 48, 49},
    {{0x4000404040404040ULL, 0x8000201008040201ULL, 0, 0x2000800000000000ULL},
        0x0040000000000000ULL, 0x0000000000004000ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 48, 49},
    {{0x8000808080808080ULL, 0x0000402010080402ULL, 0, 0x4000000000000000ULL},
        0x0080000000000000ULL, 0x0000000000008000ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 48, 49},
    {{0x0001010101010101ULL, 0, 0, 0x0002040810204080ULL},
        0x0100000000000000ULL, 0x0000000000000001ULL,
        spacetime_sliders_hyperbola_double_ranks[0], 56, 57},
    {{0x0002020202020202ULL, 0x0001000000000000ULL, 0, 0x0004081020408000ULL},
        0x0200000000000000ULL, 0x0000000000000002ULL,
        spacetime_sliders_hyperbola_double_ranks[1], 56, 57},
    {{0x0004040404040404ULL, 0x0002010000000000ULL, 0, 0x0008102040800000ULL},
        0x0400000000000000ULL, 0x0000000000000004ULL,
        spacetime_sliders_hyperbola_double_ranks[2], 56, 57},
    {{0x0008080808080808ULL, 0x0004020100000000ULL, 0, 0x0010204080000000ULL},
        0x0800000000000000ULL, 0x0000000000000008ULL,
        spacetime_sliders_hyperbola_double_ranks[3], 56, 57},
    {{0x0010101010101010ULL, 0x0008040201000000ULL, 0, 0x0020408000000000ULL},
        0x1000000000000000ULL, 0x0000000000000010ULL,
        spacetime_sliders_hyperbola_double_ranks[4], 56, 57},
    {{0x0020202020202020ULL, 0x0010080402010000ULL, 0, 0x0040800000000000ULL},
        0x2000000000000000ULL, 0x0000000000000020ULL,
        spacetime_sliders_hyperbola_double_ranks[5], 56, 57},
    {{0x0040404040404040ULL, 0x0020100804020100ULL, 0, 0x0080000000000000ULL},
        0x4000000000000000ULL, 0x0000000000000040ULL,
        spacetime_sliders_hyperbola_double_ranks[6], 56, 57},
    {{0x0080808080808080ULL, 0x0040201008040201ULL, 0, 0},
        0x8000000000000000ULL, 0x0000000000000080ULL,
        spacetime_sliders_hyperbola_double_ranks[7], 56, 57},
};

/* The squares that a rook attacks, and those that a bishop attacks: one lookup for both. */
struct spacetime_sliders_hyperbola_double_sets {
    uint64_t rook;
    uint64_t bishop;
};

static inline struct spacetime_sliders_hyperbola_double_sets
    spacetime_sliders_hyperbola_double_both(unsigned square, uint64_t occupied)
{
    const struct spacetime_sliders_hyperbola_double_row *row
        = &spacetime_sliders_hyperbola_double_rows[square];
    const void *start = row->lines;
    const __m256i turn = _mm256_broadcastsi128_si256(
        _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    __m256i lines = _mm256_load_si256(SPACETIME_CAST(const __m256i *, start));
    __m256i slider = _mm256_set1_epi64x(SPACETIME_CAST(long long, row->slider));
    __m256i turned = _mm256_set1_epi64x(SPACETIME_CAST(long long, row->turned));
    __m256i all = _mm256_set1_epi64x(SPACETIME_CAST(long long, occupied));
    __m256i obstacles = _mm256_and_si256(lines, all);
    __m256i above = _mm256_sub_epi64(obstacles, slider);
    __m256i below = _mm256_sub_epi64(_mm256_shuffle_epi8(obstacles, turn), turned);
    __m256i seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, turn));
    __m128i pieces;
    struct spacetime_sliders_hyperbola_double_sets both;
    seen = _mm256_and_si256(seen, lines);
    /* A rook's squares are in the even lanes, a bishop's in the odd ones. */
    pieces = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    both.rook = SPACETIME_CAST(uint64_t, row->ranks[occupied >> row->inner & 63]) << row->first;
    both.rook |= SPACETIME_CAST(uint64_t, _mm_cvtsi128_si64(pieces));
    both.bishop = SPACETIME_CAST(uint64_t, _mm_extract_epi64(pieces, 1));
    return both;
}

/* The squares that a rook attacks. */
static inline uint64_t spacetime_sliders_hyperbola_double_rook(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_hyperbola_double_both(square, occupied).rook;
}

/* The squares that a bishop attacks. */
static inline uint64_t spacetime_sliders_hyperbola_double_bishop(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_hyperbola_double_both(square, occupied).bishop;
}

/* The squares that a queen attacks. */
static inline uint64_t spacetime_sliders_hyperbola_double_queen(unsigned square, uint64_t occupied)
{
    struct spacetime_sliders_hyperbola_double_sets both
        = spacetime_sliders_hyperbola_double_both(square, occupied);
    return both.rook | both.bishop;
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
namespace sliders_hyperbola_double {

SPACETIME_SHARED constexpr const auto &ranks = spacetime_sliders_hyperbola_double_ranks;
SPACETIME_SHARED constexpr const auto &rows = spacetime_sliders_hyperbola_double_rows;

template <class Square, class Set>
inline Set rook(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_hyperbola_double_rook(
        static_cast<unsigned>(square), static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set bishop(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_hyperbola_double_bishop(
        static_cast<unsigned>(square), static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set queen(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_hyperbola_double_queen(
        static_cast<unsigned>(square), static_cast<uint64_t>(occupied)));
}

}
}
#endif

#endif
