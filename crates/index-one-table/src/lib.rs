//! The row of an attack relation, from a table of all rows.
//!
//! Both pieces and both squares are the index, and nothing is left to add. Most entries are
//! empty, for most pieces attack few squares. The victim is the last index, so what is known
//! of two squares shares a line or two.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 12 x 64 x 64 x 12 rows of 4 bytes, 36864 cache lines.
//! - Source: <https://github.com/Yoshie2000/PlentyChess/pull/421>, which replaces a large
//!   table by three small ones.
//!
//! Suits caches that can spare 2.2 MiB: beside a working set it is faster than
//! `index-three-tables`, though no kind of search showed a gain. Loses to that in latency.
//!
//! Measured: <!-- published: figures -->time by that of `index-three-tables` on
//! `positions`, hot / waiting / beside 1 MiB: 1.06 / 1.87 / 0.91 on Zen 4; 1.06 / 1.72
//! / 1.82 on Golden Cove; – / 1.80 / 0.97 on Zen 5. Gain in nodes per second,
//! `classical` / `network` / `threats`: 0.0 ±1.9 / +0.5 ±2.3 / -1.8 ±4.2 % on Zen 4;
//! +0.2 ±0.6 / 0.0 ±0.6 / -1.9 ±2.0 % on Golden Cove; +0.1 ±0.8 / 0.0 ±1.0 / -0.8 ±1.1
//! % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::index::{self, Index};
use lookup::{CacheAligned, Identity, Piece, Square, Table, Variant};

/// One load from a table of all rows.
#[derive(Clone, Copy, Debug)]
pub struct OneTable;

impl Index for OneTable {
    #[inline]
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        ROWS.0[attacker as usize][from.index()][to.index()][victim as usize]
    }
}

impl Variant for OneTable {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS];
}

static ROWS: CacheAligned<[[[[u32; 12]; 64]; 64]; 12]> = CacheAligned(rows());

const fn rows() -> [[[[u32; 12]; 64]; 64]; 12] {
    let (targets, firsts, bases) = (index::targets(), index::firsts(), index::bases());
    let (mut rows, mut i) = ([[[[0; 12]; 64]; 64]; 12], 0);
    while i < 12 * 64 {
        let (attacker, from) = (i / 64, i % 64);
        let (mut rest, mut number) = (targets[attacker][from].0, firsts[attacker][from] as u32);
        while rest != 0 {
            let to = rest.trailing_zeros() as usize;
            let mut victim = 0;
            while victim < 12 {
                rows[attacker][from][to][victim] = bases[attacker][victim] + number;
                victim += 1;
            }
            (rest, number) = (rest & (rest - 1), number + 1);
        }
        i += 1;
    }
    rows
}

lookup::conformance!(index, OneTable);
