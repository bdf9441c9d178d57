//! The duel on a simulated machine: every cost is known, so every figure and word of the records
//! is too.

mod course;
mod whole;

use super::*;
use crate::invocation::Invocation;
use crate::machine;
use crate::meters::checking;
use crate::meters::compared::copied_of;
use crate::meters::rounds_file::RoundsFile;
use crate::times::drawn;
use questions::list;
use questions::question::Question;
use records::{Caches, Figure, Meter, Records, Run, Store, Verdict, gather};
use report::Set;
use sampling::hardware::IdleProbe;
use sampling::verdict::SPANS;
use sampling::{ATTEMPTS, Host, Scale};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

/// A processor of 3.7 GHz whose clock ticks 2.6 times per nanosecond.
const CYCLES: f64 = 3.7;
const TICKS: f64 = 2.6;

/// Cycles of the idle probe on a quiet core that runs five instructions per cycle.
const IDLE: f64 = 4000.0;

/// The range of a variant's times over layouts, as a share.
const LAYOUTS: f64 = 0.004;

/// A machine with its variants' costs and its other programs.
struct Played {
    nanoseconds: Cell<f64>,
    /// Whether another program uses the core at this time.
    company: Box<dyn Fn(f64) -> bool>,
    /// Cycles per nanosecond at this time.
    frequency: fn(f64) -> f64,
    /// Ticks per step of its clock.
    step: f64,
    /// Cycles per query of what runs by this name in a setting.
    truth: Truth,
    facts: Facts,
    /// Whether its clock loses all readings of batches.
    is_blind: bool,
    /// Why nothing learnt is measured on it; `None` if it is.
    denies: Option<&'static str>,
    /// The settings sampled, in order.
    sampled: RefCell<Vec<Setting<'static>>>,
}

type Truth = fn(&Question, &Variant, &str, Setting<'_>) -> f64;

impl Played {
    fn new(company: impl Fn(f64) -> bool + 'static) -> Played {
        Played {
            nanoseconds: Cell::new(0.0),
            company: Box::new(company),
            frequency: |_| CYCLES,
            step: 0.001,
            truth: |question, variant, _, setting| cost(question, variant, setting),
            facts: Facts {
                unit: Unit::Cycles,
                caches: Caches { l1d: Some(32 << 10), l2: Some(1 << 20), l3: Some(32 << 20) },
                seed: 7,
                one_layout: None,
                one_draw_of_pages: None,
            },
            is_blind: false,
            denies: None,
            sampled: RefCell::default(),
        }
    }

    /// Lets this many cycles pass; returns ticks.
    fn work(&self, cycles: f64) -> f64 {
        let slowed = if (self.company)(self.now()) { 1.5 } else { 1.0 };
        let read = || (self.now() * TICKS / self.step).floor() * self.step;
        let start = read();
        self.pass(cycles * slowed / self.cycles());
        read() - start
    }

    fn cycles(&self) -> f64 {
        (self.frequency)(self.now())
    }

    fn pass(&self, nanoseconds: f64) {
        self.nanoseconds.set(self.now() + nanoseconds);
    }

    fn now(&self) -> f64 {
        self.nanoseconds.get()
    }
}

/// A number below 1, always the same for the same text and number.
fn some(text: &str, number: usize) -> f64 {
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ (number as u64) << 32, mix);
    let mixed = (sum ^ sum >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// Cycles per query of a variant in this setting, in the median layout.
fn cost(question: &Question, variant: &Variant, setting: Setting<'_>) -> f64 {
    let name = variant.name;
    let is_null = name == records::NULL;
    // No two within 2 %, unless on purpose.
    let place = question.all().position(|v| v.name == name).unwrap() as f64;
    let own = if is_null { 0.0 } else { 2.0 * 1.05_f64.powf(place) };
    let own = if is_twin(question, name) { 2.0 * 1.002 } else { own };
    let base = 3.0 + some(setting.stream, 0) + own;
    let waited = if setting.dependent { 5.0 + own } else { 0.0 };
    let tables = if is_null { 0.0 } else { 1.0 + place };
    let learnt = if setting.context == Context::Learnt { -0.5 * own } else { 0.0 };
    base + waited
        + learnt
        + match setting.at {
            None => 0.0,
            // Larger tables take more of the cache.
            Some((Parameter::WorkingSet, bytes)) => {
                4.0 * (1.0 + bytes as f64 / 1e6) + tables * bytes as f64 / 1e7
            }
            Some((Parameter::Questions, questions)) => questions as f64 * (1.0 + 0.1 * tables),
        }
}

/// The second variant of a question ties with the first.
fn is_twin(question: &Question, name: &str) -> bool {
    question.variants.get(1).is_some_and(|second| second.name == name)
}

/// Nothing waits for the answers of a question's third variant.
fn is_unwaited(question: &Question, name: &str) -> bool {
    question.variants.get(2).is_some_and(|third| third.name == name)
}

impl Host for Played {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.now() as u64)
    }

    fn rest(&self) {
        self.pass(2e6);
    }

    fn calibrate(&self) -> Scale {
        self.pass(3e4);
        Scale { factor: self.cycles() / TICKS, multiply: 3.0 }
    }

    fn idle(&self, _: IdleProbe) -> f64 {
        let slowed = if (self.company)(self.now()) { 2.0 } else { 1.0 };
        let took = IDLE * slowed / self.cycles();
        self.pass(took);
        took * TICKS
    }
}

