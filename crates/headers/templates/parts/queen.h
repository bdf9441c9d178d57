@export@
/* The squares that a queen attacks. */
static inline uint64_t @name@_queen(unsigned square, uint64_t occupied)
{
    return @name@_rook(square, occupied) | @name@_bishop(square, occupied);
}
