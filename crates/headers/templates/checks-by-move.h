/* SPACETIME_ROOK(square, occupied), SPACETIME_BISHOP and SPACETIME_BETWEEN(a, b) name the functions
 * of headers of sliders and of in-between squares, or those of your engine. */
#if !defined(SPACETIME_ROOK) || !defined(SPACETIME_BISHOP) || !defined(SPACETIME_BETWEEN)
#error "@file@ expects SPACETIME_ROOK, SPACETIME_BISHOP and SPACETIME_BETWEEN"
#endif

@leapers@

@empty-lines@
@lowest@

/* Kinds of pieces, by number: pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5. */

@export@
/* The pieces that give check to a king. `black` says whose king it is: 0 White's, 1 Black's. The
 * sets are the other side's: `straight` has rooks and queens, `slanted` bishops and queens. */
static inline uint64_t @name@_checkers(unsigned king, unsigned black,
    uint64_t occupied, uint64_t pawns, uint64_t knights, uint64_t straight, uint64_t slanted)
{
    uint64_t checkers = (@name@_leaps[king][0] & knights)
        | (@name@_leaps[king][2 + black] & pawns);
    uint64_t snipers = (@name@_lines[king][0] & straight)
        | (@name@_lines[king][1] & slanted);
    while (snipers) {
        if ((SPACETIME_BETWEEN(king, spacetime_lowest(snipers)) & occupied) == 0)
            checkers |= snipers & (~snipers + 1);
        snipers &= snipers - 1;
    }
    return checkers;
}

@export@
/* Whether a legal move gives check to the king of the side that waits. `black` says who moves.
 * `kind` and `to` are of the piece that moves, a promoted one as it is then, and in castling of
 * the rook. `left` are the squares that it leaves: in castling the king's, en passant the captured
 * pawn's too. `after` are those that are occupied then. `straight` and `slanted` are the sliders
 * of the side that moves, as they stand before the move. */
static inline int @name@_gives_check(unsigned king, unsigned black,
    unsigned kind, unsigned to, uint64_t left, uint64_t after, uint64_t straight, uint64_t slanted)
{
    uint64_t snipers = 0, attacks = 0;
    switch (kind) {
    case 0:
        attacks = @name@_leaps[to][2 + black];
        break;
    case 1:
        attacks = @name@_leaps[to][0];
        break;
    case 2:
        attacks = SPACETIME_BISHOP(to, after);
        break;
    case 3:
        attacks = SPACETIME_ROOK(to, after);
        break;
    case 4:
        attacks = SPACETIME_ROOK(to, after) | SPACETIME_BISHOP(to, after);
        break;
    default:
        break;
    }
    if (attacks >> king & 1)
        return 1;
    if (@name@_lines[king][0] & left)
        snipers |= @name@_lines[king][0] & straight;
    if (@name@_lines[king][1] & left)
        snipers |= @name@_lines[king][1] & slanted;
    /* A slider that has moved is among them, on its old square: it saw no king from there. */
    while (snipers) {
        if ((SPACETIME_BETWEEN(king, spacetime_lowest(snipers)) & after) == 0)
            return 1;
        snipers &= snipers - 1;
    }
    return 0;
}
