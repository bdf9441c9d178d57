//! Which squares does a side attack, by kind of piece?
//!
//! - The answer is six sets, one for each kind of piece in the order of [`PieceKind`].
//! - A piece attacks a square whether it is empty or holds a piece of either side. A piece's
//!   own square is in the answer only if another piece of its kind attacks it.
//! - Sliders attack up to the first piece, of whichever side, and not through it.
//! - Pins do not matter, nor whose turn it is. Pushes and captures en passant attack
//!   nothing.
//!
//! # Example
//!
//! ```
//! use lookup::{Color, Position, threats};
//!
//! let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
//! let position = Position::from_fen(start).unwrap();
//! let [pawns, ..] = threats::oracle(&position, Color::White);
//! assert_eq!(pawns.0, 0xff0000);
//! ```
//!
//! # Variants
//!
//! [dumb7](../../threats_dumb7/index.html), [gfni](../../threats_gfni/index.html),
//! [kogge-stone](../../threats_kogge_stone/index.html),
//! [kogge-stone-avx2](../../threats_kogge_stone_avx2/index.html),
//! [kogge-stone-avx512](../../threats_kogge_stone_avx512/index.html),
//! [lanes](../../threats_lanes/index.html), [loop](../../threats_loop/index.html),
//! [pairs](../../threats_pairs/index.html).

use crate::board::draw_boards;
use crate::fill::{dumb7, landing};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, KNIGHT, ORTHOGONAL};
use crate::sliders::{self, Slider};
use crate::{Bitboard, Color, Extent, Leaps, PieceKind, Position, Square, Variant, samples};
use core::fmt;

/// A way to find the squares that a side attacks.
pub trait Threats: Variant {
    /// The squares that the pieces of each kind of a side attack.
    fn threats(position: &Position, side: Color) -> [Bitboard; 6];
}

/// The slow and obvious answer: walks from each piece.
#[must_use]
pub fn oracle(position: &Position, side: Color) -> [Bitboard; 6] {
    PieceKind::ALL.map(|kind| {
        let pieces = (position.kind(kind) & position.color(side)).squares();
        let attacked = |square| attacked(kind, side, square, position.occupied());
        pieces.fold(Bitboard::EMPTY, |set, square| set | attacked(square))
    })
}

/// The squares that one piece attacks.
pub(crate) fn attacked(
    kind: PieceKind,
    side: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let leaps = |steps: &[(i8, i8)]| {
        let reached = steps.iter().filter_map(|&step| ray::walk(square, step).next());
        reached.fold(Bitboard::EMPTY, |set, reached| set | reached.bitboard())
    };
    match kind {
        PieceKind::Pawn if side == Color::White => leaps(&[(-1, 1), (1, 1)]),
        PieceKind::Pawn => leaps(&[(-1, -1), (1, -1)]),
        PieceKind::Knight => leaps(&KNIGHT),
        PieceKind::Bishop => sliders::oracle(Slider::Bishop, square, occupied),
        PieceKind::Rook => sliders::oracle(Slider::Rook, square, occupied),
        PieceKind::Queen => sliders::oracle(Slider::Queen, square, occupied),
        PieceKind::King => leaps(&ORTHOGONAL) | leaps(&DIAGONAL),
    }
}

/// For variants: by a [fill](crate::fill) of each direction.
#[inline(always)]
#[must_use]
pub fn filled(
    position: &Position,
    side: Color,
    fill: impl Fn(u64, u64, i32, u64) -> u64 + Copy,
) -> [Bitboard; 6] {
    let (own, empty) = (position.color(side), !position.occupied().0);
    let [pawns, knights, bishops, rooks, queens, king] =
        PieceKind::ALL.map(|kind| position.kind(kind) & own);
    let [white, black] = Leaps::of_all(pawns).pawns;
    [
        if side == Color::White { white } else { black },
        Leaps::of_all(knights).knight,
        Bitboard(slanted(bishops.0, empty, fill)),
        Bitboard(straight(rooks.0, empty, fill)),
        Bitboard(straight(queens.0, empty, fill) | slanted(queens.0, empty, fill)),
        Leaps::of_all(king).king,
    ]
}

