//! Interleaved rounds: all lanes of a table run shortly one after the other, again and again, so
//! that disturbances of the machine hit all alike.

use crate::clock::Scale;
use crate::gate::{Gate, STEADY_CLOCK, drift};
use crate::statistics::{median, mixed};
use anyhow::Result;
use records::Core;
use std::time::Duration;

/// A lane runs a batch of a contender in every round: the contender as it is, or lengthened.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Lane {
    /// The contender's number in the table.
    pub contender: usize,
    /// Additions put into the chain from answer to query; 0 in exactly one lane per contender.
    pub links: usize,
}

/// Identifies a batch of a lane. A lane's turns ask other queries until the stream has no new ones.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Turn {
    /// The number of the block. All rounds of a block share one layout.
    pub block: usize,
    /// The number of the round, counted through all blocks.
    pub round: usize,
    /// The attempt at this batch in this round, below [`TRIES`].
    pub attempt: usize,
}

/// The lanes of a table.
pub trait Lanes {
    /// All lanes, always the same.
    fn lanes(&self) -> &[Lane];

    /// Lays out the code and the tables of all contenders anew, before the first round of a
    /// block.
    ///
    /// # Errors
    /// If they cannot be laid out. That ends the sampling.
    fn lay_out(&mut self, block: usize) -> Result<()>;

    /// Runs a batch of a lane and returns the raw time per query; 0 if the reading was lost, as
    /// when the counter jumped backwards.
    ///
    /// # Errors
    /// If the answers were wrong. That ends the sampling.
    fn measure(&mut self, lane: usize, turn: Turn) -> Result<f64>;

    /// Queries that warm each contender up before a batch, by number; empty if nothing does.
    fn warm_ups(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The contenders that stay in place while others are laid out, by number.
    fn fixed(&self) -> Vec<usize> {
        Vec::new()
    }
}

/// The structure of rounds and their end.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Rounds per block.
    pub rounds: usize,
    /// The most attempts at a batch until the core is quiet around it; at most [`TRIES`].
    pub tries: usize,
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
pub const TRIES: usize = 3;

impl Budget {
    /// For short batches, of which there are many: four rounds in a block, and three tries.
    #[must_use]
    pub const fn short(blocks: usize, time: Duration) -> Budget {
        Budget { rounds: 4, tries: TRIES, blocks, time, is_gated: true }
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
        Budget { rounds: 1, tries: 1, blocks, time, is_gated: false }
    }
}

/// Rounds, and blocks among them, that suffice, so that disturbed ones need not count; or all but
/// one round in [`FEW`].
const ENOUGH: (usize, usize) = (24, 16);
const FEW: usize = 5;

/// A frequency settles if one round in this many begins and ends with the same frequency.
const SETTLED: usize = 5;

/// The fewest blocks that give a figure, if a table has few contenders.
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
    /// The time of each lane per query, in the clock's unit.
    pub times: Vec<f64>,
}

/// Adds rounds to the samples until the budget is spent. Samples of the same lanes can be
/// continued at any time; that begins a new block.
///
/// In a round every lane runs a batch between two probes, and repeats it while tries are left and
/// the core is not quiet; the quietest try is kept. A round that began also ends.
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
        if is_late && (samples.blocks() >= FEWEST || spent >= LATEST * budget.time) {
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
        let turn = Turn { block: samples.begun.0 - 1, round: samples.begun.1, attempt: 0 };
        samples.begun.1 += 1;
        let first = gate.probe(before);
        let order = order(samples.lanes.len(), turn.round, samples.seed);
        let raw = run_round(gate, lanes, &order, (turn, budget.tries), (before, first), samples)?;
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
        let (Turn { block, .. }, Scale { multiply, .. }) = (turn, before);
        samples.rounds.push(Round { block, idle, drift, multiply, factor, times });
    }
}

