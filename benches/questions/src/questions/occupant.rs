//! Which piece stands on a square, while moves are made and unmade?
//!
//! The walks are those of [`maps`](super::maps): runs of [`RUN`] steps through games that make and
//! unmake each ply. The board is built at the start of a run. Each step changes it, and then asks
//! what stands on some squares.
//!
//! The engine here asks 12 times for each move that it makes, when it makes moves, sorts them and
//! looks for checks and exchanges, and 35 times with a network that counts relations of pieces.
//! Of 100 squares 4 or 5 are empty, because a program sees in its sets which ones are. (In searches
//! of 150,000 nodes from five positions.) A ply is made and unmade here, so 6 squares after each
//! step are 12 for a move.

use super::maps::{Ply, RUN, Step, Walk, walks};
use crate::kernel::{Answer, Meanwhile, Nothing, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{Phase, Query, Source, Stream, Streams, below, generator};
use crate::variant::Variant;
use lookup::lanes::byte;
use lookup::occupant::{self, Change, Occupant, changes};
use lookup::{Piece, Position, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use records::Interface;
use sampling::hardware::register;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS).asking(QUESTIONS);
    Question::new(
        "occupant",
        "Piece on a square",
        "Which piece stands on a square, while moves are made and unmade?",
        Policy { window: 2 * RUN, questions: QUESTIONS, ..Policy::HEAVY },
        s,
        vec![
            board::<occupant_mailbox::Mailbox>(s).short("64 bytes").cpw(),
            board::<occupant_scan::Scan>(s).short("scan of eight sets").cpw(),
            board::<occupant_twelve_sets::TwelveSets>(s).short("scan of twelve sets").cpw(),
            board::<occupant_quad::Quad>(s).short("quad-bitboard").cpw(),
            board::<occupant_nibbles::Nibbles>(s).short("64 nibbles"),
            board::<occupant_avx512::Avx512>(s).short("eight sets in AVX-512"),
        ],
    )
}

fn board<V: Occupant + 'static>(streams: &Streams<Visit>) -> Variant {
    #[inline(never)]
    fn lookup<V: Occupant>(board: &mut V, change: Change, square: Square) -> Option<Piece> {
        board.play(change);
        board.piece_on(square)
    }
    let code = lookup::<V> as fn(&mut V, Change, Square) -> Option<Piece> as usize;
    Variant::plain::<occupant::Question, V, _>(streams, code)
        .interface(Interface::Kept)
        .keeping(size_of::<V>())
}

/// What stands on some squares after this step?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Visit {
    pub(crate) number: u16,
    pub(crate) asked: u8,
}

/// The numbers of questions after a step, where that is varied.
const QUESTIONS: &[u64] = &[0, 1, 2, 4, 6, MOST_ASKED as u64];

/// The most questions after a step.
const MOST_ASKED: usize = 10;

/// The number of questions after a step, where that is not varied.
const ASKED: u8 = 6;

/// One of this many squares that are asked about is empty.
const EMPTY: usize = 24;

impl Query for Visit {
    type Dataset = Visits;

    fn asking(self, times: u64) -> Visit {
        Visit { asked: times as u8, ..self }
    }

    /// Moves follow each other, whatever was answered.
    #[inline(always)]
    fn after(self, _: u64) -> Visit {
        self
    }
}

/// The steps, what each changes on the board, and the squares that may be asked about after it.
#[derive(Debug)]
pub(crate) struct Visits {
    pub(super) walk: Rc<Walk>,
    pub(super) changes: Vec<[Option<Change>; 3]>,
    pub(super) squares: Vec<[Square; MOST_ASKED]>,
}

impl Visits {
    fn of(walk: Rc<Walk>, steps: u16, part: usize) -> Visits {
        let mut generator = generator(part);
        let changes = (0..steps).map(|number| changed(&walk, walk.ply(number))).collect();
        let squares = (0..steps)
            .map(|number| asked_in(walk.come_to(walk.ply(number)), &mut generator))
            .collect();
        Visits { walk, changes, squares }
    }

    /// The changes of a step, in their order.
    #[inline(always)]
    fn changes(&self, number: u16) -> impl Iterator<Item = Change> {
        self.changes[usize::from(number)].into_iter().map_while(|change| change)
    }
}

/// The changes of a step that makes a ply, or of one that unmakes it.
fn changed(walk: &Walk, ply: &Ply) -> [Option<Change>; 3] {
    let (before, _) = walk.around(ply);
    let made = changes(before, ply.m);
    let mut list = [None; 3];
    if ply.is_made {
        list.iter_mut().zip(made).for_each(|(place, change)| *place = Some(change));
    } else {
        let undone = made.rev().map(Change::undone);
        list.iter_mut().zip(undone).for_each(|(place, change)| *place = Some(change));
    }
    list
}

/// The squares to ask about in a position: those of pieces, and one of [`EMPTY`] that is empty.
fn asked_in(position: &Position, generator: &mut Xoshiro256PlusPlus) -> [Square; MOST_ASKED] {
    let occupied = position.occupied();
    [(); MOST_ASKED].map(|()| {
        let set = if below(generator, EMPTY) == 0 { !occupied } else { occupied };
        let chosen = below(generator, set.0.count_ones() as usize);
        set.squares().nth(chosen).expect("games have pieces and empty squares")
    })
}

/// Sums the answers, each rotated by its square, so that errors cannot cancel each other.
#[inline(always)]
fn sum_up(Visit { number, asked }: Visit, visits: &Visits, answer: impl Fn(Square) -> u64) -> u64 {
    let squares = &visits.squares[usize::from(number)][..usize::from(asked)];
    squares.iter().fold(0u64, |sum, &square| {
        sum.wrapping_add(register(answer(square)).rotate_left(square as u32))
    })
}

