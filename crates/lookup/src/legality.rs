//! May this move be played here, but for the safety of the king?
//!
//! A move comes from elsewhere: a table of moves by hash, which two positions may
//! share, or a list of killers, which were good in another position. Before it is
//! played, it has to be a move of this one.
//!
//! - Any two squares and any promotion may be asked about, whatever stands there:
//!   nothing, a piece of the enemy, a square with itself, a promotion to a king.
//! - What is pseudo-legal is what [`movegen`] says: the king may be left in check,
//!   and castling needs the right and empty squares, but no safe ones.

use crate::board::Drawn;
use crate::{
    Bitboard, Extent, Move, Piece, PieceKind, Position, Square, Variant, attacked, movegen, samples,
};
use core::fmt;

/// A way to tell whether a move is pseudo-legal.
pub trait Legality: Variant {
    /// Whether the side to move may play a move, if its king is safe.
    fn is_pseudo_legal(position: &Position, m: Move) -> bool;
}

/// The slow and obvious answer: the rules of the game.
#[must_use]
pub fn oracle(position: &Position, m: Move) -> bool {
    movegen::is_pseudo_legal(position, m)
}

/// Every move in each of the first 50 [sample](samples) positions; and in 100,000 of
/// them and 5,000 positions of games, for one of the side's pieces, every move that
/// a piece of any kind can make on an empty board. Or all this in a tenth of them.
pub fn questions(extent: Extent) -> impl Iterator<Item = (Position, Move)> {
    let promotions = || PieceKind::ALL.into_iter().map(Some).chain([None]);
    let whole = samples::positions().take(extent.of(50)).flat_map(move |position| {
        Square::ALL.into_iter().flat_map(move |from| {
            Square::ALL.into_iter().flat_map(move |to| {
                promotions().map(move |promotion| (position, Move { from, to, promotion }))
            })
        })
    });
    let played = samples::played().take(extent.of(5_000));
    let others = samples::positions().take(extent.of(100_000)).chain(played);
    let others = others.enumerate().flat_map(move |(number, position)| {
        let own = position.color(position.side_to_move());
        let chosen = own.squares().nth(number % own.0.count_ones() as usize);
        chosen.into_iter().flat_map(move |from| {
            let pawn = position.kind(PieceKind::Pawn).contains(from);
            // All that a pawn may become, where it may; nothing for others.
            let least = if pawn && [1, 6].contains(&from.rank()) { 0 } else { 6 };
            let reaches = move |piece, to| attacked::oracle(piece, from, to, from.bitboard());
            let targets = Square::ALL.into_iter().filter(move |&to| {
                reaches(Piece::WhiteQueen, to) || reaches(Piece::WhiteKnight, to)
            });
            targets.flat_map(move |to| {
                let promotions = promotions().skip(least);
                promotions.map(move |promotion| (position, Move { from, to, promotion }))
            })
        })
    });
    whole.chain(others)
}

/// Compares a variant with the oracle on all [`questions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check<V: Legality>(extent: Extent) -> Result<usize, Wrong> {
    let mut compared = 0;
    for (position, m) in questions(extent) {
        let expected = oracle(&position, m);
        if V::is_pseudo_legal(&position, m) != expected {
            return Err(Wrong { variant: V::IDENTITY.name, position, m, expected });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong answer to [`Legality::is_pseudo_legal`]; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// The move asked about.
    pub m: Move,
    /// The oracle's answer; the variant gave the opposite.
    pub expected: bool,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, m, expected } = *self;
        let (verb, truth) = if expected { ("denies", "it is") } else { ("claims", "it is not") };
        writeln!(f, "{variant} {verb} that {m} is pseudo-legal in {position}: {truth}")?;
        let targets = movegen::pseudo_legal_moves(&position).filter(|other| other.from == m.from);
        let targets = targets.fold(Bitboard::EMPTY, |set, other| set | other.to.bitboard());
        Drawn(&[
            ("from and to", m.from.bitboard() | m.to.bitboard()),
            ("own", position.color(position.side_to_move())),
            ("enemy", position.color(!position.side_to_move())),
            ("expected", targets),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::legality::conformance!(Getter);`.
#[doc(inline)]
pub use crate::__legality_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __legality_conformance {
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::legality::check,
            "questions",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Table};
    use std::string::ToString;

    #[test]
    fn agrees_with_answers_given_by_hand() {
        let legal = |fen, moves: &str| {
            let position = Position::from_fen(fen).unwrap();
            moves.split_whitespace().all(|m| oracle(&position, m.parse().unwrap()))
        };
        let none = |fen, moves: &str| moves.split_whitespace().all(|m| !legal(fen, m));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert!(legal(start, "e2e3 e2e4 b1a3 g1f3"));
        // Blocked, of the enemy, of nobody, on own pieces, like another piece.
        assert!(none(start, "a1a3 e1g1 f1b5 e7e5 e4e5 b1d2 e1e1 e2e5 e2d3 b1b3 e2e3q"));
        // The king may be left in check, and castle out of one.
        let check = "4r2k/7p/8/8/8/8/3P4/R3K2R w K -";
        assert!(legal(check, "d2d4 e1e2 e1g1 a1d1") && none(check, "e1c1 e1d2 a1e1 e1h1"));
        let pawns = "7k/1P6/8/2pPp3/8/3p4/4P3/K7 w - e6";
        assert!(legal(pawns, "b7b8n d5d6 d5e6 e2d3 e2e3 e2e4"));
        assert!(none(pawns, "b7b8 b7a8q d5c6 d5e5 e2f3 e2e5 d5d7 d3e2"));
    }

    #[test]
    fn the_questions_hold_moves_of_all_kinds() {
        let mut found = [0; 6];
        for (position, m) in questions(Extent::Full).filter(|(position, m)| oracle(position, *m)) {
            let pawn = position.kind(PieceKind::Pawn).contains(m.from);
            let kinds = [
                position.castles(m),
                pawn && position.en_passant() == Some(m.to),
                m.promotion.is_some(),
                pawn && m.from.rank().abs_diff(m.to.rank()) == 2,
                position.occupied().contains(m.to),
                true,
            ];
            found.iter_mut().zip(kinds).for_each(|(count, is)| *count += usize::from(is));
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }

    /// Lets castle whoever has the right to.
    struct Hasty;

    impl Variant for Hasty {
        const IDENTITY: Identity = Identity { name: "hasty", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Legality for Hasty {
        fn is_pseudo_legal(position: &Position, m: Move) -> bool {
            let home = Bitboard(0xff << (56 * position.side_to_move() as u8));
            let castles = position.castles(m) && m.promotion.is_none() && home.contains(m.to);
            castles && !(position.castling() & home).is_empty() || oracle(position, m)
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Hasty>(Extent::Full).unwrap_err().to_string();
        let head = "hasty claims that e1c1 is pseudo-legal in \
            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: it is not\n";
        assert!(wrong.starts_with(head), "{wrong}");
        assert!(wrong.contains("from and to          own                  enemy"));
    }
}
