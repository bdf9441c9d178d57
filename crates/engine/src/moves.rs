//! Legal moves from the lookups.
//!
//! `pseudo_legal` hands out moves that only the safety of the king can still forbid; in check it
//! leaves out most that cannot end the check. [`Safety`] holds the facts about a position's king,
//! found once, and [`Safety::allows`] tests a single move by them. A search tests a move just
//! before it makes it, so the moves after a cutoff cost nothing.

use crate::attacked::Attacked;
use crate::lookups::{Lookups, Seen};
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::pins::Pins;
use lookup::serialize::{self, Places, Serialize, encoded};
use lookup::sliders::Sliders;
use lookup::targets::{Take, Targets};
use lookup::{Bitboard, Move, PieceKind, Position, Square};

/// A move in 16 bits: a promotion above the word that [lookups write](lookup::serialize).
/// [`Packed::NONE`] is no move.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Packed(pub u16);

impl Packed {
    /// No move: from a1 to a1.
    pub const NONE: Packed = Packed(0);

    /// The move in 16 bits.
    #[inline]
    #[must_use]
    pub const fn of(m: Move) -> Packed {
        let promotion = match m.promotion {
            Some(kind) => kind as u16,
            None => 0,
        };
        Packed(encoded(m.from, m.to) | promotion << 12)
    }

    /// The move in three bytes.
    #[inline]
    #[must_use]
    pub const fn unpacked(self) -> Move {
        let promotion = match self.0 >> 12 {
            1 => Some(PieceKind::Knight),
            2 => Some(PieceKind::Bishop),
            3 => Some(PieceKind::Rook),
            4 => Some(PieceKind::Queen),
            _ => None,
        };
        let (from, to) = (Square::new((self.0 >> 6) as u8), Square::new(self.0 as u8));
        Move { from, to, promotion }
    }

    /// Whether there is a move.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// The facts that bear on the king of the side to move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Safety {
    /// Its square.
    pub king: Square,
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// The pieces that may not leave their line to the king.
    pub pinned: Bitboard,
    /// The squares that another piece must go to, so that no check remains.
    pub mask: Bitboard,
}

impl Safety {
    /// Finds all facts.
    #[inline]
    #[must_use]
    pub fn of<L: Lookups>(position: &Position) -> Safety {
        Safety::given::<L>(position, L::Checks::checkers(position))
    }

    /// Finds the rest, given the checkers.
    #[inline]
    #[must_use]
    pub fn given<L: Lookups>(position: &Position, checkers: Bitboard) -> Safety {
        let us = position.side_to_move();
        let king = position.king(us);
        let mask = match checkers.0.count_ones() {
            0 => !Bitboard::EMPTY,
            1 => L::Between::between(king, checkers.first()) | checkers,
            _ => Bitboard::EMPTY,
        };
        Safety { king, checkers, pinned: L::Pins::pinned(position, us), mask }
    }

    /// Whether a pseudo-legal move leaves the king safe. `self` and `seen` must belong to the
    /// position.
    #[inline]
    #[must_use]
    pub fn allows<L: Lookups>(&self, position: &Position, seen: Seen<'_, L>, m: Move) -> bool {
        let Move { from, to, .. } = m;
        if from == self.king {
            return self.allows_king::<L>(position, seen, to);
        }
        if takes_en_passant(position, m) {
            return self.allows_en_passant::<L>(position, m);
        }
        let stays = || {
            L::Between::between(self.king, to).contains(from)
                || L::Between::between(self.king, from).contains(to)
        };
        self.mask.contains(to) && (!self.pinned.contains(from) || stays())
    }

    #[inline(never)]
    fn allows_king<L: Lookups>(&self, position: &Position, seen: Seen<'_, L>, to: Square) -> bool {
        let enemy = !position.side_to_move();
        let attacked = |square| {
            L::Attacked::is_attacked::<L::Attackers, L::Threats>(seen, position, square, enemy)
        };
        if self.king.file().abs_diff(to.file()) == 2 {
            let passed = L::Between::between(self.king, to) | to.bitboard();
            return self.checkers.is_empty() && !passed.squares().any(attacked);
        }
        // The king hides the squares behind it from a slider that gives check.
        let leapers = position.kind(PieceKind::Pawn) | position.kind(PieceKind::Knight);
        let behind = |checker| L::Between::between(checker, to).contains(self.king);
        !(self.checkers & !leapers).squares().any(behind) && !attacked(to)
    }

    /// Looks at the lines to the king anew, because two pawns leave their squares at once.
    #[inline(never)]
    fn allows_en_passant<L: Lookups>(&self, position: &Position, m: Move) -> bool {
        let victim = Square::new(m.from as u8 & 56 | m.to.file()).bitboard();
        let after = position.occupied() & !(m.from.bitboard() | victim) | m.to.bitboard();
        let enemy = position.color(!position.side_to_move()) & !victim;
        let queens = position.kind(PieceKind::Queen);
        let (rooks, bishops) =
            (position.kind(PieceKind::Rook) | queens, position.kind(PieceKind::Bishop) | queens);
        let leapers = self.checkers & !victim & !(rooks | bishops);
        let sliders = (L::Sliders::rook(self.king, after) & rooks)
            | (L::Sliders::bishop(self.king, after) & bishops);
        (leapers | sliders & enemy).is_empty()
    }
}

/// A taker of moves.
pub(crate) trait Sink {
    /// Takes a move.
    fn one(&mut self, m: Move);

    /// Takes the moves of a piece to empty squares.
    fn quiets(&mut self, from: Square, targets: Bitboard);
}

