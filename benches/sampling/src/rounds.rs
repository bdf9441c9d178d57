//! Interleaved rounds: all lanes of a table run shortly one after the other, again and again, so
//! that disturbances of the machine hit all alike.

mod counted;

pub use counted::Counted;

use crate::clock::Scale;
use crate::gate::{Gate, STEADY_CLOCK, drift};
use crate::statistics::mixed;
use anyhow::Result;
use figures::Core;
use std::time::Duration;

/// A lane runs a batch of a variant or control in every round: as it is, or lengthened.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Lane {
    /// The variant's number in the table. Copies and controls have numbers too.
    pub variant: usize,
    /// Additions put into the chain from answer to query; 0 in exactly one lane per variant.
    pub links: usize,
}

/// Which batch a lane runs. Each asks other queries until the stream has no new ones.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Batch {
    /// The number of the block. All rounds of a block share one layout.
    pub block: usize,
    /// The number of the round, counted through all blocks.
    pub round: usize,
    /// The attempt in this round, below [`ATTEMPTS`].
    pub attempt: usize,
}

/// The lanes of a table.
pub trait Lanes {
    /// All lanes, always the same.
    fn lanes(&self) -> &[Lane];

    /// Whether a lane runs in the rounds to come: all, unless only some are compared with each other
    /// at a time.
    fn runs(&self, _lane: usize) -> bool {
        true
    }

    /// Lays out the code and the tables of all variants anew, before the first round of a block.
    ///
    /// # Errors
    /// If they cannot be laid out. That ends the sampling.
    fn lay_out(&mut self, block: usize) -> Result<()>;

    /// Runs a batch of a lane and returns the raw time per query; 0 if the reading was lost, as
    /// when the counter jumped backwards.
    ///
    /// # Errors
    /// If the answers were wrong. That ends the sampling.
    fn measure(&mut self, lane: usize, batch: Batch) -> Result<f64>;

    /// Queries that warm each variant up before a batch, by number; empty if nothing does.
    fn warm_ups(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The variants that stay in place while others are laid out, by number.
    fn fixed(&self) -> Vec<usize> {
        Vec::new()
    }
}

/// The structure of rounds and their end.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Rounds per block.
    pub rounds: usize,
    /// The most attempts at a batch until the core is quiet around it; at most [`ATTEMPTS`].
    pub attempts: usize,
    /// Sampling ends after this many more blocks.
    pub blocks: usize,
    /// Sampling ends after this time if [`FEWEST`] blocks have a round; in any case after
    /// [`LATEST`] times as long.
    pub time: Duration,
    /// Whether to leave out rounds in company if there are enough others. A short probe says
    /// little about a batch of milliseconds.
    pub is_gated: bool,
}

/// A machine too slow for its budget gets this many times the budget for its first blocks.
pub const LATEST: u32 = 4;

/// The most attempts at a batch in a round.
pub const ATTEMPTS: usize = 3;

impl Budget {
    /// For short batches, of which there are many: four rounds in a block, and three attempts.
    #[must_use]
    pub const fn short(blocks: usize, time: Duration) -> Budget {
        Budget { rounds: 4, attempts: ATTEMPTS, blocks, time, is_gated: true }
    }

    /// For batches with a long warm-up: it costs more than a layout, so every round has its own.
    #[must_use]
    pub const fn warmed(blocks: usize, time: Duration) -> Budget {
        Budget { rounds: 1, ..Budget::short(blocks, time) }
    }

    /// For batches of milliseconds. Every round has its own layout, because there are few rounds.
    /// No batch is tried again: the same one would be faster, because branches are learnt, and
    /// another would ask other queries than the rest of the round. All rounds count, because
    /// quiet ones scatter like the others. On a host where one in twenty was quiet, 74 seconds of
    /// quiet rounds alone gave intervals three times as wide as 20 seconds of all.
    #[must_use]
    pub const fn long(blocks: usize, time: Duration) -> Budget {
        Budget { rounds: 1, attempts: 1, blocks, time, is_gated: false }
    }
}

