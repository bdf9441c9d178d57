//! Which pieces give check, and does a move give check?
//!
//! - The checkers are the enemy pieces that attack the king of the side to move: up to two
//!   in games, any number on other boards.
//! - Only legal moves are asked about. For any other move either answer will do.
//! - A move may give check by the piece that moves, by the piece that a pawn becomes, by
//!   the castling rook, and by a piece that it uncovers. In en passant, the captured pawn
//!   may uncover one too.
//! - An engine asks about several moves of a position. A variant may [find](Checks::prepare)
//!   once what all of them need.
//!
//! # Example
//!
//! ```
//! use lookup::checks::Checks;
//! use lookup::{Move, Oracle, Position, Square};
//!
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . . . . . .
//! // 5 . . . . . . . .
//! // 4 . b . . . . . .
//! // 3 . . . . . n . .
//! // 2 . . . . . . . .
//! // 1 . . . . K . . R
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/8/8/1b6/5n2/8/4K2R w - -")?;
//! assert_eq!(Oracle::checkers(&position).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . 1 . . . . . .
//! 3 . . . . . 1 . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//!
//! // A move of the knight opens the rook's file.
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . . . . . .
//! // 5 . . . . . . . .
//! // 4 . . . . . . . .
//! // 3 . . . . N . . .
//! // 2 . . . . . . . .
//! // 1 K . . . R . . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/8/8/8/4N3/8/K3R3 w - -")?;
//! let to = |from, to| Move { from, to, promotion: None };
//! assert!(Oracle::gives_check(&position, &(), to(Square::E3, Square::G4)));
//! assert!(!Oracle::gives_check(&position, &(), to(Square::E1, Square::E2)));
//! # Ok::<(), lookup::FenError>(())
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Spoil, Wrong};
use crate::{Bitboard, Color, Extent, Move, Oracle, Position, Variant, attacked, movegen, samples};
use core::fmt;

/// A way to find checks.
pub trait Checks: Variant {
    /// What it finds once for all moves of a position.
    type Prepared;

    /// The enemy pieces that attack the king of the side to move.
    fn checkers(position: &Position) -> Bitboard;

    /// Finds it, for the moves of the side to move.
    fn prepare(position: &Position) -> Self::Prepared;

    /// Whether a legal move attacks the enemy's king; `prepared` belongs to the same position.
    fn gives_check(position: &Position, prepared: &Self::Prepared, m: Move) -> bool;
}

/// The slow and obvious answer to [`Checks::checkers`]: asks each enemy piece.
#[must_use]
pub fn checkers(position: &Position) -> Bitboard {
    let us = position.side_to_move();
    let (king, occupied) = (position.king(us), position.occupied());
    position.color(!us).squares().fold(Bitboard::EMPTY, |checkers, from| {
        let attacks = |piece| attacked::oracle(piece, from, king, occupied);
        let checks = position.piece_on(from).is_some_and(attacks);
        if checks { checkers | from.bitboard() } else { checkers }
    })
}

/// The slow and obvious answer to [`Checks::gives_check`]: plays the move and looks.
#[must_use]
pub fn gives_check(position: &Position, m: Move) -> bool {
    movegen::in_check(&position.play(m), !position.side_to_move())
}

impl Checks for Oracle {
    type Prepared = ();

    fn checkers(position: &Position) -> Bitboard {
        let case = Case { position: *position, m: None };
        match Oracle::of::<Question>(&case) {
            Answer::Checkers(checkers) => checkers,
            Answer::GivesCheck(_) => unreachable!(),
        }
    }

    fn prepare(_: &Position) {}

    fn gives_check(position: &Position, (): &(), m: Move) -> bool {
        let case = Case { position: *position, m: Some(m) };
        Oracle::of::<Question>(&case) == Answer::GivesCheck(true)
    }
}

/// A position, and a question about it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// A legal move, asked whether it [gives check](Checks::gives_check); none asks for the
    /// [checkers](Checks::checkers).
    pub m: Option<Move>,
}

impl Case {
    fn asks_checkers(&self, side: Color) -> bool {
        self.m.is_none() && self.position.side_to_move() == side
    }

    fn asks_move(&self, side: Color) -> bool {
        self.m.is_some() && self.position.side_to_move() == side
    }
}

/// An answer to either question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Answer {
    /// The checkers.
    Checkers(Bitboard),
    /// Whether the move gives check.
    GivesCheck(bool),
}

impl Spoil for Answer {
    fn spoilt(&self) -> Answer {
        match self {
            Answer::Checkers(checkers) => Answer::Checkers(checkers.spoilt()),
            Answer::GivesCheck(check) => Answer::GivesCheck(!check),
        }
    }
}

