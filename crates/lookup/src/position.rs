//! Positions and moves.

use crate::{Bitboard, Color, Piece, PieceKind, Square, lanes};
use core::fmt;
use core::str::FromStr;

/// The pieces, the side to move, and the rights to castle and to take en passant.
///
/// Six sets by kind and two by color fill one cache line; any other set is an intersection.
/// A list by square tells the piece on each.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Position {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    squares: [Option<Piece>; 64],
    castling: Bitboard,
    side_to_move: Color,
    en_passant: Option<Square>,
}

impl Position {
    /// The pieces of one kind and one side.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, piece: Piece) -> Bitboard {
        Bitboard(self.kind(piece.kind()).0 & self.color(piece.color()).0)
    }

    /// The pieces of one kind, of both sides.
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// The pieces of one side, of all kinds.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The [byte](lanes::byte) of each square, for variants that read a whole board at once.
    ///
    /// Rust does not promise how it stores an empty square. As long as that is by the same byte,
    /// this compiles to nothing but the loads of whoever reads the bytes.
    #[inline(always)]
    #[must_use]
    pub const fn bytes(&self) -> [u8; 64] {
        let (mut bytes, mut square) = ([0; 64], 0);
        while square < 64 {
            bytes[square] = lanes::byte(self.squares[square]);
            square += 1;
        }
        bytes
    }

    /// The square of a side's king.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.pieces(Piece::new(PieceKind::King, color)).first()
    }

    /// The side whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The rooks of both sides that may still castle; neither they nor their kings have
    /// moved.
    #[inline]
    #[must_use]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The square that a pawn has just passed, whether or not another pawn can capture it
    /// there.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The position after a pseudo-legal move; castling is the king's move by two squares.
    /// Any other move may give an impossible position.
    ///
    /// # Panics
    /// If the move starts from an empty square.
    #[inline]
    #[must_use]
    pub fn play(mut self, m: Move) -> Position {
        let Move { from, to, promotion } = m;
        let (castles, en_passant) = (self.castles(m), self.takes_en_passant(m));
        let piece = self.take(from).expect("a piece to move");
        self.take(to);
        self.put(Piece::new(promotion.unwrap_or(piece.kind()), piece.color()), to);
        if en_passant {
            self.take(beside(from, to.file()));
        }
        if castles {
            let (corner, passed) = if to.file() > from.file() { (7, 5) } else { (0, 3) };
            if let Some(rook) = self.take(beside(from, corner)) {
                self.put(rook, beside(from, passed));
            }
        }
        self.castling = self.castling & !(from.bitboard() | to.bitboard());
        if piece.kind() == PieceKind::King {
            self.castling = self.castling & !home_rank(piece.color());
        }
        let double = piece.kind() == PieceKind::Pawn && from.rank().abs_diff(to.rank()) == 2;
        self.en_passant = double.then_some(Square::new((from as u8 + to as u8) / 2));
        self.side_to_move = !self.side_to_move;
        self
    }

    /// The position after a pass: the other side is to move, and no pawn has just passed a
    /// square. After a pass in check the position is impossible.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Position {
        self.with_side_to_move(!self.side_to_move)
    }

    /// Whether a move is a king's move by two squares.
    #[inline]
    #[must_use]
    pub fn castles(&self, m: Move) -> bool {
        let king = self.kind(PieceKind::King).contains(m.from);
        king && m.from.file().abs_diff(m.to.file()) == 2
    }

    /// Whether a move is a pawn's to the square that another pawn has just passed.
    #[inline]
    #[must_use]
    pub fn takes_en_passant(&self, m: Move) -> bool {
        self.kind(PieceKind::Pawn).contains(m.from) && self.en_passant == Some(m.to)
    }

    /// The empty board with White to move, not yet a position of chess.
    pub(crate) const fn empty() -> Position {
        Position {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            squares: [None; 64],
            castling: Bitboard::EMPTY,
            side_to_move: Color::White,
            en_passant: None,
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        let (kind, color) = (piece.kind() as usize, piece.color() as usize);
        self.kinds[kind] = self.kinds[kind] | square.bitboard();
        self.colors[color] = self.colors[color] | square.bitboard();
        self.squares[square.index()] = Some(piece);
    }

    /// Removes the piece from a square.
    #[inline]
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        let (kind, color) = (piece.kind() as usize, piece.color() as usize);
        self.kinds[kind] = self.kinds[kind] & !square.bitboard();
        self.colors[color] = self.colors[color] & !square.bitboard();
        Some(piece)
    }

    /// The same board with this side to move and no en passant.
    #[inline]
    pub(crate) fn with_side_to_move(self, side_to_move: Color) -> Position {
        Position { side_to_move, en_passant: None, ..self }
    }

    /// The same position with a right to castle, if king and rook are at home.
    pub(crate) fn with_castling(self, rook: Square) -> Option<Position> {
        let color = if rook.rank() == 0 { Color::White } else { Color::Black };
        let home = self.piece_on(beside(rook, 4)) == Some(Piece::new(PieceKind::King, color))
            && self.piece_on(rook) == Some(Piece::new(PieceKind::Rook, color));
        home.then_some(Position { castling: self.castling | rook.bitboard(), ..self })
    }

    /// The same position in which a pawn of the side not to move has just passed `square`,
    /// if that is possible.
    pub(crate) fn with_en_passant(self, square: Square) -> Option<Position> {
        let (rank, forward) = match self.side_to_move {
            Color::White => (5, -1),
            Color::Black => (2, 1),
        };
        let at = |steps: i8| Square::at(square.file() as i8, square.rank() as i8 + steps * forward);
        let pawn = Piece::new(PieceKind::Pawn, !self.side_to_move);
        let possible = square.rank() == rank
            && at(1).is_some_and(|to| self.piece_on(to) == Some(pawn))
            && at(-1).is_some_and(|from| self.piece_on(from).is_none())
            && self.piece_on(square).is_none();
        possible.then_some(Position { en_passant: Some(square), ..self })
    }
}

