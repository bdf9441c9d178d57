/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Checks by the attacks of the moved piece and the lines that it opens.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/checks-by-move; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::checks_by_move has the same for an engine's own types.
 * - Tables: 3072 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#By_Move
 * - Figures of the crate, by cargo run -p report -- --find:
 *   checks/throughput/positions/checks-by-move+attacked-one-word+between-rectangular
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.81 to 0.83; waited for: 0.62 to 0.64.
 *   clang++ 14.0.6: 0.77 to 0.79; waited for: 0.65 to 0.67.
 */
#ifndef SPACETIME_CHECKS_BY_MOVE_H
#define SPACETIME_CHECKS_BY_MOVE_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_checks_by_move.h expects GCC, Clang or MSVC"
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

/* SPACETIME_ROOK(square, occupied), SPACETIME_BISHOP and SPACETIME_BETWEEN(a, b) name the functions
 * of headers of sliders and of in-between squares, or those of your engine. */
#if !defined(SPACETIME_ROOK) || !defined(SPACETIME_BISHOP) || !defined(SPACETIME_BETWEEN)
#error "spacetime_checks_by_move.h expects SPACETIME_ROOK, SPACETIME_BISHOP and SPACETIME_BETWEEN"
#endif

/* For each square the attacks of a knight, a king, a white pawn and a black pawn. */
SPACETIME_CONSTANT const uint64_t spacetime_checks_by_move_leaps[64][4] = {
    {0x0000000000020400ULL, 0x0000000000000302ULL, 0x0000000000000200ULL, 0},
    {0x0000000000050800ULL, 0x0000000000000705ULL, 0x0000000000000500ULL, 0},
    {0x00000000000a1100ULL, 0x0000000000000e0aULL, 0x0000000000000a00ULL, 0},
    {0x0000000000142200ULL, 0x0000000000001c14ULL, 0x0000000000001400ULL, 0},
    {0x0000000000284400ULL, 0x0000000000003828ULL, 0x0000000000002800ULL, 0},
    {0x0000000000508800ULL, 0x0000000000007050ULL, 0x0000000000005000ULL, 0},
    {0x0000000000a01000ULL, 0x000000000000e0a0ULL, 0x000000000000a000ULL, 0},
    {0x0000000000402000ULL, 0x000000000000c040ULL, 0x0000000000004000ULL, 0},
    {0x0000000002040004ULL, 0x0000000000030203ULL, 0x0000000000020000ULL, 0x0000000000000002ULL},
    {0x0000000005080008ULL, 0x0000000000070507ULL, 0x0000000000050000ULL, 0x0000000000000005ULL},
    {0x000000000a110011ULL, 0x00000000000e0a0eULL, 0x00000000000a0000ULL, 0x000000000000000aULL},
    {0x0000000014220022ULL, 0x00000000001c141cULL, 0x0000000000140000ULL, 0x0000000000000014ULL},
    {0x0000000028440044ULL, 0x0000000000382838ULL, 0x0000000000280000ULL, 0x0000000000000028ULL},
    {0x0000000050880088ULL, 0x0000000000705070ULL, 0x0000000000500000ULL, 0x0000000000000050ULL},
    {0x00000000a0100010ULL, 0x0000000000e0a0e0ULL, 0x0000000000a00000ULL, 0x00000000000000a0ULL},
    {0x0000000040200020ULL, 0x0000000000c040c0ULL, 0x0000000000400000ULL, 0x0000000000000040ULL},
    {0x0000000204000402ULL, 0x0000000003020300ULL, 0x0000000002000000ULL, 0x0000000000000200ULL},
    {0x0000000508000805ULL, 0x0000000007050700ULL, 0x0000000005000000ULL, 0x0000000000000500ULL},
    {0x0000000a1100110aULL, 0x000000000e0a0e00ULL, 0x000000000a000000ULL, 0x0000000000000a00ULL},
    {0x0000001422002214ULL, 0x000000001c141c00ULL, 0x0000000014000000ULL, 0x0000000000001400ULL},
    {0x0000002844004428ULL, 0x0000000038283800ULL, 0x0000000028000000ULL, 0x0000000000002800ULL},
    {0x0000005088008850ULL, 0x0000000070507000ULL, 0x0000000050000000ULL, 0x0000000000005000ULL},
    {0x000000a0100010a0ULL, 0x00000000e0a0e000ULL, 0x00000000a0000000ULL, 0x000000000000a000ULL},
    {0x0000004020002040ULL, 0x00000000c040c000ULL, 0x0000000040000000ULL, 0x0000000000004000ULL},
    {0x0000020400040200ULL, 0x0000000302030000ULL, 0x0000000200000000ULL, 0x0000000000020000ULL},
    {0x0000050800080500ULL, 0x0000000705070000ULL, 0x0000000500000000ULL, 0x0000000000050000ULL},
    {0x00000a1100110a00ULL, 0x0000000e0a0e0000ULL, 0x0000000a00000000ULL, 0x00000000000a0000ULL},
    {0x0000142200221400ULL, 0x0000001c141c0000ULL, 0x0000001400000000ULL, 0x0000000000140000ULL},
    {0x0000284400442800ULL, 0x0000003828380000ULL, 0x0000002800000000ULL, 0x0000000000280000ULL},
    {0x0000508800885000ULL, 0x0000007050700000ULL, 0x0000005000000000ULL, 0x0000000000500000ULL},
    {0x0000a0100010a000ULL, 0x000000e0a0e00000ULL, 0x000000a000000000ULL, 0x0000000000a00000ULL},
    {0x0000402000204000ULL, 0x000000c040c00000ULL, 0x0000004000000000ULL, 0x0000000000400000ULL},
    {0x0002040004020000ULL, 0x0000030203000000ULL, 0x0000020000000000ULL, 0x0000000002000000ULL},
    {0x0005080008050000ULL, 0x0000070507000000ULL, 0x0000050000000000ULL, 0x0000000005000000ULL},
    {0x000a1100110a0000ULL, 0x00000e0a0e000000ULL, 0x00000a0000000000ULL, 0x000000000a000000ULL},
    {0x0014220022140000ULL, 0x00001c141c000000ULL, 0x0000140000000000ULL, 0x0000000014000000ULL},
    {0x0028440044280000ULL, 0x0000382838000000ULL, 0x0000280000000000ULL, 0x0000000028000000ULL},
    {0x0050880088500000ULL, 0x0000705070000000ULL, 0x0000500000000000ULL, 0x0000000050000000ULL},
    {0x00a0100010a00000ULL, 0x0000e0a0e0000000ULL, 0x0000a00000000000ULL, 0x00000000a0000000ULL},
    {0x0040200020400000ULL, 0x0000c040c0000000ULL, 0x0000400000000000ULL, 0x0000000040000000ULL},
    {0x0204000402000000ULL, 0x0003020300000000ULL, 0x0002000000000000ULL, 0x0000000200000000ULL},
    {0x0508000805000000ULL, 0x0007050700000000ULL, 0x0005000000000000ULL, 0x0000000500000000ULL},
    {0x0a1100110a000000ULL, 0x000e0a0e00000000ULL, 0x000a000000000000ULL, 0x0000000a00000000ULL},
    {0x1422002214000000ULL, 0x001c141c00000000ULL, 0x0014000000000000ULL, 0x0000001400000000ULL},
    {0x2844004428000000ULL, 0x0038283800000000ULL, 0x0028000000000000ULL, 0x0000002800000000ULL},
    {0x5088008850000000ULL, 0x0070507000000000ULL, 0x0050000000000000ULL, 0x0000005000000000ULL},
    {0xa0100010a0000000ULL, 0x00e0a0e000000000ULL, 0x00a0000000000000ULL, 0x000000a000000000ULL},
    {0x4020002040000000ULL, 0x00c040c000000000ULL, 0x0040000000000000ULL, 0x0000004000000000ULL},
    {0x0400040200000000ULL, 0x0302030000000000ULL, 0x0200000000000000ULL, 0x0000020000000000ULL},
    {0x0800080500000000ULL, 0x0705070000000000ULL, 0x0500000000000000ULL, 0x0000050000000000ULL},
    {0x1100110a00000000ULL, 0x0e0a0e0000000000ULL, 0x0a00000000000000ULL, 0x00000a0000000000ULL},
    {0x2200221400000000ULL, 0x1c141c0000000000ULL, 0x1400000000000000ULL, 0x0000140000000000ULL},
    {0x4400442800000000ULL, 0x3828380000000000ULL, 0x2800000000000000ULL, 0x0000280000000000ULL},
    {0x8800885000000000ULL, 0x7050700000000000ULL, 0x5000000000000000ULL, 0x0000500000000000ULL},
    {0x100010a000000000ULL, 0xe0a0e00000000000ULL, 0xa000000000000000ULL, 0x0000a00000000000ULL},
    {0x2000204000000000ULL, 0xc040c00000000000ULL, 0x4000000000000000ULL, 0x0000400000000000ULL},
    {0x0004020000000000ULL, 0x0203000000000000ULL, 0, 0x0002000000000000ULL},
    {0x0008050000000000ULL, 0x0507000000000000ULL, 0, 0x0005000000000000ULL},
    {0x00110a0000000000ULL, 0x0a0e000000000000ULL, 0, 0x000a000000000000ULL},
    {0x0022140000000000ULL, 0x141c000000000000ULL, 0, 0x0014000000000000ULL},
    {0x0044280000000000ULL, 0x2838000000000000ULL, 0, 0x0028000000000000ULL},
    {0x0088500000000000ULL, 0x5070000000000000ULL, 0, 0x0050000000000000ULL},
    {0x0010a00000000000ULL, 0xa0e0000000000000ULL, 0, 0x00a0000000000000ULL},
    {0x0020400000000000ULL, 0x40c0000000000000ULL, 0, 0x0040000000000000ULL},
};

