//! Sliding attacks by PEXT, for rooks from answers of two bytes.
//!
//! Nineteen of twenty entries of the table are a rook's. Its answers take two bytes, a bit
//! for each square on its lines, and PDEP moves the bits apart. A bishop's answers are
//! complete sets: they are few, and need no PDEP.
//!
//! Both instructions are written as in `sliders-pext-pdep`.
//!
//! The compiler keeps a bounds check on the table: it does not know how many bits a mask has.
//!
//! - Lookup: a row, PEXT and a load; PDEP after a rook's; two of each for a queen.
//! - Tables: 102400 answers of 2 bytes, 5248 sets of 8 bytes, and a row of 32 bytes per
//!   square.
//! - Source: <https://www.chessprogramming.org/BMI2>, mixed as in
//!   <https://github.com/KierenP/Halogen>.
//!
//! Suits engines with a fast PEXT that want 243 KiB: hot, it is faster than `sliders-magic`, and on
//! some processors faster than `sliders-pext`. Loses to `sliders-pext` on others.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.71 / 0.84 / 0.96 on Zen 4; – / 0.81 / 0.66 on Golden
//! Cove; 0.73 / 0.86 / 0.92 on Zen 5.<!-- end -->
#![no_std]

use lookup::magics::{BISHOP, LINES, ROOK, gathered, narrow};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant, lines};

/// A PEXT and a load, and for rooks a PDEP.
#[derive(Clone, Copy, Debug)]
pub struct PextMixed;

impl Sliders for PextMixed {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let row = &ROWS.0[square.index()];
        let index = row.first[ROOK] as usize + extract(occupied.0, row.masks[ROOK]) as usize;
        Bitboard(deposit(ROOKS.0[index].into(), row.lines))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let row = &ROWS.0[square.index()];
        let index = row.first[BISHOP] as usize + extract(occupied.0, row.masks[BISHOP]) as usize;
        Bitboard(BISHOPS.0[index])
    }
}

impl Variant for PextMixed {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ROOKS, &BISHOPS];
    const NEEDS: Features = processor::NEEDS;
}

static ROWS: CacheAligned<[Row; 64]> = CacheAligned(rows());

/// A bit for each square on the lines.
static ROOKS: CacheAligned<[u16; 102_400]> = CacheAligned(narrow(gathered(&[ROOK], true)));

static BISHOPS: CacheAligned<[u64; 5_248]> = CacheAligned(gathered(&[BISHOP], false));

lookup::processor!("bmi2");
lookup::moved_bits!(extract, deposit);

/// Locates both pieces' answers on a square.
#[derive(Clone, Copy)]
struct Row {
    masks: [u64; 2],
    /// Of the rook.
    lines: u64,
    first: [u32; 2],
}

const fn rows() -> [Row; 64] {
    let mut rows = [Row { masks: [0; 2], lines: 0, first: [0; 2] }; 64];
    let (mut i, mut first) = (0, [0; 2]);
    while i < 2 * 64 {
        let (piece, row) = (i % 2, &mut rows[i / 2]);
        row.masks[piece] = lines::relevant(Square::ALL[i / 2], LINES[piece]).0;
        row.lines = lines::reach(Square::ALL[i / 2], LINES[ROOK]).0;
        row.first[piece] = first[piece];
        first[piece] += 1 << row.masks[piece].count_ones();
        i += 1;
    }
    rows
}

lookup::conformance!(sliders, PextMixed, processor);
