//! How often variants are asked.
//!
//! A variant inside [`Counting`] answers as before and counts the calls, exactly and without a
//! timer. Timed contenders are other types, compiled without it.

use crate::entry::Account;
use crate::kernel::Answer;
use crate::streams::{Query, Source};
use lookup::attackers::Attackers;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::deltas::{Changes, Deltas};
use lookup::distance::Distance;
use lookup::exchange::{Exchange, Rules};
use lookup::index::Index;
use lookup::legality::Legality;
use lookup::pins::Pins;
use lookup::raypass::RayPass;
use lookup::serialize::{Places, Serialize};
use lookup::sliders::Sliders;
use lookup::targets::{Take, Targets};
use lookup::threats::Threats;
use lookup::xrays::Xrays;
use lookup::{Base, Bitboard, Color, Identity, Move, Piece, Position, Square, Table, Variant};
use records::Rate;
use std::cell::Cell;
use std::marker::PhantomData;

/// A variant that counts how often it is asked, and how often it says yes or finds something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting<V>(PhantomData<V>);

/// The lookups that are counted, each as often as one of these functions is called.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Question {
    /// A rook's or a bishop's squares; a queen's are both.
    Sliders,
    Between,
    /// All attackers of a square.
    Attackers,
    /// Whether a side attacks a square.
    Attacked,
    /// Those of a side.
    Pins,
    Checkers,
    /// Whether a move does.
    GivesCheck,
    /// Whether a move is.
    Legality,
    /// One capture.
    Exchange,
    /// Those of a position.
    Targets,
    /// A rook's or a bishop's squares.
    Xrays,
    Distance,
    RayPass,
    /// Those of a move.
    Deltas,
    /// The row of a relation.
    Index,
    /// The targets of a piece.
    Serialize,
    /// Those of a side.
    Threats,
}

/// What is counted, with the study that times it and the stream of which each query makes one
/// such lookup. What a lookup takes is found on that stream.
pub(crate) const COUNTED: [(Question, &str, &str); 17] = [
    (Question::Sliders, "sliders", "games"),
    (Question::Between, "between", "positions"),
    (Question::Attackers, "attackers", "exchanges"),
    (Question::Attacked, "attackers", "positions"),
    (Question::Pins, "pins", "positions"),
    (Question::Checkers, "checks", "positions"),
    (Question::GivesCheck, "checks", "moves"),
    (Question::Legality, "legality", "positions"),
    (Question::Exchange, "exchange", "single"),
    (Question::Targets, "targets", "positions"),
    (Question::Xrays, "xrays", "games"),
    (Question::Distance, "distance", "positions"),
    (Question::RayPass, "raypass", "positions"),
    (Question::Deltas, "deltas", "games"),
    (Question::Index, "index", "positions"),
    (Question::Serialize, "serialize", "pieces"),
    (Question::Threats, "threats", "positions"),
];

thread_local! {
    /// How often each lookup was made, and how often that was a hit.
    static ANSWERS: [Cell<[u64; 2]>; COUNTED.len()] =
        const { [const { Cell::new([0; 2]) }; COUNTED.len()] };
}

/// Begins anew.
pub(super) fn forget() {
    ANSWERS.with(|answers| answers.iter().for_each(|answer| answer.set([0; 2])));
}

/// How often this lookup was made, and how often that was a hit.
pub(super) fn answers(question: Question) -> [u64; 2] {
    ANSWERS.with(|answers| answers[question as usize].get())
}

/// Counts an answer.
fn count(question: Question, hit: bool) {
    ANSWERS.with(|answers| {
        let [times, hits] = answers[question as usize].get();
        answers[question as usize].set([times + 1, hits + u64::from(hit)]);
    });
}

/// Counts a set.
fn set(question: Question, set: Bitboard) -> Bitboard {
    count(question, !set.is_empty());
    set
}

/// Counts yes or no.
fn yes(question: Question, is_yes: bool) -> bool {
    count(question, is_yes);
    is_yes
}

impl<V: Variant> Variant for Counting<V> {
    const IDENTITY: Identity = V::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = V::TABLES;
    const BASES: &'static [Base] = V::BASES;
}

impl<V: Sliders> Sliders for Counting<V> {
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        set(Question::Sliders, V::rook(square, occupied))
    }

    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        set(Question::Sliders, V::bishop(square, occupied))
    }
}

