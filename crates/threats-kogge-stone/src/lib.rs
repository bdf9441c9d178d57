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

use lookup::fill::{kogge_stone, landing};
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
    let fill = |step| kogge_stone(from, empty, step, landing(step));
    fill(1) | fill(8) | fill(-1) | fill(-8)
}

#[inline(always)]
fn slanted(from: u64, empty: u64) -> u64 {
    let fill = |step| kogge_stone(from, empty, step, landing(step));
    fill(9) | fill(7) | fill(-9) | fill(-7)
}

lookup::conformance!(threats, KoggeStone);
