//! Predictions: nodes per second by the times of lookups alone, and how right they were. They are
//! never an answer.
//!
//! A variant gains the time that it saves alone, times how often a node asks. Predictors differ in
//! the time that they take. A search that was timed as well judges them.

use super::choices::{Choice, Profile, choice};
use crate::view::{FIRST_SOUND, SEARCH, View};
use crate::words::mean;
use records::{Asked, Figure, Setting, Variant};
use serde::Serialize;
use std::cmp::Ordering;
use std::ops::Add;

/// The time of a lookup that a prediction takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Predictor {
    Throughput,
    Latency,
    /// Throughput beside a working set of the size of the search's hash table.
    Beside,
}

/// All of them, with their names.
pub(crate) const PREDICTORS: [(Predictor, &str); 3] = [
    (Predictor::Throughput, "throughput"),
    (Predictor::Latency, "latency"),
    (Predictor::Beside, "throughput beside the working set"),
];

/// The hash table of the search.
const WORKING_SET: f64 = 1_048_576.0;

/// A node of an engine, and the set that times its lookups.
pub(crate) struct Node<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) time: f64,
    /// How often it asks, by kind of lookup.
    pub(crate) asks: Vec<(&'a Asked, f64)>,
}

impl<'a> Node<'a> {
    /// A node of the base of our search.
    pub(crate) fn of_base(view: &'a View<'a>, profile: &Profile) -> Node<'a> {
        let asks = view.asks(SEARCH, &profile.name).into_iter();
        let asks = asks.flat_map(|asks| asks.asked.iter().map(|one| (one, asks.lookups(one))));
        Node { view, time: profile.node.value, asks: asks.collect() }
    }

    /// What a variant in place of the usual one changes in nodes per second, or why nobody knows.
    pub(crate) fn predict(&self, variant: &Variant, by: Predictor) -> Result<Figure, &'static str> {
        let is_it = |(asked, rate): &&(&Asked, f64)| asked.question == variant.study && *rate > 0.0;
        let longer = self.asks.iter().filter(is_it).map(|(asked, rate)| {
            Some(self.longer(asked, &variant.name, by)?.map(|time| time * rate))
        });
        let longer: Option<Vec<_>> = longer.collect();
        let longer = longer.ok_or("not measured: not timed alone")?.into_iter().reduce(Add::add);
        let is_counted = !self.asks.is_empty();
        let why = if is_counted { "not asked" } else { "not measured: lookups were not counted" };
        let share = longer.ok_or(why)?.map(|time| time / self.time);
        // A node cannot take less than no time.
        let is_possible = share.low > -1.0;
        let gain = || share.map(|share| 1.0 + share).inverse().map(|ratio| ratio - 1.0);
        is_possible.then(gain).ok_or("more than a node takes")
    }

    /// How much longer than the usual way a lookup of this kind takes.
    fn longer(&self, asked: &Asked, variant: &str, by: Predictor) -> Option<Figure> {
        let (view, question) = (self.view, asked.question.as_str());
        let setting = match by {
            Predictor::Beside => self.beside(asked)?,
            _ => Setting::hot(question, &asked.stream, by == Predictor::Latency),
        };
        let mut streams = view.study(question)?.streams.iter();
        let stream = streams.find(|stream| stream.name == setting.stream)?;
        let usual = view.usual(question)?;
        let ratio = view.ratio(setting, variant, usual)?.figure;
        let query = view.time(setting, usual)?.value;
        stream.per_lookup(ratio.map(|ratio| (ratio - 1.0) * query))
    }

    /// Beside the working set nearest to the search's, on a stream of this kind of lookup or of
    /// none.
    fn beside(&self, asked: &Asked) -> Option<Setting<'a>> {
        let table = self.view.beside(&asked.question, &asked.stream)?;
        let mut others = self.asks.iter().filter(|(it, _)| it.question == asked.question);
        let is_other = others.any(|(it, _)| it.stream == table.stream && *it != asked);
        let sizes = table.steps.iter().filter(|step| step.has_figures());
        let sizes = sizes.filter_map(|step| step.at).filter(|at| *at > 0);
        let far = |at: &u64| (*at as f64 / WORKING_SET).ln().abs();
        let nearest = sizes.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        (!is_other).then(|| table.setting_at(Some(nearest)))
    }
}

