//! The command line.

use crate::builds::Recipe;
use crate::engine::Engine;
use crate::finding::{FEWEST, Verdict};
use crate::nodes::Form;
use crate::process::{Here, Settings, Slice, Work};
use crate::system;
use crate::table::{Contender, Table, Until};
use crate::text::Told;
use crate::uci::Searches;
use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

/// Compares the speeds of engines that search the same tree: in slices of time, on one core.
///
/// An engine is an executable, started as `EXECUTABLE bench`, or a command in quotes, such as
/// './old bench 16 1 12'. NAME=ENGINE gives it a name; several of one name are builds of one engine.
#[derive(Debug, Parser)]
#[command(override_usage = "compare [OPTIONS] BASE TEST...
       compare [OPTIONS] --base BUILD... --test [NAME=]BUILD...
       compare [OPTIONS] --build COMMAND --engine PATH BASE TEST...")]
struct Options {
    /// The time that all runs take together
    #[arg(long, value_parser = positive, conflicts_with = "rounds")]
    #[arg(help = "The time that all runs take together [default: 5, with --within 60]")]
    minutes: Option<f64>,

    /// Rounds that count, in place of a time
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(FEWEST..1_000_000))]
    rounds: Option<u64>,

    /// Go on until each interval reaches this far to either side at most
    #[arg(long, value_name = "PERCENT", value_parser = percentage, conflicts_with = "rounds")]
    within: Option<f64>,

    /// Milliseconds that an engine goes on before another does, or `whole` for whole runs in turn
    #[arg(long, value_name = "MS", default_value = "20", value_parser = slice)]
    slice: Slice,

    /// End with status 1 unless all tests are `faster`, or `not-slower`
    #[arg(long, value_name = "VERDICT", value_parser = Verdict::expected)]
    expect: Option<Verdict>,

    /// Print JSON in place of Markdown
    #[arg(long)]
    json: bool,

    /// The bench's nodes are the group of the last match, as in 'total: ([0-9,]+)'
    #[arg(long, value_name = "REGEX", value_parser = Form::pattern)]
    nodes: Option<Form>,

    /// Search by UCI, `go nodes N` in each position, in place of a bench
    #[arg(long, value_name = "N", conflicts_with = "nodes")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    uci: Option<u64>,

    /// The positions to search by UCI, a FEN or EPD a line, in place of test positions
    #[arg(long, value_name = "FILE", requires = "uci")]
    positions: Option<String>,

    /// Builds of the engine that the others are compared with
    #[arg(long = "base", id = "bases", value_name = "BUILD", num_args = 1.., requires = "tests")]
    bases: Vec<String>,

    /// Builds of the engines whose speed is told
    #[arg(long = "test", id = "tests", value_name = "BUILD", num_args = 1.., requires = "bases")]
    tests: Vec<String>,

    /// Build the engines first: BASE and TEST are folders of their sources, and a shell runs this in
    /// each, once a layout, with {seed} replaced by 1, 2 and so on
    #[arg(long, value_name = "COMMAND", requires = "engine")]
    #[arg(conflicts_with_all = ["bases", "tests"])]
    build: Option<String>,

    /// The executable that a build leaves in its folder, and the arguments of its bench if it has
    /// others, such as 'target/release/engine bench 13'
    #[arg(long, value_name = "PATH", requires = "build")]
    engine: Option<String>,

    /// Layouts of each engine to build
    #[arg(long, value_name = "N", default_value_t = 3, requires = "build")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=16))]
    layouts: u64,

    /// The core that the engines run on [default: the last of the fastest]
    #[arg(long, value_name = "N")]
    core: Option<usize>,

    /// Run executables where they are, for engines that read files beside them, and not fresh copies
    #[arg(long)]
    in_place: bool,

    /// The seconds of its own that a run has
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    limit: u64,

    /// The engine that the others are compared with
    #[arg(required_unless_present = "bases", conflicts_with_all = ["bases", "tests"])]
    base: Option<String>,

    /// The engines whose speed is told
    #[arg(id = "test", value_name = "TEST", required_unless_present = "bases")]
    #[arg(conflicts_with_all = ["bases", "tests"])]
    others: Vec<String>,
}

