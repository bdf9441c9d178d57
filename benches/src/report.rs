//! The report: records in, text out.
//!
//! It reads nothing but records and the words that go with their studies, and
//! gives the same bytes for the same of both. What was not measured is shown as
//! not measured, with how to get it; what is strange in the records is shown
//! as it is.

mod accuracy;
mod answer;
mod claims;
mod comparison;
mod dominance;
mod export;
mod figures;
mod glance;
mod headline;
mod index;
mod noise;
mod page;
mod plots;
mod pressure;
mod ranking;
mod section;
mod sentence;
mod study;
mod summary;
mod upkeep;
mod worth;

use crate::record::{Claim, Records};
use answer::Answers;
use anyhow::Result;
use claims::Ledger;
pub use comparison::{Comparison, Set, compare};
use figures::Figures;
use glance::Glance;
use headline::Headline;

/// What a study asks, in words that records do not carry.
#[derive(Clone, Debug)]
pub struct Question {
    /// The study's name in the records.
    pub study: String,
    /// The question.
    pub text: String,
    /// The names and summaries of its streams.
    pub streams: Vec<(String, String)>,
}

/// A report, ready to be written.
#[derive(Clone, Debug)]
pub struct Report {
    /// The names and contents of its files; the index comes last: it shows the others.
    pub files: Vec<(String, String)>,
    /// The headline of each study.
    pub headlines: Vec<Table>,
    /// The answers and the variants that no other dominates, as Markdown.
    pub excerpt: String,
    /// What the records say of what others said.
    pub claims: Vec<Claim>,
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

/// The name of the index among the files, which leads to the studies' pages.
pub const PAGE: &str = "index.html";

/// The name of the page that compares several files of records.
pub const COMPARISON: &str = "comparison.html";

/// Renders the studies in question; records of others are left out.
///
/// # Errors
/// If a plot or a template can't be rendered, which no record should lead to.
pub fn render(records: &Records, questions: &[Question]) -> Result<Report> {
    let figures = Figures::new(records);
    let headlines: Vec<_> =
        questions.iter().map(|question| Headline::new(question, records, &figures)).collect();
    let answers = Answers::new(questions, &headlines, records, &figures);
    let ledger = Ledger::new(records, &figures);
    let (mut files, mut space_times) = (Vec::new(), Vec::new());
    for ((question, headline), answer) in questions.iter().zip(&headlines).zip(&answers.studies) {
        let study = study::render(records, question, headline, &headlines, answer, &figures)?;
        files.extend(study.plots.into_iter().map(|plot| (plot.file, plot.svg)));
        files.push(study.page);
        space_times.push(study.space_time);
    }
    let summary = summary::render(records, &answers, &headlines, &ledger, &figures);
    files.push(("summary.md".to_owned(), summary));
    let glance = Glance::new(questions, &headlines, records, &figures);
    let index =
        index::render(records, &headlines, &space_times, &glance, &answers, &ledger, &figures)?;
    files.push(("measurements.csv".to_owned(), export::measurements_csv(records)?));
    files.push(("bencher.json".to_owned(), export::bencher(records, &figures)?));
    let action = export::benchmark_action(records, &figures)?;
    files.push(("benchmark-action.json".to_owned(), action));
    files.push((PAGE.to_owned(), index));
    Ok(Report {
        files,
        excerpt: summary::excerpt(records, &glance),
        headlines: headlines.iter().map(Headline::table).collect(),
        claims: ledger.records(),
    })
}

/// A name that is safe in the name of a file and as an anchor of the page.
fn slug(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(safe).collect()
}

#[cfg(test)]
mod tests;
