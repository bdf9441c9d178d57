//! Orders that differ between sets: pairs of variants that one set calls faster and another
//! slower, and crossovers that lie elsewhere.

use super::{MOST_PAIRS, View, cell};
use crate::crossover::{Crossover, crossovers};
use crate::figures::{NOT_MEASURED, Place, Ratio, words};
use crate::format;
use crate::page::Cell;
use records::{Context, Table, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// The pairs of variants that differ between sets.
#[derive(Debug, Default)]
pub(super) struct Orders {
    /// [`MOST_PAIRS`] at most; of orders those that are farthest apart.
    pub(super) rows: Vec<Row>,
    /// How many there are.
    pub(super) found: usize,
    /// How many pairs several sets compared.
    pub(super) compared: usize,
}

/// A pair of variants that differs between sets.
#[derive(Debug)]
pub(super) struct Row {
    /// Both names, as a sentence has them.
    pub(super) pair: String,
    pub(super) place: String,
    /// By set.
    pub(super) cells: Vec<Cell>,
}

impl Orders {
    /// The pairs of a study whose order is certain in two sets at one of these places, and
    /// opposite.
    pub(super) fn turned(places: &[Place<'_>], views: &[View<'_>]) -> Orders {
        let (mut found, mut compared, mut farthest) = (0, 0, Vec::new());
        for &place in places {
            let tables = views.iter().filter_map(|view| view.figures.table(place));
            let names: BTreeSet<_> = tables.flat_map(Table::variants).map(String::as_str).collect();
            let names: Vec<_> = names.into_iter().collect();
            let pairs = (0..names.len()).flat_map(|i| (i + 1..names.len()).map(move |j| (i, j)));
            for (against, of) in pairs.map(|(i, j)| (names[i], names[j])) {
                let ratio = |view: &View<'_>| view.figures.ratio(of, against, place);
                let ratios: Vec<_> = views.iter().filter_map(ratio).collect();
                compared += usize::from(ratios.len() > 1);
                if let Some(apart) = apart(&ratios) {
                    found += 1;
                    farthest.push((apart, of, against, place));
                    if farthest.len() == 2 * MOST_PAIRS {
                        keep_farthest(&mut farthest);
                    }
                }
            }
        }
        keep_farthest(&mut farthest);
        let row = |(_, of, against, place): (f64, &str, &str, Place<'_>)| Row {
            pair: format!("{of} by {against}"),
            place: words(place),
            cells: views.iter().map(|view| ratio(of, against, place, view)).collect(),
        };
        Orders { rows: farthest.into_iter().map(row).collect(), found, compared }
    }

    /// The pairs of a study whose crossovers certainly lie elsewhere in another set, or are
    /// not there: one set is certain of an order where the other is certain of the opposite.
    pub(super) fn crossovers(study: &str, views: &[View<'_>]) -> Orders {
        let right: Vec<_> = views.iter().map(|view| right(study, view)).collect();
        let tables = views.iter().flat_map(|view| {
            let along = [Context::Beside, Context::Upkeep];
            along.into_iter().flat_map(|context| view.figures.tables(study, context))
        });
        let mut orders = Orders::default();
        for place in tables.map(Place::of).collect::<BTreeSet<_>>() {
            // By pair and set.
            let mut pairs: BTreeMap<_, Vec<Option<Said<'_>>>> = BTreeMap::new();
            for (set, view) in views.iter().enumerate() {
                let Some(table) = view.figures.table(place) else { continue };
                for crossover in crossovers(table, view.figures.reach()) {
                    let (a, b) = (crossover.variant, crossover.against);
                    if right[set].contains(a) && right[set].contains(b) {
                        let pair = if a < b { (a, b) } else { (b, a) };
                        let certain = certain(table, &crossover, pair.0);
                        let found = pairs.entry(pair).or_insert_with(|| vec![None; views.len()]);
                        found[set] = Some((crossover, certain));
                    }
                }
            }
            for ((a, b), found) in pairs {
                let known = || found.iter().flatten();
                orders.compared += usize::from(known().count() > 1);
                let changes = known().any(|(crossover, _)| !crossover.changes.is_empty());
                let contradicted = |one: &[Certain]| known().any(|(_, two)| contradict(one, two));
                if changes && known().any(|(_, certain)| contradicted(certain)) {
                    let told = |found: &Option<Said<'_>>| {
                        found.as_ref().map_or_else(
                            || Cell::words(NOT_MEASURED),
                            |(crossover, _)| {
                                let (fact, ends) = crossover.fact();
                                cell(fact, vec![ends])
                            },
                        )
                    };
                    orders.push(|| Row {
                        pair: format!("{a} and {b}"),
                        place: words(place),
                        cells: found.iter().map(told).collect(),
                    });
                }
            }
        }
        orders
    }

    fn push(&mut self, row: impl FnOnce() -> Row) {
        self.found += 1;
        if self.rows.len() < MOST_PAIRS {
            self.rows.push(row());
        }
    }
}

/// How far apart the nearest ends of the intervals of a pair are, where ratios are certain of
/// opposite orders; nothing where none are.
fn apart(ratios: &[Ratio]) -> Option<f64> {
    let of = |wanted| ratios.iter().filter(move |ratio| ratio.verdict == wanted);
    let slowest = of(Verdict::Slower).map(|ratio| ratio.figure.low).reduce(f64::max)?;
    let fastest = of(Verdict::Faster).map(|ratio| ratio.figure.high).reduce(f64::min)?;
    Some(slowest / fastest)
}

/// Sorts pairs, those farthest apart first, and keeps as many as are shown.
fn keep_farthest<T>(pairs: &mut Vec<(f64, &str, &str, T)>) {
    pairs.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    pairs.truncate(MOST_PAIRS);
}

/// What a set says of a pair, and where it is certain of that.
type Said<'a> = (Crossover<'a>, Vec<Certain>);

