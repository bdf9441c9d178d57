//! Where orders turn between sets: pairs of variants that one set calls faster
//! and another slower, and turning points that lie elsewhere.

use super::super::figures::{self, PRESSURE, Parameters, Place, Ratio};
use super::super::plots::dependence;
use super::super::pressure::{self, Circumstances};
use super::{MOST_ROWS, View, words};
use crate::record::Turn;
use crate::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// A pair of variants whose order is certain in two sets, and opposite.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) place: String,
    /// Both names, as a sentence has them.
    pub(super) pair: String,
    /// By set: the verdict, and the ratio with its interval.
    pub(super) cells: Vec<Option<(&'static str, String)>>,
}

/// The turning point of a pair of variants, certainly not the same in two sets.
#[derive(Debug)]
pub(super) struct Turned {
    /// The visits in words.
    pub(super) visits: String,
    pub(super) pair: String,
    /// By set: who takes over where, and between which sizes that is certain.
    pub(super) cells: Vec<Option<(String, String)>>,
}

/// The pairs whose order turns between sets at these places, and how many
/// pairs were compared in several sets. Verdicts are those that were recorded.
pub(super) fn turned<'a>(places: &[Place<'a>], views: &[View<'a>]) -> (Vec<Order>, usize) {
    let (mut orders, mut compared) = (Vec::new(), 0);
    for &place in places {
        let pairs = views.iter().flat_map(|view| view.figures.pairs(place));
        let pairs: BTreeSet<_> = pairs.map(|(of, against)| sorted(of, against)).collect();
        for (of, against) in pairs {
            let ratios: Vec<_> =
                views.iter().map(|view| view.figures.ratio(of, against, place)).collect();
            let verdicts: Vec<_> = ratios.iter().filter_map(|ratio| (*ratio)?.verdict).collect();
            compared += usize::from(verdicts.len() > 1);
            let opposite =
                verdicts.contains(&Verdict::Faster) && verdicts.contains(&Verdict::Slower);
            if opposite && orders.len() < MOST_ROWS {
                orders.push(Order {
                    place: words(place),
                    pair: format!("{of} by {against}"),
                    cells: ratios.into_iter().map(|ratio| ratio.and_then(cell)).collect(),
                });
            }
        }
    }
    (orders, compared)
}

fn cell(ratio: Ratio) -> Option<(&'static str, String)> {
    let figure = ratio.figure;
    let [value, low, high] = [figure.value, figure.low, figure.high].map(figures::ratio);
    Some((ratio.verdict?.name(), format!("{value} ({low} to {high})")))
}

fn sorted<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    if a <= b { (a, b) } else { (b, a) }
}

/// Where the orders of a pair are certain in a set.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Certain {
    /// How the first of the pair compares at the beginning.
    first: Verdict,
    /// Up to here, in bytes, that is certain.
    until: f64,
    /// From here on the opposite is; infinite if that never happens.
    from: f64,
}

impl Certain {
    /// Whether two sets contradict each other at some size: one is certain of
    /// the order at the beginning where the other is certain of the opposite.
    fn contradicts(self, other: Certain) -> bool {
        self.first == other.first
            && self.first != Verdict::Tie
            && (self.from <= other.until || other.from <= self.until)
    }
}

/// The pairs of a study whose turning points certainly lie elsewhere in
/// another set, and how many pairs several sets have looked for one of.
pub(super) fn crossings<'a>(study: &'a str, views: &[View<'a>]) -> (Vec<Turned>, usize) {
    // By stream, visits and pair, what each set says.
    let mut found: BTreeMap<_, Vec<Option<&Turn>>> = BTreeMap::new();
    for (i, view) in views.iter().enumerate() {
        for (circumstances, turn) in pressure::turns(view.records, study) {
            let pair = sorted(&turn.variant, &turn.against);
            let key = (turn.stream.as_str(), circumstances, pair);
            found.entry(key).or_insert_with(|| vec![None; views.len()])[i] = Some(turn);
        }
    }
    found.retain(|_, turns| turns.iter().flatten().count() > 1);
    let searched = found.len();
    let mut crossings = Vec::new();
    for ((stream, circumstances, pair), turns) in found {
        let certain: Vec<_> = turns
            .iter()
            .zip(views)
            .filter_map(|(turn, view)| certain(view, (*turn)?, circumstances, pair))
            .collect();
        let contradicted = |a: &Certain| certain.iter().any(|b| a.contradicts(*b));
        if certain.iter().any(contradicted) && crossings.len() < MOST_ROWS {
            let Circumstances { visit, dependent } = circumstances;
            crossings.push(Turned {
                visits: format!("{stream}, visits of {visit}, {}", dependence(dependent)),
                pair: format!("{} and {}", pair.0, pair.1),
                cells: turns.into_iter().map(|turn| turn.map(pressure::fact)).collect(),
            });
        }
    }
    (crossings, searched)
}

/// Where the orders of a pair, in this order of its names, are certain.
fn certain(
    view: &View<'_>,
    turn: &Turn,
    circumstances: Circumstances,
    (of, against): (&str, &str),
) -> Option<Certain> {
    let Circumstances { visit, dependent } = circumstances;
    let recorded = figures::verdict(&turn.verdict)?;
    let first = match recorded {
        Verdict::Faster if turn.variant != of => Verdict::Slower,
        Verdict::Slower if turn.variant != of => Verdict::Faster,
        verdict => verdict,
    };
    if let Some([_, until, from]) = turn.at {
        return Some(Certain { first, until, from });
    }
    // It never turns as far as is known: certain up to the last size with that verdict.
    let holds = |bytes: u64| {
        let parameters = Parameters {
            dependent: Some(dependent.into()),
            visit: Some(visit),
            working_set: Some(bytes),
            l1_bytes: None,
            asked: None,
        };
        let place =
            Place { study: &turn.study, stream: &turn.stream, context: PRESSURE, parameters };
        let ratio = view.figures.ratio(of, against, place);
        ratio.is_some_and(|ratio| ratio.verdict == Some(first))
    };
    let sizes = view.figures.working_sets(&turn.study);
    let until = sizes.into_iter().rev().find(|bytes| holds(*bytes))?;
    Some(Certain { first, until: until as f64, from: f64::INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Faster, Slower};

    #[test]
    fn turning_points_differ_only_where_both_orders_are_certain_at_one_size() {
        let certain = |first, until, from| Certain { first, until, from };
        let early = certain(Slower, 4096.0, 16384.0);
        assert!(early.contradicts(certain(Slower, 16384.0, 32768.0)));
        assert!(certain(Slower, 16384.0, 32768.0).contradicts(early));
        assert!(early.contradicts(certain(Slower, 16384.0, f64::INFINITY)));
        assert!(!early.contradicts(certain(Slower, 8192.0, 32768.0)));
        assert!(!early.contradicts(certain(Faster, 16384.0, 32768.0)));
        assert!(!early.contradicts(early));
    }
}
