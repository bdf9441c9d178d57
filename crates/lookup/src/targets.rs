//! Where can each piece of the side to move go?
//!
//! - A variant hands out every pair of a source and a target once, in its own order, which
//!   its crate documents. It may hand out some targets of a source as a set, so that a program
//!   writes their moves [at once](crate::serialize).
//! - Targets are pseudo-legal: captures and quiet moves of all pieces, pawn pushes by one
//!   or two squares, pawn captures including en passant, and steps of the king, even to
//!   attacked squares. The king may be left in check.
//! - Castling is left out. It moves two pieces, follows neither from attacks nor from a
//!   direction, and would cost every variant the same.
//! - A pawn that reaches the last rank has one target there, however it promotes.
//!
//! # Example
//!
//! ```
//! use lookup::targets::Targets;
//! use lookup::{Bitboard, Oracle, Position, Square};
//!
//! // 8 . . . . . . . .
//! // 7 . . . . . . . .
//! // 6 . . . . . . . .
//! // 5 . . . . . . . .
//! // 4 . . . . . . . .
//! // 3 . . p . . . . .
//! // 2 . P . . . . . .
//! // 1 K . . . . . . k
//! //   a b c d e f g h
//! let position = Position::from_fen("8/8/8/8/8/2p5/1P6/K6k w - -")?;
//! let mut of_pawn = Bitboard::EMPTY;
//! Oracle::for_each(&position, |source, target: Square| {
//!     if source == Square::B2 {
//!         of_pawn = of_pawn | target.bitboard();
//!     }
//! });
//! assert_eq!(of_pawn.to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . 1 . . . . . .
//! 3 . 1 1 . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! # Ok::<(), lookup::FenError>(())
//! ```

use crate::Color::{Black, White};
use crate::PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Spoil, Wrong};
use crate::{
    Bitboard, Extent, Move, Oracle, PieceKind, Position, Square, Variant, movegen, samples,
};
use core::fmt;

/// A way to find all targets of a side.
pub trait Targets: Variant {
    /// Hands every source and target of the side to move to `take`, each pair once, in the
    /// variant's own order.
    fn for_each(position: &Position, take: impl Take);
}

/// Who takes targets; a function takes them one by one.
pub trait Take {
    /// Takes a source and one of its targets.
    fn pair(&mut self, source: Square, target: Square);

    /// Takes a source and some of its targets, maybe none.
    #[inline(always)]
    fn set(&mut self, source: Square, targets: Bitboard) {
        targets.squares().for_each(|target| self.pair(source, target));
    }
}

impl<F: FnMut(Square, Square)> Take for F {
    #[inline(always)]
    fn pair(&mut self, source: Square, target: Square) {
        self(source, target);
    }
}

/// The targets of a pawn of the side to move, for variants that go piece by piece: `attacked` are
/// the squares that it attacks.
#[inline(always)]
#[must_use]
pub fn of_pawn(position: &Position, pawn: Square, attacked: Bitboard) -> Bitboard {
    let us = position.side_to_move();
    let empty = !position.occupied().0;
    let over = position.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
    let (forward, third) = match us {
        White => (8, 0xff << 16),
        Black => (56, 0xff << 40),
    };
    // Rotations; no pawn stands on a rank from which it would leave the board.
    let once = pawn.bitboard().0.rotate_left(forward) & empty;
    let twice = (once & third).rotate_left(forward) & empty;
    attacked & (position.color(!us) | over) | Bitboard(once | twice)
}

/// The slow and obvious answer: the rules of chess, without castling and with one promotion
/// of four. Pairs come in the order of their squares.
pub fn oracle(position: &Position) -> impl Iterator<Item = (Square, Square)> {
    let once = |promotion| matches!(promotion, None | Some(Queen));
    movegen::pseudo_legal_moves(position)
        .filter(move |&m| once(m.promotion) && !position.castles(m))
        .map(|m| (m.from, m.to))
}

impl Targets for Oracle {
    fn for_each(position: &Position, mut take: impl Take) {
        let answer = Oracle::of::<Question>(position);
        answer.pairs().for_each(|(source, target)| take.pair(source, target));
        let twice = Answer { targets: answer.twice, ..Answer::NOTHING };
        twice.pairs().for_each(|(source, target)| take.pair(source, target));
    }
}

/// The whole answer of a variant about a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Answer {
    /// The targets of each source.
    pub targets: [Bitboard; 64],
    /// The targets of each source that came more than once.
    pub twice: [Bitboard; 64],
}

impl Answer {
    const NOTHING: Answer = Answer { targets: [Bitboard::EMPTY; 64], twice: [Bitboard::EMPTY; 64] };

    fn add(&mut self, source: Square, target: Square) {
        let (targets, target) = (&mut self.targets[source.index()], target.bitboard());
        let twice = &mut self.twice[source.index()];
        (*twice, *targets) = (*twice | *targets & target, *targets | target);
    }

    fn pairs(&self) -> impl Iterator<Item = (Square, Square)> {
        let targets = |source: Square| self.targets[source.index()].squares();
        Square::ALL.into_iter().flat_map(move |s| targets(s).map(move |target| (s, target)))
    }

    /// Whether it has such a pair.
    fn has(&self, is: impl Fn(Square, Square) -> bool) -> bool {
        self.pairs().any(|(source, target)| is(source, target))
    }

    /// Whether a piece of this kind has targets.
    fn moves(&self, position: &Position, kind: PieceKind) -> bool {
        self.has(|source, _| position.kind(kind).contains(source))
    }
}

