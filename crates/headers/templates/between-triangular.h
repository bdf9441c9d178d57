/* The squares between two squares, for each pair in one order: the lower square first. */
SPACETIME_CONSTANT const uint64_t @name@_sets[64 * 65 / 2] = {
@sets@
};

@export@
/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t @name@(unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a, above = 63 - low;
    return @name@_sets[2016 - above * (above + 1) / 2 + high];
}
