#include <immintrin.h>

@lowest@
@count@
/* A board is 64 bytes, one a square: 2 * kind + side of a piece, or 12 for an empty square. Kinds
 * are pawn 0, knight 1, bishop 2, rook 3, queen 4 and king 5, sides White 0 and Black 1. */
enum { @NAME@_EMPTY = 12 };

/* Relations: a piece attacks another, of its own side too. From the lowest byte up, each has the
 * attacker and its square, the victim and its square. There are at most 64; what stands behind
 * the last one is of no use. */
struct @name@_list {
    uint32_t relations[64 + 16];
    unsigned length;
};

/* For each square the squares around it, by lanes: eight rays of seven lanes, each with the nearest
 * square first, and a knight's leap behind each ray. A lane without a square holds the one in the
 * middle. */
SPACETIME_CONSTANT const uint8_t @name@_squares[64 * 64] = {
@squares@
};

/* The classes that attack the square in the middle from each lane, a bit each. */
SPACETIME_CONSTANT const uint8_t @name@_attackers[64] = {
@attackers@
};

/* The classes of each piece, by its number; the two lowest slide. */
SPACETIME_CONSTANT const uint8_t @name@_classes[16] = {
@classes@
};

/* What lies around a square, by lanes: pieces and their squares, the lanes that have a square, and
 * those where a piece comes or goes with the move. */
struct @name@_around {
    __m512i pieces, squares;
    uint64_t on_board, changed;
};

/* The bytes of some lanes, 16 at most, before zeros. Zen 4 and Zen 5 let the form that zeroes by
 * itself, which compilers make of the intrinsic, wait for what its register held. */
static inline __m128i @name@_few(uint64_t lanes, __m512i bytes)
{
#if defined(_MSC_VER) && !defined(__clang__)
    return _mm512_castsi512_si128(_mm512_maskz_compress_epi8(lanes, bytes));
#else
    __m128i few = _mm_setzero_si128();
    __asm__("vpcompressb {%1, %g0%{%2%}|%g0%{%2%}, %1}"
            : "+v"(few)
            : "v"(bytes), "Yk"(SPACETIME_CAST(__mmask64, lanes)));
    return few;
#endif
}

/* Words with the piece of a lane, and above it its square, for 16 lanes at most. Here and
 * below a mask has all lanes, because GCC 12 warns inside its own header of the forms without. */
static inline __m512i @name@_words(
    uint64_t lanes, __m512i pieces, __m512i squares)
{
    __m128i some = @name@_few(lanes, pieces);
    __m128i places = @name@_few(lanes, squares);
    __m256i words = _mm256_castsi128_si256(_mm_unpacklo_epi8(some, places));
    words = _mm256_inserti128_si256(words, _mm_unpackhi_epi8(some, places), 1);
    return _mm512_maskz_cvtepu16_epi32(0xffff, words);
}

/* All lanes of the rays that have one in a mask, which holds no leaps. */
static inline uint64_t @name@_rays(uint64_t lanes)
{
    uint64_t any = (lanes + 0x7f7f7f7f7f7f7f7fULL) & 0x8080808080808080ULL;
    return any - (any >> 7);
}

/* The lanes of the opposite rays, or their bytes. */
static inline uint64_t @name@_opposite(uint64_t lanes)
{
    return lanes << 32 | lanes >> 32;
}

static inline __m512i @name@_turned(__m512i lanes)
{
    return _mm512_maskz_shuffle_i64x2(0xff, lanes, lanes, 0x4e);
}

/* Adds as many relations as there are lanes. */
static inline void @name@_push(
    struct @name@_list *list, uint64_t lanes, __m512i words)
{
    _mm512_storeu_si512(SPACETIME_CAST(void *, list->relations + list->length), words);
    list->length += spacetime_count(lanes);
}

