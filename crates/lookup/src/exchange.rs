//! What does the side to move win by capturing on a square?
//!
//! - Only [`targets`] are asked about: squares with an enemy piece other than the king. For
//!   other squares the answer has no meaning.
//! - The sides capture on the square in turn, each with its least valuable attacker in the
//!   order of [`PieceKind::ALL`]; of several of a kind, with the one on the lowest square.
//!   The first capture is forced: a negative answer is its loss. After that, either side
//!   stops as soon as another capture does not pay. A side that cannot capture wins 0.
//! - The unit is a pawn; see [`value`]. Every answer lies between -8, a queen for a
//!   pawn, and 9, a queen for nothing.
//! - A king captures only where it cannot be recaptured, and is never captured itself.
//! - A pawn that captures on the last rank stays a pawn. En passant is left out: it
//!   captures nothing on the pawn's target square.
//! - Pins and checks do not matter.
//!
//! Variants differ in how much they know about the attackers. Each declares its [`Rules`]
//! and is compared with the right answer by these rules. The variants that know least share
//! the [attack bytes](bytes).
//!
//! # Example
//!
//! ```
//! use lookup::exchange::{self, Rules};
//! use lookup::{Bitboard, Position, Square};
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
//! // The knight takes a pawn and is taken, and the rook takes another pawn.
//! let gain = exchange::oracle(Rules::WithXrays, &position, Square::E5);
//! assert_eq!(gain, 1 - 3 + 1);
//! assert_eq!(exchange::targets(&position).collect::<Bitboard>().to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . 1 . . . .
//! 5 . . . . 1 . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! # Ok::<(), lookup::FenError>(())
//! ```

pub mod bytes;

pub use bytes::{ByBytes, byte, can_occur};

use crate::Color::{Black, White};
use crate::PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::board::draw_boards;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{
    Bitboard, Color, Extent, Move, Piece, PieceKind, Position, Square, Variant, attackers, samples,
};
use core::fmt;

/// A way to evaluate the captures on a square.
pub trait Exchange: Variant {
    /// What it knows about the attackers.
    const RULES: Rules;

    /// What it computes once per position, for all questions about it.
    type Prepared;

    /// Computes it.
    fn prepare(position: &Position) -> Self::Prepared;

    /// The gain of the side to move on one of the [`targets`], by static exchange
    /// evaluation, in pawns; `prepared` belongs to the same position.
    fn see(position: &Position, prepared: &Self::Prepared, square: Square) -> i8;
}

/// What a variant knows about the attackers of a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rules {
    /// Everything: a slider joins as soon as the piece before it has gone.
    WithXrays,
    /// Only the attackers before the first capture.
    WithoutXrays,
    /// Only the [attack byte](bytes) of either side before the first capture.
    Bytes,
}

impl Rules {
    /// All rules, from the most knowledge to the least.
    pub const ALL: [Rules; 3] = [Rules::WithXrays, Rules::WithoutXrays, Rules::Bytes];
}

/// The usual value of a piece in pawns: knights and bishops 3, rooks 5, queens 9. A king
/// has none: it is never captured.
#[inline]
#[must_use]
pub const fn value(kind: PieceKind) -> i8 {
    match kind {
        Pawn => 1,
        Knight | Bishop => 3,
        Rook => 5,
        Queen => 9,
        King => 0,
    }
}

/// The least valuable of some pieces, for variants.
#[inline(always)]
#[must_use]
pub fn least(position: &Position, among: Bitboard) -> Option<(PieceKind, Square)> {
    let those = |kind| (kind, among & position.kind(kind));
    let found = PieceKind::ALL.into_iter().map(those).find(|(_, those)| !those.is_empty());
    found.map(|(kind, those)| (kind, those.first()))
}

/// The slow and obvious answer.
///
/// # Panics
/// If the square is empty.
#[must_use]
pub fn oracle(rules: Rules, position: &Position, square: Square) -> i8 {
    let us = position.side_to_move();
    match rules {
        Rules::WithXrays => play_out(position, square, false),
        Rules::WithoutXrays => {
            let [own, enemy] = [us, !us].map(|side| counts(position, square, side));
            swap_off(target(position, square).kind(), own, enemy)
        }
        Rules::Bytes => bytes::oracle(position, square),
    }
}

fn target(position: &Position, square: Square) -> Piece {
    position.piece_on(square).expect("a piece to take")
}

/// Makes the captures on the board, and finds the attackers anew after each.
fn play_out(position: &Position, square: Square, pins: bool) -> i8 {
    let us = position.side_to_move();
    let attackers = attackers::oracle(position, square) & position.color(us);
    let mut captures = PieceKind::ALL.into_iter().flat_map(|kind| {
        let those = attackers & position.kind(kind);
        those.squares().map(|from| Move { from, to: square, promotion: None })
    });
    let enemies =
        |position: &Position| attackers::oracle(position, position.king(us)) & position.color(!us);
    let may = |&m: &Move| {
        let after = enemies(&position.play(m));
        let opened = after & !enemies(position);
        let king = m.from == position.king(us);
        if king { after.is_empty() } else { !pins || opened.is_empty() }
    };
    match captures.find(may) {
        Some(m) => {
            let reply = play_out(&position.play(m), square, pins);
            value(target(position, square).kind()) - reply.max(0)
        }
        None => 0,
    }
}

