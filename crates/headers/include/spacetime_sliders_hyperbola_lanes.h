/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Sliding attacks by o^(o-2r) on three lines at once, in AVX2.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/sliders-hyperbola-lanes; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::sliders_hyperbola_lanes has the same for an engine's own types.
 * - Tables: 2560 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mavx2.
 * - Source: https://www.chessprogramming.org/AVX2
 * - Figures of the crate, by cargo run -p report -- --find:
 *   sliders/throughput/games/sliders-hyperbola-lanes
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 1.00 to 1.09; waited for: 0.97 to 1.00.
 *   clang++ 14.0.6: 0.90 to 0.93; waited for: 1.02 to 1.06.
 */
#ifndef SPACETIME_SLIDERS_HYPERBOLA_LANES_H
#define SPACETIME_SLIDERS_HYPERBOLA_LANES_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_sliders_hyperbola_lanes.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__AVX2__))
#error "spacetime_sliders_hyperbola_lanes.h needs -mavx2"
#endif
#if !defined(__x86_64__) && !defined(_M_X64)
#error "spacetime_sliders_hyperbola_lanes.h needs a build for x86-64"
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

/* Nothing, and the file, diagonal and antidiagonal through each square, without it. */
SPACETIME_CONSTANT const uint64_t spacetime_sliders_hyperbola_lanes_lines[64][4] = {
    {0, 0x0101010101010100ULL, 0x8040201008040200ULL, 0},
    {0, 0x0202020202020200ULL, 0x0080402010080400ULL, 0x0000000000000100ULL},
    {0, 0x0404040404040400ULL, 0x0000804020100800ULL, 0x0000000000010200ULL},
    {0, 0x0808080808080800ULL, 0x0000008040201000ULL, 0x0000000001020400ULL},
    {0, 0x1010101010101000ULL, 0x0000000080402000ULL, 0x0000000102040800ULL},
    {0, 0x2020202020202000ULL, 0x0000000000804000ULL, 0x0000010204081000ULL},
    {0, 0x4040404040404000ULL, 0x0000000000008000ULL, 0x0001020408102000ULL},
    {0, 0x8080808080808000ULL, 0, 0x0102040810204000ULL},
    {0, 0x0101010101010001ULL, 0x4020100804020000ULL, 0x0000000000000002ULL},
    {0, 0x0202020202020002ULL, 0x8040201008040001ULL, 0x0000000000010004ULL},
    {0, 0x0404040404040004ULL, 0x0080402010080002ULL, 0x0000000001020008ULL},
    {0, 0x0808080808080008ULL, 0x0000804020100004ULL, 0x0000000102040010ULL},
    {0, 0x1010101010100010ULL, 0x0000008040200008ULL, 0x0000010204080020ULL},
    {0, 0x2020202020200020ULL, 0x0000000080400010ULL, 0x0001020408100040ULL},
    {0, 0x4040404040400040ULL, 0x0000000000800020ULL, 0x0102040810200080ULL},
    {0, 0x8080808080800080ULL, 0x0000000000000040ULL, 0x0204081020400000ULL},
    {0, 0x0101010101000101ULL, 0x2010080402000000ULL, 0x0000000000000204ULL},
    {0, 0x0202020202000202ULL, 0x4020100804000100ULL, 0x0000000001000408ULL},
    {0, 0x0404040404000404ULL, 0x8040201008000201ULL, 0x0000000102000810ULL},
    {0, 0x0808080808000808ULL, 0x0080402010000402ULL, 0x0000010204001020ULL},
    {0, 0x1010101010001010ULL, 0x0000804020000804ULL, 0x0001020408002040ULL},
    {0, 0x2020202020002020ULL, 0x0000008040001008ULL, 0x0102040810004080ULL},
    {0, 0x4040404040004040ULL, 0x0000000080002010ULL, 0x0204081020008000ULL},
    {0, 0x8080808080008080ULL, 0x0000000000004020ULL, 0x0408102040000000ULL},
    {0, 0x0101010100010101ULL, 0x1008040200000000ULL, 0x0000000000020408ULL},
    {0, 0x0202020200020202ULL, 0x2010080400010000ULL, 0x0000000100040810ULL},
    {0, 0x0404040400040404ULL, 0x4020100800020100ULL, 0x0000010200081020ULL},
    {0, 0x0808080800080808ULL, 0x8040201000040201ULL, 0x0001020400102040ULL},
    {0, 0x1010101000101010ULL, 0x0080402000080402ULL, 0x0102040800204080ULL},
    {0, 0x2020202000202020ULL, 0x0000804000100804ULL, 0x0204081000408000ULL},
    {0, 0x4040404000404040ULL, 0x0000008000201008ULL, 0x0408102000800000ULL},
    {0, 0x8080808000808080ULL, 0x0000000000402010ULL, 0x0810204000000000ULL},
    {0, 0x0101010001010101ULL, 0x0804020000000000ULL, 0x0000000002040810ULL},
    {0, 0x0202020002020202ULL, 0x1008040001000000ULL, 0x0000010004081020ULL},
    {0, 0x0404040004040404ULL, 0x2010080002010000ULL, 0x0001020008102040ULL},
    {0, 0x0808080008080808ULL, 0x4020100004020100ULL, 0x0102040010204080ULL},
    {0, 0x1010100010101010ULL, 0x8040200008040201ULL, 0x0204080020408000ULL},
    {0, 0x2020200020202020ULL, 0x0080400010080402ULL, 0x0408100040800000ULL},
    {0, 0x4040400040404040ULL, 0x0000800020100804ULL, 0x0810200080000000ULL},
    {0, 0x8080800080808080ULL, 0x0000000040201008ULL, 0x1020400000000000ULL},
    {0, 0x0101000101010101ULL, 0x0402000000000000ULL, 0x0000000204081020ULL},
    {0, 0x0202000202020202ULL, 0x0804000100000000ULL, 0x0001000408102040ULL},
    {0, 0x0404000404040404ULL, 0x1008000201000000ULL, 0x0102000810204080ULL},
    {0, 0x0808000808080808ULL, 0x2010000402010000ULL, 0x0204001020408000ULL},
    {0, 0x1010001010101010ULL, 0x4020000804020100ULL, 0x0408002040800000ULL},
    {0, 0x2020002020202020ULL, 0x8040001008040201ULL, 0x0810004080000000ULL},
    {0, 0x4040004040404040ULL, 0x0080002010080402ULL, 0x1020008000000000ULL},
    {0, 0x8080008080808080ULL, 0x0000004020100804ULL, 0x2040000000000000ULL},
    {0, 0x0100010101010101ULL, 0x0200000000000000ULL, 0x0000020408102040ULL},
    {0, 0x0200020202020202ULL, 0x0400010000000000ULL, 0x0100040810204080ULL},
    {0, 0x0400040404040404ULL, 0x0800020100000000ULL, 0x0200081020408000ULL},
    {0, 0x0800080808080808ULL, 0x1000040201000000ULL, 0x0400102040800000ULL},
    {0, 0x1000101010101010ULL, 0x2000080402010000ULL, 0x0800204080000000ULL},
    {0, 0x2000202020202020ULL, 0x4000100804020100ULL, 0x1000408000000000ULL},
    {0, 0x4000404040404040ULL, 0x8000201008040201ULL, 0x2000800000000000ULL},
    {0, 0x8000808080808080ULL, 0x0000402010080402ULL, 0x4000000000000000ULL},
    {0, 0x0001010101010101ULL, 0, 0x0002040810204080ULL},
    {0, 0x0002020202020202ULL, 0x0001000000000000ULL, 0x0004081020408000ULL},
    {0, 0x0004040404040404ULL, 0x0002010000000000ULL, 0x0008102040800000ULL},
    {0, 0x0008080808080808ULL, 0x0004020100000000ULL, 0x0010204080000000ULL},
    {0, 0x0010101010101010ULL, 0x0008040201000000ULL, 0x0020408000000000ULL},
    {0, 0x0020202020202020ULL, 0x0010080402010000ULL, 0x0040800000000000ULL},
    {0, 0x0040404040404040ULL, 0x0020100804020100ULL, 0x0080000000000000ULL},
    {0, 0x0080808080808080ULL, 0x0040201008040201ULL, 0},
};

