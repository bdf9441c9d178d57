#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
#ifdef FILLED
    JOIN(LOOKUP, _init)();
#endif
    for (i = 0; i < length; i += 4) {
        unsigned square = (unsigned)words[i + 1];
        uint64_t occupied = words[i + 2];
        uint64_t found = words[i] == 0 ? JOIN(LOOKUP, _rook)(square, occupied)
            : words[i] == 1            ? JOIN(LOOKUP, _bishop)(square, occupied)
                                       : JOIN(LOOKUP, _queen)(square, occupied);
        compare(&words[i], 3, words[i + 3], found);
    }
    return end(length / 4);
}
