//! Does this move win at least so much?
//!
//! A query asks about moves of a position, one after the other, as an engine does when it sorts its
//! captures and when it prunes. Most variants first find the pins, once for the whole position. That
//! is timed too, except in the streams that say so: engines know the pins of a node anyway.
//!
//! A variant that overlooks pins is approximate: it is compared with the right answer by its own
//! [`Rules`], and its wrong answers are counted.

use crate::kernel::{Answer, Null, answers};
use crate::question::{Policy, Question};
use crate::streams::weighed::{Weighed, weighed};
use crate::streams::{
    DRAWN, GamePosition, PLACED, Query, Source, Stream, Streams, THINGS, below, game_positions,
    generator, given, lazily, numbered, placed_in,
};
use crate::variant::{Account, Kernels, Variant, check, kernels_apart};
use attackers_super_piece::SuperPiece;
use between_rectangular::Rectangular;
use lookup::threshold::{self, Rules, Threshold};
use lookup::{Move, Position, movegen};
use records::{Accuracy, Interface};
use sampling::hardware::register;
use sliders_magic::Magic;
use std::marker::PhantomData;
use std::rc::Rc;
use threshold_attackers::ByAttackers;
use threshold_balance::Balance;
use threshold_list::List;
use threshold_pins_anew::PinsAnew;
use threshold_trivial_first::TrivialFirst;
use threshold_without_pins::WithoutPins;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "threshold",
        "Exchange against a threshold",
        "Does this move win at least so much, by static exchange evaluation?",
        // The moves of a position take as long as tens of lookups.
        Policy { window: 256, warm_up: 256, ..Policy::HEAVY },
        s,
        vec![
            exact::<TrivialFirst<Magic, Rectangular>>(s).short("trivial cases first"),
            exact::<Balance<Magic, Rectangular>>(s).short("captures until one has enough"),
            exact::<List<Magic, Rectangular>>(s).short("whole swap list").cpw(),
            exact::<PinsAnew<Magic, Rectangular>>(s).short("pins where they may matter"),
            exact::<ByAttackers<SuperPiece<Magic>, Rectangular>>(s)
                .short("attackers and in-between"),
            exact::<ByAttackers<attackers_byte_board_vbmi::Vbmi, Rectangular>>(s),
            approximate::<WithoutPins<Magic>>(s).short("without pins"),
        ],
    )
}

/// A move, and what it must win.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Trial {
    pub(super) m: Move,
    pub(super) threshold: i8,
}

/// Do these moves of a position win so much?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Turn<T = Position> {
    /// The number of the position, which the latency kernel delays.
    pub(super) board: u16,
    /// The number of moves.
    count: u16,
    /// The place of the first.
    first: u32,
    things: PhantomData<T>,
}

impl<T> Turn<T> {
    /// About `count` moves, from the first of this number, in the position of this number.
    pub(super) fn new(board: usize, first: usize, count: usize) -> Turn<T> {
        Turn { board: board as u16, first: first as u32, count: count as u16, things: PhantomData }
    }
}

/// The same for a variant that has prepared the position in advance.
pub(crate) type Prepared<P> = Turn<(Position, P)>;

/// Positions, with what is prepared for each, and the moves to ask about.
#[derive(Debug)]
pub(crate) struct Asked<T> {
    pub(super) things: Rc<[T; THINGS]>,
    trials: Rc<[Trial]>,
}

impl<T> Asked<T> {
    /// The moves that a query asks about.
    #[inline(always)]
    pub(super) fn trials<Q>(&self, query: Turn<Q>) -> &[Trial] {
        &self.trials[query.first as usize..][..usize::from(query.count)]
    }

    /// The position that a query asks about.
    #[inline(always)]
    pub(super) fn thing<Q>(&self, query: Turn<Q>) -> &T {
        &self.things[usize::from(query.board) % THINGS]
    }
}

impl<T: Copy + 'static> Query for Turn<T> {
    type Dataset = Asked<T>;

    #[inline(always)]
    fn after(self, delay: u64) -> Turn<T> {
        Turn { board: self.board ^ delay as u16, ..self }
    }
}

