#include "spacetime_between_windows.h"
#define SPACETIME_BETWEEN spacetime_between_windows
#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 6) {
        const uint64_t *asked = &words[i];
        compare(asked, 5, asked[5],
            CAST(uint64_t,
                ASK_QUESTION(SQUARE(asked[0]), SET(asked[1]), SET(asked[2]), SET(asked[3]),
                    SET(asked[4]))));
    }
    return end(length / 6);
}
