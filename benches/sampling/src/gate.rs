//! The gate: tells rounds of a quiet core from rounds in company.
//!
//! A thread on the same physical core halves the throughput but does not slow chains of dependent
//! instructions, so neither a clock nor a chain notices it. A run of idle instructions does. The
//! gate sorts rounds by it. It refuses none: on a core without a steady probe, every round
//! counts, and the table says so.

use crate::clock::Scale;
use crate::hardware::IdleProbe;
use crate::host::Host;
use crate::statistics::{quantile, sorted};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

/// Sorts rounds by how quiet the core was.
pub struct Gate<'a> {
    host: &'a dyn Host,
    /// The probe; `None` if none is steady enough.
    probe: Option<IdleProbe>,
    /// The last probes between two calibrations that agreed, in cycles.
    recent: RefCell<VecDeque<f64>>,
    /// The shortest probe that others confirm.
    narrowest: Cell<f64>,
}

/// A probe whose median exceeds its fastest twentieth by more than this share tells nothing.
const STEADY_PROBE: f64 = 0.05;

/// A batch is quiet if its probes exceed the narrowest by at most this share.
const QUIET: f64 = 0.10;

/// The largest relative difference between two calibrations of one frequency.
pub(crate) const STEADY_CLOCK: f64 = 0.01;

/// Probes to remember, and probes of each kind to take at the beginning.
const REMEMBERED: usize = 400;

/// The fewest readings that say anything about a probe.
const FEWEST: usize = 40;

impl<'a> Gate<'a> {
    /// Tries all probes for about a second and takes the first steady one. Tries longer, up to
    /// `patience`, while none is steady.
    #[must_use]
    pub fn learn(host: &'a dyn Host, patience: Duration) -> Gate<'a> {
        let begin = host.elapsed();
        let mut readings = IdleProbe::ALL.map(|_| Readings::default());
        let is_steady = |readings: &Readings| readings.spread() <= STEADY_PROBE;
        while host.elapsed().saturating_sub(begin) < patience {
            host.rest();
            let before = host.calibrate();
            let raw = IdleProbe::ALL.map(|probe| host.idle(probe));
            let after = host.calibrate();
            if !before.is_valid() || !after.is_valid() || raw.contains(&0.0) {
                continue;
            }
            for (readings, raw) in readings.iter_mut().zip(raw) {
                let cycles = raw * after.factor;
                readings.all.push(cycles);
                if drift(before, after) <= STEADY_CLOCK {
                    readings.settled.push(cycles);
                }
            }
            // Sorting the readings takes time too.
            let taken = readings[0].all.len();
            if taken.is_multiple_of(REMEMBERED) && readings.iter().any(is_steady) {
                break;
            }
        }
        // Wide `nop`s were at times 12 % longer between batches than while learning.
        let best = readings.iter().position(is_steady);
        let told = best.map_or(&[][..], |best| readings[best].told());
        let gate = Gate {
            host,
            probe: best.map(|best| IdleProbe::ALL[best]),
            recent: RefCell::new(VecDeque::new()),
            narrowest: Cell::new(f64::INFINITY),
        };
        told.iter().for_each(|&cycles| gate.remember(cycles));
        gate
    }

    /// The machine that the gate watches.
    #[must_use]
    pub fn host(&self) -> &'a dyn Host {
        self.host
    }

    /// Cycles of a run of idle instructions now, by this calibration; 0 without a steady probe. A
    /// lost reading is infinite, because it shows no quiet core.
    pub(crate) fn probe(&self, scale: Scale) -> f64 {
        let Some(probe) = self.probe else { return 0.0 };
        let cycles = self.host.idle(probe) * scale.factor;
        if cycles > 0.0 { cycles } else { f64::INFINITY }
    }

    /// Learns from a probe between two calibrations that agree. After a calibration by a slower
    /// core, probes look too short: five such probes, learnt as quiet, once let no batch of seven
    /// tables count.
    pub(crate) fn remember(&self, cycles: f64) {
        let mut recent = self.recent.borrow_mut();
        recent.push_back(cycles);
        if recent.len() > REMEMBERED {
            recent.pop_front();
        }
        if cycles < self.narrowest.get() {
            let sorted = sorted(recent.make_contiguous());
            // Some probes look too short because the frequency changed after the calibration;
            // many of the same length cannot. Five once were too few: a run on a quiet machine
            // was in company.
            let confirmed = sorted.windows(12).find(|run| run[11] <= run[0] * 1.02);
            let shortest = confirmed.map_or(f64::INFINITY, |run| run[0]);
            self.narrowest.set(shortest.min(self.narrowest.get()));
        }
    }

