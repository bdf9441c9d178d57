/* SPDX-License-Identifier: MIT OR Apache-2.0
 * SPDX-FileCopyrightText: 2026 The Spacetime contributors
 *
 * Pinned pieces from the sliders on the king's lines, and any in-between.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/pins-snipers; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::pins_snipers has the same for an engine's own types.
 * - Tables: 1024 bytes. C++17 keeps them once, others keep constants once in each file.
 * - Needs: no flags.
 * - Source: https://github.com/official-stockfish/Stockfish/blob/sf_12/src/position.cpp
 * - Figures of the crate, by cargo run -p report -- --find:
 *   pins/throughput/positions/pins-snipers+between-rectangular
 * - Time by that of the crate by rustc 1.95.0, on Zen 5 (reports/compilers.md):
 *   g++ 12.2.0: 0.81 to 0.89; waited for: 0.89 to 0.92.
 *   clang++ 14.0.6: 0.79 to 0.87; waited for: 0.88 to 0.91.
 */
#ifndef SPACETIME_PINS_SNIPERS_H
#define SPACETIME_PINS_SNIPERS_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "spacetime_pins_snipers.h expects GCC, Clang or MSVC"
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

/* SPACETIME_BETWEEN(a, b) names the function of a header of in-between squares, or that of your
 * engine. */
#if !defined(SPACETIME_BETWEEN)
#error "spacetime_pins_snipers.h expects SPACETIME_BETWEEN"
#endif

/* Rook and bishop attacks on an empty board, for each square. */
SPACETIME_CONSTANT const uint64_t spacetime_pins_snipers_lines[64][2] = {
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
/* Hides what a compiler knows of a value. */
#ifndef SPACETIME_KEEP
#if defined(__GNUC__) || defined(__clang__)
#define SPACETIME_KEEP(value) __asm__("" : "+r"(value))
#else
#define SPACETIME_KEEP(value) SPACETIME_CAST(void, value)
#endif
#endif

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

/* The pieces of the king's side that may not leave the line to it. `own` has the pieces of that
 * side, `straight` the rooks and queens of the other one, `slanted` its bishops and queens. */
static inline uint64_t spacetime_pins_snipers(unsigned king, uint64_t occupied, uint64_t own,
    uint64_t straight, uint64_t slanted)
{
    uint64_t snipers = (spacetime_pins_snipers_lines[king][0] & straight)
        | (spacetime_pins_snipers_lines[king][1] & slanted);
    uint64_t blockers = 0;
    /* Else GCC takes this zero from `snipers` once none is left, and whoever waits for the answer
     * waits for them: 1.10 of rustc's time in place of 0.89 on Zen 5. */
    SPACETIME_KEEP(blockers);
    while (snipers) {
        uint64_t between = SPACETIME_BETWEEN(king, spacetime_lowest(snipers)) & occupied;
        /* Clearing the lowest square leaves nothing of one piece, or of none. */
        blockers |= (between & (between - 1)) == 0 ? between : 0;
        snipers &= snipers - 1;
    }
    return blockers & own;
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
namespace pins_snipers {

SPACETIME_SHARED constexpr const auto &lines = spacetime_pins_snipers_lines;

template <class Square, class Set>
inline Set pins(Square king, Set occupied, same<Set> own, same<Set> straight,
        same<Set> slanted)
{
    static_assert(sizeof(Set) == 8, "a set has 64 bits");
    return static_cast<Set>(spacetime_pins_snipers(static_cast<unsigned>(king),
        static_cast<uint64_t>(occupied), static_cast<uint64_t>(own),
        static_cast<uint64_t>(straight), static_cast<uint64_t>(slanted)));
}

}
}
#endif

#endif