/* Lists the relations that come and go with what stands on a square. GCC would call it, with its
 * vectors in memory. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((always_inline))
#endif
static inline void @name@_relations(
    struct @name@_around around, unsigned square, unsigned piece,
    struct @name@_list *list)
{
    const uint64_t leaps = 0x8080808080808080ULL;
    const void *row = @name@_classes;
    __m512i classes = _mm512_maskz_broadcast_i32x4(
        0xffff, _mm_load_si128(SPACETIME_CAST(const __m128i *, row)));
    const void *lanes = @name@_attackers;
    __m512i attackers = _mm512_load_si512(lanes);
    __m512i attacking = _mm512_and_si512(
        _mm512_shuffle_epi8(classes, around.pieces), attackers);
    uint64_t occupied = _mm512_mask_cmpneq_epi8_mask(
        around.on_board, around.pieces, _mm512_set1_epi8(@NAME@_EMPTY));
    /* The lanes of each ray up to the nearest piece: the leaps keep bytes from borrowing. */
    uint64_t stopped = occupied | leaps;
    uint64_t reach = stopped ^ (stopped - 0x0101010101010101ULL);
    uint64_t nearest = reach & occupied & ~leaps;
    if (piece != @NAME@_EMPTY) {
        uint64_t seen = nearest | (occupied & leaps);
        /* The relations between two squares of the move are listed by the attacker. */
        uint64_t from = seen & ~around.changed & _mm512_test_epi8_mask(attacking, attacking);
        /* The number of the same kind of the other side, whose pawns attack so. */
        uint8_t other = @name@_classes[piece ^ 1];
        uint64_t to = seen & _mm512_test_epi8_mask(attackers, _mm512_set1_epi8(SPACETIME_CAST(char, other)));
        uint32_t middle = piece | square << 8;
        __m512i words = @name@_words(from, around.pieces, around.squares);
        words = _mm512_or_si512(words, _mm512_set1_epi32(SPACETIME_CAST(int, middle << 16)));
        @name@_push(list, from, words);
        words = @name@_words(to, around.pieces, around.squares);
        words = _mm512_maskz_slli_epi32(0xffff, words, 16);
        words = _mm512_or_si512(words, _mm512_set1_epi32(SPACETIME_CAST(int, middle)));
        @name@_push(list, to, words);
    } else {
        /* Each slider attacks the nearest piece of the opposite ray, four groups further on. */
        uint64_t still = nearest & ~around.changed;
        uint64_t sliders = still & _mm512_test_epi8_mask(attacking, _mm512_set1_epi8(3));
        uint64_t opposite = @name@_opposite(still);
        /* Through two squares that open at once, the one next to the slider lists it. */
        uint64_t twins = reach & around.changed & around.on_board & ~occupied & ~leaps;
        uint64_t rays = @name@_rays(sliders)
            & @name@_rays(opposite)
            & ~@name@_rays(twins);
        __m512i turned_pieces = @name@_turned(around.pieces);
        __m512i turned_squares = @name@_turned(around.squares);
        __m512i victims, words;
        opposite &= rays;
        sliders &= rays;
        victims = @name@_words(opposite, turned_pieces, turned_squares);
        words = @name@_words(sliders, around.pieces, around.squares);
        victims = _mm512_maskz_slli_epi32(0xffff, victims, 16);
        @name@_push(list, sliders, _mm512_or_si512(words, victims));
    }
}

@export@
/* Lists the relations that vanish and those that appear with a legal move, by the boards before and
 * after it. Both lists are emptied first, and have no order. */
static inline void @name@(
    const uint8_t *before, const uint8_t *after,
    struct @name@_list *vanished,
    struct @name@_list *appeared)
{
    __m512i old_board = _mm512_loadu_si512(SPACETIME_CAST(const void *, before));
    __m512i new_board = _mm512_loadu_si512(SPACETIME_CAST(const void *, after));
    uint64_t changed = _mm512_cmpneq_epi8_mask(old_board, new_board);
    const __mmask64 every = ~SPACETIME_CAST(__mmask64, 0);
    vanished->length = 0;
    appeared->length = 0;
    for (; changed; changed &= changed - 1) {
        unsigned square = spacetime_lowest(changed);
        struct @name@_around around;
        const void *row = &@name@_squares[64 * square];
        __m512i old_pieces, new_pieces;
        around.squares = _mm512_load_si512(row);
        around.on_board
            = _mm512_cmpneq_epi8_mask(around.squares, _mm512_set1_epi8(SPACETIME_CAST(char, square)));
        old_pieces = _mm512_maskz_permutexvar_epi8(every, around.squares, old_board);
        new_pieces = _mm512_maskz_permutexvar_epi8(every, around.squares, new_board);
        around.changed = _mm512_cmpneq_epi8_mask(old_pieces, new_pieces);
        around.pieces = old_pieces;
        @name@_relations(around, square, before[square], vanished);
        around.pieces = new_pieces;
        @name@_relations(around, square, after[square], appeared);
    }
}
