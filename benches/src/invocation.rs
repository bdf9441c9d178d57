//! The command line that all bench targets share.
//!
//! Cargo hands the same arguments to every target, so each must accept the others' arguments, and
//! say what it does with them.

use crate::plan::{self, Group};
use crate::{output, terminal};
use anyhow::ensure;
use clap::Parser;
use questions::list;
use questions::question::Question;
use records::{Breadth, Claim, Context};
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// The user's request.
#[derive(Clone, Debug, Parser)]
#[command(disable_version_flag = true, override_usage = "cargo bench -- [OPTIONS] [FILTER]...")]
pub struct Invocation {
    /// Measure only tables that have one of these in their name, or in the name of a variant,
    /// such as `between`, `triangular` or `latency/uniform`; earlier results stay
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,

    /// A first look, in a minute
    #[arg(long)]
    pub quick: bool,

    /// Everything, in 45 minutes: all streams, contexts, working sets and choices
    #[arg(long, conflicts_with = "quick")]
    pub thorough: bool,

    /// Print the log on the terminal too
    #[arg(long, short)]
    pub verbose: bool,

    /// List the measurements, and measure nothing
    #[arg(long)]
    pub list: bool,

    /// `terse` lists tables, which are measured whole, as nextest reads benchmarks
    #[arg(long, value_name = "FORMAT", value_parser = ["terse"], requires = "list")]
    format: Option<String>,

    /// Filters are whole names of tables, as `--list --format terse` prints them
    #[arg(long)]
    exact: bool,

    /// By nextest, which asks for ignored benchmarks apart
    #[arg(long, hide = true)]
    ignored: bool,

    /// By nextest
    #[arg(long, hide = true)]
    nocapture: bool,

    /// Also keep criterion's results under this name (`cycles` only)
    #[arg(long, value_name = "NAME", value_parser = folder, conflicts_with = "baseline")]
    pub save_baseline: Option<String>,

    /// Compare with criterion's results under this name (`cycles` only)
    #[arg(long, value_name = "NAME", value_parser = folder)]
    pub baseline: Option<String>,

    /// Draw as the run did whose records name this number (`duel` only)
    #[arg(long, value_name = "N")]
    seed: Option<u32>,

    /// Compare copies of variants with these, and keep no records (`duel` only)
    #[arg(long)]
    pub self_check: bool,

    /// Compare the variant that FILTER names with itself at this commit, and keep no records
    /// (`duel` only)
    #[arg(long, value_name = "COMMIT", conflicts_with_all = ["self_check", "list"])]
    pub against: Option<String>,

    /// End with status 1 unless the variant is `faster`, or `not-slower`, than at the commit
    #[arg(long, value_name = "VERDICT", value_parser = Claim::expected, requires = "against")]
    pub expect: Option<Claim>,

    /// Added by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

/// Checks a name that criterion uses for a folder.
fn folder(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !text.is_empty() && !text.starts_with('.') && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err("expected letters, digits, dashes, dots and underscores".to_owned())
    }
}

