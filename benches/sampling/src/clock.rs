//! The clock: core cycles if chains of known latency can calibrate the processor's clock,
//! otherwise nanoseconds.

use crate::hardware;
use figures::Unit;
use std::ops::RangeInclusive;
use std::time::Instant;

/// A clock of this machine, with its unit and its step.
#[derive(Debug)]
pub struct Clock {
    source: Source,
    /// The smallest non-zero difference between two raw readings.
    step: u64,
    /// The smallest reading of an empty measurement.
    empty: u64,
    /// The steps of a chain that this clock reads well.
    chain_steps: usize,
    chains: Chains,
}

/// The chains that calibrate a clock; each runs this many steps.
#[derive(Debug)]
struct Chains {
    delay: fn(usize) -> u64,
    add: fn(usize) -> u64,
    multiply: fn(usize) -> u64,
    /// Of instructions that the two above do not share.
    load: fn(usize) -> u64,
}

impl Chains {
    const OF_THE_PROCESSOR: Chains = Chains {
        delay: hardware::delay,
        add: hardware::add_chain,
        multiply: hardware::multiply_chain,
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        load: hardware::load_chain,
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        load: hardware::delay,
    };
}

#[derive(Debug)]
enum Source {
    /// A test plays the counter and its chains.
    #[cfg(test)]
    MadeUp,
    /// Raw readings are ticks of the processor's own clock.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    Processor,
    /// Raw readings are nanoseconds since this moment.
    System(Instant),
}

/// The conversion of the clock's readings to its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Units per raw reading: a register addition that waits for another takes a cycle.
    pub factor: f64,
    /// Cycles of a multiplication that waits for another, by the same additions: 3 on most
    /// processors, 4 on Zen 1, 5 on small cores.
    pub multiply: f64,
}

impl Scale {
    /// Whether the scale is usable. It is not if a counter that jumped backwards lost every
    /// reading of a chain.
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.factor.is_normal() && self.factor > 0.0 && self.multiply.is_normal()
    }

    /// Whether a multiplication takes 3, 4 or 5 cycles, as on real processors. Otherwise an
    /// addition does not take one cycle.
    ///
    /// The tolerance is 5 %: beside another thread on the same core, additions took up to 3 %
    /// longer on Zen 5, and multiplications did not. Records hold the value of each table, and
    /// reports tell deviations of more than 2 %.
    #[must_use]
    pub fn is_in_cycles(self) -> bool {
        (3..=5).map(f64::from).any(|cycles| (self.multiply / cycles - 1.0).abs() <= 0.05)
    }
}

/// The shortest chain, in steps of the clock: one step is then a thousandth of the chain.
const CLOCK_STEPS: u64 = 1000;

/// The fewest and the most steps of a chain; the limit ends the search on a clock that seems to
/// stand still.
const CHAIN_STEPS: usize = 10_000;
const MOST_STEPS: usize = 10_000_000;

/// Readings of a chain per calibration, and further readings that may be lost.
const TRIES: usize = 3;
const LOST: usize = 6;

/// Readings of each chain that decide the unit.
const TRIALS: usize = 40;

/// The cycles of a load from the first level on all cores that we know of, with room for noise.
const LOAD: RangeInclusive<f64> = 2.7..=5.5;

/// Additions in a nanosecond that a core may reach: its frequency in GHz.
const FREQUENCY: RangeInclusive<f64> = 0.4..=7.0;

impl Clock {
    /// Opens the processor's own clock if chains of known latency can calibrate it to cycles,
    /// otherwise the system's.
    #[must_use]
    pub fn open() -> Clock {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        {
            let clock = Clock::of(Source::Processor, Chains::OF_THE_PROCESSOR);
            if clock.is_in_cycles() && FREQUENCY.contains(&clock.gigahertz()) {
                return clock;
            }
        }
        Clock::of_the_system()
    }

    /// The system's clock, which tells nanoseconds.
    #[must_use]
    pub fn of_the_system() -> Clock {
        Clock::of(Source::System(Instant::now()), Chains::OF_THE_PROCESSOR)
    }

