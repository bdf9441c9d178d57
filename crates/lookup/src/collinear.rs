//! Do three squares lie on one line?
//!
//! The first two squares name the line: the whole rank, file or diagonal that they share, from
//! edge to edge. The third is on it between them, behind either, or on one of the two.
//!
//! - Two squares that share no line have none, and two equal squares have none either. Then the
//!   answer is no, even for a third square that equals one of them.
//! - The order of the first two does not matter. Of three different squares no order does.
//!
//! Stockfish's `aligned` answers alike, in all of these cases. Programs ask whether a pinned piece
//! stays on the line to its king, and whether a piece that may discover a check leaves it.
//!
//! Pins have many moves and one line, so an answer has two steps. A program may keep what the
//! first one finds.
//!
//! # Example
//!
//! ```
//! use lookup::collinear::Collinear;
//! use lookup::{Bitboard, Oracle, Square};
//!
//! let line = Oracle::line(Square::C4, Square::E6);
//! let squares: Bitboard =
//!     Square::ALL.into_iter().filter(|&square| Oracle::holds(line, square)).collect();
//! assert_eq!(squares.to_string(), "\
//! 8 . . . . . . 1 .
//! 7 . . . . . 1 . .
//! 6 . . . . 1 . . .
//! 5 . . . 1 . . . .
//! 4 . . 1 . . . . .
//! 3 . 1 . . . . . .
//! 2 1 . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! assert!(Oracle::collinear(Square::C4, Square::E6, Square::A2));
//! assert!(!Oracle::collinear(Square::C4, Square::C4, Square::A2));
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Extent, Oracle, Pair, Square, Variant, between};
use core::fmt;

/// A way to tell whether three squares lie on one line.
pub trait Collinear: Variant {
    /// What two squares tell about their line, for all questions about a third.
    type Line: Copy;

    /// The line through two squares, which may be equal or share none.
    fn line(a: Square, b: Square) -> Self::Line;

    /// Whether a square lies on a line.
    fn holds(line: Self::Line, c: Square) -> bool;

    /// Whether `c` lies on the line through `a` and `b`: both steps at once.
    #[inline]
    fn collinear(a: Square, b: Square, c: Square) -> bool {
        Self::holds(Self::line(a, b), c)
    }
}

/// The slow and obvious answer: walks from `a` in all eight directions and, where it meets `b`,
/// looks for `c` there, on the opposite way and on `a` itself.
#[must_use]
pub fn oracle(a: Square, b: Square, c: Square) -> bool {
    let mut directions = ORTHOGONAL.into_iter().chain(DIAGONAL);
    let towards = directions.find(|&direction| ray::walk(a, direction).any(|square| square == b));
    towards.is_some_and(|(right, up)| {
        let mut rest = ray::walk(a, (right, up)).chain(ray::walk(a, (-right, -up)));
        c == a || rest.any(|square| square == c)
    })
}

impl Collinear for Oracle {
    type Line = Pair;

    fn line(a: Square, b: Square) -> Pair {
        Pair { a, b }
    }

    fn holds(Pair { a, b }: Pair, c: Square) -> bool {
        Oracle::of::<Question>(&Triple { a, b, c })
    }
}

/// Three squares in their order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Triple {
    /// The first square of the line.
    pub a: Square,
    /// The second square of the line.
    pub b: Square,
    /// The square that may lie on it.
    pub c: Square,
}

impl Triple {
    fn pair(&self) -> Pair {
        Pair { a: self.a, b: self.b }
    }

    fn repeats(&self) -> bool {
        self.c == self.a || self.c == self.b
    }

    /// Whether another line leads from this square to the third.
    fn turns_at(&self, square: Square) -> bool {
        between::aligned(self.a, self.b) && between::aligned(square, self.c)
    }

    /// Whether files and ranks grow evenly, as along a line of any slope.
    fn is_straight(&self) -> bool {
        let across = |from: Square, to: Square| i32::from(to.file()) - i32::from(from.file());
        let up = |from: Square, to: Square| i32::from(to.rank()) - i32::from(from.rank());
        let &Triple { a, b, c } = self;
        across(a, b) * up(a, c) == across(a, c) * up(a, b)
    }
}

