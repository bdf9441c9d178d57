//! Streams of queries: what the kernels ask, drawn in advance from a seeded generator.

use lookup::{Bitboard, Position, Square, samples};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::LazyCell;
use std::marker::PhantomData;
use std::rc::Rc;

/// Queries in a stream, at least: enough that no branch predictor learns them by heart,
/// few enough that they stream from the second-level cache.
pub(crate) const QUERIES: usize = 1 << 14;

/// An engine asks about one king, or in one position, this many times in a row.
pub(crate) const ANCHOR: usize = 16;

/// A question with its arguments.
pub trait Query: Copy + 'static {
    /// What many queries refer to, kept apart so that a query stays small.
    type Dataset: 'static;

    /// The same query, once `delay`, which is zero, is known: as data, the square that an
    /// engine learns last depends on it.
    fn after(self, delay: u64) -> Self;

    /// The same query, but with so many questions asked after it.
    fn asking(self, _questions: u64) -> Self {
        self
    }
}

/// What is asked about one of the things in the dataset, such as a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OneOf<T, A = ()> {
    /// What is asked about it.
    pub asked: A,
    /// Its number in the dataset, which the latency kernel delays.
    pub board: u16,
    things: PhantomData<T>,
}

impl<T, A> OneOf<T, A> {
    /// This question about the thing of this number.
    pub(crate) fn new(asked: A, board: u16) -> OneOf<T, A> {
        OneOf { asked, board, things: PhantomData }
    }
}

impl<T: Copy + 'static, A: Copy + 'static> Query for OneOf<T, A> {
    /// As many as a query can number, so indexing needs no bounds check.
    type Dataset = [T; 1 << 16];

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        OneOf { board: self.board ^ delay as u16, ..self }
    }
}

/// What is asked about a square of one of the things in the dataset, such as a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SquareOf<T, A = ()> {
    /// The square, which the latency kernel delays.
    pub square: Square,
    /// What is asked about it.
    pub asked: A,
    /// The thing's number in the dataset.
    pub board: u16,
    things: PhantomData<T>,
}

impl<T, A> SquareOf<T, A> {
    /// This question about a square of the thing of this number.
    pub(crate) fn new(square: Square, asked: A, board: u16) -> SquareOf<T, A> {
        SquareOf { square, asked, board, things: PhantomData }
    }
}

impl<T: Copy + 'static, A: Copy + 'static> Query for SquareOf<T, A> {
    /// As many as a query can number, so indexing needs no bounds check.
    type Dataset = [T; 1 << 16];

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        SquareOf { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

/// What is asked of a study: a stream, with its own or with this many questions after each
/// query.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Asked {
    /// The stream's name.
    pub stream: &'static str,
    /// How many questions, where that is varied.
    pub questions: Option<u64>,
}

/// Queries in the order they are asked.
#[derive(Debug)]
pub struct Stream<Q: Query> {
    /// The queries.
    pub queries: Box<[Q]>,
    /// What they refer to.
    pub dataset: Box<Q::Dataset>,
}

/// A stream that is drawn when it is first used.
pub(crate) type LazyStream<Q> = Rc<LazyCell<Stream<Q>, Box<dyn FnOnce() -> Stream<Q>>>>;

pub(crate) fn lazily<Q: Query>(draw: impl FnOnce() -> Stream<Q> + 'static) -> LazyStream<Q> {
    Rc::new(LazyCell::new(Box::new(draw)))
}

/// A kind of stream and how it is made.
#[derive(Debug)]
pub struct Source<Q: Query> {
    /// What it is called.
    pub name: &'static str,
    /// What it asks, in a line.
    pub summary: &'static str,
    /// Makes it, always the same.
    pub draw: fn() -> Stream<Q>,
}

impl<Q: Query> Source<Q> {
    /// Its stream, also with each of these numbers of questions after a query.
    pub(crate) fn asking(
        &self,
        questions: &'static [u64],
    ) -> impl Iterator<Item = (Asked, LazyStream<Q>)> {
        let &Source { name, draw, .. } = self;
        let asking = move |&questions: &u64| {
            let draw = move || {
                let Stream { mut queries, dataset } = draw();
                queries.iter_mut().for_each(|query| *query = query.asking(questions));
                Stream { queries, dataset }
            };
            (Asked { stream: name, questions: Some(questions) }, lazily(draw))
        };
        let plain = (Asked { stream: name, questions: None }, lazily(draw));
        [plain].into_iter().chain(questions.iter().map(asking))
    }
}

/// The stream that asks about squares on a line alone.
pub(crate) const ALIGNED: &str = "aligned";

/// Asks about any of 1024 positions.
pub(crate) fn drawn<Q: Query<Dataset = [Position; 1 << 16]>>(
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, u16, &Position) -> Q,
) -> Stream<Q> {
    let mut generator = generator();
    let positions: Vec<_> = samples::positions().take(1024).collect();
    let query = |_| {
        let board = below(&mut generator, positions.len());
        next(&mut generator, board as u16, &positions[board])
    };
    asked_in(((0..QUERIES).map(query).collect(), positions))
}

