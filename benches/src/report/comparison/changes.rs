//! What changed between two sets of records of one machine, with the noise
//! taken into account.

use super::super::Question;
use super::super::figures::{self, Figure, Figures, NULL, Place};
use super::super::headline::contenders;
use super::{MOST_ROWS, View, id, places, words};
use crate::record::Run;
use crate::verdict::LEAST;

/// Two sets of records of one machine.
#[derive(Debug)]
pub(super) struct Changes {
    /// The set that comes first.
    pub(super) before: String,
    pub(super) after: String,
    /// What else differs between them: the fact and both values.
    pub(super) builds: Vec<(&'static str, String, String)>,
    pub(super) ratios: Tally,
    /// Why times are not compared, where they are not.
    pub(super) times: Result<Tally, String>,
}

/// How many figures were compared, and those that changed.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) compared: usize,
    pub(super) changed: usize,
    /// Those of tables whose noise is not on record; nothing is claimed of them.
    pub(super) unjudged: usize,
    /// The changes, [`MOST_ROWS`] at most.
    pub(super) rows: Vec<Row>,
}

/// A change beyond the noise.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) variant: String,
    pub(super) place: String,
    pub(super) before: Shown,
    pub(super) after: Shown,
    pub(super) change: Shown,
    /// Whether the kernel without a lookup changed in this table, too.
    pub(super) with_kernel: bool,
}

/// A figure in a table, with the ends of its interval.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) value: String,
    pub(super) interval: String,
}

/// A table that both sets hold, and what it takes to claim a change in it.
struct Table<'a> {
    place: Place<'a>,
    /// Nothing if the noise of a set is not on record.
    margin: Option<f64>,
    /// Whether the kernel without a lookup changed.
    kernel_changed: bool,
}

