//! In-between squares from a table of all answers.
//!
//! Every ordered pair of squares has its own entry, so the two squares are the index and
//! nothing is left to calculate. Each answer is stored twice, once per order, and 3060 of
//! the 4096 entries are empty.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; one row of 8 lines per first square.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Rectangular_Lookup>.
//!
//! Suits all three kinds of engine: in searches none of three other lookups showed a gain over its
//! 32 KiB. Nothing here beats it hot where nothing waits for the answer. Loses to `between-windows`
//! in latency on some processors.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 1.45 /
//! 10.02 on Zen 4; 1.32 / 9.30 on Golden Cove; 1.05 / 9.14 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load from a table of all answers.
#[derive(Clone, Copy, Debug)]
pub struct Rectangular;

impl Between for Rectangular {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        BETWEEN.0[a.index()][b.index()]
    }
}

impl Variant for Rectangular {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BETWEEN];
}

static BETWEEN: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(lines::all_between());

lookup::conformance!(between, Rectangular);