impl Options {
    /// The base and the tests. Tests without a name are builds of one engine after `--test`, and one
    /// each otherwise.
    fn contenders(&self) -> Result<Vec<Contender>> {
        let mut all: Vec<Contender> = Vec::new();
        let base_builds;
        if let Some(base) = &self.base {
            add(&mut all, base, &format!("{base} (base)"));
            base_builds = 1;
            for other in &self.others {
                let same = all.iter().filter(|it| it.builds[0].text() == other).count();
                let name = if same > 0 { format!("{other} ({})", same + 1) } else { other.clone() };
                add(&mut all, other, &name);
            }
        } else {
            self.bases.iter().for_each(|base| add(&mut all, base, "base"));
            let count = all.len();
            ensure!(count == 1, "--base: expected builds of one name, found {count} names");
            base_builds = self.bases.len();
            self.tests.iter().for_each(|test| add(&mut all, test, "test"));
        }
        // A test of the base's name would be a build of the base without a word.
        let (base, builds) = (&all[0].name, all[0].builds.len());
        ensure!(
            all.len() > 1 && builds == base_builds,
            "expected tests with another name than the base has, {base:?}"
        );
        Ok(all)
    }

    fn until(&self) -> Until {
        let seconds = |usual: f64| 60.0 * self.minutes.unwrap_or(usual);
        match (self.rounds, self.within) {
            (Some(rounds), _) => Until::Rounds(rounds),
            (None, Some(half)) => Until::Within { half, seconds: seconds(60.0) },
            (None, None) => Until::Seconds(seconds(5.0)),
        }
    }

    fn work(&self) -> Result<Work> {
        Ok(match self.uci {
            Some(nodes) => Work::Searches(Searches::of(nodes, self.positions.as_deref())?),
            None => Work::Bench(self.nodes.clone().unwrap_or(Form::Known)),
        })
    }

    /// Compares the engines.
    ///
    /// # Errors
    /// If one cannot be built, or a run fails.
    fn compared(&self, host: &mut Here) -> Result<Told> {
        let mut contenders = self.contenders()?;
        if let (Some(command), Some(engine)) = (&self.build, &self.engine) {
            let recipe = Recipe { command, engine, layouts: self.layouts };
            contenders = recipe.make(&contenders, host)?;
        }
        let seed = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let table = Table::run(contenders, host, self.slice, self.until(), &mut generator)?;
        Ok(Told::of(&table, self.slice, self.in_place))
    }

    fn host(&self) -> Result<Here> {
        self.core.map_or(Ok(()), system::has_core)?;
        Here::new(Settings {
            work: self.work()?,
            limit: Duration::from_secs(self.limit),
            core: self.core,
            is_in_place: self.in_place,
        })
    }

    /// Prints what was found. A reader may be gone.
    ///
    /// # Errors
    /// If it cannot be printed, or is not as expected.
    fn tell(&self, told: &Told) -> Result<()> {
        let text =
            if self.json { serde_json::to_string_pretty(told)? + "\n" } else { told.markdown() };
        match io::stdout().write_all(text.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            printed => printed.context("expected to print")?,
        }
        self.expect.map_or(Ok(()), |expected| told.expect(expected))
    }
}

/// Adds a build, which may give itself a name.
fn add(all: &mut Vec<Contender>, given: &str, usual: &str) {
    let (name, engine) = named(given).unwrap_or((usual, given));
    let engine = Engine::from(engine.to_owned());
    match all.iter_mut().find(|contender| contender.name == name) {
        Some(contender) => contender.builds.push(engine),
        None => all.push(Contender { name: name.to_owned(), builds: vec![engine] }),
    }
}

/// A name and what it names, unless it is a file or a command that happens to have such a sign.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, engine) = text.split_once('=')?;
    let is_plain = |c: char| c.is_alphanumeric() || "-_.+,".contains(c);
    let is_name = !name.is_empty() && name.chars().all(is_plain);
    (is_name && !engine.is_empty() && !std::path::Path::new(text).exists())
        .then_some((name, engine))
}

fn positive(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(minutes) if (0.01..=10_000.0).contains(&minutes) => Ok(minutes),
        _ => bail!("expected minutes from 0.01 to 10000"),
    }
}

fn percentage(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(percent) if (0.001..=100.0).contains(&percent) => Ok(percent),
        _ => bail!("expected a percentage from 0.001 to 100"),
    }
}

fn slice(text: &str) -> Result<Slice> {
    match text.parse::<f64>() {
        _ if text == "whole" => Ok(Slice::Whole),
        Ok(milliseconds) if (1.0..=10_000.0).contains(&milliseconds) => {
            Ok(Slice::Of(Duration::from_secs_f64(milliseconds / 1e3)))
        }
        _ => bail!("expected milliseconds from 1 to 10000, or `whole`"),
    }
}

/// Does what the command line says.
pub(crate) fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => {
            // A closed terminal is no reason for another status.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    children::end_with_cargo();
    system::adopt_orphans();
    let told = options.host().and_then(|mut host| options.compared(&mut host));
    // All engines have ended.
    match told.and_then(|told| options.tell(&told)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests;
