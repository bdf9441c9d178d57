//! The report: joins the meters' files and renders them beside the committed sets.

use anyhow::{Context as _, Result, ensure};
use benches::invocation::{self, Invocation};
use benches::meters::checking;
use benches::{builds, machine, output, terminal};
use log::info;
use questions::list;
use questions::question::Question;
use records::Step;
use report::Set;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const ABOUT: &str = "report: writes reports/latest from what the other targets measured";

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, questions: &[Question]) -> Result<()> {
    if invocation.list || invocation.self_check {
        return Ok(());
    }
    // Filters choose nothing here, but a mistaken one is an error.
    invocation.plan(questions, &[])?;
    let folder = output::store(builds::this());
    let known = |question: &str, name: &str| list::knows(questions, question, name);
    let (records, left_out) = records::gather(&folder, &machine::here(), known);
    left_out.iter().for_each(|line| info!("left out: {line}"));
    if let Some(first) = left_out.first() {
        let count = left_out.len();
        terminal::say(&format!("{count} left out, see the log; the first: {first}"));
    }
    let is_wrong = records.variants.iter().any(|variant| variant.is_wrong());
    let is_measured = !records.tables.is_empty() || !records.counts.is_empty();
    let has_figures = records.tables.iter().flat_map(|table| &table.steps).any(Step::has_figures)
        || !records.counts.is_empty();
    let line = |(_, what, why)| format!("\n{what}: not measured: {why}");
    let missing: String = records.missing().map(line).collect();
    ensure!(is_measured || is_wrong, "nothing was measured yet: run `cargo bench`{missing}");
    let set = Set { name: "latest".to_owned(), records };
    let folder = written(&set)?;
    terminal::say(&format!("\n{}", report::table(&set)?));
    terminal::say(&format!("Report: {}", output::shown(&folder.join(report::PAGE))));
    let mut failures = Vec::new();
    for variant in &set.records.variants {
        if variant.is_wrong() {
            failures.push(format!("wrong answers from {}", variant.name));
        }
        // A feature that Valgrind's processor lacks is no failure.
        let failed = variant.uncounted.as_ref().filter(|why| why.starts_with(checking::FAILED));
        failures.extend(failed.map(|why| format!("{}/{}: {why}", variant.question, variant.name)));
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    ensure!(has_figures, "not one figure: all rounds were too noisy{missing}");
    Ok(())
}

/// Writes the report into its usual folder or, if only that one can't be written, into the build
/// folder. Returns the folder.
///
/// # Errors
/// If neither folder can be written.
fn written(set: &Set) -> Result<PathBuf> {
    let committed = output::root().join("reports");
    let (others, left_out) = report::sets(&committed)?;
    left_out.iter().for_each(|line| terminal::say(line));
    let rendered = report::render(set, &others)?;
    let rounds = output::rounds(set.records.machine.build);
    let write = |folder: &Path| {
        report::write(&set.records, &rendered, folder)?;
        // The raw rounds, for readers who doubt a figure.
        if rounds.exists() {
            let rounds = fs::read(&rounds).with_context(|| records::shown(&rounds))?;
            records::write_whole(folder, [("rounds.jsonl.gz", &*rounds)])?;
        }
        anyhow::Ok(())
    };
    let built = output::build_folder().join("spacetime");
    let folders = [committed, built].map(|folder| folder.join("latest"));
    let (folder, reason) = output::written(folders, write)?;
    if let Some(reason) = reason {
        terminal::say(&format!("{reason:#}; so the report goes into the build folder"));
    }
    Ok(folder)
}
