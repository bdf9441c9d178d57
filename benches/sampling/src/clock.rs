//! The clock: core cycles if chains of known latency can calibrate the processor's clock,
//! otherwise nanoseconds.

use crate::hardware;
use records::Unit;
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
}

impl Chains {
    const OF_THE_PROCESSOR: Chains = Chains {
        delay: hardware::delay,
        add: hardware::add_chain,
        multiply: hardware::multiply_chain,
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

impl Clock {
    /// Opens the processor's own clock if chains of known latency can calibrate it to cycles,
    /// otherwise the system's.
    #[must_use]
    pub fn open() -> Clock {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        {
            let clock = Clock::of(Source::Processor, Chains::OF_THE_PROCESSOR);
            if clock.is_in_cycles() {
                return clock;
            }
        }
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
        let multiply = least(self.chains.multiply) / least(self.chains.add);
        Scale { factor: 1.0, multiply }.is_in_cycles()
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
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Ticks of the made-up counter per cycle, and ticks per reading.
    const TICKS: f64 = 0.7;
    const READING: f64 = 400.0;

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
        /// The number of runs of a chain.
        static RUNS: Cell<usize> = const { Cell::new(0) };
    }

    /// The made-up counter. Half of a reading's time passes before it and half after.
    pub(super) fn now() -> u64 {
        let seen = NOW.get() + READING / 2.0;
        NOW.set(seen + READING / 2.0);
        seen as u64
    }

    fn pass(cycles: f64) -> u64 {
        NOW.set(NOW.get() + TICKS * cycles);
        0
    }

    /// A made-up chain with this many hundredths of a cycle per step. Every other run is
    /// interrupted, and the counter jumps backwards during every fifth.
    fn chain<const HUNDREDTHS: usize>(steps: usize) -> u64 {
        RUNS.set(RUNS.get() + 1);
        let interrupt = if RUNS.get().is_multiple_of(2) { 10_000.0 } else { 0.0 };
        let jump = if RUNS.get().is_multiple_of(5) { -1e9 } else { 0.0 };
        pass((steps * HUNDREDTHS) as f64 / 100.0 + interrupt + jump)
    }

    /// A clock with the made-up counter, on which a multiplication takes this long.
    fn made_up(multiply: fn(usize) -> u64) -> Clock {
        NOW.set(1e15);
        RUNS.set(0);
        let delay = |steps: usize| pass(steps as f64);
        Clock::of(Source::MadeUp, Chains { delay, add: chain::<100>, multiply })
    }

    fn is_near(value: f64, truth: f64) -> bool {
        (value / truth - 1.0).abs() < 0.001
    }

    #[test]
    fn a_cycle_is_as_long_as_an_addition_without_what_reading_the_counter_takes() {
        for (multiply, cycles) in [(chain::<300> as fn(usize) -> u64, 3.0), (chain::<500>, 5.0)] {
            let clock = made_up(multiply);
            assert_eq!((clock.step, clock.empty), (1, READING as u64));
            for _ in 0..20 {
                let scale = clock.calibrate();
                assert!(is_near(scale.factor, TICKS.recip()), "{scale:?}");
                assert!(is_near(scale.multiply, cycles), "{scale:?}");
            }
            assert!(clock.is_in_cycles());
        }
        assert!([chain::<33>, chain::<350>].iter().all(|chain| !made_up(*chain).is_in_cycles()));
    }

    #[test]
    fn times_are_in_cycles_and_those_of_steps_are_net_of_the_reading() {
        let clock = made_up(chain::<300>);
        let start = clock.start();
        pass(50_000.0);
        assert!(is_near(clock.stop(start), 50_000.0 + READING / TICKS));
        let run = |steps| pass(4.0 * steps as f64);
        let load = KnownChain { name: "load-chain", expected: "4", run };
        assert!(is_near(load.step(&clock), TICKS * 4.0), "{}", load.step(&clock));
        assert!(is_near(clock.resolution_in_units(), TICKS.recip()));
    }

    /// The step seen on a clock of this step and scale, if half a tick passes per cycle and a
    /// reading takes 40 ticks.
    fn seen(step: f64, scale: f64) -> u64 {
        let mut now = 0.0;
        smallest_step(|delay| {
            let read = |at: f64| ((at / step).floor() * step * scale) as u64;
            let start = now;
            now += 40.0 + 0.5 * delay as f64;
            let reading = read(now) - read(start);
            now += 7.3;
            reading
        })
    }

    #[test]
    fn the_clocks_step_is_seen() {
        assert_eq!(seen(1.0, 1.0), 1);
        assert_eq!(seen(26.0, 1.0), 26);
        assert_eq!(seen(1000.0, 1.0), 1000);
        assert!((25..=27).contains(&seen(26.0, 1.013)), "{}", seen(26.0, 1.013));
        assert_eq!(smallest_step(|_| 0), 1);
        // A jump and an interrupt are no steps.
        let mut count = 0;
        let step = smallest_step(|delay| {
            count += 1;
            match count % 50 {
                0 => 0,
                1 => 100_000,
                _ => 40 + delay as u64,
            }
        });
        assert_eq!(step, 1);
    }

    #[test]
    fn additions_are_cycles_where_multiplications_take_three_four_or_five() {
        let is = |multiply| Scale { factor: 1.0, multiply }.is_in_cycles();
        assert!([2.86, 3.0, 3.13, 4.19, 4.0, 4.76].into_iter().all(is));
        assert!(![2.84, 3.16, 3.5, 2.0, 1.0, 6.0, 0.0, f64::NAN].into_iter().any(is));
    }
}
