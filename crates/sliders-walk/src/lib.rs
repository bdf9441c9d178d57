//! Sliding attacks by walking every ray.
//!
//! The walk goes square by square, up to the edge or onto an obstacle. The number of steps
//! depends on the board, so the processor has to guess where every ray ends.
//!
//! - Lookup: a loop for each ray, with a branch at every step; no load.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Sliding_Piece_Attacks>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// One step at a time.
#[derive(Clone, Copy, Debug)]
pub struct Walk;

impl Sliders for Walk {
    #[inline]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let walk = |steps, onto| walk(square.bitboard().0, !occupied.0, steps, onto);
        Bitboard(walk(1, !FILE_A) | walk(8, !0) | walk(-1, !FILE_H) | walk(-8, !0))
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let walk = |steps, onto| walk(square.bitboard().0, !occupied.0, steps, onto);
        Bitboard(walk(9, !FILE_A) | walk(7, !FILE_H) | walk(-9, !FILE_H) | walk(-7, !FILE_A))
    }
}

impl Variant for Walk {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The squares reached from here, by steps that land only on `onto`.
#[inline(always)]
fn walk(from: u64, empty: u64, step: i32, onto: u64) -> u64 {
    let mut attacked = 0;
    let mut reached = shift(from, step) & onto;
    while reached != 0 {
        attacked |= reached;
        reached = shift(reached & empty, step) & onto;
    }
    attacked
}

#[inline(always)]
fn shift(set: u64, step: i32) -> u64 {
    if step > 0 { set << step } else { set >> -step }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

lookup::conformance!(sliders, Walk);
