//! The comparison: records of several machines or dates side by side.
//!
//! Ratios have no unit and may be compared between any two machines; times may
//! not. Only between two sets of records of one machine, by one clock, are
//! times compared too.

mod changes;
mod orders;
mod winners;

use super::figures::{
    COLD, CYCLES, Figures, LATENCY, PRESSURE, Parameters, Place, THROUGHPUT, TWO_THREADS, UPKEEP,
    is_too_noisy, kibibytes,
};
use super::headline::{contenders, first_look, list};
use super::noise::tables;
use super::page::{Look, id};
use super::plots::{self, binary, dependence};
use super::pressure::MAIN_VISIT;
use super::{Question, slug};
use crate::record::{Records, Run};
use anyhow::Result;
use askama::Template;
use changes::Changes;
use orders::{Order, Turned};
use std::collections::BTreeSet;
use winners::Winners;

/// A file of records and what to call it.
#[derive(Clone, Debug)]
pub struct Set {
    /// A name, such as the folder's: untrusted, cut and cleaned before it is shown.
    pub name: String,
    /// What it holds.
    pub records: Records,
}

/// A comparison, ready to be written.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The page.
    pub page: String,
    /// The main findings, in sentences.
    pub findings: Vec<String>,
}

/// The contexts in the order of the page.
const CONTEXTS: [&str; 6] = [THROUGHPUT, LATENCY, TWO_THREADS, COLD, PRESSURE, UPKEEP];

/// The meter of times, as runs are called by it.
const DUEL: &str = "duel";

/// A longer name of a set is cut.
const LONGEST_LABEL: usize = 32;

/// No table has more rows: records from elsewhere may name any number of streams.
const MOST_ROWS: usize = 500;

/// A set of records with its figures at hand.
#[derive(Debug)]
pub(super) struct View<'a> {
    /// Its name: printable ASCII, short, and no other one's.
    pub(super) label: String,
    pub(super) records: &'a Records,
    pub(super) figures: Figures<'a>,
}

#[derive(Template)]
#[template(path = "comparison.html")]
struct Page<'a> {
    labels: Vec<&'a str>,
    /// What is known of each set, a row per fact.
    facts: Vec<Fact>,
    notes: Vec<String>,
    findings: &'a [String],
    studies: &'a [Study<'a>],
    changes: &'a [Changes],
    look: Look,
}

struct Fact {
    name: &'static str,
    /// By set.
    values: Vec<String>,
}

/// What there is to compare of a study.
struct Study<'a> {
    id: String,
    name: &'a str,
    question: &'a str,
    /// Why times may not be compared across the sets, if that is so.
    units: Option<String>,
    winners: Vec<Winners>,
    orders: Vec<Order>,
    /// How many comparisons of pairs several sets hold.
    compared: usize,
    turns: Vec<Turned>,
    /// How many pairs several sets have looked for a turn of.
    searched: usize,
    plots: Vec<String>,
    /// Places beyond the most that are shown.
    left_out: usize,
}

/// Compares sets of records in the studies in question; what they hold of
/// others is left out, and that is said.
///
/// The same sets in the same order give the same bytes.
///
/// # Errors
/// If a plot or the template can't be rendered, which no record should lead to.
pub fn compare(sets: &[Set], questions: &[Question]) -> Result<Comparison> {
    let labels = labels(sets.iter().map(|set| set.name.as_str()));
    let named = sets.iter().map(|set| &set.records).zip(labels);
    let views: Vec<_> = named
        .map(|(records, label)| View { label, records, figures: Figures::new(records) })
        .collect();
    let studies: Vec<_> =
        questions.iter().map(|question| study(question, &views)).collect::<Result<_>>()?;
    let changes = changes::of_machines(questions, &views);
    let findings: Vec<_> = studies
        .iter()
        .flat_map(|study| study.findings(&views))
        .chain(changes.iter().map(Changes::finding))
        .collect();
    let page = Page {
        labels: views.iter().map(|view| view.label.as_str()).collect(),
        facts: facts(&views),
        notes: views.iter().flat_map(|view| notes(view, &views, questions)).collect(),
        findings: &findings,
        studies: &studies,
        changes: &changes,
        look: Look::of_plots(),
    };
    Ok(Comparison { page: page.render()?, findings })
}