/// Hands out the pseudo-legal moves of the side to move, each once, in the order of the
/// variant. In check it leaves out moves of other pieces than the king that cannot end the
/// check, unless they go to the square of an en passant capture.
#[inline(always)]
pub(crate) fn pseudo_legal<L: Lookups>(position: &Position, safety: &Safety, mut sink: impl Sink) {
    let over = position.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
    let mask = safety.mask | over;
    L::Targets::for_each(position, Filter { position, king: safety.king, mask, sink: &mut sink });
    if safety.checkers.is_empty() {
        let own = position.castling() & position.color(position.side_to_move());
        for rook in own.squares() {
            // The squares in between are always the same, so they are no lookup.
            let (path, file) = if rook > safety.king { (0x60, 6) } else { (0x0e, 2) };
            let first = safety.king as u8 & 56;
            if (Bitboard(path << first) & position.occupied()).is_empty() {
                let to = Square::new(first | file);
                sink.one(Move { from: safety.king, to, promotion: None });
            }
        }
    }
}

/// Makes moves of the king's targets and of other targets within a mask.
struct Filter<'a, S> {
    position: &'a Position,
    king: Square,
    mask: Bitboard,
    sink: &'a mut S,
}

impl<S: Sink> Take for Filter<'_, S> {
    #[inline(always)]
    fn pair(&mut self, from: Square, to: Square) {
        if from != self.king && !self.mask.contains(to) {
            return;
        }
        if self.position.kind(PieceKind::Pawn).contains(from) && matches!(to.rank(), 0 | 7) {
            for kind in PROMOTIONS {
                self.sink.one(Move { from, to, promotion: Some(kind) });
            }
        } else {
            self.sink.one(Move { from, to, promotion: None });
        }
    }

    #[inline(always)]
    fn set(&mut self, from: Square, targets: Bitboard) {
        if self.position.kind(PieceKind::Pawn).contains(from) {
            return targets.squares().for_each(|to| self.pair(from, to));
        }
        let targets = if from == self.king { targets } else { targets & self.mask };
        let occupied = self.position.occupied();
        for to in (targets & occupied).squares() {
            self.sink.one(Move { from, to, promotion: None });
        }
        self.sink.quiets(from, targets & !occupied);
    }
}

/// Hands out the legal moves.
#[inline(always)]
pub fn legal<L: Lookups>(position: &Position, safety: &Safety, take: impl FnMut(Move)) {
    let places = [0; serialize::AT_ONCE];
    let mut kept = L::Attacked::NEW;
    let seen = L::Attacked::seen(&mut kept);
    pseudo_legal::<L>(position, safety, Legal::<L, _> { position, safety, take, places, seen });
}

/// Passes on the moves that leave the king safe.
struct Legal<'a, L: Lookups, F> {
    position: &'a Position,
    safety: &'a Safety,
    take: F,
    places: Places,
    seen: Seen<'a, L>,
}

impl<L: Lookups, F: FnMut(Move)> Sink for Legal<'_, L, F> {
    #[inline(always)]
    fn one(&mut self, m: Move) {
        if self.safety.allows::<L>(self.position, self.seen, m) {
            (self.take)(m);
        }
    }

    #[inline(always)]
    fn quiets(&mut self, from: Square, targets: Bitboard) {
        let count = L::Serialize::serialize(from, targets, &mut self.places);
        for number in 0..count.min(serialize::AT_ONCE) {
            self.one(Packed(self.places[number]).unpacked());
        }
    }
}

/// Whether a pseudo-legal move captures en passant.
#[inline]
#[must_use]
pub fn takes_en_passant(position: &Position, m: Move) -> bool {
    position.en_passant() == Some(m.to) && position.kind(PieceKind::Pawn).contains(m.from)
}

/// Whether a pseudo-legal move captures or makes a queen.
#[inline]
#[must_use]
pub fn is_noisy(position: &Position, m: Move) -> bool {
    position.occupied().contains(m.to)
        || m.promotion == Some(PieceKind::Queen)
        || takes_en_passant(position, m)
}

const PROMOTIONS: [PieceKind; 4] =
    [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::{Base, Each, choices};
    use alloc::vec::Vec;
    use lookup::legality::Legality;
    use lookup::{movegen, samples};

    fn compare<L: Lookups>(positions: impl Iterator<Item = Position>) {
        for position in positions {
            let safety = Safety::of::<L>(&position);
            let mut moves = Vec::new();
            legal::<L>(&position, &safety, |m| moves.push(m));
            moves.sort_unstable();
            let mut expected: Vec<_> = movegen::legal_moves(&position).collect();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{} in {position}", L::NAME);
        }
    }

    #[test]
    fn every_choice_generates_the_moves_of_the_rules() {
        struct Compare;
        impl Each for Compare {
            fn choice<L: Lookups>(&mut self) {
                compare::<L>(samples::positions().take(300));
            }
        }
        compare::<Base>(samples::positions().take(3000));
        choices(&mut Compare);
    }

    /// A move from elsewhere is legal if it is pseudo-legal and the king is safe.
    #[test]
    fn moves_from_elsewhere_are_tested() {
        for position in samples::positions().take(40) {
            let safety = Safety::of::<Base>(&position);
            for packed in (1..=u16::MAX).map(Packed) {
                let m = packed.unpacked();
                if Packed::of(m) != packed {
                    continue;
                }
                let found = <Base as Lookups>::Legality::is_pseudo_legal(&position, m)
                    && safety.allows::<Base>(&position, (), m);
                assert_eq!(found, movegen::is_legal(&position, m), "{m} in {position}");
            }
        }
    }
}