impl Machine for Played {
    fn host(&self) -> &dyn Host {
        self
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    /// `between-windows` has the most branches.
    fn branches(&self, variant: &Variant) -> Option<usize> {
        Some(usize::from(variant.name == "between-windows"))
    }

    fn lanes<'b>(
        &'b self,
        compared: &'b Compared<'b>,
        setting: Setting<'static>,
    ) -> Result<Box<dyn Lanes + 'b>> {
        let denied = self.denies.filter(|_| setting.context == Context::Learnt);
        ensure!(denied.is_none(), "{}", denied.unwrap_or_default());
        self.sampled.borrow_mut().push(setting);
        let mut lanes = Vec::new();
        let names = compared.all_names();
        for variant in 0..names.len() {
            lanes.push(Lane { variant, links: 0 });
            if setting.context == Context::Latency {
                lanes.push(Lane { variant, links: 8 });
            }
        }
        Ok(Box::new(PlayedLanes { machine: self, compared, setting, names, lanes, block: None }))
    }

    fn chain(&self, number: usize) -> f64 {
        let steps = 1000.0 * self.step.max(1.0);
        self.work([1.0, 3.0, 4.0][number] * steps) / steps
    }
}

struct PlayedLanes<'b> {
    machine: &'b Played,
    compared: &'b Compared<'b>,
    setting: Setting<'static>,
    names: Vec<String>,
    lanes: Vec<Lane>,
    block: Option<usize>,
}

impl Lanes for PlayedLanes<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        self.block = Some(block);
        self.machine.pass(1e6);
        Ok(())
    }

    fn measure(&mut self, lane: usize, batch: Batch) -> Result<f64> {
        assert_eq!(self.block, Some(batch.block), "every block is laid out");
        assert!(batch.attempt < ATTEMPTS);
        let Lane { variant: number, links } = self.lanes[lane];
        let question = self.compared.question;
        let (variant, name) = (self.compared.all().nth(number).unwrap(), &self.names[number]);
        let cycles = (self.machine.truth)(question, variant, name, self.setting);
        let waits = if is_unwaited(question, variant.name) { 0.3 } else { 1.0 };
        // The layouts lie evenly around the cost, in their own order.
        let spread = some(name, batch.block) - 0.5;
        let cycles = cycles * (1.0 + LAYOUTS * spread) + links as f64 * waits;
        // A batch lasts hundreds of steps of the clock.
        let queries = 1000.0_f64.max(200.0 * self.machine.step);
        let reading = self.machine.work(queries * cycles) / queries;
        Ok(if self.machine.is_blind { 0.0 } else { reading })
    }

    fn warm_ups(&self) -> Vec<usize> {
        self.names.iter().map(|name| warm_up(name, self.setting.at) as usize).collect()
    }
}

/// Queries that warm what has this name up.
fn warm_up(name: &str, at: Option<(Parameter, u64)>) -> u64 {
    1000 * name.len() as u64 + at.map_or(0, |(_, value)| value % 997)
}

