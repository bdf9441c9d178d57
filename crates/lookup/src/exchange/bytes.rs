//! The gain of an exchange, for variants that know only a byte for each side.
//!
//! The lower three bits of an attack byte count the attackers of a square, up to 7. The
//! upper five name the kinds with at least one attacker: from the lowest bit, pawns,
//! knights or bishops, rooks, queens, kings. The layout is that of Ed Schröder's Rebel:
//! <https://www.chessprogramming.org/Attack_and_Defend_Maps>.
//!
//! A byte does not tell the kind of attackers beyond one of each kind; here they count as
//! the least valuable kind present. A capture therefore clears the lowest of the upper bits
//! only if no more attackers than kinds are left. More than seven attackers count as seven.
//!
//! # Example
//!
//! ```
//! use lookup::exchange::{Rules, byte, oracle};
//! use lookup::{Color, Position, Square};
//!
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . p . . . .
//! // 5 . . . . p . . .
//! // 4 . . . . . . . .
//! // 3 . . . . . N . .
//! // 2 . . . . . . . .
//! // 1 . . . . R K . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/3p4/4p3/8/5N2/8/4RK2 w - -")?;
//! // Two attackers, a knight and a rook; and a pawn.
//! assert_eq!(byte(&position, Square::E5, Color::White), 0b00110_010);
//! assert_eq!(byte(&position, Square::E5, Color::Black), 0b00001_001);
//! assert_eq!(oracle(Rules::Bytes, &position, Square::E5), 1 - 3 + 1);
//! # Ok::<(), lookup::FenError>(())
//! ```

use super::{Exchange, Rules, counts, swap_off, target};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Extent, Leaps, Oracle, Piece, PieceKind, Position, Square, exchange};
use core::fmt;

/// A variant that answers by [`Rules::Bytes`] and can be asked about bytes alone.
pub trait ByBytes: Exchange {
    /// The gain from capturing `target`, not a king, if nothing is known but the bytes of
    /// its attackers and its defenders; each [can occur](can_occur).
    fn see_bytes(target: Piece, attack: u8, defence: u8) -> i8;
}

/// The attack bytes of all squares, by side, for variants that know what a piece attacks, and the
/// bit of its kind.
#[inline(always)]
#[must_use]
pub fn of_all(
    position: &Position,
    attacked: impl Fn(Piece, Square) -> (Bitboard, u8),
) -> [[u8; 64]; 2] {
    let mut bytes = [[0; 64]; 2];
    for color in Color::ALL {
        for from in position.color(color).squares() {
            let Some(piece) = position.piece_on(from) else { continue };
            let (attacked, kind) = attacked(piece, from);
            for to in attacked.squares() {
                let byte = &mut bytes[color as usize][to.index()];
                // Seven attackers stay seven.
                *byte = (*byte + u8::from(*byte & 7 < 7)) | kind;
            }
        }
    }
    bytes
}

/// The squares that a piece attacks, and the bit of its kind: `leaps` are those of its square, and
/// `S` finds what sliders see.
#[inline(always)]
#[must_use]
pub fn attacked<S: Sliders>(
    piece: Piece,
    from: Square,
    occupied: Bitboard,
    leaps: &Leaps,
) -> (Bitboard, u8) {
    match piece.kind() {
        PieceKind::Pawn => (leaps.pawns[piece.color() as usize], 1 << 3),
        PieceKind::Knight => (leaps.knight, 1 << 4),
        PieceKind::Bishop => (S::bishop(from, occupied), 1 << 4),
        PieceKind::Rook => (S::rook(from, occupied), 1 << 5),
        PieceKind::Queen => (S::queen(from, occupied), 1 << 6),
        PieceKind::King => (leaps.king, 1 << 7),
    }
}

/// The kinds of the upper five bits; knights stand for bishops too.
const KINDS: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Rook, PieceKind::Queen, PieceKind::King];

/// The [attack byte](self) of a side on a square, found slowly and obviously.
#[must_use]
pub fn byte(position: &Position, square: Square, side: Color) -> u8 {
    let [pawns, knights, bishops, rooks, queens, kings] = counts(position, square, side);
    let kinds = [pawns, knights + bishops, rooks, queens, kings];
    let count = kinds.iter().sum::<u8>().min(7);
    (0..5).fold(count, |byte, kind| byte | u8::from(kinds[kind] > 0) << (3 + kind))
}

