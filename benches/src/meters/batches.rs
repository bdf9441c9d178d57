//! Batches of queries on this machine, in layouts of code and tables that change from block to
//! block.

use crate::machine;
use crate::meters::lineup::{Circumstance, Lineup, Participant};
use crate::meters::rig::Rig;
use anyhow::{Context as _, Result, bail, ensure};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use records::{Caches, Kind, Unit};
use sampling::clock::CHAINS;
use sampling::statistics::{median, mixed};
use sampling::{Clock, Host, Lane, Lanes, ThisHost, Turn, hardware, stack};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::Range;
use studies::artefact::Artefact;
use studies::entry::{Contender, Dependence, Workload};
use studies::kernel::{Form, LINKS, TOUCHES, WorkingSet};
use studies::layout::{Loader, Placed, Template};
use studies::streams::{Asked, PARTS, Windows, below, shuffled};
use studies::study::{Length, Study, crates};

/// This machine.
#[derive(Debug)]
pub struct ThisRig {
    host: ThisHost,
    artefact: Artefact,
    /// The crates whose functions kernels call, as paths name them.
    crates: Vec<String>,
    /// The loader, or the reason why code can't be copied.
    loader: Result<RefCell<Loader>, String>,
    caches: Caches,
    /// Decides layouts and the order of lanes and queries.
    seed: u64,
    set: RefCell<WorkingSet>,
    sums: RefCell<HashMap<Asking, u64>>,
    lengths: RefCell<HashMap<(&'static str, Asked, Circumstance), Lengths>>,
}

/// The key of a sum of answers: study, oracle, queries, and the number of the window.
type Asking = (&'static str, &'static str, Asked, usize);

/// The queries of a batch, in windows.
#[derive(Clone, Debug)]
struct Lengths {
    /// Windows that are timed together.
    timed: usize,
    /// Runs of them that are timed together.
    repeats: usize,
    /// Windows to run before, by lane; empty until they are derived.
    warm_up: Vec<usize>,
}

/// If this variable is `one`, code and tables stay where the linker put them, to show what one
/// build gives.
pub const LAYOUTS: &str = "LAB_LAYOUTS";

/// Bytes in which a working set is placed, unless it is larger.
const ROOM: u64 = 64 << 20;

/// Runs of a window before it is timed, so that branches are learnt.
const PASSES: usize = 8;

/// The shortest timed batch of the reference, in steps of the clock. No variant is twice as fast, so
/// none has a batch of fewer than 300.
const CLOCK_STEPS: f64 = 600.0;

/// The most windows that are timed together: their queries must not fill the caches.
const MOST_TIMED: usize = 16;

/// The most queries that warm a batch of single lookups up, and one of answers about positions.
const MOST_WARM: [usize; 2] = [1 << 17, 1 << 13];

/// A warm-up is too short if twice as many queries are faster by more than this share in the median
/// of this many pairs of batches, and not slower in any of them.
const STAYS: f64 = 1.01;
const TRIALS: usize = 3;

/// Bytes in a cache line.
const LINE: u64 = 64;

impl ThisRig {
    /// Uses the best clock for short batches, and the kernels of these studies.
    #[must_use]
    pub fn new(studies: &[Study], seed: u64) -> ThisRig {
        ThisRig {
            host: ThisHost::new(Clock::open_light()),
            artefact: Artefact::read(),
            crates: crates(studies),
            loader: loader().map(RefCell::new).map_err(|reason| format!("{reason:#}")),
            caches: machine::here().caches,
            seed,
            set: RefCell::new(WorkingSet::new(0)),
            sums: RefCell::default(),
            lengths: RefCell::default(),
        }
    }

    /// The source of its times.
    #[must_use]
    pub fn meter(&self) -> &'static str {
        self.host.clock().meter()
    }

    fn crates(&self) -> Vec<&str> {
        self.crates.iter().map(String::as_str).collect()
    }
}

impl Rig for ThisRig {
    fn host(&self) -> &dyn Host {
        &self.host
    }

    fn unit(&self) -> Unit {
        self.host.clock().unit()
    }

    fn resolution(&self) -> f64 {
        self.host.clock().resolution_in_units()
    }

