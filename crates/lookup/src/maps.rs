//! Which pieces attack which squares, all over the board, while moves are made and unmade?
//!
//! - A map is a value. It is built from a position and then follows moves made and unmade,
//!   as in a search; questions are about the position that it has reached. The search keeps
//!   the positions and passes them in. The map itself costs `size_of::<V>()` bytes.
//! - Questions go in both directions: the squares that the piece on a square attacks, and
//!   the pieces that attack a square. Attacks are those of [`attacked`](crate::attacked)
//!   and [`attackers`](crate::attackers): a piece also attacks, and so defends, pieces of
//!   its own side, and pinned pieces attack. Castling attacks nothing, and en passant is no
//!   attack on the pawn that it captures.
//! - Moves are legal. Unmaking always takes back the last move made and not yet unmade.
//!
//! # Example
//!
//! ```
//! use lookup::maps::{Maps, Oracle};
//! use lookup::{Move, Position, Square};
//!
//! // 8 r n b q k b n r
//! // 7 p p p p p p p p
//! // 6 . . . . . . . .
//! // 5 . . . . . . . .
//! // 4 . . . . . . . .
//! // 3 . . . . . . . .
//! // 2 P P P P P P P P
//! // 1 R N B Q K B N R
//! //   a b c d e f g h
//! let position = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")?;
//! let m = Move { from: Square::E2, to: Square::E4, promotion: None };
//! let after = position.play(m);
//! let mut map = Oracle::of(&position);
//! map.make(&position, m, &after);
//! assert_eq!(map.attacks_from(&after, Square::F1).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 1 . . . . . . .
//! 5 . 1 . . . . . .
//! 4 . . 1 . . . . .
//! 3 . . . 1 . . . .
//! 2 . . . . 1 . 1 .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! assert_eq!(map.attackers_to(&after, Square::E2).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . . . 1 1 1 1 .
//!   a b c d e f g h");
//! # Ok::<(), lookup::FenError>(())
//! ```

pub(crate) mod walk;

pub use walk::{Case, Step};

use crate::attacked::squares;
use crate::board::draw_answers;
use crate::question::{self, Dimension, Spoil, Wrong, compare};
use crate::{Bitboard, Extent, Identity, Move, Position, Square, Table, Variant, samples};
use core::fmt;

/// A way to keep all attacks up to date.
pub trait Maps: Variant + Sized {
    /// The map of a position.
    fn of(position: &Position) -> Self;

    /// From the map of `before` to that of `after`, which is `before.play(m)`.
    fn make(&mut self, before: &Position, m: Move, after: &Position);

    /// From the map of `after` back to that of `before`, which [`make`](Maps::make) left by
    /// this move.
    fn unmake(&mut self, before: &Position, m: Move, after: &Position);

    /// The squares that the piece on `square` attacks, none if it is empty; `position` is
    /// that of the map.
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard;

    /// The pieces of both sides that attack `square`; `position` is that of the map.
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard;
}

/// All answers about a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Answers {
    /// The squares that the piece on each square attacks.
    pub from: [Bitboard; 64],
    /// The pieces that attack each square.
    pub to: [Bitboard; 64],
}

impl Spoil for Answers {
    fn spoilt(&self) -> Answers {
        let mut answers = *self;
        answers.to[0] = self.to[0].spoilt();
        answers
    }
}

/// The slow and obvious answers: finds the attacks of every piece and notes it on each
/// square that it attacks.
#[must_use]
pub fn oracle(position: &Position) -> Answers {
    let mut answers = Answers { from: [Bitboard::EMPTY; 64], to: [Bitboard::EMPTY; 64] };
    for from in position.occupied().squares() {
        let attacks = attacks(position, from);
        answers.from[from.index()] = attacks;
        for to in attacks.squares() {
            answers.to[to.index()] = answers.to[to.index()] | from.bitboard();
        }
    }
    answers
}

/// The oracle as a variant, for the tests of variants that build on one: it finds all anew.
#[derive(Clone, Copy, Debug)]
pub struct Oracle(Answers);

impl Maps for Oracle {
    fn of(position: &Position) -> Self {
        Oracle(oracle(position))
    }

    fn make(&mut self, _: &Position, _: Move, after: &Position) {
        self.0 = oracle(after);
    }

    fn unmake(&mut self, before: &Position, _: Move, _: &Position) {
        self.0 = oracle(before);
    }

    fn attacks_from(&self, _: &Position, square: Square) -> Bitboard {
        self.0.from[square.index()]
    }

    fn attackers_to(&self, _: &Position, square: Square) -> Bitboard {
        self.0.to[square.index()]
    }
}

