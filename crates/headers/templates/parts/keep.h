/* Hides what a compiler knows of a value. */
#ifndef SPACETIME_KEEP
#if defined(__GNUC__) || defined(__clang__)
#define SPACETIME_KEEP(value) __asm__("" : "+r"(value))
#else
#define SPACETIME_KEEP(value) SPACETIME_CAST(void, value)
#endif
#endif

