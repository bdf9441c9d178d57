//! The command line that all bench targets share.
//!
//! Cargo hands the same arguments to every target, so each must accept what
//! another one knows, and say what it does with it.

use crate::output;
use anyhow::ensure;
use clap::Parser;
use records::Context;
use std::ffi::OsString;
use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use studies::entry::{Contender, Dependence};
use studies::list;
use studies::study::{Length, Study};

/// What the user asked for.
#[derive(Clone, Debug, Parser)]
#[command(disable_version_flag = true, override_usage = "cargo bench -- [OPTIONS] [FILTER]...")]
pub struct Invocation {
    /// Measure only what contains one of these in its name, such as `between`,
    /// `triangular` or `latency/uniform`, only what has one as its whole name, or a variant of
    /// this whole name beside all that it is compared with; what was measured before stays
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,

    /// Measure shortly, for a first look
    #[arg(long)]
    pub quick: bool,

    /// Sample hot tables for so many minutes in all, or until all ratios are known to 0.1 %
    /// (`duel` only)
    #[arg(long, value_name = "MINUTES", value_parser = minutes, conflicts_with = "quick")]
    pub minutes: Option<f64>,

    /// List what there is to measure, and measure nothing
    #[arg(long)]
    pub list: bool,

    /// Measure nothing
    #[arg(long)]
    pub test: bool,

    /// Keep criterion's results under this name too (`cycles` only)
    #[arg(long, value_name = "NAME", value_parser = folder, conflicts_with = "baseline")]
    pub save_baseline: Option<String>,

    /// Let criterion compare with the results under this name (`cycles` only)
    #[arg(long, value_name = "NAME", value_parser = folder)]
    pub baseline: Option<String>,

    /// How many samples criterion takes, 10 at least (`cycles` only)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..))]
    pub sample_size: Option<u32>,

    /// How long criterion measures, in seconds (`cycles` only)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub measurement_time: Option<f64>,

    /// How long criterion warms up, in seconds (`cycles` only)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub warm_up_time: Option<f64>,

    /// Compare the reference with itself, to see how often a difference is
    /// claimed that is none (`duel`, `cycles`)
    #[arg(long)]
    pub self_check: bool,

    /// Added by cargo
    #[arg(long, hide = true)]
    bench: bool,

    #[command(flatten)]
    of_tests: OfTests,
}

/// Flags of Rust's own test runner that say nothing here: accepted, and without effect.
#[derive(Clone, Debug, Parser)]
struct OfTests {
    #[arg(long, hide = true, alias = "no-capture")]
    nocapture: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, hide = true)]
    include_ignored: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, hide = true, value_name = "WHEN")]
    color: Option<String>,
    #[arg(long, hide = true, value_name = "FORMAT")]
    format: Option<String>,
    #[arg(long, hide = true, value_name = "N")]
    test_threads: Option<String>,
}

/// Criterion makes a folder of the name.
fn folder(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !text.is_empty() && !text.starts_with('.') && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err("expected letters, digits, dashes, dots and underscores".to_owned())
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds < 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds, above 0 and below a day".to_owned()),
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if minutes > 0.0 && minutes <= 1440.0 => Ok(minutes),
        _ => Err("expected a number of minutes, above 0 and at most a day".to_owned()),
    }
}

