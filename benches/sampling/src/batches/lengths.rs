//! The lengths of batches: enough queries to be timed, and enough before them to be warm.

use super::{Batches, Runner};
use crate::rounds::Batch;
use crate::statistics::median;
use crate::working_set::TOUCHES;
use crate::workload::{Conditions, Contender};
use anyhow::Result;
use std::hint::black_box;

/// The queries of a batch, in windows.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    /// Windows that are timed together.
    pub(super) timed: usize,
    /// Runs of them that are timed together.
    pub(super) repeats: usize,
    /// Windows to run before, as many for each lane of a table; `None` until they are derived. Where a
    /// function had a longer warm-up than its copy, they differed by up to 2.5 %.
    pub(super) warm_up: Option<usize>,
    /// The fewest of these: tables are read before the last of them.
    pub(super) least: usize,
}

/// The shortest timed batch of the reference, in steps of the clock. No variant is twice as fast, so
/// none has a batch of fewer than 300.
pub(super) const CLOCK_STEPS: f64 = 600.0;

/// The most windows that are timed together: their queries must not fill the caches.
pub const MOST_TIMED: usize = 16;

/// A warm-up is too short if twice as many queries change the time by more than this share in the
/// median of this many pairs of batches, and to the same side in each of them. One function took 2
/// to 5 % longer after twice as many.
const STAYS: f64 = 1.01;
pub(super) const TRIALS: usize = 3;

/// Bytes in a cache line.
pub(super) const LINE: u64 = 64;

impl Runner {
    /// The queries of batches: derived when a table is first measured, then always the same.
    pub(super) fn lengths(&self, contenders: &[Contender], conditions: &Conditions) -> Lengths {
        if let Some(lengths) = self.lengths.borrow().get(&conditions.name) {
            return lengths.clone();
        }
        let mut lengths = Lengths { timed: 1, repeats: 1, warm_up: None, least: 0 };
        let most = conditions.most_timed;
        let reference = contenders.first().and_then(|first| first.workloads.first());
        let Some((workload, _)) = reference.filter(|_| most > 1) else { return lengths };
        let windows = workload.windows(conditions.window);
        if windows.count() == 0 {
            return lengths;
        }
        let time = |number| {
            let (part, range) = windows.at(number);
            (workload.begin)(part);
            let run = || black_box((workload.run)(None, part, range.clone(), &self.set.borrow()));
            run();
            let start = self.host.clock().start();
            run();
            self.host.clock().elapsed(start) as f64
        };
        let times = (0..4 * TRIALS).map(time).filter(|time| *time > 0.0);
        let shortest = times.fold(f64::INFINITY, f64::min);
        let least = CLOCK_STEPS * self.host.clock().resolution() as f64 / shortest;
        // A power of two is seldom another one in the next process.
        let least = (least.ceil() as usize).next_power_of_two();
        if conditions.is_learnt {
            // Branches of more windows would not be learnt.
            lengths.repeats = least.clamp(1, most);
        } else {
            lengths.timed = least.clamp(1, most).min(windows.count());
        }
        lengths
    }
}

impl Batches<'_> {
    /// Finds how many windows to run before a batch: enough to touch the working set twice, and so many
    /// that twice as many change no lane.
    pub(super) fn warm(&mut self) -> Result<()> {
        let [fewest, limit] = self.conditions.warm_up;
        let set = self.conditions.working_set.map(|bytes| bytes.min(self.machine.reach));
        let least = fewest.max(set.map_or(0, |bytes| touching(2 * bytes)));
        // Windows of all lanes are as long; one with few queries bounds all.
        let length = self.works.first().map_or(1, |work| work.windows.length());
        let count = self.works.iter().map(|work| work.windows.count()).min().unwrap_or(0);
        let most = (limit / length).min(count.saturating_sub(self.lengths.timed));
        let (least, lanes) = (least.div_ceil(length).min(most), self.works.len());
        self.lengths.least = least;
        let changes = |lane, windows| self.changes(lane, windows);
        let windows = long_enough(lanes, [least, most], changes)?;
        self.lengths.warm_up = Some(windows);
        self.machine
            .lengths
            .borrow_mut()
            .insert(self.conditions.name.clone(), self.lengths.clone());
        Ok(())
    }

    /// Whether batches of a lane are faster, or slower, after twice as many windows.
    fn changes(&mut self, lane: usize, windows: usize) -> Result<bool> {
        let mut ratios = Vec::new();
        for round in 0..TRIALS {
            let mut time = |windows| {
                self.lengths.warm_up = Some(windows);
                self.evict(lane);
                self.time(lane, Batch { block: 0, round, attempt: 0 })
            };
            ratios.push(time(windows)? / time(2 * windows)?);
        }
        Ok(is_changed(&ratios))
    }

    /// Reads tables of other variants, as their batches do: enough to fill the second-level cache
    /// twice.
    fn evict(&self, lane: usize) {
        let own = self.works[lane].place.0;
        let mut left = self.machine.reach / 2;
        for work in self.works.iter().filter(|work| work.place.0 != own) {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(self.entry(work).contender.table_bytes);
            self.read_tables(work);
        }
    }
}

/// The fewest windows, from the first number up to the second, of which twice as many change no lane.
fn long_enough(
    lanes: usize,
    [least, most]: [usize; 2],
    mut changes: impl FnMut(usize, usize) -> Result<bool>,
) -> Result<usize> {
    let mut windows = least;
    for lane in 0..lanes {
        // Asked again, for noise that lengthens the batches of all lanes costs the rounds of all.
        while windows > 0
            && 2 * windows <= most
            && changes(lane, windows)?
            && changes(lane, windows)?
        {
            windows *= 2;
        }
    }
    Ok(windows)
}

/// Whether these ratios of times show a change.
fn is_changed(ratios: &[f64]) -> bool {
    let is_slower = ratios.iter().all(|ratio| *ratio > 1.0);
    let is_faster = ratios.iter().all(|ratio| *ratio < 1.0);
    (is_slower || is_faster) && median(ratios, 1.0).value.ln().abs() > STAYS.ln()
}

/// Queries that touch this many bytes of a working set.
fn touching(bytes: u64) -> usize {
    (bytes / LINE) as usize / TOUCHES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lane_that_changes_longest_decides_for_all() {
        let found = |lanes: [usize; 3], bounds| {
            long_enough(3, bounds, |lane, windows| Ok(windows < lanes[lane])).unwrap()
        };
        assert_eq!([[8, 2, 3], [2, 8, 3], [2, 3, 8]].map(|lanes| found(lanes, [1, 99])), [8; 3]);
        assert_eq!(found([2, 3, 8], [1, 8]), 8);
        assert_eq!(found([2, 3, 8], [1, 7]), 4);
        assert_eq!((found([1; 3], [6, 99]), found([9; 3], [0, 99])), (6, 0));
        // What changes once and not again was noise.
        let mut times = 0;
        let once = |_, _| Ok((times += 1, times % 2 == 1).1);
        assert_eq!(long_enough(3, [1, 99], once).unwrap(), 1);
    }

    #[test]
    fn a_warm_up_is_too_short_while_a_time_changes_to_either_side() {
        for (ratios, expected) in [
            ([1.02, 1.011, 1.001], true),
            ([0.98, 0.989, 0.999], true),
            ([1.02, 1.009, 1.001], false),
            ([0.98, 0.991, 0.999], false),
            // Noise goes to both sides.
            ([1.05, 1.02, 0.99], false),
            ([0.95, 0.98, 1.01], false),
        ] {
            assert_eq!(is_changed(&ratios), expected, "{ratios:?}");
        }
    }
}
