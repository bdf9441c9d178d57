//! Which row of a network's weights belongs to an attack relation?
//!
//! A relation says that a piece on one square attacks a piece on another. A network that
//! takes relations as inputs has a row of weights for each of them. A program finds the rows
//! of all relations that [change with a move](crate::deltas).
//!
//! - A relation is valid if its attacker, alone on the board, attacks the victim's square.
//!   Nothing else is asked of the two pieces and squares. Networks leave some relations out,
//!   such as those of kings. That changes what stands in the tables, not how they are used.
//! - Rows are numbered from 0 in the order of attacker, victim, attacker's square and victim's
//!   square. Pieces and squares have the order of their own numbers. There is no gap: every
//!   row belongs to one valid relation.
//! - So a row is the sum of three numbers: the [first row](bases) of its two pieces, the
//!   number of targets that the attacker has from all [lower squares](firsts), and the number
//!   of [targets from its own](targets) that lie below the victim.
//!
//! # Example
//!
//! ```
//! use lookup::index::Index;
//! use lookup::{Bitboard, Oracle, Piece, Square::*};
//!
//! // White pawns on white pawns come first: from a1 there is one target, from b1 there are two.
//! let row = |from, to| Oracle::row(Piece::WhitePawn, from, Piece::WhitePawn, to);
//! assert_eq!(Bitboard::from_iter([A2, C2]).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 1 . 1 . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! assert_eq!([row(A1, B2), row(B1, A2), row(B1, C2), row(C1, B2)], [0, 1, 2, 3]);
//! ```

use crate::Color::{Black, White};
use crate::PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::attacked::squares;
use crate::board::draw_boards;
use crate::lines::{self, BISHOP, ROOK};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Bitboard, Extent, Leaps, Oracle, Piece, Square, Variant};
use core::fmt;

/// A way to number attack relations.
pub trait Index: Variant {
    /// The row of a valid relation.
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32;
}

/// How many rows there are.
pub const ROWS: usize = 90_384;

/// How many pairs of squares there are of which each piece attacks the second from the first,
/// alone on the board.
const PAIRS: [u32; 12] = [98, 98, 336, 336, 560, 560, 896, 896, 1456, 1456, 420, 420];

/// The slow and obvious answer: counts the relations that come before.
#[must_use]
pub fn oracle(relation: &Case) -> u32 {
    let &Case { attacker, from, victim, to } = relation;
    let earlier: u32 = PAIRS[..attacker as usize].iter().sum();
    let same_pieces = PAIRS[attacker as usize];
    let squares = Square::ALL.into_iter().take_while(|&square| square < from);
    let lower: u32 = squares.map(|square| alone(attacker, square).0.count_ones()).sum();
    let below = alone(attacker, from).squares().take_while(|&target| target < to).count();
    Piece::ALL.len() as u32 * earlier + victim as u32 * same_pieces + lower + below as u32
}

impl Index for Oracle {
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        Oracle::of::<Question>(&Case { attacker, from, victim, to })
    }
}

/// The squares that a piece attacks on an empty board, by ray walks.
fn alone(piece: Piece, from: Square) -> Bitboard {
    squares(piece.kind(), piece.color(), from, Bitboard::EMPTY)
}

/// The squares that each piece attacks from each square of an empty board, for the tables of
/// variants.
#[must_use]
pub const fn targets() -> [[Bitboard; 64]; 12] {
    let (leaps, mut targets, mut i) = (Leaps::table(), [[Bitboard::EMPTY; 64]; 12], 0);
    while i < 64 {
        let (from, Leaps { knight, king, pawns: [white, black] }) = (Square::ALL[i], leaps[i]);
        let (rook, bishop) = (lines::reach(from, ROOK), lines::reach(from, BISHOP));
        let queen = Bitboard(rook.0 | bishop.0);
        let of_all =
            [white, black, knight, knight, bishop, bishop, rook, rook, queen, queen, king, king];
        let mut piece = 0;
        while piece < 12 {
            targets[piece][i] = of_all[piece];
            piece += 1;
        }
        i += 1;
    }
    targets
}

/// The number of targets that each piece has from the squares below each square, for the
/// tables of variants.
#[must_use]
pub const fn firsts() -> [[u16; 64]; 12] {
    let (targets, mut firsts, mut i) = (targets(), [[0; 64]; 12], 0);
    while i < 12 * 64 {
        let (piece, from) = (i / 64, i % 64);
        if from > 0 {
            let before = targets[piece][from - 1].0.count_ones() as u16;
            firsts[piece][from] = firsts[piece][from - 1] + before;
        }
        i += 1;
    }
    firsts
}

