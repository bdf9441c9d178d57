//! Sampling on simulated machines whose costs are known: it ends in time, gives figures on each
//! of them, errs no more often than it says, and names the state of the core correctly.

use anyhow::{Result, bail};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use records::{Core, Figure, Verdict};
use sampling::hardware::IdleProbe;
use sampling::rounds::{FEWEST, LATEST, TRIES};
use sampling::verdict::verdicts;
use sampling::{Budget, Gate, Host, Lane, Lanes, Roles, Samples, Scale, Turn, sample};
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

/// A table of contenders whose costs are known.
struct Table<'a> {
    machine: &'a Machine,
    lanes: Vec<Lane>,
    /// Cycles per query of each contender in the median layout.
    cycles: Vec<f64>,
    /// Queries in a batch.
    queries: f64,
    /// The largest deviation of a layout to either side, as a share.
    layouts: f64,
    /// The largest deviation of a round, likewise.
    noise: f64,
    /// The share of its noise that a contender keeps from round to round.
    kept: f64,
    /// Factors of each contender's time: the layout, and the noise.
    layout: Vec<f64>,
    state: Vec<f64>,
    random: Xoshiro256PlusPlus,
    /// The calls: the layout of a block, or a turn of a lane.
    calls: Vec<Call>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Call {
    LayOut(usize),
    Measure(usize, Turn),
}

