//! The moves of a set of targets, bit by bit.
//!
//! A scan finds the lowest target, a subtraction and an intersection take it away, and so on
//! until none is left. Programs without vectors do this. The number of targets ends the loop
//! and is hard to predict.
//!
//! - Lookup: a scan, a subtraction, an intersection and a store per move; a loop.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Bitboard_Serialization>.
//!
//! Suits engines of any kind: no search proved a gain over it. With learnt branches it is faster
//! than `serialize-chunks`. Loses to that on new sets alone, and most of all to `serialize-bytes`
//! with AVX-512 VBMI2.
//!
//! Measured: <!-- published: figures -->cycles on `pieces`, hot / waiting: 42.09 / – on
//! Zen 4; 51.52 / – on Golden Cove; 46.03 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::serialize::{AT_ONCE, Places, Serialize, encoded};
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// A scan and a store per move.
#[derive(Clone, Copy, Debug)]
pub struct Scan;

impl Serialize for Scan {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let mut count = 0;
        for to in targets.squares() {
            places[count % AT_ONCE] = encoded(from, to);
            count += 1;
        }
        count
    }
}

impl Variant for Scan {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(serialize, Scan);