/// The number of a side's attackers of a square, by kind.
fn counts(position: &Position, square: Square, side: Color) -> [u8; 6] {
    let attackers = attackers::oracle(position, square) & position.color(side);
    PieceKind::ALL.map(|kind| (attackers & position.kind(kind)).squares().count() as u8)
}

/// Captures with one attacker after the other, given their numbers by kind.
fn swap_off(target: PieceKind, mut own: [u8; 6], enemy: [u8; 6]) -> i8 {
    match PieceKind::ALL.into_iter().find(|&kind| own[kind as usize] > 0) {
        None => 0,
        Some(King) if enemy.iter().any(|&count| count > 0) => 0,
        Some(least) => {
            own[least as usize] -= 1;
            value(target) - swap_off(least, enemy, own).max(0)
        }
    }
}

/// The squares to ask about in a position: those of the enemy pieces except its king.
pub fn targets(position: &Position) -> impl Iterator<Item = Square> + use<> {
    let enemy = position.color(!position.side_to_move());
    (enemy & !position.kind(King)).squares()
}

/// A target, and the rules of the answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The rules of the variant.
    pub rules: Rules,
    /// The position.
    pub position: Position,
    /// The target.
    pub square: Square,
}

impl Case {
    fn target(&self) -> PieceKind {
        target(&self.position, self.square).kind()
    }

    fn by(&self, rules: Rules) -> i8 {
        oracle(rules, &self.position, self.square)
    }
}

/// Asks about all [`targets`] in 40,000 [drawn](samples::positions) positions and 10,000
/// [of games](samples::played), or a tenth of both, and in one with more attackers than a
/// byte counts.
///
/// Its cases have the rules [with x-rays](Rules::WithXrays). A variant is asked the same
/// ones by its own rules.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = i8;

    const CASES: &'static str = "questions";
    const COUNT: usize = 379_584;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("captures that win", 112_123, |_, won| *won > 0),
        Dimension::of("captures that lose", 41_612, |_, won| *won < 0),
        Dimension::of("captures that win nothing", 225_849, |_, won| *won == 0),
        Dimension::of("the highest and the lowest answer", 20_976, |_, won| [-8, 9].contains(won)),
        Dimension::of("White to move", 189_112, |case, _| case.position.side_to_move() == White),
        Dimension::of("Black to move", 190_472, |case, _| case.position.side_to_move() == Black),
        Dimension::of("pawns as targets", 164_076, |case, _| case.target() == Pawn),
        Dimension::of("knights and bishops as targets", 95_802, |case, _| {
            value(case.target()) == 3
        }),
        Dimension::of("rooks as targets", 72_748, |case, _| case.target() == Rook),
        Dimension::of("queens as targets", 46_958, |case, _| case.target() == Queen),
        Dimension::of("attackers behind others", 8542, |case, won| {
            case.by(Rules::WithoutXrays) != *won
        }),
        Dimension::of("attackers that a byte does not tell", 8717, |case, won| {
            case.by(Rules::Bytes) != *won
        }),
        Dimension::of("pinned attackers", 2931, |case, won| {
            play_out(&case.position, case.square, true) != *won
        }),
        Dimension::of("kings that may not capture", 10_350, |case, won| {
            let us = case.position.side_to_move();
            let [own, enemy] = [us, !us].map(|side| counts(&case.position, case.square, side));
            let king_alone = own == [0, 0, 0, 0, 0, 1] && enemy.iter().sum::<u8>() > 0;
            king_alone && value(case.target()) != *won
        }),
        Dimension::of("more attackers than a byte counts", 2, |case, _| {
            let own = counts(&case.position, case.square, case.position.side_to_move());
            own.iter().sum::<u8>() > 7
        }),
        Dimension::of("crowded boards", 49_830, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        positions(extent).flat_map(|position| {
            targets(&position).map(move |square| Case { rules: Rules::WithXrays, position, square })
        })
    }

    fn oracle(case: &Case) -> i8 {
        case.by(case.rules)
    }

    fn draw(
        Wrong { case: Case { position, square, .. }, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "captures on {square} in {position}: {expected}, not {actual}")?;
        let attackers = attackers::oracle(position, *square);
        let [white, black] = Color::ALL.map(|color| attackers & position.color(color));
        let boards = [
            ("square", square.bitboard()),
            ("occupied", position.occupied()),
            ("white attackers", white),
            ("black attackers", black),
        ];
        draw_boards(&boards, f)
    }
}

fn positions(extent: Extent) -> impl Iterator<Item = Position> {
    let written = Position::from_fen(EIGHT_KNIGHTS).expect("a test reads it");
    let drawn = samples::positions().take(extent.of(40_000));
    drawn.chain(samples::played().take(extent.of(10_000))).chain([written])
}

