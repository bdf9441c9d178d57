//! Batches of queries on this machine, in layouts of code and tables that change from block to
//! block.

mod lengths;
#[cfg(test)]
mod tests;

use crate::machine;
use crate::meters::compared::Compared;
use crate::meters::machine::{Facts, Machine};
use anyhow::{Context as _, Result, bail, ensure};
use lengths::Lengths;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use records::{Context, Kind, Parameter, Setting};
use sampling::clock::CHAINS;
use sampling::statistics::mixed;
use sampling::{Batch, Clock, Host, Lane, Lanes, ThisHost, hardware, stack};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::ops::Range;
use studies::artefact::Artefact;
use studies::kernel::{Form, LINKS, WorkingSet};
use studies::layout::{Loader, Placed, Template};
use studies::streams::{Asked, PARTS, Windows, below, shuffled};
use studies::study::{Study, crates};
use studies::variant::{Variant, Workload};

/// This machine.
#[derive(Debug)]
pub struct ThisMachine {
    host: ThisHost,
    artefact: Artefact,
    /// The crates whose functions kernels call, as paths name them.
    crates: Vec<String>,
    /// The loader, or the reason why code can't be copied.
    loader: Result<RefCell<Loader>, String>,
    facts: Facts,
    set: RefCell<WorkingSet>,
    sums: RefCell<HashMap<Asking, u64>>,
    lengths: RefCell<BTreeMap<Setting<'static>, Lengths>>,
}

/// The key of a sum of answers: study, oracle, queries, and the number of the window.
type Asking = (&'static str, &'static str, Asked, usize);

/// If this variable is `one`, code and tables stay where the linker put them, to show what one
/// build gives.
pub const LAYOUTS: &str = "LAB_LAYOUTS";

/// Bytes in which a working set is placed, unless it is larger.
const ROOM: u64 = 64 << 20;

/// Runs of a window before it is timed, so that branches are learnt.
const PASSES: usize = 8;

impl ThisMachine {
    /// Uses the best clock for short batches, and the kernels of these studies.
    #[must_use]
    pub fn new(studies: &[Study], seed: u64) -> ThisMachine {
        let host = ThisHost::new(clock());
        let artefact = Artefact::read();
        let loader = loader().map(RefCell::new).map_err(|reason| format!("{reason:#}"));
        let one_layout = artefact.missing().or(loader.as_ref().err().map(String::as_str));
        let pages =
            loader.as_ref().ok().and_then(|loader| loader.borrow().one_draw().map(str::to_owned));
        let facts = Facts {
            unit: host.clock().unit(),
            caches: machine::here().caches,
            seed,
            one_layout: one_layout.map(str::to_owned),
            one_draw_of_pages: pages,
        };
        ThisMachine {
            host,
            artefact,
            crates: crates(studies),
            loader,
            facts,
            set: RefCell::new(WorkingSet::new(0)),
            sums: RefCell::default(),
            lengths: RefCell::default(),
        }
    }

    /// The source of its times.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        self.host.clock()
    }

    /// How it takes times, and what another clock says of its cycles.
    #[must_use]
    pub fn how(&self) -> String {
        let clock = self.clock();
        let counted =
            counted_cycles().map(|cycles| format!(", each {cycles:.3} cycles as counted"));
        let [meter, counted] = [clock.meter(), counted.as_deref().unwrap_or_default()];
        format!("{meter}; {:.2} additions a nanosecond{counted}", clock.gigahertz())
    }

    fn crates(&self) -> Vec<&str> {
        self.crates.iter().map(String::as_str).collect()
    }
}

impl Machine for ThisMachine {
    fn host(&self) -> &dyn Host {
        &self.host
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn branches(&self, variant: &Variant) -> Option<usize> {
        self.artefact.branches(variant.code?, &variant.technique.name.replace('-', "_"))
    }

    fn lanes<'b>(
        &'b self,
        compared: &'b Compared<'b>,
        setting: Setting<'static>,
    ) -> Result<Box<dyn Lanes + 'b>> {
        Ok(Box::new(self.batches(compared, setting)?))
    }

    fn chain(&self, number: usize) -> f64 {
        CHAINS[number].step(self.host.clock())
    }
}

