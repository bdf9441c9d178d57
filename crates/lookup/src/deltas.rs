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
//! # Example
//!
//! ```
//! use lookup::{Move, Position, Square, deltas};
//!
//! let position = Position::from_fen("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").unwrap();
//! let m = Move { from: Square::E1, to: Square::D1, promotion: None };
//! let changes = deltas::oracle(&position, m);
//! ```
//!
//! # Variants
//!
//! [byte-board-avx2](../../deltas_byte_board_avx2/index.html),
//! [byte-board-neon](../../deltas_byte_board_neon/index.html),
//! [byte-board-vbmi](../../deltas_byte_board_vbmi/index.html),
//! [difference](../../deltas_difference/index.html), [rays](../../deltas_rays/index.html),
//! [sliders](../../deltas_sliders/index.html).

use crate::board::draw_boards;
use crate::maps::attacks;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{
    Bitboard, Color, Extent, Identity, Move, Piece, PieceKind, Position, Square, Table, Variant,
    lanes, movegen, samples,
};
use core::fmt;

/// A way to list the relations that change with a move.
pub trait Deltas: Variant {
    /// Lists the relations that vanish and appear with a move. `after` is `before.play(m)`,
    /// and `changes` is [empty](Changes::clear).
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes);
}

/// A piece attacks another: from the lowest byte up, the attacker and its square, the victim
/// and its square.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct Relation(pub u32);

impl Relation {
    /// The attacker on `from` attacks the victim on `to`.
    #[inline]
    #[must_use]
    pub const fn new(attacker: Piece, from: Square, victim: Piece, to: Square) -> Relation {
        Relation(u32::from_le_bytes([attacker as u8, from as u8, victim as u8, to as u8]))
    }

    /// The piece on `from` attacks the piece on `to`.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position, from: Square, to: Square) -> Relation {
        Relation::between(standing(position, from), standing(position, to))
    }

    /// The first piece [that stands](standing) somewhere attacks the second one.
    #[inline(always)]
    #[must_use]
    pub const fn between(attacker: u32, victim: u32) -> Relation {
        Relation(victim << 16 | attacker)
    }

    /// The squares of the attacker and of the victim.
    #[must_use]
    pub fn squares(self) -> [Square; 2] {
        let [_, from, _, to] = self.0.to_le_bytes();
        [Square::new(from), Square::new(to)]
    }
}

/// Half of a relation: the piece on a square, and above it the square.
#[inline(always)]
#[must_use]
pub fn standing(position: &Position, square: Square) -> u32 {
    u32::from(lanes::byte(position.piece_on(square))) | (square as u32) << 8
}

/// Writes the relation in words, such as `white rook on a1 attacks black pawn on a7`.
impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [attacker, _, victim, _] = self.0.to_le_bytes();
        let [from, to] = self.squares();
        match [attacker, victim].map(|piece| Piece::ALL.get(usize::from(piece))) {
            [Some(attacker), Some(victim)] => {
                write!(f, "{attacker} on {from} attacks {victim} on {to}")
            }
            _ => write!(f, "{:#010x}, which is no relation,", self.0),
        }
    }
}

/// The most relations that vanish with a move, and the most that appear.
///
/// Of the squares that change, at most two hold a piece before the move, and at most two
/// after it. Such a piece attacks at most 8 others. At most 16 attack it: a knight by each of
/// 8 leaps, and the nearest piece in each of 8 directions. At most two squares change from
/// empty to occupied, or the other way. Through each run 4 lines, on which two pieces may
/// attack each other. That makes 2 x (8 + 16) + 2 x 8.
pub const MOST: usize = 64;

/// How many relations can be [written at once](Relations::places).
pub const AT_ONCE: usize = 16;

/// How many relations a list has room for: a power of two, so that a remainder bounds the index.
const PLACES: usize = 2 * MOST;

/// A list of relations, [`MOST`] at most.
#[derive(Clone, Copy)]
pub struct Relations {
    relations: [Relation; PLACES],
    length: usize,
}