/// For variants that fill in vectors, where the processor has none.
#[cold]
#[inline(never)]
#[must_use]
pub fn filled_in_words(position: &Position, side: Color) -> [Bitboard; 6] {
    filled(position, side, dumb7)
}

#[inline(always)]
fn straight(from: u64, empty: u64, fill: impl Fn(u64, u64, i32, u64) -> u64) -> u64 {
    let fill = |step| fill(from, empty, step, landing(step));
    fill(1) | fill(8) | fill(-1) | fill(-8)
}

#[inline(always)]
fn slanted(from: u64, empty: u64, fill: impl Fn(u64, u64, i32, u64) -> u64) -> u64 {
    let fill = |step| fill(from, empty, step, landing(step));
    fill(9) | fill(7) | fill(-9) | fill(-7)
}

/// A side in a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The side that attacks.
    pub side: Color,
}

impl Case {
    /// The number of this side's pieces of a kind.
    fn number(&self, kind: PieceKind) -> u32 {
        (self.position.kind(kind) & self.position.color(self.side)).0.count_ones()
    }
}

/// The kinds of pieces that slide.
const SLIDERS: [PieceKind; 3] = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Asks about both sides in 100,000 [sample](samples) positions and 5,000 positions of
/// games, or in a tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = [Bitboard; 6];

    const CASES: &'static str = "sides in positions";
    const COUNT: usize = 210_000;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("White's pieces", 105_000, |case, _| case.side == Color::White),
        Dimension::of("Black's pieces", 105_000, |case, _| case.side == Color::Black),
        Dimension::of("pawns", 165_511, |_, sets| !sets[PieceKind::Pawn as usize].is_empty()),
        Dimension::of("knights", 95_991, |_, sets| !sets[PieceKind::Knight as usize].is_empty()),
        Dimension::of("bishops", 116_264, |_, sets| !sets[PieceKind::Bishop as usize].is_empty()),
        Dimension::of("rooks", 138_660, |_, sets| !sets[PieceKind::Rook as usize].is_empty()),
        Dimension::of("queens", 108_693, |_, sets| !sets[PieceKind::Queen as usize].is_empty()),
        Dimension::of("kings", 210_000, |_, sets| !sets[PieceKind::King as usize].is_empty()),
        Dimension::of("kinds that are not there", 179_655, |case, _| {
            PieceKind::ALL.into_iter().any(|kind| case.number(kind) == 0)
        }),
        Dimension::of("two sliders of a kind", 130_946, |case, _| {
            SLIDERS.into_iter().any(|kind| case.number(kind) > 1)
        }),
        Dimension::of("three sliders of a kind", 57_419, |case, _| {
            SLIDERS.into_iter().any(|kind| case.number(kind) > 2)
        }),
        Dimension::of("sliders behind others of their side", 156_324, |case, sets| {
            let Case { position, side } = *case;
            let others = position.occupied() & !position.color(side);
            SLIDERS.into_iter().any(|kind| {
                let own = (position.kind(kind) & position.color(side)).squares();
                let reach = |square| attacked(kind, side, square, others);
                let through = own.fold(Bitboard::EMPTY, |set, square| set | reach(square));
                through != sets[kind as usize]
            })
        }),
        Dimension::of("pieces guarded by their own side", 178_933, |case, sets| {
            let own = case.position.color(case.side);
            sets.iter().any(|&set| !(set & own).is_empty())
        }),
        Dimension::of("pieces attacked", 182_320, |case, sets| {
            let theirs = case.position.color(!case.side);
            sets.iter().any(|&set| !(set & theirs).is_empty())
        }),
        Dimension::of("crowded boards", 12_502, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let played = samples::played().take(extent.of(5_000));
        let positions = samples::positions().take(extent.of(100_000)).chain(played);
        positions.flat_map(|position| Color::ALL.map(|side| Case { position, side }))
    }

    fn oracle(Case { position, side }: &Case) -> [Bitboard; 6] {
        oracle(position, *side)
    }

    fn draw(
        Wrong { variant, case: Case { position, side }, expected, actual }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let wrong = |kind: &PieceKind| expected[*kind as usize] != actual[*kind as usize];
        let kind = PieceKind::ALL.into_iter().find(wrong).unwrap_or(PieceKind::Pawn);
        writeln!(f, "{variant} is wrong about what {side} attacks by {kind:?} in {position}")?;
        let boards = [
            ("pieces", position.kind(kind) & position.color(*side)),
            ("occupied", position.occupied()),
            ("expected", expected[kind as usize]),
            ("actual", actual[kind as usize]),
        ];
        draw_boards(&boards, f)
    }
}

