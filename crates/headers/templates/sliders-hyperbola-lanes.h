#include <immintrin.h>

/* Nothing, and the file, diagonal and antidiagonal through each square, without it. */
SPACETIME_CONSTANT uint64_t @name@_lines[64 * 4] = {
@lines@
};

/* Attacks on the first rank, by its occupied inner squares and by file. */
SPACETIME_CONSTANT uint8_t @name@_ranks[64 * 8] = {
@ranks@
};

static inline uint64_t @name@_rank(unsigned square, uint64_t occupied)
{
    unsigned first = square & 56;
    unsigned inner = (unsigned)(occupied >> first >> 1) & 63;
    return (uint64_t)@name@_ranks[8 * inner + (square & 7)] << first;
}

/* The order of bytes that turns either lane upside down. */
static inline __m128i @name@_swap(void)
{
    return _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
}

/* Both lanes in one. */
static inline uint64_t @name@_joined(__m128i lanes)
{
    __m128i joined = _mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes));
    return (uint64_t)_mm_cvtsi128_si64(joined);
}

/* The squares that a rook attacks: only a file is left for lanes. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    uint64_t slider = (uint64_t)1 << square;
    uint64_t line = @name@_lines[4 * square + 1];
    uint64_t obstacles = occupied & line;
    uint64_t above = obstacles - slider;
    uint64_t below = __builtin_bswap64(obstacles) - __builtin_bswap64(slider);
    return @name@_rank(square, occupied)
        | ((above ^ __builtin_bswap64(below)) & line);
}

/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    uint64_t slider = (uint64_t)1 << square;
    const void *row = &@name@_lines[4 * square + 2];
    __m128i lines = _mm_load_si128((const __m128i *)row);
    __m128i swap = @name@_swap();
    __m128i obstacles = _mm_and_si128(lines, _mm_set1_epi64x((long long)occupied));
    __m128i above = _mm_sub_epi64(obstacles, _mm_set1_epi64x((long long)slider));
    __m128i below = _mm_sub_epi64(_mm_shuffle_epi8(obstacles, swap),
        _mm_set1_epi64x((long long)__builtin_bswap64(slider)));
    __m128i seen = _mm_xor_si128(above, _mm_shuffle_epi8(below, swap));
    return @name@_joined(_mm_and_si128(seen, lines));
}

/* The squares that a queen attacks. */
static inline uint64_t @name@_queen(unsigned square, uint64_t occupied)
{
    uint64_t slider = (uint64_t)1 << square;
    const void *row = &@name@_lines[4 * square];
    __m256i lines = _mm256_load_si256((const __m256i *)row);
    __m256i swap = _mm256_broadcastsi128_si256(@name@_swap());
    __m256i obstacles = _mm256_and_si256(lines, _mm256_set1_epi64x((long long)occupied));
    __m256i above = _mm256_sub_epi64(obstacles, _mm256_set1_epi64x((long long)slider));
    __m256i below = _mm256_sub_epi64(_mm256_shuffle_epi8(obstacles, swap),
        _mm256_set1_epi64x((long long)__builtin_bswap64(slider)));
    __m256i seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, swap));
    __m128i halves;
    seen = _mm256_and_si256(seen, lines);
    halves = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    return @name@_joined(halves)
        | @name@_rank(square, occupied);
}

#endif
