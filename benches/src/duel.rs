//! Tables of contenders in interleaved rounds, under every circumstance.
//!
//! Each function here prepares the lanes of one table, one per contender and
//! placement, and has them sampled; what differs is what a lane does around the
//! queries that it times.

use crate::catalogue::{self, Contender, Context, Dependence, Kind, Placement, Study, Workload};
use crate::clock::{Clock, Unit};
use crate::hardware::{self, PLACES};
use crate::invocation::Group;
use crate::record::{Measurement, Noise, Subject, quantity, stop};
use crate::rounds::{self, Budget, Lane, Samples, Stop, Watch};
use crate::statistics::Median;
use crate::verdict::{self, Roles, Verdicts, narrow_enough};
use anyhow::{Context as _, Result, bail, ensure};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// Lines by which the walks of two rounds are apart: 37 pages.
const WALK_STEP: usize = 37 * 64;

/// A table: who takes part, and what with.
#[derive(Debug)]
pub struct Table<'a> {
    /// The study.
    pub study: &'a Study,
    /// The stream's name.
    pub stream: &'static str,
    /// The kernel.
    pub kernel: Dependence,
    participants: Vec<Participant<'a>>,
}

/// A contender, or one of its copies.
#[derive(Clone, Copy, Debug)]
struct Participant<'a> {
    contender: &'a Contender,
    copy: usize,
}

impl<'a> Table<'a> {
    /// The table of these variants of a study. To them come the study's
    /// reference, two copies of it, the null contender and a copy of that.
    ///
    /// # Errors
    /// If the study's reference answers wrongly.
    pub fn new(
        study: &'a Study,
        stream: &'static str,
        kernel: Dependence,
        chosen: &[&'a Contender],
    ) -> Result<Table<'a>> {
        let reference = study
            .reference()
            .with_context(|| format!("the reference of {} is wrong", study.name))?;
        let others = chosen
            .iter()
            .copied()
            .filter(|c| c.kind != Kind::Control && c.identity.name != reference.identity.name);
        let null = study.contenders.last().context("a study has a null contender")?;
        let take = |contender, copy| Participant { contender, copy };
        let mut participants = vec![take(reference, 0)];
        participants.extend(others.map(|other| take(other, 0)));
        participants.extend([take(reference, 1), take(reference, 2), take(null, 0), take(null, 1)]);
        Ok(Table { study, stream, kernel, participants })
    }

