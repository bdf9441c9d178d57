//! The attacks of sliders, for the tables of variants.
//!
//! Tables are built at compile time, by functions of numbers alone. They share no code with
//! the oracles: those walk square by square, these subtract and reverse.

mod differences;
mod views;

pub use differences::{Class, Direction, difference, passed};
pub use views::Views;

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
///
/// ```
/// # use lookup::{Square::*, lines};
/// assert_eq!(lines::reach(D4, lines::BISHOP).to_string(), "\
/// 8 . . . . . . . 1
/// 7 1 . . . . . 1 .
/// 6 . 1 . . . 1 . .
/// 5 . . 1 . 1 . . .
/// 4 . . . . . . . .
/// 3 . . 1 . 1 . . .
/// 2 . 1 . . . 1 . .
/// 1 1 . . . . . 1 .
///   a b c d e f g h");
/// ```
#[must_use]
pub const fn reach(from: Square, steps: &[Step]) -> Bitboard {
    reach_but_last(from, steps, 0)
}

/// The step by which one square leads to another; none if they are equal or share no line.
///
/// ```
/// # use lookup::{Square::*, lines};
/// assert_eq!(lines::towards(B2, F6), Some((1, 1)));
/// assert_eq!(lines::towards(G3, G1), Some((0, -1)));
/// assert_eq!((lines::towards(A1, B3), lines::towards(E4, E4)), (None, None));
/// ```
#[must_use]
pub const fn towards(from: Square, to: Square) -> Option<Step> {
    let right = to.file() as i8 - from.file() as i8;
    let up = to.rank() as i8 - from.rank() as i8;
    let aligned = right == 0 || up == 0 || right.abs() == up.abs();
    if aligned && from as u8 != to as u8 { Some((right.signum(), up.signum())) } else { None }
}

/// The squares that a piece on `piece` hides from a queen on `from`; none if they share no
/// line.
///
/// ```
/// # use lookup::{Square::*, lines};
/// assert_eq!(lines::behind(B2, D4).to_string(), "\
/// 8 . . . . . . . 1
/// 7 . . . . . . 1 .
/// 6 . . . . . 1 . .
/// 5 . . . . 1 . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// assert!(lines::behind(B2, D5).is_empty());
/// ```
#[must_use]
pub const fn behind(from: Square, piece: Square) -> Bitboard {
    match towards(from, piece) {
        Some(step) => reach(piece, &[step]),
        None => Bitboard::EMPTY,
    }
}

/// The squares strictly between two squares; none if they share no line.
///
/// ```
/// # use lookup::{Square::*, lines};
/// assert_eq!(lines::between(B2, F6).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . 1 . . .
/// 4 . . . 1 . . . .
/// 3 . . 1 . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// assert!(lines::between(B2, F5).is_empty());
/// ```
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    match towards(a, b) {
        Some((right, up)) => Bitboard(reach(a, &[(right, up)]).0 & reach(b, &[(-right, -up)]).0),
        None => Bitboard::EMPTY,
    }
}

/// The line through two squares, from edge to edge; empty if they share none.
///
/// ```
/// # use lookup::{Square::*, lines};
/// assert_eq!(lines::through(C4, E6).to_string(), "\
/// 8 . . . . . . 1 .
/// 7 . . . . . 1 . .
/// 6 . . . . 1 . . .
/// 5 . . . 1 . . . .
/// 4 . . 1 . . . . .
/// 3 . 1 . . . . . .
/// 2 1 . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// assert!(lines::through(C4, C4).is_empty());
/// ```
#[must_use]
pub const fn through(a: Square, b: Square) -> Bitboard {
    match towards(a, b) {
        Some((right, up)) => Bitboard(reach(a, &[(right, up), (-right, -up)]).0 | a.bitboard().0),
        None => Bitboard::EMPTY,
    }
}

/// The squares [between] any two squares.
///
/// ```
/// # use lookup::{Square::*, lines};
/// let table = lines::all_between();
/// assert_eq!(table[H5.index()][C5.index()].to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . 1 1 1 1 .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
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
///
/// ```
/// # use lookup::{Bitboard, Square::*, lines};
/// let table = lines::all_lines();
/// assert_eq!(Bitboard(table[G7.index()][G3.index()]).to_string(), "\
/// 8 . . . . . . 1 .
/// 7 . . . . . . 1 .
/// 6 . . . . . . 1 .
/// 5 . . . . . . 1 .
/// 4 . . . . . . 1 .
/// 3 . . . . . . 1 .
/// 2 . . . . . . 1 .
/// 1 . . . . . . 1 .
///   a b c d e f g h");
/// ```
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

