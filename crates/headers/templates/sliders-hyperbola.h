/* The file, diagonal and antidiagonal through each square, without it. */
SPACETIME_CONSTANT uint64_t @name@_lines[64 * 3] = {
@lines@
};

/* Attacks on the first rank, by its occupied inner squares and by file. */
SPACETIME_CONSTANT uint8_t @name@_ranks[64 * 8] = {
@ranks@
};

static inline uint64_t @name@_line(
    unsigned square, uint64_t occupied, unsigned direction)
{
    uint64_t slider = (uint64_t)1 << square;
    uint64_t line = @name@_lines[3 * square + direction];
    uint64_t obstacles = occupied & line;
    uint64_t above = obstacles - slider;
    uint64_t below = __builtin_bswap64(obstacles) - __builtin_bswap64(slider);
    return (above ^ __builtin_bswap64(below)) & line;
}

static inline uint64_t @name@_rank(unsigned square, uint64_t occupied)
{
    unsigned first = square & 56;
    unsigned inner = (unsigned)(occupied >> first >> 1) & 63;
    return (uint64_t)@name@_ranks[8 * inner + (square & 7)] << first;
}

/* The squares that a rook attacks. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    return @name@_rank(square, occupied)
        | @name@_line(square, occupied, 0);
}

/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    return @name@_line(square, occupied, 1)
        | @name@_line(square, occupied, 2);
}

/* The squares that a queen attacks. */
static inline uint64_t @name@_queen(unsigned square, uint64_t occupied)
{
    return @name@_rook(square, occupied)
        | @name@_bishop(square, occupied);
}

#endif
