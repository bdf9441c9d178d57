#include <immintrin.h>

@entry@

static inline void @name@_store(uint32_t *entries, __m256i mask, __m256i words)
{
    void *start = entries;
    _mm256_maskstore_epi32(SPACETIME_CAST(int *, start), mask, words);
}

/* All words a lane up, the last one to the first lane. */
static inline __m256i @name@_up(__m256i words)
{
    return _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
}

/* All words a lane up, and in the first lane the last one of those below. Both are given as they are
 * and a lane up: with AVX-512 VL an instruction takes the former, else a blend the latter. */
static inline __m256i @name@_joined(
    __m256i words, __m256i words_up, __m256i below, __m256i below_up)
{
#if defined(__AVX512F__) && defined(__AVX512VL__)
    SPACETIME_CAST(void, words_up);
    SPACETIME_CAST(void, below_up);
    return _mm256_maskz_alignr_epi32(0xff, words, below, 7);
#else
    SPACETIME_CAST(void, words);
    SPACETIME_CAST(void, below);
    return _mm256_blend_epi32(words_up, below_up, 1);
#endif
}

@export@
/* Puts the 16 largest entries of a list to its front, in their order, and tells how many these
 * are. Call it once, before the first entry is asked for; then give what it tells to each call of
 * @name@_next. */
static inline unsigned @name@_prepare(uint32_t *entries, unsigned count)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    /* The largest entries so far: to insert one, all move a lane up, where they are smaller. */
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256(), all;
    unsigned sorted = count < 16 ? count : 16, place;
    for (place = 0; place < count; ++place) {
        __m256i entry = _mm256_set1_epi32(SPACETIME_CAST(int, entries[place]));
        __m256i from_high = @name@_up(high), from_low = @name@_up(low);
        __m256i below_low = @name@_joined(low, from_low, entry, entry);
        __m256i below_high = @name@_joined(high, from_high, low, from_low);
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
