//! Which squares lie strictly between two squares?

use crate::catalogue::{Entry, Interface, LazyStream, Study, ask, entry, kernels, lazily, plain};
use crate::example::board;
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::libraries::{chess, cozy, pleco};
use crate::positions::{self, Moment, own, square};
use crate::record::Board;
use crate::stream::{
    ALIGNED, ANCHOR, QUERIES, Query, Source, Stream, any_square, enough, generator, other_square,
};
use cozy_chess::Piece as Kind;
use lookup::between::{self, Aligned, Between, Encoded, aligned};
use lookup::{Bitboard, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::marker::PhantomData;
use std::ops::BitXor;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<between_rectangular::Rectangular, _>(
        "between",
        "Which squares lie strictly between two squares?",
        STREAMS,
        vec![
            between::<between_rectangular::Rectangular>().seed(),
            between::<between_triangular::Triangular>().seed(),
            between::<between_0x88_rotate::Rotate0x88>().seed(),
            between::<between_branchless::Branchless>().seed(),
            between::<between_windows::Windows>(),
            between::<between_triangular_max::TriangularMax>(),
            between::<between_line_span::LineSpan>(),
            between::<between_difference_masks::DifferenceMasks>(),
            between::<between_difference_files::DifferenceFiles>(),
            between::<between_compact_difference::CompactDifference>(),
            between::<between_ordered_masks::OrderedMasks>(),
            between::<between_ordered_difference::OrderedDifference>(),
            between::<between_class_inverse::ClassInverse>(),
            between::<between_class_trim::ClassTrim>(),
            between::<between_select::Select>(),
            encoded::<between_encoded_72::Encoded72>(),
            encoded::<between_encoded_0x88::Encoded0x88>(),
            on_lines::<between_direction_distance::DirectionDistance>(),
            between::<cozy::InBetween>().library(),
            between::<chess::InBetween>().library(),
            between::<pleco::InBetween>().library().after(pleco::init_statics),
        ],
    )
    .with_mistake("between-branchless-0xff", || {
        count_wrong_pairs(|a, b| between_branchless::masked(a, b, 0xff, 0xff))
    })
}

fn between<V: Between + 'static>() -> Entry<Pair> {
    #[inline(never)]
    fn lookup<V: Between>(a: Square, b: Square) -> Bitboard {
        V::between(a, b)
    }
    let check = || between::check::<V>().map_err(|wrong| wrong.to_string());
    plain::<V, Pair>(lookup::<V> as fn(_, _) -> _ as usize, check, || example(V::between))
}

/// How many of all ordered pairs of squares are answered wrongly, and how many there are.
fn count_wrong_pairs(answer: fn(Square, Square) -> Bitboard) -> (usize, usize) {
    let pairs = || Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
    let wrong = pairs().filter(|&(a, b)| answer(a, b) != between::oracle(a, b));
    (wrong.count(), pairs().count())
}

/// Its queries hold squares that were encoded before.
fn encoded<V: Encoded + 'static>() -> Entry<Pair> {
    #[inline(never)]
    fn lookup<V: Encoded>(a: V::Square, b: V::Square) -> Bitboard {
        V::between(a, b)
    }
    fn form<V: Encoded>(stream: &LazyStream<Pair>) -> LazyStream<EncodedPair<V::Square>> {
        let stream = Rc::clone(stream);
        lazily(move || {
            let encode = |pair: &Pair| EncodedPair { a: V::encode(pair.a), b: V::encode(pair.b) };
            Stream { queries: stream.queries.iter().map(encode).collect(), setting: Box::new(()) }
        })
    }
    let check = || between::check_encoded::<V>().map_err(|wrong| wrong.to_string());
    let example = || example(|a, b| V::between(V::encode(a), V::encode(b)));
    let ask = ask(vec![kernels::<V, _, 0>()], form::<V>);
    entry::<V, _>(Interface::Encoded, lookup::<V> as fn(_, _) -> _ as usize, check, example, ask)
}

