//! The next move by comparing all that are left.
//!
//! Nothing is sorted beforehand. Each call compares all entries that are left and brings the
//! largest to the front, so a list costs nothing for moves that nobody asks for.
//!
//! - Lookup: a comparison and two conditional moves for each entry that is left.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Move_Ordering>.
//!
//! Suits portable programs that ask for few moves: no kind of search proved that `order-insertion`
//! gains. Loses to `order-minmax` where AVX-512 is there, and to `order-avx2` where AVX2 is, on the
//! lists of searches.
//!
//! Measured: <!-- published: figures -->cycles on `searches`, hot / waiting: 254.26 / –
//! on Zen 4; 343.22 / – on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::order::{self, Order};
use lookup::{Identity, Table, Variant};

/// A comparison of all entries per call.
#[derive(Clone, Copy, Debug)]
pub struct Selection;

impl Order for Selection {
    #[inline(always)]
    fn prepare(_: &mut [u32], _: u32) -> usize {
        0
    }

    #[inline]
    fn next(rest: &mut [u32], _: &mut usize) -> Option<u32> {
        order::select(rest)
    }
}

impl Variant for Selection {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(order, Selection);
