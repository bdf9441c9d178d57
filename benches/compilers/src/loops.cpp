// The loops that one compiler makes of the headers. Their names begin with COMPILER.

#include <cstddef>
#include <cstdint>
#include <cstring>

#define JOINED(one, other) one##_##other
#define JOIN(one, other) JOINED(one, other)

// Each compiler has tables of its own, which move with its loops.
#define SPACETIME_CONSTANT alignas(64) static
#define spacetime_sliders_magic_attacks JOIN(COMPILER, magic_attacks)
#define spacetime_sliders_pext_attacks JOIN(COMPILER, pext_attacks)

#include "spacetime_between_0x88_rotate.h"
#include "spacetime_between_branchless.h"
#include "spacetime_between_rectangular.h"
#include "spacetime_between_select.h"
#include "spacetime_between_triangular.h"
#include "spacetime_between_windows.h"
#include "spacetime_serialize_chunks.h"
#include "spacetime_sliders_hyperbola.h"
#include "spacetime_sliders_magic.h"
#define SPACETIME_ROOK spacetime_sliders_magic_rook
#define SPACETIME_BISHOP spacetime_sliders_magic_bishop
#define SPACETIME_BETWEEN spacetime_between_rectangular
#include "spacetime_attackers_super_piece.h"
#include "spacetime_checks_after_move.h"
#include "spacetime_checks_by_move.h"
#include "spacetime_legality_between.h"
#include "spacetime_pins_snipers.h"
#ifdef __BMI2__
#include "spacetime_sliders_pext.h"
#endif
#ifdef __AVX2__
#include "spacetime_order_avx2.h"
#include "spacetime_sliders_hyperbola_double.h"
#include "spacetime_sliders_hyperbola_lanes.h"
#endif
#ifdef __AVX512VBMI2__
#include "spacetime_deltas_byte_board_vbmi.h"
#include "spacetime_order_minmax.h"
#include "spacetime_serialize_bytes.h"
#include "spacetime_serialize_compress.h"
#endif

// The same values as in queries.rs.
struct Squares {
    uint8_t square, other;
    uint64_t set;
};

// A position in the order in which rustc lays it out.
struct Board {
    uint8_t squares[64];
    uint64_t kinds[6], colors[2], castling;
    uint8_t en_passant, black;
};

struct Played {
    const Board *board, *after;
    uint8_t square, from, to, promotion, moves[12];
};
static_assert(sizeof(Played) == 32, "as in queries.rs");

struct Listed {
    const uint32_t *entries;
    uint32_t *room;
    unsigned count, taken;
};

// Some have no use at a lower level.
#define ALWAYS __attribute__((always_inline, unused)) static inline

// As in the loops of rustc: answers are not joined into vectors.
ALWAYS uint64_t kept(uint64_t answer)
{
    __asm__ volatile("" : "+r"(answer));
    return answer;
}

// What was written may be read.
ALWAYS void written() { __asm__ volatile("" ::: "memory"); }

// A query that waits for an answer, which was made zero.
ALWAYS Squares delayed(Squares query, uint64_t zero)
{
    query.square ^= static_cast<uint8_t>(zero);
    return query;
}

ALWAYS Played delayed(Played query, uint64_t zero)
{
    const char *start = reinterpret_cast<const char *>(query.board);
    query.board = reinterpret_cast<const Board *>(start + zero);
    return query;
}

ALWAYS Listed delayed(Listed query, uint64_t zero)
{
    query.entries += zero;
    return query;
}

// What the second lookup of a query gets of the first one's answer, and the next query.
struct Throughput {
    __attribute__((always_inline)) inline uint64_t after(uint64_t) const { return 0; }
};

struct Latency {
    uint64_t zero;
    __attribute__((always_inline)) inline uint64_t after(uint64_t answer) const
    {
        return answer & zero;
    }
};

