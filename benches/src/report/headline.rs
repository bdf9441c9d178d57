//! The headline of a study: its contenders side by side on one stream, and
//! what can be said about them in words.

use super::dominance::{Standing, standings};
use super::figures::{
    self, CONTEXTS, CONTROL, Figure, Figures, INAPPLICABLE, MISSING, Place, THROUGHPUT, Time,
};
use super::pressure;
use super::ranking::Ranking;
use super::{Question, Table};
use crate::record::{Proof, Records, Turn, Variant, quantity as counts};
use std::collections::BTreeSet;

/// The stream that headlines are about, where a study has it.
const UNIFORM: &str = "uniform";

/// The contenders of a study on one stream.
#[derive(Debug)]
pub(super) struct Headline<'a> {
    pub(super) study: &'a str,
    pub(super) stream: &'a str,
    /// What times are measured in.
    unit: &'static str,
    /// The fastest in throughput first; then what was not measured, then what is wrong.
    pub(super) rows: Vec<Row<'a>>,
    /// Per context.
    pub(super) rankings: [Ranking<'a>; 2],
    /// What the kernels cost without a lookup, per context.
    kernel: [Option<Figure>; 2],
    /// Why a time is missing, per context.
    absences: [&'static str; 2],
    /// Where the fastest is overtaken under pressure, in sentences.
    turns: Vec<String>,
}

/// A contender in a headline.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) variant: &'a Variant,
    /// Per context.
    pub(super) times: [Time; 2],
    /// Why a time is missing, per context.
    pub(super) absences: [&'static str; 2],
    pub(super) instructions: Option<Figure>,
    pub(super) misses: Option<Figure>,
}

impl<'a> Headline<'a> {
    pub(super) fn new(
        question: &'a Question,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Headline<'a> {
        let study = question.study.as_str();
        let mut streams = question.streams.iter().map(|(name, _)| name.as_str());
        let first = streams.clone().next().unwrap_or(UNIFORM);
        let stream = streams.find(|name| *name == UNIFORM).unwrap_or(first);
        let unit = figures.unit(study);
        let places = CONTEXTS.map(|context| Place::plain(study, stream, context));
        let counted = Place::plain(study, stream, THROUGHPUT);
        let row = |variant: &'a Variant| Row {
            variant,
            times: places.map(|place| figures.time(&variant.name, place)),
            absences: places.map(|place| figures.absence_of(variant, place)),
            instructions: figures.count(&variant.name, counted, counts::INSTRUCTIONS),
            misses: figures.count(&variant.name, counted, counts::L1_MISSES),
        };
        // What has another interface may not have been asked this.
        let asked = |row: &Row<'_>| {
            row.variant.is_ranked() || row.times.iter().any(|time| time.raw.is_some())
        };
        let mut rows: Vec<_> = contenders(records, study).map(row).filter(asked).collect();
        let throughput = |row: &Row<'_>| row.times[0].raw.map_or(f64::INFINITY, |raw| raw.value);
        rows.sort_by(|a, b| {
            let wrong = a.variant.is_wrong().cmp(&b.variant.is_wrong());
            wrong.then(throughput(a).total_cmp(&throughput(b)))
        });
        let rankings = places.map(|place| Ranking::new(place, records, figures));
        // With many variants there are too many pairs to name them all.
        let turns: Vec<_> = pressure::turns(records, study).collect();
        let behind = |(at, turn): &(_, &'a Turn)| Some((*at, pressure::overtaking(turn)?.0));
        let behind: BTreeSet<_> = turns.iter().filter_map(behind).collect();
        let turns = turns.into_iter().filter(|(at, turn)| {
            let overtaken = pressure::overtaking(turn).map(|(_, overtaken)| (*at, overtaken));
            overtaken.is_some_and(|overtaken| !behind.contains(&overtaken))
        });
        let turns = pressure::sentences(turns);
        Headline {
            study,
            stream,
            unit,
            rows,
            rankings,
            kernel: places.map(|place| figures.time(figures::NULL, place).raw),
            absences: places.map(|place| figures.absence(place)),
            turns,
        }
    }

    /// The contenders that no other one dominates in all contexts at once.
    pub(super) fn undominated(
        &self,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> impl Iterator<Item = &Row<'a>> {
        let places = self.rankings.iter().map(|ranking| ranking.place);
        let places: Vec<_> = places.filter(|place| figures.applies(*place)).collect();
        let standings = standings(&places, records, figures);
        let dominated = move |row: &Row<'a>| {
            let own = |standing: &&Standing<'a>| standing.variant.name == row.variant.name;
            standings.iter().find(own).is_some_and(|standing| !standing.is_on_frontier())
        };
        self.rows.iter().filter(move |row| !row.variant.is_wrong() && !dominated(row))
    }

    /// The unit of its times.
    pub(super) fn unit(&self) -> String {
        format!("{}/query", self.unit)
    }

    /// What a net time is net of.
    pub(super) fn kernel_note(&self) -> String {
        let unit = self.unit();
        let cost = |i: usize| match self.kernel[i] {
            Some(cost) => format!("{} {unit} in {}", figures::time(cost.value), CONTEXTS[i]),
            None => format!("{} in {}", self.absences[i], CONTEXTS[i]),
        };
        let costs: Vec<_> = self.applicable().map(cost).collect();
        format!(
            "Net is what a variant takes beyond the same loop without a lookup: that takes {}.",
            costs.join(", ")
        )
    }

    /// The numbers of the contexts in which there can be times.
    fn applicable(&self) -> impl Iterator<Item = usize> {
        (0..CONTEXTS.len()).filter(|&i| self.absences[i] != INAPPLICABLE)
    }

    /// Whether a count is missing that a run of `instructions` would give.
    pub(super) fn lacks_counts(&self) -> bool {
        let countable = |row: &&Row<'_>| {
            !row.variant.is_wrong() && figures::count_absence(row.variant) == MISSING
        };
        let mut right = self.rows.iter().filter(countable);
        right.any(|row| row.instructions.is_none() || row.misses.is_none())
    }

    /// Whether a time is missing that a run of `duel` would give.
    pub(super) fn lacks_times(&self) -> bool {
        let right = || self.rows.iter().filter(|row| !row.variant.is_wrong());
        let lacks =
            |i: usize| right().any(|row| row.absences[i] == MISSING && row.times[i].net.is_none());
        (0..CONTEXTS.len()).any(lacks)
    }

    /// The headline as plain text, with headers of two lines.
    pub(super) fn table(&self) -> Table {
        let unit = self.unit();
        let header = [
            "variant".to_owned(),
            "tables,\nbytes".to_owned(),
            "code,\nbytes".to_owned(),
            format!("throughput,\nnet {unit}"),
            format!("latency,\nnet {unit}"),
            "instructions,\nnet /query".to_owned(),
            "L1 data misses,\nnet /query".to_owned(),
        ];
        let rows = self.rows.iter().map(Row::cells);
        Table {
            title: format!("{}, stream {}", self.study, self.stream),
            header: header.into(),
            rows: rows.collect(),
            notes: [self.ties()].into_iter().chain(self.turns.clone()).collect(),
        }
    }

    /// How many comparisons are ties.
    fn ties(&self) -> String {
        let ties = |ranking: &Ranking<'_>| {
            let Ranking { ties, pairs, place, .. } = ranking;
            format!("{ties} of {pairs} pairs in {}", place.context)
        };
        let ties: Vec<_> = self.applicable().map(|i| ties(&self.rankings[i])).collect();
        format!("Ties: {}.", ties.join(", "))
    }
}

