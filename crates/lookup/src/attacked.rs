//! Does this piece on this square attack that square?
//!
//! - The occupancy contains the piece's square. Variants may rely on it: the tables by 0x88
//!   difference answer "no" because they meet that square, and would answer "yes" to
//!   everything on an empty board.
//! - Only the squares strictly in between matter. A piece attacks a square whether it is
//!   empty or holds a piece of either side.
//! - A piece does not attack its own square.
//! - A pawn attacks diagonally forward only. A pawn on the last rank attacks nothing. A
//!   pawn on its side's first rank, which no game reaches, attacks the second rank like any
//!   other.
//!
//! # Example
//!
//! ```
//! use lookup::attacked::Attacked;
//! use lookup::{Bitboard, Oracle, Piece, Square};
//!
//! // Another piece stands on e3.
//! let occupied = Bitboard::from_iter([Square::C1, Square::E3]);
//! let attacks = |to: &Square| Oracle::attacks(Piece::WhiteBishop, Square::C1, *to, occupied);
//! let squares: Bitboard = Square::ALL.into_iter().filter(attacks).collect();
//! assert_eq!(squares.to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 1 . . . 1 . . .
//! 2 . 1 . 1 . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, KNIGHT, ORTHOGONAL};
use crate::sliders::{self, Slider};
use crate::{
    Bitboard, Color, Extent, Oracle, Piece, PieceKind, Square, Variant, between, extent, lines,
};
use core::fmt;

/// A way to tell whether a piece attacks a square.
pub trait Attacked: Variant {
    /// Whether `piece` on `from` attacks `to`; `occupied` contains `from`.
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool;
}

/// The slow and obvious answer: steps from `from` to `to`, or slides towards it until a
/// piece is in the way.
#[must_use]
pub fn oracle(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
    let right = to.file() as i8 - from.file() as i8;
    let up = to.rank() as i8 - from.rank() as i8;
    let slides = |directions: [(i8, i8); 4]| {
        let direction = (right.signum(), up.signum());
        let stops = |square: &Square| *square == to || occupied.contains(*square);
        directions.contains(&direction) && ray::walk(from, direction).find(stops) == Some(to)
    };
    match piece.kind() {
        PieceKind::Pawn => {
            let forward = if piece.color() == Color::White { 1 } else { -1 };
            up == forward && right.abs() == 1
        }
        PieceKind::Knight => right.abs() * up.abs() == 2,
        PieceKind::King => right.abs().max(up.abs()) == 1,
        PieceKind::Bishop => slides(DIAGONAL),
        PieceKind::Rook => slides(ORTHOGONAL),
        PieceKind::Queen => slides(DIAGONAL) || slides(ORTHOGONAL),
    }
}

/// The squares that a piece of this kind and side attacks.
pub(crate) fn squares(
    kind: PieceKind,
    side: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let leaps = |steps: &[(i8, i8)]| {
        let reached = steps.iter().filter_map(|&step| ray::walk(square, step).next());
        reached.fold(Bitboard::EMPTY, |set, reached| set | reached.bitboard())
    };
    match kind {
        PieceKind::Pawn if side == Color::White => leaps(&[(-1, 1), (1, 1)]),
        PieceKind::Pawn => leaps(&[(-1, -1), (1, -1)]),
        PieceKind::Knight => leaps(&KNIGHT),
        PieceKind::Bishop => sliders::oracle(Slider::Bishop, square, occupied),
        PieceKind::Rook => sliders::oracle(Slider::Rook, square, occupied),
        PieceKind::Queen => sliders::oracle(Slider::Queen, square, occupied),
        PieceKind::King => leaps(&ORTHOGONAL) | leaps(&DIAGONAL),
    }
}

impl Attacked for Oracle {
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        assert!(occupied.contains(from), "the occupancy contains the attacker");
        Oracle::of::<Question>(&Case { piece, from, to, occupied })
    }
}

/// Whether a piece attacks the square this many files to the right and ranks up on an empty
/// board, for the tables of variants.
#[must_use]
pub const fn reaches(piece: Piece, right: i32, up: i32) -> bool {
    let straight = (right == 0) != (up == 0);
    let diagonal = right.abs() == up.abs() && right != 0;
    match piece.kind() {
        PieceKind::Pawn => right.abs() == 1 && up == 1 - 2 * (piece as i32 & 1),
        PieceKind::Knight => right.abs() * up.abs() == 2,
        PieceKind::Bishop => diagonal,
        PieceKind::Rook => straight,
        PieceKind::Queen => straight || diagonal,
        PieceKind::King => (straight || diagonal) && right.abs() <= 1 && up.abs() <= 1,
    }
}

/// The squares that must be empty for a piece to attack across each 0x88
/// [difference](crate::lines::difference), seen from a1 of a board that wraps around; the whole
/// board if it never does.
#[must_use]
pub const fn obstacles(piece: Piece) -> [u64; 256] {
    let (passed, mut obstacles, mut slot) = (lines::passed::<256>(16, 120), [u64::MAX; 256], 0);
    while slot < 15 * 15 {
        let (right, up) = (slot % 15 - 7, slot / 15 - 7);
        if reaches(piece, right, up) {
            let place = (120 + right + 16 * up) as usize;
            obstacles[place] = passed[place];
        }
        slot += 1;
    }
    obstacles
}

/// A piece, its square and a target, on an occupied board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub from: Square,
    /// The target, attacked or not.
    pub to: Square,
    /// The occupied squares, including `from`.
    pub occupied: Bitboard,
}

impl Case {
    fn oracle(&self) -> bool {
        oracle(self.piece, self.from, self.to, self.occupied)
    }

