//! Sliding attacks by the difference of the nearest obstacles, on four lines at once.
//!
//! AVX-512 counts leading zeros in every lane, which finds the nearest obstacle below the
//! slider. Subtracting it from the obstacles above changes every bit from the one to the
//! other, and an exclusive or shows the changes. No line has to be turned, so a rank needs no
//! table of its own: all four lines take the same steps.
//!
//! As with other lanes, a lookup is a call in a portable build, after a load and a branch that
//! test the processor, and so it is in a build for x86-64-v3. Without AVX-512 the lines are
//! done one after the other.
//!
//! - Lookup: a load of four lines and eight operations on all of them; a rook and a bishop
//!   take half a register.
//! - Tables: 64 x 4 lines of 8 bytes, half a cache line per square.
//! - Source: found by this project, from
//!   <https://www.chessprogramming.org/Obstruction_Difference>.
//!
//! Suits processors with AVX-512 at most: in latency it is faster than `sliders-magic` on some of
//! them. Loses to that on others hot, and to `sliders-hyperbola-lanes`.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 6.73 / 1.63 / 1.37 on Zen 4; – / 1.62 / 1.31 on Golden
//! Cove; 8.60 / 1.77 / 1.34 on Zen 5.<!-- end -->
#![no_std]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// A lane for each line.
#[derive(Clone, Copy, Debug)]
pub struct ObstructionLanes;

impl Sliders for ObstructionLanes {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let [rank, file, ..] = LINES.0[square.index()];
        two([rank, file], square, occupied)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let [.., diagonal, antidiagonal] = LINES.0[square.index()];
        two([diagonal, antidiagonal], square, occupied)
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        lookup::dispatch!(
            x86::four(&LINES.0[square.index()], square, occupied.0),
            Self::rook(square, occupied) | Self::bishop(square, occupied)
        )
    }
}

impl Variant for ObstructionLanes {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512cd", "avx512f", "avx512vl");

/// The rank, file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> =
    CacheAligned(lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]));

#[inline(always)]
fn two(lines: [Bitboard; 2], square: Square, occupied: Bitboard) -> Bitboard {
    lookup::dispatch!(x86::two(lines, square, occupied.0), {
        let [one, other] = lines.map(|line| along(line.0, square, occupied.0));
        Bitboard(one | other)
    })
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use lookup::{Bitboard, Square};

    #[inline]
    #[target_feature(enable = "avx512cd,avx512f,avx512vl")]
    pub(super) fn four(lines: &[Bitboard; 4], square: Square, occupied: u64) -> Bitboard {
        let all = |bits: u64| _mm256_set1_epi64x(bits.cast_signed());
        let [rank, file, diagonal, antidiagonal] = lines.map(|line| line.0.cast_signed());
        let lines = _mm256_setr_epi64x(rank, file, diagonal, antidiagonal);
        let lower = all(square.bitboard().0 - 1);
        let obstacles = _mm256_and_si256(lines, all(occupied));
        // Without an obstacle below, a1 stands in.
        let below = _mm256_or_si256(_mm256_and_si256(obstacles, lower), all(1));
        let nearest = _mm256_srlv_epi64(all(1 << 63), _mm256_lzcnt_epi64(below));
        let above = _mm256_andnot_si256(lower, obstacles);
        let changed = _mm256_xor_si256(above, _mm256_sub_epi64(above, nearest));
        let seen = _mm256_and_si256(changed, lines);
        joined(_mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256::<1>(seen)))
    }

    #[inline]
    #[target_feature(enable = "avx512cd,avx512f,avx512vl")]
    pub(super) fn two(lines: [Bitboard; 2], square: Square, occupied: u64) -> Bitboard {
        let all = |bits: u64| _mm_set1_epi64x(bits.cast_signed());
        let [one, other] = lines.map(|line| line.0.cast_signed());
        let lines = _mm_set_epi64x(other, one);
        let lower = all(square.bitboard().0 - 1);
        let obstacles = _mm_and_si128(lines, all(occupied));
        let below = _mm_or_si128(_mm_and_si128(obstacles, lower), all(1));
        let nearest = _mm_srlv_epi64(all(1 << 63), _mm_lzcnt_epi64(below));
        let above = _mm_andnot_si128(lower, obstacles);
        let changed = _mm_xor_si128(above, _mm_sub_epi64(above, nearest));
        joined(_mm_and_si128(changed, lines))
    }

    /// Both lanes in one.
    #[inline]
    #[target_feature(enable = "avx512cd,avx512f,avx512vl")]
    fn joined(lanes: __m128i) -> Bitboard {
        let joined = _mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes));
        Bitboard(_mm_cvtsi128_si64(joined).cast_unsigned())
    }
}

/// The work of a lane.
#[inline(always)]
fn along(line: u64, square: Square, occupied: u64) -> u64 {
    let (lower, obstacles) = (square.bitboard().0 - 1, occupied & line);
    let nearest = 1 << (obstacles & lower | 1).ilog2();
    let above = obstacles & !lower;
    (above ^ above.wrapping_sub(nearest)) & line
}

lookup::conformance!(sliders, ObstructionLanes, processor);
