#include <immintrin.h>

/* The moves from a1 to all squares. */
SPACETIME_CONSTANT uint16_t @name@_targets[64] = {
@targets@
};

/* The words that a mask names, moved together before zeros. Zen 4 and Zen 5 let the form that
 * zeroes by itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m512i @name@_together(uint32_t mask, __m512i words)
{
    __m512i together = _mm512_setzero_si512();
    __asm__("vpcompressw %1, %0%{%2%}" : "+v"(together) : "v"(words), "Yk"((__mmask32)mask));
    return together;
}

/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned @name@(
    unsigned from, uint64_t targets, uint16_t *moves)
{
    __m512i source = _mm512_set1_epi16((short)(from << 6));
    uint32_t low = (uint32_t)targets, high = (uint32_t)(targets >> 32);
    unsigned first = (unsigned)__builtin_popcount(low);
    const void *lower = @name@_targets;
    const void *upper = @name@_targets + 32;
    __m512i words = _mm512_or_si512(_mm512_load_si512(lower), source);
    _mm512_storeu_si512((void *)moves, @name@_together(low, words));
    words = _mm512_or_si512(_mm512_load_si512(upper), source);
    words = @name@_together(high, words);
    _mm512_storeu_si512((void *)(moves + first), words);
    return first + (unsigned)__builtin_popcount(high);
}

#endif
