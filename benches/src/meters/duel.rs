//! The meter of times: all contenders of a table in interleaved rounds, under every
//! circumstance.

use crate::entry::{COPIES, Contender, Dependence};
use crate::invocation::{Group, Invocation, Times};
use crate::meters::cores::{self, OtherCore};
use crate::meters::lineup::Lineup;
use crate::meters::{checking, rounds_file::RoundsFile};
use crate::study::Study;
use crate::{machine, output, streams};
use anyhow::{Context as _, Result, ensure};
use records::{
    Chain, Context, Core, Figure, Meter, NARROWEST, Parameter, Share, Step, Stop, Store, Table,
    Unit, Verdict,
};
use sampling::clock::CHAINS;
use sampling::verdict::{self, narrow_enough};
use sampling::{Arm, Budget, Clock, Counted, Gate, Roles, Samples, ThisHost, sample};
use std::time::{Duration, Instant};

/// Measures what the invocation chooses.
///
/// # Errors
/// If a filter chooses nothing, the positions cannot be used, an answer is wrong while it is
/// timed, or what was measured cannot be written; or if there is not one figure in the end.
pub fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = invocation.plan(studies, Context::ALL)?;
    if invocation.list {
        return Ok(());
    }
    println!("duel: stream positions: {}", streams::check()?);
    let clock = Clock::open_light();
    let run = machine::run(clock.meter(), invocation.quick);
    let mut store = checking::open_store(Meter::Duel, run, studies)?;
    // On all cores, so before one is taken for the rest.
    let plan = match invocation.self_check {
        true => Vec::new(),
        false => checking::check(&mut store, plan, |_| None)?,
    };
    if let Err(reason) = cores::pin() {
        println!("duel: {reason:#}; the figures may be noisier");
    }
    let host = ThisHost::new(Clock::open_light());
    let gate = Gate::learn(&host, Duration::from_secs(if invocation.quick { 5 } else { 30 }));
    println!("duel: {gate}");
    if invocation.self_check {
        return self_check(&gate, &clock, studies);
    }
    let rounds = RoundsFile::create()?;
    let mut duel = Duel { store, rounds, gate, clock, invocation, begin: Instant::now() };
    duel.chains()?;
    let mut times = Times::default();
    let mut tasks: Vec<_> = duel.tasks(&plan);
    for task in &mut tasks {
        times.of(task.group.study, || duel.measure(task, 1.0))?;
    }
    duel.try_again(&mut tasks)?;
    println!("duel: {times}");
    duel.conclude(&tasks)
}

struct Duel<'a> {
    store: Store,
    rounds: RoundsFile,
    gate: Gate<'a>,
    clock: Clock,
    invocation: &'a Invocation,
    begin: Instant,
}

/// A table to be measured, and its rounds so far.
struct Task<'a> {
    group: &'a Group<'a>,
    kernel: Dependence,
    burst: Option<usize>,
    /// The values of the parameter; nothing alone where none varies.
    values: Vec<Option<u64>>,
    /// The rounds at each value.
    samples: Vec<Samples>,
    /// What was last seen around those that count.
    cores: Vec<Core>,
}

/// For how many seconds, once all was measured, what a neighbour spoiled is sampled on.
const PATIENCE: f64 = 30.0;

impl<'a> Task<'a> {
    /// What varies from step to step.
    fn along(&self) -> Option<Parameter> {
        match self.group.context {
            Context::Pressure => Some(Parameter::WorkingSet),
            Context::Upkeep => Some(Parameter::Questions),
            _ => None,
        }
    }

    fn name(&self) -> String {
        let kernel = match self.kernel {
            Dependence::Independent => "independent",
            Dependence::Dependent => "dependent",
        };
        let burst = self.burst.map_or_else(String::new, |burst| format!(", bursts of {burst}"));
        match self.group.context {
            Context::Throughput | Context::Latency | Context::Upkeep => self.group.name(),
            _ => format!("{} ({kernel}{burst})", self.group.name()),
        }
    }

