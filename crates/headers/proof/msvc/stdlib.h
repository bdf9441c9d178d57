/* What headers take from MSVC's <stdlib.h>, for compilers that are told to be MSVC. */
#pragma GCC system_header
#ifndef SPACETIME_MSVC_STDLIB
#define SPACETIME_MSVC_STDLIB
#if __has_include_next(<stdlib.h>)
#include_next <stdlib.h>
#endif

static inline unsigned long long _byteswap_uint64(unsigned long long number)
{
    return __builtin_bswap64(number);
}
#endif
