//! How many king moves lie between two squares?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{
    GamePosition, Source, Squares, Stream, Streams, any_pair, drawn_pairs, game_positions, square,
};
use crate::variant::Variant;
use lookup::distance::{self, Distance};
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "distance",
        "King distance",
        "How many king moves lie between two squares?",
        Policy::LIGHT,
        s,
        vec![
            distance::<distance_table::AllPairs>(s).short("64x64").cpw(),
            distance::<distance_0x88::Difference0x88>(s).short("0x88 difference").cpw(),
            distance::<distance_calculation::Calculation>(s).short("calculated").cpw(),
            distance::<distance_rings::Rings>(s),
        ],
    )
}

fn distance<V: Distance + 'static>(streams: &Streams<Way>) -> Variant {
    Variant::plain::<distance::Question, V, _>(streams, V::distance as fn(_, _) -> _ as usize)
}

/// How many king moves lie between these squares? The first is a king's in games.
pub(crate) type Way = Squares<distance::Question>;

answers! {
    #[inline(always)]
    |query: Way, _none|
    V: Distance => V::distance(query.a, query.b).into(),
    Oracle => distance::oracle(query.a, query.b).into(),
}

pub(super) const STREAMS: &[Source<Way>] = &[
    Source {
        name: "positions",
        summary: "each king with every other piece in games, as evaluations of king safety ask",
        draw: |part| {
            let queries = game_positions(part).iter().flat_map(from_kings).collect();
            Stream { queries, dataset: Rc::new(()) }
        },
    },
    Source {
        name: "uniform",
        summary: "any square with any other or itself",
        draw: |part| drawn_pairs(part, |generator, _| any_pair(generator)),
    },
];

/// From each king to every other piece.
fn from_kings(position: &GamePosition) -> impl Iterator<Item = Way> {
    let board = &position.board;
    let us = board.side_to_move();
    [board.king(us), board.king(!us)].into_iter().flat_map(|king| {
        let others = board.occupied().into_iter().filter(move |other| *other != king);
        others.map(move |other| Way::new(square(king), square(other)))
    })
}
