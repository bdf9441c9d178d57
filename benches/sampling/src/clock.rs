//! The clock: core cycles where the processor's clock can be calibrated by chains of known
//! latency, else nanoseconds.

use crate::hardware;
use records::Unit;
use std::time::Instant;

/// A clock of the machine, with its unit and its step.
#[derive(Debug)]
pub struct Clock {
    source: Source,
    /// The smallest difference between two raw readings, if not zero.
    step: u64,
    /// What an empty measurement reads at least.
    empty: u64,
    /// Steps of a chain that it reads well.
    chain_steps: usize,
    chains: Chains,
}

/// What calibrates a clock: each runs this many steps.
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
    /// A test plays the counter, and the chains that it sees.
    #[cfg(test)]
    MadeUp,
    #[cfg(target_os = "linux")]
    Counter(std::cell::RefCell<perf_event::Counter>),
    /// Raw readings are ticks of the processor's own clock.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    Processor,
    /// Raw readings are nanoseconds since this moment.
    System(Instant),
}

/// How the clock's readings become its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Units per raw reading: a register addition that waits for another one takes a cycle.
    pub factor: f64,
    /// Cycles that a multiplication takes that waits for another one, by the same
    /// additions: 3 on most processors, 4 on Zen 1, 5 on small cores.
    pub multiply: f64,
}

impl Scale {
    /// Whether it is of use. It is not where every chain's reading was lost to a counter
    /// that jumped backwards.
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.factor.is_normal() && self.factor > 0.0 && self.multiply.is_normal()
    }

    /// Whether a multiplication takes as many cycles as one may: 3, 4 or 5. If it takes no
    /// whole number of them, or another one, then an addition is no cycle.
    ///
    /// Within 5 %: beside another thread of the same core, additions were seen to take up to 3 %
    /// longer on Zen 5, and multiplications no longer. Records hold what each table saw, and
    /// reports tell what is more than 2 % off.
    #[must_use]
    pub fn is_in_cycles(self) -> bool {
        (3..=5).map(f64::from).any(|cycles| (self.multiply / cycles - 1.0).abs() <= 0.05)
    }
}

/// A chain lasts so many steps of the clock at least, so that one is a thousandth of it.
const CLOCK_STEPS: u64 = 1000;

/// A chain has so many steps of its own at least, and no more than so many even on a clock
/// that seems to stand still.
const CHAIN_STEPS: usize = 10_000;
const MOST_STEPS: usize = 10_000_000;

/// How often a chain is timed for a calibration, and how many readings may be lost.
const TRIES: usize = 3;
const LOST: usize = 6;

/// How many readings of each chain decide upon the unit.
const TRIALS: usize = 40;

impl Clock {
    /// Opens the best clock there is for batches of many thousand queries: the hardware
    /// counter of core cycles where it is granted and counts all the time. To read it takes
    /// a system call of some 2,000 cycles; [`Clock::open_light`] is for all else.
    #[must_use]
    pub fn open() -> Clock {
        #[cfg(target_os = "linux")]
        if let Some(counter) = open_counter() {
            let source = Source::Counter(std::cell::RefCell::new(counter));
            let clock = Clock::of(source, Chains::OF_THE_PROCESSOR);
            if clock.is_in_cycles() {
                return clock;
            }
        }
        Clock::open_light()
    }

