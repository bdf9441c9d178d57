//! All squares that a side attacks, by filling four rays at once in arrays of four.
//!
//! Four directions lead to higher squares and four to lower ones. Arrays of four sets hold
//! one direction each, and every step of a fill does the same to all four: a shift by a
//! number of its own, and an intersection. Bishops fill the first two of an array while
//! rooks fill the others, so four fills serve all kinds.
//!
//! Nothing here depends on a processor. Where it shifts four words by different numbers in
//! one instruction, as with AVX2, the compiler may use that.
//!
//! - Lookup: four fills of arrays in three doubling steps; no load, no branches.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
//!
//! Suits nothing: it is here to show what a compiler makes of arrays. With four sliders or more it
//! is faster than `threats-loop` over magics. Loses to `threats-kogge-stone` hot, and to
//! `threats-kogge-stone-avx2` where AVX2 is there.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 1.69 / – / 1.54 on Zen 4; 1.62 / 1.40 /
//! 1.17 on Golden Cove; 1.65 / – / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::array::from_fn;
use lookup::fill::landing;
use lookup::threats::Threats;
use lookup::{Bitboard, Color, Identity, Leaps, PieceKind, Position, Table, Variant};

/// Four fills of four sets.
#[derive(Clone, Copy, Debug)]
pub struct Lanes;

impl Threats for Lanes {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let (own, empty) = (position.color(side), !position.occupied().0);
        let [pawns, knights, bishops, rooks, queens, king] =
            PieceKind::ALL.map(|kind| position.kind(kind) & own);
        let sliders = [bishops.0, bishops.0, rooks.0, rooks.0];
        let queens = [queens.0; 4];
        let (up, down) = (open(empty, UP, left), open(empty, DOWN, right));
        let (sliders, queens) = (
            either(fill(sliders, up, UP, left), fill(sliders, down, DOWN, right)),
            either(fill(queens, up, UP, left), fill(queens, down, DOWN, right)),
        );
        let [white, black] = Leaps::of_all(pawns).pawns;
        [
            if side == Color::White { white } else { black },
            Leaps::of_all(knights).knight,
            Bitboard(sliders[0] | sliders[1]),
            Bitboard(sliders[2] | sliders[3]),
            Bitboard(queens[0] | queens[1] | queens[2] | queens[3]),
            Leaps::of_all(king).king,
        ]
    }
}

impl Variant for Lanes {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

type Four = [u64; 4];

/// The squares that a step by 9, 7, 8 and 1 can end on, up and down.
const UP: Four = [landing(9), landing(7), landing(8), landing(1)];
const DOWN: Four = [landing(-9), landing(-7), landing(-8), landing(-1)];

/// Shifts each set by so many steps of its direction, up or down.
type Shift = fn(Four, u32) -> Four;

#[inline(always)]
fn left([a, b, c, d]: Four, steps: u32) -> Four {
    [a << (9 * steps), b << (7 * steps), c << (8 * steps), d << steps]
}

#[inline(always)]
fn right([a, b, c, d]: Four, steps: u32) -> Four {
    [a >> (9 * steps), b >> (7 * steps), c >> (8 * steps), d >> steps]
}

#[inline(always)]
fn both(a: Four, b: Four) -> Four {
    from_fn(|i| a[i] & b[i])
}

#[inline(always)]
fn either(a: Four, b: Four) -> Four {
    from_fn(|i| a[i] | b[i])
}

/// The squares that let one, two and four steps through.
#[inline(always)]
fn open(empty: u64, onto: Four, shift: Shift) -> [Four; 3] {
    let one = both([empty; 4], onto);
    let two = both(one, shift(one, 1));
    [one, two, both(two, shift(two, 2))]
}

/// The squares that all these sliders reach.
#[inline(always)]
fn fill(from: Four, [one, two, four]: [Four; 3], onto: Four, shift: Shift) -> Four {
    let filled = either(from, both(one, shift(from, 1)));
    let filled = either(filled, both(two, shift(filled, 2)));
    let filled = either(filled, both(four, shift(filled, 4)));
    both(shift(filled, 1), onto)
}

lookup::conformance!(threats, Lanes);
