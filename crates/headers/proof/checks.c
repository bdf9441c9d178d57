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
    unsigned king = (unsigned)asked[1], black = (unsigned)asked[2];
    if (!asked[0])
        return JOIN(LOOKUP, _checkers)(king, black, asked[3], asked[4], asked[5], asked[6],
            asked[7]);
#ifdef BY_MOVE
    return (uint64_t)JOIN(LOOKUP, _gives_check)(king, black, (unsigned)asked[3],
        (unsigned)asked[4], asked[5], asked[6], asked[7], asked[8]);
#else
    /* The board after the move: the king of the side that waits is then asked about. */
    return JOIN(LOOKUP, _checkers)(king, !black, asked[6], asked[9], asked[10], asked[11],
               asked[12]) != 0;
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
