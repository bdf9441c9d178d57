//! The report: joins what the meters left behind and writes the page, or
//! compares records from several folders.

use anyhow::{Context as _, Result, bail, ensure};
use benches::catalogue::Study;
use benches::invocation::{self, Invocation};
use benches::machine::Machine;
use benches::record::{self, CLOCK, Records, Variant};
use benches::report::{self, COMPARISON, PAGE, Question, Report, Set, Table};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const ABOUT: &str = "report: writes reports/latest from what the other targets measured; \
     given folders of records, compares them";

/// The meters whose records are joined.
const METERS: [&str; 2] = ["duel", "instructions"];

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    if invocation.list {
        return Ok(());
    }
    if let Some(folder) = &invocation.publish {
        return publish(&invocation::root().join(folder), studies);
    }
    let folders = folders(invocation, studies)?;
    if !folders.is_empty() {
        return compare(&folders, studies);
    }
    let mut records = join(studies);
    let wrong: Vec<_> = records.variants.iter().filter(|v| v.is_wrong()).collect();
    ensure!(
        has_figures(&records) || !wrong.is_empty(),
        "nothing was measured yet: run `cargo bench`"
    );
    let questions: Vec<_> = studies.iter().map(question).collect();
    let report = report::render(&records, &questions)?;
    records.claims.clone_from(&report.claims);
    let folder = folder();
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

/// Renders the records of a folder again, into it, and what README.md quotes of
/// them.
fn publish(folder: &Path, studies: &[Study]) -> Result<()> {
    let mut records = Records::read(&folder.join(RECORDS))?;
    let questions: Vec<_> = studies.iter().map(question).collect();
    let report = report::render(&records, &questions)?;
    records.claims.clone_from(&report.claims);
    write(&records, &report, folder)?;
    println!("{}", folder.join(PAGE).display());

    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let path = invocation::root().join("README.md");
    let readme = fs::read_to_string(&path)?;
    let begin = format!(
        "<!-- of reports/{name}, made by `cargo bench --bench report -- --publish reports/{name}` -->\n"
    );
    let quoted = readme.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(QUOTE_END)?;
        Some(format!("{before}{begin}\n{}\n{QUOTE_END}{after}", report.excerpt))
    });
    if let Some(quoted) = quoted {
        record::write_whole(&path, quoted.as_bytes())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Where a quotation of figures ends in README.md.
const QUOTE_END: &str = "<!-- end -->";

/// The name of the file of records in a report's folder.
const RECORDS: &str = "records.json";

/// The files of records among the arguments. Others have to be filters, which
/// choose what is measured and mean nothing here.
fn folders(invocation: &Invocation, studies: &[Study]) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for argument in &invocation.filters {
        if let Some(file) = records_at(argument) {
            folders.push(file);
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

/// The file of records that a path names, itself or as its folder.
fn records_at(argument: &str) -> Option<PathBuf> {
    let paths = invocation::places(Path::new(argument));
    let mut files = paths.flat_map(|path| [path.join(RECORDS), path]);
    // What else may be called so, a folder or a device, is refused when it is read.
    let is_one = |file: &PathBuf| {
        file.is_file() || file.file_name() == Some(OsStr::new(RECORDS)) && file.exists()
    };
    files.find(is_one)
}

/// Compares the records in these files; those of one alone with what was
/// measured here.
fn compare(files: &[PathBuf], studies: &[Study]) -> Result<()> {
    let read = |file: &PathBuf| {
        let is_in_folder = file.file_name() == Some(OsStr::new(RECORDS));
        let named = if is_in_folder { file.parent() } else { Some(file.as_path()) };
        let name = named.and_then(Path::file_name).unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        Ok(Set { name, records: Records::read(file)? })
    };
    let mut sets: Vec<_> = files.iter().map(read).collect::<Result<_>>()?;
    if sets.len() == 1 {
        let records = join(studies);
        ensure!(
            has_figures(&records),
            "nothing was measured here to compare with: run `cargo bench`, or name another folder"
        );
        sets.push(Set { name: "measured here".to_owned(), records });
    }
    let questions: Vec<_> = studies.iter().map(question).collect();
    let comparison = report::compare(&sets, &questions)?;
    let path = folder().join(COMPARISON);
    record::write_whole(&path, comparison.page.as_bytes())?;
    for finding in &comparison.findings {
        println!("{finding}");
    }
    println!("{}", path.display());
    Ok(())
}

/// Whether anything but the clock was measured.
fn has_figures(records: &Records) -> bool {
    records.measurements.iter().any(|m| m.study != CLOCK)
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
                // A mistake that one meter found stands, whatever another one saw
                // earlier; so does that something lacked.
                records.variants.retain(|v| !is_unfit(&joined, v));
                joined.update(records);
            }
            Err(error) => eprintln!("{meter}: left out: {error:#}"),
        }
    }
    joined
}

/// Whether the records so far have found this variant wrong, or not available.
fn is_unfit(records: &Records, variant: &Variant) -> bool {
    let same = |v: &Variant| v.study == variant.study && v.name == variant.name;
    records.variants.iter().any(|v| (v.is_wrong() || !v.available) && same(v))
}

fn question(study: &Study) -> Question {
    let owned = |(name, summary): &(&str, &str)| ((*name).to_owned(), (*summary).to_owned());
    Question {
        study: study.name.to_owned(),
        text: study.question.to_owned(),
        streams: study.streams.iter().map(owned).collect(),
    }
}

fn folder() -> PathBuf {
    invocation::root().join("reports").join("latest")
}

fn write(records: &Records, report: &Report, folder: &Path) -> Result<()> {
    records.write(&folder.join(RECORDS))?;
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
