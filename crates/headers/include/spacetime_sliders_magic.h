/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Sliding attacks by magic factors with a shift for each square.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/sliders-magic; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::sliders_magic has the same for an engine's own types.
 * - Tables: 864256 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://www.chessprogramming.org/Magic_Bitboards
 * - Figures of the crate, by cargo run -p report -- --find:
 *   sliders/throughput/games/sliders-magic
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.98; waited for: 0.95 to 0.97.
 *   clang++ 14.0.6: 1.03 to 1.04; waited for: 0.93 to 0.95.
 */
#ifndef SPACETIME_SLIDERS_MAGIC_H
#define SPACETIME_SLIDERS_MAGIC_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_sliders_magic.h expects GCC, Clang or MSVC"
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

/* The attacks, which are filled before main, once for the whole program. */
#define SPACETIME_SLIDERS_MAGIC_SETS 107648
#ifdef __cplusplus
#define SPACETIME_SLIDERS_MAGIC_ALIGNED alignas(64)
#else
#define SPACETIME_SLIDERS_MAGIC_ALIGNED _Alignas(64)
#endif
#if defined(__cplusplus) && __cplusplus >= 201703L
alignas(64) inline uint64_t spacetime_sliders_magic_attacks[SPACETIME_SLIDERS_MAGIC_SETS];
#elif defined(_MSC_VER)
__declspec(selectany) SPACETIME_SLIDERS_MAGIC_ALIGNED
uint64_t spacetime_sliders_magic_attacks[SPACETIME_SLIDERS_MAGIC_SETS] = {0};
#else
extern uint64_t spacetime_sliders_magic_attacks[SPACETIME_SLIDERS_MAGIC_SETS];
SPACETIME_SLIDERS_MAGIC_ALIGNED __attribute__((weak))
uint64_t spacetime_sliders_magic_attacks[SPACETIME_SLIDERS_MAGIC_SETS];
#endif

/* The squares that can hide others, the factor whose product with the occupied ones has the
 * index on top, the shift that leaves it, and where a piece's attacks on a square begin. */
struct spacetime_sliders_magic_row {
    uint64_t mask;
    uint64_t factor;
    uint32_t shift;
    uint32_t first;
};

