//! Which squares does a rook or a bishop attack through a blocker?
//!
//! - The blockers are the pieces that the slider may look through: a subset of the occupied
//!   squares. Variants may rely on that.
//! - Only the first piece of each line counts. If it is a blocker, the answer has the
//!   squares behind it up to and including the next piece, blocker or not. Otherwise the
//!   line adds nothing.
//! - A blocker at the edge of the board adds nothing.
//! - Squares that the slider attacks directly, including the first blockers, are not in the
//!   answer.
//! - The slider's own square is not in the answer. Whether it is occupied, or a blocker,
//!   does not matter.
//!
//! # Example
//!
//! ```
//! use lookup::xrays::Xrays;
//! use lookup::{Bitboard, Oracle, Square};
//!
//! // The pieces on b4, d6 and g4 are in the rook's way, and it may look through two of them.
//! let occupied = Bitboard::from_iter([Square::B4, Square::D6, Square::D8, Square::G4]);
//! let blockers = Bitboard::from_iter([Square::B4, Square::D6]);
//! assert_eq!(Oracle::rook(Square::D4, occupied, blockers).to_string(), "\
//! 8 . . . 1 . . . .
//! 7 . . . 1 . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 1 . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::sliders::{self, Slider};
use crate::{Bitboard, Extent, Oracle, Square, Variant, extent};
use core::fmt;

/// A way to find the squares that a sliding piece attacks through blockers.
pub trait Xrays: Variant {
    /// The squares that a rook on `square` attacks through the first of `blockers`.
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard;

    /// The squares that a bishop on `square` attacks through the first of `blockers`.
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard;
}

/// The slow and obvious answer: walks in every direction to the first piece, and on to
/// the second if the first is a blocker.
#[must_use]
pub fn oracle(slider: Slider, square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for direction in slider.directions() {
        let mut behind = false;
        for reached in ray::walk(square, direction) {
            if behind {
                seen = seen | reached.bitboard();
            }
            if occupied.contains(reached) {
                if behind || !blockers.contains(reached) {
                    break;
                }
                behind = true;
            }
        }
    }
    seen
}

impl Xrays for Oracle {
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        assert!((blockers & !occupied).is_empty(), "the blockers are occupied");
        Oracle::of::<Question>(&Case { slider: Slider::Rook, square, occupied, blockers })
    }

    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        assert!((blockers & !occupied).is_empty(), "the blockers are occupied");
        Oracle::of::<Question>(&Case { slider: Slider::Bishop, square, occupied, blockers })
    }
}

/// A slider on an occupied board, and the pieces that it may look through.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The piece, a rook or a bishop.
    pub slider: Slider,
    /// Its square.
    pub square: Square,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// The occupied squares that it may look through.
    pub blockers: Bitboard,
}

