//! Sliding attacks by filling every ray in six steps.
//!
//! A line has room for six steps over empty squares, and a seventh goes onto the obstacle
//! or the last square. Always taking all of them needs no branch. The fill serves any
//! number of sliders at once; one square, as here, does not show it at its best.
//!
//! - Lookup: six steps of three operations for each ray; no load, no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Dumb7Fill>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// Every possible step.
#[derive(Clone, Copy, Debug)]
pub struct Dumb7;

impl Sliders for Dumb7 {
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

impl Variant for Dumb7 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The squares reached from here, by steps that land only on `onto`.
#[inline(always)]
fn fill(from: u64, empty: u64, step: i32, onto: u64) -> u64 {
    let open = empty & onto;
    let (mut front, mut filled) = (from, from);
    for _ in 0..6 {
        front = shift(front, step) & open;
        filled |= front;
    }
    shift(filled, step) & onto
}

#[inline(always)]
fn shift(set: u64, step: i32) -> u64 {
    if step > 0 { set << step } else { set >> -step }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

lookup::conformance!(sliders, Dumb7);
