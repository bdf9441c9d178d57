//! Sliding attacks by o^(o-2r) on three lines at once.
//!
//! The same byte swap turns a file and both diagonals upside down. AVX2 moves bytes within
//! each of its four lanes, so it handles a queen's three lines in the steps of one. No AVX2
//! instruction reverses a rank: its six inner squares index a small table, and the first
//! lane stays idle. A bishop's two lines take half a register. A rook has only a file left
//! and is answered without lanes.
//!
//! Such instructions cannot be inlined into functions compiled for processors without them.
//! In a portable build a lookup is therefore a call, after a load and a branch that test
//! the processor; `-C target-cpu=native` removes all three. Without AVX2 the lines are done
//! one after the other.
//!
//! - Lookup: a load of four lines, some twelve operations on all of them, and a load of a
//!   byte.
//! - Tables: 64 x 4 lines of 8 bytes, one in four empty, and 64 x 8 ranks of a byte, 40
//!   cache lines.
//! - Source: <https://www.chessprogramming.org/AVX2>; in engines as of
//!   <https://github.com/official-stockfish/Stockfish/pull/6845>.
//!
//! Suits builds with AVX2 and a network: searches gained by it over magics, those beside a network
//! of threats too. Hot on some processors, it is faster than `sliders-hyperbola`. Loses to
//! `sliders-pext` hot where PEXT is fast.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.98 / 0.79 / 0.98 on Zen 4; – / 0.75 / 0.64 on Golden
//! Cove; 0.94 / 0.84 / 0.89 on Zen 5. Gain in nodes per second, `classical` /
//! `network` / `threats`: +2.2 ±1.1 / +4.1 ±1.4 / +2.0 ±2.9 % on Zen 4; -0.3 ±0.6 /
//! +1.3 ±0.4 / +1.3 ±1.2 % on Golden Cove; +0.9 ±0.9 / +2.9 ±0.8 / +1.7 ±1.3 % on Zen
//! 5.<!-- end -->
#![no_std]

use lookup::lines;
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// A lane for each line but a rank.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaLanes;

impl Sliders for HyperbolaLanes {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank(square, occupied.0) | line(square, occupied.0, FILE))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(lookup::dispatch!(x86::bishop(square, occupied.0), diagonals(square, occupied.0)))
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        lookup::dispatch!(
            x86::queen(square, occupied.0),
            Self::rook(square, occupied) | Self::bishop(square, occupied)
        )
    }
}

impl Variant for HyperbolaLanes {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &RANKS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

/// An empty set, and the file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> =
    CacheAligned(lines::table([&[], lines::FILE, lines::DIAGONAL, lines::ANTIDIAGONAL]));

/// Attacks on the first rank, by its occupied inner squares.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(lines::first_rank());

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LINES, rank};
    use core::arch::x86_64::*;
    use lookup::{Bitboard, Square};

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn queen(square: Square, occupied: u64) -> Bitboard {
        let [empty, file, diagonal, antidiagonal] =
            LINES.0[square.index()].map(|line| line.0.cast_signed());
        let lines = _mm256_setr_epi64x(empty, file, diagonal, antidiagonal);
        let slider = square.bitboard().0;
        let swap = _mm256_broadcastsi128_si256(swap());
        let obstacles = _mm256_and_si256(lines, _mm256_set1_epi64x(occupied.cast_signed()));
        let above = _mm256_sub_epi64(obstacles, _mm256_set1_epi64x(slider.cast_signed()));
        let below = _mm256_sub_epi64(
            _mm256_shuffle_epi8(obstacles, swap),
            _mm256_set1_epi64x(slider.swap_bytes().cast_signed()),
        );
        let seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, swap));
        let seen = _mm256_and_si256(seen, lines);
        let halves =
            _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256::<1>(seen));
        Bitboard(joined(halves) | rank(square, occupied))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
        let [.., diagonal, antidiagonal] = LINES.0[square.index()].map(|line| line.0.cast_signed());
        let lines = _mm_set_epi64x(antidiagonal, diagonal);
        let slider = square.bitboard().0;
        let obstacles = _mm_and_si128(lines, _mm_set1_epi64x(occupied.cast_signed()));
        let above = _mm_sub_epi64(obstacles, _mm_set1_epi64x(slider.cast_signed()));
        let below = _mm_sub_epi64(
            _mm_shuffle_epi8(obstacles, swap()),
            _mm_set1_epi64x(slider.swap_bytes().cast_signed()),
        );
        let seen = _mm_xor_si128(above, _mm_shuffle_epi8(below, swap()));
        joined(_mm_and_si128(seen, lines))
    }

    /// The order of bytes that turns either lane upside down.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn swap() -> __m128i {
        _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)
    }

    /// Both lanes in one.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn joined(lanes: __m128i) -> u64 {
        let joined = _mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes));
        _mm_cvtsi128_si64(joined).cast_unsigned()
    }
}

#[inline(always)]
fn diagonals(square: Square, occupied: u64) -> u64 {
    line(square, occupied, DIAGONAL) | line(square, occupied, ANTIDIAGONAL)
}

/// The work of the lanes, for one line.
#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let (slider, line) = (square.bitboard().0, LINES.0[square.index()][direction].0);
    let obstacles = occupied & line;
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.swap_bytes().wrapping_sub(slider.swap_bytes());
    (above ^ below.swap_bytes()) & line
}

#[inline(always)]
fn rank(square: Square, occupied: u64) -> u64 {
    let first = square as u8 & 56;
    let inner = occupied >> first >> 1 & 63;
    u64::from(RANKS.0[inner as usize][square.file() as usize]) << first
}

const FILE: usize = 1;
const DIAGONAL: usize = 2;
const ANTIDIAGONAL: usize = 3;

lookup::conformance!(sliders, HyperbolaLanes, processor);