/// Two variants, the second `ratio` times as slow and also lengthened, a copy of each, the null
/// contender and its copy.
fn table(machine: &Machine, ratio: f64) -> Table<'_> {
    let cycles = vec![2.0, 2.0 * ratio, 2.0, 2.0 * ratio, 1.0, 1.0];
    let contenders = (0..cycles.len()).map(|contender| Lane { contender, links: 0 });
    let lanes = contenders.chain([Lane { contender: 1, links: 8 }]).collect();
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
    let (variants, copies, fixed) = (vec![0, 1], vec![(2, 0), (3, 1)], vec![]);
    Roles { variants, copies, again: None, null: 4, null_copy: 5, fixed, by_reference: false }
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

    fn measure(&mut self, lane: usize, turn: Turn) -> Result<f64> {
        self.calls.push(Call::Measure(lane, turn));
        let Lane { contender, links } = self.lanes[lane];
        let fresh = 2.0 * unit(&mut self.random) - 1.0;
        let state = &mut self.state[contender];
        *state = self.kept * *state + (1.0 - self.kept * self.kept).sqrt() * fresh;
        let factor = self.layout[contender] * (1.0 + self.noise * *state);
        let cycles = self.cycles[contender] * factor + links as f64;
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

/// Samples a table for its budget, and checks that it ends in time.
fn sampled(gate: &Gate<'_>, table: &mut Table<'_>) -> Said {
    let mut samples = Samples::new(table.lanes(), 1);
    let begin = table.machine.elapsed();
    sample(gate, table, BUDGET, &mut samples).unwrap();
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

/// A quiet Zen 4 guest: the quantiles of the nops in a loop and of the additions, and in place of
/// the wide nops those that overflow its op cache.
fn zen_4(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    const LOOP: [f64; 6] = [2049.0, 2074.0, 2074.0, 2074.0, 2111.0, 2148.0];
    const ADDITIONS: [f64; 6] = [5341.0, 5407.0, 5407.0, 5444.0, 5444.0, 5556.0];
    let of: &[f64] = match probe {
        IdleProbe::Nops => &LOOP,
        IdleProbe::Additions => &ADDITIONS,
        IdleProbe::WideNops => &STRAIGHT,
    };
    of[(unit(random) * of.len() as f64) as usize]
}

/// Forty runs of 20,000 nops that overflow the op cache, in their order.
const STRAIGHT: [f64; 40] = [
    10815.0, 5037.0, 5000.0, 4407.0, 5037.0, 4556.0, 3889.0, 5037.0, 5037.0, 4963.0, 4370.0,
    4390.0, 4407.0, 4444.0, 4444.0, 4444.0, 5000.0, 4407.0, 3815.0, 5037.0, 4444.0, 5037.0, 3741.0,
    5037.0, 4444.0, 4444.0, 3778.0, 5037.0, 4407.0, 4444.0, 3741.0, 5037.0, 5037.0, 4926.0, 4889.0,
    5037.0, 5037.0, 5037.0, 4519.0, 5037.0,
];

/// Every probe has two modes, 15 % apart and equally frequent.
fn two_modes(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    if unit(random) < 0.5 { 4000.0 } else { 4600.0 }
}

/// Every probe has the three modes of the overflowing nops.
fn three_modes(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    STRAIGHT[(unit(random) * STRAIGHT.len() as f64) as usize]
}

#[test]
fn a_quiet_machine_is_called_quiet() {
    for idle in [one_mode, zen_4] {
        let machine = Machine { idle, ..quiet() };
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!((said.core, said.blocks), (Core::Quiet, BUDGET.blocks));
        assert_eq!(said.verdict, Some(Verdict::Slower));
        assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
        assert!(is_near(said.net, 1.06, 0.003), "{:?}", said.net);
        assert!(is_near(said.slope, 1.0, 0.005), "{:?}", said.slope);
        assert!(said.copies.iter().all(|copy| is_near(*copy, 1.0, 0.001)));
    }
}

#[test]
fn differences_are_called_what_they_are() {
    let machine = quiet();
    let gate = machine.gate();
    for (ratio, verdict) in [
        (1.0, Verdict::Tie),
        (1.003, Verdict::Tie),
        (1.01, Verdict::Slower),
        (1.05, Verdict::Slower),
        (1.0 / 1.003, Verdict::Tie),
        (1.0 / 1.05, Verdict::Faster),
    ] {
        let said = sampled(&gate, &mut table(&machine, ratio));
        assert_eq!(said.verdict, Some(verdict), "{ratio}");
        assert!(is_near(said.ratio, ratio, 0.001), "{:?}", said.ratio);
    }
}

#[test]
fn where_no_probe_is_steady_there_are_figures_all_the_same() {
    for idle in [two_modes, three_modes] {
        let machine = Machine { idle, ..quiet() };
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!((said.core, said.verdict), (Core::Company, Some(Verdict::Slower)));
        assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
    }
}

#[test]
fn without_a_probe_there_is_one_attempt() {
    let machine = Machine { idle: three_modes, ..quiet() };
    let gate = machine.gate();
    assert!(!gate.is_closed());
    let said = sampled(&gate, &mut table(&machine, 1.0));
    // Nothing tells which of several attempts to keep.
    assert_eq!(said.samples.batches, 7 * said.samples.rounds.len());
}

#[test]
fn a_neighbour_for_most_of_the_time_leaves_figures_in_company() {
    let machine = Machine { has_company: mostly_in_company, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!(said.core, Core::Company);
    assert!(is_near(said.ratio, 1.03, 0.02), "{:?}", said.ratio);
}

#[test]
fn a_neighbour_now_and_then_is_kept_out() {
    let machine = Machine { idle: zen_4, has_company: now_and_then_in_company, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
}

#[test]
fn without_a_gate_all_rounds_count_and_company_is_told() {
    for (has_company, core) in [
        (now_and_then_in_company as fn(f64) -> bool, Core::Quiet),
        (mostly_in_company, Core::Company),
    ] {
        let machine = Machine { has_company, ..quiet() };
        let (gate, mut table) = (machine.gate(), table(&machine, 1.03));
        let mut samples = Samples::new(table.lanes(), 1);
        let budget = Budget::long(200, Duration::from_secs(3));
        sample(&gate, &mut table, budget, &mut samples).unwrap();
        let counted = samples.counted(&gate);
        assert_eq!((counted.core, counted.len()), (core, samples.rounds.len()));
        assert!(samples.quiet < samples.batches);
    }
}

#[test]
fn a_frequency_that_never_settles_is_called_so() {
    let machine = Machine { frequency: restless, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.1));
    assert_eq!(said.core, Core::Unsteady);
    assert!(is_near(said.ratio, 1.1, 0.05), "{:?}", said.ratio);
}

#[test]
fn rounds_in_which_the_frequency_changes_do_not_count() {
    let machine = Machine { frequency: changing, ..quiet() };
    let gate = machine.gate();
    let mut table = table(&machine, 1.03);
    let mut samples = Samples::new(table.lanes(), 1);
    sample(&gate, &mut table, BUDGET, &mut samples).unwrap();
    let counted = samples.counted(&gate);
    assert_eq!(counted.core, Core::Quiet);
    let count = |is: &dyn Fn(f64, f64) -> bool| {
        samples.rounds.iter().filter(|round| is(round.idle, round.drift)).count()
    };
    let both = count(&|idle, drift| gate.is_quiet(idle) && drift <= 0.01);
    assert_eq!(counted.len(), both);
    assert!(both < count(&|idle, _| gate.is_quiet(idle)));
    assert!(both < count(&|_, drift| drift <= 0.01));
    let said = verdicts(&counted, &roles()).unwrap();
    // Cycles are the same at both frequencies.
    assert!(is_near(said.raw[0], 2.0, 0.005), "{:?}", said.raw[0]);
}

#[test]
fn a_clock_of_any_step_gives_figures() {
    for step in [1.0, 26.0, 1000.0] {
        let machine = Machine { step, ..quiet() };
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)), "{step}");
        assert!(is_near(said.ratio, 1.03, 0.003), "{step} {:?}", said.ratio);
        assert!(is_near(said.net, 1.06, 0.01), "{step} {:?}", said.net);
    }
}

