//! Which squares lie behind a square as seen from another?
//!
//! The ray from `a` through `b` goes on to the edge of the board; the answer is the part of
//! it beyond `b`. It is empty if the squares share no rank, file or diagonal, if they are
//! equal, and if `b` is the last square of the ray. Their order matters.
//!
//! Programs ask this when a piece appears or vanishes on `b`: it uncovers or covers for the
//! slider on `a` what lies behind. Stockfish's table of this name holds the whole ray, with
//! `b` and the squares in between. For that use both answers do: the squares in between are
//! empty, for the slider reaches `b`.
//!
//! # Example
//!
//! ```
//! use lookup::raypass::RayPass;
//! use lookup::{Oracle, Square};
//!
//! assert_eq!(Oracle::behind(Square::B2, Square::D4).to_string(), "\
//! 8 . . . . . . . 1
//! 7 . . . . . . 1 .
//! 6 . . . . . 1 . .
//! 5 . . . . 1 . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Extent, Oracle, Pair, Square, Variant, between};
use core::fmt;

/// A way to find the squares behind another.
pub trait RayPass: Variant {
    /// The squares behind `b` as seen from `a`, empty if they are not aligned.
    fn behind(a: Square, b: Square) -> Bitboard;
}

/// The slow and obvious answer: walks from `a` in all eight directions and, in the one that
/// meets `b`, goes on to the edge.
#[must_use]
pub fn oracle(a: Square, b: Square) -> Bitboard {
    let rays = ORTHOGONAL.into_iter().chain(DIAGONAL).map(|direction| ray::walk(a, direction));
    let behind = rays.flat_map(|ray| ray.skip_while(move |square| *square != b).skip(1));
    behind.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
}

impl RayPass for Oracle {
    fn behind(a: Square, b: Square) -> Bitboard {
        Oracle::of::<Question>(&Pair { a, b })
    }
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
        Dimension::of("squares in the other order", 1372, |pair, squares| {
            oracle(pair.b, pair.a) != *squares
        }),
        Dimension::by("squares behind", 1036, |_, squares| {
            (!squares.is_empty()).then_some(Bitboard::EMPTY)
        }),
        Dimension::of("the edge behind", 420, |pair, squares| {
            between::aligned(pair.a, pair.b) && squares.is_empty()
        }),
        Dimension::by("the second square itself", 1036, |pair, squares| {
            (!squares.is_empty()).then(|| *squares | pair.b.bitboard())
        }),
        Dimension::of("squares on a rank", 448, |pair, _| matches!(pair.apart(), (1.., 0))),
        Dimension::of("squares on a file", 448, |pair, _| matches!(pair.apart(), (0, 1..))),
        Dimension::of("squares on a diagonal", 560, |pair, _| pair.is_diagonal()),
        Dimension::of("squares on no line", 2576, |pair, _| {
            pair.a != pair.b && !between::aligned(pair.a, pair.b)
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Pair> {
        Pair::all()
    }

    fn oracle(pair: &Pair) -> Bitboard {
        oracle(pair.a, pair.b)
    }

    fn draw(
        &Wrong { case: Pair { a, b }, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "the squares behind {b} as seen from {a}")?;
        draw_answers(&[("squares", a.bitboard() | b.bitboard())], [expected, actual], f)
    }
}

impl<V: RayPass> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), pair: &Pair) -> Bitboard {
        V::behind(pair.a, pair.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, set};

    #[test]
    fn agrees_with_sets_written_by_hand() {
        assert_eq!(oracle(Square::C3, Square::E5), set("f6 g7 h8"));
        assert_eq!(oracle(Square::B7, Square::E4), set("f3 g2 h1"));
        assert_eq!(oracle(Square::H6, Square::C6), set("a6 b6"));
        assert_eq!(oracle(Square::E2, Square::E5), set("e6 e7 e8"));
        for (a, b) in [(Square::A1, Square::H8), (Square::A1, Square::C2), (Square::A1, Square::A1)]
        {
            assert_eq!(oracle(a, b), Bitboard::EMPTY);
        }
    }

    faulty::catch_every_fault!(Oracle);
}