impl ThisMachine {
    fn batches<'b>(
        &'b self,
        compared: &'b Compared<'b>,
        setting: Setting<'static>,
    ) -> Result<Batches<'b>> {
        let mut asked = Asked { stream: setting.stream, questions: None };
        match setting.at {
            Some((Parameter::WorkingSet, bytes)) => {
                let mut set = self.set.borrow_mut();
                if set.bytes() < bytes.max(ROOM) {
                    *set = WorkingSet::new(bytes.max(ROOM));
                }
                set.take(bytes);
            }
            Some((Parameter::Questions, questions)) => asked.questions = Some(questions),
            None => {}
        }
        let lengths = self.lengths(compared, setting, asked);
        let mut lanes = Vec::new();
        let mut works = Vec::new();
        let mut templates = Vec::new();
        for (number, variant) in compared.all().enumerate() {
            let first = works.len();
            for (kernel, &(form, links)) in forms(setting).iter().enumerate() {
                lanes.push(Lane { variant: number, links });
                let workload = variant.workload(asked, form);
                works.push(Work {
                    variant,
                    place: (number, kernel),
                    windows: workload.windows(compared.study.policy.window),
                    workload,
                });
            }
            let kernels = works[first..].iter().map(|work| work.workload.kernel);
            templates.push(self.template(variant, &kernels.collect::<Vec<_>>()));
        }
        let is_asked = |work: &Work<'_>| work.windows.count() > 0;
        ensure!(works.iter().all(is_asked), "too few of the positions ask this");
        Ok(Batches {
            machine: self,
            compared,
            setting,
            asked,
            lengths,
            lanes,
            works,
            placed: templates.iter().map(|_| None).collect(),
            depths: templates.iter().map(|_| 0).collect(),
            templates,
        })
    }

    /// A variant's kernels with its tables; `None` if they can't be copied.
    fn template(&self, variant: &Variant, kernels: &[usize]) -> Option<Template> {
        self.loader.as_ref().ok()?;
        Template::of(&self.artefact, kernels, &self.crates(), &variant.tables).ok()
    }
}

/// The best clock; the system's, if the processor's own counter contradicts the cycles of the others.
fn clock() -> Clock {
    if is_a_cycle(counted_cycles()) { Clock::open() } else { Clock::of_the_system() }
}

/// Whether an addition of this many counted cycles is one, as far as anybody counts.
fn is_a_cycle(counted: Option<f64>) -> bool {
    counted.is_none_or(|cycles| (0.9..=1.1).contains(&cycles))
}

/// The cycles of an addition that waits for another, by the processor's own counter.
fn counted_cycles() -> Option<f64> {
    #[cfg(target_os = "linux")]
    return crate::meters::counters::cycles_per_addition().ok();
    #[cfg(not(target_os = "linux"))]
    None
}

/// Copies code and tables, unless the user wants them where the linker put them.
fn loader() -> Result<Loader> {
    let choice = std::env::var(LAYOUTS).unwrap_or_default();
    ensure!(choice != "one", "{LAYOUTS}=one");
    Loader::new()
}

/// The kernels of a setting, and the additions that each puts into the chain.
fn forms(setting: Setting<'_>) -> &'static [(Form, usize)] {
    match (setting.context, setting.dependent) {
        (Context::Beside, false) => &[(Form::Beside, 0)],
        (Context::Beside, true) => &[(Form::BesideDependent, 0)],
        (Context::Latency, _) => &[(Form::Latency, 0), (Form::Lengthened, LINKS)],
        (Context::Throughput | Context::Learnt | Context::Upkeep, _) => &[(Form::Throughput, 0)],
    }
}

/// The batches of a table's step.
struct Batches<'b> {
    machine: &'b ThisMachine,
    compared: &'b Compared<'b>,
    setting: Setting<'static>,
    asked: Asked,
    lengths: Lengths,
    lanes: Vec<Lane>,
    /// By lane.
    works: Vec<Work<'b>>,
    /// By number in the table; `None` if its kernels can't be copied.
    templates: Vec<Option<Template>>,
    /// The places of the copied kernels; `None` without copies.
    placed: Vec<Option<Placed>>,
    /// Bytes by which the stack is lowered.
    depths: Vec<usize>,
}

/// A lane's work.
struct Work<'b> {
    variant: &'b Variant,
    /// The variant's number in the table, and the kernel's among its kernels.
    place: (usize, usize),
    workload: Workload,
    windows: Windows,
}

