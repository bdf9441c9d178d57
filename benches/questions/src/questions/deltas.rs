//! Which attack relations vanish and appear with a move?

use crate::kernel::{Answer, Oracle, answers};
use crate::question::{Policy, Question};
use crate::streams::{
    GamePosition, Query, Source, Stream, Streams, THINGS, below, game_positions, games,
};
use crate::streams::{generator, numbered, shipped};
use crate::variant::{Account, Variant, check, kernels};
use deltas_byte_board_avx2::Avx2;
use deltas_byte_board_neon::Neon;
use deltas_byte_board_vbmi::Vbmi;
use deltas_counted_after::After;
use deltas_counted_branch::ByBranch;
use deltas_difference::Difference;
use deltas_rays::Rays;
use deltas_sliders::BySliders;
use lookup::deltas::counted::{self, Counted};
use lookup::deltas::{self, Changes, Deltas, Relations};
use lookup::{Move, Position, movegen};
use raypass_rectangular::Rectangular;
use raypass_windows::Windows;
use records::{Accuracy, Interface};
use sampling::hardware::register;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "deltas",
        "Relation deltas",
        "Which attack relations vanish and appear with a move?",
        // Listing the relations of a move takes as long as many lookups.
        Policy { window: 512, ..Policy::HEAVY },
        s,
        vec![
            deltas::<BySliders<sliders_magic::Magic, Rectangular>>(s).short("two slider lookups"),
            deltas::<BySliders<sliders_pext::Pext, Rectangular>>(s),
            deltas::<BySliders<sliders_hyperbola::Hyperbola, Rectangular>>(s),
            deltas::<BySliders<sliders_hyperbola::Hyperbola, Windows>>(s),
            deltas::<BySliders<sliders_obstruction::Obstruction, Rectangular>>(s),
            deltas::<Difference<sliders_magic::Magic>>(s).short("before and after"),
            deltas::<Difference<sliders_hyperbola::Hyperbola>>(s),
            deltas::<Rays>(s).short("nearest pieces"),
            deltas::<Vbmi>(s).short("byte board in VBMI"),
            deltas::<Avx2>(s).short("byte board in AVX2"),
            deltas::<Neon>(s).short("byte board in NEON"),
            counted::<After<Rays>>(s),
            counted::<After<Vbmi>>(s),
            counted::<ByBranch<Vbmi>>(s),
            counted::<deltas_counted_vbmi::Vbmi>(s).short("counted in VBMI"),
        ],
    )
}

fn deltas<V: Deltas + 'static>(streams: &Streams<Made>) -> Variant {
    Variant::plain::<deltas::Question, V, _>(
        streams,
        V::list as fn(&Position, Move, &Position, &mut Changes) as usize,
    )
}

/// A variant that lists only the relations that a network counts.
fn counted<V: Counted + 'static>(streams: &Streams<Made>) -> Variant {
    let code = V::list as fn(&Position, Move, &Position, &mut Changes) as usize;
    let kernels = kernels::<OnlyCounted<V>, _>(&streams.asked);
    Variant::new::<V>(kernels, code, check::<counted::Question, V>)
        .interface(Interface::Approximate)
        .judged_by(Variant::control::<OnlyCounted<Oracle>, _>("oracle-counted", streams))
        .counted(account::<V>)
}

/// The most moves that are accounted for.
const ACCOUNTED: usize = 1 << 12;

/// Counts the moves of games with relations that are not counted.
fn account<V: Counted>() -> Account {
    let (mut questions, mut wrong) = (0, 0);
    for ply in games(&shipped()).iter().flatten().take(ACCOUNTED) {
        let (position, m, mut changes) = (&ply.position, ply.m, Changes::new());
        V::list(position, m, &position.play(m), &mut changes);
        let [all, listed] = [&deltas::oracle(position, m), &changes]
            .map(|c| c.vanished.as_slice().len() + c.appeared.as_slice().len());
        questions += 1;
        wrong += u64::from(listed < all);
    }
    Account { accuracy: Some(Accuracy { questions, wrong }), ..Account::default() }
}