    /// A contender of the table against copies of itself, and nothing else.
    #[must_use]
    pub fn of_copies(
        study: &'a Study,
        stream: &'static str,
        kernel: Dependence,
        contender: &'a Contender,
    ) -> Table<'a> {
        let null = &study.contenders[study.contenders.len() - 1];
        let take = |contender, copy| Participant { contender, copy };
        let participants = vec![
            take(contender, 0),
            take(contender, 1),
            take(contender, 2),
            take(null, 0),
            take(null, 1),
        ];
        Table { study, stream, kernel, participants }
    }

    /// The names of the contenders by number.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.participants.iter().map(|part| part.contender.identity.name).collect()
    }

    /// Whether a contender, by number, is asked what the reference is: the others
    /// are not ranked with them.
    #[must_use]
    pub fn is_ranked(&self, contender: usize) -> bool {
        let interface = |number: usize| self.participants[number].contender.interface;
        interface(contender) == interface(0)
    }

    /// Whether a contender, by number, is one to choose from: asked what most
    /// are, and no library.
    #[must_use]
    pub fn is_choice(&self, contender: usize) -> bool {
        self.is_ranked(contender) && self.participants[contender].contender.kind != Kind::Library
    }

    /// Their parts in the table.
    #[must_use]
    pub fn roles(&self) -> Roles {
        let count = self.participants.len();
        Roles {
            variants: (0..count - 4).collect(),
            copies: vec![count - 4, count - 3],
            null: count - 2,
            null_copy: count - 1,
        }
    }

    /// The parts in a table of copies: the first copy stands for a second
    /// variant, the second for the noise.
    #[must_use]
    pub fn roles_of_copies(&self) -> Roles {
        Roles { variants: vec![0, 1], copies: vec![2], null: 3, null_copy: 4 }
    }

    /// Hot tables: long batches, every placement a lane of its own.
    ///
    /// # Errors
    /// If a contender answers wrongly.
    pub fn hot(&self, watch: &Watch, budget: Budget) -> Result<Samples> {
        self.sample(watch, budget, self.hot_lanes(watch.clock(), None)?)
    }

    /// Hot tables, while another core runs the loop of whoever is measured.
    ///
    /// # Errors
    /// If a contender answers wrongly.
    pub fn beside(&self, watch: &Watch, budget: Budget, other: &OtherCore) -> Result<Samples> {
        self.sample(watch, budget, self.hot_lanes(watch.clock(), Some(other))?)
    }

    fn hot_lanes<'b>(
        &'b self,
        clock: &'b Clock,
        other: Option<&'b OtherCore>,
    ) -> Result<Vec<Lane<'b>>> {
        let expected = self.expected_sums(None)?;
        let mut lanes = Vec::new();
        for (contender, part) in self.participants.iter().enumerate() {
            let same = |c: &Contender| std::ptr::eq(c, part.contender);
            let job = self.study.contenders.iter().position(same).unwrap_or(IDLE);
            for place in 0..PLACES.len() {
                let workload = self.workload(part, place);
                let oracle = self.study.oracle_of(part.contender).identity.name;
                let expected = Arc::clone(&expected[oracle]);
                let measure = move |round: usize| {
                    if let Some(other) = other {
                        other.run(job);
                    }
                    self.time_window(clock, part, &workload, &expected, round)
                };
                lanes.push(Lane { contender, measure: Box::new(measure) });
            }
        }
        Ok(lanes)
    }

    /// What a query takes in the window of this number, which must sum up as expected.
    fn time_window(
        &self,
        clock: &Clock,
        part: &Participant<'_>,
        workload: &Workload,
        expected: &[u64],
        number: usize,
    ) -> Result<f64> {
        let length = self.study.window;
        let window = |number: usize| {
            let start = number % expected.len() * length;
            start..start + length
        };
        // What runs before warms the tables without telling the branch predictor what
        // comes; the window itself is left out.
        let warming = (self.study.warm_up / length).min(expected.len() - 1);
        for before in (1..=warming).rev() {
            black_box((workload.run)(window(number + expected.len() - before)));
        }
        let start = clock.start();
        let sum = (workload.run)(window(number));
        let elapsed = clock.elapsed(start);
        part.require(sum == expected[number % expected.len()])?;
        Ok(elapsed as f64 / length as f64)
    }

    /// Hot tables, with each of the numbers of questions after a query that the study
    /// has. The budget is shared.
    ///
    /// # Errors
    /// If a contender answers wrongly.
    pub fn upkeep(&self, watch: &Watch, budget: Budget) -> Result<Vec<Samples>> {
        let lanes = self.study.asked.iter().map(|&times| self.upkeep_lanes(watch.clock(), times));
        self.share(watch, budget, lanes.collect::<Result<_>>()?)
    }

    /// A lane for each contender, whose placement changes from round to round.
    fn upkeep_lanes<'b>(&'b self, clock: &'b Clock, times: u64) -> Result<Vec<Lane<'b>>> {
        let expected = self.expected_sums(Some(times))?;
        let lane = |(contender, part): (usize, &'b Participant<'b>)| {
            let placed = |place| {
                let placement = Placement { place, copy: part.copy };
                let asked = (self.kernel, Some(times));
                part.contender.workload_asking(self.stream, asked, placement)
            };
            let places: Vec<_> = (0..PLACES.len()).map(placed).collect();
            let oracle = self.study.oracle_of(part.contender).identity.name;
            let expected = Arc::clone(&expected[oracle]);
            let measure = move |round: usize| {
                // Every window at every placement.
                let (window, place) = (round / places.len(), round % places.len());
                self.time_window(clock, part, &places[place], &expected, window)
            };
            Lane { contender, measure: Box::new(measure) }
        };
        Ok(self.participants.iter().enumerate().map(lane).collect())
    }

    /// What the sums of the windows must be, by the oracle's name, with so many questions
    /// after each query or as many as the stream asks.
    fn expected_sums(&self, asked: Option<u64>) -> Result<BTreeMap<&'static str, Arc<[u64]>>> {
        let length = self.study.window;
        let mut sums = BTreeMap::new();
        for Participant { contender, .. } in &self.participants {
            let oracle = self.study.oracle_of(contender);
            if let Entry::Vacant(entry) = sums.entry(oracle.identity.name) {
                let asked = (self.kernel, asked);
                let oracle = oracle.workload_asking(self.stream, asked, Placement::default());
                let windows = oracle.queries / length;
                ensure!(windows > 1, "stream {} is too short", self.stream);
                let window = |i| (oracle.run)(i * length..(i + 1) * length);
                entry.insert((0..windows).map(window).collect());
            }
        }
        Ok(sums)
    }

    /// A few queries at a time, after a walk through so many bytes of `memory`, for
    /// each of these working sets. The memory is larger than any of them.
    ///
    /// The walk is not timed, nor is what brings the queries themselves back
    /// into the cache: an engine has its squares in registers. The budget is
    /// shared: those that a neighbour disturbed get what the others left.
    ///
    /// # Errors
    /// If a contender answers wrongly.
    pub fn pressure(
        &self,
        watch: &Watch,
        budget: Budget,
        memory: &[[u64; 8]],
        working_sets: &[u64],
        visit: usize,
    ) -> Result<Vec<Samples>> {
        let lanes = working_sets.iter().map(|&bytes| {
            let lines = bytes as usize / 64;
            // A batch must be short, or no neighbour stays away for all of it.
            let most = ((1 << 15) / (lines + 1)).clamp(2, 16);
            // Which lines of a large cache two pages share is luck: every round
            // walks through others.
            let disturb = move |_: &Participant<'_>, round: usize| {
                let start = round * WALK_STEP % (memory.len() - lines);
                walk(&memory[start..start + lines]);
            };
            self.visit_lanes(watch.clock(), visit, most, true, disturb)
        });
        self.share(watch, budget, lanes.collect())
    }

    /// A few queries at a time, the tables flushed from all caches before, for
    /// each of these numbers of queries. The budget is shared.
    ///
    /// # Errors
    /// If a contender answers wrongly.
    #[cfg(target_arch = "x86_64")]
    pub fn cold(&self, watch: &Watch, budget: Budget, visits: &[usize]) -> Result<Vec<Samples>> {
        let flush = |part: &Participant<'_>, _| {
            part.contender.tables.iter().for_each(|table| hardware::flush(*table));
        };
        let bytes = |part: &Participant<'_>| -> usize {
            part.contender.tables.iter().map(|table| table.bytes()).sum()
        };
        let lines = self.participants.iter().map(bytes).max().unwrap_or(0) / 64;
        // A batch must be short here too, and flushing a line takes as long as reading it.
        let most = ((1 << 15) / (lines + 1)).clamp(2, 8);
        let lanes =
            visits.iter().map(|&visit| self.visit_lanes(watch.clock(), visit, most, false, flush));
        self.share(watch, budget, lanes.collect())
    }

    /// Samples several sets of lanes in turn, until each has its rounds or the
    /// time is over.
    fn share(
        &self,
        watch: &Watch,
        budget: Budget,
        mut sets: Vec<Vec<Lane<'_>>>,
    ) -> Result<Vec<Samples>> {
        let mut all: Vec<_> = sets.iter().map(|lanes| Samples::new(lanes)).collect();
        let begin = Instant::now();
        let slice = Budget { rounds: budget.rounds, time: budget.time / 40 };
        while begin.elapsed() < budget.time && all.iter().any(|s| s.stop != Stop::Narrow) {
            for (lanes, samples) in sets.iter_mut().zip(&mut all) {
                if samples.stop != Stop::Narrow {
                    rounds::sample(watch, lanes, slice, samples, |_| true)?;
                }
            }
        }
        Ok(all)
    }

    /// Lanes that time visits of a few queries, each after a disturbance, `most`
    /// of them in a round.
    fn visit_lanes<'b>(
        &'b self,
        clock: &'b Clock,
        visit: usize,
        most: usize,
        warm: bool,
        disturb: impl Fn(&Participant<'_>, usize) + Copy + 'b,
    ) -> Vec<Lane<'b>> {
        let visits = (64 / visit).clamp(2, most);
        let lane = |(contender, part): (usize, &'b Participant<'b>)| {
            let places: Vec<_> =
                (0..PLACES.len()).map(|place| self.workload(part, place)).collect();
            let next = Cell::new(0);
            let measure = move |round: usize| {
                let workload = &places[round % PLACES.len()];
                if warm {
                    black_box((workload.run)(0..self.study.warm_up.min(workload.queries)));
                }
                let mut total = 0;
                for number in 0..visits + 1 {
                    let start = next.get();
                    next.set((start + visit) % (workload.queries - visit));
                    let queries = start..start + visit;
                    disturb(part, round);
                    black_box((workload.touch)(queries.clone()));
                    let start = clock.start();
                    black_box((workload.run)(queries));
                    let elapsed = clock.elapsed(start);
                    // The first visit finds the caches as the lane before left them.
                    total += if number == 0 { 0 } else { elapsed };
                }
                Ok(total as f64 / (visits * visit) as f64)
            };
            Lane { contender, measure: Box::new(measure) }
        };
        self.participants.iter().enumerate().map(lane).collect()
    }

    fn workload(&self, part: &Participant<'_>, place: usize) -> Workload {
        let placement = Placement { place, copy: part.copy };
        part.contender.workload(self.stream, self.kernel, placement)
    }

    fn sample(&self, watch: &Watch, budget: Budget, mut lanes: Vec<Lane<'_>>) -> Result<Samples> {
        let roles = self.roles();
        let mut samples = Samples::new(&lanes);
        let enough = |samples: &Samples| narrow_enough(samples, &roles);
        rounds::sample(watch, &mut lanes, budget, &mut samples, enough)?;
        Ok(samples)
    }
}