/// The first row of each attacker and victim, for the tables of variants.
#[must_use]
pub const fn bases() -> [[u32; 12]; 12] {
    let (targets, firsts) = (targets(), firsts());
    let (mut bases, mut base, mut i) = ([[0; 12]; 12], 0, 0);
    while i < 12 * 12 {
        let attacker = i / 12;
        bases[attacker][i % 12] = base;
        base += firsts[attacker][63] as u32 + targets[attacker][63].0.count_ones();
        i += 1;
    }
    bases
}

/// A valid relation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The piece that attacks.
    pub attacker: Piece,
    /// Its square.
    pub from: Square,
    /// The piece that is attacked.
    pub victim: Piece,
    /// Its square.
    pub to: Square,
}

/// Asks about all valid relations, in the order of their rows.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = u32;

    const CASES: &'static str = "relations";
    const COUNT: usize = ROWS;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("White's pawns", 1176, |relation, _| relation.attacker == Piece::WhitePawn),
        Dimension::of("Black's pawns", 1176, |relation, _| relation.attacker == Piece::BlackPawn),
        Dimension::of("pawns on their own first rank", 336, |relation, _| {
            let rank = if relation.attacker.color() == White { 0 } else { 7 };
            let pawn = relation.attacker.kind() == Pawn;
            pawn && relation.from.rank() == rank
        }),
        Dimension::of("knights", 8064, |relation, _| relation.attacker.kind() == Knight),
        Dimension::of("bishops", 13_440, |relation, _| relation.attacker.kind() == Bishop),
        Dimension::of("rooks", 21_504, |relation, _| relation.attacker.kind() == Rook),
        Dimension::of("queens", 34_944, |relation, _| relation.attacker.kind() == Queen),
        Dimension::of("kings", 10_080, |relation, _| relation.attacker.kind() == King),
        Dimension::of("the last kind of victim", 15_064, |relation, _| {
            relation.victim.kind() == King
        }),
        Dimension::of("black victims", 45_192, |relation, _| relation.victim.color() == Black),
        Dimension::of("victims below the attacker", 45_192, |relation, _| {
            relation.to < relation.from
        }),
        Dimension::of("the lowest target of a square", 9024, |relation, _| {
            alone(relation.attacker, relation.from).first() == relation.to
        }),
        Dimension::of("the last row", 1, |_, row| *row == 90_383),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Case> {
        Piece::ALL.into_iter().flat_map(|attacker| {
            Piece::ALL.into_iter().flat_map(move |victim| {
                Square::ALL.into_iter().flat_map(move |from| {
                    let targets = alone(attacker, from).squares();
                    targets.map(move |to| Case { attacker, from, victim, to })
                })
            })
        })
    }

    fn oracle(relation: &Case) -> u32 {
        oracle(relation)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { attacker, from, victim, to } = wrong.case;
        write!(f, "the row of a {attacker} on {from} that attacks a {victim} on {to}: ")?;
        writeln!(f, "{}, not {}", wrong.expected, wrong.actual)?;
        let squares = from.bitboard() | to.bitboard();
        draw_boards(&[("from and to", squares), ("targets", alone(attacker, from))], f)
    }
}

impl<V: Index> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), &Case { attacker, from, victim, to }: &Case) -> u32 {
        V::row(attacker, from, victim, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;

    #[test]
    fn agrees_with_rows_counted_by_hand() {
        use Piece::{BlackKing, BlackPawn, WhiteKnight, WhitePawn};
        for (attacker, from, victim, to, row) in [
            (WhitePawn, Square::A1, WhitePawn, Square::B2, 0),
            (WhitePawn, Square::B1, WhitePawn, Square::A2, 1),
            (WhitePawn, Square::B1, WhitePawn, Square::C2, 2),
            (WhitePawn, Square::A1, BlackPawn, Square::B2, 98),
            // Both colors of pawns attack 98 pairs of squares, with 12 victims each.
            (WhiteKnight, Square::A1, WhitePawn, Square::C2, 2352),
            (WhiteKnight, Square::A1, WhitePawn, Square::B3, 2353),
            (BlackKing, Square::H8, BlackKing, Square::G8, 90_383),
        ] {
            let relation = Case { attacker, from, victim, to };
            assert_eq!(oracle(&relation), row, "{relation:?}");
        }
    }

    faulty::catch_every_fault!(Oracle);
}
