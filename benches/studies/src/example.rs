//! Boards for the report, shared by the examples of the questions.

use lookup::{Bitboard, Position, Square};
use records::Board;

pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

pub(crate) fn set(squares: impl Iterator<Item = Square>) -> Bitboard {
    squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
}

/// A queen's square, and the pieces in its way.
pub(crate) fn queen() -> (Square, Bitboard) {
    (Square::D4, set([Square::D7, Square::F4, Square::F6, Square::B2].into_iter()))
}

pub(crate) fn board(caption: &str, squares: Bitboard) -> Board {
    let squares = Square::ALL.into_iter().filter(|square| squares.contains(*square));
    Board {
        caption: caption.to_owned(),
        squares: squares.map(|square| square.to_string()).collect(),
    }
}
