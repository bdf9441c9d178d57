#include <string.h>

@turned@
/* The answers of all rows, which overlap byte by byte. */
SPACETIME_CONSTANT const uint8_t @name@_bytes[] = {
@windows@
};

/* Where the row of each first square begins. */
SPACETIME_CONSTANT const uint8_t *const @name@_rows[64] = {
@rows@
};

@export@
/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t @name@(unsigned a, unsigned b)
{
    uint64_t squares;
    memcpy(&squares, @name@_rows[a] + 8 * b, sizeof squares);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    squares = spacetime_turned(squares);
#endif
    return squares;
}
