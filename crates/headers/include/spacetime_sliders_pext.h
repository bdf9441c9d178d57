/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Sliding attacks by an index that the instruction PEXT gathers.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/sliders-pext; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::sliders_pext has the same for an engine's own types.
 * - Tables: 863232 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: -mbmi2.
 * - Source: https://www.chessprogramming.org/BMI2
 * - Figures of the crate, by cargo run -p report -- --find:
 *   sliders/throughput/games/sliders-pext
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.90 to 0.91; waited for: 0.92.
 *   clang++ 14.0.6: 0.98 to 0.99; waited for: 0.87 to 0.88.
 */
#ifndef SPACETIME_SLIDERS_PEXT_H
#define SPACETIME_SLIDERS_PEXT_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_sliders_pext.h expects GCC, Clang or MSVC"
#endif
#if (!defined(_MSC_VER) || defined(__clang__)) \
    && (!defined(__BMI2__))
#error "spacetime_sliders_pext.h needs -mbmi2"
#endif
#if !defined(__x86_64__) && !defined(_M_X64)
#error "spacetime_sliders_pext.h needs a build for x86-64"
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

/* AMD's processors before Zen 3 have PEXT and take many cycles for it. */
#include <immintrin.h>

/* The attacks, which are filled before main, once for the whole program. */
#define SPACETIME_SLIDERS_PEXT_SETS 107648
#ifdef __cplusplus
#define SPACETIME_SLIDERS_PEXT_ALIGNED alignas(64)
#else
#define SPACETIME_SLIDERS_PEXT_ALIGNED _Alignas(64)
#endif
#if defined(__cplusplus) && __cplusplus >= 201703L
alignas(64) inline uint64_t spacetime_sliders_pext_attacks[SPACETIME_SLIDERS_PEXT_SETS];
#elif defined(_MSC_VER)
__declspec(selectany) SPACETIME_SLIDERS_PEXT_ALIGNED
uint64_t spacetime_sliders_pext_attacks[SPACETIME_SLIDERS_PEXT_SETS] = {0};
#else
extern uint64_t spacetime_sliders_pext_attacks[SPACETIME_SLIDERS_PEXT_SETS];
SPACETIME_SLIDERS_PEXT_ALIGNED __attribute__((weak))
uint64_t spacetime_sliders_pext_attacks[SPACETIME_SLIDERS_PEXT_SETS];
#endif

/* The squares that can hide others, and where a piece's attacks on a square begin. */
struct spacetime_sliders_pext_row {
    uint64_t mask;
    uint64_t first;
};

