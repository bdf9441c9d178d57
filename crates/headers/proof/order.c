#include HEADER
#include "proof.h"

static int higher(const void *one, const void *other)
{
    uint32_t a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return (a < b) - (a > b);
}

/* Asks for some entries of a list, and compares them and what is left with all in their order. */
static void take(const uint64_t *asked, unsigned entries, unsigned taken, uint32_t *list)
{
    unsigned place, sorted = ASK(prepare)(list, entries);
    for (place = 0; place < taken; ++place) {
        uint32_t found = ASK(next)(list + place, entries - place, &sorted);
        compare(asked, 2, asked[2 + place] >> 32, found);
        compare(asked, 2, found, list[place]);
    }
    qsort(list + taken, entries - taken, sizeof *list, higher);
    for (; place < entries; ++place)
        compare(asked, 2, asked[2 + place] >> 32, list[place]);
}

int main(int count, char **arguments)
{
    size_t i, cases = 0;
    read_cases(count, arguments);
    for (i = 0; i < length; ++cases) {
        const uint64_t *asked = &words[i];
        unsigned entries = CAST(unsigned, asked[0]), place;
        /* The sanitizer notices a write behind the list. One entry more, for lists of none. */
        uint32_t *room = CAST(uint32_t *, malloc((entries + 1) * sizeof *room)), *list = room + 1;
        if (!room)
            return 2;
        for (place = 0; place < entries; ++place)
            list[place] = CAST(uint32_t, asked[2 + place]);
        take(asked, entries, CAST(unsigned, asked[1]), list);
        free(room);
        i += 2 + entries;
    }
    return end(cases);
}