/// Runs a bench target: reads the command line, hands it over, and turns errors
/// into a message and exit status 1. A panic in any thread [ends it](records::end_on_panic)
/// with status 1 too.
///
/// Without `--bench`, which `cargo bench` adds, all ends here, having measured nothing: test
/// runners start the targets with flags of their own.
///
/// # Threads and programs that may die or hang, or answer nonsense
///
/// | which | if it dies | if it hangs | if it answers nonsense |
/// |---|---|---|---|
/// | this program, started again by [`relay`](output::relay) | its status is handed on; after a signal the status is 1 and the signal is told | until somebody ends both | is printed |
/// | the thread that passes on its complaints | it cannot panic | ends with the program | |
/// | threads that [compare](studies::entry::check_all) variants with oracles | all ends | all hangs: a comparison on an emulated processor takes as long as it takes | a wrong variant is not measured |
/// | threads that try [cores](crate::meters::cores) | all ends | their loops end with the clock | another core is taken, and the figures may be noisier |
/// | the streaming core of `--self-check` | all ends | its turn is a walk through memory, which ends | not kept to its core: not measured |
/// | `valgrind`, and iai-callgrind's runner with Callgrind and this program below it | the contender is not counted, and the report ends with status 1 | it is killed with all it started, after minutes or twenty times the slowest workload; then as if it had died | as if it had died |
/// | the threads that hand workloads to runners and read their answers | all ends | they wait for the runner, with that limit | |
/// | `cargo`, asked for its folders | results lie three folders above the executable | all hangs, before anything is measured | as if it had died |
/// | `git` | the commit is not known | all hangs, before anything is measured | the records say it |
pub fn main(
    about: &'static str,
    run: impl FnOnce(&Invocation, &[Study]) -> anyhow::Result<()>,
) -> ExitCode {
    processor::require();
    records::end_on_panic();
    let is_meant =
        |argument: &OsString| ["--bench", "--help", "-h"].iter().any(|it| argument == it);
    if !std::env::args_os().skip(1).any(|argument| is_meant(&argument)) {
        let target = about.split(':').next().unwrap_or(about);
        eprintln!("{target}: measures nothing without --bench; type: cargo bench --bench {target}");
        return ExitCode::SUCCESS;
    }
    let command = <Invocation as clap::CommandFactory>::command().about(about);
    let parsed = command
        .try_get_matches()
        .and_then(|matches| <Invocation as clap::FromArgMatches>::from_arg_matches(&matches));
    let invocation = match parsed {
        Ok(invocation) => invocation,
        Err(error) => {
            // A terminal that went away is no reason to fail differently.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    let measures = invocation.list || !invocation.test;
    if let Some(status) = measures.then(output::relay).flatten() {
        return status;
    }
    let result = if measures { run(&invocation, &list::studies()) } else { Ok(()) };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The contenders that a kernel runs on one stream; what belongs in one table.
#[derive(Debug)]
pub struct Group<'a> {
    /// The study.
    pub study: &'a Study,
    /// The circumstances.
    pub context: Context,
    /// The stream's name.
    pub stream: &'static str,
    /// Those that the filters choose, and the null contender beside them.
    pub contenders: Vec<&'a Contender>,
}

impl Group<'_> {
    /// Study, context and stream; filters see it followed by a contender's name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.study.name, self.context.name(), self.stream)
    }

    /// The kernels that it is measured with.
    pub fn kernels(&self) -> impl Iterator<Item = Dependence> {
        kernels(self.study, self.context)
    }

    /// Those that take part: the contenders, and the study's first, which all are
    /// compared with.
    pub fn all(&self) -> impl Iterator<Item = &Contender> {
        self.contenders.iter().copied().chain(self.study.contenders.first())
    }

    /// The names of everything in it, as filters see them.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        let name = self.name();
        self.contenders.iter().map(|c| format!("{name}/{}", c.name)).collect()
    }
}

/// Prints the names of everything in these groups, a line each.
pub fn print_names(plan: &[Group<'_>]) {
    plan.iter().flat_map(Group::labels).for_each(|name| println!("{name}"));
}

impl Invocation {
    /// Whether what takes long is measured in this group: on a study's first
    /// stream, unless the filters ask for another.
    #[must_use]
    pub fn takes(&self, group: &Group<'_>) -> bool {
        let asked = |filter: &String| filter.contains(group.stream);
        group.stream == group.study.main_stream() || self.filters.iter().any(asked)
    }

    /// Whether the duel measures this group: of long answers, a first look takes little.
    #[must_use]
    pub fn measures(&self, group: &Group<'_>) -> bool {
        match group.context {
            Context::Throughput | Context::Latency | Context::Learnt | Context::Upkeep => {
                let is_usual = group.study.usual_streams().any(|stream| stream == group.stream);
                !self.quick && is_usual || self.takes(group)
            }
            Context::Beside => self.takes(group),
        }
    }

    /// What to measure in these contexts, in the order of the report; nothing if
    /// the filters only choose what is measured in others.
    ///
    /// # Errors
    /// If a filter chooses nothing in any context; the message lists all there is.
    pub fn plan<'a>(
        &self,
        studies: &'a [Study],
        contexts: &[Context],
    ) -> anyhow::Result<Vec<Group<'a>>> {
        let mut plan = groups(studies);
        let names: Vec<_> = plan.iter().flat_map(Group::labels).collect();
        for filter in &self.filters {
            ensure!(
                names.iter().any(|name| name.contains(filter)),
                "nothing to measure has \"{filter}\" in its name; there are:\n  {}",
                names.join("\n  ")
            );
        }
        let chooses = |filter: &String, name: &String| {
            if names.contains(filter) { name == filter } else { name.contains(filter) }
        };
        for group in plan.iter_mut().filter(|_| !self.filters.is_empty()) {
            let is_named = |c: &&Contender| self.filters.iter().any(|filter| filter == c.name);
            if group.contenders.iter().any(is_named) {
                continue;
            }
            let name = group.name();
            let matches = |c: &Contender| {
                let name = format!("{name}/{}", c.name);
                self.filters.iter().any(|filter| chooses(filter, &name))
            };
            if group.contenders.iter().any(|c| matches(c)) {
                group.contenders.retain(|c| !c.is_variant() || matches(c));
            } else {
                group.contenders.clear();
            }
        }
        plan.retain(|group| contexts.contains(&group.context) && !group.contenders.is_empty());
        Ok(plan)
    }
}

