//! The attacks of sliders, for the tables of variants.
//!
//! Tables are built at compile time, by functions of numbers alone. They share no code with
//! the oracles: those walk square by square, these subtract and reverse.

use crate::bits::gather;
use crate::{Bitboard, Square};

/// A step by files to the right and ranks up.
pub type Step = (i8, i8);

/// Along a rank.
pub const RANK: &[Step] = &[(1, 0), (-1, 0)];

/// Along a file.
pub const FILE: &[Step] = &[(0, 1), (0, -1)];

/// Along a diagonal from the lower left to the upper right.
pub const DIAGONAL: &[Step] = &[(1, 1), (-1, -1)];

/// Along a diagonal from the lower right to the upper left.
pub const ANTIDIAGONAL: &[Step] = &[(-1, 1), (1, -1)];

/// Along ranks and files.
pub const ROOK: &[Step] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Along diagonals.
pub const BISHOP: &[Step] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The squares from `from`, which is left out, to the edges of the board.
#[must_use]
pub const fn reach(from: Square, steps: &[Step]) -> Bitboard {
    reach_but_last(from, steps, 0)
}

/// The step by which one square leads to another; none if they are equal or share no line.
#[must_use]
pub const fn towards(from: Square, to: Square) -> Option<Step> {
    let right = to.file() as i8 - from.file() as i8;
    let up = to.rank() as i8 - from.rank() as i8;
    let aligned = right == 0 || up == 0 || right.abs() == up.abs();
    if aligned && from as u8 != to as u8 { Some((right.signum(), up.signum())) } else { None }
}

/// The squares that a piece on `piece` hides from a queen on `from`; none if they share no
/// line.
#[must_use]
pub const fn behind(from: Square, piece: Square) -> Bitboard {
    match towards(from, piece) {
        Some(step) => reach(piece, &[step]),
        None => Bitboard::EMPTY,
    }
}

/// The squares strictly between two squares; none if they share no line.
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    match towards(a, b) {
        Some((right, up)) => Bitboard(reach(a, &[(right, up)]).0 & reach(b, &[(-right, -up)]).0),
        None => Bitboard::EMPTY,
    }
}

/// The line through two squares, from edge to edge; empty if they share none.
#[must_use]
pub const fn through(a: Square, b: Square) -> Bitboard {
    match towards(a, b) {
        Some((right, up)) => Bitboard(reach(a, &[(right, up), (-right, -up)]).0 | a.bitboard().0),
        None => Bitboard::EMPTY,
    }
}

/// The squares [between] any two squares.
#[must_use]
pub const fn all_between() -> [[Bitboard; 64]; 64] {
    let (mut table, mut i) = ([[Bitboard::EMPTY; 64]; 64], 0);
    while i < 64 * 64 {
        table[i / 64][i % 64] = between(Square::ALL[i / 64], Square::ALL[i % 64]);
        i += 1;
    }
    table
}

/// The lines [through] any two squares.
#[must_use]
pub const fn all_lines() -> [[u64; 64]; 64] {
    let (mut table, mut i) = ([[0; 64]; 64], 0);
    while i < 64 * 64 {
        table[i / 64][i % 64] = through(Square::ALL[i / 64], Square::ALL[i % 64]).0;
        i += 1;
    }
    table
}

/// All steps of one square, each with its opposite four further on.
pub const STEPS: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// For every direction and distance, the squares passed from a1 on a board that wraps around.
///
/// They stand where the difference of two squares leads whose numbers count this many columns:
/// a step up counts all of them, a step to the right 1, and the places begin with `origin` for
/// a square and itself, modulo `N`. On a board of eight columns two lines share the difference
/// 7, across a rank and one step along an antidiagonal; that step passes nothing.
#[must_use]
pub const fn passed<const N: usize>(columns: i32, origin: i32) -> [u64; N] {
    let (mut patterns, mut i) = ([0; N], 0);
    while i < STEPS.len() {
        let (right, up) = (STEPS[i].0 as i32, STEPS[i].1 as i32);
        let (mut passed, mut distance) = (0, 1);
        while distance < 8 {
            let place = origin + distance * (right + columns * up);
            patterns[place.rem_euclid(N as i32) as usize] |= passed;
            passed |= 1u64.rotate_left(((distance * (right + 8 * up)) & 63) as u32);
            distance += 1;
        }
        i += 1;
    }
    patterns
}

