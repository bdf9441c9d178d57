//! Positions in Forsyth-Edwards notation.

use crate::{Bitboard, Color, Piece, PieceKind, Position, Square, movegen};
use core::fmt;

/// The letters of the third field, first as FEN and X-FEN write them, then as Shredder-FEN does,
/// by the rook's file; and the rooks.
const CASTLING: [(char, char, Square); 4] = [
    ('K', 'H', Square::H1),
    ('Q', 'A', Square::A1),
    ('k', 'h', Square::H8),
    ('q', 'a', Square::A8),
];

impl Position {
    /// Reads the first four fields of a FEN: the pieces, the side to move, the rights to
    /// castle and the en passant square. Anything after them, clocks or the operations of
    /// EPD, is ignored.
    ///
    /// # Errors
    /// The fault and its place, if the text is no FEN or its position has a side without
    /// exactly one king, pawns on a first or last rank, impossible rights to castle or to
    /// take en passant, or the side not to move in check. Kings castle from the e-file with
    /// rooks on the a-file and the h-file; other rights of Chess960 are refused.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let mut fields = Fields { fen, at: 0 };
        let (pieces, placement) = fields.next("the pieces")?;
        let position = fields.placed(pieces, placement)?;
        let (at, side) = fields.next("the side to move")?;
        let position = position.with_side_to_move(match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(fields.wrong(at, FenFault::SideToMove)),
        });
        let (at, rights) = fields.next("the rights to castle")?;
        let position = fields.castling(position, at, rights)?;
        let (at, over) = fields.next("the en passant square")?;
        let position = match (over, Square::named(over)) {
            ("-", _) => position,
            (_, None) => return Err(fields.wrong(at, FenFault::EnPassantSquare)),
            (_, Some(square)) => position
                .with_en_passant(square)
                .ok_or_else(|| fields.wrong(at, FenFault::EnPassant(square)))?,
        };
        match position.fault() {
            Some(fault) => Err(fields.wrong(pieces, fault)),
            None => Ok(position),
        }
    }

    /// The reason why the board is no position, if there is one.
    pub(crate) fn fault(&self) -> Option<FenFault> {
        let kings = |color| self.pieces(Piece::new(PieceKind::King, color)).0.count_ones();
        if let Some(color) = Color::ALL.into_iter().find(|&color| kings(color) != 1) {
            return Some(FenFault::Kings(color, kings(color)));
        }
        let pawns = self.kind(PieceKind::Pawn) & FIRST_AND_LAST_RANK;
        if !pawns.is_empty() {
            return Some(FenFault::Pawn(pawns.first()));
        }
        let waiting = !self.side_to_move();
        movegen::in_check(self, waiting).then_some(FenFault::InCheck(waiting))
    }
}

const FIRST_AND_LAST_RANK: Bitboard = Bitboard(0xff00_0000_0000_00ff);

/// The fields of a FEN, each with its start.
struct Fields<'a> {
    fen: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self, name: &'static str) -> Result<(usize, &'a str), FenError> {
        let rest = &self.fen[self.at..];
        let field = rest.split_ascii_whitespace().next();
        let field = field.ok_or_else(|| self.wrong(self.fen.len(), FenFault::Ends(name)))?;
        let from = self.at + rest.find(field).unwrap_or(0);
        self.at = from + field.len();
        Ok((from, field))
    }

    fn wrong(&self, at: usize, fault: FenFault) -> FenError {
        FenError { column: self.fen[..at].chars().count() + 1, fault }
    }

    fn placed(&self, start: usize, field: &str) -> Result<Position, FenError> {
        let mut position = Position::empty();
        let (mut file, mut rank) = (0, 7);
        for (offset, letter) in field.char_indices() {
            let wrong = |fault| self.wrong(start + offset, fault);
            match (letter, Piece::from_letter(letter)) {
                (_, Some(piece)) => {
                    let square = Square::at(file, rank).ok_or(wrong(FenFault::LongRank(rank)))?;
                    position.put(piece, square);
                    file += 1;
                }
                ('1'..='8', _) => {
                    file += letter as i8 - '0' as i8;
                    if file > 8 {
                        return Err(wrong(FenFault::LongRank(rank)));
                    }
                }
                ('/', _) if file < 8 => return Err(wrong(FenFault::ShortRank(rank, file))),
                ('/', _) if rank == 0 => return Err(wrong(FenFault::NinthRank)),
                ('/', _) => (file, rank) = (0, rank - 1),
                _ => return Err(wrong(FenFault::Letter(letter))),
            }
        }
        if (file, rank) != (8, 0) {
            return Err(self.wrong(start + field.len(), FenFault::ShortRank(rank, file)));
        }
        Ok(position)
    }

    fn castling(
        &self,
        mut position: Position,
        start: usize,
        field: &str,
    ) -> Result<Position, FenError> {
        if field == "-" {
            return Ok(position);
        }
        for (offset, letter) in field.char_indices() {
            let wrong = |fault| self.wrong(start + offset, fault);
            let is_right = |right: &(char, char, Square)| [right.0, right.1].contains(&letter);
            let right = CASTLING.into_iter().find(is_right);
            let (.., rook) = right.ok_or(wrong(FenFault::CastlingLetter(letter)))?;
            if position.castling().contains(rook) {
                return Err(wrong(FenFault::CastlingTwice(letter)));
            }
            position =
                position.with_castling(rook).ok_or(wrong(FenFault::Castling(letter, rook)))?;
        }
        Ok(position)
    }
}

