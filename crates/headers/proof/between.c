#include HEADER
#include "proof.h"

int main(int count, char **arguments)
{
    size_t i;
    read_cases(count, arguments);
    for (i = 0; i < length; i += 3)
        compare(&words[i], 2, words[i + 2], ASK_QUESTION(SQUARE(words[i]), SQUARE(words[i + 1])));
    return end(length / 3);
}
