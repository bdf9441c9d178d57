//! Which pieces of a side are pinned to its king?
//!
//! - A piece is pinned if an enemy slider would attack its king without it, and does not
//!   now. A pinned piece may move along the line between the two.
//! - The piece belongs to the king's side. An enemy piece that stands alone between its own
//!   slider and the king is not pinned: it may discover a check.
//! - A king in check may have pinned pieces too. A slider that gives check pins nothing on
//!   the line of its check.
//! - The question may be about either side, whoever is to move.
//!
//! # Example
//!
//! ```
//! use lookup::pins::Pins;
//! use lookup::{Color, Oracle, Position};
//!
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . . . . . .
//! // 5 b . . . r . . .
//! // 4 . . . . . . . .
//! // 3 . . N . B . . .
//! // 2 . . . . . . . .
//! // 1 . . . . K . . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/8/b3r3/8/2N1B3/8/4K3 w - -")?;
//! assert_eq!(Oracle::pinned(&position, Color::White).to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . 1 . 1 . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! # Ok::<(), lookup::FenError>(())
//! ```

use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{
    Bitboard, Color, Extent, Oracle, Piece, PieceKind, Position, Square, Variant, movegen, samples,
};
use core::fmt;

/// A way to find pinned pieces.
pub trait Pins: Variant {
    /// The pieces of `side` that may not leave the line to their king.
    fn pinned(position: &Position, side: Color) -> Bitboard;
}

/// The slow and obvious answer: removes each piece of the side in turn and looks whether
/// another slider then attacks the king.
#[must_use]
pub fn oracle(position: &Position, side: Color) -> Bitboard {
    let attackers = attackers(position, side, Bitboard::EMPTY);
    position.color(side).squares().fold(Bitboard::EMPTY, |pinned, square| {
        let without = self::attackers(position, side, square.bitboard());
        if without == attackers { pinned } else { pinned | square.bitboard() }
    })
}

impl Pins for Oracle {
    fn pinned(position: &Position, side: Color) -> Bitboard {
        Oracle::of::<Question>(&Case { position: *position, side })
    }
}

/// The enemy sliders that attack a side's king once some pieces are gone.
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

/// A side of a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The side.
    pub side: Color,
}

impl Case {
    /// Whether a square is on the rank or the file of the side's king.
    fn sees_straight(&self, square: Square) -> bool {
        let king = self.position.king(self.side);
        square.file() == king.file() || square.rank() == king.rank()
    }
}

/// Asks about both sides of 100,000 [positions](samples::positions), or of a tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Bitboard;

    const CASES: &'static str = "questions";
    const COUNT: usize = 200_000;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("White", 100_000, |case, _| case.side == Color::White),
        Dimension::of("Black", 100_000, |case, _| case.side == Color::Black),
        Dimension::of("the side that waits", 100_000, |case, _| {
            case.side != case.position.side_to_move()
        }),
        Dimension::of("no pinned pieces", 172_295, |_, pinned| pinned.is_empty()),
        Dimension::of("pinned pieces", 27_705, |_, pinned| !pinned.is_empty()),
        Dimension::of("several pinned pieces", 5997, |_, pinned| pinned.0.count_ones() > 1),
        Dimension::of("four pinned pieces and more", 107, |_, pinned| pinned.0.count_ones() > 3),
        Dimension::of("pinned along ranks and files", 19_517, |case, pinned| {
            pinned.squares().any(|square| case.sees_straight(square))
        }),
        Dimension::of("pinned along diagonals", 12_126, |case, pinned| {
            !pinned.squares().all(|square| case.sees_straight(square))
        }),
        Dimension::of("pieces of the enemy before its sliders", 13_835, |case, _| {
            let Case { position, side } = case;
            let attackers = attackers(position, *side, Bitboard::EMPTY);
            let uncovers = |s: Square| self::attackers(position, *side, s.bitboard()) != attackers;
            (position.color(!*side) & !attackers).squares().any(uncovers)
        }),
        Dimension::of("pinned pieces of a king in check", 10_219, |case, pinned| {
            !pinned.is_empty() && movegen::in_check(&case.position, case.side)
        }),
        Dimension::of("crowded boards", 12_502, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let positions = samples::positions().take(extent.of(100_000));
        positions.flat_map(|position| Color::ALL.map(|side| Case { position, side }))
    }

    fn oracle(case: &Case) -> Bitboard {
        oracle(&case.position, case.side)
    }

    fn draw(
        &Wrong { case: Case { position, side }, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "{side}'s pinned pieces in {position}")?;
        let boards = [("king", position.king(side).bitboard()), ("occupied", position.occupied())];
        draw_answers(&boards, [expected, actual], f)
    }
}

impl<V: Pins> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> Bitboard {
        V::pinned(&case.position, case.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
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
        // Two pieces on a line, an enemy piece, and one before a slider of the other kind
        // are all free.
        let free = "k3b3/8/4P3/b3n3/2B4b/8/3p4/rR1NK1Br w - -";
        assert_eq!(pinned(free)[0], [G1]);
        // In check from one slider, with a piece pinned by another.
        assert_eq!(pinned("k3r3/8/8/b7/8/8/3P4/4K3 w - -")[0], [D2]);
        // The knight before the rook is pinned; the rook's own pawn is not.
        assert_eq!(pinned("4k3/4n3/8/8/4R3/8/8/4K3 w - -"), [[].to_vec(), [E7].to_vec()]);
        assert_eq!(pinned("4k3/4P3/8/8/4R3/8/8/4K3 w - -"), [[].to_vec(), [].to_vec()]);
    }

    faulty::catch_every_fault!(Oracle);
}
