//! Compares two engines: runs their benches in turn, and prints the ratio of their speeds.
//!
//! Each run is a process of its own, with pages and addresses of its own. A round has a run of
//! every build, in an order that is drawn; rounds and builds are the units of the statistics. Cycles
//! outside of the system count where Linux grants their counter, and processor time elsewhere, the
//! start included. docs/validation.md says what else a comparison needs.

mod system;
mod bench;
mod builds;
mod finding;
mod table;
mod text;

use anyhow::{Result, bail};
use bench::Engine;
use builds::{Builds, Recipe};
use clap::Parser;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;
use table::Table;

/// Runs the benches of two engines in turn and prints the ratio of their speeds.
///
/// An engine is an executable, started as `EXECUTABLE bench`, or a command in quotes, which a shell
/// runs, such as './old bench 16 1 12'. Builds of one engine that differ in their linking alone
/// follow --base and --test.
#[derive(Parser)]
#[command(override_usage = "cargo run -p compare -- [OPTIONS] BASE TEST
       cargo run -p compare -- [OPTIONS] --base BUILD... --test BUILD...
       cargo run -p compare -- [OPTIONS] --build COMMAND --engine PATH BASE TEST")]
struct Options {
    /// Runs of each build that count
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u64).range(finding::FEWEST..1_000_000))]
    runs: u64,

    /// The time that a run has
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    limit: u64,

    /// Also says how many more runs an interval takes that reaches this far to either side
    #[arg(long, value_name = "PERCENT", value_parser = percentage)]
    within: Option<f64>,

    /// Builds of the engine that the other is compared with
    #[arg(long = "base", id = "bases", value_name = "BUILD", num_args = 1.., requires = "tests")]
    bases: Vec<Engine>,

    /// Builds of the engine whose speed is told
    #[arg(long = "test", id = "tests", value_name = "BUILD", num_args = 1.., requires = "bases")]
    tests: Vec<Engine>,

    /// Build both engines first: BASE and TEST are folders of their sources, and a shell runs this in
    /// each, once a layout, with {seed} replaced by 1, 2 and so on
    #[arg(long, value_name = "COMMAND", requires = "engine", conflicts_with_all = ["bases", "tests"])]
    build: Option<String>,

    /// The executable that a build leaves in its folder, and the arguments of its bench if it has
    /// others, such as 'target/release/engine bench 13'
    #[arg(long, value_name = "PATH", requires = "build")]
    engine: Option<String>,

    /// Layouts of each engine to build
    #[arg(long, value_name = "N", default_value_t = 3, requires = "build")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=16))]
    layouts: u64,

    /// The engine that the other is compared with
    #[arg(required_unless_present = "bases", conflicts_with_all = ["bases", "tests"])]
    base: Option<Engine>,

    /// The engine whose speed is told
    #[arg(required_unless_present = "bases", conflicts_with_all = ["bases", "tests"])]
    test: Option<Engine>,
}

impl Options {
    /// The builds of both engines.
    fn engines(&self) -> [&[Engine]; 2] {
        match [&self.base, &self.test] {
            [Some(base), Some(test)] => [base, test].map(std::slice::from_ref),
            _ => [&self.bases, &self.tests],
        }
    }

    /// Builds both engines, if that is asked for.
    ///
    /// # Errors
    /// If one cannot be built.
    fn built(&self) -> Result<Option<Builds>> {
        let (Some(command), Some(engine)) = (&self.build, &self.engine) else {
            return Ok(None);
        };
        let folders = self.engines().map(|engines| &*engines[0].0);
        Builds::make(folders, &Recipe { command, engine, layouts: self.layouts }).map(Some)
    }

    /// Compares them, and tells what was found.
    ///
    /// # Errors
    /// If one cannot be built, or a run fails.
    fn compared(&self) -> Result<String> {
        let built = self.built()?;
        let engines = match &built {
            Some(Builds { bases, tests, .. }) => [&bases[..], tests],
            None => self.engines(),
        };
        let table = Table::run(engines, self.runs, Duration::from_secs(self.limit))?;
        Ok(table.text(self.within))
    }
}

/// Reads a half-width.
fn percentage(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(percent) if (0.001..=100.0).contains(&percent) => Ok(percent),
        _ => bail!("expected a percentage from 0.001 to 100"),
    }
}

fn main() -> ExitCode {
    processor::require();
    records::end_on_panic();
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => {
            // A closed terminal is no reason for another status.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    system::adopt_orphans();
    match options.compared().and_then(|text| Ok(io::stdout().write_all(text.as_bytes())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Options {
        Options::try_parse_from([&["compare"], arguments].concat()).unwrap()
    }

    fn names(options: &Options) -> [Vec<&str>; 2] {
        options.engines().map(|engines| engines.iter().map(|engine| &*engine.0).collect())
    }

    #[test]
    fn what_is_not_asked_for_is_as_the_help_says() {
        let options = parsed(&["a", "b"]);
        assert_eq!((options.runs, options.limit, options.within), (40, 600, None));
        assert_eq!(names(&options), [["a"], ["b"]]);
        let options = parsed(&["--limit", "7", "--within", "0.3", "--runs", "6", "a", "b"]);
        assert_eq!((options.runs, options.limit, options.within), (6, 7, Some(0.3)));
        assert_eq!(names(&options), [["a"], ["b"]]);
    }

    #[test]
    fn builds_of_either_engine_follow_its_flag() {
        let options = parsed(&["--base", "a1", "a2", "--test", "b1", "--runs", "9"]);
        assert_eq!(names(&options), [&["a1", "a2"][..], &["b1"]]);
        assert_eq!(options.runs, 9);
        let options = parsed(&["--test", "b 1", "b 2", "b 3", "--base", "a 1"]);
        assert_eq!(names(&options), [&["a 1"][..], &["b 1", "b 2", "b 3"]]);
    }
}
