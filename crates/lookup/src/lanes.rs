//! The squares around a square in 64 lanes, for variants that permute a board of bytes.
//!
//! Eight groups of eight lanes stand for the eight directions. In a group, the first seven
//! lanes are the squares of the ray, the nearest first, and the last one is the square of a
//! knight's leap. A direction and its opposite are four groups apart. A lane without a square
//! holds the square itself.
//!
//! A mask with a bit for each lane fits a word, and a group one of its bytes. Arithmetic on
//! such bytes finds the nearest piece on all eight rays at once.

use crate::lines::{STEPS, Step};
use crate::{Bitboard, Piece, PieceKind, Square};

/// The bit of the nearest square in each group.
pub const NEAREST: u64 = 0x0101_0101_0101_0101;

/// The bit of the knight's leap in each group.
pub const LEAPS: u64 = NEAREST << 7;

/// A knight's leap for each group.
const KNIGHT: [Step; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Classes of pieces, a bit each; a queen is of two.
const STRAIGHT: u8 = 1;
const SLANTED: u8 = 2;
const KING_CLASS: u8 = 4;
const KNIGHT_CLASS: u8 = 8;
const PAWN_CLASSES: [u8; 2] = [16, 32];

/// The classes that slide.
pub const SLIDERS: u8 = STRAIGHT | SLANTED;

/// The byte of an empty square, behind the numbers of the pieces.
pub const EMPTY: u8 = Piece::ALL.len() as u8;

/// The byte of what stands on a square: a piece's number, or [`EMPTY`].
///
/// ```
/// # use lookup::{Piece, lanes};
/// assert_eq!((lanes::byte(Some(Piece::BlackKing)), lanes::byte(None)), (11, 12));
/// ```
#[inline(always)]
#[must_use]
pub const fn byte(piece: Option<Piece>) -> u8 {
    match piece {
        Some(piece) => piece as u8,
        None => EMPTY,
    }
}

/// The number of the square in each lane, by the square in the middle.
///
/// ```
/// # use lookup::{Bitboard, Square::*, lanes};
/// // To the right of d4 there are four squares and no more; the leap ends on f5.
/// let lanes = &lanes::squares()[D4.index()][..8];
/// assert_eq!(lanes.iter().map(|&lane| lookup::Square::new(lane)).collect::<Vec<_>>(), [
///     E4, F4, G4, H4, D4, D4, D4, F5,
/// ]);
/// ```
#[must_use]
pub const fn squares() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (from, group, lane) = (Square::new((slot / 64) as u8), slot / 8 % 8, slot % 8);
        let ((right, up), steps) =
            if lane == 7 { (KNIGHT[group], 1) } else { (STEPS[group], lane as i8 + 1) };
        let to = Square::at(from.file() as i8 + steps * right, from.rank() as i8 + steps * up);
        table[slot / 64][slot % 64] = match to {
            Some(to) => to as u8,
            None => from as u8,
        };
        slot += 1;
    }
    table
}

/// The lane of each square, by the square in the middle. A square in no lane gets one that has
/// no square.
///
/// ```
/// # use lookup::{Square::*, lanes};
/// // The third to the left, and the leap of the first group. No queen or knight reaches a2.
/// let numbers = &lanes::numbers()[D4.index()];
/// assert_eq!([A4, F5].map(|square| numbers[square.index()]), [4 * 8 + 2, 7]);
/// assert_eq!(lanes::squares()[D4.index()][numbers[A2.index()] as usize], D4 as u8);
/// ```
#[must_use]
pub const fn numbers() -> [[u8; 64]; 64] {
    let (squares, mut table) = (squares(), [[0; 64]; 64]);
    let mut middle = 0;
    while middle < 64 {
        let (row, mut lane) = (&squares[middle], 0);
        while row[lane] as usize != middle {
            lane += 1;
        }
        table[middle] = [lane as u8; 64];
        lane = 0;
        while lane < 64 {
            if row[lane] as usize != middle {
                table[middle][row[lane] as usize] = lane as u8;
            }
            lane += 1;
        }
        middle += 1;
    }
    table
}

/// The classes of each piece by its number, and none for the numbers behind the last.
///
/// ```
/// # use lookup::{Piece, lanes};
/// let class = |piece| lanes::classes()[piece as usize];
/// assert_eq!(class(Piece::WhiteQueen), class(Piece::WhiteRook) | class(Piece::BlackBishop));
/// assert_eq!(class(Piece::WhiteKnight) & lanes::SLIDERS, 0);
/// assert_ne!(class(Piece::WhitePawn), class(Piece::BlackPawn));
/// ```
#[must_use]
pub const fn classes() -> [u8; 16] {
    let mut classes = [0; 16];
    let mut number = 0;
    while number < Piece::ALL.len() {
        let piece = Piece::ALL[number];
        classes[number] = match piece.kind() {
            PieceKind::Pawn => PAWN_CLASSES[piece.color() as usize],
            PieceKind::Knight => KNIGHT_CLASS,
            PieceKind::Bishop => SLANTED,
            PieceKind::Rook => STRAIGHT,
            PieceKind::Queen => STRAIGHT | SLANTED,
            PieceKind::King => KING_CLASS,
        };
        number += 1;
    }
    classes
}

