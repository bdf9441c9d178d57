#include "spacetime_sliders_hyperbola.h"
#define SPACETIME_ROOK spacetime_sliders_hyperbola_rook
#define SPACETIME_BISHOP spacetime_sliders_hyperbola_bishop
#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 9) {
        const uint64_t *asked = &words[i];
        compare(asked, 8, asked[8],
            CAST(uint64_t,
                ASK_QUESTION(SQUARE(asked[0]), SET(asked[1]), SET(asked[2]), SET(asked[3]),
                    SET(asked[4]), SET(asked[5]), SET(asked[6]), SET(asked[7]))));
    }
    return end(length / 9);
}