/// What each of [`PREDICTORS`] says of a choice, and what was measured.
pub(crate) type Judged = ([f64; PREDICTORS.len()], f64);

/// By profile of real engines, the choices that all predictors speak of: none is judged by easier
/// ones. A search that errata touch judges nothing.
pub(crate) fn judged(view: &View<'_>, profiles: &[Profile], all: &[Choice]) -> Vec<Vec<Judged>> {
    let is_sound = view.records.runs.iter().all(|run| run.method >= FIRST_SOUND);
    let kinds = profiles.iter().enumerate().filter(|(_, it)| it.is_kind() && is_sound);
    let kinds = kinds.map(|(number, profile)| {
        let node = Node::of_base(view, profile);
        let known = all.iter().filter_map(|one| {
            let variant = view.variants(&one.question).find(|it| {
                it.technique() == one.technique
                    && choice(view, it).is_some_and(|choice| choice.name == one.name)
            })?;
            let says = |(by, _)| Some(node.predict(variant, by).ok()?.value);
            let says: Vec<_> = PREDICTORS.into_iter().filter_map(says).collect();
            Some((says.try_into().ok()?, one.gains[number]?.value))
        });
        known.collect()
    });
    kinds.collect()
}

/// How right predictions were.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Score {
    pub(crate) count: usize,
    /// The mean rank correlation in a profile; `None` where none has an order.
    pub(crate) rank: Option<f64>,
    /// The mean absolute error, as a share of nodes per second.
    pub(crate) error: f64,
}

/// The score of a predictor by number, or beyond the last one of "no change"; `None` if nothing
/// judges it.
pub(crate) fn score(judged: &[Vec<Judged>], number: usize) -> Option<Score> {
    let says = |one: &Judged| one.0.get(number).copied().unwrap_or_default();
    let errors = || judged.iter().flatten().map(|one| (says(one) - one.1).abs());
    let pairs = |all: &Vec<Judged>| all.iter().map(|one| [says(one), one.1]).collect::<Vec<_>>();
    let ranks = judged.iter().filter_map(|choices| rank_correlation(&pairs(choices)));
    Some(Score { count: errors().count(), rank: mean(ranks), error: mean(errors())? })
}

/// The number of the predictor of the least mean error; the first where nothing judges them.
pub(crate) fn best(judged: &[Vec<Judged>]) -> usize {
    let error = |number: &usize| score(judged, *number).map(|it| it.error);
    let order = |a: &usize, b: &usize| error(a).partial_cmp(&error(b)).unwrap_or(Ordering::Equal);
    (0..PREDICTORS.len()).min_by(order).unwrap_or_default()
}

/// Spearman's rank correlation; `None` of fewer than three, or where all of one side are equal.
pub(crate) fn rank_correlation(pairs: &[[f64; 2]]) -> Option<f64> {
    let order = |a: f64, b: f64| f64::from(i8::from(a > b) - i8::from(a < b));
    // Twice the rank around its mean; equal values share one.
    let ranks = |side: usize| {
        let of = move |a: &[f64; 2]| pairs.iter().map(|b| order(a[side], b[side])).sum::<f64>();
        pairs.iter().map(of)
    };
    let product = |one, other| ranks(one).zip(ranks(other)).map(|(a, b)| a * b).sum::<f64>();
    let spread = (product(0, 0) * product(1, 1)).sqrt();
    (pairs.len() > 2 && spread > 0.0).then(|| product(0, 1) / spread)
}
