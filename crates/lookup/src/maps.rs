//! What attacks what, all over the board, while moves are made and unmade?
//!
//! - A map is a value: built from a position, it follows the moves that are made and
//!   unmade from there, as a search does, and is asked about the position it has
//!   come to. The searcher keeps the positions and hands them in; what a variant
//!   keeps besides costs `size_of::<V>()` bytes.
//! - Both ways are asked: what the piece on a square attacks, and which pieces attack
//!   a square. Attacks are those of [`attacked`] and [`attackers`](crate::attackers):
//!   own pieces count as attacked, for they are defended; pinned pieces attack; what
//!   could be taken en passant is not attacked by that, and nothing by castling.
//! - Moves are legal, and the one unmade is always the last one made that was not
//!   unmade yet. Not more than 32 pieces stand on the board.

use crate::board::Drawn;
use crate::sliders::{self, Slider};
use crate::{Bitboard, Extent, Move, PieceKind, Position, Square, Variant, attacked, samples};
use core::fmt;

/// A way to keep what attacks what.
pub trait Maps: Variant + Sized {
    /// The map of a position.
    fn of(position: &Position) -> Self;

    /// From the map of `before` to that of `after`, which is `before.play(m)`.
    fn make(&mut self, before: &Position, m: Move, after: &Position);

    /// From the map of `after` back to that of `before`, from where [`make`](Maps::make)
    /// has come by this move.
    fn unmake(&mut self, before: &Position, m: Move, after: &Position);

    /// The squares that the piece on `square` attacks, none if it is empty;
    /// `position` is the one that the map is of.
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard;

    /// The pieces of both sides that attack `square`; `position` is the one that the
    /// map is of.
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard;
}

/// All that can be asked about a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Answers {
    /// What the piece on each square attacks.
    pub from: [Bitboard; 64],
    /// Which pieces attack each square.
    pub to: [Bitboard; 64],
}

/// The slow and obvious answers: looks around from every piece, and notes it on each
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

fn attacks(position: &Position, from: Square) -> Bitboard {
    let Some(piece) = position.piece_on(from) else { return Bitboard::EMPTY };
    let occupied = position.occupied();
    match piece.kind() {
        PieceKind::Bishop => sliders::oracle(Slider::Bishop, from, occupied),
        PieceKind::Rook => sliders::oracle(Slider::Rook, from, occupied),
        PieceKind::Queen => sliders::oracle(Slider::Queen, from, occupied),
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King => {
            let attacked = |to: &Square| attacked::oracle(piece, from, *to, occupied);
            let squares = Square::ALL.into_iter().filter(attacked);
            squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
        }
    }
}

/// Compares a variant with the oracle in 1,000 [games](samples::games) or a tenth of them,
/// each by [`check_game`], and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check<V: Maps>(extent: Extent) -> Result<usize, Wrong> {
    samples::games().take(extent.of(GAMES)).try_fold(0, |compared, (start, moves)| {
        check_game::<V>(&start, moves).map(|more| compared + more)
    })
}

const GAMES: usize = 1_000;

/// Compares a variant with the oracle on the way through a game of legal moves and
/// back to its start, and counts the comparisons.
///
/// Every move is made, unmade and made once more before the next one, and unmade a
/// second time on the way back. Each time both questions are asked about all squares.
/// The comparison goes as deep as the game is long: each of its moves takes a few
/// kilobytes of the stack.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check_game<V: Maps>(
    start: &Position,
    moves: impl IntoIterator<Item = Move>,
) -> Result<usize, Wrong> {
    let (mut map, expected) = (V::of(start), oracle(start));
    let compared = compare(&map, start, &expected, Step::Built)?;
    Ok(compared + follow(&mut map, start, &expected, &mut moves.into_iter())?)
}

/// Compares on the way through the rest of a game and back.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
fn follow<V: Maps>(
    map: &mut V,
    before: &Position,
    expected_before: &Answers,
    moves: &mut impl Iterator<Item = Move>,
) -> Result<usize, Wrong> {
    let Some(m) = moves.next() else { return Ok(0) };
    let after = before.play(m);
    let expected_after = oracle(&after);
    let mut compared = 0;
    for deeper in [false, true] {
        map.make(before, m, &after);
        compared += compare(map, &after, &expected_after, Step::Made(m))?;
        if deeper {
            compared += follow(map, &after, &expected_after, moves)?;
        }
        map.unmake(before, m, &after);
        compared += compare(map, before, expected_before, Step::Unmade(m))?;
    }
    Ok(compared)
}

/// Asks a map both questions about all squares of its position.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
fn compare<V: Maps>(
    map: &V,
    position: &Position,
    expected: &Answers,
    step: Step,
) -> Result<usize, Wrong> {
    for square in Square::ALL {
        let (from, to) = (expected.from[square.index()], expected.to[square.index()]);
        for (question, expected, actual) in [
            (Question::From(square), from, map.attacks_from(position, square)),
            (Question::To(square), to, map.attackers_to(position, square)),
        ] {
            if actual != expected {
                let (variant, position) = (V::IDENTITY.name, *position);
                return Err(Wrong { variant, position, step, question, expected, actual });
            }
        }
    }
    Ok(2 * Square::ALL.len())
}