/// What happens before a batch is timed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Before {
    /// A window runs.
    Run(usize),
    /// The variant's tables are read.
    ReadTables,
    /// The queries of a window are read.
    Touch(usize),
}

impl Batches<'_> {
    /// What warms a lane up before a batch, and the windows that are timed.
    ///
    /// Windows warm branches and tables without teaching the branch predictor what comes. Tables and
    /// queries are read late, for those of a long warm-up fill the second-level cache: behind 8192
    /// positions, attackers by magics took some 50 cycles, and their copy 30.
    fn windows(&self, lane: usize, batch: Batch) -> (Vec<Before>, Range<usize>) {
        let windows = &self.works[lane].windows;
        let Lengths { timed, warm_up, least, .. } = &self.lengths;
        let (before, timed) = if self.setting.context == Context::Learnt {
            let learnt = batch.block % windows.count();
            (learnt..learnt, learnt..learnt + 1)
        } else {
            let before = warm_up.get(lane).copied().unwrap_or(0);
            // All lanes time the same windows, whatever they need before.
            let most = warm_up.iter().copied().max().unwrap_or(0);
            let round = batch.round + mixed(self.machine.facts.seed) as usize % PARTS;
            let all = windows.batch(round, batch.attempt, (most + timed - 1) * windows.length());
            let first = all.end - timed.min(&all.len());
            (first.saturating_sub(before).max(all.start)..first, first..all.end)
        };
        let late = least.get(lane).map_or(0, |least| *least.min(&before.len()));
        let read = before.end - late;
        let early = (before.start..read).map(Before::Run).chain([Before::ReadTables]);
        let late = (read..before.end).map(Before::Run).chain(timed.clone().map(Before::Touch));
        (early.chain(late).collect(), timed)
    }

    /// The time per query in the windows of a batch.
    fn time(&self, lane: usize, batch: Batch) -> Result<f64> {
        let work = &self.works[lane];
        let (before, timed) = self.windows(lane, batch);
        let expected: Vec<_> = timed.clone().map(|number| self.expected(work, number)).collect();

        for step in before {
            match step {
                Before::Run(number) => self.run_window(work, number),
                Before::ReadTables => self.read_tables(work),
                Before::Touch(number) => {
                    let (part, range) = work.windows.at(number);
                    black_box((work.workload.touch)(part, range));
                }
            }
        }
        if self.setting.context == Context::Learnt {
            (0..PASSES).for_each(|_| self.run_window(work, timed.start));
        }
        let windows: Vec<_> = timed.map(|number| work.windows.at(number)).collect();
        // The tables of a library cannot be found and read.
        if work.variant.kind == Kind::Library && self.setting.context != Context::Learnt {
            for (part, range) in &windows {
                self.run_apart(work, *part, range.clone(), batch.round);
            }
        }
        let led = |(part, range): &(usize, Range<usize>)| {
            let run = |lead| self.run(work, *part, lead);
            (*part, self.led(&work.workload, *part, range.clone(), run))
        };
        let asked: Vec<_> = windows.iter().map(led).collect();
        let mut sums = vec![0; asked.len()];
        let start = self.machine.host.clock().start();
        for _ in 0..self.lengths.repeats {
            for ((part, queries), sum) in asked.iter().zip(&mut sums) {
                *sum = self.run(work, *part, queries.clone());
            }
        }
        let elapsed = self.machine.host.clock().elapsed(start);
        self.compare(work, &sums, &expected)?;
        let queries: usize = asked.iter().map(|(_, queries)| queries.len()).sum();
        Ok(elapsed as f64 / (queries * self.lengths.repeats) as f64)
    }

    /// Reads a new working set twice. Its caches then hold it as a program's would; the batches of a
    /// block share it.
    fn read_working_set(&self) {
        if self.setting.context == Context::Beside {
            (0..2).for_each(|_| self.machine.set.borrow().read());
        }
    }

    /// Begins a window, runs its leading queries, and returns the others.
    fn led(
        &self,
        workload: &Workload,
        part: usize,
        window: Range<usize>,
        run: impl Fn(Range<usize>) -> u64,
    ) -> Range<usize> {
        let first = window.start + self.compared.study.policy.lead;
        (workload.begin)(part);
        if first > window.start {
            black_box(run(window.start..first));
        }
        first..window.end
    }

    /// The place of a lane's copy; `None` without one.
    fn placed(&self, work: &Work<'_>) -> Option<&Placed> {
        self.placed[work.place.0].as_ref()
    }

    fn run(&self, work: &Work<'_>, part: usize, range: Range<usize>) -> u64 {
        let copied = self.placed(work).map(|placed| placed.kernels[work.place.1]);
        (work.workload.run)(copied, part, range, &self.machine.set.borrow())
    }

    fn run_window(&self, work: &Work<'_>, number: usize) {
        let (part, range) = work.windows.at(number);
        (work.workload.begin)(part);
        black_box(self.run(work, part, range));
    }

    /// Asks each of these queries by itself, in an order drawn from this number.
    fn run_apart(&self, work: &Work<'_>, part: usize, range: Range<usize>, number: usize) {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        for query in shuffled(range.len(), &mut generator) {
            let query = range.start + query;
            black_box(self.run(work, part, query..query + 1));
        }
    }

    fn read_tables(&self, work: &Work<'_>) {
        match (self.placed(work), &self.machine.loader) {
            (Some(placed), Ok(loader)) => loader.borrow().read(placed),
            _ => work.variant.tables.iter().for_each(|table| hardware::read(*table)),
        }
    }

    /// The sum that the answers in a window must have. The oracle is slow, so it is asked once.
    fn expected(&self, work: &Work<'_>, number: usize) -> u64 {
        let oracle = self.compared.study.oracle_of(work.variant);
        let key = (self.compared.study.name, oracle.name, self.asked, number);
        if let Some(sum) = self.machine.sums.borrow().get(&key) {
            return *sum;
        }
        let (part, range) = work.windows.at(number);
        let oracle = oracle.workload(self.asked, Form::Throughput);
        let run = |queries| (oracle.run)(None, part, queries, &WorkingSet::new(0));
        let sum = run(self.led(&oracle, part, range, run));
        self.machine.sums.borrow_mut().insert(key, sum);
        sum
    }

    fn compare(&self, work: &Work<'_>, sums: &[u64], expected: &[u64]) -> Result<()> {
        // The null control answers nothing.
        let variant = work.variant;
        if sums != expected && variant.is_variant() {
            bail!("{}: wrong answers on {} while timed", variant.name, self.setting);
        }
        Ok(())
    }
}

