#include HEADER
#include "proof.h"

static int lower(const void *one, const void *other)
{
    uint32_t a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return (a > b) - (a < b);
}

/* Compares a list with the relations that it should have, in their order. */
static void compare_list(const uint64_t *asked, const uint64_t *expected, uint64_t count,
    struct JOIN(LOOKUP, _list) *found)
{
    unsigned place;
    compare(asked, 16, count, found->length);
    qsort(found->relations, found->length, sizeof found->relations[0], lower);
    for (place = 0; place < found->length; ++place)
        compare(asked, 16, expected[place], found->relations[place]);
}

int main(int count, char **arguments)
{
    size_t i, cases = 0;
    read_cases(count, arguments);
    for (i = 0; i < length;) {
        const uint64_t *asked = &words[i], *expected = asked + 18;
        uint8_t boards[2][64];
        /* The sanitizer notices a write behind a list of its own. */
        struct JOIN(LOOKUP, _list) *vanished, *appeared;
        vanished = CAST(struct JOIN(LOOKUP, _list) *, malloc(sizeof *vanished));
        appeared = CAST(struct JOIN(LOOKUP, _list) *, malloc(sizeof *appeared));
        if (!vanished || !appeared)
            return 2;
        memcpy(boards, asked, sizeof boards);
        ASK_QUESTION(boards[0], boards[1], vanished, appeared);
        compare_list(asked, expected, asked[16], vanished);
        compare_list(asked, expected + asked[16], asked[17], appeared);
        i += 18 + asked[16] + asked[17];
        free(vanished);
        free(appeared);
        ++cases;
    }
    return end(cases);
}
