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
            LOOKUP((unsigned)asked[0], asked[1], asked[2], asked[3], asked[4], asked[5], asked[6],
                asked[7]));
    }
    return end(length / 9);
}