impl Relations {
    /// Adds a relation.
    #[inline(always)]
    pub fn push(&mut self, relation: Relation) {
        self.push_if(relation, true);
    }

    /// Adds a relation if a condition holds, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, relation: Relation, is: bool) {
        self.relations[self.length % PLACES] = relation;
        self.length += usize::from(is);
    }

    /// The places behind the last relation. Whoever writes them then says how many of them to
    /// [keep](Relations::keep).
    #[inline(always)]
    pub fn places(&mut self) -> &mut [Relation; AT_ONCE] {
        let places = self.relations[self.length.min(MOST)..].first_chunk_mut();
        places.expect("there are so many behind any place")
    }

    /// Adds the first relations that stand in the [places behind the last](Relations::places).
    #[inline(always)]
    pub fn keep(&mut self, count: usize) {
        self.length += count;
    }

    /// The relations.
    ///
    /// # Panics
    /// If there are more than [`MOST`].
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Relation] {
        &self.relations[..MOST][..self.length]
    }
}

/// Equal as sets.
impl PartialEq for Relations {
    fn eq(&self, other: &Relations) -> bool {
        let [mut a, mut b] = [*self, *other];
        a.relations[..a.length].sort_unstable();
        b.relations[..b.length].sort_unstable();
        a.as_slice() == b.as_slice()
    }
}

impl fmt::Debug for Relations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// What changes with a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Changes {
    /// The relations that are there only before it.
    pub vanished: Relations,
    /// The relations that are there only after it.
    pub appeared: Relations,
}

impl Changes {
    /// No changes.
    #[must_use]
    pub const fn new() -> Changes {
        let none = Relations { relations: [Relation(0); PLACES], length: 0 };
        Changes { vanished: none, appeared: none }
    }

    /// Forgets all changes.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.vanished.length = 0;
        self.appeared.length = 0;
    }
}

