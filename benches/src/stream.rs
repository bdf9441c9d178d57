//! Streams of queries: what the kernels ask, drawn in advance from a seeded generator.

use lookup::{Bitboard, Position, Square, samples};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Queries in a stream, at least: enough that no branch predictor learns them by heart,
/// few enough that they stream from the second-level cache.
pub const QUERIES: usize = 1 << 14;

/// An engine asks about one king, or in one position, this many times in a row.
pub(crate) const ANCHOR: usize = 16;

/// A question with its arguments.
pub trait Query: Copy + 'static {
    /// What many queries refer to, kept apart so that a query stays small.
    type Setting: 'static;

    /// Whether its answers are so long that kernels call for them. They are
    /// measured in fewer circumstances, for a visit of a few takes long too.
    const CALLED: bool = false;

    /// How many queries are timed at once while tables are hot.
    const WINDOW: usize = 4096;

    /// How many queries run untimed before, so that tables are hot: enough to read
    /// what is read of the largest, for other contenders have driven it out.
    const WARM_UP: usize = Self::WINDOW;

    /// How many queries are timed at once between two walks through a competing
    /// working set, or after a flush.
    const VISITS: &'static [usize] = if Self::CALLED { &[16] } else { &[1, 16] };

    /// How many questions are asked after each query in the context `upkeep`, one
    /// number after the other; none of a question that nothing is kept for.
    const ASKED: &'static [u64] = &[];

    /// The same query, but so many questions are asked after it.
    fn asking(self, _times: u64) -> Self {
        self
    }

    /// The same query, once `delay`, which is zero, is known: as data, the
    /// square that an engine learns last depends on it.
    fn after(self, delay: u64) -> Self;
}

/// Queries in the order they are asked.
#[derive(Debug)]
pub struct Stream<Q: Query> {
    /// The queries.
    pub queries: Box<[Q]>,
    /// What they refer to.
    pub setting: Box<Q::Setting>,
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

/// The stream that asks about squares on a line alone.
pub const ALIGNED: &str = "aligned";

/// Asks about any of 1024 positions.
pub(crate) fn drawn<Q: Query<Setting = [Position; 1 << 16]>>(
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

pub(crate) fn asked_in<Q: Query<Setting = [Position; 1 << 16]>>(
    (queries, positions): (Vec<Q>, Vec<Position>),
) -> Stream<Q> {
    let rest = positions[0];
    Stream { queries: enough(queries), setting: numbered(positions, rest) }
}

/// The squares of 4 to 32 pieces on each board.
pub(crate) fn boards(generator: &mut Xoshiro256PlusPlus) -> [Vec<Square>; 256] {
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

/// The occupancies in front, empty boards behind them.
pub(crate) fn setting(boards: impl IntoIterator<Item = Bitboard>) -> Box<[Bitboard; 1 << 16]> {
    numbered(boards, Bitboard::EMPTY)
}

/// What queries name by a number, and behind it what none names.
pub(crate) fn numbered<T: Copy>(named: impl IntoIterator<Item = T>, rest: T) -> Box<[T; 1 << 16]> {
    let mut setting: Vec<T> = named.into_iter().collect();
    setting.resize(1 << 16, rest);
    setting.try_into().ok().expect("of this length")
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