/* Attacks on the first rank, by its occupied inner squares and by file. */
SPACETIME_CONSTANT const uint8_t spacetime_sliders_hyperbola_lanes_ranks[64][8] = {
    {254, 253, 251, 247, 239, 223, 191, 127},
    {2, 253, 250, 246, 238, 222, 190, 126},
    {6, 5, 251, 244, 236, 220, 188, 124},
    {2, 5, 250, 244, 236, 220, 188, 124},
    {14, 13, 11, 247, 232, 216, 184, 120},
    {2, 13, 10, 246, 232, 216, 184, 120},
    {6, 5, 11, 244, 232, 216, 184, 120},
    {2, 5, 10, 244, 232, 216, 184, 120},
    {30, 29, 27, 23, 239, 208, 176, 112},
    {2, 29, 26, 22, 238, 208, 176, 112},
    {6, 5, 27, 20, 236, 208, 176, 112},
    {2, 5, 26, 20, 236, 208, 176, 112},
    {14, 13, 11, 23, 232, 208, 176, 112},
    {2, 13, 10, 22, 232, 208, 176, 112},
    {6, 5, 11, 20, 232, 208, 176, 112},
    {2, 5, 10, 20, 232, 208, 176, 112},
    {62, 61, 59, 55, 47, 223, 160, 96},
    {2, 61, 58, 54, 46, 222, 160, 96},
    {6, 5, 59, 52, 44, 220, 160, 96},
    {2, 5, 58, 52, 44, 220, 160, 96},
    {14, 13, 11, 55, 40, 216, 160, 96},
    {2, 13, 10, 54, 40, 216, 160, 96},
    {6, 5, 11, 52, 40, 216, 160, 96},
    {2, 5, 10, 52, 40, 216, 160, 96},
    {30, 29, 27, 23, 47, 208, 160, 96},
    {2, 29, 26, 22, 46, 208, 160, 96},
    {6, 5, 27, 20, 44, 208, 160, 96},
    {2, 5, 26, 20, 44, 208, 160, 96},
    {14, 13, 11, 23, 40, 208, 160, 96},
    {2, 13, 10, 22, 40, 208, 160, 96},
    {6, 5, 11, 20, 40, 208, 160, 96},
    {2, 5, 10, 20, 40, 208, 160, 96},
    {126, 125, 123, 119, 111, 95, 191, 64},
    {2, 125, 122, 118, 110, 94, 190, 64},
    {6, 5, 123, 116, 108, 92, 188, 64},
    {2, 5, 122, 116, 108, 92, 188, 64},
    {14, 13, 11, 119, 104, 88, 184, 64},
    {2, 13, 10, 118, 104, 88, 184, 64},
    {6, 5, 11, 116, 104, 88, 184, 64},
    {2, 5, 10, 116, 104, 88, 184, 64},
    {30, 29, 27, 23, 111, 80, 176, 64},
    {2, 29, 26, 22, 110, 80, 176, 64},
    {6, 5, 27, 20, 108, 80, 176, 64},
    {2, 5, 26, 20, 108, 80, 176, 64},
    {14, 13, 11, 23, 104, 80, 176, 64},
    {2, 13, 10, 22, 104, 80, 176, 64},
    {6, 5, 11, 20, 104, 80, 176, 64},
    {2, 5, 10, 20, 104, 80, 176, 64},
    {62, 61, 59, 55, 47, 95, 160, 64},
    {2, 61, 58, 54, 46, 94, 160, 64},
    {6, 5, 59, 52, 44, 92, 160, 64},
    {2, 5, 58, 52, 44, 92, 160, 64},
    {14, 13, 11, 55, 40, 88, 160, 64},
    {2, 13, 10, 54, 40, 88, 160, 64},
    {6, 5, 11, 52, 40, 88, 160, 64},
    {2, 5, 10, 52, 40, 88, 160, 64},
    {30, 29, 27, 23, 47, 80, 160, 64},
    {2, 29, 26, 22, 46, 80, 160, 64},
    {6, 5, 27, 20, 44, 80, 160, 64},
    {2, 5, 26, 20, 44, 80, 160, 64},
    {14, 13, 11, 23, 40, 80, 160, 64},
    {2, 13, 10, 22, 40, 80, 160, 64},
    {6, 5, 11, 20, 40, 80, 160, 64},
    {2, 5, 10, 20, 40, 80, 160, 64},
};