/// How a map came to its position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// It was built from it.
    Built,
    /// By making this move.
    Made(Move),
    /// By unmaking this move.
    Unmade(Move),
}

/// What is asked of a map.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Question {
    /// What the piece on this square attacks.
    From(Square),
    /// Which pieces attack this square.
    To(Square),
}

/// A wrong answer of a map; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// How the map came to it.
    pub step: Step,
    /// What was asked.
    pub question: Question,
    /// The oracle's answer.
    pub expected: Bitboard,
    /// The variant's answer.
    pub actual: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, step, question, expected, actual } = *self;
        write!(f, "{variant} is wrong about what ")?;
        let square = match question {
            Question::From(square) => write!(f, "{square} attacks").map(|()| square),
            Question::To(square) => write!(f, "attacks {square}").map(|()| square),
        }?;
        write!(f, " in {position}")?;
        match step {
            Step::Built => writeln!(f),
            Step::Made(m) => writeln!(f, ", having made {m}"),
            Step::Unmade(m) => writeln!(f, ", having unmade {m}"),
        }?;
        Drawn(&[
            ("square", square.bitboard()),
            ("occupied", position.occupied()),
            ("expected", expected),
            ("actual", actual),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::maps::conformance!(Directions);`.
#[doc(inline)]
pub use crate::__maps_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __maps_conformance {
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::maps::check,
            "answers",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Table, attackers};
    use std::string::ToString;
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
        // A pawn between a rook and the square; that rook defends it and the king.
        let closed = "k3r3/8/5n2/8/8/3P4/4P3/K3R3 w - -";
        assert_eq!(answers(closed, E4)[1], [D3, F6, E8]);
        assert_eq!(answers(closed, E1)[0], [A1, B1, C1, D1, F1, G1, H1, E2]);
        assert_eq!(answers(closed, E2), [[D3, F3].to_vec(), [E1, E8].to_vec()]);
    }

    /// Which ask every piece about every square, one at a time.
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

    #[test]
    fn the_games_hold_moves_of_all_kinds() {
        let (mut castles, mut over, mut becomes) = ([[0; 2]; 2], [0; 2], [[0; 2]; 6]);
        for (mut position, moves) in samples::games().take(GAMES) {
            assert!(position.occupied().0.count_ones() <= 32);
            for m in moves {
                let side = position.side_to_move() as usize;
                let takes = position.occupied().contains(m.to);
                castles[side][usize::from(m.to.file() == 6)] += usize::from(position.castles(m));
                over[side] += usize::from(position.takes_en_passant(m));
                if let Some(kind) = m.promotion {
                    becomes[kind as usize][usize::from(takes)] += 1;
                }
                position = position.play(m);
            }
        }
        let all = || castles.iter().flatten().chain(&over).chain(becomes[1..5].iter().flatten());
        assert!(all().all(|&count| count > 5), "{castles:?} {over:?} {becomes:?}");
    }

    /// Knows all answers, but does not look again after making a move, or after
    /// unmaking one, or after making one for the second time.
    struct Forgetful<const STEP: usize> {
        answers: Answers,
        made: usize,
    }

    impl<const STEP: usize> Variant for Forgetful<STEP> {
        const IDENTITY: Identity =
            Identity { name: "forgetful", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl<const STEP: usize> Maps for Forgetful<STEP> {
        fn of(position: &Position) -> Self {
            Forgetful { answers: oracle(position), made: 0 }
        }

        fn make(&mut self, _: &Position, _: Move, after: &Position) {
            self.made += 1;
            if STEP == 1 || STEP == 2 && self.made == 1 {
                self.answers = oracle(after);
            }
        }

        fn unmake(&mut self, before: &Position, _: Move, _: &Position) {
            if STEP != 1 {
                self.answers = oracle(before);
            }
        }

        fn attacks_from(&self, _: &Position, square: Square) -> Bitboard {
            self.answers.from[square.index()]
        }

        fn attackers_to(&self, _: &Position, square: Square) -> Bitboard {
            self.answers.to[square.index()]
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let start = samples::positions().next().unwrap();
        let m = "g1f3".parse().unwrap();
        let texts = [
            check_game::<Forgetful<0>>(&start, [m]).unwrap_err().to_string(),
            check_game::<Forgetful<1>>(&start, [m]).unwrap_err().to_string(),
            check_game::<Forgetful<2>>(&start, [m]).unwrap_err().to_string(),
        ];
        for (text, step) in texts.iter().zip(["made", "unmade", "made"]) {
            let head = "forgetful is wrong about what ";
            assert!(text.starts_with(head), "{text}");
            assert!(text.contains(&std::format!("-, having {step} g1f3\n")), "{text}");
            assert!(text.contains("square               occupied             expected"), "{text}");
        }
        assert!(check::<Forgetful<0>>(Extent::Full).is_err());
    }
}
