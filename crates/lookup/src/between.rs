//! Which squares lie strictly between two squares?
//!
//! The set is empty if the squares share no rank, file or diagonal, if they are neighbours,
//! and if they are equal. Their order does not matter.
//!
//! Three siblings ask the same question in another form; variants of each are compared
//! among themselves. [`encoded`] takes squares in the variant's own numbering,
//! [`aligned`](mod@aligned) asks only about squares on a line, and [`batch`] asks about
//! many pairs at once.
//!
//! # Example
//!
//! ```
//! use lookup::between::Between;
//! use lookup::{Oracle, Square};
//!
//! assert_eq!(Oracle::between(Square::B2, Square::F6).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . 1 . . .
//! 4 . . . 1 . . . .
//! 3 . . 1 . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

pub mod aligned;
pub mod batch;
pub mod encoded;

pub use aligned::Aligned;
pub use batch::Batch;
pub use encoded::Encoded;

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Extent, Oracle, Pair, Square, Variant};
use core::fmt;

/// A way to find the squares in between.
pub trait Between: Variant {
    /// The squares strictly between `a` and `b`, empty if they are not aligned.
    fn between(a: Square, b: Square) -> Bitboard;
}

/// The slow and obvious answer: walks from `a` in all eight directions until it meets `b`.
#[must_use]
pub fn oracle(a: Square, b: Square) -> Bitboard {
    for direction in ORTHOGONAL.into_iter().chain(DIAGONAL) {
        let mut passed = Bitboard::EMPTY;
        for square in ray::walk(a, direction) {
            if square == b {
                return passed;
            }
            passed = passed | square.bitboard();
        }
    }
    Bitboard::EMPTY
}

impl Between for Oracle {
    fn between(a: Square, b: Square) -> Bitboard {
        Oracle::of::<Question>(&Pair { a, b })
    }
}

/// Whether two squares differ and share a rank, file or diagonal.
#[must_use]
pub fn aligned(a: Square, b: Square) -> bool {
    let (files, ranks) = Pair { a, b }.apart();
    a != b && (files == 0 || ranks == 0 || files == ranks)
}

/// Asks about all ordered pairs of squares.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Question;

impl question::Question for Question {
    type Case = Pair;
    type Answer = Bitboard;

    const CASES: &'static str = "pairs of squares";
    const COUNT: usize = 4096;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("a square with itself", 64, |pair, _| pair.a == pair.b),
        Dimension::of("the higher square first", 2016, |pair, _| pair.a > pair.b),
        Dimension::of("neighbours", 420, |pair, squares| {
            aligned(pair.a, pair.b) && squares.is_empty()
        }),
        Dimension::of("squares in between", 1036, |_, squares| !squares.is_empty()),
        Dimension::of("squares on a rank", 448, |pair, _| matches!(pair.apart(), (1.., 0))),
        Dimension::of("squares on a file", 448, |pair, _| matches!(pair.apart(), (0, 1..))),
        Dimension::of("squares on a diagonal", 560, |pair, _| pair.is_diagonal()),
        Dimension::of("squares on no line", 2576, |pair, _| {
            pair.a != pair.b && !aligned(pair.a, pair.b)
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Pair> {
        Pair::all()
    }

    fn oracle(pair: &Pair) -> Bitboard {
        oracle(pair.a, pair.b)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(wrong, f)
    }
}

impl<V: Between> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), pair: &Pair) -> Bitboard {
        V::between(pair.a, pair.b)
    }
}

fn draw<Q: question::Question<Case = Pair, Answer = Bitboard>>(
    &Wrong { case: Pair { a, b }, expected, actual, .. }: &Wrong<Q>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    writeln!(f, "the squares between {a} and {b}")?;
    draw_answers(&[("squares", a.bitboard() | b.bitboard())], [expected, actual], f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, set};
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_sets_written_by_hand() {
        assert_eq!(oracle(Square::C3, Square::F6), set("d4 e5"));
        assert_eq!(oracle(Square::F6, Square::C3), set("d4 e5"));
        assert_eq!(oracle(Square::H1, Square::A8), set("b7 c6 d5 e4 f3 g2"));
        assert_eq!(oracle(Square::A8, Square::H8), set("b8 c8 d8 e8 f8 g8"));
        assert_eq!(oracle(Square::E2, Square::E6), set("e3 e4 e5"));
    }

    /// Counts found without a ray walk; [`aligned()`] is arithmetic on files and ranks.
    #[test]
    fn has_the_published_counts() {
        let on_line = |pair: &Pair| aligned(pair.a, pair.b);
        let nonempty = |pair: &Pair| !oracle(pair.a, pair.b).is_empty();
        assert_eq!(Pair::all().filter(on_line).count(), 1456);
        assert_eq!(Pair::all().filter(nonempty).count(), 1036);
        assert!(Pair::all().filter(nonempty).all(|pair| on_line(&pair)));
        let distinct: BTreeSet<_> = Pair::all().map(|pair| oracle(pair.a, pair.b)).collect();
        assert_eq!(distinct.len(), 411);
    }

    faulty::catch_every_fault!(Oracle);
}
