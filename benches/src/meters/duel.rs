//! The meter of times: all contenders of a table in interleaved rounds, under every
//! circumstance.

mod steps;
#[cfg(test)]
mod tests;

use crate::invocation::{Group, HOT, Invocation, Times};
use crate::meters::batches::ThisRig;
use crate::meters::lineup::{Circumstance, Lineup};
use crate::meters::rig::Rig;
use crate::meters::{checking, cores, rounds_file::RoundsFile};
use crate::{builds, invocation, machine, output};
use anyhow::{Result, ensure};
use records::{
    Chain, Context, Core, Figure, LEAST, Meter, NARROWEST, Parameter, Share, Step, Store, Table,
    Unit, Verdict, agreements,
};
use sampling::clock::CHAINS;
use sampling::verdict::narrow_enough;
use sampling::{Budget, Counted, Gate, Samples, sample};
use std::time::Duration;
use studies::entry::Dependence;
use studies::streams;
use studies::study::{Length, Study};

/// Measures what the invocation chooses.
///
/// # Errors
/// If a filter chooses nothing, the positions cannot be used, an answer is wrong while it is
/// timed, or what was measured cannot be written; or if there is not one figure in the end.
pub fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = invocation.plan(studies, Context::ALL)?;
    if invocation.list {
        invocation::print_names(&plan);
        return Ok(());
    }
    println!("duel: stream positions: {}", streams::check()?);
    let rig = ThisRig::new(studies);
    if invocation.self_check {
        return self_check(&rig, invocation, &plan);
    }
    let mut run = machine::run(rig.meter(), invocation.quick);
    run.resolution = Some(rig.resolution());
    let mut store = checking::open_store(Meter::Duel, run, studies)?;
    // On all cores, so before one is taken for the rest.
    let plan = checking::check(&mut store, plan, |_| None)?;
    pin();
    let rounds = RoundsFile::create(output::rounds(builds::this()))?;
    Duel::new(&rig, invocation, Some(store), Some(rounds))?.measure(&plan).map(drop)
}

fn pin() {
    if let Err(reason) = cores::pin() {
        println!("duel: {reason:#}; the figures may be noisier");
    }
}

/// Compares copies of variants with these, in every context, with the other core idle and
/// with it streaming through memory.
fn self_check(rig: &dyn Rig, invocation: &Invocation, plan: &[Group<'_>]) -> Result<()> {
    pin();
    for state in ["idle", "streams through memory"] {
        let measure = || {
            println!("the other core: {state}");
            Duel::new(rig, invocation, None, None)?.measure(plan)
        };
        let measured =
            if state == "idle" { Ok(measure()) } else { cores::while_streaming(measure) };
        match measured {
            Ok(tables) => drop(tables?),
            Err(reason) => println!("the other core {state}: not measured: {reason:#}"),
        }
    }
    Ok(())
}

/// Tables that are measured one after the other.
struct Duel<'a> {
    rig: &'a dyn Rig,
    invocation: &'a Invocation,
    gate: Gate<'a>,
    /// Where tables are kept; nowhere if copies alone are compared.
    store: Option<Store>,
    rounds: Option<RoundsFile>,
}

/// A table to be measured, and its rounds so far.
struct Task<'a> {
    group: &'a Group<'a>,
    lineup: Lineup<'a>,
    dependence: Dependence,
    /// The values of the parameter; nothing alone where none varies.
    values: Vec<Option<u64>>,
    /// The rounds at each value.
    samples: Vec<Samples>,
    /// How often it was sampled.
    visits: usize,
    /// What its rounds say; nothing before the first visit.
    table: Option<Table>,
}

/// Hot tables are sampled so often at least, minutes apart: what a neighbour or the memory at
/// hand do to one visit, they seldom do to both.
const VISITS: usize = 2;

/// For how many seconds, once all was measured, hot tables are sampled on that tell the fewest
/// variants apart.
const CLOSER: f64 = 36.0;

/// How well ratios are known when `--minutes` ends early: within this share.
const INSISTED: f64 = 0.001;

/// How well the ratios are known that authors decide by, if that takes no more than so many
/// seconds.
const DECISIVE: (f64, f64) = (0.01, 45.0);

/// For how many seconds, once all was measured, what a neighbour spoiled is sampled on.
const PATIENCE: f64 = 20.0;