/* Rook and bishop attacks on an empty board, for each square. */
SPACETIME_CONSTANT const uint64_t spacetime_checks_by_move_lines[64][2] = {
    {0x01010101010101feULL, 0x8040201008040200ULL},
    {0x02020202020202fdULL, 0x0080402010080500ULL},
    {0x04040404040404fbULL, 0x0000804020110a00ULL},
    {0x08080808080808f7ULL, 0x0000008041221400ULL},
    {0x10101010101010efULL, 0x0000000182442800ULL},
    {0x20202020202020dfULL, 0x0000010204885000ULL},
    {0x40404040404040bfULL, 0x000102040810a000ULL},
    {0x808080808080807fULL, 0x0102040810204000ULL},
    {0x010101010101fe01ULL, 0x4020100804020002ULL},
    {0x020202020202fd02ULL, 0x8040201008050005ULL},
    {0x040404040404fb04ULL, 0x00804020110a000aULL},
    {0x080808080808f708ULL, 0x0000804122140014ULL},
    {0x101010101010ef10ULL, 0x0000018244280028ULL},
    {0x202020202020df20ULL, 0x0001020488500050ULL},
    {0x404040404040bf40ULL, 0x0102040810a000a0ULL},
    {0x8080808080807f80ULL, 0x0204081020400040ULL},
    {0x0101010101fe0101ULL, 0x2010080402000204ULL},
    {0x0202020202fd0202ULL, 0x4020100805000508ULL},
    {0x0404040404fb0404ULL, 0x804020110a000a11ULL},
    {0x0808080808f70808ULL, 0x0080412214001422ULL},
    {0x1010101010ef1010ULL, 0x0001824428002844ULL},
    {0x2020202020df2020ULL, 0x0102048850005088ULL},
    {0x4040404040bf4040ULL, 0x02040810a000a010ULL},
    {0x80808080807f8080ULL, 0x0408102040004020ULL},
    {0x01010101fe010101ULL, 0x1008040200020408ULL},
    {0x02020202fd020202ULL, 0x2010080500050810ULL},
    {0x04040404fb040404ULL, 0x4020110a000a1120ULL},
    {0x08080808f7080808ULL, 0x8041221400142241ULL},
    {0x10101010ef101010ULL, 0x0182442800284482ULL},
    {0x20202020df202020ULL, 0x0204885000508804ULL},
    {0x40404040bf404040ULL, 0x040810a000a01008ULL},
    {0x808080807f808080ULL, 0x0810204000402010ULL},
    {0x010101fe01010101ULL, 0x0804020002040810ULL},
    {0x020202fd02020202ULL, 0x1008050005081020ULL},
    {0x040404fb04040404ULL, 0x20110a000a112040ULL},
    {0x080808f708080808ULL, 0x4122140014224180ULL},
    {0x101010ef10101010ULL, 0x8244280028448201ULL},
    {0x202020df20202020ULL, 0x0488500050880402ULL},
    {0x404040bf40404040ULL, 0x0810a000a0100804ULL},
    {0x8080807f80808080ULL, 0x1020400040201008ULL},
    {0x0101fe0101010101ULL, 0x0402000204081020ULL},
    {0x0202fd0202020202ULL, 0x0805000508102040ULL},
    {0x0404fb0404040404ULL, 0x110a000a11204080ULL},
    {0x0808f70808080808ULL, 0x2214001422418000ULL},
    {0x1010ef1010101010ULL, 0x4428002844820100ULL},
    {0x2020df2020202020ULL, 0x8850005088040201ULL},
    {0x4040bf4040404040ULL, 0x10a000a010080402ULL},
    {0x80807f8080808080ULL, 0x2040004020100804ULL},
    {0x01fe010101010101ULL, 0x0200020408102040ULL},
    {0x02fd020202020202ULL, 0x0500050810204080ULL},
    {0x04fb040404040404ULL, 0x0a000a1120408000ULL},
    {0x08f7080808080808ULL, 0x1400142241800000ULL},
    {0x10ef101010101010ULL, 0x2800284482010000ULL},
    {0x20df202020202020ULL, 0x5000508804020100ULL},
    {0x40bf404040404040ULL, 0xa000a01008040201ULL},
    {0x807f808080808080ULL, 0x4000402010080402ULL},
    {0xfe01010101010101ULL, 0x0002040810204080ULL},
    {0xfd02020202020202ULL, 0x0005081020408000ULL},
    {0xfb04040404040404ULL, 0x000a112040800000ULL},
    {0xf708080808080808ULL, 0x0014224180000000ULL},
    {0xef10101010101010ULL, 0x0028448201000000ULL},
    {0xdf20202020202020ULL, 0x0050880402010000ULL},
    {0xbf40404040404040ULL, 0x00a0100804020100ULL},
    {0x7f80808080808080ULL, 0x0040201008040201ULL},
};
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