/* A rook's row and a bishop's, for each square. */
SPACETIME_CONSTANT const struct spacetime_sliders_pext_row spacetime_sliders_pext_rows[64][2] = {
    {{0x000101010101017eULL, 0},
        {0x0040201008040200ULL, 4096}},
    {{0x000202020202027cULL, 4160},
        {0x0000402010080400ULL, 6208}},
    {{0x000404040404047aULL, 6240},
        {0x0000004020100a00ULL, 8288}},
    {{0x0008080808080876ULL, 8320},
        {0x0000000040221400ULL, 10368}},
    {{0x001010101010106eULL, 10400},
        {0x0000000002442800ULL, 12448}},
    {{0x002020202020205eULL, 12480},
        {0x0000000204085000ULL, 14528}},
    {{0x004040404040403eULL, 14560},
        {0x0000020408102000ULL, 16608}},
    {{0x008080808080807eULL, 16640},
        {0x0002040810204000ULL, 20736}},
    {{0x0001010101017e00ULL, 20800},
        {0x0020100804020000ULL, 22848}},
    {{0x0002020202027c00ULL, 22880},
        {0x0040201008040000ULL, 23904}},
    {{0x0004040404047a00ULL, 23936},
        {0x00004020100a0000ULL, 24960}},
    {{0x0008080808087600ULL, 24992},
        {0x0000004022140000ULL, 26016}},
    {{0x0010101010106e00ULL, 26048},
        {0x0000000244280000ULL, 27072}},
    {{0x0020202020205e00ULL, 27104},
        {0x0000020408500000ULL, 28128}},
    {{0x0040404040403e00ULL, 28160},
        {0x0002040810200000ULL, 29184}},
    {{0x0080808080807e00ULL, 29216},
        {0x0004081020400000ULL, 31264}},
    {{0x00010101017e0100ULL, 31296},
        {0x0010080402000200ULL, 33344}},
    {{0x00020202027c0200ULL, 33376},
        {0x0020100804000400ULL, 34400}},
    {{0x00040404047a0400ULL, 34432},
        {0x004020100a000a00ULL, 35456}},
    {{0x0008080808760800ULL, 35584},
        {0x0000402214001400ULL, 36608}},
    {{0x00101010106e1000ULL, 36736},
        {0x0000024428002800ULL, 37760}},
    {{0x00202020205e2000ULL, 37888},
        {0x0002040850005000ULL, 38912}},
    {{0x00404040403e4000ULL, 39040},
        {0x0004081020002000ULL, 40064}},
    {{0x00808080807e8000ULL, 40096},
        {0x0008102040004000ULL, 42144}},
    {{0x000101017e010100ULL, 42176},
        {0x0008040200020400ULL, 44224}},
    {{0x000202027c020200ULL, 44256},
        {0x0010080400040800ULL, 45280}},
    {{0x000404047a040400ULL, 45312},
        {0x0020100a000a1000ULL, 46336}},
    {{0x0008080876080800ULL, 46464},
        {0x0040221400142200ULL, 47488}},
    {{0x001010106e101000ULL, 48000},
        {0x0002442800284400ULL, 49024}},
    {{0x002020205e202000ULL, 49536},
        {0x0004085000500800ULL, 50560}},
    {{0x004040403e404000ULL, 50688},
        {0x0008102000201000ULL, 51712}},
    {{0x008080807e808000ULL, 51744},
        {0x0010204000402000ULL, 53792}},
    {{0x0001017e01010100ULL, 53824},
        {0x0004020002040800ULL, 55872}},
    {{0x0002027c02020200ULL, 55904},
        {0x0008040004081000ULL, 56928}},
    {{0x0004047a04040400ULL, 56960},
        {0x00100a000a102000ULL, 57984}},
    {{0x0008087608080800ULL, 58112},
        {0x0022140014224000ULL, 59136}},
    {{0x0010106e10101000ULL, 59648},
        {0x0044280028440200ULL, 60672}},
    {{0x0020205e20202000ULL, 61184},
        {0x0008500050080400ULL, 62208}},
    {{0x0040403e40404000ULL, 62336},
        {0x0010200020100800ULL, 63360}},
    {{0x0080807e80808000ULL, 63392},
        {0x0020400040201000ULL, 65440}},
    {{0x00017e0101010100ULL, 65472},
        {0x0002000204081000ULL, 67520}},
    {{0x00027c0202020200ULL, 67552},
        {0x0004000408102000ULL, 68576}},
    {{0x00047a0404040400ULL, 68608},
        {0x000a000a10204000ULL, 69632}},
    {{0x0008760808080800ULL, 69760},
        {0x0014001422400000ULL, 70784}},
    {{0x00106e1010101000ULL, 70912},
        {0x0028002844020000ULL, 71936}},
    {{0x00205e2020202000ULL, 72064},
        {0x0050005008040200ULL, 73088}},
    {{0x00403e4040404000ULL, 73216},
        {0x0020002010080400ULL, 74240}},
    {{0x00807e8080808000ULL, 74272},
        {0x0040004020100800ULL, 76320}},
    {{0x007e010101010100ULL, 76352},
        {0x0000020408102000ULL, 78400}},
    {{0x007c020202020200ULL, 78432},
        {0x0000040810204000ULL, 79456}},
    {{0x007a040404040400ULL, 79488},
        {0x00000a1020400000ULL, 80512}},
    {{0x0076080808080800ULL, 80544},
        {0x0000142240000000ULL, 81568}},
    {{0x006e101010101000ULL, 81600},
        {0x0000284402000000ULL, 82624}},
    {{0x005e202020202000ULL, 82656},
        {0x0000500804020000ULL, 83680}},
    {{0x003e404040404000ULL, 83712},
        {0x0000201008040200ULL, 84736}},
    {{0x007e808080808000ULL, 84768},
        {0x0000402010080400ULL, 86816}},
    {{0x7e01010101010100ULL, 86848},
        {0x0002040810204000ULL, 90944}},
    {{0x7c02020202020200ULL, 91008},
        {0x0004081020400000ULL, 93056}},
    {{0x7a04040404040400ULL, 93088},
        {0x000a102040000000ULL, 95136}},
    {{0x7608080808080800ULL, 95168},
        {0x0014224000000000ULL, 97216}},
    {{0x6e10101010101000ULL, 97248},
        {0x0028440200000000ULL, 99296}},
    {{0x5e20202020202000ULL, 99328},
        {0x0050080402000000ULL, 101376}},
    {{0x3e40404040404000ULL, 101408},
        {0x0020100804020000ULL, 103456}},
    {{0x7e80808080808000ULL, 103488},
        {0x0040201008040200ULL, 107584}},
};

