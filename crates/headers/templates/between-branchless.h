@export@
/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t @name@(unsigned a, unsigned b)
{
    /* From the lower square, included, to the higher one, excluded. */
    uint64_t span = (~SPACETIME_CAST(uint64_t, 0) << a) ^ (~SPACETIME_CAST(uint64_t, 0) << b);
    uint64_t files = SPACETIME_CAST(uint64_t, b & 7) - (a & 7);
    uint64_t ranks = (SPACETIME_CAST(uint64_t, b | 7) - a) >> 3;
    /* The lines that lead up from a1, the antidiagonal moved there from h1. */
    uint64_t line = ((files & 7) - 1) & 0x0001010101010100ULL;
    /* Six ones from b1 on, if the rank is shared. */
    line += (((ranks & 7) - 1) >> 58) << 1;
    line += (((ranks - files) & 15) - 1) & 0x0040201008040200ULL;
    line += (((ranks + files) & 15) - 1) & 0x0002040810204080ULL;
    return line * (span & (~span + 1)) & span;
}
