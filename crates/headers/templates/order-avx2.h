#include <immintrin.h>

@entry@

static inline void @name@_store(uint32_t *entries, __m256i mask, __m256i words)
{
    void *start = entries;
    _mm256_maskstore_epi32(SPACETIME_CAST(int *, start), mask, words);
}

@export@
/* Puts the 16 largest entries of a list to its front, in their order, and tells how many these
 * are. Call it once, before the first entry is asked for; then give what it tells to each call of
 * @name@_next. */
static inline unsigned @name@_prepare(uint32_t *entries, unsigned count)
{
    const __m256i up = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    /* The largest entries so far: to insert one, all move a lane up, where they are smaller. */
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256(), all;
    unsigned sorted = count < 16 ? count : 16, place;
    for (place = 0; place < count; ++place) {
        __m256i entry = _mm256_set1_epi32(SPACETIME_CAST(int, entries[place]));
        __m256i from_low = _mm256_permutevar8x32_epi32(low, up);
        __m256i from_high = _mm256_permutevar8x32_epi32(high, up);
        __m256i below_low = _mm256_blend_epi32(from_low, entry, 1);
        __m256i below_high = _mm256_blend_epi32(from_high, from_low, 1);
        low = _mm256_max_epu32(low, _mm256_min_epu32(below_low, entry));
        high = _mm256_max_epu32(high, _mm256_min_epu32(below_high, entry));
        /* The one that is lost goes back to the list. */
        if (place >= 16)
            entries[place] = SPACETIME_CAST(
                uint32_t, _mm256_cvtsi256_si32(_mm256_min_epu32(from_high, entry)));
    }
    /* The masks stop writes behind the list. */
    all = _mm256_set1_epi32(SPACETIME_CAST(int, sorted));
    @name@_store(entries, _mm256_cmpgt_epi32(all, lanes), low);
    if (sorted > 8)
        @name@_store(entries + 8,
            _mm256_cmpgt_epi32(_mm256_sub_epi32(all, _mm256_set1_epi32(8)), lanes), high);
    return sorted;
}

@next@