/// Whether some set of attackers has this [attack byte](self).
///
/// There are at least as many attackers as kinds. At most two pawns, one king and four
/// rooks attack a square: a rook hides another on the same line. There can be eight queens,
/// and more knights and bishops than a byte counts.
#[must_use]
pub const fn can_occur(byte: u8) -> bool {
    let (count, kinds) = (byte & 7, byte >> 3);
    let most = 2 * (kinds & 1) + 7 * (kinds >> 1 & 1) + 4 * (kinds >> 2 & 1) + 7 * (kinds >> 3 & 1);
    kinds.count_ones() <= count as u32 && count <= most + (kinds >> 4 & 1)
}

/// The slow and obvious answer by [`Rules::Bytes`].
pub(super) fn oracle(position: &Position, square: Square) -> i8 {
    let us = position.side_to_move();
    let [attack, defence] = [us, !us].map(|side| byte(position, square, side));
    bytes_oracle(target(position, square).kind(), attack, defence)
}

/// Finds the numbers by kind, as far as a byte tells, and exchanges.
fn bytes_oracle(target: PieceKind, attack: u8, defence: u8) -> i8 {
    let [own, enemy] = [attack, defence].map(|byte| {
        let present = |kind: &usize| byte >> (3 + kind) & 1 == 1;
        let mut counts = [0; 6];
        for kind in (0..5).filter(present) {
            counts[KINDS[kind] as usize] = 1;
        }
        if let Some(least) = (0..5).find(present) {
            counts[KINDS[least] as usize] += (byte & 7) - counts.iter().sum::<u8>();
        }
        counts
    });
    swap_off(target, own, enemy)
}

/// No capture, so nothing to reply to.
pub const NONE: i8 = i8::MAX;

/// The most that the enemy wins by recapturing after the least valuable attacker has
/// captured, by the bytes of attackers and defenders, for the tables of variants; [`NONE`]
/// if no attacker may capture.
///
/// A capture leaves a smaller byte, so each pair of bytes builds on earlier pairs.
#[must_use]
pub const fn replies() -> [[i8; 256]; 256] {
    let mut replies = [[NONE; 256]; 256];
    let mut larger = 0;
    while larger < 256 {
        let mut smaller = 0;
        while smaller <= larger {
            replies[smaller][larger] = reply(&replies, smaller, larger);
            replies[larger][smaller] = reply(&replies, larger, smaller);
            smaller += 1;
        }
        larger += 1;
    }
    replies
}

const fn reply(replies: &[[i8; 256]; 256], attack: usize, defence: usize) -> i8 {
    let (count, kinds) = (attack & 7, attack >> 3);
    if kinds == 0 || kinds == KING && defence >> 3 != 0 {
        return NONE;
    }
    let kept = if count > kinds.count_ones() as usize { kinds } else { kinds & (kinds - 1) };
    let left = kept << 3 | count.saturating_sub(1);
    let next = replies[defence][left];
    let wins = exchange::value(KINDS[kinds.trailing_zeros() as usize]) - next;
    if next == NONE || wins < 0 { 0 } else { wins }
}

/// The upper five bits of a byte with only a king.
const KING: usize = 1 << 4;

impl Exchange for Oracle {
    const RULES: Rules = Rules::Bytes;
    type Prepared = ();

    fn prepare(_: &Position) {}

    fn see(&position: &Position, (): &(), square: Square) -> i8 {
        let case = exchange::Case { rules: Self::RULES, position, square };
        Oracle::of::<Question>(&Case::Board(case))
    }
}

impl ByBytes for Oracle {
    fn see_bytes(target: Piece, attack: u8, defence: u8) -> i8 {
        Oracle::of::<Question>(&Case::Bytes { target, attack, defence })
    }
}

/// A target on a board, or just its bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Case {
    /// A target in a position.
    Board(exchange::Case),
    /// A piece and two bytes.
    Bytes {
        /// The piece to capture.
        target: Piece,
        /// The byte of its attackers.
        attack: u8,
        /// The byte of its defenders.
        defence: u8,
    },
}

