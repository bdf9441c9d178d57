//! Three squares on a line, by two 0x88 differences.
//!
//! The 0x88 difference of two squares tells the kind of the line that they share: a rank, a file,
//! one of both diagonals, or none. The third square is on the line of the first two if the first
//! shares a line of the same kind with both.
//!
//! A square and itself are the edge case: as the first two they have no line, but as the first and
//! the third they are on every line. So a byte has four bits of kinds for either use, which differ
//! there alone.
//!
//! - Lookup: four renumberings and two loads from one table, and their intersection.
//! - Tables: 240 bytes, 4 cache lines.
//! - Source: H. G. Muller, <https://www.talkchess.com/forum3/viewtopic.php?t=48322>.
//!
//! Suits engines that want 240 bytes, and those whose squares have 0x88 numbers already, which
//! need no renumbering.
//!
//! Measured: <!-- published: figures -->time by that of `collinear-table` on
//! `positions`, hot / waiting / beside 1 MiB: 1.88 / 3.20 / 1.11 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::collinear::Collinear;
use lookup::lines::{Class, difference};
use lookup::{CacheAligned, Identity, Square, Table, Variant};

/// Two loads by 0x88 differences.
#[derive(Clone, Copy, Debug)]
pub struct Difference0x88;

impl Collinear for Difference0x88 {
    /// The first square, and the kind of the line in the lower bits of a byte.
    type Line = (Square, u8);

    #[inline]
    fn line(a: Square, b: Square) -> (Square, u8) {
        (a, KINDS.0[difference(a.index(), b.index())])
    }

    #[inline]
    fn holds((a, kind): (Square, u8), c: Square) -> bool {
        kind & KINDS.0[difference(a.index(), c.index())] >> 4 != 0
    }
}

impl Variant for Difference0x88 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&KINDS];
}

/// The kind of line as one of four lower bits, and as one of four upper ones. A square and itself
/// have none of the lower and all of the upper.
static KINDS: CacheAligned<[u8; 240]> = CacheAligned(kinds());

const fn kinds() -> [u8; 240] {
    let (classes, mut kinds, mut i) = (Class::by_difference::<240>(120), [0; 240], 0);
    while i < 240 {
        kinds[i] = match classes[i] {
            Class::Nothing => 0,
            Class::Rank => 0x11,
            Class::Antidiagonal => 0x22,
            Class::File => 0x44,
            Class::Diagonal => 0x88,
        };
        i += 1;
    }
    kinds[120] = 0xf0;
    kinds
}

lookup::conformance!(collinear, Difference0x88);
