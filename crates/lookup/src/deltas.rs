//! Which attack relations vanish and appear with a move?
//!
//! A relation says that a piece on one square attacks a piece on another. Networks take
//! relations as inputs, so a program that makes a move must list those that change.
//!
//! - Attacks are those of [`attacked`](crate::attacked): a piece also attacks, and so
//!   defends, pieces of its own side, and pinned pieces attack. Nothing is attacked through
//!   a piece. Castling attacks nothing, and en passant is no attack on the pawn that it
//!   captures.
//! - The answer to a move is the difference of two sets of relations, those of the position
//!   before it and those of the position after it. A relation in both is in neither list,
//!   and none is listed twice. The order does not matter.
//! - A relation names both pieces. Where a piece moves away, arrives, is captured or
//!   promotes, all its relations change; between two pieces that stand still, one changes
//!   where a slider's line is opened or closed.
//! - Moves are legal. The program keeps both positions.
//!
//! A network may count only [some pairs of kinds](counted), which is asked apart.
//!
//! # Example
//!
//! ```
//! use lookup::deltas::{Changes, Deltas};
//! use lookup::{Move, Oracle, Position, Square};
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
//! let mut changes = Changes::new();
//! Oracle::list(&position, m, &position.play(m), &mut changes);
//! let [vanished, appeared] = [changes.vanished, changes.appeared];
//! assert_eq!(vanished.as_slice()[0].to_string(), "white rook on e1 attacks white knight on e2");
//! assert_eq!(appeared.as_slice()[0].to_string(), "white rook on e1 attacks black pawn on e7");
//! assert_eq!((vanished.as_slice().len(), appeared.as_slice().len()), (1, 1));
//! # Ok::<(), lookup::FenError>(())
//! ```

mod relations;
pub mod counted;

pub use crate::legality::Case;
pub use relations::{AT_ONCE, Changes, MOST, Relation, Relations, standing};

use crate::maps::{attacks, walk};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Bitboard, Color, Extent, Move, Oracle, Position, Square, Variant, movegen, samples};
use core::fmt;

/// A way to list the relations that change with a move.
pub trait Deltas: Variant {
    /// Lists the relations that vanish and appear with a move. `after` is `before.play(m)`,
    /// and `changes` is [empty](Changes::clear).
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes);
}

/// The squares whose piece a move changes, for variants: those that one side occupies only
/// before or only after it. That holds for captures, castling, en passant and promotions
/// alike.
#[inline(always)]
#[must_use]
pub fn changed(before: &Position, after: &Position) -> Bitboard {
    let [white, black] = Color::ALL.map(|color| before.color(color) ^ after.color(color));
    white | black
}

/// The slow and obvious answer: lists the relations of each square before and after the move,
/// and keeps those that are not in both lists.
#[must_use]
pub fn oracle(before: &Position, m: Move) -> Changes {
    let after = before.play(m);
    let mut changes = Changes::new();
    for from in Square::ALL {
        let [old, new] = [before, &after].map(|position| relations(position, from));
        old.clone().filter(|old| new.clone().all(|new| new != *old)).for_each(|relation| {
            changes.vanished.push(relation);
        });
        new.filter(|new| old.clone().all(|old| old != *new)).for_each(|relation| {
            changes.appeared.push(relation);
        });
    }
    changes
}

impl Deltas for Oracle {
    fn list(before: &Position, m: Move, _: &Position, changes: &mut Changes) {
        *changes = Oracle::of::<Question>(&Case { position: *before, m });
    }
}

/// The relations in which the piece on a square attacks.
fn relations(position: &Position, from: Square) -> impl Iterator<Item = Relation> + Clone {
    let attacks = attacks(position, from);
    let attacker = position.piece_on(from);
    attacks
        .squares()
        .filter_map(move |to| Some(Relation::new(attacker?, from, position.piece_on(to)?, to)))
}

impl Case {
    /// Whether a relation is between pieces that stand still.
    fn stand_still(&self, relation: &Relation) -> bool {
        let changed = changed(&self.position, &self.position.play(self.m));
        relation.squares().iter().all(|&square| !changed.contains(square))
    }
}