static inline uint64_t spacetime_sliders_pext_index(
    unsigned square, unsigned piece, uint64_t occupied)
{
    const struct spacetime_sliders_pext_row *it = &spacetime_sliders_pext_rows[square][piece];
    return it->first + _pext_u64(occupied, it->mask);
}

/* The squares that a rook (0) or a bishop (1) attacks, step by step. */
static inline uint64_t spacetime_sliders_pext_walk(
    unsigned square, uint64_t occupied, unsigned piece)
{
    static const int steps[2][4][2] = {
        {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
        {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
    };
    uint64_t attacked = 0;
    unsigned way;
    for (way = 0; way < 4; ++way) {
        int file = SPACETIME_CAST(int, square & 7), rank = SPACETIME_CAST(int, square >> 3);
        for (;;) {
            uint64_t reached;
            file += steps[piece][way][0];
            rank += steps[piece][way][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            reached = SPACETIME_CAST(uint64_t, 1) << (8 * rank + file);
            attacked |= reached;
            if (occupied & reached)
                break;
        }
    }
    return attacked;
}

/* Fills the attacks. It runs before main. */
static inline void spacetime_sliders_pext_init(void)
{
    unsigned square, piece;
    for (square = 0; square < 64; ++square) {
        for (piece = 0; piece < 2; ++piece) {
            uint64_t mask = spacetime_sliders_pext_rows[square][piece].mask, occupied = 0;
            do {
                spacetime_sliders_pext_attacks[spacetime_sliders_pext_index(square, piece,
                    occupied)]
                    = spacetime_sliders_pext_walk(square, occupied, piece);
                /* Subtracting the mask carries through the squares outside it. */
                occupied = (occupied - mask) & mask;
            } while (occupied);
        }
    }
}

#if defined(__GNUC__) || defined(__clang__)
/* Before what C++ initialises, in other files too. */
__attribute__((constructor(101))) static void spacetime_sliders_pext_fill(void)
{
    /* Another file may have done so: a rook on a1 attacks something. */
    if (!spacetime_sliders_pext_attacks[0])
        spacetime_sliders_pext_init();
}
#elif defined(__cplusplus)
namespace spacetime {

static const bool sliders_pext_is_filled = [] {
    spacetime_sliders_pext_init();
    return true;
}();

}
#elif !defined(SPACETIME_SLIDERS_PEXT_IS_CALLED)
#error "spacetime_sliders_pext.h: call spacetime_sliders_pext_init() \
first in main, and say so by defining SPACETIME_SLIDERS_PEXT_IS_CALLED: in C, MSVC does not"
#endif

/* The squares that a rook attacks. */
static inline uint64_t spacetime_sliders_pext_rook(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_pext_attacks[spacetime_sliders_pext_index(square, 0, occupied)];
}

/* The squares that a bishop attacks. */
static inline uint64_t spacetime_sliders_pext_bishop(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_pext_attacks[spacetime_sliders_pext_index(square, 1, occupied)];
}

/* The squares that a queen attacks. */
static inline uint64_t spacetime_sliders_pext_queen(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_pext_rook(square, occupied)
        | spacetime_sliders_pext_bishop(square, occupied);
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
namespace sliders_pext {

SPACETIME_SHARED constexpr const auto &rows = spacetime_sliders_pext_rows;

template <class Square, class Set>
inline Set rook(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_pext_rook(static_cast<unsigned>(square),
        static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set bishop(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_pext_bishop(static_cast<unsigned>(square),
        static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set queen(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_pext_queen(static_cast<unsigned>(square),
        static_cast<uint64_t>(occupied)));
}

}
}
#endif

#endif
