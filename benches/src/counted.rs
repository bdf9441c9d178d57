//! Exact counts by Callgrind, through iai-callgrind.
//!
//! The catalogue decides what is counted, so the list that iai-callgrind's
//! macros would write down is built while running, from the same types
//! (`iai_callgrind::__internal`, the reason for the exactly pinned version).
//! The runner starts this executable again under Valgrind, once per
//! [`Assignment`], which names its workload.
//!
//! The simulated processor is the same everywhere: a first-level cache of 8
//! ways for data and one for instructions, a last level of 8 MiB, lines of 64
//! bytes. So the counts of a build are the same on every machine.

use crate::catalogue::{Contender, Context, Dependence, Placement, Study, Workload};
use crate::record::{self, Measurement, Subject, quantity};
use crate::statistics::Median;
use crate::stream::QUERIES;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use iai_callgrind::__internal::{
    InternalLibraryBenchmarkBench, InternalLibraryBenchmarkBenches, InternalLibraryBenchmarkGroup,
    InternalLibraryBenchmarkGroups,
};
use iai_callgrind::{Callgrind, EntryPoint, LibraryBenchmarkConfig, ValgrindTool, bincode};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;

/// The first-level cache that figures are given for, in bytes.
pub const STANDARD_CACHE: u64 = 32 << 10;

/// The first-level caches that are simulated for the space-time curve, in bytes.
pub const SWEEP: [u64; 4] = [4 << 10, 16 << 10, 32 << 10, 64 << 10];

/// The first argument with which the runner starts this executable again.
pub const RERUN: &str = "--iai-run";

/// The first argument with which [`valgrind`] starts this executable under it.
pub const TRIAL: &str = "--valgrind-trial";

/// What was learned of Valgrind here.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its version.
    pub version: String,
    /// The contenders that its processor has everything for.
    available: BTreeSet<String>,
}

impl Trial {
    /// Why this contender can't be counted; nothing if it can. It would answer by
    /// another way, and that would be counted.
    #[must_use]
    pub fn uncounted(&self, contender: &Contender) -> Option<String> {
        let available = self.available.contains(contender.identity.name);
        let needs = contender.needs.join(", ");
        (!available).then(|| format!("Valgrind's processor lacks what it needs: {needs}"))
    }
}

/// Says, started under Valgrind, which contenders it has everything for.
///
/// # Errors
/// If nobody listens.
pub fn try_out(studies: &[Study]) -> Result<()> {
    let contenders = studies.iter().flat_map(|study| &study.contenders);
    for contender in contenders.filter(|contender| contender.is_available()) {
        writeln!(io::stdout(), "{}", contender.identity.name)?;
    }
    Ok(())
}

/// One run under Valgrind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Assignment {
    /// The study's name.
    pub study: &'static str,
    /// The stream's name.
    pub stream: &'static str,
    /// The contender's name.
    pub contender: &'static str,
    /// The size of the simulated first-level data cache in bytes.
    pub cache: u64,
}

impl Assignment {
    /// The name by which the runner hands it on.
    fn name(&self) -> String {
        format!("{}.{}.{}.{}", self.study, self.stream, self.contender, self.cache)
    }
}

/// Whether Valgrind can run this executable: what it is like, or what is in the way.
///
/// # Errors
/// If it is not installed, does not start, or can't run code like this.
pub fn valgrind() -> Result<Trial> {
    // Valgrind 3.19 to 3.26 stop at the first such instruction.
    ensure!(
        !cfg!(target_feature = "avx512f"),
        "this build may use AVX-512, which Valgrind does not know; \
         leave out target-cpu=native for the counts"
    );
    let version = Command::new("valgrind")
        .arg("--version")
        .output()
        .context("Valgrind is not installed, or not on the PATH")?;
    let trial = Command::new("valgrind")
        .args(["--quiet", "--tool=none"])
        .arg(std::env::current_exe().context("the executable has no path")?)
        .arg(TRIAL)
        .output()
        .context("Valgrind does not start")?;
    if !trial.status.success() {
        let complaint = String::from_utf8_lossy(&trial.stderr);
        let complaint = complaint.lines().next().unwrap_or("no reason given");
        bail!("Valgrind does not run here ({}): {complaint}", trial.status);
    }
    let available = String::from_utf8_lossy(&trial.stdout);
    Ok(Trial {
        version: String::from_utf8_lossy(&version.stdout).trim().to_owned(),
        available: available.lines().map(str::to_owned).collect(),
    })
}

