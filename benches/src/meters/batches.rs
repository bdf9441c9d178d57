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
use sampling::{Clock, Host, Lane, Lanes, ThisHost, Turn, hardware, stack};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::Range;
use studies::artefact::Artefact;
use studies::entry::{Contender, Dependence, Workload};
use studies::kernel::{Form, LINKS, WorkingSet};
use studies::layout::{Loader, Placed, Template};
use studies::streams::{Asked, Windows, below, shuffled};
use studies::study::{Study, crates};

/// This machine.
#[derive(Debug)]
pub struct ThisRig {
    host: ThisHost,
    artefact: Artefact,
    /// The crates whose functions kernels call, as paths name them.
    crates: Vec<String>,
    /// The loader, or the reason why code can't be copied.
    loader: Result<RefCell<Loader>, String>,
    set: RefCell<WorkingSet>,
    sums: RefCell<HashMap<Asking, u64>>,
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

impl ThisRig {
    /// Uses the best clock for short batches, and the kernels of these studies.
    #[must_use]
    pub fn new(studies: &[Study]) -> ThisRig {
        ThisRig {
            host: ThisHost::new(Clock::open_light()),
            artefact: Artefact::read(),
            crates: crates(studies),
            loader: loader().map(RefCell::new).map_err(|reason| format!("{reason:#}")),
            set: RefCell::new(WorkingSet::new(0)),
            sums: RefCell::default(),
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
        machine::here().caches
    }

    fn one_layout(&self) -> Option<&str> {
        self.artefact.missing().or(self.loader.as_ref().err().map(String::as_str))
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
            lanes,
            works,
            placed: templates.iter().map(|_| None).collect(),
            depths: templates.iter().map(|_| 0).collect(),
            templates,
        })
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
    /// The time per query in the window of this turn.
    fn batch(&self, work: &Work<'_>, turn: Turn) -> Result<f64> {
        let policy = self.lineup.study.policy;
        let mut numbers = work.windows.batch(turn.round, turn.attempt, policy.warm_up);
        let timed = match self.circumstance {
            Circumstance::Learnt => turn.block % work.windows.count(),
            _ => numbers.end - 1,
        };
        numbers.end -= 1;
        let (part, range) = work.windows.at(timed);
        let expected = self.expected(work, timed);

        black_box((work.workload.touch)(part, range.clone()));
        self.read_tables(work);
        // Warms the tables without teaching the branch predictor what comes.
        match self.circumstance {
            Circumstance::Learnt => (0..PASSES).for_each(|_| self.run_window(work, timed)),
            _ => {
                numbers.for_each(|number| self.run_window(work, number));
                // The tables of a library cannot be found and read.
                if work.contender.kind == Kind::Library {
                    self.run_apart(work, part, range.clone(), turn.round);
                }
            }
        }
        let queries = self.led(&work.workload, part, range, |lead| self.run(work, part, lead));
        let start = self.rig.host.clock().start();
        let sum = self.run(work, part, queries.clone());
        let elapsed = self.rig.host.clock().elapsed(start);
        self.compare(work, sum, expected)?;
        Ok(elapsed as f64 / queries.len() as f64)
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

    fn compare(&self, work: &Work<'_>, sum: u64, expected: u64) -> Result<()> {
        // The null contender answers nothing.
        let contender = work.contender;
        if sum != expected && contender.is_variant() {
            let Lineup { study, stream, .. } = self.lineup;
            bail!("{}: wrong answers on {stream} of {} while timed", contender.name, study.name);
        }
        Ok(())
    }
}

impl Lanes for Batches<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(block as u64);
        self.rig.set.borrow_mut().relocate(&mut generator);
        let Ok(loader) = &self.rig.loader else { return Ok(()) };
        let templates: Vec<_> = self.templates.iter().flatten().collect();
        let mut loader = loader.borrow_mut();
        let placed = loader.lay_out(block as u64, &templates);
        let mut placed = placed.context("laying out code and tables")?.into_iter();
        let next = |template: &Option<Template>| template.as_ref().and_then(|_| placed.next());
        self.placed = self.templates.iter().map(next).collect();
        drop(loader);
        let depth = || stack::ALIGNMENT * below(&mut generator, stack::PERIOD / stack::ALIGNMENT);
        self.depths.fill_with(depth);
        // Runs a first batch of each lane untimed. Otherwise the tables copied last would be
        // nearer: copies of magics were 7 % faster that way. Long batches need none, because they
        // lead for longer.
        if self.lineup.study.policy.lead > 0 {
            return Ok(());
        }
        for lane in shuffled(self.works.len(), &mut generator) {
            self.read_tables(&self.works[lane]);
            self.run_window(&self.works[lane], block);
        }
        Ok(())
    }