/// Which relations change with this move?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Made {
    pub(crate) m: Move,
    /// The numbers of the positions before and after it, which the latency kernel delays.
    pub(crate) before: u16,
    pub(crate) after: u16,
}

impl Query for Made {
    type Dataset = Moves;

    #[inline(always)]
    fn after(self, delay: u64) -> Made {
        let delay = delay as u16;
        Made { before: self.before ^ delay, after: self.after ^ delay, ..self }
    }
}

/// The positions before and after moves.
#[derive(Debug)]
pub(crate) struct Moves {
    pub(super) positions: Rc<[Position; THINGS]>,
    /// The lists, which a program keeps beside its positions.
    changes: RefCell<Changes>,
}

impl Moves {
    #[inline(always)]
    fn around(&self, made: Made) -> [&Position; 2] {
        [made.before, made.after].map(|number| &self.positions[number as usize % THINGS])
    }
}

/// Sums the squares of all relations, in any order. A program takes each by itself, as the number
/// of a row, hence the register barrier.
#[inline(always)]
pub(super) fn sum_up(Changes { vanished, appeared }: &Changes) -> u64 {
    let sum = |list: &Relations| {
        let words = list.as_slice().iter().map(|relation| register(u64::from(relation.0)));
        words.fold(0u64, |sum, word| sum.wrapping_add(word.wrapping_mul(word)))
    };
    sum(vanished).wrapping_mul(3).wrapping_add(sum(appeared))
}

answers! {
    #[inline(never)]
    |query: Made, moves|
    V: Deltas => {
        let [before, after] = moves.around(query);
        let mut changes = moves.changes.borrow_mut();
        changes.clear();
        V::list(before, query.m, after, &mut changes);
        sum_up(&changes)
    },
    Oracle => {
        let [before, _] = moves.around(query);
        sum_up(&deltas::oracle(before, query.m))
    },
    Null => {
        let [before, after] = moves.around(query);
        let _before = register(before.occupied().0);
        let _after = register(after.occupied().0);
        query.m.to as u64
    },
}

/// Answers about the relations that a network counts.
struct OnlyCounted<V>(PhantomData<V>);

impl<V: Counted> Answer<Made> for OnlyCounted<V> {
    #[inline(never)]
    fn answer(query: Made, moves: &Moves) -> u64 {
        let [before, after] = moves.around(query);
        let mut changes = moves.changes.borrow_mut();
        changes.clear();
        V::list(before, query.m, after, &mut changes);
        sum_up(&changes)
    }
}

impl Answer<Made> for OnlyCounted<Oracle> {
    fn answer(query: Made, moves: &Moves) -> u64 {
        let [before, _] = moves.around(query);
        sum_up(&counted::oracle(before, query.m))
    }
}

/// The streams of moves.
pub(super) const STREAMS: &[Source<Made>] = &[
    Source {
        name: "games",
        summary: "the moves of games, in their order",
        draw: |part| {
            let mut tree = Tree::default();
            for game in games(game_positions(part)) {
                let mut before = None;
                for ply in game {
                    before = before.or_else(|| tree.add(ply.position));
                    before = before.and_then(|before| tree.make(before, ply.m));
                }
            }
            tree.stream()
        },
    },
    Source {
        name: "search",
        summary: "all legal moves in positions of games and after one or two random moves",
        draw: |part| {
            let (mut tree, mut generator) = (Tree::default(), generator(part));
            let knowns = game_positions(part);
            // More roots than there is room for.
            for number in 0..ROOTS {
                let known = &knowns[number * knowns.len() / ROOTS];
                let chosen = below(&mut generator, 1 << 16);
                tree.search(known, 1 + number % 3, chosen);
            }
            tree.stream()
        },
    },
];

