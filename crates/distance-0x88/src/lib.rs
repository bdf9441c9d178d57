//! King moves between two squares, by their 0x88 difference.
//!
//! Pairs of squares with the same displacement are the same number of moves apart. With 16
//! columns per rank, the difference of the numbers identifies the displacement, so 240
//! bytes replace a table of 64 x 64.
//!
//! - Lookup: two renumberings and one load.
//! - Tables: 240 bytes, 4 cache lines.
//! - Source: <https://www.chessprogramming.org/Distance#Lookup_by_0x88_Difference>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::distance::Distance;
use lookup::{CacheAligned, Identity, Square, Table, Variant};

/// One load by the 0x88 difference.
#[derive(Clone, Copy, Debug)]
pub struct Difference0x88;

impl Distance for Difference0x88 {
    #[inline]
    fn distance(a: Square, b: Square) -> u8 {
        MOVES.0[difference(a.index(), b.index())]
    }
}

impl Variant for Difference0x88 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&MOVES];
}

static MOVES: CacheAligned<[u8; 240]> = CacheAligned(moves());

/// From 1 (h8 to a1) to 239 (a1 to h8): 1 per step to the right, 16 per step up.
#[inline]
const fn difference(from: usize, to: usize) -> usize {
    // The constant comes last and so becomes part of the load's address.
    (to + (to | 7)).wrapping_sub(from + (from | 7)).wrapping_add(120)
}

const fn moves() -> [u8; 240] {
    let mut moves = [0; 240];
    let mut slot = 0;
    while slot < 15 * 15 {
        let (right, up): (i32, i32) = (slot % 15 - 7, slot / 15 - 7);
        let far = if right.abs() > up.abs() { right.abs() } else { up.abs() };
        moves[(120 + right + 16 * up) as usize] = far as u8;
        slot += 1;
    }
    moves
}

lookup::conformance!(distance, Difference0x88);
