@sliders@

@leapers@

@export@
/* The pieces that attack a square, of both sides. The sets are of both sides too: `straight` has
 * rooks and queens, `slanted` bishops and queens. */
static inline uint64_t @name@(unsigned square, uint64_t occupied,
    uint64_t white_pawns, uint64_t black_pawns, uint64_t knights, uint64_t kings,
    uint64_t straight, uint64_t slanted)
{
    const uint64_t *leaps = @name@_leaps[square];
    /* White pawns attack from where a black one would attack, and the other way round. */
    return (leaps[0] & knights) | (leaps[1] & kings)
        | (leaps[3] & white_pawns) | (leaps[2] & black_pawns)
        | (SPACETIME_ROOK(square, occupied) & straight)
        | (SPACETIME_BISHOP(square, occupied) & slanted);
}