/// Runs all lanes in this order. Returns the raw readings of the kept tries and the longest probe
/// around them; `None` if a lane lost every reading.
fn run_round(
    gate: &Gate<'_>,
    lanes: &mut dyn Lanes,
    order: &[usize],
    (turn, tries): (Turn, usize),
    (scale, first): (Scale, f64),
    samples: &mut Samples,
) -> Result<Option<(Vec<f64>, f64)>> {
    let mut before = first;
    if tries == 1 {
        // The first batch of a round takes longer: 1.5 % of a search. This one asks what no batch
        // of the round asks.
        lanes.measure(order[0], Turn { attempt: 1, ..turn })?;
    }
    let mut raw = vec![0.0; order.len()];
    let mut idle = 0.0_f64;
    for &lane in order {
        let mut quietest = f64::INFINITY;
        for attempt in 0..tries {
            let reading = lanes.measure(lane, Turn { attempt, ..turn })?;
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
/// lanes two places before a lane are always the same. With it, magics ran 2.5 % slower than
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
    ///
    /// # Panics
    /// If a contender has no lane without links, or has two of them.
    #[must_use]
    pub fn new(lanes: &[Lane], seed: u64) -> Samples {
        let contenders = contenders(lanes);
        let plain = |c| lanes.iter().filter(move |lane| **lane == Lane { contender: c, links: 0 });
        let is_one = |c| plain(c).count() == 1;
        assert!((0..contenders).all(is_one), "one lane without links per contender");
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
    /// Without a gate all count, and the core was quiet if it was for half of the batches. A change
    /// of the frequency hits all lanes of a round alike, and ratios within the round cancel it.
    #[must_use]
    pub fn counted(&self, gate: &Gate<'_>) -> Counted<'_> {
        let is_quiet = |round: &Round| gate.is_quiet(round.idle);
        let is_steady = |round: &Round| round.drift <= STEADY_CLOCK;
        // Even if a frequency never settles, some rounds agree by chance.
        let steady = self.rounds.iter().filter(|round| is_steady(round)).count();
        let settles = SETTLED * steady >= self.rounds.len();
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
                Core::Company => settles && is_steady(round),
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

/// The rounds that count, grouped into blocks: the units of all statistics. The rounds of a block
/// share a layout and follow each other too closely to be independent.
#[derive(Debug)]
pub struct Counted<'a> {
    lanes: &'a [Lane],
    blocks: Vec<Vec<&'a Round>>,
    /// The state of the core around them.
    pub core: Core,
}

impl<'a> Counted<'a> {
    fn new(lanes: &'a [Lane], rounds: Vec<&'a Round>, core: Core) -> Counted<'a> {
        let blocks = rounds.chunk_by(|a, b| a.block == b.block).map(<[_]>::to_vec);
        Counted { lanes, blocks: blocks.collect(), core }
    }

    /// The rounds, in the order in which they ran.
    pub fn rounds(&self) -> impl Iterator<Item = &'a Round> {
        self.blocks.iter().flatten().copied()
    }

    /// The number of rounds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Whether there are no rounds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The number of blocks, and so of layouts.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The number of contenders.
    #[must_use]
    pub fn contenders(&self) -> usize {
        contenders(self.lanes)
    }

    /// The time of a contender per query in each block: the median over the block's rounds.
    ///
    /// # Panics
    /// If there is no such contender.
    #[must_use]
    pub fn contender(&self, contender: usize) -> Vec<f64> {
        let lane = self.plain_lane(contender);
        self.per_block(|times| times[lane])
    }

    /// The time of a run of idle instructions around the batches, in cycles; `None` without
    /// rounds or without a steady probe.
    #[must_use]
    pub fn idle(&self) -> Option<f64> {
        self.median_of(|round| round.idle).filter(|idle| *idle > 0.0)
    }

    /// Cycles of a multiplication by the clock that additions calibrate; `None` without rounds.
    #[must_use]
    pub fn multiply(&self) -> Option<f64> {
        self.median_of(|round| round.multiply)
    }

    /// The median over each block's rounds of a function of the lanes' times.
    pub(crate) fn per_block(&self, of: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let value = |block: &Vec<&Round>| {
            middle(&block.iter().map(|round| of(&round.times)).collect::<Vec<_>>())
        };
        self.blocks.iter().map(value).collect()
    }

    /// The number of the lane that runs a contender as it is.
    pub(crate) fn plain_lane(&self, contender: usize) -> usize {
        plain(self.lanes, contender)
    }

    /// The number of the lane that runs a contender lengthened, and its links.
    pub(crate) fn lengthened_lane(&self, contender: usize) -> Option<(usize, usize)> {
        let is = |lane: &Lane| lane.contender == contender && lane.links > 0;
        self.lanes.iter().position(is).map(|number| (number, self.lanes[number].links))
    }

    fn median_of(&self, of: fn(&Round) -> f64) -> Option<f64> {
        let values: Vec<_> = self.blocks.iter().flatten().map(|round| of(round)).collect();
        (!values.is_empty()).then(|| middle(&values))
    }
}

fn contenders(lanes: &[Lane]) -> usize {
    lanes.iter().map(|lane| lane.contender + 1).max().unwrap_or(0)
}

/// The number of the lane that runs a contender as it is.
fn plain(lanes: &[Lane], contender: usize) -> usize {
    let place = lanes.iter().position(|lane| *lane == Lane { contender, links: 0 });
    place.expect("every contender has a lane without links")
}

fn middle(values: &[f64]) -> f64 {
    median(values, 1.0).value
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

    const LANES: [Lane; 3] = [
        Lane { contender: 1, links: 0 },
        Lane { contender: 0, links: 8 },
        Lane { contender: 0, links: 0 },
    ];

    #[test]
    fn a_block_counts_by_the_median_of_its_rounds() {
        let block = |i: usize| {
            let first = 10.0 * i as f64;
            [1.0, 2.0, 9.0].map(|time| vec![first + time, 7.0, first]).to_vec()
        };
        let samples = Samples::made_up(&LANES, &(0..6).map(block).collect::<Vec<_>>());
        let counted = samples.all(Core::Quiet);
        assert_eq!((counted.contenders(), counted.blocks()), (2, 6));
        assert_eq!(counted.len(), 18);
        assert_eq!(counted.contender(1), [2.0, 12.0, 22.0, 32.0, 42.0, 52.0]);
        assert_eq!(counted.contender(0), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(counted.lengthened_lane(0), Some((1, 8)));
        assert_eq!(counted.lengthened_lane(1), None);
        assert_eq!((counted.idle(), counted.multiply()), (Some(5000.0), Some(3.0)));
    }

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
    #[should_panic(expected = "one lane without links")]
    fn a_contender_needs_a_lane_of_its_own() {
        let _ = Samples::new(&[Lane { contender: 1, links: 0 }], 0);
    }
}