    fn caches(&self) -> Caches {
        self.caches
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn one_layout(&self) -> Option<&str> {
        self.artefact.missing().or(self.loader.as_ref().err().map(String::as_str))
    }

    fn one_draw_of_pages(&self) -> Option<&str> {
        self.loader.as_ref().ok()?.borrow().one_draw()
    }

    fn branches(&self, contender: &Contender) -> Option<usize> {
        self.artefact.branches(contender.code?, &contender.technique.name.replace('-', "_"))
    }

    fn lanes<'b>(
        &'b self,
        lineup: &'b Lineup<'b>,
        circumstance: Circumstance,
    ) -> Result<Box<dyn Lanes + 'b>> {
        Ok(Box::new(self.batches(lineup, circumstance)?))
    }

    fn chains(&self) -> Box<dyn Lanes + '_> {
        let lanes = (0..CHAINS.len()).map(|contender| Lane { contender, links: 0 });
        Box::new(Chains { clock: self.host.clock(), lanes: lanes.collect() })
    }
}

impl ThisRig {
    fn batches<'b>(
        &'b self,
        lineup: &'b Lineup<'b>,
        circumstance: Circumstance,
    ) -> Result<Batches<'b>> {
        let mut questions = None;
        match circumstance {
            Circumstance::Beside { bytes, .. } => {
                let mut set = self.set.borrow_mut();
                if set.bytes() < bytes.max(ROOM) {
                    *set = WorkingSet::new(bytes.max(ROOM));
                }
                set.take(bytes);
            }
            Circumstance::Upkeep { questions: asked } => questions = Some(asked),
            Circumstance::Hot(_) | Circumstance::Learnt => {}
        }
        let asked = Asked { stream: lineup.stream, questions };
        let lengths = self.lengths(lineup, circumstance, asked);
        let mut lanes = Vec::new();
        let mut works = Vec::new();
        let mut templates = Vec::new();
        for (participant, &Participant { contender, .. }) in lineup.participants.iter().enumerate()
        {
            let first = works.len();
            for (kernel, &(form, links)) in forms(circumstance).iter().enumerate() {
                lanes.push(Lane { contender: participant, links });
                let workload = contender.workload(asked, form);
                works.push(Work {
                    contender,
                    place: (participant, kernel),
                    windows: workload.windows(lineup.study.policy.window),
                    workload,
                });
            }
            let kernels = works[first..].iter().map(|work| work.workload.kernel);
            templates.push(self.template(contender, &kernels.collect::<Vec<_>>()));
        }
        let is_asked = |work: &Work<'_>| work.windows.count() > 0;
        ensure!(works.iter().all(is_asked), "too few of the positions ask this");
        Ok(Batches {
            rig: self,
            lineup,
            circumstance,
            asked,
            lengths,
            lanes,
            works,
            placed: templates.iter().map(|_| None).collect(),
            depths: templates.iter().map(|_| 0).collect(),
            templates,
        })
    }

    /// The queries of batches: derived when a table is first measured, then always the same.
    fn lengths(&self, lineup: &Lineup<'_>, circumstance: Circumstance, asked: Asked) -> Lengths {
        let known = (lineup.study.name, asked, circumstance);
        if let Some(lengths) = self.lengths.borrow().get(&known) {
            return lengths.clone();
        }
        let mut lengths = Lengths { timed: 1, repeats: 1, warm_up: Vec::new() };
        let policy = lineup.study.policy;
        let reference = lineup.participants[0].contender;
        let workload = reference.workload(asked, forms(circumstance)[0].0);
        let windows = workload.windows(policy.window);
        if policy.length == Length::Program || windows.count() == 0 {
            return lengths;
        }
        let time = |number| {
            let (part, range) = windows.at(number);
            (workload.begin)(part);
            let run = || black_box((workload.run)(None, part, range.clone(), &self.set.borrow()));
            run();
            let start = self.host.clock().start();
            run();
            self.host.clock().elapsed(start) as f64
        };
        let times = (0..4 * TRIALS).map(time).filter(|time| *time > 0.0);
        let shortest = times.fold(f64::INFINITY, f64::min);
        let least = CLOCK_STEPS * self.host.clock().resolution() as f64 / shortest;
        // A power of two is seldom another one in the next process.
        let least = (least.ceil() as usize).next_power_of_two();
        match circumstance {
            // Branches of more windows would not be learnt.
            Circumstance::Learnt => lengths.repeats = least.clamp(1, MOST_TIMED),
            _ => lengths.timed = least.clamp(1, MOST_TIMED).min(windows.count()),
        }
        lengths
    }

    /// A contender's kernels with its tables; `None` if they can't be copied.
    fn template(&self, contender: &Contender, kernels: &[usize]) -> Option<Template> {
        self.loader.as_ref().ok()?;
        Template::of(&self.artefact, kernels, &self.crates(), &contender.tables).ok()
    }
}

