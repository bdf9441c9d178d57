//! The report: records in, answers out, and pages over them.
//!
//! It reads nothing but records and gives the same bytes for the same ones. The modules stand in
//! the order in which data flows: each uses only those before it. They are five floors.
//!
//! 1. Records: `set` names them, `view` asks them for figures, `engines` and `claims` hold what
//!    others measured and said, `processor` knows the one at hand.
//! 2. Answers: [`Answers::of`] makes the rows that all else is a template of. `gains` inside of it
//!    has the one rule for bold.
//! 3. Text and plots: `csv` and `find` for figures, `text` for terminals and Markdown, `diff` for what
//!    changed between two sets, `compilers`, `plots`.
//! 4. Pages: templates that borrow answers.
//! 5. Commands: `pack` guards sets, `folder` reads and writes, `publish` writes what documents show,
//!    `take` copies a variant, `command` is the command line.

mod words;
mod set;
mod view;
mod processor;
mod engines;
mod claims;
mod answers;
mod csv;
mod find;
mod text;
mod diff;
mod compilers;
mod plots;
mod pages;
mod pack;
mod folder;
mod publish;
mod take;
mod command;

pub use answers::Answers;
pub use command::run;
pub use folder::{PAGE, sets, write};
pub use processor::Processor;
pub use set::Set;

use anyhow::{Result, ensure};
use view::View;

/// A report, ready to be written.
#[derive(Clone, Debug)]
pub struct Report {
    /// The names and contents of its files.
    pub files: Vec<(String, String)>,
}

/// No report has more bytes, whatever records from elsewhere hold.
const LARGEST: usize = 48 << 20;

/// Renders a set. The pages of machines and claims show it beside others; a set of the same kind of
/// machine gives way to it.
///
/// # Errors
/// If the pages would be too large, which a file from elsewhere may lead to; or if a
/// template cannot be rendered, which no record should lead to.
pub fn render(set: &Set, others: &[Set]) -> Result<Report> {
    let view = View::new(set);
    let others: Vec<_> =
        others.iter().filter(|it| it.column() != set.column()).map(View::new).collect();
    let mut views = vec![view];
    views.extend(answers::distinct(&others).into_iter().map(|view| View::new(view.set)));
    let all: Result<Vec<_>> =
        views.iter().map(|view| Answers::of(std::slice::from_ref(view.set), None)).collect();
    let all = all?;
    let shown: Vec<_> = all.iter().collect();
    let mut files = pages::pages(&views, &shown)?;
    files.extend(pages::pictures(shown[0]));
    let view = &views[0];
    files.push(("answers.json".to_owned(), serde_json::to_string(shown[0])? + "\n"));
    files.push(("summary.md".to_owned(), text::summary(shown[0])));
    files.push(("measurements.csv".to_owned(), csv::measurements_csv(view)?));
    files.push(("counts.csv".to_owned(), csv::counts_csv(view)?));
    let size: usize = files.iter().map(|(_, text)| text.len()).sum();
    let (found, most) = (size >> 20, LARGEST >> 20);
    ensure!(size <= LARGEST, "the report would take {found} MiB, expected {most} at most");
    Ok(Report { files })
}

/// The answers of a set for the terminal.
///
/// # Errors
/// As [`Answers::of`].
pub fn table(set: &Set) -> Result<String> {
    let answers = Answers::of(std::slice::from_ref(set), None)?;
    let tradeoffs =
        answers.tradeoffs.iter().map(|it| format!("\n{}", text::tradeoffs_in_terminal(it)));
    Ok(text::terminal(&answers) + &tradeoffs.collect::<String>())
}

/// What a set says of a question, in a line of the terminal. `None` where nothing is known.
#[must_use]
pub fn line(set: &Set, question: &str) -> Option<String> {
    let answers = Answers::of(std::slice::from_ref(set), None).ok()?;
    if question == view::SEARCH { text::searched(&answers) } else { text::line(&answers, question) }
}

#[cfg(test)]
mod made_up;
#[cfg(test)]
mod tests;
