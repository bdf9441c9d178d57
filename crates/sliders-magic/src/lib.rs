//! Sliding attacks by magic factors.
//!
//! A slider's attacks depend on the 5 to 12 squares on its lines that can hide others. Each
//! square has a factor whose product with the occupied ones among them leaves an index of
//! as many bits on top, never the same for two sets with different answers. Each square has
//! its own number of bits, and so its own shift and its own part of one table.
//!
//! The compiler keeps a bounds check on the table: building the table proves that the parts
//! fit, but not to the compiler.
//!
//! - Lookup: a row, a mask, a multiplication, a shift and a load; two of each for a queen.
//! - Tables: 107648 sets of 8 bytes, and two rows of 24 bytes per square.
//! - Source: <https://www.chessprogramming.org/Magic_Bitboards>; this project found the
//!   factors, and a test of `lookup` finds them again.
//!
//! Suits processors without a fast PEXT whose tables stay hot: on some of them it is faster than
//! `sliders-hyperbola`. Loses to `sliders-pext` where PEXT is fast, and to `sliders-hyperbola` in
//! searches of a network.
//!
//! Measured: <!-- published: figures -->cycles on `games`, hot / waiting: 5.04 / 26.79
//! on Zen 4; 4.10 / 25.56 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, Views};
use lookup::magics::{BISHOP, FACTORS, LINES, OCCUPANCIES, ROOK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// A multiplication and one load.
#[derive(Clone, Copy, Debug)]
pub struct Magic;

impl Sliders for Magic {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS.0[ROWS.0[square.index()][ROOK].index(occupied.0)]
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS.0[ROWS.0[square.index()][BISHOP].index(occupied.0)]
    }
}

impl Variant for Magic {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ATTACKS];
}

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(rows());

static ATTACKS: CacheAligned<[Bitboard; OCCUPANCIES]> = CacheAligned(attacks());

/// Locates a piece's answers on a square.
#[derive(Clone, Copy)]
struct Row {
    mask: u64,
    factor: u64,
    shift: u32,
    first: u32,
}

impl Row {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        (product >> self.shift) as usize + self.first as usize
    }
}

const fn rows() -> [[Row; 2]; 64] {
    let mut rows = [[Row { mask: 0, factor: 0, shift: 0, first: 0 }; 2]; 64];
    let (mut i, mut first) = (0, 0);
    while i < 2 * 64 {
        let (piece, square) = (i % 2, i / 2);
        let mask = lines::relevant(Square::ALL[square], LINES[piece]).0;
        let (factor, shift) = (FACTORS[piece][square], 64 - mask.count_ones());
        rows[square][piece] = Row { mask, factor, shift, first };
        first += 1 << mask.count_ones();
        i += 1;
    }
    rows
}

const fn attacks() -> [Bitboard; OCCUPANCIES] {
    let rows = rows();
    let mut attacks = [Bitboard::EMPTY; OCCUPANCIES];
    let mut i = 0;
    while i < 2 * 64 {
        let (piece, square) = (i % 2, i / 2);
        let (row, views) = (rows[square][piece], Views::of(LINES[piece], Square::ALL[square]));
        let ((views, count), mut number) = (views.all(), 0);
        while number < count {
            let (occupied, seen) = views[number];
            let index = row.index(occupied);
            assert!(attacks[index].0 == 0 || attacks[index].0 == seen, "no magic factor");
            attacks[index] = Bitboard(seen);
            number += 1;
        }
        i += 1;
    }
    attacks
}

lookup::conformance!(sliders, Magic);