/// Hands all assignments to `runner`, iai-callgrind's program, and each one's
/// counts to `done` as they come in.
///
/// As many runners work at once as there are cores: counts do not depend on
/// what else the machine does.
///
/// # Errors
/// If a runner fails, answers in another way than version 0.16.1 does, or
/// leaves an assignment out; or what `done` fails with.
pub fn count(
    runner: &str,
    assignments: &[Assignment],
    mut done: impl FnMut(&Assignment, Vec<Measurement>) -> Result<()>,
) -> Result<()> {
    let runners = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shares = vec![Vec::new(); runners.min(assignments.len())];
    for (i, assignment) in assignments.iter().enumerate() {
        shares[i % runners].push(assignment);
    }
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for (number, share) in shares.iter().enumerate() {
            let sender = sender.clone();
            scope.spawn(move || {
                let home = record::build_folder().join("iai").join(number.to_string());
                // Nobody listens any more once something else has failed.
                let send = |outcome| sender.send(outcome).map_err(|_| anyhow!("was stopped"));
                if let Err(error) = count_share(runner, share, &home, |counted| send(Ok(counted))) {
                    let _ = send(Err(error));
                }
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|outcome| {
            let (assignment, figures): (&Assignment, _) = outcome?;
            done(assignment, figures)
        })
    })
}