/// Writes the four fields that [`Position::from_fen`] reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.piece_on(Square::new(rank * 8 + file)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.side_to_move() {
            Color::White => "w ",
            Color::Black => "b ",
        })?;
        for (letter, _, rook) in CASTLING {
            if self.castling().contains(rook) {
                write!(f, "{letter}")?;
            }
        }
        f.write_str(if self.castling().is_empty() { "- " } else { " " })?;
        match self.en_passant() {
            Some(square) => write!(f, "{square}"),
            None => f.write_str("-"),
        }
    }
}

/// A fault in a FEN, and its place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FenError {
    /// Its place, counted in characters from 1.
    pub column: usize,
    /// The fault.
    pub fault: FenFault,
}

/// A possible fault of a FEN. Ranks count from 0.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum FenFault {
    /// The text ends before this field.
    Ends(&'static str),
    /// This letter is neither a piece, a number of squares nor the end of a rank.
    Letter(char),
    /// This rank has more than eight squares.
    LongRank(i8),
    /// This rank ends after so many squares.
    ShortRank(i8, i8),
    /// There are more than eight ranks.
    NinthRank,
    /// The side to move is neither `w` nor `b`.
    SideToMove,
    /// This letter is no right to castle.
    CastlingLetter(char),
    /// This right to castle is there twice.
    CastlingTwice(char),
    /// The king, or the rook on this square, is not where the right needs it.
    Castling(char, Square),
    /// The square of en passant is none.
    EnPassantSquare,
    /// No pawn can have just moved over this square.
    EnPassant(Square),
    /// A side has so many kings instead of one.
    Kings(Color, u32),
    /// No pawn can stand on this square.
    Pawn(Square),
    /// This side is in check, and the other side is to move.
    InCheck(Color),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match self.fault {
            FenFault::Ends(field) => write!(f, "expected {field}, found the end"),
            FenFault::Letter(letter) => {
                write!(f, "expected a piece, a number from 1 to 8 or '/', found {letter:?}")
            }
            FenFault::LongRank(rank) => write!(f, "rank {} has more than 8 squares", rank + 1),
            FenFault::ShortRank(rank, files) => {
                write!(f, "rank {} ends after {files} of 8 squares", rank + 1)
            }
            FenFault::NinthRank => f.write_str("there are more than 8 ranks"),
            FenFault::SideToMove => f.write_str("expected w or b, the side to move"),
            FenFault::CastlingLetter(letter) if matches!(letter, 'B'..='G' | 'b'..='g') => {
                write!(f, "the right {letter} is of a rook on neither the a-file nor the h-file")
            }
            FenFault::CastlingLetter(letter) => {
                write!(f, "expected - or letters of KQkq, the rights to castle, found {letter:?}")
            }
            FenFault::CastlingTwice(letter) => write!(f, "the right {letter} is there twice"),
            FenFault::Castling(letter, rook) => {
                let file = if rook.rank() == 0 { "e1" } else { "e8" };
                write!(f, "the right {letter} needs a king on {file} and a rook on {rook}")
            }
            FenFault::EnPassantSquare => f.write_str("expected - or a square, en passant"),
            FenFault::EnPassant(square) => write!(f, "no pawn can have just moved over {square}"),
            FenFault::Kings(color, count) => write!(f, "{color} has {count} kings, expected 1"),
            FenFault::Pawn(square) => write!(f, "a pawn cannot stand on {square}"),
            FenFault::InCheck(color) => write!(f, "{color} is in check, and it is not its turn"),
        }
    }
}