/// Rounds, and blocks among them, that suffice, so that disturbed ones need not count; or all but
/// one round in [`FEW`].
const ENOUGH: (usize, usize) = (24, 16);
const FEW: usize = 5;

/// A frequency settles if one round in this many begins and ends with the same frequency.
const SETTLED: usize = 5;

/// The fewest blocks that give a figure, if a table has few variants.
pub const FEWEST: usize = 6;

/// The rounds so far.
#[derive(Clone, Debug)]
pub struct Samples {
    lanes: Vec<Lane>,
    /// Decides the order of lanes in each round.
    seed: u64,
    /// Blocks and rounds begun.
    begun: (usize, usize),
    /// All finished rounds, including those that do not count. Rounds in which a lane lost every
    /// reading are left out.
    pub rounds: Vec<Round>,
    /// Batches whose readings were not lost.
    pub batches: usize,
    /// Those batches that ran on a quiet core.
    pub quiet: usize,
    /// Whether the budget was gated.
    is_gated: bool,
}

/// A round, however disturbed it was.
#[derive(Clone, Debug)]
pub struct Round {
    /// The number of its block.
    pub block: usize,
    /// The longest run of idle instructions around the kept batches, in cycles; 0 without a
    /// steady probe.
    pub idle: f64,
    /// Relative difference between the calibrations before and after the round.
    pub drift: f64,
    /// Cycles of a multiplication by the calibration before the round.
    pub multiply: f64,
    /// Units per raw reading: the mean of both calibrations.
    pub factor: f64,
    /// The time of each lane per query, in the clock's unit; not a number if it did not run.
    pub times: Vec<f64>,
}

/// Adds rounds to the samples until the budget is spent. Samples of the same lanes can be
/// continued at any time; that begins a new block.
///
/// In a round every lane runs a batch between two probes, and repeats it while attempts are left
/// and the core is not quiet; the quietest attempt is kept. A round that began also ends.
///
/// # Errors
/// If a lane answers wrongly, or cannot be laid out.
pub fn sample(
    gate: &Gate<'_>,
    lanes: &mut dyn Lanes,
    budget: Budget,
    samples: &mut Samples,
) -> Result<()> {
    let host = gate.host();
    let begin = host.elapsed();
    samples.is_gated = budget.is_gated;
    let last = samples.blocks().saturating_add(budget.blocks.max(1));
    let mut rounds_left = 0;
    let mut scale = None;
    loop {
        let spent = host.elapsed().saturating_sub(begin);
        let is_late = spent >= budget.time;
        if is_late && (samples.blocks_of(lanes) >= FEWEST || spent >= LATEST * budget.time) {
            return Ok(());
        }
        // After the time, only new blocks add information.
        if rounds_left == 0 || (is_late && samples.has_round_of_last_block()) {
            if samples.blocks() >= last {
                return Ok(());
            }
            lanes.lay_out(samples.begun.0)?;
            samples.begun.0 += 1;
            rounds_left = budget.rounds;
            // Laying out takes long.
            scale = None;
        }
        rounds_left -= 1;
        let before = scale.unwrap_or_else(|| host.calibrate());
        let batch = Batch { block: samples.begun.0 - 1, round: samples.begun.1, attempt: 0 };
        samples.begun.1 += 1;
        let first = gate.probe(before);
        let mut order = order(samples.lanes.len(), batch.round, samples.seed);
        order.retain(|lane| lanes.runs(*lane));
        let raw =
            run_round(gate, lanes, &order, (batch, budget.attempts), (before, first), samples)?;
        let after = host.calibrate();
        scale = Some(after);
        if !before.is_valid() || !after.is_valid() {
            continue;
        }
        let drift = drift(before, after);
        if gate.is_closed() && drift <= STEADY_CLOCK {
            gate.remember(first);
        }
        let Some((raw, idle)) = raw else { continue };
        let factor = f64::midpoint(before.factor, after.factor);
        let times = raw.into_iter().map(|reading| reading * factor).collect();
        let (Batch { block, .. }, Scale { multiply, .. }) = (batch, before);
        samples.rounds.push(Round { block, idle, drift, multiply, factor, times });
    }
}

