//! Sampling on simulated machines whose costs are known: it ends in time, gives figures on each
//! of them, errs no more often than it says, and names the state of the core correctly.

mod attempts;
mod intervals;
mod states;

use anyhow::{Result, bail};
use figures::{Core, Figure, Verdict};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sampling::hardware::IdleProbe;
use sampling::rounds::{FEWEST, LATEST, Round};
use sampling::verdict::verdicts;
use sampling::{ATTEMPTS, Batch, Budget, Gate, Host, Lane, Lanes, Roles, Samples, Scale, sample};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Duration;

/// A simulated machine: its behaviour at a time in nanoseconds.
struct Machine {
    state: RefCell<State>,
    /// The cycles of an idle probe when nothing else runs, drawn at random.
    idle: fn(IdleProbe, &mut Xoshiro256PlusPlus) -> f64,
    /// Whether another program uses the same core.
    has_company: fn(f64) -> bool,
    /// Core cycles per nanosecond.
    frequency: fn(f64) -> f64,
    /// Ticks per step of the clock.
    step: f64,
    /// The share of readings lost by a counter that jumps backwards.
    lost: f64,
    /// Nanoseconds of every 100 ms in which the program may run.
    granted: f64,
}

struct State {
    nanoseconds: f64,
    random: Xoshiro256PlusPlus,
}

/// Ticks of the clock per nanosecond.
const TICKS: f64 = 2.6;

/// The period of grants, in nanoseconds.
const PERIOD: f64 = 1e8;

/// A machine without any trouble.
fn quiet() -> Machine {
    let random = Xoshiro256PlusPlus::seed_from_u64(0x5a3d);
    Machine {
        state: RefCell::new(State { nanoseconds: 0.0, random }),
        idle: one_mode,
        has_company: alone,
        frequency: steady,
        step: 1.0,
        lost: 0.0,
        granted: PERIOD,
    }
}

impl Machine {
    /// Lets this many cycles of work pass, which company slows down by the factor `slowed`;
    /// returns ticks.
    fn work(&self, cycles: f64, slowed: f64) -> f64 {
        let mut state = self.state.borrow_mut();
        let slowed = if (self.has_company)(state.nanoseconds) { slowed } else { 1.0 };
        let mut left = cycles * slowed / (self.frequency)(state.nanoseconds);
        let read = |nanoseconds: f64| (nanoseconds * TICKS / self.step).floor() * self.step;
        let start = read(state.nanoseconds);
        while left > 0.0 {
            let phase = state.nanoseconds % PERIOD;
            if phase >= self.granted {
                state.nanoseconds += PERIOD - phase;
            } else {
                let runs = left.min(self.granted - phase).max(1.0);
                state.nanoseconds += runs;
                left -= runs;
            }
        }
        let is_lost = unit(&mut state.random) < self.lost;
        if is_lost { 0.0 } else { read(state.nanoseconds) - start }
    }

    fn gate(&self) -> Gate<'_> {
        Gate::learn(self, Duration::from_secs(5))
    }
}

impl Host for Machine {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.state.borrow().nanoseconds as u64)
    }

    fn rest(&self) {
        self.state.borrow_mut().nanoseconds += 2e6;
    }

    /// Chains of dependent instructions do not notice company. Interruptions are rare enough that
    /// one of three runs is whole.
    fn calibrate(&self) -> Scale {
        let steps = 10_000_f64.max(1500.0 * self.step);
        let addition = (0..3)
            .map(|_| self.work(steps, 1.0))
            .fold(f64::INFINITY, |least, raw| if raw > 0.0 { least.min(raw) } else { least });
        let noise = 1.0 + 0.001 * (unit(&mut self.state.borrow_mut().random) - 0.5);
        Scale { factor: steps / addition * noise, multiply: 3.0 }
    }

    fn idle(&self, probe: IdleProbe) -> f64 {
        let cycles = (self.idle)(probe, &mut self.state.borrow_mut().random);
        // A probe lasts at least a hundred steps of the clock.
        let runs = (100.0 * self.step / cycles).ceil();
        self.work(runs * cycles, 2.0) / runs
    }
}

/// A table of variants whose costs are known.
struct Table<'a> {
    machine: &'a Machine,
    lanes: Vec<Lane>,
    /// Cycles per query of each variant in the median layout.
    cycles: Vec<f64>,
    /// Queries in a batch.
    queries: f64,
    /// The largest deviation of a layout to either side, as a share.
    layouts: f64,
    /// The largest deviation of a round, likewise.
    noise: f64,
    /// The share of its noise that a variant keeps from round to round.
    kept: f64,
    /// Factors of each variant's time: the layout, and the noise.
    layout: Vec<f64>,
    state: Vec<f64>,
    random: Xoshiro256PlusPlus,
    /// The calls: the layout of a block, or a batch of a lane.
    calls: Vec<Call>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Call {
    LayOut(usize),
    Measure(usize, Batch),
}

