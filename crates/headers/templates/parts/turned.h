#ifndef SPACETIME_TURNED
#define SPACETIME_TURNED
#if defined(_MSC_VER) && !defined(__clang__)
#include <stdlib.h>
#endif

/* A set with its ranks in reverse order. */
static inline uint64_t spacetime_turned(uint64_t set)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _byteswap_uint64(set);
#else
    return __builtin_bswap64(set);
#endif
}
#endif