/// Runs a bench target: reads the command line, hands it over, and turns errors into a message
/// and exit status 1. A panic in any thread [ends it](processor::end_on_panic) with status 1 too.
///
/// Without `--bench`, which `cargo bench` adds, it measures nothing, because test runners start the
/// targets with flags of their own; but it lists, as nextest asks without that flag. What it starts
/// [ends with it](children), and it ends with cargo.
///
/// # Threads and programs that may die or hang, or answer nonsense
///
/// | which | if it dies | if it hangs | if it answers nonsense |
/// |---|---|---|---|
/// | `cycles`, started again by itself so that criterion prints into the log | the run ends with status 1 and what it said | both hang until somebody ends them | the log has it |
/// | threads that [compare](questions::variant::check_all) variants with oracles | the run ends | the run hangs: a comparison on an emulated processor takes as long as it takes | a wrong variant is not measured |
/// | threads that try [cores](crate::meters::cores) | the run ends | their loops end with the clock | another core is taken, and the figures may be noisier |
/// | the streaming core of `--self-check` | the run ends | it walks through memory, which ends | if it is not kept to its core, nothing is measured |
/// | `valgrind`, and iai-callgrind's runner with Callgrind and this program below it | the variant is not counted, and the report ends with status 1 | it is killed with all it started, after ten minutes; then as if it had died | as if it had died |
/// | the threads that hand workloads to runners and read their answers | the run ends | they wait for the runner, with that limit | |
/// | `git` | the commit is unknown | the run hangs before anything is measured | the records have it |
pub fn main(
    about: &'static str,
    run: impl FnOnce(&Invocation, &[Question]) -> anyhow::Result<()>,
) -> ExitCode {
    processor::require();
    processor::end_on_panic();
    #[cfg(unix)]
    children::end_with_cargo();
    let is_meant =
        |argument: &OsString| ["--bench", "--list", "--help", "-h"].iter().any(|it| argument == it);
    if !std::env::args_os().skip(1).any(|argument| is_meant(&argument)) {
        let target = about.split(':').next().unwrap_or(about);
        eprintln!("{target}: measures nothing without --bench; type: cargo bench --bench {target}");
        return ExitCode::SUCCESS;
    }
    let command = <Invocation as clap::CommandFactory>::command().about(about);
    let command = command.after_help(processor::variables());
    let parsed = command
        .try_get_matches()
        .and_then(|matches| <Invocation as clap::FromArgMatches>::from_arg_matches(&matches));
    let invocation = match parsed {
        Ok(invocation) => invocation,
        Err(error) => {
            // A closed terminal is no reason for another status.
            let _ = error.print();
            return ExitCode::from(status(&error));
        }
    };
    // No benchmark is.
    if invocation.ignored {
        return ExitCode::SUCCESS;
    }
    if let Err(error) = output::check_home() {
        return terminal::fail(&error);
    }
    let questions = list::questions();
    let opened = if invocation.list { Ok(()) } else { terminal::begin(invocation.verbose) };
    let result = opened.and_then(|()| run(&invocation, &questions));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => terminal::fail(&error),
    }
}

/// The exit status after what clap says: 1, unless it is the help that was asked for.
fn status(said: &clap::Error) -> u8 {
    u8::from(said.use_stderr())
}

impl Invocation {
    /// How much to measure, and for how long.
    #[must_use]
    pub fn breadth(&self) -> Breadth {
        match (self.quick, self.thorough) {
            (true, _) => Breadth::Quick,
            (_, true) => Breadth::Thorough,
            _ => Breadth::Default,
        }
    }

    /// Whether criterion keeps results under a name, or compares with them.
    #[must_use]
    pub fn has_baseline(&self) -> bool {
        self.baseline.is_some() || self.save_baseline.is_some()
    }

    /// Decides everything that a run draws at random: as asked, or by the time of day.
    #[must_use]
    pub fn seed(&self) -> u64 {
        // Readers of JSON keep whole numbers of this size.
        let time = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.seed.map_or_else(|| time().as_micros() as u64 % (1 << 32), u64::from)
    }

