//! Attackers from a board of bytes in one register of AVX-512, permuted without a table per
//! square.
//!
//! This is `attackers-byte-board-vbmi`, with one difference: both permutations are computed.
//! Where squares are numbered with 16 columns, the square in each lane is that in the middle
//! plus a constant of the lane, and a bit tells whether it is on the board. The other way, a
//! square's lane depends on that difference alone: two registers hold the lane of each positive
//! difference, and the opposite square is four groups of eight lanes further on.
//!
//! Five instructions more there and seven more back save 8 KB of tables. Without the processor's
//! features it answers as the oracle does.
//!
//! - Lookup: two loads of a line, a permutation, and some 25 instructions; a second, of two
//!   registers, and nine for the way back; no branches.
//! - Tables: 64 differences, 64 squares, 128 lanes and 64 and 16 classes of a byte, 6 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/660>, which replaced the
//!   computing of the squares; this project computes the way back.
//!
//! Suits processors with AVX-512 VBMI where 336 bytes are enough: hot, it is faster than
//! `attackers-super-piece` over magics. Loses to `attackers-byte-board-vbmi`, in 8.1 KiB, where all
//! attackers are asked.
//!
//! Measured: <!-- published: figures -->time by that of
//! `attackers-super-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB:
//! 0.75 / 1.10 / 0.81 on Zen 4.<!-- end -->
#![no_std]

use lookup::attackers::{self, Attackers};
use lookup::{
    Bitboard, CacheAligned, Color, Features, Identity, Position, Square, Table, Variant, lanes,
};

/// A computed permutation and a subtraction, whatever is asked.
#[derive(Clone, Copy, Debug)]
pub struct Computed;

impl Attackers for Computed {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        lookup::dispatch!(x86::attackers_to(position, square), attackers::oracle(position, square))
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        lookup::dispatch!(
            x86::is_attacked(position, square, by),
            attackers::is_attacked(position, square, by)
        )
    }
}

impl Variant for Computed {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] =
        &[&DIFFERENCES, &WIDE, &NUMBERS, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bitalg", "avx512bw", "avx512f", "avx512vbmi");

/// What each lane adds to the square in the middle, with 16 columns.
static DIFFERENCES: CacheAligned<[u8; 64]> = CacheAligned(differences());

/// The number of each square with 16 columns.
static WIDE: CacheAligned<[u8; 64]> = CacheAligned(wide_numbers());

/// The lane of each positive difference, or [`NONE`].
static NUMBERS: CacheAligned<[u8; 128]> = CacheAligned(numbers());

lookup::lane_tables!(ATTACKERS, CLASSES);

/// Not the number of a lane.
const NONE: u8 = 0x80;

/// The number of a square with 16 columns.
#[inline(always)]
const fn wide(square: Square) -> u8 {
    let number = square as u8;
    number + (number & 56)
}

const fn wide_numbers() -> [u8; 64] {
    let (mut table, mut square) = ([0; 64], 0);
    while square < 64 {
        table[square] = wide(Square::ALL[square]);
        square += 1;
    }
    table
}

/// Each lane has a square around at least one of the four corners.
const fn differences() -> [u8; 64] {
    let (squares, mut table, mut slot) = (lanes::squares(), [0; 64], 0);
    while slot < 4 * 64 {
        let (corner, lane) =
            ([Square::A1, Square::H1, Square::A8, Square::H8][slot / 64], slot % 64);
        let square = squares[corner.index()][lane];
        if square != corner as u8 {
            table[lane] = wide(Square::new(square)).wrapping_sub(wide(corner));
        }
        slot += 1;
    }
    table
}

const fn numbers() -> [u8; 128] {
    let (differences, mut table, mut lane) = (differences(), [NONE; 128], 0);
    while lane < 64 {
        if differences[lane] < 128 {
            table[differences[lane] as usize] = lane as u8;
        }
        lane += 1;
    }
    table
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, DIFFERENCES, NUMBERS, WIDE, wide};
    use core::arch::x86_64::*;
    use lookup::lanes::{EMPTY, seen};
    use lookup::{Bitboard, Color, Position, Square};
    use vectors::avx512::{classified, loaded};

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn attackers_to(position: &Position, square: Square) -> Bitboard {
        let (lanes, _) = attackers(position, square);
        // SAFETY: the tables have 64 and 128 bytes, and they begin with a line.
        let (squares, [low, high]) = unsafe {
            let numbers = (&raw const NUMBERS).cast::<__m512i>();
            (
                _mm512_load_si512((&raw const WIDE).cast()),
                [_mm512_load_si512(numbers), _mm512_load_si512(numbers.add(1))],
            )
        };
        let differences = _mm512_sub_epi8(squares, _mm512_set1_epi8(wide(square) as i8));
        let numbers = _mm512_permutex2var_epi8(low, _mm512_abs_epi8(differences), high);
        let opposite = _mm512_movepi8_mask(differences);
        let none = _mm512_movepi8_mask(numbers);
        let turned = _mm512_mask_sub_epi8(numbers, opposite, numbers, _mm512_set1_epi8(32));
        let lanes = _mm512_set1_epi64(lanes.cast_signed());
        Bitboard(_mm512_mask_bitshuffle_epi64_mask(!none, lanes, turned))
    }

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        let (lanes, black) = attackers(position, square);
        lanes & if by == Color::White { !black } else { black } != 0
    }

    /// The lanes of all that attack the square, and those of black pieces.
    #[inline]
    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    fn attackers(position: &Position, square: Square) -> (u64, u64) {
        let differences = loaded(&DIFFERENCES.0);
        let wide = _mm512_add_epi8(differences, _mm512_set1_epi8(wide(square) as i8));
        let on_board = _mm512_testn_epi8_mask(wide, _mm512_set1_epi8(0x88_u8 as i8));
        // Three bits of the file from the one, three of the rank from the other; the permutation
        // reads six.
        let files = _mm512_set1_epi8(7);
        let ranks = _mm512_srli_epi16::<1>(wide);
        let squares = _mm512_ternarylogic_epi64::<CHOICE>(files, wide, ranks);
        let pieces = _mm512_permutexvar_epi8(squares, loaded(&position.bytes()));
        let empty = _mm512_set1_epi8(EMPTY as i8);
        let occupied = _mm512_mask_cmpneq_epi8_mask(on_board, pieces, empty);
        let attackers = loaded(&ATTACKERS.0);
        let attacking = _mm512_test_epi8_mask(classified(pieces, &CLASSES.0), attackers);
        let black = _mm512_test_epi8_mask(pieces, _mm512_set1_epi8(1));
        (seen(occupied) & attacking, black)
    }

    /// The second where the first has a bit, and the third elsewhere.
    const CHOICE: i32 = 0b1100_1010;
}

lookup::conformance!(attackers, Computed, processor);