/// Sums the answers in any order, each rotated by its number, so that errors cannot cancel each
/// other.
#[inline(always)]
fn sum(trials: &[Trial], answer: impl Fn(Trial) -> u64) -> u64 {
    trials.iter().zip(0..).fold(0, |sum, (trial, number)| {
        sum.wrapping_add(register(answer(*trial).rotate_left(number)))
    })
}

#[inline(always)]
fn answer<V: Threshold>(position: &Position, prepared: &V::Prepared, trials: &[Trial]) -> u64 {
    sum(trials, |Trial { m, threshold }| u64::from(V::see_ge(position, prepared, m, threshold)))
}

answers! {
    #[inline(never)]
    |query: Turn, asked|
    V: Threshold => {
        let position = asked.thing(query);
        answer::<V>(position, &V::prepare(position), asked.trials(query))
    },
    Oracle => by_rules(Rules::WithPins, asked.thing(query), asked.trials(query)),
    Null => read(asked.thing(query), asked.trials(query)),
}

impl<V: Threshold> Answer<Prepared<V::Prepared>> for V
where
    V::Prepared: Copy + 'static,
{
    #[inline(never)]
    fn answer(query: Prepared<V::Prepared>, asked: &Asked<(Position, V::Prepared)>) -> u64 {
        let (position, prepared) = asked.thing(query);
        answer::<V>(position, prepared, asked.trials(query))
    }
}

/// Answers correctly by the rules of `V`.
struct OracleOf<V>(PhantomData<V>);

impl<V: Threshold> Answer<Turn> for OracleOf<V> {
    fn answer(query: Turn, asked: &Asked<Position>) -> u64 {
        by_rules(V::RULES, asked.thing(query), asked.trials(query))
    }
}

fn by_rules(rules: Rules, position: &Position, trials: &[Trial]) -> u64 {
    sum(trials, |Trial { m, threshold }| {
        u64::from(threshold::oracle(rules, position, m, threshold))
    })
}

/// Reads the position's words and the moves, and returns where they go.
#[inline(always)]
fn read(position: &Position, trials: &[Trial]) -> u64 {
    let _side = register(position.side_to_move() as u64);
    let _occupied = register(position.occupied().0);
    sum(trials, |Trial { m, threshold }| {
        let _from = register(m.from as u64);
        m.to as u64 ^ threshold as u64
    })
}

/// Does not read the prepared data: reading it is a variant's work.
impl<P: Copy + 'static> Answer<Prepared<P>> for Null {
    #[inline(never)]
    fn answer(query: Prepared<P>, asked: &Asked<(Position, P)>) -> u64 {
        read(&asked.thing(query).0, asked.trials(query))
    }
}

/// The streams whose positions are prepared in advance.
const PREPARED: [&str; 3] = ["prepared", "margins", "searches"];

pub(super) const STREAMS: &[Source<Turn>] = &[
    Source {
        name: "positions",
        summary: "whether the captures of each position in games lose nothing, in their order, and \
                  what is found once for all of them",
        draw: |part| in_games(part, |known, _| captures(known)),
    },
    Source {
        name: PREPARED[0],
        summary: "the same captures, where what is found once was found before",
        draw: |part| in_games(part, |known, _| captures(known)),
    },
    Source {
        name: PREPARED[1],
        summary: "all moves of these positions as if a depth of 1 to 8 were left, where what is \
                  found once was found before: whether captures lose no more than 3/4 of the \
                  depth, and others no more than 1/8 of its square",
        draw: |part| in_games(part, |known, number| pruned(known, 1 + number % 8)),
    },
    Source {
        name: PREPARED[2],
        summary: "the moves that searches of 640 nodes of 16 positions of games ask about, one by \
                  one: whether captures lose nothing, and quiet moves no more than their depth \
                  allows; where what is found once was found before",
        draw: in_searches,
    },
    Source {
        name: "uniform",
        summary: "whether any pseudo-legal move wins from -9 to 9 pawns, in one of 1024 positions \
                  with pieces placed at random",
        draw: uniform,
    },
];

