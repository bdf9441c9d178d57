//! The tradeoffs that the project is named after: memory against time, way by way, on one machine.

use super::choices::{KINDS, worth};
use super::gains::{Named, is_common, named};
use super::question::BESIDE;
use crate::view::{View, counted};
use crate::words;
use records::{Count, Figure, Kind, Variant};
use serde::Serialize;

/// The questions whose tradeoffs the wiki describes: both answer something about two squares.
const QUESTIONS: [&str; 2] = ["between", "attacked"];
/// The caches whose misses are shown, in bytes.
pub(crate) const CACHES: [u64; 2] = [16 << 10, 32 << 10];

/// The ways to answer a question: those of the wiki, and of ours those that beat one of them in bytes
/// and time, and that no other of ours beats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Tradeoffs {
    pub(crate) question: String,
    pub(crate) title: String,
    pub(crate) machine: String,
    pub(crate) unit: String,
    /// In the order of bytes, the most first.
    pub(crate) ways: Vec<Way>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Way {
    pub(crate) named: Named,
    /// Whether the wiki describes it.
    pub(crate) is_of_wiki: bool,
    /// The time of one of many independent lookups, the loop included.
    pub(crate) time: Option<Figure>,
    /// The same where each query needs the answer before.
    pub(crate) waiting: Option<Figure>,
    /// The time beside a working set of [`BESIDE`] by that of the usual way.
    pub(crate) beside: Option<Figure>,
    pub(crate) instructions: Option<f64>,
    /// Misses of a first-level cache in 1,000 lookups, by [`CACHES`].
    pub(crate) misses: [Option<f64>; 2],
    /// Nodes per second over the usual way, by kind of engine.
    pub(crate) gains: Vec<Figure>,
    pub(crate) is_usual: bool,
}

/// The tradeoffs of a set.
pub(crate) fn tradeoffs(view: &View<'_>) -> Vec<Tradeoffs> {
    QUESTIONS.iter().filter_map(|question| of(view, question)).collect()
}

fn of(view: &View<'_>, question: &str) -> Option<Tradeoffs> {
    let setting = view.hot(question, false);
    let (table, _) = view.step(setting).filter(|_| view.is_sound(setting))?;
    let all: Vec<_> = view.variants(question).filter(|it| it.is_choice()).collect();
    let timed = |it: &&&Variant| view.time(setting, &it.name).is_some();
    let own = all.iter().filter(|it| is_common(it)).filter(timed);
    let (wiki, ours): (Vec<&Variant>, Vec<&Variant>) = own.partition(|it| it.kind == Kind::Cpw);
    let time = |it: &Variant| view.time(setting, &it.name).map_or(f64::MAX, |time| time.value);
    let beats = |one: &Variant, other: &Variant| {
        one.table_bytes <= other.table_bytes && time(one) < time(other)
    };
    let mut ours = frontier(&ours, |it| (it.table_bytes, time(it)));
    ours.retain(|one| wiki.iter().any(|it| beats(one, it)));
    let mut ways: Vec<_> = wiki.iter().chain(ours).map(|it| way(view, it)).collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.named.bytes));
    (!ways.is_empty()).then_some(Tradeoffs {
        question: question.to_owned(),
        title: view.question(question)?.title.clone(),
        machine: view.set.column(),
        unit: table.unit.name().to_owned(),
        ways,
    })
}

fn way(view: &View<'_>, variant: &Variant) -> Way {
    let (question, name) = (variant.question.as_str(), variant.name.as_str());
    let usual = view.usual(question).and_then(|usual| view.variant(question, usual));
    let is_usual = usual.is_some_and(|usual| usual.name == name);
    let beside = view.beside(question, view.main_stream(question)).and_then(|table| {
        view.by_usual(table.setting_at(Some(BESIDE)), name).map(|ratio| ratio.figure)
    });
    let stream = view.main_stream(question);
    let count = view.counts(question).filter(|it| it.variant == name);
    let count = count.max_by_key(|it| it.stream == stream);
    let gain = |(kind, _): &(&str, &str)| worth(view, kind, variant, usual?);
    Way {
        // A first engine pays for all of them.
        named: Named { bytes: variant.table_bytes, ..named(view, variant) },
        is_of_wiki: variant.kind == Kind::Cpw,
        time: view.time(view.hot(question, false), name),
        waiting: view.time(view.hot(question, true), name),
        beside: beside.filter(|_| !is_usual),
        instructions: count.and_then(|count| counted(count, "instructions")),
        misses: CACHES.map(|bytes| misses(count?, bytes)),
        gains: if is_usual { Vec::new() } else { KINDS.iter().filter_map(gain).collect() },
        is_usual,
    }
}

/// Misses in 1,000 queries of a first-level cache of this size.
fn misses(count: &Count, bytes: u64) -> Option<f64> {
    let swept = count.sweep.iter().find(|[size, _]| *size == bytes).map(|[_, misses]| *misses);
    let total = swept.or_else(|| count.l1_misses.filter(|_| bytes == USUAL_CACHE))?;
    Some(1000.0 * total as f64 / count.queries as f64)
}

/// The first-level cache that Callgrind simulates.
const USUAL_CACHE: u64 = 32 << 10;

/// Those that no other beats on both size and time, by size.
pub(crate) fn frontier<T>(all: &[T], of: impl Fn(&T) -> (u64, f64)) -> Vec<&T> {
    let is_beaten = |one: &&T| {
        let (size, time) = of(one);
        let mut others = all.iter().map(&of);
        others.any(|other| other.0 <= size && other.1 <= time && other != (size, time))
    };
    let mut best: Vec<_> = all.iter().filter(|one| !is_beaten(one)).collect();
    best.sort_by_key(|one| of(one).0);
    best
}

impl Tradeoffs {
    /// The heads of its columns.
    pub(crate) fn heads(&self) -> Vec<String> {
        let beside = format!("beside {}", words::size(BESIDE));
        let misses = format!("L1 misses in 1,000, {}", CACHES.map(words::size).join(" / "));
        ["way", "bytes", &*self.unit, "waiting", &beside, "instructions", &misses, "nodes/s"]
            .map(str::to_owned)
            .into()
    }
}

impl Way {
    /// Its cells, without its name.
    pub(crate) fn cells(&self) -> Vec<String> {
        let time =
            |time: Option<Figure>| time.map_or_else(String::new, |it| words::number(it.value, 2));
        let ratio =
            |ratio: Option<Figure>| ratio.map_or_else(String::new, |it| words::ratio(it.value));
        let misses =
            self.misses.map(|it| it.map_or_else(|| "–".to_owned(), |it| words::number(it, 0)));
        let has_misses = self.misses.iter().any(Option::is_some);
        let ends = words::ends(self.gains.iter().map(|gain| gain.value));
        let gains = ends.map(|ends| ends.map(words::per_cent));
        vec![
            words::thousands(self.named.bytes),
            time(self.time),
            time(self.waiting),
            if self.is_usual { words::ratio(1.0) } else { ratio(self.beside) },
            self.instructions.map_or_else(String::new, words::time),
            if has_misses { misses.join(" / ") } else { String::new() },
            match gains {
                _ if self.is_usual => "usual".to_owned(),
                Some([low, high]) if low == high => low,
                Some([low, high]) => format!("{low} … {high}"),
                None => String::new(),
            },
        ]
    }
}
