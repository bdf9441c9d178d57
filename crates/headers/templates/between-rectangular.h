/* The squares between any two squares. */
SPACETIME_CONSTANT const uint64_t @name@_sets[64][64] = {
@sets@
};

@export@
/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t @name@(unsigned a, unsigned b)
{
    return @name@_sets[a][b];
}
