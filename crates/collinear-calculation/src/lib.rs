//! Three squares on a line, by calculation.
//!
//! Files to the right and ranks up lead from the first square to each of the others. Both ways
//! have one slope if the products across are equal. The first way must also be that of a line:
//! no files, no ranks, or as many of both, but not none of both.
//!
//! - Lookup: four differences and five products; no loads and no branches.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/Direction>.
//!
//! Suits programs without room for a table.
//!
//! Measured: <!-- published: figures -->time by that of `collinear-table` on
//! `positions`, hot / waiting / beside 1 MiB: 4.58 / 3.70 / 1.33 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::collinear::Collinear;
use lookup::{Identity, Square, Table, Variant};

/// Products of differences.
#[derive(Clone, Copy, Debug)]
pub struct Calculation;

/// The way from the first square of a line to the second.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    from: Square,
    right: i32,
    up: i32,
    /// Whether it follows a rank, a file or a diagonal.
    is_line: bool,
}

impl Collinear for Calculation {
    type Line = Way;

    #[inline]
    fn line(a: Square, b: Square) -> Way {
        let (right, up) = apart(a, b);
        let is_line = right * up * (right * right - up * up) == 0 && a != b;
        Way { from: a, right, up, is_line }
    }

    #[inline]
    fn holds(Way { from, right, up, is_line }: Way, c: Square) -> bool {
        let (its_right, its_up) = apart(from, c);
        is_line & (right * its_up == its_right * up)
    }
}

impl Variant for Calculation {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The files to the right and the ranks up from one square to another.
#[inline]
fn apart(from: Square, to: Square) -> (i32, i32) {
    let across = i32::from(to.file()) - i32::from(from.file());
    (across, i32::from(to.rank()) - i32::from(from.rank()))
}

lookup::conformance!(collinear, Calculation);
