/* SPACETIME_ROOK(square, occupied) and SPACETIME_BISHOP name the functions of a header of sliders,
 * or those of your engine. */
#if !defined(SPACETIME_ROOK) || !defined(SPACETIME_BISHOP)
#error "@file@ expects SPACETIME_ROOK and SPACETIME_BISHOP"
#endif
