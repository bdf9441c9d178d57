#ifdef BY_MOVE
#include "spacetime_between_rectangular.h"
#define SPACETIME_BETWEEN spacetime_between_rectangular
#endif
#include "spacetime_sliders_hyperbola.h"
#define SPACETIME_ROOK spacetime_sliders_hyperbola_rook
#define SPACETIME_BISHOP spacetime_sliders_hyperbola_bishop
#include HEADER
#include "proof.h"

static uint64_t found(const uint64_t *asked)
{
    unsigned black = CAST(unsigned, asked[2]);
    if (!asked[0])
        return CAST(uint64_t,
            ASK(checkers)(SQUARE(asked[1]), black, SET(asked[3]), SET(asked[4]), SET(asked[5]),
                SET(asked[6]), SET(asked[7])));
#ifdef BY_MOVE
    return ASK(gives_check)(SQUARE(asked[1]), black, CAST(unsigned, asked[3]), SQUARE(asked[4]),
        SET(asked[5]), SET(asked[6]), SET(asked[7]), SET(asked[8])) ? 1 : 0;
#else
    /* The board after the move: the king of the side that waits is then asked about. */
    return CAST(uint64_t,
               ASK(checkers)(SQUARE(asked[1]), !black, SET(asked[6]), SET(asked[9]),
                   SET(asked[10]), SET(asked[11]), SET(asked[12]))) != 0;
#endif
}

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 14) {
        const uint64_t *asked = &words[i];
        compare(asked, 13, asked[13], found(asked));
    }
    return end(length / 14);
}
