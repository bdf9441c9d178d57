//! Counts how often a program asks each question.
//!
//! A choice of lookups made of [counting](super::counting) variants tells what a search or a perft
//! asks.
//!
//! Sliders, squares in between and squares behind count wherever they are asked, also within
//! answers to other questions: all of that changes with the variant. Other questions count only if
//! the engine itself asks them. A queen asks for a rook and a bishop.

use super::counting::{self, Counting};
use crate::kernel::{Answer, Nothing};
use crate::lookups::{COUNTED, Lookup};
use crate::streams::{Query, Source, Stream};
use crate::variant::{Account, name_of};
use deltas_sliders::BySliders;
use engine::Lookups;
use engine::choices;
use engine::lookups::Modern;
use lookup::Base;
use raypass_rectangular::Rectangular;
use records::{Asked, Asks};
use std::cell::Cell;

thread_local! {
    static MOVES: Cell<u64> = const { Cell::new(0) };
}

/// The base over counting sliders and counting squares in between.
type Within = Modern<
    Counting<<choices::Base as Lookups>::Sliders>,
    Counting<<choices::Base as Lookups>::Between>,
>;

/// The base with all its variants counting.
#[derive(Clone, Copy, Debug)]
pub(super) enum CountingBase {}

impl Lookups for CountingBase {
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
    type Targets = Counting<<Within as Lookups>::Targets>;
    type Distance = Counting<<Within as Lookups>::Distance>;
    type Deltas = Counting<BySliders<<Within as Lookups>::Sliders, Counting<Rectangular>>>;
    type Index = Counting<<Within as Lookups>::Index>;
    type Serialize = Counting<<Within as Lookups>::Serialize>;
    type Order = Counting<<Within as Lookups>::Order>;
    type Threats = Counting<<Within as Lookups>::Threats>;
    type Threshold = Counting<<Within as Lookups>::Threshold>;
    type Attacked = <Within as Lookups>::Attacked;
}

/// The questions asked of each variant of a choice, with their counts.
fn asked<L: Lookups>() -> Vec<Asked> {
    let variant = |lookup| match lookup {
        Lookup::Sliders => name_of::<L::Sliders>(),
        Lookup::Between => name_of::<L::Between>(),
        Lookup::Attackers | Lookup::Attacked => name_of::<L::Attackers>(),
        Lookup::Pins => name_of::<L::Pins>(),
        Lookup::Checkers | Lookup::GivesCheck => name_of::<L::Checks>(),
        Lookup::Legality => name_of::<L::Legality>(),
        Lookup::Targets => name_of::<L::Targets>(),
        Lookup::Distance => name_of::<L::Distance>(),
        Lookup::RayPass => name_of::<Rectangular>(),
        Lookup::Deltas => name_of::<L::Deltas>(),
        Lookup::Index => name_of::<L::Index>(),
        Lookup::Serialize => name_of::<L::Serialize>(),
        Lookup::Order => name_of::<L::Order>(),
        Lookup::Threats => name_of::<L::Threats>(),
        Lookup::Threshold => name_of::<L::Threshold>(),
    };
    let asked = |(lookup, question, stream): (Lookup, &str, &str)| {
        let (times, variant) = (counting::calls(lookup), variant(lookup));
        Asked { question: question.to_owned(), stream: stream.to_owned(), variant, times }
    };
    COUNTED.map(asked).into()
}