/// The square on the same rank and this file.
const fn beside(square: Square, file: u8) -> Square {
    Square::new(square.rank() * 8 + file)
}

/// A side's first rank.
const fn home_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0xff),
        Color::Black => Bitboard(0xff << 56),
    }
}

/// A move by its two squares; castling is the king's move by two squares.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that it goes to.
    pub to: Square,
    /// The kind that a pawn becomes on the last rank.
    pub promotion: Option<PieceKind>,
}

/// Writes the move in coordinates, such as `e2e4` or `e7e8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", Piece::new(kind, Color::Black).letter()),
            None => Ok(()),
        }
    }
}

/// Reads a move in coordinates, playable or not.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let square = |at| text.get(at).and_then(Square::named).ok_or(MoveError);
        let promotion = match text.get(4..).ok_or(MoveError)? {
            "" => None,
            "n" => Some(PieceKind::Knight),
            "b" => Some(PieceKind::Bishop),
            "r" => Some(PieceKind::Rook),
            "q" => Some(PieceKind::Queen),
            _ => return Err(MoveError),
        };
        Ok(Move { from: square(0..2)?, to: square(2..4)?, promotion })
    }
}

/// The text is no move in coordinates.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MoveError;

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a move such as e2e4 or e7e8q")
    }
}

impl core::error::Error for MoveError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn played(fen: &str, moves: &str) -> std::string::String {
        let moves = moves.split_whitespace().map(|m| m.parse().unwrap());
        moves.fold(position(fen), Position::play).to_string()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn bytes_are_the_numbers_of_pieces_and_one_more() {
        let bytes = position(START).bytes();
        assert_eq!(bytes[..16], [6, 2, 4, 8, 10, 4, 2, 6, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[16..48], [lanes::EMPTY; 32]);
        assert_eq!(bytes[48..], [1, 1, 1, 1, 1, 1, 1, 1, 7, 3, 5, 9, 11, 5, 3, 7]);
    }

    #[test]
    fn sets_and_squares_agree_after_moves() {
        let moves = "e2e4 c7c5 e4e5 d7d5 e5d6 d8d6 g1f3 c8g4 f1b5 b8c6 e1g1 e8c8 b5c6 g4f3";
        let moves = moves.split_whitespace().map(|m| m.parse().unwrap());
        let end = moves.fold(position(START), Position::play);
        for square in Square::ALL {
            let of = Piece::ALL.into_iter().filter(|&p| end.pieces(p).contains(square));
            assert!(of.eq(end.piece_on(square)), "{square}");
        }
    }

    #[test]
    fn plays_all_kinds_of_moves() {
        assert_eq!(
            played(START, "e2e4"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"
        );
        assert_eq!(
            played(START, "e2e4 d7d5 e4d5 c7c5 d5c6"),
            "rnbqkbnr/pp2pppp/2P5/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -"
        );
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        assert_eq!(played(castling, "e1g1 e8c8"), "2kr3r/8/8/8/8/8/8/R4RK1 w - -");
        assert_eq!(played(castling, "e1c1 e8g8"), "r4rk1/8/8/8/8/8/8/2KR3R w - -");
        assert_eq!(played(castling, "a1a8"), "R3k2r/8/8/8/8/8/8/4K2R b Kk -");
        assert_eq!(played(castling, "h1g1 e8f8"), "r4k1r/8/8/8/8/8/8/R3K1R1 w Q -");
        assert_eq!(played("3n3k/4P3/8/8/8/8/8/4K3 w - -", "e7d8n"), "3N3k/8/8/8/8/8/8/4K3 b - -");
    }

    /// A king's move ends no rights of the other side.
    #[test]
    fn a_king_far_from_home_ends_no_rights_of_the_other() {
        assert_eq!(played("4k2r/K7/8/8/8/8/8/8 w k -", "a7a8"), "K3k2r/8/8/8/8/8/8/8 b k -");
        assert_eq!(played("K3k2r/8/8/8/8/8/8/8 w k -", "a8a7 h8g8"), "4k1r1/K7/8/8/8/8/8/8 w - -");
        assert_eq!(played("K3k2r/8/8/8/8/8/8/8 w k -", "a8b7"), "4k2r/1K6/8/8/8/8/8/8 b k -");
    }

    #[test]
    fn moves_are_read_as_they_are_written() {
        for text in ["e2e4", "a7a8q", "h2h1n", "e1g1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in ["", "e2", "e2e", "e2e9", "e7e8k", "e7e8Q", "e2e4 ", "O-O", "eée4"] {
            assert_eq!(text.parse::<Move>(), Err(MoveError), "{text}");
        }
    }

    #[test]
    fn a_pass_ends_the_right_to_take_en_passant() {
        let passed = position("8/8/8/K1pP3r/8/8/8/7k w - c6").pass();
        assert_eq!(passed.to_string(), "8/8/8/K1pP3r/8/8/8/7k b - -");
        assert_eq!(passed.pass(), position("8/8/8/K1pP3r/8/8/8/7k w - -"));
    }

    /// Thousands must fit into a second-level cache.
    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() <= 144);
        assert_eq!(size_of::<Move>(), 3);
    }
}
