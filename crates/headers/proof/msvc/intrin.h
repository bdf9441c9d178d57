/* What headers take from MSVC's <intrin.h>, for compilers that are told to be MSVC. */
#pragma GCC system_header
#ifndef SPACETIME_MSVC_INTRIN
#define SPACETIME_MSVC_INTRIN

static inline unsigned char _BitScanForward64(unsigned long *place, unsigned long long bits)
{
    if (!bits)
        return 0;
    *place = (unsigned long)__builtin_ctzll(bits);
    return 1;
}

static inline unsigned char _BitScanForward(unsigned long *place, unsigned long bits)
{
    return _BitScanForward64(place, (unsigned)bits);
}
#endif
