//! Nodes per second by choice of lookup, and the kinds of engines that a search is like.

use crate::view::{PERFT, SEARCH, View, counted};
use crate::words;
use records::{Asked, Asks, Figure, Setting, Variant};
use serde::Serialize;

/// The kinds of engines that answers are for, each with an engine that is like it. The search has
/// a stream of each; other streams decide nothing.
pub(crate) const KINDS: [(&str, &str); 3] =
    [("classical", "Stockfish 11"), ("network", "Carp 3"), ("threats", "Stockfish 18")];

/// Counts that describe a node.
pub(crate) const NODE: [&str; 3] = ["instructions", "branches", "mispredicted branches"];

/// A profile of the search: the rest of a node's work.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Profile {
    /// The stream's name.
    pub(crate) name: String,
    /// The engine that it is like; empty if it is like none.
    pub(crate) like: String,
    /// Half of the median interval of a gain.
    pub(crate) half_width: f64,
    /// Time of a node of the base, and its unit.
    pub(crate) node: Figure,
    pub(crate) unit: String,
    /// The deviation of builds that the intervals hold; `None` before version 7 of the method.
    pub(crate) luck: Option<f64>,
    /// The number of choices that cannot differ from the base, and their gain over it.
    pub(crate) neutral: Option<(usize, Figure)>,
    /// Lookups a node by question.
    pub(crate) asked: Vec<(String, f64)>,
    /// Rows of weights, and moves made, a node.
    pub(crate) rows: Option<f64>,
    pub(crate) moves: Option<f64>,
    /// What Callgrind counted of a node, in the order of [`NODE`].
    pub(crate) counts: Vec<Option<f64>>,
}

impl Profile {
    pub(crate) fn is_kind(&self) -> bool {
        !self.like.is_empty()
    }

    pub(crate) fn rate(&self, question: &str) -> f64 {
        self.asked.iter().filter(|(name, _)| name == question).map(|(_, rate)| rate).sum()
    }
}

pub(crate) fn in_search(stream: &str) -> Setting<'_> {
    Setting::hot(SEARCH, stream, false)
}

/// The profiles that a search was timed on, in the order of its streams.
pub(crate) fn profiles(view: &View<'_>) -> Vec<Profile> {
    let streams = view.question(SEARCH).into_iter().flat_map(|question| &question.streams);
    streams.filter_map(|stream| profile(view, &stream.name)).collect()
}

fn profile(view: &View<'_>, name: &str) -> Option<Profile> {
    let setting = in_search(name);
    let (table, step) = view.step(setting)?;
    let gains = table.variants().iter().skip(1).filter_map(|it| view.gain(setting, it, SEARCH));
    let mut widths: Vec<_> = gains.map(|gain| (gain.high - gain.low) / 2.0).collect();
    widths.sort_by(f64::total_cmp);
    let half_width = *widths.get(widths.len() / 2)?;
    let asks = view.asks(SEARCH, name);
    let count = view.counts(SEARCH).find(|it| it.variant == SEARCH && it.stream == name);
    let per_node = |total: fn(&Asks) -> u64| asks.map(|it| total(it) as f64 / it.queries as f64);
    let asked = asks.into_iter().flat_map(|asks| {
        asks.asked.iter().map(|one: &Asked| (one.question.clone(), asks.lookups(one)))
    });
    Some(Profile {
        name: name.to_owned(),
        like: like(name).to_owned(),
        half_width,
        node: view.time(setting, SEARCH)?,
        unit: table.unit.name().to_owned(),
        luck: step.luck,
        neutral: step.neutral.as_ref().map(|neutral| (neutral.of.len(), gain_of(neutral.ratio))),
        asked: asked.collect(),
        rows: per_node(|asks| asks.rows),
        moves: per_node(|asks| asks.moves),
        counts: NODE.iter().map(|what| counted(count?, what)).collect(),
    })
}

