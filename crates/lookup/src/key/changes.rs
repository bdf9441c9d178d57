//! What changes of a key with a move, for variants that share all but their words.

use super::words::{BLACK, FILES, corners};
use crate::PieceKind::{King, Pawn, Rook};
use crate::{Bitboard, Color, Move, Piece, Position, Square};

/// The rooks that may still castle after a piece has moved.
#[inline(always)]
#[must_use]
pub const fn rooks_after(rooks: Bitboard, piece: Piece, m: Move) -> Bitboard {
    let own = match piece {
        Piece::WhiteKing => 0xff,
        Piece::BlackKing => 0xff << 56,
        _ => 0,
    };
    Bitboard(rooks.0 & !(m.from.bitboard().0 | m.to.bitboard().0 | own))
}

/// Whether a pawn of a side stands beside this square, where a pawn has gone by two squares.
#[inline(always)]
#[must_use]
pub const fn may_take(position: &Position, side: Color, pawn: Square) -> bool {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let pawn = pawn.bitboard().0;
    let beside = pawn << 1 & !FILE_A | pawn >> 1 & !(FILE_A << 7);
    position.pieces(Piece::new(Pawn, side)).0 & beside != 0
}

/// The file of a pawn that can be taken en passant before a move, and that of one that can be after
/// it.
#[inline(always)]
#[must_use]
pub fn files(position: &Position, piece: Piece, m: Move) -> [Option<u8>; 2] {
    let us = position.side_to_move();
    // The pawn stands on the rank behind the square that it has passed, beside those that may take.
    let before = position.en_passant().filter(|&over| {
        let pawn = Square::new(over as u8 ^ 8);
        may_take(position, us, pawn)
    });
    let goes_by_two = piece.kind() == Pawn && m.from as u8 ^ m.to as u8 == 16;
    let after = goes_by_two && may_take(position, !us, m.to);
    [before.map(Square::file), after.then_some(m.to.file())]
}

/// The exclusive or of all words that change with a move: those of pieces by `word`, the others by
/// their places among the [rights](super::rights).
#[inline(always)]
#[must_use]
pub fn change(
    position: &Position,
    m: Move,
    word: impl Fn(Piece, Square) -> u64,
    right: impl Fn(usize) -> u64,
) -> u64 {
    let Some(piece) = position.piece_on(m.from) else { return 0 };
    let becomes = m.promotion.map_or(piece, |kind| Piece::new(kind, piece.color()));
    let moved = word(piece, m.from) ^ word(becomes, m.to);
    moved ^ others(position, piece, m, word) ^ change_of_rights(position, piece, m, right) ^ BLACK
}

/// The words of the captured piece or of the castling rook.
#[inline(always)]
#[must_use]
pub fn others(
    position: &Position,
    piece: Piece,
    m: Move,
    word: impl Fn(Piece, Square) -> u64,
) -> u64 {
    let Move { from, to, .. } = m;
    if let Some(victim) = position.piece_on(to) {
        return word(victim, to);
    }
    match piece.kind() {
        Pawn if position.en_passant() == Some(to) => {
            word(Piece::new(Pawn, !piece.color()), beside(from, to.file()))
        }
        King if from.file().abs_diff(to.file()) == 2 => {
            let rook = Piece::new(Rook, piece.color());
            let (corner, passed) = if to > from { (7, 5) } else { (0, 3) };
            word(rook, beside(from, corner)) ^ word(rook, beside(from, passed))
        }
        _ => 0,
    }
}

/// The square on the same rank and this file.
#[inline(always)]
#[must_use]
pub const fn beside(square: Square, file: u8) -> Square {
    Square::new(square as u8 & 56 | file)
}

/// The words of rights before a move and after it, where they differ.
#[inline(always)]
#[must_use]
pub fn change_of_rights(
    position: &Position,
    piece: Piece,
    m: Move,
    right: impl Fn(usize) -> u64,
) -> u64 {
    let before = position.castling();
    let after = rooks_after(before, piece, m);
    let mut change = 0;
    if before != after {
        change = right(corners(before)) ^ right(corners(after));
    }
    for file in files(position, piece, m).into_iter().flatten() {
        change ^= right(FILES + usize::from(file));
    }
    change
}