/// Asks about all ordered triples of squares.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Triple;
    type Answer = bool;

    const CASES: &'static str = "triples of squares";
    const COUNT: usize = 262_144;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("squares on a line", 10_640, |_, on| *on),
        Dimension::of("squares on a rank", 3584, |triple, on| {
            *on && triple.a.rank() == triple.b.rank()
        }),
        Dimension::of("squares on a file", 3584, |triple, on| {
            *on && triple.a.file() == triple.b.file()
        }),
        Dimension::of("squares on a rising diagonal", 1736, |triple, on| {
            let rises = (triple.a > triple.b) == (triple.a.file() > triple.b.file());
            *on && triple.pair().is_diagonal() && rises
        }),
        Dimension::of("squares on a falling diagonal", 1736, |triple, on| {
            let falls = (triple.a > triple.b) == (triple.a.file() < triple.b.file());
            *on && triple.pair().is_diagonal() && falls
        }),
        Dimension::of("the third in between", 2576, |triple, on| {
            *on && between::oracle(triple.a, triple.b).contains(triple.c)
        }),
        Dimension::of("the third behind the first", 2576, |triple, on| {
            *on && between::oracle(triple.b, triple.c).contains(triple.a)
        }),
        Dimension::of("the third behind the second", 2576, |triple, on| {
            *on && between::oracle(triple.a, triple.c).contains(triple.b)
        }),
        Dimension::of("a square of the line again", 2912, |triple, on| *on && triple.repeats()),
        Dimension::of("a square of no line again", 5152, |triple, _| {
            let aligned = between::aligned(triple.a, triple.b);
            triple.a != triple.b && triple.repeats() && !aligned
        }),
        Dimension::of("the first two equal", 4096, |triple, _| triple.a == triple.b),
        Dimension::of("three equal squares", 64, |triple, _| {
            triple.a == triple.b && triple.b == triple.c
        }),
        Dimension::of("the higher square first", 129_024, |triple, _| triple.a > triple.b),
        Dimension::of("a third beside the line", 82_544, |triple, on| {
            !on && between::aligned(triple.a, triple.b)
        }),
        Dimension::of("a third on another line of the first", 24_160, |triple, on| {
            !on && triple.turns_at(triple.a)
        }),
        Dimension::of("a third on another line of the second", 24_160, |triple, on| {
            !on && triple.turns_at(triple.b)
        }),
        Dimension::of("a third that shares lines with two on none", 18_976, |triple, _| {
            let &Triple { a, b, c } = triple;
            let shares = between::aligned(a, c) && between::aligned(b, c);
            a != b && !between::aligned(a, b) && shares
        }),
        Dimension::of("a row of no rank, file or diagonal", 1536, |triple, on| {
            let different = triple.a != triple.b && !triple.repeats();
            !on && different && triple.is_straight()
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Triple> {
        Pair::all().flat_map(|Pair { a, b }| Square::ALL.map(|c| Triple { a, b, c }))
    }

    fn oracle(&Triple { a, b, c }: &Triple) -> bool {
        oracle(a, b, c)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Triple { a, b, c } = wrong.case;
        writeln!(f, "whether {c} lies on the line through {a} and {b}: {}", wrong.expected)?;
        let expected: Bitboard = Square::ALL.into_iter().filter(|&c| oracle(a, b, c)).collect();
        // Only this square of the variant's line is known.
        let actual = expected ^ c.bitboard();
        draw_answers(&[("first two", a.bitboard() | b.bitboard())], [expected, actual], f)
    }
}

impl<V: Collinear> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), &Triple { a, b, c }: &Triple) -> bool {
        V::collinear(a, b, c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, marked, set};
    use crate::raypass;
    use std::vec::Vec;

    fn line(a: Square, b: Square) -> Bitboard {
        Square::ALL.into_iter().filter(|&c| oracle(a, b, c)).collect()
    }

    #[test]
    fn agrees_with_lines_drawn_by_hand() {
        let lines = "
            . . . . . . . f
            . . . . . . f .
            . . . . . f . .
            . . . . f . . .
            e e e x e e e e
            . . f . . . . .
            . f . . . . . .
            f . . . . . . .";
        let [rising, rank] = [marked(lines, "fx"), marked(lines, "ex")];
        for (a, b) in [(Square::A1, Square::H8), (Square::G7, Square::F6), (Square::D4, Square::B2)]
        {
            assert_eq!([line(a, b), line(b, a)], [rising; 2], "{a} {b}");
        }
        assert_eq!(line(Square::D4, Square::H4), rank);
        assert_eq!(line(Square::B8, Square::B1), set("b1 b2 b3 b4 b5 b6 b7 b8"));
        // Two squares are a whole line, beside the corner.
        assert_eq!(line(Square::H2, Square::G1), set("g1 h2"));
        assert_eq!(line(Square::B1, Square::A2), set("a2 b1"));
    }

    #[test]
    fn squares_without_a_line_of_their_own_have_none() {
        // Equal ones, a knight's move apart, and evenly apart.
        for (a, b) in [(Square::D4, Square::D4), (Square::A1, Square::B3), (Square::A1, Square::E3)]
        {
            assert_eq!([line(a, b), line(b, a)], [Bitboard::EMPTY; 2], "{a} {b}");
        }
    }

    /// A line of n squares has n ordered pairs of different squares less n, with n thirds each.
    #[test]
    fn has_as_many_triples_as_the_lengths_of_lines_allow() {
        let of = |n: usize| n * (n - 1) * n;
        let diagonals: usize = of(8) + 2 * (1..8).map(of).sum::<usize>();
        assert_eq!(2 * 8 * of(8) + 2 * diagonals, 10_640);
        let all: Vec<_> = <Question as question::Question>::cases(Extent::Full).collect();
        assert_eq!(all.iter().filter(|it| oracle(it.a, it.b, it.c)).count(), 10_640);
    }

    /// Other questions of this crate give the parts of a line.
    #[test]
    fn a_line_is_what_lies_between_and_behind() {
        for Pair { a, b } in Pair::all() {
            let behind = raypass::oracle(a, b) | raypass::oracle(b, a);
            let ends = match between::aligned(a, b) {
                true => a.bitboard() | b.bitboard(),
                false => Bitboard::EMPTY,
            };
            assert_eq!(line(a, b), between::oracle(a, b) | behind | ends, "{a} {b}");
        }
    }

    /// Of three different squares, no order matters.
    #[test]
    fn three_squares_share_a_line_in_any_order() {
        for Triple { a, b, c } in <Question as question::Question>::cases(Extent::Full) {
            let different = a != b && b != c && a != c;
            let others = [oracle(b, a, c), oracle(b, c, a), oracle(c, a, b)];
            assert!(!different || others == [oracle(a, b, c); 3], "{a} {b} {c}");
        }
    }

    faulty::catch_every_fault!(Oracle);
}
