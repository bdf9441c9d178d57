//! Streams of queries for the kernels, drawn in advance from a seeded generator.
//!
//! Branch predictors learn a stream of thousands of queries by heart. A stream is therefore long,
//! and comes in [`PARTS`]. Each part depends on its number alone and is drawn when it is first
//! used. Counts need part 0 only.

use lookup::between::aligned;
use lookup::{Bitboard, Position, Square, samples};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use sampling::drawing::below;
use sampling::windows::PARTS;
use std::cell::OnceCell;
use std::marker::PhantomData;
use std::rc::Rc;
use std::thread::LocalKey;

/// Queries in a part of a drawn stream.
pub const DRAWN: usize = 1 << 15;

/// Queries that are counted, from the beginning of part 0.
pub const QUERIES: usize = 1 << 14;

/// The most things that the queries of a part number. Numbers are taken modulo this, so that
/// indexing needs no bounds check.
pub(crate) const THINGS: usize = 1 << 12;

/// An engine asks about one king, or in one position, this many times in a row.
pub(crate) const ANCHOR: usize = 16;

/// A question with its arguments.
pub(crate) trait Query: Copy + 'static {
    /// Data that many queries refer to, kept apart so that a query stays small.
    type Dataset: 'static;

    /// Whether two kinds of lookups take turns in its streams, such as a rook's and a bishop's.
    /// Kernels know which comes next, as programs do, so no branch decides it.
    const IN_TURN: bool = false;

    /// The same query, once `delay`, which is zero, is known: as data, the square that an
    /// engine learns last depends on it.
    fn after(self, delay: u64) -> Self;

    /// Prepares the dataset, so that queries find the same state each time. This is not timed.
    fn begin(_: &Self::Dataset) {}

    /// The same query, with this many questions after it.
    fn asking(self, _questions: u64) -> Self {
        self
    }
}

/// A question about one of the things in the dataset, such as a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct OneOf<T, A = ()> {
    pub(crate) asked: A,
    /// Its number in the dataset, which the latency kernel delays.
    pub(crate) board: u16,
    things: PhantomData<T>,
}

impl<T, A> OneOf<T, A> {
    /// This question about the thing with this number.
    pub(crate) fn new(asked: A, board: u16) -> OneOf<T, A> {
        OneOf { asked, board, things: PhantomData }
    }

    /// The thing that it asks about.
    #[inline(always)]
    pub(crate) fn among(self, things: &[T; THINGS]) -> &T {
        &things[self.board as usize % THINGS]
    }
}

impl<T: Copy + 'static, A: Copy + 'static> Query for OneOf<T, A> {
    type Dataset = [T; THINGS];

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        OneOf { board: self.board ^ delay as u16, ..self }
    }
}

/// A question about a square of one of the things in the dataset, such as a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct SquareOf<T, A = (), const IN_TURN: bool = false> {
    /// The square, which the latency kernel delays.
    pub(crate) square: Square,
    pub(crate) asked: A,
    /// The thing's number in the dataset.
    pub(crate) board: u16,
    things: PhantomData<T>,
}

impl<T, A, const IN_TURN: bool> SquareOf<T, A, IN_TURN> {
    /// This question about a square of the thing with this number.
    pub(crate) fn new(square: Square, asked: A, board: u16) -> Self {
        SquareOf { square, asked, board, things: PhantomData }
    }

    /// The thing that it asks about.
    #[inline(always)]
    pub(crate) fn among(self, things: &[T; THINGS]) -> &T {
        &things[self.board as usize % THINGS]
    }
}

impl<T: Copy + 'static, A: Copy + 'static, const IN_TURN: bool> Query for SquareOf<T, A, IN_TURN> {
    type Dataset = [T; THINGS];

    const IN_TURN: bool = IN_TURN;

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        SquareOf { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

/// A question of `lookup` about two squares. The latency kernel delays the second or, if `FIRST`,
/// the first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Squares<Q, const FIRST: bool = false> {
    pub(crate) a: Square,
    pub(crate) b: Square,
    question: PhantomData<Q>,
}

impl<Q, const FIRST: bool> Squares<Q, FIRST> {
    pub(crate) fn new(a: Square, b: Square) -> Self {
        Squares { a, b, question: PhantomData }
    }
}

impl<Q: Copy + 'static, const FIRST: bool> Query for Squares<Q, FIRST> {
    type Dataset = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        let delayed = |square: Square| Square::new(square as u8 ^ delay as u8);
        if FIRST {
            Squares { a: delayed(self.a), ..self }
        } else {
            Squares { b: delayed(self.b), ..self }
        }
    }
}

