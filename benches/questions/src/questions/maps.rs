//! What attacks what, while moves are made and unmade?
//!
//! A search makes and unmakes moves and asks some questions after each. The streams walk through
//! games in the same way: they make the plies of a stretch of a game, unmake them in reverse, and
//! repeat, [`RUN`] steps in a row. The map is built at the start of a run, as a search does at its
//! root, and kept until the run ends. After each step come questions about the position reached,
//! alternating between what the piece on a square attacks and what attacks a square. All of it is
//! drawn in advance.
//!
//! Each stream takes one phase of games: a ply is of the phase of the position before it.

use crate::kernel::{Answer, Meanwhile, Nothing, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{
    GamePosition, Phase, Query, Source, Stream, Streams, any_square, below, game_positions, games,
    generator, shipped,
};
use crate::variant::{self, Variant, kernels};
use lookup::maps::{self, Answers, Maps};
use lookup::{Bitboard, Move, Position, Square};
use maps_classical::Classical;
use maps_directions::Directions;
use maps_on_the_fly::OnTheFly;
use maps_piece_rows::PieceRows;
use maps_piece_sets::PieceSets;
use maps_rank_matrix::RankMatrix;
use maps_stack::Stack;
use maps_word_board_vbmi::WordBoard;
use rand_xoshiro::Xoshiro256PlusPlus;
use records::Interface;
use sampling::hardware::register;
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS).asking(QUESTIONS);
    Question::new(
        "maps",
        "Attack maps",
        "What attacks what, while moves are made and unmade?",
        Policy {
            // Stretches of two games, because costs differ by game. Longer batches would take too
            // long with many questions.
            window: 2 * RUN,
            questions: QUESTIONS,
            ..Policy::HEAVY
        },
        s,
        vec![
            map::<OnTheFly<Magic>>(s).cpw(),
            map::<OnTheFly<Hyperbola>>(s).cpw(),
            map::<Classical<Magic>>(s).short("two sets").cpw(),
            map::<PieceSets<Magic>>(s).cpw(),
            map::<Stack<Classical<Magic>>>(s).short("a map a ply"),
            map::<Directions>(s).short("sets by direction").cpw(),
            map::<WordBoard>(s).short("word board in VBMI"),
            map::<Stack<WordBoard>>(s),
            map::<PieceRows<Magic>>(s).short("rows by piece"),
            map::<Stack<PieceRows<Magic>>>(s),
            map::<RankMatrix<Magic>>(s).short("matrix of ranks"),
            map::<Stack<RankMatrix<Magic>>>(s),
        ],
    )
}

/// A ply that is made or unmade, and the questions after it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Step {
    pub(crate) number: u16,
    pub(crate) asked: u8,
}

/// Steps in a row that share a map. Building one takes as long as a few plies, which is little when
/// spread over this many.
pub(crate) const RUN: usize = 256;

/// The most questions after a step.
pub(crate) const MOST_ASKED: usize = 128;

/// The numbers of questions after a step, where that is varied.
const QUESTIONS: &[u64] = &[0, 1, 2, 4, 8, 16, 32, 64, MOST_ASKED as u64];

/// Runs of steps through games.
#[derive(Debug)]
pub(crate) struct Walk {
    positions: Vec<Position>,
    /// In the order of their numbers, [`RUN`] per run.
    plies: Vec<Ply>,
}

/// A ply, and the squares that may be asked about after it.
#[derive(Debug)]
pub(crate) struct Ply {
    pub(super) m: Move,
    /// The numbers of the positions before and after it.
    before: u16,
    after: u16,
    pub(super) is_made: bool,
    /// Alternately a piece's square, to ask what it attacks, and any square, to ask what attacks
    /// it.
    pub(super) squares: [Square; MOST_ASKED],
}

impl Query for Step {
    type Dataset = Walk;

    fn asking(self, times: u64) -> Step {
        Step { asked: times as u8, ..self }
    }

    /// Moves follow each other, whatever was answered.
    #[inline(always)]
    fn after(self, _: u64) -> Step {
        self
    }
}

