//! The comparison: records of several machines or dates side by side.
//!
//! Ratios have no unit and compare between any two machines; times do not. Times are only
//! compared between two sets of records of one machine, by one clock.

mod changes;
mod grid;
mod orders;
mod winners;

use crate::figures::{Figures, Place, SEARCH, View, is_of_programs};
use crate::format::{counted, few, list, size, slug};
use crate::page::Cell;
use crate::{noise, plots};
use anyhow::Result;
use askama::Template;
use changes::Changes;
use grid::Grid;
use orders::Orders;
use records::{Context, Meter, Records, Run, Unit, Verdict};
use std::collections::BTreeSet;
use winners::Winners;

/// A file of records and what to call it.
#[derive(Clone, Debug)]
pub struct Set {
    /// A name, such as the folder's: untrusted, cut and cleaned before it is shown.
    pub name: String,
    /// What it holds.
    pub records: Records,
    /// The address of its pages from where the comparison goes; nothing where there are none.
    pub pages: Option<String>,
}

/// A comparison, ready to be written.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The page.
    pub page: String,
    /// The main findings, in sentences.
    pub findings: Vec<String>,
}

/// A longer name of a set is cut.
const LONGEST_LABEL: usize = 32;

/// A longer text of a machine, a run or a study is cut.
const LONGEST_TEXT: usize = 1000;

/// No page has more findings.
const MOST_FINDINGS: usize = 250;

/// No study has more tables of winners, and no list of pairs or changes more rows.
const MOST_WINNERS: usize = 16;
const MOST_PAIRS: usize = 8;

/// No more tables of a study are compared.
const MOST_PLACES: usize = 500;

/// No more bytes of studies and changes are shown, so that a page of a few sets stays below
/// 800 KB.
const MOST_BYTES: usize = 700_000;

#[derive(Template)]
#[template(path = "comparison.html")]
struct Page<'a> {
    labels: &'a [&'a str],
    grid: Grid<'a>,
    /// What choices are worth in a search, by set.
    headline: Option<String>,
    /// What is known of each set.
    facts: &'a [Vec<(&'static str, String)>],
    notes: Vec<String>,
    findings: &'a [String],
    /// The anchor, the name and the section of each study.
    studies: Vec<(String, &'a str, String)>,
    /// By pair of sets.
    changes: Vec<String>,
    /// The studies and the pairs of sets that there was no room for.
    left_out: Vec<String>,
}

/// The sets' figures of a study side by side.
#[derive(Template)]
#[template(path = "comparison-study.html")]
struct Study<'a> {
    id: String,
    name: &'a str,
    question: String,
    labels: &'a [&'a str],
    /// Why times may not be compared across the sets, if that is so.
    units: Option<String>,
    plot: Option<String>,
    /// Whether its plot stands at the top of the page.
    is_headline: bool,
    winners: Vec<Winners>,
    /// How many tables are left out: those in which nothing differs, and what is too much.
    left_out: usize,
    orders: Orders,
    crossovers: Orders,
}