#ifndef SPACETIME_TURNED
#define SPACETIME_TURNED
#if defined(_MSC_VER) && !defined(__clang__)
#include <stdlib.h>
#endif

/* A set with its ranks in reverse order. */
static inline uint64_t spacetime_turned(uint64_t set)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _byteswap_uint64(set);
#else
    return __builtin_bswap64(set);
#endif
}
#endif

static inline uint64_t spacetime_sliders_hyperbola_lanes_rank(unsigned square, uint64_t occupied)
{
    unsigned first = square & 56;
    unsigned inner = SPACETIME_CAST(unsigned, occupied >> first >> 1) & 63;
    return SPACETIME_CAST(uint64_t, spacetime_sliders_hyperbola_lanes_ranks[inner][square
        & 7]) << first;
}

/* The squares of a line that a slider sees, in both directions. */
static inline uint64_t spacetime_sliders_hyperbola_lanes_line(unsigned square, uint64_t occupied,
    uint64_t line)
{
    uint64_t slider = SPACETIME_CAST(uint64_t, 1) << square;
    uint64_t obstacles = occupied & line;
    uint64_t above = obstacles - slider;
    uint64_t below = spacetime_turned(obstacles) - spacetime_turned(slider);
    return (above ^ spacetime_turned(below)) & line;
}
/* The order of bytes that turns either lane upside down. */
static inline __m128i spacetime_sliders_hyperbola_lanes_turn(void)
{
    return _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
}

