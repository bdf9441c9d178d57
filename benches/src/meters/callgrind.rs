//! Counts one workload by Callgrind, through iai-callgrind.
//!
//! The questions decide what is counted. So what iai-callgrind's macros would write is built at run
//! time, from the same types (`iai_callgrind::__internal`, the reason for the exactly pinned
//! version). The runner starts this executable again under Valgrind, and a variable of the
//! environment names the workload. Its public interface, a group of commands, would put another
//! process in between, which hears of its workloads by a file.
//!
//! The simulated processor is the same everywhere: first-level caches of 8 ways for data and for
//! instructions, a last level of 8 MiB, lines of 64 bytes. So the counts of a build are the same
//! on every machine.

#[cfg(test)]
mod tests;

use crate::meters::watched;
use crate::output;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use iai_callgrind::__internal::{
    InternalLibraryBenchmarkBench, InternalLibraryBenchmarkBenches, InternalLibraryBenchmarkGroup,
    InternalLibraryBenchmarkGroups,
};
use iai_callgrind::{Callgrind, EntryPoint, LibraryBenchmarkConfig, Tool, bincode};
use questions::kernel::Form;
use questions::question::Question;
use questions::streams::{self, Asked, QUERIES};
use questions::variant::Variant;
use records::{Count, Counter};
use sampling::Workload;
use sampling::working_set::WorkingSet;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The first-level cache that figures refer to, in bytes.
pub(crate) const STANDARD_CACHE: u64 = 32 << 10;

/// The first argument of this executable when the runner starts it again.
pub const RERUN: &str = "--gungraun-run";

/// Names the workload to this executable when the runner starts it again. The runner hands over
/// indices, of the lists that its macros make.
pub const WORKLOAD: &str = "LAB_WORKLOAD";

/// The first argument of this executable when Valgrind is tried with it.
pub const TRIAL: &str = "--valgrind-trial";

/// The other simulated first-level caches of the space-time curve, in bytes.
const SWEEP: [u64; 3] = [4 << 10, 16 << 10, 64 << 10];

/// The limit for a program. Workloads take seconds, or minutes on an emulated processor.
const PATIENCE: Duration = Duration::from_secs(600);

/// What is counted together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Assignment {
    /// The question's name.
    pub(crate) question: &'static str,
    /// The stream's name.
    pub(crate) stream: &'static str,
    /// The name of the variant or control.
    pub(crate) variant: &'static str,
    /// Whether its misses are counted in several caches.
    pub(crate) is_swept: bool,
}

/// The results of trying Valgrind here.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// Its version.
    pub(crate) version: String,
    /// The variants and controls that Valgrind's processor can run.
    pub(crate) available: BTreeSet<String>,
}

impl Trial {
    /// Why this variant can't be counted; `None` if it can. Its fallback would be counted instead.
    pub(crate) fn uncounted(&self, variant: &Variant) -> Option<String> {
        let available = self.available.contains(variant.name);
        let needs = variant.needs().join(", ");
        (!available).then(|| format!("Valgrind's processor lacks what it needs: {needs}"))
    }
}

/// Tries whether Valgrind can run this executable.
///
/// # Errors
/// If it is not installed, does not start, hangs, or can't run such code.
pub(crate) fn valgrind() -> Result<Trial> {
    // Valgrind 3.19 to 3.26 stop at the first AVX-512 instruction.
    ensure!(
        !cfg!(target_feature = "avx512f"),
        "this build may use AVX-512, which Valgrind does not know; \
         leave out target-cpu=native for the counts"
    );
    let version = said(clean("valgrind").arg("--version"))
        .context("Valgrind is not installed, or does not run")?;
    let executable = std::env::current_exe().context("the executable has no path")?;
    let available = said(&mut trial(&executable)).context("Valgrind does not run here")?;
    let available = available.lines().map(str::to_owned).collect();
    Ok(Trial { version: version.trim_end().to_owned(), available })
}

/// Runs this executable under Valgrind, to say what its processor can run.
fn trial(executable: &Path) -> Command {
    let mut trial = clean("valgrind");
    trial.args([ONLY_THESE, "--quiet", "--tool=none"]).arg(executable).arg(TRIAL);
    trial
}

