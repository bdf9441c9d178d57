//! Sliding attacks by o^(o-2r) on three lines at once.
//!
//! A file and two diagonals are turned upside down by the same swap of bytes, so
//! that AVX2, which moves bytes within each of its four lanes, does for a queen's
//! three lines what is otherwise done for one. No instruction of it turns a
//! rank: its six inner squares index a small table, as the first lane does
//! nothing meanwhile. A bishop's two lines take half a register; a rook has but
//! a file, and is answered as without lanes.
//!
//! Instructions like these can't be put into a function that is compiled for
//! processors without them. In a portable build a lookup is therefore a call,
//! after a load and a branch that ask the processor; compiled with
//! `-C target-cpu=native` it is neither. Without AVX2 the lines are done one
//! after the other.
//!
//! - Lookup: a load of four lines, some twelve operations on all of them, and a
//!   load of a byte.
//! - Tables: 64 x 4 lines of 8 bytes, one of them empty, and 64 x 8 ranks of a
//!   byte, 40 cache lines.
//! - Source: <https://www.chessprogramming.org/AVX2>; in engines as of
//!   <https://github.com/official-stockfish/Stockfish/pull/6845>.
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

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
        #[cfg(target_arch = "x86_64")]
        if processor::get() {
            // SAFETY: the processor has AVX2.
            return Bitboard(unsafe { lanes::bishop(square, occupied.0) });
        }
        Bitboard(diagonals(square, occupied.0))
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        #[cfg(target_arch = "x86_64")]
        if processor::get() {
            // SAFETY: the processor has AVX2.
            return Bitboard(unsafe { lanes::queen(square, occupied.0) });
        }
        Self::rook(square, occupied) | Self::bishop(square, occupied)
    }
}

impl Variant for HyperbolaLanes {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &RANKS];
    const NEEDS: &'static [&'static str] = &["avx2"];

    fn available() -> bool {
        #[cfg(target_arch = "x86_64")]
        return processor::get();
        #[cfg(not(target_arch = "x86_64"))]
        return false;
    }
}

#[cfg(target_arch = "x86_64")]
cpufeatures::new!(processor, "avx2");

#[cfg(target_arch = "x86_64")]
mod lanes {
    use super::{LINES, rank};
    use core::arch::x86_64::*;
    use lookup::Square;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn queen(square: Square, occupied: u64) -> u64 {
        let [empty, file, diagonal, antidiagonal] = LINES.0[square.index()].map(u64::cast_signed);
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
        joined(halves) | rank(square, occupied)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
        let [.., diagonal, antidiagonal] = LINES.0[square.index()].map(u64::cast_signed);
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

/// What the lanes do, for one line.
#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let (slider, line) = (square.bitboard().0, LINES.0[square.index()][direction]);
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

/// Nothing, and the file, diagonal and antidiagonal through a square, without it.
static LINES: CacheAligned<[[u64; 4]; 64]> = CacheAligned(lines([(0, 0), (0, 1), (1, 1), (-1, 1)]));

/// What is seen on the first rank, by its inner squares that are occupied.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(ranks());

const fn lines(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut lines = [[0; 4]; 64];
    let mut i = 0;
    while i < 64 * 4 * 15 {
        let (square, (right, up), distance) = (i / 60, steps[i / 15 % 4], i as i32 % 15 - 7);
        let file = square as i32 % 8 + distance * right;
        let rank = square as i32 / 8 + distance * up;
        let other = rank * 8 + file;
        if other != square as i32 && file & !7 == 0 && rank & !7 == 0 {
            lines[square][i / 15 % 4] |= 1 << other;
        }
        i += 1;
    }
    lines
}

const fn ranks() -> [[u8; 8]; 64] {
    let mut ranks = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 * 8 * 2 {
        let (occupied, file, step) = (i / 16 * 2, i / 2 % 8, i as i32 % 2 * 2 - 1);
        let mut reached = file as i32 + step;
        while reached & !7 == 0 {
            ranks[i / 16][file] |= 1 << reached;
            if occupied >> reached & 1 == 1 {
                break;
            }
            reached += step;
        }
        i += 1;
    }
    ranks
}

lookup::sliders::conformance!(HyperbolaLanes);

#[cfg(test)]
mod tests {
    use super::*;
    use lookup::sliders::{Slider, oracle, questions};

    #[test]
    fn the_way_without_lanes_is_right_too() {
        for (_, square, occupied) in questions() {
            let seen = Bitboard(diagonals(square, occupied.0));
            assert_eq!(seen, oracle(Slider::Bishop, square, occupied), "{square}\n{occupied}");
        }
    }
}
