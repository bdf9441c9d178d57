//! In-between squares from a table of all answers.
//!
//! Every ordered pair of squares has its own entry, so the two squares are the index and
//! nothing is left to calculate. Each answer is stored twice, once per order, and 3060 of
//! the 4096 entries are empty.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; one row of 8 lines per first square.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Rectangular_Lookup>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

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

static BETWEEN: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(table());

/// Walks from every square in every direction and stores, at each square reached, the
/// squares passed on the way.
const fn table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (right, up) = DIRECTIONS[direction];
            let (mut file, mut rank) = (a as i32 % 8 + right, a as i32 / 8 + up);
            let mut passed = 0;
            while file & !7 == 0 && rank & !7 == 0 {
                let b = (rank * 8 + file) as usize;
                table[a][b] = Bitboard(passed);
                passed |= 1 << b;
                (file, rank) = (file + right, rank + up);
            }
            direction += 1;
        }
        a += 1;
    }
    table
}

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

lookup::conformance!(between, Rectangular);
