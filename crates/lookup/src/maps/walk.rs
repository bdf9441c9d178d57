//! The way through a game and back, for questions whose variants keep something from move to
//! move; and the kinds of moves that none of them may forget.

use crate::{Color, Extent, Move, PieceKind, Position, samples};

/// A step of a walk through a game; after it, the map is asked about every square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position before the step.
    pub from: Position,
    /// The position after it.
    pub position: Position,
    /// The step.
    pub step: Step,
    /// Whether the map has taken this step before.
    pub again: bool,
}

impl Case {
    /// This step's move, and the position in which it is played.
    pub(crate) fn moved(&self) -> Option<(&Position, Move)> {
        match self.step {
            Step::Built => None,
            Step::Made(m) => Some((&self.from, m)),
            Step::Unmade(m) => Some((&self.position, m)),
        }
    }

    /// Whether a move is made or unmade of which this is true.
    pub(crate) fn moves(&self, is: fn(&Position, Move) -> bool) -> bool {
        self.moved().is_some_and(|(before, m)| is(before, m))
    }

    pub(crate) fn is_made(&self, again: bool) -> bool {
        matches!(self.step, Step::Made(_)) && self.again == again
    }

    pub(crate) fn is_unmade(&self, again: bool) -> bool {
        matches!(self.step, Step::Unmade(_)) && self.again == again
    }

    /// Whether one of both positions alone is crowded.
    pub(crate) fn is_crowded_once(&self) -> bool {
        samples::is_crowded(&self.from) != samples::is_crowded(&self.position)
    }
}

/// How a map reaches its position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// It is built there.
    Built,
    /// By making this move.
    Made(Move),
    /// By unmaking this move.
    Unmade(Move),
}

/// The walk through a game and back to its start: every move is made, unmade and made again
/// before the next one, and unmade again on the way back.
pub(crate) fn walk(
    start: Position,
    moves: impl Iterator<Item = Move> + Clone,
) -> impl Iterator<Item = Case> {
    let built = Case { from: start, position: start, step: Step::Built, again: false };
    let there = moves.clone().scan(start, |position, m| {
        let before = *position;
        *position = before.play(m);
        Some((before, m, *position))
    });
    let there = there.flat_map(|(before, m, after)| {
        let made = Case { from: before, position: after, step: Step::Made(m), again: false };
        let unmade = Case { from: after, position: before, step: Step::Unmade(m), again: false };
        [made, unmade, Case { again: true, ..made }]
    });
    // No positions are kept on the way there, so a game may have any length.
    let back = (0..moves.clone().count()).rev().filter_map(move |ply| {
        let before = moves.clone().take(ply).fold(start, Position::play);
        let m = moves.clone().nth(ply)?;
        Some(Case { from: before.play(m), position: before, step: Step::Unmade(m), again: true })
    });
    [built].into_iter().chain(there).chain(back)
}

/// The walks through 1,000 [games](samples::games), or a tenth of them.
pub(crate) fn through_games(extent: Extent) -> impl Iterator<Item = Case> {
    samples::games().take(extent.of(1_000)).flat_map(|(start, moves)| {
        let mut kept = [None; samples::PLIES];
        kept.iter_mut().zip(moves).for_each(|(kept, m)| *kept = Some(m));
        walk(start, kept.into_iter().flatten())
    })
}

pub(crate) fn by_white(position: &Position, _: Move) -> bool {
    position.side_to_move() == Color::White
}

pub(crate) fn by_black(position: &Position, _: Move) -> bool {
    position.side_to_move() == Color::Black
}

pub(crate) fn captures(position: &Position, m: Move) -> bool {
    position.occupied().contains(m.to)
}

pub(crate) fn castles_short(position: &Position, m: Move) -> bool {
    position.castles(m) && m.to.file() == 6
}

pub(crate) fn castles_long(position: &Position, m: Move) -> bool {
    position.castles(m) && m.to.file() == 2
}

pub(crate) fn promotes(_: &Position, m: Move) -> bool {
    m.promotion.is_some()
}

pub(crate) fn captures_and_becomes_a_knight(position: &Position, m: Move) -> bool {
    captures(position, m) && m.promotion == Some(PieceKind::Knight)
}