/// How long a bench target took for each study.
#[derive(Debug, Default)]
pub struct Times(Vec<(&'static str, Duration)>);

impl Times {
    /// Does what is done for a study, and notes how long that took.
    pub fn of<T>(&mut self, study: &Study, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = work();
        match self.0.iter_mut().find(|(name, _)| *name == study.name) {
            Some((_, time)) => *time += begin.elapsed(),
            None => self.0.push((study.name, begin.elapsed())),
        }
        done
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: Duration = self.0.iter().map(|(_, time)| *time).sum();
        write!(f, "{:.0} s in all", total.as_secs_f64())?;
        self.0.iter().try_for_each(|(name, time)| write!(f, ", {name} {:.0}", time.as_secs_f64()))
    }
}

/// Whether this chooses anything to measure, as a filter.
#[must_use]
pub fn is_filter(argument: &str, studies: &[Study]) -> bool {
    groups(studies).iter().flat_map(Group::labels).any(|name| name.contains(argument))
}

/// The contexts in which a kernel runs over its stream and nothing else happens.
pub const HOT: [Context; 2] = [Context::Throughput, Context::Latency];

/// The kernels that a study is measured with in a context: those that its queries can take;
/// none where the context varies what the study does not.
fn kernels(study: &Study, context: Context) -> impl Iterator<Item = Dependence> {
    let is_program = study.policy.length == Length::Program;
    let kernels: &[_] = match context {
        _ if is_program && context != Context::Throughput => &[],
        Context::Throughput | Context::Learnt => &[Dependence::Independent],
        Context::Upkeep if study.policy.questions.is_empty() => &[],
        Context::Upkeep => &[Dependence::Independent],
        Context::Latency => &[Dependence::Dependent],
        Context::Beside => &Dependence::ALL,
    };
    kernels.iter().copied().filter(|kernel| study.asks(*kernel))
}

fn groups(studies: &[Study]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    for study in studies {
        for &context in Context::ALL {
            if kernels(study, context).next().is_none() {
                continue;
            }
            for &(stream, _) in &study.streams {
                let contenders = study.contenders.iter().filter(|c| c.answers(stream)).collect();
                groups.push(Group { study, context, stream, contenders });
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn parse(arguments: &[&str]) -> Result<Invocation, clap::Error> {
        Invocation::try_parse_from(["target"].iter().chain(arguments))
    }

    #[test]
    fn filters_choose_by_any_part_of_the_name_and_keep_the_control() {
        let studies = list::studies();
        let labels = |arguments: &[&str]| -> Vec<String> {
            let plan = parse(arguments).unwrap().plan(&studies, &HOT).unwrap();
            plan.iter().flat_map(Group::labels).collect()
        };
        let branchless = labels(&["branchless"]);
        assert!(branchless.contains(&"between/latency/uniform/between-branchless".to_owned()));
        assert!(
            branchless.iter().all(|l| l.ends_with("between-branchless") || l.ends_with("/null"))
        );
        let named = |c: &Contender| c.name.contains("branchless");
        let named = studies.iter().filter(|study| study.contenders.iter().any(named));
        let streams: usize = named.map(|study| study.streams.len()).sum();
        assert_eq!(branchless.len(), 2 * 2 * streams);
        assert!(labels(&["latency/uniform"]).iter().all(|l| l.contains("/latency/uniform/")));
        let answered = |c: &Contender, study: &Study| {
            study.streams.iter().filter(|(stream, _)| c.answers(stream)).count()
        };
        let kernels =
            |s: &Study| Dependence::ALL.into_iter().filter(|kernel| s.asks(*kernel)).count();
        let of_study = |s: &Study| {
            let answered: usize = s.contenders.iter().map(|c| answered(c, s)).sum();
            kernels(s) * answered
        };
        assert_eq!(labels(&[]).len(), studies.iter().map(of_study).sum::<usize>());

        let whole = "sliders/throughput/games/sliders-hyperbola";
        let others = |l: &&String| !l.ends_with("/null");
        assert!(labels(&[whole]).iter().filter(others).eq([whole]));
        assert!(labels(&[&whole[1..]]).iter().filter(others).count() > 1);

        let either = labels(&["branchless", "0x88-rotate"]);
        assert!(either.iter().any(|l| l.ends_with("/between-0x88-rotate")));
        assert!(branchless.iter().all(|label| either.contains(label)));
    }

    #[test]
    fn a_variants_whole_name_brings_all_that_it_is_compared_with() {
        let studies = [list::named("between").unwrap(), list::named("pins").unwrap()];
        let plan = |filter: &str| {
            let plan = parse(&[filter]).unwrap().plan(&studies, Context::ALL).unwrap();
            let names = |group: &Group<'_>| {
                let names = group.contenders.iter().map(|c| c.name);
                (group.study.name, names.collect::<BTreeSet<_>>())
            };
            plan.iter().map(names).collect::<Vec<_>>()
        };
        let whole = plan("between-triangular");
        let all = |study: &str, names: &BTreeSet<&str>| study == "between" && names.len() > 10;
        assert!(whole.iter().all(|(study, names)| all(study, names)), "{whole:?}");
        let part = plan("/throughput/uniform/between-triangular");
        let chosen = ["between-triangular", "between-triangular-max", "null"];
        assert_eq!(part, [("between", chosen.into())]);
        // Of another question, what builds on it is chosen alone.
        let over = plan("between-rectangular");
        let pins: Vec<_> = over.iter().filter(|(study, _)| *study == "pins").collect();
        let builds_on = |name: &&str| name.ends_with("+between-rectangular") || *name == "null";
        assert!(!pins.is_empty() && pins.iter().all(|(_, names)| names.iter().all(builds_on)));
    }

    #[test]
    fn batches_are_never_asked_one_after_the_other() {
        let studies = list::studies();
        let plan = parse(&["between-batch"]).unwrap().plan(&studies, Context::ALL).unwrap();
        assert!(plan.iter().all(|group| group.study.name == "between-batch"));
        let contexts: BTreeSet<_> = plan.iter().map(|group| group.context.name()).collect();
        assert_eq!(contexts, ["beside", "learnt", "throughput"].into());
        assert!(plan.iter().all(|group| group.kernels().eq([Dependence::Independent])));
        assert!(parse(&["between-batch/latency"]).unwrap().plan(&studies, Context::ALL).is_err());
    }

    #[test]
    fn a_first_look_leaves_other_streams_and_the_long_answers_out() {
        let studies = [list::named("between").unwrap(), list::named("checks").unwrap()];
        let measured = |arguments: &[&str], heavy: bool, main: bool| {
            let invocation = parse(arguments).unwrap();
            let plan = invocation.plan(&studies, Context::ALL).unwrap();
            let of = |group: &&Group<'_>| {
                (group.study.policy.length > Length::Lookup) == heavy
                    && (group.stream == group.study.main_stream()) == main
            };
            let measured = plan.iter().filter(|group| invocation.measures(group)).filter(of);
            measured.map(|group| group.context.name()).collect::<BTreeSet<_>>()
        };
        let all = ["throughput", "latency", "learnt", "beside"];
        let hot = ["throughput", "latency", "learnt"];
        for heavy in [false, true] {
            assert_eq!(measured(&[], heavy, true), all.into());
            assert_eq!(measured(&[], heavy, false), hot.into());
            assert_eq!(measured(&["--quick"], heavy, false), [].into());
        }
        assert_eq!(measured(&["--quick"], false, true), all.into());
        assert_eq!(
            measured(&["--quick"], true, true),
            [&hot[..], &["beside"]].concat().into_iter().collect()
        );
    }

    #[test]
    fn filters_are_told_from_other_arguments() {
        let studies = list::studies();
        assert!(["between", "latency/uniform"].iter().all(|filter| is_filter(filter, &studies)));
        assert!(!is_filter("reports/latest", &studies));
    }

    #[test]
    fn a_filter_that_chooses_nothing_is_told_with_all_names() {
        for filters in [&["nonsense"][..], &["triangular", "nonsense"]] {
            let plan = parse(filters).unwrap();
            let error = plan.plan(&list::studies(), &HOT).unwrap_err().to_string();
            assert!(error.contains("nothing to measure has \"nonsense\" in its name"));
            assert!(error.contains("between/throughput/uniform/between-triangular"));
        }
    }

    #[test]
    fn arguments_are_checked() {
        assert!(parse(&["--quick", "--bench", "--save-baseline", "x"]).is_ok());
        let of_tests = ["--nocapture", "--show-output", "-q", "--include-ignored"];
        let valued = ["--color", "never", "--format", "terse", "--test-threads", "1", "between"];
        assert!(parse(&[&of_tests[..], &valued].concat()).is_ok());
        for wrong in [
            &["--nonsense"][..],
            &["--sample-size", "9"],
            &["--measurement-time", "NaN"],
            &["--warm-up-time", "0"],
            &["--minutes", "0"],
            &["--minutes", "inf"],
            &["--minutes", "1", "--quick"],
            &["--save-baseline", "x", "--baseline", "x"],
            &["--save-baseline", "../x"],
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
