@export@
/* Brings the largest of `count` entries that are left, at least one, to their front, and tells it.
 * The next call leaves it out: it begins behind it, with one less. */
static inline uint32_t @name@_next(uint32_t *rest, unsigned count, unsigned *sorted)
{
    unsigned largest = 0, other;
    uint32_t found;
    if (*sorted) {
        --*sorted;
        return rest[0];
    }
    for (other = 1; other < count; ++other)
        if (rest[other] > rest[largest])
            largest = other;
    found = rest[largest];
    rest[largest] = rest[0];
    rest[0] = found;
    return found;
}
