//! Sliding attacks by an index that one instruction gathers.
//!
//! PEXT moves the bits named by a mask together. With a mask of the squares that can hide
//! others, the result is an index without gaps: no factor has to be found, and a square
//! keeps only its mask and its first entry.
//!
//! The instruction is written as assembly, which the compiler inlines into any function;
//! its own intrinsic can only be called from functions compiled for such processors. Each
//! lookup tests whether the processor has it, by a load and a branch that is always
//! predicted; `-C target-cpu=native` removes both. Without the instruction, a loop gathers
//! the bits. AMD's processors before Zen 3 have it and take many cycles for it.
//!
//! The compiler keeps a bounds check on the table: it does not know how many bits a mask has.
//!
//! - Lookup: a row, PEXT and a load; two of each for a queen.
//! - Tables: 107648 sets of 8 bytes, and two rows of 16 bytes per square.
//! - Source: <https://www.chessprogramming.org/BMI2>.
//!
//! Suits engines of the classical kind on processors with a fast PEXT: it is faster than magics
//! hot, and a classical search gained by it. Loses to `sliders-hyperbola` in a search beside a
//! network, with 843 KiB to its 2.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.71 / 0.85 / 0.95 on Zen 4; – / 0.79 / 0.86 on Golden
//! Cove; 0.69 / 0.86 / 0.94 on Zen 5. Gain in nodes per second, `classical` /
//! `network` / `threats`: +2.4 ±1.1 / +2.2 ±1.3 / +0.5 ±2.8 % on Zen 4; +2.4 ±0.5 /
//! +1.1 ±0.8 / +0.7 ±1.5 % on Golden Cove; +3.0 ±1.1 / +1.7 ±0.9 / +1.1 ±1.5 % on Zen
//! 5.<!-- end -->
#![no_std]

use lookup::magics::{self, BISHOP, LINES, ROOK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant, lines};

/// One PEXT and one load.
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl Sliders for Pext {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        answer(ROWS.0[square.index()][ROOK], occupied.0)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        answer(ROWS.0[square.index()][BISHOP], occupied.0)
    }
}

impl Variant for Pext {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ATTACKS];
    const NEEDS: Features = processor::NEEDS;
}

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(rows());

static ATTACKS: CacheAligned<[u64; magics::OCCUPANCIES]> =
    CacheAligned(magics::gathered(&[ROOK, BISHOP], false));

#[inline(always)]
fn answer(row: Row, occupied: u64) -> Bitboard {
    Bitboard(ATTACKS.0[row.first + extract(occupied, row.mask) as usize])
}

lookup::processor!("bmi2");
lookup::moved_bits!(extract);

/// Locates a piece's answers on a square.
#[derive(Clone, Copy)]
struct Row {
    mask: u64,
    first: usize,
}

const fn rows() -> [[Row; 2]; 64] {
    let mut rows = [[Row { mask: 0, first: 0 }; 2]; 64];
    let (mut i, mut first) = (0, 0);
    while i < 2 * 64 {
        let mask = lines::relevant(Square::ALL[i / 2], LINES[i % 2]).0;
        rows[i / 2][i % 2] = Row { mask, first };
        first += 1 << mask.count_ones();
        i += 1;
    }
    rows
}

lookup::conformance!(sliders, Pext, processor);
