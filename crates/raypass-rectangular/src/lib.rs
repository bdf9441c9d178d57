//! Squares behind another, from a table of all answers.
//!
//! Every ordered pair of squares has its own entry, so the two squares are the index and
//! nothing is left to calculate. A row belongs to the first square, from which the ray
//! starts: all rays from one square share eight cache lines. 3060 of the 4096 entries are
//! empty.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; one row of 8 lines per first square.
//! - Source: <https://github.com/official-stockfish/Stockfish/blob/05740100e51725c41dcca5d296301c65d964dc87/src/attacks.h>, where
//!   the sets also hold the second square and those in between.
//!
//! Suits engines that ask many pairs at once: hot, where nothing waits for the answer, only
//! `raypass-transposed` tied with it. Loses to `raypass-transposed` where the first square waits
//! for an answer.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 1.43 /
//! 12.07 on Zen 4; 2.19 / 11.30 on Golden Cove; 1.04 / 11.14 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load from a table of all answers.
#[derive(Clone, Copy, Debug)]
pub struct Rectangular;

impl RayPass for Rectangular {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        BEHIND.0[a.index()][b.index()]
    }
}

impl Variant for Rectangular {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BEHIND];
}

static BEHIND: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(table());

const fn table() -> [[Bitboard; 64]; 64] {
    let (mut table, mut pair) = ([[Bitboard::EMPTY; 64]; 64], 0);
    while pair < 64 * 64 {
        let (a, b) = (Square::ALL[pair / 64], Square::ALL[pair % 64]);
        table[a.index()][b.index()] = lines::behind(a, b);
        pair += 1;
    }
    table
}

lookup::conformance!(raypass, Rectangular);