impl Lanes for Batches<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        let seed = mixed(self.machine.facts.seed) ^ block as u64;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.machine.set.borrow_mut().relocate(&mut generator);
        if let Ok(loader) = &self.machine.loader {
            let templates: Vec<_> = self.templates.iter().flatten().collect();
            let placed = loader.borrow_mut().lay_out(seed, &templates);
            let mut placed = placed.context("laying out code and tables")?.into_iter();
            let next = |template: &Option<Template>| template.as_ref().and_then(|_| placed.next());
            self.placed = self.templates.iter().map(next).collect();
        }
        let depth = || stack::ALIGNMENT * below(&mut generator, stack::PERIOD / stack::ALIGNMENT);
        self.depths.fill_with(depth);
        // Long batches need no warm-up, because they lead for longer.
        if self.compared.study.policy.lead > 0 {
            return Ok(());
        }
        self.read_working_set();
        // Runs a first batch of each lane untimed. Otherwise the tables copied last would be
        // nearer: copies of magics were 7 % faster that way.
        for lane in shuffled(self.works.len(), &mut generator) {
            self.read_tables(&self.works[lane]);
            self.run_window(&self.works[lane], block);
        }
        if self.lengths.warm_up.is_empty() && self.setting.context != Context::Learnt {
            self.warm()?;
        }
        Ok(())
    }

    fn warm_ups(&self) -> Vec<usize> {
        let queries = |(lane, work): (usize, &Work<'_>)| {
            let windows = self.lengths.warm_up.get(lane)?;
            (self.lanes[lane].links == 0).then(|| windows * work.windows.length())
        };
        self.works.iter().enumerate().filter_map(queries).collect()
    }

    fn fixed(&self) -> Vec<usize> {
        let moves = self.machine.loader.is_ok();
        let stays = |(number, template): (usize, &Option<Template>)| {
            (moves && template.is_none()).then_some(number)
        };
        self.templates.iter().enumerate().filter_map(stays).collect()
    }

    fn measure(&mut self, lane: usize, batch: Batch) -> Result<f64> {
        let depth = self.depths[self.works[lane].place.0];
        stack::lower(depth, || self.time(lane, batch))
    }
}