/// The 0x88 difference, with 16 columns: from 1 (h8 to a1) to 239 (a1 to h8), and 120 for a
/// square and itself.
#[inline]
#[must_use]
pub const fn difference(from: usize, to: usize) -> usize {
    // The constant comes last and so becomes part of the load's address.
    (to + (to | 7)).wrapping_sub(from + (from | 7)).wrapping_add(120)
}

/// The direction from one square to another. An enum, so that an index needs no bounds check.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Direction {
    East,
    NorthEast,
    North,
    NorthWest,
    West,
    SouthWest,
    South,
    SouthEast,
    None,
}

impl Direction {
    /// The directions of all [`STEPS`].
    pub const ALL: [Direction; 8] = [
        Direction::East,
        Direction::NorthEast,
        Direction::North,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::South,
        Direction::SouthEast,
    ];

    /// The directions by [`difference`].
    #[must_use]
    pub const fn by_difference() -> [Direction; 240] {
        let (mut directions, mut i) = ([Direction::None; 240], 0);
        while i < 8 * 7 {
            let ((right, up), distance) = (STEPS[i / 7], i as i32 % 7 + 1);
            directions[(120 + distance * (right as i32 + 16 * up as i32)) as usize] =
                Direction::ALL[i / 7];
            i += 1;
        }
        directions
    }
}

/// The line that two squares share. An enum, so that an index needs no bounds check.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum Class {
    /// None.
    Nothing,
    /// A rank.
    Rank,
    /// A diagonal from the lower right to the upper left.
    Antidiagonal,
    /// A file.
    File,
    /// A diagonal from the lower left to the upper right.
    Diagonal,
}

impl Class {
    /// The classes by what one square's 0x88 number exceeds another's by, where the places begin
    /// with `origin` for equal ones.
    #[must_use]
    pub const fn by_difference<const N: usize>(origin: usize) -> [Class; N] {
        let (mut classes, mut i) = ([Class::Nothing; N], 0);
        while i < 4 * 7 {
            let (class, step) = [
                (Class::Rank, 1),
                (Class::Antidiagonal, 15),
                (Class::File, 16),
                (Class::Diagonal, 17),
            ][i / 7];
            let difference = step * (i % 7 + 1);
            classes[origin + difference] = class;
            if difference <= origin {
                classes[origin - difference] = class;
            }
            i += 1;
        }
        classes
    }
}

/// The squares whose occupancy can matter: the last of a line hides nothing.
#[must_use]
pub const fn relevant(from: Square, steps: &[Step]) -> Bitboard {
    reach_but_last(from, steps, 1)
}

const fn reach_but_last(from: Square, steps: &[Step], left_out: i8) -> Bitboard {
    let (mut set, mut i) = (0, 0);
    while i < 7 * steps.len() {
        let ((right, up), distance) = (steps[i / 7], i as i8 % 7 + 1);
        let (file, rank) =
            (from.file() as i8 + distance * right, from.rank() as i8 + distance * up);
        let last = Square::at(file + left_out * right, rank + left_out * up);
        if let (Some(square), Some(_)) = (Square::at(file, rank), last) {
            set |= square.bitboard().0;
        }
        i += 1;
    }
    Bitboard(set)
}

/// For every square, the [`reach`] of each set of steps.
#[must_use]
pub const fn table<const N: usize>(lines: [&[Step]; N]) -> [[Bitboard; N]; 64] {
    let mut table = [[Bitboard::EMPTY; N]; 64];
    let mut i = 0;
    while i < 64 * N {
        table[i / N][i % N] = reach(Square::new((i / N) as u8), lines[i % N]);
        i += 1;
    }
    table
}

