/* The order of bytes that turns either lane upside down. */
static inline __m128i @name@_turn(void)
{
    return _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
}

/* What a slider sees of two lines, joined. */
static inline uint64_t @name@_two(unsigned square, uint64_t occupied, const void *lines)
{
    const __m128i turn = @name@_turn();
    __m128i both = _mm_loadu_si128(SPACETIME_CAST(const __m128i *, lines));
    __m128i slider = _mm_set1_epi64x(SPACETIME_CAST(long long, 1ULL << square));
    __m128i all = _mm_set1_epi64x(SPACETIME_CAST(long long, occupied));
    __m128i obstacles = _mm_and_si128(both, all);
    __m128i above = _mm_sub_epi64(obstacles, slider);
    __m128i below = _mm_sub_epi64(
        _mm_shuffle_epi8(obstacles, turn), _mm_shuffle_epi8(slider, turn));
    __m128i seen = _mm_xor_si128(above, _mm_shuffle_epi8(below, turn));
    seen = _mm_and_si128(seen, both);
    seen = _mm_or_si128(seen, _mm_unpackhi_epi64(seen, seen));
    return SPACETIME_CAST(uint64_t, _mm_cvtsi128_si64(seen));
}
