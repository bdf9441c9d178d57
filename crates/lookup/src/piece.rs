//! The twelve pieces.

use core::fmt;
use core::ops::Not;

/// The owner of a piece.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[repr(u8)]
pub enum Color {
    /// The side whose pawns move towards the eighth rank.
    White,
    /// The side whose pawns move towards the first rank.
    Black,
}

impl Color {
    /// Both sides.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];
}

/// The other side.
impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// Writes `white` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// The kind of a piece, whoever owns it.
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

impl PieceKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];
}

/// A piece with its owner, numbered `2 * kind + color`: the lowest bit is the owner, the
/// rest the kind.
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
    /// All pieces, in the order of their numbers.
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

    /// The piece of this kind and side.
    #[inline]
    #[must_use]
    pub const fn new(kind: PieceKind, color: Color) -> Piece {
        Piece::ALL[2 * kind as usize + color as usize]
    }

    /// The piece with this letter in FEN: capitals for White.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// The letter of the piece in FEN: capitals for White.
    #[must_use]
    pub const fn letter(self) -> char {
        b"PpNnBbRrQqKk"[self as usize] as char
    }

    /// The kind of the piece.
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

    /// The owner of the piece.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8).is_multiple_of(2) { Color::White } else { Color::Black }
    }
}

/// Writes the piece in words, such as `white knight`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            PieceKind::Pawn => "pawn",
            PieceKind::Knight => "knight",
            PieceKind::Bishop => "bishop",
            PieceKind::Rook => "rook",
            PieceKind::Queen => "queen",
            PieceKind::King => "king",
        };
        write!(f, "{} {kind}", self.color())
    }
}