fn alone(_: f64) -> bool {
    false
}

/// The tables that the duel measures on this machine.
fn measured(
    machine: &Played,
    arguments: &[&str],
    store: Option<Store>,
    rounds: Option<RoundsFile>,
) -> Result<Vec<Table>> {
    let (mut store, mut rounds) = (store, rounds);
    let store = store.as_mut().map(|it| it as &mut dyn Listener);
    let rounds = rounds.as_mut().map(|it| it as &mut dyn Listener);
    let listeners = store.into_iter().chain(rounds).collect();
    let invocation = invocation(arguments);
    let questions = list::questions();
    let plan = invocation.plan(&questions, Context::ALL).unwrap();
    Duel::new(machine, listeners)?.measure(invocation.breadth(), &plan)
}

/// Does something with the tasks of these arguments, before any is sampled.
fn with_tasks(
    machine: &Played,
    arguments: &[&str],
    work: impl FnOnce(&mut Duel<'_>, &mut [Task<'_>]),
) {
    let (questions, invocation) = (list::questions(), invocation(arguments));
    let plan = invocation.plan(&questions, Context::ALL).unwrap();
    let mut duel = Duel::new(machine, Vec::new()).unwrap();
    let mut tasks = duel.tasks(invocation.breadth(), &plan).unwrap();
    work(&mut duel, &mut tasks);
}

fn invocation(arguments: &[&str]) -> Invocation {
    use clap::Parser;
    Invocation::try_parse_from(["duel"].iter().chain(arguments)).unwrap()
}

/// The records that the duel writes on this machine, and the tables that it keeps in memory.
fn records(machine: &Played, arguments: &[&str]) -> (Records, Vec<Table>) {
    let folder = tempfile::tempdir().unwrap();
    records_over(folder.path(), machine, arguments)
}

/// The same, over the records of earlier runs in this folder, if any.
fn records_over(folder: &Path, machine: &Played, arguments: &[&str]) -> (Records, Vec<Table>) {
    let mut store = store_of(folder, drawn("played", Breadth::Default, &machine.facts));
    let filled = store.describe(|records| {
        records.questions = DESCRIBED.questions.clone();
        records.variants = DESCRIBED.variants.clone();
        records.techniques = DESCRIBED.techniques.clone();
    });
    filled.unwrap();
    let tables = measured(machine, arguments, Some(store), None).unwrap();
    let (records, left_out) = gather(folder, &machine::here(), |_, _| true);
    assert_eq!(left_out, [""; 0]);
    (records, tables)
}

fn store_in(folder: &Path) -> Store {
    store_of(folder, Run::now(Meter::Duel, "played", Breadth::Default))
}

fn store_of(folder: &Path, run: Run) -> Store {
    Store::open(folder, run, machine::here(), |_, _| true).unwrap()
}

