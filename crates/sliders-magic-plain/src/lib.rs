//! Sliding attacks by magic factors, with tables of one size.
//!
//! Every square gets as many answers as the corner with most relevant squares: 4096 for a
//! rook, 512 for a bishop. The shift is then the same for all squares, the part of the table
//! follows from the square, and the row needs neither. An index of 12 or 9 bits can't leave
//! its part, so the compiler needs no bounds check. Most of the table is never read: squares
//! in the middle have 1024 occupancies for a rook, and the edges 32 for a bishop.
//!
//! - Lookup: a row, a mask, a multiplication, a shift and a load; two of each for a queen.
//! - Tables: 64 x 4096 and 64 x 512 sets of 8 bytes, and two rows of 16 bytes per square.
//! - Source: <https://www.chessprogramming.org/Magic_Bitboards>; this project found the
//!   factors, and a test of `lookup` finds them again.
//!
//! Suits engines that want no bounds check and can spare 2.3 MiB: hot, it is faster than
//! `sliders-magic` on some processors. Loses to that on others, and to `sliders-black-magic`.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 1.02 / 1.08 / 1.02 on Zen 4; – / – / 1.28 on Golden Cove;
//! 1.09 / 1.10 / 1.06 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, Views};
use lookup::magics::{self, BISHOP, FACTORS, ROOK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// A multiplication, a constant shift and one load.
#[derive(Clone, Copy, Debug)]
pub struct MagicPlain;

impl Sliders for MagicPlain {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let square = square.index();
        ROOKS.0[square][ROWS.0[square][ROOK].index::<{ 1 << 12 }>(occupied.0)]
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let square = square.index();
        BISHOPS.0[square][ROWS.0[square][BISHOP].index::<{ 1 << 9 }>(occupied.0)]
    }
}

impl Variant for MagicPlain {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ROOKS, &BISHOPS];
}

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(rows());

static ROOKS: CacheAligned<[[Bitboard; 1 << 12]; 64]> = CacheAligned(attacks(ROOK));

static BISHOPS: CacheAligned<[[Bitboard; 1 << 9]; 64]> = CacheAligned(attacks(BISHOP));

/// What a piece's lookup on a square needs to know.
#[derive(Clone, Copy)]
struct Row {
    mask: u64,
    factor: u64,
}

impl Row {
    /// One of `N` indices.
    #[inline(always)]
    const fn index<const N: usize>(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        (product >> (64 - N.ilog2())) as usize
    }
}

const fn rows() -> [[Row; 2]; 64] {
    let mut rows = [[Row { mask: 0, factor: 0 }; 2]; 64];
    let mut i = 0;
    while i < 2 * 64 {
        let (piece, square) = (i % 2, i / 2);
        let mask = lines::relevant(Square::ALL[square], magics::LINES[piece]).0;
        rows[square][piece] = Row { mask, factor: FACTORS[piece][square] };
        i += 1;
    }
    rows
}

const fn attacks<const N: usize>(piece: usize) -> [[Bitboard; N]; 64] {
    let rows = rows();
    let mut attacks = [[Bitboard::EMPTY; N]; 64];
    let mut square = 0;
    while square < 64 {
        let (views, count) = Views::of(magics::LINES[piece], Square::ALL[square]).all();
        // A call for each of 107,648 occupancies would take half of the time to compile.
        let (answers, factor) = (&mut attacks[square], rows[square][piece].factor);
        let (mut number, shift) = (0, 64 - N.ilog2());
        while number < count {
            let (occupied, seen) = views[number];
            let answer = &mut answers[(occupied.wrapping_mul(factor) >> shift) as usize];
            assert!(answer.0 == 0 || answer.0 == seen, "no magic factor");
            *answer = Bitboard(seen);
            number += 1;
        }
        square += 1;
    }
    attacks
}

lookup::conformance!(sliders, MagicPlain);
