//! All squares that a side attacks, by filling every ray of all sliders in six steps.
//!
//! A fill moves all bishops, or all rooks, one square at a time in one direction, over empty
//! squares, and remembers where they were. Six steps reach everything, and a seventh goes
//! onto the obstacle or the last square. However many sliders there are, the work is the
//! same: 16 fills, four for bishops and rooks each, and eight for queens.
//!
//! - Lookup: six steps of three operations for each fill; no load, no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Dumb7Fill>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::{dumb7, landing};
use lookup::threats::Threats;
use lookup::{Bitboard, Color, Identity, Leaps, PieceKind, Position, Table, Variant};

/// Sixteen fills, every possible step.
#[derive(Clone, Copy, Debug)]
pub struct Dumb7;

impl Threats for Dumb7 {
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

impl Variant for Dumb7 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

#[inline(always)]
fn straight(from: u64, empty: u64) -> u64 {
    let fill = |step| dumb7(from, empty, step, landing(step));
    fill(1) | fill(8) | fill(-1) | fill(-8)
}

#[inline(always)]
fn slanted(from: u64, empty: u64) -> u64 {
    let fill = |step| dumb7(from, empty, step, landing(step));
    fill(9) | fill(7) | fill(-9) | fill(-7)
}

lookup::conformance!(threats, Dumb7);
