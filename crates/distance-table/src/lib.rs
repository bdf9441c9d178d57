//! King moves between two squares, from a table of all answers.
//!
//! Every ordered pair of squares has its own entry, so the two squares are the index and
//! nothing is left to calculate. An answer needs three bits and takes a byte; each is
//! stored twice, once per order.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 64 x 64 bytes, 64 cache lines; one line per first square.
//! - Source: <https://www.chessprogramming.org/Distance#Lookup>.
//!
//! Suits engines of all kinds that ask distances hot: it takes 4 KiB. Nothing here beats it where
//! nothing waits for the answer. Loses to `distance-rings` in latency on some processors.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 1.32 /
//! 8.04 on Zen 4; 1.26 / 9.13 on Golden Cove; 1.03 / 8.03 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::distance::Distance;
use lookup::{CacheAligned, Identity, Square, Table, Variant};

/// One load from a table of all answers.
#[derive(Clone, Copy, Debug)]
pub struct AllPairs;

impl Distance for AllPairs {
    #[inline]
    fn distance(a: Square, b: Square) -> u8 {
        MOVES.0[a.index()][b.index()]
    }
}

impl Variant for AllPairs {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&MOVES];
}

static MOVES: CacheAligned<[[u8; 64]; 64]> = CacheAligned(table());

const fn table() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (a, b) = (Square::ALL[slot / 64], Square::ALL[slot % 64]);
        let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        table[a.index()][b.index()] = if files > ranks { files } else { ranks };
        slot += 1;
    }
    table
}

lookup::conformance!(distance, AllPairs);