impl Task<'_> {
    /// What varies from step to step.
    fn along(&self) -> Option<Parameter> {
        match self.group.context {
            Context::Beside => Some(Parameter::WorkingSet),
            Context::Upkeep => Some(Parameter::Questions),
            _ => None,
        }
    }

    /// What is measured at a value of the parameter.
    fn circumstance(&self, value: Option<u64>) -> Circumstance {
        let dependence = self.dependence;
        match self.group.context {
            Context::Throughput | Context::Latency => Circumstance::Hot(dependence),
            Context::Learnt => Circumstance::Learnt,
            Context::Beside => Circumstance::Beside { dependence, bytes: value.unwrap_or(0) },
            Context::Upkeep => Circumstance::Upkeep { questions: value.unwrap_or(0) },
        }
    }

    fn name(&self) -> String {
        let dependence = match self.dependence {
            Dependence::Independent => "independent",
            Dependence::Dependent => "dependent",
        };
        let name = self.group.name();
        match self.group.context {
            Context::Beside => format!("{name} ({dependence})"),
            _ => name,
        }
    }

    /// Whether all variants are asked with their tables in the caches.
    fn is_hot(&self) -> bool {
        HOT.contains(&self.group.context)
    }

    /// What was seen around the rounds that count, by step.
    fn cores(&self) -> impl Iterator<Item = Core> {
        self.table.iter().flat_map(|table| &table.steps).map(|step| step.core)
    }

    /// For how long it is sampled at a visit.
    fn budget(&self) -> Budget {
        steps::budget(self.group.study.policy.length, self.group.context)
    }

    /// Whether authors decide by it: the first stream of whole programs.
    fn is_decisive(&self) -> bool {
        let Group { study, stream, context, .. } = self.group;
        let is_first = study.streams.first().is_some_and(|first| first.0 == *stream);
        study.policy.length == Length::Program && *context == Context::Throughput && is_first
    }

    /// Half the width of the widest interval of a ratio to the reference, as a share of it; none
    /// is wider where there is no figure.
    fn half_width(&self) -> f64 {
        let steps = self.table.iter().flat_map(|table| &table.steps);
        let ratios = steps.flat_map(|step| step.ratio.iter().flatten());
        let width = |ratio: &Figure| (ratio.high - ratio.low) / (2.0 * ratio.value);
        ratios.map(width).reduce(f64::max).unwrap_or(f64::INFINITY)
    }

    /// How many pairs of its variants were neither told apart nor found equal.
    fn unresolved(&self) -> usize {
        self.table.iter().flat_map(|table| &table.steps).map(Step::unresolved).sum()
    }

    /// Whether a neighbour spoiled some of it.
    fn is_spoiled(&self) -> bool {
        self.cores().any(|core| core != Core::Quiet)
    }
}

