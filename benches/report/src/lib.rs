//! The report: records in, text out.
//!
//! It reads nothing but records and gives the same bytes for the same ones. What was not
//! measured is shown as not measured, with the reason and the way to get it. The modules
//! stand in the order in which data flows: each uses only those before it.

mod format;
mod cite;
mod terms;
mod figures;
mod nodes;
mod ranking;
mod crossover;
mod dominance;
mod noise;
mod sentence;
mod headline;
mod plots;
mod page;
mod pairs;
mod upkeep;
mod accuracy;
mod relative_cost;
mod processors;
mod summary_table;
mod answer;
mod claims;
mod case;
mod section;
mod study;
mod engine;
mod first;
mod index;
mod summary;
mod aims;
mod export;
mod comparison;
mod find;
mod pack;
mod folder;

pub use comparison::{Comparison, Set, compare};
pub use crossover::{Change, Crossover, crossovers};
pub use find::find;
pub use folder::{
    COMPARISON, PAGE, RECORDS, folders, publish, read, sets, write, write_comparison, write_set,
};
pub use pack::{Finding, Standing, examine};

use answer::Answers;
use anyhow::{Result, ensure};
use claims::Ledger;
use figures::Figures;
use first::First;
use headline::Headline;
use records::{Claim, Records};
use summary_table::SummaryTable;

/// A report, ready to be written.
#[derive(Clone, Debug)]
pub struct Report {
    /// The names and contents of its files; the index comes last: it shows the others.
    pub files: Vec<(String, String)>,
    /// The headline of each study.
    pub headlines: Vec<Table>,
    /// The summary table, as Markdown; a part of `summary.md`.
    pub excerpt: String,
    /// What to take for the questions that a search asks most, as Markdown.
    pub card: String,
    /// What was sought beyond the known techniques, and what came of it, as Markdown.
    pub aims: String,
    /// What the records say of what others said.
    pub claims: Vec<Claim>,
}

impl Report {
    /// What documents quote of the reference's report, with their paths in the repository.
    #[must_use]
    pub fn quoted(&self) -> [(&str, &'static str); 2] {
        [(&self.card, "README.md"), (&self.aims, "docs/frontier.md")]
    }
}

/// A table of plain text.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// The names of its columns.
    pub header: Vec<String>,
    /// Its rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// What is to be said below it, in sentences.
    pub notes: Vec<String>,
}

/// No page has more bytes, and no report more than [`LARGEST_REPORT`], whatever records from
/// elsewhere hold.
const LARGEST_PAGE: usize = 25 << 20;
const LARGEST_REPORT: usize = 96 << 20;

/// Renders records.
///
/// # Errors
/// If the pages would be too large, which a file from elsewhere may lead to; or if a plot or
/// a template cannot be rendered, which no record should lead to.
pub fn render(records: &Records) -> Result<Report> {
    let figures = Figures::new(records);
    let headlines: Vec<_> =
        records.studies.iter().map(|study| Headline::new(study, &figures)).collect();
    let answers = Answers::new(&headlines, &figures);
    let ledger = Ledger::new(&figures);
    let mut files = Vec::new();
    for answer in &answers.studies {
        study::render(answer, &headlines, &figures, &mut files)?;
        bounded(&files)?;
    }
    engine::render(&headlines, &ledger, &figures, &mut files)?;
    bounded(&files)?;
    let summary = summary::render(&answers, &ledger, &figures);
    let table = SummaryTable::new(&headlines, &figures);
    let first = First::new(&headlines, &figures, &mut files)?;
    let shown = (&first, &table, &answers, &ledger);
    let index = index::render(&headlines, shown, &figures)?;
    let excerpt = summary::excerpt(records, &table);
    let card = summary::card(records, &first);
    files.push(("summary.md".to_owned(), format!("{summary}\n## By case\n\n{excerpt}")));
    files.push(("measurements.csv".to_owned(), export::measurements_csv(&figures)?));
    files.push(("bencher.json".to_owned(), export::bencher(&figures)?));
    let action = export::benchmark_action(&figures)?;
    files.push(("benchmark-action.json".to_owned(), action));
    files.push((PAGE.to_owned(), index));
    bounded(&files)?;
    Ok(Report {
        files,
        excerpt,
        card,
        aims: aims::table(&figures),
        headlines: headlines.iter().map(page::table).collect(),
        claims: ledger.records(),
    })
}

/// Refuses files that are too large.
fn bounded(files: &[(String, String)]) -> Result<()> {
    for (name, text) in files {
        let (size, most) = (text.len() >> 20, LARGEST_PAGE >> 20);
        ensure!(
            text.len() <= LARGEST_PAGE,
            "{name} would take {size} MiB, expected {most} at most"
        );
    }
    let sum: usize = files.iter().map(|(_, text)| text.len()).sum();
    let (size, most) = (sum >> 20, LARGEST_REPORT >> 20);
    ensure!(sum <= LARGEST_REPORT, "the report would take {size} MiB, expected {most} at most");
    Ok(())
}

#[cfg(test)]
mod made_up;
#[cfg(test)]
mod tests;
