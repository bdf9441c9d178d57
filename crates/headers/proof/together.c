/* All headers at once, in two files of one program: the second fills the tables that the first
 * asks. */
#include "spacetime_between_rectangular.h"
#include "spacetime_between_windows.h"
#include "spacetime_deltas_byte_board_vbmi.h"
#include "spacetime_order_minmax.h"
#include "spacetime_serialize_bytes.h"
#include "spacetime_serialize_chunks.h"
#include "spacetime_serialize_compress.h"
#include "spacetime_sliders_hyperbola.h"
#include "spacetime_sliders_hyperbola_lanes.h"
#ifdef FIRST
#define SPACETIME_SLIDERS_MAGIC_TABLE
#define SPACETIME_SLIDERS_PEXT_TABLE
#endif
#include "spacetime_sliders_magic.h"
#include "spacetime_sliders_pext.h"
#define SPACETIME_ROOK spacetime_sliders_pext_rook
#define SPACETIME_BISHOP spacetime_sliders_magic_bishop
#define SPACETIME_BETWEEN spacetime_between_windows
#include "spacetime_attackers_super_piece.h"
#include "spacetime_checks_after_move.h"
#include "spacetime_checks_by_move.h"
#include "spacetime_pins_snipers.h"

void fill(void);

#ifdef FIRST
int main(void)
{
    /* What a rook on a1 and a bishop on h1 attack, before a4 and d1, and before d5. */
    uint64_t rook = 0x000000000101010eULL, bishop = 0x0000000810204000ULL;
    fill();
    return spacetime_sliders_pext_rook(0, 0x01000008) != rook
        || spacetime_sliders_magic_rook(0, 0x01000008) != rook
        || spacetime_sliders_magic_bishop(7, 0x0800000000) != bishop
        || spacetime_pins_snipers(4, 0x1000000000001010, 0x1010, 0x1000000000000000, 0) != 0x1000;
}
#else
void fill(void)
{
    spacetime_sliders_pext_init();
    spacetime_sliders_magic_init();
}
#endif
