#include "spacetime_between_windows.h"
#define SPACETIME_BETWEEN spacetime_between_windows
#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 10) {
        const uint64_t *asked = &words[i];
        compare(asked, 9, asked[9],
            ASK_QUESTION(CAST(unsigned, asked[0]), CAST(unsigned, asked[1]), SQUARE(asked[2]),
                SQUARE(asked[3]), CAST(unsigned, asked[4]), SET(asked[5]), SET(asked[6]),
                SQUARE(asked[7]), SET(asked[8])) ? 1 : 0);
    }
    return end(length / 10);
}
