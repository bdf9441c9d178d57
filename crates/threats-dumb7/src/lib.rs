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
//!
//! Suits nothing: it is here for its idea, a fill in single steps. With four sliders or more it is
//! faster than `threats-loop` over magics. Loses to `threats-kogge-stone`, which needs no table
//! either.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 2.18 / – / 1.83 on Zen 4; 2.02 / 1.86 /
//! 1.38 on Golden Cove; 1.91 / – / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::dumb7;
use lookup::threats::{self, Threats};
use lookup::{Bitboard, Color, Identity, Position, Table, Variant};

/// Sixteen fills, every possible step.
#[derive(Clone, Copy, Debug)]
pub struct Dumb7;

impl Threats for Dumb7 {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        threats::filled(position, side, dumb7)
    }
}

impl Variant for Dumb7 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(threats, Dumb7);