/// Selects queries of a question: a stream, with its own or with this many questions after each query.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Asked {
    /// The stream's name.
    pub stream: &'static str,
    /// The number of questions, where that is varied.
    pub questions: Option<u64>,
}

/// A part of a stream: queries in the order they are asked.
#[derive(Debug)]
pub(crate) struct Stream<Q: Query> {
    pub(crate) queries: Box<[Q]>,
    /// The data that they refer to, which another stream's part may share.
    pub(crate) dataset: Rc<Q::Dataset>,
}

/// The parts of a stream, each drawn when it is first used.
pub(crate) type LazyStream<Q> = Rc<Parts<Q>>;

pub(crate) struct Parts<Q: Query> {
    drawn: [OnceCell<Stream<Q>>; PARTS],
    draw: Box<dyn Fn(usize) -> Stream<Q>>,
}

impl<Q: Query> Parts<Q> {
    /// The part of this number, below [`PARTS`].
    pub(crate) fn part(&self, number: usize) -> &Stream<Q> {
        self.drawn[number].get_or_init(|| (self.draw)(number))
    }
}

pub(crate) fn lazily<Q: Query>(draw: impl Fn(usize) -> Stream<Q> + 'static) -> LazyStream<Q> {
    Rc::new(Parts { drawn: [const { OnceCell::new() }; PARTS], draw: Box::new(draw) })
}

/// The same queries about what `find` makes of each thing, in advance.
pub(crate) fn found_before<T, U, A>(
    stream: LazyStream<OneOf<T, A>>,
    find: fn(&T) -> U,
) -> LazyStream<OneOf<U, A>>
where
    T: Copy + 'static,
    U: Copy + 'static,
    A: Copy + 'static,
{
    lazily(move |part| {
        let Stream { queries, dataset } = stream.part(part);
        let queries = queries.iter().map(|query| OneOf::new(query.asked, query.board));
        asked_in((queries.collect(), dataset.iter().map(find).collect()))
    })
}

/// A kind of stream and how it is made.
#[derive(Debug)]
pub(crate) struct Source<Q: Query> {
    pub(crate) name: &'static str,
    /// Its queries, in a line.
    pub(crate) summary: &'static str,
    /// Makes a part. The same number always gives the same part.
    pub(crate) draw: fn(usize) -> Stream<Q>,
}

/// The streams of a question.
pub(crate) struct Streams<Q: Query> {
    pub(crate) sources: &'static [Source<Q>],
    pub(crate) asked: Vec<(Asked, LazyStream<Q>)>,
}

impl<Q: Query> Streams<Q> {
    /// The streams of these sources.
    pub(crate) fn of(sources: &'static [Source<Q>]) -> Streams<Q> {
        let stream = |source: &Source<Q>| {
            (Asked { stream: source.name, questions: None }, lazily(source.draw))
        };
        Streams { sources, asked: sources.iter().map(stream).collect() }
    }

    /// Adds each stream with these numbers of questions after a query.
    pub(crate) fn asking(mut self, questions: &[u64]) -> Streams<Q> {
        for (Asked { stream, .. }, plain) in self.asked.clone() {
            for &questions in questions {
                let plain = Rc::clone(&plain);
                let draw = move |part| {
                    let Stream { queries, dataset } = plain.part(part);
                    let queries = queries.iter().map(|query| query.asking(questions)).collect();
                    Stream { queries, dataset: Rc::clone(dataset) }
                };
                self.asked.push((Asked { stream, questions: Some(questions) }, lazily(draw)));
            }
        }
        self
    }
}

/// The stream that asks only about squares on a line.
pub(crate) const ALIGNED: &str = "aligned";

/// Asks about pairs of squares.
pub(crate) fn drawn_pairs<Q: Copy + 'static, const FIRST: bool>(
    part: usize,
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, usize) -> (Square, Square),
) -> Stream<Squares<Q, FIRST>> {
    let mut generator = generator(part);
    let query = |number| {
        let (a, b) = next(&mut generator, number);
        Squares::new(a, b)
    };
    Stream { queries: (0..DRAWN).map(query).collect(), dataset: Rc::new(()) }
}

pub(crate) fn any_pair(generator: &mut Xoshiro256PlusPlus) -> (Square, Square) {
    (any_square(generator), any_square(generator))
}

/// Two squares on a line.
pub(crate) fn aligned_pair(generator: &mut Xoshiro256PlusPlus) -> (Square, Square) {
    loop {
        let (a, b) = any_pair(generator);
        if aligned(a, b) {
            return (a, b);
        }
    }
}