    /// Opens a clock that takes no system call to read: the processor's own where chains of
    /// known latency can calibrate it to cycles, else the system's.
    #[must_use]
    pub fn open_light() -> Clock {
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

    /// Whether the chains agree that additions take a cycle: by the fastest of many of each,
    /// for the frequency may change between two. On a Zen 5 guest whose frequency wandered, a
    /// median of 15 ratios was once 2.94.
    fn is_in_cycles(&self) -> bool {
        let least = |chain| {
            let times = (0..TRIALS).map(|_| self.fastest(chain, self.chain_steps));
            times.fold(f64::INFINITY, f64::min)
        };
        let multiply = least(self.chains.multiply) / least(self.chains.add);
        Scale { factor: 1.0, multiply }.is_in_cycles()
    }

    /// What its calibrated readings are.
    #[must_use]
    pub fn unit(&self) -> Unit {
        match self.source {
            Source::System(_) => Unit::Nanoseconds,
            #[cfg(any(test, target_os = "linux", target_arch = "x86_64", target_arch = "aarch64"))]
            _ => Unit::Cycles,
        }
    }

    /// How they are obtained.
    #[must_use]
    pub fn meter(&self) -> &'static str {
        match self.source {
            #[cfg(target_os = "linux")]
            Source::Counter(_) => "core cycles, hardware counter",
            #[cfg(target_arch = "x86_64")]
            Source::Processor => "core cycles, calibrated time-stamp counter",
            #[cfg(target_arch = "aarch64")]
            Source::Processor => "core cycles, calibrated virtual counter",
            Source::System(_) => "nanoseconds, system clock",
            #[cfg(test)]
            Source::MadeUp => "made-up ticks",
        }
    }

    /// The clock's step: raw readings differ by at least so much, if they differ.
    #[must_use]
    pub fn resolution(&self) -> u64 {
        self.step
    }

    /// The clock's step in its unit, by a calibration now.
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

    /// What has passed since `start`, raw. It is 0 where the counter jumped backwards, as
    /// some do when the thread comes to another core: no measurement takes no time.
    #[inline(always)]
    #[must_use]
    pub fn elapsed(&self, start: u64) -> u64 {
        self.read().saturating_sub(start)
    }

    #[inline(always)]
    fn read(&self) -> u64 {
        match &self.source {
            #[cfg(target_os = "linux")]
            Source::Counter(counter) => {
                counter.borrow_mut().read().expect("a counter that was read can be read again")
            }
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Source::Processor => hardware::ticks(),
            Source::System(origin) => origin.elapsed().as_nanos() as u64,
            #[cfg(test)]
            Source::MadeUp => tests::now(),
        }
    }

    /// What has passed since `start`, in the clock's unit as it is now: the core's frequency
    /// drifts, the processor's clock does not.
    #[must_use]
    pub fn stop(&self, start: u64) -> f64 {
        let elapsed = self.elapsed(start) as f64;
        elapsed * self.calibrate().factor
    }

    /// Times chains of known latency. The scale is not valid where all readings were lost.
    #[must_use]
    pub fn calibrate(&self) -> Scale {
        let addition = self.fastest(self.chains.add, self.chain_steps);
        // Shorter, for it is only a check.
        let multiplication = self.fastest(self.chains.multiply, self.chain_steps / 5);
        let factor = match self.source {
            _ if addition.is_infinite() => 0.0,
            Source::System(_) => 1.0,
            #[cfg(target_os = "linux")]
            Source::Counter(_) => 1.0,
            #[cfg(any(test, target_arch = "x86_64", target_arch = "aarch64"))]
            _ => addition.recip(),
        };
        Scale { factor, multiply: multiplication / addition }
    }

    /// The raw time of a step of a chain, by the fastest of several: an interrupted one only
    /// looks slow. Infinite where all readings were lost.
    fn fastest(&self, chain: fn(usize) -> u64, steps: usize) -> f64 {
        let times = (0..TRIES + LOST).map(|_| self.per_step(chain, steps));
        times.filter(|time| *time > 0.0).take(TRIES).fold(f64::INFINITY, f64::min)
    }

    /// The raw time of a step of a chain, without what an empty measurement reads; 0 where
    /// the reading was lost.
    fn per_step(&self, chain: fn(usize) -> u64, steps: usize) -> f64 {
        self.time(chain, steps).saturating_sub(self.empty) as f64 / steps as f64
    }

    /// The raw time of so many steps of a chain.
    fn time(&self, chain: fn(usize) -> u64, steps: usize) -> u64 {
        let start = self.start();
        std::hint::black_box(chain(steps));
        self.elapsed(start)
    }
}

/// In so many delays, each read so often, the clock's step is looked for.
const DELAYS: usize = 64;
const READINGS: usize = 9;