/// Runs all lanes in this order. Returns the raw readings of the kept attempts and the longest
/// probe around them; `None` if a lane lost every reading.
fn run_round(
    gate: &Gate<'_>,
    lanes: &mut dyn Lanes,
    order: &[usize],
    (batch, attempts): (Batch, usize),
    (scale, first): (Scale, f64),
    samples: &mut Samples,
) -> Result<Option<(Vec<f64>, f64)>> {
    let mut before = first;
    if attempts == 1 {
        // The first batch of a round takes longer: 1.5 % of one of milliseconds. This one asks what no batch
        // of the round asks.
        lanes.measure(order[0], Batch { attempt: 1, ..batch })?;
    }
    let mut raw = vec![f64::NAN; samples.lanes.len()];
    let mut idle = 0.0_f64;
    for &lane in order {
        let mut quietest = f64::INFINITY;
        for attempt in 0..attempts {
            let reading = lanes.measure(lane, Batch { attempt, ..batch })?;
            let after = gate.probe(scale);
            let around = before.max(after);
            before = after;
            if !(reading > 0.0 && reading.is_finite()) {
                continue;
            }
            samples.batches += 1;
            if around < quietest {
                (quietest, raw[lane]) = (around, reading);
            }
            let is_quiet = gate.is_quiet(around);
            samples.quiet += usize::from(is_quiet);
            if is_quiet || !gate.is_closed() {
                break;
            }
        }
        idle = idle.max(quietest);
    }
    Ok(idle.is_finite().then_some((raw, idle)))
}

/// The order of this many lanes: drawn anew for each round, and always the same for the same
/// round and seed.
///
/// A Williams design, in which each lane follows each other one equally often, is not enough: the
/// lanes two places before a lane are always the same. With it, a table of 0.9 MB was 2.5 % slower than
/// their copies, which came after smaller tables; and a library, which shares its tables with its
/// copy, 58 %.
fn order(lanes: usize, round: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lanes).collect();
    let drawn = mixed(seed);
    order.sort_by_key(|&lane| mixed(drawn ^ ((round as u64) << 32 | lane as u64)));
    order
}

impl Samples {
    /// Samples of these lanes without rounds. The seed decides the order of lanes in each round.
    #[must_use]
    pub fn new(lanes: &[Lane], seed: u64) -> Samples {
        let (lanes, rounds) = (lanes.to_vec(), Vec::new());
        Samples { lanes, seed, begun: (0, 0), rounds, batches: 0, quiet: 0, is_gated: true }
    }

