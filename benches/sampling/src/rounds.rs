//! Interleaved rounds: all arms of a table run shortly one after the other, again and
//! again, so that whatever the machine does hits all alike.

use crate::gate::{Gate, STEADY_CLOCK, drift};
use crate::statistics::{median, williams};
use anyhow::Result;
use records::{Core, Stop};
use std::fmt;
use std::time::Duration;

/// One thing that is measured in every round: a contender at one placement.
pub struct Arm<'a> {
    /// The number of the contender in the table.
    pub contender: usize,
    /// Runs a batch in the round of this number: what it took per query, as the clock reads
    /// it. Fails if the answers were wrong.
    pub measure: Box<dyn FnMut(usize) -> Result<f64> + 'a>,
}

impl fmt::Debug for Arm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arm").field("contender", &self.contender).finish_non_exhaustive()
    }
}

/// When sampling stops.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// After this many rounds, if they are enough.
    pub rounds: usize,
    /// After this time in any case.
    pub time: Duration,
}

/// How often a batch runs at most until the core is quiet around it.
const TRIES: usize = 3;

/// With so many rounds of a quiet core, no others count.
const ENOUGH_QUIET: usize = 24;

/// A frequency settles if one round in so many begins and ends with the same.
const SETTLED: usize = 5;

/// Fewer rounds than this give no figure.
pub const FEWEST: usize = 6;

/// What the rounds gave so far.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The number of the contender of each arm.
    arms: Vec<usize>,
    /// All rounds, also those that do not count.
    pub rounds: Vec<Round>,
    /// How many batches ran.
    pub batches: usize,
    /// How many of them ran on a quiet core.
    pub quiet: usize,
    /// Why the rounds ended.
    pub stop: Stop,
}

/// A round, however disturbed it was.
#[derive(Clone, Debug)]
pub struct Round {
    /// The longest run of idle instructions around the batches that were kept, in cycles.
    pub idle: f64,
    /// By how much the calibrations before and after it differ, as a share.
    pub drift: f64,
    /// Cycles that an addition takes by a clock that multiplications calibrate.
    pub addition: f64,
    /// What each arm took per query.
    pub times: Vec<f64>,
}