/// Two variants, the second `ratio` times as slow and also lengthened, a copy of each, the null
/// control and its copy.
fn table(machine: &Machine, ratio: f64) -> Table<'_> {
    let cycles = vec![2.0, 2.0 * ratio, 2.0, 2.0 * ratio, 1.0, 1.0];
    let variants = (0..cycles.len()).map(|variant| Lane { variant, links: 0 });
    let lanes = variants.chain([Lane { variant: 1, links: 8 }]).collect();
    Table {
        machine,
        lanes,
        queries: 4096_f64.max(200.0 * machine.step),
        layouts: 0.0,
        noise: 0.001,
        kept: 0.0,
        layout: vec![1.0; cycles.len()],
        state: vec![0.0; cycles.len()],
        cycles,
        random: Xoshiro256PlusPlus::seed_from_u64(0x1a7e),
        calls: Vec::new(),
    }
}

fn roles() -> Roles {
    let (compared, copies, fixed) = (vec![0, 1], vec![(2, 0), (3, 1)], vec![]);
    let (builds, by_reference, pairs, neutral) = (vec![], false, vec![], vec![]);
    Roles { compared, copies, builds, null: 4, null_copy: 5, fixed, by_reference, pairs, neutral }
}

impl Lanes for Table<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        self.calls.push(Call::LayOut(block));
        for layout in &mut self.layout {
            *layout = 1.0 + self.layouts * (2.0 * unit(&mut self.random) - 1.0);
        }
        // Laying out takes a millisecond.
        self.machine.work(3.7e6, 1.0);
        Ok(())
    }

    fn measure(&mut self, lane: usize, batch: Batch) -> Result<f64> {
        self.calls.push(Call::Measure(lane, batch));
        let Lane { variant, links } = self.lanes[lane];
        let fresh = 2.0 * unit(&mut self.random) - 1.0;
        let state = &mut self.state[variant];
        *state = self.kept * *state + (1.0 - self.kept * self.kept).sqrt() * fresh;
        let factor = self.layout[variant] * (1.0 + self.noise * *state);
        let cycles = self.cycles[variant] * factor + links as f64;
        Ok(self.machine.work(self.queries * cycles, 1.5) / self.queries)
    }
}

/// A random number between 0 and 1.
fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

const BUDGET: Budget = Budget::short(96, Duration::from_secs(3));

/// The results of a table.
struct Said {
    core: Core,
    blocks: usize,
    samples: Samples,
    verdict: Option<Verdict>,
    ratio: Figure,
    net: Figure,
    slope: Figure,
    copies: Vec<Figure>,
}

/// Samples a table for this budget.
fn samples_of(gate: &Gate<'_>, table: &mut Table<'_>, budget: Budget) -> Samples {
    let mut samples = Samples::new(table.lanes(), 1);
    sample(gate, table, budget, &mut samples).unwrap();
    samples
}

/// Samples a table for its budget, and checks that it ends in time.
fn sampled(gate: &Gate<'_>, table: &mut Table<'_>) -> Said {
    let begin = table.machine.elapsed();
    let samples = samples_of(gate, table, BUDGET);
    let took = table.machine.elapsed() - begin;
    assert!(took < BUDGET.time * LATEST, "{took:?}");
    let counted = samples.counted(gate);
    let said = verdicts(&counted, &roles()).expect("figures on every machine");
    Said {
        core: counted.core,
        blocks: counted.blocks(),
        verdict: said.of(1, 0),
        ratio: said.ratios[1].expect("a ratio"),
        net: said.net[1],
        slope: said.slopes[1].expect("a slope"),
        copies: said.copies,
        samples,
    }
}

fn is_near(figure: Figure, truth: f64, by: f64) -> bool {
    (figure.value - truth).abs() <= by
}

fn holds(figure: Figure, truth: f64) -> bool {
    figure.low <= truth && truth <= figure.high
}

/// Never; then 90 % and 10 % of the time, in stretches of 9 ms and 1 ms.
fn alone(_: f64) -> bool {
    false
}

fn mostly_in_company(nanoseconds: f64) -> bool {
    nanoseconds % 1e7 < 9e6
}

fn now_and_then_in_company(nanoseconds: f64) -> bool {
    nanoseconds % 1e7 < 1e6
}

fn steady(_: f64) -> f64 {
    3.7
}

/// A new frequency every 23 microseconds, up to a fifth from the middle.
fn restless(nanoseconds: f64) -> f64 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64((nanoseconds / 23e3) as u64);
    3.7 * (0.8 + 0.4 * unit(&mut random))
}

/// Changes between two frequencies every 100 microseconds: within many rounds, but not all.
fn changing(nanoseconds: f64) -> f64 {
    if nanoseconds % 2e5 < 1e5 { 3.7 } else { 3.0 }
}

/// One mode for all probes.
fn one_mode(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    4000.0 * (1.0 + 0.01 * unit(random))
}

/// A quiet Zen 4 guest, with nops that overflow its op cache in place of the wide ones.
fn zen_4(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    match probe {
        IdleProbe::Nops => 2049.0 + 99.0 * unit(random),
        IdleProbe::Additions => 5341.0 + 215.0 * unit(random),
        IdleProbe::WideNops => three_modes(probe, random),
    }
}

/// Every probe has two modes, 15 % apart and equally frequent.
fn two_modes(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    if unit(random) < 0.5 { 4000.0 } else { 4600.0 }
}

/// Every probe has the three modes of nops that overflow the op cache of a Zen 4.
fn three_modes(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    [3741.0, 4407.0, 5037.0][(3.0 * unit(random)) as usize]
}
