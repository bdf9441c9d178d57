@between@

@empty-lines@
@lowest@

@export@
/* The pieces of the king's side that may not leave the line to it. `own` has the pieces of that
 * side, `straight` the rooks and queens of the other one, `slanted` its bishops and queens. */
static inline uint64_t @name@(unsigned king, uint64_t occupied, uint64_t own,
    uint64_t straight, uint64_t slanted)
{
    uint64_t snipers = (@name@_lines[2 * king] & straight)
        | (@name@_lines[2 * king + 1] & slanted);
    uint64_t blockers = 0;
    while (snipers) {
        uint64_t between = SPACETIME_BETWEEN(king, spacetime_lowest(snipers)) & occupied;
        /* Clearing the lowest square leaves nothing of one piece, or of none. */
        if ((between & (between - 1)) == 0)
            blockers |= between;
        snipers &= snipers - 1;
    }
    return blockers & own;
}
