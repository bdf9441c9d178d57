//! The command line: says what lookups gain on this processor, renders records as reports, finds a
//! cited figure again, and packs a machine's records.

use crate::answers::Answers;
use crate::answers::nearest::nearest;
use crate::folder::{self, PAGE, RECORDS};
use crate::processor::Processor;
use crate::set::Set;
use crate::view::View;
use crate::{csv, diff, find, pack, publish, take, text};
use anyhow::{Context as _, Result, bail, ensure};
use clap::error::ErrorKind;
use clap::{ArgGroup, Parser};
use records::{shown, visible};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

const REPORTS: &str = "reports";
/// Names the compiler that sets are measured with.
const TOOLCHAIN: &str = "rust-toolchain.toml";

const USAGE: &str = "\
cargo run -p report -- --here
       cargo run -p report -- FOLDER...
       cargo run -p report -- --find LINE [FOLDER...]
       cargo run -p report -- --diff BEFORE AFTER
       cargo run -p report -- --bencher FOLDER
       cargo run -p report -- --pack FOLDER --as NAME --again FOLDER
       cargo run -p report -- --publish
       cargo run -p report -- --take VARIANT... FOLDER
       cargo run -p report -- --take VARIANT... --c FOLDER";

/// The flags that each are an action. Without one of them, folders are rendered.
const ACTIONS: [&str; 7] = ["here", "find", "diff", "bencher", "pack", "publish", "take"];

/// Renders records as pages, and answers from them on the terminal.
#[derive(Parser)]
#[command(
    no_binary_name = true,
    disable_version_flag = true,
    override_usage = USAGE,
    next_line_help = true,
    group = ArgGroup::new("action").args(ACTIONS)
)]
struct Arguments {
    /// Render the records.json in each folder into that folder, beside the sets around it;
    /// --find and --take say below which folders they take.
    /// Example: reports/*/
    #[arg(verbatim_doc_comment, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["here", "diff", "bencher", "pack", "publish"])]
    folders: Vec<PathBuf>,

    /// Print what the nearest measured machine says about your processor: tables in bytes, times
    /// as ratios to the usual way, gains in nodes per second in per cent.
    /// Example: --here
    #[arg(verbatim_doc_comment, long)]
    here: bool,

    /// Print the figures that a line cites, with 95 % intervals and units such as cycles/query,
    /// from these folders or all of reports/.
    /// Example: --find 'between/throughput/uniform/between-windows, method 4'
    #[arg(verbatim_doc_comment, long, value_name = "LINE")]
    find: Option<String>,

    /// Print what changed for certain from one set or run to another, the largest change first, as
    /// a table in Markdown, and what cannot be compared.
    /// Example: --diff ../first reports/latest
    #[arg(verbatim_doc_comment, long, num_args = 2, value_names = ["BEFORE", "AFTER"])]
    diff: Option<Vec<PathBuf>>,

    /// Print the figures of records as Bencher Metric Format, which trackers read.
    /// Example: --bencher reports/latest
    #[arg(verbatim_doc_comment, long, value_name = "FOLDER")]
    bencher: Option<PathBuf>,

    /// Check records by the rules of reports/README.md, and make a set of them if they break no
    /// hard rule.
    /// Example: --pack reports/latest --as ryzen-9950x --again ../first
    #[arg(verbatim_doc_comment, long, value_name = "FOLDER", requires = "name")]
    pack: Option<PathBuf>,

    /// Name the set to pack: 1 to 32 lower-case letters, digits and dashes.
    /// Example: --as ryzen-9950x
    #[arg(verbatim_doc_comment, long = "as", value_name = "NAME")]
    #[arg(requires = "pack", conflicts_with_all = OTHERS)]
    name: Option<String>,

    /// Compare with another run of the same build on the same machine, without which a hard rule
    /// is broken: at most one pair of verdicts in a thousand may be contradicted.
    /// Example: --again ../first
    #[arg(verbatim_doc_comment, long, value_name = "FOLDER")]
    #[arg(requires = "pack", conflicts_with_all = OTHERS)]
    again: Option<PathBuf>,

    /// Write what README.md and reports/README.md show of the sets in reports/, their summaries and
    /// their pictures, and say what was old.
    /// Example: --publish
    #[arg(verbatim_doc_comment, long)]
    publish: bool,