/// The legal moves of a position, in the order of their squares, and whether each takes a piece.
/// Without promotions, castling and captures en passant, which have a fixed answer.
fn moves(known: &GamePosition) -> Vec<(Move, bool)> {
    let (position, mut moves) = (&known.position, Vec::new());
    known.board.generate_moves(|of_piece| {
        moves.extend(of_piece.into_iter().map(|candidate| known.tried(&candidate)));
        false
    });
    let is_special =
        |m: Move| m.promotion.is_some() || position.castles(m) || position.takes_en_passant(m);
    moves.retain(|m| !is_special(*m));
    moves.sort_unstable();
    moves.into_iter().map(|m| (m, position.occupied().contains(m.to))).collect()
}

/// The captures, as an engine asks about them when it puts aside those that lose.
fn captures(known: &GamePosition) -> Vec<Trial> {
    let captures = moves(known).into_iter().filter(|(_, takes)| *takes);
    captures.map(|(m, _)| Trial { m, threshold: 0 }).collect()
}

/// All moves, as an engine asks about them to prune: engines like Stockfish take margins that grow
/// with the depth for captures, and with its square for other moves.
fn pruned(known: &GamePosition, depth: i8) -> Vec<Trial> {
    let margin = |takes| if takes { 3 * depth / 4 } else { depth * depth / 8 };
    let trial = |(m, takes)| Trial { m, threshold: -margin(takes) };
    moves(known).into_iter().map(trial).collect()
}

/// Asks about moves of the positions of games.
fn in_games(part: usize, trials: impl Fn(&GamePosition, i8) -> Vec<Trial>) -> Stream<Turn> {
    let of = |(number, known): (usize, &GamePosition)| {
        (known.position, trials(known, (number % 8) as i8))
    };
    asked_of(part, game_positions(part).iter().enumerate().map(of))
}

/// Asks about positions with these moves, as many as queries can number. Those without are left out.
fn asked_of(part: usize, positions: impl Iterator<Item = (Position, Vec<Trial>)>) -> Stream<Turn> {
    let (mut queries, mut things, mut trials) = (Vec::new(), Vec::new(), Vec::new());
    for (position, asked) in positions.filter(|(_, asked)| !asked.is_empty()).take(THINGS) {
        queries.push(Turn::new(things.len(), trials.len(), asked.len()));
        things.push(position);
        trials.extend(asked);
    }
    if things.is_empty() {
        // The user's positions may offer no capture. Data are never empty.
        things.push(game_positions(part)[0].position);
    }
    let dataset = Asked { things: numbered(things), trials: trials.into() };
    Stream { queries: queries.into(), dataset: Rc::new(dataset) }
}

/// Asks about moves of searches, one a query.
fn in_searches(part: usize) -> Stream<Turn> {
    let Weighed { positions, moves } = weighed(part);
    let turn = |(place, (board, ..)): (usize, &(usize, Move, i8))| Turn::new(*board, place, 1);
    let queries = moves.iter().enumerate().map(turn).collect();
    let trials = moves.iter().map(|&(_, m, threshold)| Trial { m, threshold }).collect();
    Stream { queries, dataset: Rc::new(Asked { things: numbered(positions), trials }) }
}

fn uniform(part: usize) -> Stream<Turn> {
    let (mut generator, things) = (generator(part), placed_in(part));
    let moves = things[..PLACED].iter().map(|it| movegen::pseudo_legal_moves(it).collect());
    let moves: Vec<Vec<Move>> = moves.collect();
    let (mut queries, mut trials) = (Vec::new(), Vec::new());
    while queries.len() < DRAWN {
        let board = below(&mut generator, PLACED);
        let moves = &moves[board];
        if !moves.is_empty() {
            queries.push(Turn::new(board, trials.len(), 1));
            let m = moves[below(&mut generator, moves.len())];
            trials.push(Trial { m, threshold: below(&mut generator, 19) as i8 - 9 });
        }
    }
    let dataset = Asked { things, trials: trials.into() };
    Stream { queries: queries.into(), dataset: Rc::new(dataset) }
}

