/* Both diagonals lie in one vector, where a processor swaps the bytes of both at once: LLVM does so
 * by itself, GCC does not, and a bishop took it 30 instructions in place of 22.
 * SPACETIME_NO_VECTORS leaves them out. */
#if defined(SPACETIME_NO_VECTORS)
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define @NAME@_NEON
#include <arm_neon.h>
#elif (defined(__SSSE3__) && defined(__x86_64__)) || (defined(_M_X64) && defined(__AVX__))
#define @NAME@_SSSE3
#include <immintrin.h>
#endif

/* The file, diagonal and antidiagonal through each square, without it. */
SPACETIME_CONSTANT const uint64_t @name@_lines[64][3] = {
@lines@
};

@hyperbola@
#ifdef @NAME@_SSSE3
@diagonals@
#endif

#ifdef @NAME@_NEON
static inline uint64x2_t @name@_upside_down(uint64x2_t lanes)
{
    return vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(lanes)));
}
#endif

@export@
/* The squares that a rook attacks. */
static inline uint64_t @name@_rook(unsigned square, uint64_t occupied)
{
    return @name@_rank(square, occupied)
        | @name@_line(square, occupied, @name@_lines[square][0]);
}

@export@
/* The squares that a bishop attacks. */
static inline uint64_t @name@_bishop(unsigned square, uint64_t occupied)
{
    const uint64_t *lines = &@name@_lines[square][1];
#if defined(@NAME@_SSSE3)
    return @name@_two(square, occupied, lines);
#elif defined(@NAME@_NEON)
    uint64x2_t both = vld1q_u64(lines), slider = vdupq_n_u64(SPACETIME_CAST(uint64_t, 1) << square);
    uint64x2_t obstacles = vandq_u64(both, vdupq_n_u64(occupied));
    uint64x2_t above = vsubq_u64(obstacles, slider);
    uint64x2_t below = vsubq_u64(@name@_upside_down(obstacles), @name@_upside_down(slider));
    uint64x2_t seen = vandq_u64(veorq_u64(above, @name@_upside_down(below)), both);
    return vgetq_lane_u64(seen, 0) | vgetq_lane_u64(seen, 1);
#else
    return @name@_line(square, occupied, lines[0]) | @name@_line(square, occupied, lines[1]);
#endif
}

@queen@
