/* For each square the attacks of a knight, a king, a white pawn and a black pawn. */
SPACETIME_CONSTANT const uint64_t @name@_leaps[64][4] = {
@leaps@
};