impl Walk {
    pub(super) fn ply(&self, number: u16) -> &Ply {
        &self.plies[usize::from(number)]
    }

    pub(super) fn around(&self, ply: &Ply) -> (&Position, &Position) {
        (&self.positions[usize::from(ply.before)], &self.positions[usize::from(ply.after)])
    }
}

/// A question after a step.
#[derive(Clone, Copy, Debug)]
enum Seen {
    /// The squares that the piece on this square attacks.
    From(Square),
    /// The pieces that attack this square.
    To(Square),
}

/// Sums the answers to the questions after a step. The two questions alternate, so no branch
/// decides which comes next, as in a program.
#[inline(always)]
fn sum_up(query: Step, walk: &Walk, answer: impl Fn(Seen) -> u64) -> u64 {
    let squares = &walk.ply(query.number).squares[..usize::from(query.asked)];
    squares.iter().zip(query.number..).fold(0u64, |sum, (&square, turn)| {
        let question = if turn % 2 == 0 { Seen::From(square) } else { Seen::To(square) };
        sum.wrapping_add(register(answer(question)))
    })
}

/// Builds a map and brings it to the start of a step.
fn arrived<V: Maps>(number: u16, walk: &Walk) -> V {
    let begin = number - number % RUN as u16;
    let (before, _) = walk.around(walk.ply(begin));
    let mut map = V::of(before);
    (begin..number).for_each(|earlier| follow(&mut map, walk.ply(earlier), walk));
    map
}

#[inline(always)]
fn follow<V: Maps>(map: &mut V, ply: &Ply, walk: &Walk) {
    let (before, after) = walk.around(ply);
    if ply.is_made {
        map.make(before, ply.m, after);
    } else {
        map.unmake(before, ply.m, after);
    }
}

/// Follows a ply and answers the questions after it.
#[inline(never)]
fn step<V: Maps>(map: &mut V, query: Step, walk: &Walk) -> u64 {
    let ply = walk.ply(query.number);
    follow(map, ply, walk);
    let position = walk.come_to(ply);
    sum_up(query, walk, |question| match question {
        Seen::From(square) => map.attacks_from(position, square).0,
        Seen::To(square) => map.attackers_to(position, square).0,
    })
}

impl<V: Maps> Answer<Step> for V {
    fn answer(query: Step, walk: &Walk) -> u64 {
        <V as Answer<Step>>::sum(&[query], walk, Nothing)
    }

    /// Uses one map for the steps of a run.
    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Step], walk: &Walk, mut meanwhile: M) -> u64 {
        let mut sum = 0u64;
        for run in queries.chunk_by(|_, next| !usize::from(next.number).is_multiple_of(RUN)) {
            let mut map = arrived::<V>(run[0].number, walk);
            for &query in run {
                sum = sum.wrapping_add(meanwhile.pass());
                sum = sum.wrapping_add(step(&mut map, query, walk));
            }
        }
        sum
    }
}

impl Answer<Step> for Oracle {
    fn answer(query: Step, walk: &Walk) -> u64 {
        if query.asked == 0 {
            return 0;
        }
        let Answers { from, to } = maps::oracle(walk.come_to(walk.ply(query.number)));
        sum_up(query, walk, |question| match question {
            Seen::From(square) => from[square.index()].0,
            Seen::To(square) => to[square.index()].0,
        })
    }
}

/// Takes the same steps and reads the same squares, without a map.
impl Answer<Step> for Null {
    #[inline(never)]
    fn answer(query: Step, walk: &Walk) -> u64 {
        let ply = walk.ply(query.number);
        let (before, after) = walk.around(ply);
        let _before = register(before.occupied().0);
        let _after = register(after.occupied().0);
        let _move = register(ply.m.to as u64);
        sum_up(query, walk, |(Seen::From(square) | Seen::To(square))| square as u64)
    }
}

