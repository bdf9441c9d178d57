//! The squares in between, for squares in the variant's own numbering.
//!
//! An engine with the same numbering pays nothing for it. Any other engine also pays for
//! [`encode`](Encoded::encode), which is not measured.
//!
//! # Example
//!
//! ```
//! use lookup::between::Encoded;
//! use lookup::{Oracle, Square};
//!
//! // Once for each square that a program keeps.
//! let [a, b] = [Square::H1, Square::H5].map(<Oracle as Encoded>::encode);
//! assert_eq!(Oracle::between(a, b).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . 1
//! 3 . . . . . . . 1
//! 2 . . . . . . . 1
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

use super::{draw, oracle};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Bitboard, Extent, Oracle, Pair, Square, Variant};
use core::fmt;
use core::ops::BitXor;

/// A way to find the squares in between in a numbering of its own.
pub trait Encoded: Variant {
    /// A square in this numbering; exclusive or with a zero made from a byte must not
    /// change it.
    type Square: Copy + fmt::Debug + From<u8> + Into<u64> + BitXor<Output = Self::Square> + 'static;

    /// The number of a square.
    fn encode(square: Square) -> Self::Square;

    /// The squares strictly between `a` and `b`, empty if they are not aligned. Both come
    /// from [`encode`](Encoded::encode); any other numbers may give any set.
    fn between(a: Self::Square, b: Self::Square) -> Bitboard;
}

impl Encoded for Oracle {
    /// The square's number, counted from the other end of the board.
    type Square = u8;

    fn encode(square: Square) -> u8 {
        63 - square as u8
    }

    fn between(a: u8, b: u8) -> Bitboard {
        let [a, b] = [a, b].map(|number| Square::new(63 - number));
        Oracle::of::<Question>(&Pair { a, b })
    }
}

/// Asks about all ordered pairs of squares, which the variant encodes first.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Pair;
    type Answer = Bitboard;

    const CASES: &'static str = "pairs of squares";
    const COUNT: usize = 4096;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("a square with itself", 64, |pair, _| pair.a == pair.b),
        Dimension::of("the higher square first", 2016, |pair, _| pair.a > pair.b),
        Dimension::of("squares in between", 1036, |_, squares| !squares.is_empty()),
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

impl<V: Encoded> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), pair: &Pair) -> Bitboard {
        V::between(V::encode(pair.a), V::encode(pair.b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;

    faulty::catch_every_fault!(Oracle);
}