/// Adds rounds to the samples until they are `enough` or the budget is spent.
///
/// In a round every arm runs a batch between two probes, at most three times until the core
/// is quiet; the quietest try is kept.
///
/// # Errors
/// If an arm answers wrongly.
pub fn sample(
    gate: &Gate<'_>,
    arms: &mut [Arm<'_>],
    budget: Budget,
    samples: &mut Samples,
    enough: impl Fn(&Counted<'_>) -> bool,
) -> Result<()> {
    let orders = williams(arms.len());
    let (host, mut next_look) = (gate.host(), budget.rounds);
    let begin = host.elapsed();
    while host.elapsed().saturating_sub(begin) < budget.time {
        let number = samples.rounds.len();
        let round = run_round(gate, arms, &orders[number % orders.len()], samples)?;
        samples.rounds.push(round);
        // Looking takes time too, the more the more there is to look at.
        if samples.rounds.len() >= next_look {
            next_look += next_look.div_ceil(8);
            let counted = samples.counted(gate);
            if counted.len() >= ENOUGH_QUIET && enough(&counted) {
                samples.stop = Stop::Narrow;
                break;
            }
        }
    }
    Ok(())
}

fn run_round(
    gate: &Gate<'_>,
    arms: &mut [Arm<'_>],
    order: &[usize],
    samples: &mut Samples,
) -> Result<Round> {
    let (host, number) = (gate.host(), samples.rounds.len());
    let begin = host.calibrate();
    let first = gate.probe(begin);
    let mut before = first;
    let mut raw = vec![0.0; arms.len()];
    let mut idle = 0.0_f64;
    for &arm in order {
        let mut quietest = f64::INFINITY;
        for _ in 0..if gate.is_closed() { TRIES } else { 1 } {
            let reading = (arms[arm].measure)(number)?;
            let after = gate.probe(begin);
            let around = before.max(after);
            before = after;
            samples.batches += 1;
            if around < quietest {
                (quietest, raw[arm]) = (around, reading);
            }
            if gate.is_quiet(around) {
                samples.quiet += 1;
                break;
            }
        }
        idle = idle.max(quietest);
    }
    let end = host.calibrate();
    let drift = drift(begin, end);
    if gate.is_closed() && drift <= STEADY_CLOCK {
        gate.remember(first);
    }
    let factor = f64::midpoint(begin.factor, end.factor);
    let times = raw.into_iter().map(|reading| reading * factor).collect();
    Ok(Round { idle, drift, addition: begin.addition, times })
}

impl Samples {
    /// No rounds yet, of these arms.
    #[must_use]
    pub fn new(arms: &[Arm<'_>]) -> Samples {
        let arms = arms.iter().map(|arm| arm.contender).collect();
        Samples { arms, rounds: Vec::new(), batches: 0, quiet: 0, stop: Stop::Budget }
    }

    /// What each contender took per query in a round: the median over its placements.
    #[must_use]
    pub fn times(&self, round: &Round) -> Vec<f64> {
        (0..contenders(&self.arms)).map(|contender| time(round, &self.arms, contender)).collect()
    }

    /// The rounds that count: those of a quiet core at a steady frequency, if there are
    /// enough; else those that have one of both; else all.
    #[must_use]
    pub fn counted(&self, gate: &Gate<'_>) -> Counted<'_> {
        let is_quiet = |round: &Round| gate.is_quiet(round.idle);
        let is_steady = |round: &Round| round.drift <= STEADY_CLOCK;
        // Of a frequency that never settles, some rounds agree by chance.
        let steady = self.rounds.iter().filter(|round| is_steady(round)).count();
        let settles = SETTLED * steady >= self.rounds.len();
        for core in [Core::Quiet, Core::Unsteady, Core::Company] {
            let counts = |round: &&Round| match core {
                Core::Quiet => settles && is_quiet(round) && is_steady(round),
                Core::Unsteady => is_quiet(round),
                Core::Company => settles && is_steady(round),
            };
            let rounds: Vec<_> = self.rounds.iter().filter(counts).collect();
            if rounds.len() >= ENOUGH_QUIET {
                return Counted { arms: &self.arms, rounds, core };
            }
        }
        Counted { arms: &self.arms, rounds: self.rounds.iter().collect(), core: Core::Company }
    }
}

/// The rounds that count.
#[derive(Debug)]
pub struct Counted<'a> {
    arms: &'a [usize],
    rounds: Vec<&'a Round>,
    /// What was seen around them.
    pub core: Core,
}

impl Counted<'_> {
    /// How many rounds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// How many contenders there are.
    #[must_use]
    pub fn contenders(&self) -> usize {
        contenders(self.arms)
    }

    /// What a contender took per query in each round: the median over its placements.
    #[must_use]
    pub fn contender(&self, contender: usize) -> Vec<f64> {
        self.rounds.iter().map(|round| time(round, self.arms, contender)).collect()
    }

    /// What a contender took per query at its fastest and at its slowest placement.
    #[must_use]
    pub fn placements(&self, contender: usize) -> (f64, f64) {
        let arm = |arm: usize| -> f64 {
            middle(&self.rounds.iter().map(|round| round.times[arm]).collect::<Vec<_>>())
        };
        let times = self.arms_of(contender).map(arm);
        times.fold((f64::INFINITY, 0.0), |(low, high), time| (low.min(time), high.max(time)))
    }

    /// How long a run of idle instructions took around the batches, in cycles; nothing
    /// without rounds.
    #[must_use]
    pub fn idle(&self) -> Option<f64> {
        self.median_of(|round| round.idle).filter(|idle| *idle > 0.0)
    }

    /// Cycles that an addition took by the clock that multiplications calibrated: 1 if the
    /// calibration is right. Nothing without rounds.
    #[must_use]
    pub fn addition(&self) -> Option<f64> {
        self.median_of(|round| round.addition)
    }

    fn median_of(&self, of: fn(&Round) -> f64) -> Option<f64> {
        let values: Vec<_> = self.rounds.iter().map(|round| of(round)).collect();
        (!values.is_empty()).then(|| middle(&values))
    }

    fn arms_of(&self, contender: usize) -> impl Iterator<Item = usize> {
        (0..self.arms.len()).filter(move |&arm| self.arms[arm] == contender)
    }
}

fn contenders(arms: &[usize]) -> usize {
    arms.iter().max().map_or(0, |last| last + 1)
}

/// What a contender took in a round: the median over its placements.
fn time(round: &Round, arms: &[usize], contender: usize) -> f64 {
    let own = arms.iter().zip(&round.times).filter(|(arm, _)| **arm == contender);
    middle(&own.map(|(_, time)| *time).collect::<Vec<_>>())
}

fn middle(values: &[f64]) -> f64 {
    median(values, 1.0).value
}

#[cfg(test)]
impl Samples {
    /// Rounds of a quiet machine, for tests.
    pub(crate) fn made_up(arms: Vec<usize>, rounds: Vec<Vec<f64>>) -> Samples {
        let round = |times| Round { idle: 5000.0, drift: 0.0, addition: 1.0, times };
        let rounds = rounds.into_iter().map(round).collect();
        Samples { arms, rounds, batches: 0, quiet: 0, stop: Stop::Narrow }
    }

    /// All of them count.
    pub(crate) fn all(&self) -> Counted<'_> {
        Counted { arms: &self.arms, rounds: self.rounds.iter().collect(), core: Core::Quiet }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contender_is_the_median_of_its_placements() {
        let samples = Samples::made_up(vec![0, 1, 0, 0, 0], vec![vec![1.0, 9.0, 2.0, 4.0, 5.0]; 3]);
        let counted = samples.all();
        assert_eq!(counted.contenders(), 2);
        assert_eq!(counted.contender(0), [3.0; 3]);
        assert_eq!(counted.placements(0), (1.0, 5.0));
        assert_eq!(counted.idle(), Some(5000.0));
    }
}