/// Valgrind's option to read no others, which users keep in `~/.valgrindrc` and `VALGRIND_OPTS`.
const ONLY_THESE: &str = "--command-line-only=yes";

/// What counting needs of the environment: it finds programs. All else stays outside: options of
/// the runner, of Valgrind, of the dynamic linker and of the C library change counts without a
/// word.
const ENVIRONMENT: [&str; 2] = ["PATH", "HOME"];

/// A program in that environment.
fn clean(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let kept = ENVIRONMENT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    command.env_clear().envs(kept);
    command
}

/// The output of a program.
///
/// # Errors
/// If it can't be started, hangs, or fails.
fn said(command: &mut Command) -> Result<String> {
    let output = watched::run(command, Vec::new(), PATIENCE)?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    let complaint = complaints.lines().next().unwrap_or("no reason given");
    ensure!(output.status.success(), "{complaint} ({})", output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Prints, under Valgrind, the variants and controls that its processor can run.
///
/// # Errors
/// If nobody listens.
pub fn try_out(questions: &[Question]) -> Result<()> {
    let variants = questions.iter().flat_map(Question::all);
    for variant in variants.filter(|variant| variant.is_available()) {
        writeln!(io::stdout(), "{}", variant.name)?;
    }
    Ok(())
}

/// Counts a workload with `runner`, iai-callgrind's program.
///
/// # Errors
/// If the runner fails, hangs, or answers unlike version 0.20.0.
pub(crate) fn count(runner: &Path, assignment: &Assignment) -> Result<Count> {
    let summary = summary(runner, assignment, STANDARD_CACHE)?;
    let mut count = counted(assignment, &counts(&summary, COLD)?, &counts(&summary, WARM)?)?;
    for cache in SWEEP.into_iter().filter(|_| assignment.is_swept) {
        let warm = counts(&self::summary(runner, assignment, cache)?, WARM)?;
        count.sweep.push([cache, sum(&warm, MISSES)?]);
    }
    count.sweep.sort_unstable();
    Ok(count)
}

/// The runner's summary of a workload with a first-level data cache of this size.
fn summary(runner: &Path, assignment: &Assignment, cache: u64) -> Result<Value> {
    let groups = InternalLibraryBenchmarkGroups {
        config: LibraryBenchmarkConfig::default().into(),
        groups: vec![group(assignment, cache)],
        command_line_args: vec![
            // Otherwise the runner only tries the workload, without Valgrind.
            "--bench".to_owned(),
            "--output-format=json".to_owned(),
            // With both folders, the runner need not ask cargo for them.
            format!("--workspace-root={}", env!("CARGO_MANIFEST_DIR")),
            format!("--home={}", output::build_folder().join("iai").display()),
        ],
        has_setup: false,
        has_teardown: false,
        default_tool: Tool::Callgrind,
    };
    let input = bincode::serde::encode_to_vec(&groups, bincode::config::legacy())
        .context("describing the workload to the runner")?;
    // The arguments of iai-callgrind's main!, except that the output is read here.
    let mut command = clean(runner);
    command
        .args(["0.20.0", "--lib-bench", env!("CARGO_MANIFEST_DIR"), env!("CARGO_PKG_NAME")])
        .args(["benches/instructions.rs", "instructions"])
        .args([std::env::consts::ARCH, "tools=valgrind"])
        .arg(std::env::current_exe().context("the executable has no path")?)
        .arg(input.len().to_string());
    let output = watched::run(&mut command, input, PATIENCE)?;
    // One that fails has still printed a title.
    if !output.status.success() || output.stdout.is_empty() {
        let complaints = String::from_utf8_lossy(&output.stderr);
        // Valgrind's lines come first, perhaps many, and the runner's last.
        let lines: Vec<_> = complaints.lines().filter(|line| !line.trim().is_empty()).collect();
        bail!("{} ({})", lines[lines.len().saturating_sub(3)..].join("; "), output.status);
    }
    serde_json::from_slice(&output.stdout).context(FORMAT)
}

/// The complaint about a runner of another version.
const FORMAT: &str = "iai-callgrind's runner prints another format than that of 0.20.0";

fn group(assignment: &Assignment, cache: u64) -> InternalLibraryBenchmarkGroup {
    let Assignment { question, stream, variant, .. } = assignment;
    // The runner keeps files by this name.
    let name = format!("{question}.{stream}.{variant}.{cache}");
    let callgrind = Callgrind::with_args([
        ONLY_THESE.to_owned(),
        format!("--D1={cache},8,64"),
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
        consts_display: None,
        function_name: "collect".to_owned(),
        id: Some(name.clone()),
        iter_count: None,
    };
    InternalLibraryBenchmarkGroup {
        compare_by_id: None,
        // The same positions: the environment that the runner hands on is empty.
        config: Some(
            LibraryBenchmarkConfig::default()
                .envs(streams::environment())
                .env(WORKLOAD, &name)
                .tool(callgrind)
                .clone()
                .into(),
        ),
        has_setup: false,
        has_teardown: false,
        id: name,
        library_benchmarks: vec![InternalLibraryBenchmarkBenches {
            benches: vec![bench],
            config: None,
        }],
        max_parallel: None,
    }
}

/// Runs the workload for which the runner started this executable again.
///
/// # Errors
/// If no question has the workload `name`.
pub fn rerun(name: &str, mut questions: impl Iterator<Item = Question>) -> Result<()> {
    let unknown = || anyhow!("there is no workload {name}");
    let [question, stream, variant, _] =
        name.split('.').collect::<Vec<_>>().try_into().map_err(|_| unknown())?;
    let question = questions.find(|known| known.name == question).ok_or_else(unknown)?;
    let variant = question.all().find(|known| known.name == variant);
    let stream = question.streams.iter().map(|(known, _)| *known).find(|known| *known == stream);
    let asked = Asked { stream: stream.ok_or_else(unknown)?, questions: None };
    let workload = variant.ok_or_else(unknown)?.workload(asked, Form::Throughput);
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
        black_box((workload.run)(None, 0, queries, nothing));
    }
}

/// Callgrind's name for [`collect`].
const COLLECTED: &str = "*::callgrind::collect";

/// Callgrind's events for reads and writes that miss the first level.
const MISSES: &[&str] = &["D1mr", "D1mw"];

/// What a part of a run counted of these events together.
fn sum(counts: &BTreeMap<String, u64>, events: &[&str]) -> Result<u64> {
    let count = |event| counts.get(event).with_context(|| format!("no count of {event}"));
    events.iter().map(|&event| count(event)).sum()
}

fn counted(
    assignment: &Assignment,
    cold: &BTreeMap<String, u64>,
    warm: &BTreeMap<String, u64>,
) -> Result<Count> {
    let misses = sum(warm, MISSES)?;
    Ok(Count {
        question: assignment.question.to_owned(),
        stream: assignment.stream.to_owned(),
        variant: assignment.variant.to_owned(),
        counter: Counter::Callgrind,
        dependent: false,
        run: 0,
        queries: QUERIES as u64,
        cycles: None,
        instructions: Some(sum(warm, &["Ir"])?),
        reads: Some(sum(warm, &["Dr"])?),
        writes: Some(sum(warm, &["Dw"])?),
        l1_misses: Some(misses),
        last_level_misses: Some(sum(warm, &["DLmr", "DLmw"])?),
        branches: Some(sum(warm, &["Bc", "Bi"])?),
        mispredictions: Some(sum(warm, &["Bcm", "Bim"])?),
        // Lines new to the last level, which has room for all.
        lines: Some(sum(cold, &["DLmr", "DLmw"])?),
        sweep: vec![[STANDARD_CACHE, misses]],
    })
}

/// The counts of a part of the run, by event, from the runner's summary.
fn counts(summary: &Value, number: u64) -> Result<BTreeMap<String, u64>> {
    let parts = summary["profiles"][0]["data"]["parts"].as_array().context(FORMAT)?;
    // Beside `new` stands `old`, of an earlier run.
    let part = parts.iter().find(|part| part["tool_run"]["new"]["part"] == number);
    let part = part.with_context(|| format!("Callgrind left no part {number}"))?;
    let events = part["metrics"].as_object().context(FORMAT)?;
    // Rates derived from counts are no whole numbers.
    let count = |event: &Value| event["values"]["new"].as_u64();
    Ok(events.iter().filter_map(|(name, event)| Some((name.clone(), count(event)?))).collect())
}