impl<V: Between> Between for Counting<V> {
    fn between(a: Square, b: Square) -> Bitboard {
        set(Question::Between, V::between(a, b))
    }
}

impl<V: Attackers> Attackers for Counting<V> {
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        set(Question::Attackers, V::attackers_to(position, square))
    }

    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        yes(Question::Attacked, V::is_attacked(position, square, by))
    }
}

impl<V: Pins> Pins for Counting<V> {
    fn pinned(position: &Position, side: Color) -> Bitboard {
        set(Question::Pins, V::pinned(position, side))
    }
}

impl<V: Checks> Checks for Counting<V> {
    fn checkers(position: &Position) -> Bitboard {
        set(Question::Checkers, V::checkers(position))
    }

    fn gives_check(position: &Position, m: Move) -> bool {
        yes(Question::GivesCheck, V::gives_check(position, m))
    }
}

impl<V: Legality> Legality for Counting<V> {
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        yes(Question::Legality, V::is_pseudo_legal(position, m))
    }
}

/// An exchange is a hit if it does not lose.
impl<V: Exchange> Exchange for Counting<V> {
    const RULES: Rules = V::RULES;
    type Prepared = V::Prepared;

    fn prepare(position: &Position) -> V::Prepared {
        V::prepare(position)
    }

    fn see(position: &Position, prepared: &V::Prepared, square: Square) -> i8 {
        let gain = V::see(position, prepared, square);
        count(Question::Exchange, gain >= 0);
        gain
    }
}

impl<V: Targets> Targets for Counting<V> {
    fn for_each(position: &Position, take: impl Take) {
        let mut any = Any { take, any: false };
        V::for_each(position, &mut any);
        count(Question::Targets, any.any);
    }
}

/// Whether anything was taken.
struct Any<T> {
    take: T,
    any: bool,
}

impl<T: Take> Take for &mut Any<T> {
    fn pair(&mut self, source: Square, target: Square) {
        self.any = true;
        self.take.pair(source, target);
    }

    fn set(&mut self, source: Square, targets: Bitboard) {
        self.any |= !targets.is_empty();
        self.take.set(source, targets);
    }
}

impl<V: Xrays> Xrays for Counting<V> {
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        set(Question::Xrays, V::rook(square, occupied, blockers))
    }

    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        set(Question::Xrays, V::bishop(square, occupied, blockers))
    }
}

impl<V: Distance> Distance for Counting<V> {
    fn distance(a: Square, b: Square) -> u8 {
        let moves = V::distance(a, b);
        count(Question::Distance, moves > 0);
        moves
    }
}

impl<V: RayPass> RayPass for Counting<V> {
    fn behind(a: Square, b: Square) -> Bitboard {
        set(Question::RayPass, V::behind(a, b))
    }
}

/// A move is a hit if a relation vanishes with it or appears.
impl<V: Deltas> Deltas for Counting<V> {
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        V::list(before, m, after, changes);
        let lists = [changes.vanished, changes.appeared];
        count(Question::Deltas, lists.iter().any(|list| !list.as_slice().is_empty()));
    }
}

/// Every relation has a row.
impl<V: Index> Index for Counting<V> {
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        count(Question::Index, true);
        V::row(attacker, from, victim, to)
    }
}

/// Targets are a hit if there are any.
impl<V: Serialize> Serialize for Counting<V> {
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        count(Question::Serialize, !targets.is_empty());
        V::serialize(from, targets, places)
    }
}

/// Every side attacks something.
impl<V: Threats> Threats for Counting<V> {
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        count(Question::Threats, true);
        V::threats(position, side)
    }
}

/// How often `A` asks the sliders that it is over, on part 0 of each stream.
pub(super) fn slider_lookups<A: Answer<Q>, Q: Query>(sources: &[Source<Q>]) -> Account {
    let per_query = |source: &Source<Q>| {
        let stream = (source.draw)(0);
        forget();
        for &query in &stream.queries {
            A::answer(query, &stream.dataset);
        }
        let queries = stream.queries.len();
        let [times, _] = answers(Question::Sliders);
        // A stream is empty if none of the user's positions asks its question.
        let per_query = (queries > 0).then(|| times as f64 / queries as f64);
        Rate { stream: source.name.to_owned(), per_query }
    };
    let slider_lookups = sources.iter().map(per_query).collect();
    Account { slider_lookups, ..Account::default() }
}
