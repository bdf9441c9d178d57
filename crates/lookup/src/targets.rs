//! Where can each piece of the side to move go?
//!
//! - Every pair of a source and a target is asked for, each once. Its order is the
//!   variant's own, and documented there.
//! - A target is pseudo-legal: captures and quiet moves of all pieces, pawns' pushes by
//!   one square and by two, their captures, en passant too, and the king's steps, also
//!   to attacked squares. Whether the king is safe afterwards is left to legality.
//! - Castling is left out: it moves two pieces, neither by what one attacks nor in one
//!   direction, and would cost every variant the same.
//! - A pawn that reaches the last rank has one target there, whatever it becomes.

use crate::board::Drawn;
use crate::{Bitboard, Extent, PieceKind, Position, Square, Variant, movegen, samples};
use core::fmt;

/// A way to find all targets of a side.
pub trait Targets: Variant {
    /// Hands every source and target of the side to move to `take`, each pair once,
    /// in an order of the variant's own.
    fn for_each(position: &Position, take: impl FnMut(Square, Square));
}

/// The slow and obvious answer: the rules of the game, without castling and with one
/// promotion of four. Sources and targets come in the order of their numbers.
pub fn oracle(position: &Position) -> impl Iterator<Item = (Square, Square)> {
    let once = |promotion| matches!(promotion, None | Some(PieceKind::Queen));
    movegen::pseudo_legal_moves(position)
        .filter(move |&m| once(m.promotion) && !position.castles(m))
        .map(|m| (m.from, m.to))
}

/// 100,000 [sample](samples) positions and 5,000 of games, or a tenth of them.
pub fn questions(extent: Extent) -> impl Iterator<Item = Position> {
    let played = samples::played().take(extent.of(5_000));
    samples::positions().take(extent.of(100_000)).chain(played)
}

/// Compares a variant with the oracle on all [`questions`] and counts the targets.
///
/// # Errors
/// The first square whose targets the variant does not hand out, or not just once, or
/// not alone.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check<V: Targets>(extent: Extent) -> Result<usize, Wrong> {
    let mut compared = 0;
    for position in questions(extent) {
        let [mut expected, mut actual, mut twice] = [[Bitboard::EMPTY; 64]; 3];
        for (source, target) in oracle(&position) {
            expected[source.index()] = expected[source.index()] | target.bitboard();
        }
        V::for_each(&position, |source, target| {
            let (before, target) = (actual[source.index()], target.bitboard());
            twice[source.index()] = twice[source.index()] | before & target;
            actual[source.index()] = before | target;
        });
        for source in Square::ALL {
            let [expected, actual, twice] = [expected, actual, twice].map(|of| of[source.index()]);
            if actual != expected || !twice.is_empty() {
                let variant = V::IDENTITY.name;
                return Err(Wrong { variant, position, source, expected, actual, twice });
            }
            compared += expected.0.count_ones() as usize;
        }
    }
    Ok(compared)
}

