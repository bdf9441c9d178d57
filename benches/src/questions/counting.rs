//! How often a program asks each question.
//!
//! A variant inside [`Counting`] answers as before and counts the calls, so a choice of
//! lookups made of such variants tells what a search or a count asks, exactly and without a
//! timer. Timed contenders are other types, compiled without it.
//!
//! Sliders, squares in between and squares behind are counted wherever they are asked, within
//! answers to other questions too: that is all that changes with the variant. Of every other
//! question count only those that the engine itself asks. A queen asks for a rook and a bishop.

use crate::entry::{Account, name_of};
use crate::kernel::{Answer, Nothing};
use crate::streams::{Query, Source, Stream};
use deltas_sliders::BySliders;
use engine::Lookups;
use engine::choices;
use engine::lookups::Modern;
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
use raypass_rectangular::Rectangular;
use records::{Asked, Asks, Rate};
use std::cell::Cell;
use std::marker::PhantomData;

/// A variant that counts how often it is asked, and how often it says yes or finds something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting<V>(PhantomData<V>);

/// The questions that are counted.
#[derive(Clone, Copy, Debug)]
enum Question {
    Sliders,
    Between,
    Attackers,
    Pins,
    Checks,
    Legality,
    Exchange,
    Targets,
    Xrays,
    Distance,
    RayPass,
    Deltas,
    Index,
    Serialize,
    Threats,
}

thread_local! {
    /// How often each question was asked, and how often that was a hit.
    static ANSWERS: [Cell<[u64; 2]>; 15] = const { [const { Cell::new([0; 2]) }; 15] };
    static MOVES: Cell<u64> = const { Cell::new(0) };
}

/// Begins anew.
fn forget() {
    ANSWERS.with(|answers| answers.iter().for_each(|answer| answer.set([0; 2])));
    MOVES.set(0);
}

/// How often this question was asked, and how often that was a hit.
fn answers(question: Question) -> [u64; 2] {
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
        yes(Question::Attackers, V::is_attacked(position, square, by))
    }
}

impl<V: Pins> Pins for Counting<V> {
    fn pinned(position: &Position, side: Color) -> Bitboard {
        set(Question::Pins, V::pinned(position, side))
    }
}

impl<V: Checks> Checks for Counting<V> {
    fn checkers(position: &Position) -> Bitboard {
        set(Question::Checks, V::checkers(position))
    }

