//! Which squares does a rook, a bishop or a queen attack from here?
//!
//! - A line ends with the first square that is occupied, which is attacked too,
//!   whoever stands there.
//! - The square that is asked about is not in the answer. Whether it is occupied
//!   does not matter: a king is asked about as if it were a slider.
//! - Nothing behind the first obstacle matters.

use crate::board::Drawn;
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Identity, Square, Table, Variant};
use core::fmt;

/// A way to find what a sliding piece attacks.
pub trait Sliders: Variant {
    /// The squares that a rook on `square` attacks.
    fn rook(square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a bishop on `square` attacks.
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a queen on `square` attacks. A variant that can do better
    /// than to ask for both says so.
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
    /// All of them.
    pub const ALL: [Slider; 3] = [Slider::Rook, Slider::Bishop, Slider::Queen];

    pub(crate) fn directions(self) -> impl Iterator<Item = (i8, i8)> {
        let straight = ORTHOGONAL.into_iter().filter(move |_| self != Slider::Bishop);
        straight.chain(DIAGONAL.into_iter().filter(move |_| self != Slider::Rook))
    }

    /// The squares whose occupancy can matter to the piece on this square: all that
    /// it can reach but the last of every line, behind which nothing is left.
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

/// The slow and obvious answer: walks in every direction until something stands there.
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

/// The oracle as a variant: what variants over any sliders are proved with.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

impl Sliders for Oracle {
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        oracle(Slider::Rook, square, occupied)
    }

    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        oracle(Slider::Bishop, square, occupied)
    }
}

