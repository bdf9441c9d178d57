//! Attack relations, and lists of those that change.

use crate::board::draw_boards;
use crate::question::Spoil;
use crate::{Move, Piece, PieceKind, Position, Square, lanes};
use core::fmt;

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

    /// The kinds of the attacker and of the victim, if this is a relation.
    pub(crate) fn kinds(self) -> Option<[PieceKind; 2]> {
        let [attacker, _, victim, _] = self.0.to_le_bytes();
        let kind = |number: u8| Some(Piece::ALL.get(usize::from(number))?.kind());
        Some([kind(attacker)?, kind(victim)?])
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

    /// Drops the relations for which a condition does not hold, without a branch.
    #[inline(always)]
    pub fn retain(&mut self, is: impl Fn(Relation) -> bool) {
        let length = core::mem::take(&mut self.length);
        for place in 0..length {
            let relation = self.relations[place % PLACES];
            self.push_if(relation, is(relation));
        }
    }

    /// Drops the relations for which a condition does not hold, with a branch for each.
    #[inline(always)]
    pub fn retain_by_branch(&mut self, is: impl Fn(Relation) -> bool) {
        let length = core::mem::take(&mut self.length);
        for place in 0..length {
            let relation = self.relations[place % PLACES];
            if is(relation) {
                self.push(relation);
            }
        }
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

    /// The list without the last relation that is like this, if one is.
    pub(crate) fn without(&self, is: impl Fn(&Relation) -> bool) -> Option<Relations> {
        let mut rest = *self;
        let found = rest.as_slice().iter().rposition(is)?;
        rest.length -= 1;
        rest.relations.swap(found, rest.length);
        Some(rest)
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

    /// Tells a relation that is in these changes or in others alone, to the end of the line, and
    /// draws the move.
    pub(crate) fn draw_difference(
        &self,
        actual: &Changes,
        m: Move,
        before: &Position,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let lists = [
            ("vanishes", &self.vanished, &actual.vanished),
            ("appears", &self.appeared, &actual.appeared),
        ];
        let differ = lists.into_iter().find(|(_, right, given)| right != given);
        let (happens, right, given) = differ.unwrap_or(lists[0]);
        let [right, given] = [right.as_slice(), given.as_slice()];
        let missing = right.iter().find(|relation| !given.contains(relation));
        match missing.or(given.iter().find(|relation| !right.contains(relation))) {
            Some(relation) if missing.is_some() => writeln!(f, "{relation} {happens}")?,
            Some(relation) => writeln!(f, "{relation} never {happens}")?,
            None => writeln!(f, "a relation that {happens} is listed twice")?,
        }
        let boards = [
            ("from and to", m.from.bitboard() | m.to.bitboard()),
            ("before", before.occupied()),
            ("after", before.play(m).occupied()),
        ];
        draw_boards(&boards, f)
    }
}

/// With a king that attacks itself.
impl Spoil for Changes {
    fn spoilt(&self) -> Changes {
        let mut changes = *self;
        let (piece, square) = (Piece::WhiteKing, Square::A1);
        changes.appeared.push(Relation::new(piece, square, piece, square));
        changes
    }
}

impl Default for Changes {
    fn default() -> Changes {
        Changes::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::ToString;

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
        written.retain(|relation| relation != Relation(7));
        assert_eq!(written, list(&[8, 8]));
    }
}