    fn gives_check(position: &Position, m: Move) -> bool {
        yes(Question::Checks, V::gives_check(position, m))
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

/// The base over sliders and squares in between that count.
type Within = Modern<
    Counting<<choices::Base as Lookups>::Sliders>,
    Counting<<choices::Base as Lookups>::Between>,
>;

/// The base with all its variants counting.
#[derive(Clone, Copy, Debug)]
pub(super) enum CountingBase {}

impl Lookups for CountingBase {
    const NAME: &'static str = choices::Base::NAME;
    const DIFFERENCE: &'static [Base] = choices::Base::DIFFERENCE;

    fn hear_of_move() {
        MOVES.set(MOVES.get() + 1);
    }

    type Sliders = <Within as Lookups>::Sliders;
    type Between = <Within as Lookups>::Between;
    type Attackers = Counting<<Within as Lookups>::Attackers>;
    type Pins = Counting<<Within as Lookups>::Pins>;
    type Checks = Counting<<Within as Lookups>::Checks>;
    type Legality = Counting<<Within as Lookups>::Legality>;
    type Exchange = Counting<<Within as Lookups>::Exchange>;
    type Targets = Counting<<Within as Lookups>::Targets>;
    type Xrays = Counting<<Within as Lookups>::Xrays>;
    type Distance = Counting<<Within as Lookups>::Distance>;
    type Deltas = Counting<BySliders<<Within as Lookups>::Sliders, Counting<Rectangular>>>;
    type Index = Counting<<Within as Lookups>::Index>;
    type Serialize = Counting<<Within as Lookups>::Serialize>;
    type Threats = Counting<<Within as Lookups>::Threats>;
}

/// What was asked of each variant of a choice, and how often.
fn asked<L: Lookups>() -> Vec<Asked> {
    [
        ("sliders", Question::Sliders, name_of::<L::Sliders>()),
        ("between", Question::Between, name_of::<L::Between>()),
        ("attackers", Question::Attackers, name_of::<L::Attackers>()),
        ("pins", Question::Pins, name_of::<L::Pins>()),
        ("checks", Question::Checks, name_of::<L::Checks>()),
        ("legality", Question::Legality, name_of::<L::Legality>()),
        ("exchange", Question::Exchange, name_of::<L::Exchange>()),
        ("targets", Question::Targets, name_of::<L::Targets>()),
        ("xrays", Question::Xrays, name_of::<L::Xrays>()),
        ("distance", Question::Distance, name_of::<L::Distance>()),
        ("raypass", Question::RayPass, name_of::<Rectangular>()),
        ("deltas", Question::Deltas, name_of::<L::Deltas>()),
        ("index", Question::Index, name_of::<L::Index>()),
        ("serialize", Question::Serialize, name_of::<L::Serialize>()),
        ("threats", Question::Threats, name_of::<L::Threats>()),
    ]
    .map(|(name, question, variant)| {
        let [times, hits] = answers(question);
        Asked { question: name.to_owned(), variant, times, hits }
    })
    .into()
}

/// What the program `A` asks of [`CountingBase`] on part 0 of each stream, in windows of this
/// length. `rows` tells how many rows of weights a window touched.
pub(super) fn asks<A: Answer<Q>, Q: Query>(
    sources: &[Source<Q>],
    window: usize,
    rows: fn(&Q::Dataset) -> u64,
) -> Account {
    let of = |source: &Source<Q>| {
        let Stream { queries, dataset } = (source.draw)(0);
        forget();
        let touched = queries.chunks(window).map(|queries| {
            Q::begin(&dataset);
            A::sum(queries, &dataset, Nothing);
            rows(&dataset)
        });
        let rows = touched.sum();
        let asked = asked::<CountingBase>();
        let (stream, queries) = (source.name.to_owned(), queries.len() as u64);
        // A stream is empty if none of the user's positions asks its question.
        (queries > 0).then(|| Asks { stream, queries, asked, rows, moves: MOVES.get() })
    };
    Account { asks: sources.iter().filter_map(of).collect(), ..Account::default() }
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

#[cfg(test)]
mod tests {
    use crate::questions::{perft, search};
    use crate::study::Study;
    use engine::Lookups;
    use engine::choices::Base;
    use records::{Asked, Asks};

    /// What the reference of a study asks, after whatever was counted before.
    fn asks(study: &Study) -> Vec<Asks> {
        study.contenders[0].account().asks.clone()
    }

    fn of<'a>(asks: &'a Asks, question: &str) -> &'a Asked {
        asks.asked.iter().find(|asked| asked.question == question).unwrap()
    }

    #[test]
    fn counting_variants_are_those_of_the_base() {
        let names = |variants: Vec<lookup::Base>| {
            variants.iter().map(|variant| variant.identity.name).collect::<Vec<_>>()
        };
        assert_eq!(names(super::CountingBase::variants()), names(Base::variants()));
    }

    #[test]
    fn what_a_search_asks_is_plausible_and_the_same_again() {
        let found = asks(&search::study());
        assert_eq!(found, asks(&search::study()));
        let [material, mobility, networks @ .., threats, hash, larger, shared] = &found[..] else {
            panic!("{found:?}")
        };
        for asks in &found {
            let times = |question| of(asks, question).times;
            assert!(asks.asked.iter().all(|asked| asked.hits <= asked.times), "{asks:?}");
            // Two for each square that is asked about, and four for pins.
            let implied = 2 * times("attackers") + 4 * times("pins") + 2 * times("exchange");
            assert!(times("sliders") > implied, "{asks:?}");
            // A node generates its moves after it looked for pins, and not all nodes do either.
            assert!(times("targets") <= times("pins") && times("pins") < asks.queries);
            // Before a move is made, the engine asks whether it gives check.
            assert!(times("checks") > asks.moves && asks.moves > asks.queries / 2, "{asks:?}");
            assert_eq!(of(asks, "pins").variant, "pins-xray+sliders-magic+between-rectangular");
        }
        for asks in networks {
            assert_eq!((&asks.asked, asks.moves), (&material.asked, material.moves));
            // A position that is evaluated changes two to four rows for either side, unless a
            // king moved.
            let per_move = asks.rows as f64 / asks.moves as f64;
            assert!((1.0..20.0).contains(&per_move), "{per_move}");
            assert_eq!(asks.rows, networks[0].rows);
        }
        let others = [material, mobility, hash, larger, shared];
        assert_eq!(others.map(|asks| asks.rows), [0; 5]);
        for asks in others.into_iter().chain(networks) {
            let relations = ["raypass", "deltas", "index"].map(|question| of(asks, question).times);
            assert_eq!(relations, [0; 3]);
        }
        // The nodes are the same, and all other questions but those about the first positions.
        assert_eq!(threats.moves, material.moves);
        let (deltas, index) = (of(threats, "deltas"), of(threats, "index"));
        assert_eq!(deltas.times, threats.moves);
        assert!(10 * deltas.hits > 9 * deltas.times, "{deltas:?}");
        // A piece that moves hides what is behind it, seen from where it goes, and so on.
        assert!(of(threats, "raypass").times > deltas.times, "{threats:?}");
        // A row is found when a position is evaluated that its relations lead to.
        assert_eq!(index.times, threats.rows - networks[0].rows);
        let per_move = index.times as f64 / threats.moves as f64;
        assert!((10.0..100.0).contains(&per_move), "{per_move}");
        for question in ["pins", "checks", "legality", "exchange", "targets"] {
            assert_eq!(of(threats, question), of(material, question), "{question}");
        }
        assert_eq!([of(material, "xrays").times, of(material, "distance").times], [0, 0]);
        assert!(of(mobility, "xrays").times > 0 && of(mobility, "distance").times > 0);
    }

    #[test]
    fn what_perft_asks_is_plausible_and_the_same_again() {
        let found = asks(&perft::study());
        assert_eq!(found, asks(&perft::study()));
        let [asks, made] = &found[..] else { panic!("{found:?}") };
        // To make the last moves asks nothing more.
        assert_eq!(made.asked, asks.asked);
        assert!(made.moves > 10 * asks.moves, "{} moves", made.moves);
        let positions = asks.queries + asks.moves;
        for question in ["pins", "targets"] {
            assert_eq!(of(asks, question).times, positions, "{question}");
        }
        // Checkers alone; no move is asked about.
        assert_eq!(of(asks, "checks").times, positions);
        assert!(of(asks, "sliders").times > 4 * positions);
        for question in ["legality", "exchange", "xrays", "distance", "deltas", "index"] {
            assert_eq!(of(asks, question).times, 0, "{question}");
        }
    }
}
