//! Which squares does a side attack, by kind of piece?

use super::targets::positions_with_sliders;
use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{OneOf, Source, Stream, Streams, asked_in, asked_in_each};
use crate::variant::Variant;
use lookup::threats::{self, Threats};
use lookup::{Bitboard, Color, Position};
use sampling::hardware::register;
use std::ops::RangeInclusive;
use threats_loop::Loop;
use threats_pairs::Pairs;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "threats",
        "Attacks of a side",
        "Which squares does a side attack, by kind of piece?",
        Policy::HEAVY,
        s,
        vec![
            threats::<Loop<sliders_magic::Magic>>(s).short("slider by slider").cpw(),
            threats::<Loop<sliders_pext::Pext>>(s).cpw(),
            threats::<Loop<sliders_hyperbola::Hyperbola>>(s).cpw(),
            threats::<Loop<sliders_hyperbola_lanes::HyperbolaLanes>>(s).cpw(),
            threats::<Loop<sliders_obstruction::Obstruction>>(s).cpw(),
            threats::<Pairs<sliders_magic::Magic>>(s).short("two sliders at a time"),
            threats::<Pairs<sliders_pext::Pext>>(s),
            threats::<threats_dumb7::Dumb7>(s).cpw(),
            threats::<threats_kogge_stone::KoggeStone>(s).short("Kogge-Stone").cpw(),
            threats::<threats_lanes::Lanes>(s).short("portable lanes"),
            threats::<threats_kogge_stone_avx2::KoggeStoneAvx2>(s).short("Kogge-Stone in AVX2"),
            threats::<threats_kogge_stone_avx512::KoggeStoneAvx512>(s)
                .short("Kogge-Stone in AVX-512"),
            threats::<threats_gfni::Gfni>(s).short("GFNI"),
        ],
    )
}

fn threats<V: Threats + 'static>(streams: &Streams<Side>) -> Variant {
    Variant::plain::<threats::Question, V, _>(streams, V::threats as fn(&Position, _) -> _ as usize)
}

/// Which squares does this side attack?
pub(crate) type Side = OneOf<Position, By>;

/// The side that attacks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct By(pub(crate) Color);

/// All six sets in one word. The register barrier keeps the compiler from joining them before each
/// one is known, as in a program.
#[inline(always)]
fn sum(sets: [Bitboard; 6]) -> u64 {
    let words = sets.iter().zip([0, 11, 21, 32, 43, 53]);
    words.fold(0, |sum: u64, (set, by)| sum.wrapping_add(register(set.0).rotate_left(by)))
}

answers! {
    #[inline(never)]
    |query: Side, positions|
    V: Threats => sum(V::threats(query.among(positions), query.asked.0)),
    Oracle => sum(threats::oracle(query.among(positions), query.asked.0)),
    // Sums as many words, but reads only one.
    Null => {
        let position = query.among(positions);
        let _side = register(query.asked.0 as u64);
        sum([position.occupied(); 6])
    },
}

/// The streams: positions of games, and positions by the number of sliders of the side to move.
/// Each of the latter holds equally many positions.
pub(super) const STREAMS: &[Source<Side>] = &[
    Source {
        name: "positions",
        summary: "the side that has just moved in games, in their order",
        draw: |part| {
            asked_in_each(part, |known, board| {
                vec![Side::new(By(!known.position.side_to_move()), board)]
            })
        },
    },
    Source {
        name: "few-sliders",
        summary: "a side with one slider or none, in 4096 positions with pieces placed at random",
        draw: |part| with_sliders(part, 0..=1),
    },
    Source {
        name: "some-sliders",
        summary: "a side with two or three sliders, in 4096 positions with pieces placed at random",
        draw: |part| with_sliders(part, 2..=3),
    },
    Source {
        name: "many-sliders",
        summary: "a side with four sliders or more, in 4096 positions with pieces placed at random",
        draw: |part| with_sliders(part, 4..=u32::MAX),
    },
];

fn with_sliders(part: usize, number: RangeInclusive<u32>) -> Stream<Side> {
    let positions = positions_with_sliders(part, number);
    let sides = positions.iter().map(Position::side_to_move);
    let queries = sides.zip(0..).map(|(side, board)| Side::new(By(side), board)).collect();
    asked_in((queries, positions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::targets::sliders;
    use std::collections::BTreeSet;

    #[test]
    fn the_streams_hold_the_sliders_that_they_say() {
        for (source, number) in STREAMS[1..].iter().zip([0..=1, 2..=3, 4..=u32::MAX]) {
            let stream = (source.draw)(0);
            let holds = stream.queries.iter().all(|asked| {
                let position = &stream.dataset[asked.board as usize];
                asked.asked == By(position.side_to_move()) && number.contains(&sliders(position))
            });
            assert!(holds, "{}", source.name);
        }
    }

    #[test]
    fn every_set_and_its_place_count() {
        let sums: Vec<_> = (0..6)
            .map(|kind| sum(std::array::from_fn(|i| Bitboard(u64::from(i == kind)))))
            .collect();
        let distinct: BTreeSet<_> = sums.iter().collect();
        assert!(distinct.len() == 6 && sums.iter().all(|sum| *sum != 0), "{sums:?}");
    }
}
