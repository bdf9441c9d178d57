@count@
#if defined(__BMI__) && defined(__x86_64__)
#include <immintrin.h>
#else
@lowest@
#endif

/* The lowest square of a set; any number if it is empty. */
static inline unsigned @name@_lowest(uint64_t set)
{
#if defined(__BMI__) && defined(__x86_64__)
    return SPACETIME_CAST(unsigned, _tzcnt_u64(set));
#else
    return spacetime_lowest(set | 0x8000000000000000ULL);
#endif
}

@export@
/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned @name@(unsigned from, uint64_t targets, uint16_t *moves)
{
    uint64_t rest = targets;
    unsigned chunk, place;
    for (chunk = 0; chunk < 64; chunk += 8) {
        /* Below its level 3 GCC leaves a loop, which takes half as long again. */
#if defined(__clang__)
#pragma clang loop unroll(full)
#elif defined(__GNUC__)
#pragma GCC unroll 8
#endif
        for (place = chunk; place < chunk + 8; ++place) {
            moves[place] = SPACETIME_CAST(uint16_t, (from << 6) + @name@_lowest(rest));
            rest &= rest - 1;
        }
        if (!rest)
            break;
    }
    return spacetime_count(targets);
}
