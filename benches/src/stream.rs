//! Streams of queries: what the kernels ask, drawn in advance from a seeded generator.

use crate::positions;
use lookup::between::aligned;
use lookup::{Bitboard, CacheAligned, Color, Move, Piece, Position, Square, samples};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::RefCell;
use std::ops::BitXor;

/// Queries in a stream, at least: enough that no branch predictor learns them by heart,
/// few enough that they stream from the second-level cache.
pub const QUERIES: usize = 1 << 14;

/// An engine asks about one king, or in one position, this many times in a row.
const ANCHOR: usize = 16;

/// A question with its arguments.
pub trait Query: Copy + 'static {
    /// What many queries refer to, kept apart so that a query stays small.
    type Setting: 'static;

    /// Whether its answers are so long that kernels call for them. They are
    /// measured in fewer circumstances, for a visit of a few takes long too.
    const CALLED: bool = false;

    /// The same query, once `delay`, which is zero, is known: as data, the
    /// square that an engine learns last depends on it.
    fn after(self, delay: u64) -> Self;
}

/// What lies between these squares?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pair {
    /// The first square, an anchored stream's king.
    pub a: Square,
    /// The second square, which the latency kernel delays.
    pub b: Square,
}

impl Query for Pair {
    type Setting = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Pair {
        Pair { b: Square::new(self.b as u8 ^ delay as u8), ..self }
    }
}

/// What lies between these squares, in a variant's own numbering of them?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct EncodedPair<S> {
    /// The first square.
    pub a: S,
    /// The second square, which the latency kernel delays.
    pub b: S,
}

impl<S: Copy + From<u8> + BitXor<Output = S> + 'static> Query for EncodedPair<S> {
    type Setting = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        EncodedPair { b: self.b ^ S::from(delay as u8), ..self }
    }
}

/// What lies between the squares in this place of the setting, asked of many
/// places that follow each other at once?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place(pub u32);

/// Pairs of squares as a batch wants them.
#[derive(Debug)]
pub struct Columns {
    /// The first squares.
    pub a: Box<[Square]>,
    /// The second squares.
    pub b: Box<[Square]>,
    /// Where the answers of a batch go.
    pub answers: RefCell<Box<CacheAligned<[Bitboard; LONGEST_BATCH]>>>,
}

/// The most pairs that are asked at once.
pub const LONGEST_BATCH: usize = 256;

impl Query for Place {
    type Setting = Columns;

    /// A batch takes squares from memory, and none waits for an answer.
    #[inline(always)]
    fn after(self, _: u64) -> Place {
        self
    }
}

/// Does this piece attack this square?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Attack {
    /// The piece.
    pub piece: Piece,
    /// Where it stands, which the latency kernel delays.
    pub from: Square,
    /// The square it may attack, an anchored stream's king.
    pub to: Square,
    /// The occupancy's number in the setting.
    pub board: u16,
}

impl Query for Attack {
    /// Occupancies, as many as a query can name, so that naming one needs no check.
    type Setting = [Bitboard; 1 << 16];

    #[inline(always)]
    fn after(self, delay: u64) -> Attack {
        Attack { from: Square::new(self.from as u8 ^ delay as u8), ..self }
    }
}

/// What does a queen on this square attack?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Slide {
    /// Where it stands, which the latency kernel delays.
    pub square: Square,
    /// The occupancy's number in the setting.
    pub board: u16,
}

impl Query for Slide {
    /// As [`Attack`]'s.
    type Setting = [Bitboard; 1 << 16];