/// Compares sets of records. The first set that has a study gives the words for it.
///
/// The same sets in the same order give the same bytes.
///
/// # Errors
/// If a plot or a template cannot be rendered, which no record should lead to.
pub fn compare(sets: &[Set]) -> Result<Comparison> {
    let named = sets.iter().zip(labels(sets.iter().map(|set| set.name.as_str())));
    let views: Vec<_> =
        named.map(|(set, label)| View { label, figures: Figures::new(&set.records) }).collect();
    let labels: Vec<_> = views.iter().map(|view| view.label.as_str()).collect();
    let asked = studies(&views);
    let (mut studies, mut changes) = (Vec::new(), Vec::new());
    let (mut findings, mut left_out) = (Vec::new(), Vec::new());
    let (mut room, mut headline) = (MOST_BYTES, None);
    for study in &asked {
        // What follows a part without room is not even computed.
        if !left_out.is_empty() {
            left_out.push(study.name.clone());
            continue;
        }
        let mut part = Study::of(study, &labels, &views)?;
        if part.is_headline {
            headline = part.plot.take();
        }
        if let Some(text) = fit(part.render()?, &mut room) {
            findings.extend(part.findings(&labels));
            studies.push((part.id, part.name, text));
        } else {
            left_out.push(study.name.clone());
        }
    }
    for [before, after] in changes::pairs(&views) {
        let pair = format!("{} to {}", before.label, after.label);
        if !left_out.is_empty() {
            left_out.push(pair);
            continue;
        }
        let part = Changes::of(&asked, [before, after]);
        findings.extend(part.finding());
        match fit(part.render()?, &mut room) {
            Some(text) => changes.push(text),
            None => left_out.push(pair),
        }
    }
    if findings.len() > MOST_FINDINGS {
        let others = findings.len() - MOST_FINDINGS;
        findings.truncate(MOST_FINDINGS);
        findings.push(format!("{others} more findings are left out."));
    }
    let page = Page {
        labels: &labels,
        grid: Grid::of(&asked, sets, &views),
        headline,
        facts: &views.iter().map(facts).collect::<Vec<_>>(),
        notes: views.iter().flat_map(|view| view.notes(&asked, &views)).collect(),
        findings: &findings,
        studies,
        changes,
        left_out,
    };
    Ok(Comparison { page: page.render()?, findings })
}

/// A part of the page, if there is room for it.
fn fit(part: String, room: &mut usize) -> Option<String> {
    *room = room.checked_sub(part.len())?;
    Some(part)
}

/// The studies of all sets, each as the first set has it that does; those of whole programs
/// come first, since they decide.
fn studies<'a>(views: &[View<'a>]) -> Vec<&'a records::Study> {
    let mut names = BTreeSet::new();
    let all = views.iter().flat_map(|view| &view.figures.records.studies);
    let mut all: Vec<_> = all.filter(|study| names.insert(study.name.as_str())).collect();
    all.sort_by_key(|study| !is_of_programs(&study.name));
    all
}

impl<'a> Study<'a> {
    fn of(
        study: &'a records::Study,
        labels: &'a [&'a str],
        views: &[View<'a>],
    ) -> Result<Study<'a>> {
        let mut places = places(study, views);
        // What is learnt differs little, and is drawn where nothing else was measured.
        let hot = [Context::Throughput, Context::Learnt];
        let place = hot.iter().find_map(|hot| places.iter().find(|place| place.context == *hot));
        let plot = place.map(|place| plots::sets(*place, views)).transpose()?.flatten();
        let all = places.len();
        places.truncate(MOST_PLACES);
        let mut winners: Vec<_> = places.iter().map(|&place| Winners::of(place, views)).collect();
        winners.retain(|row| row.is_hot || row.differs());
        winners.truncate(MOST_WINNERS);
        Ok(Study {
            id: slug(&study.name),
            name: &study.name,
            question: short(&study.question),
            labels,
            units: units(&study.name, views),
            is_headline: study.name == SEARCH && plot.is_some(),
            plot: plot.map(|plot| plot.svg),
            left_out: all - winners.len(),
            winners,
            orders: Orders::turned(&places, views),
            crossovers: Orders::crossovers(&study.name, views),
        })
    }

    /// What turns from set to set, a sentence each; nothing of what does not.
    fn findings(&self, labels: &[&str]) -> Vec<String> {
        let Study { name, winners, orders, crossovers, .. } = self;
        let mut differing = winners.iter().filter(|row| row.differs());
        let mut findings = Vec::new();
        if let Some(first) = differing.next() {
            let more = match differing.count() {
                0 => String::new(),
                more => format!("; it differs in {}", counted(more, "more table")),
            };
            let (place, said) = (&first.place, by_set(labels, &first.cells, &[]));
            findings.push(format!("{name}, {place}: the fastest is {said}{more}."));
        }
        let open = [Verdict::Tie.name(), Verdict::Unresolved.name()];
        for pairs in [orders, crossovers] {
            let Some(row) = pairs.rows.first() else { continue };
            let more = match pairs.found - 1 {
                0 => String::new(),
                more => format!("; {} more", counted(more, "pair")),
            };
            let said = by_set(labels, &row.cells, &open);
            findings.push(format!("{name}, {}: {}: {said}{more}.", row.place, row.pair));
        }
        findings
    }
}

