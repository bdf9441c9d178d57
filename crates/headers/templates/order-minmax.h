#include <immintrin.h>

@entry@

/* The largest entries with one more, which all lanes have. Here and below a mask has all lanes,
 * because GCC 12 warns inside its own header of the forms without one. */
static inline __m512i @name@_inserted(__m512i largest, __m512i entry)
{
    __m512i below = _mm512_maskz_alignr_epi32(0xffff, largest, entry, 15);
    below = _mm512_maskz_min_epu32(0xffff, below, entry);
    return _mm512_maskz_max_epu32(0xffff, largest, below);
}

@export@
/* Puts the 16 largest entries of a list to its front, in their order, and tells how many these
 * are. Call it once, before the first entry is asked for; then give what it tells to each call of
 * @name@_next. */
static inline unsigned @name@_prepare(uint32_t *entries, unsigned count)
{
    unsigned sorted = count < 16 ? count : 16, place;
    __m512i largest = _mm512_setzero_si512();
    for (place = 0; place < sorted; ++place)
        largest = @name@_inserted(largest, _mm512_set1_epi32(SPACETIME_CAST(int, entries[place])));
    for (; place < count; ++place) {
        __m512i entry = _mm512_set1_epi32(SPACETIME_CAST(int, entries[place]));
        /* The one that is lost: the smaller of the entry and the last lane. */
        __m512i last = _mm512_maskz_alignr_epi32(0xffff, largest, largest, 15);
        last = _mm512_maskz_min_epu32(0xffff, last, entry);
        entries[place] = SPACETIME_CAST(uint32_t, _mm512_cvtsi512_si32(last));
        largest = @name@_inserted(largest, entry);
    }
    /* The mask stops writes behind the list. */
    _mm512_mask_storeu_epi32(
        SPACETIME_CAST(void *, entries), SPACETIME_CAST(__mmask16, ~(0xffffffffU << sorted)), largest);
    return sorted;
}

@next@
