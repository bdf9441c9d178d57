//! The twelve pieces.

use core::fmt;

/// Whose piece it is.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[repr(u8)]
pub enum Color {
    /// The side whose pawns go towards the eighth rank.
    White,
    /// The side whose pawns go towards the first rank.
    Black,
}

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[repr(u8)]
pub enum PieceKind {
    /// Attacks one square diagonally forward on either side.
    Pawn,
    /// Attacks two squares along and one across.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides along ranks, files and diagonals.
    Queen,
    /// Attacks its eight neighbours.
    King,
}

/// A piece with its owner, numbered as `2 * kind + color`: the lowest bit is
/// the owner, the rest the kind.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All pieces in the order of their numbers.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// What the piece is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self as u8 / 2 {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }

    /// Whose piece it is.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8).is_multiple_of(2) { Color::White } else { Color::Black }
    }
}

/// Writes the piece in words, such as `white knight`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        let kind = match self.kind() {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        };
        write!(f, "{color} {kind}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_numbered_by_kind_and_owner() {
        for (number, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece as usize, number);
            assert_eq!(2 * piece.kind() as usize + piece.color() as usize, number);
        }
    }
}