/// What the sets say in these cells, each fact with the sets that say it; nothing of what is
/// not measured, or not told.
fn by_set(labels: &[&str], cells: &[Cell], untold: &[&str]) -> String {
    let mut facts: Vec<(&str, Vec<&str>)> = Vec::new();
    let is_told = |cell: &Cell| cell.value.is_some() && !untold.contains(&&*cell.text);
    for (set, cell) in labels.iter().zip(cells).filter(|(_, cell)| is_told(cell)) {
        match facts.iter_mut().find(|(fact, _)| *fact == cell.text) {
            Some((_, sets)) => sets.push(set),
            None => facts.push((&cell.text, vec![set])),
        }
    }
    let told: Vec<_> =
        facts.iter().map(|(fact, sets)| format!("{fact} on {}", list(sets))).collect();
    told.join("; ")
}

/// Where a study was timed in any set, in the order of the page; beside a competing working
/// set only with the main touches.
fn places<'v, 'a: 'v>(
    study: &'a records::Study,
    views: impl IntoIterator<Item = &'v View<'a>>,
) -> Vec<Place<'a>> {
    let mut places = BTreeSet::new();
    for View { figures, .. } in views {
        let touches = figures.main_touches(&study.name);
        let is_shown =
            |place: &Place<'_>| place.context != Context::Beside || place.touches == touches;
        places.extend(figures.places(&study.name).filter(is_shown));
    }
    let stream = |place: &Place<'_>| study.streams.iter().position(|s| s.name == place.stream);
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_by_key(|place| (place.context, stream(place).unwrap_or(usize::MAX)));
    places
}

/// Names that can be shown anywhere and differ from each other: characters beyond printable
/// ASCII, which may turn the direction of text or hide in it, become question marks.
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

/// A text, cut if it is long.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

impl View<'_> {
    /// The run of the meter of times, if it is on record.
    fn run(&self) -> Option<&Run> {
        self.figures.records.runs.get(&Meter::Duel)
    }

    /// How times were taken.
    fn meter(&self) -> Option<&str> {
        self.run().map(|run| run.meter.as_str())
    }

    /// What times of a study are: their unit and how they were taken.
    fn kind(&self, study: &str) -> (Unit, &str) {
        (self.figures.unit(study), self.meter().unwrap_or("an unknown meter"))
    }

    /// Whether it holds times of this study.
    fn has_times(&self, study: &str) -> bool {
        self.figures.measured(study).next().is_some()
    }

    /// What a reader has to know about the set before believing its figures, in sentences.
    fn notes(&self, asked: &[&records::Study], views: &[View<'_>]) -> Vec<String> {
        let View { label, figures } = self;
        let mut notes = Vec::new();
        let quick = figures.records.runs.iter().filter(|(_, run)| run.quick);
        let quick: Vec<_> = quick.map(|(meter, _)| meter.name()).collect();
        if !quick.is_empty() {
            let meters = list(&quick);
            notes.push(format!("a quick run of {meters}, for a first look. Do not rank by it."));
        }
        let is_changed = |commit: &&str| commit.ends_with('+');
        if let Some(commit) = self.run().and_then(|run| run.commit.as_deref()).filter(is_changed) {
            let commit = short(commit.trim_end_matches('+'));
            notes.push(format!("measured from a source that was changed after commit {commit}."));
        }
        let (timed, untimed): (Vec<_>, Vec<_>) =
            asked.iter().map(|study| study.name.as_str()).partition(|study| self.has_times(study));
        let contenders = || timed.iter().flat_map(|study| figures.contenders(study));
        let wrong = contenders().filter(|variant| variant.is_wrong());
        let lacking = contenders().filter(|variant| !variant.available && !variant.is_wrong());
        let known: BTreeSet<_> =
            contenders().map(|variant| (&variant.study, &variant.name)).collect();
        let all = views
            .iter()
            .flat_map(|view| timed.iter().flat_map(|study| view.figures.contenders(study)));
        let unknown: BTreeSet<_> = all
            .filter(|variant| !known.contains(&(&variant.study, &variant.name)))
            .map(|variant| variant.name.as_str())
            .collect();
        for (names, what) in [
            (untimed, "no times of"),
            (wrong.map(|v| v.name.as_str()).collect(), "left out for wrong answers:"),
            (lacking.map(|v| v.name.as_str()).collect(), "not available on its processor:"),
            (unknown.into_iter().collect(), "not among its variants:"),
        ] {
            if !names.is_empty() {
                notes.push(format!("{what} {}.", few(&names)));
            }
        }
        notes.extend(noise::of_all(figures).map(|noise| noise.replacen("Of", "of", 1)));
        notes.iter().map(|note| format!("{label}: {note}")).collect()
    }
}