    fn of(source: Source, chains: Chains) -> Clock {
        let mut clock = Clock { source, step: 1, empty: 0, chain_steps: CHAIN_STEPS, chains };
        clock.step = smallest_step(|delay| clock.time(clock.chains.delay, delay));
        clock.empty = (0..DELAYS).map(|_| clock.elapsed(clock.start())).min().unwrap_or(0);
        let is_short = |clock: &Clock| {
            let step = clock.fastest(clock.chains.add, clock.chain_steps);
            step * (clock.chain_steps as f64) < (CLOCK_STEPS * clock.step) as f64
        };
        while clock.chain_steps < MOST_STEPS && is_short(&clock) {
            clock.chain_steps *= 2;
        }
        clock
    }

    /// Whether the chains agree that an addition takes a cycle. This compares the fastest of many
    /// readings of each, because the frequency may change between two. On a Zen 5 guest whose
    /// frequency wandered, a median of 15 ratios was once 2.94.
    fn is_in_cycles(&self) -> bool {
        let least = |chain| {
            let times = (0..TRIALS).map(|_| self.fastest(chain, self.chain_steps));
            times.fold(f64::INFINITY, f64::min)
        };
        let addition = least(self.chains.add);
        let [multiply, load] =
            [self.chains.multiply, self.chains.load].map(|it| least(it) / addition);
        Scale { factor: 1.0, multiply }.is_in_cycles() && LOAD.contains(&load)
    }

    /// Additions in a nanosecond of the system's clock, by the fastest of many chains: the core's
    /// frequency in GHz, if an addition takes a cycle.
    #[must_use]
    pub fn gigahertz(&self) -> f64 {
        // Some systems take a microsecond to tell the time.
        let steps = 10 * self.chain_steps;
        let nanoseconds = || {
            let start = Instant::now();
            std::hint::black_box((self.chains.add)(steps));
            start.elapsed().as_nanos() as f64
        };
        steps as f64 / (0..TRIALS).map(|_| nanoseconds()).fold(f64::INFINITY, f64::min)
    }

    /// The unit of calibrated readings.
    #[must_use]
    pub fn unit(&self) -> Unit {
        match self.source {
            Source::System(_) => Unit::Nanoseconds,
            #[cfg(any(test, target_arch = "x86_64", target_arch = "aarch64"))]
            _ => Unit::Cycles,
        }
    }

    /// The source of the readings.
    #[must_use]
    pub fn meter(&self) -> &'static str {
        match self.source {
            #[cfg(target_arch = "x86_64")]
            Source::Processor => "core cycles, calibrated time-stamp counter",
            #[cfg(target_arch = "aarch64")]
            Source::Processor => "core cycles, calibrated virtual counter",
            Source::System(_) => "nanoseconds, system clock",
            #[cfg(test)]
            Source::MadeUp => "made-up ticks",
        }
    }

    /// The clock's step: two raw readings are equal or differ by at least this much.
    #[must_use]
    pub fn resolution(&self) -> u64 {
        self.step
    }

    /// The clock's step in its unit, calibrated now.
    #[must_use]
    pub fn resolution_in_units(&self) -> f64 {
        self.step as f64 * self.calibrate().factor
    }

    /// The raw reading at the beginning of a measurement.
    #[inline(always)]
    #[must_use]
    pub fn start(&self) -> u64 {
        self.read()
    }

    /// The raw time since `start`. It is 0 if the counter jumped backwards, as some do when the
    /// thread moves to another core; no real measurement takes no time.
    #[inline(always)]
    #[must_use]
    pub fn elapsed(&self, start: u64) -> u64 {
        self.read().saturating_sub(start)
    }

    #[inline(always)]
    fn read(&self) -> u64 {
        match &self.source {
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Source::Processor => hardware::ticks(),
            Source::System(origin) => origin.elapsed().as_nanos() as u64,
            #[cfg(test)]
            Source::MadeUp => tests::now(),
        }
    }

    /// The time since `start` in the clock's unit, calibrated now: the core's frequency drifts,
    /// the processor's clock does not.
    #[must_use]
    pub fn stop(&self, start: u64) -> f64 {
        let elapsed = self.elapsed(start) as f64;
        elapsed * self.calibrate().factor
    }

    /// Times chains of known latency. The scale is not valid if all readings were lost.
    #[must_use]
    pub fn calibrate(&self) -> Scale {
        let addition = self.fastest(self.chains.add, self.chain_steps);
        // Shorter, because it is only a check.
        let multiplication = self.fastest(self.chains.multiply, self.chain_steps / 5);
        let factor = match self.source {
            _ if addition.is_infinite() => 0.0,
            Source::System(_) => 1.0,
            #[cfg(any(test, target_arch = "x86_64", target_arch = "aarch64"))]
            _ => addition.recip(),
        };
        Scale { factor, multiply: multiplication / addition }
    }

    /// The raw time of a chain's step, by the fastest of several runs: an interruption only slows
    /// a run down. Infinite if all readings were lost.
    fn fastest(&self, chain: fn(usize) -> u64, steps: usize) -> f64 {
        let times = (0..TRIES + LOST).map(|_| self.per_step(chain, steps));
        times.filter(|time| *time > 0.0).take(TRIES).fold(f64::INFINITY, f64::min)
    }

    /// The raw time of a chain's step, without the reading of an empty measurement; 0 if the
    /// reading was lost.
    fn per_step(&self, chain: fn(usize) -> u64, steps: usize) -> f64 {
        self.time(chain, steps).saturating_sub(self.empty) as f64 / steps as f64
    }

    /// The raw time of this many steps of a chain.
    fn time(&self, chain: fn(usize) -> u64, steps: usize) -> u64 {
        let start = self.start();
        std::hint::black_box(chain(steps));
        self.elapsed(start)
    }
}

