//! Interleaved rounds: all contenders of a table run shortly one after the
//! other, again and again, so that whatever the machine does hits all alike.

use crate::clock::{Clock, Scale};
use crate::hardware::IDLE_RUN;
use crate::record::stop;
use crate::statistics::{Median, williams};
use anyhow::Result;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// One thing that is measured in every round: a contender at one placement.
pub struct Lane<'a> {
    /// The number of the contender in the table.
    pub contender: usize,
    /// Runs a batch in the round of this number: what it took per query, as the
    /// clock reads it. Fails if the answers were wrong.
    pub measure: Box<dyn FnMut(usize) -> Result<f64> + 'a>,
}

impl std::fmt::Debug for Lane<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lane").field("contender", &self.contender).finish_non_exhaustive()
    }
}

/// A clock that notices when another thread uses the same core.
#[derive(Debug)]
pub struct Watch {
    clock: Clock,
    /// The last runs of idle instructions that followed a calibration, in cycles.
    recent: RefCell<VecDeque<f64>>,
    /// How long they take when the core is undisturbed.
    undisturbed: Cell<f64>,
}

/// Idle instructions that every current core for desktops and servers does in a
/// cycle, with room for the noise. Where it never does, it has company or is narrow.
pub const NARROWEST: f64 = 4.0 / QUIET;

/// By how much two calibrations may differ that follow each other.
const STEADY: f64 = 0.01;

/// How long a round waits for the core to be undisturbed, and its frequency steady.
const PATIENCE: Duration = Duration::from_millis(20);

/// How many runs of idle instructions are remembered.
const REMEMBERED: usize = 400;

impl Watch {
    /// Looks for about a second how wide the core is at its best; longer if that
    /// is less than any current one, up to this time: then it may be narrow after all.
    #[must_use]
    pub fn learn(clock: Clock, patience: Duration) -> Watch {
        let watch = Watch {
            clock,
            recent: RefCell::new(VecDeque::new()),
            undisturbed: Cell::new(f64::INFINITY),
        };
        let begin = Instant::now();
        let narrow = || IDLE_RUN as f64 / watch.undisturbed.get() < NARROWEST;
        while begin.elapsed() < patience && (watch.recent.borrow().len() < REMEMBERED || narrow()) {
            std::thread::sleep(Duration::from_millis(2));
            watch.settled();
        }
        watch
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Cycles of a run of idle instructions now, by this factor of calibration.
    fn probe(&self, factor: f64) -> f64 {
        self.clock.width() * factor
    }

    /// Calibrates and probes while the core's frequency stays as it is, and learns
    /// from that; nothing if it goes on changing, as after work in wide registers.
    ///
    /// A calibration by a slower core makes what follows look too short: learnt as
    /// what is quiet, that let nothing count from then on.
    fn settled(&self) -> Option<(Scale, f64)> {
        let begin = Instant::now();
        let mut scale = self.clock.calibrate();
        while begin.elapsed() < PATIENCE {
            let width = self.clock.width();
            let after = self.clock.calibrate();
            if (after.factor / scale.factor - 1.0).abs() < STEADY {
                let width = width * after.factor;
                self.remember(width);
                return Some((after, width));
            }
            scale = after;
        }
        None
    }

    /// Learns from a probe. A single one may look too short; several of the same
    /// length among the last few hundred can't.
    fn remember(&self, width: f64) {
        let mut recent = self.recent.borrow_mut();
        recent.push_back(width);
        if recent.len() > REMEMBERED {
            recent.pop_front();
        }
        if width < self.undisturbed.get() {
            let mut sorted: Vec<_> = recent.iter().copied().collect();
            sorted.sort_by(f64::total_cmp);
            let confirmed = sorted.windows(5).find(|run| run[4] <= run[0] * 1.02);
            let shortest = confirmed.map_or(f64::INFINITY, |run| run[0]);
            self.undisturbed.set(shortest.min(self.undisturbed.get()));
        }
    }

    /// Whether a run of idle instructions shows the core as wide as it is at its best.
    #[must_use]
    pub fn is_quiet(&self, width: f64) -> bool {
        width <= self.undisturbed.get() * QUIET
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

/// Why sampling stopped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stop {
    /// The intervals were narrow enough.
    Narrow,
    /// The budget was spent.
    Budget,
}

impl Stop {
    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stop::Narrow => stop::NARROW,
            Stop::Budget => stop::BUDGET,
        }
    }
}