/// What is known of a machine, its build and its last run of times: the fact and its value.
fn facts(view: &View<'_>) -> Vec<(&'static str, String)> {
    let machine = &view.figures.records.machine;
    let known = |text: Option<&str>| match text {
        None => "unknown".to_owned(),
        Some("") => "none".to_owned(),
        Some(text) => short(text),
    };
    let caches = [machine.caches.l1d, machine.caches.l2, machine.caches.l3];
    let caches = caches.map(|bytes| known(bytes.map(size).as_deref())).join(", ");
    let run = |of: fn(&Run) -> Option<&str>| known(view.run().and_then(of));
    let yes_or_no = |is: bool| if is { "yes" } else { "no" };
    vec![
        ("Processor", known(Some(&machine.cpu))),
        ("Caches: L1 data, L2, L3", caches),
        ("System", known(Some(&machine.os))),
        ("Virtual machine", known(machine.virtualised.map(yes_or_no))),
        ("Frequency governor", known(machine.governor.as_deref())),
        ("Compiler", known(Some(&machine.rustc))),
        ("Build", machine.build.name().to_owned()),
        ("Flags beyond the profile's", known(Some(&machine.flags))),
        ("Instruction sets compiled in", known(Some(&machine.features.join(", ")))),
        ("Method", known(view.figures.records.method().map(|m| m.to_string()).as_deref())),
        ("Meter of times", run(|run| Some(&run.meter))),
        ("Commit", run(|run| run.commit.as_deref())),
        ("Date", run(|run| Some(&run.date))),
        ("Length", run(|run| Some(if run.quick { "quick: a first look" } else { "full" }))),
    ]
}

/// Why times of a study may not be compared across all sets; nothing if they may.
fn units(study: &str, views: &[View<'_>]) -> Option<String> {
    let timed: Vec<_> = views.iter().filter(|view| view.has_times(study)).collect();
    let kinds: BTreeSet<_> = timed.iter().map(|view| view.kind(study)).collect();
    if kinds.len() < 2 {
        return None;
    }
    let sets = |&of| {
        let labels = timed.iter().filter(|view| view.kind(study) == of);
        let labels: Vec<_> = labels.map(|view| view.label.as_str()).collect();
        let (unit, meter) = of;
        format!("{} measured in {unit} ({})", list(&labels), short(meter))
    };
    let kinds: Vec<_> = kinds.iter().map(sets).collect();
    Some(format!(
        "{}. Compare ratios across these sets, and not times, which share no table and no axis.",
        kinds.join("; ")
    ))
}

/// A cell of words: the fact, and what is said below it.
fn cell(text: impl Into<String>, details: Vec<String>) -> Cell {
    let text = text.into();
    Cell { value: Some(text.clone()), text, details }
}

#[cfg(test)]
mod tests;