/// The classes that attack the square in the middle from each lane, if nothing is in the way.
/// From the middle, a class attacks the same lanes, and a pawn those of the other side's.
///
/// ```
/// # use lookup::{Piece, Square, lanes};
/// let attackers = lanes::attackers();
/// let from = |piece: Piece| {
///     let class = lanes::classes()[piece as usize];
///     let lanes = (0..64).filter(|lane| attackers[*lane as usize] & class != 0);
///     let lanes = lanes.fold(0, |set, lane| set | 1 << lane);
///     lanes::in_squares(lanes, &lanes::squares()[Square::D4.index()])
/// };
/// assert_eq!(from(Piece::WhitePawn).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . 1 . 1 . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// assert_eq!(from(Piece::BlackKnight).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . 1 . 1 . . .
/// 5 . 1 . . . 1 . .
/// 4 . . . . . . . .
/// 3 . 1 . . . 1 . .
/// 2 . . 1 . 1 . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
#[must_use]
pub const fn attackers() -> [u8; 64] {
    let mut table = [0; 64];
    let mut slot = 0;
    while slot < 64 {
        let (group, lane) = (slot / 8, slot % 8);
        let (slanted, (_, up)) = (group % 2 == 1, STEPS[group]);
        let slides = if slanted { SLANTED } else { STRAIGHT };
        // A pawn above attacks downwards.
        let pawn = if slanted { PAWN_CLASSES[(up > 0) as usize] } else { 0 };
        table[slot] = match lane {
            7 => KNIGHT_CLASS,
            0 => slides | KING_CLASS | pawn,
            _ => slides,
        };
        slot += 1;
    }
    table
}

/// The lanes of each ray up to the nearest occupied one. Where there is none, also the lane of
/// the leap.
///
/// ```
/// # use lookup::{Square::*, lanes};
/// // A piece on the second lane of the first group; the seventh lane of all others is free.
/// let reached = lanes::reach(0b10) & 0xff;
/// assert_eq!(reached, 0b11);
/// assert_eq!(lanes::in_squares(reached, &lanes::squares()[D4.index()]).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . 1 1 . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
#[inline(always)]
#[must_use]
pub const fn reach(occupied: u64) -> u64 {
    // The leaps' bits keep each byte from borrowing of the next.
    let stopped = occupied | LEAPS;
    stopped ^ (stopped - NEAREST)
}

/// The occupied lanes that the square in the middle sees: the nearest of each ray, and those of
/// leaps.
///
/// ```
/// # use lookup::{Bitboard, Square::*, lanes};
/// let (squares, numbers) = (&lanes::squares()[D4.index()], &lanes::numbers()[D4.index()]);
/// let lane = |square: lookup::Square| 1 << numbers[square.index()];
/// let occupied = [F4, G4, D6, D8, C4, B3].map(lane).iter().fold(0, |set, lane| set | lane);
/// assert_eq!(lanes::in_squares(lanes::seen(occupied), squares).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . 1 . . . .
/// 5 . . . . . . . .
/// 4 . . 1 . . 1 . .
/// 3 . 1 . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
#[inline(always)]
#[must_use]
pub const fn seen(occupied: u64) -> u64 {
    (reach(occupied & !LEAPS) | LEAPS) & occupied
}

/// The squares of some lanes, usually few, by the row of [`squares`] for the one in the middle.
///
/// ```
/// # use lookup::{Square::*, lanes};
/// assert_eq!(lanes::in_squares(0b1000_0101, &lanes::squares()[D4.index()]).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . 1 . .
/// 4 . . . . 1 . 1 .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// ```
#[inline(always)]
#[must_use]
pub fn in_squares(lanes: u64, row: &[u8; 64]) -> Bitboard {
    let square = |lane: Square| Square::new(row[lane.index()]).bitboard();
    Bitboard(lanes).squares().fold(Bitboard::EMPTY, |set, lane| set | square(lane))
}