/// The streams that ask eight questions after each step, by phase.
pub(super) const STREAMS: &[Source<Step>] = &[
    Source {
        name: "middlegame",
        summary: "plies of games made and unmade with 17 to 27 pieces, and 8 questions after each",
        draw: |part| walks(Phase::Middlegame, part),
    },
    Source {
        name: "opening",
        summary: "the same with 28 pieces or more",
        draw: |part| walks(Phase::Opening, part),
    },
    Source {
        name: "late-middlegame",
        summary: "the same with 16 pieces or fewer, some of them rooks, bishops or knights",
        draw: |part| walks(Phase::LateMiddlegame, part),
    },
    Source {
        name: "queen-ending",
        summary: "the same with kings, pawns and queens alone",
        draw: |part| walks(Phase::QueenEnding, part),
    },
    Source {
        name: "pawn-ending",
        summary: "the same with kings and pawns alone",
        draw: |part| walks(Phase::PawnEnding, part),
    },
];

/// The number of questions after a step.
const ASKED: u8 = 8;

/// Runs in a part.
const RUNS: usize = 16;

/// A part's runs of a phase, spread over all its stretches. If its positions lack the phase, the
/// runs go through our games.
pub(super) fn walks(phase: Phase, part: usize) -> Stream<Step> {
    let mut stretches = stretches(phase, game_positions(part));
    if stretches.is_empty() {
        stretches = self::stretches(phase, &shipped());
    }
    let mut walk = Walk { positions: Vec::new(), plies: Vec::new() };
    let mut generator = generator(part);
    for number in 0..RUNS {
        walk.run(&stretches[number * stretches.len() / RUNS], &mut generator);
    }
    let numbers = 0..walk.plies.len() as u16;
    let queries = numbers.map(|number| Step { number, asked: ASKED }).collect();
    Stream { queries, dataset: Rc::new(walk) }
}

/// Consecutive plies of a phase, at most half as many as a run has steps: the position before them,
/// and the moves.
fn stretches(phase: Phase, knowns: &[GamePosition]) -> Vec<(Position, Vec<Move>)> {
    let mut stretches = Vec::new();
    for game in games(knowns) {
        let of_phase = game.chunk_by(|a, b| a.phase == b.phase);
        for plies in of_phase.filter(|plies| plies[0].phase == phase) {
            let parts = plies.chunks(RUN / 2);
            stretches.extend(parts.map(|p| (p[0].position, p.iter().map(|ply| ply.m).collect())));
        }
    }
    stretches
}

impl Walk {
    /// The position after a step.
    pub(super) fn come_to(&self, ply: &Ply) -> &Position {
        let (before, after) = self.around(ply);
        if ply.is_made { after } else { before }
    }

    /// Adds a run through a stretch: back and forth as often as it has room for, less far the last
    /// time.
    fn run(&mut self, (start, moves): &(Position, Vec<Move>), generator: &mut Xoshiro256PlusPlus) {
        let first = self.positions.len();
        self.positions.push(*start);
        for &m in moves {
            let before = self.positions[self.positions.len() - 1];
            self.positions.push(before.play(m));
        }
        let end = self.plies.len() + RUN;
        while self.plies.len() < end {
            let far = moves.len().min((end - self.plies.len()) / 2);
            let forth = (0..far).map(|ply| (ply, true));
            for (ply, is_made) in forth.chain((0..far).rev().map(|ply| (ply, false))) {
                let (before, after) = ((first + ply) as u16, (first + ply + 1) as u16);
                let mut ply = Ply {
                    m: moves[ply],
                    before,
                    after,
                    is_made,
                    squares: [Square::A1; MOST_ASKED],
                };
                let pieces: Vec<_> = self.come_to(&ply).occupied().squares().collect();
                for (square, turn) in ply.squares.iter_mut().zip(self.plies.len()..) {
                    *square = match turn % 2 {
                        0 => pieces[below(generator, pieces.len())],
                        _ => any_square(generator),
                    };
                }
                self.plies.push(ply);
            }
        }
    }
}

fn map<V: Maps + 'static>(streams: &Streams<Step>) -> Variant {
    #[inline(never)]
    fn lookup<V: Maps>(
        map: &mut V,
        before: &Position,
        m: Move,
        after: &Position,
        square: Square,
    ) -> [Bitboard; 2] {
        map.make(before, m, after);
        [map.attacks_from(after, square), map.attackers_to(after, square)]
    }
    let code =
        lookup::<V> as fn(&mut V, &Position, Move, &Position, Square) -> [Bitboard; 2] as usize;
    Variant::new::<V>(kernels::<V, _>(&streams.asked), code, check::<V>)
        .interface(Interface::Kept)
        .keeping(size_of::<V>())
}