/// Asks about all legal moves in 5,000 [sample](samples) positions, and about every move of 1,000
/// games; or a tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Changes;

    const CASES: &'static str = "moves";
    const COUNT: usize = 119_624;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::by("relations that vanish", 107_103, |_, right| {
            Some(Changes { vanished: right.vanished.without(|_| true)?, ..*right })
        }),
        Dimension::by("relations that appear", 104_366, |_, right| {
            Some(Changes { appeared: right.appeared.without(|_| true)?, ..*right })
        }),
        Dimension::of("moves that change nothing", 7789, |_, right| {
            [right.vanished, right.appeared].iter().all(|list| list.as_slice().is_empty())
        }),
        Dimension::of("lines that are closed between two pieces", 16_302, |case, right| {
            right.vanished.as_slice().iter().any(|relation| case.stand_still(relation))
        }),
        Dimension::of("lines that are opened between two pieces", 26_027, |case, right| {
            right.appeared.as_slice().iter().any(|relation| case.stand_still(relation))
        }),
        Dimension::of("lines that both pawns of en passant opened", 6, |case, right| {
            let rank = case.m.from.rank();
            let along = |relation: &Relation| relation.squares().iter().all(|s| s.rank() == rank);
            let mut appeared = right.appeared.as_slice().iter();
            case.position.takes_en_passant(case.m)
                && appeared.any(|relation| along(relation) && case.stand_still(relation))
        }),
        Dimension::of("moves by White", 59_783, |case, _| walk::by_white(&case.position, case.m)),
        Dimension::of("moves by Black", 59_841, |case, _| walk::by_black(&case.position, case.m)),
        Dimension::of("captures", 15_522, |case, _| walk::captures(&case.position, case.m)),
        Dimension::of("captures en passant", 135, |case, _| case.position.takes_en_passant(case.m)),
        Dimension::of("castling to the king's side", 364, |case, _| {
            walk::castles_short(&case.position, case.m)
        }),
        Dimension::of("castling to the queen's side", 264, |case, _| {
            walk::castles_long(&case.position, case.m)
        }),
        Dimension::of("promotions", 3220, |case, _| case.m.promotion.is_some()),
        Dimension::of("captures with promotion to a knight", 168, |case, _| {
            walk::captures_and_becomes_a_knight(&case.position, case.m)
        }),
        Dimension::of("crowded boards", 2837, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let anywhere = samples::positions().take(extent.of(5_000)).flat_map(|before| {
            let legal = movegen::conceivable(&before).map(move |m| Case { position: before, m });
            legal.filter(|case| movegen::is_legal(&case.position, case.m))
        });
        let in_games = samples::games().take(extent.of(1_000)).flat_map(|(start, moves)| {
            moves.scan(start, |position, m| {
                let before = *position;
                *position = before.play(m);
                Some(Case { position: before, m })
            })
        });
        anywhere.chain(in_games)
    }

    fn oracle(case: &Case) -> Changes {
        oracle(&case.position, case.m)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(wrong, f)
    }
}

fn draw<Q: question::Question<Case = Case, Answer = Changes>>(
    Wrong { case: Case { position: before, m }, expected, actual, .. }: &Wrong<Q>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(f, "{m} in {before}: ")?;
    expected.draw_difference(actual, *m, before, f)
}

impl<V: Deltas> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> Changes {
        let mut changes = Changes::new();
        V::list(&case.position, case.m, &case.position.play(case.m), &mut changes);
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    /// The squares of the relations that vanish, and of those that appear.
    fn listed(fen: &str, m: &str) -> [String; 2] {
        let changes = oracle(&Position::from_fen(fen).unwrap(), m.parse().unwrap());
        [changes.vanished, changes.appeared].map(|list| {
            let squares = list.as_slice().iter().map(|relation| relation.squares());
            squares.map(|[from, to]| format!("{from}{to}")).collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn agrees_with_lists_written_by_hand() {
        for (fen, m, vanished, appeared) in [
            // A knight opens a file and closes a diagonal.
            ("3bk3/8/8/8/4N2P/8/8/K3R3 w - -", "e4f6", "e1e4 d8h4", "e1e8 f6e8 d8f6"),
            // A rook stays on its line, between the same pieces.
            ("6k1/p7/8/8/8/8/R7/Q5K1 w - -", "a2a4", "a1a2 a2a1 a2a7", "a1a4 a4a1 a4a7"),
            // A rook is captured by another that stood before a third.
            ("6k1/r7/8/8/8/8/R7/R5K1 w - -", "a2a7", "a1a2 a2a1 a2a7 a7a2", "a1a7 a7a1"),
            // Two pawns leave a rank at once.
            ("8/8/8/R1pP3k/8/8/8/7K w - c6", "d5c6", "a5c5", "a5h5"),
            ("3n4/4P3/8/6k1/8/8/8/K7 w - -", "e7d8n", "e7d8", ""),
            ("3n4/4P3/8/6k1/8/8/8/K7 w - -", "e7d8q", "e7d8", "d8g5"),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
                "e1g1",
                "a1e1 h1e1 h1h8 h8h1",
                "a1f1 f1a1 f1g1 g1f1",
            ),
        ] {
            assert_eq!(listed(fen, m), [vanished, appeared], "{m} in {fen}");
        }
    }

    faulty::catch_every_fault!(Oracle);
}