    fn lineup(&self) -> Result<Lineup<'a>> {
        let Group { study, stream, context, contenders } = self.group;
        let takes_part = |c: &&Contender| *context != Context::Cold || c.can_be_flushed();
        let contenders = contenders.iter().copied().filter(takes_part);
        Lineup::new(study, stream, self.kernel, contenders)
    }
}

impl Duel<'_> {
    /// Everything to measure, a table each.
    fn tasks<'t>(&self, plan: &'t [Group<'t>]) -> Vec<Task<'t>> {
        let quick = self.invocation.quick;
        let mut tasks = Vec::new();
        // The filters may have chosen what answers wrongly, and nothing else.
        for group in plan.iter().filter(|group| group.contenders.iter().any(|c| c.is_variant())) {
            let policy = group.study.policy;
            let is_taken = self.invocation.takes(group);
            let is_measured = match group.context {
                Context::Throughput | Context::Latency | Context::Upkeep => !quick || is_taken,
                // A first look is without them, where answers are long.
                Context::TwoThreads | Context::Cold => is_taken && !(quick && policy.is_heavy),
                Context::Pressure => is_taken,
            };
            let bursts: Vec<_> = match group.context {
                _ if !is_measured => continue,
                Context::Cold | Context::Pressure => {
                    let first = if quick { policy.bursts.len() - 1 } else { 0 };
                    policy.bursts[first..].iter().copied().map(Some).collect()
                }
                _ => vec![None],
            };
            let values: Vec<_> = match group.context {
                Context::Pressure => working_sets(quick).into_iter().map(Some).collect(),
                Context::Upkeep => policy.questions.iter().copied().map(Some).collect(),
                _ => vec![None],
            };
            for kernel in group.kernels() {
                tasks.extend(bursts.iter().map(|&burst| {
                    let values = values.clone();
                    Task { group, kernel, burst, values, samples: Vec::new(), cores: Vec::new() }
                }));
            }
        }
        tasks
    }

    /// So many rounds, if there is time for them: of long answers half as much.
    fn budget(&self, task: &Task<'_>, share: f64) -> Budget {
        let (rounds, seconds) = match task.group.context {
            Context::Throughput | Context::Latency => (192, 3.0),
            Context::TwoThreads => (192, 2.5),
            Context::Cold => (192, 3.5 / task.group.study.policy.bursts.len() as f64),
            Context::Pressure => (128, 4.0),
            Context::Upkeep => (256, 5.0),
        };
        let heavy = if task.group.study.policy.is_heavy { 0.5 } else { 1.0 };
        Budget { rounds, time: self.time(seconds * heavy * share) }
    }

    fn time(&self, seconds: f64) -> Duration {
        Duration::from_secs_f64(if self.invocation.quick { seconds / 3.5 } else { seconds })
    }

    /// Adds rounds to a task, for this share of its time, and writes down what they say.
    fn measure(&mut self, task: &mut Task<'_>, share: f64) -> Result<()> {
        let lineup = task.lineup()?;
        if !lineup.is_asked() {
            return self.note_missing(&task.group.name(), "none of the positions asks this");
        }
        let budget = self.budget(task, share);
        let &Group { study, stream, context, .. } = task.group;
        #[cfg(not(target_arch = "x86_64"))]
        if context == Context::Cold {
            let reason = "only x86-64 lets a program flush its caches";
            return self.note_missing(context.name(), reason);
        }
        let other = match context {
            Context::TwoThreads => match OtherCore::running(study.name, stream, task.kernel) {
                Ok(other) => Some(other),
                Err(reason) => return self.note_missing(context.name(), &format!("{reason:#}")),
            },
            _ => None,
        };
        // What is quiet beside the other core's work.
        let beside = other.as_ref().map(|_| Gate::learn(self.gate.host(), self.time(8.0)));
        let gate = beside.as_ref().unwrap_or(&self.gate);
        let memory = memory(task);
        let arms = self.arms(task, &lineup, &memory, other.as_ref());
        sample_all(gate, task, arms, budget, &lineup.roles())?;
        drop(other);
        let table = self.table(task, &lineup, gate);
        self.keep(task, &lineup, table)?;
        self.count_by_hardware(task)
    }

    /// The arms of each step.
    fn arms<'b>(
        &'b self,
        task: &Task<'_>,
        lineup: &'b Lineup<'_>,
        memory: &'b [[u64; 8]],
        other: Option<&'b OtherCore>,
    ) -> Vec<Vec<Arm<'b>>> {
        let clock = &self.clock;
        let burst = task.burst.unwrap_or(1);
        let arms = |value: &Option<u64>| match (task.group.context, *value) {
            #[cfg(target_arch = "x86_64")]
            (Context::Cold, _) => lineup.cold_arms(clock, burst),
            (Context::Pressure, Some(bytes)) => lineup.pressure_arms(clock, memory, bytes, burst),
            (Context::Upkeep, Some(questions)) => lineup.upkeep_arms(clock, questions),
            _ => lineup.hot_arms(clock, other),
        };
        task.values.iter().map(arms).collect()
    }

    /// What the rounds of a task say, as records.
    fn table(&self, task: &Task<'_>, lineup: &Lineup<'_>, gate: &Gate<'_>) -> Table {
        let (unit, roles) = (self.clock.unit(), lineup.roles());
        let is_hot = matches!(task.group.context, Context::Throughput | Context::Latency);
        let step = |(at, samples): (&Option<u64>, &Samples)| {
            let step = step(samples, gate, &roles, unit);
            let spread = if is_hot { step.spread } else { Vec::new() };
            Step { at: *at, spread, ..step }
        };
        Table {
            study: task.group.study.name.to_owned(),
            stream: task.group.stream.to_owned(),
            context: task.group.context,
            dependent: task.kernel == Dependence::Dependent,
            burst: task.burst.map(|burst| burst as u64),
            along: task.along(),
            unit,
            date: records::now(),
            names: lineup.names(),
            steps: task.values.iter().zip(&task.samples).map(step).collect(),
        }
    }

    fn keep(&mut self, task: &mut Task<'_>, lineup: &Lineup<'_>, table: Table) -> Result<()> {
        task.cores = table.steps.iter().map(|step| step.core).collect();
        self.say(task, &table);
        self.rounds.add(&table, &lineup.all_names(), &task.samples)?;
        self.store.add(|records| records.tables.push(table))
    }

    /// Samples on, for a while, what a neighbour spoiled. Then rewrites the tables whose
    /// rounds look different now that the gate has seen more of the core.
    fn try_again(&mut self, tasks: &mut [Task<'_>]) -> Result<()> {
        let end = self.begin.elapsed() + self.time(PATIENCE);
        loop {
            let is_spoiled = |task: &&mut Task<'_>| {
                let counted = task.samples.iter().map(|samples| samples.counted(&self.gate));
                task.group.context != Context::TwoThreads
                    && counted.into_iter().any(|counted| counted.core != Core::Quiet)
            };
            let spoiled: Vec<_> = tasks.iter_mut().filter(is_spoiled).collect();
            if spoiled.is_empty() || self.begin.elapsed() >= end {
                break;
            }
            for task in spoiled {
                if self.begin.elapsed() < end {
                    self.measure(task, 0.5)?;
                }
            }
        }
        for task in tasks {
            let counted = task.samples.iter().map(|samples| samples.counted(&self.gate).core);
            let is_other = !counted.eq(task.cores.iter().copied());
            if is_other && task.group.context != Context::TwoThreads {
                let lineup = task.lineup()?;
                let table = self.table(task, &lineup, &self.gate);
                self.keep(task, &lineup, table)?;
            }
        }
        Ok(())
    }

    /// Reads chains of known latency in interleaved rounds, as variants are.
    fn chains(&mut self) -> Result<()> {
        let (unit, clock) = (self.clock.unit(), &self.clock);
        let arm = |(contender, chain): (usize, &'static sampling::clock::KnownChain)| Arm {
            contender,
            measure: Box::new(move |_| Ok(chain.step(clock))),
        };
        let mut arms: Vec<_> = CHAINS.iter().enumerate().map(arm).collect();
        let mut samples = Samples::new(&arms);
        let budget = Budget { rounds: 100, time: Duration::from_secs(5) };
        sample(&self.gate, &mut arms, budget, &mut samples, |_| true)?;
        let counted = samples.counted(&self.gate);
        let mut chains = Vec::new();
        for (contender, chain) in CHAINS.iter().enumerate().filter(|_| !counted.is_empty()) {
            let step = sampling::statistics::median(&counted.contender(contender), 0.05);
            println!(
                "clock: {}: {:.3} {unit}/step, expected {}",
                chain.name, step.value, chain.expected
            );
            let rounds = counted.len() as u64;
            chains.push(Chain { name: chain.name.to_owned(), step, unit, rounds });
        }
        self.store.add(|records| records.clock = chains)
    }

    /// What the processor itself counts, beside the clock's figures.
    #[cfg(target_os = "linux")]
    fn count_by_hardware(&mut self, task: &Task<'_>) -> Result<()> {
        use crate::meters::counters;
        if !matches!(task.group.context, Context::Throughput | Context::Latency) {
            return Ok(());
        }
        let contenders = task.group.contenders.iter();
        match contenders.map(|c| counters::of(task.group, task.kernel, c)).collect() {
            Ok(counts) => self.store.add(|records| records.counts = counts),
            Err(reason) => self.store.note_missing("hardware counters", &format!("{reason:#}")),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn count_by_hardware(&mut self, _: &Task<'_>) -> Result<()> {
        self.store.note_missing("hardware counters", "only Linux grants them to a program")
    }

    fn note_missing(&mut self, what: &str, reason: &str) -> Result<()> {
        println!("{what}: not measured: {reason}");
        self.store.note_missing(what, reason)
    }

    fn say(&self, task: &Task<'_>, table: &Table) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let name = task.name();
        if table.along.is_some() {
            let figures = table.steps.iter().filter(|step| step.has_figures()).count();
            println!("[{seconds:>4.0} s] {name}: {figures} of {} steps", table.steps.len());
        }
        for step in &table.steps {
            let Step { rounds, batches, quiet, stop, core, .. } = step;
            let core = if *core == Core::Quiet { String::new() } else { format!(", {core}") };
            if table.along.is_none() {
                println!(
                    "[{seconds:>4.0} s] {name}: {rounds} rounds, {quiet} of {batches} batches \
                     quiet{core}, {stop}"
                );
            }
            // Nanoseconds are not calibrated.
            let addition = step.addition.filter(|_| table.unit == Unit::Cycles);
            if let Some(cycles) = addition.filter(|cycles| (cycles - 1.0).abs() > 0.02) {
                println!(
                    "  the clock disagrees with itself: by it an addition takes {cycles:.3} cycles"
                );
            }
            if let Some(width) = step.width.filter(|width| *width < NARROWEST) {
                println!(
                    "  {width:.1} idle instructions a cycle: a narrow core, or one in company"
                );
            }
        }
        if matches!(task.group.context, Context::Throughput | Context::Latency) {
            println!("{}", ranking(table));
        }
    }

    /// Says what was seen of the machine.
    ///
    /// # Errors
    /// If there is not one figure.
    fn conclude(&self, tasks: &[Task<'_>]) -> Result<()> {
        let cores = || tasks.iter().flat_map(|task| &task.cores);
        for core in [Core::Company, Core::Unsteady] {
            let count = cores().filter(|seen| **seen == core).count();
            if count > 0 {
                println!("duel: {core}: {count} of {} steps. {}", cores().count(), self.gate);
            }
        }
        let tables = &self.store.records().tables;
        let has_figures = tables.iter().flat_map(|table| &table.steps).any(Step::has_figures);
        let is_planned = !tasks.is_empty();
        ensure!(has_figures || !is_planned, "not one figure: {}", self.gate);
        Ok(())
    }
}

/// A competing working set for the largest step of a task; nothing where there is none.
fn memory(task: &Task<'_>) -> Vec<[u64; 8]> {
    let largest = match task.along() {
        Some(Parameter::WorkingSet) => task.values.iter().flatten().max().copied().unwrap_or(0),
        _ => 0,
    };
    vec![[1; 8]; 4 * largest as usize / 64]
}

/// Samples the steps of a task in turn, until each has its rounds or the time is over.
fn sample_all(
    gate: &Gate<'_>,
    task: &mut Task<'_>,
    mut arms: Vec<Vec<Arm<'_>>>,
    budget: Budget,
    roles: &Roles,
) -> Result<()> {
    if task.samples.is_empty() {
        task.samples = arms.iter().map(|arms| Samples::new(arms)).collect();
    }
    let several = arms.len() > 1;
    let slice = if several { budget.time / 40 } else { budget.time };
    // Steps along a parameter share the time: a fixed number of rounds is enough for each.
    // A task that comes again does so for rounds of a quiet core.
    let is_again = !task.cores.is_empty();
    let enough = |counted: &Counted<'_>| {
        (several || narrow_enough(counted, roles)) && !(is_again && counted.core != Core::Quiet)
    };
    let host = gate.host();
    let begin = host.elapsed();
    let mut open: Vec<_> = (0..arms.len()).collect();
    while !open.is_empty() && host.elapsed().saturating_sub(begin) < budget.time {
        let slice = Budget { time: slice, ..budget };
        for &step in &open {
            sample(gate, &mut arms[step], slice, &mut task.samples[step], enough)?;
        }
        open.retain(|&step| task.samples[step].stop != Stop::Narrow);
    }
    Ok(())
}

/// What the rounds that count say, in the order of the table's names.
fn step(samples: &Samples, gate: &Gate<'_>, roles: &Roles, unit: Unit) -> Step {
    let counted = &samples.counted(gate);
    let verdicts = verdict::verdicts(counted, roles);
    let names = || roles.variants.iter().copied().chain([roles.null]);
    // A clock too coarse for what it times gives ratios of nothing.
    let valid = |figure: Figure| Some(figure).filter(|figure| figure.is_valid());
    let positive = |figure: Figure| valid(figure).filter(|figure| figure.low > 0.0);
    let width = counted.idle().and_then(|cycles| gate.width(cycles));
    let mut step = Step {
        at: None,
        rounds: counted.len() as u64,
        batches: samples.batches as u64,
        quiet: samples.quiet as u64,
        stop: if verdicts.is_some() { samples.stop } else { Stop::Noisy },
        core: counted.core,
        addition: counted.addition().filter(|addition| addition.is_finite()),
        width: width.filter(|_| unit == Unit::Cycles),
        copies: Vec::new(),
        null_copy: None,
        raw: Vec::new(),
        net: Vec::new(),
        ratio: Vec::new(),
        spread: Vec::new(),
        verdicts: String::new(),
    };
    if let Some(verdicts) = verdicts {
        step.copies = verdicts.copies.iter().copied().filter_map(positive).collect();
        step.null_copy = valid(verdicts.net[roles.null_copy]);
        step.raw = names().map(|name| valid(verdicts.raw[name])).collect();
        step.net = names().map(|name| valid(verdicts.net[name])).collect();
        let ratios = verdicts.ratios.iter().copied().chain([None]);
        step.ratio = ratios.map(|ratio| ratio.and_then(positive)).collect();
        let share = |name: usize| Some(verdicts.spreads[name]).filter(|share| share.is_finite());
        step.spread = names().map(|name| share(name).map(Share)).collect();
        step.set_verdicts(roles.variants.len(), |of, against| verdicts.of(of, against));
    }
    step
}

/// From none to twice the second-level cache, each doubling in two steps.
fn working_sets(quick: bool) -> Vec<u64> {
    let last = 2 * machine::here().caches.l2.unwrap_or(1 << 20);
    let mut sizes = vec![0];
    let mut size = 4 << 10;
    while size <= last {
        sizes.push(size);
        // Where first-level caches end, the steps are finer.
        if (16 << 10..128 << 10).contains(&size) && !quick {
            sizes.push(size + size / 2);
        }
        size *= if quick { 4 } else { 2 };
    }
    sizes
}

/// The variants by their times, each with how it compares with the fastest.
fn ranking(table: &Table) -> comfy_table::Table {
    let mut rows = output::terminal_table();
    let unit = table.unit;
    rows.set_header([
        "variant",
        &format!("{unit}/query"),
        "net",
        "placements",
        "by the reference",
        "",
    ]);
    let Some(step) = table.steps.first().filter(|step| step.has_figures()) else { return rows };
    let time = |variant: &usize| step.raw[*variant].map_or(f64::INFINITY, |raw| raw.value);
    let mut order: Vec<_> = (0..table.variants().len()).collect();
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let figure =
        |figure: Option<Figure>| figure.map_or("-".to_owned(), |f| format!("{:.3}", f.value));
    for &variant in &order {
        let spread = step.spread.get(variant).copied().flatten();
        rows.add_row([
            table.names[variant].clone(),
            figure(step.raw[variant]),
            figure(step.net[variant]),
            spread.map_or(String::new(), |Share(share)| format!("{:.1} %", 100.0 * share)),
            step.ratio[variant].map_or("1".to_owned(), |ratio| {
                format!("{:.3} ({:.3} to {:.3})", ratio.value, ratio.low, ratio.high)
            }),
            match step.verdict(variant, order[0]) {
                Some(Verdict::Tie) => "ties with the fastest".to_owned(),
                _ => String::new(),
            },
        ]);
    }
    rows
}

/// Compares the reference with copies of itself, a hundred times per kernel and state of the
/// machine, and counts how often a difference is claimed.
fn self_check(gate: &Gate<'_>, clock: &Clock, studies: &[Study]) -> Result<()> {
    const COMPARISONS: usize = 100;
    let study = studies.first().context("a study")?;
    let variants: Vec<_> = study.variants().filter(|variant| variant.copies == COPIES).collect();
    let mut rows = output::terminal_table();
    rows.set_header(["kernel", "other core", "comparisons", "called different", "largest"]);
    for kernel in Dependence::ALL {
        for busy in [false, true] {
            let other = if busy { Some(OtherCore::streaming()?) } else { None };
            let (mut different, mut largest) = (0, 0.0f64);
            for number in 0..COMPARISONS {
                let variant = variants[number % variants.len()];
                let lineup = Lineup::of_copies(study, study.main_stream(), kernel, variant);
                let mut arms = lineup.hot_arms(clock, None);
                let mut samples = Samples::new(&arms);
                let budget = Budget { rounds: 96, time: Duration::from_secs(2) };
                let roles = Lineup::roles_of_copies();
                let enough = |counted: &Counted<'_>| narrow_enough(counted, &roles);
                sample(gate, &mut arms, budget, &mut samples, enough)?;
                // A copy takes the part of a second variant, against the other copy's noise.
                let verdicts = verdict::verdicts(&samples.counted(gate), &roles);
                if let Some(verdicts) = verdicts {
                    let ratio = verdicts.ratios[1].map_or(1.0, |ratio| ratio.value);
                    largest = largest.max((ratio - 1.0).abs());
                    different += usize::from(verdicts.of(1, 0) != Some(Verdict::Tie));
                }
            }
            drop(other);
            rows.add_row([
                format!("{kernel:?}").to_lowercase(),
                if busy { "streams through memory" } else { "idle" }.to_owned(),
                COMPARISONS.to_string(),
                different.to_string(),
                format!("{:.2} %", 100.0 * largest),
            ]);
        }
    }
    println!("{rows}");
    Ok(())
}
