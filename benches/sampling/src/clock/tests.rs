//! Tests of the clock, on a counter and chains that are made up.

use super::*;
use std::cell::Cell;

/// Ticks of the made-up counter per cycle, and ticks per reading.
const TICKS: f64 = 0.7;
const READING: f64 = 400.0;

thread_local! {
    static NOW: Cell<f64> = const { Cell::new(0.0) };
    /// The counter's step in ticks.
    static STEP: Cell<f64> = const { Cell::new(1.0) };
    /// The number of runs of a chain, and the steps of the last one.
    static RUNS: Cell<usize> = const { Cell::new(0) };
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// The made-up counter. Half of a reading's time passes before it and half after.
pub(super) fn now() -> u64 {
    let seen = NOW.get() + READING / 2.0;
    NOW.set(seen + READING / 2.0);
    ((seen / STEP.get()).floor() * STEP.get()) as u64
}

fn pass(cycles: f64) -> u64 {
    NOW.set(NOW.get() + TICKS * cycles);
    0
}

/// A made-up chain with this many hundredths of a cycle per step. Every other run is
/// interrupted, and the counter jumps backwards during every fifth.
fn chain<const HUNDREDTHS: usize>(steps: usize) -> u64 {
    RUNS.set(RUNS.get() + 1);
    STEPS.set(steps);
    let interrupt = if RUNS.get().is_multiple_of(2) { 10_000.0 } else { 0.0 };
    let jump = if RUNS.get().is_multiple_of(5) { -1e9 } else { 0.0 };
    pass((steps * HUNDREDTHS) as f64 / 100.0 + interrupt + jump)
}

/// A clock with the made-up counter, on which a multiplication takes this long.
fn made_up(multiply: fn(usize) -> u64) -> Clock {
    with_chains(chain::<100>, multiply, chain::<400>)
}

fn with_chains(add: fn(usize) -> u64, multiply: fn(usize) -> u64, load: fn(usize) -> u64) -> Clock {
    NOW.set(1e15);
    RUNS.set(0);
    let delay = |steps: usize| pass(steps as f64);
    Clock::of(Source::MadeUp, Chains { delay, add, multiply, load })
}

fn is_near(value: f64, truth: f64) -> bool {
    (value / truth - 1.0).abs() < 0.001
}

#[test]
fn a_chain_has_10_000_additions_or_as_many_as_last_1_000_steps_of_the_clock() {
    for (step, additions) in [(1.0, 10_000), (26.0, 40_000), (1000.0, 2_560_000)] {
        STEP.set(step);
        let clock = made_up(chain::<300>);
        assert_eq!(clock.resolution(), step as u64);
        clock.fastest(clock.chains.add, clock.chain_steps);
        assert_eq!(STEPS.get(), additions, "{step}");
        assert!(is_near(clock.calibrate().factor, TICKS.recip()), "{step}");
    }
}

#[test]
fn a_probe_lasts_100_steps_of_the_clock() {
    for (step, runs) in [(1.0, 1.0), (40.0, 10.0), (80.0, 20.0)] {
        STEP.set(step);
        let host = crate::ThisHost::new(made_up(chain::<300>));
        // On this counter, reading it is all that takes time.
        assert_eq!(crate::Host::idle(&host, hardware::IdleProbe::Nops), READING / runs);
    }
}

#[test]
fn the_systems_clock_tells_nanoseconds() {
    let clock = Clock::of_the_system();
    assert_eq!((clock.unit(), clock.meter()), (Unit::Nanoseconds, "nanoseconds, system clock"));
    assert_eq!(clock.calibrate().factor, 1.0);
    let around = Instant::now();
    let start = clock.start();
    let within = Instant::now();
    std::thread::sleep(std::time::Duration::from_millis(1));
    let least = within.elapsed().as_nanos() as u64;
    let took = clock.elapsed(start);
    assert!((least..=around.elapsed().as_nanos() as u64).contains(&took), "{took}");
    assert_eq!(made_up(chain::<300>).unit(), Unit::Cycles);
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[test]
fn the_processors_clock_is_named_by_its_counter() {
    let chains = Chains::OF_THE_PROCESSOR;
    let source = Source::Processor;
    let clock = Clock { source, step: 1, empty: 0, chain_steps: 10_000, chains };
    let counter = if cfg!(target_arch = "x86_64") { "time-stamp" } else { "virtual" };
    let expected = format!("core cycles, calibrated {counter} counter");
    assert_eq!((clock.unit(), clock.meter()), (Unit::Cycles, &*expected));
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

/// Additions and multiplications have their links from one place, loads from another.
#[test]
fn links_that_run_twice_or_not_at_all_are_no_cycles() {
    for (load, is_in_cycles) in [
        (chain::<260> as fn(usize) -> u64, false),
        (chain::<300>, true),
        (chain::<400>, true),
        (chain::<500>, true),
        (chain::<560>, false),
    ] {
        assert_eq!(with_chains(chain::<100>, chain::<300>, load).is_in_cycles(), is_in_cycles);
    }
    for load in [chain::<400>, chain::<500>] {
        assert!(!with_chains(chain::<200>, chain::<600>, load).is_in_cycles());
        assert!(!with_chains(chain::<50>, chain::<150>, load).is_in_cycles());
    }
    let is_plausible = |gigahertz: &f64| FREQUENCY.contains(gigahertz);
    assert!([0.4, 1.0, 3.7, 7.0].iter().all(is_plausible));
    assert!(![0.39, 7.1, f64::INFINITY, f64::NAN].iter().any(is_plausible));
}

#[test]
fn additions_are_timed_by_the_systems_clock() {
    fn sleep(steps: usize) -> u64 {
        std::thread::sleep(std::time::Duration::from_nanos(100 * steps as u64));
        0
    }
    let mut clock = made_up(chain::<300>);
    clock.chains.add = sleep;
    // A system may sleep for longer.
    let gigahertz = clock.gigahertz();
    assert!((0.001..=0.01).contains(&gigahertz), "{gigahertz}");
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
