//! The clock: core cycles from the hardware counter where there is one, from
//! the calibrated time-stamp counter on other x86-64 machines, else nanoseconds.

use crate::catalogue::Context;
use crate::hardware;
use crate::record::{CLOCK, Measurement, Subject, quantity};
use crate::rounds::{self, Budget, FEWEST, Lane, Samples, Watch};
use crate::statistics::Median;
use anyhow::Result;
use std::time::{Duration, Instant};

/// What time is measured in. The three are never mixed in a table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unit {
    /// Core cycles from the hardware counter.
    CountedCycles,
    /// Core cycles from the time-stamp counter and a chain of known latency.
    CalibratedCycles,
    /// Nanoseconds.
    Nanoseconds,
}

impl Unit {
    /// What one of it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::CountedCycles | Unit::CalibratedCycles => quantity::CYCLES,
            Unit::Nanoseconds => quantity::NANOSECONDS,
        }
    }

    /// How it is obtained.
    #[must_use]
    pub fn meter(self) -> &'static str {
        match self {
            Unit::CountedCycles => "core cycles, hardware counter",
            Unit::CalibratedCycles => "core cycles, calibrated time-stamp counter",
            Unit::Nanoseconds => "nanoseconds, system clock",
        }
    }
}

/// The best clock of the machine.
#[derive(Debug)]
pub struct Clock(Source);

#[derive(Debug)]
enum Source {
    #[cfg(target_os = "linux")]
    Counter(std::cell::RefCell<perf_event::Counter>),
    #[cfg(target_arch = "x86_64")]
    Timestamp,
    #[cfg_attr(target_arch = "x86_64", expect(dead_code, reason = "x86-64 has a better one"))]
    System(Instant),
}

/// How the clock's readings become its unit.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Units per raw reading.
    pub factor: f64,
    /// The unit's time for an addition that waits for the one before, by this
    /// factor: 1 cycle, if the calibration by multiplications is right.
    pub addition: f64,
}

impl Clock {
    /// Opens the best clock there is for batches of thousands of queries.
    #[must_use]
    pub fn open() -> Clock {
        #[cfg(target_os = "linux")]
        if let Some(counter) = open_counter() {
            return Clock(Source::Counter(std::cell::RefCell::new(counter)));
        }
        Clock::open_light()
    }

    /// Opens a clock that takes no system call to read, for a visit of a few
    /// queries: the time-stamp counter even where there are hardware counters.
    #[must_use]
    pub fn open_light() -> Clock {
        #[cfg(target_arch = "x86_64")]
        return Clock(Source::Timestamp);
        #[cfg(not(target_arch = "x86_64"))]
        return Clock(Source::System(Instant::now()));
    }

    /// What readings become.
    #[must_use]
    pub fn unit(&self) -> Unit {
        match self.0 {
            #[cfg(target_os = "linux")]
            Source::Counter(_) => Unit::CountedCycles,
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => Unit::CalibratedCycles,
            Source::System(_) => Unit::Nanoseconds,
        }
    }

    /// The raw reading at the beginning of a measurement.
    #[inline(always)]
    #[must_use]
    pub fn start(&self) -> u64 {
        match &self.0 {
            #[cfg(target_os = "linux")]
            Source::Counter(counter) => read(counter),
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => hardware::timestamp::begin(),
            Source::System(origin) => origin.elapsed().as_nanos() as u64,
        }
    }

    /// What has passed since `start`, raw.
    #[inline(always)]
    #[must_use]
    pub fn elapsed(&self, start: u64) -> u64 {
        match &self.0 {
            #[cfg(target_os = "linux")]
            Source::Counter(counter) => read(counter) - start,
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => hardware::timestamp::end() - start,
            Source::System(origin) => origin.elapsed().as_nanos() as u64 - start,
        }
    }

    /// What has passed since `start`, in the clock's unit as it is now: the
    /// core's frequency drifts, the time-stamp counter's does not.
    #[must_use]
    pub fn stop(&self, start: u64) -> f64 {
        let elapsed = self.elapsed(start) as f64;
        elapsed * self.calibrate().factor
    }

    /// Times chains of known latency.
    #[must_use]
    pub fn calibrate(&self) -> Scale {
        let addition = self.per_step(hardware::add_chain);
        let factor = match self.0 {
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => {
                hardware::MULTIPLY_LATENCY / self.per_step(hardware::multiply_chain)
            }
            _ => 1.0,
        };
        Scale { factor, addition: addition * factor }
    }

