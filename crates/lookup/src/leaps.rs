//! The attacks of knights, kings and pawns, for the tables of variants.

use crate::{Bitboard, Piece, PieceKind, Position, Square};

/// The attacks of knights, kings and pawns from one square.
///
/// The four sets fill half a cache line, so all answers about a square cost one line of a
/// table.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Leaps {
    /// The squares that a knight attacks.
    pub knight: Bitboard,
    /// The squares that a king attacks.
    pub king: Bitboard,
    /// The squares that a pawn of each color attacks. From these, pawns of the other color
    /// attack the square.
    pub pawns: [Bitboard; 2],
}

impl Leaps {
    /// The sets of all squares.
    #[must_use]
    pub const fn table() -> [Leaps; 64] {
        let mut table = [Leaps::of(Square::A1); 64];
        let mut square = 1;
        while square < 64 {
            table[square] = Leaps::of(Square::new(square as u8));
            square += 1;
        }
        table
    }

    const fn of(square: Square) -> Leaps {
        Leaps::of_all(square.bitboard())
    }

    /// The sets of several squares together, by shifts; whoever takes one of them gets it
    /// without the others being calculated.
    #[inline(always)]
    #[must_use]
    pub const fn of_all(squares: Bitboard) -> Leaps {
        let from = squares.0;
        let sides = right(from) | left(from);
        let row = from | sides;
        let wide = right(right(from)) | left(left(from));
        Leaps {
            knight: Bitboard(sides << 16 | sides >> 16 | wide << 8 | wide >> 8),
            king: Bitboard(row << 8 | row >> 8 | sides),
            pawns: [Bitboard(sides << 8), Bitboard(sides >> 8)],
        }
    }

    /// The knights, kings and pawns of both sides that attack the square.
    #[inline(always)]
    #[must_use]
    pub fn attackers(&self, position: &Position) -> Bitboard {
        let Leaps { knight, king, pawns: [white, black] } = *self;
        (knight & position.kind(PieceKind::Knight))
            | (king & position.kind(PieceKind::King))
            | (black & position.pieces(Piece::WhitePawn))
            | (white & position.pieces(Piece::BlackPawn))
    }
}

const fn right(set: u64) -> u64 {
    set << 1 & 0xfefe_fefe_fefe_fefe
}

const fn left(set: u64) -> u64 {
    set >> 1 & 0x7f7f_7f7f_7f7f_7f7f
}
