//! Which pieces attack a square, and does a side attack it at all?
//!
//! - The attackers are of both sides: those of the side that owns what stands on
//!   the square defend it.
//! - Whether the square is occupied does not matter; what stands there does not
//!   attack it.
//! - Pinned pieces attack. A slider behind another piece does not.
//! - Pawns attack diagonally forward, whether or not there is something to take,
//!   and what could be taken en passant is not attacked by that.

use crate::board::Drawn;
use crate::{Bitboard, Color, Extent, Position, Square, Variant, attacked, samples};
use core::fmt;

/// A way to find what attacks a square.
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

/// The questions that a variant is compared on: both kings and six more squares,
/// other ones each time, in 100,000 [sample](samples) positions, and all squares in
/// 2,000 positions of games; or in a tenth of all these.
pub fn questions(extent: Extent) -> impl Iterator<Item = (Position, Square)> {
    let drawn =
        samples::positions().take(extent.of(100_000)).enumerate().flat_map(|(number, position)| {
            let kings = Color::ALL.map(|color| position.king(color));
            let others = (0..6).map(move |more| Square::new((6 * number + more) as u8));
            kings.into_iter().chain(others).map(move |square| (position, square))
        });
    let played = samples::played().take(extent.of(2_000));
    drawn.chain(played.flat_map(|position| Square::ALL.map(|square| (position, square))))
}

/// Compares a variant with the oracle on all [`questions`], each time for all
/// attackers and for either side, and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "made once, and there is no allocator to box it")]
pub fn check<V: Attackers>(extent: Extent) -> Result<usize, Wrong> {
    let mut compared = 0;
    for (position, square) in questions(extent) {
        let expected = oracle(&position, square);
        let wrong =
            |answer| Wrong { variant: V::IDENTITY.name, position, square, expected, answer };
        let actual = V::attackers_to(&position, square);
        if actual != expected {
            return Err(wrong(Answer::Attackers(actual)));
        }
        for by in Color::ALL {
            let actual = V::is_attacked(&position, square, by);
            if actual == (expected & position.color(by)).is_empty() {
                return Err(wrong(Answer::Attacked(by, actual)));
            }
        }
        compared += 3;
    }
    Ok(compared)
}

/// What a variant answered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Answer {
    /// By [`Attackers::attackers_to`].
    Attackers(Bitboard),
    /// By [`Attackers::is_attacked`], for this side.
    Attacked(Color, bool),
}

/// A wrong answer about attackers; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// The square asked about.
    pub square: Square,
    /// The attackers that the oracle found.
    pub expected: Bitboard,
    /// The variant's answer.
    pub answer: Answer,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, square, expected, answer } = *self;
        let boards = [
            ("square", square.bitboard()),
            ("occupied", position.occupied()),
            ("expected", expected),
        ];
        match answer {
            Answer::Attackers(actual) => {
                writeln!(f, "{variant} is wrong about what attacks {square} in {position}")?;
                let [square, occupied, expected] = boards;
                Drawn(&[square, occupied, expected, ("actual", actual)]).fmt(f)
            }
            Answer::Attacked(by, claimed) => {
                let verb = if claimed { "claims" } else { "denies" };
                writeln!(f, "{variant} {verb} that {by} attacks {square} in {position}")?;
                Drawn(&boards).fmt(f)
            }
        }
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::attackers::conformance!(ByTable<Getter>);`.
#[doc(inline)]
pub use crate::__attackers_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __attackers_conformance {
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::attackers::check,
            "answers",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Table, movegen};
    use std::string::ToString;
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
        // En passant takes d4, but attacks d3.
        assert_eq!(attackers("7k/8/8/8/3Pp3/8/8/K7 b - d3", D4), []);
        assert_eq!(attackers("7k/8/8/8/3Pp3/8/8/K7 b - d3", D3), [E4]);
    }

    /// From the square outwards, as `movegen` looks, instead of from each piece.
    #[test]
    fn agrees_with_the_rules_seen_from_the_square() {
        for (position, square) in questions(Extent::Full).step_by(5) {
            for by in Color::ALL {
                let attacked = !(oracle(&position, square) & position.color(by)).is_empty();
                let seen = movegen::is_attacked(&position, square, by);
                assert_eq!(attacked, seen, "{by} attacks {square} in {position}");
            }
        }
    }

    #[test]
    fn the_questions_are_of_every_kind() {
        assert_eq!(questions(Extent::Full).count(), 8 * 100_000 + 64 * 2_000);
        let mut by_count = [0; 5];
        for (position, square) in questions(Extent::Full) {
            by_count[oracle(&position, square).0.count_ones().min(4) as usize] += 1;
        }
        assert!(by_count.iter().all(|&count| count > 20_000), "{by_count:?}");
    }

    /// Finds attackers on the last rank alone, or takes one side for the other.
    struct Confused<const SET: bool>;

    impl<const SET: bool> Variant for Confused<SET> {
        const IDENTITY: Identity = Identity { name: "confused", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl<const SET: bool> Attackers for Confused<SET> {
        fn attackers_to(position: &Position, square: Square) -> Bitboard {
            oracle(position, square) & if SET { Bitboard(0xff << 56) } else { !Bitboard::EMPTY }
        }

        fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
            !(oracle(position, square) & position.color(!by)).is_empty()
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Confused<true>>(Extent::Full).unwrap_err().to_string();
        assert!(wrong.starts_with("confused is wrong about what attacks "), "{wrong}");
        assert!(wrong.contains("expected             actual"), "{wrong}");
        let wrong = check::<Confused<false>>(Extent::Full).unwrap_err().to_string();
        let text = wrong.starts_with("confused claims that ")
            || wrong.starts_with("confused denies that ");
        assert!(text, "{wrong}");
        assert!(wrong.contains(" attacks "), "{wrong}");
    }
}