/// Hands assignments to one runner that works in the folder `home`.
fn count_share<'a>(
    runner: &str,
    assignments: &[&'a Assignment],
    home: &Path,
    send: impl Fn((&'a Assignment, Vec<Measurement>)) -> Result<()>,
) -> Result<()> {
    let groups = InternalLibraryBenchmarkGroups {
        config: LibraryBenchmarkConfig::default().into(),
        groups: assignments.iter().map(|assignment| group(assignment)).collect(),
        command_line_args: vec![
            "--output-format=json".to_owned(),
            format!("--home={}", home.display()),
        ],
        has_setup: false,
        has_teardown: false,
        default_tool: ValgrindTool::Callgrind,
    };
    let input = bincode::serialize(&groups).context("describing the workloads to the runner")?;
    // The arguments that iai-callgrind's main! gives, except that the output is read here.
    let mut child = Command::new(runner)
        .args(["0.16.1", "--lib-bench", env!("CARGO_MANIFEST_DIR"), env!("CARGO_PKG_NAME")])
        .args(["benches/instructions.rs", "instructions"])
        .arg(std::env::current_exe().context("the executable has no path")?)
        .arg(input.len().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {runner}"))?;
    child.stdin.take().expect("a pipe was asked for").write_all(&input)?;
    let output = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
    let mut finished = 0;
    for line in output.lines() {
        let summary: Summary = serde_json::from_str(&line?)
            .context("iai-callgrind's runner prints another format than that of 0.16.1")?;
        let assignment = assignments
            .iter()
            .find(|assignment| assignment.name() == summary.id)
            .with_context(|| format!("the runner counted {}, not asked for", summary.id))?;
        let [cold, warm] = [summary.counts(COLD)?, summary.counts(WARM)?];
        send((assignment, measurements(assignment, &cold, &warm)?))?;
        finished += 1;
    }
    let status = child.wait()?;
    ensure!(status.success(), "iai-callgrind's runner failed: {status}");
    ensure!(finished == assignments.len(), "{finished} of {} were counted", assignments.len());
    Ok(())
}

/// Does what the runner started this executable again for.
///
/// # Errors
/// If none of the studies has what `name` names.
pub fn rerun(name: &str, mut studies: impl Iterator<Item = Study>) -> Result<()> {
    let unknown = || anyhow!("there is no workload {name}");
    let [study, stream, contender, _] =
        name.split('.').collect::<Vec<_>>().try_into().map_err(|_| unknown())?;
    let study = studies.find(|known| known.name == study).ok_or_else(unknown)?;
    let contender = study
        .contenders
        .iter()
        .find(|known| known.identity.name == contender)
        .ok_or_else(unknown)?;
    let workload = contender.workload(stream, Dependence::Independent, Placement::default());
    [COLD, WARM].iter().for_each(|_| collect(&workload));
    Ok(())
}

/// The part of a run that finds nothing of the tables in any cache.
const COLD: u64 = 1;

/// The part of a run that finds in the caches what the queries have left there.
const WARM: u64 = 2;

/// Callgrind collects while this function runs, and begins another part after it.
#[inline(never)]
fn collect(workload: &Workload) {
    std::hint::black_box((workload.run)(0..QUERIES));
}

/// How Callgrind names [`collect`].
const COLLECTED: &str = "*::counted::collect";

fn group(assignment: &Assignment) -> InternalLibraryBenchmarkGroup {
    let name = assignment.name();
    let callgrind = Callgrind::with_args([
        format!("--D1={},8,64", assignment.cache),
        "--I1=32768,8,64".to_owned(),
        "--LL=8388608,16,64".to_owned(),
        "--cache-sim=yes".to_owned(),
        "--branch-sim=yes".to_owned(),
        format!("--dump-after={COLLECTED}"),
    ])
    .entry_point(EntryPoint::Custom(COLLECTED.to_owned()))
    .clone();
    let bench = InternalLibraryBenchmarkBench {
        args: None,
        config: None,
        function_name: "collect".to_owned(),
        id: Some(name.clone()),
    };
    InternalLibraryBenchmarkGroup {
        compare_by_id: None,
        config: Some(LibraryBenchmarkConfig::default().tool(callgrind).clone().into()),
        has_setup: false,
        has_teardown: false,
        id: name,
        library_benchmarks: vec![InternalLibraryBenchmarkBenches {
            benches: vec![bench],
            config: None,
        }],
    }
}

fn measurements(
    assignment: &Assignment,
    cold: &BTreeMap<String, u64>,
    warm: &BTreeMap<String, u64>,
) -> Result<Vec<Measurement>> {
    let subject = Subject {
        study: assignment.study,
        variant: assignment.contender,
        stream: assignment.stream,
        context: Context::Throughput.name(),
    };
    let sum = |counts: &BTreeMap<String, u64>, events: &[&str]| {
        let count = |event| counts.get(event).with_context(|| format!("no count of {event}"));
        events.iter().map(|&event| count(event)).sum::<Result<u64>>()
    };
    let per_query = |quantity: &str, events: &[&str], parameters| {
        let figure = Median::exact(sum(warm, events)? as f64 / QUERIES as f64);
        Ok(Measurement { parameters, ..subject.measured(quantity, "/query", figure, 1) })
    };
    let misses = &["D1mr", "D1mw"][..];
    let size = [(quantity::L1_BYTES.to_owned(), assignment.cache)].into();
    let sweep = per_query(quantity::L1_MISSES, misses, size)?;
    if assignment.cache != STANDARD_CACHE {
        return Ok(vec![sweep]);
    }
    // What the last level has not seen yet, and nothing has to leave it.
    let lines = Median::exact(sum(cold, &["DLmr", "DLmw"])? as f64);
    let standard: &[(&str, &[&str])] = &[
        (quantity::INSTRUCTIONS, &["Ir"]),
        (quantity::READS, &["Dr"]),
        (quantity::WRITES, &["Dw"]),
        (quantity::L1_MISSES, misses),
        (quantity::LAST_LEVEL_MISSES, &["DLmr", "DLmw"]),
        (quantity::BRANCHES, &["Bc", "Bi"]),
        (quantity::MISPREDICTIONS, &["Bcm", "Bim"]),
    ];
    let standard =
        standard.iter().map(|(quantity, events)| per_query(quantity, events, BTreeMap::new()));
    let lines = subject.measured(quantity::LINES, "lines", lines, 1);
    [Ok(sweep), Ok(lines)].into_iter().chain(standard).collect()
}

/// The part of the runner's JSON that is read.
#[derive(Deserialize)]
struct Summary {
    id: String,
    profiles: Vec<Profile>,
}

#[derive(Deserialize)]
struct Profile {
    summaries: Summaries,
}

#[derive(Deserialize)]
struct Summaries {
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    details: serde_json::Value,
    metrics_summary: Tool,
}

#[derive(Deserialize)]
struct Tool {
    #[serde(rename = "Callgrind")]
    callgrind: BTreeMap<String, Event>,
}

/// `Float` instead of `Int` are rates derived from counts.
#[derive(Deserialize)]
struct Event {
    metrics: serde_json::Value,
}

/// What the runner says of this run: `{"Left": new}` at first and `{"Both": [new, last]}`
/// later.
fn new(value: &serde_json::Value) -> Option<&serde_json::Value> {
    value.pointer("/Left").or(value.pointer("/Both/0"))
}

impl Summary {
    /// The counts of a part of the run, by the names of the events.
    fn counts(&self, number: u64) -> Result<BTreeMap<String, u64>> {
        let profile = self.profiles.first().context("the runner's summary holds no profile")?;
        let is_it =
            |part: &&Part| new(&part.details).and_then(|d| d["part"].as_u64()) == Some(number);
        let part = profile.summaries.parts.iter().find(is_it);
        let part = part.with_context(|| format!("Callgrind left no part {number}"))?;
        let counts = part.metrics_summary.callgrind.iter().filter_map(|(name, event)| {
            Some((name.clone(), new(&event.metrics)?["Int"].as_u64()?))
        });
        Ok(counts.collect())
    }
}