fn study<'a>(question: &'a Question, views: &[View<'a>]) -> Result<Study<'a>> {
    let name = question.study.as_str();
    let mut places = places(question, views);
    let mut drawn = Vec::new();
    for context in [THROUGHPUT, LATENCY] {
        let place = places.iter().find(|place| place.context == context);
        let plot = place.map(|place| plots::sets(*place, views)).transpose()?.flatten();
        drawn.extend(plot.map(|plot| plot.svg));
    }
    let left_out = places.len().saturating_sub(MOST_ROWS);
    places.truncate(MOST_ROWS);
    let (orders, compared) = orders::turned(&places, views);
    let (turns, searched) = orders::crossings(name, views);
    Ok(Study {
        id: slug(name),
        name,
        question: &question.text,
        units: units(name, views),
        winners: places.iter().map(|&place| Winners::of(place, views)).collect(),
        orders,
        compared,
        turns,
        searched,
        plots: drawn,
        left_out,
    })
}

/// Where a study was timed in any set, in the order of the page; beside a
/// competing working set only in visits of the main length.
fn places<'v, 'a: 'v>(
    question: &'a Question,
    views: impl IntoIterator<Item = &'v View<'a>>,
) -> Vec<Place<'a>> {
    let found = views.into_iter().flat_map(|view| view.figures.places(&question.study));
    let shown = |place: &Place<'_>| {
        CONTEXTS.contains(&place.context)
            && (place.context != PRESSURE || place.parameters.visit == Some(MAIN_VISIT))
    };
    let mut places: Vec<_> = found.filter(shown).collect::<BTreeSet<_>>().into_iter().collect();
    let stream = |place: &Place<'_>| {
        let known = question.streams.iter().position(|(name, _)| name == place.stream);
        known.unwrap_or(question.streams.len())
    };
    let context = |place: &Place<'_>| CONTEXTS.iter().position(|name| *name == place.context);
    places.sort_by_key(|place| (context(place), stream(place)));
    places
}