/// The names of a set's variants that answer rightly.
fn right<'a>(study: &str, view: &View<'a>) -> BTreeSet<&'a str> {
    view.figures.right(study).map(|variant| variant.name.as_str()).collect()
}

/// The verdict of a set on a pair, and the ratio with its interval.
fn ratio(of: &str, against: &str, place: Place<'_>, view: &View<'_>) -> Cell {
    match view.figures.ratio(of, against, place) {
        Some(Ratio { figure, verdict }) => {
            cell(verdict.name(), vec![format::figure(figure, format::ratio)])
        }
        None => Cell::words(view.figures.absence(place)),
    }
}

/// A range of the parameter with a certain order at both of its ends and no certain change
/// inside.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Certain {
    from: f64,
    to: f64,
    verdict: Verdict,
}

/// Where the order of a pair is certain, as verdicts on this one of the two.
fn certain(table: &Table, crossover: &Crossover<'_>, of: &str) -> Vec<Certain> {
    let Some(numbers) = table.number(crossover.variant).zip(table.number(crossover.against)) else {
        return Vec::new();
    };
    let is_certain = |verdict: Option<Verdict>| verdict.is_some_and(Verdict::is_order);
    let steps = table.steps.iter().filter(|step| is_certain(step.verdict(numbers.0, numbers.1)));
    let values = steps.filter_map(|step| step.at).filter(|at| *at <= crossover.range);
    let values: Vec<_> = values.map(|at| at as f64).collect();
    let (Some(&begin), Some(&end)) = (values.first(), values.last()) else { return Vec::new() };
    let changes = || crossover.changes.iter();
    let begins = [begin].into_iter().chain(changes().map(|change| change.high));
    let ends = changes().map(|change| change.low).chain([end]);
    let first = if crossover.variant == of { crossover.first } else { crossover.first.inverse() };
    let verdicts = [first, first.inverse()].into_iter().cycle();
    let ranges = begins.zip(ends).zip(verdicts);
    ranges.map(|((from, to), verdict)| Certain { from, to, verdict }).collect()
}

/// Whether two sets are certain of opposite orders at some value.
fn contradict(a: &[Certain], b: &[Certain]) -> bool {
    let meet = |a: &Certain, b: &Certain| a.from.max(b.from) <= a.to.min(b.to);
    a.iter().any(|a| b.iter().any(|b| a.verdict == b.verdict.inverse() && meet(a, b)))
}