impl Variant for Oracle {
    const IDENTITY: Identity =
        Identity { name: "maps-oracle", summary: "Walks", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The squares that the piece on a square attacks, none if it is empty, by ray walks.
#[must_use]
pub fn attacks(position: &Position, from: Square) -> Bitboard {
    position.piece_on(from).map_or(Bitboard::EMPTY, |piece| {
        squares(piece.kind(), piece.color(), from, position.occupied())
    })
}

/// Asks about every square on the way through 1,000 [games](samples::games) and back, or a
/// tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Answers;

    const CASES: &'static str = "positions on the way through games";
    const COUNT: usize = 224_776;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = walk::dimensions![
        Dimension::by("attacks from a square", 224_776, |_, right| {
            let mut answers = *right;
            answers.from[63] = right.from[63].spoilt();
            Some(answers)
        }),
        Dimension::by("attackers of a square", 224_776, |_, right| {
            let mut answers = *right;
            answers.to[63] = right.to[63].spoilt();
            Some(answers)
        }),
        Dimension::of("maps that were built", 1000, |case, _| case.step == Step::Built),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        walk::through_games(extent)
    }

    fn oracle(case: &Case) -> Answers {
        oracle(&case.position)
    }

    fn draw(
        Wrong { case, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let by_squares = [(expected.from, actual.from, "from"), (expected.to, actual.to, "to")];
        let differs = |(right, given, way): ([Bitboard; 64], [Bitboard; 64], &'static str)| {
            let differs = |square: &Square| right[square.index()] != given[square.index()];
            let square = Square::ALL.into_iter().find(differs)?;
            Some((square, way, [right, given].map(|sets| sets[square.index()])))
        };
        let Some((square, way, answers)) = by_squares.into_iter().find_map(differs) else {
            return Ok(());
        };
        write!(f, "attacks {way} {square} in {}", case.position)?;
        case.draw_step(f)?;
        let boards = [("square", square.bitboard()), ("occupied", case.position.occupied())];
        draw_answers(&boards, answers, f)
    }
}

impl<V: Maps> question::Answers<Question> for V {
    type Kept = Option<V>;

    /// Takes one map through a walk, or a new one through each of several walks.
    fn answer(kept: &mut Option<V>, case: &Case) -> Answers {
        let Case { from, position, step, .. } = case;
        let map = match kept {
            Some(map) if *step != Step::Built => map,
            kept => kept.insert(V::of(position)),
        };
        match *step {
            Step::Built => {}
            Step::Made(m) => map.make(from, m, position),
            Step::Unmade(m) => map.unmake(position, m, from),
        }
        answers(map, position)
    }
}

/// Asks a map in both directions about all squares of its position.
fn answers<V: Maps>(map: &V, position: &Position) -> Answers {
    Answers {
        from: Square::ALL.map(|square| map.attacks_from(position, square)),
        to: Square::ALL.map(|square| map.attackers_to(position, square)),
    }
}

/// Compares a variant with the oracle on the way through a game of legal moves and back to
/// its start, like [`Question`], and counts the positions.
///
/// # Errors
/// The first wrong answer.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check_game<V: Maps>(
    start: &Position,
    moves: impl IntoIterator<Item = Move, IntoIter: Clone>,
) -> Result<usize, Wrong<Question>> {
    compare::<Question, V>(walk::walk(*start, moves.into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::{Identity, Table, attacked, attackers};
    use std::vec::Vec;

    #[test]
    fn agrees_with_sets_written_by_hand() {
        use Square::*;
        let answers = |fen, square: Square| {
            let Answers { from, to } = oracle(&Position::from_fen(fen).unwrap());
            [from, to].map(|sets| sets[square.index()].squares().collect::<Vec<_>>())
        };
        // The example of <https://www.chessprogramming.org/Attack_and_Defend_Maps>.
        let page = "k3r3/8/5n2/8/8/3P4/8/K3R3 w - -";
        assert_eq!(answers(page, E4), [[].to_vec(), [E1, D3, F6, E8].to_vec()]);
        assert_eq!(answers(page, D3), [[C4, E4].to_vec(), [].to_vec()]);
        // A pawn between a rook and the square; the rook defends it, and the king.
        let closed = "k3r3/8/5n2/8/8/3P4/4P3/K3R3 w - -";
        assert_eq!(answers(closed, E4)[1], [D3, F6, E8]);
        assert_eq!(answers(closed, E1)[0], [A1, B1, C1, D1, F1, G1, H1, E2]);
        assert_eq!(answers(closed, E2), [[D3, F3].to_vec(), [E1, E8].to_vec()]);
    }

    /// Those oracles ask every piece about every square, one at a time.
    #[test]
    fn agrees_with_the_oracles_of_single_squares() {
        for position in samples::positions().take(2_000) {
            let Answers { from, to } = oracle(&position);
            for square in Square::ALL {
                assert_eq!(to[square.index()], attackers::oracle(&position, square), "{square}");
                let attacks = |to| {
                    let piece = position.piece_on(square);
                    piece.is_some_and(|p| attacked::oracle(p, square, to, position.occupied()))
                };
                let attacked = Square::ALL.into_iter().filter(|&to| attacks(to));
                assert!(attacked.eq(from[square.index()].squares()), "{square} in {position}");
            }
        }
    }

    /// Follows moves like any map, and knows its last step.
    struct FaultyMap {
        answers: Answers,
        case: Case,
    }

    impl FaultyMap {
        fn after(case: Case) -> FaultyMap {
            FaultyMap { answers: faulty::answer::<Question>(&case), case }
        }
    }

    impl Variant for FaultyMap {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Maps for FaultyMap {
        fn of(position: &Position) -> Self {
            FaultyMap::after(Case::built(*position))
        }

        fn make(&mut self, before: &Position, m: Move, after: &Position) {
            *self = FaultyMap::after(self.case.next(before, Step::Made(m), after));
        }

        fn unmake(&mut self, before: &Position, m: Move, after: &Position) {
            *self = FaultyMap::after(self.case.next(after, Step::Unmade(m), before));
        }

        fn attacks_from(&self, _: &Position, square: Square) -> Bitboard {
            self.answers.from[square.index()]
        }

        fn attackers_to(&self, _: &Position, square: Square) -> Bitboard {
            self.answers.to[square.index()]
        }
    }

    faulty::catch_every_fault!(FaultyMap);

    #[test]
    fn a_game_may_have_any_length() {
        let start = samples::positions().next().unwrap();
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|m| m.parse().unwrap());
        for length in [0, 1, 4, 300] {
            let moves = moves.into_iter().cycle().take(length);
            assert_eq!(check_game::<FaultyMap>(&start, moves).unwrap(), 1 + 4 * length);
        }
    }
}