impl Row<'_> {
    /// Its cells in plain text.
    fn cells(&self) -> Vec<String> {
        let variant = self.variant;
        let code = variant.code_bytes;
        let mut cells = vec![
            named(variant),
            variant.table_bytes.to_string(),
            code.map_or("unknown".to_owned(), |bytes| bytes.to_string()),
        ];
        if variant.is_wrong() {
            cells.extend(["WRONG", "WRONG", "-", "-"].map(str::to_owned));
            return cells;
        }
        cells.extend(self.times.iter().zip(self.absences).map(|(time, absence)| {
            time.net.map_or_else(
                || absence.to_owned(),
                |net| format!("{} ({})", figures::time(net.value), figures::interval(net)),
            )
        }));
        let counts = [self.instructions, self.misses];
        let absence = figures::count_absence(variant);
        cells
            .extend(counts.map(|net| {
                net.map_or_else(|| absence.to_owned(), |net| figures::count(net.value))
            }));
        cells
    }
}

/// The variants of a study, without the controls.
pub(super) fn contenders<'a>(
    records: &'a Records,
    study: &str,
) -> impl Iterator<Item = &'a Variant> {
    let technique = move |v: &&Variant| v.study == study && v.kind != CONTROL;
    records.variants.iter().filter(technique)
}

/// The meters whose figures are but a first look.
pub(super) fn first_look(records: &Records) -> Vec<&str> {
    let quick = records.runs.iter().filter(|(_, run)| run.quick);
    quick.map(|(name, _)| name.as_str()).collect()
}

/// The name, with the interface where that is not the usual one.
pub(super) fn named(variant: &Variant) -> String {
    if variant.is_ranked() {
        variant.name.clone()
    } else {
        format!("{} ({})", variant.name, variant.interface)
    }
}

/// How the proof came out.
pub(super) fn proof(variant: &Variant) -> String {
    match variant.proof {
        Proof::Right(0) => "not compared with the oracle".to_owned(),
        Proof::Right(compared) => {
            format!("compared with the oracle on {compared} questions: all equal")
        }
        Proof::Wrong(_) => "compared with the oracle: WRONG".to_owned(),
    }
}

/// Names as a sentence lists them.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
