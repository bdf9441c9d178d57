//! Which squares lie between the squares of each of these pairs?

use super::between::{self as pairs, Pair};
use crate::cozy;
use crate::kernel::{Answer, Meanwhile, Nothing, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{Query, Source, Stream, Streams};
use crate::variant::Variant;
use between_batch_loop::Loop;
use lookup::between::{self, Batch};
use lookup::{Bitboard, CacheAligned, Square};
use records::Interface;
use sampling::hardware::register;
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "between-batch",
        "In-between squares of many pairs",
        "Which squares lie between the squares of each of these pairs?",
        Policy::LIGHT,
        s,
        vec![
            batch::<Loop<between_rectangular::Rectangular>>(s).short("one by one"),
            batch::<Loop<between_windows::Windows>>(s),
            batch::<Loop<between_0x88_rotate::Rotate0x88>>(s),
            batch::<Loop<between_difference_masks::DifferenceMasks>>(s),
            batch::<Loop<between_select::Select>>(s),
            batch::<between_batch_portable::Portable>(s).short("lines in portable vectors"),
            batch::<between_batch_avx2::Avx2>(s).short("lines in AVX2"),
            batch::<between_batch_gather::Gather>(s).short("64x64 gathered"),
            batch::<between_batch_avx512::Avx512>(s).short("lines in AVX-512"),
            batch::<between_batch_vbmi::Vbmi>(s).short("classes in VBMI"),
            batch::<Loop<cozy::InBetween>>(s).library(),
        ],
    )
}

/// Its queries number consecutive pairs of squares.
fn batch<V: Batch + 'static>(streams: &Streams<Place>) -> Variant {
    Variant::plain::<between::batch::Question, V, _>(
        streams,
        V::between as fn(&[Square], &[Square], &mut [Bitboard]) as usize,
    )
    .interface(Interface::Batch)
}

/// Which squares lie between those at this place of the dataset? A batch asks about many
/// consecutive places at once.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Place(pub(crate) u32);

/// Pairs of squares, in columns.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) a: Box<[Square]>,
    pub(crate) b: Box<[Square]>,
    /// The buffer for the answers of a batch.
    pub(crate) answers: RefCell<Box<CacheAligned<[Bitboard; LONGEST_BATCH]>>>,
}

/// The most pairs asked at once.
pub(crate) const LONGEST_BATCH: usize = 256;

impl Query for Place {
    type Dataset = Columns;

    /// A batch reads squares from memory; none waits for an answer.
    #[inline(always)]
    fn after(self, _: u64) -> Place {
        self
    }
}

/// Pairs asked at once; a position has some 30 to 40 moves. A range of at most [`LONGEST_BATCH`]
/// queries is one batch.
pub(crate) const BATCH: usize = 64;

impl<V: Batch> Answer<Place> for V {
    #[inline(always)]
    fn answer(query: Place, dataset: &Columns) -> u64 {
        Self::sum(&[query], dataset, Nothing)
    }

    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Place], dataset: &Columns, meanwhile: M) -> u64 {
        sum_batches(queries, dataset, meanwhile, V::between)
    }
}

/// Asks in batches, and sums the answers that each leaves in memory. The work between two queries
/// is done as often, between two batches.
#[inline(always)]
fn sum_batches(
    queries: &[Place],
    dataset: &Columns,
    mut meanwhile: impl Meanwhile,
    ask: impl Fn(&[Square], &[Square], &mut [Bitboard]),
) -> u64 {
    let [Place(first), ..] = queries else { return 0 };
    let places = *first as usize..*first as usize + queries.len();
    let (a, b) = (&dataset.a[places.clone()], &dataset.b[places]);
    let length = if queries.len() > LONGEST_BATCH { BATCH } else { queries.len() };
    let mut answers = dataset.answers.borrow_mut();
    let mut sum = 0u64;
    for (a, b) in a.chunks(length).zip(b.chunks(length)) {
        let answers = &mut answers.0[..a.len()];
        sum = a.iter().fold(sum, |sum, _| sum.wrapping_add(meanwhile.pass()));
        ask(a, b, answers);
        // Through memory, once per batch; otherwise the compiler could join the loop that writes
        // with the one that sums.
        let answers = black_box(&*answers);
        sum = answers.iter().fold(sum, |sum, answer| sum.wrapping_add(answer.0));
    }
    sum
}