/// Follows a step and answers the questions after it.
#[inline(never)]
fn visit<V: Occupant>(board: &mut V, query: Visit, visits: &Visits) -> u64 {
    visits.changes(query.number).for_each(|change| board.play(change));
    sum_up(query, visits, |square| byte(board.piece_on(square)).into())
}

/// Builds a board and brings it to the start of a step.
fn arrived<V: Occupant>(number: u16, visits: &Visits) -> V {
    let begin = number - number % RUN as u16;
    let (before, _) = visits.walk.around(visits.walk.ply(begin));
    let mut board = V::of(before);
    let changes = (begin..number).flat_map(|earlier| visits.changes(earlier));
    changes.for_each(|change| board.play(change));
    board
}

impl<V: Occupant> Answer<Visit> for V {
    fn answer(query: Visit, visits: &Visits) -> u64 {
        <V as Answer<Visit>>::sum(&[query], visits, Nothing)
    }

    /// Uses one board for the steps of a run.
    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Visit], visits: &Visits, mut meanwhile: M) -> u64 {
        let mut sum = 0u64;
        for run in queries.chunk_by(|_, next| !usize::from(next.number).is_multiple_of(RUN)) {
            let mut board = arrived::<V>(run[0].number, visits);
            for &query in run {
                sum = sum.wrapping_add(meanwhile.pass());
                sum = sum.wrapping_add(visit(&mut board, query, visits));
            }
        }
        sum
    }
}

impl Answer<Visit> for Oracle {
    fn answer(query: Visit, visits: &Visits) -> u64 {
        if query.asked == 0 {
            return 0;
        }
        let Visits { walk, .. } = visits;
        let occupant::Answers { squares, .. } =
            occupant::oracle(walk.come_to(walk.ply(query.number)));
        sum_up(query, visits, |square| byte(squares[square.index()]).into())
    }
}

/// Takes the same steps and reads the same squares, without a board.
impl Answer<Visit> for Null {
    #[inline(never)]
    fn answer(query: Visit, visits: &Visits) -> u64 {
        visits.changes(query.number).for_each(|change| {
            let (Change::Put(piece, to) | Change::Remove(piece, to) | Change::Move(piece, _, to)) =
                change;
            let _change = [piece as u64, to as u64].map(register);
        });
        sum_up(query, visits, |square| square as u64)
    }
}

/// The streams that ask about six squares after each step, by phase.
pub(super) const STREAMS: &[Source<Visit>] = &[
    Source {
        name: "middlegame",
        summary: "plies of games made and unmade with 17 to 27 pieces, and 6 squares after each, \
                  of which one of 24 is empty",
        draw: |part| visits(Phase::Middlegame, part),
    },
    Source {
        name: "opening",
        summary: "the same with 28 pieces or more",
        draw: |part| visits(Phase::Opening, part),
    },
    Source {
        name: "late-middlegame",
        summary: "the same with 16 pieces or fewer, some of them rooks, bishops or knights",
        draw: |part| visits(Phase::LateMiddlegame, part),
    },
];

fn visits(phase: Phase, part: usize) -> Stream<Visit> {
    let Stream { queries, dataset } = walks(phase, part);
    let queries: Box<[_]> =
        queries.iter().map(|&Step { number, .. }| Visit { number, asked: ASKED }).collect();
    let dataset = Visits::of(dataset, queries.len() as u16, part);
    Stream { queries, dataset: Rc::new(dataset) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use occupant_scan::Scan;
    use std::cell::Cell;

    #[test]
    fn every_square_has_a_place_of_its_own_in_a_sum() {
        let Stream { dataset, .. } = visits(Phase::Middlegame, 0);
        let query = Visit { number: 3, asked: 2 };
        let [first, second, ..] = dataset.squares[3];
        assert_ne!(first, second);
        let sum = |of: [u64; 2]| sum_up(query, &dataset, |at| of[usize::from(at == second)]);
        let expected = |of: [u64; 2]| {
            of[0].rotate_left(first as u32).wrapping_add(of[1].rotate_left(second as u32))
        };
        for answers in [[1, 2], [2, 1], [0, 3], [11, 12]] {
            assert_eq!(sum(answers), expected(answers));
        }
    }

    #[test]
    fn as_many_squares_are_asked_about_as_a_query_says() {
        let streams = Streams::of(STREAMS).asking(QUESTIONS);
        assert_eq!(streams.asked.len(), 3 * 7);
        for (asked, stream) in streams.asked.iter().filter(|(it, _)| it.stream == "middlegame") {
            let Stream { queries, dataset } = stream.part(0);
            assert_eq!(queries.len(), 4096);
            for &query in queries.iter().step_by(99) {
                let times = Cell::new(0);
                sum_up(query, dataset, |square| {
                    times.set(times.get() + 1);
                    square as u64
                });
                assert_eq!(times.get(), asked.questions.unwrap_or(6), "{asked:?}");
            }
        }
    }

    /// Boards that begin within a run have made the steps before.
    #[test]
    fn a_board_arrives_where_the_walk_is() {
        let Stream { dataset, .. } = visits(Phase::Opening, 1);
        for number in [0, 1, 77, 255, 256, 700] {
            let board: Scan = arrived(number, &dataset);
            let (before, after) = dataset.walk.around(dataset.walk.ply(number));
            let position = if dataset.walk.ply(number).is_made { before } else { after };
            let found = Square::ALL.map(|square| board.piece_on(square));
            assert_eq!(found, Square::ALL.map(|square| position.piece_on(square)), "{number}");
        }
    }
}