#[test]
fn a_counter_that_jumps_backwards_makes_no_figure() {
    let machine = Machine { lost: 0.1, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
    assert!(is_near(said.net, 1.06, 0.003), "{:?}", said.net);
    // The same without a steady probe.
    let machine = Machine { idle: two_modes, ..machine };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
}

#[test]
fn a_counter_that_loses_everything_ends_without_figures() {
    let machine = Machine { lost: 1.0, ..quiet() };
    let gate = machine.gate();
    let mut table = table(&machine, 1.0);
    let mut samples = Samples::new(table.lanes(), 1);
    let begin = machine.elapsed();
    sample(&gate, &mut table, BUDGET, &mut samples).unwrap();
    assert!(machine.elapsed() - begin < BUDGET.time * (LATEST + 1));
    assert!(samples.rounds.is_empty() && samples.batches == 0);
    let counted = samples.counted(&gate);
    assert!(counted.is_empty() && counted.idle().is_none() && counted.multiply().is_none());
    assert!(verdicts(&counted, &roles()).is_none());
}

#[test]
fn a_tenth_of_a_core_is_enough() {
    let machine = Machine { granted: PERIOD / 10.0, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!(is_near(said.ratio, 1.03, 0.002), "{:?}", said.ratio);
}

#[test]
fn a_slow_machine_gives_figures_once_it_has_enough_blocks() {
    let machine = quiet();
    let gate = machine.gate();
    // Seven lanes of 1 to 10 cycles take a tenth of the budget.
    let mut slow = Table { queries: 5e7, ..table(&machine, 1.05) };
    let mut samples = Samples::new(slow.lanes(), 1);
    sample(&gate, &mut slow, BUDGET, &mut samples).unwrap();
    // After the time, one round per block is enough.
    assert!((12..=16).contains(&samples.rounds.len()), "{}", samples.rounds.len());
    let counted = samples.counted(&gate);
    assert_eq!(counted.blocks(), FEWEST);
    assert!(verdicts(&counted, &roles()).is_none(), "too few for six contenders");
    // Too slow for six blocks: only a few rounds are done.
    let mut slower = Table { queries: 1e9, ..table(&machine, 1.05) };
    let mut samples = Samples::new(slower.lanes(), 1);
    let begin = machine.elapsed();
    sample(&gate, &mut slower, BUDGET, &mut samples).unwrap();
    assert!((2..FEWEST).contains(&samples.rounds.len()), "{}", samples.rounds.len());
    assert!(machine.elapsed() - begin >= BUDGET.time * LATEST);
    // Continuing later gives figures.
    (0..4).for_each(|_| sample(&gate, &mut slower, BUDGET, &mut samples).unwrap());
    let said = verdicts(&samples.counted(&gate), &roles()).unwrap();
    assert!(is_near(said.ratios[1].unwrap(), 1.05, 0.002), "{:?}", said.ratios);
}

/// The results of 200 tables, spoiled alike, each with other noise.
fn of_200(spoil: fn(&mut Table<'_>), ratio: f64) -> Vec<Said> {
    let machine = quiet();
    let gate = machine.gate();
    let said = |seed| {
        let mut table = table(&machine, ratio);
        table.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        spoil(&mut table);
        sampled(&gate, &mut table)
    };
    (0..200).map(said).collect()
}

fn count(all: &[Said], is: impl Fn(&Said) -> bool) -> usize {
    all.iter().filter(|said| is(said)).count()
}

fn verdicts_of(all: &[Said], verdict: Verdict) -> usize {
    count(all, |said| said.verdict == Some(verdict))
}

/// The number of 95 % intervals, three per table, that miss the truth.
fn misses(all: &[Said], ratio: f64) -> usize {
    let copies = all.iter().flat_map(|said| &said.copies);
    count(all, |said| !holds(said.ratio, ratio)) + copies.filter(|copy| !holds(**copy, 1.0)).count()
}

#[test]
fn intervals_hold_the_truth_whatever_layouts_do() {
    // Layouts spread the times of each contender by a tenth.
    fn layouts(table: &mut Table<'_>) {
        table.layouts = 0.05;
    }
    let different = of_200(layouts, 1.02);
    let wrong = misses(&different, 1.02);
    assert!((10..=30).contains(&wrong), "{wrong} of 600");
    // Differences that these layouts cannot resolve are not claimed.
    let claims = [Verdict::Faster, Verdict::Tie].map(|verdict| verdicts_of(&different, verdict));
    assert_eq!(claims, [0, 0]);
    assert!(verdicts_of(&different, Verdict::Unresolved) >= 20);
    let alike = of_200(layouts, 1.0);
    let wrong = misses(&alike, 1.0);
    assert!((10..=30).contains(&wrong), "{wrong} of 600");
    let claimed = count(&alike, is_order);
    assert!(claimed <= 4, "{claimed} of 200");
}

#[test]
fn intervals_hold_the_truth_where_rounds_are_alike() {
    // A contender keeps half of its noise from round to round.
    fn alike(table: &mut Table<'_>) {
        (table.noise, table.kept) = (0.02, 0.5);
    }
    let said = of_200(alike, 1.0);
    let wrong = misses(&said, 1.0);
    // 30 are due, and 16 more are three standard deviations.
    assert!(wrong <= 46, "{wrong} of 600");
    assert_eq!(count(&said, is_order), 0);
}

fn is_order(said: &Said) -> bool {
    matches!(said.verdict, Some(Verdict::Faster | Verdict::Slower))
}

#[test]
fn copies_are_seldom_called_different() {
    for has_company in [alone, now_and_then_in_company, mostly_in_company] {
        let machine = Machine { has_company, ..quiet() };
        let gate = machine.gate();
        let different = (0..40).filter(|_| is_order(&sampled(&gate, &mut table(&machine, 1.0))));
        let different = different.count();
        assert!(different <= 2, "{different} of 40");
    }
}

/// The rounds and calls of a table on a quiet machine.
fn called(blocks: usize) -> (Samples, Vec<Call>) {
    let machine = quiet();
    let gate = machine.gate();
    let mut table = table(&machine, 1.0);
    let mut samples = Samples::new(table.lanes(), 1);
    let budget = Budget { blocks, ..BUDGET };
    sample(&gate, &mut table, budget, &mut samples).unwrap();
    (samples, table.calls)
}

#[test]
fn a_block_is_a_layout_and_four_rounds_of_all_lanes() {
    let (samples, calls) = called(8);
    let mut calls = calls.into_iter();
    for block in 0..8 {
        assert_eq!(calls.next(), Some(Call::LayOut(block)));
        for round in 0..BUDGET.rounds {
            let round = BUDGET.rounds * block + round;
            let turn = Turn { block, round, attempt: 0 };
            let mut lanes = BTreeSet::new();
            for call in calls.by_ref().take(7) {
                let Call::Measure(lane, asked) = call else { panic!("{call:?}") };
                assert_eq!(asked, turn);
                lanes.insert(lane);
            }
            assert_eq!(lanes.len(), 7);
        }
    }
    assert_eq!(calls.next(), None);
    assert_eq!((samples.rounds.len(), samples.batches, samples.quiet), (32, 224, 224));
}

#[test]
fn lanes_run_in_an_order_that_changes_with_the_round() {
    let (_, calls) = called(250);
    let measured = calls.iter().filter(|call| matches!(call, Call::Measure(..)));
    let lanes = measured.map(|call| if let Call::Measure(lane, _) = call { *lane } else { 7 });
    let lanes: Vec<_> = lanes.collect();
    let mut places = [[0; 7]; 7];
    for order in lanes.chunks(7) {
        order.iter().enumerate().for_each(|(place, &lane)| places[lane][place] += 1);
    }
    // A thousand rounds: each lane has each place in one of seven.
    assert!(places.as_flattened().iter().all(|count| (105..185).contains(count)), "{places:?}");
}

#[test]
fn sampling_on_adds_blocks_of_their_own() {
    let machine = quiet();
    let gate = machine.gate();
    let mut table = table(&machine, 1.0);
    let mut samples = Samples::new(table.lanes(), 1);
    let budget = |blocks| Budget { blocks, ..BUDGET };
    sample(&gate, &mut table, budget(7), &mut samples).unwrap();
    sample(&gate, &mut table, budget(9), &mut samples).unwrap();
    assert_eq!(samples.counted(&gate).blocks(), 16);
    let turns: Vec<_> =
        table.calls.iter().filter(|call| matches!(call, Call::Measure(..))).collect();
    let blocks = table.calls.iter().filter_map(|call| match call {
        Call::LayOut(block) => Some(*block),
        Call::Measure(..) => None,
    });
    assert!(blocks.eq(0..16));
    assert_eq!(turns.len(), 7 * 64);
    assert!((1..turns.len()).all(|i| !turns[..i].contains(&turns[i])), "no turn comes twice");
}

/// A machine with scripted probes and calibrations, once it has learnt.
struct Scripted {
    nanoseconds: Cell<u64>,
    has_learnt: Cell<bool>,
    probes: RefCell<Vec<f64>>,
    scales: RefCell<Vec<f64>>,
}

impl Scripted {
    fn new(probes: &[f64], scales: &[f64]) -> Scripted {
        let reversed = |values: &[f64]| RefCell::new(values.iter().rev().copied().collect());
        let (nanoseconds, has_learnt) = (Cell::new(0), Cell::new(false));
        Scripted { nanoseconds, has_learnt, probes: reversed(probes), scales: reversed(scales) }
    }

    fn next(&self, script: &RefCell<Vec<f64>>, quiet: f64) -> f64 {
        self.nanoseconds.set(self.nanoseconds.get() + 1000);
        let next = self.has_learnt.get().then(|| script.borrow_mut().pop());
        next.flatten().unwrap_or(quiet)
    }
}

impl Host for Scripted {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.get())
    }

    fn rest(&self) {}

    fn calibrate(&self) -> Scale {
        Scale { factor: self.next(&self.scales, 1.0), multiply: 3.0 }
    }

    fn idle(&self, _: IdleProbe) -> f64 {
        self.next(&self.probes, 5000.0)
    }
}

/// One lane; attempts take 1, 2 and 3, unless they are lost.
struct Attempts {
    lost: [bool; TRIES],
    turns: Vec<Turn>,
}

impl Lanes for Attempts {
    fn lanes(&self) -> &[Lane] {
        &[Lane { contender: 0, links: 0 }]
    }

    fn lay_out(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn measure(&mut self, _: usize, turn: Turn) -> Result<f64> {
        self.turns.push(turn);
        Ok(if self.lost[turn.attempt] { 0.0 } else { 1.0 + turn.attempt as f64 })
    }
}

/// Samples six blocks on a scripted machine.
fn scripted(probes: &[f64], scales: &[f64], lost: [bool; TRIES]) -> (Samples, Vec<Turn>) {
    let machine = Scripted::new(probes, scales);
    let gate = Gate::learn(&machine, Duration::from_secs(1));
    machine.has_learnt.set(true);
    let mut lanes = Attempts { lost, turns: Vec::new() };
    let mut samples = Samples::new(lanes.lanes(), 1);
    let budget = Budget::short(FEWEST, Duration::from_millis(10));
    sample(&gate, &mut lanes, budget, &mut samples).unwrap();
    (samples, lanes.turns)
}

#[test]
fn the_quietest_attempt_is_kept() {
    let none = [false; TRIES];
    for (probes, kept, idle, batches, quiet) in [
        // The probe before the round, and one after each attempt.
        (&[5000.0, 5100.0][..], 1.0, 5100.0, 1, 1),
        (&[5000.0, 9000.0, 8000.0, 7000.0], 3.0, 8000.0, 3, 0),
        (&[5000.0, 7000.0, 8000.0, 9000.0], 1.0, 7000.0, 3, 0),
        (&[9000.0, 7000.0, 6000.0, 9000.0], 2.0, 7000.0, 3, 0),
        (&[9000.0, 5000.0, 5000.0], 2.0, 5000.0, 2, 1),
        // A lost probe shows no quiet core.
        (&[5000.0, 0.0, 0.0, 5000.0], 1.0, 5000.0, 0, 0),
    ] {
        let (samples, turns) = scripted(probes, &[], none);
        let attempts = turns.iter().filter(|turn| turn.round == 0).count();
        if batches == 0 {
            assert_eq!((attempts, samples.rounds[0].idle), (TRIES, 5000.0));
            assert_eq!(samples.rounds.len(), 4 * FEWEST - 1);
            continue;
        }
        assert_eq!(samples.rounds[0].times, [kept], "{probes:?}");
        assert_eq!((samples.rounds[0].idle, attempts), (idle, batches), "{probes:?}");
        let others = samples.rounds.len() - 1;
        assert_eq!((samples.batches, samples.quiet), (others + batches, others + quiet));
    }
}

#[test]
fn a_lost_batch_is_tried_again_and_a_lost_round_left_out() {
    let (samples, turns) = scripted(&[], &[], [true, false, false]);
    assert!(samples.rounds.iter().all(|round| round.times == [2.0]));
    assert_eq!((turns.len(), samples.batches), (2 * samples.rounds.len(), samples.rounds.len()));
    assert_eq!(turns[1], Turn { attempt: 1, ..turns[0] });
    let (samples, turns) = scripted(&[], &[], [true; TRIES]);
    assert!(samples.rounds.is_empty());
    for (round, tries) in turns.chunks(TRIES).enumerate() {
        let expected = (0..TRIES).map(|attempt| (round, attempt));
        assert!(tries.iter().map(|turn| (turn.round, turn.attempt)).eq(expected));
    }
}

#[test]
fn times_are_by_the_calibrations_before_and_after() {
    let none = [false; TRIES];
    // Five calibrations in the first block: each follows a round and precedes the next.
    let (samples, _) = scripted(&[], &[1.0, 1.004, 1.0, 1.2, 1.2, 2.0], none);
    let round = |number: usize| (samples.rounds[number].times[0], samples.rounds[number].drift);
    let is = |(time, drift): (f64, f64), expected: (f64, f64)| {
        (time - expected.0).abs() < 1e-9 && (drift - expected.1).abs() < 1e-9
    };
    assert!(is(round(0), (1.002, 0.004)), "{:?}", round(0));
    assert!(is(round(1), (1.002, 1.0 - 1.0 / 1.004)), "{:?}", round(1));
    // By another scale, probes look longer and count as company: three attempts, the first kept.
    assert!(is(round(2), (1.1, 0.2)), "{:?}", round(2));
    assert!(is(round(3), (1.2, 0.0)), "{:?}", round(3));
    // A new calibration after the layout.
    assert!(is(round(4), (1.5, 0.5)), "{:?}", round(4));
    // A scale of lost readings gives no times.
    let (samples, _) = scripted(&[], &[1.0, f64::INFINITY, 0.0], none);
    assert!(samples.rounds.iter().all(|round| round.times == [1.0] && round.drift == 0.0));
    assert_eq!((samples.rounds.len() - 1) % 4, 0, "two rounds of the first block are lost");
}

#[test]
fn what_looks_short_between_calibrations_that_differ_is_not_learnt() {
    let (samples, _) = scripted(&[2500.0; 32], &[1.0, 1.2].repeat(10), [false; TRIES]);
    // Otherwise the quiet rounds that follow would look as if in company.
    assert_eq!(samples.batches, samples.rounds.len());
    assert_eq!(samples.quiet, samples.batches);
}

/// Some probes look too short even between calibrations that happen to agree; many alike do not.
#[test]
fn a_dozen_short_probes_are_learnt_and_fewer_are_not() {
    for (short, is_learnt) in [(5, false), (11, false), (12, true)] {
        // One probe before a round and one after it; only the first may be learnt.
        let (samples, _) = scripted(&vec![2500.0; 2 * short], &[], [false; TRIES]);
        // If they are learnt, the following rounds look as if in company.
        let is_quiet = samples.quiet == samples.batches;
        assert_eq!(!is_quiet, is_learnt, "{short}: {} of {}", samples.quiet, samples.batches);
    }
}

#[test]
fn what_fails_ends_the_sampling() {
    struct Failing(bool);
    impl Lanes for Failing {
        fn lanes(&self) -> &[Lane] {
            &[Lane { contender: 0, links: 0 }]
        }

        fn lay_out(&mut self, _: usize) -> Result<()> {
            if self.0 { bail!("no room") } else { Ok(()) }
        }

        fn measure(&mut self, _: usize, _: Turn) -> Result<f64> {
            bail!("wrong")
        }
    }
    let machine = quiet();
    let gate = machine.gate();
    for (fails, error) in [(true, "no room"), (false, "wrong")] {
        let mut lanes = Failing(fails);
        let mut samples = Samples::new(lanes.lanes(), 1);
        let ended = sample(&gate, &mut lanes, BUDGET, &mut samples);
        assert_eq!(ended.unwrap_err().to_string(), error);
    }
}

#[test]
fn a_core_is_called_narrow_by_nops_alone() {
    fn steady_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 5000.0 } else { 5000.0 * (1.0 + 0.04 * unit(random)) }
    }
    fn restless_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 3000.0 * (1.0 + unit(random)) } else { 5500.0 }
    }
    let width = |idle| Machine { idle, ..quiet() }.gate().width(5000.0);
    assert_eq!(width(steady_nops), Some(4.0));
    assert_eq!(width(restless_nops), None);
}