/// For every square, the squares that a queen reaches; or of those, [relevant] ones alone.
#[must_use]
pub const fn queens(are_relevant: bool) -> [u64; 64] {
    let (mut sets, mut i, left_out) = ([0; 64], 0, are_relevant as i8);
    while i < 64 {
        sets[i] = reach_but_last(Square::ALL[i], &STEPS, left_out).0;
        i += 1;
    }
    sets
}

/// A slider's attacks along the first rank, by occupancy and by file: 64 occupancies of the
/// six inner squares, or 256 of all eight.
#[must_use]
pub const fn first_rank<const N: usize>() -> [[u8; 8]; N] {
    const { assert!(N == 64 || N == 256) };
    let mut ranks = [[0; 8]; N];
    let mut i = 0;
    while i < N * 8 {
        let (square, occupied) = (Square::new((i % 8) as u8), i / 8 * if N == 64 { 2 } else { 1 });
        ranks[i / 8][i % 8] = attacks(square, occupied as u64, reach(square, RANK).0) as u8;
        i += 1;
    }
    ranks
}

/// A slider's attacks along a line, by o^(o-2r) forwards and backwards.
#[must_use]
pub const fn attacks(square: Square, occupied: u64, line: u64) -> u64 {
    let (slider, obstacles) = (square.bitboard().0, occupied & line);
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.reverse_bits().wrapping_sub(slider.reverse_bits());
    (above ^ below.reverse_bits()) & line
}

/// The attacks of a rook or a bishop from a square, for all occupancies of its [relevant]
/// squares.
///
/// The two lines are kept apart, with at most 64 occupancies each: an occupancy of both is
/// the union of one of each, and so are the attacks.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// For each line, its occupancies and the attacks along it.
    pub lines: [[(u64, u64); 64]; 2],
    /// The number of occupancies of each line.
    pub counts: [usize; 2],
}

impl Views {
    /// The views of a [`ROOK`] or [`BISHOP`].
    #[must_use]
    pub const fn of(slider: &[Step], square: Square) -> Views {
        let (mut lines, mut counts, mut way) = ([[(0, 0); 64]; 2], [0; 2], 0);
        while way < 2 {
            // The second half of the steps is opposite to the first.
            let steps = [slider[way], slider[way + 2]];
            let (line, relevant) = (reach(square, &steps).0, relevant(square, &steps).0);
            let mut occupied = 0u64;
            loop {
                lines[way][counts[way]] = (occupied, attacks(square, occupied, line));
                counts[way] += 1;
                // Subtracting the set carries through the squares outside it.
                occupied = occupied.wrapping_sub(relevant) & relevant;
                if occupied == 0 {
                    break;
                }
            }
            way += 1;
        }
        Views { lines, counts }
    }

    /// The same, with the bits of the occupancies that `mask` names moved together: an
    /// occupancy of the [relevant] squares becomes an index.
    #[must_use]
    pub const fn indexed(mut self, mask: u64) -> Views {
        let mut i = 0;
        while i < 2 * 64 {
            let occupied = &mut self.lines[i / 64][i % 64].0;
            *occupied = gather(*occupied, mask);
            i += 1;
        }
        self
    }

    /// The same, with the bits of the attacks that `mask` names moved together.
    #[must_use]
    pub const fn packed(mut self, mask: u64) -> Views {
        let mut i = 0;
        while i < 2 * 64 {
            let seen = &mut self.lines[i / 64][i % 64].1;
            *seen = gather(*seen, mask);
            i += 1;
        }
        self
    }

    /// All occupancies of both lines with their attacks, and their number.
    #[must_use]
    pub const fn all(&self) -> ([(u64, u64); 4096], usize) {
        let (mut all, mut count, mut a) = ([(0, 0); 4096], 0, 0);
        while a < self.counts[0] {
            let (one, mut b) = (self.lines[0][a], 0);
            while b < self.counts[1] {
                let other = self.lines[1][b];
                all[count] = (one.0 | other.0, one.1 | other.1);
                (b, count) = (b + 1, count + 1);
            }
            a += 1;
        }
        (all, count)
    }
}
