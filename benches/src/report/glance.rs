//! The answers at a glance: which variant of each study to take, case by case.

use super::answer::least;
use super::figures::{self, Figures};
use super::headline::{Headline, contenders};
use super::page::{self, Link};
use super::ranking::{self, Ranking};
use super::worth::{WAITING, beside, cache_sizes};
use super::{Question, Table};
use crate::record::{Records, Variant};
use crate::verdict::Verdict;

/// A row for each study, a column for each case.
pub(super) struct Glance<'a> {
    pub(super) cases: Vec<String>,
    pub(super) rows: Vec<Row<'a>>,
    /// What times are in.
    pub(super) unit: String,
}

/// What to take of a study's variants.
pub(super) struct Row<'a> {
    pub(super) study: &'a str,
    pub(super) page: String,
    pub(super) question: &'a str,
    /// By case.
    pub(super) cells: Vec<Cell<'a>>,
}

/// What to take in a case: one variant, or one where nothing waits for the answer and
/// another where each query waits for the last.
#[derive(Default)]
pub(super) struct Cell<'a> {
    pub(super) choices: Vec<Choice<'a>>,
    /// What there is no time for, and why.
    pub(super) lacking: Vec<String>,
}

/// A variant to take.
pub(super) struct Choice<'a> {
    pub(super) link: Link<'a>,
    pub(super) memory: String,
    /// Its times, as far as it is the choice by them.
    pub(super) times: Vec<String>,
}

impl<'a> Glance<'a> {
    pub(super) fn new(
        questions: &'a [Question],
        headlines: &[Headline<'a>],
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Glance<'a> {
        let sizes = headlines.iter().map(|headline| cache_sizes(headline.study, records, figures));
        let sizes = sizes.max_by_key(Vec::len).unwrap_or_default();
        let beside_sizes =
            sizes.iter().map(|&size| format!("beside {} KiB", figures::kibibytes(size as f64)));
        let cases = ["hot tables".to_owned()].into_iter().chain(beside_sizes);
        let row = |(question, headline): (&'a Question, &Headline<'a>)| {
            let hot = headline.rankings.each_ref().map(|ranking| ranking.place);
            let places = sizes.iter().map(|&size| beside(headline, figures, size));
            let ranked = |place| Ranking::of_choices(place, records, figures);
            let rankings = [hot].into_iter().chain(places).map(|places| places.map(ranked));
            let choices = || contenders(records, headline.study).filter(|v| v.is_choice());
            let smallest =
                chosen(&hot.map(ranked), figures, |ranking| Some((least(choices(), ranking)?, 0)));
            let fastest = rankings.map(|rankings| chosen(&rankings, figures, fastest));
            Row {
                study: headline.study,
                page: page::file(headline.study),
                question: &question.text,
                cells: fastest.chain([smallest]).collect(),
            }
        };
        Glance {
            cases: cases.chain(["least memory".to_owned()]).collect(),
            rows: questions.iter().zip(headlines).map(row).collect(),
            unit: headlines.first().map_or_else(String::new, Headline::unit),
        }
    }

    /// The same for a README.
    pub(super) fn table(&self) -> Table {
        let choice = |choice: &Choice<'_>| {
            format!("{} ({}): {}", choice.link.name, choice.memory, choice.times.join("; "))
        };
        let cell = |cell: &Cell<'_>| {
            let choices = cell.choices.iter().map(choice);
            choices.chain(cell.lacking.iter().cloned()).collect::<Vec<_>>().join(". ")
        };
        let row = |row: &Row<'_>| {
            [row.study.to_owned()].into_iter().chain(row.cells.iter().map(cell)).collect()
        };
        Table {
            title: format!("The fastest of each study by case, in net {}", self.unit),
            header: ["study".to_owned()].into_iter().chain(self.cases.iter().cloned()).collect(),
            rows: self.rows.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }
}

/// The fastest, and how many others tie with it.
fn fastest<'a>(ranking: &Ranking<'a>) -> Option<(&'a Variant, usize)> {
    let ties = ranking.rows.iter().filter(|row| row.verdict == Some(Verdict::Tie)).count();
    Some((ranking.rows.first()?.variant, ties))
}

/// What `choose` takes from rankings without and with waiting.
fn chosen<'a>(
    rankings: &[Ranking<'a>; 2],
    figures: &Figures<'a>,
    choose: impl Fn(&Ranking<'a>) -> Option<(&'a Variant, usize)>,
) -> Cell<'a> {
    let mut cell = Cell::default();
    let applicable = |(ranking, _): &(&Ranking<'_>, _)| figures.applies(ranking.place);
    for (ranking, waiting) in rankings.iter().zip(WAITING).filter(applicable) {
        let chosen = choose(ranking).and_then(|(variant, ties)| {
            let row = ranking.rows.iter().find(|row| row.variant.name == variant.name)?;
            Some((variant, ties, row.time.net?))
        });
        let Some((variant, ties, net)) = chosen else {
            cell.lacking.push(format!("{waiting} {}", figures.absence(ranking.place)));
            continue;
        };
        let ties = if ties > 0 { format!(", {ties} tie") } else { String::new() };
        let time = figures::time(net.value);
        let time = format!("{waiting} {time} ({}){ties}", figures::interval(net));
        let link = page::link(variant);
        match cell.choices.iter_mut().find(|choice| choice.link.id == link.id) {
            Some(choice) => choice.times.push(time),
            None => {
                let memory = ranking::tables(variant.table_bytes);
                cell.choices.push(Choice { link, memory, times: vec![time] });
            }
        }
    }
    cell
}
