@between@

/* For each square where each kind of piece could go if it were alone, and pawns could capture: black
 * pawns last. */
SPACETIME_CONSTANT const uint64_t @name@_targets[64 * 8] = {
@targets@
};

/* Kinds of pieces, by number: pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5. */

@export@
/* Whether the side to move may play a move from anywhere, if its king is safe then; whether it
 * castles out of or through check is not asked. `black` says whose turn it is, `kind` which piece of
 * that side stands on `from`: 6 for none. `promotion` is the kind that a pawn becomes, 6 if
 * none is named. `own` are the pieces of the side to move, `other` those of the other one.
 * `en_passant` is the square that a pawn has just passed, 64 if none has; `castling` are the rooks
 * that may still castle. */
static inline int @name@(unsigned black, unsigned kind, unsigned from, unsigned to,
    unsigned promotion, uint64_t own, uint64_t other, unsigned en_passant, uint64_t castling)
{
    uint64_t target = SPACETIME_CAST(uint64_t, 1) << to, occupied = own | other;
    if (kind > 5)
        return 0;
    if (kind == 0) {
        unsigned last = (to & 56) == 0 || (to & 56) == 56;
        if (last ? promotion - 1 > 3 : promotion != 6)
            return 0;
        if ((from & 7) == (to & 7) ? (occupied & target) != 0
                                   : (other & target) == 0 && en_passant != to)
            return 0;
    } else if (promotion != 6 || (own & target)) {
        return 0;
    } else if (kind == 5 && (from & 7) == 4 && (from + 2 == to || to + 2 == from)) {
        unsigned rook = to > from ? from | 7 : from & 56;
        return (castling >> rook & 1) != 0 && (SPACETIME_BETWEEN(from, rook) & occupied) == 0;
    }
    return (@name@_targets[8 * from + (kind == 0 && black ? 6 : kind)] & target) != 0
        && (SPACETIME_BETWEEN(from, to) & occupied) == 0;
}