    /// Whether a probe of this many cycles shows a quiet core; false without a steady probe.
    #[must_use]
    pub fn is_quiet(&self, cycles: f64) -> bool {
        self.probe.is_some() && cycles <= self.narrowest.get() * (1.0 + QUIET)
    }

    /// Idle instructions per cycle on a core that took this many cycles for the probe; `None`
    /// unless the probe is of `nops`. Units and chains limit the other probes: on Zen 5, which
    /// runs six or more `nop`s per cycle, additions to four registers stay below four.
    #[must_use]
    pub fn width(&self, cycles: f64) -> Option<f64> {
        let is_nops = self.probe == Some(IdleProbe::Nops);
        is_nops.then_some(IdleProbe::INSTRUCTIONS as f64 / cycles)
    }

    /// Whether there is a steady probe.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.probe.is_some()
    }
}

/// The relative difference between two calibrations, or that of the first one's multiplication from a
/// whole number of cycles if that is larger: a frequency that changes within a calibration spoils it.
///
/// On a Zen 5 guest both calibrations of seven rounds in 18,000 caught the same dip. Their probes
/// looked short, and so became the measure of a quiet core, and 77 false rounds a table.
pub(crate) fn drift(before: Scale, after: Scale) -> f64 {
    let whole = before.multiply.round().max(1.0);
    (after.factor / before.factor - 1.0).abs().max((before.multiply / whole - 1.0).abs())
}

/// Describes the readings of the probe.
impl fmt::Display for Gate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(probe) = self.probe else {
            return f.write_str("no idle probe is steady here, so company cannot be told");
        };
        let recent: Vec<_> = self.recent.borrow().iter().copied().collect();
        let [half, most] = [0.5, 0.9].map(|share| quantile(&recent, share));
        let (name, narrowest) = (probe.name(), self.narrowest.get());
        write!(f, "{name} took {narrowest:.0} cycles at best, ")?;
        write!(f, "{half:.0} in the median, and {most:.0} or more in one run of ten")
    }
}

impl fmt::Debug for Gate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate").field("probe", &self.probe).finish_non_exhaustive()
    }
}

/// One probe's readings while learning.
#[derive(Default)]
struct Readings {
    all: Vec<f64>,
    /// Readings between two calibrations that agree.
    settled: Vec<f64>,
}

impl Readings {
    /// The readings to use: all of them if the frequency never settles.
    fn told(&self) -> &[f64] {
        if self.settled.len() >= FEWEST { &self.settled } else { &self.all }
    }

    /// Relative gap from the fastest twentieth to the median.
    fn spread(&self) -> f64 {
        let told = self.told();
        if told.len() < FEWEST {
            return f64::INFINITY;
        }
        quantile(told, 0.5) / quantile(told, 0.05) - 1.0
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A machine without other programs, on which each probe's runs take this many ticks by number,
    /// half as many cycles.
    pub(crate) struct Still {
        runs: Cell<usize>,
        ticks: fn(IdleProbe, usize) -> f64,
    }

    impl Host for Still {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.runs.get() as u64)
        }

        fn rest(&self) {}

        fn calibrate(&self) -> Scale {
            Scale { factor: 0.5, multiply: 3.0 }
        }

