/* The squares that a rook (0) or a bishop (1) attacks, step by step. */
static inline uint64_t @name@_walk(
    unsigned square, uint64_t occupied, unsigned piece)
{
    static const int steps[2][4][2] = {
        {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
        {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
    };
    uint64_t attacked = 0;
    unsigned way;
    for (way = 0; way < 4; ++way) {
        int file = SPACETIME_CAST(int, square & 7), rank = SPACETIME_CAST(int, square >> 3);
        for (;;) {
            uint64_t reached;
            file += steps[piece][way][0];
            rank += steps[piece][way][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            reached = SPACETIME_CAST(uint64_t, 1) << (8 * rank + file);
            attacked |= reached;
            if (occupied & reached)
                break;
        }
    }
    return attacked;
}

/* Fills the attacks. It runs before main. */
static inline void @name@_init(void)
{
    unsigned square, piece;
    for (square = 0; square < 64; ++square) {
        for (piece = 0; piece < 2; ++piece) {
            uint64_t mask = @name@_rows[square][piece].mask, occupied = 0;
            do {
                @name@_attacks[@name@_index(square, piece, occupied)]
                    = @name@_walk(square, occupied, piece);
                /* Subtracting the mask carries through the squares outside it. */
                occupied = (occupied - mask) & mask;
            } while (occupied);
        }
    }
}

#if defined(__GNUC__) || defined(__clang__)
/* Before what C++ initialises, in other files too. */
__attribute__((constructor(101))) static void @name@_fill(void)
{
    /* Another file may have done so: a rook on a1 attacks something. */
    if (!@name@_attacks[0])
        @name@_init();
}
#elif defined(__cplusplus)
namespace spacetime {

static const bool @space@_is_filled = [] {
    @name@_init();
    return true;
}();

}
#elif !defined(@NAME@_IS_CALLED)
#error "@file@: call @name@_init() \
first in main, and say so by defining @NAME@_IS_CALLED: in C, MSVC does not"
#endif

@export@
/* The squares that a rook attacks. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    return @name@_attacks[@name@_index(square, 0, occupied)];
}

@export@
/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    return @name@_attacks[@name@_index(square, 1, occupied)];
}

@queen@