/// The clock's step, by the raw readings across delays that grow by single cycles: the
/// readings then differ by whole steps, and every one of them is seen.
///
/// The step is the largest gap between readings, not the smallest: a guest's counter of 26
/// ticks a step that is scaled to another rate reads 26 or 27, 52 or 53, and so on.
fn smallest_step(mut across: impl FnMut(usize) -> u64) -> u64 {
    // Coarse clocks need longer delays to be seen moving at all.
    for stride in (0..8).map(|power| 1 << (2 * power)) {
        let delays = (0..DELAYS).flat_map(|delay| [delay * stride; READINGS]);
        let mut readings: Vec<u64> = delays.map(&mut across).collect();
        readings.sort_unstable();
        // Few are disturbed: most of those are long, and a counter that jumps reads 0.
        let told = &readings[readings.len() / 20..readings.len() / 4 * 3];
        let mut gaps: Vec<u64> = told.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.retain(|gap| *gap > 0);
        if gaps.len() >= 2 {
            return gaps.into_iter().max().unwrap_or(1);
        }
    }
    1
}

/// Opens the counter of core cycles; nothing where the machine or the system denies it, or
/// where it does not count all the time: a counter that shares its place with others, or
/// that belongs to the other kind of core, loses cycles.
#[cfg(target_os = "linux")]
fn open_counter() -> Option<perf_event::Counter> {
    use perf_event::events::Hardware;
    let mut counter = perf_event::Builder::new(Hardware::CPU_CYCLES).build().ok()?;
    counter.enable().ok()?;
    hardware::add_chain(MOST_STEPS);
    let counted = counter.read_full().ok()?;
    let is_whole = counted.time_enabled()? == counted.time_running()?;
    (is_whole && counted.count() as f64 > 0.9 * MOST_STEPS as f64).then_some(counter)
}

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

/// The additions must give what they calibrated the clock with; the others, which had no
/// part in that, show whether it is right.
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
    /// What a step takes now, as the clock reads it, without what reading it costs; 0 where
    /// the reading was lost.
    #[must_use]
    pub fn step(&self, clock: &Clock) -> f64 {
        clock.per_step(self.run, clock.chain_steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Ticks of the made-up counter in a cycle, and how many a reading of it takes.
    const TICKS: f64 = 0.7;
    const READING: f64 = 400.0;

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
        /// How often a chain ran.
        static RUNS: Cell<usize> = const { Cell::new(0) };
    }

    /// The made-up counter. Half of what a reading takes passes before it and half after.
    pub(super) fn now() -> u64 {
        let seen = NOW.get() + READING / 2.0;
        NOW.set(seen + READING / 2.0);
        seen as u64
    }

    fn pass(cycles: f64) -> u64 {
        NOW.set(NOW.get() + TICKS * cycles);
        0
    }

    /// A step of a made-up chain takes so many hundredths of a cycle. Every other run is
    /// interrupted, and the counter jumps backwards during every fifth.
    fn chain<const HUNDREDTHS: usize>(steps: usize) -> u64 {
        RUNS.set(RUNS.get() + 1);
        let interrupt = if RUNS.get().is_multiple_of(2) { 10_000.0 } else { 0.0 };
        let jump = if RUNS.get().is_multiple_of(5) { -1e9 } else { 0.0 };
        pass((steps * HUNDREDTHS) as f64 / 100.0 + interrupt + jump)
    }

    /// A clock by the made-up counter, on which a multiplication takes this long.
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
    }

    #[test]
    fn a_clock_is_refused_whose_multiplications_take_no_whole_number_of_additions() {
        for multiply in [chain::<33>, chain::<350>, chain::<600>] {
            assert!(!made_up(multiply).is_in_cycles());
        }
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

    /// Readings across delays of a clock of such steps, when half a tick passes in a cycle
    /// and reading it takes 40 ticks.
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
    }

    #[test]
    fn a_jump_and_an_interrupt_are_no_steps() {
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

    #[test]
    fn a_scale_of_lost_readings_is_not_valid() {
        let is = |factor, multiply| Scale { factor, multiply }.is_valid();
        assert!(is(1.4, 3.0));
        for lost in [0.0, -1.0, f64::INFINITY, f64::NAN] {
            assert!(!is(lost, 3.0));
        }
        assert!(!is(1.0, f64::NAN) && !is(1.0, 0.0));
    }
}