/// Eight knights attack a pawn that four bishops defend: winning it takes five.
const EIGHT_KNIGHTS: &str = "7k/b7/2N1Nb2/1N3N2/3p4/1N3N2/1bN1Nb2/7K w - -";

impl<V: Exchange> Answers<Question> for V {
    /// A position, and what is prepared for it.
    type Kept = Option<(Position, V::Prepared)>;

    fn answer(kept: &mut Self::Kept, Case { position, square, .. }: &Case) -> i8 {
        let (_, prepared) = match kept {
            Some(kept) if kept.0 == *position => kept,
            kept => kept.insert((*position, V::prepare(position))),
        };
        V::see(position, prepared, *square)
    }

    fn asked(case: Case) -> Case {
        Case { rules: V::RULES, ..case }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::{Identity, Table, check};

    /// The answer without captures by pinned pieces, and those by all rules.
    fn answers(fen: &str, square: Square) -> [i8; 4] {
        let position = Position::from_fen(fen).unwrap();
        let [exact, without_xrays, bytes] =
            Rules::ALL.map(|rules| oracle(rules, &position, square));
        [play_out(&position, square, true), exact, without_xrays, bytes]
    }

    /// The exact answers are published, a pawn won and a knight lost for a pawn, at
    /// <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
    #[test]
    fn agrees_with_published_positions() {
        let rook_takes = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -";
        assert_eq!(answers(rook_takes, Square::E5), [1; 4]);
        let knight_takes = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -";
        assert_eq!(answers(knight_takes, Square::E5), [-2; 4]);
    }

    #[test]
    fn agrees_with_exchanges_by_hand() {
        use Square::*;
        // The first capture is forced, the others are not; no attackers win nothing.
        assert_eq!(answers("7k/8/4p3/3p4/8/8/8/3Q3K w - -", D5), [-8; 4]);
        assert_eq!(answers("3q3k/8/8/3q4/4P3/8/8/3R3K w - -", D5), [9; 4]);
        assert_eq!(answers("7k/8/8/3q4/8/8/8/2R4K w - -", D5), [0; 4]);
        assert_eq!(answers("7k/8/8/3q4/8/8/8/3R3K w - -", D5), [9; 4]);
        // A king captures, but not where it can be recaptured, not even through itself.
        assert_eq!(answers("7k/8/8/8/8/8/4p3/4K3 w - -", E2), [1; 4]);
        assert_eq!(answers("7k/8/8/8/8/3p4/4p3/4K3 w - -", E2), [0; 4]);
        assert_eq!(answers("7k/8/8/r3Kp2/8/8/8/8 w - -", F5), [0, 0, 1, 1]);
        // Nor does the enemy king recapture where a second rook stands behind the first.
        assert_eq!(answers("8/8/4k3/4p3/8/8/4R3/4R2K w - -", E5), [1, 1, -4, -4]);
        // A pawn that captures on the last rank is worth a pawn.
        assert_eq!(answers("2rr3k/1P6/8/8/8/8/8/7K w - -", C8), [4; 4]);
        // A knight and two rooks, which the bytes take for two knights and a rook.
        assert_eq!(answers("7k/8/1n3n2/R2p4/8/2N5/8/3R3K w - -", D5), [-1, -1, -1, 1]);
        // The pinned knight does not recapture; the pinned rook does, on its line.
        assert_eq!(answers("3k4/3n4/8/4p3/6N1/8/8/3R3K w - -", E5), [1, -2, -2, -2]);
        assert_eq!(answers("3k4/3r4/3n4/8/8/8/8/3R3K w - -", D6), [-2; 4]);
    }

    faulty::catch_every_fault!(Plays<0, 0>);

    /// Plays by the rules of the first number, and declares those of the second.
    struct Plays<const RULES: usize, const SAYS: usize>;

    impl<const RULES: usize, const SAYS: usize> Variant for Plays<RULES, SAYS> {
        const IDENTITY: Identity = Identity { name: "plays", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl<const RULES: usize, const SAYS: usize> Exchange for Plays<RULES, SAYS> {
        const RULES: Rules = Rules::ALL[SAYS];
        type Prepared = Position;

        fn prepare(position: &Position) -> Position {
            *position
        }

        fn see(position: &Position, prepared: &Position, square: Square) -> i8 {
            assert_eq!(position, prepared, "prepared for another position");
            let case = Case { rules: Rules::ALL[RULES], position: *position, square };
            faulty::answer::<Question>(&case)
        }
    }

    #[test]
    fn a_variant_is_compared_by_its_own_rules() {
        assert!(check::<Question, Plays<1, 1>>(Extent::Tenth).is_ok());
        assert!(check::<Question, Plays<2, 2>>(Extent::Tenth).is_ok());
        assert!(check::<Question, Plays<0, 1>>(Extent::Tenth).is_err());
        assert!(check::<Question, Plays<1, 0>>(Extent::Tenth).is_err());
        assert!(check::<Question, Plays<1, 2>>(Extent::Tenth).is_err());
        assert!(check::<Question, Plays<2, 1>>(Extent::Tenth).is_err());
    }
}
