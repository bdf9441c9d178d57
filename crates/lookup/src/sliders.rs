//! Which squares does a rook, a bishop or a queen attack from here?
//!
//! - A line ends at the first occupied square. That square is attacked too, whichever side
//!   its piece is on.
//! - The piece's own square is not in the answer. Whether it is occupied does not matter:
//!   the lines of a king are found as if it were a slider.
//! - Nothing behind the first obstacle matters.
//!
//! # Example
//!
//! ```
//! use lookup::sliders::Sliders;
//! use lookup::{Bitboard, Oracle, Square};
//!
//! let occupied = Bitboard::from_iter([Square::B4, Square::D6, Square::D8]);
//! assert_eq!(Oracle::rook(Square::D4, occupied).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . 1 . . . .
//! 5 . . . 1 . . . .
//! 4 . 1 1 . 1 1 1 1
//! 3 . . . 1 . . . .
//! 2 . . . 1 . . . .
//! 1 . . . 1 . . . .
//!   a b c d e f g h");
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Extent, Oracle, Square, Variant, extent};
use core::fmt;

/// A way to find the squares that a sliding piece attacks.
pub trait Sliders: Variant {
    /// The squares that a rook on `square` attacks.
    fn rook(square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a bishop on `square` attacks.
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a queen on `square` attacks. A variant overrides this if it has a
    /// better way than two lookups.
    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        Self::rook(square, occupied) | Self::bishop(square, occupied)
    }
}

/// A piece that slides.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Slider {
    /// Along ranks and files.
    Rook,
    /// Along diagonals.
    Bishop,
    /// Along ranks, files and diagonals.
    Queen,
}

impl Slider {
    /// All sliders.
    pub const ALL: [Slider; 3] = [Slider::Rook, Slider::Bishop, Slider::Queen];

    pub(crate) fn directions(self) -> impl Iterator<Item = (i8, i8)> {
        let straight = ORTHOGONAL.into_iter().filter(move |_| self != Slider::Bishop);
        straight.chain(DIAGONAL.into_iter().filter(move |_| self != Slider::Rook))
    }

    /// The squares whose occupancy can matter to the piece on this square: all that it can
    /// reach except the last of every line, which hides nothing.
    #[must_use]
    pub fn relevant(self, square: Square) -> Bitboard {
        self.directions().fold(Bitboard::EMPTY, |set, direction| {
            let line = ray::walk(square, direction).zip(ray::walk(square, direction).skip(1));
            line.fold(set, |set, (inner, _)| set | inner.bitboard())
        })
    }
}

/// Writes the piece in words.
impl fmt::Display for Slider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Slider::Rook => "rook",
            Slider::Bishop => "bishop",
            Slider::Queen => "queen",
        })
    }
}

/// The slow and obvious answer: walks in every direction to the first occupied square.
#[must_use]
pub fn oracle(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for direction in slider.directions() {
        for reached in ray::walk(square, direction) {
            attacked = attacked | reached.bitboard();
            if occupied.contains(reached) {
                break;
            }
        }
    }
    attacked
}

impl Sliders for Oracle {
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Oracle::of::<Question>(&Case { slider: Slider::Rook, square, occupied })
    }

    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Oracle::of::<Question>(&Case { slider: Slider::Bishop, square, occupied })
    }

    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        Oracle::of::<Question>(&Case { slider: Slider::Queen, square, occupied })
    }
}

/// A sliding piece on an occupied board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The piece.
    pub slider: Slider,
    /// Its square.
    pub square: Square,
    /// The occupied squares.
    pub occupied: Bitboard,
}