/// One square with [`ANCHOR`] others in turn.
pub(crate) fn anchored() -> impl FnMut(&mut Xoshiro256PlusPlus, usize) -> (Square, Square) {
    let mut anchor = Square::A1;
    move |generator, number| {
        if number.is_multiple_of(ANCHOR) {
            anchor = any_square(generator);
        }
        (anchor, other_square(generator, anchor))
    }
}

/// Asks about any of 1024 positions.
pub(crate) fn drawn<Q: Query<Dataset = [Position; THINGS]>>(
    part: usize,
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, u16, &Position) -> Q,
) -> Stream<Q> {
    let mut generator = generator(part);
    let positions = placed_in(part);
    let query = |_| {
        let board = below(&mut generator, PLACED);
        next(&mut generator, board as u16, &positions[board])
    };
    Stream { queries: (0..DRAWN).map(query).collect(), dataset: positions }
}

/// Positions of a part with pieces placed at random.
pub(crate) const PLACED: usize = 1024;

/// The first [`PLACED`] of a part, in one place for all streams.
pub(crate) fn placed_in(part: usize) -> Rc<[Position; THINGS]> {
    thread_local! {
        static POSITIONS: SharedParts<Position> = const { no_parts() };
    }
    shared(&POSITIONS, part, || placed(part).take(PLACED).collect())
}

/// Data that several streams share, by part.
pub(crate) type SharedParts<T> = [OnceCell<Rc<[T; THINGS]>>; PARTS];

pub(crate) const fn no_parts<T>() -> SharedParts<T> {
    [const { OnceCell::new() }; PARTS]
}

/// The things that queries of this part number, made when first needed.
pub(crate) fn shared<T: Copy>(
    parts: &'static LocalKey<SharedParts<T>>,
    part: usize,
    make: impl FnOnce() -> Vec<T>,
) -> Rc<[T; THINGS]> {
    parts.with(|parts| Rc::clone(parts[part].get_or_init(|| numbered(make()))))
}

/// Positions with pieces placed at random, different in each part; none has more than 32 pieces.
pub(crate) fn placed(part: usize) -> Box<dyn Iterator<Item = Position>> {
    match part {
        0 => Box::new(samples::positions().filter(|position| !samples::is_crowded(position))),
        _ => Box::new(samples::placed(part as u64)),
    }
}

/// Makes a stream of queries that refer to things, such as positions, by number.
pub(crate) fn asked_in<T: Copy, Q: Query<Dataset = [T; N]>, const N: usize>(
    (queries, things): (Vec<Q>, Vec<T>),
) -> Stream<Q> {
    Stream { queries: queries.into(), dataset: numbered(things) }
}

/// Asks about any of 256 boards. `about` makes the data that queries refer to.
pub(crate) fn drawn_on_boards<T: Copy, Q: Query<Dataset = [T; N]>, const N: usize>(
    part: usize,
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, &[Vec<Square>], usize) -> Q,
    about: impl Fn(&[Square]) -> T,
) -> Stream<Q> {
    let mut generator = generator(part);
    let boards = boards(&mut generator);
    let queries = (0..DRAWN).map(|number| next(&mut generator, &boards, number)).collect();
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

/// The things that queries number, then copies of the first, which no query numbers.
///
/// # Panics
/// If there are no things, or more than `N`.
pub(crate) fn numbered<T: Copy, const N: usize>(mut things: Vec<T>) -> Rc<[T; N]> {
    assert!(things.len() <= N, "{} things of at most {N}", things.len());
    things.resize(N, things[0]);
    let things: Box<[T; N]> = things.try_into().ok().expect("of this length");
    things.into()
}

pub(crate) fn generator(part: usize) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(0x5bace + part as u64)
}

pub(crate) fn any_square(generator: &mut Xoshiro256PlusPlus) -> Square {
    Square::ALL[below(generator, 64)]
}

pub(crate) fn other_square(generator: &mut Xoshiro256PlusPlus, square: Square) -> Square {
    Square::new((square.index() + 1 + below(generator, 63)) as u8)
}

/// Checks that sources draw queries, always the same in a part; that a query which waited for
/// nothing is the same query; and that one which waited for something is another, if they `wait`.
pub(crate) fn check_sources<Q: Query + Eq + std::fmt::Debug>(sources: &[Source<Q>], wait: bool) {
    for Source { name, draw, .. } in sources {
        for part in [0, 1, PARTS - 1] {
            let queries = draw(part).queries;
            assert!(!queries.is_empty());
            assert_eq!(queries, draw(part).queries, "{name} repeats exactly");
            assert!(queries.iter().all(|query| query.after(0) == *query));
            assert!(!wait || queries.iter().all(|query| query.after(1) != *query), "{name}");
        }
    }
}
