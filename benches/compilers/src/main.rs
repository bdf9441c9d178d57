//! Do g++ and clang++ make other code of the same lookups than rustc?
//!
//! ```sh
//! run="cargo run --profile bench -p compilers --features cxx --"
//! $run pext select       # times of lookups with one of these in their names, in the terminal
//! $run --record          # all lookups for x86-64-v2, v3 and v4, into reports/compilers.json
//! $run --check           # whether all sums are equal
//! ```
//!
//! Each compiler makes the whole loop over the queries, so that calls do not count: rustc of the
//! crate, the others of its header, at their levels 2 and 3. All loops are in one program. In
//! interleaved rounds they answer the same queries, and they and their tables move to other places in
//! each layout. Instructions are counted by Callgrind.

mod queries;
mod loops;
mod lookups;
mod record;

use anyhow::{Context as _, Result, bail, ensure};
use lookups::{COMPILERS, Lookup};
use records::{CompiledLookup, Core, Level};
use sampling::Outcome;
use std::env;
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

/// How long each kind of a lookup's loops is measured.
const TIME: Duration = Duration::from_secs(8);

/// Queries that Callgrind counts.
const COUNTED: usize = 2048;

fn main() -> Result<()> {
    processor::require();
    let arguments: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => bail!("expected names of lookups, --record or --check"),
        ["--check"] => check(),
        ["--record"] => record::record(),
        ["--measure"] => measure(),
        ["--ask"] => ask_all(),
        [first, ..] if first.starts_with('-') => {
            bail!("{}: expected names of lookups, --record or --check", words.join(" "))
        }
        ref names => show(names),
    }
}

/// The level of this build.
fn level() -> Result<Level> {
    let name = env!("LEVEL");
    Level::ALL.iter().copied().find(|level| level.name() == name).with_context(|| name.to_owned())
}

/// Shows the times of some lookups.
fn show(names: &[&str]) -> Result<()> {
    let all = lookups::all();
    for name in names {
        let known = all.iter().any(|it| it.name().contains(name));
        let all: Vec<_> = all.iter().map(|it| it.name()).collect();
        ensure!(known, "{name}: expected a part of one of {}", all.join(", "));
    }
    for lookup in all.iter().filter(|it| names.iter().any(|name| it.name().contains(name))) {
        for (waits, what) in [(false, "throughput"), (true, "latency")] {
            println!("{what} of {}", lookup.compare(waits, TIME)?);
        }
    }
    Ok(())
}

/// Measures all lookups in this build, and prints a line for each.
fn measure() -> Result<()> {
    let counts = counts()?;
    for (number, lookup) in lookups::all().iter().enumerate() {
        eprintln!("{} {}", env!("LEVEL"), lookup.name());
        let [throughput, latency] = [false, true].map(|waits| lookup.compare(waits, TIME));
        let (throughput, latency) = (throughput?, latency?);
        let both = [&throughput, &latency];
        let copies = both.iter().flat_map(|it| it.rows.iter().filter_map(|row| row.copy));
        let measured = CompiledLookup {
            lookup: lookup.name().to_owned(),
            level: level()?,
            instructions: counts.as_ref().map(|counts| counts[number]),
            throughput: ratios(&throughput)?,
            latency: ratios(&latency)?,
            copies: copies.map(|copy| (copy.value - 1.0).abs()).fold(0.0, f64::max),
        };
        // The worse of both.
        let quiet = |it: &&&Outcome| it.core != Core::Quiet;
        let core = both.iter().find(quiet).map_or(Core::Quiet, |it| it.core);
        println!("{}", serde_json::to_string(&(core, measured))?);
    }
    Ok(())
}

/// The times by that of rustc's loop.
fn ratios(outcome: &Outcome) -> Result<[records::Figure; 4]> {
    let ratios: Vec<_> = outcome.rows.iter().filter_map(|row| row.ratio).collect();
    ratios.try_into().map_err(|found| anyhow::anyhow!("expected four ratios, found {found:?}"))
}

/// Compares the sums of the answers of all loops.
fn check() -> Result<()> {
    for lookup in lookups::all() {
        let kinds = COMPILERS.len() * 2;
        let sums: Vec<_> =
            (0..kinds).map(|kind| lookup.sum(kind / 2, kind % 2 == 1, COUNTED)).collect();
        let wrong = sums.iter().position(|&sum| sum != sums[0]);
        ensure!(
            wrong.is_none(),
            "{}: {} gives other answers than rustc: {sums:x?}",
            lookup.name(),
            COMPILERS[wrong.unwrap_or(0) / 2]
        );
        println!("{}: {COUNTED} answers are equal", lookup.name());
    }
    Ok(())
}

/// Asks all loops in turn, for Callgrind, which counts the function that it names.
fn ask_all() -> Result<()> {
    for lookup in lookups::all() {
        (0..COMPILERS.len()).for_each(|compiler| _ = black_box(asked(&*lookup, compiler)));
    }
    Ok(())
}

#[unsafe(no_mangle)]
#[inline(never)]
fn asked(lookup: &dyn Lookup, compiler: usize) -> u64 {
    lookup.sum(compiler, false, COUNTED)
}

/// The instructions for a query by all compilers, of each lookup; `None` where Valgrind does not know
/// the instructions.
fn counts() -> Result<Option<Vec<[f64; 5]>>> {
    if cfg!(target_feature = "avx512f") {
        return Ok(None);
    }
    let file = tempfile::NamedTempFile::new()?;
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--toggle-collect=asked", "--dump-after=asked"])
        .args(["--combine-dumps=yes", "--dump-line=no"])
        .arg(format!("--callgrind-out-file={}", file.path().display()))
        .arg(env::current_exe()?)
        .arg("--ask");
    let called = children::output(&mut valgrind).context("calling valgrind")?;
    let said = String::from_utf8_lossy(&called.stderr);
    ensure!(called.status.success(), "valgrind: {said}");
    let text = std::fs::read_to_string(file.path())?;
    let totals = text.lines().filter_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    let totals: Vec<f64> = totals.filter(|&total| total > 0.0).collect();
    let (counts, rest) = totals.as_chunks();
    let expected = lookups::all().len();
    let is_whole = counts.len() == expected && rest.is_empty();
    ensure!(is_whole, "expected {} counts, got {}: {said}", 5 * expected, totals.len());
    Ok(Some(counts.iter().map(|counts| counts.map(|count| count / COUNTED as f64)).collect()))
}
