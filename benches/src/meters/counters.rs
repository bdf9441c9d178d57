//! The processor's own counters, if the system grants them.
//!
//! Not exercised by the author, whose machine had none. Only the group itself was tried there,
//! with counters that the kernel keeps.

use crate::plan::Group;
use anyhow::{Context as _, Result, ensure};
use perf_event::Builder;
use perf_event::events::{Cache, CacheId, CacheOp, CacheResult, Hardware};
use questions::kernel::Form;
use questions::streams::Asked;
use questions::variant::Variant;
use records::{Count, Counter};
use sampling::hardware::add_chain;
use std::hint::black_box;

/// The processor's counts while a variant answers its stream, warm.
///
/// # Errors
/// If the machine or the system denies the counters, or has too few for all of them to count all
/// the time.
pub fn of(group: &Group<'_>, variant: &Variant) -> Result<Count> {
    let asked = Asked { stream: group.stream, questions: None };
    let workload = variant.workload(asked, Form::hot(group.dependent));
    let run_all = || workload.sum(0, 0..(workload.queries)(0));
    black_box(run_all());
    let [cycles, instructions, l1_misses, mispredictions] = count(|| _ = black_box(run_all()))?;
    Ok(Count {
        question: group.question.name.to_owned(),
        stream: group.stream.to_owned(),
        variant: variant.name.to_owned(),
        counter: Counter::Hardware,
        dependent: group.dependent,
        run: 0,
        queries: (workload.queries)(0) as u64,
        cycles: Some(cycles),
        instructions: Some(instructions),
        reads: None,
        writes: None,
        l1_misses: Some(l1_misses),
        last_level_misses: None,
        branches: None,
        mispredictions: Some(mispredictions),
        lines: None,
        sweep: Vec::new(),
    })
}

/// The cycles that the processor counts for an addition of the clock's chain: 1, or the clock's cycles
/// are none.
///
/// # Errors
/// If the machine or the system denies the counter.
pub fn cycles_per_addition() -> Result<f64> {
    const STEPS: usize = 1_000_000;
    let add = || _ = black_box(add_chain(STEPS));
    let [cycles] = grouped([Builder::new(Hardware::CPU_CYCLES)], add)?;
    ensure!(cycles > 0, "the counter stands still");
    Ok(cycles as f64 / STEPS as f64)
}

/// Cycles, instructions, first-level read misses and mispredictions of `work`.
fn count(work: impl FnOnce()) -> Result<[u64; 4]> {
    let misses = Cache { which: CacheId::L1D, operation: CacheOp::READ, result: CacheResult::MISS };
    grouped(
        [
            Builder::new(Hardware::CPU_CYCLES),
            Builder::new(Hardware::INSTRUCTIONS),
            Builder::new(misses),
            Builder::new(Hardware::BRANCH_MISSES),
        ],
        work,
    )
}

/// Counts several events as one group, over the same time.
fn grouped<const N: usize>(builders: [Builder<'_>; N], work: impl FnOnce()) -> Result<[u64; N]> {
    let mut group = perf_event::Group::new().context("the system denies counters")?;
    let mut counters = Vec::new();
    for builder in builders {
        let counter = group.add(&builder);
        counters.push(counter.context("the machine or the system denies a counter")?);
    }
    group.enable().context("the counters can't be started")?;
    work();
    group.disable().context("the counters can't be stopped")?;
    let counts = group.read().context("the counters can't be read")?;
    let (enabled, running) = (counts.time_enabled(), counts.time_running());
    ensure!(
        enabled == running,
        "the processor has too few counters: they counted for {running:?} of {enabled:?}"
    );
    Ok(std::array::from_fn(|number| counts[&counters[number]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use perf_event::events::Software;

    /// What was counted; nothing where the machine has no counters or the system denies them.
    fn granted<T>(what: &str, counted: Result<T>) -> Option<T> {
        counted.inspect_err(|error| lookup::left_out!("no {what}: {error:#}")).ok()
    }

    /// More than an allocator ever keeps for the next request.
    fn work() {
        black_box(vec![1u8; 1 << 26]);
    }

    #[test]
    fn a_group_counts() {
        let counted = [Software::PAGE_FAULTS_MAJ, Software::PAGE_FAULTS].map(Builder::new);
        if let Some([read, all]) = granted("groups of counters", grouped(counted, work)) {
            assert!(all > read, "64 MiB of new memory, {all} page faults, {read} of them read");
        }
    }

    #[test]
    fn an_addition_takes_a_counted_cycle() {
        if let Some(cycles) = granted("counter of cycles", cycles_per_addition()) {
            assert!((0.9..1.1).contains(&cycles), "{cycles} cycles an addition");
        }
    }

    #[test]
    fn work_is_counted() {
        if let Some(counts) = granted("hardware counters", count(work)) {
            assert!(counts.iter().any(|&count| count > 0), "{counts:?}");
        }
    }
}