    fn measure(&mut self, lane: usize, turn: Turn) -> Result<f64> {
        let work = &self.works[lane];
        stack::lower(self.depths[work.place.0], || self.batch(work, turn))
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
        let rig = ThisRig::new(std::slice::from_ref(study));
        let lineup = lineup(study);
        let mut lanes = rig.lanes(&lineup, circumstance).unwrap();
        let count = lanes.lanes().len();
        let mut are_right = vec![true; count];
        for block in 0..2 {
            lanes.lay_out(block).unwrap();
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
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study)), with_library(&study));
        let hot = Circumstance::Hot(Dependence::Independent);
        for (lane, is_library) in [(0, false), (1, true)] {
            for circumstance in [hot, Circumstance::Learnt] {
                let is_learnt = circumstance == Circumstance::Learnt;
                let mut batches = rig.batches(&lineup, circumstance).unwrap();
                batches.lay_out(0).unwrap();
                let notes = noted(&mut batches.works[lane], Duration::ZERO);
                batches.measure(lane, TURN).unwrap();
                let work = &batches.works[lane];
                let numbers = match is_learnt {
                    true => vec![TURN.block; PASSES + 1],
                    false => work.windows.batch(TURN.round, TURN.attempt, 2048).collect(),
                };
                let ran = if batches.placed(work).is_some() { "ran a copy on" } else { "ran on" };
                let (timed, before) = numbers.split_last().unwrap();
                let (part, range) = work.windows.at(*timed);
                let mut expected = vec![("touched", (part, range.clone()))];
                expected.extend(before.iter().map(|number| (ran, work.windows.at(*number))));
                if is_library && !is_learnt {
                    let queries = range.clone().map(|query| (ran, (part, query..query + 1)));
                    expected.extend(queries);
                    let mut noted = notes.borrow_mut();
                    let apart = noted.len() - 1 - range.len();
                    let queries = &mut noted[apart..][..range.len()];
                    assert!(!queries.is_sorted_by_key(|(_, (_, range))| range.start));
                    queries.sort_by_key(|(_, (_, range))| range.start);
                }
                expected.push((ran, (part, range)));
                assert_eq!(*notes.borrow(), expected, "{circumstance:?}");
            }
        }
    }

    /// Both in whole batches and query by query.
    #[test]
    fn libraries_answer_rightly_while_they_are_timed() {
        for study in [list::named("between").unwrap(), list::named("between-batch").unwrap()] {
            let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study)), with_library(&study));
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
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study)), lineup(&study));
        let times = |pause| {
            let mut batches = rig.batches(&lineup, Circumstance::Learnt).unwrap();
            noted(&mut batches.works[0], pause);
            (0..3).map(|_| batches.measure(0, TURN).unwrap()).fold(f64::INFINITY, f64::min)
        };
        // A window has 2048 queries, and a cycle is a fraction of a nanosecond.
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
            let both = || (ThisRig::new(std::slice::from_ref(&study)), Clock::open_light());
            let mut opened = std::iter::repeat_with(both).take(20);
            let is_alike = |(rig, clock): &(ThisRig, Clock)| rig.unit() == clock.unit();
            let (rig, clock) = opened.find(is_alike).expect("two clocks of one unit");
            let hot = Circumstance::Hot(Dependence::Independent);
            let mut batches = rig.batches(&lineup, hot).unwrap();
            batches.lay_out(0).unwrap();
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
                let work = &batches.works[0];
                let numbers = work.windows.batch(round, TURN.attempt, study.policy.warm_up);
                let (_, window) = work.windows.at(numbers.end - 1);
                assert_eq!(*queries, window.start + study.policy.lead..window.end);
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
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study)), lineup(&study));
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
    fn so_many_questions_are_asked_as_circumstances_say() {
        let study = list::named("maps").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study)), lineup(&study));
        let upkeep = rig.batches(&lineup, Circumstance::Upkeep { questions: 4 }).unwrap();
        assert_eq!(upkeep.asked, Asked { stream: lineup.stream, questions: Some(4) });
    }

    #[test]
    fn what_happens_beside_is_as_circumstances_say() {
        let study = list::named("between").unwrap();
        let (rig, lineup) = (ThisRig::new(std::slice::from_ref(&study)), with_library(&study));
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
        let rig = ThisRig::new(std::slice::from_ref(&study));
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
