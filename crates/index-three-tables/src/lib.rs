//! The row of an attack relation, as the sum of three numbers from tables.
//!
//! The two pieces give the first of their rows, the attacker's square gives the first among
//! these, and the number of the attacker's targets below the victim gives the one. Only the
//! last depends on both squares, and it fits a byte.
//!
//! - Lookup: three loads and two additions.
//! - Tables: 12 x 12 rows of 4 bytes, 12 x 64 numbers of 2 bytes and 12 x 64 x 64 of a byte,
//!   801 cache lines.
//! - Source: <https://github.com/Yoshie2000/PlentyChess/pull/421>, after Stockfish.
//!
//! Suits networks of threats: in a search of that kind, `index-one-table` showed no gain over its
//! 50 KiB. Loses to `index-two-tables` alone where nothing waits for the answer, and to
//! `index-popcount` in latency.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 4.85 /
//! 8.51 on Zen 4; 7.28 / 9.78 on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::index::{self, Index};
use lookup::{CacheAligned, Identity, Piece, Square, Table, Variant};

/// The first row of two pieces, the first number of a square, and the rank of a target.
#[derive(Clone, Copy, Debug)]
pub struct ThreeTables;

impl Index for ThreeTables {
    #[inline]
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        let first = FIRSTS.0[attacker as usize][from.index()];
        let below = BELOW.0[attacker as usize][from.index()][to.index()];
        BASES.0[attacker as usize][victim as usize] + u32::from(first) + u32::from(below)
    }
}

impl Variant for ThreeTables {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BASES, &FIRSTS, &BELOW];
}

static BASES: CacheAligned<[[u32; 12]; 12]> = CacheAligned(index::bases());

static FIRSTS: CacheAligned<[[u16; 64]; 12]> = CacheAligned(index::firsts());

/// How many targets of each attacker on each square lie below each square.
static BELOW: CacheAligned<[[[u8; 64]; 64]; 12]> = CacheAligned(below());

const fn below() -> [[[u8; 64]; 64]; 12] {
    let (targets, mut below, mut i) = (index::targets(), [[[0; 64]; 64]; 12], 0);
    while i < 12 * 64 * 64 {
        let (attacker, from, to) = (i / 4096, i / 64 % 64, i % 64);
        let lower = targets[attacker][from].0 & ((1 << to) - 1);
        below[attacker][from][to] = lower.count_ones() as u8;
        i += 1;
    }
    below
}

lookup::conformance!(index, ThreeTables);