/// Copies code and tables, unless the user wants them where the linker put them.
fn loader() -> Result<Loader> {
    let choice = std::env::var(LAYOUTS).unwrap_or_default();
    ensure!(choice != "one", "{LAYOUTS}=one");
    Loader::new()
}

/// The kernels of a circumstance, and the additions that each puts into the chain.
fn forms(circumstance: Circumstance) -> &'static [(Form, usize)] {
    match (circumstance, circumstance.dependence()) {
        (Circumstance::Beside { .. }, Dependence::Independent) => &[(Form::Beside, 0)],
        (Circumstance::Beside { .. }, Dependence::Dependent) => &[(Form::BesideDependent, 0)],
        (Circumstance::Hot(_), Dependence::Dependent) => {
            &[(Form::Latency, 0), (Form::Lengthened, LINKS)]
        }
        (_, Dependence::Independent) => &[(Form::Throughput, 0)],
        (_, Dependence::Dependent) => &[(Form::Latency, 0)],
    }
}

/// The batches of a lineup in one circumstance.
struct Batches<'b> {
    rig: &'b ThisRig,
    lineup: &'b Lineup<'b>,
    circumstance: Circumstance,
    asked: Asked,
    lengths: Lengths,
    lanes: Vec<Lane>,
    /// By lane.
    works: Vec<Work<'b>>,
    /// By participant; `None` if its kernels can't be copied.
    templates: Vec<Option<Template>>,
    /// The places of each participant's copies; `None` without copies.
    placed: Vec<Option<Placed>>,
    /// Bytes by which each participant's stack is lowered.
    depths: Vec<usize>,
}

/// A lane's work.
struct Work<'b> {
    contender: &'b Contender,
    /// The number of the participant, and the number of the kernel among its kernels.
    place: (usize, usize),
    workload: Workload,
    windows: Windows,
}

