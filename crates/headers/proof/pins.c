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
            LOOKUP((unsigned)asked[0], asked[1], asked[2], asked[3], asked[4]));
    }
    return end(length / 6);
}
