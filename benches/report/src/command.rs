//! The command line: says what to take on this processor, renders records as reports, finds a
//! cited figure again, and packs a machine's records.

use crate::answers::Answers;
use crate::answers::nearest::nearest;
use crate::folder::{self, PAGE, RECORDS};
use crate::processor::Processor;
use crate::set::Set;
use crate::{engine, find, pack, take, text};
use anyhow::{Context as _, Result, bail, ensure};
use records::{shown, visible};
use std::fs;
use std::path::Path;

const REPORTS: &str = "reports";
/// Names the compiler that sets are measured with.
const TOOLCHAIN: &str = "rust-toolchain.toml";
const README: &str = "README.md";

const USAGE: &str = "\
usage: cargo run -p report -- --here
       cargo run -p report -- FOLDER...
       cargo run -p report -- --predict ENGINE [FOLDER]
       cargo run -p report -- --find LINE [FOLDER...]
       cargo run -p report -- --pack FOLDER --as NAME --again FOLDER
       cargo run -p report -- --publish
       cargo run -p report -- --take VARIANT FOLDER

  --here     what the nearest measured machine says about your processor
  FOLDER     renders the records.json in it into the folder
  --predict  what lookups are worth in your engine, such as sliders=15.3,between=0.6,cycles=1600:
             lookups a node and its cycles; by the nearest machine or the set in FOLDER
  --find     prints the figure that a line cites, from these folders or all of reports/
  --pack     checks records by the rules of reports/README.md and makes a set of them
  --publish  puts what README.md shows of the sets there
  --take     copies a variant's crate and what it needs, to stand alone in an engine
";

/// Does what the arguments of the program say.
///
/// # Errors
/// If they say nothing that it knows, or that cannot be done.
pub fn run(arguments: &[String]) -> Result<()> {
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => bail!("expected what to do\n{USAGE}"),
        ["--help" | "-h"] => told(USAGE),
        ["--here"] => here(),
        ["--predict", engine] => predict(engine, None),
        ["--predict", engine, folder] => predict(engine, Some(folder::read(Path::new(folder))?)),
        ["--find", line, folders @ ..] => find(line, folders),
        ["--publish"] => publish(),
        ["--take", variant, into] => take(variant, into),
        ["--pack", folder, "--as", name, "--again", again] => pack(folder, name, Some(again)),
        ["--pack", folder, "--as", name] => pack(folder, name, None),
        folders => match folders.iter().find(|word| word.starts_with("--")) {
            Some(word) => bail!("unexpected argument '{}'\n{USAGE}", visible(word)),
            None => render(folders),
        },
    }
}

/// Prints; a reader that went away is no reason to fail.
fn told(text: &str) -> Result<()> {
    use std::io::Write as _;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

fn committed() -> Result<Vec<Set>> {
    sets(Path::new(REPORTS))
}

/// The committed sets, and the last run here.
fn all_here() -> Result<Vec<Set>> {
    let (sets, left_out) = folder::sets_and_latest(Path::new(REPORTS))?;
    left_out.iter().for_each(|line| eprintln!("{line}"));
    Ok(sets)
}

fn here() -> Result<()> {
    let (sets, processor) = (all_here()?, Processor::here());
    let Some(near) = nearest(&processor, &sets) else {
        return told("There are no sets of records in reports/.\n");
    };
    let answers = Answers::of(&sets[near.number..=near.number], Some(&processor))?;
    told(&text::here(&near, &answers))
}

/// The sets in a folder; says which are left out.
fn sets(of: &Path) -> Result<Vec<Set>> {
    let (sets, left_out) = folder::sets(of)?;
    left_out.iter().for_each(|line| eprintln!("{line}"));
    Ok(sets)
}

fn predict(engine: &str, named: Option<Set>) -> Result<()> {
    told(&engine::predict(engine, &Processor::here(), named.as_ref(), &committed()?)?)
}

fn render(folders: &[&str]) -> Result<()> {
    for folder in folders.iter().map(Path::new) {
        let about = shown(folder);
        ensure!(folder.is_dir(), "{about}: expected a folder with {}", RECORDS);
        let set = folder::read(folder)?;
        let beside = fs::canonicalize(folder)?;
        let mut others = beside.parent().map(sets).transpose()?.unwrap_or_default();
        others.retain(|other| other.name != set.name);
        let report = crate::render(&set, &others).with_context(|| about)?;
        folder::write(&set.records, &report, folder)?;
        told(&format!("{}\n", shown(&folder.join(PAGE))))?;
    }
    Ok(())
}

fn find(line: &str, folders: &[&str]) -> Result<()> {
    let read = |path: &&str| folder::read(Path::new(path));
    let sets = match folders {
        [] => all_here()?,
        folders => folders.iter().map(read).collect::<Result<_>>()?,
    };
    told(&find::find(line, &sets)?)
}

fn publish() -> Result<()> {
    let answers = Answers::of(&committed()?, None)?;
    folder::publish(&text::readme(&answers), Path::new(README))?;
    told(&format!("{README}\n"))
}

fn take(variant: &str, into: &str) -> Result<()> {
    for folder in take::take(variant, Path::new("."), Path::new(into))? {
        told(&format!("{}\n", shown(&folder)))?;
    }
    Ok(())
}

/// Makes a set of these records.
fn pack(folder: &str, name: &str, again: Option<&str>) -> Result<()> {
    let set = folder::read(Path::new(folder))?;
    let again = again.map(|again| folder::read(Path::new(again))).transpose()?;
    let again = again.as_ref().map(|again| &again.records);
    let (findings, broken) = pack::examine(&set.records, again, &compiler(Path::new(TOOLCHAIN))?);
    told(&findings)?;
    ensure!(broken == 0, "nothing is written: {broken} hard rules are broken, see above");
    let target = Path::new(REPORTS).join(name);
    let expected = "is there already: choose another name, or remove it to replace it";
    ensure!(!target.exists(), "{} {expected}", shown(&target));
    let written = folder::write_set(set, name, Path::new(REPORTS))?;
    told(&format!(
        "{}\nNext: look at the pages; say in reports/README.md what the machine is, what ran \
         beside it and what LOOK found; then open a pull request with these two alone.\n",
        shown(&written.join(PAGE))
    ))
}

fn compiler(toolchain: &Path) -> Result<String> {
    let text = folder::text_of(toolchain)?;
    let channel = text.lines().find_map(|line| line.strip_prefix("channel = "));
    let channel = channel.with_context(|| format!("{}: expected a channel", shown(toolchain)))?;
    Ok(channel.trim_matches('"').to_owned())
}
