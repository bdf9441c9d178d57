//! King moves between two squares, by calculation.
//!
//! A diagonal king move changes file and rank at once. The distance is therefore the larger
//! of the file and rank differences.
//!
//! - Lookup: two differences and their maximum; no loads and no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Distance#Routine>.
//!
//! Suits programs without room for a table that wait for the answer: in latency it is as fast as
//! `distance-0x88`. Loses to `distance-table`, and most of all hot where nothing waits for the
//! answer.
//!
//! Measured: <!-- published: figures -->time by that of `distance-table` on
//! `positions`, hot / waiting / beside 1 MiB: 3.04 / 1.37 / 1.10 on Zen 4; 2.94 / 1.25
//! / 1.16 on Golden Cove; 3.64 / 1.38 / 1.16 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::distance::Distance;
use lookup::{Identity, Square, Table, Variant};

/// Two differences and their maximum.
#[derive(Clone, Copy, Debug)]
pub struct Calculation;

impl Distance for Calculation {
    #[inline]
    fn distance(a: Square, b: Square) -> u8 {
        let files = a.file().abs_diff(b.file());
        let ranks = a.rank().abs_diff(b.rank());
        files.max(ranks)
    }
}

impl Variant for Calculation {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(distance, Calculation);