    /// The lanes.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// All rounds, however disturbed they were.
    #[must_use]
    pub fn all(&self, core: Core) -> Counted<'_> {
        Counted::new(&self.lanes, self.rounds.iter().collect(), core)
    }

    /// The number of blocks with a round of the lanes that run.
    fn blocks_of(&self, lanes: &dyn Lanes) -> usize {
        let ran = |block: &&[Round]| {
            let times = block[0].times.iter().enumerate();
            times.filter(|(lane, _)| lanes.runs(*lane)).all(|(_, time)| !time.is_nan())
        };
        self.rounds.chunk_by(|a, b| a.block == b.block).filter(ran).count()
    }

    /// The number of blocks with a round.
    fn blocks(&self) -> usize {
        self.rounds.chunk_by(|a, b| a.block == b.block).count()
    }

    fn has_round_of_last_block(&self) -> bool {
        self.rounds.last().is_some_and(|round| round.block + 1 == self.begun.0)
    }

    /// The rounds that count: if there are enough, those with a quiet core and a steady frequency;
    /// else those with one of the two; else all.
    ///
    /// Of programs all count, and the core was quiet if it was for half of the batches. A change
    /// of the frequency hits all lanes of a round alike, and ratios within the round cancel it.
    #[must_use]
    pub fn counted(&self, gate: &Gate<'_>) -> Counted<'_> {
        let is_quiet = |round: &Round| gate.is_quiet(round.idle);
        let is_steady = |round: &Round| round.drift <= STEADY_CLOCK;
        // Even if a frequency never settles, some rounds agree by chance.
        let steady = self.rounds.iter().filter(|round| is_steady(round)).count();
        let settles = SETTLED * steady >= self.rounds.len();
        // Without a steady probe nobody knows who used the core.
        if !gate.is_closed() {
            return self.all(Core::Unknown);
        }
        if !self.is_gated {
            return self.all(match (2 * self.quiet >= self.batches, settles) {
                (false, _) => Core::Company,
                (true, false) => Core::Unsteady,
                (true, true) => Core::Quiet,
            });
        }
        for core in [Core::Quiet, Core::Unsteady, Core::Company] {
            let counts = |round: &&Round| match core {
                Core::Quiet => settles && is_quiet(round) && is_steady(round),
                Core::Unsteady => is_quiet(round),
                Core::Company | Core::Unknown => settles && is_steady(round),
            };
            let rounds: Vec<_> = self.rounds.iter().filter(counts).collect();
            let others = self.rounds.len() - rounds.len();
            let counted = Counted::new(&self.lanes, rounds, core);
            let is_enough = counted.len() >= ENOUGH.0 && counted.blocks() >= ENOUGH.1;
            if is_enough || FEW * others <= self.rounds.len() {
                return counted;
            }
        }
        self.all(Core::Company)
    }
}

