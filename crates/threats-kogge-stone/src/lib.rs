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
//!
//! Suits portable code without tables for sides with many sliders: with four or more it is faster
//! than `threats-loop` over magics. Loses to that on positions of games, and to
//! `threats-kogge-stone-avx2` where AVX2 is there.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 1.65 / – / 1.54 on Zen 4; 1.53 / 1.38 /
//! 1.18 on Golden Cove; 1.51 / – / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::kogge_stone;
use lookup::threats::{self, Threats};
use lookup::{Bitboard, Color, Identity, Position, Table, Variant};

/// Sixteen fills by steps of one, two and four squares.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone;

impl Threats for KoggeStone {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        threats::filled(position, side, kogge_stone)
    }
}

impl Variant for KoggeStone {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(threats, KoggeStone);