/// A batch is undisturbed if the core is at most this much narrower than at its best.
const QUIET: f64 = 1.10;

/// Fewer rounds than this give no figure.
pub const FEWEST: usize = 24;

/// What the rounds gave.
#[derive(Debug)]
pub struct Samples {
    /// Why they ended.
    pub stop: Stop,
    /// How many batches ran.
    pub batches: usize,
    /// How many of them were undisturbed; the others ran again.
    pub undisturbed: usize,
    /// The number of the contender of each lane.
    lanes: Vec<usize>,
    rounds: Vec<Round>,
}

#[derive(Debug)]
struct Round {
    /// The longest run of idle instructions before, between and after its batches, in cycles.
    width: f64,
    /// Cycles that an addition takes by a clock that multiplications calibrate.
    addition: f64,
    /// What each lane took per query.
    lanes: Vec<f64>,
}

/// Adds rounds to the samples until they are `enough` or the budget is spent.
///
/// In a round every lane runs one batch between two probes that show the core
/// undisturbed; a batch that is not between such probes runs again.
///
/// # Errors
/// If a lane answers wrongly.
pub fn sample(
    watch: &Watch,
    lanes: &mut [Lane<'_>],
    budget: Budget,
    samples: &mut Samples,
    enough: impl Fn(&Samples) -> bool,
) -> Result<()> {
    let orders = williams(lanes.len());
    let begin = Instant::now();
    while begin.elapsed() < budget.time {
        let Some(round) = run_round(watch, lanes, &orders, samples)? else { continue };
        samples.rounds.push(round);
        // Looking takes time too, so not after each round.
        if samples.rounds.len().is_multiple_of(32) {
            samples.forget_disturbed(watch);
            if samples.rounds.len() >= budget.rounds && enough(samples) {
                samples.stop = Stop::Narrow;
                break;
            }
        }
    }
    samples.forget_disturbed(watch);
    Ok(())
}

/// Runs a round; nothing if the core was disturbed for long, in which the
/// calibration may have become wrong.
fn run_round(
    watch: &Watch,
    lanes: &mut [Lane<'_>],
    orders: &[Vec<usize>],
    samples: &mut Samples,
) -> Result<Option<Round>> {
    let number = samples.rounds.len();
    let mut undisturbed = Instant::now();
    let Some((scale, mut before)) = watch.settled() else { return Ok(None) };
    let mut round = Round { width: 0.0, addition: scale.addition, lanes: vec![0.0; lanes.len()] };
    for &lane in &orders[number % orders.len()] {
        loop {
            while !watch.is_quiet(before) {
                if undisturbed.elapsed() > PATIENCE {
                    return Ok(None);
                }
                before = watch.probe(scale.factor);
            }
            let raw = (lanes[lane].measure)(number)?;
            samples.batches += 1;
            let after = watch.probe(scale.factor);
            let width = after.max(before);
            before = after;
            if watch.is_quiet(width) {
                samples.undisturbed += 1;
                undisturbed = Instant::now();
                round.lanes[lane] = raw * scale.factor;
                round.width = round.width.max(width);
                break;
            }
        }
    }
    Ok(Some(round))
}

impl Samples {
    /// No rounds yet, of these lanes.
    #[must_use]
    pub fn new(lanes: &[Lane<'_>]) -> Samples {
        let lanes = lanes.iter().map(|lane| lane.contender).collect();
        Samples { stop: Stop::Budget, batches: 0, undisturbed: 0, lanes, rounds: Vec::new() }
    }

    /// How many contenders there are.
    #[must_use]
    pub fn contenders(&self) -> usize {
        self.lanes.iter().max().map_or(0, |last| last + 1)
    }

    /// What a contender took per query in each round: the median over its placements.
    #[must_use]
    pub fn contender(&self, contender: usize) -> Vec<f64> {
        let lanes: Vec<_> = self.lanes_of(contender).collect();
        let figures =
            |round: &Round| -> Vec<f64> { lanes.iter().map(|&lane| round.lanes[lane]).collect() };
        self.rounds.iter().map(|round| median(figures(round))).collect()
    }

    /// What a contender took per query at its fastest and at its slowest placement.
    #[must_use]
    pub fn placements(&self, contender: usize) -> (f64, f64) {
        let lane = |lane| median(self.rounds.iter().map(|round| round.lanes[lane]).collect());
        let lanes = self.lanes_of(contender).map(lane);
        lanes.fold((f64::INFINITY, 0.0), |(low, high), figure| (low.min(figure), high.max(figure)))
    }

    /// How many rounds there are.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Drops rounds that were taken for undisturbed before a wider core was seen.
    fn forget_disturbed(&mut self, watch: &Watch) {
        self.rounds.retain(|round| watch.is_quiet(round.width));
    }

    /// How long a run of idle instructions took around the batches, in units of
    /// the clock; nothing without rounds.
    #[must_use]
    pub fn idle(&self) -> Option<f64> {
        let widths: Vec<_> = self.rounds.iter().map(|round| round.width).collect();
        (!widths.is_empty()).then(|| median(widths))
    }

    /// Cycles that an addition took by the clock that multiplications
    /// calibrated: 1 if the calibration is right. Nothing without rounds.
    #[must_use]
    pub fn addition(&self) -> Option<f64> {
        let additions: Vec<_> = self.rounds.iter().map(|round| round.addition).collect();
        (!additions.is_empty()).then(|| median(additions))
    }

    fn lanes_of(&self, contender: usize) -> impl Iterator<Item = usize> {
        (0..self.lanes.len()).filter(move |&lane| self.lanes[lane] == contender)
    }
}

fn median(figures: Vec<f64>) -> f64 {
    Median::of(&figures, 1.0).value
}

#[cfg(test)]
impl Samples {
    /// Rounds of a quiet machine, for tests.
    pub(crate) fn made_up(lanes: Vec<usize>, rounds: Vec<Vec<f64>>) -> Samples {
        let round = |lanes| Round { width: 5000.0, addition: 1.0, lanes };
        let rounds = rounds.into_iter().map(round).collect();
        Samples { stop: Stop::Narrow, batches: 0, undisturbed: 0, lanes, rounds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(probes: &[f64]) -> Watch {
        let watch = Watch {
            clock: Clock::open_light(),
            recent: RefCell::new(VecDeque::new()),
            undisturbed: Cell::new(f64::INFINITY),
        };
        probes.iter().for_each(|&width| watch.remember(width));
        watch
    }

    fn run(watch: &Watch, measure: fn(usize) -> Result<f64>) -> Result<Samples> {
        let mut lanes = [Lane { contender: 0, measure: Box::new(measure) }];
        let mut samples = Samples::new(&lanes);
        let budget = Budget { rounds: 1, time: Duration::from_millis(300) };
        sample(watch, &mut lanes, budget, &mut samples, |_| true).map(|()| samples)
    }

    #[test]
    fn disturbed_batches_are_not_measured() {
        // No core is so wide.
        let samples = run(&watch(&[1.0; 5]), |_| panic!("measured")).unwrap();
        assert_eq!((samples.rounds(), samples.batches, samples.stop), (0, 0, Stop::Budget));
    }

    #[test]
    fn quiet_is_what_several_short_probes_agree_on() {
        let watch = watch(&[9000.0, 4000.0, 5010.0, 5020.0, 5030.0, 5040.0, 5000.0]);
        assert!(watch.is_quiet(5400.0));
        assert!(!watch.is_quiet(5600.0));
    }

    #[test]
    fn what_was_taken_for_quiet_is_learned_anew() {
        let watch = watch(&[1e9; 400]);
        let samples = run(&watch, |_| Ok(1.0)).unwrap();
        assert_eq!(samples.stop, Stop::Narrow);
        assert!(samples.undisturbed >= samples.rounds());
        assert!(!watch.is_quiet(1e8));
        assert!(watch.is_quiet(samples.idle().unwrap()));
    }

    #[test]
    fn a_contender_is_the_median_of_its_placements() {
        let samples = Samples::made_up(vec![0, 1, 0, 0, 0], vec![vec![1.0, 9.0, 2.0, 4.0, 5.0]; 3]);
        assert_eq!(samples.contenders(), 2);
        assert_eq!(samples.contender(0), [3.0; 3]);
        assert_eq!(samples.placements(0), (1.0, 5.0));
        assert_eq!(samples.idle(), Some(5000.0));
    }

    #[test]
    fn a_wrong_answer_ends_the_sampling() {
        assert!(run(&watch(&[1e9; 5]), |_| anyhow::bail!("wrong")).is_err());
    }
}
