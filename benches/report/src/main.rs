//! Renders records as reports, and compares several.

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use records::shown;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Renders each folder of records into itself, and a comparison of several
#[derive(Debug, Parser)]
#[command(override_usage = "cargo run -p report -- [OPTIONS] FOLDER...")]
struct Arguments {
    /// Folders with a records.json; or files of records, which are only compared
    #[arg(value_name = "FOLDER", required = true)]
    paths: Vec<PathBuf>,

    /// Also put what README.md quotes of a folder there
    #[arg(long)]
    publish: bool,

    /// Where the comparison goes
    #[arg(long, value_name = "FOLDER", default_value = "reports/latest")]
    into: PathBuf,
}

fn main() -> ExitCode {
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
    let Arguments { paths, publish, into } = arguments;
    // The folder of comparisons may hold nothing else yet.
    let is_set = |path: &&PathBuf| *path != into || path.join(report::RECORDS).exists();
    let paths: Vec<_> = paths.iter().filter(is_set).cloned().collect();
    for path in paths.iter().filter(|path| path.is_dir()) {
        let (records, folder) = report::read(path)?;
        let rendered = report::render(&records).with_context(|| shown(path))?;
        report::write(&records, &rendered, &folder)?;
        println!("{}", shown(&folder.join(report::PAGE)));
        if *publish {
            let quotes = report::publish(&rendered, &folder, Path::new("README.md"))?;
            ensure!(quotes, "README.md does not quote {}", shown(path));
            println!("README.md");
        }
    }
    if paths.len() > 1 {
        let comparison = report::compare(&report::sets(&paths)?)?;
        for finding in &comparison.findings {
            println!("{finding}");
        }
        println!("{}", shown(&report::write_comparison(&comparison, into)?));
    } else if let Some(path) = paths.first().filter(|path| !path.is_dir()) {
        bail!("{}: expected a folder with {}", shown(path), report::RECORDS);
    }
    Ok(())
}