impl Batches<'_> {
    /// The windows of this turn that are timed, and those that warm a lane up before.
    fn windows(&self, lane: usize, turn: Turn) -> [Range<usize>; 2] {
        let windows = &self.works[lane].windows;
        let Lengths { timed, warm_up, .. } = &self.lengths;
        if self.circumstance == Circumstance::Learnt {
            let learnt = turn.block % windows.count();
            return [learnt..learnt + 1, 0..0];
        }
        let before = warm_up.get(lane).copied().unwrap_or(0);
        // All lanes time the same windows, whatever they need before.
        let most = warm_up.iter().copied().max().unwrap_or(0);
        let round = turn.round + mixed(self.rig.seed) as usize % PARTS;
        let all = windows.batch(round, turn.attempt, (most + timed - 1) * windows.length());
        let first = all.end - timed.min(&all.len());
        [first..all.end, first.saturating_sub(before).max(all.start)..first]
    }

    /// The time per query in the windows of this turn.
    fn batch(&self, lane: usize, turn: Turn) -> Result<f64> {
        let work = &self.works[lane];
        let [timed, before] = self.windows(lane, turn);
        let expected: Vec<_> = timed.clone().map(|number| self.expected(work, number)).collect();

        for number in timed.clone() {
            let (part, range) = work.windows.at(number);
            black_box((work.workload.touch)(part, range));
        }
        self.read_tables(work);
        // Warms the tables without teaching the branch predictor what comes.
        before.for_each(|number| self.run_window(work, number));
        if self.circumstance == Circumstance::Learnt {
            (0..PASSES).for_each(|_| self.run_window(work, timed.start));
        }
        let windows: Vec<_> = timed.map(|number| work.windows.at(number)).collect();
        // The tables of a library cannot be found and read.
        if work.contender.kind == Kind::Library && self.circumstance != Circumstance::Learnt {
            for (part, range) in &windows {
                self.run_apart(work, *part, range.clone(), turn.round);
            }
        }
        let led = |(part, range): &(usize, Range<usize>)| {
            let run = |lead| self.run(work, *part, lead);
            (*part, self.led(&work.workload, *part, range.clone(), run))
        };
        let asked: Vec<_> = windows.iter().map(led).collect();
        let mut sums = vec![0; asked.len()];
        let start = self.rig.host.clock().start();
        for _ in 0..self.lengths.repeats {
            for ((part, queries), sum) in asked.iter().zip(&mut sums) {
                *sum = self.run(work, *part, queries.clone());
            }
        }
        let elapsed = self.rig.host.clock().elapsed(start);
        self.compare(work, &sums, &expected)?;
        let queries: usize = asked.iter().map(|(_, queries)| queries.len()).sum();
        Ok(elapsed as f64 / (queries * self.lengths.repeats) as f64)
    }

    /// Finds for each lane how many windows to run before a batch: enough to touch its working set
    /// twice, and so many that twice as many are no faster.
    fn warm(&mut self) -> Result<()> {
        let policy = self.lineup.study.policy;
        let limit = MOST_WARM[usize::from(policy.length > Length::Lookup)];
        let mut derived = Vec::new();
        for lane in 0..self.works.len() {
            let work = &self.works[lane];
            let (length, count) = (work.windows.length(), work.windows.count());
            let mut least = policy.warm_up;
            if let Circumstance::Beside { bytes, .. } = self.circumstance {
                least = least.max(touching(2 * bytes.min(self.rig.caches().reach())));
            }
            let most = (limit / length).min(count.saturating_sub(self.lengths.timed));
            let mut windows = least.div_ceil(length).min(most);
            while windows > 0 && 2 * windows <= most && self.is_too_short(lane, windows)? {
                windows *= 2;
            }
            derived.push(windows);
        }
        self.lengths.warm_up = derived;
        let known = (self.lineup.study.name, self.asked, self.circumstance);
        self.rig.lengths.borrow_mut().insert(known, self.lengths.clone());
        Ok(())
    }

    /// Whether batches of a lane are faster after twice as many windows.
    fn is_too_short(&mut self, lane: usize, windows: usize) -> Result<bool> {
        let mut ratios = Vec::new();
        for round in 0..TRIALS {
            let mut time = |windows| {
                self.lengths.warm_up = vec![windows; lane + 1];
                self.evict(lane);
                self.batch(lane, Turn { block: 0, round, attempt: 0 })
            };
            ratios.push(time(windows)? / time(2 * windows)?);
        }
        let is_slower = ratios.iter().all(|ratio| *ratio > 1.0);
        Ok(is_slower && median(&ratios, 1.0).value > STAYS)
    }

    /// Reads a new working set twice. Its caches then hold it as a program's would; the batches of a
    /// block share it.
    fn read_working_set(&self) {
        if matches!(self.circumstance, Circumstance::Beside { .. }) {
            (0..2).for_each(|_| self.rig.set.borrow().read());
        }
    }

    /// Reads tables of other participants, as their batches do: enough to fill the second-level
    /// cache twice.
    fn evict(&self, lane: usize) {
        let own = self.works[lane].place.0;
        let mut left = self.rig.caches().reach() / 2;
        for work in self.works.iter().filter(|work| work.place.0 != own) {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(work.contender.table_bytes() as u64);
            self.read_tables(work);
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
        let first = window.start + self.lineup.study.policy.lead;
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
        (work.workload.run)(copied, part, range, &self.rig.set.borrow())
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
        match (self.placed(work), &self.rig.loader) {
            (Some(placed), Ok(loader)) => loader.borrow().read(placed),
            _ => work.contender.tables.iter().for_each(|table| hardware::read(*table)),
        }
    }

    /// The sum that the answers in a window must have. The oracle is slow, so it is asked once.
    fn expected(&self, work: &Work<'_>, number: usize) -> u64 {
        let oracle = self.lineup.study.oracle_of(work.contender);
        let key = (self.lineup.study.name, oracle.name, self.asked, number);
        if let Some(sum) = self.rig.sums.borrow().get(&key) {
            return *sum;
        }
        let (part, range) = work.windows.at(number);
        let oracle = oracle.workload(self.asked, Form::Throughput);
        let run = |queries| (oracle.run)(None, part, queries, &WorkingSet::new(0));
        let sum = run(self.led(&oracle, part, range, run));
        self.rig.sums.borrow_mut().insert(key, sum);
        sum
    }

    fn compare(&self, work: &Work<'_>, sums: &[u64], expected: &[u64]) -> Result<()> {
        // The null contender answers nothing.
        let contender = work.contender;
        if sums != expected && contender.is_variant() {
            let Lineup { study, stream, .. } = self.lineup;
            bail!("{}: wrong answers on {stream} of {} while timed", contender.name, study.name);
        }
        Ok(())
    }
}

