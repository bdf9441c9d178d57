//! The report: joins what the meters left behind and renders it, or compares records from
//! several folders.

use anyhow::{Context as _, Result, ensure};
use benches::invocation::{self, Invocation};
use benches::meters::checking;
use benches::{joined, output};
use records::{Records, Step};
use report::{RECORDS, Set, Table};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use studies::streams;
use studies::study::Study;

const ABOUT: &str = "report: writes reports/latest from what the other targets measured; \
     given folders of records, compares them";

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    if invocation.list {
        return Ok(());
    }
    let folders = folders(invocation, studies)?;
    let records = joined::records(studies);
    let is_wrong = records.variants.iter().any(|variant| variant.is_wrong());
    let is_measured = !records.tables.is_empty() || !records.counts.is_empty();
    let has_figures = records.tables.iter().flat_map(|table| &table.steps).any(Step::has_figures)
        || !records.counts.is_empty();
    if !folders.is_empty() {
        let mut sets = report::sets(&folders, &output::latest())?;
        if sets.len() == 1 {
            let expected = "nothing was measured here to compare with: run `cargo bench`, or name \
                            another folder";
            ensure!(is_measured, expected);
            sets.push(Set { name: "measured here".to_owned(), records, pages: None });
        }
        let comparison = report::compare(&sets)?;
        comparison.findings.iter().for_each(|finding| println!("{finding}"));
        let (_, page) = written(|folder| report::write_comparison(&comparison, folder))?;
        println!("{}", records::shown(&page));
        return Ok(());
    }
    let missing = missing(&records);
    ensure!(is_measured || is_wrong, "nothing was measured yet: run `cargo bench`{missing}");
    let rendered = report::render(&records)?;
    let rounds = output::rounds(records.machine.build);
    let (folder, ()) = written(|folder| {
        report::write(&records, &rendered, folder)?;
        // The raw rounds, for whoever doubts a figure.
        if rounds.exists() {
            let rounds = fs::read(&rounds).with_context(|| records::shown(&rounds))?;
            records::write_whole(folder, [("rounds.jsonl.gz", &*rounds)])?;
        }
        Ok(())
    })?;
    for headline in &rendered.headlines {
        println!("{}\n{}", headline.title, terminal_table(headline));
        headline.notes.iter().for_each(|note| println!("{note}"));
        println!();
    }
    println!("{}", records::shown(&folder.join(report::PAGE)));
    let mut failures = Vec::new();
    for variant in &records.variants {
        if variant.is_wrong() {
            failures.push(format!("wrong answers from {}", variant.name));
        }
        // Not what Valgrind's processor lacks.
        let failed = variant.uncounted.as_ref().filter(|why| why.starts_with(checking::FAILED));
        failures.extend(failed.map(|why| format!("{}/{}: {why}", variant.study, variant.name)));
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    ensure!(has_figures, "not one figure: all rounds were too noisy{missing}");
    Ok(())
}

/// Writes a report: to its usual folder or, where only that can't be written, into the build
/// folder. In which of them, and what writing returned.
///
/// # Errors
/// If neither can be written.
fn written<T>(write: impl Fn(&Path) -> Result<T>) -> Result<(PathBuf, T)> {
    let latest = output::latest();
    let reason = match write(&latest) {
        Ok(done) => return Ok((latest, done)),
        Err(reason) => reason,
    };
    println!("report: {reason:#}; so it goes into the build folder");
    let folder = output::latest_beside_the_records();
    let done = write(&folder)?;
    Ok((folder, done))
}

/// What the meters could not measure, a line each.
fn missing(records: &Records) -> String {
    let missing = records.runs.values().flat_map(|run| &run.missing);
    missing.map(|(what, reason)| format!("\n{what}: not measured: {reason}")).collect()
}

/// The folders and files of records among the arguments. The others must be filters, which
/// choose what is measured and mean nothing here.
fn folders(invocation: &Invocation, studies: &[Study]) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for argument in &invocation.filters {
        // What else may be called so, a device or a folder, is refused when it is read.
        let is_one = |path: &PathBuf| path.join(RECORDS).exists() || path.is_file();
        if let Some(path) = streams::places(Path::new(argument)).find(is_one) {
            folders.push(path);
            continue;
        }
        ensure!(
            invocation::is_filter(argument, studies),
            "\"{argument}\" is neither a folder with a {RECORDS} nor in the name of anything to \
             measure"
        );
    }
    Ok(folders)
}

fn terminal_table(table: &Table) -> comfy_table::Table {
    let mut terminal = output::terminal_table();
    terminal.set_header(&table.header);
    for row in &table.rows {
        terminal.add_row(row);
    }
    terminal
}
