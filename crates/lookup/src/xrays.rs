//! What does a rook or a bishop attack through a piece in its way?
//!
//! - The blockers are pieces that it may look through: a subset of what is
//!   occupied. A variant may rely on that.
//! - On every line the first piece counts alone. If it is a blocker, the answer
//!   has the squares behind it up to the next piece, which belongs to it, be it a
//!   blocker or not. If it is not a blocker, or there is none, the line adds nothing.
//! - Nobody stands behind a blocker at the edge of the board: it adds nothing.
//! - What is attacked without looking through anything, the first blocker
//!   included, is not in the answer.
//! - The square that is asked about is not in the answer. Whether it is occupied,
//!   or a blocker, does not matter.

use crate::board::Drawn;
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::sliders::Slider;
use crate::{Bitboard, Square, Variant};
use core::fmt;

/// A way to find what a sliding piece attacks through blockers.
pub trait Xrays: Variant {
    /// The squares that a rook on `square` attacks through the first of `blockers`.
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard;

    /// The squares that a bishop on `square` attacks through the first of `blockers`.
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard;
}

/// The slow and obvious answer: walks in every direction, and on behind the first
/// piece if that is a blocker.
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

/// Every question about a line that can have an answer of its own, in several settings.
///
/// For every square and every line through it, each other square of the line is
/// empty, occupied, or a blocker, in all combinations. The rest of the board, the
/// square itself and the piece's other line included, is empty, full, and filled
/// in two irregular ways, with some of what stands there blockers.
pub fn questions() -> impl Iterator<Item = (Slider, Square, Bitboard, Bitboard)> {
    let straight = ORTHOGONAL.map(|direction| (Slider::Rook, direction));
    let slanted = DIAGONAL.map(|direction| (Slider::Bishop, direction));
    // The second half of the directions are the opposites of the first.
    let lines = [straight[0], straight[1], slanted[0], slanted[1]];
    lines.into_iter().flat_map(|(slider, (right, up))| {
        Square::ALL.into_iter().flat_map(move |square| {
            let others = ray::walk(square, (right, up)).chain(ray::walk(square, (-right, -up)));
            let line = others.fold(Bitboard::EMPTY, |line, other| line | other.bitboard());
            line.subsets().flat_map(move |standing| {
                standing.subsets().flat_map(move |looked_through| {
                    // Multiplying by the golden ratio spreads the few varying bits over all
                    // 64, and the shift brings the high ones, which vary most, down.
                    let seed = standing.0 ^ looked_through.0.rotate_left(32) ^ square as u64;
                    let product = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let mixed = Bitboard(product ^ product >> 32);
                    let some = Bitboard(product.rotate_left(19));
                    [Bitboard::EMPTY, !Bitboard::EMPTY, mixed, !mixed].map(|fill| {
                        let rest = fill & !line;
                        (slider, square, standing | rest, looked_through | rest & some)
                    })
                })
            })
        })
    })
}

