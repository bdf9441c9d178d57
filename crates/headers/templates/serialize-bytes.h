#include <immintrin.h>

@count@
/* The numbers of all squares. */
SPACETIME_CONSTANT const uint8_t @name@_squares[64] = {
@squares@
};

/* The bytes that a mask names, moved together before zeros. Zen 4 and Zen 5 let the form that
 * zeroes by itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m512i @name@_together(uint64_t mask, __m512i bytes)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _mm512_maskz_compress_epi8(mask, bytes);
#else
    __m512i together = _mm512_setzero_si512();
    __asm__("vpcompressb {%1, %0%{%2%}|%0%{%2%}, %1}"
            : "+v"(together)
            : "v"(bytes), "Yk"(SPACETIME_CAST(__mmask64, mask)));
    return together;
#endif
}

/* A half of the bytes as words. GCC 12 warns inside its own header of the forms without a mask. */
static inline __m512i @name@_lower(__m512i bytes)
{
    return _mm512_cvtepu8_epi16(_mm512_maskz_extracti64x4_epi64(0xff, bytes, 0));
}

static inline __m512i @name@_upper(__m512i bytes)
{
    return _mm512_cvtepu8_epi16(_mm512_maskz_extracti64x4_epi64(0xff, bytes, 1));
}

@export@
/* Writes the moves to all targets, in the order of the squares, and tells how many there are.
 * A move has the target in its lowest six bits and the source in the next six. There must be
 * room for 64 moves; what stands behind the last one is of no use. */
static inline unsigned @name@(unsigned from, uint64_t targets, uint16_t *moves)
{
    __m512i source = _mm512_set1_epi16(SPACETIME_CAST(short, from << 6));
    const void *squares = @name@_squares;
    unsigned count = spacetime_count(targets);
    __m512i together = @name@_together(targets, _mm512_load_si512(squares));
    __m512i words = @name@_lower(together);
    _mm512_storeu_si512(SPACETIME_CAST(void *, moves), _mm512_or_si512(words, source));
    /* No piece has as many. */
    if (count > 32) {
        words = @name@_upper(together);
        _mm512_storeu_si512(SPACETIME_CAST(void *, moves + 32), _mm512_or_si512(words, source));
    }
    return count;
}
