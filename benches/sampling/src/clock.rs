//! The clock: core cycles from the hardware counter where there is one, from the
//! calibrated time-stamp counter on other x86-64 machines, else nanoseconds.

use crate::hardware;
use records::Unit;
use std::time::Instant;

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Units per raw reading.
    pub factor: f64,
    /// The unit's time for an addition that waits for the one before, by this factor: 1
    /// cycle, if the calibration by multiplications is right.
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

    /// Opens a clock that takes no system call to read, for a burst of a few queries: the
    /// time-stamp counter even where there are hardware counters.
    #[must_use]
    pub fn open_light() -> Clock {
        #[cfg(target_arch = "x86_64")]
        return Clock(Source::Timestamp);
        #[cfg(not(target_arch = "x86_64"))]
        return Clock(Source::System(Instant::now()));
    }

    /// What its calibrated readings are.
    #[must_use]
    pub fn unit(&self) -> Unit {
        match self.0 {
            #[cfg(target_os = "linux")]
            Source::Counter(_) => Unit::Cycles,
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => Unit::Cycles,
            Source::System(_) => Unit::Nanoseconds,
        }
    }

    /// How they are obtained.
    #[must_use]
    pub fn meter(&self) -> &'static str {
        match self.0 {
            #[cfg(target_os = "linux")]
            Source::Counter(_) => "core cycles, hardware counter",
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => "core cycles, calibrated time-stamp counter",
            Source::System(_) => "nanoseconds, system clock",
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
        let end = match &self.0 {
            #[cfg(target_os = "linux")]
            Source::Counter(counter) => read(counter),
            #[cfg(target_arch = "x86_64")]
            Source::Timestamp => hardware::timestamp::end(),
            Source::System(origin) => origin.elapsed().as_nanos() as u64,
        };
        // A counter may jump back when the thread comes to another core.
        end.saturating_sub(start)
    }

    /// What has passed since `start`, in the clock's unit as it is now: the core's frequency
    /// drifts, the time-stamp counter's does not.
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

    /// The raw time per step of a chain, by the fastest of several: an interrupted one only
    /// looks slow. The difference of two lengths is free of what reading the clock costs.
    fn per_step(&self, chain: fn(usize) -> u64) -> f64 {
        let times = |steps| (0..TRIES).map(move |_| self.time(chain, steps));
        let fastest = |steps| times(steps).min().unwrap_or(u64::MAX) as f64;
        (fastest(2 * STEPS) - fastest(STEPS)) / STEPS as f64
    }

    /// The raw time of so many steps of a chain.
    fn time(&self, chain: fn(usize) -> u64, steps: usize) -> u64 {
        let start = self.start();
        std::hint::black_box(chain(steps));
        self.elapsed(start)
    }
}

/// Opens the counter of core cycles; nothing where the machine or the system denies it, or
/// where it does not count.
#[cfg(target_os = "linux")]
fn open_counter() -> Option<perf_event::Counter> {
    use perf_event::events::Hardware;
    let mut counter = perf_event::Builder::new(Hardware::CPU_CYCLES).build().ok()?;
    counter.enable().ok()?;
    let before = counter.read().ok()?;
    hardware::multiply_chain(STEPS);
    let counted = counter.read().ok()? - before;
    (counted as f64 > STEPS as f64).then_some(counter)
}

#[cfg(target_os = "linux")]
fn read(counter: &std::cell::RefCell<perf_event::Counter>) -> u64 {
    counter.borrow_mut().read().expect("a counter that was read before can be read again")
}

/// Long enough that the fences around it do not show, short enough that an interrupt seldom
/// falls into it.
const STEPS: usize = 1000;

/// How often a chain is timed for one calibration.
const TRIES: usize = 7;

/// A chain of instructions of known latency.
#[derive(Clone, Copy, Debug)]
pub struct KnownChain {
    /// Its name.
    pub name: &'static str,
    /// What each step takes by the processors' manuals, in cycles.
    pub expected: &'static str,
    /// Runs so many steps.
    pub run: fn(usize) -> u64,
}

/// The chain of multiplications must give what it calibrated the clock with; the others,
/// which had no part in that, show whether it is right.
pub const CHAINS: &[KnownChain] = &[
    KnownChain { name: "multiply-chain", expected: "3", run: hardware::multiply_chain },
    KnownChain { name: "add-chain", expected: "1", run: hardware::add_chain },
    #[cfg(target_arch = "x86_64")]
    KnownChain {
        name: "load-chain",
        expected: "4 or 5, by the processor",
        run: hardware::load_chain,
    },
];

impl KnownChain {
    /// What a step takes now, as the clock reads it. Free of what reading the clock costs.
    #[must_use]
    pub fn step(&self, clock: &Clock) -> f64 {
        const STEPS: usize = 1 << 12;
        let time = |steps| clock.time(self.run, steps) as f64;
        (time(2 * STEPS) - time(STEPS)) / STEPS as f64
    }
}
