/* Attacks on the first rank, by its occupied inner squares and by file. */
SPACETIME_CONSTANT const uint8_t @name@_ranks[64][8] = {
@ranks@
};

@turned@
static inline uint64_t @name@_rank(unsigned square, uint64_t occupied)
{
    unsigned first = square & 56;
    unsigned inner = SPACETIME_CAST(unsigned, occupied >> first >> 1) & 63;
    return SPACETIME_CAST(uint64_t, @name@_ranks[inner][square & 7]) << first;
}

/* The squares of a line that a slider sees, in both directions. */
static inline uint64_t @name@_line(unsigned square, uint64_t occupied, uint64_t line)
{
    uint64_t slider = SPACETIME_CAST(uint64_t, 1) << square;
    uint64_t obstacles = occupied & line;
    uint64_t above = obstacles - slider;
    uint64_t below = spacetime_turned(obstacles) - spacetime_turned(slider);
    return (above ^ spacetime_turned(below)) & line;
}