impl core::error::Error for FenError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn positions_are_read_as_they_are_written() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Qk -",
            "8/8/8/K1pP3r/8/8/8/7k w - c6",
            "8/8/8/8/3Pp3/8/8/K6k b - d3",
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().to_string(), fen);
            let with_clocks = std::format!("  {fen}\t0 1 bm e4;");
            assert_eq!(Position::from_fen(&with_clocks).unwrap().to_string(), fen);
        }
    }

    #[test]
    fn shredder_letters_are_the_same_rights_where_kings_and_rooks_are_at_home() {
        for (rights, expected) in [("HAha", "KQkq"), ("Ah", "Qk"), ("Hkq", "Kkq"), ("-", "-")] {
            // The outermost rook is meant by either letter.
            let fen = std::format!("r3k1rr/8/8/8/8/8/8/R3K1RR w {rights} -");
            let read = Position::from_fen(&fen).unwrap().to_string();
            assert_eq!(read, std::format!("r3k1rr/8/8/8/8/8/8/R3K1RR w {expected} -"));
        }
    }

    #[test]
    fn faults_are_reported_with_their_place() {
        for (fen, expected) in [
            ("", "column 1: expected the pieces, found the end"),
            ("k7/8/8/8/8/8/8/K7", "column 18: expected the side to move, found the end"),
            ("k7/8/8/8/8/8/8/K7 w", "column 20: expected the rights to castle, found the end"),
            ("k7/8/8/8/8/8/8/K7 w -", "column 22: expected the en passant square, found the end"),
            (
                "k7/8/8/8/8/8/x7/K7 w - -",
                "column 14: expected a piece, a number from 1 to 8 or '/', found 'x'",
            ),
            (
                "é/8/8/8/8/8/8/K7 w - -",
                "column 1: expected a piece, a number from 1 to 8 or '/', found 'é'",
            ),
            ("k8/8/8/8/8/8/8/K7 w - -", "column 2: rank 8 has more than 8 squares"),
            ("k7/8p/8/8/8/8/8/K7 w - -", "column 5: rank 7 has more than 8 squares"),
            ("k7/7/8/8/8/8/8/K7 w - -", "column 5: rank 7 ends after 7 of 8 squares"),
            ("k7/8/8/8/8/8/K7 w - -", "column 16: rank 2 ends after 8 of 8 squares"),
            ("k7/8/8/8/8/8/8/K7/8 w - -", "column 18: there are more than 8 ranks"),
            ("k7/8/8/8/8/8/8/K7 x - -", "column 19: expected w or b, the side to move"),
            (
                "k7/8/8/8/8/8/8/K7 w Kx -",
                "column 21: the right K needs a king on e1 and a rook on h1",
            ),
            (
                "k7/8/8/8/8/8/8/4K2R w Kx -",
                "column 24: expected - or letters of KQkq, the rights to castle, found 'x'",
            ),
            ("k7/8/8/8/8/8/8/4K2R w KK -", "column 24: the right K is there twice"),
            ("k7/8/8/8/8/8/8/4K2R w KH -", "column 24: the right H is there twice"),
            (
                "k7/8/8/8/8/8/8/4K1R1 w G -",
                "column 24: the right G is of a rook on neither the a-file nor the h-file",
            ),
            (
                "k7/8/8/8/8/8/8/5K1R w H -",
                "column 23: the right H needs a king on e1 and a rook on h1",
            ),
            ("k7/8/8/8/8/8/8/K7 w - e9", "column 23: expected - or a square, en passant"),
            ("k7/8/8/8/8/8/8/K7 w - e6", "column 23: no pawn can have just moved over e6"),
            ("k7/4p3/8/4p3/8/8/8/K7 w - e6", "column 27: no pawn can have just moved over e6"),
            ("k7/8/8/8/4P3/8/8/K7 w - e3", "column 25: no pawn can have just moved over e3"),
            ("k7/8/8/8/8/8/8/KK6 w - -", "column 1: white has 2 kings, expected 1"),
            ("k6P/8/8/8/8/8/8/K7 w - -", "column 1: a pawn cannot stand on h8"),
            ("k6R/8/8/8/8/8/8/K7 w - -", "column 1: black is in check, and it is not its turn"),
            ("8/8/8/8/8/8/8/Kk6 b - -", "column 1: white is in check, and it is not its turn"),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap_err().to_string(), expected, "{fen}");
        }
    }
}
