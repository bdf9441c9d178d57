//! Batches of queries on this machine, in layouts of code and tables that change from block to
//! block.

mod lengths;
#[cfg(test)]
mod tests;

use crate::artefact::Artefact;
use crate::drawing::{below, shuffled};
use crate::layout::{Loader, Placed, Template};
use crate::rounds::{Batch, Lane, Lanes};
use crate::statistics::mixed;
use crate::windows::{PARTS, Windows};
use crate::working_set::WorkingSet;
use crate::workload::{Conditions, Contender, Judge, Workload};
use crate::{Clock, ThisHost, stack};
use anyhow::{Context as _, Result, bail, ensure};
use lengths::Lengths;
pub use lengths::MOST_TIMED;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::ops::Range;

/// Runs batches on this machine. Only one at a time copies code.
#[derive(Debug)]
pub struct Runner {
    host: ThisHost,
    artefact: &'static Artefact,
    /// The crates whose functions kernels call, as paths name them.
    crates: Vec<String>,
    /// The loader, or the reason why code can't be copied.
    loader: Result<RefCell<Loader>, String>,
    seed: u64,
    reach: u64,
    set: RefCell<WorkingSet>,
    sums: RefCell<HashMap<Asking, u64>>,
    lengths: RefCell<BTreeMap<String, Lengths>>,
}

/// The key of a sum of answers: the judge, and the number of the window.
type Asking = (String, usize);

/// If this variable is `one`, code and tables stay where the linker put them, to show what one
/// build gives.
pub const LAYOUTS: &str = "LAB_LAYOUTS";

/// Bytes in which a working set is placed, unless it is larger.
const ROOM: u64 = 64 << 20;

/// Runs of a window before it is timed, so that branches are learnt.
const PASSES: usize = 8;

impl Runner {
    /// Takes times by this clock. Kernels call functions of these `crates`, as paths name them; copies
    /// of those move with the kernels. The seed decides every layout and the first window. The caches
    /// that one core has to itself hold `reach` bytes at most.
    #[must_use]
    pub fn new(clock: Clock, crates: Vec<String>, seed: u64, reach: u64) -> Runner {
        Runner {
            host: ThisHost::new(clock),
            artefact: Artefact::read(),
            crates,
            loader: loader().map(RefCell::new).map_err(|reason| format!("{reason:#}")),
            seed,
            reach,
            set: RefCell::new(WorkingSet::new(0)),
            sums: RefCell::default(),
            lengths: RefCell::default(),
        }
    }

    /// The machine as sampling sees it.
    #[must_use]
    pub fn host(&self) -> &ThisHost {
        &self.host
    }

    /// The functions of the running executable.
    #[must_use]
    pub fn artefact(&self) -> &Artefact {
        self.artefact
    }

    /// Why all rounds share one layout of code and tables; `None` if they do not.
    #[must_use]
    pub fn one_layout(&self) -> Option<String> {
        let reason = self.artefact.missing().or(self.loader.as_ref().err().map(String::as_str));
        reason.map(str::to_owned)
    }

    /// Why physical pages have the order of the program's start; `None` if layouts draw them.
    #[must_use]
    pub fn one_draw_of_pages(&self) -> Option<String> {
        let loader = self.loader.as_ref().ok()?;
        loader.borrow().one_draw().map(str::to_owned)
    }

