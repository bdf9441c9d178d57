//! All squares that a side attacks, by filling every ray of all sliders in three doubling
//! steps.
//!
//! A fill moves all bishops, or all rooks, in one direction over empty squares: by one
//! square, by two and by four. A square lets a longer step through if all squares of the
//! shorter ones did. That a step may pass is the same for every kind of slider, so queens
//! share this half of the work with bishops and rooks.
//!
//! - Lookup: 16 fills of 11 operations, and 8 times 6 for what steps may pass; no load, no
//!   branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::threats::Threats;
use lookup::{Bitboard, Color, Identity, Leaps, PieceKind, Position, Table, Variant};

/// Sixteen fills by steps of one, two and four squares.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone;

impl Threats for KoggeStone {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let (own, empty) = (position.color(side), !position.occupied().0);
        let [pawns, knights, bishops, rooks, queens, king] =
            PieceKind::ALL.map(|kind| position.kind(kind) & own);
        let [white, black] = Leaps::of_all(pawns).pawns;
        [
            if side == Color::White { white } else { black },
            Leaps::of_all(knights).knight,
            Bitboard(slanted(bishops.0, empty)),
            Bitboard(straight(rooks.0, empty)),
            Bitboard(straight(queens.0, empty) | slanted(queens.0, empty)),
            Leaps::of_all(king).king,
        ]
    }
}

impl Variant for KoggeStone {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

#[inline(always)]
fn straight(from: u64, empty: u64) -> u64 {
    let fill = |step, onto| fill(from, empty, step, onto);
    fill(1, !FILE_A) | fill(8, !0) | fill(-1, !FILE_H) | fill(-8, !0)
}

#[inline(always)]
fn slanted(from: u64, empty: u64) -> u64 {
    let fill = |step, onto| fill(from, empty, step, onto);
    fill(9, !FILE_A) | fill(7, !FILE_H) | fill(-9, !FILE_H) | fill(-7, !FILE_A)
}

/// The squares that all these sliders reach, by steps that land only on `onto`.
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

lookup::conformance!(threats, KoggeStone);