    #[inline(always)]
    fn after(self, delay: u64) -> Slide {
        Slide { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

/// What would a queen on this square attack through blockers?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Xray {
    /// The square, which the latency kernel delays.
    pub square: Square,
    /// The number in the setting of what stands on the board.
    pub board: u16,
}

/// What stands on a board, and which of it is looked through.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Obstacles {
    /// What stands on the board.
    pub occupied: Bitboard,
    /// What of it is looked through.
    pub blockers: Bitboard,
}

impl Obstacles {
    const NONE: Obstacles = Obstacles { occupied: Bitboard::EMPTY, blockers: Bitboard::EMPTY };
}

impl Query for Xray {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Obstacles; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Xray {
        Xray { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

/// What attacks this square, or does this side?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Target {
    /// The square, which the latency kernel delays.
    pub square: Square,
    /// The side that may attack it; all attackers of both sides are asked for if there is none.
    pub by: Option<Color>,
    /// The position's number in the setting.
    pub board: u16,
}

impl Query for Target {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Target {
        Target { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

/// Which pieces of this side are pinned?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pin {
    /// The side.
    pub side: Color,
    /// The position's number in the setting, which the latency kernel delays.
    pub board: u16,
}

impl Query for Pin {
    /// As [`Target`]'s.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Pin {
        Pin { board: self.board ^ delay as u16, ..self }
    }
}

/// Which pieces give check, or does this move?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Check {
    /// The move; the checkers are asked for if there is none.
    pub m: Option<Move>,
    /// The position's number in the setting, which the latency kernel delays.
    pub board: u16,
}

impl Query for Check {
    /// As [`Target`]'s.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Check {
        Check { board: self.board ^ delay as u16, ..self }
    }
}

/// Is this move pseudo-legal?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Trial {
    /// The move; the latency kernel delays where it goes.
    pub m: Move,
    /// The position's number in the setting.
    pub board: u16,
}

impl Query for Trial {
    /// As [`Target`]'s.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Trial {
        let to = Square::new(self.m.to as u8 ^ delay as u8);
        Trial { m: Move { to, ..self.m }, ..self }
    }
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

/// The stream of [`PAIRS`] that holds aligned pairs alone.
pub const ALIGNED: &str = "aligned";

/// The streams that ask for the squares in between.
pub const PAIRS: &[Source<Pair>] = &[
    Source {
        name: "uniform",
        summary: "any square with any other or itself",
        draw: || pairs(|generator, _| (any_square(generator), any_square(generator))),
    },
    Source {
        name: ALIGNED,
        summary: "two squares on a rank, file or diagonal",
        draw: || pairs(|generator, _| aligned_pair(generator)),
    },
    Source {
        name: "anchored",
        summary: "one square with 16 others in turn, as an engine asks about its king",
        draw: || {
            let mut king = Square::A1;
            pairs(move |generator, number| {
                if number % ANCHOR == 0 {
                    king = any_square(generator);
                }
                (king, other_square(generator, king))
            })
        },
    },
    Source {
        name: "positions",
        summary: "what pins, checks and tests of pseudo-legality ask in games, in their order",
        draw: || Stream { queries: enough(positions::pairs()), setting: Box::new(()) },
    },
];

/// The streams of [`PAIRS`] for batches, in the same order.
pub const BATCHES: &[Source<Place>] = &[
    Source { name: PAIRS[0].name, summary: PAIRS[0].summary, draw: || places(&PAIRS[0]) },
    Source { name: PAIRS[1].name, summary: PAIRS[1].summary, draw: || places(&PAIRS[1]) },
    Source { name: PAIRS[2].name, summary: PAIRS[2].summary, draw: || places(&PAIRS[2]) },
    Source { name: PAIRS[3].name, summary: PAIRS[3].summary, draw: || places(&PAIRS[3]) },
];

/// The streams that ask whether a piece attacks a square. The drawn ones ask 16
/// times in a row about one of 256 boards of 4 to 32 pieces.
pub const ATTACKS: &[Source<Attack>] = &[
    Source {
        name: "uniform",
        summary: "any piece on an occupied square, attacking any square",
        draw: || {
            attacks(|generator, pieces, _| {
                (pieces[below(generator, pieces.len())], any_square(generator))
            })
        },
    },
    Source {
        name: "aligned",
        summary: "any piece on an occupied square, attacking a square on a line with it",
        draw: || {
            attacks(|generator, pieces, _| {
                let from = pieces[below(generator, pieces.len())];
                loop {
                    let to = other_square(generator, from);
                    if aligned(from, to) {
                        return (from, to);
                    }
                }
            })
        },
    },
    Source {
        name: "anchored",
        summary: "any piece on an occupied square, attacking one square 16 times in turn",
        draw: || {
            let mut king = Square::A1;
            attacks(move |generator, pieces, number| {
                if number % ANCHOR == 0 {
                    king = any_square(generator);
                }
                (pieces[below(generator, pieces.len())], king)
            })
        },
    },
    Source {
        name: "positions",
        summary: "what checks and tests of pseudo-legality ask in games, in their order",
        draw: || {
            let (queries, boards) = positions::attacks();
            Stream { queries: enough(queries), setting: setting(boards) }
        },
    },
];

/// The streams that ask what a queen attacks: both lookups that an engine makes,
/// for a rook and for a bishop. The drawn ones ask about 256 boards of 4 to 32 pieces.
pub const SLIDES: &[Source<Slide>] = &[
    Source {
        name: "uniform",
        summary: "a queen on any square, 16 times in a row on one board",
        draw: || slides(|generator, number| (any_square(generator), number / ANCHOR)),
    },
    Source {
        name: "anchored",
        summary: "a queen on one square, 16 times in a row on other boards, as about a king",
        draw: || {
            let mut king = Square::A1;
            slides(move |generator, number| {
                if number % ANCHOR == 0 {
                    king = any_square(generator);
                }
                (king, number)
            })
        },
    },
    Source {
        name: "positions",
        summary: "a queen in place of every slider and king in games, in their order",
        draw: || {
            let (queries, boards) = positions::slides();
            Stream { queries: enough(queries), setting: setting(boards) }
        },
    },
];

/// The streams that look through pieces. The drawn one asks 16 times in a row about
/// one of 256 boards of 4 to 32 pieces, and looks through every other of them.
pub const XRAYS: &[Source<Xray>] = &[
    Source { name: "uniform", summary: "any square, through half of the pieces", draw: xrays },
    Source {
        name: "positions",
        summary: "both kings, through the pieces of the side to move: what is pinned, and what \
                  can give check by moving away, in games, in their order",
        draw: || {
            let (queries, boards) = positions::xrays();
            Stream { queries: enough(queries), setting: numbered(boards, Obstacles::NONE) }
        },
    },
];

/// The streams that ask what attacks a square. The drawn ones ask 16 times in a row
/// about one of 256 positions with pieces placed at random. Each asks for the
/// attackers or for a side alone: an engine knows which it wants.
pub const TARGETS: &[Source<Target>] = &[
    Source { name: "uniform", summary: "all attackers of any square", draw: || targets(|_| None) },
    Source {
        name: "sides",
        summary: "whether either side attacks any square",
        draw: || targets(|generator| Some(Color::ALL[below(generator, 2)])),
    },
    Source {
        name: "positions",
        summary: "whether the king of the side to move is attacked, and would be where it can \
                  step, in games, in their order",
        draw: || asked_in(positions::kings()),
    },
    Source {
        name: "exchanges",
        summary: "all attackers of the squares that tried moves go to, in games, in their order",
        draw: || asked_in(positions::exchanges()),
    },
];

/// The streams that ask for pinned pieces.
pub const PINS: &[Source<Pin>] = &[
    Source {
        name: "uniform",
        summary: "either side in one of 1024 positions with pieces placed at random",
        draw: || drawn(|generator, board, _| Pin { side: Color::ALL[below(generator, 2)], board }),
    },
    Source {
        name: "positions",
        summary: "the side to move in games, in their order",
        draw: || asked_in(positions::pins()),
    },
];

/// The streams that ask for checks. Each asks for checkers or about moves alone: an
/// engine knows which it wants.
pub const CHECKS: &[Source<Check>] = &[
    Source {
        name: "uniform",
        summary: "the checkers in one of 1024 positions with pieces placed at random",
        draw: || drawn(|_, board, _| Check { m: None, board }),
    },
    Source {
        name: "positions",
        summary: "the checkers in games, in their order",
        draw: || asked_in(positions::checkers()),
    },
    Source {
        name: "moves",
        summary: "whether the move that was played, and killers that are legal, give check in \
                  games, in their order",
        draw: || asked_in(positions::checks()),
    },
];

/// The streams that ask whether a move is pseudo-legal.
pub const TRIALS: &[Source<Trial>] = &[
    Source {
        name: "uniform",
        summary: "from any square with a piece of the side to move to any other, in one of 1024 \
                  positions with pieces placed at random",
        draw: || {
            drawn(|generator, board, position| {
                let own = position.color(position.side_to_move());
                let chosen = below(generator, own.0.count_ones() as usize);
                let from = own.squares().nth(chosen).expect("one of them");
                let to = other_square(generator, from);
                Trial { m: Move { from, to, promotion: None }, board }
            })
        },
    },
    Source {
        name: "positions",
        summary: "the move that was played, and the side's last two as killers, in games, in \
                  their order",
        draw: || asked_in(positions::trials()),
    },
];

fn pairs(mut next: impl FnMut(&mut Xoshiro256PlusPlus, usize) -> (Square, Square)) -> Stream<Pair> {
    let mut generator = generator();
    let query = |number| {
        let (a, b) = next(&mut generator, number);
        Pair { a, b }
    };
    Stream { queries: (0..QUERIES).map(query).collect(), setting: Box::new(()) }
}

fn places(pairs: &Source<Pair>) -> Stream<Place> {
    let pairs = (pairs.draw)().queries;
    let setting = Columns {
        a: pairs.iter().map(|pair| pair.a).collect(),
        b: pairs.iter().map(|pair| pair.b).collect(),
        answers: RefCell::new(Box::new(CacheAligned([Bitboard::EMPTY; LONGEST_BATCH]))),
    };
    Stream { queries: (0..pairs.len() as u32).map(Place).collect(), setting: Box::new(setting) }
}

fn attacks(
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, &[Square], usize) -> (Square, Square),
) -> Stream<Attack> {
    let mut generator = generator();
    let boards = boards(&mut generator);
    let query = |number| {
        let board = (number / ANCHOR % boards.len()) as u16;
        let (from, to) = next(&mut generator, &boards[board as usize], number);
        let piece = Piece::ALL[below(&mut generator, Piece::ALL.len())];
        Attack { piece, from, to, board }
    };
    let queries = (0..QUERIES).map(query).collect();
    Stream { queries, setting: setting(boards.iter().map(|squares| occupancy(squares))) }
}

