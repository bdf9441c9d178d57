//! Sliding attacks on any line as if it were the first rank.
//!
//! PEXT lays the squares of a line side by side, as those of the first rank are. There one small
//! table knows what a slider attacks, by its place and the six inner squares. PDEP puts the answer
//! back onto the line, and drops what is beyond a short one. A rank takes two shifts in place of
//! both.
//!
//! Both instructions are written as assembly, with the test and the loops of `sliders-pext`. AMD's
//! processors before Zen 3 have them and take many cycles for either.
//!
//! - Lookup: for each line a mask, PEXT, a load of a byte and PDEP; a rank two shifts and a load.
//! - Tables: 64 rows of 32 bytes and 8 x 64 ranks of a byte, 40 cache lines.
//! - Source: this project, after the small tables of <https://www.chessprogramming.org/BMI2> and
//!   the rank of <https://www.chessprogramming.org/First_Rank_Attacks>.
//!
//! Suits engines that want 2.5 KiB and wait for the answer: in latency it is faster than
//! `sliders-magic`. Loses to `sliders-hyperbola` in 2 KiB, hot and in latency: PEXT and PDEP of a
//! line cost more than two subtractions and swaps.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 1.36 / 0.98 / 1.08 on Zen 4; – / 0.90 / 0.71 on Golden
//! Cove.<!-- end -->
#![no_std]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, Step};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// PEXT, a byte and PDEP for each line but a rank.
#[derive(Clone, Copy, Debug)]
pub struct PextFirstRank;

impl Sliders for PextFirstRank {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let first = square as u8 & 56;
        let rank = attacked(square.file(), occupied.0 >> first) << first;
        Bitboard(rank | line(0, square, occupied.0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(1, square, occupied.0) | line(2, square, occupied.0))
    }
}

impl Variant for PextFirstRank {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &RANKS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("bmi2");
lookup::moved_bits!(extract, deposit);

static ROWS: CacheAligned<[Row; 64]> = CacheAligned(rows());

/// Attacks on the first rank, by file and occupied inner squares.
static RANKS: CacheAligned<[[u8; 64]; 8]> = CacheAligned(lines::first_rank_by_file());

/// The lines through a square, the square included, and its place on each.
#[derive(Clone, Copy)]
struct Row {
    lines: [u64; 3],
    places: [u8; 3],
}

#[inline(always)]
fn line(number: usize, square: Square, occupied: u64) -> u64 {
    let row = &ROWS.0[square.index()];
    deposit(attacked(row.places[number], extract(occupied, row.lines[number])), row.lines[number])
}

/// The places that a slider on this one attacks, of eight side by side.
#[inline(always)]
fn attacked(place: u8, occupied: u64) -> u64 {
    RANKS.0[place as usize % 8][(occupied >> 1 & 63) as usize].into()
}

const fn rows() -> [Row; 64] {
    const LINES: [&[Step]; 3] = [FILE, DIAGONAL, ANTIDIAGONAL];
    let (mut rows, mut i) = ([Row { lines: [0; 3], places: [0; 3] }; 64], 0);
    while i < 64 * 3 {
        let (square, number) = (Square::ALL[i / 3], i % 3);
        let slider = square.bitboard().0;
        let line = lines::reach(square, LINES[number]).0 | slider;
        rows[i / 3].lines[number] = line;
        rows[i / 3].places[number] = (line & (slider - 1)).count_ones() as u8;
        i += 1;
    }
    rows
}

lookup::conformance!(sliders, PextFirstRank, processor);