#[cfg(test)]
impl Samples {
    /// Blocks of rounds on a quiet machine, for tests.
    pub(crate) fn made_up(lanes: &[Lane], blocks: &[Vec<Vec<f64>>]) -> Samples {
        let round = |block, times: &Vec<f64>| Round {
            block,
            idle: 5000.0,
            drift: 0.0,
            multiply: 3.0,
            factor: 1.0,
            times: times.clone(),
        };
        let rounds = blocks.iter().enumerate();
        let rounds = rounds.flat_map(|(block, rounds)| rounds.iter().map(move |r| round(block, r)));
        Samples { rounds: rounds.collect(), ..Samples::new(lanes, 0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a Williams design, the order of lanes two places apart is not even.
    #[test]
    fn who_comes_before_whom_is_even() {
        let mut before = [[0; 6]; 6];
        let mut two_before = [[0; 6]; 6];
        for round in 0..4000 {
            let order = order(6, round, 7);
            for (place, &lane) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|&later| before[lane][later] += 1);
                order.get(place + 2).into_iter().for_each(|&later| two_before[lane][later] += 1);
            }
        }
        for (a, b) in (0..6).flat_map(|a| (0..6).filter(move |&b| b != a).map(move |b| (a, b))) {
            assert!((1880..2120).contains(&before[a][b]), "{a}, {b}: {}", before[a][b]);
            // Four of the thirty pairs of places lie two apart.
            assert!((450..620).contains(&two_before[a][b]), "{a}, {b}: {}", two_before[a][b]);
        }
    }

    #[test]
    fn another_seed_is_another_order() {
        let orders = |seed| (0..20).map(|round| order(8, round, seed)).collect::<Vec<_>>();
        assert_eq!(orders(1), orders(1));
        assert!(orders(1).iter().zip(orders(2)).filter(|(one, two)| **one == *two).count() < 3);
    }

    #[test]
    fn budgets_are_of_four_rounds_or_one_and_of_three_attempts_or_one() {
        let time = Duration::from_secs(2);
        for (budget, rounds, attempts, is_gated) in [
            (Budget::short(9, time), 4, 3, true),
            (Budget::warmed(9, time), 1, 3, true),
            (Budget::long(9, time), 1, 1, false),
        ] {
            let expected = (rounds, attempts, is_gated, 9, time);
            let Budget { rounds, attempts, blocks, time, is_gated } = budget;
            assert_eq!((rounds, attempts, is_gated, blocks, time), expected);
        }
        assert_eq!((ATTEMPTS, FEWEST, LATEST), (3, 6, 4));
    }

    /// What counts of rounds on a core that takes 4000 cycles for a probe. A kind of rounds has
    /// this many, so many in a layout, the cycles of its probes, and its drift.
    fn told(is_gated: bool, kinds: &[(usize, usize, f64, f64)]) -> (Core, usize) {
        let host = crate::gate::tests::still(|_, _| 8000.0);
        let gate = Gate::learn(&host, Duration::from_secs(5));
        let lanes = [Lane { variant: 0, links: 0 }];
        let mut samples = Samples { is_gated, ..Samples::new(&lanes, 0) };
        let mut block = 0;
        for &(count, in_block, idle, drift) in kinds {
            for number in 0..count {
                block += usize::from(number % in_block == 0);
                let times = vec![1.0];
                samples.rounds.push(Round {
                    block,
                    idle,
                    drift,
                    multiply: 3.0,
                    factor: 1.0,
                    times,
                });
                samples.batches += 1;
                samples.quiet += usize::from(gate.is_quiet(idle));
            }
        }
        let counted = samples.counted(&gate);
        (counted.core, counted.len())
    }

    #[test]
    fn quiet_rounds_count_if_24_in_16_layouts_are_or_all_but_one_in_five() {
        const QUIET: f64 = 4390.0;
        const NOISY: f64 = 4410.0;
        let (steady, drifting) = (0.0099, 0.0101);
        let quiet = |count, in_block| (count, in_block, QUIET, steady);
        let others = (100, 4, NOISY, steady);
        for (kinds, core, count) in [
            (&[quiet(16, 2), quiet(8, 1), others][..], Core::Quiet, 24),
            (&[quiet(14, 2), quiet(9, 1), others], Core::Company, 123),
            (&[quiet(18, 2), quiet(6, 1), others], Core::Company, 124),
            (&[quiet(60, 4), others], Core::Company, 160),
            (&[quiet(8, 4), (2, 4, NOISY, steady)], Core::Quiet, 8),
            (&[quiet(7, 4), (2, 4, NOISY, steady)], Core::Company, 9),
            (&[quiet(8, 4), (2, 4, QUIET, drifting)], Core::Quiet, 8),
            (&[quiet(7, 4), (2, 4, QUIET, drifting)], Core::Unsteady, 9),
            // In most rounds the calibrations differ: in more than four of five.
            (&[quiet(24, 1), (96, 4, QUIET, drifting)], Core::Quiet, 24),
            (&[quiet(24, 1), (97, 4, QUIET, drifting)], Core::Unsteady, 121),
            // In company, rounds of a steady frequency count.
            (&[(30, 1, NOISY, steady), (20, 4, NOISY, drifting)], Core::Company, 30),
        ] {
            assert_eq!(told(true, kinds), (core, count), "{kinds:?}");
        }
        // Of programs all count, and the core was quiet if it was for half of the batches.
        for (kinds, core) in [
            (&[quiet(50, 1), (50, 1, NOISY, steady)][..], Core::Quiet),
            (&[quiet(49, 1), (51, 1, NOISY, steady)], Core::Company),
            (&[quiet(20, 1), (80, 1, QUIET, drifting)], Core::Quiet),
            (&[quiet(19, 1), (81, 1, QUIET, drifting)], Core::Unsteady),
        ] {
            assert_eq!(told(false, kinds), (core, 100), "{kinds:?}");
        }
    }
}
