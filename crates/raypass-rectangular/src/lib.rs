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
#![no_std]
#![forbid(unsafe_code)]

use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

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

/// Walks from every square to the edge in every direction, and stores the squares passed in
/// the rows of the squares on the other side.
const fn table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (b, (right, up)) = (i / 8, DIRECTIONS[i % 8]);
        let (mut behind, mut distance) = (0, 1);
        while distance < 8 {
            if let Some(square) = step(b, distance * right, distance * up) {
                behind |= 1 << square;
            }
            distance += 1;
        }
        distance = 1;
        while distance < 8 {
            if let Some(a) = step(b, -distance * right, -distance * up) {
                table[a][b] = Bitboard(behind);
            }
            distance += 1;
        }
        i += 1;
    }
    table
}

/// The square this far from the given one; none off the board.
const fn step(square: usize, right: i32, up: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + right, square as i32 / 8 + up);
    if file & !7 == 0 && rank & !7 == 0 { Some((rank * 8 + file) as usize) } else { None }
}

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

lookup::conformance!(raypass, Rectangular);
