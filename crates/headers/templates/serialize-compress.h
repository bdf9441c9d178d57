#include <immintrin.h>

@count@
/* The moves from a1 to all squares. */
SPACETIME_CONSTANT const uint16_t @name@_from_a1[64] = {
@targets@
};

/* The words that a mask names, moved together before zeros. Zen 4 and Zen 5 let the form that
 * zeroes by itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m512i @name@_together(uint32_t mask, __m512i words)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _mm512_maskz_compress_epi16(mask, words);
#else
    __m512i together = _mm512_setzero_si512();
    __asm__("vpcompressw {%1, %0%{%2%}|%0%{%2%}, %1}"
            : "+v"(together)
            : "v"(words), "Yk"(mask));
    return together;
#endif
}

@export@
/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned @name@(
    unsigned from, uint64_t targets, uint16_t *moves)
{
    __m512i source = _mm512_set1_epi16(SPACETIME_CAST(short, from << 6));
    uint32_t low = SPACETIME_CAST(uint32_t, targets);
    uint32_t high = SPACETIME_CAST(uint32_t, targets >> 32);
    unsigned first = spacetime_count(low);
    const void *lower = @name@_from_a1;
    const void *upper = @name@_from_a1 + 32;
    __m512i words = _mm512_or_si512(_mm512_load_si512(lower), source);
    _mm512_storeu_si512(SPACETIME_CAST(void *, moves), @name@_together(low, words));
    words = _mm512_or_si512(_mm512_load_si512(upper), source);
    words = @name@_together(high, words);
    _mm512_storeu_si512(SPACETIME_CAST(void *, moves + first), words);
    return first + spacetime_count(high);
}
