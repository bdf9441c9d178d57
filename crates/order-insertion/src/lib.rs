//! All moves of a list, sorted once by insertion.
//!
//! Each entry moves forward past the smaller ones before it. Lists of moves are short, so this
//! beats sorts that divide them. Afterwards the next move is a load.
//!
//! - Lookup: a load and a store for each smaller entry before each entry, once; a load per call.
//! - Tables: none.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/1287>, which sorts captures
//!   where they were picked.
//!
//! Suits portable programs that ask for all moves: it is faster than `order-selection` on the lists
//! of searches, and most of all on quiet moves. Loses to `order-avx2` where AVX2 is there.
//!
//! Measured: <!-- published: figures -->time by that of `order-selection` on
//! `searches`, hot / waiting / beside 1 MiB: 0.97 / – / 0.93 on Zen 4; 0.91 / – / 0.94
//! on Golden Cove. Gain in nodes per second, `classical` / `network` / `threats`: +1.1
//! ±1.8 / +2.0 ±2.4 / +2.2 ±5.1 % on Zen 4; +1.2 ±1.0 / +0.6 ±0.8 / +0.5 ±2.8 % on
//! Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::order::Order;
use lookup::{Identity, Table, Variant};

/// Insertion of all entries.
#[derive(Clone, Copy, Debug)]
pub struct Insertion;

impl Order for Insertion {
    #[inline]
    fn prepare(entries: &mut [u32], _: u32) -> usize {
        for next in 1..entries.len() {
            let (entry, mut place) = (entries[next], next);
            while place > 0 && entries[place - 1] < entry {
                entries[place] = entries[place - 1];
                place -= 1;
            }
            entries[place] = entry;
        }
        entries.len()
    }

    #[inline(always)]
    fn next(rest: &mut [u32], _: &mut usize) -> Option<u32> {
        rest.first().copied()
    }
}

impl Variant for Insertion {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(order, Insertion);
