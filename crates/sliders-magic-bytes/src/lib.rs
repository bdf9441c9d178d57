//! Sliding attacks by magic factors that find the number of an answer.
//!
//! Most occupancies share their answer with others: a rook has at most 144 different answers
//! on a square, a bishop at most 108, and 6328 in all. A byte is enough to number those of a
//! square. The table that the product indexes holds these numbers instead of sets, an eighth
//! of the bytes. A second load, which waits for the first, finds the set.
//!
//! The compiler keeps a bounds check on either table, as with other magics.
//!
//! - Lookup: a row, a mask, a multiplication, a shift, a load of a byte and one of a set; two
//!   of each for a queen.
//! - Tables: 107648 numbers of a byte, 6328 sets of 8 bytes, and two rows of 24 bytes per
//!   square.
//! - Source: <https://www.chessprogramming.org/Magic_Bitboards>, where Robert Houdart proposes
//!   a lookup of a byte; this project found the factors, and a test of `lookup` finds them
//!   again.
//!
//! Suits engines that want magics in 158 KiB: hot, it is faster than `sliders-magic` on some
//! processors. Loses to that on others, hot and in latency, and to `sliders-kgssb` in 129 KiB.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 1.18 / 1.15 / 1.07 on Zen 4; – / 1.20 / 0.74 on Golden
//! Cove; 1.17 / 1.15 / 1.02 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, Views};
use lookup::magics::{BISHOP, FACTORS, LINES, OCCUPANCIES, ROOK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// A multiplication and two loads.
#[derive(Clone, Copy, Debug)]
pub struct MagicBytes;

impl Sliders for MagicBytes {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        answer(&ROWS.0[square.index()][ROOK], occupied.0)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        answer(&ROWS.0[square.index()][BISHOP], occupied.0)
    }
}

impl Variant for MagicBytes {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &NUMBERS, &SETS];
}

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(BUILT.rows);

/// By magic index, which of its square's sets the answer is.
static NUMBERS: CacheAligned<[u8; OCCUPANCIES]> = CacheAligned(BUILT.numbers);

/// The different answers, by square.
static SETS: CacheAligned<[Bitboard; DIFFERENT]> = CacheAligned(BUILT.sets);

#[inline(always)]
fn answer(row: &Row, occupied: u64) -> Bitboard {
    SETS.0[row.first_set as usize + NUMBERS.0[row.index(occupied)] as usize]
}

/// Locates a piece's answers on a square.
#[derive(Clone, Copy)]
struct Row {
    mask: u64,
    factor: u64,
    first: u32,
    first_set: u16,
    shift: u8,
}

impl Row {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        (product >> self.shift) as usize + self.first as usize
    }
}

struct Built {
    rows: [[Row; 2]; 64],
    numbers: [u8; OCCUPANCIES],
    sets: [Bitboard; DIFFERENT],
}

const DIFFERENT: usize = 4_900 + 1_428;

const BUILT: Built = {
    let mut rows = [[Row { mask: 0, factor: 0, first: 0, first_set: 0, shift: 0 }; 2]; 64];
    let (mut numbers, mut sets) = ([0; OCCUPANCIES], [Bitboard::EMPTY; DIFFERENT]);
    let (mut i, mut first, mut first_set) = (0, 0, 0);
    while i < 2 * 64 {
        let (piece, square) = (i % 2, Square::ALL[i / 2]);
        let mask = lines::relevant(square, LINES[piece]).0;
        let (factor, shift) = (FACTORS[piece][i / 2], 64 - mask.count_ones() as u8);
        let row = Row { mask, factor, first, first_set: first_set as u16, shift };
        let Views { lines: [one, other], counts } = Views::of(LINES[piece], square);
        let (one_numbers, one_different) = numbered(&one, counts[0]);
        let (other_numbers, other_different) = numbered(&other, counts[1]);
        let mut way = 0;
        while way < counts[0] * counts[1] {
            let (a, b) = (way / counts[1], way % counts[1]);
            let number = one_numbers[a] * other_different + other_numbers[b];
            let index = row.index(one[a].0 | other[b].0);
            assert!(numbers[index] == 0 || numbers[index] as usize == number, "no magic factor");
            numbers[index] = number as u8;
            sets[first_set + number] = Bitboard(one[a].1 | other[b].1);
            way += 1;
        }
        rows[i / 2][piece] = row;
        (first, first_set) =
            (first + (1 << mask.count_ones()), first_set + one_different * other_different);
        i += 1;
    }
    assert!(first as usize == OCCUPANCIES && first_set == DIFFERENT);
    Built { rows, numbers, sets }
};

/// For each view along a line, the number of its attacks among the different ones, and how
/// many there are.
const fn numbered(views: &[(u64, u64); 64], count: usize) -> ([usize; 64], usize) {
    let (mut numbers, mut different, mut i) = ([0; 64], 0, 0);
    while i < count {
        let mut same = 0;
        while views[same].1 != views[i].1 {
            same += 1;
        }
        numbers[i] = if same < i { numbers[same] } else { different };
        different += (same == i) as usize;
        i += 1;
    }
    (numbers, different)
}

lookup::conformance!(sliders, MagicBytes);
