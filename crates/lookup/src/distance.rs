//! How many king moves lie between two squares?
//!
//! The king walks over an empty board: enemy pieces and attacks do not matter. A square is
//! no move away from itself, and any two squares are at most seven apart. Their order does
//! not matter.
//!
//! # Example
//!
//! ```
//! use lookup::distance::Distance;
//! use lookup::{Bitboard, Oracle, Square};
//!
//! assert_eq!(Oracle::distance(Square::E4, Square::H8), 4);
//! let two_moves = |to: &Square| Oracle::distance(Square::E4, *to) == 2;
//! let squares: Bitboard = Square::ALL.into_iter().filter(two_moves).collect();
//! assert_eq!(squares.to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . 1 1 1 1 1 .
//! 5 . . 1 . . . 1 .
//! 4 . . 1 . . . 1 .
//! 3 . . 1 . . . 1 .
//! 2 . . 1 1 1 1 1 .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Extent, Oracle, Pair, Square, Variant};
use core::fmt;

/// A way to find the distance between two squares.
pub trait Distance: Variant {
    /// The number of moves that a king needs from `a` to `b`.
    fn distance(a: Square, b: Square) -> u8;
}

/// The slow and obvious answer: spreads the king to all neighbours at once until it reaches
/// `b`.
#[must_use]
pub fn oracle(a: Square, b: Square) -> u8 {
    let (mut reached, mut moves) = (a.bitboard(), 0);
    while !reached.contains(b) {
        reached = reached.squares().fold(reached, |reached, square| {
            let steps = ORTHOGONAL.into_iter().chain(DIAGONAL);
            let neighbours = steps.filter_map(|step| ray::walk(square, step).next());
            neighbours.fold(reached, |reached, next| reached | next.bitboard())
        });
        moves += 1;
    }
    moves
}

impl Distance for Oracle {
    fn distance(a: Square, b: Square) -> u8 {
        Oracle::of::<Question>(&Pair { a, b })
    }
}

/// Asks about all ordered pairs of squares.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Question;

impl question::Question for Question {
    type Case = Pair;
    type Answer = u8;

    const CASES: &'static str = "pairs of squares";
    const COUNT: usize = 4096;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("a square with itself", 64, |pair, _| pair.a == pair.b),
        Dimension::of("the higher square first", 2016, |pair, _| pair.a > pair.b),
        Dimension::of("neighbours", 420, |_, moves| *moves == 1),
        Dimension::of("squares seven moves away", 252, |_, moves| *moves == 7),
        Dimension::by("more files than ranks apart", 1736, |pair, _| {
            let (files, ranks) = pair.apart();
            (files > ranks).then_some(ranks)
        }),
        Dimension::by("more ranks than files apart", 1736, |pair, _| {
            let (files, ranks) = pair.apart();
            (ranks > files).then_some(files)
        }),
        Dimension::of("squares on a diagonal", 560, |pair, _| pair.is_diagonal()),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Pair> {
        Pair::all()
    }

    fn oracle(pair: &Pair) -> u8 {
        oracle(pair.a, pair.b)
    }

    fn draw(
        &Wrong { case: Pair { a, b }, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "the king moves from {a} to {b}: {expected}, not {actual}")?;
        let rings = [expected, actual].map(|moves| {
            Square::ALL.into_iter().filter(|&square| oracle(a, square) == moves).collect()
        });
        draw_answers(&[("squares", a.bitboard() | b.bitboard())], rings, f)
    }
}

impl<V: Distance> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), pair: &Pair) -> u8 {
        V::distance(pair.a, pair.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;

    #[test]
    fn agrees_with_distances_drawn_by_hand() {
        let from_c6 = "
            2 2 2 2 2 3 4 5
            2 1 1 1 2 3 4 5
            2 1 0 1 2 3 4 5
            2 1 1 1 2 3 4 5
            2 2 2 2 2 3 4 5
            3 3 3 3 3 3 4 5
            4 4 4 4 4 4 4 5
            5 5 5 5 5 5 5 5";
        let rows = from_c6.split_whitespace().map(|cell| cell.parse::<u8>().unwrap());
        for (i, moves) in rows.enumerate() {
            let square = Square::new(((7 - i / 8) * 8 + i % 8) as u8);
            assert_eq!(oracle(Square::C6, square), moves, "c6 to {square}");
            assert_eq!(oracle(square, Square::C6), moves, "{square} to c6");
        }
        assert_eq!(oracle(Square::A1, Square::H8), 7);
        assert_eq!(oracle(Square::H1, Square::A4), 7);
    }

    /// Squares at most n moves apart are at most n files and n ranks apart.
    #[test]
    fn has_as_many_pairs_of_each_distance_as_files_and_ranks_allow() {
        for moves in 0..8 {
            let pairs = Pair::all().filter(|pair| oracle(pair.a, pair.b) <= moves).count();
            let files: usize = (1..=usize::from(moves)).map(|files| 2 * (8 - files)).sum();
            assert_eq!(pairs, (8 + files).pow(2), "{moves}");
        }
    }

    faulty::catch_every_fault!(Oracle);
}
