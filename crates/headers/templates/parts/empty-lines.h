/* Rook and bishop attacks on an empty board, for each square. */
SPACETIME_CONSTANT const uint64_t @name@_lines[64][2] = {
@lines@
};