    fn between(&self) -> Bitboard {
        between::oracle(self.from, self.to)
    }

    /// The occupied squares that must not matter.
    fn rest(&self) -> Bitboard {
        self.occupied & !(self.between() | self.from.bitboard())
    }
}

/// Asks every question that can have its own answer, in several settings.
///
/// For every piece and ordered pair of squares, every subset of the squares in between is
/// occupied. The rest of the board, which must not matter, is empty, full, and filled in
/// two irregular ways.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = bool;

    const CASES: &'static str = "questions";
    const COUNT: usize = 637_632;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("black pieces", 318_816, |case, _| case.piece.color() == Color::Black),
        Dimension::of("pawns", 106_272, |case, _| case.piece.kind() == PieceKind::Pawn),
        Dimension::of("knights", 106_272, |case, _| case.piece.kind() == PieceKind::Knight),
        Dimension::of("bishops", 106_272, |case, _| case.piece.kind() == PieceKind::Bishop),
        Dimension::of("rooks", 106_272, |case, _| case.piece.kind() == PieceKind::Rook),
        Dimension::of("queens", 106_272, |case, _| case.piece.kind() == PieceKind::Queen),
        Dimension::of("kings", 106_272, |case, _| case.piece.kind() == PieceKind::King),
        Dimension::of("squares that are attacked", 30_128, |_, attacks| *attacks),
        Dimension::of("the square of the piece", 3072, |case, _| case.from == case.to),
        Dimension::of("sliders with a piece in their way", 147_008, |case, attacks| {
            let free = oracle(case.piece, case.from, case.to, case.from.bitboard());
            free && !attacks
        }),
        Dimension::of("an occupied rest of the board", 478_224, |case, _| !case.rest().is_empty()),
        Dimension::of("an occupied square to attack", 317_280, |case, _| {
            case.rest().contains(case.to)
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Case> {
        Piece::ALL.into_iter().flat_map(|piece| {
            Square::ALL.into_iter().flat_map(move |from| {
                Square::ALL.into_iter().flat_map(move |to| {
                    let inner = between::oracle(from, to);
                    let rest = !(inner | from.bitboard());
                    inner.subsets().flat_map(move |obstacles| {
                        let seed = obstacles.0 ^ (from as u64) << 6 ^ to as u64 ^ 1 << 40;
                        extent::fills(seed).map(|fill| {
                            let occupied = from.bitboard() | obstacles | fill & rest;
                            Case { piece, from, to, occupied }
                        })
                    })
                })
            })
        })
    }

    fn oracle(case: &Case) -> bool {
        case.oracle()
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { piece, from, to, occupied } = wrong.case;
        writeln!(f, "whether a {piece} on {from} attacks {to}, which is {}", wrong.expected)?;
        let attacked = Square::ALL.into_iter().filter(|&to| oracle(piece, from, to, occupied));
        let expected: Bitboard = attacked.collect();
        // Only this square of the variant's set is known.
        let actual = expected ^ to.bitboard();
        let squares = from.bitboard() | to.bitboard();
        draw_answers(&[("from and to", squares), ("occupied", occupied)], [expected, actual], f)
    }
}

impl<V: Attacked> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> bool {
        V::attacks(case.piece, case.from, case.to, case.occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::question::Question as _;
    use std::vec::Vec;

    fn attacked(piece: Piece, from: Square, occupied: &[Square]) -> Vec<Square> {
        let occupied = Bitboard::from_iter(occupied.iter().copied().chain([from]));
        Square::ALL.into_iter().filter(|&to| oracle(piece, from, to, occupied)).collect()
    }

    #[test]
    fn agrees_with_sets_written_by_hand() {
        use Square::*;
        assert_eq!(attacked(Piece::WhiteKnight, G1, &[]), [E2, F3, H3]);
        assert_eq!(attacked(Piece::BlackKing, A8, &[]), [A7, B7, B8]);
        assert_eq!(attacked(Piece::WhiteRook, A1, &[A3, C1]), [B1, C1, A2, A3]);
        assert_eq!(attacked(Piece::BlackBishop, C1, &[B2]), [B2, D2, E3, F4, G5, H6]);
        let queen = [B1, C1, A2, B2, A3, C3];
        assert_eq!(attacked(Piece::WhiteQueen, A1, &[C1, C3, A3]), queen);
    }

    #[test]
    fn pawns_attack_forward_and_nothing_beyond_the_edge() {
        use Square::*;
        assert_eq!(attacked(Piece::WhitePawn, E4, &[]), [D5, F5]);
        assert_eq!(attacked(Piece::BlackPawn, E4, &[]), [D3, F3]);
        assert_eq!(attacked(Piece::WhitePawn, H2, &[]), [G3]);
        assert_eq!(attacked(Piece::WhitePawn, A1, &[]), [B2]);
        assert_eq!(attacked(Piece::WhitePawn, D8, &[]), []);
        assert_eq!(attacked(Piece::BlackPawn, D1, &[]), []);
        assert_eq!(attacked(Piece::BlackPawn, H8, &[]), [G7]);
    }

    /// 12 pieces, 4 settings, and every subset of the squares between each of the 4096
    /// pairs, counted from the lengths of the lines alone.
    #[test]
    fn every_question_is_asked() {
        let straight: usize = (2..8).map(|d| (4 * 8 * (8 - d)) << (d - 1)).sum();
        let slanted: usize = (2..8).map(|d| (4 * (8 - d) * (8 - d)) << (d - 1)).sum();
        let subsets = (4096 - 1036) + straight + slanted;
        assert_eq!(Question::COUNT, 12 * 4 * subsets);
    }

    faulty::catch_every_fault!(Oracle);
}
