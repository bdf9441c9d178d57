//! The moves above a limit, sorted once by insertion.
//!
//! An entry above the limit moves to the end of the sorted front and from there past the smaller
//! ones. The others stay, and are compared when no sorted one is left. Engines pass a limit below
//! which they seldom ask.
//!
//! - Lookup: a comparison for each entry, and a load and a store for each smaller one before those
//!   above the limit, once; a test and a load per call, or a comparison of all entries left.
//! - Tables: none.
//! - Source: `partial_insertion_sort` in
//!   <https://github.com/official-stockfish/Stockfish/blob/master/src/movepick.cpp>, which leaves
//!   the others as they come.
//!
//! Suits programs that take the moves up to the limit as they come. Where they are asked for in
//! their order, it is hardly faster than `order-selection` on the lists of searches. Loses to
//! `order-insertion` there, and most of all on captures.
//!
//! Measured: <!-- published: figures -->time by that of `order-selection` on
//! `searches`, hot / waiting / beside 1 MiB: 1.02 / – / 0.96 on Zen 4; 0.97 / – / 0.99
//! on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::order::Order;
use lookup::{Identity, Table, Variant};

/// Insertion of the entries above the limit.
#[derive(Clone, Copy, Debug)]
pub struct Partial;

impl Order for Partial {
    #[inline]
    fn prepare(entries: &mut [u32], limit: u32) -> usize {
        let mut sorted = 0;
        for next in 0..entries.len() {
            let entry = entries[next];
            if entry > limit {
                entries[next] = entries[sorted];
                let mut place = sorted;
                while place > 0 && entries[place - 1] < entry {
                    entries[place] = entries[place - 1];
                    place -= 1;
                }
                entries[place] = entry;
                sorted += 1;
            }
        }
        sorted
    }
}

impl Variant for Partial {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(order, Partial);
