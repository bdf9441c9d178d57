//! King moves between two squares, by their 0x88 difference.
//!
//! Pairs of squares with the same displacement are the same number of moves apart. With 16
//! columns per rank, the difference of the numbers identifies the displacement, so 240
//! bytes replace a table of 64 x 64.
//!
//! - Lookup: two renumberings and one load.
//! - Tables: 240 bytes, 4 cache lines.
//! - Source: <https://www.chessprogramming.org/Distance#Lookup_by_0x88_Difference>.
//!
//! Suits engines that want 240 bytes: beside a working set it comes near `distance-table`. Loses to
//! that table hot, in throughput and in latency.
//!
//! Measured: <!-- published: figures -->time by that of `distance-table` on
//! `positions`, hot / waiting / beside 1 MiB: 1.63 / 1.37 / 1.03 on Zen 4; 1.57 / 1.23
//! / 1.04 on Golden Cove; 1.49 / 1.37 / 1.04 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::distance::Distance;
use lookup::lines::difference;
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
