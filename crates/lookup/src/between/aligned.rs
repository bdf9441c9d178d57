//! The squares in between, for two squares on a line.
//!
//! # Example
//!
//! ```
//! use lookup::between::Aligned;
//! use lookup::{Oracle, Square};
//!
//! assert_eq!(Oracle::between(Square::A5, Square::E1).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . 1 . . . . . .
//! 3 . . 1 . . . . .
//! 2 . . . 1 . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

use super::{draw, oracle};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Bitboard, Extent, Oracle, Pair, Square, Variant};
use core::fmt;

/// A way to find the squares in between that relies on a line through both.
pub trait Aligned: Variant {
    /// The squares strictly between `a` and `b`, two different squares on a rank, file or
    /// diagonal. Any other two may give any set.
    fn between(a: Square, b: Square) -> Bitboard;
}

impl Aligned for Oracle {
    fn between(a: Square, b: Square) -> Bitboard {
        assert!(super::aligned(a, b), "{a} and {b} share no line");
        Oracle::of::<Question>(&Pair { a, b })
    }
}

/// Asks about all ordered pairs of squares that share a line.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Pair;
    type Answer = Bitboard;

    const CASES: &'static str = "aligned pairs";
    const COUNT: usize = 1456;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("the higher square first", 728, |pair, _| pair.a > pair.b),
        Dimension::of("neighbours", 420, |_, squares| squares.is_empty()),
        Dimension::of("squares in between", 1036, |_, squares| !squares.is_empty()),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Pair> {
        Pair::all().filter(|pair| super::aligned(pair.a, pair.b))
    }

    fn oracle(pair: &Pair) -> Bitboard {
        oracle(pair.a, pair.b)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(wrong, f)
    }
}

impl<V: Aligned> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), pair: &Pair) -> Bitboard {
        V::between(pair.a, pair.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;

    faulty::catch_every_fault!(Oracle);
}