/* Kinds of pieces, by number: pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5. */

/* The pieces that give check to a king. `black` says whose king it is: 0 White's, 1 Black's. The
 * sets are the other side's: `straight` has rooks and queens, `slanted` bishops and queens. */
static inline uint64_t spacetime_checks_by_move_checkers(unsigned king, unsigned black,
    uint64_t occupied, uint64_t pawns, uint64_t knights, uint64_t straight, uint64_t slanted)
{
    uint64_t checkers = (spacetime_checks_by_move_leaps[king][0] & knights)
        | (spacetime_checks_by_move_leaps[king][2 + black] & pawns);
    uint64_t snipers = (spacetime_checks_by_move_lines[king][0] & straight)
        | (spacetime_checks_by_move_lines[king][1] & slanted);
    while (snipers) {
        if ((SPACETIME_BETWEEN(king, spacetime_lowest(snipers)) & occupied) == 0)
            checkers |= snipers & (~snipers + 1);
        snipers &= snipers - 1;
    }
    return checkers;
}

/* Whether a legal move gives check to the king of the side that waits. `black` says who moves.
 * `kind` and `to` are of the piece that moves, a promoted one as it is then, and in castling of
 * the rook. `left` are the squares that it leaves: in castling the king's, en passant the captured
 * pawn's too. `after` are those that are occupied then. `straight` and `slanted` are the sliders
 * of the side that moves, as they stand before the move. */
