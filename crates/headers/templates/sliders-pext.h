/* AMD's processors before Zen 3 have PEXT and take many cycles for it. */
#include <immintrin.h>

@filled@
/* The squares that can hide others, and where a piece's attacks on a square begin. */
struct @name@_row {
    uint64_t mask;
    uint64_t first;
};

/* A rook's row and a bishop's, for each square. */
SPACETIME_CONSTANT const struct @name@_row @name@_rows[64][2] = {
@rows@
};

static inline uint64_t @name@_index(
    unsigned square, unsigned piece, uint64_t occupied)
{
    const struct @name@_row *it = &@name@_rows[square][piece];
    return it->first + _pext_u64(occupied, it->mask);
}

@fill@