impl<'a> Duel<'a> {
    /// Learns what is quiet on this machine.
    ///
    /// # Errors
    /// If the store can't be written.
    fn new(
        rig: &'a dyn Rig,
        invocation: &'a Invocation,
        store: Option<Store>,
        rounds: Option<RoundsFile>,
    ) -> Result<Duel<'a>> {
        let patience = Duration::from_secs(if invocation.quick { 5 } else { 30 });
        let gate = Gate::learn(rig.host(), patience);
        println!("duel: {gate}");
        let mut duel = Duel { rig, invocation, gate, store, rounds };
        let probe = duel.gate.to_string();
        if let Some(store) = &mut duel.store {
            store.note(|run| run.probe = Some(probe))?;
        }
        if let Some(reason) = rig.one_layout() {
            duel.note_missing("layouts", reason)?;
        }
        Ok(duel)
    }

    /// Measures all groups: their tables.
    ///
    /// # Errors
    /// If an answer is wrong while it is timed, or the store can't be written; or if there is
    /// not one figure in the end.
    fn measure(&mut self, plan: &[Group<'_>]) -> Result<Vec<Table>> {
        self.chains()?;
        let mut tasks = self.tasks(plan)?;
        let mut times = Times::default();
        for visit in 0..VISITS {
            for task in tasks.iter_mut().filter(|task| visit == 0 || task.is_hot()) {
                times.of(task.group.study, || self.sample(task, 1.0))?;
            }
        }
        self.look_closer(&mut tasks)?;
        self.try_again(&mut tasks)?;
        println!("duel: {times}");
        self.conclude(&tasks)
    }

    /// Everything to measure, a table each.
    fn tasks<'t>(&self, plan: &'t [Group<'t>]) -> Result<Vec<Task<'t>>> {
        let mut tasks = Vec::new();
        // The filters may have chosen what answers wrongly, and nothing else.
        for group in plan.iter().filter(|group| group.contenders.iter().any(|c| c.is_variant())) {
            if !self.invocation.measures(group) {
                continue;
            }
            let Group { study, stream, contenders, .. } = group;
            let chosen = contenders.iter().copied();
            let mut lineup = Lineup::new(study, stream, chosen, |c| self.rig.branches(c))?;
            if self.invocation.self_check {
                lineup = lineup.of_copies();
            }
            for dependence in group.kernels() {
                tasks.push(Task {
                    group,
                    lineup: lineup.clone(),
                    dependence,
                    values: steps::of(group, self.invocation.quick, self.rig.caches()),
                    samples: Vec::new(),
                    visits: 0,
                    table: None,
                });
            }
        }
        Ok(tasks)
    }

    /// Adds rounds to a task, for this share of its time, and keeps what they say.
    fn sample(&mut self, task: &mut Task<'_>, share: f64) -> Result<()> {
        let roles = task.lineup.roles();
        // What was spoiled is sampled on for rounds of a quiet core.
        let is_spoiled = task.is_spoiled();
        let is_patient = self.invocation.minutes.is_some();
        let enough = |counted: &Counted<'_>| {
            let is_quiet = !is_spoiled || counted.core == Core::Quiet;
            !is_patient && is_quiet && narrow_enough(counted, &roles)
        };
        let budget = task.budget();
        let budget = Budget { time: self.time(budget.time.as_secs_f64() * share), ..budget };
        for (step, value) in task.values.iter().enumerate() {
            let circumstance = task.circumstance(*value);
            let mut lanes = match self.rig.lanes(&task.lineup, circumstance) {
                Ok(lanes) => lanes,
                Err(reason) => {
                    self.drop_earlier(task)?;
                    return self.note_missing(&task.group.name(), &format!("{reason:#}"));
                }
            };
            if task.samples.len() == step {
                task.samples.push(Samples::new(lanes.lanes()));
            }
            sample(&self.gate, &mut *lanes, budget, &mut task.samples[step], enough)?;
        }
        task.visits += 1;
        let table = self.table(task);
        self.keep(task, table)?;
        self.count_by_hardware(task)
    }

    /// A first look takes less time.
    fn time(&self, seconds: f64) -> Duration {
        Duration::from_secs_f64(if self.invocation.quick { seconds / 3.5 } else { seconds })
    }

    /// What the rounds of a task say, as records.
    fn table(&self, task: &Task<'_>) -> Table {
        let (unit, roles, names) = (self.rig.unit(), task.lineup.roles(), task.lineup.names());
        let step = |(at, samples): (&Option<u64>, &Samples)| {
            let step = steps::said(samples, &self.gate, &roles, &names, unit);
            Step { at: *at, ..step }
        };
        Table {
            study: task.group.study.name.to_owned(),
            stream: task.group.stream.to_owned(),
            context: task.group.context,
            dependent: task.dependence == Dependence::Dependent,
            along: task.along(),
            unit,
            date: records::now(),
            steps: task.values.iter().zip(&task.samples).map(step).collect(),
            names,
        }
    }

    fn keep(&mut self, task: &mut Task<'_>, table: Table) -> Result<()> {
        self.say(task, &table);
        if let Some(store) = &mut self.store {
            store.add(|records| records.tables.push(table.clone()))?;
        }
        task.table = Some(table);
        Ok(())
    }

    /// Drops what an earlier run said of a task that cannot be measured now: it would stand
    /// beside the reason for that, and beside figures of another source.
    fn drop_earlier(&mut self, task: &Task<'_>) -> Result<()> {
        let table = self.table(task);
        let store = self.store.as_mut().filter(|_| task.table.is_none());
        store.map_or(Ok(()), |store| store.drop_earlier(&table))
    }

    /// Samples on, for a while, the hot tables that tell the fewest variants apart; each the more
    /// seldom, the longer that takes and the more often it was in vain.
    fn look_closer(&mut self, tasks: &mut [Task<'_>]) -> Result<()> {
        let host = self.rig.host();
        if let Some(minutes) = self.invocation.minutes {
            let end = Duration::from_secs_f64(60.0 * minutes);
            return self.insist(tasks, |task| task.is_hot(), INSISTED, end);
        }
        if !self.invocation.quick {
            let (known, seconds) = DECISIVE;
            let end = host.elapsed() + self.time(seconds);
            self.insist(tasks, |task| task.is_decisive(), known, end)?;
        }
        let end = host.elapsed() + self.time(CLOSER);
        let hope = |task: &Task<'_>| {
            let visit = task.budget().time.as_secs_f64();
            task.unresolved() as f64 / (visit * task.visits.pow(2) as f64)
        };
        while host.elapsed() < end {
            let open = tasks.iter_mut().filter(|task| task.is_hot() && task.unresolved() > 0);
            let Some(task) = open.max_by(|a, b| hope(a).total_cmp(&hope(b))) else { break };
            self.sample(task, 1.0)?;
        }
        Ok(())
    }

    /// Samples some tables in turn until this time, or until all their ratios are known so well.
    /// Says how well they are, and how long it may take.
    fn insist(
        &mut self,
        tasks: &mut [Task<'_>],
        is_meant: impl Fn(&Task<'_>) -> bool,
        known: f64,
        end: Duration,
    ) -> Result<()> {
        while self.rig.host().elapsed() < end {
            let is_open = |task: &&mut Task<'_>| is_meant(task) && task.half_width() > known;
            let Some(task) = tasks.iter_mut().filter(is_open).min_by_key(|task| task.visits) else {
                break;
            };
            self.sample(task, 1.0)?;
            let (width, visits) = (task.half_width(), task.visits as f64);
            // Intervals narrow by the root of what was sampled.
            let more = visits * ((width / known).powi(2) - 1.0).max(0.0);
            let minutes = more * task.budget().time.as_secs_f64() / 60.0;
            println!(
                "  ratios to the reference +-{:.2} %; +-{} % may take {minutes:.1} minutes more",
                100.0 * width,
                100.0 * known
            );
        }
        Ok(())
    }

    /// Samples on, for a while, what a neighbour spoiled.
    fn try_again(&mut self, tasks: &mut [Task<'_>]) -> Result<()> {
        let host = self.rig.host();
        let end = host.elapsed() + self.time(PATIENCE);
        self.look_again(tasks)?;
        while host.elapsed() < end && tasks.iter().any(Task::is_spoiled) {
            for task in &mut *tasks {
                if task.is_spoiled() && host.elapsed() < end {
                    self.sample(task, 0.5)?;
                }
            }
            self.look_again(tasks)?;
        }
        Ok(())
    }

    /// Rewrites the tables whose rounds look different now that the gate has seen more of the
    /// core.
    fn look_again(&mut self, tasks: &mut [Task<'_>]) -> Result<()> {
        for task in tasks {
            let counted = task.samples.iter().map(|samples| samples.counted(&self.gate).core);
            if !counted.eq(task.cores()) {
                let table = self.table(task);
                self.keep(task, table)?;
            }
        }
        Ok(())
    }

    /// Reads chains of known latency in interleaved rounds, as variants are.
    fn chains(&mut self) -> Result<()> {
        let unit = self.rig.unit();
        let mut lanes = self.rig.chains();
        let mut samples = Samples::new(lanes.lanes());
        let budget = Budget::short(24, Duration::from_secs(5));
        sample(&self.gate, &mut *lanes, budget, &mut samples, |_| true)?;
        drop(lanes);
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
        match &mut self.store {
            Some(store) => store.add(|records| records.clock = chains),
            None => Ok(()),
        }
    }

    /// What the processor itself counts, beside the clock's figures.
    #[cfg(target_os = "linux")]
    fn count_by_hardware(&mut self, task: &Task<'_>) -> Result<()> {
        use crate::meters::counters;
        let Some(store) = self.store.as_mut().filter(|_| HOT.contains(&task.group.context)) else {
            return Ok(());
        };
        let contenders = task.group.contenders.iter();
        match contenders.map(|c| counters::of(task.group, task.dependence, c)).collect() {
            Ok(counts) => store.add(|records| records.counts = counts),
            Err(reason) => store.note_missing("hardware counters", &format!("{reason:#}")),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn count_by_hardware(&mut self, _: &Task<'_>) -> Result<()> {
        self.note_missing("hardware counters", "only Linux grants them to a program")
    }

    fn note_missing(&mut self, what: &str, reason: &str) -> Result<()> {
        println!("{what}: not measured: {reason}");
        self.store.as_mut().map_or(Ok(()), |store| store.note_missing(what, reason))
    }

    fn say(&self, task: &Task<'_>, table: &Table) {
        let seconds = self.rig.host().elapsed().as_secs_f64();
        let name = task.name();
        if table.along.is_some() {
            let figures = table.steps.iter().filter(|step| step.has_figures()).count();
            println!("[{seconds:>4.0} s] {name}: {figures} of {} steps", table.steps.len());
        }
        for step in &table.steps {
            let Step { rounds, layouts, batches, quiet, stop, core, .. } = step;
            let core = if *core == Core::Quiet { String::new() } else { format!(", {core}") };
            if table.along.is_none() {
                println!(
                    "[{seconds:>4.0} s] {name}: {rounds} rounds in {layouts} layouts, {quiet} of \
                     {batches} batches quiet{core}, {stop}"
                );
            }
            // Nanoseconds are not calibrated.
            let multiply = step.multiply.filter(|_| table.unit == Unit::Cycles);
            if let Some(cycles) = multiply.filter(|cycles| (cycles - cycles.round()).abs() > 0.06) {
                println!(
                    "  the clock disagrees with itself: by it a multiplication takes {cycles:.3} \
                     cycles"
                );
            }
            if let Some(width) = step.width.filter(|width| *width < NARROWEST) {
                println!(
                    "  {width:.1} idle instructions a cycle: a narrow core, or one in company"
                );
            }
        }
    }

    /// Ranks the variants of hot tables, says what was seen of the machine and how often copies
    /// differed from themselves, and keeps the raw rounds. All tables of the tasks.
    ///
    /// # Errors
    /// If there is not one figure, or the rounds can't be written.
    fn conclude(&self, tasks: &[Task<'_>]) -> Result<Vec<Table>> {
        let mut tables = Vec::new();
        for (task, table) in tasks.iter().filter_map(|task| Some((task, task.table.as_ref()?))) {
            if task.is_hot() {
                println!("{}\n{}", task.name(), ranking(table));
                for again in table.steps.iter().filter_map(|step| step.again) {
                    let Figure { value, low, high } = again;
                    println!(
                        "the reference compiled a second time: {value:.3} ({low:.3} to {high:.3})"
                    );
                }
            }
            if let Some(rounds) = &self.rounds {
                rounds.add(table, &task.lineup.all_names(), &task.samples)?;
            }
            tables.push(table.clone());
        }
        let cores = || tasks.iter().flat_map(Task::cores);
        for core in [Core::Company, Core::Unsteady] {
            let count = cores().filter(|seen| *seen == core).count();
            if count > 0 {
                println!("duel: {core}: {count} of {} steps. {}", cores().count(), self.gate);
            }
        }
        println!("copies of variants against themselves:\n{}", agreeing(&tables));
        let has_figures = tables.iter().flat_map(|table| &table.steps).any(Step::has_figures);
        ensure!(has_figures || tasks.is_empty(), "not one figure: {}", self.gate);
        Ok(tables)
    }
}

/// How often copies of variants differed from these, by study and context.
fn agreeing(tables: &[Table]) -> comfy_table::Table {
    let mut rows = output::terminal_table();
    rows.set_header(["study", "context", "comparisons", "beyond 0.5 %", "largest", ""]);
    for agreement in agreements(tables) {
        rows.add_row([
            agreement.study.to_owned(),
            agreement.context.to_string(),
            agreement.intervals.to_string(),
            agreement.apart.to_string(),
            format!("{:.2} %", 100.0 * (agreement.worst - 1.0)),
            if agreement.is_withheld() { "withheld".to_owned() } else { String::new() },
        ]);
    }
    rows
}

/// The variants by their times, each with how it compares with the fastest.
fn ranking(table: &Table) -> comfy_table::Table {
    let mut rows = output::terminal_table();
    let unit = table.unit;
    let slope = if table.dependent { "waits" } else { "" };
    let per_query = format!("{unit}/query");
    rows.set_header(["variant", &per_query, "net", "layouts", slope, "by the reference", ""]);
    let Some(step) = table.steps.first().filter(|step| step.has_figures()) else { return rows };
    let time = |variant: &usize| step.raw[*variant].map_or(f64::INFINITY, |raw| raw.value);
    let mut order: Vec<_> = (0..table.variants().len()).collect();
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let figure =
        |figure: Option<Figure>| figure.map_or("-".to_owned(), |f| format!("{:.3}", f.value));
    for &variant in &order {
        let spread = step.spread.get(variant).copied().flatten();
        let slope = step.slope.get(variant).copied().flatten();
        rows.add_row([
            table.names[variant].clone(),
            figure(step.raw[variant]),
            figure(step.net[variant]),
            spread.map_or(String::new(), |Share(share)| format!("{:.1} %", 100.0 * share)),
            slope.map_or(String::new(), |slope| format!("{:.2}", slope.value)),
            step.ratio[variant].map_or("1".to_owned(), |ratio| {
                format!("{:.3} ({:.3} to {:.3})", ratio.value, ratio.low, ratio.high)
            }),
            match step.verdict(variant, order[0]) {
                Some(Verdict::Tie) => format!("within {} % of the fastest", 200.0 * LEAST),
                Some(Verdict::Unresolved) => "not resolved".to_owned(),
                _ => String::new(),
            },
        ]);
    }
    rows
}