/// What tables refer to. Making it takes three seconds, for variants are compared with their
/// oracles.
static DESCRIBED: LazyLock<Records> = LazyLock::new(|| {
    let questions = ["between", "maps", "deltas-kept"].into_iter().flat_map(list::named);
    let questions: Vec<_> = questions.collect();
    let plan = crate::plan::plan(&questions, Breadth::Thorough, &[]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut store = store_in(folder.path());
    // The simulated machine can run all of them.
    processor::playing(|_| true, || checking::check(&mut store, plan, |_| None)).unwrap();
    store.about().clone()
});

/// Compares every figure and word of these tables with the machine's costs.
fn expect(tables: &[Table], core: Core) {
    let questions = list::questions();
    for table in tables {
        let question = questions.iter().find(|question| question.name == table.question).unwrap();
        for step in &table.steps {
            let setting = table.setting_at(step.at);
            let variant = |name: &String| question.all().find(|v| v.name == name).unwrap();
            let costs = table.names.iter().map(|name| cost(question, variant(name), setting));
            let costs: Vec<_> = costs.collect();
            assert_eq!((table.unit, step.core, step.multiply), (Unit::Cycles, core, Some(3.0)));
            assert!(step.layouts >= 6 && step.rounds >= 24, "{step:?}");
            assert!(step.batches >= step.quiet && step.quiet > 0);
            near(step.width.unwrap(), 20_000.0 / IDLE, 0.01, "width");
            assert_eq!(step.pairs, [], "lookups have a verdict on every pair");
            let warm_ups = table.names.iter().map(|name| warm_up(name, setting.at));
            assert_eq!(step.warm_up, warm_ups.collect::<Vec<_>>());
            expect_figures(question, table, step, &costs);
            expect_verdicts(table, step, &costs);
            expect_copies(question, table, step, costs[costs.len() - 1]);
        }
    }
}

#[track_caller]
fn near(found: f64, expected: f64, within: f64, what: &str) {
    assert!((found - expected).abs() <= within, "{what}: {found}, not {expected}");
}

fn expect_figures(question: &Question, table: &Table, step: &Step, costs: &[f64]) {
    let null = costs[costs.len() - 1];
    for (number, (name, &cost)) in table.names.iter().zip(costs).enumerate() {
        let what = format!("{name} in {}", table.setting_at(step.at));
        let figure = step.raw[number].unwrap();
        // Layouts lie within half of this; the difference of two, within all of it.
        let within = LAYOUTS * cost;
        near(figure.value, cost, within, &what);
        assert!(figure.low < figure.value && figure.value < figure.high, "{figure:?}");
        // No interval is narrower than half a percent to either side.
        near(figure.low, cost, within + 0.01 * cost, &what);
        near(figure.high, cost, within + 0.01 * cost, &what);
        near(step.net[number].unwrap().value, cost - null, within + LAYOUTS * null, &what);
        assert_eq!(step.ratio[number].is_some(), 0 < number && number + 1 < costs.len(), "{what}");
        if let Some(ratio) = step.ratio[number] {
            near(ratio.value, cost / costs[0], LAYOUTS * ratio.value, &what);
        }
        // Among few layouts, the extremes may lie anywhere.
        let tolerance = if step.layouts < 24 { 0.7 } else { 0.35 };
        let [spread, best] = [&step.spread, &step.best].map(|of| of[number].unwrap());
        near(spread, 0.7 * LAYOUTS, tolerance * LAYOUTS, &what);
        near(best, 0.4 * LAYOUTS, tolerance * LAYOUTS, &what);
        let slope = step.slope.get(number).copied().flatten();
        assert_eq!(slope.is_some(), table.context == Context::Latency, "{what}");
        if let Some(slope) = slope {
            let expected = if is_unwaited(question, name) { 0.3 } else { 1.0 };
            near(slope.value, expected, 0.02, &what);
        }
    }
}

fn expect_verdicts(table: &Table, step: &Step, costs: &[f64]) {
    for (of, against) in (0..costs.len() - 1).flat_map(|of| (0..of).map(move |n| (of, n))) {
        let ratio = costs[of] / costs[against];
        let verdict = step.verdict(of, against);
        // Too few layouts may not resolve every pair, but never say the opposite.
        let open = Some(Verdict::Unresolved).filter(|_| step.layouts < 24);
        let expected = match ratio {
            1.02.. => Verdict::Slower,
            ..0.98 => Verdict::Faster,
            0.9985..1.0015 => Verdict::Tie,
            _ => continue,
        };
        assert!(
            [Some(expected), open].contains(&verdict),
            "{of} by {against}, {ratio}: {verdict:?} in {table:?}"
        );
    }
}

fn expect_copies(question: &Question, table: &Table, step: &Step, null: f64) {
    let copied: BTreeSet<_> = step.copies.iter().map(|copy| copy.of.as_str()).collect();
    assert_eq!(copied.len(), copied_of(question).min(table.variants().len()), "{copied:?}");
    let branching = table.names.iter().find(|name| *name == "between-windows");
    assert!(branching.is_none_or(|name| copied.contains(name.as_str())), "{copied:?}");
    for copy in &step.copies {
        near(copy.ratio.value, 1.0, LAYOUTS, &copy.of);
        assert!(copy.ratio.low < copy.ratio.high);
    }
    let copy = step.null_copy.unwrap();
    near(copy.value, 0.0, LAYOUTS * null, "null copy");
    assert!(copy.value.abs() > 0.0, "its layouts are others: {copy:?}");
}

/// Arguments that choose one table, for a short time.
const ONE: [&str; 2] = ["--quick", "between/throughput/uniform"];