/// Compares each set with the first one before it that is of the same machine.
pub(super) fn of_machines(questions: &[Question], views: &[View<'_>]) -> Vec<Changes> {
    let pairs = views.iter().enumerate().filter_map(|(i, after)| {
        let before = views[..i].iter().find(|before| is_same_machine(before, after))?;
        Some([before, after])
    });
    pairs.map(|pair| Changes::of(questions, pair)).collect()
}

/// Whether all that the records say of the two machines agrees.
fn is_same_machine(a: &View<'_>, b: &View<'_>) -> bool {
    let [a, b] = [a, b].map(|view| &view.records.machine);
    (&a.cpu, a.caches, &a.os, a.virtualised) == (&b.cpu, b.caches, &b.os, b.virtualised)
}

impl Changes {
    fn of(questions: &[Question], [before, after]: [&View<'_>; 2]) -> Changes {
        let mut ratios = Tally::default();
        let mut times = match (before.meter(), after.meter()) {
            (Some(a), Some(b)) if a == b => Ok(Tally::default()),
            meters => {
                let [a, b] = [meters.0, meters.1].map(|meter| meter.unwrap_or("an unknown meter"));
                Err(format!("{} by {a}, {} by {b}", before.label, after.label))
            }
        };
        for question in questions {
            let study = &question.study;
            let [a, b] = [before, after].map(|view| &view.figures);
            let comparable = times.is_ok() && a.unit(study) == b.unit(study);
            let unit = a.unit(study);
            let variants = || contenders(before.records, study).map(|v| v.name.as_str());
            for place in places(question, [before, after]) {
                let raw = |variant: &str| {
                    let raw = |figures: &Figures<'_>| figures.raw(variant, place, unit);
                    raw(a).zip(raw(b)).filter(|_| comparable)
                };
                let margin = margin([a, b], place);
                let kernel = raw(NULL).zip(margin);
                let kernel = kernel.and_then(|((before, after), by)| change(before, after, by));
                let table = Table { place, margin, kernel_changed: kernel.is_some() };
                let reference = a.reference(place).filter(|r| b.reference(place) == Some(r));
                for variant in variants() {
                    let ratio = |figures: &Figures<'_>| {
                        Some(figures.ratio(variant, reference?, place)?.figure)
                    };
                    ratios.judge(variant, &table, ratio(a).zip(ratio(b)), figures::ratio);
                }
                if let Ok(times) = &mut times {
                    for variant in variants().chain([NULL]) {
                        times.judge(variant, &table, raw(variant), figures::time);
                    }
                }
            }
        }
        Changes {
            before: before.label.clone(),
            after: after.label.clone(),
            builds: builds(before, after),
            ratios,
            times,
        }
    }

    /// What changed, in a sentence.
    pub(super) fn finding(&self) -> String {
        let Changes { before, after, ratios, times, .. } = self;
        let times = match times {
            Ok(times) => format!(" and {} of {} times", times.changed, times.compared),
            Err(_) => "; times were taken by different meters".to_owned(),
        };
        format!(
            "{before} to {after}, the same machine: beyond the noise, {} of {} ratios to the \
             reference changed{times}.",
            ratios.changed, ratios.compared
        )
    }
}

impl Tally {
    /// Compares a figure before and after and counts what may be said of it.
    fn judge(
        &mut self,
        variant: &str,
        table: &Table<'_>,
        figures: Option<(Figure, Figure)>,
        text: fn(f64) -> String,
    ) {
        let Some((before, after)) = figures else { return };
        let &Table { place, margin, kernel_changed } = table;
        let Some(margin) = margin else {
            self.unjudged += 1;
            return;
        };
        self.compared += 1;
        let Some(change) = change(before, after, margin) else { return };
        self.changed += 1;
        if self.rows.len() < MOST_ROWS {
            let shown = |figure: Figure, text: fn(f64) -> String| Shown {
                value: text(figure.value),
                interval: format!("{} to {}", text(figure.low), text(figure.high)),
            };
            self.rows.push(Row {
                id: id(place.study, variant),
                variant: variant.to_owned(),
                place: format!("{}, {}", place.study, words(place)),
                before: shown(before, text),
                after: shown(after, text),
                change: shown(change, share),
                with_kernel: kernel_changed && variant != NULL,
            });
        }
    }

    /// The changes that there was no room for.
    pub(super) fn left_out(&self) -> usize {
        self.changed - self.rows.len()
    }
}

/// How much a figure of a table has to change, as a logarithm, before that is
/// said: by the least difference that is ever claimed, and by what copies of the
/// reference differ by in either table. Nothing if a table has no copies.
fn margin(sets: [&Figures<'_>; 2], place: Place<'_>) -> Option<f64> {
    let mut margin = (1.0 + LEAST).ln();
    for figures in sets {
        let copies = &figures.noise(place)?.copies;
        let differences = copies.iter().map(|copy| copy[0].ln().abs());
        margin = margin.max(differences.reduce(f64::max)?);
    }
    Some(margin)
}

/// What the later figure is by the earlier one, if that is a change beyond the
/// margin even at those ends of the intervals that are nearest to each other;
/// intervals that meet are none.
fn change(before: Figure, after: Figure, margin: f64) -> Option<Figure> {
    let change = Figure {
        value: after.value / before.value,
        low: after.low / before.high,
        high: after.high / before.low,
    };
    let positive = before.low > 0.0 && after.low > 0.0;
    let beyond = change.low.ln() > margin || change.high.ln() < -margin;
    (positive && beyond && change.is_finite()).then_some(change)
}

/// A quotient as a signed change in per cent.
fn share(quotient: f64) -> String {
    let change = figures::percent(quotient - 1.0);
    if quotient > 1.0 { format!("+{change}") } else { change }
}

/// What differs between the builds and runs of two sets.
fn builds(before: &View<'_>, after: &View<'_>) -> Vec<(&'static str, String, String)> {
    let known = |text: Option<&str>| match text {
        None => "unknown".to_owned(),
        Some("") => "none".to_owned(),
        Some(text) => text.to_owned(),
    };
    let run = |view: &View<'_>, of: fn(&Run) -> Option<&str>| known(view.run().and_then(of));
    let facts = |view: &View<'_>| {
        let machine = &view.records.machine;
        [
            ("Compiler", known(Some(&machine.rustc))),
            ("Compiler flags", known(Some(&machine.flags))),
            ("Instruction sets", known(Some(&machine.features.join(", ")))),
            ("Frequency governor", known(machine.governor.as_deref())),
            ("Commit", run(view, |run| run.commit.as_deref())),
            ("Date", run(view, |run| Some(&run.date))),
            ("Length", run(view, |run| Some(if run.quick { "quick" } else { "full" }))),
        ]
    };
    let both = facts(before).into_iter().zip(facts(after));
    let differing = both.filter(|((_, a), (_, b))| a != b);
    differing.map(|((name, a), (_, b))| (name, a, b)).collect()
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

    #[test]
    fn changes_have_a_sign() {
        assert_eq!([1.05, 1.0, 0.9].map(share), ["+5.0 %", "0.0 %", "-10.0 %"]);
    }
}
