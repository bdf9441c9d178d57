//! King moves between two squares, by rings of squares.
//!
//! Around every square lie up to seven rings, each of the squares that a king reaches in
//! the same number of moves. That number has three bits. One set per bit unites the rings
//! whose number has it. Testing the second square in the three sets gives the answer bit by
//! bit.
//!
//! The sets also answer for many squares at once: the squares at most three moves away are
//! those outside the third set.
//!
//! - Lookup: three loads from one row, each with a shift.
//! - Tables: 64 x 4 sets of 8 bytes, one in four empty, 32 cache lines; half a line per
//!   first square.
//! - Source: found by this project, from <https://www.chessprogramming.org/Distance>.
//!
//! Suits chains of dependent answers: in latency it is faster than `distance-table` on some
//! processors, in half of its bytes. Loses to that table where nothing waits for the answer, and on
//! some processors in latency too.
//!
//! Measured: <!-- published: figures -->time by that of `distance-table` on
//! `positions`, hot / waiting / beside 1 MiB: 2.68 / 0.88 / 1.05 on Zen 4; 2.43 / 1.10
//! / 1.14 on Golden Cove; 2.65 / 0.89 / 1.10 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::distance::Distance;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Three loads, one for each bit of the answer.
#[derive(Clone, Copy, Debug)]
pub struct Rings;

impl Distance for Rings {
    #[inline]
    fn distance(a: Square, b: Square) -> u8 {
        let [ones, twos, fours, _] = RINGS.0[a.index()];
        let bit = |set: Bitboard| u8::from(set.contains(b));
        bit(ones) | bit(twos) << 1 | bit(fours) << 2
    }
}

impl Variant for Rings {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&RINGS];
}

/// For each square, the rings with odd numbers, rings 2, 3, 6 and 7, and rings from 4 on;
/// the fourth set keeps a row within one cache line.
static RINGS: CacheAligned<[[Bitboard; 4]; 64]> = CacheAligned(rings());

const fn rings() -> [[Bitboard; 4]; 64] {
    let mut rings = [[Bitboard::EMPTY; 4]; 64];
    let mut slot = 0;
    while slot < 64 * 64 * 3 {
        let (a, b, bit) = (Square::ALL[slot / 192], Square::ALL[slot / 3 % 64], slot % 3);
        let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        let ring = if files > ranks { files } else { ranks };
        rings[a.index()][bit].0 |= (ring as u64 >> bit & 1) << b.index();
        slot += 1;
    }
    rings
}

lookup::conformance!(distance, Rings);
