//! Sliding attacks by o^(o-2r) on four calculated lines.
//!
//! An instruction of GFNI multiplies every byte by a matrix of bits. One matrix reverses the
//! byte; with the bytes swapped too, the whole lane is reversed. A rank then turns like any
//! other line, and a queen's four lines fill the four lanes of AVX2.
//!
//! The lines are calculated: each is one of four sets, shifted as far as its square asks for.
//! Some are shifted up and some down. AVX2 answers a shift by 64 or more with an empty set,
//! and takes a negative number for a large one. Joining the shifts to either side therefore
//! needs no condition. Nothing is loaded but constants.
//!
//! No build for x86-64-v3 has GFNI, so a lookup is a call there too, after a load and a branch
//! that test the processor. The test passes only where the system keeps the registers of
//! AVX-512, because `cpufeatures` asks for them. Elsewhere the lines are done one after the
//! other.
//!
//! - Lookup: some twenty operations on four lanes, whatever the piece.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>; GFNI
//!   as in `GaloisField.hpp` of <https://github.com/Gigantua/Chess_Movegen>; this project
//!   derived calculating the lines.
//!
//! Suits programs without room for tables on processors with GFNI: hot, it is faster than
//! `sliders-kogge-stone`. Loses to `sliders-hyperbola` in 2 KiB.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 2.47 / 1.46 / 1.06 on Zen 4; – / 1.57 / 0.78 on Golden
//! Cove; 2.60 / 2.03 / 0.98 on Zen 5.<!-- end -->
#![no_std]

use core::ops::Range;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Features, Identity, Square, Table, Variant};

/// A calculated lane for each line.
#[derive(Clone, Copy, Debug)]
pub struct Gfni;

impl Sliders for Gfni {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        lookup::dispatch!(x86::rook(square, occupied.0), along(0..2, square, occupied.0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        lookup::dispatch!(x86::bishop(square, occupied.0), along(2..4, square, occupied.0))
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        lookup::dispatch!(x86::queen(square, occupied.0), along(0..4, square, occupied.0))
    }
}

impl Variant for Gfni {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2", "gfni");

/// The first file and rank, the diagonal from a1 and the antidiagonal from h1.
const LINES: [u64; 4] = [0x0101_0101_0101_0101, 0xff, 0x8040_2010_0804_0201, 0x0102_0408_1020_4080];

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::LINES;
    use core::arch::x86_64::*;
    use lookup::{Bitboard, Square};

    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    pub(super) fn rook(square: Square, occupied: u64) -> Bitboard {
        joined(_mm256_castsi256_si128(along(square, occupied)))
    }

    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    pub(super) fn bishop(square: Square, occupied: u64) -> Bitboard {
        joined(_mm256_extracti128_si256::<1>(along(square, occupied)))
    }

    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    pub(super) fn queen(square: Square, occupied: u64) -> Bitboard {
        let lines = along(square, occupied);
        let halves = [_mm256_castsi256_si128(lines), _mm256_extracti128_si256::<1>(lines)];
        joined(_mm_or_si128(halves[0], halves[1]))
    }

    /// The attacks along each line.
    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    fn along(square: Square, occupied: u64) -> __m256i {
        let all = |bits: u64| _mm256_set1_epi64x(bits.cast_signed());
        let slider = square.bitboard().0;
        let lines = lines(square);
        // A line has its square, which must not be an obstacle.
        let obstacles = _mm256_and_si256(lines, all(occupied & !slider));
        let above = _mm256_sub_epi64(obstacles, all(slider));
        let below = _mm256_sub_epi64(turned(obstacles), all(slider.reverse_bits()));
        _mm256_and_si256(_mm256_xor_si256(above, turned(below)), lines)
    }

    /// The lines through a square.
    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    fn lines(square: Square) -> __m256i {
        let each = |[file, rank, diagonal, antidiagonal]: [u64; 4]| {
            let [file, rank] = [file, rank].map(u64::cast_signed);
            let [diagonal, antidiagonal] = [diagonal, antidiagonal].map(u64::cast_signed);
            _mm256_setr_epi64x(file, rank, diagonal, antidiagonal)
        };
        let square = _mm256_set1_epi64x(square as i64);
        let ranks = _mm256_and_si256(square, each([7, 56, 56, 56]));
        let files = _mm256_and_si256(_mm256_slli_epi64::<3>(square), each([0, 0, 56, 56]));
        // The diagonal moves up by the ranks less the files. Inverting a number subtracts it
        // from -1.
        let files = _mm256_xor_si256(files, each([0, 0, !0, 0]));
        let files = _mm256_add_epi64(files, each([0, 0, 1, 0u64.wrapping_sub(56)]));
        let up = _mm256_add_epi64(ranks, files);
        let down = _mm256_sub_epi64(_mm256_setzero_si256(), up);
        _mm256_or_si256(_mm256_sllv_epi64(each(LINES), up), _mm256_srlv_epi64(each(LINES), down))
    }

    /// Reverses the bits of each lane.
    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    fn turned(lanes: __m256i) -> __m256i {
        let reverse = _mm256_set1_epi64x(LINES[2].cast_signed());
        let swap = _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607);
        let bytes = _mm256_shuffle_epi8(lanes, _mm256_broadcastsi128_si256(swap));
        _mm256_gf2p8affine_epi64_epi8::<0>(bytes, reverse)
    }

    /// Both lanes in one.
    #[inline]
    #[target_feature(enable = "avx2,gfni")]
    fn joined(lanes: __m128i) -> Bitboard {
        let joined = _mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes));
        Bitboard(_mm_cvtsi128_si64(joined).cast_unsigned())
    }
}

/// The work of the lanes, line by line.
fn along(lines: Range<usize>, square: Square, occupied: u64) -> Bitboard {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let up = [file, 8 * rank, 8 * (rank - file), 8 * (rank + file - 7)];
    let slider = square.bitboard().0;
    lines.fold(Bitboard::EMPTY, |set, i| {
        let line = if up[i] < 0 { LINES[i] >> -up[i] } else { LINES[i] << up[i] };
        let obstacles = occupied & line & !slider;
        let above = obstacles.wrapping_sub(slider);
        let below = obstacles.reverse_bits().wrapping_sub(slider.reverse_bits());
        set | Bitboard((above ^ below.reverse_bits()) & line)
    })
}

lookup::conformance!(sliders, Gfni, processor);