    /// The raw time of a run of idle instructions: longer while another thread
    /// uses the same core.
    #[must_use]
    pub fn width(&self) -> f64 {
        let start = self.start();
        hardware::idle_run();
        self.elapsed(start) as f64
    }

    /// The raw time per step of a chain, by the fastest of several: an
    /// interrupted one only looks slow. The difference of two lengths is free of
    /// what reading the clock costs.
    fn per_step(&self, chain: fn(usize) -> u64) -> f64 {
        let time = |steps| {
            let start = self.start();
            std::hint::black_box(chain(steps));
            self.elapsed(start)
        };
        let fastest = |steps| (0..TRIES).map(|_| time(steps)).min().unwrap_or(u64::MAX) as f64;
        (fastest(2 * CHAIN) - fastest(CHAIN)) / CHAIN as f64
    }
}

/// Opens the counter of core cycles; nothing where the machine or the system
/// denies it, or where it does not count.
#[cfg(target_os = "linux")]
fn open_counter() -> Option<perf_event::Counter> {
    use perf_event::events::Hardware;
    let mut counter = perf_event::Builder::new(Hardware::CPU_CYCLES).build().ok()?;
    counter.enable().ok()?;
    let before = counter.read().ok()?;
    hardware::multiply_chain(CHAIN);
    let counted = counter.read().ok()? - before;
    (counted as f64 > CHAIN as f64).then_some(counter)
}

#[cfg(target_os = "linux")]
fn read(counter: &std::cell::RefCell<perf_event::Counter>) -> u64 {
    counter.borrow_mut().read().expect("a counter that was read before can be read again")
}

/// Long enough that the fences around it do not show, short enough that an
/// interrupt seldom falls into it.
const CHAIN: usize = 1000;

/// How often a chain is timed for one calibration.
const TRIES: usize = 7;

/// A chain of known latency, as the clock reads it.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// What it is made of.
    pub name: &'static str,
    /// What each step takes by the processors' manuals.
    pub expected: &'static str,
    /// The reading per step.
    pub reading: Median,
    /// In how many rounds it was read.
    pub samples: usize,
}

/// Its name, what a step takes, and the chain of so many steps.
type KnownChain = (&'static str, &'static str, fn(usize) -> u64);

/// Reads chains of known latency in interleaved rounds, as variants are.
///
/// The chain of multiplications must give what it was calibrated with; the
/// others, which had no part in it, show whether that is true. Nothing if
/// there are too few rounds.
///
/// # Errors
/// None; a chain has no answer that could be wrong.
pub fn chains(watch: &Watch) -> Result<Vec<Chain>> {
    const STEPS: usize = 1 << 12;
    let chains: &[KnownChain] = &[
        ("multiply-chain", "3", hardware::multiply_chain),
        ("add-chain", "1", hardware::add_chain),
        #[cfg(target_arch = "x86_64")]
        ("load-chain", "4 or 5, by the processor", hardware::load_chain),
    ];
    let clock = watch.clock();
    let lane = |(contender, &(_, _, chain)): (usize, &KnownChain)| {
        let measure = move |_| {
            let time = |steps| {
                let start = clock.start();
                std::hint::black_box(chain(steps));
                clock.elapsed(start) as f64
            };
            // Free of what reading the clock costs.
            Ok((time(2 * STEPS) - time(STEPS)) / STEPS as f64)
        };
        Lane { contender, measure: Box::new(measure) }
    };
    let mut lanes: Vec<_> = chains.iter().enumerate().map(lane).collect();
    let budget = Budget { rounds: 100, time: Duration::from_secs(5) };
    let mut samples = Samples::new(&lanes);
    rounds::sample(watch, &mut lanes, budget, &mut samples, |_| true)?;
    let reading = |(contender, &(name, expected, _)): (usize, &KnownChain)| Chain {
        name,
        expected,
        reading: Median::of(&samples.contender(contender), 0.05),
        samples: samples.rounds(),
    };
    let enough = samples.rounds() >= FEWEST;
    Ok(chains.iter().enumerate().filter(|_| enough).map(reading).collect())
}

impl Chain {
    /// The reading as a record.
    #[must_use]
    pub fn measurement(&self, unit: Unit) -> Measurement {
        let subject = Subject {
            study: CLOCK,
            variant: self.name,
            stream: quantity::DEPENDENT,
            context: Context::Latency.name(),
        };
        let per_step = format!("{}/step", unit.name());
        subject.measured(unit.name(), &per_step, self.reading, self.samples)
    }
}
