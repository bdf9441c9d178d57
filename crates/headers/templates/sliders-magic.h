@filled@
/* The squares that can hide others, the factor whose product with the occupied ones has the
 * index on top, the shift that leaves it, and where a piece's attacks on a square begin. */
struct @name@_row {
    uint64_t mask;
    uint64_t factor;
    uint32_t shift;
    uint32_t first;
};

/* A rook's row and a bishop's, for each square. */
SPACETIME_CONSTANT const struct @name@_row @name@_rows[64][2] = {
@rows@
};

static inline uint64_t @name@_index(
    unsigned square, unsigned piece, uint64_t occupied)
{
    const struct @name@_row *it = &@name@_rows[square][piece];
    return it->first + ((occupied & it->mask) * it->factor >> it->shift);
}

@fill@
