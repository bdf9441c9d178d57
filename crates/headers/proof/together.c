/* All headers at once, in two files of one program, and a third that asks before main. */
#include <stdint.h>

uint64_t asked(unsigned square, uint64_t occupied);
extern uint64_t early;

#ifdef EARLY
uint64_t early;

/* As what C++ initialises: before it, others fill their tables. */
__attribute__((constructor)) static void ask(void)
{
    early = asked(0, 0x01000008);
}
#else
#define SPACETIME_ROOK spacetime_sliders_pext_rook
#define SPACETIME_BISHOP spacetime_sliders_magic_bishop
#define SPACETIME_BETWEEN spacetime_between_windows
#include "spacetime_between_windows.h"
#include "spacetime_sliders_magic.h"
#include "spacetime_sliders_pext.h"
/* ALL includes the others. */
#include ALL

#ifdef __cplusplus
static_assert(spacetime::between_rectangular::sets[0][2] == 2, "b1 is between a1 and c1");
static_assert(spacetime::sliders_hyperbola::lines[0][0] == 0x0101010101010100ULL, "a2 to a8");
#endif

#ifdef FIRST
int main(void)
{
    /* What a rook on a1 and a bishop on h1 attack, before a4 and d1, and before d5. */
    const uint64_t rook = 0x000000000101010eULL, bishop = 0x0000000810204000ULL;
    return early != rook || asked(0, 0x01000008) != rook
        || spacetime_sliders_magic_rook(0, 0x01000008) != rook
        || spacetime_sliders_magic_bishop(7, 0x0800000000) != bishop
        || spacetime_pins_snipers(4, 0x1000000000001010, 0x1010, 0x1000000000000000, 0) != 0x1000;
}
#else
uint64_t asked(unsigned square, uint64_t occupied)
{
    return spacetime_sliders_pext_rook(square, occupied);
}
#endif
#endif
