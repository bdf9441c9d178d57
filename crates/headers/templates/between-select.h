@keep@
@export@
/* The squares strictly between two squares, none if they share no line. */
static inline uint64_t @name@(unsigned a, unsigned b)
{
    int files = SPACETIME_CAST(int, b & 7) - SPACETIME_CAST(int, a & 7);
    /* Eight per rank, as in square numbers. */
    int ranks = SPACETIME_CAST(int, b & 56) - SPACETIME_CAST(int, a & 56);
    uint64_t spanned, line = files == 0 ? 0x0101010101010101ULL : 0;
    /* Else GCC branches on the first conditions, which are mispredicted. */
    SPACETIME_KEEP(line);
    line = ranks == 0 ? ~SPACETIME_CAST(uint64_t, 0) : line;
    SPACETIME_KEEP(line);
    line = ranks == 8 * files ? 0x8040201008040201ULL : line;
    SPACETIME_KEEP(line);
    line = ranks + 8 * files == 0 ? 0x8102040810204081ULL : line;
    spanned = (line << a) ^ (line << b);
    return spanned & (spanned - 1);
}
