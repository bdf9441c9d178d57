//! Renders records as reports, compares several, finds a cited figure again, and packs a
//! machine's records.

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use records::{contents, shown};
use report::Standing;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where the committed sets are, each in a folder of its own.
const REPORTS: &str = "reports";

/// Names the compiler that sets are measured with.
const TOOLCHAIN: &str = "rust-toolchain.toml";

/// Renders each folder of records into itself, and a comparison of several
#[derive(Debug, Parser)]
#[command(override_usage = "cargo run -p report -- [OPTIONS] FOLDER...")]
struct Arguments {
    /// Folders with a records.json; or files of records, which are only compared
    #[arg(value_name = "FOLDER", required_unless_present_any = ["find", "pack"])]
    paths: Vec<PathBuf>,

    /// Also put what README.md and docs/frontier.md quote of a folder there
    #[arg(long)]
    publish: bool,

    /// Where the comparison goes
    #[arg(long, value_name = "FOLDER", default_value = "reports/latest")]
    into: PathBuf,

    /// Print the figure that this line cites, from these folders or all committed ones
    #[arg(long, value_name = "LINE", conflicts_with_all = ["publish", "pack"])]
    find: Option<String>,

    /// Check the records of this folder by the rules of reports/README.md and, if they keep the
    /// hard ones, make a set of them
    #[arg(long, value_name = "FOLDER", requires = "name", conflicts_with_all = ["publish", "paths"])]
    pack: Option<PathBuf>,

    /// What the packed set is called
    #[arg(long = "as", value_name = "NAME", requires = "pack")]
    name: Option<String>,

    /// A second run on the same machine, to compare the packed one with
    #[arg(long, value_name = "FOLDER", requires = "pack")]
    again: Option<PathBuf>,
}

fn main() -> ExitCode {
    records::end_on_panic();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // A terminal that went away is no reason to fail differently.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { paths, publish, into, find, pack, name, again } = arguments;
    match (find, pack, name) {
        (Some(line), ..) => print_figure(line, paths, into),
        (_, Some(folder), Some(name)) => make_set(folder, name, again.as_deref()),
        _ => render(paths, *publish, into),
    }
}

fn render(paths: &[PathBuf], publish: bool, into: &Path) -> Result<()> {
    // The folder of comparisons may hold nothing else yet.
    let is_set = |path: &&PathBuf| *path != into || path.join(report::RECORDS).exists();
    let paths: Vec<_> = paths.iter().filter(is_set).cloned().collect();
    for path in paths.iter().filter(|path| path.is_dir()) {
        let (records, folder) = report::read(path)?;
        let rendered = report::render(&records).with_context(|| shown(path))?;
        report::write(&records, &rendered, &folder)?;
        println!("{}", shown(&folder.join(report::PAGE)));
        for (quoted, document) in rendered.quoted().into_iter().filter(|_| publish) {
            let quotes = report::publish(quoted, &folder, Path::new(document))?;
            ensure!(quotes, "{document} does not quote {}", shown(path));
            println!("{document}");
        }
    }
    if paths.len() > 1 {
        // Its place must be known before it can lead to the sets' pages.
        fs::create_dir_all(into).with_context(|| shown(into))?;
        let comparison = report::compare(&report::sets(&paths, into)?)?;
        for finding in &comparison.findings {
            println!("{finding}");
        }
        println!("{}", shown(&report::write_comparison(&comparison, into)?));
    } else if let Some(path) = paths.first().filter(|path| !path.is_dir()) {
        bail!("{}: expected a folder with {}", shown(path), report::RECORDS);
    }
    Ok(())
}

fn print_figure(line: &str, paths: &[PathBuf], into: &Path) -> Result<()> {
    let committed =
        if paths.is_empty() { report::folders(Path::new(REPORTS))? } else { Vec::new() };
    let paths = if paths.is_empty() { &committed } else { paths };
    print!("{}", report::find(line, &report::sets(paths, into)?)?);
    Ok(())
}

/// Makes a set of these records. One that is there already was taken in by the rules of its
/// time, and is only written anew.
fn make_set(folder: &Path, name: &str, again: Option<&Path>) -> Result<()> {
    let (records, source) = report::read(folder)?;
    let (again, reports) = (again.map(report::read).transpose()?, Path::new(REPORTS));
    let again = again.as_ref().map(|(records, _)| records);
    let target = reports.join(name);
    let is_taken = fs::canonicalize(&source).ok().zip(fs::canonicalize(&target).ok());
    let is_taken = is_taken.is_some_and(|(source, target)| source == target);
    let findings = report::examine(&records, again, &compiler(Path::new(TOOLCHAIN))?);
    findings.iter().for_each(|finding| println!("{finding}"));
    let broken = findings.iter().filter(|finding| finding.standing == Standing::Broken).count();
    if is_taken {
        println!("{} is a set already, and written anew as it is.", shown(&target));
    } else {
        ensure!(broken == 0, "nothing is written: {broken} hard rules are broken, see above");
        ensure!(
            !target.exists(),
            "{} is there already: choose another name, or remove it to replace it",
            shown(&target)
        );
    }
    let written = report::write_set(records, name, reports, Path::new("README.md"))?;
    println!("{}", shown(&written.join(report::PAGE)));
    if !is_taken {
        println!(
            "Next: look at the pages; say in reports/README.md what the machine is, what ran \
             beside it and what LOOK found; then open a pull request with these two alone."
        );
    }
    Ok(())
}

/// The version of the pinned compiler.
fn compiler(toolchain: &Path) -> Result<String> {
    let text = contents(toolchain, 1 << 16).with_context(|| shown(toolchain))?;
    let text = String::from_utf8_lossy(&text);
    let channel = text.lines().find_map(|line| line.strip_prefix("channel = "));
    let channel = channel.with_context(|| format!("{}: expected a channel", shown(toolchain)))?;
    Ok(channel.trim_matches('"').to_owned())
}