/// Asks about all pieces but kings with all pairs of bytes that [can occur](can_occur),
/// then as the [exchange's question](exchange::Question) does. Not every pair fits on a
/// board: the two sides share the eight lines to the square.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = i8;

    const CASES: &'static str = "pairs of bytes and questions";
    const COUNT: usize = 598_624;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("targets on boards", 379_584, |case, _| matches!(case, Case::Board(_))),
        Dimension::of("pairs of bytes", 219_040, |case, _| matches!(case, Case::Bytes { .. })),
        Dimension::of("white targets", 109_520, |case, _| {
            let Case::Bytes { target, .. } = case else { return false };
            target.color() == Color::White
        }),
        Dimension::of("no attackers", 1480, |case, _| {
            matches!(case, Case::Bytes { attack: 0, .. })
        }),
        Dimension::of("no defenders", 1480, |case, _| {
            matches!(case, Case::Bytes { defence: 0, .. })
        }),
        Dimension::of("more attackers than kinds", 171_680, |case, _| {
            let &Case::Bytes { attack, .. } = case else { return false };
            u32::from(attack & 7) > (attack >> 3).count_ones()
        }),
        Dimension::of("seven attackers and seven defenders", 6250, |case, _| {
            let Case::Bytes { attack, defence, .. } = case else { return false };
            attack & defence & 7 == 7
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let by_bytes = |case| exchange::Case { rules: Rules::Bytes, ..case };
        pairs().chain(exchange::Question::cases(extent).map(by_bytes).map(Case::Board))
    }

    fn oracle(case: &Case) -> i8 {
        match case {
            Case::Board(case) => exchange::Question::oracle(case),
            Case::Bytes { target, attack, defence } => {
                bytes_oracle(target.kind(), *attack, *defence)
            }
        }
    }

    fn draw(
        &Wrong { variant, case, expected, actual }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match case {
            Case::Board(case) => {
                exchange::Question::draw(&Wrong { variant, case, expected, actual }, f)
            }
            Case::Bytes { target, attack, defence } => {
                write!(f, "a {target} attacked by {attack:08b} and defended by {defence:08b}: ")?;
                write!(f, "{expected}, not {actual}")
            }
        }
    }
}

/// All pieces but kings, with all pairs of bytes that can occur.
fn pairs() -> impl Iterator<Item = Case> {
    let bytes = || (0..=u8::MAX).filter(|&byte| can_occur(byte));
    let targets = Piece::ALL.into_iter().filter(|piece| piece.kind() != PieceKind::King);
    targets.flat_map(move |target| {
        bytes().flat_map(move |attack| {
            bytes().map(move |defence| Case::Bytes { target, attack, defence })
        })
    })
}

impl<V: ByBytes> Answers<Question> for V {
    type Kept = <V as Answers<exchange::Question>>::Kept;

    fn answer(kept: &mut Self::Kept, case: &Case) -> i8 {
        match case {
            Case::Board(case) => <V as Answers<exchange::Question>>::answer(kept, case),
            Case::Bytes { target, attack, defence } => V::see_bytes(*target, *attack, *defence),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EIGHT_KNIGHTS, positions, targets};
    use super::*;
    use crate::faulty;
    use std::io::Write;

    #[test]
    fn bytes_are_as_the_layout_says() {
        let position = Position::from_fen("3r3k/8/2p1p3/3p4/2P5/2N2B2/B7/3R3K w - -").unwrap();
        let byte = |side| byte(&position, Square::D5, side);
        assert_eq!(byte(Color::White), 0b00111 << 3 | 4);
        assert_eq!(byte(Color::Black), 0b00101 << 3 | 3);
        let knights = Position::from_fen(EIGHT_KNIGHTS).unwrap();
        assert_eq!(super::byte(&knights, Square::D4, Color::White), 0b00010 << 3 | 7);
    }

    #[test]
    fn bytes_that_can_occur_do() {
        use Square::*;
        // Around d4, by kind; no pawns and queens of one byte share a line.
        let places: [&[Square]; 5] = [
            &[C3, E3],
            &[B3, B5, C2, C6, E2, E6, F3, F5],
            &[D1, D8, A4, H4],
            &[H8, D8, H4, A4, D1, F2, B2],
            &[C5],
        ];
        let mut count = 0;
        for bits in (0..=u8::MAX).filter(|&byte| can_occur(byte)) {
            let mut position = Position::empty();
            let mut put = |kind: usize| {
                let square = places[kind].iter().find(|&&s| position.piece_on(s).is_none())?;
                position.put(Piece::new(KINDS[kind], Color::White), *square);
                Some(())
            };
            let present = || (0..5).filter(|kind| bits >> (3 + kind) & 1 == 1);
            present().for_each(|kind| put(kind).unwrap());
            for _ in present().count()..usize::from(bits & 7) {
                present().find_map(&mut put).unwrap();
            }
            assert_eq!(byte(&position, D4, Color::White), bits, "{bits:08b}");
            count += 1;
        }
        writeln!(std::io::stdout(), "exchange: {count} attack bytes can occur").unwrap();
        for position in positions(Extent::Full) {
            for square in targets(&position) {
                for side in Color::ALL {
                    let byte = byte(&position, square, side);
                    assert!(can_occur(byte), "{byte:08b} on {square} in {position}");
                }
            }
        }
    }

    faulty::catch_every_fault!(Oracle);
}
