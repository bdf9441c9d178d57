//! Ratios with intervals, from interleaved rounds: hot tables, two threads, cold
//! tables, tables beside a competing working set, and what is kept for so many questions.

use anyhow::{Context as _, Result};
use benches::artefact::Artefact;
use benches::catalogue::{COPIES, Contender, Context, Dependence, Kind, Study};
use benches::clock::{self, Clock, Unit};
use benches::duel::{self, OtherCore, Outcome, Table};
use benches::invocation::{self, Group, Invocation, Times};
use benches::machine::Machine;
use benches::positions;
use benches::record::{self, Run, Store, Turn, quantity};
use benches::rounds::{Budget, FEWEST, NARROWEST, Samples, Stop, Watch};
use benches::verdict::{self, Verdict, Verdicts};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const ABOUT: &str = "duel: compares all contenders in interleaved rounds";

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = invocation.plan(studies, &Context::ALL)?;
    if invocation.list {
        return Ok(());
    }
    println!("duel: stream positions: {}", positions::check()?);
    let unit = Clock::open_light().unit();
    let mut store = Store::open("duel", Run::now(unit.meter(), invocation.quick), studies);
    // On all cores, so before one is taken for the rest.
    let mut plan = match invocation.self_check {
        true => Vec::new(),
        false => store.prove(plan, &Artefact::read()?, |_| None)?,
    };
    if let Err(reason) = duel::pin() {
        println!("duel: {reason:#}; the figures may be noisier");
    }
    let patience = Duration::from_secs(if invocation.quick { 5 } else { 30 });
    let watch = Watch::learn(Clock::open_light(), patience);
    if invocation.self_check {
        return self_check(&watch, studies);
    }
    let mut duel = Duel { store, watch, unit, invocation, begin: Instant::now() };
    duel.chains()?;
    duel.counts(&plan)?;
    // The filters may have chosen what answers wrongly, and nothing else.
    plan.retain(|group| group.contenders.len() > 1);
    // What a neighbour spoiled is tried again, later.
    let (mut measured, mut times, mut until) = (Vec::new(), Times::default(), Duration::MAX);
    while !plan.is_empty() {
        let mut spoiled = Vec::new();
        for group in plan {
            if duel.begin.elapsed() > until {
                break;
            }
            match times.of(group.study, || duel.measure(&group))? {
                Some(idle) => measured.push((group, idle)),
                None => spoiled.push(group),
            }
        }
        // So is what was measured before the core was first seen without company.
        let company = |(_, idle): &mut (_, f64)| !duel.watch.is_quiet(*idle);
        spoiled.extend(measured.extract_if(.., company).map(|(group, _)| group));
        until = until.min(duel.begin.elapsed() + duel.time(PATIENCE));
        plan = spoiled;
    }
    println!("duel: {times}");
    Ok(())
}

/// For how many seconds, once all was measured, what a neighbour spoiled is tried again.
const PATIENCE: f64 = 30.0;

struct Duel<'a> {
    store: Store,
    watch: Watch,
    unit: Unit,
    invocation: &'a Invocation,
    begin: Instant,
}

