@between@

/* For each square where each kind of piece could go if it were alone, and pawns could capture: black
 * pawns last. */
SPACETIME_CONSTANT const uint64_t @name@_targets[64][8] = {
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
    uint64_t target = SPACETIME_CAST(uint64_t, 1) << to, occupied = own | other, allowed;
    unsigned row = kind;
    if (kind > 5)
        return 0;
    /* Sets are joined: a branch on each condition was mispredicted too often. */
    if (kind == 0) {
        unsigned last = ((to >> 3) + 1) % 8 < 2;
        uint64_t passed = SPACETIME_CAST(uint64_t, en_passant == to) << to;
        allowed = ((from ^ to) & 7) == 0 ? ~occupied : other | passed;
        allowed = (last ? promotion - 1 < 4 : promotion == 6) ? allowed : 0;
        row = black ? 6 : 0;
    } else {
        allowed = promotion == 6 ? ~own : 0;
        if (kind == 5 && (from & 7) == 4 && (from + 2 == to || to + 2 == from)) {
            unsigned rook = to > from ? from | 7 : from & 56;
            return (allowed & target) != 0 && (castling >> rook & 1) != 0
                && (SPACETIME_BETWEEN(from, rook) & occupied) == 0;
        }
    }
    return (@name@_targets[from][row] & allowed & target) != 0
        && (SPACETIME_BETWEEN(from, to) & occupied) == 0;
}