/// Compares all answers in the games of `lookup`, and after every ply made or unmade in the
/// games here.
fn check<V: Maps>() -> Result<usize, String> {
    let compared = variant::check::<maps::Question, V>()?;
    in_games::<V>().map(|(_, more)| compared + more)
}

/// The number of plies made and unmade, and of answers compared.
fn in_games<V: Maps>() -> Result<(usize, usize), String> {
    let (mut plies, mut compared) = (0, 0);
    for game in games(&shipped()) {
        // In parts of half a run, because the comparison takes stack for each ply.
        for part in game.chunks(RUN / 2) {
            let moves = part.iter().map(|ply| ply.m);
            let more =
                maps::check_game::<V>(&part[0].position, moves).map_err(|wrong| wrong.to_string());
            compared += more?;
            plies += part.len();
        }
    }
    Ok((plies, compared))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::Played;

    #[test]
    fn runs_make_plies_of_their_phase_and_unmake_them() {
        assert_eq!(Phase::ALL.len(), STREAMS.len());
        let mut phases = Phase::ALL;
        // The middlegame, which most moves of a game belong to, comes first.
        phases.swap(0, 1);
        for (source, phase) in STREAMS.iter().zip(phases) {
            let stream = (source.draw)(1);
            assert_eq!(stream.queries.len(), RUNS * RUN);
            let walk = &*stream.dataset;
            assert!(walk.plies.iter().all(|ply| Phase::of(walk.around(ply).0) == phase));
            for run in walk.plies.chunks(RUN) {
                let mut made = Vec::new();
                for ply in run {
                    if ply.is_made {
                        assert!(made.last().is_none_or(|last: &&Ply| last.after == ply.before));
                        made.push(ply);
                    } else {
                        let last = made.pop().expect("a ply to unmake");
                        assert_eq!((last.before, last.m), (ply.before, ply.m));
                    }
                }
                assert!(run.len() == RUN && made.is_empty());
            }
            let asked = |ply: &Ply| walk.come_to(ply).occupied().contains(ply.squares[0]);
            assert!(walk.plies.iter().step_by(2).all(asked));
        }
    }

    /// Single moves, as in a user's positions without games.
    #[test]
    fn a_position_without_a_game_is_one_of_a_ply() {
        let alone: Vec<_> = shipped().into_iter().rev().take(2).collect();
        let games = games(&alone);
        assert!(games.iter().all(|game| game.len() == 1));
        let mut walk = Walk { positions: Vec::new(), plies: Vec::new() };
        let [Played { position, m, .. }] = games[0][..] else { panic!("a ply") };
        walk.run(&(position, vec![m]), &mut generator(0));
        assert_eq!((walk.plies.len(), walk.positions.len()), (RUN, 2));
    }

    #[test]
    fn as_many_questions_are_asked_as_a_step_of_the_table_says() {
        let streams = Streams::of(STREAMS).asking(QUESTIONS);
        assert_eq!(streams.asked.len(), 5 * 10);
        for (asked, stream) in streams.asked.iter().filter(|(it, _)| it.stream == "middlegame") {
            let times = asked.questions.map_or(8, |times| times as u8);
            let queries = &stream.part(0).queries;
            assert!(queries.iter().all(|step| step.asked == times), "{asked:?}");
            assert_eq!(queries.len(), 4096);
        }
    }

    #[test]
    fn maps_are_compared_in_the_games_too() {
        let compared = variant::check::<maps::Question, OnTheFly<Magic>>().unwrap();
        let (plies, more) = in_games::<OnTheFly<Magic>>().unwrap();
        assert_eq!(check::<OnTheFly<Magic>>(), Ok(compared + more));
        let all: usize = games(&shipped()).iter().map(Vec::len).sum();
        assert!(plies == all && more > 4 * plies, "{plies} of {all} plies, {more} answers");
    }
}