/* A rook's row and a bishop's, for each square. */
SPACETIME_CONSTANT const struct spacetime_sliders_magic_row spacetime_sliders_magic_rows[64][2] = {
    {{0x000101010101017eULL, 0x038004801120c004ULL, 52, 0},
        {0x0040201008040200ULL, 0x0040100100459180ULL, 58, 4096}},
    {{0x000202020202027cULL, 0x0440062000100040ULL, 53, 4160},
        {0x0000402010080400ULL, 0x0220041422424100ULL, 59, 6208}},
    {{0x000404040404047aULL, 0x0200084026008010ULL, 53, 6240},
        {0x0000004020100a00ULL, 0x8008280100200100ULL, 59, 8288}},
    {{0x0008080808080876ULL, 0x0100043821500100ULL, 53, 8320},
        {0x0000000040221400ULL, 0x0088208220000402ULL, 59, 10368}},
    {{0x001010101010106eULL, 0x6a80069400802800ULL, 53, 10400},
        {0x0000000002442800ULL, 0x110202110012008aULL, 59, 12448}},
    {{0x002020202020205eULL, 0x030004000a010008ULL, 53, 12480},
        {0x0000000204085000ULL, 0x400090100800200cULL, 59, 14528}},
    {{0x004040404040403eULL, 0x0080020001000080ULL, 53, 14560},
        {0x0000020408102000ULL, 0x2889080202200404ULL, 59, 16608}},
    {{0x008080808080807eULL, 0x8600042880410402ULL, 52, 16640},
        {0x0002040810204000ULL, 0x8400120110021101ULL, 58, 20736}},
    {{0x0001010101017e00ULL, 0x0200802080004000ULL, 53, 20800},
        {0x0020100804020000ULL, 0x4100441030212500ULL, 59, 22848}},
    {{0x0002020202027c00ULL, 0x4001808020004000ULL, 54, 22880},
        {0x0040201008040000ULL, 0x108020029602022aULL, 59, 23904}},
    {{0x0004040404047a00ULL, 0x0000801000200083ULL, 54, 23936},
        {0x00004020100a0000ULL, 0x00084850a1060009ULL, 59, 24960}},
    {{0x0008080808087600ULL, 0x4082001040082201ULL, 54, 24992},
        {0x0000004022140000ULL, 0x6001580a06200802ULL, 59, 26016}},
    {{0x0010101010106e00ULL, 0x0808800800800400ULL, 54, 26048},
        {0x0000000244280000ULL, 0x1048420210010004ULL, 59, 27072}},
    {{0x0020202020205e00ULL, 0x8080800200800400ULL, 54, 27104},
        {0x0000020408500000ULL, 0x0200010108400120ULL, 59, 28128}},
    {{0x0040404040403e00ULL, 0x00c2000874010200ULL, 54, 28160},
        {0x0002040810200000ULL, 0x0010120822080400ULL, 59, 29184}},
    {{0x0080808080807e00ULL, 0x00610008a0510002ULL, 53, 29216},
        {0x0004081020400000ULL, 0x0000123088080880ULL, 59, 31264}},
    {{0x00010101017e0100ULL, 0x4405060020804200ULL, 53, 31296},
        {0x0010080402000200ULL, 0x0084004004281228ULL, 59, 33344}},
    {{0x00020202027c0200ULL, 0x0010034000442000ULL, 54, 33376},
        {0x0020100804000400ULL, 0x0a04603001080500ULL, 59, 34400}},
    {{0x00040404047a0400ULL, 0x0300420022001080ULL, 54, 34432},
        {0x004020100a000a00ULL, 0x0030049200820008ULL, 57, 35456}},
    {{0x0008080808760800ULL, 0x0022848008001000ULL, 54, 35584},
        {0x0000402214001400ULL, 0x0012400405020080ULL, 57, 36608}},
    {{0x00101010106e1000ULL, 0x1030808004000800ULL, 54, 36736},
        {0x0000024428002800ULL, 0x1104010220a00600ULL, 57, 37760}},
    {{0x00202020205e2000ULL, 0x0000808002000401ULL, 54, 37888},
        {0x0002040850005000ULL, 0x0004c00a01100510ULL, 57, 38912}},
    {{0x00404040403e4000ULL, 0x0080840061080210ULL, 54, 39040},
        {0x0004081020002000ULL, 0xa10110408c012080ULL, 59, 40064}},
    {{0x00808080807e8000ULL, 0x0800060004028161ULL, 53, 40096},
        {0x0008102040004000ULL, 0x2681014144009482ULL, 59, 42144}},
    {{0x000101017e010100ULL, 0x4240400280008028ULL, 53, 42176},
        {0x0008040200020400ULL, 0x8820080020c30410ULL, 59, 44224}},
    {{0x000202027c020200ULL, 0x0180200040100040ULL, 54, 44256},
        {0x0010080400040800ULL, 0x0802090002100424ULL, 59, 45280}},
    {{0x000404047a040400ULL, 0x0110040020080020ULL, 54, 45312},
        {0x0020100a000a1000ULL, 0x0a04140406012400ULL, 57, 46336}},
    {{0x0008080876080800ULL, 0x4000420200100a20ULL, 54, 46464},
        {0x0040221400142200ULL, 0x8040040004410020ULL, 55, 47488}},
    {{0x001010106e101000ULL, 0x0000080100041100ULL, 54, 48000},
        {0x0002442800284400ULL, 0x830900c004014040ULL, 55, 49024}},
    {{0x002020205e202000ULL, 0x0400020080800400ULL, 54, 49536},
        {0x0004085000500800ULL, 0x0041020401004121ULL, 57, 50560}},
    {{0x004040403e404000ULL, 0x21000104002a5810ULL, 54, 50688},
        {0x0008102000201000ULL, 0x60580c4009042210ULL, 59, 51712}},
    {{0x008080807e808000ULL, 0x00882c0a00048351ULL, 53, 51744},
        {0x0010204000402000ULL, 0x1b04210000410889ULL, 59, 53792}},
    {{0x0001017e01010100ULL, 0x0040008042800020ULL, 53, 53824},
        {0x0004020002040800ULL, 0x0870021245081040ULL, 59, 55872}},
    {{0x0002027c02020200ULL, 0x202000300140014aULL, 54, 55904},
        {0x0008040004081000ULL, 0x8000b04425101404ULL, 59, 56928}},
    {{0x0004047a04040400ULL, 0x0000812004801000ULL, 54, 56960},
        {0x00100a000a102000ULL, 0x1562211000010400ULL, 57, 57984}},
    {{0x0008087608080800ULL, 0x4000801002800800ULL, 54, 58112},
        {0x0022140014224000ULL, 0x0000080800220a00ULL, 55, 59136}},
    {{0x0010106e10101000ULL, 0x0200080081802401ULL, 54, 59648},
        {0x0044280028440200ULL, 0x9c90020080001004ULL, 55, 60672}},
    {{0x0020205e20202000ULL, 0x4300020080800400ULL, 54, 61184},
        {0x0008500050080400ULL, 0x01020081000a0050ULL, 57, 62208}},
    {{0x0040403e40404000ULL, 0x0800115024000288ULL, 54, 62336},
        {0x0010200020100800ULL, 0x000800a8a8140200ULL, 59, 63360}},
    {{0x0080807e80808000ULL, 0x0000440042000081ULL, 53, 63392},
        {0x0020400040201000ULL, 0x0000812104020080ULL, 59, 65440}},
    {{0x00017e0101010100ULL, 0x0000208040128000ULL, 53, 65472},
        {0x0002000204081000ULL, 0x0002020240812021ULL, 59, 67520}},
    {{0x00027c0202020200ULL, 0x0620008040010100ULL, 54, 67552},
        {0x0004000408102000ULL, 0x0060840420024280ULL, 59, 68576}},
    {{0x00047a0404040400ULL, 0x0000200010008080ULL, 54, 68608},
        {0x000a000a10204000ULL, 0x8042092804000800ULL, 57, 69632}},
    {{0x0008760808080800ULL, 0x100a0049c0120020ULL, 54, 69760},
        {0x0014001422400000ULL, 0x1008404010402200ULL, 57, 70784}},
    {{0x00106e1010101000ULL, 0x0000080004008080ULL, 54, 70912},
        {0x0028002844020000ULL, 0x4000401408200900ULL, 57, 71936}},
    {{0x00205e2020202000ULL, 0x0402001008020004ULL, 54, 72064},
        {0x0050005008040200ULL, 0xa404108082012104ULL, 57, 73088}},
    {{0x00403e4040404000ULL, 0x0001014210440008ULL, 54, 73216},
        {0x0020002010080400ULL, 0x03101002044010a9ULL, 59, 74240}},
    {{0x00807e8080808000ULL, 0x0000318102420004ULL, 53, 74272},
        {0x0040004020100800ULL, 0x0088020414200040ULL, 59, 76320}},
    {{0x007e010101010100ULL, 0x0021020058802200ULL, 53, 76352},
        {0x0000020408102000ULL, 0x008071054dc00403ULL, 59, 78400}},
    {{0x007c020202020200ULL, 0x8140208040090100ULL, 54, 78432},
        {0x0000040810204000ULL, 0x440040426820000dULL, 59, 79456}},
    {{0x007a040404040400ULL, 0x0060007008004140ULL, 54, 79488},
        {0x00000a1020400000ULL, 0x0008003108080020ULL, 59, 80512}},
    {{0x0076080808080800ULL, 0x0010480081100180ULL, 54, 80544},
        {0x0000142240000000ULL, 0x8894061a84110014ULL, 59, 81568}},
    {{0x006e101010101000ULL, 0x00c0080004008080ULL, 54, 81600},
        {0x0000284402000000ULL, 0x001020c190410400ULL, 59, 82624}},
    {{0x005e202020202000ULL, 0x0801002400088300ULL, 54, 82656},
        {0x0000500804020000ULL, 0x0900c00404142920ULL, 59, 83680}},
    {{0x003e404040404000ULL, 0x0800c80510320c00ULL, 54, 83712},
        {0x0000201008040200ULL, 0x0540089154009004ULL, 59, 84736}},
    {{0x007e808080808000ULL, 0x8154004094110200ULL, 53, 84768},
        {0x0000402010080400ULL, 0x00100240a4008400ULL, 59, 86816}},
    {{0x7e01010101010100ULL, 0x100a010020948142ULL, 52, 86848},
        {0x0002040810204000ULL, 0x6005010482200300ULL, 58, 90944}},
    {{0x7c02020202020200ULL, 0x900602a041110782ULL, 53, 91008},
        {0x0004081020400000ULL, 0xb008410484846020ULL, 59, 93056}},
    {{0x7a04040404040400ULL, 0x22000d1100200041ULL, 53, 93088},
        {0x000a102040000000ULL, 0x1022421108611000ULL, 59, 95136}},
    {{0x7608080808080800ULL, 0x0190300085002119ULL, 53, 95168},
        {0x0014224000000000ULL, 0x000019c000208811ULL, 59, 97216}},
    {{0x6e10101010101000ULL, 0x2001000800040211ULL, 53, 97248},
        {0x0028440200000000ULL, 0x3020008422224400ULL, 59, 99296}},
    {{0x5e20202020202000ULL, 0x100200900c231806ULL, 53, 99328},
        {0x0050080402000000ULL, 0x0800406018109120ULL, 59, 101376}},
    {{0x3e40404040404000ULL, 0x800050020800c104ULL, 53, 101408},
        {0x0020100804020000ULL, 0x0c04482898080a40ULL, 59, 103456}},
    {{0x7e80808080808000ULL, 0x0003001840208201ULL, 52, 103488},
        {0x0040201008040200ULL, 0x0840880100420a40ULL, 58, 107584}},
};