impl Variant for Oracle {
    const IDENTITY: Identity =
        Identity { name: "sliders-oracle", summary: "Walks", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// Every question about a rook or a bishop that can have an answer of its own, and
/// the same boards with a queen.
///
/// For every square, every subset of the [relevant](Slider::relevant) squares is
/// occupied, each with the rest of the board, the square itself included, empty,
/// full, and filled in two irregular ways. To the rook and the bishop that must not
/// matter; for the queen it is what stands on the lines of the other.
pub fn questions() -> impl Iterator<Item = (Slider, Square, Bitboard)> {
    [Slider::Rook, Slider::Bishop].into_iter().flat_map(|slider| {
        Square::ALL.into_iter().flat_map(move |square| {
            let relevant = slider.relevant(square);
            relevant.subsets().flat_map(move |obstacles| {
                // Multiplying by the golden ratio spreads the few varying bits over all 64,
                // and the shift brings the high ones, which vary most, down to the low ones.
                let seed = obstacles.0 ^ square as u64 ^ 1 << 40;
                let product = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mixed = Bitboard(product ^ product >> 32);
                [Bitboard::EMPTY, !Bitboard::EMPTY, mixed, !mixed].into_iter().flat_map(
                    move |fill| {
                        let occupied = obstacles | fill & !relevant;
                        [slider, Slider::Queen].map(|slider| (slider, square, occupied))
                    },
                )
            })
        })
    })
}

/// Compares a variant with the oracle on all [`questions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
pub fn check<V: Sliders>() -> Result<usize, Wrong> {
    let mut compared = 0;
    for (slider, square, occupied) in questions() {
        let expected = oracle(slider, square, occupied);
        let actual = match slider {
            Slider::Rook => V::rook(square, occupied),
            Slider::Bishop => V::bishop(square, occupied),
            Slider::Queen => V::queen(square, occupied),
        };
        if actual != expected {
            let variant = V::IDENTITY.name;
            return Err(Wrong { variant, slider, square, occupied, expected, actual });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong set of attacked squares; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The piece asked for.
    pub slider: Slider,
    /// The square it attacks from.
    pub square: Square,
    /// What stands on the board.
    pub occupied: Bitboard,
    /// The oracle's answer.
    pub expected: Bitboard,
    /// The variant's answer.
    pub actual: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, slider, square, occupied, expected, actual } = *self;
        writeln!(f, "{variant} is wrong about what a {slider} on {square} attacks")?;
        Drawn(&[
            ("square", square.bitboard()),
            ("occupied", occupied),
            ("expected", expected),
            ("actual", actual),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::sliders::conformance!(Magic);`.
#[doc(inline)]
pub use crate::__sliders_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __sliders_conformance {
    ($variant:ty) => {
        $crate::__conformance!($variant, $crate::sliders::check, "questions");
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::string::ToString;

    fn board(drawing: &str) -> Bitboard {
        let cells = drawing.split_whitespace().enumerate();
        Bitboard(cells.fold(0, |set, (i, cell)| match cell {
            "1" => set | 1 << ((7 - i / 8) * 8 + i % 8),
            _ => set,
        }))
    }

    #[test]
    fn agrees_with_boards_drawn_by_hand() {
        // Two obstacles on a line, one next to the square, one on the edge.
        let occupied = board(
            ". . . 1 . . . .
             . 1 . 1 . . . .
             . . . . . 1 . .
             . . . . . . . .
             1 . . . . 1 1 .
             . . 1 1 . . . .
             . . . . . . . .
             . . . 1 . . 1 .",
        );
        let rook = board(
            ". . . . . . . .
             . . . 1 . . . .
             . . . 1 . . . .
             . . . 1 . . . .
             1 1 1 . 1 1 . .
             . . . 1 . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        let bishop = board(
            ". . . . . . . .
             1 . . . . . . .
             . 1 . . . 1 . .
             . . 1 . 1 . . .
             . . . . . . . .
             . . 1 . 1 . . .
             . . . . . 1 . .
             . . . . . . 1 .",
        );
        for own in [Bitboard::EMPTY, Square::D4.bitboard()] {
            assert_eq!(oracle(Slider::Rook, Square::D4, occupied | own), rook);
            assert_eq!(oracle(Slider::Bishop, Square::D4, occupied | own), bishop);
            assert_eq!(oracle(Slider::Queen, Square::D4, occupied | own), rook | bishop);
        }
    }

    /// Published counts that do not come from a ray walk: moves on an empty board,
    /// relevant occupancies, and distinct answers.
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
        assert_eq!(questions().count(), 2 * 4 * (102_400 + 5_248));
        let distinct = rook_and_bishop.map(|slider| {
            let answers = questions().filter(|&(asked, ..)| asked == slider);
            let answers =
                answers.map(|(_, square, occupied)| (square, oracle(slider, square, occupied)));
            answers.collect::<BTreeSet<_>>().len()
        });
        assert_eq!(distinct, [4_900, 1_428]);
    }

    /// Looks through whatever stands next to the square.
    struct Jumps;

    impl Variant for Jumps {
        const IDENTITY: Identity = Identity { name: "jumps", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Sliders for Jumps {
        fn rook(square: Square, occupied: Bitboard) -> Bitboard {
            let near = oracle(Slider::Rook, square, !Bitboard::EMPTY);
            oracle(Slider::Rook, square, occupied & !near)
        }

        fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
            oracle(Slider::Bishop, square, occupied)
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Jumps>().unwrap_err().to_string();
        assert!(wrong.starts_with("jumps is wrong about what a rook on a1 attacks\n"), "{wrong}");
        assert!(wrong.contains("\n1 1 . . . . . . .    1 . 1 "), "{wrong}");
    }

    /// Right but for queens, whom it has a way of its own for.
    struct Half;

    impl Variant for Half {
        const IDENTITY: Identity = Identity { name: "half", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Sliders for Half {
        fn rook(square: Square, occupied: Bitboard) -> Bitboard {
            oracle(Slider::Rook, square, occupied)
        }

        fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
            oracle(Slider::Bishop, square, occupied)
        }

        fn queen(square: Square, occupied: Bitboard) -> Bitboard {
            oracle(Slider::Rook, square, occupied)
        }
    }

    #[test]
    fn a_queen_is_asked_for_too() {
        assert_eq!(check::<Half>().unwrap_err().slider, Slider::Queen);
    }
}
