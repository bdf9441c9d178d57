//! Which pieces attack a square, and does a side attack it at all?
//!
//! - The attackers are of both sides. Those on the side of the piece on the square defend
//!   it.
//! - Whether the square is occupied does not matter. A piece does not attack its own
//!   square.
//! - Pinned pieces attack. A slider behind another piece does not.
//! - Pawns attack diagonally forward, whether or not there is anything to capture. En
//!   passant is no attack on the pawn that it captures.
//!
//! # Example
//!
//! ```
//! use lookup::attackers::Attackers;
//! use lookup::{Color, Oracle, Position, Square};
//!
//! // 8 r . b q k b n r
//! // 7 p p p p . p p p
//! // 6 . . n . . . . .
//! // 5 . . . . p . . .
//! // 4 . . . . P . . .
//! // 3 . . . . . N . .
//! // 2 P P P P . P P P
//! // 1 R N B Q K B . R
//! //   a b c d e f g h
//! let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
//! let position = Position::from_fen(fen)?;
//! assert_eq!(Oracle::attackers_to(&position, Square::E5).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . 1 . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . 1 . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! assert!(Oracle::is_attacked(&position, Square::E5, Color::White));
//! assert!(!Oracle::is_attacked(&position, Square::E4, Color::Black));
//! # Ok::<(), lookup::FenError>(())
//! ```

use crate::PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Spoil, Wrong};
use crate::sliders::Sliders;
use crate::{
    Bitboard, Color, Extent, Leaps, Oracle, PieceKind, Position, Square, Variant, attacked, samples,
};
use core::fmt;

/// A way to find the pieces that attack a square.
pub trait Attackers: Variant {
    /// The pieces of both sides that attack `square`.
    fn attackers_to(position: &Position, square: Square) -> Bitboard;

    /// Whether any piece of a side attacks `square`.
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool;
}

/// The slow and obvious answer: asks every piece on the board whether it attacks the square.
#[must_use]
pub fn oracle(position: &Position, square: Square) -> Bitboard {
    Square::ALL.into_iter().fold(Bitboard::EMPTY, |attackers, from| match position.piece_on(from) {
        Some(piece) if attacked::oracle(piece, from, square, position.occupied()) => {
            attackers | from.bitboard()
        }
        _ => attackers,
    })
}

impl Attackers for Oracle {
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        Oracle::of::<Question>(&Case { position: *position, square }).attackers
    }

    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        let case = Case { position: *position, square };
        Oracle::of::<Question>(&case).is_attacked[by as usize]
    }
}

/// The slow and obvious answer: whether any of the attackers is of this side.
#[inline(always)]
#[must_use]
pub fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
    !(oracle(position, square) & position.color(by)).is_empty()
}

/// The union of all kinds, for variants: `leaps` are those of the square, and `S` finds what
/// sliders see from it.
#[inline(always)]
#[must_use]
pub fn union<S: Sliders>(position: &Position, square: Square, leaps: &Leaps) -> Bitboard {
    let occupied = position.occupied();
    let queens = position.kind(Queen);
    leaps.attackers(position)
        | (S::rook(square, occupied) & (position.kind(Rook) | queens))
        | (S::bishop(square, occupied) & (position.kind(Bishop) | queens))
}

/// What the piece on a square attacks, for variants: `leaps` are those of every square, and `S`
/// finds what sliders see; empty if there is no piece.
#[inline(always)]
#[must_use]
pub fn attacks_from<S: Sliders>(
    position: &Position,
    square: Square,
    leaps: &[Leaps; 64],
) -> Bitboard {
    let Some(piece) = position.piece_on(square) else { return Bitboard::EMPTY };
    let Leaps { knight, king, pawns } = leaps[square.index()];
    match piece.kind() {
        Pawn => pawns[piece.color() as usize],
        Knight => knight,
        Bishop => S::bishop(square, position.occupied()),
        Rook => S::rook(square, position.occupied()),
        Queen => S::queen(square, position.occupied()),
        King => king,
    }
}

/// The rooks and queens of both sides on some squares, and the bishops and queens on others, for
/// variants.
#[inline(always)]
#[must_use]
pub fn sliders(position: &Position, straight: Bitboard, slanted: Bitboard) -> Bitboard {
    let queens = position.kind(Queen);
    (straight & (position.kind(Rook) | queens)) | (slanted & (position.kind(Bishop) | queens))
}

/// A square of a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The square.
    pub square: Square,
}

/// A variant's whole answer about a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Answer {
    /// By [`Attackers::attackers_to`].
    pub attackers: Bitboard,
    /// By [`Attackers::is_attacked`], for White and for Black.
    pub is_attacked: [bool; 2],
}

impl Spoil for Answer {
    fn spoilt(&self) -> Answer {
        Answer { attackers: self.attackers.spoilt(), ..*self }
    }
}