impl Answer<Place> for Oracle {
    fn answer(query: Place, columns: &Columns) -> u64 {
        let place = query.0 as usize;
        between::oracle(columns.a[place], columns.b[place]).0
    }
}

/// Reads all squares and writes no answers: the cost of summing them up.
impl Answer<Place> for Null {
    #[inline(always)]
    fn answer(query: Place, columns: &Columns) -> u64 {
        let _first = register(columns.a[query.0 as usize] as u64);
        columns.b[query.0 as usize] as u64
    }

    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Place], columns: &Columns, meanwhile: M) -> u64 {
        sum_batches(queries, columns, meanwhile, |a, b, _| {
            let read = |sum: u8, (&a, &b): (&Square, &Square)| sum ^ a as u8 ^ b as u8;
            black_box(a.iter().zip(b).fold(0, read));
        })
    }
}

/// The streams of pairs for batches, in the same order.
pub(super) const STREAMS: &[Source<Place>] =
    &[batches::<0>(), batches::<1>(), batches::<2>(), batches::<3>()];

const fn batches<const NUMBER: usize>() -> Source<Place> {
    let Source { name, summary, .. } = pairs::STREAMS[NUMBER];
    Source { name, summary, draw: |part| places(&pairs::STREAMS[NUMBER], part) }
}

fn places(pairs: &Source<Pair>, part: usize) -> Stream<Place> {
    let pairs = (pairs.draw)(part).queries;
    let dataset = Columns {
        a: pairs.iter().map(|pair| pair.a).collect(),
        b: pairs.iter().map(|pair| pair.b).collect(),
        answers: RefCell::new(Box::new(CacheAligned([Bitboard::EMPTY; LONGEST_BATCH]))),
    };
    Stream { queries: (0..pairs.len() as u32).map(Place).collect(), dataset: Rc::new(dataset) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_ask_what_pairs_do() {
        assert_eq!(STREAMS.len(), pairs::STREAMS.len());
        for (batches, pairs) in STREAMS.iter().zip(pairs::STREAMS) {
            assert_eq!(batches.name, pairs.name);
            let (stream, pairs) = ((batches.draw)(0), (pairs.draw)(0).queries);
            let Columns { a, b, .. } = &*stream.dataset;
            assert!(pairs.iter().map(|pair| &pair.a).eq(a));
            assert!(pairs.iter().map(|pair| &pair.b).eq(b));
            assert!(stream.queries.iter().map(|place| place.0 as usize).eq(0..pairs.len()));
        }
    }

    /// Work of which each pass adds one to the sum.
    struct Passes;

    impl Meanwhile for Passes {
        const IS_SHORT: bool = false;

        fn pass(&mut self) -> u64 {
            1
        }
    }

    #[test]
    fn pairs_are_asked_64_at_a_time() {
        let stream = (STREAMS[1].draw)(0);
        for (queries, expected) in [
            (2048, vec![64; 32]),
            (300, vec![64, 64, 64, 64, 44]),
            (256, vec![256]),
            (3, vec![3]),
            (0, vec![]),
        ] {
            let lengths = RefCell::new(Vec::new());
            let asked = &stream.queries[17..17 + queries];
            let sum = sum_batches(asked, &stream.dataset, Passes, |a, b, answers| {
                assert_eq!((a.len(), b.len()), (answers.len(), answers.len()));
                lengths.borrow_mut().push(a.len());
                answers.fill(Bitboard(1000));
            });
            assert_eq!((lengths.into_inner(), sum), (expected, 1001 * queries as u64));
        }
    }
}
