//! May this move be played here, apart from the safety of the king?
//!
//! An engine also takes moves from elsewhere: from a hash table, where two positions may
//! share an entry, or from a list of killers, which were good in another position. It must
//! verify such a move before playing it.
//!
//! - The question may be about any two squares and any promotion, whatever the squares
//!   hold: an empty source, an enemy piece, a move from a square to itself, a promotion to
//!   a king.
//! - [`movegen`] defines pseudo-legal: the king may be left in check, and castling needs
//!   the right and empty squares, but not safe ones.
//!
//! # Example
//!
//! ```
//! use lookup::legality::Legality;
//! use lookup::{Bitboard, Move, Oracle, Position, Square};
//!
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
//! let may_go = |to: &Square| {
//!     let m = Move { from: Square::E1, to: *to, promotion: None };
//!     Oracle::is_pseudo_legal(&position, m)
//! };
//! let squares: Bitboard = Square::ALL.into_iter().filter(may_go).collect();
//! assert_eq!(squares.to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . 1 . . .
//! 1 . 1 1 1 . 1 1 1
//!   a b c d e f g h");
//! # Ok::<(), lookup::FenError>(())
//! ```

use crate::Color::{Black, White};
use crate::PieceKind::{King, Pawn};
use crate::board::draw_boards;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{
    Extent, Move, Oracle, Piece, PieceKind, Position, Square, Variant, attacked, movegen, samples,
};
use core::fmt;

/// A way to tell whether a move is pseudo-legal.
pub trait Legality: Variant {
    /// Whether the side to move may play a move, if its king is safe.
    fn is_pseudo_legal(position: &Position, m: Move) -> bool;
}

/// The slow and obvious answer: the rules of chess.
#[must_use]
pub fn oracle(position: &Position, m: Move) -> bool {
    movegen::is_pseudo_legal(position, m)
}

impl Legality for Oracle {
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        Oracle::of::<Question>(&Case { position: *position, m })
    }
}

/// A move in a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The move.
    pub m: Move,
}

impl Case {
    fn is_of(&self, kind: PieceKind) -> bool {
        self.position.kind(kind).contains(self.m.from)
    }
}

