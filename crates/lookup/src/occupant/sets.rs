//! Sets by kind and color, which most boards have.

use crate::{Bitboard, Piece, Square};

/// The piece of this number, as in the order of [`Piece::ALL`]; none for a number beyond.
#[inline(always)]
#[must_use]
pub const fn piece(number: u8) -> Option<Piece> {
    // A match of all numbers compiles to a comparison, an index to a load.
    Some(match number {
        0 => Piece::WhitePawn,
        1 => Piece::BlackPawn,
        2 => Piece::WhiteKnight,
        3 => Piece::BlackKnight,
        4 => Piece::WhiteBishop,
        5 => Piece::BlackBishop,
        6 => Piece::WhiteRook,
        7 => Piece::BlackRook,
        8 => Piece::WhiteQueen,
        9 => Piece::BlackQueen,
        10 => Piece::WhiteKing,
        11 => Piece::BlackKing,
        _ => return None,
    })
}

/// A set for each kind of piece, then one for each color, for variants that keep these.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Sets(pub [Bitboard; 8]);

impl Sets {
    /// The sets of a board without pieces.
    pub const EMPTY: Sets = Sets([Bitboard::EMPTY; 8]);

    /// Adds these squares to the sets of a piece, or removes those that it has.
    #[inline(always)]
    pub fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        for set in [piece.kind() as usize, 6 + piece.color() as usize] {
            self.0[set] = self.0[set] ^ squares;
        }
    }

    /// The squares of a piece.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.0[piece.kind() as usize] & self.0[6 + piece.color() as usize]
    }

    /// The piece on a square, by the first kind that has it.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, square: Square) -> Option<Piece> {
        let [white, black] = [6, 7].map(|color: usize| self.0[color].contains(square));
        if !white && !black {
            return None;
        }
        let kinds = self.0.iter().take(6).zip(0..);
        let mut those = kinds.filter(|(set, _)| set.contains(square)).map(|(_, kind)| kind);
        piece(2 * those.next()? + u8::from(black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_pieces() {
        let all = (0..=u8::MAX).map(piece);
        assert!(all.eq(Piece::ALL.map(Some).into_iter().chain([None; 244])));
    }
}