/// A place in words, without its study.
fn words(place: Place<'_>) -> String {
    let Place { context, stream, parameters, .. } = place;
    let Parameters { l1_bytes: _, dependent, visit, working_set, asked } = parameters;
    let parts = [
        Some(format!("{context}, {stream}")),
        visit.map(|visit| format!("visits of {visit}")),
        dependent.map(|dependent| dependence(dependent == 1).to_owned()),
        working_set.map(|bytes| format!("beside {} KiB", kibibytes(bytes as f64))),
        asked.map(|times| format!("asked {times}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Names that can be shown anywhere and differ from each other: other
/// characters than printable ASCII, which may turn the direction of text or
/// hide in it, become question marks.
fn labels<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for name in names {
        let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
        let name: String = name.trim().chars().take(LONGEST_LABEL).map(plain).collect();
        let name = if name.is_empty() { "unnamed".to_owned() } else { name };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        labels.extend(candidates.find(|label| !labels.contains(label)));
    }
    labels
}

impl View<'_> {
    /// The run of the meter of times, if it is on record.
    fn run(&self) -> Option<&Run> {
        self.records.runs.get(DUEL)
    }

    /// How times were taken.
    fn meter(&self) -> Option<&str> {
        self.run().map(|run| run.meter.as_str())
    }

    /// What times of a study are: their unit and how they were taken.
    fn kind(&self, study: &str) -> (&'static str, &str) {
        (self.figures.unit(study), self.meter().unwrap_or("an unknown meter"))
    }

    /// Whether it holds times of this study.
    fn has_times(&self, study: &str) -> bool {
        self.figures.places(study).into_iter().any(|place| !self.figures.is_too_noisy(place))
    }
}

fn facts(views: &[View<'_>]) -> Vec<Fact> {
    let unknown = || "unknown".to_owned();
    let fact = |name, of: &dyn Fn(&View<'_>) -> String| Fact {
        name,
        values: views.iter().map(of).collect(),
    };
    let cache = |bytes: Option<u64>| bytes.map_or_else(unknown, binary);
    let run = |view: &View<'_>, of: fn(&Run) -> String| view.run().map_or_else(unknown, of);
    vec![
        fact("Processor", &|view| view.records.machine.cpu.clone()),
        fact("Caches: L1 data, L2, L3", &|view| {
            let caches = view.records.machine.caches;
            [caches.l1d, caches.l2, caches.l3].map(cache).join(", ")
        }),
        fact("System", &|view| view.records.machine.os.clone()),
        fact("Virtual machine", &|view| {
            let virtualised = view.records.machine.virtualised;
            virtualised.map_or_else(unknown, |is| if is { "yes" } else { "no" }.to_owned())
        }),
        fact("Frequency governor", &|view| {
            view.records.machine.governor.clone().unwrap_or_else(unknown)
        }),
        fact("Compiler", &|view| view.records.machine.rustc.clone()),
        fact("Compiler flags", &|view| match view.records.machine.flags.as_str() {
            "" => "none beyond the profile's".to_owned(),
            flags => flags.to_owned(),
        }),
        fact("Meter of times", &|view| run(view, |run| run.meter.clone())),
        fact("Commit", &|view| {
            run(view, |run| run.commit.clone().unwrap_or_else(|| "unknown".to_owned()))
        }),
        fact("Date", &|view| run(view, |run| run.date.clone())),
        fact("Length", &|view| {
            run(view, |run| if run.quick { "quick: a first look" } else { "full" }.to_owned())
        }),
    ]
}

/// What has to be known about a set before its figures are believed, in sentences.
fn notes(view: &View<'_>, views: &[View<'_>], questions: &[Question]) -> Vec<String> {
    let View { label, records, figures } = view;
    let mut notes = Vec::new();
    let quick = first_look(records);
    if !quick.is_empty() {
        notes.push(format!(
            "{label}: the last run of {} measured only shortly, for a first look. Do not rank by it.",
            list(&quick)
        ));
    }
    let changed = |commit: &&str| commit.ends_with('+');
    if let Some(commit) = view.run().and_then(|run| run.commit.as_deref()).filter(changed) {
        notes.push(format!("{label}: measured from a source that was changed since {commit}"));
    }
    let asked = |study: &str| questions.iter().any(|question| question.study == study);
    let other: BTreeSet<_> = records.variants.iter().map(|v| v.study.as_str()).collect();
    let other: Vec<_> = other.into_iter().filter(|study| !asked(study)).collect();
    if !other.is_empty() {
        notes.push(format!(
            "{label}: this laboratory does not know {}; what it holds of that is left out.",
            some(&other)
        ));
    }
    for Question { study, .. } in questions {
        if !view.has_times(study) {
            notes.push(format!("{label}: no times of {study}."));
            continue;
        }
        let here = contenders(records, study);
        let (wrong, right): (Vec<_>, Vec<_>) = here.partition(|variant| variant.is_wrong());
        let wrong: Vec<_> = wrong.iter().map(|variant| variant.name.as_str()).collect();
        if !wrong.is_empty() {
            notes.push(format!(
                "{label}: {} answered wrongly, was not measured and takes no part.",
                some(&wrong)
            ));
        }
        let right: BTreeSet<_> = right.iter().map(|variant| variant.name.as_str()).collect();
        let all = views.iter().flat_map(|other| contenders(other.records, study));
        let all: BTreeSet<_> = all.map(|variant| variant.name.as_str()).collect();
        let missing = |name: &&str| !right.contains(name) && !wrong.contains(name);
        let missing: Vec<_> = all.into_iter().filter(missing).collect();
        if !missing.is_empty() {
            notes.push(format!("{label}: {} of {study} not measured.", some(&missing)));
        }
        let noises = CONTEXTS.iter().flat_map(|context| figures.noises(study, context));
        let noisy = noises.filter(|noise| is_too_noisy(noise)).count();
        if noisy > 0 {
            notes.push(format!("{label}: too noisy for figures of {study}: {}.", tables(noisy)));
        }
    }
    notes
}

/// Names as a sentence lists them, the first few of many.
fn some(names: &[&str]) -> String {
    const MOST: usize = 8;
    match names.len() {
        count if count > MOST => format!("{} and {} more", names[..MOST].join(", "), count - MOST),
        _ => list(names),
    }
}

/// Why times of a study may not be compared across all sets; nothing if they may.
fn units(study: &str, views: &[View<'_>]) -> Option<String> {
    let timed: Vec<_> = views.iter().filter(|view| view.has_times(study)).collect();
    let kinds: BTreeSet<_> = timed.iter().map(|view| view.kind(study)).collect();
    if kinds.len() < 2 {
        return None;
    }
    let same = |&of| {
        let labels = timed.iter().filter(|view| view.kind(study) == of);
        let labels: Vec<_> = labels.map(|view| view.label.as_str()).collect();
        let unit = if of.0 == CYCLES { "cycles" } else { "nanoseconds" };
        format!("{} in {unit} ({})", list(&labels), of.1)
    };
    let kinds: Vec<_> = kinds.iter().map(same).collect();
    Some(format!(
        "Times were taken {}. They are not compared across these sets, nor drawn on one axis; \
         only ratios are.",
        list(&kinds.iter().map(String::as_str).collect::<Vec<_>>())
    ))
}

impl Study<'_> {
    /// What the sets agree and disagree on, in sentences; nothing if no two hold times.
    fn findings(&self, views: &[View<'_>]) -> Vec<String> {
        let name = self.name;
        let comparable = self.winners.iter().filter(|row| row.is_comparable()).count();
        let differing: Vec<_> = self.winners.iter().filter(|row| row.differs()).collect();
        if views.iter().filter(|view| view.has_times(name)).count() < 2 {
            return vec![format!("{name}: no two sets hold times.")];
        }
        let mut findings = vec![format!(
            "{name}: the fastest differs between sets in {} of {comparable} tables{}.",
            differing.len(),
            examples(differing.iter().map(|row| row.place.as_str()))
        )];
        findings.push(format!(
            "{name}: the order of two variants is turned around between sets in {} of {} \
             comparisons{}.",
            self.orders.len(),
            self.compared,
            examples(self.orders.iter().map(|order| order.pair.as_str()))
        ));
        if self.searched > 0 {
            findings.push(format!(
                "{name}: under pressure, {} of {} turning points lie certainly elsewhere{}.",
                self.turns.len(),
                self.searched,
                examples(self.turns.iter().map(|turned| turned.pair.as_str()))
            ));
        }
        findings
    }
}

/// The first few different ones, to go behind a number.
fn examples<'a>(of: impl Iterator<Item = &'a str>) -> String {
    const MOST: usize = 3;
    let mut different: Vec<&str> = Vec::new();
    for one in of {
        if !different.contains(&one) {
            different.push(one);
        }
        if different.len() > MOST {
            return format!(", such as {}", different[..MOST].join("; "));
        }
    }
    if different.is_empty() { String::new() } else { format!(": {}", different.join("; ")) }
}

#[cfg(test)]
mod tests;