impl Spoil for Answer {
    fn spoilt(&self) -> Answer {
        let mut answer = *self;
        answer.targets[0] = self.targets[0].spoilt();
        answer
    }
}

/// Asks for all targets in 100,000 [sample](samples) positions and 5,000 positions of
/// games, or in a tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Position;
    type Answer = Answer;

    const CASES: &'static str = "positions";
    const COUNT: usize = 105_000;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("White to move", 52_360, |position, _| position.side_to_move() == White),
        Dimension::of("Black to move", 52_640, |position, _| position.side_to_move() == Black),
        Dimension::by("a target twice", 105_000, |_, answer| {
            let (source, target) = answer.pairs().last()?;
            let mut twice = *answer;
            twice.add(source, target);
            Some(twice)
        }),
        Dimension::of("pawns", 80_681, |position, answer| answer.moves(position, Pawn)),
        Dimension::of("knights", 47_555, |position, answer| answer.moves(position, Knight)),
        Dimension::of("bishops", 54_546, |position, answer| answer.moves(position, Bishop)),
        Dimension::of("rooks", 64_465, |position, answer| answer.moves(position, Rook)),
        Dimension::of("queens", 47_690, |position, answer| answer.moves(position, Queen)),
        Dimension::of("captures", 89_233, |position, answer| {
            answer.has(|_, target| position.occupied().contains(target))
        }),
        Dimension::of("pushes by two squares", 19_741, |position, answer| {
            answer.has(|source, target| {
                let two = source.rank().abs_diff(target.rank()) == 2;
                two && position.kind(Pawn).contains(source)
            })
        }),
        Dimension::of("captures en passant", 2252, |position, answer| {
            answer.has(|from, to| position.takes_en_passant(Move { from, to, promotion: None }))
        }),
        Dimension::of("pawns that reach the last rank", 28_412, |position, answer| {
            answer.has(|source, target| {
                let pawn = position.kind(Pawn).contains(source);
                pawn && [0, 7].contains(&target.rank())
            })
        }),
        Dimension::of("steps of the king to attacked squares", 84_209, |position, answer| {
            let us = position.side_to_move();
            answer.has(|source, target| {
                source == position.king(us) && movegen::is_attacked(position, target, !us)
            })
        }),
        Dimension::by("positions with castling", 11_073, |position, answer| {
            let king = position.king(position.side_to_move());
            let castling = [2, 6].map(|file| Move {
                from: king,
                to: Square::new(king as u8 & 56 | file),
                promotion: None,
            });
            let castles = |m: &Move| position.castles(*m) && movegen::is_pseudo_legal(position, *m);
            let castling = castling.into_iter().find(castles)?;
            let mut answer = *answer;
            answer.add(castling.from, castling.to);
            Some(answer)
        }),
        Dimension::of("seven sliders and more", 6662, |position, _| {
            let slides = [Bishop, Rook, Queen];
            let own = position.color(position.side_to_move());
            let sliders = slides.map(|kind| (position.kind(kind) & own).0.count_ones());
            sliders.iter().sum::<u32>() > 6
        }),
        Dimension::of("crowded boards", 6251, |position, _| samples::is_crowded(position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Position> {
        let played = samples::played().take(extent.of(5_000));
        samples::positions().take(extent.of(100_000)).chain(played)
    }

    fn oracle(position: &Position) -> Answer {
        let mut answer = Answer::NOTHING;
        oracle(position).for_each(|(source, target)| answer.add(source, target));
        answer
    }

    fn draw(
        Wrong { case: position, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let targets = |source: &Square| {
            [expected.targets, actual.targets, actual.twice].map(|sets| sets[source.index()])
        };
        let wrong = |source: &Square| {
            let [expected, actual, twice] = targets(source);
            expected != actual || !twice.is_empty()
        };
        let source = Square::ALL.into_iter().find(wrong).unwrap_or(Square::A1);
        let [expected, actual, twice] = targets(&source);
        writeln!(f, "the targets from {source} in {position}")?;
        let own = position.color(position.side_to_move());
        draw_answers(&[("own", own), ("more than once", twice)], [expected, actual], f)
    }
}

impl<V: Targets> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), position: &Position) -> Answer {
        let mut answer = Answer::NOTHING;
        V::for_each(position, |source, target| answer.add(source, target));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    fn targets(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let pairs = oracle(&position).map(|(source, target)| format!("{source}{target}"));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn agrees_with_targets_found_by_hand() {
        // Blocked and free pushes, captures, and en passant from one side alone.
        assert_eq!(
            targets("7k/8/p7/P1pPp3/8/3p4/2P1P3/K7 w - e6"),
            "a1b1 a1a2 a1b2 c2c3 c2d3 c2c4 e2d3 e2e3 e2e4 d5d6 d5e6"
        );
        assert_eq!(targets("4k3/3p4/3P4/8/8/8/8/4K3 b - -"), "e8e7 e8f7 e8d8 e8f8");
        // A pawn has one target where it has four promotions.
        assert_eq!(targets("2n4k/1P6/8/8/8/8/8/K7 w - -"), "a1b1 a1a2 a1b2 b7b8 b7c8");
        // The king steps into check and does not castle; a pinned piece goes anywhere.
        assert_eq!(
            targets("3rr1k1/8/8/8/8/7P/4N3/4K2R w K -"),
            "e1d1 e1f1 e1d2 e1f2 h1f1 h1g1 h1h2 e2c1 e2g1 e2c3 e2g3 e2d4 e2f4 h3h4"
        );
    }

    faulty::catch_every_fault!(Oracle);
}