/// Asks every question about a line that can have its own answer, in several settings.
///
/// For every square and line through it, each other square of the line is empty, occupied,
/// or a blocker, in all combinations. The rest of the board, with the square itself and the
/// piece's other line, is empty, full, and filled in two irregular ways; some of the pieces
/// there are blockers.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Bitboard;

    const CASES: &'static str = "questions";
    const COUNT: usize = 1_373_440;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("rooks", 1_119_744, |case, _| case.slider == Slider::Rook),
        Dimension::of("bishops", 253_696, |case, _| case.slider == Slider::Bishop),
        Dimension::by("squares behind a blocker", 1_031_085, |_, seen| {
            (!seen.is_empty()).then_some(Bitboard::EMPTY)
        }),
        Dimension::by("a first piece that is no blocker", 1_033_579, |case, seen| {
            let all = oracle(case.slider, case.square, case.occupied, case.occupied);
            (all != *seen).then_some(all)
        }),
        Dimension::by("a second blocker behind the first", 481_522, |case, seen| {
            let twice = sliders::oracle(case.slider, case.square, case.occupied & !case.blockers)
                & !sliders::oracle(case.slider, case.square, case.occupied);
            (twice != *seen).then_some(twice)
        }),
        Dimension::of("an occupied square of the piece", 686_720, |case, _| {
            case.occupied.contains(case.square)
        }),
        Dimension::of("an occupied rest of the board", 1_030_080, |case, _| {
            let reached = sliders::oracle(case.slider, case.square, Bitboard::EMPTY);
            let rest = case.occupied & !(reached | case.square.bitboard());
            !rest.is_empty()
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Case> {
        let straight = ORTHOGONAL.map(|direction| (Slider::Rook, direction));
        let slanted = DIAGONAL.map(|direction| (Slider::Bishop, direction));
        // The second half of the directions is opposite to the first.
        let lines = [straight[0], straight[1], slanted[0], slanted[1]];
        lines.into_iter().flat_map(|(slider, (right, up))| {
            Square::ALL.into_iter().flat_map(move |square| {
                let others = ray::walk(square, (right, up)).chain(ray::walk(square, (-right, -up)));
                let line: Bitboard = others.collect();
                line.subsets().flat_map(move |standing| {
                    standing.subsets().flat_map(move |looked_through| {
                        let seed = standing.0 ^ looked_through.0.rotate_left(32) ^ square as u64;
                        let seed = seed.wrapping_add(1);
                        let some = Bitboard(extent::GOLDEN.wrapping_mul(seed).rotate_left(19));
                        extent::fills(seed).map(|fill| {
                            let rest = fill & !line;
                            let (occupied, blockers) =
                                (standing | rest, looked_through | rest & some);
                            Case { slider, square, occupied, blockers }
                        })
                    })
                })
            })
        })
    }

    fn oracle(case: &Case) -> Bitboard {
        oracle(case.slider, case.square, case.occupied, case.blockers)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { slider, square, occupied, blockers } = wrong.case;
        writeln!(f, "what a {slider} on {square} attacks through blockers")?;
        let boards =
            [("square", square.bitboard()), ("occupied", occupied), ("blockers", blockers)];
        draw_answers(&boards, [wrong.expected, wrong.actual], f)
    }
}

impl<V: Xrays> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), &Case { slider, square, occupied, blockers }: &Case) -> Bitboard {
        match slider {
            Slider::Rook => V::rook(square, occupied, blockers),
            Slider::Bishop => V::bishop(square, occupied, blockers),
            Slider::Queen => {
                V::rook(square, occupied, blockers) | V::bishop(square, occupied, blockers)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, marked, set};
    use crate::question::Question as _;

    #[test]
    fn agrees_with_a_board_drawn_by_hand() {
        // What rook and bishop see from d4 through blockers, in capitals if that is a blocker;
        // X for other blockers, at the edge too, and O for pieces that are none.
        let drawing = "
            . . . . . . . B
            b . . X . . X .
            . X . O . . . .
            . . . . . . . .
            r r X . . X R .
            . . O . . . . .
            . . . . . . . .
            X . . X . . X .";
        for own in ["", "d4"].map(set) {
            let (occupied, blockers) =
                (marked(drawing, "XORB") | own, marked(drawing, "XRB") | own);
            let seen = |slider| oracle(slider, Square::D4, occupied, blockers);
            assert_eq!(seen(Slider::Rook), marked(drawing, "rR"));
            assert_eq!(seen(Slider::Bishop), marked(drawing, "bB"));
            assert_eq!(seen(Slider::Queen), marked(drawing, "rRbB"));
        }
    }

    /// Three states for each other square of a line, in 4 settings: 7 squares on each rank
    /// and file, and on a diagonal one less than its length.
    #[test]
    fn every_question_is_asked() {
        let diagonal = |length: usize| length * 3usize.pow(length as u32 - 1);
        let slanted = 2 * (diagonal(8) + 2 * (1..8).map(diagonal).sum::<usize>());
        assert_eq!(Question::COUNT, 4 * (2 * 64 * 3usize.pow(7) + slanted));
    }

    faulty::catch_every_fault!(Oracle);
}
