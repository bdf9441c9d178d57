//! Which squares lie strictly between two squares?

use crate::cozy;
use crate::kernel::{Answer, Null, answers};
use crate::question::{Policy, Question};
use crate::streams::{
    ALIGNED, Asked, GamePosition, LazyStream, Query, Source, Squares, Stream, Streams,
    aligned_pair, anchored, any_pair, drawn_pairs, game_positions, lazily, own, square,
};
use crate::variant::{Variant, check, kernels};
use cozy_chess::Piece;
use lookup::Square;
use lookup::between::{self, Aligned, Between, Encoded, aligned};
use records::{Interface, Mistake};
use sampling::hardware::register;
use std::marker::PhantomData;
use std::ops::BitXor;
use std::rc::Rc;

/// The question with everything that answers it; a new variant takes one line here.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    let question = Question::new(
        "between",
        "In-between squares",
        "Which squares lie strictly between two squares?",
        Policy::LIGHT,
        s,
        vec![
            between::<between_rectangular::Rectangular>(s).short("64x64").cpw(),
            between::<between_triangular::Triangular>(s).cpw(),
            between::<between_0x88_rotate::Rotate0x88>(s).short("0x88 difference").cpw(),
            between::<between_branchless::Branchless>(s).short("calculated").cpw(),
            between::<between_windows::Windows>(s),
            between::<between_triangular_max::TriangularMax>(s).short("triangular by the higher"),
            between::<between_line_span::LineSpan>(s).short("line and span"),
            between::<between_difference_masks::DifferenceMasks>(s),
            between::<between_difference_files::DifferenceFiles>(s),
            between::<between_compact_difference::CompactDifference>(s),
            between::<between_ordered_masks::OrderedMasks>(s),
            between::<between_ordered_difference::OrderedDifference>(s),
            between::<between_class_inverse::ClassInverse>(s),
            between::<between_class_trim::ClassTrim>(s),
            between::<between_select::Select>(s).short("calculated by selects"),
            encoded::<between_encoded_72::Encoded72>(s),
            encoded::<between_encoded_0x88::Encoded0x88>(s),
            on_lines::<between_direction_distance::DirectionDistance>(s),
            between::<cozy::InBetween>(s).library(),
        ],
    );
    Question { mistakes: vec![wrong_mask], ..question }
}

/// The question with few variants, which tests of this package compile instead of all.
#[cfg(test)]
pub(crate) fn few() -> Question {
    let s = &Streams::of(STREAMS);
    let variants = vec![
        between::<between_rectangular::Rectangular>(s),
        between::<between_0x88_rotate::Rotate0x88>(s),
        between::<between_select::Select>(s),
    ];
    Question::new("between", "", "", Policy::LIGHT, s, variants)
}

fn between<V: Between + 'static>(streams: &Streams<Pair>) -> Variant {
    Variant::plain::<between::Question, V, _>(streams, V::between as fn(_, _) -> _ as usize)
}

/// A variant whose queries hold squares encoded in advance.
fn encoded<V: Encoded + 'static>(streams: &Streams<Pair>) -> Variant {
    let form = |(asked, stream): &(_, LazyStream<Pair>)| {
        let stream = Rc::clone(stream);
        let encoded = lazily(move |part| {
            let encode = |pair: &Pair| EncodedPair { a: V::encode(pair.a), b: V::encode(pair.b) };
            let queries = stream.part(part).queries.iter().map(encode).collect();
            Stream { queries, dataset: Rc::new(()) }
        });
        (*asked, encoded)
    };
    let encoded: Vec<_> = streams.asked.iter().map(form).collect();
    Variant::new::<V>(
        kernels::<V, _>(&encoded),
        V::between as fn(_, _) -> _ as usize,
        check::<between::encoded::Question, V>,
    )
    .interface(Interface::Encoded)
}

/// A variant that is asked only about aligned pairs.
fn on_lines<V: Aligned + 'static>(streams: &Streams<Pair>) -> Variant {
    let is_aligned = |(asked, _): &&(Asked, _)| asked.stream == ALIGNED;
    let aligned: Vec<_> = streams.asked.iter().filter(is_aligned).cloned().collect();
    Variant::new::<V>(
        kernels::<OnLines<V>, _>(&aligned),
        V::between as fn(_, _) -> _ as usize,
        check::<aligned::Question, V>,
    )
    .interface(Interface::AlignedOnly)
}

