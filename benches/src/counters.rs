//! The processor's own counters, where the system grants them.
//!
//! Not exercised where this was written: the machine had none. What could be
//! tried there is the group itself, with counters that the kernel keeps.

use anyhow::{Context as _, Result, ensure};
use perf_event::events::{Cache, CacheId, CacheOp, CacheResult, Event, Hardware};
use perf_event::{Builder, Group};

/// What the processor took for `work`, by the names that records use.
///
/// # Errors
/// If the machine or the system denies the counters, or has too few for all of
/// them to count all the time.
pub fn count(work: impl FnOnce()) -> Result<Vec<(&'static str, u64)>> {
    let misses = Cache { which: CacheId::L1D, operation: CacheOp::READ, result: CacheResult::MISS };
    let counts = grouped(
        [
            builder(Hardware::CPU_CYCLES),
            builder(Hardware::INSTRUCTIONS),
            builder(misses),
            builder(Hardware::BRANCH_MISSES),
        ],
        work,
    )?;
    let names = [
        "hardware cycles",
        "hardware instructions",
        "hardware L1 data read misses",
        "hardware mispredictions",
    ];
    Ok(names.into_iter().zip(counts).collect())
}

fn builder(event: impl Event) -> Builder<'static> {
    Builder::new(event)
}

/// Counts several events as one group: all of them over the same time.
fn grouped<const N: usize>(builders: [Builder<'_>; N], work: impl FnOnce()) -> Result<[u64; N]> {
    let mut group = Group::new().context("the system denies counters")?;
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
    use std::io::Write;

    /// As far as a machine without counters, or a system that denies them, allows.
    #[test]
    fn a_group_counts_or_says_why_not() {
        let mut stdout = std::io::stdout();
        // More than the allocator ever keeps for the next one who asks.
        let work = || _ = std::hint::black_box(vec![1u8; 1 << 26]);
        let faults = builder(Software::PAGE_FAULTS);
        match grouped([faults, builder(Software::CONTEXT_SWITCHES)], work) {
            Ok([faults, _]) => assert!(faults > 0, "64 MiB of new memory and no page fault"),
            Err(error) => {
                writeln!(stdout, "groups of counters: not exercised: {error:#}").unwrap();
            }
        }
        match count(work) {
            Ok(counts) => assert!(counts.iter().any(|&(_, count)| count > 0), "{counts:?}"),
            Err(error) => writeln!(stdout, "hardware counters: not exercised: {error:#}").unwrap(),
        }
    }
}
