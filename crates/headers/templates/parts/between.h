/* SPACETIME_BETWEEN(a, b) names the function of a header of in-between squares, or that of your
 * engine. */
#if !defined(SPACETIME_BETWEEN)
#error "@file@ expects SPACETIME_BETWEEN"
#endif
