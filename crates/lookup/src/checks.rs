//! Which pieces give check, and does a move give check?
//!
//! - The checkers are the enemy's pieces that attack the king of the side to move:
//!   none, one or two in games, but up to any number on other boards.
//! - Whether a move gives check is asked about legal moves alone; for any other
//!   the answer may be either.
//! - A move may give check by the piece that moves, by what a pawn becomes, by the
//!   rook in castling, and by pieces that it uncovers; in an en passant capture the
//!   pawn that is taken away may uncover one too.

use crate::board::Drawn;
use crate::{Bitboard, Extent, Move, Position, Variant, attacked, movegen, samples};
use core::fmt;

/// A way to find checks.
pub trait Checks: Variant {
    /// The enemy's pieces that attack the king of the side to move.
    fn checkers(position: &Position) -> Bitboard;

    /// Whether a legal move attacks the enemy's king.
    fn gives_check(position: &Position, m: Move) -> bool;
}

/// The slow and obvious answer to [`Checks::checkers`]: asks each piece of the enemy.
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

/// What is asked about a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Question {
    /// For its [checkers](Checks::checkers).
    Checkers,
    /// Whether this move [gives check](Checks::gives_check).
    GivesCheck(Move),
}

/// The checkers in 100,000 [sample](samples) positions, and the legal moves of every
/// other one of them and of 5,000 positions of games; or in a tenth of all these.
pub fn questions(extent: Extent) -> impl Iterator<Item = (Position, Question)> {
    let drawn = samples::positions().take(extent.of(100_000)).enumerate();
    let drawn = drawn.map(|(number, position)| (position, number < 100 || number % 2 == 0));
    let played = samples::played().take(extent.of(5_000)).map(|position| (position, true));
    drawn.chain(played).flat_map(|(position, with_moves)| {
        let moves = with_moves.then(|| movegen::conceivable(&position)).into_iter().flatten();
        let legal = moves.filter(move |&m| movegen::is_legal(&position, m));
        let asked = legal.map(Question::GivesCheck);
        [Question::Checkers].into_iter().chain(asked).map(move |question| (position, question))
    })
}

/// Compares a variant with the oracle on all [`questions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check<V: Checks>(extent: Extent) -> Result<usize, Wrong> {
    let mut compared = 0;
    for (position, question) in questions(extent) {
        let (expected, actual) = match question {
            Question::Checkers => (checkers(&position), V::checkers(&position)),
            Question::GivesCheck(m) => {
                let king = position.king(!position.side_to_move()).bitboard();
                let attacked = |check| if check { king } else { Bitboard::EMPTY };
                (attacked(gives_check(&position, m)), attacked(V::gives_check(&position, m)))
            }
        };
        if actual != expected {
            let variant = V::IDENTITY.name;
            return Err(Wrong { variant, position, question, expected, actual });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong answer about checks; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// What was asked.
    pub question: Question,
    /// The oracle's answer: the checkers, or the king if it is in check.
    pub expected: Bitboard,
    /// The variant's answer in the same form.
    pub actual: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, question, expected, actual } = *self;
        let asked = match question {
            Question::Checkers => {
                writeln!(f, "{variant} is wrong about the checkers in {position}")?;
                ("king", position.king(position.side_to_move()).bitboard())
            }
            Question::GivesCheck(m) => {
                let (verb, truth) = if expected.is_empty() {
                    ("claims", "it does not")
                } else {
                    ("denies", "it does")
                };
                writeln!(f, "{variant} {verb} that {m} gives check in {position}: {truth}")?;
                ("from and to", m.from.bitboard() | m.to.bitboard())
            }
        };
        Drawn(&[
            asked,
            ("occupied", position.occupied()),
            ("expected", expected),
            ("actual", actual),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::checks::conformance!(AfterMove);`.
#[doc(inline)]
pub use crate::__checks_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __checks_conformance {
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::checks::check,
            "questions",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, PieceKind, Square, Table};
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
        // A capture, a push, and moves of the piece before the rook, but along its line.
        assert_eq!(
            checks("4k3/8/3p4/6P1/4B3/6P1/8/K3R3 w - -"),
            "e4b1 e4h1 e4c2 e4g2 e4d3 \
            e4f3 e4d5 e4f5 e4c6 e4g6 e4b7 e4h7 e4a8"
                .replace("  ", "")
        );
        // By the rook on its file, and by the rook on the rank that the king has left.
        assert_eq!(checks("5k2/8/8/8/8/8/8/4K2R w K -"), "e1g1 h1f1 h1h8");
        assert_eq!(checks("8/8/8/8/8/8/4P3/1k2K2R w K -"), "e1g1 e1d2 e1f2");
    }

    #[test]
    fn the_questions_hold_checks_of_all_kinds() {
        let (mut by_number, mut kinds) = ([0; 8], [0; 6]);
        for (position, question) in questions(Extent::Full) {
            match question {
                Question::Checkers => by_number[checkers(&position).0.count_ones() as usize] += 1,
                Question::GivesCheck(m) => {
                    let check = gives_check(&position, m);
                    let after = checkers(&position.play(m));
                    let direct = after.contains(m.to);
                    let double = after.0.count_ones() > 1;
                    let pawn = position.kind(PieceKind::Pawn).contains(m.from);
                    let over = pawn && position.en_passant() == Some(m.to);
                    let castles = position.castles(m);
                    let found = [
                        !check,
                        check && direct && !double,
                        check && double,
                        check && over,
                        check && castles,
                        check && m.promotion.is_some(),
                    ];
                    kinds.iter_mut().zip(found).for_each(|(count, is)| *count += usize::from(is));
                }
            }
        }
        assert!(by_number[..4].iter().all(|&count| count > 100), "{by_number:?}");
        assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    }

    /// Sees what the piece that moves attacks, and nothing that it uncovers.
    struct Direct;

    impl Variant for Direct {
        const IDENTITY: Identity = Identity { name: "direct", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Checks for Direct {
        fn checkers(position: &Position) -> Bitboard {
            checkers(position)
        }

        fn gives_check(position: &Position, m: Move) -> bool {
            checkers(&position.play(m)).contains(m.to)
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Direct>(Extent::Full).unwrap_err();
        let text = wrong.to_string();
        let Question::GivesCheck(m) = wrong.question else { panic!("{text}") };
        let head =
            std::format!("direct denies that {m} gives check in {}: it does\n", wrong.position);
        assert!(text.starts_with(&head), "{text}");
        assert!(text.contains("from and to          occupied             expected"));
    }
}