/// Delays tried, and readings per delay, when measuring the clock's step.
const DELAYS: usize = 64;
const READINGS: usize = 9;

/// The clock's step, by raw readings across delays that grow by single cycles: these readings
/// differ by whole steps, and every step occurs.
///
/// The step is the largest gap between readings, not the smallest: a guest's counter of 26 ticks
/// a step, scaled to another rate, reads 26 or 27, 52 or 53, and so on.
fn smallest_step(mut across: impl FnMut(usize) -> u64) -> u64 {
    // Coarse clocks need longer delays to move at all.
    for stride in (0..8).map(|power| 1 << (2 * power)) {
        let delays = (0..DELAYS).flat_map(|delay| [delay * stride; READINGS]);
        let mut readings: Vec<u64> = delays.map(&mut across).collect();
        readings.sort_unstable();
        // Few readings are disturbed: most of those are long, and a counter that jumps reads 0.
        let told = &readings[readings.len() / 20..readings.len() / 4 * 3];
        let mut gaps: Vec<u64> = told.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.retain(|gap| *gap > 0);
        if gaps.len() >= 2 {
            return gaps.into_iter().max().unwrap_or(1);
        }
    }
    1
}

/// A chain of instructions of known latency.
#[derive(Clone, Copy, Debug)]
pub struct KnownChain {
    /// Its name.
    pub name: &'static str,
    /// Cycles per step by the processors' manuals.
    pub expected: &'static str,
    /// Runs this many steps.
    pub run: fn(usize) -> u64,
}

/// The additions must give the value that they calibrated the clock to. The other chains had no
/// part in that and show whether the clock is right.
pub const CHAINS: &[KnownChain] = &[
    KnownChain { name: "add-chain", expected: "1, by definition", run: hardware::add_chain },
    KnownChain {
        name: "multiply-chain",
        expected: "3; 4 on Zen 1, 5 on small cores",
        run: hardware::multiply_chain,
    },
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    KnownChain {
        name: "load-chain",
        expected: "4 or 5, by the processor",
        run: hardware::load_chain,
    },
];

impl KnownChain {
    /// The time of a step now, as the clock reads it and without the cost of reading; 0 if the
    /// reading was lost.
    #[must_use]
    pub fn step(&self, clock: &Clock) -> f64 {
        clock.per_step(self.run, clock.chain_steps)
    }
}

#[cfg(test)]
mod tests;