/// Wrong targets of a piece; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave them.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// Where the piece stands.
    pub source: Square,
    /// The oracle's targets.
    pub expected: Bitboard,
    /// The variant's targets.
    pub actual: Bitboard,
    /// Those of them that it handed out more than once.
    pub twice: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, source, expected, actual, twice } = self;
        writeln!(f, "{variant} is wrong about the targets from {source} in {position}")?;
        Drawn(&[
            ("own", position.color(position.side_to_move())),
            ("expected", *expected),
            ("actual", *actual),
            ("more than once", *twice),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// Makes [`check`] the test of a variant: `lookup::targets::conformance!(ByDirection);`.
#[doc(inline)]
pub use crate::__targets_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __targets_conformance {
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::targets::check,
            "targets",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Identity, Move, Piece, Table};
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn targets(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let pairs = oracle(&position).map(|(source, target)| format!("{source}{target}"));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn agrees_with_targets_found_by_hand() {
        // Blocked and free pushes, captures, and en passant from one side alone.
        assert_eq!(
            targets("7k/8/p7/P1pPp3/8/3p4/2P1P3/K7 w - e6"),
            "a1b1 a1a2 a1b2 c2c3 c2d3 c2c4 e2d3 e2e3 e2e4 d5d6 d5e6"
        );
        assert_eq!(targets("4k3/3p4/3P4/8/8/8/8/4K3 b - -"), "e8e7 e8f7 e8d8 e8f8");
        // A pawn has one target where it has four promotions.
        assert_eq!(targets("2n4k/1P6/8/8/8/8/8/K7 w - -"), "a1b1 a1a2 a1b2 b7b8 b7c8");
        // The king steps into check and does not castle; a pinned piece goes anywhere.
        assert_eq!(
            targets("3rr1k1/8/8/8/8/7P/4N3/4K2R w K -"),
            "e1d1 e1f1 e1d2 e1f2 h1f1 h1g1 h1h2 e2c1 e2g1 e2c3 e2g3 e2d4 e2f4 h3h4"
        );
    }

    #[test]
    fn the_questions_hold_targets_of_every_kind() {
        let (mut by_sliders, mut kinds) = ([0; 8], [0; 9]);
        for position in questions(Extent::Full) {
            let us = position.side_to_move();
            let slides = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
            let sliders = slides.map(|kind| position.pieces(Piece::new(kind, us)).0.count_ones());
            by_sliders[sliders.iter().sum::<u32>().min(7) as usize] += 1;
            let castles = movegen::pseudo_legal_moves(&position).any(|m| position.castles(m));
            kinds[us as usize] += 1;
            kinds[2] += usize::from(castles);
            for (from, to) in oracle(&position) {
                let is = |kind| position.kind(kind).contains(from);
                let pawn = is(PieceKind::Pawn);
                let found = [
                    position.color(!us).contains(to),
                    pawn && from.rank().abs_diff(to.rank()) == 2,
                    position.takes_en_passant(Move { from, to, promotion: None }),
                    pawn && [0, 7].contains(&to.rank()),
                    is(PieceKind::Knight),
                    is(PieceKind::King) && movegen::is_attacked(&position, to, !us),
                ];
                kinds[3..].iter_mut().zip(found).for_each(|(count, is)| *count += usize::from(is));
            }
        }
        assert!(by_sliders.iter().all(|&count| count > 1_000), "{by_sliders:?}");
        assert!(kinds.iter().all(|&count| count > 1_000), "{kinds:?}");
        assert_eq!(
            kinds[..Color::ALL.len()].iter().sum::<usize>(),
            questions(Extent::Full).count()
        );
    }

    fn wrong<V: Targets>() -> (Wrong, String) {
        let wrong = check::<V>(Extent::Full).unwrap_err();
        (wrong, wrong.to_string())
    }

    const fn named(name: &'static str) -> Identity {
        Identity { name, summary: "", source: "", text: "" }
    }

    /// Castles too.
    struct Castles;

    impl Variant for Castles {
        const IDENTITY: Identity = named("castles");
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Targets for Castles {
        fn for_each(position: &Position, mut take: impl FnMut(Square, Square)) {
            let castling = movegen::pseudo_legal_moves(position).filter(|&m| position.castles(m));
            castling.map(|m| (m.from, m.to)).chain(oracle(position)).for_each(|(s, t)| take(s, t));
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let (wrong, text) = wrong::<Castles>();
        let head = format!("castles is wrong about the targets from e1 in {}\n", wrong.position);
        assert!(text.starts_with(&head), "{text}");
        assert!(text.contains("own                  expected             actual"));
        assert_eq!(wrong.actual & !wrong.expected, Square::C1.bitboard() | Square::G1.bitboard());
        assert_eq!(wrong.twice, Bitboard::EMPTY);
    }

    /// Promotes to each kind.
    struct Promotes;

    impl Variant for Promotes {
        const IDENTITY: Identity = named("promotes");
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Targets for Promotes {
        fn for_each(position: &Position, mut take: impl FnMut(Square, Square)) {
            let moves = movegen::pseudo_legal_moves(position).filter(|&m| !position.castles(m));
            moves.for_each(|m| take(m.from, m.to));
        }
    }

    #[test]
    fn a_target_that_comes_twice_is_wrong() {
        let (wrong, text) = wrong::<Promotes>();
        assert!(
            text.starts_with("promotes is wrong about the targets from d7 in rnbq1k1r"),
            "{text}"
        );
        assert_eq!((wrong.actual, wrong.twice), (wrong.expected, Square::C8.bitboard()));
    }
}
