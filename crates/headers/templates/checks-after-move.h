@sliders@

@leapers@

@export@
/* The pieces that give check to a king. `black` says whose king it is: 0 White's, 1 Black's. The
 * sets are the other side's: `straight` has rooks and queens, `slanted` bishops and queens.
 *
 * A move gives check if, after it is played, some piece gives check to the king of the side that
 * is then to move. */
static inline uint64_t @name@_checkers(unsigned king, unsigned black,
    uint64_t occupied, uint64_t pawns, uint64_t knights, uint64_t straight, uint64_t slanted)
{
    const uint64_t *leaps = @name@_leaps[king];
    /* Pawns attack from where a pawn of the king's side would attack. */
    return (leaps[0] & knights) | (leaps[2 + black] & pawns)
        | (SPACETIME_ROOK(king, occupied) & straight)
        | (SPACETIME_BISHOP(king, occupied) & slanted);
}
