#ifndef SPACETIME_LOWEST
#define SPACETIME_LOWEST
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* The lowest square of a set that has one. */
static inline unsigned spacetime_lowest(uint64_t set)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long square;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&square, set);
#else
    if (!_BitScanForward(&square, SPACETIME_CAST(unsigned long, set))) {
        _BitScanForward(&square, SPACETIME_CAST(unsigned long, set >> 32));
        square += 32;
    }
#endif
    return SPACETIME_CAST(unsigned, square);
#else
    return SPACETIME_CAST(unsigned, __builtin_ctzll(set));
#endif
}
#endif