impl Participant<'_> {
    fn require(&self, right: bool) -> Result<()> {
        if !right && self.contender.kind != Kind::Control {
            bail!("{} answers wrongly while it is timed", self.contender.identity.name);
        }
        Ok(())
    }
}

/// What a table's rounds gave, as records.
#[derive(Debug)]
pub struct Outcome {
    /// The figures; none if it was too noisy.
    pub measurements: Vec<Measurement>,
    /// The noise.
    pub noise: Noise,
    /// What was made of the rounds; nothing if they were too noisy.
    pub verdicts: Option<Verdicts>,
}

impl Table<'_> {
    /// What the rounds say, under this context and these parameters.
    #[must_use]
    pub fn outcome(
        &self,
        samples: &Samples,
        context: Context,
        parameters: &BTreeMap<String, u64>,
        unit: Unit,
    ) -> Outcome {
        let verdicts = verdict::verdicts(samples, &self.roles());
        let stop = if verdicts.is_some() { samples.stop.name() } else { stop::NOISY };
        let triple = |median: &Median| [median.value, median.low, median.high];
        let noise = Noise {
            study: self.study.name.to_owned(),
            stream: self.stream.to_owned(),
            context: context.name().to_owned(),
            parameters: parameters.clone(),
            rounds: samples.rounds() as u64,
            batches: samples.batches as u64,
            undisturbed: samples.undisturbed as u64,
            stop: stop.to_owned(),
            addition: samples.addition(),
            width: samples
                .idle()
                .filter(|_| unit != Unit::Nanoseconds)
                .map(|idle| hardware::IDLE_RUN as f64 / idle),
            copies: verdicts.iter().flat_map(|v| &v.floor).map(triple).collect(),
            null: verdicts.as_ref().map(|v| triple(&v.net[self.roles().null_copy])),
        };
        let measurements = verdicts.iter().flat_map(|verdicts| {
            self.measurements(verdicts, context, parameters, unit, samples.rounds())
        });
        Outcome { measurements: measurements.collect(), noise, verdicts }
    }

    fn measurements(
        &self,
        verdicts: &Verdicts,
        context: Context,
        parameters: &BTreeMap<String, u64>,
        unit: Unit,
        samples: usize,
    ) -> Vec<Measurement> {
        let (names, roles) = (self.names(), self.roles());
        let figure = |contender: usize, quantity: &str, unit: &str, figure: Median| {
            let subject = Subject {
                study: self.study.name,
                variant: names[contender],
                stream: self.stream,
                context: context.name(),
            };
            let parameters = parameters.clone();
            Measurement { parameters, ..subject.measured(quantity, unit, figure, samples) }
        };
        let per_query = format!("{}/query", unit.name());
        let net = quantity::net(unit.name());
        let mut measurements = Vec::new();
        for contender in roles.variants.iter().copied().chain([roles.null]) {
            let figures = verdicts.figures[contender];
            measurements.push(figure(contender, unit.name(), &per_query, figures));
            measurements.push(figure(contender, &net, &per_query, verdicts.net[contender]));
            if Context::PLAIN.contains(&context) {
                let spread = Median::exact(verdicts.spreads[contender]);
                measurements.push(figure(contender, quantity::SPREAD, "share", spread));
            }
        }
        measurements.extend(verdicts.ratios.iter().map(|ratio| Measurement {
            against: Some(names[ratio.against].to_owned()),
            verdict: Some(ratio.verdict.name().to_owned()),
            ..figure(ratio.of, quantity::RATIO, "x", ratio.ratio)
        }));
        measurements
    }
}