impl Duel<'_> {
    fn chains(&mut self) -> Result<()> {
        let unit = self.unit;
        let chains = clock::chains(&self.watch)?;
        if chains.is_empty() {
            println!("clock: too noisy to be checked");
        }
        for chain in &chains {
            let (name, value, expected) = (chain.name, chain.reading.value, chain.expected);
            println!("clock: {name}: {value:.3} {}/step, expected {expected}", unit.name());
        }
        self.store.add(chains.iter().map(|chain| chain.measurement(unit)).collect())
    }

    /// Counts the known mistakes of the studies that are planned, and what else is
    /// counted of their contenders' answers.
    fn counts(&mut self, plan: &[Group<'_>]) -> Result<()> {
        let studies: BTreeMap<_, _> =
            plan.iter().map(|group| (group.study.name, group.study)).collect();
        let counts =
            |study: &&Study| study.count_mistakes().into_iter().chain(study.count_answers());
        self.store.add(studies.values().flat_map(counts).collect())
    }

    /// Measures a group: how long idle instructions took in what counted, or
    /// nothing if it is worth another try. Visits have many tables, of which
    /// some may lack.
    fn measure(&mut self, group: &Group<'_>) -> Result<Option<f64>> {
        match group.context {
            Context::Throughput | Context::Latency => self.hot(group),
            // A first look is without them, where answers are long.
            Context::TwoThreads | Context::Cold
                if self.invocation.quick && group.study.is_called =>
            {
                Ok(Some(0.0))
            }
            // Another watch learns what is quiet beside the other core's work.
            Context::TwoThreads => self.two_threads(group).map(|()| Some(0.0)),
            Context::Cold => self.cold(group),
            Context::Pressure => self.pressure(group),
            Context::Upkeep => self.upkeep(group),
        }
    }

    /// So many rounds, if there is time for them: of long answers half as much.
    fn budget(&self, group: &Group<'_>, rounds: usize, seconds: f64) -> Budget {
        let share = if group.study.is_called { 0.5 } else { 1.0 };
        Budget { rounds, time: self.time(seconds * share) }
    }

    fn time(&self, seconds: f64) -> Duration {
        Duration::from_secs_f64(if self.invocation.quick { seconds / 3.5 } else { seconds })
    }

    /// The lengths of visits that there is time for.
    fn visits(&self, group: &Group<'_>) -> &'static [usize] {
        let visits = group.study.visits;
        if self.invocation.quick { &visits[visits.len() - 1..] } else { visits }
    }

    fn hot(&mut self, group: &Group<'_>) -> Result<Option<f64>> {
        if self.invocation.quick && !self.invocation.takes(group) {
            return Ok(Some(0.0));
        }
        let table = table(group, group.kernels().next().context("a kernel")?)?;
        let samples = table.hot(&self.watch, self.budget(group, 192, 3.0))?;
        let outcome = table.outcome(&samples, group.context, &BTreeMap::new(), self.unit);
        self.say(&group.name(), &outcome);
        if let Some(verdicts) = &outcome.verdicts {
            println!("{}", ranking(&table, verdicts, self.unit.name()));
            if table.roles().variants.iter().any(|&variant| !table.is_ranked(variant)) {
                println!("* another interface: not asked the same");
            }
        }
        let spoiled = samples.rounds() < FEWEST || 10 * samples.undisturbed < 9 * samples.batches;
        let measured = samples.stop == Stop::Narrow || !spoiled;
        self.keep(vec![outcome], Vec::new())?;
        self.hardware(group)?;
        Ok(measured.then(|| samples.idle().unwrap_or(0.0)))
    }

    /// What the processor itself counts, beside the clock's figures.
    #[cfg(target_os = "linux")]
    fn hardware(&mut self, group: &Group<'_>) -> Result<()> {
        let mut measurements = Vec::new();
        for contender in &group.contenders {
            match duel::hardware_counts(group, contender) {
                Ok(counts) => measurements.extend(counts),
                Err(reason) => {
                    let reason = format!("{reason:#}");
                    return self.store.miss("hardware counters", &reason);
                }
            }
        }
        self.store.add(measurements)
    }

    #[cfg(not(target_os = "linux"))]
    fn hardware(&mut self, _: &Group<'_>) -> Result<()> {
        self.store.miss("hardware counters", "only Linux grants them to a program")
    }

    fn two_threads(&mut self, group: &Group<'_>) -> Result<()> {
        if !self.invocation.takes(group) {
            return Ok(());
        }
        for kernel in group.kernels() {
            let table = table(group, kernel)?;
            let other = match OtherCore::running(group.study.name, group.stream, kernel) {
                Ok(other) => other,
                Err(reason) => return self.miss(group.context, &format!("{reason:#}")),
            };
            // What is quiet beside the other core's work.
            let patience = self.time(8.0);
            let watch = Watch::learn(Clock::open_light(), patience);
            let samples = table.beside(&watch, self.budget(group, 192, 2.5), &other)?;
            let parameters = [dependence(kernel)].into();
            let outcome = table.outcome(&samples, group.context, &parameters, self.unit);
            self.say(&described(group, &parameters), &outcome);
            self.keep(vec![outcome], Vec::new())?;
        }
        Ok(())
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn cold(&mut self, group: &Group<'_>) -> Result<Option<f64>> {
        self.miss(group.context, "only x86-64 lets a program flush its caches")?;
        Ok(Some(0.0))
    }

    #[cfg(target_arch = "x86_64")]
    fn cold(&mut self, group: &Group<'_>) -> Result<Option<f64>> {
        let mut idle = Vec::new();
        if !self.invocation.takes(group) {
            return Ok(Some(0.0));
        }
        for kernel in group.kernels() {
            let table = table(group, kernel)?;
            let visits = self.visits(group);
            let all = table.cold(&self.watch, self.budget(group, 192, 3.5), visits)?;
            let mut outcomes = Vec::new();
            for (&visit, samples) in visits.iter().zip(&all) {
                let parameters =
                    [dependence(kernel), (quantity::VISIT.to_owned(), visit as u64)].into();
                let outcome = table.outcome(samples, group.context, &parameters, self.unit);
                self.say(&described(group, &parameters), &outcome);
                outcomes.push(outcome);
                idle.push(samples.idle());
            }
            self.keep(outcomes, Vec::new())?;
        }
        Ok(longest(&idle))
    }

    fn pressure(&mut self, group: &Group<'_>) -> Result<Option<f64>> {
        let mut idle = Vec::new();
        if !self.invocation.takes(group) {
            return Ok(Some(0.0));
        }
        let sizes = working_sets(self.invocation.quick);
        let largest = sizes.iter().max().copied().unwrap_or(0);
        let memory = vec![[1; 8]; 4 * largest as usize / 64];
        for kernel in group.kernels() {
            let table = table(group, kernel)?;
            for &visit in self.visits(group) {
                let shared: BTreeMap<_, _> =
                    [dependence(kernel), (quantity::VISIT.to_owned(), visit as u64)].into();
                let budget = self.budget(group, 128, 4.0);
                let all = table.pressure(&self.watch, budget, &memory, &sizes, visit)?;
                let mut outcomes = Vec::new();
                for (&size, samples) in sizes.iter().zip(&all) {
                    let mut parameters = shared.clone();
                    parameters.insert(quantity::WORKING_SET.to_owned(), size);
                    outcomes.push(table.outcome(samples, group.context, &parameters, self.unit));
                    idle.push(samples.idle());
                }
                let turns = turns(&table, (quantity::WORKING_SET, &sizes), &outcomes, &shared);
                self.say_turns(&described(group, &shared), &outcomes, &turns);
                self.keep(outcomes, turns)?;
            }
        }
        Ok(longest(&idle))
    }

    fn upkeep(&mut self, group: &Group<'_>) -> Result<Option<f64>> {
        if self.invocation.quick && !self.invocation.takes(group) {
            return Ok(Some(0.0));
        }
        let table = table(group, group.kernels().next().context("a kernel")?)?;
        let asked = table.study.asked;
        let all = table.upkeep(&self.watch, self.budget(group, 256, 5.0))?;
        let mut outcomes = Vec::new();
        for (&times, samples) in asked.iter().zip(&all) {
            let parameters = [(quantity::ASKED.to_owned(), times)].into();
            outcomes.push(table.outcome(samples, group.context, &parameters, self.unit));
        }
        let turns = turns(&table, (quantity::ASKED, asked), &outcomes, &BTreeMap::new());
        self.say_turns(&group.name(), &outcomes, &turns);
        self.keep(outcomes, turns)?;
        Ok(longest(&all.iter().map(Samples::idle).collect::<Vec<_>>()))
    }

    fn keep(&mut self, outcomes: Vec<Outcome>, turns: Vec<Turn>) -> Result<()> {
        self.store.update(|records| {
            for outcome in outcomes {
                records.measurements.extend(outcome.measurements);
                records.noise.push(outcome.noise);
            }
            records.turns = turns;
        })
    }

    fn miss(&mut self, context: Context, reason: &str) -> Result<()> {
        println!("{}: not measured: {reason}", context.name());
        self.store.miss(context.name(), reason)
    }

    fn say(&self, name: &str, outcome: &Outcome) {
        let noise = &outcome.noise;
        println!(
            "[{:>4.0} s] {name}: {} rounds, {} of {} batches undisturbed, {}",
            self.begin.elapsed().as_secs_f64(),
            noise.rounds,
            noise.undisturbed,
            noise.batches,
            noise.stop
        );
        // Nanoseconds are not calibrated.
        let addition = noise.addition.filter(|_| self.unit != Unit::Nanoseconds);
        if let Some(cycles) = addition.filter(|cycles| (cycles - 1.0).abs() > 0.02) {
            println!(
                "  the clock disagrees with itself: an addition takes {cycles:.3} cycles by it"
            );
        }
        if let Some(width) = noise.width.filter(|width| *width < NARROWEST) {
            println!("  {width:.1} idle instructions a cycle: a narrow core, or one with company");
        }
    }

    fn say_turns(&self, name: &str, outcomes: &[Outcome], turns: &[Turn]) {
        let figures = outcomes.iter().filter(|outcome| outcome.verdicts.is_some()).count();
        let seconds = self.begin.elapsed().as_secs_f64();
        println!("[{seconds:>4.0} s] {name}: {figures} of {} steps", outcomes.len());
        // The page has all of them.
        let reference = turns.first().map(|turn| &turn.against);
        let told = turns.iter().filter(|turn| Some(&turn.against) == reference);
        for Turn { variant, against, verdict, along, at, .. } in told {
            let (scale, unit) = match along.as_str() {
                quantity::WORKING_SET => (1024.0, "KiB"),
                _ => (1.0, "questions"),
            };
            if let Some([value, low, high]) = at.map(|at| at.map(|value| value / scale)) {
                println!(
                    "  {variant} is {verdict} than {against} up to {value:.0} {unit} \
                     (certain to {low:.0}, no more from {high:.0})"
                );
            }
        }
    }
}

/// The longest of these runs of idle instructions; nothing if most tables have none.
fn longest(idle: &[Option<f64>]) -> Option<f64> {
    let measured: Vec<_> = idle.iter().copied().flatten().collect();
    (2 * measured.len() >= idle.len()).then(|| measured.into_iter().fold(0.0, f64::max))
}

fn table<'a>(group: &Group<'a>, kernel: Dependence) -> Result<Table<'a>> {
    let mut contenders = group.contenders.clone();
    contenders.retain(|contender| group.context != Context::Cold || contender.can_be_flushed());
    Table::new(group.study, group.stream, kernel, &contenders)
}

