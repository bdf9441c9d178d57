/* Reads the cases that `cargo run -p headers -- FOLDER` writes, and tells the first wrong answer.
 * A program includes it with these defined: HEADER, the file to prove; LOOKUP, what its functions
 * begin with; SPACE and QUESTION, its namespace and what a function is called there. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINED(one, other) one##other
#define JOIN(one, other) JOINED(one, other)
#define QUOTED(text) #text
#define QUOTE(text) QUOTED(text)

/* C++ asks by the namespace, with types of an engine's own. */
#ifdef __cplusplus
enum class Square : signed char {};
struct Set {
    uint64_t squares;
    explicit constexpr Set(uint64_t all) : squares(all) {}
    explicit constexpr operator uint64_t() const { return squares; }
};
#define CAST(type, value) static_cast<type>(value)
#define SQUARE(number) static_cast<Square>(number)
#define SET(squares) Set(squares)
#define ASK(name) spacetime::SPACE::name
#define ASK_QUESTION ASK(QUESTION)
#else
#define CAST(type, value) ((type)(value))
#define SQUARE(number) ((unsigned)(number))
#define SET(squares) (squares)
#define ASK(name) JOIN(LOOKUP, _##name)
#define ASK_QUESTION LOOKUP
#endif

static uint64_t *words;
static size_t length;

/* All words of a file, the lowest byte first. */
static void read_cases(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    long bytes;
    if (!file || fseek(file, 0, SEEK_END) || (bytes = ftell(file)) <= 0 || bytes % 8) {
        fprintf(stderr, "expected a file of cases\n");
        exit(2);
    }
    rewind(file);
    length = CAST(size_t, bytes) / 8;
    words = CAST(uint64_t *, malloc(CAST(size_t, bytes)));
    if (!words || fread(words, 8, length, file) != length) {
        fprintf(stderr, "%s: cannot be read\n", arguments[1]);
        exit(2);
    }
    fclose(file);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (size_t word = 0; word < length; ++word)
        words[word] = __builtin_bswap64(words[word]);
#endif
}

/* Ends with the case of so many words if the answer is wrong. */
static void compare(const uint64_t *asked, size_t count, uint64_t expected, uint64_t found)
{
    size_t i;
    if (expected == found)
        return;
    fprintf(stderr, "%s: asked", QUOTE(LOOKUP));
    for (i = 0; i < count; ++i)
        fprintf(stderr, " 0x%" PRIx64, asked[i]);
    fprintf(stderr, ", expected 0x%" PRIx64 ", found 0x%" PRIx64 "\n", expected, found);
    exit(1);
}

/* Tells how many cases were right. */
static int end(size_t cases)
{
    free(words);
    printf("%zu\n", cases);
    return 0;
}
