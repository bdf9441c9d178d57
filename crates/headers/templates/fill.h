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
        int file = (int)(square & 7), rank = (int)(square >> 3);
        for (;;) {
            uint64_t reached;
            file += steps[piece][way][0];
            rank += steps[piece][way][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            reached = (uint64_t)1 << (8 * rank + file);
            attacked |= reached;
            if (occupied & reached)
                break;
        }
    }
    return attacked;
}

/* Fills the attacks. Call it once, before the first lookup and before other threads start. */
static inline void @name@_init(void)
{
    unsigned square, piece;
    for (square = 0; square < 64; ++square) {
        for (piece = 0; piece < 2; ++piece) {
            unsigned row = 2 * square + piece;
            uint64_t mask = @name@_rows[row].mask, occupied = 0;
            do {
                @name@_attacks[@name@_index(row, occupied)]
                    = @name@_walk(square, occupied, piece);
                /* Subtracting the mask carries through the squares outside it. */
                occupied = (occupied - mask) & mask;
            } while (occupied);
        }
    }
}

/* The squares that a rook attacks. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    return @name@_attacks[@name@_index(2 * square, occupied)];
}

/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    return @name@_attacks[@name@_index(2 * square + 1, occupied)];
}

/* The squares that a queen attacks. */
static inline uint64_t @name@_queen(unsigned square, uint64_t occupied)
{
    return @name@_rook(square, occupied)
        | @name@_bishop(square, occupied);
}

#endif
