//! The summary table: which variant of each study to take, case by case.

use crate::Table;
use crate::crossover::{Lead, Leader, leads};
use crate::figures::{Figures, Measure, Place};
use crate::format;
use crate::headline::Headline;
use crate::page::{self, Link};
use crate::ranking::Ranking;
use crate::relative_cost::cache_sizes;
use records::{Context, Parameter};

/// A row for each study, a column for each case.
pub(crate) struct SummaryTable<'a> {
    pub(crate) cases: Vec<String>,
    pub(crate) rows: Vec<Row<'a>>,
    /// The unit of times.
    pub(crate) unit: String,
}

/// The variants of a study to take.
pub(crate) struct Row<'a> {
    pub(crate) headline: &'a Headline<'a>,
    /// By case.
    pub(crate) cells: Vec<Cell>,
}

/// The variant to take in a case, or two: one where nothing waits for the answer and another
/// where each query waits for the last.
#[derive(Default)]
pub(crate) struct Cell {
    pub(crate) choices: Vec<Choice>,
    /// What there is no time for, and why.
    pub(crate) lacking: Vec<String>,
}

/// A variant to take.
pub(crate) struct Choice {
    pub(crate) link: Link,
    pub(crate) memory: String,
    /// Its times, as far as it is the choice by them.
    pub(crate) times: Vec<String>,
}

impl<'a> SummaryTable<'a> {
    pub(crate) fn new(headlines: &'a [Headline<'a>], figures: &Figures<'a>) -> SummaryTable<'a> {
        let sizes = cache_sizes(headlines.iter().map(Headline::name), figures);
        let beside_sizes =
            sizes.iter().map(|&size| format!("beside {} KiB", format::kibibytes(size as f64)));
        let cases = ["hot tables".to_owned()].into_iter().chain(beside_sizes);
        let row = |headline| Row { headline, cells: cells(headline, &sizes, figures) };
        SummaryTable {
            cases: cases.chain(["smallest tables".to_owned()]).collect(),
            rows: headlines.iter().map(row).collect(),
            unit: headlines.first().map_or_else(String::new, Headline::unit),
        }
    }

    /// The same for a README.
    pub(crate) fn table(&self) -> Table {
        let choice = |choice: &Choice| {
            format!("{} ({}): {}", choice.link.name, choice.memory, choice.times.join("; "))
        };
        let cell = |cell: &Cell| {
            let choices = cell.choices.iter().map(choice);
            choices.chain(cell.lacking.iter().cloned()).collect::<Vec<_>>().join(". ")
        };
        let row = |row: &Row<'_>| {
            [row.headline.name().to_owned()].into_iter().chain(row.cells.iter().map(cell)).collect()
        };
        Table {
            title: format!(
                "The fastest variant of each study by case, in {}, net where nothing else is said",
                self.unit
            ),
            header: ["study".to_owned()].into_iter().chain(self.cases.iter().cloned()).collect(),
            rows: self.rows.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }
}

/// The cells of a study: hot tables, each working set, and the smallest tables.
fn cells<'a>(headline: &Headline<'a>, sizes: &[u64], figures: &Figures<'a>) -> Vec<Cell> {
    let hot = headline.rankings.each_ref();
    let hot = hot.map(|ranking| Ranking::of_choices(ranking.place, figures));
    let fastest = hot.each_ref().map(|ranking| {
        let leader = ranking.rows.first().map(|row| Leader::of(row, ranking, figures));
        (ranking.place, leader)
    });
    let smallest = hot.each_ref().map(|ranking| {
        let least = ranking.least(figures.choices(headline.name()));
        let row = least.and_then(|least| ranking.row(least));
        let leader = row.map(|(_, row)| Leader::of(row, ranking, figures));
        (
            ranking.place,
            leader.map(|leader| Leader { ties: Vec::new(), unresolved: Vec::new(), ..leader }),
        )
    });
    // The sentences about a working set go by the same.
    let beside = figures.main_places(headline.name(), Context::Beside);
    let leads = beside.map(|place| (place, leads(place, figures)));
    let beside_sets = sizes.iter().map(|&size| {
        let leader = |(place, leads): &(Place<'a>, Vec<Lead<'a>>)| {
            let lead = leads.iter().find(|lead| lead.at == size);
            let place = place.at(Parameter::WorkingSet, size);
            (place, lead.and_then(|lead| lead.leader.clone()))
        };
        cell(leads.each_ref().map(leader), figures)
    });
    let cells = [cell(fastest, figures)].into_iter().chain(beside_sets);
    cells.chain([cell(smallest, figures)]).collect()
}

/// A cell of the leaders without and with waiting.
fn cell<'a>(leaders: [(Place<'a>, Option<Leader<'a>>); 2], figures: &Figures<'a>) -> Cell {
    let mut cell = Cell::default();
    for (place, leader) in leaders.into_iter().filter(|(place, _)| figures.applies(*place)) {
        let waiting = format::dependence(place.dependent);
        let Some((time, leader)) = leader.and_then(|leader| Some((leader.time?, leader))) else {
            cell.lacking.push(format!("{waiting} {}", figures.absence(place)));
            continue;
        };
        let raw = match figures.measure(place.study) {
            Measure::Net => "",
            Measure::Raw => " raw",
        };
        let mut time = format!("{waiting} {}{raw}", format::figure(time, format::time));
        for (alike, words) in
            [(&leader.ties, "ties with"), (&leader.unresolved, "not resolved from")]
        {
            if !alike.is_empty() {
                time += &format!(", {words} {}", alike.len());
            }
        }
        let link = page::link(leader.variant);
        match cell.choices.iter_mut().find(|choice| choice.link.id == link.id) {
            Some(choice) => choice.times.push(time),
            None => {
                let memory = format::tables(leader.variant.table_bytes);
                cell.choices.push(Choice { link, memory, times: vec![time] });
            }
        }
    }
    cell
}