    /// The tables to measure in these contexts.
    ///
    /// # Errors
    /// If a filter chooses nothing in any context.
    pub fn plan<'a>(
        &self,
        questions: &'a [Question],
        contexts: &[Context],
    ) -> anyhow::Result<Vec<Group<'a>>> {
        let names = self.filters.iter().filter(|_| self.exact);
        // What tells tables of a name apart is in no filter.
        let names: Vec<_> =
            names.map(|name| name.split('/').take(3).collect::<Vec<_>>().join("/")).collect();
        let filters = if names.is_empty() { &self.filters } else { &names };
        let mut plan = plan::plan(questions, self.breadth(), filters)?;
        if !names.is_empty() {
            plan.retain(|group| self.filters.contains(&group.setting().to_string()));
            let expected = "expected whole names, as `--list --format terse` prints them, found";
            ensure!(!plan.is_empty(), "{expected} {:?}", self.filters);
        }
        plan.retain(|group| contexts.contains(&group.context));
        Ok(plan)
    }

    /// The filters that choose variants; whole names of tables choose none.
    #[must_use]
    pub fn of_variants(&self) -> &[String] {
        if self.exact { &[] } else { &self.filters }
    }

    /// Whether to list, and then prints what the plan measures.
    #[must_use]
    pub fn lists(&self, plan: &[Group<'_>]) -> bool {
        if self.list {
            terminal::list(self.lines(plan));
        }
        self.list
    }

    /// The names of what the plan measures, or its benchmarks in the words of test runners.
    fn lines(&self, plan: &[Group<'_>]) -> impl Iterator<Item = String> {
        let line = |group: &Group<'_>| match self.format {
            Some(_) => vec![format!("{}: benchmark", group.setting())],
            None => group.labels(),
        };
        plan.iter().flat_map(line).collect::<Vec<_>>().into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn parse(arguments: &[&str]) -> Result<Invocation, clap::Error> {
        Invocation::try_parse_from(["target"].iter().chain(arguments))
    }

    #[test]
    fn arguments_are_checked() {
        assert!(parse(&["--quick", "--bench", "--save-baseline", "x"]).is_ok());
        for wrong in [
            &["--nonsense"][..],
            &["--thorough", "--quick"],
            &["--save-baseline", "x", "--baseline", "x"],
            &["--save-baseline", "../x"],
            &["--seed", "-1"],
            &["--seed", "4294967296"],
            &["--seed", "x"],
            &["--format", "terse"],
            &["--list", "--format", "json"],
        ] {
            assert_eq!(status(&parse(wrong).unwrap_err()), 1, "{wrong:?}");
        }
        assert_eq!(status(&parse(&["--help"]).unwrap_err()), 0);
        for name in ["mine", "A-1_b.2", "9"] {
            assert_eq!(folder(name).as_deref(), Ok(name));
        }
        for wrong in ["", ".", "..", ".a", "a/b", "a b", "ä", "a\\b", "a:b", "*"] {
            let expected = "expected letters, digits, dashes, dots and underscores";
            assert_eq!(folder(wrong).unwrap_err(), expected, "{wrong}");
        }
    }

    #[test]
    fn a_flag_does_what_its_help_says() {
        for (arguments, breadth) in [
            (&[][..], Breadth::Default),
            (&["--quick"], Breadth::Quick),
            (&["--thorough", "--verbose"], Breadth::Thorough),
            (&["between", "-v"], Breadth::Default),
        ] {
            let parsed = parse(arguments).unwrap();
            assert_eq!(parsed.breadth(), breadth, "{arguments:?}");
            let is_verbose =
                arguments.iter().any(|one| one.starts_with("-v") || *one == "--verbose");
            assert_eq!(parsed.verbose, is_verbose);
            assert!(!parsed.list && !parsed.self_check && parsed.baseline.is_none());
        }
        assert_eq!(parse(&["a", "--list", "b", "--bench"]).unwrap().filters, ["a", "b"]);
        let has_baseline = |arguments: &[&str]| parse(arguments).unwrap().has_baseline();
        assert!(has_baseline(&["--baseline", "x"]) && has_baseline(&["--save-baseline", "x"]));
        assert!(!has_baseline(&["--quick", "between"]));
        let saves = parse(&["--save-baseline", "mine"]).unwrap();
        assert_eq!((saves.save_baseline.as_deref(), saves.baseline), (Some("mine"), None));
    }

    #[test]
    fn a_target_gets_the_tables_of_its_contexts_that_the_filters_choose() {
        let questions = [list::named("between").unwrap()];
        let chosen = |arguments: &[&str], contexts: &[Context]| {
            let plan = parse(arguments).unwrap().plan(&questions, contexts).unwrap();
            plan.iter().map(|group| group.context).collect::<std::collections::BTreeSet<_>>()
        };
        let [hot, latency, beside] = [Context::Throughput, Context::Latency, Context::Beside];
        assert_eq!(chosen(&[], &[hot]), [hot].into());
        assert_eq!(chosen(&[], &[latency, hot]), [hot, latency].into());
        assert!(chosen(&[], Context::ALL).contains(&beside));
        assert_eq!(chosen(&["between/beside"], Context::ALL), [beside].into());
        assert!(chosen(&["between/beside"], &[hot]).is_empty());
        assert!(parse(&["nonsense"]).unwrap().plan(&questions, Context::ALL).is_err());
    }

    #[test]
    fn a_whole_name_chooses_its_table_and_no_other() {
        let questions = [list::named("between").unwrap(), list::named("pins").unwrap()];
        let exact = |names: &[&str]| {
            let parsed = parse(&[&["--exact"], names].concat()).unwrap();
            let plan = parsed.plan(&questions, Context::ALL)?;
            anyhow::Ok(plan.iter().map(|group| group.setting().to_string()).collect::<Vec<_>>())
        };
        let all = parse(&["--thorough"]).unwrap().plan(&questions, Context::ALL).unwrap();
        let all: Vec<_> = all.iter().map(|group| group.setting().to_string()).collect();
        let known: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(known.len(), all.len(), "{all:?}");
        for name in &all {
            assert_eq!(exact(&[name.as_str()]).unwrap(), [name.as_str()]);
        }
        let lines = |arguments: &[&str]| -> Vec<String> {
            let parsed = parse(&[&["--thorough", "--list"], arguments].concat()).unwrap();
            parsed.lines(&parsed.plan(&questions, Context::ALL).unwrap()).collect()
        };
        let listed: Vec<_> = all.iter().map(|name| format!("{name}: benchmark")).collect();
        assert_eq!(lines(&["--format", "terse"]), listed);
        let labels = lines(&[]);
        let is_variant = |label: &String| label.starts_with("pins/latency/positions/pins-snipers");
        assert!(labels.iter().any(is_variant), "{labels:?}");
        assert!(!labels.iter().any(|label| label.contains(": ")), "{labels:?}");
        let one = "between/beside/positions/dependent";
        let two = exact(&["pins/latency/positions", one]).unwrap();
        assert_eq!(two, ["pins/latency/positions", one], "in the order of a run");
        for part in ["between", "between/latency", "between/beside/positions", "between-windows"] {
            let error = exact(&[part]).unwrap_err().to_string();
            assert!(error.contains("expected whole names"), "{part}: {error}");
        }
        // Whoever chooses nothing chooses all.
        assert!(exact(&[]).unwrap().len() > 5);
        assert_eq!(parse(&["--exact", one]).unwrap().of_variants(), [""; 0]);
        assert_eq!(parse(&[one]).unwrap().of_variants(), [one]);
    }

    #[test]
    fn a_seed_is_the_one_asked_for_or_the_time_of_day() {
        let asked = |seed: &str| parse(&["--seed", seed]).unwrap().seed();
        assert_eq!([asked("0"), asked("7"), asked("4294967295")], [0, 7, 4_294_967_295]);
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64;
        let before = now();
        let drawn = parse(&[]).unwrap().seed();
        let times = before..=now();
        // The low 32 bits of the microseconds.
        assert!(times.contains(&(before & !0xffff_ffff | drawn)) || before >> 32 != now() >> 32);
        assert_eq!(asked(&drawn.to_string()), drawn);
    }

    #[test]
    fn a_run_takes_the_time_that_its_help_and_documents_say() {
        let help = <Invocation as clap::CommandFactory>::command().render_long_help().to_string();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let document = |name| fs::read_to_string(format!("{root}/{name}")).unwrap();
        let [readme, running] = ["README.md", "docs/running.md"].map(document);
        for (text, says, breadth, minutes) in [
            (&help, "A first look, in a minute", Breadth::Quick, 0.0..1.0),
            (&running, "| takes a first look, in a minute: ", Breadth::Quick, 0.0..1.0),
            (&readme, "# yours: 4 min build, 5 min run; ", Breadth::Default, 3.0..4.0),
            (&help, "Everything, in 45 minutes", Breadth::Thorough, 30.0..40.0),
            (&running, "| measures everything, in 45 minutes: ", Breadth::Thorough, 30.0..40.0),
        ] {
            assert!(text.contains(says), "{says}: {text}");
            let plan = plan::plan(&list::questions(), breadth, &[])
                .map(|plan| plan.iter().map(|group| group.seconds).sum::<f64>() / 60.0);
            // Counts and criterion take the rest.
            let timed = plan.unwrap();
            assert!(minutes.contains(&timed), "{timed} minutes: {says}");
        }
    }
}
