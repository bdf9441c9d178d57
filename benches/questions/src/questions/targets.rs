//! Where can each piece of the side to move go?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{OneOf, Source, Stream, Streams, THINGS, asked_in, asked_in_each, placed};
use crate::variant::Variant;
use lookup::targets::{self, Targets};
use lookup::{PieceKind, Position, Square};
use sampling::hardware::register;
use std::ops::RangeInclusive;
use targets_by_direction::ByDirection;
use targets_by_piece::ByPiece;
use targets_hybrid::Hybrid;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "targets",
        "Targets of all pieces",
        "Where can each piece of the side to move go?",
        // Listing all targets of a position takes as long as many lookups.
        Policy { window: 256, warm_up: 256, ..Policy::HEAVY },
        s,
        vec![
            targets::<ByPiece<sliders_magic::Magic>>(s).short("by piece").cpw(),
            targets::<ByPiece<sliders_hyperbola::Hyperbola>>(s).cpw(),
            targets::<ByPiece<sliders_obstruction::Obstruction>>(s).cpw(),
            targets::<ByPiece<sliders_kogge_stone::KoggeStone>>(s).cpw(),
            targets::<ByDirection>(s).short("by direction").cpw(),
            targets::<Hybrid<sliders_magic::Magic>>(s).cpw(),
            targets::<Hybrid<sliders_hyperbola::Hyperbola>>(s).cpw(),
            targets::<Hybrid<sliders_obstruction::Obstruction>>(s).cpw(),
            targets::<targets_titboards::Titboards>(s),
        ],
    )
}

/// Where can the pieces of the side to move go?
pub(crate) type Turn = OneOf<Position>;

/// A source and a target as an engine encodes them in a move, six bits each. The register barrier
/// keeps the compiler from summing all targets of a piece at once.
#[inline(always)]
fn encoded(source: Square, target: Square) -> u64 {
    register((source as u64) << 6 | target as u64)
}

/// The sum is the same in any order.
#[inline(always)]
fn sum<V: Targets>(position: &Position) -> u64 {
    let mut sum = 0u64;
    V::for_each(position, |source, target| sum = sum.wrapping_add(encoded(source, target)));
    sum
}

answers! {
    #[inline(never)]
    |query: Turn, positions|
    V: Targets => sum::<V>(query.among(positions)),
    Oracle => {
        let pairs = targets::oracle(query.among(positions));
        pairs.fold(0, |sum, (source, target)| sum.wrapping_add(encoded(source, target)))
    },
    // Reads the side to move and a word of the sets, one in each of the two cache lines.
    Null => {
        let position = query.among(positions);
        let _side = register(position.side_to_move() as u64);
        register(position.occupied().0)
    },
}

/// The streams: positions of games, and positions by the number of sliders of the side to move.
/// Each of the latter holds equally many positions.
pub(super) const STREAMS: &[Source<Turn>] = &[
    Source {
        name: "positions",
        summary: "the side to move in games, in their order",
        draw: |part| asked_in_each(part, |_, board| vec![Turn::new((), board)]),
    },
    Source {
        name: "few-sliders",
        summary: "with one slider or none, in 4096 positions with pieces placed at random",
        draw: |part| with_sliders(part, 0..=1),
    },
    Source {
        name: "some-sliders",
        summary: "with two or three sliders, in 4096 positions with pieces placed at random",
        draw: |part| with_sliders(part, 2..=3),
    },
    Source {
        name: "many-sliders",
        summary: "with four sliders or more, in 4096 positions with pieces placed at random",
        draw: |part| with_sliders(part, 4..=u32::MAX),
    },
];

fn with_sliders(part: usize, number: RangeInclusive<u32>) -> Stream<Turn> {
    let positions = positions_with_sliders(part, number);
    asked_in(((0..positions.len() as u16).map(|board| Turn::new((), board)).collect(), positions))
}

/// Positions in which the side to move has this many sliders.
pub(super) fn positions_with_sliders(part: usize, number: RangeInclusive<u32>) -> Vec<Position> {
    let fits = |position: &Position| number.contains(&sliders(position));
    placed(part).filter(fits).take(THINGS).collect()
}

/// The number of sliders of the side to move.
pub(super) fn sliders(position: &Position) -> u32 {
    let own = position.color(position.side_to_move());
    let slides = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    slides.map(|kind| (position.kind(kind) & own).0.count_ones()).iter().sum()
}

fn targets<V: Targets + 'static>(streams: &Streams<Turn>) -> Variant {
    #[inline(never)]
    fn lookup<V: Targets>(position: &Position) -> u64 {
        sum::<V>(position)
    }
    let code = lookup::<V> as fn(&Position) -> _ as usize;
    Variant::plain::<targets::Question, V, _>(streams, code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_squares_of_a_move_count_and_no_two_moves_alike() {
        assert_eq!(encoded(Square::A2, Square::H8), 8 * 64 + 63);
        assert_eq!(encoded(Square::H8, Square::A2), 63 * 64 + 8);
    }
}