/// What the processor counts while a contender answers its stream, warm, per query.
///
/// # Errors
/// If there are no counters, or not enough of them.
#[cfg(target_os = "linux")]
pub fn hardware_counts(group: &Group<'_>, contender: &Contender) -> Result<Vec<Measurement>> {
    let kernel = group.kernels().next().context("a kernel")?;
    let workload = contender.workload(group.stream, kernel, Placement::default());
    black_box(workload.run_all());
    let counts = crate::counters::count(|| _ = black_box(workload.run_all()))?;
    let subject = Subject {
        study: group.study.name,
        variant: contender.identity.name,
        stream: group.stream,
        context: group.context.name(),
    };
    let measurement = |(quantity, count): (&str, u64)| {
        let per_query = Median::exact(count as f64 / workload.queries as f64);
        subject.measured(quantity, "/query", per_query, 1)
    };
    Ok(counts.into_iter().map(measurement).collect())
}

/// Reads a word of every line, in order.
fn walk(memory: &[[u64; 8]]) {
    black_box(memory.iter().fold(0, |sum: u64, line| sum.wrapping_add(line[0])));
}

/// A thread on another core that does what it is told to.
#[derive(Debug)]
pub struct OtherCore {
    shared: Arc<Shared>,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    /// The number of the job to do; [`IDLE`] for none.
    job: AtomicUsize,
    stop: AtomicBool,
}