/// Asks every question about a rook or a bishop that can have its own answer, and about a
/// queen on the same boards.
///
/// For every square, every subset of the [relevant](Slider::relevant) squares is occupied.
/// The rest of the board, with the square itself, is empty, full, and filled in two
/// irregular ways. That must not matter to rook and bishop; for the queen it occupies the
/// other piece's lines.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Bitboard;

    const CASES: &'static str = "questions";
    const COUNT: usize = 861_184;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("rooks", 409_600, |case, _| case.slider == Slider::Rook),
        Dimension::of("bishops", 20_992, |case, _| case.slider == Slider::Bishop),
        Dimension::of("queens", 430_592, |case, _| case.slider == Slider::Queen),
        Dimension::by(
            "an obstacle next to the piece",
            762_685,
            |&Case { slider, square, occupied }, seen| {
                let near = oracle(slider, square, !Bitboard::EMPTY);
                Some(oracle(slider, square, occupied & !near)).filter(|through| through != seen)
            },
        ),
        Dimension::of("an occupied square of the piece", 430_592, |case, _| {
            case.occupied.contains(case.square)
        }),
        Dimension::by("an occupied end of a line", 330_603, |case, seen| {
            let ends = *seen & case.occupied & !case.slider.relevant(case.square);
            (!ends.is_empty()).then_some(*seen & !ends)
        }),
        Dimension::of("an occupied rest of the board", 645_886, |case, _| {
            let reached = oracle(case.slider, case.square, Bitboard::EMPTY);
            let rest = case.occupied & !(reached | case.square.bitboard());
            !rest.is_empty()
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Case> {
        [Slider::Rook, Slider::Bishop].into_iter().flat_map(|slider| {
            Square::ALL.into_iter().flat_map(move |square| {
                let relevant = slider.relevant(square);
                relevant.subsets().flat_map(move |obstacles| {
                    let seed = obstacles.0 ^ square as u64 ^ 1 << 40;
                    extent::fills(seed).into_iter().flat_map(move |fill| {
                        let occupied = obstacles | fill & !relevant;
                        [slider, Slider::Queen].map(|slider| Case { slider, square, occupied })
                    })
                })
            })
        })
    }

    fn oracle(&Case { slider, square, occupied }: &Case) -> Bitboard {
        oracle(slider, square, occupied)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { slider, square, occupied } = wrong.case;
        writeln!(f, "what a {slider} on {square} attacks")?;
        let boards = [("square", square.bitboard()), ("occupied", occupied)];
        draw_answers(&boards, [wrong.expected, wrong.actual], f)
    }
}

impl<V: Sliders> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), &Case { slider, square, occupied }: &Case) -> Bitboard {
        match slider {
            Slider::Rook => V::rook(square, occupied),
            Slider::Bishop => V::bishop(square, occupied),
            Slider::Queen => V::queen(square, occupied),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, marked, set};
    use crate::question::Question as _;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_board_drawn_by_hand() {
        // What rook and bishop attack from d4, in capitals if occupied; O for other obstacles.
        let drawing = "
            . . . O . . . .
            b O . R . . . .
            . b . r . B . .
            . . b r b . . .
            R r r . r R O .
            . . B R b . . .
            . . . . . b . .
            . . . O . . B .";
        for own in ["", "d4"].map(set) {
            let occupied = marked(drawing, "ORB") | own;
            let attacked = |slider| oracle(slider, Square::D4, occupied);
            assert_eq!(attacked(Slider::Rook), marked(drawing, "rR"));
            assert_eq!(attacked(Slider::Bishop), marked(drawing, "bB"));
            assert_eq!(attacked(Slider::Queen), marked(drawing, "rRbB"));
        }
    }

    /// Published counts found without a ray walk: moves on an empty board, relevant
    /// occupancies, and distinct answers.
    #[test]
    fn has_the_published_counts() {
        let moves = |slider| {
            let squares = Square::ALL.into_iter();
            squares.map(|s| oracle(slider, s, Bitboard::EMPTY).0.count_ones()).sum::<u32>()
        };
        assert_eq!(Slider::ALL.map(moves), [896, 560, 1456]);
        let rook_and_bishop = [Slider::Rook, Slider::Bishop];
        let occupancies = rook_and_bishop.map(|slider| {
            let squares = Square::ALL.into_iter();
            squares.map(|s| 1 << slider.relevant(s).0.count_ones()).sum::<usize>()
        });
        assert_eq!(occupancies, [102_400, 5_248]);
        assert_eq!(Question::COUNT, 2 * 4 * (102_400 + 5_248));
        let distinct = rook_and_bishop.map(|slider| {
            let cases = Question::cases(Extent::Full).filter(|case| case.slider == slider);
            let answers = cases.map(|case| (case.square, Question::oracle(&case)));
            answers.collect::<BTreeSet<_>>().len()
        });
        assert_eq!(distinct, [4_900, 1_428]);
    }

    faulty::catch_every_fault!(Oracle);
}
