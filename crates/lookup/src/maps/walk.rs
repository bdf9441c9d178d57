//! The way through a game and back, for questions whose variants keep something from move to
//! move; and the kinds of moves that none of them may forget.

use crate::{Color, Extent, Move, PieceKind, Position, samples};
use core::fmt;

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
    /// Where a walk begins.
    pub(crate) fn built(position: Position) -> Case {
        Case { from: position, position, step: Step::Built, again: false }
    }

    /// The case of the next step of a walk, told from what a variant is given.
    #[cfg(test)]
    pub(crate) fn next(&self, from: &Position, step: Step, position: &Position) -> Case {
        assert_eq!(*from, self.position);
        let again = match (self.step, step) {
            (Step::Made(_), Step::Unmade(_)) => self.again,
            (last, _) => matches!(last, Step::Unmade(_)),
        };
        Case { from: *from, position: *position, step, again }
    }

    /// This step's move, and the position in which it is played.
    pub(crate) fn moved(&self) -> Option<(&Position, Move)> {
        match self.step {
            Step::Built => None,
            Step::Made(m) => Some((&self.from, m)),
            Step::Unmade(m) => Some((&self.position, m)),
        }
    }

    /// Ends a line about this case by its step.
    pub(crate) fn draw_step(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Step::Built => {}
            Step::Made(m) => write!(f, ", having made {m}")?,
            Step::Unmade(m) => write!(f, ", having unmade {m}")?,
        }
        writeln!(f, "{}", if self.again { " again" } else { "" })
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
    [Case::built(start)].into_iter().chain(there).chain(back)
}

/// The walks through 1,000 [games](samples::games), or a tenth of them.
pub(crate) fn through_games(extent: Extent) -> impl Iterator<Item = Case> {
    samples::games().take(extent.of(1_000)).flat_map(|(start, moves)| {
        let mut kept = [None; samples::PLIES];
        kept.iter_mut().zip(moves).for_each(|(kept, m)| *kept = Some(m));
        walk(start, kept.into_iter().flatten())
    })
}

/// The dimensions of the walks through games, behind those of a question's own.
macro_rules! dimensions {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            Dimension::of("moves that were made", 55_944, |case, _| case.is_made(false)),
            Dimension::of("moves that were unmade", 55_944, |case, _| case.is_unmade(false)),
            Dimension::of("moves that were made again", 55_944, |case, _| case.is_made(true)),
            Dimension::of("moves that were unmade on the way back", 55_944, |case, _| {
                case.is_unmade(true)
            }),
            Dimension::of("moves by White", 111_904, |case, _| case.moves(walk::by_white)),
            Dimension::of("moves by Black", 111_872, |case, _| case.moves(walk::by_black)),
            Dimension::of("captures", 23_692, |case, _| case.moves(walk::captures)),
            Dimension::of("captures en passant", 424, |case, _| {
                case.moves(Position::takes_en_passant)
            }),
            Dimension::of("castling to the king's side", 812, |case, _| {
                case.moves(walk::castles_short)
            }),
            Dimension::of("castling to the queen's side", 428, |case, _| {
                case.moves(walk::castles_long)
            }),
            Dimension::of("promotions", 2064, |case, _| case.moves(walk::promotes)),
            Dimension::of("captures with promotion to a knight", 68, |case, _| {
                case.moves(walk::captures_and_becomes_a_knight)
            }),
            Dimension::of("crowded boards", 1374, |case, _| samples::is_crowded(&case.position)),
            Dimension::of("to and from crowded boards", 68, |case, _| case.is_crowded_once()),
        ]
    };
}

pub(crate) use dimensions;

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