/// Queries that touch this many bytes of a working set.
fn touching(bytes: u64) -> usize {
    (bytes / LINE) as usize / TOUCHES
}

impl Lanes for Batches<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        let seed = mixed(self.rig.seed) ^ block as u64;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.rig.set.borrow_mut().relocate(&mut generator);
        if let Ok(loader) = &self.rig.loader {
            let templates: Vec<_> = self.templates.iter().flatten().collect();
            let placed = loader.borrow_mut().lay_out(seed, &templates);
            let mut placed = placed.context("laying out code and tables")?.into_iter();
            let next = |template: &Option<Template>| template.as_ref().and_then(|_| placed.next());
            self.placed = self.templates.iter().map(next).collect();
        }
        let depth = || stack::ALIGNMENT * below(&mut generator, stack::PERIOD / stack::ALIGNMENT);
        self.depths.fill_with(depth);
        // Long batches need no warm-up, because they lead for longer.
        if self.lineup.study.policy.lead > 0 {
            return Ok(());
        }
        self.read_working_set();
        // Runs a first batch of each lane untimed. Otherwise the tables copied last would be
        // nearer: copies of magics were 7 % faster that way.
        for lane in shuffled(self.works.len(), &mut generator) {
            self.read_tables(&self.works[lane]);
            self.run_window(&self.works[lane], block);
        }
        if self.lengths.warm_up.is_empty() && self.circumstance != Circumstance::Learnt {
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
        let moves = self.rig.loader.is_ok();
        let stays = |(participant, template): (usize, &Option<Template>)| {
            (moves && template.is_none()).then_some(participant)
        };
        self.templates.iter().enumerate().filter_map(stays).collect()
    }

    fn measure(&mut self, lane: usize, turn: Turn) -> Result<f64> {
        let depth = self.depths[self.works[lane].place.0];
        stack::lower(depth, || self.batch(lane, turn))
    }
}

/// Chains of known latency.
struct Chains<'b> {
    clock: &'b Clock,
    lanes: Vec<Lane>,
}