/// Asks about all attackers of a square, and whether either side attacks it.
///
/// In 100,000 [sample](samples) positions, asks about both kings' squares and six others,
/// different each time. In 2,000 positions of games, asks about all squares. A tenth of the
/// extent has a tenth of the positions.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Answer;

    const CASES: &'static str = "squares in positions";
    const COUNT: usize = 928_000;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("attackers", 928_000, |_, _| true),
        Dimension::by("attacks by White", 928_000, |_, answer| {
            let [white, black] = answer.is_attacked;
            Some(Answer { is_attacked: [!white, black], ..*answer })
        }),
        Dimension::by("attacks by Black", 928_000, |_, answer| {
            let [white, black] = answer.is_attacked;
            Some(Answer { is_attacked: [white, !black], ..*answer })
        }),
        Dimension::of("pawns that attack", 141_308, |case, answer| attack(case, answer, Pawn)),
        Dimension::of("knights that attack", 101_785, |case, answer| attack(case, answer, Knight)),
        Dimension::of("bishops that attack", 148_099, |case, answer| attack(case, answer, Bishop)),
        Dimension::of("rooks that attack", 279_778, |case, answer| attack(case, answer, Rook)),
        Dimension::of("queens that attack", 273_389, |case, answer| attack(case, answer, Queen)),
        Dimension::of("kings that attack", 138_194, |case, answer| attack(case, answer, King)),
        Dimension::of("no attackers", 247_735, |_, answer| answer.attackers.is_empty()),
        Dimension::of("four attackers and more", 41_225, |_, answer| {
            answer.attackers.0.count_ones() > 3
        }),
        Dimension::of("occupied squares", 384_368, |case, _| {
            case.position.occupied().contains(case.square)
        }),
        Dimension::of("crowded boards", 50_008, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let drawn = samples::positions().take(extent.of(100_000)).enumerate();
        let drawn = drawn.flat_map(|(number, position)| {
            let kings = Color::ALL.map(|color| position.king(color));
            let others = (0..6).map(move |more| Square::new((6 * number + more) as u8));
            kings.into_iter().chain(others).map(move |square| Case { position, square })
        });
        let played = samples::played().take(extent.of(2_000));
        drawn.chain(played.flat_map(|position| Square::ALL.map(|square| Case { position, square })))
    }

    fn oracle(Case { position, square }: &Case) -> Answer {
        let attackers = oracle(position, *square);
        let by = |color| !(attackers & position.color(color)).is_empty();
        Answer { attackers, is_attacked: Color::ALL.map(by) }
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { case: Case { position, square }, expected, actual, .. } = wrong;
        write!(f, "what attacks {square} in {position}")?;
        if expected.is_attacked != actual.is_attacked {
            let [white, black] = expected.is_attacked;
            write!(f, ": white attacks it is {white}, black attacks it is {black}")?;
        }
        writeln!(f)?;
        let boards = [("square", square.bitboard()), ("occupied", position.occupied())];
        draw_answers(&boards, [expected.attackers, actual.attackers], f)
    }
}

/// Whether a kind is among the attackers.
fn attack(case: &Case, answer: &Answer, kind: PieceKind) -> bool {
    !(answer.attackers & case.position.kind(kind)).is_empty()
}

impl<V: Attackers> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), Case { position, square }: &Case) -> Answer {
        Answer {
            attackers: V::attackers_to(position, *square),
            is_attacked: Color::ALL.map(|by| V::is_attacked(position, *square, by)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use std::vec::Vec;

    #[test]
    fn agrees_with_sets_written_by_hand() {
        use Square::*;
        let attackers = |fen, square| {
            let position = Position::from_fen(fen).unwrap();
            oracle(&position, square).squares().collect::<Vec<_>>()
        };
        // Of both sides: pawns, knights, a bishop, kings, rooks, a queen; not the
        // second rook behind the first, and not the pawn that only moves there.
        let crowded = "4r3/4r3/3kpn2/3p1p2/4N3/2NK4/2B1R3/4Q3 b - -";
        assert_eq!(attackers(crowded, E4), [E2, C3, D3, D5, F5, F6]);
        assert_eq!(attackers(crowded, E2), [E1, C3, D3]);
        assert_eq!(attackers(crowded, E6), [D6, E7]);
        // The pinned bishop attacks.
        assert_eq!(attackers("4r2k/8/8/8/8/8/4B3/4K3 w - -", D3), [E2]);
        // En passant captures d4, but attacks d3.
        assert_eq!(attackers("7k/8/8/8/3Pp3/8/8/K7 b - d3", D4), []);
        assert_eq!(attackers("7k/8/8/8/3Pp3/8/8/K7 b - d3", D3), [E4]);
    }

    faulty::catch_every_fault!(Oracle);
}