fn exact<V: Threshold + 'static>(streams: &Streams<Turn>) -> Variant
where
    V::Prepared: Copy,
{
    let code = V::see_ge as fn(&Position, &V::Prepared, _, _) -> _ as usize;
    Variant::new::<V>(all::<V>(streams), code, check::<threshold::Question, V>)
}

fn approximate<V: Threshold + 'static>(streams: &Streams<Turn>) -> Variant
where
    V::Prepared: Copy,
{
    exact::<V>(streams)
        .interface(Interface::Approximate)
        .judged_by(Variant::control::<OracleOf<V>, _>("oracle-without-pins", streams))
        .counted(account::<V>)
}

/// The kernels of a variant. The streams [`PREPARED`] hold what it prepares for each position.
fn all<V: Threshold + 'static>(streams: &Streams<Turn>) -> Kernels
where
    V::Prepared: Copy,
{
    kernels_apart::<V, Turn, Prepared<_>>(streams, &PREPARED, |stream| {
        lazily(move |part| {
            let Stream { queries, dataset } = stream.part(part);
            let query = |&Turn { board, first, count, .. }: &Turn| {
                let things = PhantomData;
                Prepared { board, first, count, things }
            };
            let things = dataset.things.iter().map(|it| (*it, V::prepare(it))).collect();
            let trials = Rc::clone(&dataset.trials);
            let dataset = Rc::new(Asked { things: numbered(things), trials });
            Stream { queries: queries.iter().map(query).collect(), dataset }
        })
    })
}

/// The most positions whose captures are accounted for.
const ACCOUNTED: usize = 1 << 14;

/// Counts the wrong answers about the captures of the given positions; continuations are not
/// typical.
fn account<V: Threshold>() -> Account {
    let (mut questions, mut wrong) = (0, 0);
    for known in given().iter().take(ACCOUNTED) {
        let position = &known.position;
        let prepared = V::prepare(position);
        for Trial { m, threshold } in captures(known) {
            let exact = threshold::oracle(Rules::WithPins, position, m, threshold);
            questions += 1;
            wrong += u64::from(V::see_ge(position, &prepared, m, threshold) != exact);
        }
    }
    // The user's positions may offer no capture.
    let accuracy = (questions > 0).then_some(Accuracy { questions, wrong });
    Account { accuracy, ..Account::default() }
}

#[cfg(test)]
mod tests {
    use super::sum as sum_of;
    use super::*;
    use lookup::Square;

    #[test]
    fn wrong_answers_are_those_without_pins() {
        let [with, without] =
            [account::<TrivialFirst<Magic, Rectangular>>, account::<WithoutPins<Magic>>]
                .map(|account| account().accuracy.unwrap());
        assert_eq!((with.questions, with.wrong), (without.questions, 0));
        let trials = given().iter().flat_map(|known| {
            captures(known).into_iter().map(|Trial { m, threshold }| {
                Rules::ALL.map(|rules| threshold::oracle(rules, &known.position, m, threshold))
            })
        });
        let wrong = trials.filter(|[right, found]| right != found).count() as u64;
        assert_eq!(without.wrong, wrong);
        let share = 100.0 * wrong as f64 / without.questions as f64;
        assert!(0.02 < share && share < 10.0, "{share} % of {}", without.questions);
    }

    /// Otherwise a wrong answer here could hide one there.
    #[test]
    fn every_move_has_a_place_of_its_own_in_a_sum() {
        let m = Move { from: Square::A1, to: Square::A2, promotion: None };
        let trials = [0, 1, 2].map(|threshold| Trial { m, threshold });
        let sum = |of: [u64; 3]| sum_of(&trials, |trial| of[trial.threshold as usize]);
        assert_eq!([sum([1, 0, 0]), sum([0, 1, 0]), sum([0, 0, 1]), sum([1, 1, 1])], [1, 2, 4, 7]);
    }
}