impl Lanes for Chains<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn measure(&mut self, lane: usize, _: Turn) -> Result<f64> {
        Ok(CHAINS[lane].step(self.clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;
    use std::time::Duration;
    use studies::list;

    const EVERY: [Circumstance; 5] = [
        Circumstance::Hot(Dependence::Independent),
        Circumstance::Hot(Dependence::Dependent),
        Circumstance::Learnt,
        Circumstance::Beside { dependence: Dependence::Independent, bytes: 4096 },
        Circumstance::Beside { dependence: Dependence::Dependent, bytes: 4096 },
    ];

    fn lineup(study: &Study) -> Lineup<'_> {
        let chosen = study.variants().take(3);
        Lineup::new(study, study.main_stream(), chosen, |_| None).unwrap()
    }

    /// Runs each lane twice in each of two layouts. Returns whether all its answers were right.
    fn are_right(study: &Study, circumstance: Circumstance) -> Vec<bool> {
        let rig = ThisRig::new(std::slice::from_ref(study), 1);
        let lineup = lineup(study);
        let mut lanes = rig.lanes(&lineup, circumstance).unwrap();
        let count = lanes.lanes().len();
        let mut are_right = vec![true; count];
        for block in 0..2 {
            // The first layout derives warm-ups.
            if lanes.lay_out(block).is_err() {
                return vec![false; count];
            }
            for (lane, is_right) in are_right.iter_mut().enumerate() {
                for attempt in 0..2 {
                    *is_right &= lanes.measure(lane, Turn { block, round: block, attempt }).is_ok();
                }
            }
        }
        are_right
    }

    #[test]
    fn wrong_answers_are_found_while_they_are_timed() {
        for circumstance in EVERY {
            let mut study = list::named("between").unwrap();
            assert!(are_right(&study, circumstance).into_iter().all(|is| is), "{circumstance:?}");
            // Null, which answers nothing, becomes the oracle that the others must equal.
            let null = study.contenders.pop().unwrap();
            let oracle = std::mem::replace(&mut study.oracle, null);
            study.contenders.push(oracle);
            let are_right = are_right(&study, circumstance);
            // Three variants and their copies; then the control that stands for null.
            let variants = are_right.len() / 8 * 6;
            assert!(!are_right[..variants].iter().any(|is| *is), "{circumstance:?}");
        }
    }

    /// A lane's actions, with the part and the queries of each.
    type Notes = Rc<RefCell<Vec<(&'static str, (usize, Range<usize>))>>>;

    /// Notes a lane's actions from now on, and makes each run longer by `pause`.
    fn noted(work: &mut Work<'_>, pause: Duration) -> Notes {
        let notes = Notes::default();
        let [runs, touches] = [(); 2].map(|()| Rc::clone(&notes));
        let Workload { run, touch, .. } = &mut work.workload;
        let kernel = std::mem::replace(run, Box::new(|_, _, _, _| 0));
        *run = Box::new(move |copied, part, range, set| {
            let what = if copied.is_some() { "ran a copy on" } else { "ran on" };
            runs.borrow_mut().push((what, (part, range.clone())));
            std::thread::sleep(pause);
            kernel(copied, part, range, set)
        });
        *touch = Box::new(move |part, range| {
            touches.borrow_mut().push(("touched", (part, range)));
            0
        });
        notes
    }

    /// The reference of a study and a library.
    fn with_library(study: &Study) -> Lineup<'_> {
        let libraries = study.variants().filter(|c| c.kind == Kind::Library).take(1);
        Lineup::new(study, study.main_stream(), libraries, |_| None).unwrap()
    }

    const TURN: Turn = Turn { block: 5, round: 3, attempt: 1 };

    /// The tables of a library can't be read, so its batch is asked query by query first.
    #[test]
    fn a_batch_warms_tables_and_asks_what_the_processor_has_not_seen_or_has_learnt() {
        let study = list::named("between").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study), 1), with_library(&study));
        let hot = Circumstance::Hot(Dependence::Independent);
        for lane in [0, 1] {
            for circumstance in [hot, Circumstance::Learnt] {
                let is_learnt = circumstance == Circumstance::Learnt;
                let mut batches = rig.batches(&lineup, circumstance).unwrap();
                batches.lay_out(0).unwrap();
                let notes = noted(&mut batches.works[lane], Duration::ZERO);
                batches.measure(lane, TURN).unwrap();
                let work = &batches.works[lane];
                let [timed, before] = batches.windows(lane, TURN);
                let passes = if is_learnt { PASSES } else { 0 };
                let before: Vec<_> =
                    before.chain(std::iter::repeat_n(timed.start, passes)).collect();
                let timed: Vec<_> = timed.map(|number| work.windows.at(number)).collect();
                let ran = if batches.placed(work).is_some() { "ran a copy on" } else { "ran on" };
                let touched = timed.iter().map(|window| ("touched", window.clone()));
                let warmed = before.iter().map(|number| (ran, work.windows.at(*number)));
                let repeats = std::iter::repeat_n(timed.iter(), batches.lengths.repeats);
                let asked = repeats.flatten().map(|window| (ran, window.clone()));
                let queries = timed.iter().flat_map(|(part, range)| {
                    range.clone().map(|query| (ran, (*part, query..query + 1)))
                });
                let apart = if lane == 1 && !is_learnt { queries.collect() } else { vec![] };
                if !apart.is_empty() {
                    let mut noted = notes.borrow_mut();
                    let first = touched.len() + before.len();
                    let asked = &mut noted[first..][..apart.len()];
                    assert!(!asked.is_sorted_by_key(|(_, (_, range))| range.start));
                    let place = |(part, range): &(usize, Range<usize>)| {
                        (timed.iter().position(|(known, _)| known == part), range.start)
                    };
                    asked.sort_by_key(|(_, window)| place(window));
                }
                let expected: Vec<_> = touched.chain(warmed).chain(apart).chain(asked).collect();
                assert_eq!(*notes.borrow(), expected, "{circumstance:?}");
            }
        }
    }

    #[test]
    fn libraries_answer_rightly_while_they_are_timed() {
        for study in [list::named("between").unwrap(), list::named("between-batch").unwrap()] {
            let (rig, lineup) =
                (ThisRig::new(std::slice::from_ref(&study), 1), with_library(&study));
            let hot = Circumstance::Hot(Dependence::Independent);
            let mut lanes = rig.lanes(&lineup, hot).unwrap();
            lanes.lay_out(0).unwrap();
            for lane in 0..lanes.lanes().len() {
                lanes.measure(lane, TURN).unwrap();
            }
        }
    }

    #[test]
    fn a_time_is_that_of_a_query() {
        let study = list::named("between").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study), 1), lineup(&study));
        let times = |pause| {
            let mut batches = rig.batches(&lineup, Circumstance::Learnt).unwrap();
            noted(&mut batches.works[0], pause);
            (0..3).map(|_| batches.measure(0, TURN).unwrap()).fold(f64::INFINITY, f64::min)
        };
        // Every run of a window takes its pause, and a cycle is a fraction of a nanosecond.
        let longer = times(Duration::from_millis(4)) - times(Duration::from_millis(2));
        let nanoseconds = 2e6 / study.policy.window as f64;
        assert!((0.3..30.0).contains(&(longer / nanoseconds)), "{longer} of {nanoseconds} ns");
    }

    /// A clock around the timed run alone shows that neither warming nor leading queries count.
    #[test]
    fn the_time_of_a_query_is_that_of_the_timed_run_by_its_queries() {
        for name in ["between", "perft", "search"] {
            let study = list::named(name).unwrap();
            let lineup = lineup(&study);
            // Beside another program, one of two clocks may take nanoseconds.
            let both = || (ThisRig::new(std::slice::from_ref(&study), 1), Clock::open_light());
            let mut opened = std::iter::repeat_with(both).take(20);
            let is_alike = |(rig, clock): &(ThisRig, Clock)| rig.unit() == clock.unit();
            let (rig, clock) = opened.find(is_alike).expect("two clocks of one unit");
            let hot = Circumstance::Hot(Dependence::Independent);
            let mut batches = rig.batches(&lineup, hot).unwrap();
            batches.lay_out(0).unwrap();
            batches.lengths.timed = 1;
            let last = Rc::new(RefCell::new((0.0, 0..0)));
            let seen = Rc::clone(&last);
            let run = &mut batches.works[0].workload.run;
            let kernel = std::mem::replace(run, Box::new(|_, _, _, _| 0));
            *run = Box::new(move |copied, part, range, set| {
                let start = clock.start();
                std::thread::sleep(Duration::from_millis(1));
                let sum = kernel(copied, part, range.clone(), set);
                *seen.borrow_mut() = (clock.elapsed(start) as f64, range);
                sum
            });
            // Another program may run between the two readings.
            let excess = (0..5).map(|round| {
                let time = batches.measure(0, Turn { round, ..TURN }).unwrap();
                let (took, queries) = &*last.borrow();
                let length = batches.works[0].windows.length();
                assert_eq!(queries.len(), length - study.policy.lead);
                time * queries.len() as f64 / took
            });
            let excess: Vec<_> = excess.collect();
            assert!(excess.iter().all(|excess| *excess >= 1.0), "{name}: {excess:?}");
            assert!(excess.iter().any(|excess| *excess < 1.02), "{name}: {excess:?}");
        }
    }

    #[test]
    fn every_block_has_a_layout_of_its_own() {
        let study = list::named("between").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study), 1), lineup(&study));
        let mut batches = rig.batches(&lineup, Circumstance::Learnt).unwrap();
        let mut places = |block| {
            batches.lay_out(block).unwrap();
            batches.placed.iter().map(|placed| format!("{placed:?}")).collect::<Vec<_>>()
        };
        let [first, second, again] = [0, 1, 0].map(&mut places);
        assert_eq!(first, again);
        let is_moved = first.iter().zip(&second).all(|(first, second)| first != second);
        assert_eq!(is_moved, rig.one_layout().is_none());
    }

    #[test]
    fn a_batch_is_long_by_its_clock_and_touches_its_working_set_twice() {
        let study = list::named("between").unwrap();
        let rig = ThisRig::new(std::slice::from_ref(&study), 1);
        let lineup = lineup(&study);
        for circumstance in [
            Circumstance::Hot(Dependence::Independent),
            Circumstance::Beside { dependence: Dependence::Dependent, bytes: 1 << 20 },
        ] {
            let mut batches = rig.batches(&lineup, circumstance).unwrap();
            batches.lay_out(0).unwrap();
            let warm_ups = batches.warm_ups();
            assert_eq!(warm_ups.len(), lineup.participants.len());
            for &queries in &warm_ups {
                let mut least = study.policy.warm_up;
                if let Circumstance::Beside { bytes, .. } = circumstance {
                    least = least.max(2 * bytes as usize / LINE as usize / TOUCHES);
                }
                assert!((least..=MOST_WARM[0]).contains(&queries), "{queries} of {least}");
            }
            let again = rig.batches(&lineup, circumstance).unwrap();
            assert_eq!(again.warm_ups(), warm_ups, "derived once");
            let fastest = (0..20).map(|round| {
                let turn = Turn { round, ..TURN };
                let time = batches.measure(0, turn).unwrap();
                time * (batches.lengths.timed * batches.works[0].windows.length()) as f64
            });
            let fastest = fastest.fold(f64::INFINITY, f64::min);
            let steps = fastest / rig.host.clock().resolution() as f64;
            assert!(steps > 0.4 * CLOCK_STEPS, "{steps} steps in a batch of the reference");
        }
    }

    #[test]
    fn so_many_questions_are_asked_as_circumstances_say() {
        let study = list::named("maps").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study), 1), lineup(&study));
        let upkeep = rig.batches(&lineup, Circumstance::Upkeep { questions: 4 }).unwrap();
        assert_eq!(upkeep.asked, Asked { stream: lineup.stream, questions: Some(4) });
    }

    #[test]
    fn what_happens_beside_is_as_circumstances_say() {
        let study = list::named("between").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study), 1), with_library(&study));
        let dependence = Dependence::Independent;
        // The last is smaller than the set before.
        for bytes in [4096, 8192, 2048] {
            let beside = Circumstance::Beside { dependence, bytes };
            rig.batches(&lineup, beside).unwrap();
            assert_eq!(rig.set.borrow().taken(), bytes);
        }
    }

    #[test]
    fn every_circumstance_has_its_kernels() {
        let [independent, dependent] = Dependence::ALL;
        let beside = |dependence| Circumstance::Beside { dependence, bytes: 0 };
        for (circumstance, expected) in [
            (Circumstance::Hot(independent), &[(Form::Throughput, 0)][..]),
            (Circumstance::Hot(dependent), &[(Form::Latency, 0), (Form::Lengthened, LINKS)]),
            (Circumstance::Learnt, &[(Form::Throughput, 0)]),
            (beside(independent), &[(Form::Beside, 0)]),
            (beside(dependent), &[(Form::BesideDependent, 0)]),
            (Circumstance::Upkeep { questions: 3 }, &[(Form::Throughput, 0)]),
        ] {
            assert_eq!(forms(circumstance), expected, "{circumstance:?}");
        }
    }

    #[test]
    fn kernels_can_be_copied_here() {
        let study = list::named("between").unwrap();
        let rig = ThisRig::new(std::slice::from_ref(&study), 1);
        let lineup = lineup(&study);
        let contender = lineup.participants[0].contender;
        let asked = Asked { stream: lineup.stream, questions: None };
        let kernels = [Form::Latency, Form::Lengthened];
        let kernels = kernels.map(|form| contender.workload(asked, form).kernel);
        let template = rig.template(contender, &kernels);
        assert_eq!(template.is_some(), rig.one_layout().is_none());
        assert_eq!(cfg!(all(target_os = "linux", target_arch = "x86_64")), template.is_some());
    }
}