const IDLE: usize = usize::MAX;

impl OtherCore {
    /// Runs the contenders of this study, one at a time.
    ///
    /// # Errors
    /// If there is no second core, or the system refuses to pin a thread.
    pub fn running(
        study: &'static str,
        stream: &'static str,
        kernel: Dependence,
    ) -> Result<OtherCore> {
        OtherCore::start(move || {
            // Streams are not shared between threads; tables are.
            let studies = catalogue::studies();
            let study = studies.into_iter().find(|known| known.name == study);
            let window = study.as_ref().map_or(0, |study| study.window);
            let workload = |c: &Contender| {
                c.answers(stream).then(|| c.workload(stream, kernel, Placement::default()))
            };
            let workloads: Vec<_> =
                study.iter().flat_map(|s| &s.contenders).map(workload).collect();
            Box::new(move |job| {
                black_box(workloads[job].as_ref().map(|workload| (workload.run)(0..window)));
            })
        })
    }

    /// Streams through memory, more of it than any cache holds.
    ///
    /// # Errors
    /// If there is no second core, or the system refuses to pin a thread.
    pub fn streaming() -> Result<OtherCore> {
        let other = OtherCore::start(|| {
            let memory = vec![[1; 8]; 1 << 20];
            Box::new(move |_| walk(&memory))
        })?;
        other.run(0);
        Ok(other)
    }

    /// Starts a thread on another core than the one that [`pin`] keeps this one to.
    fn start(prepare: impl FnOnce() -> Box<dyn Fn(usize)> + Send + 'static) -> Result<OtherCore> {
        pin()?;
        let [_, second, ..] = cores()[..] else {
            bail!("two cores are needed, the system grants {}", cores().len())
        };
        let shared = Arc::new(Shared { job: AtomicUsize::new(IDLE), stop: AtomicBool::new(false) });
        let theirs = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            core_affinity::set_for_current(second);
            let work = prepare();
            while !theirs.stop.load(Ordering::Relaxed) {
                match theirs.job.load(Ordering::Relaxed) {
                    IDLE => std::hint::spin_loop(),
                    job => work(job),
                }
            }
        });
        Ok(OtherCore { shared, thread: Some(thread) })
    }

    fn run(&self, job: usize) {
        self.shared.job.store(job, Ordering::Relaxed);
    }
}

/// Keeps this thread to the first of its cores.
///
/// # Errors
/// If the system refuses.
pub fn pin() -> Result<()> {
    let first = *cores().first().context("the system does not tell its cores")?;
    ensure!(core_affinity::set_for_current(first), "the system refuses to keep a thread to a core");
    Ok(())
}

/// The cores that this process may use, as they were before a thread was kept to one.
fn cores() -> &'static [core_affinity::CoreId] {
    static CORES: OnceLock<Vec<core_affinity::CoreId>> = OnceLock::new();
    CORES.get_or_init(|| core_affinity::get_core_ids().unwrap_or_default())
}

impl Drop for OtherCore {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        // A thread that panicked has said so itself.
        let _ = self.thread.take().map(std::thread::JoinHandle::join);
    }
}
