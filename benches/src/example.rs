//! A question to every variant and its answer, as boards for the report.

use crate::record::Board;
use lookup::attacked::Attacked;
use lookup::attackers::Attackers;
use lookup::checks::Checks;
use lookup::legality::Legality;
use lookup::pins::Pins;
use lookup::sliders::Sliders;
use lookup::xrays::Xrays;
use lookup::{Bitboard, Color, Move, Piece, Position, Square, movegen};

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

/// The same queen, and more pieces behind those in its way.
pub(crate) fn xrays<V: Xrays>() -> Vec<Board> {
    let (from, blockers) = queen();
    let others = [Square::B4, Square::D8, Square::H4].map(Square::bitboard);
    let occupied = others.into_iter().fold(blockers | from.bitboard(), |set, other| set | other);
    let seen = V::rook(from, occupied, blockers) | V::bishop(from, occupied, blockers);
    vec![
        board("a queen on d4", from.bitboard()),
        board("what it looks through", blockers),
        board("what else stands there", occupied & !blockers & !from.bitboard()),
        board("the squares that it attacks through a piece", seen),
    ]
}

/// A square that everybody looks at.
pub(crate) fn attackers<V: Attackers>() -> Vec<Board> {
    let fen = "r1b1k2r/pp3ppp/2n1pn2/q1bp4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq -";
    let position = Position::from_fen(fen).expect("a position");
    vec![
        board("the square d4", Square::D4.bitboard()),
        board("what stands on the board", position.occupied()),
        board("what attacks d4", V::attackers_to(&position, Square::D4)),
    ]
}

/// A king with three pinned pieces and one that is not.
pub(crate) fn pins<V: Pins>() -> Vec<Board> {
    let position = position("k3r3/8/7b/b5q1/8/2N1B3/3PP3/r1Q1K3 w - -");
    vec![
        board("the white king", position.king(Color::White).bitboard()),
        board("white's pieces", position.color(Color::White)),
        board("black's pieces", position.color(Color::Black)),
        board("white's pinned pieces", V::pinned(&position, Color::White)),
    ]
}

/// A rook, and a knight on the line from a bishop to the king.
pub(crate) fn checks<V: Checks>() -> Vec<Board> {
    let position = position("6k1/8/8/3N4/8/1B6/8/R5K1 w - -");
    let checks = movegen::legal_moves(&position).filter(|&m| V::gives_check(&position, m));
    vec![
        board("the black king", position.king(Color::Black).bitboard()),
        board("white's pieces", position.color(Color::White)),
        board("where white's moves end that give check", set(checks.map(|m| m.to))),
    ]
}

/// A queen among both sides' pieces.
pub(crate) fn legality<V: Legality>() -> Vec<Board> {
    let position = position("4k3/3p4/8/8/3Q1P2/8/1p6/4K3 w - -");
    let goes = |to: &Square| {
        V::is_pseudo_legal(&position, Move { from: Square::D4, to: *to, promotion: None })
    };
    vec![
        board("a white queen on d4", Square::D4.bitboard()),
        board("white's pieces", position.color(Color::White)),
        board("black's pieces", position.color(Color::Black)),
        board("the squares for which the answer is yes", set(Square::ALL.into_iter().filter(goes))),
    ]
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

fn set(squares: impl Iterator<Item = Square>) -> Bitboard {
    squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
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