/// Asks about what queries name by a number, such as positions.
pub(crate) fn asked_in<T: Copy, Q: Query<Dataset = [T; 1 << 16]>>(
    (queries, things): (Vec<Q>, Vec<T>),
) -> Stream<Q> {
    Stream { queries: enough(queries), dataset: numbered(things) }
}

/// Asks about any of 256 boards, of which `about` says what queries refer to.
pub(crate) fn drawn_on_boards<T: Copy, Q: Query<Dataset = [T; 1 << 16]>>(
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, &[Vec<Square>], usize) -> Q,
    about: impl Fn(&[Square]) -> T,
) -> Stream<Q> {
    let mut generator = generator();
    let boards = boards(&mut generator);
    let queries = (0..QUERIES).map(|number| next(&mut generator, &boards, number)).collect();
    asked_in((queries, boards.iter().map(|squares| about(squares)).collect()))
}

/// The squares of 4 to 32 pieces on each board.
fn boards(generator: &mut Xoshiro256PlusPlus) -> [Vec<Square>; 256] {
    std::array::from_fn(|_| {
        let mut squares = Square::ALL;
        let count = 4 + below(generator, 29);
        for chosen in 0..count {
            squares.swap(chosen, chosen + below(generator, 64 - chosen));
        }
        squares[..count].to_vec()
    })
}

pub(crate) fn occupancy(squares: &[Square]) -> Bitboard {
    squares.iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
}

/// What queries name by a number, and behind it the first again, which none names there.
pub(crate) fn numbered<T: Copy>(mut dataset: Vec<T>) -> Box<[T; 1 << 16]> {
    dataset.resize(1 << 16, dataset[0]);
    dataset.try_into().ok().expect("of this length")
}

/// Queries of positions, repeated until there are enough of them.
pub(crate) fn enough<Q: Query>(queries: Vec<Q>) -> Box<[Q]> {
    let length = queries.len().max(QUERIES);
    queries.into_iter().cycle().take(length).collect()
}

pub(crate) fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(0x5bace)
}

/// A number below `bound`; the bias of the multiplication is below 2^-26.
pub(crate) fn below(generator: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    (((generator.next_u64() >> 32) * bound as u64) >> 32) as usize
}

pub(crate) fn any_square(generator: &mut Xoshiro256PlusPlus) -> Square {
    Square::ALL[below(generator, 64)]
}

pub(crate) fn other_square(generator: &mut Xoshiro256PlusPlus, square: Square) -> Square {
    Square::new((square.index() + 1 + below(generator, 63)) as u8)
}

/// Tries that sources draw enough queries, always the same, and that a query which
/// waited for nothing is the same query.
#[cfg(test)]
pub(crate) fn check<Q: Query + Eq + std::fmt::Debug>(sources: &[Source<Q>]) {
    for source in sources {
        let queries = (source.draw)().queries;
        assert!(queries.len() >= QUERIES);
        assert_eq!(queries, (source.draw)().queries, "{} repeats exactly", source.name);
        assert!(queries.iter().all(|query| query.after(0) == *query));
    }
}