    /// The batches of these contenders. The first is the reference, which decides their length.
    ///
    /// # Errors
    /// If a contender has too few queries for a window.
    pub fn batches(
        &self,
        contenders: Vec<Contender>,
        conditions: Conditions,
    ) -> Result<Batches<'_>> {
        if let Some(bytes) = conditions.working_set {
            let mut set = self.set.borrow_mut();
            if set.bytes() < bytes.max(ROOM) {
                *set = WorkingSet::new(bytes.max(ROOM));
            }
            set.take(bytes);
        }
        let lengths = self.lengths(&contenders, &conditions);
        let mut lanes = Vec::new();
        let mut works = Vec::new();
        let mut templates = Vec::new();
        for (number, mut contender) in contenders.into_iter().enumerate() {
            let first = works.len();
            for (kernel, (workload, links)) in contender.workloads.drain(..).enumerate() {
                lanes.push(Lane { variant: number, links });
                let windows = workload.windows(conditions.window);
                works.push(Work { place: (number, kernel), windows, workload });
            }
            let kernels = works[first..].iter().map(|work| work.workload.kernel);
            let template = self.template(&contender, &kernels.collect::<Vec<_>>());
            templates.push(Entry { contender, template, placed: None, depth: 0 });
        }
        let is_asked = |work: &Work| work.windows.count() > 0;
        ensure!(works.iter().all(is_asked), "too few queries for a window");
        Ok(Batches { machine: self, conditions, lengths, lanes, works, entries: templates })
    }

    /// A contender's kernels with its tables; `None` if they can't be copied.
    fn template(&self, contender: &Contender, kernels: &[usize]) -> Option<Template> {
        self.loader.as_ref().ok().filter(|_| !contender.stays)?;
        let crates: Vec<_> = self.crates.iter().map(String::as_str).collect();
        Template::of(self.artefact, kernels, &crates, &contender.tables).ok()
    }
}

/// Copies code and tables, unless the user wants them where the linker put them.
fn loader() -> Result<Loader> {
    ensure!(std::env::var_os(LAYOUTS).is_none_or(|choice| choice != "one"), "{LAYOUTS}=one");
    Loader::new()
}

/// Refuses a choice of layouts that means nothing.
pub(crate) fn check_choice() -> Result<()> {
    let choice = std::env::var_os(LAYOUTS);
    ensure!(choice.is_none_or(|choice| choice == "one"), "{LAYOUTS}: expected one");
    Ok(())
}

/// The batches of a table's step.
#[derive(Debug)]
pub struct Batches<'b> {
    machine: &'b Runner,
    conditions: Conditions,
    lengths: Lengths,
    lanes: Vec<Lane>,
    /// By lane.
    works: Vec<Work>,
    /// By number in the table.
    entries: Vec<Entry>,
}

/// A lane's work.
#[derive(Debug)]
struct Work {
    /// The contender's number in the table, and the kernel's among its kernels.
    place: (usize, usize),
    workload: Workload,
    windows: Windows,
}

