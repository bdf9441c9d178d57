//! The row of an attack relation, with the targets below the victim counted.
//!
//! The number of targets below a square needs no table of its own: it is a population count
//! of the attacker's targets on an empty board, a set that programs have anyway. What is left
//! are the first row of two pieces and the first number of a square.
//!
//! - Lookup: three loads, a shift, a population count and two additions.
//! - Tables: 12 x 64 sets of 8 bytes, 12 x 64 numbers of 2 bytes and 12 x 12 rows of 4 bytes,
//!   129 cache lines; the sets are shared.
//! - Source: <https://github.com/official-stockfish/Stockfish>, which fills a table in this way
//!   (`full_threats.cpp`).
//!
//! Suits networks that share the cache and wait for the row: it takes 2.1 KiB of its own, and it is
//! faster than `index-three-tables` in latency and beside a working set. Loses to
//! `index-two-tables` hot where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `index-three-tables` on
//! `positions`, hot / waiting / beside 1 MiB: 1.04 / 0.78 / 0.96 on Zen 4; 1.10 / 0.93
//! / 1.00 on Golden Cove; – / 0.70 / 0.96 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::index::{self, Index};
use lookup::{Bitboard, CacheAligned, Identity, Piece, Square, Table, Variant};

/// A population count of the targets below the victim.
#[derive(Clone, Copy, Debug)]
pub struct Popcount;

impl Index for Popcount {
    #[inline]
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        let first = FIRSTS.0[attacker as usize][from.index()];
        let below = TARGETS.0[attacker as usize][from.index()].0 & (to.bitboard().0 - 1);
        BASES.0[attacker as usize][victim as usize] + u32::from(first) + below.count_ones()
    }
}

impl Variant for Popcount {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BASES, &FIRSTS, &TARGETS];
    const SHARED: &'static [&'static dyn Table] = &[&TARGETS];
}

static BASES: CacheAligned<[[u32; 12]; 12]> = CacheAligned(index::bases());

static FIRSTS: CacheAligned<[[u16; 64]; 12]> = CacheAligned(index::firsts());

static TARGETS: CacheAligned<[[Bitboard; 64]; 12]> = CacheAligned(index::targets());

lookup::conformance!(index, Popcount);
