//! What moves change on a board.

use crate::PieceKind::{King, Rook};
use crate::{Move, Piece, Position, Square};

/// A change of a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Change {
    /// A piece comes to an empty square.
    Put(Piece, Square),
    /// The piece on a square goes.
    Remove(Piece, Square),
    /// The piece on the first square goes to the second one, which is empty.
    Move(Piece, Square, Square),
}

impl Change {
    /// The change that undoes this one.
    #[inline]
    #[must_use]
    pub const fn undone(self) -> Change {
        match self {
            Change::Put(piece, square) => Change::Remove(piece, square),
            Change::Remove(piece, square) => Change::Put(piece, square),
            Change::Move(piece, from, to) => Change::Move(piece, to, from),
        }
    }
}

/// The changes of a pseudo-legal move, three at most, in the order of making them: a captured piece
/// goes first. There are none if the move starts from an empty square.
pub fn changes(
    position: &Position,
    m: Move,
) -> impl DoubleEndedIterator<Item = Change> + Clone + use<> {
    let Move { from, to, promotion } = m;
    let beside = |file| Square::new(from as u8 & 56 | file);
    let taken = if position.takes_en_passant(m) { beside(to.file()) } else { to };
    let removed = position.piece_on(taken).map(|victim| Change::Remove(victim, taken));
    let moved = position.piece_on(from).map(|piece| match promotion {
        Some(kind) => {
            let becomes = Piece::new(kind, piece.color());
            [removed, Some(Change::Remove(piece, from)), Some(Change::Put(becomes, to))]
        }
        None => {
            let (corner, passed) = if to > from { (7, 5) } else { (0, 3) };
            let rook = Piece::new(Rook, piece.color());
            let rook = Change::Move(rook, beside(corner), beside(passed));
            let castles = piece.kind() == King && position.castles(m);
            [removed, Some(Change::Move(piece, from, to)), castles.then_some(rook)]
        }
    });
    moved.unwrap_or_default().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn changes_are_those_of_moves_by_hand() {
        use Change::{Move, Put, Remove};
        use Piece::*;
        use Square::*;
        let found = |fen, m: &str| {
            let position = Position::from_fen(fen).unwrap();
            changes(&position, m.parse().unwrap()).collect::<Vec<_>>()
        };
        let castling = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq -";
        assert_eq!(found(castling, "e1g1"), [Move(WhiteKing, E1, G1), Move(WhiteRook, H1, F1)]);
        assert_eq!(found(castling, "e1c1"), [Move(WhiteKing, E1, C1), Move(WhiteRook, A1, D1)]);
        assert_eq!(found(castling, "e1e2"), [Move(WhiteKing, E1, E2)]);
        assert_eq!(found(castling, "h1h8"), [Remove(BlackRook, H8), Move(WhiteRook, H1, H8)]);
        assert_eq!(found(castling, "b7b8n"), [Remove(WhitePawn, B7), Put(WhiteKnight, B8)]);
        let takes = [Remove(BlackRook, A8), Remove(WhitePawn, B7), Put(WhiteQueen, A8)];
        assert_eq!(found(castling, "b7a8q"), takes);
        let passed = "4k3/8/8/8/2Pp4/8/8/4K3 b - c3";
        assert_eq!(found(passed, "d4c3"), [Remove(WhitePawn, C4), Move(BlackPawn, D4, C3)]);
        assert_eq!(found(passed, "a1a2"), []);
        let all = [Put(BlackKing, A1), Remove(BlackKing, A1), Move(BlackKing, A1, B1)];
        let undone = [Remove(BlackKing, A1), Put(BlackKing, A1), Move(BlackKing, B1, A1)];
        assert_eq!(all.map(Change::undone), undone);
    }
}