impl Default for Changes {
    fn default() -> Changes {
        Changes::new()
    }
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

/// The oracle as a variant, for the tests of variants that build on one.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

impl Deltas for Oracle {
    fn list(before: &Position, m: Move, _: &Position, changes: &mut Changes) {
        *changes = oracle(before, m);
    }
}

impl Variant for Oracle {
    const IDENTITY: Identity =
        Identity { name: "deltas-oracle", summary: "Walks", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The relations in which the piece on a square attacks.
fn relations(position: &Position, from: Square) -> impl Iterator<Item = Relation> + Clone {
    let attacks = attacks(position, from);
    let attacker = position.piece_on(from);
    Square::ALL
        .into_iter()
        .filter(move |&to| attacks.contains(to))
        .filter_map(move |to| Some(Relation::new(attacker?, from, position.piece_on(to)?, to)))
}

/// A move in a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub m: Move,
}

impl Case {
    /// Whether a relation is between pieces that stand still.
    fn stand_still(&self, relation: &Relation) -> bool {
        let changed = changed(&self.before, &self.before.play(self.m));
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
    const DIMENSIONS: &'static [Dimension<Question>] = &[
        Dimension::<Self>::new("relations that vanish", 107_103, |_, right| {
            Some(Changes { vanished: without(&right.vanished, |_| true)?, ..*right })
        }),
        Dimension::<Self>::new("relations that appear", 104_366, |_, right| {
            Some(Changes { appeared: without(&right.appeared, |_| true)?, ..*right })
        }),
        Dimension::<Self>::new("moves that change nothing", 7789, |_, right| {
            let none = [right.vanished, right.appeared].iter().all(|list| list.length == 0);
            wrong_if(none, right)
        }),
        Dimension::<Self>::new(
            "lines that are closed between two pieces",
            16_302,
            |case, right| {
                let vanished = without(&right.vanished, |relation| case.stand_still(relation))?;
                Some(Changes { vanished, ..*right })
            },
        ),
        Dimension::<Self>::new(
            "lines that are opened between two pieces",
            26_027,
            |case, right| {
                let appeared = without(&right.appeared, |relation| case.stand_still(relation))?;
                Some(Changes { appeared, ..*right })
            },
        ),
        Dimension::<Self>::new("lines that both pawns of en passant opened", 6, |case, right| {
            let Case { before, m } = case;
            let along = |relation: &Relation| {
                relation.squares().iter().all(|square| square.rank() == m.from.rank())
            };
            let opened = without(&right.appeared, |r| along(r) && case.stand_still(r))?;
            let appeared = before.takes_en_passant(*m).then_some(opened)?;
            Some(Changes { appeared, ..*right })
        }),
        Dimension::<Self>::new("moves by White", 59_783, |case, right| {
            wrong_if(case.before.side_to_move() == Color::White, right)
        }),
        Dimension::<Self>::new("moves by Black", 59_841, |case, right| {
            wrong_if(case.before.side_to_move() == Color::Black, right)
        }),
        Dimension::<Self>::new("captures", 15_522, |case, right| {
            wrong_if(case.before.occupied().contains(case.m.to), right)
        }),
        Dimension::<Self>::new("captures en passant", 135, |case, right| {
            wrong_if(case.before.takes_en_passant(case.m), right)
        }),
        Dimension::<Self>::new("castling to the king's side", 364, |case, right| {
            wrong_if(case.before.castles(case.m) && case.m.to.file() == 6, right)
        }),
        Dimension::<Self>::new("castling to the queen's side", 264, |case, right| {
            wrong_if(case.before.castles(case.m) && case.m.to.file() == 2, right)
        }),
        Dimension::<Self>::new("promotions", 3220, |case, right| {
            wrong_if(case.m.promotion.is_some(), right)
        }),
        Dimension::<Self>::new("captures with promotion to a knight", 168, |case, right| {
            let Case { before, m } = case;
            let captures = before.occupied().contains(m.to);
            wrong_if(captures && m.promotion == Some(PieceKind::Knight), right)
        }),
        Dimension::<Self>::new("crowded boards", 2837, |case, right| {
            wrong_if(samples::is_crowded(&case.before), right)
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let anywhere = samples::positions().take(extent.of(5_000)).flat_map(|before| {
            let legal = movegen::conceivable(&before).map(move |m| Case { before, m });
            legal.filter(|case| movegen::is_legal(&case.before, case.m))
        });
        let in_games = samples::games().take(extent.of(1_000)).flat_map(|(start, moves)| {
            moves.scan(start, |position, m| {
                let before = *position;
                *position = before.play(m);
                Some(Case { before, m })
            })
        });
        anywhere.chain(in_games)
    }

    fn oracle(case: &Case) -> Changes {
        oracle(&case.before, case.m)
    }

    fn draw(
        Wrong { variant, case: Case { before, m }, expected, actual }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write!(f, "{variant} is wrong about {m} in {before}: ")?;
        draw_difference(expected, actual, f)?;
        let boards = [
            ("from and to", m.from.bitboard() | m.to.bitboard()),
            ("before", before.occupied()),
            ("after", before.play(*m).occupied()),
        ];
        draw_boards(&boards, f)
    }
}

/// Tells a relation that one of these has and the other has not, to the end of the line.
pub(crate) fn draw_difference(
    expected: &Changes,
    actual: &Changes,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match [
        ("vanishes", &expected.vanished, &actual.vanished),
        ("appears", &expected.appeared, &actual.appeared),
    ]
    .into_iter()
    .find(|(_, right, given)| right != given)
    {
        None => writeln!(f, "it lists what it should"),
        Some((happens, right, given)) => {
            let [right, given] = [right.as_slice(), given.as_slice()];
            let missing = right.iter().find(|relation| !given.contains(relation));
            match missing.or(given.iter().find(|relation| !right.contains(relation))) {
                Some(relation) if missing.is_some() => writeln!(f, "{relation} {happens}"),
                Some(relation) => writeln!(f, "{relation} never {happens}"),
                None => writeln!(f, "a relation that {happens} is listed twice"),
            }
        }
    }
}

/// The list without the last relation that is like this, if one is.
pub(crate) fn without(relations: &Relations, is: impl Fn(&Relation) -> bool) -> Option<Relations> {
    let mut rest = *relations;
    let found = rest.as_slice().iter().rposition(is)?;
    rest.length -= 1;
    rest.relations.swap(found, rest.length);
    Some(rest)
}

fn wrong_if(wrong: bool, right: &Changes) -> Option<Changes> {
    wrong.then(|| {
        let mut changes = *right;
        let (piece, square) = (Piece::WhiteKing, Square::A1);
        changes.appeared.push(Relation::new(piece, square, piece, square));
        changes
    })
}

impl<V: Deltas> Answers<Question> for V {
    fn answer(case: &Case) -> Changes {
        let mut changes = Changes::new();
        V::list(&case.before, case.m, &case.before.play(case.m), &mut changes);
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, Faulty};
    use std::format;
    use std::string::{String, ToString};
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

    #[test]
    fn a_relation_says_who_attacks_whom() {
        let relation = Relation::new(Piece::WhiteRook, Square::A1, Piece::BlackPawn, Square::A7);
        assert_eq!(relation.to_string(), "white rook on a1 attacks black pawn on a7");
        assert_eq!(relation.0, 0x3001_0006);
        assert!(Relation(0x0c).to_string().starts_with("0x0000000c, which is no relation"));
    }

    #[test]
    fn lists_are_equal_as_sets() {
        let list = |numbers: &[u32]| {
            let mut list = Changes::new().vanished;
            numbers.iter().for_each(|&number| list.push(Relation(number)));
            list
        };
        assert_eq!(list(&[1, 2, 3]), list(&[3, 1, 2]));
        assert_ne!(list(&[1, 2]), list(&[1, 2, 2]));
        assert_ne!(list(&[1, 1, 2]), list(&[1, 2, 2]));
        let mut written = list(&[7]);
        *written.places() = [Relation(8); AT_ONCE];
        written.keep(2);
        written.push_if(Relation(9), false);
        assert_eq!(written, list(&[8, 7, 8]));
        assert_eq!(format!("{written:?}"), "[Relation(7), Relation(8), Relation(8)]");
    }

    #[test]
    fn most_squares_that_change_are_those_of_the_move() {
        for position in samples::positions().take(300) {
            for m in movegen::legal_moves(&position) {
                let others = match (position.castles(m), position.takes_en_passant(m)) {
                    (true, _) => 2,
                    (_, true) => 1,
                    _ => 0,
                };
                let changed = changed(&position, &position.play(m));
                assert!(changed.contains(m.from) && changed.contains(m.to), "{m} in {position}");
                assert_eq!(changed.0.count_ones(), 2 + others, "{m} in {position}");
            }
        }
    }

    impl Deltas for Faulty {
        fn list(before: &Position, m: Move, _: &Position, changes: &mut Changes) {
            *changes = faulty::answer::<Question>(&Case { before: *before, m });
        }
    }

    #[test]
    fn every_fault_is_caught() {
        faulty::every_fault_is_caught::<Question, Faulty>();
    }

    #[test]
    fn a_wrong_answer_is_drawn() {
        for (dimension, text) in [
            ("relations that vanish", " vanishes\n"),
            ("relations that appear", " appears\n"),
            ("promotions", ": white king on a1 attacks white king on a1 never appears\n"),
        ] {
            let wrong = faulty::wrong::<Question, Faulty>(dimension).to_string();
            assert!(wrong.starts_with("faulty is wrong about "), "{wrong}");
            assert!(wrong.contains(text), "{wrong}");
            assert!(wrong.contains("from and to          before               after"), "{wrong}");
        }
    }
}