/// Asks on a square and the board of a number, which may be any.
fn slides(
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, usize) -> (Square, usize),
) -> Stream<Slide> {
    let mut generator = generator();
    let boards = boards(&mut generator);
    let query = |number| {
        let (square, board) = next(&mut generator, number);
        Slide { square, board: (board % boards.len()) as u16 }
    };
    let queries = (0..QUERIES).map(query).collect();
    Stream { queries, setting: setting(boards.iter().map(|squares| occupancy(squares))) }
}

/// Looks through every other piece of a board.
fn xrays() -> Stream<Xray> {
    let mut generator = generator();
    let boards = boards(&mut generator);
    let query = |number| {
        let board = (number / ANCHOR % boards.len()) as u16;
        Xray { square: any_square(&mut generator), board }
    };
    let queries = (0..QUERIES).map(query).collect();
    let obstacles = boards.iter().map(|squares| {
        let half = squares[..squares.len() / 2].to_vec();
        Obstacles { occupied: occupancy(squares), blockers: occupancy(&half) }
    });
    Stream { queries, setting: numbered(obstacles, Obstacles::NONE) }
}

/// Asks for what is drawn by `by`.
fn targets(mut by: impl FnMut(&mut Xoshiro256PlusPlus) -> Option<Color>) -> Stream<Target> {
    let mut generator = generator();
    let positions: Vec<_> = samples::positions().take(256).collect();
    let query = |number| {
        let board = (number / ANCHOR % positions.len()) as u16;
        Target { square: any_square(&mut generator), by: by(&mut generator), board }
    };
    asked_in(((0..QUERIES).map(query).collect(), positions))
}

