//! The keys of positions, and how reversible moves change them.
//!
//! By [Zobrist's] method, a key is the exclusive or of a word for each piece on its square, and of
//! one more if Black is to move. So a move changes a key by the words of what it changes, whatever
//! else stands on the board.
//!
//! The words are those of [`key`](crate::key).
//!
//! [Zobrist's]: https://www.chessprogramming.org/Zobrist_Hashing

use crate::PieceKind::Pawn;
use crate::key::{BLACK, word};
use crate::{Color, Pair, Piece, Position, Square, index};

/// The difference of the keys before and after a piece goes from one square to another, which is
/// empty. Both ways make the same.
#[must_use]
pub const fn difference(piece: Piece, squares: Pair) -> u64 {
    word(piece, squares.a) ^ word(piece, squares.b) ^ BLACK
}

/// The key of a position. Rights to castle and to take en passant are left out: engines add words
/// for them, and no reversible move changes them.
#[must_use]
pub fn of(position: &Position) -> u64 {
    let side = if position.side_to_move() == Color::Black { BLACK } else { 0 };
    let pieces = position.occupied().squares();
    let words = pieces.filter_map(|square| Some(word(position.piece_on(square)?, square)));
    words.fold(side, |all, word| all ^ word)
}

/// A reversible move: a piece goes from one square to the other, or back.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Reversible {
    /// The piece.
    pub piece: Piece,
    /// Both squares, the one with the lower number first.
    pub squares: Pair,
}

impl Reversible {
    /// How it changes a key.
    #[must_use]
    pub const fn difference(self) -> u64 {
        difference(self.piece, self.squares)
    }
}

/// The number of reversible moves: 168 of a knight, 280 of a bishop, 448 of a rook, 728 of a queen
/// and 210 of a king, of either color.
pub const MOVES: usize = 3668;

/// All reversible moves, for the tables of variants: in the order of their pieces, lower squares
/// and higher squares.
#[must_use]
pub const fn reversible() -> [Reversible; MOVES] {
    let squares = Pair { a: Square::A1, b: Square::A1 };
    let mut all = [Reversible { piece: Piece::WhitePawn, squares }; MOVES];
    let (targets, mut count, mut i) = (index::targets(), 0, 0);
    while i < 12 * 64 {
        let (piece, a) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
        let above = targets[i / 64][i % 64].0 & (u64::MAX << 1 << a as u32);
        let mut rest = if piece.kind() as u8 == Pawn as u8 { 0 } else { above };
        while rest != 0 {
            let b = Square::new(rest.trailing_zeros() as u8);
            all[count] = Reversible { piece, squares: Pair { a, b } };
            count += 1;
            rest &= rest - 1;
        }
        i += 1;
    }
    assert!(count == MOVES, "as many as are told");
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacked;
    use std::vec::Vec;

    /// Stockfish asserts the same number.
    #[test]
    fn reversible_moves_are_those_of_pieces_on_an_empty_board() {
        let moves = reversible();
        let all = Piece::ALL.into_iter().filter(|piece| piece.kind() != Pawn);
        let expected = all.flat_map(|piece| {
            let pairs = Pair::all().filter(|pair| pair.a < pair.b);
            let goes = move |&Pair { a, b }: &Pair| attacked::oracle(piece, a, b, a.bitboard());
            pairs.filter(goes).map(move |squares| Reversible { piece, squares })
        });
        assert!(moves.into_iter().eq(expected));
        let of = |piece| moves.iter().filter(|m| m.piece == piece).count();
        let counts = Piece::ALL.map(of);
        assert_eq!(counts, [0, 0, 168, 168, 280, 280, 448, 448, 728, 728, 210, 210]);
        assert_eq!(counts.iter().sum::<usize>(), 3668);
    }

    /// Otherwise a difference would not tell the move.
    #[test]
    fn no_two_reversible_moves_change_a_key_alike() {
        let mut differences: Vec<_> = reversible().iter().map(|m| m.difference()).collect();
        differences.sort_unstable();
        differences.dedup();
        assert_eq!(differences.len(), 3668);
        assert!(!differences.contains(&0) && !differences.contains(&BLACK));
    }

    #[test]
    fn a_move_changes_the_key_by_its_difference() {
        let position = |fen| Position::from_fen(fen).unwrap();
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        let after = start.play("g1f3".parse().unwrap());
        let knight = Pair { a: Square::G1, b: Square::F3 };
        assert_eq!(of(&start) ^ of(&after), difference(Piece::WhiteKnight, knight));
        assert_eq!(of(&start.pass()) ^ of(&start), BLACK);
        let bare = position("8/8/8/8/8/8/k7/7K w - -");
        let kings = word(Piece::BlackKing, Square::A2) ^ word(Piece::WhiteKing, Square::H1);
        assert_eq!(of(&bare), kings);
    }
}