    /// Copy the crates of variants, and those that they need, into a folder where they stand alone.
    /// A name may begin after the question: hyperbola is sliders-hyperbola.
    /// Example: --take between-windows hyperbola ../my-engine/lookups
    #[arg(verbatim_doc_comment, long, value_name = "VARIANT")]
    take: Option<String>,

    /// Take headers for C and C++ in place of crates: one file for each variant.
    /// Example: --take hyperbola --c ../my-engine/src
    #[arg(verbatim_doc_comment, long, requires = "take")]
    #[arg(conflicts_with_all = ["here", "find", "diff", "bencher", "pack", "publish"])]
    c: bool,
}

/// The actions that the options of packing exclude. That they require packing is not enough: clap
/// requires no flag that another one excludes.
const OTHERS: [&str; 7] = ["here", "find", "diff", "bencher", "publish", "take", "folders"];

/// The request of the user.
#[derive(Debug, PartialEq)]
enum Action {
    Help(String),
    Here,
    Render(Vec<PathBuf>),
    Find(String, Vec<PathBuf>),
    Diff([PathBuf; 2]),
    Bencher(PathBuf),
    Pack { folder: PathBuf, name: String, again: Option<PathBuf> },
    Publish,
    Take { variants: Vec<String>, into: PathBuf, headers: bool },
}

/// Does what the arguments of the program ask for.
///
/// # Errors
/// If they ask for nothing that there is, or for what cannot be done.
pub fn run(arguments: &[String]) -> Result<()> {
    match parse_action(arguments)? {
        Action::Help(text) => print_text(&text),
        Action::Here => print_here(),
        Action::Render(folders) => folders.iter().try_for_each(|folder| render_folder(folder)),
        Action::Find(line, folders) => print_found(&line, &folders),
        Action::Diff(folders) => print_diff(&folders),
        Action::Bencher(folder) => {
            print_text(&csv::bencher_json(&View::new(&folder::read(&folder)?))?)
        }
        Action::Pack { folder, name, again } => pack_set(&folder, &name, again.as_deref()),
        Action::Publish => publish_documents(),
        Action::Take { variants, into, headers } => take_variants(&variants, &into, headers),
    }
}

