#include "spacetime_between_rectangular.h"
#include "spacetime_sliders_hyperbola.h"
#define SPACETIME_BETWEEN spacetime_between_rectangular
#define SPACETIME_ROOK spacetime_sliders_hyperbola_rook
#define SPACETIME_BISHOP spacetime_sliders_hyperbola_bishop
#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 10) {
        const uint64_t *asked = &words[i];
        unsigned king = (unsigned)asked[1], black = (unsigned)asked[2];
        uint64_t found = asked[0]
            ? (uint64_t)JOIN(LOOKUP, _gives_check)(king, black, (unsigned)asked[3],
                  (unsigned)asked[4], asked[5], asked[6], asked[7], asked[8])
            : JOIN(LOOKUP, _checkers)(king, black, asked[3], asked[4], asked[5], asked[6],
                  asked[7]);
        compare(asked, 9, asked[9], found);
    }
    return end(length / 10);
}
