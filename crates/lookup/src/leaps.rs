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
    ///
    /// ```
    /// # use lookup::{Leaps, Square::*};
    /// let leaps = Leaps::table();
    /// assert_eq!(leaps[B1.index()].knight.to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . . . . . . . .
    /// 4 . . . . . . . .
    /// 3 1 . 1 . . . . .
    /// 2 . . . 1 . . . .
    /// 1 . . . . . . . .
    ///   a b c d e f g h");
    /// assert_eq!(leaps[H4.index()].king.to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . . . . . . 1 1
    /// 4 . . . . . . 1 .
    /// 3 . . . . . . 1 1
    /// 2 . . . . . . . .
    /// 1 . . . . . . . .
    ///   a b c d e f g h");
    /// let [white, black] = leaps[D2.index()].pawns;
    /// assert!(white.squares().eq([C3, E3]) && black.squares().eq([C1, E1]));
    /// ```
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
    ///
    /// ```
    /// # use lookup::{Bitboard, Leaps, Square::*};
    /// let leaps = Leaps::of_all(Bitboard::from_iter([A4, H8]));
    /// assert_eq!(leaps.knight.to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . 1 . .
    /// 6 . 1 . . . . 1 .
    /// 5 . . 1 . . . . .
    /// 4 . . . . . . . .
    /// 3 . . 1 . . . . .
    /// 2 . 1 . . . . . .
    /// 1 . . . . . . . .
    ///   a b c d e f g h");
    /// assert_eq!(leaps.pawns[0].to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . 1 . . . . . .
    /// 4 . . . . . . . .
    /// 3 . . . . . . . .
    /// 2 . . . . . . . .
    /// 1 . . . . . . . .
    ///   a b c d e f g h");
    /// ```
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
    ///
    /// ```
    /// # use lookup::{Leaps, Position, Square};
    /// // 8 . . . . k . . .
    /// // 7 . . . . . . . .
    /// // 6 . . . . . . . .
    /// // 5 . p . p . . . .
    /// // 4 . . R . b . . .
    /// // 3 . . . P . . . .
    /// // 2 . . . . N . . .
    /// // 1 . . . . K . . .
    /// //   a b c d e f g h
    /// let position = Position::from_fen("4k3/8/8/1p1p4/2R1b3/3P4/4N3/4K3 w - -")?;
    /// // The bishop does not leap, and the rook on c4 does not either.
    /// let leaps = &Leaps::table()[Square::C4.index()];
    /// assert_eq!(leaps.attackers(&position).to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . 1 . 1 . . . .
    /// 4 . . . . . . . .
    /// 3 . . . 1 . . . .
    /// 2 . . . . . . . .
    /// 1 . . . . . . . .
    ///   a b c d e f g h");
    /// # Ok::<(), lookup::FenError>(())
    /// ```
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