        fn idle(&self, probe: IdleProbe) -> f64 {
            self.runs.set(self.runs.get() + 1);
            (self.ticks)(probe, self.runs.get() / IdleProbe::ALL.len())
        }
    }

    /// A machine that takes this many ticks.
    pub(crate) fn still(ticks: fn(IdleProbe, usize) -> f64) -> Still {
        Still { runs: Cell::new(0), ticks }
    }

    fn learnt(host: &Still) -> Gate<'_> {
        Gate::learn(host, Duration::from_secs(5))
    }

    /// One run of this many is fast.
    fn fast(run: usize, of: usize, others: f64) -> f64 {
        if run.is_multiple_of(of) { 8000.0 } else { 8000.0 * others }
    }

    #[test]
    fn a_probe_is_steady_whose_median_is_within_5_percent_of_its_fastest_twentieth() {
        for (ticks, is_closed) in [
            ((|_, run| fast(run, 10, 1.049)) as fn(IdleProbe, usize) -> f64, true),
            (|_, run| fast(run, 10, 1.051), false),
            // Fewer fast ones than a twentieth, and slow ones short of half.
            (|_, run| fast(run, 25, 1.3), true),
            (|_, run| fast(run, 15, 1.3), false),
            (|_, run| 8000.0 * if run % 5 < 2 { 1.4 } else { 1.0 }, true),
            (|_, run| 8000.0 * if run % 5 < 3 { 1.4 } else { 1.0 }, false),
        ] {
            assert_eq!(learnt(&still(ticks)).is_closed(), is_closed);
        }
    }

    #[test]
    fn the_first_steady_probe_is_taken_of_nops_additions_and_wide_nops() {
        use IdleProbe::{Additions, Nops, WideNops};
        for (ticks, first) in [
            ((|_, _| 8000.0) as fn(IdleProbe, usize) -> f64, "20,000 nops took 4000 cycles"),
            (
                |probe, run| if probe == Nops { fast(run, 3, 1.3) } else { 9000.0 },
                "20,000 independent additions took 4500 cycles",
            ),
            (
                |probe, run| if probe == WideNops { 9000.0 } else { fast(run, 3, 1.3) },
                "20,000 wide nops took 4500 cycles",
            ),
            (
                |probe, run| if probe == Additions { 8000.0 } else { fast(run, 3, 1.3) },
                "20,000 independent additions took 4000 cycles",
            ),
            (|_, run| fast(run, 3, 1.3), "no idle probe is steady here, so company cannot be told"),
        ] {
            let said = learnt(&still(ticks)).to_string();
            assert!(said.starts_with(first), "{said}");
        }
    }

    #[test]
    fn a_gate_says_the_fastest_the_median_and_the_slowest_tenth_in_cycles() {
        let ticks = |_: IdleProbe, run: usize| {
            2.0 * [3900.0, 4000.0, 4100.0][[0, 0, 0, 1, 1, 1, 1, 1, 2, 2][run % 10]]
        };
        assert_eq!(
            learnt(&still(ticks)).to_string(),
            "20,000 nops took 3900 cycles at best, 4000 in the median, and 4100 or more in one run \
             of ten"
        );
    }

    #[test]
    fn a_core_is_quiet_within_10_percent_of_the_narrowest_that_twelve_confirm_within_2() {
        let host = still(|_, _| 8000.0);
        let gate = learnt(&host);
        assert_eq!(
            [4000.0, 4399.0, 4401.0].map(|cycles| gate.is_quiet(cycles)),
            [true, true, false]
        );
        for (least, most, count, is_confirmed) in
            [(3000.0, 3059.0, 12, true), (2000.0, 2041.0, 12, false), (1000.0, 1001.0, 11, false)]
        {
            (0..count).for_each(|n| gate.remember(if n % 2 == 0 { least } else { most }));
            assert_eq!(!gate.is_quiet(1.11 * least), is_confirmed, "{least}");
            assert!(gate.is_quiet(1.09 * least), "{least}");
        }
        let open = learnt(&still(|_, run| fast(run, 3, 1.3))).is_quiet(1.0);
        assert!(!open, "nothing is quiet without a probe");
    }

    #[test]
    fn calibrations_drift_apart_and_from_themselves() {
        for (before, after, expected) in [
            ((2.0, 3.0), (2.0, 4.0), 0.0),
            ((2.0, 3.0), (2.04, 3.0), 0.02),
            // A multiplication takes whole cycles, so the frequency changed after the additions.
            ((2.0, 2.7), (2.0, 3.0), 0.1),
            ((2.0, 5.05), (2.0, 5.0), 0.01),
            ((2.0, 0.2), (2.0, 3.0), 0.8),
        ] {
            let [before, after] =
                [before, after].map(|(factor, multiply)| Scale { factor, multiply });
            assert!((drift(before, after) - expected).abs() < 1e-9, "{before:?}");
        }
    }
}
