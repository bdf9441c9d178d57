//! What changed beyond the noise between two sets of records of one machine.

use super::{MOST_PAIRS, View, facts, places, short};
use crate::figures::{Figures, Place, words};
use crate::format::{self, id};
use crate::noise;
use crate::page::Cell;
use askama::Template;
use records::{Figure, NULL, Study};

/// Two sets of records of one machine.
#[derive(Debug, Template)]
#[template(path = "comparison-changes.html")]
pub(super) struct Changes<'a> {
    /// The set that comes first.
    before: &'a str,
    after: &'a str,
    /// What else differs between them: the fact and both values.
    builds: Vec<(&'static str, String, String)>,
    ratios: Tally,
    /// The raw times, or why they are not compared.
    times: Result<Tally, String>,
}

/// How many figures were compared, and those that changed.
#[derive(Debug, Default)]
struct Tally {
    compared: usize,
    changed: usize,
    /// Those of tables without copies of the reference, of which nothing is claimed.
    unjudged: usize,
    /// The changes, [`MOST_PAIRS`] at most.
    rows: Vec<Row>,
}

/// A change beyond the noise.
#[derive(Debug)]
struct Row {
    id: String,
    variant: String,
    place: String,
    /// Before, after, and the change.
    cells: [Cell; 3],
    /// Whether the loop without a lookup changed in this table, too.
    with_loop: bool,
}

/// A place that both sets measured, and what it takes to claim a change there.
struct Both<'a> {
    place: Place<'a>,
    /// Nothing if a set has no copies of the reference.
    margin: Option<f64>,
    /// Whether the loop without a lookup changed.
    loop_changed: bool,
}

/// Each set with the first one before it that is of the same machine.
pub(super) fn pairs<'v, 'a>(views: &'v [View<'a>]) -> impl Iterator<Item = [&'v View<'a>; 2]> {
    views.iter().enumerate().filter_map(|(i, after)| {
        let before = views[..i].iter().find(|before| is_same_machine(before, after))?;
        Some([before, after])
    })
}

/// Whether all that the records say of the two machines agrees.
fn is_same_machine(a: &View<'_>, b: &View<'_>) -> bool {
    let [a, b] = [a, b].map(|view| &view.figures.records.machine);
    (&a.cpu, a.caches, &a.os, a.virtualised) == (&b.cpu, b.caches, &b.os, b.virtualised)
}

impl<'v> Changes<'v> {
    pub(super) fn of<'a>(studies: &[&'a Study], [before, after]: [&'v View<'a>; 2]) -> Changes<'v> {
        let mut ratios = Tally::default();
        let mut times = match (before.meter(), after.meter()) {
            (Some(a), Some(b)) if a == b => Ok(Tally::default()),
            meters => {
                let meter =
                    |meter: Option<&str>| meter.map_or("an unknown meter".to_owned(), short);
                let [a, b] = [meters.0, meters.1].map(meter);
                Err(format!("{} by {a}, {} by {b}", before.label, after.label))
            }
        };
        let [a, b] = [before, after].map(|view| &view.figures);
        for study in studies {
            let is_comparable = times.is_ok() && a.unit(&study.name) == b.unit(&study.name);
            let variants: Vec<_> = a.contenders(&study.name).map(|v| v.name.as_str()).collect();
            for place in places(study, [before, after]) {
                let raw = |name: &str| {
                    let raw = |figures: &Figures<'_>| figures.time(name, place).raw;
                    raw(a).zip(raw(b)).filter(|_| is_comparable)
                };
                let margin = margin([a, b], place);
                let null = raw(NULL).zip(margin);
                let loop_changed = null.is_some_and(|((a, b), by)| change(a, b, by).is_some());
                let both = Both { place, margin, loop_changed };
                let reference = a.reference(place).filter(|r| b.reference(place) == Some(r));
                for name in &variants {
                    let ratio = |figures: &Figures<'_>| {
                        let reference = reference.filter(|reference| reference != name)?;
                        Some(figures.ratio(name, reference, place)?.figure)
                    };
                    ratios.judge(name, &both, ratio(a).zip(ratio(b)), format::ratio);
                }
                if let Ok(times) = &mut times {
                    for name in variants.iter().copied().chain([NULL]) {
                        times.judge(name, &both, raw(name), format::time);
                    }
                }
            }
        }
        let both = facts(before).into_iter().zip(facts(after));
        let builds =
            both.map(|((name, a), (_, b))| (name, a, b)).filter(|(_, a, b)| a != b).collect();
        Changes { before: &before.label, after: &after.label, builds, ratios, times }
    }

    /// What changed, in a sentence; nothing if nothing did.
    pub(super) fn finding(&self) -> Option<String> {
        let Changes { before, after, ratios, times, .. } = self;
        let times = times.as_ref().ok();
        let changed = [(Some(ratios), "ratios to the reference"), (times, "times")];
        let told = changed.into_iter().filter_map(|(tally, what)| {
            let tally = tally.filter(|tally| tally.changed > 0)?;
            Some(format!("{} of {} {what}", tally.changed, tally.compared))
        });
        let told: Vec<_> = told.collect();
        let changed = format::list(&told);
        (!told.is_empty()).then(|| {
            format!("{before} to {after}, the same machine: beyond the noise, {changed} changed.")
        })
    }
}

