// The loops that one compiler makes of the headers. Their names begin with COMPILER.

#include <cstddef>
#include <cstdint>

#define JOINED(one, other) one##_##other
#define JOIN(one, other) JOINED(one, other)

// Each compiler has tables of its own, which move with its loops.
#define SPACETIME_CONSTANT alignas(64) static const
#define spacetime_sliders_magic_attacks JOIN(COMPILER, magic_attacks)
#define spacetime_sliders_pext_attacks JOIN(COMPILER, pext_attacks)

#include "spacetime_between_rectangular.h"
#include "spacetime_between_windows.h"
#include "spacetime_sliders_hyperbola.h"
#include "spacetime_sliders_magic.h"
#include "spacetime_sliders_pext.h"

struct Query {
    uint8_t square, other;
    uint64_t occupied;
};

struct Table {
    const void *start;
    size_t bytes;
};

// As in the loops of rustc: answers are not joined into vectors.
static inline uint64_t kept(uint64_t answer)
{
    __asm__ volatile("" : "+r"(answer));
    return answer;
}

// By a pointer: g++ counts and moves a pointer, if it is told to count.
#define LOOP(name, answers)                                                              \
    extern "C" uint64_t JOIN(COMPILER, name)(const Query *queries, size_t count)         \
    {                                                                                    \
        uint64_t sum = 0;                                                                \
        for (const Query *it = queries; it != queries + count; ++it)                     \
            sum += answers;                                                              \
        return sum;                                                                      \
    }

#define SLIDERS(name)                                                                    \
    LOOP(name, kept(spacetime_sliders_##name##_rook(it->square, it->occupied))             \
            + kept(spacetime_sliders_##name##_bishop(it->square, it->occupied)))

#define BETWEEN(name) LOOP(name, kept(spacetime_between_##name(it->square, it->other)))

#define TABLES(name, ...) extern "C" const Table JOIN(COMPILER, name##_tables)[2] = {__VA_ARGS__};
#define TABLE(table) {table, sizeof table}

SLIDERS(hyperbola)
TABLES(hyperbola, TABLE(spacetime_sliders_hyperbola_lines),
    TABLE(spacetime_sliders_hyperbola_ranks))

SLIDERS(pext)
TABLES(pext, TABLE(spacetime_sliders_pext_rows), TABLE(spacetime_sliders_pext_attacks))

SLIDERS(magic)
TABLES(magic, TABLE(spacetime_sliders_magic_rows), TABLE(spacetime_sliders_magic_attacks))

BETWEEN(rectangular)
TABLES(rectangular, TABLE(spacetime_between_rectangular_sets), {nullptr, 0})

BETWEEN(windows)
TABLES(windows, TABLE(spacetime_between_windows_bytes), TABLE(spacetime_between_windows_rows))

extern "C" void JOIN(COMPILER, fill)()
{
    spacetime_sliders_pext_init();
    spacetime_sliders_magic_init();
}
