//! Sliding attacks by o^(o-2r), rook and bishop in one go, a rook from one lane.
//!
//! As in `sliders-hyperbola-double`, AVX2 subtracts in four lanes and swaps the bytes within each.
//! A rook has a file alone in them, for its rank comes from a table of bytes. So the file lies in
//! the lowest lane, from where it is read without joining the halves of the register. Both
//! diagonals lie in the upper half, and only a bishop joins its two lanes.
//!
//! All that a square's lookup needs is in one cache line: the lines, the slider and the same
//! upside down, two shifts, and the place of its file's ranks.
//!
//! In a portable build a lookup is a call, after a load and a branch that test the processor,
//! as in `sliders-hyperbola-lanes`. Without AVX2 the lines are done one after the other.
//!
//! - Lookup: a row of one cache line, some eight operations on four lanes whatever the piece, two
//!   more for a bishop, and a load of a byte.
//! - Tables: 64 rows of 64 bytes and 8 x 64 ranks of a byte, 72 cache lines.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/7154>.
//!
//! Suits builds with AVX2 that ask for both pieces: it is faster than `sliders-hyperbola-double`,
//! hot and in latency, and faster than `sliders-hyperbola` hot. Loses to `sliders-hyperbola` where
//! one answer is waited for.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.92 / 1.02 / 0.91 on Zen 4; – / 0.91 / 0.67 on Golden
//! Cove.<!-- end -->
#![no_std]

use lookup::lines;
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// The file in the lowest lane, the diagonals in the upper half.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaApart;

impl Sliders for HyperbolaApart {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        both(square, occupied.0)[0]
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        both(square, occupied.0)[1]
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        let [rook, bishop] = both(square, occupied.0);
        rook | bishop
    }
}

impl Variant for HyperbolaApart {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &RANKS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

static ROWS: CacheAligned<[Row; 64]> = CacheAligned(rows());

/// Attacks on the first rank, by file and occupied inner squares.
static RANKS: CacheAligned<[[u8; 64]; 8]> = CacheAligned(lines::first_rank_by_file());

/// What a lookup on a square needs to know.
#[derive(Clone, Copy)]
struct Row {
    /// The file, an empty set, the diagonal and the antidiagonal, without the square.
    lines: [Bitboard; 4],
    slider: u64,
    turned: u64,
    /// Attacks on the first rank, by occupied inner squares.
    ranks: &'static [u8; 64],
    first: u32,
    inner: u32,
}

impl Row {
    #[inline(always)]
    fn rank(&self, occupied: u64) -> u64 {
        u64::from(self.ranks[(occupied >> self.inner & 63) as usize]) << self.first
    }
}

/// What a rook and a bishop attack.
#[inline(always)]
fn both(square: Square, occupied: u64) -> [Bitboard; 2] {
    let row = &ROWS.0[square.index()];
    lookup::dispatch!(x86::both(row, occupied), one_by_one(row, occupied))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Row;
    use core::arch::x86_64::*;
    use lookup::Bitboard;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn both(row: &Row, occupied: u64) -> [Bitboard; 2] {
        let all = |bits: u64| _mm256_set1_epi64x(bits.cast_signed());
        let [file, empty, diagonal, antidiagonal] = row.lines.map(|line| line.0.cast_signed());
        let lines = _mm256_setr_epi64x(file, empty, diagonal, antidiagonal);
        let swap = _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
        let swap = _mm256_broadcastsi128_si256(swap);
        let obstacles = _mm256_and_si256(lines, all(occupied));
        let above = _mm256_sub_epi64(obstacles, all(row.slider));
        let below = _mm256_sub_epi64(_mm256_shuffle_epi8(obstacles, swap), all(row.turned));
        let seen = _mm256_xor_si256(above, _mm256_shuffle_epi8(below, swap));
        let seen = _mm256_and_si256(seen, lines);
        let file = _mm_cvtsi128_si64(_mm256_castsi256_si128(seen)).cast_unsigned();
        let diagonals = _mm256_extracti128_si256::<1>(seen);
        let bishop = _mm_or_si128(diagonals, _mm_unpackhi_epi64(diagonals, diagonals));
        let bishop = _mm_cvtsi128_si64(bishop).cast_unsigned();
        [Bitboard(file | row.rank(occupied)), Bitboard(bishop)]
    }
}

/// The work of the lanes, line by line.
fn one_by_one(row: &Row, occupied: u64) -> [Bitboard; 2] {
    let [file, _, diagonal, antidiagonal] = row.lines.map(|Bitboard(line)| {
        let obstacles = occupied & line;
        let above = obstacles.wrapping_sub(row.slider);
        let below = obstacles.swap_bytes().wrapping_sub(row.turned);
        Bitboard((above ^ below.swap_bytes()) & line)
    });
    [file | Bitboard(row.rank(occupied)), diagonal | antidiagonal]
}

const fn rows() -> [Row; 64] {
    let lines = lines::table([lines::FILE, &[], lines::DIAGONAL, lines::ANTIDIAGONAL]);
    let row = Row { lines: lines[0], slider: 0, turned: 0, ranks: &RANKS.0[0], first: 0, inner: 0 };
    let (mut rows, mut i) = ([row; 64], 0);
    while i < 64 {
        let (square, first) = (Square::ALL[i], i as u32 & 56);
        let (slider, ranks) = (square.bitboard().0, &RANKS.0[square.file() as usize]);
        let (turned, inner) = (slider.swap_bytes(), first + 1);
        rows[i] = Row { lines: lines[i], slider, turned, ranks, first, inner };
        i += 1;
    }
    rows
}

lookup::conformance!(sliders, HyperbolaApart, processor);