/// All lanes of the rays that have one in a mask, which holds no leaps.
///
/// ```
/// # use lookup::{Square::*, lanes};
/// let row = &lanes::squares()[A1.index()];
/// assert_eq!(lanes::in_squares(lanes::whole_rays(1 << 1 | 1 << 16), row).to_string(), "\
/// 8 1 . . . . . . .
/// 7 1 . . . . . . .
/// 6 1 . . . . . . .
/// 5 1 . . . . . . .
/// 4 1 . . . . . . .
/// 3 1 . . . . . . .
/// 2 1 . . . . . . .
/// 1 . 1 1 1 1 1 1 1
///   a b c d e f g h");
/// ```
#[inline(always)]
#[must_use]
pub const fn whole_rays(lanes: u64) -> u64 {
    let any = (lanes + (LEAPS - NEAREST)) & LEAPS;
    any - (any >> 7)
}

/// Defines tables of lanes, in this order: `lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);`.
#[macro_export]
macro_rules! lane_tables {
    (SQUARES $(, $more:ident)+) => {
        /// The square in each lane, by the square in the middle.
        static SQUARES: $crate::CacheAligned<[[u8; 64]; 64]> =
            $crate::CacheAligned($crate::lanes::squares());
        $crate::lane_tables!($($more),+);
    };
    (NUMBERS $(, $more:ident)+) => {
        /// The lane of each square, by the square in the middle.
        static NUMBERS: $crate::CacheAligned<[[u8; 64]; 64]> =
            $crate::CacheAligned($crate::lanes::numbers());
        $crate::lane_tables!($($more),+);
    };
    (ATTACKERS, CLASSES) => {
        /// The classes that attack from each lane.
        static ATTACKERS: $crate::CacheAligned<[u8; 64]> =
            $crate::CacheAligned($crate::lanes::attackers());

        /// The classes of each piece.
        static CLASSES: $crate::CacheAligned<[u8; 16]> =
            $crate::CacheAligned($crate::lanes::classes());
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacked;

    #[test]
    fn each_square_lies_in_one_lane_at_most() {
        for (from, row) in Square::ALL.into_iter().zip(squares()) {
            for to in Square::ALL.into_iter().filter(|to| *to != from) {
                let lanes = row.iter().filter(|&&lane| lane == to as u8).count();
                let sees = [Piece::WhiteQueen, Piece::WhiteKnight];
                let sees = sees.map(|p| attacked::oracle(p, from, to, from.bitboard()));
                assert_eq!(lanes, usize::from(sees.contains(&true)), "{from} {to}");
            }
        }
    }

    #[test]
    fn numbers_lead_back_from_squares_to_lanes() {
        for (middle, (row, numbers)) in (0..).zip(squares().into_iter().zip(numbers())) {
            for (square, lane) in (0..).zip(numbers) {
                let there = row[usize::from(lane)];
                let expected = if row.contains(&square) { square } else { middle };
                assert_eq!(there, expected, "{square} around {middle}");
            }
        }
    }

    #[test]
    fn lanes_say_who_attacks_along_them() {
        for (middle, row) in Square::ALL.into_iter().zip(squares()) {
            for (lane, &square) in row.iter().enumerate() {
                let other = Square::new(square);
                for piece in Piece::ALL.into_iter().filter(|_| other != middle) {
                    let class = classes()[piece as usize];
                    let attacks = attacked::oracle(piece, other, middle, other.bitboard());
                    assert_eq!(attackers()[lane] & class != 0, attacks, "{piece} on {other}");
                    let opposed = classes()[Piece::new(piece.kind(), !piece.color()) as usize];
                    let attacks = attacked::oracle(piece, middle, other, middle.bitboard());
                    assert_eq!(attackers()[lane] & opposed != 0, attacks, "{piece} on {middle}");
                }
            }
        }
        assert_eq!(classes()[Piece::ALL.len()..], [0; 4]);
    }

    #[test]
    fn arithmetic_finds_the_nearest_on_all_rays_at_once() {
        for ray in 0..0x80_u64 {
            let nearest = ray & ray.wrapping_neg();
            for group in 0..8 {
                // The others are full, or empty.
                for others in [!LEAPS, 0] {
                    let byte = 0xff << (8 * group);
                    let occupied = others & !byte | ray << (8 * group);
                    assert_eq!(reach(occupied) & occupied & byte, nearest << (8 * group));
                    assert_eq!(reach(occupied) & occupied & !byte, others & NEAREST & !byte);
                    for leaps in [0, LEAPS] {
                        assert_eq!(seen(occupied | leaps), reach(occupied) & occupied | leaps);
                    }
                    let whole = whole_rays(occupied);
                    assert_eq!(whole & byte, if ray == 0 { 0 } else { 0x7f << (8 * group) });
                    assert_eq!(whole & !byte, others & !byte);
                }
            }
        }
    }
}