// By a pointer: g++ counts and moves a pointer, if it is told to count.
#define LOOPS(name, Query, ...)                                                          \
    template <class Chain> ALWAYS uint64_t ask_##name(const Query &query, Chain chain)   \
    {                                                                                    \
        static_cast<void>(chain);                                                        \
        __VA_ARGS__                                                                      \
    }                                                                                    \
    extern "C" uint64_t JOIN(COMPILER, name##_throughput)(const Query *it, size_t count) \
    {                                                                                    \
        uint64_t sum = 0;                                                                \
        for (const Query *end = it + count; it != end; ++it)                             \
            sum += ask_##name(*it, Throughput{});                                        \
        return sum;                                                                      \
    }                                                                                    \
    extern "C" uint64_t JOIN(COMPILER, name##_latency)(const Query *it, size_t count)    \
    {                                                                                    \
        const Latency chain{kept(0)};                                                    \
        uint64_t sum = 0, last = 0;                                                      \
        for (const Query *end = it + count; it != end; ++it) {                           \
            last = ask_##name(delayed(*it, chain.after(last)), chain);                   \
            sum += last;                                                                 \
        }                                                                                \
        return sum;                                                                      \
    }

#define BETWEEN(name) \
    LOOPS(between_##name, Squares, return kept(spacetime_between_##name(query.square, query.other));)

#define SLIDERS(name)                                                                        \
    LOOPS(sliders_##name, Squares,                                                           \
        uint64_t rook = kept(spacetime_sliders_##name##_rook(query.square, query.set));      \
        uint64_t occupied = query.set ^ chain.after(rook);                                   \
        return rook + kept(spacetime_sliders_##name##_bishop(query.square, occupied));)

alignas(64) static uint16_t moves[64];
#define SERIALIZE(name)                                                                   \
    LOOPS(serialize_##name, Squares,                                                      \
        unsigned count = spacetime_serialize_##name(query.square, query.set, moves);      \
        written();                                                                        \
        return kept(count + moves[(count - 1) & 63]);)

#define ORDER(name)                                                                       \
    LOOPS(order_##name, Listed,                                                           \
        memcpy(query.room, query.entries, query.count * sizeof *query.room);              \
        written();                                                                        \
        unsigned sorted = spacetime_order_##name##_prepare(query.room, query.count);      \
        uint64_t sum = 0;                                                                 \
        for (unsigned place = 0; place < query.taken; ++place)                            \
            sum += spacetime_order_##name##_next(                                         \
                query.room + place, query.count - place, &sorted);                        \
        return kept(sum);)

BETWEEN(0x88_rotate)
BETWEEN(branchless)
BETWEEN(rectangular)
BETWEEN(select)
BETWEEN(triangular)
BETWEEN(windows)
SERIALIZE(chunks)
SLIDERS(hyperbola)
SLIDERS(magic)

// Sets of a side, as an engine keeps them.
ALWAYS uint64_t occupied(const Board &board) { return board.colors[0] | board.colors[1]; }
ALWAYS uint64_t straight(const Board &board) { return board.kinds[3] | board.kinds[4]; }
ALWAYS uint64_t slanted(const Board &board) { return board.kinds[2] | board.kinds[4]; }
ALWAYS unsigned king(const Board &board, unsigned side)
{
    return static_cast<unsigned>(__builtin_ctzll(board.kinds[5] & board.colors[side]));
}

LOOPS(attackers_super_piece, Played, const Board &it = *query.board;
    return kept(spacetime_attackers_super_piece(query.square, occupied(it),
        it.kinds[0] & it.colors[0], it.kinds[0] & it.colors[1], it.kinds[1], it.kinds[5],
        straight(it), slanted(it)));)

#define CHECKS(name)                                                                      \
    LOOPS(checks_##name, Played, const Board &it = *query.board;                          \
        uint64_t other = it.colors[it.black ^ 1];                                            \
        return kept(spacetime_checks_##name##_checkers(king(it, it.black), it.black,      \
            occupied(it), it.kinds[0] & other, it.kinds[1] & other, straight(it) & other, \
            slanted(it) & other));)

CHECKS(after_move)
CHECKS(by_move)

LOOPS(legality_between, Played, const Board &it = *query.board;
    unsigned piece = it.squares[query.from];
    // One test, as rustc makes of two.
    unsigned is_own = (piece < 12) & ((piece & 1) == it.black);
    unsigned kind = is_own ? piece >> 1 : 6;
    return kept(static_cast<uint64_t>(spacetime_legality_between(it.black, kind, query.from,
        query.to, query.promotion, it.colors[it.black], it.colors[it.black ^ 1], it.en_passant,
        it.castling)));)

LOOPS(pins_snipers, Played, const Board &it = *query.board;
    uint64_t other = it.colors[it.black ^ 1];
    return kept(spacetime_pins_snipers(king(it, it.black), occupied(it), it.colors[it.black],
        straight(it) & other, slanted(it) & other));)

#ifdef __BMI2__
SLIDERS(pext)
#endif
#ifdef __AVX2__
ORDER(avx2)
SLIDERS(hyperbola_double)
SLIDERS(hyperbola_lanes)
#endif
#ifdef __AVX512VBMI2__
alignas(64) static spacetime_deltas_byte_board_vbmi_list vanished, appeared;
LOOPS(deltas_byte_board_vbmi, Played,
    spacetime_deltas_byte_board_vbmi(
        query.board->squares, query.after->squares, &vanished, &appeared);
    written();
    return kept(vanished.length + 64 * appeared.length);)
ORDER(minmax)
SERIALIZE(bytes)
SERIALIZE(compress)
#endif

struct Table {
    const void *start;
    size_t bytes;
};

struct Lookup {
    const char *name;
    const void *throughput, *latency;
    Table tables[4];
};

#define TABLE(name) {spacetime_##name, sizeof spacetime_##name}
#define LOOKUP(name, ...)                                                 \
    {#name, reinterpret_cast<const void *>(JOIN(COMPILER, name##_throughput)), \
        reinterpret_cast<const void *>(JOIN(COMPILER, name##_latency)), {__VA_ARGS__}},
#define MAGICS TABLE(sliders_magic_rows), TABLE(sliders_magic_attacks)

extern "C" const Lookup JOIN(COMPILER, lookups)[] = {
    LOOKUP(attackers_super_piece, TABLE(attackers_super_piece_leaps), MAGICS)
    LOOKUP(between_0x88_rotate, TABLE(between_0x88_rotate_patterns))
    LOOKUP(between_branchless)
    LOOKUP(between_rectangular, TABLE(between_rectangular_sets))
    LOOKUP(between_select)
    LOOKUP(between_triangular, TABLE(between_triangular_sets))
    LOOKUP(between_windows, TABLE(between_windows_bytes), TABLE(between_windows_rows))
    LOOKUP(checks_after_move, TABLE(checks_after_move_leaps), MAGICS)
    LOOKUP(checks_by_move, TABLE(checks_by_move_leaps), TABLE(checks_by_move_lines),
        TABLE(between_rectangular_sets))
    LOOKUP(legality_between, TABLE(legality_between_targets), TABLE(between_rectangular_sets))
    LOOKUP(pins_snipers, TABLE(pins_snipers_lines), TABLE(between_rectangular_sets))
    LOOKUP(serialize_chunks)
    LOOKUP(sliders_hyperbola, TABLE(sliders_hyperbola_lines), TABLE(sliders_hyperbola_ranks))
    LOOKUP(sliders_magic, MAGICS)
#ifdef __BMI2__
    LOOKUP(sliders_pext, TABLE(sliders_pext_rows), TABLE(sliders_pext_attacks))
#endif
#ifdef __AVX2__
    LOOKUP(order_avx2)
    LOOKUP(sliders_hyperbola_double, TABLE(sliders_hyperbola_double_rows),
        TABLE(sliders_hyperbola_double_ranks))
    LOOKUP(sliders_hyperbola_lanes, TABLE(sliders_hyperbola_lanes_lines),
        TABLE(sliders_hyperbola_lanes_ranks))
#endif
#ifdef __AVX512VBMI2__
    LOOKUP(deltas_byte_board_vbmi, TABLE(deltas_byte_board_vbmi_squares),
        TABLE(deltas_byte_board_vbmi_attackers), TABLE(deltas_byte_board_vbmi_classes))
    LOOKUP(order_minmax)
    LOOKUP(serialize_bytes, TABLE(serialize_bytes_squares))
    LOOKUP(serialize_compress, TABLE(serialize_compress_from_a1))
#endif
    {nullptr, nullptr, nullptr, {}},
};
