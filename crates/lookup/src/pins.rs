//! Which pieces of a side are pinned to its king?
//!
//! - A piece is pinned if, without it, a slider of the enemy would attack the king
//!   that does not attack it now. It may move along the line between the two.
//! - The piece belongs to the king's side. One of the enemy's that alone stands
//!   between its slider and the king is not pinned: it is free to discover a check.
//! - A king in check has pinned pieces as any other; what gives the check pins
//!   nothing on the line that it gives it on.
//! - Either side may be asked about, whoever is to move.

use crate::board::Drawn;
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, Color, Extent, Piece, PieceKind, Position, Variant, samples};
use core::fmt;

/// A way to find pinned pieces.
pub trait Pins: Variant {
    /// The pieces of `side` that may not leave the line to their king.
    fn pinned(position: &Position, side: Color) -> Bitboard;
}

/// The slow and obvious answer: takes away each piece of the side in turn and
/// looks whether another slider attacks the king.
#[must_use]
pub fn oracle(position: &Position, side: Color) -> Bitboard {
    let attackers = attackers(position, side, Bitboard::EMPTY);
    position.color(side).squares().fold(Bitboard::EMPTY, |pinned, square| {
        let without = self::attackers(position, side, square.bitboard());
        if without == attackers { pinned } else { pinned | square.bitboard() }
    })
}

/// The enemy's sliders that attack the king of a side while some piece is gone.
fn attackers(position: &Position, side: Color, gone: Bitboard) -> Bitboard {
    let lines = [(PieceKind::Rook, ORTHOGONAL), (PieceKind::Bishop, DIAGONAL)];
    let mut attackers = Bitboard::EMPTY;
    for (kind, directions) in lines {
        for direction in directions {
            let mut line = ray::walk(position.king(side), direction);
            let stands = |s: &_| position.piece_on(*s).is_some() && !gone.contains(*s);
            let Some(first) = line.find(stands) else { continue };
            let sliders = [kind, PieceKind::Queen].map(|kind| Some(Piece::new(kind, !side)));
            if sliders.contains(&position.piece_on(first)) {
                attackers = attackers | first.bitboard();
            }
        }
    }
    attackers
}

/// Both sides of 100,000 [positions](samples::positions), or of a tenth of them.
pub fn questions(extent: Extent) -> impl Iterator<Item = (Position, Color)> {
    let positions = samples::positions().take(extent.of(100_000));
    positions.flat_map(|position| Color::ALL.map(|side| (position, side)))
}

/// Compares a variant with the oracle on all [`questions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check<V: Pins>(extent: Extent) -> Result<usize, Wrong> {
    let mut compared = 0;
    for (position, side) in questions(extent) {
        let (expected, actual) = (oracle(&position, side), V::pinned(&position, side));
        if actual != expected {
            return Err(Wrong { variant: V::IDENTITY.name, position, side, expected, actual });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong set of pinned pieces; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// The side asked about.
    pub side: Color,
    /// The oracle's answer.
    pub expected: Bitboard,
    /// The variant's answer.
    pub actual: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, side, expected, actual } = self;
        writeln!(f, "{variant} is wrong about {side}'s pinned pieces in {position}")?;
        Drawn(&[
            ("king", position.king(*side).bitboard()),
            ("occupied", position.occupied()),
            ("expected", *expected),
            ("actual", *actual),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::pins::conformance!(Snipers);`.
#[doc(inline)]
pub use crate::__pins_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __pins_conformance {
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::pins::check,
            "questions",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Square, Table};
    use std::string::ToString;
    use std::vec::Vec;

    fn pinned(fen: &str) -> [Vec<Square>; 2] {
        let position = Position::from_fen(fen).unwrap();
        Color::ALL.map(|side| oracle(&position, side).squares().collect())
    }

    #[test]
    fn agrees_with_pins_found_by_hand() {
        use Square::*;
        // On a rank, a file and a diagonal, by a rook, a bishop and a queen; next to
        // the king, next to the pinner, and in the middle.
        let lines = "k3r3/8/8/b7/8/2N5/4B3/r1Q1KR1q w - -";
        assert_eq!(pinned(lines)[0], [C1, F1, E2, C3]);
        // Neither two pieces on a line, nor the enemy's, nor one before a slider that
        // moves otherwise.
        let free = "k3b3/8/4P3/b3n3/2B4b/8/3p4/rR1NK1Br w - -";
        assert_eq!(pinned(free)[0], [G1]);
        // In check by one slider, with a piece pinned by another.
        assert_eq!(pinned("k3r3/8/8/b7/8/8/3P4/4K3 w - -")[0], [D2]);
        // The knight before the rook is pinned; the rook's own pawn is not.
        assert_eq!(pinned("4k3/4n3/8/8/4R3/8/8/4K3 w - -"), [[].to_vec(), [E7].to_vec()]);
        assert_eq!(pinned("4k3/4P3/8/8/4R3/8/8/4K3 w - -"), [[].to_vec(), [].to_vec()]);
    }

    #[test]
    fn the_questions_hold_pins_of_every_number() {
        let mut by_number = [0; 9];
        for (position, side) in questions(Extent::Full) {
            by_number[oracle(&position, side).0.count_ones() as usize] += 1;
        }
        assert!(by_number[..5].iter().all(|&count| count > 50), "{by_number:?}");
    }

    /// Takes the enemy's pieces for pinned too.
    struct Blockers;

    impl Variant for Blockers {
        const IDENTITY: Identity = Identity { name: "blockers", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Pins for Blockers {
        fn pinned(position: &Position, side: Color) -> Bitboard {
            let attackers = attackers(position, side, Bitboard::EMPTY);
            let pinned = |s: &Square| {
                !(self::attackers(position, side, s.bitboard()) & !attackers).is_empty()
            };
            let squares = position.occupied().squares().filter(pinned);
            squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<Blockers>(Extent::Full).unwrap_err();
        let text = wrong.to_string();
        let head = std::format!("blockers is wrong about {}'s pinned pieces in ", wrong.side);
        assert!(text.starts_with(&head), "{text}");
        assert!(text.contains(&wrong.position.to_string()));
        assert!(text.contains("king                 occupied             expected"));
    }
}
