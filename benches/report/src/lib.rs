//! The report: records in, pages out.
//!
//! It reads nothing but records and gives the same bytes for the same ones. The modules stand in
//! the order in which data flows: each uses only those before it.
//!
//! - `view` asks records for figures and names, `export` for all of them, `search` for nodes per
//!   second; `predictors` predict them.
//! - `recommend` decides what to take: the only place that does.
//! - `recommended` makes rows of that, `terminal` and `summary` text, `pages` pages with `plots`;
//!   `engine` speaks of a reader's own engine.
//! - `claims` judges what others said, by rows of a file and one rule.
//! - `find`, `pack` and `folder` are for citing and for sets; `take`
//!   copies a variant for an engine, and `command` is the command line.

mod words;
mod set;
mod view;
mod export;
mod plots;
mod page;
mod search;
mod predictors;
mod processor;
mod recommend;
mod recommended;
mod terminal;
mod engine;
mod claims;
mod pages;
mod pictures;
mod summary;
mod find;
mod pack;
mod folder;
mod take;
mod command;

pub use command::run;
pub use folder::{PAGE, sets, write};
pub use processor::Processor;
pub use set::Set;
pub use terminal::{line, table};

use anyhow::{Result, ensure};
use askama::Template as _;
use view::View;

/// A report, ready to be written.
#[derive(Clone, Debug)]
pub struct Report {
    /// The names and contents of its files.
    pub files: Vec<(String, String)>,
}

/// No report has more bytes, whatever records from elsewhere hold.
const LARGEST: usize = 48 << 20;

/// Renders a set. The pages of machines and claims show it beside others.
///
/// # Errors
/// If the pages would be too large, which a file from elsewhere may lead to; or if a
/// template cannot be rendered, which no record should lead to.
pub fn render(set: &Set, others: &[Set]) -> Result<Report> {
    let views: Vec<_> = [set].into_iter().chain(others).map(View::new).collect();
    let view = &views[0];
    let found = recommended::recommended(&views[..1], None);
    let mut all = vec![pages::index(view, &found), pages::search(&views, &found)];
    all.extend(view.questions().map(|study| pages::question(view, study)));
    all.extend([pages::machines(&views), pages::claims(&views)?, pages::method(view)]);
    let mut files = Vec::new();
    for page in all {
        files.push((page.file.clone(), page.render()?));
    }
    files.extend(pictures::pictures(view)?);
    files.push(("summary.md".to_owned(), summary::summary(view, &found)));
    files.push(("measurements.csv".to_owned(), export::measurements_csv(view)));
    files.push(("counts.csv".to_owned(), export::counts_csv(view)));
    let size: usize = files.iter().map(|(_, text)| text.len()).sum();
    let (found, most) = (size >> 20, LARGEST >> 20);
    ensure!(size <= LARGEST, "the report would take {found} MiB, expected {most} at most");
    Ok(Report { files })
}

#[cfg(test)]
mod made_up;
#[cfg(test)]
mod tests;
