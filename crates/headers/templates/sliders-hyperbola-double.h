#include <immintrin.h>

/* All that a lookup on a square reads but for a byte, in one cache line: the file, the diagonal, an
 * empty set and the antidiagonal, without the square; the square, and the same upside down; the
 * attacks on the first rank by occupied inner squares; where its rank and these squares begin. */
struct @name@_row {
    uint64_t lines[4];
    uint64_t slider;
    uint64_t turned;
    const uint8_t *ranks;
    uint32_t first;
    uint32_t inner;
};

/* Attacks on the first rank, by file and occupied inner squares. */
SPACETIME_CONSTANT const uint8_t @name@_ranks[8][64] = {
@ranks@
};

SPACETIME_CONSTANT const struct @name@_row @name@_rows[64] = {
@rows@
};

/* The squares that a rook attacks, and those that a bishop attacks: one lookup for both. */
struct @name@_sets {
    uint64_t rook;
    uint64_t bishop;
};

static inline struct @name@_sets @name@_both(unsigned square, uint64_t occupied)
{
    const struct @name@_row *row = &@name@_rows[square];
    const void *start = row->lines;
    const __m256i turn = _mm256_broadcastsi128_si256(
        _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    __m256i lines = _mm256_load_si256(SPACETIME_CAST(const __m256i *, start));
    __m256i slider = _mm256_set1_epi64x(SPACETIME_CAST(long long, row->slider));
    __m256i turned = _mm256_set1_epi64x(SPACETIME_CAST(long long, row->turned));
    __m256i all = _mm256_set1_epi64x(SPACETIME_CAST(long long, occupied));
    __m256i obstacles = _mm256_and_si256(lines, all);
    __m256i above = _mm256_sub_epi64(obstacles, slider);
    __m256i below = _mm256_sub_epi64(_mm256_shuffle_epi8(obstacles, turn), turned);
    __m256i seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, turn));
    __m128i pieces;
    struct @name@_sets both;
    seen = _mm256_and_si256(seen, lines);
    /* A rook's squares are in the even lanes, a bishop's in the odd ones. */
    pieces = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    both.rook = SPACETIME_CAST(uint64_t, row->ranks[occupied >> row->inner & 63]) << row->first;
    both.rook |= SPACETIME_CAST(uint64_t, _mm_cvtsi128_si64(pieces));
    both.bishop = SPACETIME_CAST(uint64_t, _mm_extract_epi64(pieces, 1));
    return both;
}

@export@
/* The squares that a rook attacks. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    return @name@_both(square, occupied).rook;
}

@export@
/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    return @name@_both(square, occupied).bishop;
}

@export@
/* The squares that a queen attacks. */
static inline uint64_t @name@_queen(unsigned square, uint64_t occupied)
{
    struct @name@_sets both = @name@_both(square, occupied);
    return both.rook | both.bishop;
}