/// Counts the ordered pairs of squares for which this mask gives a wrong answer.
fn wrong_mask() -> Mistake {
    let answer = |a, b| between_branchless::masked(a, b, 0xff, 0xff);
    let pairs = || Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
    let wrong = pairs().filter(|&(a, b)| answer(a, b) != between::oracle(a, b)).count() as u64;
    let name = "between-branchless-0xff".to_owned();
    Mistake { name, wrong, questions: pairs().count() as u64 }
}

/// Which squares lie between these? The first is the king's in an anchored stream.
pub(crate) type Pair = Squares<between::Question>;

/// Which squares lie between these, in a variant's own numbering?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct EncodedPair<S> {
    pub(crate) a: S,
    /// The second square, which the latency kernel delays.
    pub(crate) b: S,
}

impl<S: Copy + From<u8> + BitXor<Output = S> + 'static> Query for EncodedPair<S> {
    type Dataset = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        EncodedPair { b: self.b ^ S::from(delay as u8), ..self }
    }
}

answers! {
    #[inline(always)]
    |query: Pair, _none|
    V: Between => V::between(query.a, query.b).0,
    Oracle => between::oracle(query.a, query.b).0,
}

impl<V: Encoded> Answer<EncodedPair<V::Square>> for V {
    #[inline(always)]
    fn answer(query: EncodedPair<V::Square>, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

/// Answers for squares that share a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnLines<V>(PhantomData<V>);

impl<V: Aligned> Answer<Pair> for OnLines<V> {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

impl<Q: Copy + 'static, const FIRST: bool> Answer<Squares<Q, FIRST>> for Null {
    #[inline(always)]
    fn answer(query: Squares<Q, FIRST>, (): &()) -> u64 {
        let (delayed, other) = if FIRST { (query.a, query.b) } else { (query.b, query.a) };
        let _other = register(other as u64);
        delayed as u64
    }
}

impl<S> Answer<EncodedPair<S>> for Null
where
    EncodedPair<S>: Query<Dataset = ()>,
    S: Into<u64>,
{
    #[inline(always)]
    fn answer(query: EncodedPair<S>, (): &()) -> u64 {
        let _first = register(query.a.into());
        query.b.into()
    }
}

/// The streams.
pub(crate) const STREAMS: &[Source<Pair>] = &[
    Source {
        name: "positions",
        summary: "what pins, checks and tests of pseudo-legality ask in games, in their order",
        draw: |part| Stream { queries: in_games(part), dataset: Rc::new(()) },
    },
    Source {
        name: "uniform",
        summary: "any square with any other or itself",
        draw: |part| drawn_pairs(part, |generator, _| any_pair(generator)),
    },
    Source {
        name: ALIGNED,
        summary: "two squares on a rank, file or diagonal",
        draw: |part| drawn_pairs(part, |generator, _| aligned_pair(generator)),
    },
    Source {
        name: "anchored",
        summary: "one square with 16 others in turn, as an engine asks about its king",
        draw: |part| drawn_pairs(part, anchored()),
    },
];

/// The pairs of squares that the positions ask about.
fn in_games(part: usize) -> Box<[Pair]> {
    game_positions(part).iter().flat_map(asked).collect()
}

/// The pairs of squares that a position asks about.
pub(crate) fn asked(known: &GamePosition) -> impl Iterator<Item = Pair> {
    let GamePosition { board, candidates, .. } = known;
    let us = board.side_to_move();
    let king = board.king(us);
    let queens = board.pieces(Piece::Queen);
    let straight = (board.pieces(Piece::Rook) | queens) & board.colors(!us);
    let slanted = (board.pieces(Piece::Bishop) | queens) & board.colors(!us);
    let snipers =
        straight & cozy_chess::get_rook_rays(king) | slanted & cozy_chess::get_bishop_rays(king);
    let checkers = board.checkers() & snipers;
    let moves = candidates.iter().filter(move |candidate| {
        let far = candidate.from.rank() as i8 - candidate.to.rank() as i8;
        match own(board, candidate) {
            Some(Piece::Bishop | Piece::Rook | Piece::Queen) => true,
            Some(Piece::Pawn) => far.abs() == 2,
            // Castling is written as the king's move to its rook.
            Some(Piece::King) => board.colors(us).has(candidate.to),
            Some(Piece::Knight) | None => false,
        }
    });
    let to_king = snipers.into_iter().chain(checkers).map(move |slider| (king, slider));
    let pairs = to_king.chain(moves.map(|candidate| (candidate.from, candidate.to)));
    pairs.map(|(a, b)| Pair::new(square(a), square(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::ANCHOR;
    use cozy_chess::{Board, Move, Square as Cozy};

    #[test]
    fn streams_are_what_they_say() {
        let aligned_pairs = (STREAMS[2].draw)(0).queries;
        assert!(aligned_pairs.iter().all(|pair| aligned(pair.a, pair.b)));
        let anchored = (STREAMS[3].draw)(0).queries;
        assert!(anchored.chunks(ANCHOR).all(|run| run.iter().all(|pair| pair.a == run[0].a)));
    }

    #[test]
    fn games_ask_what_an_engine_would() {
        // A rook on the king's file behind a pawn, and a bishop's move.
        let board: Board = "4r2k/8/8/8/4P3/8/8/2B1K3 w - - 0 1".parse().unwrap();
        let bishop = Move { from: Cozy::C1, to: Cozy::H6, promotion: None };
        let known = GamePosition::new(board, vec![bishop]);
        let pairs: Vec<_> = asked(&known).map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(pairs, [(Square::E1, Square::E8), (Square::C1, Square::H6)]);
    }

    /// Answers rightly but for one pair.
    #[derive(Clone, Copy, Debug)]
    struct Wrong;

    impl lookup::Variant for Wrong {
        const IDENTITY: lookup::Identity =
            lookup::Identity { name: "wrong", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn lookup::Table] = &[];
    }

    impl Between for Wrong {
        fn between(a: Square, b: Square) -> lookup::Bitboard {
            let right = between::oracle(a, b);
            if (a, b) == (Square::H8, Square::F8) { lookup::Bitboard::EMPTY } else { right }
        }
    }

    impl Aligned for Wrong {
        fn between(a: Square, b: Square) -> lookup::Bitboard {
            <Wrong as Between>::between(a, b)
        }
    }

    impl Encoded for Wrong {
        type Square = u64;

        fn encode(square: Square) -> u64 {
            square as u64
        }

        fn between(a: u64, b: u64) -> lookup::Bitboard {
            <Wrong as Between>::between(Square::new(a as u8), Square::new(b as u8))
        }
    }

    #[test]
    fn a_wrong_variant_is_found_and_no_reference() {
        let s = &Streams::of(STREAMS);
        let variants = [between::<Wrong>(s), on_lines::<Wrong>(s), encoded::<Wrong>(s)];
        for variant in variants {
            let said = variant.checked().unwrap_err().to_owned();
            assert!(said.starts_with("wrong is wrong about "), "{said}");
            // g8 is expected, and nothing found.
            let titles = said.lines().position(|line| line.contains("expected")).unwrap();
            let rank = said.lines().nth(titles + 1).unwrap();
            let [expected, actual] = ["expected", "actual"].map(|title| {
                let at = said.lines().nth(titles).unwrap().find(title).unwrap();
                rank[at..].split("  ").next().unwrap().to_owned()
            });
            assert_eq!(
                [&*expected, &*actual],
                ["8 . . . . . . 1 .", "8 . . . . . . . ."],
                "{said}"
            );
            crate::variant::check_all([&variant].into_iter());
            assert!(variant.checked().is_err());
            let question = Question::new("between", "", "", Policy::LIGHT, s, vec![variant]);
            assert!(question.reference().is_none());
        }
        let [right] = [between::<between_rectangular::Rectangular>(s)];
        assert_eq!(right.checked(), Ok(4096));
        assert_eq!(
            on_lines::<between_direction_distance::DirectionDistance>(s).checked(),
            Ok(1456)
        );
    }
}