static inline uint64_t spacetime_sliders_magic_index(
    unsigned square, unsigned piece, uint64_t occupied)
{
    const struct spacetime_sliders_magic_row *it = &spacetime_sliders_magic_rows[square][piece];
    return it->first + ((occupied & it->mask) * it->factor >> it->shift);
}

/* The squares that a rook (0) or a bishop (1) attacks, step by step. */
static inline uint64_t spacetime_sliders_magic_walk(
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
static inline void spacetime_sliders_magic_init(void)
{
    unsigned square, piece;
    for (square = 0; square < 64; ++square) {
        for (piece = 0; piece < 2; ++piece) {
            uint64_t mask = spacetime_sliders_magic_rows[square][piece].mask, occupied = 0;
            do {
                spacetime_sliders_magic_attacks[spacetime_sliders_magic_index(square, piece,
                    occupied)]
                    = spacetime_sliders_magic_walk(square, occupied, piece);
                /* Subtracting the mask carries through the squares outside it. */
                occupied = (occupied - mask) & mask;
            } while (occupied);
        }
    }
}

#if defined(__GNUC__) || defined(__clang__)
/* Before what C++ initialises, in other files too. */
__attribute__((constructor(101))) static void spacetime_sliders_magic_fill(void)
{
    /* Another file may have done so: a rook on a1 attacks something. */
    if (!spacetime_sliders_magic_attacks[0])
        spacetime_sliders_magic_init();
}
#elif defined(__cplusplus)
namespace spacetime {

static const bool sliders_magic_is_filled = [] {
    spacetime_sliders_magic_init();
    return true;
}();

}
#elif !defined(SPACETIME_SLIDERS_MAGIC_IS_CALLED)
#error "spacetime_sliders_magic.h: call spacetime_sliders_magic_init() \
first in main, and say so by defining SPACETIME_SLIDERS_MAGIC_IS_CALLED: in C, MSVC does not"
#endif

/* The squares that a rook attacks. */
static inline uint64_t spacetime_sliders_magic_rook(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_magic_attacks[spacetime_sliders_magic_index(square, 0, occupied)];
}

/* The squares that a bishop attacks. */
static inline uint64_t spacetime_sliders_magic_bishop(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_magic_attacks[spacetime_sliders_magic_index(square, 1, occupied)];
}

/* The squares that a queen attacks. */
static inline uint64_t spacetime_sliders_magic_queen(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_magic_rook(square, occupied)
        | spacetime_sliders_magic_bishop(square, occupied);
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
namespace sliders_magic {

SPACETIME_SHARED constexpr const auto &rows = spacetime_sliders_magic_rows;

template <class Square, class Set>
inline Set rook(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_magic_rook(static_cast<unsigned>(square),
        static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set bishop(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_magic_bishop(static_cast<unsigned>(square),
        static_cast<uint64_t>(occupied)));
}

template <class Square, class Set>
inline Set queen(Square square, Set occupied)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_sliders_magic_queen(static_cast<unsigned>(square),
        static_cast<uint64_t>(occupied)));
}

}
}
#endif

#endif
