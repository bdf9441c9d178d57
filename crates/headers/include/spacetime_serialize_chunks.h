/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Moves of a set of targets bit by bit, a fixed number at a time.
 *
 * A lookup of Spacetime for C11 and C++17, by GCC or Clang. `cargo run -p headers` writes it,
 * with the tables of crates/serialize-chunks; .ci/taking compares it with the naive oracle.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - Tables: none. C++ keeps them once, C keeps constants once in each file.
 * - Needs: no flags.
 * - Source: https://github.com/simdjson/simdjson
 * - Figures of the crate, by cargo run -p report -- --find:
 *   serialize/throughput/positions/serialize-chunks
 */
#ifndef SPACETIME_SERIALIZE_CHUNKS_H
#define SPACETIME_SERIALIZE_CHUNKS_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "spacetime_serialize_chunks.h expects GCC or Clang"
#endif

#include <stdint.h>

#ifndef SPACETIME_CONSTANT
#ifdef __cplusplus
#define SPACETIME_CONSTANT alignas(64) inline const
#else
#define SPACETIME_CONSTANT _Alignas(64) static const
#endif
#endif

#ifdef __BMI__
#include <immintrin.h>
#endif

/* The lowest square of a set; any number if it is empty. */
static inline unsigned spacetime_serialize_chunks_lowest(uint64_t set)
{
#ifdef __BMI__
    return (unsigned)_tzcnt_u64(set);
#else
    return (unsigned)__builtin_ctzll(set | (uint64_t)1 << 63);
#endif
}

/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned spacetime_serialize_chunks(unsigned from, uint64_t targets, uint16_t *moves)
{
    uint64_t rest = targets;
    unsigned chunk, place;
    for (chunk = 0; chunk < 64; chunk += 8) {
        for (place = chunk; place < chunk + 8; ++place) {
            moves[place] = (uint16_t)((from << 6) + spacetime_serialize_chunks_lowest(rest));
            rest &= rest - 1;
        }
        if (!rest)
            break;
    }
    return (unsigned)__builtin_popcountll(targets);
}

#endif
