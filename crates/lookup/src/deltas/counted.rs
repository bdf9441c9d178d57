//! Which relations change with a move, of those that a network counts?
//!
//! A network leaves out pairs of kinds that say little. The same answer as to all relations,
//! without those pairs: a program may drop them from its list, or never list them.
//!
//! # Example
//!
//! ```
//! use lookup::deltas::Changes;
//! use lookup::deltas::counted::Counted;
//! use lookup::{Move, Oracle, Position, Square};
//!
//! // The knight opens a file, on which the rook then attacks a queen. Networks leave that out.
//! // 8 . . . . k . . .
//! // 7 . . . . q . . .
//! // 6 . . . . . . . .
//! // 5 . . . . . . . .
//! // 4 . . . . . . . .
//! // 3 . . . . . . . .
//! // 2 . . . . N . . .
//! // 1 K . . . R . . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/4q3/8/8/8/8/4N3/K3R3 w - -")?;
//! let m = Move { from: Square::E2, to: Square::C3, promotion: None };
//! let mut changes = Changes::new();
//! Oracle::list(&position, m, &position.play(m), &mut changes);
//! let [vanished, appeared] = [changes.vanished, changes.appeared];
//! assert_eq!(vanished.as_slice()[0].to_string(), "white rook on e1 attacks white knight on e2");
//! assert_eq!(vanished.as_slice()[1].to_string(), "black queen on e7 attacks white knight on e2");
//! assert_eq!(appeared.as_slice()[0].to_string(), "black queen on e7 attacks white rook on e1");
//! assert_eq!((vanished.as_slice().len(), appeared.as_slice().len()), (2, 1));
//! # Ok::<(), lookup::FenError>(())
//! ```

use super::{Case, draw};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Extent, Move, Oracle, Piece, PieceKind, Position, Variant};
use core::fmt;

/// A way to list the counted relations that change with a move.
pub trait Counted: Variant {
    /// Lists the [counted](counts) relations that vanish and appear with a move. `after` is
    /// `before.play(m)`, and `changes` is [empty](super::Changes::clear).
    fn list(before: &Position, m: Move, after: &Position, changes: &mut super::Changes);
}

/// Whether relations between these kinds are counted, as by Stockfish's network of June 2026
/// (<https://github.com/official-stockfish/Stockfish/pull/6936>): none with a king, and pawns,
/// bishops and rooks leave out some stronger pieces.
#[must_use]
pub const fn counts(attacker: PieceKind, victim: PieceKind) -> bool {
    use PieceKind::{Bishop, King, Pawn, Queen, Rook};
    !matches!(
        (attacker, victim),
        (King, _) | (_, King) | (Pawn, Bishop) | (Pawn | Bishop | Rook, Queen)
    )
}

/// For each attacking piece, a bit for each piece that is [counted](counts) as its victim.
///
/// ```
/// # use lookup::{Piece::*, deltas::counted};
/// let victims = counted::victims()[WhitePawn as usize];
/// assert_eq!(victims >> BlackKnight as usize & 1, 1);
/// assert_eq!(victims >> BlackBishop as usize & 1, 0);
/// ```
#[must_use]
pub const fn victims() -> [u16; 16] {
    let (mut victims, mut i) = ([0; 16], 0);
    while i < 12 * 12 {
        let (attacker, victim) = (Piece::ALL[i / 12].kind(), Piece::ALL[i % 12].kind());
        victims[i / 12] |= (counts(attacker, victim) as u16) << (i % 12);
        i += 1;
    }
    victims
}

/// The slow and obvious answer: all relations, without those that are not counted.
#[must_use]
pub fn oracle(before: &Position, m: Move) -> super::Changes {
    let mut changes = super::oracle(before, m);
    for list in [&mut changes.vanished, &mut changes.appeared] {
        list.retain(|relation| relation.kinds().is_some_and(|[a, v]| counts(a, v)));
    }
    changes
}

impl Counted for Oracle {
    fn list(before: &Position, m: Move, _: &Position, changes: &mut super::Changes) {
        *changes = Oracle::of::<Question>(&Case { position: *before, m });
    }
}

/// Asks about the moves of the question about [all relations](super::Question).
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = super::Changes;

    const CASES: &'static str = super::Question::CASES;
    const COUNT: usize = super::Question::COUNT;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::by("counted relations that vanish", 88_138, |_, right| {
            Some(super::Changes { vanished: right.vanished.without(|_| true)?, ..*right })
        }),
        Dimension::by("counted relations that appear", 88_606, |_, right| {
            Some(super::Changes { appeared: right.appeared.without(|_| true)?, ..*right })
        }),
        Dimension::by("relations that are not counted", 83_368, |case, right| {
            let all = super::oracle(&case.position, case.m);
            (all != *right).then_some(all)
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        super::Question::cases(extent)
    }

    fn oracle(case: &Case) -> super::Changes {
        oracle(&case.position, case.m)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(wrong, f)
    }
}

impl<V: Counted> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> super::Changes {
        let mut changes = super::Changes::new();
        V::list(&case.position, case.m, &case.position.play(case.m), &mut changes);
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;

    #[test]
    fn stronger_victims_are_left_out() {
        let counted = PieceKind::ALL.map(|attacker| {
            let victims = PieceKind::ALL.into_iter().filter(|&victim| counts(attacker, victim));
            victims.map(|victim| victim as u8).fold(0, |set, kind| set | 1 << kind)
        });
        assert_eq!(counted, [0b01011, 0b11111, 0b01111, 0b01111, 0b11111, 0]);
    }

    faulty::catch_every_fault!(Oracle);
}