/// The squares whose occupancy can matter: the last of a line hides nothing.
///
/// ```
/// # use lookup::{Square::*, lines};
/// assert_eq!(lines::relevant(B4, lines::ROOK).to_string(), "\
/// 8 . . . . . . . .
/// 7 . 1 . . . . . .
/// 6 . 1 . . . . . .
/// 5 . 1 . . . . . .
/// 4 . . 1 1 1 1 1 .
/// 3 . 1 . . . . . .
/// 2 . 1 . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
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
///
/// ```
/// # use lookup::{Square::*, lines};
/// let table = lines::table([lines::RANK, lines::ANTIDIAGONAL]);
/// assert_eq!(table[D4.index()][1].to_string(), "\
/// 8 . . . . . . . .
/// 7 1 . . . . . . .
/// 6 . 1 . . . . . .
/// 5 . . 1 . . . . .
/// 4 . . . . . . . .
/// 3 . . . . 1 . . .
/// 2 . . . . . 1 . .
/// 1 . . . . . . 1 .
///   a b c d e f g h");
/// ```
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
///
/// ```
/// # use lookup::{Bitboard, Square::*, lines};
/// assert_eq!(Bitboard(lines::queens(true)[B4.index()]).to_string(), "\
/// 8 . . . . . . . .
/// 7 . 1 . . 1 . . .
/// 6 . 1 . 1 . . . .
/// 5 . 1 1 . . . . .
/// 4 . . 1 1 1 1 1 .
/// 3 . 1 1 . . . . .
/// 2 . 1 . 1 . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// let ends = lines::queens(false)[B4.index()] & !lines::queens(true)[B4.index()];
/// assert_eq!(Bitboard(ends).to_string(), "\
/// 8 . 1 . . . 1 . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 1 . . . . . . .
/// 4 1 . . . . . . 1
/// 3 1 . . . . . . .
/// 2 . . . . . . . .
/// 1 . 1 . . 1 . . .
///   a b c d e f g h");
/// ```
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
///
/// ```
/// # use lookup::{Bitboard, Square::*, lines};
/// // Pieces stand on b1 and f1, the first and the fifth of the inner squares.
/// let seen = lines::first_rank::<64>()[0b01_0001][D1.index()];
/// assert_eq!(Bitboard(seen.into()).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . 1 1 . 1 1 . .
///   a b c d e f g h");
/// assert_eq!(lines::first_rank::<256>()[0b0010_0010][D1.index()], seen);
/// ```
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

/// The same by file and by the six inner squares, so that a square's answers lie in one line.
///
/// ```
/// # use lookup::{Square::*, lines};
/// let ranks = lines::first_rank_by_file();
/// assert_eq!(ranks[D1.index()][0b01_0001], lines::first_rank::<64>()[0b01_0001][D1.index()]);
/// assert_eq!(ranks[A1.index()][0b00_0010], 0b0000_0110);
/// ```
#[must_use]
pub const fn first_rank_by_file() -> [[u8; 64]; 8] {
    let (ranks, mut by_file, mut i) = (first_rank::<64>(), [[0; 64]; 8], 0);
    while i < 8 * 64 {
        by_file[i % 8][i / 8] = ranks[i / 8][i % 8];
        i += 1;
    }
    by_file
}

/// A slider's attacks along a line, by o^(o-2r) forwards and backwards.
///
/// ```
/// # use lookup::{Bitboard, Square::*, lines};
/// let (occupied, line) = (Bitboard::from_iter([B2, G7, H8]), lines::through(A1, D4));
/// assert_eq!(Bitboard(lines::attacks(D4, occupied.0, line.0)).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . 1 .
/// 6 . . . . . 1 . .
/// 5 . . . . 1 . . .
/// 4 . . . . . . . .
/// 3 . . 1 . . . . .
/// 2 . 1 . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
#[must_use]
pub const fn attacks(square: Square, occupied: u64, line: u64) -> u64 {
    let (slider, obstacles) = (square.bitboard().0, occupied & line);
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.reverse_bits().wrapping_sub(slider.reverse_bits());
    (above ^ below.reverse_bits()) & line
}