/* What a slider sees of two lines, joined. */
static inline uint64_t spacetime_sliders_hyperbola_lanes_two(unsigned square, uint64_t occupied,
    const void *lines)
{
    const __m128i turn = spacetime_sliders_hyperbola_lanes_turn();
    __m128i both = _mm_loadu_si128(SPACETIME_CAST(const __m128i *, lines));
    __m128i slider = _mm_set1_epi64x(SPACETIME_CAST(long long, 1ULL << square));
    __m128i all = _mm_set1_epi64x(SPACETIME_CAST(long long, occupied));
    __m128i obstacles = _mm_and_si128(both, all);
    __m128i above = _mm_sub_epi64(obstacles, slider);
    __m128i below = _mm_sub_epi64(
        _mm_shuffle_epi8(obstacles, turn), _mm_shuffle_epi8(slider, turn));
    __m128i seen = _mm_xor_si128(above, _mm_shuffle_epi8(below, turn));
    seen = _mm_and_si128(seen, both);
    seen = _mm_or_si128(seen, _mm_unpackhi_epi64(seen, seen));
    return SPACETIME_CAST(uint64_t, _mm_cvtsi128_si64(seen));
}
/* The squares that a rook attacks: only a file is left for lanes. */
static inline uint64_t spacetime_sliders_hyperbola_lanes_rook(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_hyperbola_lanes_rank(square, occupied)
        | spacetime_sliders_hyperbola_lanes_line(square, occupied,
            spacetime_sliders_hyperbola_lanes_lines[square][1]);
}

/* The squares that a bishop attacks. */
static inline uint64_t spacetime_sliders_hyperbola_lanes_bishop(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_hyperbola_lanes_two(square, occupied,
        &spacetime_sliders_hyperbola_lanes_lines[square][2]);
}

/* The squares that a queen attacks. */
static inline uint64_t spacetime_sliders_hyperbola_lanes_queen(unsigned square, uint64_t occupied)
{
    const void *row = spacetime_sliders_hyperbola_lanes_lines[square];
    __m256i lines = _mm256_load_si256(SPACETIME_CAST(const __m256i *, row));
    __m256i turn = _mm256_broadcastsi128_si256(spacetime_sliders_hyperbola_lanes_turn());
    __m256i slider = _mm256_set1_epi64x(SPACETIME_CAST(long long, 1ULL << square));
    __m256i all = _mm256_set1_epi64x(SPACETIME_CAST(long long, occupied));
    __m256i obstacles = _mm256_and_si256(lines, all);
    __m256i above = _mm256_sub_epi64(obstacles, slider);
    __m256i below = _mm256_sub_epi64(
        _mm256_shuffle_epi8(obstacles, turn), _mm256_shuffle_epi8(slider, turn));
    __m256i seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, turn));
    __m128i halves;
    seen = _mm256_and_si256(seen, lines);
    halves = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    halves = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    return SPACETIME_CAST(uint64_t, _mm_cvtsi128_si64(halves))
        | spacetime_sliders_hyperbola_lanes_rank(square, occupied);
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
namespace sliders_hyperbola_lanes {

SPACETIME_SHARED constexpr const auto &lines = spacetime_sliders_hyperbola_lanes_lines;
SPACETIME_SHARED constexpr const auto &ranks = spacetime_sliders_hyperbola_lanes_ranks;

template <class Square, class Set>
inline Set rook(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_hyperbola_lanes_rook(
        static_cast<unsigned>(square), static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set bishop(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_hyperbola_lanes_bishop(
        static_cast<unsigned>(square), static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set queen(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_hyperbola_lanes_queen(
        static_cast<unsigned>(square), static_cast<uint64_t>(occupied)));
}

}
}
#endif

#endif
