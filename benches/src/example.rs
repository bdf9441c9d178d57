//! A question to every variant and its answer, as boards for the report.

use crate::record::Board;
use lookup::attacked::Attacked;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Piece, Square};

/// A long diagonal, so that much lies in between.
pub(crate) fn between(answer: impl Fn(Square, Square) -> Bitboard) -> Vec<Board> {
    let (a, b) = (Square::B2, Square::G7);
    vec![
        board("the two squares", a.bitboard() | b.bitboard()),
        board("the squares in between", answer(a, b)),
    ]
}

/// A queen with a few pieces in its way.
pub(crate) fn attacked<V: Attacked>() -> Vec<Board> {
    let (from, blockers) = queen();
    let occupied = blockers | from.bitboard();
    let attacked = |to: &Square| V::attacks(Piece::WhiteQueen, from, *to, occupied);
    let attacked = Square::ALL.into_iter().filter(attacked);
    let attacked = attacked.fold(Bitboard::EMPTY, |set, square| set | square.bitboard());
    vec![
        board("a queen on d4", from.bitboard()),
        board("what stands in its way", blockers),
        board("the squares for which the answer is yes", attacked),
    ]
}

/// The same queen.
pub(crate) fn sliders<V: Sliders>() -> Vec<Board> {
    let (from, blockers) = queen();
    vec![
        board("a queen on d4", from.bitboard()),
        board("what stands in its way", blockers),
        board("the squares it attacks", V::queen(from, blockers | from.bitboard())),
    ]
}

/// Where it stands, and what stands in its way.
fn queen() -> (Square, Bitboard) {
    let blockers = [Square::D7, Square::F4, Square::F6, Square::B2];
    let blockers =
        blockers.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard());
    (Square::D4, blockers)
}

fn board(caption: &str, squares: Bitboard) -> Board {
    let squares = Square::ALL.into_iter().filter(|square| squares.contains(*square));
    Board {
        caption: caption.to_owned(),
        squares: squares.map(|square| square.to_string()).collect(),
    }
}
