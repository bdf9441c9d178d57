#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 4) {
        unsigned square = CAST(unsigned, words[i + 1]);
        uint64_t occupied = words[i + 2];
        uint64_t found = CAST(uint64_t,
            words[i] == 0       ? ASK(rook)(SQUARE(square), SET(occupied))
                : words[i] == 1 ? ASK(bishop)(SQUARE(square), SET(occupied))
                                : ASK(queen)(SQUARE(square), SET(occupied)));
        compare(&words[i], 3, words[i + 3], found);
    }
    return end(length / 4);
}