/// The questions that the program `A` asks of [`CountingBase`] on part 0 of each stream, in windows
/// of this length. `rows` gives the number of rows of weights that a window touched.
pub(super) fn asks<A: Answer<Q>, Q: Query>(
    sources: &[Source<Q>],
    window: usize,
    rows: fn(&Q::Dataset) -> u64,
) -> Account {
    let of = |source: &Source<Q>| {
        let Stream { queries, dataset } = (source.draw)(0);
        counting::forget();
        MOVES.set(0);
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

#[cfg(test)]
mod tests {
    use crate::questions::{perft, search};
    use engine::Lookups;
    use engine::choices::Base;
    use records::{Asked, Asks};
    use std::sync::LazyLock;

    fn of<'a>(asks: &'a Asks, question: &str) -> &'a Asked {
        asks.asked.iter().find(|asked| asked.question == question).unwrap()
    }

    /// The number of times a question was asked, by any function.
    fn times(asks: &Asks, question: &str) -> u64 {
        let asked = asks.asked.iter().filter(|asked| asked.question == question);
        asked.map(|asked| asked.times).sum()
    }

    /// Every lookup that is counted, with the stream that times it and its variant in the base.
    const EVERY: [[&str; 3]; 17] = [
        ["sliders", "games", "sliders-magic"],
        ["between", "positions", "between-rectangular"],
        ["attackers", "exchanges", "attackers-super-piece+sliders-magic"],
        ["attackers", "positions", "attackers-super-piece+sliders-magic"],
        ["pins", "positions", "pins-xray+sliders-magic+between-rectangular"],
        ["checks", "positions", "checks-by-move+attacked-one-word+between-rectangular"],
        ["checks", "moves", "checks-by-move+attacked-one-word+between-rectangular"],
        ["legality", "positions", "legality-getter+sliders-magic"],
        ["targets", "positions", "targets-by-piece+sliders-magic"],
        ["distance", "positions", "distance-table"],
        ["raypass", "positions", "raypass-rectangular"],
        ["deltas", "games", "deltas-sliders+sliders-magic+raypass-rectangular"],
        ["index", "positions", "index-three-tables"],
        ["serialize", "pieces", "serialize-scan"],
        ["order", "searches", "order-selection"],
        ["threats", "positions", "threats-loop+sliders-magic"],
        ["threshold", "searches", "threshold-trivial-first+sliders-magic+between-rectangular"],
    ];

    /// What a search asks, which takes seconds to count.
    static SEARCH: LazyLock<Vec<Asks>> = LazyLock::new(|| search::counted().asks);

    /// The streams, with their numbers of queries, if each counts every lookup.
    fn counted(asks: &[Asks]) -> Vec<(&str, u64)> {
        let stream = |asks: &Asks| {
            let names = asks.asked.iter().map(|it| [&*it.question, &*it.stream, &*it.variant]);
            assert_eq!(names.collect::<Vec<_>>(), EVERY);
        };
        asks.iter().for_each(stream);
        asks.iter().map(|it| (&*it.stream, it.queries)).collect()
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
        let found = &*SEARCH;
        assert_eq!(*found, search::counted().asks);
        // 16 searches of 8192 nodes.
        let streams = ["classical", "network", "threats", "material"];
        assert_eq!(counted(found), streams.map(|stream| (stream, 131_072)));
        let [classical, network, threats, material] = &found[..] else { panic!("{found:?}") };
        for asks in found {
            let times = |question| times(asks, question);
            // Two for each square asked about, and four for pins. Few exchanges ask for any.
            let implied = 2 * times("attackers") + 4 * times("pins");
            assert!(times("sliders") > implied, "{asks:?}");
            // A node generates its moves after it looks for pins, and not all nodes do either.
            assert!(times("targets") <= times("pins") && times("pins") < asks.queries);
            // Before a move is made, the engine asks whether it gives check.
            assert!(times("checks") > asks.moves && asks.moves > asks.queries / 2, "{asks:?}");
            assert_eq!(of(asks, "pins").variant, "pins-xray+sliders-magic+between-rectangular");
        }
        // The nodes are the same, and so are all questions.
        assert_eq!((&network.asked, network.moves), (&material.asked, material.moves));
        assert_eq!([classical, material].map(|asks| asks.rows), [0; 2]);
        for asks in [classical, material, network] {
            let relations = ["raypass", "deltas", "index"].map(|question| of(asks, question).times);
            assert_eq!(relations, [0; 3]);
        }
        // Here too, but for those about the first positions.
        assert_eq!(threats.moves, material.moves);
        assert_eq!(of(threats, "deltas").times, threats.moves);
        // A row is looked up when a position that its relations lead to is evaluated.
        assert_eq!(of(threats, "index").times, threats.rows - network.rows);
        for question in ["pins", "checks", "legality", "threshold", "targets"] {
            assert_eq!(times(threats, question), times(material, question), "{question}");
        }
    }

    /// Each profile asks as often as the engine that it is like, and as often as its text says.
    #[test]
    fn profiles_ask_as_often_as_real_engines() {
        let text = include_str!("../../../../crates/engine/src/memory.rs");
        for (asks, engine) in SEARCH.iter().zip([Some([15.3, 0.6]), Some([10.8, 0.12]), None]) {
            let rate = |question| times(asks, question) as f64 / asks.queries as f64;
            let [sliders, between] = ["sliders", "between"].map(rate);
            let row = format!("| `{}` | {sliders:.1} | {between:.2} | ", asks.stream);
            assert!(text.contains(&row), "expected {row:?} among the profiles of the engine");
            if let Some([theirs, few]) = engine {
                assert!((sliders / theirs - 1.0).abs() < 0.2, "{row}");
                // Ours finds pins for exchanges apart from those for legality, engines both at once.
                assert!((0.9 * few..1.2).contains(&between), "{row}");
            }
        }
    }

    #[test]
    fn what_perft_asks_is_plausible_and_the_same_again() {
        let found = perft::account().asks;
        assert_eq!(found, perft::account().asks);
        assert_eq!(counted(&found), [("positions", 4096), ("perft-to-the-end", 4096)]);
        let [asks, made] = &found[..] else { panic!("{found:?}") };
        // Making the last moves asks nothing more.
        assert_eq!(made.asked, asks.asked);
        assert!(made.moves > 10 * asks.moves, "{} moves", made.moves);
        let positions = asks.queries + asks.moves;
        for question in ["pins", "targets"] {
            assert_eq!(of(asks, question).times, positions, "{question}");
        }
        // Checkers alone; no move is asked about.
        assert_eq!(times(asks, "checks"), positions);
        for question in ["legality", "threshold", "distance", "deltas", "index", "order"] {
            assert_eq!(of(asks, question).times, 0, "{question}");
        }
    }
}