/// Asks about every conceivable move in 50 positions, and plausible moves in many more.
///
/// In the first 50 [sample](samples) positions, these are the moves between any two
/// squares, each without and with every promotion. In 100,000 samples and 5,000 positions
/// of games, they start from one piece of the side to move and go wherever any kind of
/// piece could on an empty board. A tenth of the extent has a tenth of the positions.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = bool;

    const CASES: &'static str = "questions";
    const COUNT: usize = 6_283_651;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("White to move", 3_468_481, |case, _| case.position.side_to_move() == White),
        Dimension::of("Black to move", 2_815_170, |case, _| case.position.side_to_move() == Black),
        Dimension::of("moves that are pseudo-legal", 533_524, |_, legal| *legal),
        Dimension::of("moves that leave the king in check", 276_814, |case, legal| {
            *legal && !movegen::is_legal(&case.position, case.m)
        }),
        Dimension::of("promotions", 20_204, |case, legal| *legal && case.m.promotion.is_some()),
        Dimension::of("promotions that are not pseudo-legal", 3_123_310, |case, legal| {
            !legal && case.m.promotion.is_some()
        }),
        Dimension::of("pawns that do not promote on a last rank", 195_906, |case, legal| {
            let last = [0, 7].contains(&case.m.to.rank()) && case.m.promotion.is_none();
            !legal && last && case.is_of(Pawn)
        }),
        Dimension::of("castling", 2564, |case, legal| *legal && case.position.castles(case.m)),
        Dimension::of("castling through a piece or without the right", 34_966, |case, legal| {
            let side_by_side = case.m.from.rank() == case.m.to.rank();
            let castles = side_by_side && case.position.castles(case.m);
            !legal && castles
        }),
        Dimension::of("captures", 68_956, |case, legal| {
            *legal && case.position.occupied().contains(case.m.to)
        }),
        Dimension::of("captures en passant", 282, |case, legal| {
            *legal && case.position.takes_en_passant(case.m)
        }),
        Dimension::of("pushes by two squares", 3430, |case, legal| {
            let two = case.m.from.rank().abs_diff(case.m.to.rank()) == 2;
            *legal && two && case.is_of(Pawn)
        }),
        Dimension::of("sliders with a piece in their way", 157_855, |case, legal| {
            let Case { position, m } = case;
            let free = |piece| attacked::oracle(piece, m.from, m.to, m.from.bitboard());
            let simple = m.promotion.is_none() && !position.kind(Pawn).contains(m.from);
            let own = position.color(position.side_to_move());
            let moves = own.contains(m.from) && !own.contains(m.to) && simple;
            !legal && moves && position.piece_on(m.from).is_some_and(free)
        }),
        Dimension::of("from an empty square", 1_113_280, |case, _| {
            !case.position.occupied().contains(case.m.from)
        }),
        Dimension::of("a piece of the enemy", 164_416, |case, _| {
            let enemy = case.position.color(!case.position.side_to_move());
            enemy.contains(case.m.from)
        }),
        Dimension::of("to a piece of the own side", 633_699, |case, _| {
            let own = case.position.color(case.position.side_to_move());
            own.contains(case.m.from) && own.contains(case.m.to)
        }),
        Dimension::of("crowded boards", 439_199, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let promotions = || PieceKind::ALL.into_iter().map(Some).chain([None]);
        let whole = samples::positions().take(extent.of(50)).flat_map(move |position| {
            Square::ALL.into_iter().flat_map(move |from| {
                Square::ALL.into_iter().flat_map(move |to| {
                    promotions()
                        .map(move |promotion| Case { position, m: Move { from, to, promotion } })
                })
            })
        });
        let played = samples::played().take(extent.of(5_000));
        let others = samples::positions().take(extent.of(100_000)).chain(played);
        let others = others.enumerate().flat_map(move |(number, position)| {
            let own = position.color(position.side_to_move());
            let chosen = own.squares().nth(number % own.0.count_ones() as usize);
            chosen.into_iter().flat_map(move |from| {
                let pawn = position.kind(Pawn).contains(from);
                // Pawns about to promote get every promotion, others none.
                let least = if pawn && [1, 6].contains(&from.rank()) { 0 } else { 6 };
                let reaches = move |piece, to| attacked::oracle(piece, from, to, from.bitboard());
                let targets = Square::ALL.into_iter().filter(move |&to| {
                    reaches(Piece::WhiteQueen, to) || reaches(Piece::WhiteKnight, to)
                });
                targets.flat_map(move |to| {
                    let promotions = promotions().skip(least);
                    promotions
                        .map(move |promotion| Case { position, m: Move { from, to, promotion } })
                })
            })
        });
        whole.chain(others)
    }

    fn oracle(case: &Case) -> bool {
        oracle(&case.position, case.m)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { position, m } = wrong.case;
        writeln!(f, "whether {m} is pseudo-legal in {position}, which is {}", wrong.expected)?;
        let targets = movegen::pseudo_legal_moves(&position).filter(|other| other.from == m.from);
        let targets = targets.map(|other| other.to).collect();
        let boards = [
            ("from and to", m.from.bitboard() | m.to.bitboard()),
            ("own", position.color(position.side_to_move())),
            ("enemy", position.color(!position.side_to_move())),
            ("expected", targets),
        ];
        draw_boards(&boards, f)
    }
}

impl<V: Legality> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> bool {
        V::is_pseudo_legal(&case.position, case.m)
    }
}

/// Whether a pawn promotes on a last rank, to an allowed kind, and only there.
#[inline(always)]
#[must_use]
pub fn becomes_what_it_may(m: Move) -> bool {
    let last = m.to.rank() == 0 || m.to.rank() == 7;
    match m.promotion {
        Some(kind) => last && kind != Pawn && kind != King,
        None => !last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;

    #[test]
    fn agrees_with_answers_given_by_hand() {
        let legal = |fen, moves: &str| {
            let position = Position::from_fen(fen).unwrap();
            moves.split_whitespace().all(|m| oracle(&position, m.parse().unwrap()))
        };
        let none = |fen, moves: &str| moves.split_whitespace().all(|m| !legal(fen, m));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert!(legal(start, "e2e3 e2e4 b1a3 g1f3"));
        // Blocked, an enemy piece, an empty square, onto own pieces, like another piece.
        assert!(none(start, "a1a3 e1g1 f1b5 e7e5 e4e5 b1d2 e1e1 e2e5 e2d3 b1b3 e2e3q"));
        // The king may be left in check, and may castle out of check.
        let check = "4r2k/7p/8/8/8/8/3P4/R3K2R w K -";
        assert!(legal(check, "d2d4 e1e2 e1g1 a1d1") && none(check, "e1c1 e1d2 a1e1 e1h1"));
        let pawns = "7k/1P6/8/2pPp3/8/3p4/4P3/K7 w - e6";
        assert!(legal(pawns, "b7b8n d5d6 d5e6 e2d3 e2e3 e2e4"));
        assert!(none(pawns, "b7b8 b7a8q d5c6 d5e5 e2f3 e2e5 d5d7 d3e2"));
    }

    faulty::catch_every_fault!(Oracle);
}