impl<V: Threats> Answers<Question> for V {
    fn answer(case: &Case) -> [Bitboard; 6] {
        V::threats(&case.position, case.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, Faulty, board};
    use crate::movegen;
    use std::string::ToString;

    #[test]
    fn agrees_with_boards_drawn_by_hand() {
        let fen = "4k3/2p5/8/1P1R2R1/8/5p2/3N3P/K1b1B3 w - -";
        let position = Position::from_fen(fen).unwrap();
        let [pawns, knights, bishops, rooks, queens, kings] = oracle(&position, Color::White);
        let expected = board(
            ". . . . . . . .
             . . . . . . . .
             1 . 1 . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . 1 .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(pawns, expected);
        let expected = board(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . 1 . 1 . . .
             . 1 . . . 1 . .
             . . . . . . . .
             . 1 . . . 1 . .",
        );
        assert_eq!(knights, expected);
        // The own knight ends a line; it is guarded.
        let expected = board(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . 1
             . . . . . . 1 .
             . . . 1 . 1 . .
             . . . . . . . .",
        );
        assert_eq!(bishops, expected);
        // Two rooks guard each other, and neither attacks through the other.
        let expected = board(
            ". . . 1 . . 1 .
             . . . 1 . . 1 .
             . . . 1 . . 1 .
             . 1 1 1 1 1 1 1
             . . . 1 . . 1 .
             . . . 1 . . 1 .
             . . . 1 . . 1 .
             . . . . . . 1 .",
        );
        assert_eq!(rooks, expected);
        assert_eq!(queens, Bitboard::EMPTY);
        assert_eq!(kings, Square::A2.bitboard() | Square::B1.bitboard() | Square::B2.bitboard());
        let [pawns, ..] = oracle(&position, Color::Black);
        let squares = [Square::E2, Square::G2, Square::B6, Square::D6].map(Square::bitboard);
        assert_eq!(pawns, squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square));
    }

    /// Looking from the square instead of from the pieces.
    #[test]
    fn all_kinds_together_attack_what_the_side_attacks() {
        for position in samples::positions().take(500) {
            for side in Color::ALL {
                let sets = oracle(&position, side);
                let all = sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
                for square in Square::ALL {
                    let expected = movegen::is_attacked(&position, square, side);
                    assert_eq!(all.contains(square), expected, "{square} by {side} in {position}");
                }
            }
        }
    }

    impl Threats for Faulty {
        fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
            faulty::answer::<Question>(&Case { position: *position, side })
        }
    }

    faulty::catch_every_fault!(Faulty);

    #[test]
    fn a_wrong_answer_is_drawn() {
        let mut wrong = faulty::wrong::<Question, Faulty>("bishops");
        wrong.actual = wrong.expected;
        wrong.actual[PieceKind::Bishop as usize] = Bitboard::EMPTY;
        let text = wrong.to_string();
        let head = "faulty is wrong about what white attacks by Bishop in ";
        assert!(text.starts_with(head), "{text}");
        assert!(text.contains("pieces               occupied             expected"), "{text}");
    }
}