/// Asks for the checkers in 100,000 [sample](samples) positions and 5,000 positions of
/// games, and whether moves give check: all legal moves in every other sample and in the
/// games. A tenth of the extent has a tenth of the positions.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Answer;

    const CASES: &'static str = "questions";
    const COUNT: usize = 874_959;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("checkers of White's king", 52_360, |case, _| {
            case.asks_checkers(Color::White)
        }),
        Dimension::of("checkers of Black's king", 52_640, |case, _| {
            case.asks_checkers(Color::Black)
        }),
        Dimension::of("no checkers", 45_334, |_, answer| {
            *answer == Answer::Checkers(Bitboard::EMPTY)
        }),
        Dimension::of(
            "two checkers",
            13_318,
            |_, answer| matches!(answer, Answer::Checkers(set) if set.0.count_ones() == 2),
        ),
        Dimension::of(
            "three checkers and more",
            3593,
            |_, answer| matches!(answer, Answer::Checkers(set) if set.0.count_ones() > 2),
        ),
        Dimension::of("moves by White", 384_319, |case, _| case.asks_move(Color::White)),
        Dimension::of("moves by Black", 385_640, |case, _| case.asks_move(Color::Black)),
        Dimension::of("moves that give no check", 705_164, |_, answer| {
            *answer == Answer::GivesCheck(false)
        }),
        Dimension::of("direct checks", 60_467, |case, answer| {
            checks(case, answer, |_, m, checkers| checkers == m.to.bitboard())
        }),
        Dimension::of("discovered checks", 3898, |case, answer| {
            checks(case, answer, |_, m, checkers| !checkers.contains(m.to))
        }),
        Dimension::of("double checks", 430, |case, answer| {
            checks(case, answer, |_, _, checkers| checkers.0.count_ones() > 1)
        }),
        Dimension::of("checks by castling", 111, |case, answer| {
            checks(case, answer, |position, m, _| position.castles(m))
        }),
        Dimension::of("checks by capturing en passant", 27, |case, answer| {
            checks(case, answer, |position, m, _| position.takes_en_passant(m))
        }),
        Dimension::of("checks by promotion", 4267, |case, answer| {
            checks(case, answer, |_, m, _| m.promotion.is_some())
        }),
        Dimension::of("checkers on crowded boards", 6251, |case, _| {
            case.m.is_none() && samples::is_crowded(&case.position)
        }),
        Dimension::of("moves on crowded boards", 58_444, |case, _| {
            case.m.is_some() && samples::is_crowded(&case.position)
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let drawn = samples::positions().take(extent.of(100_000)).enumerate();
        let drawn = drawn.map(|(number, position)| (position, number < 100 || number % 2 == 0));
        let played = samples::played().take(extent.of(5_000)).map(|position| (position, true));
        drawn.chain(played).flat_map(|(position, with_moves)| {
            let moves = with_moves.then(|| movegen::conceivable(&position)).into_iter().flatten();
            let legal = moves.filter(move |&m| movegen::is_legal(&position, m));
            [None].into_iter().chain(legal.map(Some)).map(move |m| Case { position, m })
        })
    }

    fn oracle(Case { position, m }: &Case) -> Answer {
        match m {
            None => Answer::Checkers(checkers(position)),
            Some(m) => Answer::GivesCheck(gives_check(position, *m)),
        }
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { position, m } = wrong.case;
        let squares = match m {
            None => {
                writeln!(f, "the checkers in {position}")?;
                ("king", position.king(position.side_to_move()).bitboard())
            }
            Some(m) => {
                writeln!(f, "whether {m} gives check in {position}")?;
                ("from and to", m.from.bitboard() | m.to.bitboard())
            }
        };
        // The king's square stands for a check by a move.
        let king = position.king(!position.side_to_move()).bitboard();
        let answers = [wrong.expected, wrong.actual].map(|answer| match answer {
            Answer::Checkers(checkers) => checkers,
            Answer::GivesCheck(true) => king,
            Answer::GivesCheck(false) => Bitboard::EMPTY,
        });
        draw_answers(&[squares, ("occupied", position.occupied())], answers, f)
    }
}

/// Whether a move gives check, and a condition on the position before it, the move and all
/// checkers holds.
fn checks(case: &Case, answer: &Answer, of: fn(&Position, Move, Bitboard) -> bool) -> bool {
    match (case.m, answer) {
        (Some(m), Answer::GivesCheck(true)) => {
            of(&case.position, m, checkers(&case.position.play(m)))
        }
        _ => false,
    }
}

impl<V: Checks> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), Case { position, m }: &Case) -> Answer {
        match m {
            None => Answer::Checkers(V::checkers(position)),
            Some(m) => Answer::GivesCheck(V::gives_check(position, &V::prepare(position), *m)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::faulty;
    use std::string::{String, ToString};
    use std::vec::Vec;

    #[test]
    fn agrees_with_checkers_found_by_hand() {
        use Square::*;
        let found =
            |fen| -> Vec<_> { checkers(&Position::from_fen(fen).unwrap()).squares().collect() };
        assert_eq!(found("4k3/8/8/8/8/8/8/4K3 w - -"), []);
        assert_eq!(found("k3r3/8/8/b7/8/5n2/3p1p2/4K2q w - -"), [H1, D2, F2, F3, E8]);
        assert_eq!(found("k3r3/4p3/8/b7/1p6/3p1p2/3P4/r2NK1nq w - -"), []);
        assert_eq!(found("4k3/3P1P2/2N5/1B6/8/8/8/K3R3 b - -"), [E1, D7, F7]);
    }

    /// The moves that give check.
    fn checks(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let checks = movegen::legal_moves(&position).filter(|&m| gives_check(&position, m));
        checks.map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn agrees_with_checks_found_by_hand() {
        // By the rook, which each of the bishop's moves uncovers.
        assert_eq!(
            checks("4k3/8/3p4/6P1/4B3/6P1/8/K3R3 w - -"),
            "e4b1 e4h1 e4c2 e4g2 e4d3 \
            e4f3 e4d5 e4f5 e4c6 e4g6 e4b7 e4h7 e4a8"
                .replace("  ", "")
        );
        // By the rook on its file, and on the rank that the king has left.
        assert_eq!(checks("5k2/8/8/8/8/8/8/4K2R w K -"), "e1g1 h1f1 h1h8");
        assert_eq!(checks("8/8/8/8/8/8/4P3/1k2K2R w K -"), "e1g1 e1d2 e1f2");
    }

    faulty::catch_every_fault!(Oracle);
}