static inline int spacetime_checks_by_move_gives_check(unsigned king, unsigned black,
    unsigned kind, unsigned to, uint64_t left, uint64_t after, uint64_t straight, uint64_t slanted)
{
    uint64_t snipers = 0, attacks = 0;
    switch (kind) {
    case 0:
        attacks = spacetime_checks_by_move_leaps[to][2 + black];
        break;
    case 1:
        attacks = spacetime_checks_by_move_leaps[to][0];
        break;
    case 2:
        attacks = SPACETIME_BISHOP(to, after);
        break;
    case 3:
        attacks = SPACETIME_ROOK(to, after);
        break;
    case 4:
        attacks = SPACETIME_ROOK(to, after) | SPACETIME_BISHOP(to, after);
        break;
    default:
        break;
    }
    if (attacks >> king & 1)
        return 1;
    if (spacetime_checks_by_move_lines[king][0] & left)
        snipers |= spacetime_checks_by_move_lines[king][0] & straight;
    if (spacetime_checks_by_move_lines[king][1] & left)
        snipers |= spacetime_checks_by_move_lines[king][1] & slanted;
    /* A slider that has moved is among them, on its old square: it saw no king from there. */
    while (snipers) {
        if ((SPACETIME_BETWEEN(king, spacetime_lowest(snipers)) & after) == 0)
            return 1;
        snipers &= snipers - 1;
    }
    return 0;
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
namespace checks_by_move {

SPACETIME_SHARED constexpr const auto &leaps = spacetime_checks_by_move_leaps;
SPACETIME_SHARED constexpr const auto &lines = spacetime_checks_by_move_lines;

template <class Square, class Set>
inline Set checkers(Square king, unsigned black, Set occupied, same<Set> pawns,
        same<Set> knights, same<Set> straight, same<Set> slanted)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_checks_by_move_checkers(static_cast<unsigned>(king),
        black, static_cast<uint64_t>(occupied), static_cast<uint64_t>(pawns),
        static_cast<uint64_t>(knights), static_cast<uint64_t>(straight),
        static_cast<uint64_t>(slanted)));
}

template <class Square, class Set>
inline bool gives_check(Square king, unsigned black, unsigned kind, same<Square> to, Set left,
        same<Set> after, same<Set> straight, same<Set> slanted)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return spacetime_checks_by_move_gives_check(static_cast<unsigned>(king), black, kind,
        static_cast<unsigned>(to), static_cast<uint64_t>(left), static_cast<uint64_t>(after),
        static_cast<uint64_t>(straight), static_cast<uint64_t>(slanted)) != 0;
}

}
}
#endif

#endif
