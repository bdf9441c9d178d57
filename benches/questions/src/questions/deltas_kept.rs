//! Which attack relations vanish and appear with a move, if state is kept from move to move?
//!
//! The walks are those of [`maps`](super::maps): runs of [`RUN`] steps through games that make and
//! unmake each ply. The state is built at the start of a run. A step that makes a ply lists what
//! changes; one that unmakes it lists nothing, so half of the steps show the cost of keeping state.

use super::deltas::sum_up;
use super::maps::{Ply, RUN, Step, Walk, walks};
use crate::kernel::{Answer, Meanwhile, Nothing, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{Phase, Query, Source, Stream, Streams};
use crate::variant::Variant;
use deltas_byte_board_avx2::Avx2;
use deltas_byte_board_vbmi::Vbmi;
use deltas_kept_maps::FromMaps;
use deltas_kept_none::FromPositions;
use deltas_rays::Rays;
use deltas_sliders::BySliders;
use lookup::deltas::{self, Changes};
use lookup::deltas_kept::{self, DeltasKept};
use lookup::{Move, Position};
use maps_classical::Classical;
use maps_piece_sets::PieceSets;
use maps_stack::Stack;
use raypass_rectangular::Rectangular;
use records::Interface;
use sampling::hardware::register;
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use std::cell::RefCell;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "deltas-kept",
        "Relation deltas from kept state",
        "Which attack relations change with a move, where something is kept from move to move?",
        Policy { window: 2 * RUN, ..Policy::HEAVY },
        s,
        vec![
            kept::<FromPositions<BySliders<Magic, Rectangular>>>(s).short("nothing kept"),
            kept::<FromPositions<BySliders<Hyperbola, Rectangular>>>(s),
            kept::<FromPositions<Rays>>(s),
            kept::<FromPositions<Vbmi>>(s),
            kept::<FromPositions<Avx2>>(s),
            kept::<FromMaps<Classical<Magic>>>(s).short("from maps").cpw(),
            kept::<FromMaps<Classical<Hyperbola>>>(s).cpw(),
            kept::<FromMaps<PieceSets<Magic>>>(s).cpw(),
            kept::<FromMaps<Stack<Classical<Magic>>>>(s),
        ],
    )
}

/// Which relations change with this step?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Following {
    pub(super) number: u16,
}

/// The steps, and the lists, which a program keeps beside its positions.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(super) walk: Rc<Walk>,
    changes: RefCell<Changes>,
}

impl Query for Following {
    type Dataset = Followed;

    /// Moves follow each other, whatever was listed.
    #[inline(always)]
    fn after(self, _: u64) -> Following {
        self
    }
}

/// Follows a ply, and sums the changes if it is made.
#[inline(never)]
fn follow<V: DeltasKept>(kept: &mut V, ply: &Ply, walk: &Walk, changes: &mut Changes) -> u64 {
    let (before, after) = walk.around(ply);
    if ply.is_made {
        changes.clear();
        kept.make(before, ply.m, after, changes);
        sum_up(changes)
    } else {
        kept.unmake(before, ply.m, after);
        0
    }
}

impl<V: DeltasKept> Answer<Following> for V {
    fn answer(query: Following, followed: &Followed) -> u64 {
        <V as Answer<Following>>::sum(&[query], followed, Nothing)
    }

    /// Uses one value for the steps of a run.
    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Following], followed: &Followed, mut meanwhile: M) -> u64 {
        let Followed { walk, changes } = followed;
        let changes = &mut *changes.borrow_mut();
        let mut sum = 0u64;
        for run in queries.chunk_by(|_, next| !usize::from(next.number).is_multiple_of(RUN)) {
            let first = run[0].number;
            let begin = first - first % RUN as u16;
            let mut kept = V::of(walk.around(walk.ply(begin)).0);
            for number in begin..first {
                follow(&mut kept, walk.ply(number), walk, changes);
            }
            for &Following { number } in run {
                sum = sum.wrapping_add(meanwhile.pass());
                sum = sum.wrapping_add(follow(&mut kept, walk.ply(number), walk, changes));
            }
        }
        sum
    }
}

impl Answer<Following> for Oracle {
    fn answer(query: Following, Followed { walk, .. }: &Followed) -> u64 {
        let ply = walk.ply(query.number);
        let (before, _) = walk.around(ply);
        if ply.is_made { sum_up(&deltas::oracle(before, ply.m)) } else { 0 }
    }
}

/// Takes the same steps, but keeps and lists nothing.
impl Answer<Following> for Null {
    #[inline(never)]
    fn answer(query: Following, Followed { walk, .. }: &Followed) -> u64 {
        let ply = walk.ply(query.number);
        let (before, after) = walk.around(ply);
        let _before = register(before.occupied().0);
        let _after = register(after.occupied().0);
        register(ply.m.to as u64)
    }
}

pub(super) const STREAMS: &[Source<Following>] = &[
    Source {
        name: "middlegame",
        summary: "plies of games made and unmade with 17 to 27 pieces",
        draw: |part| followed(Phase::Middlegame, part),
    },
    Source {
        name: "opening",
        summary: "the same with 28 pieces or more",
        draw: |part| followed(Phase::Opening, part),
    },
    Source {
        name: "late-middlegame",
        summary: "the same with 16 pieces or fewer, some of them rooks, bishops or knights",
        draw: |part| followed(Phase::LateMiddlegame, part),
    },
];

fn followed(phase: Phase, part: usize) -> Stream<Following> {
    let Stream { queries, dataset } = walks(phase, part);
    let queries = queries.iter().map(|&Step { number, .. }| Following { number }).collect();
    let dataset = Followed { walk: dataset, changes: RefCell::default() };
    Stream { queries, dataset: Rc::new(dataset) }
}

fn kept<V: DeltasKept + 'static>(streams: &Streams<Following>) -> Variant {
    Variant::plain::<deltas_kept::Question, V, _>(
        streams,
        V::make as fn(&mut V, &Position, Move, &Position, &mut Changes) as usize,
    )
    .interface(Interface::Kept)
    .keeping(size_of::<V>())
}