/// A contender and its place in the present layout.
#[derive(Debug)]
struct Entry {
    /// Without its workloads, which are those of its lanes.
    contender: Contender,
    /// `None` if its kernels can't be copied.
    template: Option<Template>,
    /// The places of the copied kernels; `None` without copies.
    placed: Option<Placed>,
    /// Bytes by which the stack is lowered.
    depth: usize,
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
    /// queries, a function with a table of 0.9 MB took some 50 cycles, and its copy 30.
    fn windows(&self, lane: usize, batch: Batch) -> (Vec<Before>, Range<usize>) {
        let windows = &self.works[lane].windows;
        let Lengths { timed, warm_up, least, .. } = self.lengths;
        let (before, timed) = if self.conditions.is_learnt {
            let learnt = batch.block % windows.count();
            (learnt..learnt, learnt..learnt + 1)
        } else {
            let before = warm_up.unwrap_or(0);
            let round = batch.round + mixed(self.machine.seed) as usize % PARTS;
            let all = windows.batch(round, batch.attempt, (before + timed - 1) * windows.length());
            let first = all.end - timed.min(all.len());
            (first.saturating_sub(before).max(all.start)..first, first..all.end)
        };
        let read = before.end - least.min(before.len());
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
        if self.conditions.is_learnt {
            (0..PASSES).for_each(|_| self.run_window(work, timed.start));
        }
        let windows: Vec<_> = timed.map(|number| work.windows.at(number)).collect();
        // The tables of a library cannot be found and read.
        if self.entry(work).contender.hides_tables && !self.conditions.is_learnt {
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
        if self.conditions.working_set.is_some() {
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
        let first = window.start + self.conditions.lead;
        (workload.begin)(part);
        if first > window.start {
            black_box(run(window.start..first));
        }
        first..window.end
    }

    fn entry(&self, work: &Work) -> &Entry {
        &self.entries[work.place.0]
    }

    /// The place of a lane's copy; `None` without one.
    fn placed(&self, work: &Work) -> Option<&Placed> {
        self.entry(work).placed.as_ref()
    }

    fn run(&self, work: &Work, part: usize, range: Range<usize>) -> u64 {
        let copied = self.placed(work).map(|placed| placed.kernels[work.place.1]);
        (work.workload.run)(copied, part, range, &self.machine.set.borrow())
    }

    fn run_window(&self, work: &Work, number: usize) {
        let (part, range) = work.windows.at(number);
        (work.workload.begin)(part);
        black_box(self.run(work, part, range));
    }

    /// Asks each of these queries by itself, in an order drawn from this number.
    fn run_apart(&self, work: &Work, part: usize, range: Range<usize>, number: usize) {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        for query in shuffled(range.len(), &mut generator) {
            let query = range.start + query;
            black_box(self.run(work, part, query..query + 1));
        }
    }

    fn read_tables(&self, work: &Work) {
        match (self.placed(work), &self.machine.loader) {
            (Some(placed), Ok(loader)) => loader.borrow().read(placed),
            _ => self.entry(work).contender.tables.iter().for_each(|table| table.read()),
        }
    }

    /// The sum that the answers in a window must have; `None` if nobody judges them. A judge is slow,
    /// so it is asked once.
    fn expected(&self, work: &Work, number: usize) -> Option<u64> {
        let Judge { name, workload } = self.entry(work).contender.judge.as_ref()?;
        let key = (name.clone(), number);
        if let Some(sum) = self.machine.sums.borrow().get(&key) {
            return Some(*sum);
        }
        let (part, range) = work.windows.at(number);
        let run = |queries| (workload.run)(None, part, queries, &WorkingSet::new(0));
        let sum = run(self.led(workload, part, range, run));
        self.machine.sums.borrow_mut().insert(key, sum);
        Some(sum)
    }

    fn compare(&self, work: &Work, sums: &[u64], expected: &[Option<u64>]) -> Result<()> {
        let is_wrong =
            |(sum, expected): (&u64, &Option<u64>)| expected.is_some_and(|it| it != *sum);
        if sums.iter().zip(expected).any(is_wrong) {
            let name = &self.entry(work).contender.name;
            bail!("{name}: wrong answers on {} while timed", self.conditions.name);
        }
        Ok(())
    }
}

impl Lanes for Batches<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        let seed = mixed(self.machine.seed) ^ block as u64;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.machine.set.borrow_mut().relocate(&mut generator);
        if let Ok(loader) = &self.machine.loader {
            let templates = self.entries.iter().filter_map(|entry| entry.template.as_ref());
            let placed = loader.borrow_mut().lay_out(seed, &templates.collect::<Vec<_>>());
            let mut placed = placed.context("laying out code and tables")?.into_iter();
            for entry in &mut self.entries {
                entry.placed = entry.template.as_ref().and_then(|_| placed.next());
            }
        }
        for entry in &mut self.entries {
            entry.depth =
                stack::ALIGNMENT * below(&mut generator, stack::PERIOD / stack::ALIGNMENT);
        }
        // Long batches need no warm-up, because they lead for longer.
        if self.conditions.lead > 0 {
            return Ok(());
        }
        self.read_working_set();
        // Runs a first batch of each lane untimed. Otherwise the tables copied last would be
        // nearer: copies of a table of 0.9 MB were 7 % faster that way.
        for lane in shuffled(self.works.len(), &mut generator) {
            self.read_tables(&self.works[lane]);
            self.run_window(&self.works[lane], block);
        }
        if self.lengths.warm_up.is_none() && !self.conditions.is_learnt {
            self.warm()?;
        }
        Ok(())
    }

    fn warm_ups(&self) -> Vec<usize> {
        let queries = |(lane, work): (usize, &Work)| {
            let windows = self.lengths.warm_up?;
            (self.lanes[lane].links == 0).then(|| windows * work.windows.length())
        };
        self.works.iter().enumerate().filter_map(queries).collect()
    }

    fn fixed(&self) -> Vec<usize> {
        let moves = self.machine.loader.is_ok();
        let stays = |(number, entry): (usize, &Entry)| {
            (moves && entry.template.is_none()).then_some(number)
        };
        self.entries.iter().enumerate().filter_map(stays).collect()
    }

    fn measure(&mut self, lane: usize, batch: Batch) -> Result<f64> {
        let depth = self.entry(&self.works[lane]).depth;
        stack::lower(depth, || self.time(lane, batch))
    }
}
