//! The row of an attack relation, from a table of squares and a table of pieces.
//!
//! The two pieces give the first of their rows. Among these, the squares have the same order
//! whoever is attacked, so one table for each attacker numbers them for all victims.
//!
//! - Lookup: two loads and an addition.
//! - Tables: 12 x 64 x 64 numbers of 2 bytes and 12 x 12 rows of 4 bytes, 1545 cache lines.
//! - Source: found by this project, from
//!   <https://github.com/Yoshie2000/PlentyChess/pull/421>.
//!
//! Suits networks that ask rows where nothing waits for the answer: it takes 97 KiB, and it is
//! faster than `index-three-tables` hot and beside a working set. Loses to `index-popcount` in
//! latency.
//!
//! Measured: <!-- published: figures -->time by that of `index-three-tables` on
//! `positions`, hot / waiting / beside 1 MiB: 0.82 / 1.13 / 0.90 on Zen 4; 0.74 / 1.01
//! / 0.92 on Golden Cove; – / 1.09 / 0.91 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::index::{self, Index};
use lookup::{CacheAligned, Identity, Piece, Square, Table, Variant};

/// The first row of two pieces, and the number of two squares.
#[derive(Clone, Copy, Debug)]
pub struct TwoTables;

impl Index for TwoTables {
    #[inline]
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        let number = NUMBERS.0[attacker as usize][from.index()][to.index()];
        BASES.0[attacker as usize][victim as usize] + u32::from(number)
    }
}

impl Variant for TwoTables {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BASES, &NUMBERS];
}

static BASES: CacheAligned<[[u32; 12]; 12]> = CacheAligned(index::bases());

static NUMBERS: CacheAligned<[[[u16; 64]; 64]; 12]> = CacheAligned(numbers());

const fn numbers() -> [[[u16; 64]; 64]; 12] {
    let (targets, firsts) = (index::targets(), index::firsts());
    let (mut numbers, mut i) = ([[[0; 64]; 64]; 12], 0);
    while i < 12 * 64 {
        let (attacker, from) = (i / 64, i % 64);
        let (mut rest, mut number) = (targets[attacker][from].0, firsts[attacker][from]);
        while rest != 0 {
            numbers[attacker][from][rest.trailing_zeros() as usize] = number;
            (rest, number) = (rest & (rest - 1), number + 1);
        }
        i += 1;
    }
    numbers
}

lookup::conformance!(index, TwoTables);
