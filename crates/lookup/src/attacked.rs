//! Does this piece on this square attack that square?
//!
//! - The occupancy contains the square the piece stands on. A variant may rely
//!   on it: the tables by 0x88 difference answer "no" by meeting that square,
//!   and would say "yes" to everything on an empty board.
//! - Nothing but the squares strictly in between may change the answer: a piece
//!   attacks a square whether it is empty, its own side's or the enemy's.
//! - A piece does not attack the square it stands on.
//! - A pawn attacks diagonally forward only. A pawn on the last rank before it
//!   attacks nothing; one on its own first rank, which no game reaches, attacks
//!   the second rank as any other would.

use crate::board::Drawn;
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Color, Identity, Piece, PieceKind, Square, Table, Variant, between};
use core::fmt;

/// A way to tell whether a piece attacks a square.
pub trait Attacked: Variant {
    /// Whether `piece` on `from` attacks `to`; `occupied` contains `from`.
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool;
}

/// The slow and obvious answer: steps from `from` to `to`, or slides towards it
/// square by square until something stands in the way.
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

/// The oracle as a variant: what variants over any such lookup are proved with. It
/// insists on what others rely on.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

impl Attacked for Oracle {
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        assert!(occupied.contains(from), "the occupancy contains the attacker");
        oracle(piece, from, to, occupied)
    }
}

impl Variant for Oracle {
    const IDENTITY: Identity =
        Identity { name: "attacked-oracle", summary: "Walks", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// Every question that can have an answer of its own, each in several settings.
///
/// For every piece and every ordered pair of squares, every subset of the
/// squares in between is occupied; each with the rest of the board empty, full,
/// and filled in two irregular ways, which must not matter.
pub fn questions() -> impl Iterator<Item = (Piece, Square, Square, Bitboard)> {
    Piece::ALL.into_iter().flat_map(|piece| {
        Square::ALL.into_iter().flat_map(move |from| {
            Square::ALL.into_iter().flat_map(move |to| {
                let inner = between::oracle(from, to);
                let rest = !(inner | from.bitboard());
                inner.subsets().flat_map(move |obstacles| {
                    // Multiplying by the golden ratio spreads the few varying bits over all 64.
                    let seed = obstacles.0 ^ (from as u64) << 6 ^ to as u64 ^ 1 << 40;
                    let mixed = Bitboard(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                    [Bitboard::EMPTY, !Bitboard::EMPTY, mixed, !mixed]
                        .map(|fill| (piece, from, to, from.bitboard() | obstacles | fill & rest))
                })
            })
        })
    })
}

/// Compares a variant with the oracle on all [`questions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
pub fn check<V: Attacked>() -> Result<usize, Wrong> {
    let mut compared = 0;
    for (piece, from, to, occupied) in questions() {
        let expected = oracle(piece, from, to, occupied);
        if V::attacks(piece, from, to, occupied) != expected {
            return Err(Wrong { variant: V::IDENTITY.name, piece, from, to, occupied, expected });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong answer to [`Attacked::attacks`]; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The piece asked for.
    pub piece: Piece,
    /// The square it stands on.
    pub from: Square,
    /// The square it does or does not attack.
    pub to: Square,
    /// What stands on the board.
    pub occupied: Bitboard,
    /// The oracle's answer; the variant gave the opposite.
    pub expected: bool,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, piece, from, to, occupied, expected } = *self;
        let attacked = |by: &dyn Fn(Square) -> bool| {
            let squares = Square::ALL.into_iter().filter(|&square| by(square));
            squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
        };
        let right = attacked(&|square| oracle(piece, from, square, occupied));
        // What is known of the variant's set is this one square.
        let given = if expected { right ^ to.bitboard() } else { right | to.bitboard() };
        let (verb, truth) =
            if expected { ("denies", "it does") } else { ("claims", "it does not") };
        writeln!(f, "{variant} {verb} that a {piece} on {from} attacks {to}: {truth}")?;
        Drawn(&[
            ("from and to", from.bitboard() | to.bitboard()),
            ("occupied", occupied),
            ("expected", right),
            ("actual", given),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::attacked::conformance!(Getter);`.
#[doc(inline)]
pub use crate::__attacked_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __attacked_conformance {
    ($variant:ty) => {
        $crate::__conformance!($variant, $crate::attacked::check, "questions");
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    fn attacked(piece: Piece, from: Square, occupied: &[Square]) -> Vec<Square> {
        let others = occupied.iter().fold(Bitboard::EMPTY, |set, s| set | s.bitboard());
        let occupied = others | from.bitboard();
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

    #[test]
    fn no_piece_attacks_its_own_square() {
        for piece in Piece::ALL {
            for square in Square::ALL {
                assert!(!oracle(piece, square, square, square.bitboard()));
            }
        }
    }

    /// 12 pieces, 4 settings, and for each of the 4096 pairs every subset of
    /// the squares in between, counted by the lengths of the lines alone.
    #[test]
    fn the_questions_are_complete() {
        let straight: usize = (2..8).map(|d| (4 * 8 * (8 - d)) << (d - 1)).sum();
        let slanted: usize = (2..8).map(|d| (4 * (8 - d) * (8 - d)) << (d - 1)).sum();
        let subsets = (4096 - 1036) + straight + slanted;
        assert_eq!(questions().count(), 12 * 4 * subsets);
        assert!(questions().all(|(_, from, _, occupied)| occupied.contains(from)));
    }

    /// Lets sliders jump.
    struct Jumps;

    impl Variant for Jumps {
        const IDENTITY: Identity = Identity { name: "jumps", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Attacked for Jumps {
        fn attacks(piece: Piece, from: Square, to: Square, _: Bitboard) -> bool {
            oracle(piece, from, to, from.bitboard())
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Jumps>().unwrap_err().to_string();
        assert!(
            wrong.starts_with("jumps claims that a white bishop on a1 attacks c3: it does not\n")
        );
        assert!(wrong.contains("3 . . 1 . . . . ."));
    }
}
