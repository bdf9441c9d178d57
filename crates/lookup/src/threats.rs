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
//! use lookup::threats::Threats;
//! use lookup::{Color, Oracle, PieceKind, Position};
//!
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . . p . . .
//! // 5 . . . . . . . .
//! // 4 . . . N . . . .
//! // 3 . . . . . . . .
//! // 2 . . . . N . . .
//! // 1 . . . . K . . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/4p3/8/3N4/8/4N3/4K3 w - -")?;
//! let attacked = Oracle::threats(&position, Color::White);
//! assert_eq!(attacked[PieceKind::Knight as usize].to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . 1 . 1 . . .
//! 5 . 1 . . . 1 . .
//! 4 . . . 1 . 1 . .
//! 3 . 1 1 . . 1 1 .
//! 2 . . 1 . 1 . . .
//! 1 . . 1 . . . 1 .
//!   a b c d e f g h");
//! # Ok::<(), lookup::FenError>(())
//! ```

pub use crate::pins::Case;

use crate::attacked::squares;
use crate::board::draw_answers;
use crate::fill::{dumb7, landing};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Bitboard, Color, Extent, Leaps, Oracle, PieceKind, Position, Variant, samples};
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
        let attacked = |square| squares(kind, side, square, position.occupied());
        pieces.fold(Bitboard::EMPTY, |set, square| set | attacked(square))
    })
}

impl Threats for Oracle {
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        Oracle::of::<Question>(&Case { position: *position, side })
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
                let reach = |square| squares(kind, side, square, others);
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
        Wrong { case: Case { position, side }, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let wrong = |kind: &PieceKind| expected[*kind as usize] != actual[*kind as usize];
        let kind = PieceKind::ALL.into_iter().find(wrong).unwrap_or(PieceKind::Pawn);
        writeln!(f, "what {side} attacks by {kind:?} in {position}")?;
        let pieces = position.kind(kind) & position.color(*side);
        let boards = [("pieces", pieces), ("occupied", position.occupied())];
        draw_answers(&boards, [expected, actual].map(|sets| sets[kind as usize]), f)
    }
}

impl<V: Threats> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> [Bitboard; 6] {
        V::threats(&case.position, case.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, set};

    #[test]
    fn agrees_with_sets_written_by_hand() {
        let fen = "4k3/2p5/8/1P1R2R1/8/5p2/3N3P/K1b1B3 w - -";
        let position = Position::from_fen(fen).unwrap();
        let expected = [
            "a6 c6 g3",
            "b1 f1 b3 f3 c4 e4",
            // The own knight ends a line; it is guarded.
            "d2 f2 g3 h4",
            // Two rooks guard each other, and neither attacks through the other.
            "g1 d2 g2 d3 g3 d4 g4 b5 c5 d5 e5 f5 g5 h5 d6 g6 d7 g7 d8 g8",
            "",
            "a2 b1 b2",
        ];
        assert_eq!(oracle(&position, Color::White), expected.map(set));
        assert_eq!(oracle(&position, Color::Black)[PieceKind::Pawn as usize], set("e2 g2 b6 d6"));
    }

    faulty::catch_every_fault!(Oracle);
}