/// It is asked for aligned pairs alone.
fn on_lines<V: Aligned + 'static>() -> Entry<Pair> {
    #[inline(never)]
    fn lookup<V: Aligned>(a: Square, b: Square) -> Bitboard {
        V::between(a, b)
    }
    let check = || between::check_aligned::<V>().map_err(|wrong| wrong.to_string());
    let example = || example(V::between);
    let ask = ask(vec![kernels::<OnLines<V>, Pair, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(_, _) -> _ as usize;
    entry::<V, _>(Interface::AlignedOnly, lookup, check, example, ask)
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

impl<V: Between> Answer<Pair> for V {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

impl<V: Encoded> Answer<EncodedPair<V::Square>> for V {
    #[inline(always)]
    fn answer(query: EncodedPair<V::Square>, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

/// Answers for squares that share a line.
#[derive(Clone, Copy, Debug)]
pub struct OnLines<V>(PhantomData<V>);

impl<V: Aligned> Answer<Pair> for OnLines<V> {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

impl Answer<Pair> for Oracle {
    fn answer(query: Pair, (): &()) -> u64 {
        between::oracle(query.a, query.b).0
    }
}

impl Answer<Pair> for Null {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        let _first = register(query.a as u64);
        query.b as u64
    }
}

impl<S> Answer<EncodedPair<S>> for Null
where
    EncodedPair<S>: Query<Setting = ()>,
    S: Into<u64>,
{
    #[inline(always)]
    fn answer(query: EncodedPair<S>, (): &()) -> u64 {
        let _first = register(query.a.into());
        query.b.into()
    }
}

/// The streams that ask for the squares in between.
pub(crate) const STREAMS: &[Source<Pair>] = &[
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
        draw: || Stream { queries: enough(in_games()), setting: Box::new(()) },
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

fn aligned_pair(generator: &mut Xoshiro256PlusPlus) -> (Square, Square) {
    loop {
        let (a, b) = (any_square(generator), any_square(generator));
        if aligned(a, b) {
            return (a, b);
        }
    }
}

/// The pairs of squares that the positions ask about.
fn in_games() -> Vec<Pair> {
    positions::moments().iter().flat_map(asked).collect()
}

/// The pairs of squares that a position asks about.
pub(crate) fn asked(moment: &Moment) -> impl Iterator<Item = Pair> {
    let Moment { board, candidates } = moment;
    let us = board.side_to_move();
    let king = board.king(us);
    let queens = board.pieces(Kind::Queen);
    let straight = (board.pieces(Kind::Rook) | queens) & board.colors(!us);
    let slanted = (board.pieces(Kind::Bishop) | queens) & board.colors(!us);
    let snipers =
        straight & cozy_chess::get_rook_rays(king) | slanted & cozy_chess::get_bishop_rays(king);
    let checkers = board.checkers() & snipers;
    let moves = candidates.iter().filter(move |candidate| {
        let far = candidate.from.rank() as i8 - candidate.to.rank() as i8;
        match own(board, candidate) {
            Some(Kind::Bishop | Kind::Rook | Kind::Queen) => true,
            Some(Kind::Pawn) => far.abs() == 2,
            // Castling is written as the king's move to its rook.
            Some(Kind::King) => board.colors(us).has(candidate.to),
            Some(Kind::Knight) | None => false,
        }
    });
    let to_king = snipers.into_iter().chain(checkers).map(move |slider| (king, slider));
    let pairs = to_king.chain(moves.map(|candidate| (candidate.from, candidate.to)));
    pairs.map(|(a, b)| Pair { a: square(a), b: square(b) })
}

/// A long diagonal, so that much lies in between.
pub(super) fn example(answer: impl Fn(Square, Square) -> Bitboard) -> Vec<Board> {
    let (a, b) = (Square::B2, Square::G7);
    vec![
        board("the two squares", a.bitboard() | b.bitboard()),
        board("the squares in between", answer(a, b)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream;
    use cozy_chess::{Board, Move, Square as Cozy};

    #[test]
    fn streams_are_what_they_say() {
        stream::check(STREAMS);
        let aligned_pairs = (STREAMS[1].draw)().queries;
        assert!(aligned_pairs.iter().all(|pair| aligned(pair.a, pair.b)));
        let anchored = (STREAMS[2].draw)().queries;
        assert!(anchored.chunks(ANCHOR).all(|run| run.iter().all(|pair| pair.a == run[0].a)));
    }

    #[test]
    fn uniform_pairs_reach_every_square_about_equally() {
        let queries = (STREAMS[0].draw)().queries;
        for square in Square::ALL {
            let count = queries.iter().filter(|pair| pair.a == square).count();
            assert!((180..340).contains(&count), "{square} comes {count} times, expected 256");
        }
    }

    #[test]
    fn games_ask_what_an_engine_would() {
        // A rook on the king's file behind a pawn, and a bishop's move.
        let board: Board = "4r2k/8/8/8/4P3/8/8/2B1K3 w - - 0 1".parse().unwrap();
        let bishop = Move { from: Cozy::C1, to: Cozy::H6, promotion: None };
        let moment = Moment { board, candidates: vec![bishop] };
        let pairs: Vec<_> = asked(&moment).map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(pairs, [(Square::E1, Square::E8), (Square::C1, Square::H6)]);
    }
}
