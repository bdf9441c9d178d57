//! The meter of counts: exact counts by Callgrind, through iai-callgrind.
//!
//! The studies decide what is counted. So the list that iai-callgrind's macros would write is
//! built at run time, from the same types (`iai_callgrind::__internal`, the reason for the
//! exactly pinned version). The runner starts this executable again under Valgrind, once per
//! [`Assignment`], which names its workload.
//!
//! The simulated processor is the same everywhere: first-level caches of 8 ways for data and for
//! instructions, a last level of 8 MiB, lines of 64 bytes. So the counts of a build are the same
//! on every machine.

use crate::invocation::Invocation;
use crate::meters::checking;
use crate::meters::watched::Watched;
use crate::plan::Group;
use crate::{machine, output, terminal};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use iai_callgrind::__internal::{
    InternalLibraryBenchmarkBench, InternalLibraryBenchmarkBenches, InternalLibraryBenchmarkGroup,
    InternalLibraryBenchmarkGroups,
};
use iai_callgrind::{Callgrind, EntryPoint, LibraryBenchmarkConfig, ValgrindTool, bincode};
use log::info;
use records::{Breadth, Context, Count, Counter, Meter, Variant, visible};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};
use studies::entry::{Contender, Dependence, Workload};
use studies::kernel::{Form, WorkingSet};
use studies::streams::{Asked, QUERIES};
use studies::study::{Length, Study};

/// The first-level cache that figures refer to, in bytes.
pub const STANDARD_CACHE: u64 = 32 << 10;

/// The simulated first-level caches of the space-time curve, in bytes.
pub const SWEEP: [u64; 4] = [4 << 10, 16 << 10, 32 << 10, 64 << 10];

/// The first argument of this executable when the runner starts it again.
pub const RERUN: &str = "--iai-run";

/// The first argument of this executable when [`valgrind`] starts it.
pub const TRIAL: &str = "--valgrind-trial";

/// The results of trying Valgrind here.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its version.
    pub version: String,
    /// The contenders that Valgrind's processor can run.
    available: BTreeSet<String>,
}

impl Trial {
    /// Why this contender can't be counted; `None` if it can. Its fallback would be counted
    /// instead.
    #[must_use]
    pub fn uncounted(&self, contender: &Contender) -> Option<String> {
        let available = self.available.contains(contender.name);
        let needs = contender.needs.join(", ");
        (!available).then(|| format!("Valgrind's processor lacks what it needs: {needs}"))
    }
}