/// Roots of the stream `search` in a part.
const ROOTS: usize = 96;

/// Moves, and the positions before and after them, [`THINGS`] at most.
#[derive(Default)]
struct Tree {
    positions: Vec<Position>,
    moves: Vec<Made>,
}

impl Tree {
    /// Adds a position, if there is room. Returns its number.
    fn add(&mut self, position: Position) -> Option<u16> {
        let number = self.positions.len();
        (number < THINGS).then(|| {
            self.positions.push(position);
            number as u16
        })
    }

    /// Makes a move in a position. Returns the number of the position after it.
    fn make(&mut self, before: u16, m: Move) -> Option<u16> {
        let after = self.add(self.positions[usize::from(before)].play(m))?;
        self.moves.push(Made { m, before, after });
        Some(after)
    }

    /// Makes all moves in a position, then all in one of the positions after it, and so on to
    /// `depth`.
    fn search(&mut self, known: &GamePosition, depth: usize, chosen: usize) {
        let mut before = self.add(known.position);
        for _ in 0..depth {
            let Some(number) = before else { return };
            let position = self.positions[usize::from(number)];
            let made = movegen::legal_moves(&position).map(|m| self.make(number, m));
            let made: Vec<_> = made.flatten().collect();
            before = (!made.is_empty()).then(|| made[chosen % made.len()]);
        }
    }

    fn stream(self) -> Stream<Made> {
        let dataset = Moves { positions: numbered(self.positions), changes: RefCell::default() };
        Stream { queries: self.moves.into(), dataset: Rc::new(dataset) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_make_moves_between_their_positions() {
        for source in STREAMS {
            let Stream { queries, dataset } = (source.draw)(1);
            assert!(queries.len() > THINGS * 3 / 4, "{}: {}", source.name, queries.len());
            for &made in &queries {
                let [before, after] = dataset.around(made);
                assert!(movegen::is_legal(before, made.m), "{} in {before}", made.m);
                assert_eq!(before.play(made.m), *after);
            }
        }
    }

    #[test]
    fn moves_with_relations_that_a_network_leaves_out_are_counted() {
        let Accuracy { questions, wrong } = account::<After<Rays>>().accuracy.unwrap();
        let plies: Vec<_> = games(&shipped()).into_iter().flatten().collect();
        assert_eq!(questions, plies.len().min(4096) as u64);
        let leaves_out = |ply: &&crate::streams::Played| {
            let all = deltas::oracle(&ply.position, ply.m);
            let mut relations = all.vanished.as_slice().iter().chain(all.appeared.as_slice());
            relations.any(|it| {
                let [attacker, _, victim, _] = it.0.to_le_bytes();
                let [attacker, victim] =
                    [attacker, victim].map(|it| lookup::Piece::ALL[usize::from(it)].kind());
                !counted::counts(attacker, victim)
            })
        };
        assert_eq!(wrong, plies.iter().take(4096).filter(leaves_out).count() as u64);
        assert!(wrong > questions / 2 && wrong < questions, "{wrong} of {questions}");
    }

    #[test]
    fn relations_that_vanish_and_appear_do_not_make_up_for_each_other() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4r3/R3K3 w - -").unwrap();
        let m = Move { from: lookup::Square::E1, to: lookup::Square::E2, promotion: None };
        let changes = deltas::oracle(&position, m);
        let Changes { vanished, appeared } = changes;
        let sum = |changes: &Changes| sum_up(changes);
        let squares = |list: &Relations| -> u64 {
            list.as_slice().iter().map(|it| u64::from(it.0).pow(2)).sum()
        };
        assert!(squares(&vanished) != squares(&appeared) && !vanished.as_slice().is_empty());
        assert_eq!(sum(&changes), 3 * squares(&vanished) + squares(&appeared));
        let turned = Changes { vanished: appeared, appeared: vanished };
        assert_ne!(sum(&turned), sum(&changes));
    }
}
