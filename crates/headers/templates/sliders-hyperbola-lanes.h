#include <immintrin.h>

/* Nothing, and the file, diagonal and antidiagonal through each square, without it. */
SPACETIME_CONSTANT const uint64_t @name@_lines[64][4] = {
@lines@
};

@hyperbola@
@diagonals@
@export@
/* The squares that a rook attacks: only a file is left for lanes. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    return @name@_rank(square, occupied)
        | @name@_line(square, occupied, @name@_lines[square][1]);
}

@export@
/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    return @name@_two(square, occupied, &@name@_lines[square][2]);
}

@export@
/* The squares that a queen attacks. */
static inline uint64_t @name@_queen(unsigned square, uint64_t occupied)
{
    const void *row = @name@_lines[square];
    __m256i lines = _mm256_load_si256(SPACETIME_CAST(const __m256i *, row));
    __m256i turn = _mm256_broadcastsi128_si256(@name@_turn());
    __m256i slider = _mm256_set1_epi64x(SPACETIME_CAST(long long, 1ULL << square));
    __m256i all = _mm256_set1_epi64x(SPACETIME_CAST(long long, occupied));
    __m256i obstacles = _mm256_and_si256(lines, all);
    __m256i above = _mm256_sub_epi64(obstacles, slider);
    __m256i below = _mm256_sub_epi64(
        _mm256_shuffle_epi8(obstacles, turn), _mm256_shuffle_epi8(slider, turn));
    __m256i seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, turn));
    __m128i halves;
    seen = _mm256_and_si256(seen, lines);
    halves = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    halves = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    return SPACETIME_CAST(uint64_t, _mm_cvtsi128_si64(halves))
        | @name@_rank(square, occupied);
}
