//! Sliding attacks by PEXT, from answers of two bytes.
//!
//! A rook attacks at most 14 of the squares on its lines, a bishop 13. With a bit for each
//! square on the lines, an answer takes two bytes, a quarter of a set of squares. PDEP
//! moves the bits apart to the places in a mask and so restores the set. PEXT gathers the
//! index from the squares that can hide others.
//!
//! Both instructions are written as assembly, with the test and the loops of `sliders-pext`. AMD's
//! processors before Zen 3 have them and take many cycles for either.
//!
//! The compiler keeps a bounds check on the table: it does not know how many bits a mask has.
//!
//! - Lookup: a row, PEXT, a load of two bytes and PDEP; two of each for a queen.
//! - Tables: 107648 answers of 2 bytes, and two rows of 24 bytes per square.
//! - Source: <https://www.chessprogramming.org/BMI2>.
//!
//! Suits engines with fast PEXT and PDEP that want 213 KiB: hot, it is faster than `sliders-magic`.
//! Loses to `sliders-pext-mixed` in 30 KiB more, hot and in latency.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.83 / 0.91 / 0.98 on Zen 4; – / 0.94 / 0.70 on Golden
//! Cove; 0.79 / 0.94 / 0.92 on Zen 5.<!-- end -->
#![no_std]

use lookup::magics::{self, BISHOP, LINES, ROOK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant, lines};

/// Gathers the index and spreads the answer.
#[derive(Clone, Copy, Debug)]
pub struct PextPdep;

impl Sliders for PextPdep {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        answer(ROWS.0[square.index()][ROOK], occupied.0)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        answer(ROWS.0[square.index()][BISHOP], occupied.0)
    }
}

impl Variant for PextPdep {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ATTACKS];
    const NEEDS: Features = processor::NEEDS;
}

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(rows());

static ATTACKS: CacheAligned<[u16; magics::OCCUPANCIES]> =
    CacheAligned(magics::narrow(magics::gathered(&[ROOK, BISHOP], true)));

#[inline(always)]
fn answer(row: Row, occupied: u64) -> Bitboard {
    let seen = ATTACKS.0[row.first + extract(occupied, row.mask) as usize];
    Bitboard(deposit(seen.into(), row.lines))
}

lookup::processor!("bmi2");
lookup::moved_bits!(extract, deposit);

/// Locates a piece's answers on a square.
#[derive(Clone, Copy)]
struct Row {
    mask: u64,
    lines: u64,
    first: usize,
}

const fn rows() -> [[Row; 2]; 64] {
    let mut rows = [[Row { mask: 0, lines: 0, first: 0 }; 2]; 64];
    let (mut i, mut first) = (0, 0);
    while i < 2 * 64 {
        let (square, slider) = (Square::ALL[i / 2], LINES[i % 2]);
        let (mask, lines) = (lines::relevant(square, slider).0, lines::reach(square, slider).0);
        rows[i / 2][i % 2] = Row { mask, lines, first };
        first += 1 << mask.count_ones();
        i += 1;
    }
    rows
}

lookup::conformance!(sliders, PextPdep, processor);