impl Tally {
    /// Compares a figure before and after, and counts what may be said of it.
    fn judge(
        &mut self,
        variant: &str,
        both: &Both<'_>,
        figures: Option<(Figure, Figure)>,
        text: fn(f64) -> String,
    ) {
        let Some((before, after)) = figures else { return };
        let &Both { place, margin, loop_changed } = both;
        let Some(margin) = margin else {
            self.unjudged += 1;
            return;
        };
        self.compared += 1;
        let Some(change) = change(before, after, margin) else { return };
        self.changed += 1;
        if self.rows.len() < MOST_PAIRS {
            let cell = |figure, text| Cell::interval(Some(figure), text, "");
            self.rows.push(Row {
                id: id(place.study, variant),
                variant: variant.to_owned(),
                place: format!("{}, {}", place.study, words(place)),
                cells: [cell(before, text), cell(after, text), cell(change, format::difference)],
                with_loop: loop_changed && variant != NULL,
            });
        }
    }

    /// The changes that there was no room for.
    fn left_out(&self) -> usize {
        self.changed - self.rows.len()
    }
}

/// How much a figure of a table has to change, as a logarithm, before that is said: more
/// than the noise of either table. Nothing if a table has no copies to tell its noise.
fn margin(sets: [&Figures<'_>; 2], place: Place<'_>) -> Option<f64> {
    let noise = |figures: &Figures<'_>| {
        let has_copies = !figures.step(place)?.copies.is_empty();
        has_copies.then(|| noise::floor(figures, place).ln())
    };
    Some(noise(sets[0])?.max(noise(sets[1])?))
}

/// The later figure by the earlier one, if that is a change beyond the margin even between
/// the nearest ends of their intervals.
fn change(before: Figure, after: Figure, margin: f64) -> Option<Figure> {
    let change = after.over(before);
    let is_beyond = change.low.ln() > margin || change.high.ln() < -margin;
    let is_positive = before.low > 0.0 && after.low > 0.0;
    (is_positive && is_beyond && change.is_valid()).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_needs_intervals_that_are_further_apart_than_the_margin() {
        let figure = |value: f64| Figure { value, low: value - 0.01, high: value + 0.01 };
        let margin = 1.005_f64.ln();
        assert!(change(figure(2.0), figure(2.1), margin).is_some());
        assert!(change(figure(2.1), figure(2.0), margin).is_some());
        assert!(change(figure(2.0), figure(2.025), margin).is_none(), "apart, but not enough");
        assert!(change(figure(2.0), figure(2.1), 1.1_f64.ln()).is_none());
        assert!(change(figure(0.005), figure(2.0), margin).is_none(), "no time is below zero");
    }
}