/// A ratio of times as a gain in nodes per second.
fn gain_of(ratio: Figure) -> Figure {
    ratio.inverse().map(|ratio| ratio - 1.0)
}

pub(crate) fn like(name: &str) -> &'static str {
    KINDS.iter().find(|(kind, _)| *kind == name).map_or("", |(_, engine)| engine)
}

/// The choice of the search that differs from the base in this variant alone.
pub(crate) fn choice<'a>(view: &View<'a>, variant: &Variant) -> Option<&'a Variant> {
    if !view.is_over_usual(variant) {
        return None;
    }
    let name = format!("{SEARCH}+{}", variant.technique());
    let is_usual = view.usual(&variant.question) == Some(&variant.name);
    let name = if is_usual { SEARCH } else { name.as_str() };
    view.variant(SEARCH, name).filter(|choice| !choice.is_wrong())
}

/// What a variant gains in a profile in place of another, as far as a search measured both.
pub(crate) fn worth(view: &View<'_>, kind: &str, of: &Variant, over: &Variant) -> Option<Figure> {
    let (of, over) = (choice(view, of)?, choice(view, over)?);
    view.gain(in_search(kind), &of.name, &over.name)
}

/// A choice of lookups with its gains.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Choice {
    /// Its name in records, such as `search+sliders-pext`.
    pub(crate) name: String,
    pub(crate) question: String,
    pub(crate) technique: String,
    /// What figures call it, such as "sliders: PEXT".
    pub(crate) label: String,
    pub(crate) bytes: u64,
    pub(crate) chips: Vec<String>,
    /// Over the base, in the order of the profiles.
    pub(crate) gains: Vec<Option<Figure>>,
    /// In positions a second, counting moves alone.
    pub(crate) perft: Option<Figure>,
}

/// All choices, by the mean gain in the profiles of real engines, the best first.
pub(crate) fn choices(view: &View<'_>, profiles: &[Profile]) -> Vec<Choice> {
    let variants = view.questions().flat_map(|question| view.variants(&question.name));
    let with_gains = |variant: &Variant| {
        let name = &choice(view, variant)?.name;
        let gain = |profile: &Profile| view.gain(in_search(&profile.name), name, SEARCH);
        let gains: Vec<_> = profiles.iter().map(gain).collect();
        let perft = name.replacen(SEARCH, PERFT, 1);
        let is_other = name != SEARCH;
        is_other.then(|| Choice {
            name: name.clone(),
            question: variant.question.clone(),
            technique: variant.technique().to_owned(),
            label: format!("{}: {}", variant.question, view.short(variant)),
            bytes: view.own_bytes(variant),
            chips: view.chips(variant),
            gains,
            perft: view.gain(view.hot(PERFT, false), &perft, PERFT),
        })
    };
    let mut choices: Vec<_> = variants.filter_map(with_gains).collect();
    let mean = |choice: &Choice| {
        let kinds = choice.gains.iter().zip(profiles).filter(|(_, profile)| profile.is_kind());
        words::mean(kinds.filter_map(|(gain, _)| Some((*gain)?.value))).unwrap_or_default()
    };
    choices.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    choices
}

/// The line that testers of engines use, as if two executables had been run in turn.
pub(crate) fn pasted(view: &View<'_>, profile: &Profile, choice: &Choice) -> Option<String> {
    let setting = in_search(&profile.name);
    let gain = view.gain(setting, &choice.name, SEARCH)?;
    let (_, step) = view.step(setting)?;
    let (speedup, half) = (words::gain(gain.value), words::half_width(gain));
    let machine = &view.records.machine;
    Some(format!(
        "speedup = {}% +/- {half}%, {} runs, base {SEARCH}, test {}, {} ({}), {}",
        speedup.trim_end_matches(" %"),
        step.rounds,
        choice.name,
        machine.cpu,
        machine.build,
        setting.stream
    ))
}
