#ifndef SPACETIME_COUNT
#define SPACETIME_COUNT
/* The number of squares in a set. */
static inline unsigned spacetime_count(uint64_t set)
{
#if defined(_MSC_VER) && !defined(__clang__)
    set -= set >> 1 & 0x5555555555555555ULL;
    set = (set & 0x3333333333333333ULL) + (set >> 2 & 0x3333333333333333ULL);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return SPACETIME_CAST(unsigned, set * 0x0101010101010101ULL >> 56);
#else
    return SPACETIME_CAST(unsigned, __builtin_popcountll(set));
#endif
}
#endif