/// Prints, under Valgrind, the contenders that its processor can run.
///
/// # Errors
/// If nobody listens.
pub fn try_out(studies: &[Study]) -> Result<()> {
    let contenders = studies.iter().flat_map(|study| &study.contenders);
    for contender in contenders.filter(|contender| contender.is_available()) {
        writeln!(io::stdout(), "{}", contender.name)?;
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
    /// The name that the runner passes on.
    fn name(&self) -> String {
        format!("{}.{}.{}.{}", self.study, self.stream, self.contender, self.cache)
    }
}

/// Tries whether Valgrind can run this executable.
///
/// # Errors
/// If it is not installed, does not start, hangs, or can't run such code.
pub fn valgrind() -> Result<Trial> {
    // Valgrind 3.19 to 3.26 stop at the first AVX-512 instruction.
    ensure!(
        !cfg!(target_feature = "avx512f"),
        "this build may use AVX-512, which Valgrind does not know; \
         leave out target-cpu=native for the counts"
    );
    let version = lines_of(Command::new("valgrind").arg("--version"))
        .context("Valgrind is not installed, or does not run")?;
    let executable = std::env::current_exe().context("the executable has no path")?;
    let mut trial = Command::new("valgrind");
    trial.args(["--quiet", "--tool=none"]).arg(executable).arg(TRIAL);
    let available = lines_of(&mut trial).context("Valgrind does not run here")?;
    Ok(Trial { version: version.concat(), available: available.into_iter().collect() })
}

/// The lines that a program prints.
///
/// # Errors
/// If it can't be started, hangs, or fails.
fn lines_of(command: &mut Command) -> Result<Vec<String>> {
    let complaints = output::build_folder().join("iai").join("trial.txt");
    let mut program = Watched::start(command, Vec::new(), &complaints)?;
    let mut lines = Vec::new();
    while let Some(line) = program.next_line(PATIENCE)? {
        lines.push(line);
    }
    let status = program.wait(PATIENCE)?;
    let complaints = program.complaints();
    let complaint = complaints.lines().next().unwrap_or("no reason given");
    ensure!(status.success(), "{complaint} ({status})");
    Ok(lines)
}

/// Counts what the invocation chooses, with `runner`, iai-callgrind's program.
///
/// If Callgrind fails or hangs, the contender stays uncounted with the reason, and the others are
/// counted. An error would lose the times, because cargo stops at the first target that fails.
///
/// # Errors
/// If a filter chooses nothing, or the counts cannot be written.
pub fn run(invocation: &Invocation, studies: &[Study], runner: &Path) -> Result<()> {
    let breadth = invocation.breadth();
    // Counts do not depend on which query waits for which.
    let plan = invocation.plan(studies, &[Context::Throughput])?;
    if invocation.list {
        terminal::list(plan.iter().flat_map(Group::labels));
        return Ok(());
    }
    let is_left_out = breadth == Breadth::Quick && invocation.filters.is_empty();
    if is_left_out || plan.is_empty() || invocation.self_check {
        info!("instructions: nothing to count");
        return Ok(());
    }
    let trial = match valgrind() {
        Ok(trial) => trial,
        Err(reason) => {
            terminal::found("counted", &format!("not measured: {reason:#}"));
            let run = machine::run(Meter::Instructions, "Callgrind", breadth);
            let mut store = checking::open_store(run, studies)?;
            return store.note_missing("counts", &format!("{reason:#}"));
        }
    };
    let how = format!("Callgrind, {}", trial.version);
    let run = machine::run(Meter::Instructions, &how, breadth);
    let mut store = checking::open_store(run, studies)?;
    let mut plan = plan;
    plan.retain(|group| is_counted(group, invocation));
    let plan = checking::check(&mut store, plan, |contender| trial.uncounted(contender))?;
    let assignments = assignments(&plan, invocation.breadth());
    info!("counted per query on {} workloads, the kernel included", assignments.len());
    let mut streams = Streams::of(&assignments);
    let (mut done, all) = (0, assignments.len());
    terminal::progress("counting", 0.0, all as f64);
    let failures = count(runner, &assignments, |assignment, newer| {
        done += 1;
        terminal::progress(&assignment.name(), done as f64, all as f64);
        if assignment.cache == STANDARD_CACHE {
            let Assignment { study, stream, contender, .. } = assignment;
            info!("{study}/{stream}/{contender}: {}", told(&newer));
        }
        streams.add(assignment, newer).map_or(Ok(()), |counts| store.keep_counts(counts))
    })?;
    terminal::end_of_progress();
    // After a failure, a stream is never complete.
    streams.left().try_for_each(|counts| store.keep_counts(counts))?;
    for ((study, contender), reason) in failures.reasons() {
        terminal::say(&format!("{study}/{contender}: not counted: {reason}"));
        let is_it = |known: &&Variant| known.study == study && known.name == contender;
        let known = store.about().variants.iter().find(is_it).cloned();
        let uncounted = known.map(|known| Variant { uncounted: Some(reason), ..known });
        store.describe(|records| records.variants.extend(uncounted))?;
    }
    if failures.is_hopeless() {
        store.note_missing("counts", "Callgrind failed on all that was tried")?;
    }
    terminal::found(
        "counted",
        &format!("{done} of {all} workloads: instructions and cache misses"),
    );
    Ok(())
}

/// The counts so far, by study and stream; those of a stream are kept when the last one arrives.
#[derive(Debug, Default)]
struct Streams(BTreeMap<(&'static str, &'static str), Awaited>);

/// The number of counts that a stream still awaits, and those that arrived, by contender.
type Awaited = (usize, BTreeMap<&'static str, Count>);

impl Streams {
    fn of(assignments: &[Assignment]) -> Streams {
        let mut streams = Streams::default();
        for Assignment { study, stream, .. } in assignments {
            streams.0.entry((study, stream)).or_default().0 += 1;
        }
        streams
    }

    /// Adds a count. Returns the counts of its stream if it was the last. Each cache of a sweep
    /// is counted by itself.
    fn add(&mut self, assignment: &Assignment, newer: Count) -> Option<Vec<Count>> {
        let Assignment { study, stream, contender, .. } = *assignment;
        let (awaited, counts) = self.0.entry((study, stream)).or_default();
        let count = counts.entry(contender).or_insert_with(|| newer.clone());
        let mut sweep: BTreeMap<_, _> =
            count.sweep.iter().map(|[size, misses]| (*size, *misses)).collect();
        sweep.extend(newer.sweep.iter().map(|[size, misses]| (*size, *misses)));
        if newer.instructions.is_some() {
            *count = newer;
        }
        count.sweep = sweep.into_iter().map(|(size, misses)| [size, misses]).collect();
        *awaited = awaited.saturating_sub(1);
        let counts = (*awaited == 0).then(|| counts.values().cloned().collect());
        counts.inspect(|_| _ = self.0.remove(&(study, stream)))
    }

    /// The counts of incomplete streams.
    fn left(self) -> impl Iterator<Item = Vec<Count>> {
        self.0.into_values().map(|(_, counts)| counts.into_values().collect())
    }
}

/// Whether a stream is counted: a study's first stream, or one that a filter names. Without
/// filters, a default run counts the questions that a search asks most, and a thorough run counts
/// programs on all streams.
fn is_counted(group: &Group<'_>, invocation: &Invocation) -> bool {
    let Group { study, stream, .. } = group;
    let is_program = study.policy.length == Length::Program;
    let is_thorough = invocation.breadth() == Breadth::Thorough;
    let is_named = invocation.filters.iter().any(|filter| filter.contains(stream));
    let is_first = *stream == study.main_stream() || is_program && is_thorough;
    let is_chosen = is_thorough || !invocation.filters.is_empty();
    is_named || is_first && (is_chosen || is_program || group.is_asked_most())
}

/// The workloads to count: one cache for each contender, and all caches for single lookups in a
/// thorough run. Programs do the same whatever their lookups, so only their reference and the
/// null contender are counted.
fn assignments(plan: &[Group<'_>], breadth: Breadth) -> Vec<Assignment> {
    let mut assignments = Vec::new();
    for group in plan {
        let Group { study, stream, .. } = group;
        let is_program = study.policy.length == Length::Program;
        let is_thorough = breadth == Breadth::Thorough;
        // A single lookup, whose memory is worth a closer look.
        let is_lookup = study.policy.length == Length::Lookup && study.asks(Dependence::Dependent);
        let caches = if is_lookup && is_thorough { &SWEEP[..] } else { &[STANDARD_CACHE] };
        let of = |contender: &Contender, cache| Assignment {
            study: study.name,
            stream,
            contender: contender.name,
            cache,
        };
        let asks = |contender: &&&Contender| {
            let asked = Asked { stream, questions: None };
            (contender.workload(asked, Form::Throughput).queries)(0) > 0
        };
        let first = study.contenders.first().map(|first| first.name);
        let is_counted = |contender: &&&Contender| {
            !is_program || first == Some(contender.name) || !contender.is_variant()
        };
        let contenders = group.contenders.iter().filter(is_counted).filter(asks);
        assignments.extend(contenders.flat_map(|c| caches.iter().map(move |&cache| of(c, cache))));
    }
    assignments
}

/// A count in a few words.
fn told(count: &Count) -> String {
    let per_query = |total: Option<u64>| total.unwrap_or(0) as f64 / count.queries as f64;
    format!(
        "{:.3} instructions, {:.3} L1 data misses, {:.3} mispredictions",
        per_query(count.instructions),
        per_query(count.l1_misses),
        per_query(count.mispredictions)
    )
}

/// The limit for a workload before the first one ends. They take seconds, or minutes on an
/// emulated processor.
const PATIENCE: Duration = Duration::from_secs(300);

/// After this many contenders without a single count, the others are not tried.
const HOPELESS: usize = 3;

/// The failures so far, and the time that workloads take here.
#[derive(Debug)]
struct Failures {
    /// The reasons by study and contender.
    reasons: Mutex<BTreeMap<(&'static str, &'static str), String>>,
    /// The time of the slowest workload counted; `None` before the first.
    slowest: Mutex<Option<Duration>>,
    /// The limit for the first workload, and the shortest for all.
    patience: Duration,
}

impl Failures {
    fn new(patience: Duration) -> Failures {
        Failures { reasons: Mutex::default(), slowest: Mutex::default(), patience }
    }

    fn add(&self, assignment: &Assignment, error: &anyhow::Error) {
        // The runner's quotes may be long, and hold anything.
        let cause: String = visible(&format!("{error:#}")).chars().take(400).collect();
        let reason = format!("{}: {cause}", checking::FAILED);
        let mut reasons = self.reasons.lock().expect("nobody panics with it");
        reasons.entry((assignment.study, assignment.contender)).or_insert(reason);
    }

    fn hold(&self, assignment: &Assignment) -> bool {
        let reasons = self.reasons.lock().expect("nobody panics with it");
        reasons.contains_key(&(assignment.study, assignment.contender))
    }

    fn reasons(&self) -> BTreeMap<(&'static str, &'static str), String> {
        self.reasons.lock().expect("nobody panics with it").clone()
    }

    /// Whether to give up, because enough contenders failed and nothing was counted.
    fn is_hopeless(&self) -> bool {
        let is_first = self.slowest.lock().expect("nobody panics with it").is_none();
        is_first && self.reasons().len() >= HOPELESS
    }

    /// The limit for a workload: many times the time of the slowest so far.
    fn limit(&self) -> Duration {
        let slowest = self.slowest.lock().expect("nobody panics with it");
        self.patience.max(20 * slowest.unwrap_or_default())
    }

    fn note(&self, time: Duration) {
        let mut slowest = self.slowest.lock().expect("nobody panics with it");
        *slowest = (*slowest).max(Some(time));
    }
}

/// Hands all assignments to `runner`, iai-callgrind's program, and each result to `done` as it
/// arrives. Returns the failures.
///
/// As many runners work at once as there are cores: counts do not depend on what else the machine
/// does.
///
/// # Errors
/// If `done` fails.
fn count(
    runner: &Path,
    assignments: &[Assignment],
    mut done: impl FnMut(&Assignment, Count) -> Result<()>,
) -> Result<Failures> {
    let runners = std::thread::available_parallelism().map_or(1, usize::from);
    let mut shares = vec![Vec::new(); runners.min(assignments.len())];
    for (i, assignment) in assignments.iter().enumerate() {
        shares[i % runners].push(assignment);
    }
    let failures = Failures::new(PATIENCE);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for (number, share) in shares.into_iter().enumerate() {
            let (sender, failures) = (sender.clone(), &failures);
            scope.spawn(move || {
                let home = output::build_folder().join("iai").join(number.to_string());
                count_share(runner, share, &home, failures, |counted| sender.send(counted).is_ok());
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|(assignment, count)| done(assignment, count))
    })?;
    Ok(failures)
}

/// Counts these assignments one after the other, in the folder `home`. A runner stops at its
/// first failure; another one continues with other contenders. `send` says whether anybody still
/// listens.
fn count_share<'a>(
    runner: &Path,
    mut left: Vec<&'a Assignment>,
    home: &Path,
    failures: &Failures,
    send: impl Fn((&'a Assignment, Count)) -> bool,
) {
    while !left.is_empty() && !failures.is_hopeless() {
        let mut is_heard = true;
        let ended = run_runner(runner, &left.clone(), home, failures, |assignment, count| {
            left.retain(|other| *other != assignment);
            is_heard = send((assignment, count));
            is_heard
        });
        match (ended, left.first()) {
            _ if !is_heard => return,
            (Err(error), Some(assignment)) => failures.add(assignment, &error),
            _ => return,
        }
        left.retain(|assignment| !failures.hold(assignment));
    }
}

/// Hands assignments to one runner, and each result to `done`, until that returns false.
///
/// # Errors
/// If the runner fails, hangs, answers unlike version 0.16.1, or leaves an assignment out. The
/// error is of the first assignment not handed to `done`.
fn run_runner<'a>(
    runner: &Path,
    assignments: &[&'a Assignment],
    home: &Path,
    failures: &Failures,
    mut done: impl FnMut(&'a Assignment, Count) -> bool,
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
    // The arguments of iai-callgrind's main!, except that the output is read here.
    let mut command = Command::new(runner);
    command
        .args(["0.16.1", "--lib-bench", env!("CARGO_MANIFEST_DIR"), env!("CARGO_PKG_NAME")])
        .args(["benches/instructions.rs", "instructions"])
        .arg(std::env::current_exe().context("the executable has no path")?)
        .arg(input.len().to_string());
    let mut runner = Watched::start(&mut command, input, &home.join("complaints.txt"))?;
    for expected in assignments {
        let begin = Instant::now();
        let Some(line) = runner.next_line(failures.limit())? else {
            let status = runner.wait(failures.limit())?;
            let complaints = runner.complaints();
            // Valgrind's lines come first, perhaps many, and the runner's last.
            let lines: Vec<_> = complaints.lines().filter(|line| !line.trim().is_empty()).collect();
            bail!("{} ({status})", lines[lines.len().saturating_sub(3)..].join("; "));
        };
        let summary: Summary = serde_json::from_str(&line)
            .context("iai-callgrind's runner prints another format than that of 0.16.1")?;
        let name = expected.name();
        ensure!(name == summary.id, "the runner counted {} instead of {name}", summary.id);
        let [cold, warm] = [summary.counts(COLD)?, summary.counts(WARM)?];
        let count = counted(expected, &cold, &warm)?;
        failures.note(begin.elapsed());
        if !done(expected, count) {
            return Ok(());
        }
    }
    // The runner tidies up after the last workload.
    while runner.next_line(failures.limit())?.is_some() {}
    runner.wait(failures.limit()).map(drop)
}

/// Runs the workload for which the runner started this executable again.
///
/// # Errors
/// If no study has the workload `name`.
pub fn rerun(name: &str, mut studies: impl Iterator<Item = Study>) -> Result<()> {
    let unknown = || anyhow!("there is no workload {name}");
    let [study, stream, contender, _] =
        name.split('.').collect::<Vec<_>>().try_into().map_err(|_| unknown())?;
    let study = studies.find(|known| known.name == study).ok_or_else(unknown)?;
    let contender =
        study.contenders.iter().find(|known| known.name == contender).ok_or_else(unknown)?;
    let stream = study.streams.iter().map(|(known, _)| *known).find(|known| *known == stream);
    let asked = Asked { stream: stream.ok_or_else(unknown)?, questions: None };
    let workload = contender.workload(asked, Form::Throughput);
    // Draws the part, which must not be counted.
    let drawn = (workload.queries)(0);
    ensure!(drawn > 0, "{name} asks nothing");
    let nothing = WorkingSet::new(0);
    for _ in [COLD, WARM] {
        (workload.begin)(0);
        collect(&workload, &nothing);
    }
    Ok(())
}

/// The part of a run that finds no tables in any cache.
const COLD: u64 = 1;

/// The part of a run that finds in the caches what the queries left there.
const WARM: u64 = 2;

/// Asks [`QUERIES`] of part 0, and repeats them if it has fewer. Callgrind collects while this
/// function runs, and begins another dump after it.
#[inline(never)]
fn collect(workload: &Workload, nothing: &WorkingSet) {
    let part = (workload.queries)(0);
    for first in (0..QUERIES).step_by(part) {
        let queries = 0..part.min(QUERIES - first);
        std::hint::black_box((workload.run)(None, 0, queries, nothing));
    }
}

/// Callgrind's name for [`collect`].
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

fn counted(
    assignment: &Assignment,
    cold: &BTreeMap<String, u64>,
    warm: &BTreeMap<String, u64>,
) -> Result<Count> {
    let sum = |counts: &BTreeMap<String, u64>, events: &[&str]| {
        let count = |event| counts.get(event).with_context(|| format!("no count of {event}"));
        events.iter().map(|&event| count(event)).sum::<Result<u64>>()
    };
    let misses = sum(warm, &["D1mr", "D1mw"])?;
    let is_standard = assignment.cache == STANDARD_CACHE;
    let warm = |events: &[&str]| is_standard.then(|| sum(warm, events)).transpose();
    Ok(Count {
        study: assignment.study.to_owned(),
        stream: assignment.stream.to_owned(),
        variant: assignment.contender.to_owned(),
        counter: Counter::Callgrind,
        dependent: false,
        run: 0,
        queries: QUERIES as u64,
        cycles: None,
        instructions: warm(&["Ir"])?,
        reads: warm(&["Dr"])?,
        writes: warm(&["Dw"])?,
        l1_misses: warm(&["D1mr", "D1mw"])?,
        last_level_misses: warm(&["DLmr", "DLmw"])?,
        branches: warm(&["Bc", "Bi"])?,
        mispredictions: warm(&["Bcm", "Bim"])?,
        // Lines new to the last level, which has room for all.
        lines: is_standard.then(|| sum(cold, &["DLmr", "DLmw"])).transpose()?,
        sweep: vec![[assignment.cache, misses]],
    })
}

/// The part of the runner's JSON that we read.
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

/// `Float` instead of `Int` marks rates derived from counts.
#[derive(Deserialize)]
struct Event {
    metrics: serde_json::Value,
}

/// The value of this run: `{"Left": new}` at first and `{"Both": [new, last]}` later.
fn new(value: &serde_json::Value) -> Option<&serde_json::Value> {
    value.pointer("/Left").or(value.pointer("/Both/0"))
}

impl Summary {
    /// The counts of a part of the run, by event.
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

#[cfg(test)]
mod tests {
    use super::*;
    use records::Records;
    use serde_json::json;
    use std::cell::RefCell;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use studies::list;

    /// One workload of each of four contenders, and another of the first.
    fn assigned() -> Vec<Assignment> {
        let of = |contender, cache| Assignment { study: "s", stream: "t", contender, cache };
        vec![of("a", 1), of("a", 2), of("b", 1), of("c", 1), of("d", 1)]
    }

    /// The failures after counting everything with a runner that runs this script.
    fn failures(script: &str, patience: Duration) -> Vec<(&'static str, String)> {
        let folder = tempfile::tempdir().unwrap();
        let runner = folder.path().join("runner");
        fs::write(&runner, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&runner, fs::Permissions::from_mode(0o700)).unwrap();
        let (assignments, failures) = (assigned(), Failures::new(patience));
        let share = assignments.iter().collect();
        count_share(&runner, share, folder.path(), &failures, |_| true);
        failures.reasons().into_iter().map(|((_, name), reason)| (name, reason)).collect()
    }

    #[test]
    fn a_runner_that_fails_costs_a_contender_and_hopeless_ones_are_not_tried() {
        let failed = failures("echo first >&2; echo the cause >&2; exit 7", PATIENCE);
        let [(a, reason), (b, _), (c, _)] = &failed[..] else { panic!("{failed:?}") };
        assert_eq!([*a, *b, *c], ["a", "b", "c"]);
        assert_eq!(reason, "Callgrind failed: first; the cause (exit status: 7)");
    }

    #[test]
    fn a_runner_that_hangs_or_babbles_costs_a_contender() {
        let hung = failures("sleep 1000000", Duration::from_millis(1));
        assert_eq!(hung.len(), HOPELESS);
        assert!(hung.iter().all(|(_, reason)| reason.contains("hung")), "{hung:?}");
        let babbling = failures("echo nonsense; sleep 1000000", PATIENCE);
        assert!(babbling[0].1.contains("another format"), "{babbling:?}");
    }

    #[test]
    fn waiting_grows_with_the_slowest_workload() {
        let failures = Failures::new(Duration::from_secs(30));
        assert_eq!(failures.limit(), Duration::from_secs(30));
        for seconds in [4, 2] {
            failures.note(Duration::from_secs(seconds));
        }
        assert_eq!(failures.limit(), Duration::from_secs(80));
    }

    /// The runner's report on a part: each event counts twice the one before it, and an earlier
    /// run has other counts.
    fn part(number: u64, first: u64) -> serde_json::Value {
        let events = ["Ir", "Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw", "Bc", "Bi", "Bcm", "Bim"];
        let both = |new| json!({"Both": [new, {"Int": 7, "part": 9}]});
        let metrics = |power| json!({"metrics": both(json!({"Int": first << power}))});
        let counts: BTreeMap<_, _> = events.into_iter().zip((0..).map(metrics)).collect();
        json!({"details": both(json!({"part": number})), "metrics_summary": {"Callgrind": counts}})
    }

    #[test]
    fn counts_are_of_the_events_that_they_are_named_by() {
        let parts = [part(COLD, 1 << 20), part(WARM, 1)];
        let summary = json!({"id": "x", "profiles": [{"summaries": {"parts": parts}}]});
        let summary: Summary = serde_json::from_value(summary).unwrap();
        let [cold, warm] = [COLD, WARM].map(|part| summary.counts(part).unwrap());
        let of = |cache| {
            let assignment = Assignment { study: "s", stream: "t", contender: "a", cache };
            counted(&assignment, &cold, &warm).unwrap()
        };
        let count = of(STANDARD_CACHE);
        assert_eq!(count.queries, 1 << 14);
        assert_eq!([count.instructions, count.reads, count.writes], [1, 2, 4].map(Some));
        assert_eq!(count.l1_misses, Some(8 + 16));
        assert_eq!(count.last_level_misses, Some(32 + 64));
        assert_eq!(count.branches, Some(128 + 256));
        assert_eq!(count.mispredictions, Some(512 + 1024));
        assert_eq!(count.lines, Some((32 + 64) << 20));
        assert_eq!(count.sweep, [[STANDARD_CACHE, 8 + 16]]);
        // Another cache gives only misses.
        let other = of(SWEEP[0]);
        assert_eq!((other.instructions, other.l1_misses, other.lines), (None, None, None));
        assert_eq!(other.sweep, [[SWEEP[0], 8 + 16]]);
        assert!(summary.counts(3).is_err());
    }

    #[test]
    fn counts_come_from_the_runner_as_they_were_assigned() {
        let folder = tempfile::tempdir().unwrap();
        let runner = folder.path().join("runner");
        fs::write(&runner, "#!/bin/sh\ncat \"$0.json\"\n").unwrap();
        fs::set_permissions(&runner, fs::Permissions::from_mode(0o700)).unwrap();
        let assignments = assigned();
        let counts = |lines: Vec<String>| {
            fs::write(runner.with_extension("json"), lines.join("\n")).unwrap();
            let (heard, failures) = (RefCell::new(Vec::new()), Failures::new(PATIENCE));
            let share = assignments.iter().collect();
            count_share(&runner, share, folder.path(), &failures, |counted| {
                heard.borrow_mut().push(counted);
                true
            });
            (heard.into_inner(), failures.reasons())
        };
        let line = |assignment: &Assignment| {
            let parts = [part(COLD, 1 << 20), part(WARM, 1)];
            json!({"id": assignment.name(), "profiles": [{"summaries": {"parts": parts}}]})
        };
        let lines: Vec<_> = assignments.iter().map(|one| line(one).to_string()).collect();
        let (heard, failed) = counts(lines.clone());
        assert!(failed.is_empty(), "{failed:?}");
        assert!(heard.iter().map(|(assignment, _)| *assignment).eq(&assignments));
        for (assignment, count) in heard {
            assert_eq!(
                (&*count.variant, &count.sweep[..]),
                (assignment.contender, &[[assignment.cache, 8 + 16]][..])
            );
        }
        let (heard, failed) = counts(lines.into_iter().rev().collect());
        assert!(
            heard.is_empty() && failed.values().all(|why| why.contains(" instead of s.t.")),
            "{failed:?}"
        );
    }

    #[test]
    fn the_counts_of_a_stream_are_kept_together_with_all_caches() {
        let good = Records::parse(include_str!("../../records/tests/good.json")).unwrap();
        let of = |cache, instructions| {
            let sweep = vec![[cache, 2 * cache]];
            Count { sweep, instructions, ..good.counts[0].clone() }
        };
        let assignments = assigned();
        let mut streams = Streams::of(&assignments);
        let last = assignments.len() - 1;
        for (number, assignment) in assignments.iter().enumerate() {
            let instructions = (assignment.cache == 2).then_some(7);
            let kept = streams.add(assignment, of(assignment.cache, instructions));
            assert_eq!(kept.is_some(), number == last);
            let Some(kept) = kept else { continue };
            assert_eq!((kept.len(), &kept[0].sweep[..]), (4, &[[1, 2], [2, 4]][..]));
            assert_eq!((kept[0].instructions, kept[1].instructions), (Some(7), None));
        }
        assert_eq!(streams.left().count(), 0);
        let mut streams = Streams::of(&assignments);
        assert!(streams.add(&assignments[2], of(1, None)).is_none());
        assert!(streams.left().map(|counts| counts.len()).eq([1]));
    }

    #[test]
    fn single_lookups_are_counted_with_all_caches_in_a_thorough_run_alone() {
        use clap::Parser;
        let studies = ["between", "checks", "legality"].map(|name| list::named(name).unwrap());
        let caches = |arguments: &[&str], study: &Study| {
            let arguments = ["instructions"].iter().chain(arguments);
            let invocation = Invocation::try_parse_from(arguments).unwrap();
            let mut plan = invocation.plan(&studies, &[Context::Throughput]).unwrap();
            plan.retain(|group| is_counted(group, &invocation));
            let all = assignments(&plan, invocation.breadth());
            let of_study = all.iter().filter(|one| one.study == study.name);
            assert!(of_study.clone().all(|one| one.stream == "positions"), "{all:?}");
            of_study.map(|one| one.cache).collect::<BTreeSet<_>>()
        };
        let [lookup, heavy, heavier] = &studies;
        assert!(lookup.policy.length == Length::Lookup && heavy.policy.length == Length::Position);
        assert_eq!(caches(&["--thorough"], lookup), SWEEP.into());
        for (arguments, study) in [(&["--thorough"][..], heavy), (&[], lookup), (&[], heavy)] {
            assert_eq!(caches(arguments, study), [STANDARD_CACHE].into());
        }
        // A search asks other questions more.
        assert!(caches(&[], heavier).is_empty());
        assert_eq!(caches(&["legality"], heavier), [STANDARD_CACHE].into());
    }

    #[cfg(feature = "search")]
    #[test]
    fn of_programs_the_reference_is_counted() {
        use clap::Parser;
        use records::NULL;
        let studies = [list::named("search").unwrap()];
        let assigned = |arguments: &[&str]| {
            let arguments = ["instructions"].iter().chain(arguments);
            let invocation = Invocation::try_parse_from(arguments).unwrap();
            let mut plan = invocation.plan(&studies, &[Context::Throughput]).unwrap();
            plan.retain(|group| is_counted(group, &invocation));
            assignments(&plan, invocation.breadth())
        };
        let [study] = &studies;
        let all: Vec<_> = assigned(&[]).iter().map(|one| (one.stream, one.contender)).collect();
        let both = [study.contenders[0].name, NULL];
        assert_eq!(all, both.map(|name| (study.main_stream(), name)));
        let seldom = study.policy.seldom[0];
        let thorough = assigned(&["--thorough"]);
        assert!(thorough.iter().all(|one| one.stream != seldom) && thorough.len() > 2 * all.len());
        assert!(assigned(&[seldom]).iter().any(|one| one.stream == seldom));
    }

    #[test]
    fn what_valgrind_has_nothing_for_is_not_counted() {
        let study = list::named("between").unwrap();
        let [first, second] = [0, 1].map(|number| &study.contenders[number]);
        let trial = Trial { version: String::new(), available: [first.name.to_owned()].into() };
        assert_eq!(trial.uncounted(first), None);
        assert!(trial.uncounted(second).is_some());
    }

    #[test]
    fn each_cache_is_simulated_as_large_as_it_is() {
        for assignment in assigned() {
            let arguments = format!("{:?}", group(&assignment));
            assert!(arguments.contains(&format!("--D1={},8,64", assignment.cache)), "{arguments}");
        }
    }
}
