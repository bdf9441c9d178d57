//! Sliding attacks by filling every ray in three doubling steps.
//!
//! After one step the fill is up to two squares long, after a step of two up to four, after
//! a step of four up to eight. A square lets a longer step through if all squares of the
//! shorter ones did. Adders look ahead for a carry in the same way. Like the fill in six
//! steps, it serves any number of sliders at once.
//!
//! - Lookup: three steps of five operations for each ray; no load, no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// Steps of one, two and four squares.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone;

impl Sliders for KoggeStone {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let fill = |steps, onto| fill(square.bitboard().0, !occupied.0, steps, onto);
        Bitboard(fill(1, !FILE_A) | fill(8, !0) | fill(-1, !FILE_H) | fill(-8, !0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let fill = |steps, onto| fill(square.bitboard().0, !occupied.0, steps, onto);
        Bitboard(fill(9, !FILE_A) | fill(7, !FILE_H) | fill(-9, !FILE_H) | fill(-7, !FILE_A))
    }
}

impl Variant for KoggeStone {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The squares reached from here, by steps that land only on `onto`.
#[inline(always)]
fn fill(from: u64, empty: u64, step: i32, onto: u64) -> u64 {
    let mut open = empty & onto;
    let mut filled = from | open & shift(from, step);
    open &= shift(open, step);
    filled |= open & shift(filled, 2 * step);
    open &= shift(open, 2 * step);
    filled |= open & shift(filled, 4 * step);
    shift(filled, step) & onto
}

#[inline(always)]
fn shift(set: u64, step: i32) -> u64 {
    if step > 0 { set << step } else { set >> -step }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

lookup::conformance!(sliders, KoggeStone);