/// Compares a variant with the oracle on all [`questions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
pub fn check<V: Xrays>() -> Result<usize, Wrong> {
    let mut compared = 0;
    for (slider, square, occupied, blockers) in questions() {
        let expected = oracle(slider, square, occupied, blockers);
        let actual = match slider {
            Slider::Rook => V::rook(square, occupied, blockers),
            Slider::Bishop => V::bishop(square, occupied, blockers),
            Slider::Queen => {
                V::rook(square, occupied, blockers) | V::bishop(square, occupied, blockers)
            }
        };
        if actual != expected {
            let variant = V::IDENTITY.name;
            return Err(Wrong { variant, slider, square, occupied, blockers, expected, actual });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong set of squares attacked through blockers; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The piece asked for.
    pub slider: Slider,
    /// The square it looks from.
    pub square: Square,
    /// What stands on the board.
    pub occupied: Bitboard,
    /// What of it can be looked through.
    pub blockers: Bitboard,
    /// The oracle's answer.
    pub expected: Bitboard,
    /// The variant's answer.
    pub actual: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, slider, square, occupied, blockers, expected, actual } = *self;
        writeln!(
            f,
            "{variant} is wrong about what a {slider} on {square} attacks through blockers"
        )?;
        Drawn(&[
            ("square", square.bitboard()),
            ("occupied", occupied),
            ("blockers", blockers),
            ("expected", expected),
            ("actual", actual),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::xrays::conformance!(Fill);`.
#[doc(inline)]
pub use crate::__xrays_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __xrays_conformance {
    ($variant:ty) => {
        $crate::__conformance!($variant, $crate::xrays::check, "questions");
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Table, sliders};
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
        // Around d4: to the right two blockers, to the left one and nothing behind,
        // above a piece that is none and a blocker behind it, below a blocker at the edge.
        let occupied = board(
            ". . . . . . . 1
             . . . 1 . . 1 .
             . 1 . 1 . . . .
             . . . . . . . .
             . . 1 . . 1 1 .
             . . 1 . . . . .
             . . . . . . . .
             1 . . 1 . . 1 .",
        );
        let blockers = occupied & !Square::D6.bitboard() & !Square::C3.bitboard();
        let rook = board(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             1 1 . . . . 1 .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        let bishop = board(
            ". . . . . . . 1
             1 . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        // A7 is behind b6, h8 behind g7; g1 is at the edge, and c3 no blocker.
        for own in [Bitboard::EMPTY, Square::D4.bitboard()] {
            let see = |slider| oracle(slider, Square::D4, occupied | own, blockers | own);
            assert_eq!(see(Slider::Rook), rook);
            assert_eq!(see(Slider::Bishop), bishop);
            assert_eq!(see(Slider::Queen), rook | bishop);
        }
    }

    /// With no blockers there is nothing to look through; what the answer adds to
    /// the attacks is what they gain when the first blockers are gone.
    #[test]
    fn is_what_attacks_gain_without_the_first_blockers() {
        for (slider, square, occupied, blockers) in questions().step_by(7) {
            assert!(oracle(slider, square, occupied, Bitboard::EMPTY).is_empty());
            let attacks = sliders::oracle(slider, square, occupied);
            let without = sliders::oracle(slider, square, occupied & !(blockers & attacks));
            assert_eq!(oracle(slider, square, occupied, blockers), without & !attacks);
        }
    }

    /// Three states for each other square of a line, in 4 settings; 7 squares on
    /// all ranks and files, one less than its length on a diagonal.
    #[test]
    fn the_questions_are_complete() {
        let diagonal = |length: usize| length * 3usize.pow(length as u32 - 1);
        let slanted = 2 * (diagonal(8) + 2 * (1..8).map(diagonal).sum::<usize>());
        assert_eq!(questions().count(), 4 * (2 * 64 * 3usize.pow(7) + slanted));
        assert!(questions().all(|(_, _, occupied, blockers)| (blockers & !occupied).is_empty()));
    }

    /// Looks through two blockers.
    struct Twice;

    impl Twice {
        fn look(slider: Slider, s: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
            let attacks = sliders::oracle(slider, s, occupied);
            attacks ^ sliders::oracle(slider, s, occupied & !blockers)
        }
    }

    impl Variant for Twice {
        const IDENTITY: Identity = Identity { name: "twice", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Xrays for Twice {
        fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
            Twice::look(Slider::Rook, square, occupied, blockers)
        }

        fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
            Twice::look(Slider::Bishop, square, occupied, blockers)
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Twice>().unwrap_err().to_string();
        assert!(
            wrong.starts_with("twice is wrong about what a rook on a1 attacks through blockers\n"),
            "{wrong}"
        );
        assert!(wrong.contains("square               occupied             blockers  "), "{wrong}");
        assert!(wrong.contains("    8 . . . . . . . .    8 1 . . . . . . ."), "{wrong}");
    }
}
