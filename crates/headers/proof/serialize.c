#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i, cases = 0, move, moves;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 3 + moves) {
        const uint64_t *asked = &words[i];
        /* The sanitizer notices a write behind the room for 64 moves. */
        uint16_t *written = CAST(uint16_t *, malloc(64 * sizeof *written));
        moves = CAST(size_t, asked[2]);
        if (!written)
            return 2;
        compare(asked, 2, moves, ASK_QUESTION(SQUARE(asked[0]), SET(asked[1]), written));
        for (move = 0; move < moves; ++move)
            compare(asked, 2, asked[3 + move], written[move]);
        free(written);
        ++cases;
    }
    return end(cases);
}
