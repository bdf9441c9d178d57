//! Which attack relations vanish and appear with a move, where something is kept from move to
//! move?
//!
//! - The relations are those of [`deltas`], and so is what a move lists.
//! - What is kept is a value. It is built from a position and then follows moves made and unmade,
//!   as in a search, which keeps the positions and passes them in. The value costs
//!   `size_of::<V>()` bytes.
//! - Making a move lists what changes. Unmaking lists nothing: a program that sums up rows of
//!   weights keeps the sums of each ply and goes back to those.
//! - Moves are legal. Unmaking always takes back the last move made and not yet unmade.
//!
//! # Example
//!
//! ```
//! use lookup::deltas::{self, Changes};
//! use lookup::deltas_kept::DeltasKept;
//! use lookup::{Identity, Move, Position, Square, Table, Variant};
//!
//! /// Keeps nothing.
//! struct Nothing;
//!
//! impl DeltasKept for Nothing {
//!     fn of(_: &Position) -> Nothing {
//!         Nothing
//!     }
//!
//!     fn make(&mut self, before: &Position, m: Move, _: &Position, changes: &mut Changes) {
//!         *changes = deltas::oracle(before, m);
//!     }
//!
//!     fn unmake(&mut self, _: &Position, _: Move, _: &Position) {}
//! }
//! #
//! # impl Variant for Nothing {
//! #     const IDENTITY: Identity = Identity { name: "", summary: "", source: "", text: "" };
//! #     const TABLES: &'static [&'static dyn Table] = &[];
//! # }
//!
//! // The knight opens a file.
//! // 8 . . . . k . . .
//! // 7 . . . . p . . .
//! // 6 . . . . . . . .
//! // 5 . . . . . . . .
//! // 4 . . . . . . . .
//! // 3 . . . . . . . .
//! // 2 . . . . N . . .
//! // 1 K . . . R . . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/4p3/8/8/8/8/4N3/K3R3 w - -")?;
//! let m = Move { from: Square::E2, to: Square::C3, promotion: None };
//! let (after, mut changes) = (position.play(m), Changes::new());
//! let mut kept = Nothing::of(&position);
//! kept.make(&position, m, &after, &mut changes);
//! let appeared = changes.appeared.as_slice()[0];
//! assert_eq!(appeared.to_string(), "white rook on e1 attacks black pawn on e7");
//! kept.unmake(&position, m, &after);
//! # Ok::<(), lookup::FenError>(())
//! ```

use crate::deltas::{self, Changes};
use crate::maps::{Case, Step, walk};
use crate::question::{self, Dimension, Wrong};
use crate::{Extent, Move, Position, Variant, samples};
use core::fmt;

/// A way to list the relations that change with a move, by what it keeps.
pub trait DeltasKept: Variant + Sized {
    /// What is kept of a position.
    fn of(position: &Position) -> Self;

    /// Lists the relations that vanish and appear with a move, and goes from `before` to `after`,
    /// which is `before.play(m)`; `changes` is [empty](Changes::clear).
    fn make(&mut self, before: &Position, m: Move, after: &Position, changes: &mut Changes);

    /// Goes from `after` back to `before`, which [`make`](DeltasKept::make) left by this move.
    fn unmake(&mut self, before: &Position, m: Move, after: &Position);
}

/// Asks for the changes of every move on the way through 1,000 [games](samples::games) and back, or
/// through a tenth of them. Where a move is unmade, it is made once more and unmade again, which
/// tells whether what is kept is right.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Changes;

    const CASES: &'static str = "moves on the way through games";
    const COUNT: usize = 224_776;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = walk::dimensions![
        Dimension::by("relations that vanish", 195_636, |_, right| {
            Some(Changes { vanished: right.vanished.without(|_| true)?, ..*right })
        }),
        Dimension::by("relations that appear", 192_416, |_, right| {
            Some(Changes { appeared: right.appeared.without(|_| true)?, ..*right })
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        walk::through_games(extent)
    }

    fn oracle(case: &Case) -> Changes {
        case.moved().map_or_else(Changes::new, |(before, m)| deltas::oracle(before, m))
    }

    fn draw(
        Wrong { case, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let again = if case.again { " again" } else { "" };
        match case.step {
            Step::Built => write!(f, "{}: it lists something", case.position)?,
            Step::Made(m) => write!(f, "{m} made{again} in {}: ", case.from)?,
            Step::Unmade(m) => write!(f, "{m} after it was unmade{again} in {}: ", case.position)?,
        }
        let Some((before, m)) = case.moved() else { return Ok(()) };
        expected.draw_difference(actual, m, before, f)
    }
}

impl<V: DeltasKept> question::Answers<Question> for V {
    type Kept = Option<V>;

    /// Makes or unmakes the move of a case, and lists what changes with it.
    fn answer(kept: &mut Option<V>, case: &Case) -> Changes {
        let Case { from, position, step, .. } = case;
        let mut changes = Changes::new();
        let kept = match kept {
            Some(kept) if *step != Step::Built => kept,
            kept => kept.insert(V::of(position)),
        };
        match *step {
            Step::Built => {}
            Step::Made(m) => kept.make(from, m, position, &mut changes),
            Step::Unmade(m) => {
                kept.unmake(position, m, from);
                kept.make(position, m, from, &mut changes);
                kept.unmake(position, m, from);
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::{Identity, Oracle, Table};

    /// Knows its last step, and whether it has shown what it keeps after it unmade a move, if it
    /// did.
    struct FaultyKept {
        case: Case,
        shown: Option<bool>,
    }

    impl Variant for FaultyKept {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl DeltasKept for FaultyKept {
        fn of(position: &Position) -> Self {
            FaultyKept { case: Case::built(*position), shown: None }
        }

        fn make(&mut self, before: &Position, m: Move, after: &Position, changes: &mut Changes) {
            match &mut self.shown {
                Some(shown) => *shown = true,
                None => self.case = self.case.next(before, Step::Made(m), after),
            }
            *changes = faulty::answer::<Question>(&self.case);
        }

        fn unmake(&mut self, before: &Position, m: Move, after: &Position) {
            self.shown = match self.shown {
                Some(true) => None,
                _ => {
                    self.case = self.case.next(after, Step::Unmade(m), before);
                    Some(false)
                }
            };
        }
    }

    faulty::catch_every_fault!(FaultyKept);
}