fn dependence(kernel: Dependence) -> (String, u64) {
    (quantity::DEPENDENT.to_owned(), kernel as u64)
}

fn described(group: &Group<'_>, parameters: &BTreeMap<String, u64>) -> String {
    let parameters: Vec<_> =
        parameters.iter().map(|(name, value)| format!("{name} {value}")).collect();
    format!("{} ({})", group.name(), parameters.join(", "))
}

/// From none to twice the second-level cache, each doubling in two steps.
fn working_sets(quick: bool) -> Vec<u64> {
    let caches = Machine::here().caches;
    let last = 2 * caches.l2.unwrap_or(1 << 20);
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

/// Where the order of each pair of variants turns that may be chosen from.
fn turns(
    table: &Table<'_>,
    (along, values): (&str, &[u64]),
    outcomes: &[Outcome],
    parameters: &BTreeMap<String, u64>,
) -> Vec<Turn> {
    let (names, mut variants) = (table.names(), table.roles().variants);
    variants.retain(|&variant| table.is_choice(variant));
    let mut turns = Vec::new();
    for (i, &of) in variants.iter().enumerate() {
        for &against in &variants[..i] {
            let points: Vec<_> = values
                .iter()
                .zip(outcomes)
                .filter_map(|(&value, outcome)| {
                    let ratios = &outcome.verdicts.as_ref()?.ratios;
                    let ratio = ratios.iter().find(|r| (r.of, r.against) == (of, against))?;
                    Some((value, ratio.verdict, ratio.difference.value))
                })
                .collect();
            let first = points.iter().map(|point| point.1).find(|&v| v != Verdict::Tie);
            turns.push(Turn {
                study: table.study.name.to_owned(),
                stream: table.stream.to_owned(),
                parameters: parameters.clone(),
                along: along.to_owned(),
                variant: names[of].to_owned(),
                against: names[against].to_owned(),
                verdict: first.unwrap_or(Verdict::Tie).name().to_owned(),
                at: verdict::turn(&points).map(|turn| [turn.value, turn.low, turn.high]),
                range: values.iter().max().copied().unwrap_or(0),
                date: record::now(),
            });
        }
    }
    turns
}

/// The variants by their figures, each with how it compares with the fastest;
/// those of another interface at the end.
fn ranking(table: &Table<'_>, verdicts: &Verdicts, unit: &str) -> comfy_table::Table {
    let names = table.names();
    let mut order = table.roles().variants;
    order.sort_by(|&a, &b| verdicts.figures[a].value.total_cmp(&verdicts.figures[b].value));
    order.sort_by_key(|&variant| !table.is_ranked(variant));
    let mut rows = record::terminal_table();
    rows.set_header([
        "variant",
        &format!("{unit}/query"),
        "net",
        "placements",
        "by the fastest",
        "interval",
        "",
    ]);
    let fastest = order[0];
    for &variant in &order {
        let against = verdicts.ratios.iter().find_map(|ratio| match (ratio.of, ratio.against) {
            (of, against) if (of, against) == (variant, fastest) => {
                Some((ratio.ratio, ratio.verdict))
            }
            (of, against) if (of, against) == (fastest, variant) => Some((
                benches::statistics::Median {
                    value: ratio.ratio.value.recip(),
                    low: ratio.ratio.high.recip(),
                    high: ratio.ratio.low.recip(),
                },
                ratio.verdict,
            )),
            _ => None,
        });
        let (value, interval, verdict) = match against {
            Some((ratio, verdict)) => (
                format!("{:.3}", ratio.value),
                format!("{:.3} to {:.3}", ratio.low, ratio.high),
                if verdict == Verdict::Tie { "tie" } else { "" },
            ),
            None => ("1".to_owned(), String::new(), ""),
        };
        rows.add_row([
            format!("{}{}", names[variant], if table.is_ranked(variant) { "" } else { " *" }),
            format!("{:.3}", verdicts.figures[variant].value),
            format!("{:.3}", verdicts.net[variant].value),
            format!("{:.1} %", 100.0 * verdicts.spreads[variant]),
            value,
            interval,
            verdict.to_owned(),
        ]);
    }
    rows
}

/// Compares the reference with copies of itself, a hundred times per context
/// and state of the machine, and counts how often a difference is claimed.
fn self_check(watch: &Watch, studies: &[Study]) -> Result<()> {
    const COMPARISONS: usize = 100;
    let study = studies.first().context("a study")?;
    let stream = study.streams[0].0;
    let copied = |c: &&Contender| c.kind != Kind::Control && c.copies == COPIES;
    let variants: Vec<_> = study.contenders.iter().filter(copied).collect();
    let mut rows = record::terminal_table();
    rows.set_header([
        "kernel",
        "other core",
        "comparisons",
        "called different",
        "too noisy",
        "largest",
    ]);
    for kernel in Dependence::ALL {
        for busy in [false, true] {
            let other = if busy { Some(OtherCore::streaming()?) } else { None };
            let (mut different, mut noisy, mut largest) = (0, 0, 0.0f64);
            for number in 0..COMPARISONS {
                let variant = variants[number % variants.len()];
                let table = Table::of_copies(study, stream, kernel, variant);
                let budget = Budget { rounds: 96, time: Duration::from_secs(2) };
                let samples = table.hot(watch, budget)?;
                // A copy takes the part of a second variant, against the other copy's noise.
                match verdict::verdicts(&samples, &table.roles_of_copies()) {
                    Some(verdicts) => {
                        let ratio = verdicts.ratios[0];
                        largest = largest.max((ratio.ratio.value - 1.0).abs());
                        different += usize::from(ratio.verdict != Verdict::Tie);
                    }
                    None => noisy += 1,
                }
            }
            drop(other);
            rows.add_row([
                format!("{kernel:?}").to_lowercase(),
                if busy { "streams through memory" } else { "idle" }.to_owned(),
                COMPARISONS.to_string(),
                different.to_string(),
                noisy.to_string(),
                format!("{:.2} %", 100.0 * largest),
            ]);
        }
    }
    println!("{rows}");
    Ok(())
}
