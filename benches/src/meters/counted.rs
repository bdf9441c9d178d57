//! The meter of counts: exact counts by Callgrind, through iai-callgrind.
//!
//! The studies decide what is counted, so the list that iai-callgrind's macros would write
//! down is built while running, from the same types (`iai_callgrind::__internal`, the reason
//! for the exactly pinned version). The runner starts this executable again under Valgrind,
//! once per [`Assignment`], which names its workload.
//!
//! The simulated processor is the same everywhere: a first-level cache of 8 ways for data and
//! one for instructions, a last level of 8 MiB, lines of 64 bytes. So the counts of a build
//! are the same on every machine.

use crate::entry::{Contender, Dependence, Placement, Workload};
use crate::invocation::{Group, Invocation};
use crate::meters::checking;
use crate::streams::{Asked, QUERIES};
use crate::study::Study;
use crate::{machine, output};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use iai_callgrind::__internal::{
    InternalLibraryBenchmarkBench, InternalLibraryBenchmarkBenches, InternalLibraryBenchmarkGroup,
    InternalLibraryBenchmarkGroups,
};
use iai_callgrind::{Callgrind, EntryPoint, LibraryBenchmarkConfig, ValgrindTool, bincode};
use records::{Context, Count, Counter, Meter, Records};
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
        let available = self.available.contains(contender.name);
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

/// Counts what the invocation chooses, by `runner`, iai-callgrind's program.
///
/// # Errors
/// If a filter chooses nothing, a runner fails, or what was counted cannot be written.
pub fn run(invocation: &Invocation, studies: &[Study], runner: &str) -> Result<()> {
    // Counts do not depend on what waits for what.
    let plan = invocation.plan(studies, &[Context::Throughput])?;
    if invocation.list {
        return Ok(());
    }
    if plan.is_empty() {
        println!("instructions: nothing to count; only throughput kernels are");
        return Ok(());
    }
    let trial = match valgrind() {
        Ok(trial) => trial,
        Err(reason) => {
            println!("instructions: not measured: {reason:#}");
            let run = machine::run("Callgrind", invocation.quick);
            let mut store = checking::open_store(Meter::Instructions, run, studies)?;
            return store.note_missing("counts", &format!("{reason:#}"));
        }
    };
    let run = machine::run(&format!("Callgrind, {}", trial.version), invocation.quick);
    let mut store = checking::open_store(Meter::Instructions, run, studies)?;
    let plan = checking::check(&mut store, plan, |contender| trial.uncounted(contender))?;
    let assignments = assignments(&plan, invocation);
    println!("counted per query on {} workloads, the kernel included", assignments.len());
    let mut counts: BTreeMap<_, Count> = BTreeMap::new();
    count(runner, &assignments, |assignment, newer| {
        let Assignment { study, stream, contender, cache } = *assignment;
        if cache == STANDARD_CACHE {
            println!("{study}/{stream}/{contender}: {}", told(&newer));
        }
        // The caches of a sweep come in one by one, and a quick run leaves most of them out.
        let earlier = earlier_sweep(store.records(), &newer);
        let count = counts
            .entry((study, stream, contender))
            .or_insert_with(|| Count { sweep: Vec::new(), ..newer.clone() });
        let sweep = earlier.iter().chain(&count.sweep).chain(&newer.sweep);
        let sweep: BTreeMap<_, _> = sweep.map(|[size, misses]| (*size, *misses)).collect();
        let sweep = sweep.into_iter().map(|(size, misses)| [size, misses]).collect();
        let newest = if newer.instructions.is_some() { newer } else { count.clone() };
        *count = Count { sweep, ..newest };
        store.add(|records| records.counts.push(count.clone()))
    })
}

/// The misses by the size of the cache that an earlier run counted of the same code: it takes
/// as many instructions.
fn earlier_sweep(records: &Records, newer: &Count) -> Vec<[u64; 2]> {
    let is_same = |count: &&Count| {
        count.instructions.is_some()
            && (&count.study, &count.stream, &count.variant, count.instructions)
                == (&newer.study, &newer.stream, &newer.variant, newer.instructions)
    };
    records.counts.iter().find(is_same).map_or_else(Vec::new, |count| count.sweep.clone())
}

/// What is counted of each contender: single lookups on all streams and, on the first, with
/// all caches; long answers on the first stream with one.
fn assignments(plan: &[Group<'_>], invocation: &Invocation) -> Vec<Assignment> {
    let mut assignments = Vec::new();
    for group in plan {
        // A single lookup, whose memory is worth a closer look.
        let is_lookup = !group.study.policy.is_heavy && group.study.asks(Dependence::Dependent);
        let caches = match invocation.takes(group) {
            _ if invocation.quick && group.study.policy.is_heavy => continue,
            true if is_lookup && !invocation.quick => &SWEEP[..],
            false if !is_lookup || invocation.quick => continue,
            _ => &[STANDARD_CACHE],
        };
        let of = |contender: &Contender, cache| Assignment {
            study: group.study.name,
            stream: group.stream,
            contender: contender.name,
            cache,
        };
        let asks = |contender: &&&Contender| {
            let asked = Asked { stream: group.stream, questions: None };
            let kernel = Dependence::Independent;
            contender.workload(asked, kernel, Placement::default()).queries >= QUERIES
        };
        let contenders = group.contenders.iter().filter(asks);
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

/// Hands all assignments to `runner`, iai-callgrind's program, and each one's
/// counts to `done` as they come in.
///
/// As many runners work at once as there are cores: counts do not depend on
/// what else the machine does.
///
/// # Errors
/// If a runner fails, answers in another way than version 0.16.1 does, or
/// leaves an assignment out; or what `done` fails with.
fn count(
    runner: &str,
    assignments: &[Assignment],
    mut done: impl FnMut(&Assignment, Count) -> Result<()>,
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
                let home = output::build_folder().join("iai").join(number.to_string());
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
    send: impl Fn((&'a Assignment, Count)) -> Result<()>,
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
        send((assignment, counted(assignment, &cold, &warm)?))?;
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
    let contender =
        study.contenders.iter().find(|known| known.name == contender).ok_or_else(unknown)?;
    let stream = study.streams.iter().map(|(known, _)| *known).find(|known| *known == stream);
    let asked = Asked { stream: stream.ok_or_else(unknown)?, questions: None };
    let workload = contender.workload(asked, Dependence::Independent, Placement::default());
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
        queries: QUERIES as u64,
        cycles: None,
        instructions: warm(&["Ir"])?,
        reads: warm(&["Dr"])?,
        writes: warm(&["Dw"])?,
        l1_misses: warm(&["D1mr", "D1mw"])?,
        last_level_misses: warm(&["DLmr", "DLmw"])?,
        branches: warm(&["Bc", "Bi"])?,
        mispredictions: warm(&["Bcm", "Bim"])?,
        // What the last level has not seen yet, and nothing has to leave it.
        lines: is_standard.then(|| sum(cold, &["DLmr", "DLmw"])).transpose()?,
        sweep: vec![[assignment.cache, misses]],
    })
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