/// Asks about any of 1024 positions.
fn drawn<Q: Query<Setting = [Position; 1 << 16]>>(
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

fn asked_in<Q: Query<Setting = [Position; 1 << 16]>>(
    (queries, positions): (Vec<Q>, Vec<Position>),
) -> Stream<Q> {
    let rest = positions[0];
    Stream { queries: enough(queries), setting: numbered(positions, rest) }
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

fn occupancy(squares: &[Square]) -> Bitboard {
    squares.iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
}

/// The occupancies in front, empty boards behind them.
fn setting(boards: impl IntoIterator<Item = Bitboard>) -> Box<[Bitboard; 1 << 16]> {
    numbered(boards, Bitboard::EMPTY)
}

/// What queries name by a number, and behind it what none names.
fn numbered<T: Copy>(named: impl IntoIterator<Item = T>, rest: T) -> Box<[T; 1 << 16]> {
    let mut setting: Vec<T> = named.into_iter().collect();
    setting.resize(1 << 16, rest);
    setting.try_into().ok().expect("of this length")
}

/// Queries of positions, repeated until there are enough of them.
fn enough<Q: Query>(queries: Vec<Q>) -> Box<[Q]> {
    let length = queries.len().max(QUERIES);
    queries.into_iter().cycle().take(length).collect()
}

fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(0x5bace)
}

/// A number below `bound`; the bias of the multiplication is below 2^-26.
fn below(generator: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    (((generator.next_u64() >> 32) * bound as u64) >> 32) as usize
}

fn any_square(generator: &mut Xoshiro256PlusPlus) -> Square {
    Square::ALL[below(generator, 64)]
}

fn other_square(generator: &mut Xoshiro256PlusPlus, square: Square) -> Square {
    Square::new((square.index() + 1 + below(generator, 63)) as u8)
}

fn aligned_pair(generator: &mut Xoshiro256PlusPlus) -> (Square, Square) {
    loop {
        let (a, b) = (any_square(generator), any_square(generator));
        if aligned(a, b) {
            return (a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookup::movegen;

    #[test]
    fn streams_are_what_they_say() {
        for source in PAIRS {
            let queries = (source.draw)().queries;
            assert!(queries.len() >= QUERIES);
            assert_eq!(queries, (source.draw)().queries, "{} repeats exactly", source.name);
        }
        let aligned_pairs = (PAIRS[1].draw)().queries;
        assert!(aligned_pairs.iter().all(|pair| aligned(pair.a, pair.b)));
        let anchored = (PAIRS[2].draw)().queries;
        assert!(anchored.chunks(ANCHOR).all(|run| run.iter().all(|pair| pair.a == run[0].a)));
    }

    #[test]
    fn batches_ask_what_pairs_do() {
        assert_eq!(BATCHES.len(), PAIRS.len());
        for (batches, pairs) in BATCHES.iter().zip(PAIRS) {
            assert_eq!(batches.name, pairs.name);
            let (stream, pairs) = ((batches.draw)(), (pairs.draw)().queries);
            let Columns { a, b, .. } = *stream.setting;
            assert!(pairs.iter().map(|pair| &pair.a).eq(&a));
            assert!(pairs.iter().map(|pair| &pair.b).eq(&b));
            assert!(stream.queries.iter().map(|place| place.0 as usize).eq(0..pairs.len()));
        }
    }

    #[test]
    fn uniform_pairs_reach_every_square_about_equally() {
        let queries = (PAIRS[0].draw)().queries;
        for square in Square::ALL {
            let count = queries.iter().filter(|pair| pair.a == square).count();
            assert!((180..340).contains(&count), "{square} comes {count} times, expected 256");
        }
    }

    #[test]
    fn attackers_stand_on_their_board() {
        for source in ATTACKS {
            let stream = (source.draw)();
            assert!(stream.queries.len() >= QUERIES);
            for query in &stream.queries {
                assert!(stream.setting[query.board as usize].contains(query.from));
            }
        }
    }

    #[test]
    fn sliders_are_asked_about_on_boards_with_pieces() {
        for source in SLIDES {
            let stream = (source.draw)();
            assert!(stream.queries.len() >= QUERIES);
            assert_eq!(stream.queries, (source.draw)().queries, "{} repeats exactly", source.name);
            for query in &stream.queries {
                let pieces = stream.setting[query.board as usize].0.count_ones();
                assert!((2..=32).contains(&pieces), "{pieces} pieces in {}", source.name);
            }
        }
        let anchored = (SLIDES[1].draw)().queries;
        for run in anchored.chunks(ANCHOR) {
            assert!(run.iter().all(|query| query.square == run[0].square));
            assert!(run.windows(2).all(|pair| pair[0].board != pair[1].board));
        }
        let positions = (SLIDES[2].draw)();
        let stands = |query: &Slide| positions.setting[query.board as usize].contains(query.square);
        assert!(positions.queries.iter().all(stands));
    }

    #[test]
    fn what_is_looked_through_stands_on_the_board() {
        for source in XRAYS {
            let stream = (source.draw)();
            assert!(stream.queries.len() >= QUERIES);
            assert_eq!(stream.queries, (source.draw)().queries, "{} repeats exactly", source.name);
            for query in &stream.queries {
                let Obstacles { occupied, blockers } = stream.setting[query.board as usize];
                assert!(!blockers.is_empty() && (blockers & !occupied).is_empty());
            }
        }
    }

    /// Else the kernel's choice between the two would be measured.
    #[test]
    fn a_stream_asks_for_attackers_or_for_sides_alone() {
        for source in TARGETS {
            let queries = (source.draw)().queries;
            assert!(queries.len() >= QUERIES);
            assert_eq!(queries, (source.draw)().queries, "{} repeats exactly", source.name);
            let sides = queries.iter().filter(|query| query.by.is_some()).count();
            assert!(sides == 0 || sides == queries.len(), "{}", source.name);
        }
    }

    #[test]
    fn positions_are_asked_about_again_and_again_alike() {
        fn check<Q: Query + Eq + std::fmt::Debug>(sources: &[Source<Q>]) {
            for source in sources {
                let queries = (source.draw)().queries;
                assert!(queries.len() >= QUERIES);
                assert_eq!(queries, (source.draw)().queries, "{} repeats exactly", source.name);
                assert!(queries.iter().all(|query| query.after(0) == *query));
            }
        }
        check(PINS);
        check(CHECKS);
        check(TRIALS);
    }

    #[test]
    fn moves_that_may_give_check_are_legal_and_trials_often_are_not() {
        let stream = (CHECKS[2].draw)();
        for query in &stream.queries {
            let m = query.m.expect("a move");
            assert!(movegen::is_legal(&stream.setting[query.board as usize], m), "{m}");
        }
        for source in TRIALS {
            let stream = (source.draw)();
            let legal = |query: &&Trial| {
                movegen::is_pseudo_legal(&stream.setting[query.board as usize], query.m)
            };
            let share = stream.queries.iter().filter(legal).count() * 100 / stream.queries.len();
            assert!((5..95).contains(&share), "{share} % in {}", source.name);
        }
    }

    #[test]
    fn a_query_after_nothing_is_the_same_query() {
        for source in SLIDES {
            assert!((source.draw)().queries.iter().all(|query| query.after(0) == *query));
        }
        for source in XRAYS {
            assert!((source.draw)().queries.iter().all(|query| query.after(0) == *query));
        }
        for source in TARGETS {
            assert!((source.draw)().queries.iter().all(|query| query.after(0) == *query));
        }
        for source in ATTACKS {
            assert!((source.draw)().queries.iter().all(|query| query.after(0) == *query));
        }
    }
}
