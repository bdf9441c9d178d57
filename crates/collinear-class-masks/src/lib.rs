//! Three squares on a line, from the four lines of each square.
//!
//! The 0x88 difference of the first two squares tells the kind of their line: a rank, a file, one
//! of both diagonals, or none. Through the first square goes one line of each kind, whose set is
//! the same for all second squares on it. So sets for each square and kind hold all lines, and an
//! empty one stands for none.
//!
//! - Lookup: two renumberings, then two loads, one after the other, and a bit test.
//! - Tables: kinds by difference, 240 bytes, 4 cache lines; 5 x 64 lines of 8 bytes, 40 cache
//!   lines.
//! - Source: H. G. Muller, <https://www.talkchess.com/forum3/viewtopic.php?t=48322>.
//!
//! Suits engines that keep the line of a pin in a set, and want it from fewer bytes than
//! `collinear-table` has: that one keeps the same, and finds it by one load in place of two.
//!
//! Measured: <!-- published: figures -->time by that of `collinear-table` on
//! `positions`, hot / waiting / beside 1 MiB: 1.93 / – / 1.08 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::collinear::Collinear;
use lookup::lines::{self, Class, difference};
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// The kind of the line, then the line of that kind.
#[derive(Clone, Copy, Debug)]
pub struct ClassMasks;

impl Collinear for ClassMasks {
    type Line = Bitboard;

    #[inline]
    fn line(a: Square, b: Square) -> Bitboard {
        let class = CLASSES.0[difference(a.index(), b.index())];
        LINES.0[class as usize][a.index()]
    }

    #[inline]
    fn holds(line: Bitboard, c: Square) -> bool {
        line.contains(c)
    }
}

impl Variant for ClassMasks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&CLASSES, &LINES];
}

static CLASSES: CacheAligned<[Class; 240]> = CacheAligned(Class::by_difference(120));

/// The lines through each square, by class; without one, nothing.
static LINES: CacheAligned<[[Bitboard; 64]; 5]> = CacheAligned(all_lines());

const fn all_lines() -> [[Bitboard; 64]; 5] {
    let mut all = [[Bitboard::EMPTY; 64]; 5];
    let mut i = 0;
    while i < 4 * 64 {
        let (class, steps) = [
            (Class::Rank, lines::RANK),
            (Class::Antidiagonal, lines::ANTIDIAGONAL),
            (Class::File, lines::FILE),
            (Class::Diagonal, lines::DIAGONAL),
        ][i / 64];
        let square = Square::ALL[i % 64];
        let line = lines::reach(square, steps).0 | square.bitboard().0;
        all[class as usize][i % 64] = Bitboard(line);
        i += 1;
    }
    all
}

lookup::conformance!(collinear, ClassMasks);
