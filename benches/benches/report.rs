//! The report: joins what the meters left behind and writes the page.

use anyhow::{Context as _, Result, bail, ensure};
use benches::catalogue::Study;
use benches::invocation::{self, Invocation};
use benches::machine::Machine;
use benches::record::{self, CLOCK, Records, Variant};
use benches::report::{self, PAGE, Question, Report, Table};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const ABOUT: &str = "report: writes reports/latest from what the other targets measured";

/// The meters whose records are joined.
const METERS: [&str; 2] = ["duel", "instructions"];

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    if invocation.list {
        return Ok(());
    }
    let mut records = join(studies);
    let wrong: Vec<_> = records.variants.iter().filter(|v| v.is_wrong()).collect();
    let measured = records.measurements.iter().any(|m| m.study != CLOCK);
    ensure!(measured || !wrong.is_empty(), "nothing was measured yet: run `cargo bench`");
    let questions: Vec<_> = studies.iter().map(question).collect();
    let report = report::render(&records, &questions)?;
    records.claims.clone_from(&report.claims);
    let folder = folder()?;
    write(&records, &report, &folder)?;

    for headline in &report.headlines {
        println!("{}\n{}", headline.title, terminal_table(headline));
        for note in &headline.notes {
            println!("{note}");
        }
        println!();
    }
    println!("{}", folder.join(PAGE).display());
    if !wrong.is_empty() {
        let names: Vec<_> = wrong.iter().map(|variant| variant.name.as_str()).collect();
        bail!("wrong answers from {}", names.join(", "));
    }
    Ok(())
}

/// What all meters know about this machine and the contenders of today.
fn join(studies: &[Study]) -> Records {
    let mut joined = Records::new(Machine::here());
    for meter in METERS {
        let path = record::path(meter);
        if matches!(path.try_exists(), Ok(false)) {
            continue;
        }
        match Records::read(&path) {
            Ok(records) if records.machine != joined.machine => {
                eprintln!(
                    "{meter}: measured on another machine or build, left out; run `cargo bench` again"
                );
            }
            Ok(mut records) => {
                records.keep_known(studies);
                // A mistake that one meter found stands, whatever another one saw earlier.
                records.variants.retain(|v| !is_wrong(&joined, v));
                joined.update(records);
            }
            Err(error) => eprintln!("{meter}: left out: {error:#}"),
        }
    }
    joined
}

/// Whether the records so far have found this variant wrong.
fn is_wrong(records: &Records, variant: &Variant) -> bool {
    let same = |v: &Variant| v.study == variant.study && v.name == variant.name;
    records.variants.iter().any(|v| v.is_wrong() && same(v))
}

fn question(study: &Study) -> Question {
    let owned = |(name, summary): &(&str, &str)| ((*name).to_owned(), (*summary).to_owned());
    Question {
        study: study.name.to_owned(),
        text: study.question.to_owned(),
        streams: study.streams.iter().map(owned).collect(),
    }
}

fn folder() -> Result<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().context("the package lies in the workspace")?;
    Ok(root.join("reports").join("latest"))
}

fn write(records: &Records, report: &Report, folder: &Path) -> Result<()> {
    records.write(&folder.join("records.json"))?;
    remove_leftovers(report, folder)?;
    for (name, text) in &report.files {
        record::write_whole(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Removes the pages and plots that an earlier report made and this one does
/// not: they would look as new as the others.
fn remove_leftovers(report: &Report, folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let made = |(name, _): &(String, String)| path.file_name() == Some(OsStr::new(name));
        let rendered = ["html", "svg"].map(OsStr::new).map(Some).contains(&path.extension());
        if rendered && !report.files.iter().any(made) {
            fs::remove_file(&path).with_context(|| format!("removing {}", path.display()))?;
        }
    }
    Ok(())
}

fn terminal_table(table: &Table) -> comfy_table::Table {
    let mut terminal = record::terminal_table();
    terminal.set_header(&table.header);
    for row in &table.rows {
        terminal.add_row(row);
    }
    terminal
}
