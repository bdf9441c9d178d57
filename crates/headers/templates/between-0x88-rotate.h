/* The squares passed from a1, on a board that wraps around, for each 0x88 difference. */
SPACETIME_CONSTANT const uint64_t @name@_patterns[240] = {
@patterns@
};

@export@
/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t @name@(unsigned a, unsigned b)
{
    uint64_t from = a, to = b;
    /* The constant comes last and so becomes part of the load's address. */
    uint64_t pattern = @name@_patterns[to + (to | 7) - (from + (from | 7)) + 120];
    return pattern << a | pattern >> ((64 - a) & 63);
}