fn parse_action(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Action> {
    let Arguments { mut folders, here, find, diff, bencher, pack, name, again, publish, take, c } =
        match Arguments::try_parse_from(arguments) {
            Ok(arguments) => arguments,
            Err(error) if error.kind() == ErrorKind::DisplayHelp => {
                return Ok(Action::Help(error.to_string()));
            }
            Err(error) => bail!(message(&error)),
        };
    let count = folders.len();
    // Clap lets no two of them through.
    if let Some(folders) = diff.and_then(|folders| <[PathBuf; 2]>::try_from(folders).ok()) {
        return Ok(Action::Diff(folders));
    }
    if let Some(folder) = bencher {
        return Ok(Action::Bencher(folder));
    }
    Ok(match (here, find, pack.zip(name), publish, take) {
        (true, ..) => Action::Here,
        (_, Some(line), ..) => Action::Find(line, folders),
        (_, _, Some((folder, name)), ..) => Action::Pack { folder, name, again },
        (.., true, _) => Action::Publish,
        (.., Some(variant)) => {
            let expected = "--take: expected VARIANT... and then a FOLDER, found no folder";
            let into = folders.pop().context(expected)?;
            let others = folders.iter().map(|name| name.to_string_lossy().into_owned());
            let variants = [variant].into_iter().chain(others).collect();
            Action::Take { variants, into, headers: c }
        }
        _ if count == 0 => bail!("expected one action or a folder\n\nUsage: {USAGE}"),
        _ => Action::Render(folders),
    })
}

/// What clap says of a mistake; the arguments that it quotes may hold anything.
fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// Prints; a reader that went away is no reason to fail.
fn print_text(text: &str) -> Result<()> {
    use std::io::Write as _;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Tells which sets were left out.
fn listed((sets, left_out): (Vec<Set>, Vec<String>)) -> Vec<Set> {
    left_out.iter().for_each(|line| eprintln!("{line}"));
    sets
}

fn top() -> Result<PathBuf> {
    top_around(&std::env::current_dir().context("expected a folder that is still there")?)
}

/// The way up to the checkout around a folder; empty at its top.
fn top_around(here: &Path) -> Result<PathBuf> {
    let is_top = |folder: &Path| folder.join(REPORTS).is_dir() && folder.join(TOOLCHAIN).is_file();
    let up = here.ancestors().position(is_top);
    let up = up.with_context(|| {
        let found = shown(here);
        format!("{found}: expected the laboratory's checkout, with {REPORTS}/ and {TOOLCHAIN}")
    })?;
    Ok(std::iter::repeat_n("..", up).collect())
}

fn committed_sets() -> Result<Vec<Set>> {
    Ok(listed(folder::sets(&top()?.join(REPORTS))?))
}

/// The committed sets, and the last run here.
fn all_sets() -> Result<Vec<Set>> {
    Ok(listed(folder::sets_and_latest(&top()?.join(REPORTS))?))
}

fn print_here() -> Result<()> {
    let (sets, processor) = (all_sets()?, Processor::here());
    let Some(near) = nearest(&processor, &sets) else {
        return print_text("There are no sets of records in reports/.\n");
    };
    let answers = Answers::of(&sets[near.number..=near.number], Some(&processor))?;
    print_text(&text::here(&near, &answers))
}

fn render_folder(folder: &Path) -> Result<()> {
    let about = shown(folder);
    ensure!(folder.is_dir(), "{about}: expected a folder with {RECORDS}");
    let set = folder::read(folder)?;
    let beside = fs::canonicalize(folder)?;
    let mut others = beside.parent().map(folder::sets).transpose()?.map(listed).unwrap_or_default();
    others.retain(|other| other.name != set.name);
    let report = crate::render(&set, &others).with_context(|| about)?;
    folder::write(&set.records, &report, folder)?;
    print_text(&format!("{}\n", shown(&folder.join(PAGE))))
}

fn print_found(line: &str, folders: &[PathBuf]) -> Result<()> {
    print_text(&found(line, folders, || Ok(top()?.join(REPORTS)))?)
}

/// What a line cites in these folders; without any, in the committed sets and the last run.
pub(crate) fn found(
    line: &str,
    folders: &[PathBuf],
    reports: impl FnOnce() -> Result<PathBuf>,
) -> Result<String> {
    let sets = match folders {
        [] => listed(folder::sets_and_latest(&reports()?)?),
        folders => folders.iter().map(|folder| folder::read(folder)).collect::<Result<_>>()?,
    };
    find::find(line, &sets)
}

fn print_diff(folders: &[PathBuf; 2]) -> Result<()> {
    let read = |folder| folder::read(folder).context("nothing can be compared");
    let [before, after] = folders.each_ref().map(|folder: &PathBuf| read(folder));
    print_text(&diff::diff([&before?, &after?]))
}

/// Writes what documents show, and says what was old.
fn publish_documents() -> Result<()> {
    let root = Path::new(".").join(top()?);
    let old = publish::publish(&root, &publish::make(&root, committed_sets()?)?)?;
    let lines = old.iter().map(|what| format!("written anew: {what}\n")).collect::<String>();
    print_text(if old.is_empty() { "nothing was old\n" } else { &lines })
}

fn take_variants(variants: &[String], into: &Path, headers: bool) -> Result<()> {
    let take = if headers { take::take_headers } else { take::take };
    for taken in take(variants, &top()?, into)? {
        print_text(&format!("{}\n", shown(&taken)))?;
    }
    Ok(())
}

/// Makes a set of these records.
fn pack_set(folder: &Path, name: &str, again: Option<&Path>) -> Result<()> {
    let set = folder::read(folder)?;
    let again = again.map(folder::read).transpose()?;
    let again = again.as_ref().map(|again| &again.records);
    let pinned = pinned_compiler(&top()?.join(TOOLCHAIN))?;
    let (findings, broken) = pack::examine(&set.records, again, &pinned);
    print_text(&findings)?;
    ensure!(broken == 0, "nothing is written, as hard rules are broken: {broken}, see above");
    let written = folder::write_set(set, name, &top()?.join(REPORTS))?;
    print_text(&format!(
        "{}\nNext: look at the pages; run --publish; say in reports/README.md what the machine is, \
         what ran beside it and what LOOK found; then open a pull request with these alone.\n",
        shown(&written.join(PAGE))
    ))
}

/// The version of the compiler that a toolchain file pins.
fn pinned_compiler(toolchain: &Path) -> Result<String> {
    let text = folder::text_of(toolchain)?;
    let channel = text.lines().find_map(|line| line.strip_prefix("channel = "));
    let channel = channel.with_context(|| format!("{}: expected a channel", shown(toolchain)))?;
    Ok(channel.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests;
