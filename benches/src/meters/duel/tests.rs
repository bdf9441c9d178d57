//! The duel on a simulated machine: every cost is known, so every figure and word of the records
//! is too.

use super::*;
use crate::meters::lineup::{Part, Participant, copied_of};
use records::{Breadth, Caches, Records, Run, gather};
use sampling::hardware::IdleProbe;
use sampling::rounds::Round;
use sampling::{Host, Lane, Lanes, Scale, TRIES, Turn};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use studies::entry::Contender;
use studies::list;

/// A processor of 3.7 GHz whose clock ticks 2.6 times per nanosecond.
const CYCLES: f64 = 3.7;
const TICKS: f64 = 2.6;

/// Cycles of the idle probe on a quiet core that runs five instructions per cycle.
const IDLE: f64 = 4000.0;

/// The range of a contender's times over layouts, as a share.
const LAYOUTS: f64 = 0.004;

/// A machine with its contenders' costs and its other programs.
struct Played {
    nanoseconds: Cell<f64>,
    /// Whether another program uses the core at this time.
    company: Box<dyn Fn(f64) -> bool>,
    /// Nanoseconds for laying out code and tables.
    laying_out: f64,
    /// The unit of its times.
    unit: Unit,
    /// Why nothing can be laid out.
    one_layout: Option<&'static str>,
    /// Whether its clock loses all readings of batches.
    is_blind: bool,
    /// Why nothing learnt is measured on it; `None` if it is.
    denies: Option<&'static str>,
    /// How many times as slow copies are as their originals.
    copies: f64,
    /// The circumstances sampled, in order.
    sampled: RefCell<Vec<Circumstance>>,
    /// How often the time was read since it last advanced.
    looks: Cell<usize>,
}

impl Played {
    fn new(company: impl Fn(f64) -> bool + 'static) -> Played {
        Played {
            nanoseconds: Cell::new(0.0),
            company: Box::new(company),
            laying_out: 1.5e7,
            unit: Unit::Cycles,
            one_layout: None,
            is_blind: false,
            denies: None,
            copies: 1.0,
            sampled: RefCell::default(),
            looks: Cell::new(0),
        }
    }

    /// Lets this many cycles pass; returns ticks.
    fn work(&self, cycles: f64) -> f64 {
        let slowed = if (self.company)(self.now()) { 1.5 } else { 1.0 };
        let took = cycles * slowed / CYCLES;
        self.pass(took);
        took * TICKS
    }

    fn pass(&self, nanoseconds: f64) {
        self.looks.set(0);
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

/// Cycles per query of a contender in this circumstance, in the median layout.
fn cost(study: &Study, stream: &str, contender: &Contender, circumstance: Circumstance) -> f64 {
    let name = contender.name;
    let is_null = name == records::NULL;
    // No two within 2 %, unless on purpose.
    let place = study.contenders.iter().position(|c| c.name == name).unwrap() as f64;
    let own = if is_null { 0.0 } else { 2.0 * 1.05_f64.powf(place) };
    let own = if is_twin(study, name) { 2.0 * 1.002 } else { own };
    let base = 3.0 + some(stream, 0) + own;
    let dependence = circumstance.dependence();
    let waited = if dependence == Dependence::Dependent { 5.0 + own } else { 0.0 };
    let tables = if is_null { 0.0 } else { 1.0 + place };
    base + waited
        + match circumstance {
            Circumstance::Hot(_) => 0.0,
            Circumstance::Learnt => -0.5 * own,
            // Larger tables take more of the cache.
            Circumstance::Beside { bytes, .. } => {
                4.0 * (1.0 + bytes as f64 / 1e6) + tables * bytes as f64 / 1e7
            }
            Circumstance::Upkeep { questions } => questions as f64 * (1.0 + 0.1 * tables),
        }
}

/// The second variant of a study ties with the first.
fn is_twin(study: &Study, name: &str) -> bool {
    study.variants().nth(1).is_some_and(|second| second.name == name)
}

/// Nothing waits for the answers of a study's third variant.
fn is_unwaited(study: &Study, name: &str) -> bool {
    study.variants().nth(2).is_some_and(|third| third.name == name)
}

impl Host for Played {
    fn elapsed(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        assert!(self.looks.get() < 1000, "it waits, and time stands still");
        Duration::from_nanos(self.now() as u64)
    }

    fn rest(&self) {
        self.pass(2e6);
    }

    fn calibrate(&self) -> Scale {
        self.pass(3e4);
        Scale { factor: CYCLES / TICKS, multiply: 3.0 }
    }

    fn idle(&self, _: IdleProbe) -> f64 {
        let slowed = if (self.company)(self.now()) { 2.0 } else { 1.0 };
        self.pass(IDLE * slowed / CYCLES);
        IDLE * slowed * TICKS / CYCLES
    }
}

impl Rig for Played {
    fn host(&self) -> &dyn Host {
        self
    }

    fn unit(&self) -> Unit {
        self.unit
    }

    fn resolution(&self) -> f64 {
        26.0 * CYCLES / TICKS
    }

    fn caches(&self) -> Caches {
        Caches { l1d: Some(32 << 10), l2: Some(1 << 20), l3: Some(32 << 20) }
    }

    fn seed(&self) -> u64 {
        7
    }

    fn one_layout(&self) -> Option<&str> {
        self.one_layout
    }

    fn one_draw_of_pages(&self) -> Option<&str> {
        None
    }

    /// `between-windows` has the most branches.
    fn branches(&self, contender: &Contender) -> Option<usize> {
        Some(usize::from(contender.name == "between-windows"))
    }

    fn lanes<'b>(
        &'b self,
        lineup: &'b Lineup<'b>,
        circumstance: Circumstance,
    ) -> Result<Box<dyn Lanes + 'b>> {
        let denied = self.denies.filter(|_| circumstance == Circumstance::Learnt);
        ensure!(denied.is_none(), "{}", denied.unwrap_or_default());
        self.sampled.borrow_mut().push(circumstance);
        let mut lanes = Vec::new();
        for contender in 0..lineup.participants.len() {
            lanes.push(Lane { contender, links: 0 });
            if circumstance == Circumstance::Hot(Dependence::Dependent) {
                lanes.push(Lane { contender, links: 8 });
            }
        }
        Ok(Box::new(PlayedLanes { machine: self, lineup, circumstance, lanes, block: None }))
    }

    fn chains(&self) -> Box<dyn Lanes + '_> {
        let lanes = (0..CHAINS.len()).map(|contender| Lane { contender, links: 0 }).collect();
        Box::new(PlayedChains { machine: self, lanes })
    }
}

struct PlayedChains<'b> {
    machine: &'b Played,
    lanes: Vec<Lane>,
}

impl Lanes for PlayedChains<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn measure(&mut self, lane: usize, _: Turn) -> Result<f64> {
        Ok(self.machine.work([1.0, 3.0, 4.0][lane] * 1000.0) / 1000.0)
    }
}

struct PlayedLanes<'b> {
    machine: &'b Played,
    lineup: &'b Lineup<'b>,
    circumstance: Circumstance,
    lanes: Vec<Lane>,
    block: Option<usize>,
}

impl Lanes for PlayedLanes<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        self.block = Some(block);
        self.machine.pass(self.machine.laying_out);
        Ok(())
    }

    fn measure(&mut self, lane: usize, turn: Turn) -> Result<f64> {
        assert_eq!(self.block, Some(turn.block), "every block is laid out");
        assert!(turn.attempt < TRIES);
        let Lane { contender, links } = self.lanes[lane];
        let Lineup { study, stream, participants } = self.lineup;
        let Participant { contender, part } = participants[contender];
        let cycles = cost(study, stream, contender, self.circumstance);
        let cycles = match part {
            Part::Itself | Part::Again => cycles,
            Part::Copy => cycles * self.machine.copies,
        };
        let waits = if is_unwaited(study, contender.name) { 0.3 } else { 1.0 };
        // A contender's layouts lie evenly around its cost, in their own order.
        let spread = some(&format!("{}{part:?}", contender.name), turn.block) - 0.5;
        let cycles = cycles * (1.0 + LAYOUTS * spread) + links as f64 * waits;
        let reading = self.machine.work(1000.0 * cycles) / 1000.0;
        Ok(if self.machine.is_blind { 0.0 } else { reading })
    }
}

fn alone(_: f64) -> bool {
    false
}

/// In stretches of 9 ms, 1 ms apart.
fn mostly_in_company(nanoseconds: f64) -> bool {
    nanoseconds % 1e7 < 9e6
}

/// The tables that the duel measures on this machine.
fn measured(
    machine: &Played,
    arguments: &[&str],
    store: Option<Store>,
    rounds: Option<RoundsFile>,
) -> Result<Vec<Table>> {
    let invocation = invocation(arguments);
    let studies = list::studies();
    let plan = invocation.plan(&studies, Context::ALL).unwrap();
    Duel::new(machine, store, rounds)?.measure(&invocation, &plan)
}

/// Does something with the tasks of these arguments, before any is sampled.
fn with_tasks(
    machine: &Played,
    arguments: &[&str],
    work: impl FnOnce(&mut Duel<'_>, &mut [Task<'_>]),
) {
    let (studies, invocation) = (list::studies(), invocation(arguments));
    let plan = invocation.plan(&studies, Context::ALL).unwrap();
    let mut duel = Duel::new(machine, None, None).unwrap();
    let mut tasks = duel.tasks(&invocation, &plan).unwrap();
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
    let studies = list::studies();
    let run = Run::now(Meter::Duel, "played", Breadth::Default);
    let mut store = Store::open(folder, run, machine::here(), |_, _| true).unwrap();
    // Descriptions that tables refer to.
    let filled = store.describe(|records| {
        records.studies = studies.iter().map(Study::record).collect();
        records.variants = played_variants(&studies);
        records.techniques = played_techniques(&studies);
    });
    filled.unwrap();
    let tables = measured(machine, arguments, Some(store), None).unwrap();
    let (records, left_out) = gather(folder, &machine::here(), |_, _| true);
    assert_eq!(left_out, [""; 0]);
    (records, tables)
}

fn played_variants(studies: &[Study]) -> Vec<records::Variant> {
    let artefact = studies::artefact::Artefact::read();
    let each = studies.iter().flat_map(|study| study.contenders.iter().map(move |c| (study, c)));
    each.filter(|(study, _)| ["between", "maps", "deltas-kept"].contains(&study.name))
        // The simulated machine can run all of them.
        .map(|(study, contender)| records::Variant {
            available: true,
            ..study.variant(contender, &artefact)
        })
        .collect()
}

fn played_techniques(studies: &[Study]) -> Vec<records::Technique> {
    let mut techniques = Vec::new();
    for study in studies {
        techniques.extend(study.variants().map(|variant| study.technique(variant.technique)));
    }
    techniques.sort_by(|a, b| a.name.cmp(&b.name));
    techniques.dedup_by(|a, b| a.name == b.name);
    techniques
}

/// The circumstance of a table's step, as the machine was asked for it.
fn circumstance(table: &Table, step: &Step) -> Circumstance {
    let dependence = if table.dependent { Dependence::Dependent } else { Dependence::Independent };
    match (table.context, step.at) {
        (Context::Throughput, None) => {
            assert!(!table.dependent);
            Circumstance::Hot(dependence)
        }
        (Context::Latency, None) => {
            assert!(table.dependent);
            Circumstance::Hot(dependence)
        }
        (Context::Learnt, None) => Circumstance::Learnt,
        (Context::Beside, Some(bytes)) => Circumstance::Beside { dependence, bytes },
        (Context::Upkeep, Some(questions)) => Circumstance::Upkeep { questions },
        other => panic!("{other:?}"),
    }
}

/// Compares every figure and word of these tables with the machine's costs.
fn expect(tables: &[Table], core: Core) {
    let studies = list::studies();
    let near = |found: f64, expected: f64, within: f64, what: &dyn Fn() -> String| {
        assert!((found - expected).abs() <= within, "{}: {found}, not {expected}", what());
    };
    for table in tables {
        let study = studies.iter().find(|study| study.name == table.study).unwrap();
        let contender = |name: &str| study.contenders.iter().find(|c| c.name == name).unwrap();
        let along = match table.context {
            Context::Beside => Some(Parameter::WorkingSet),
            Context::Upkeep => Some(Parameter::Questions),
            _ => None,
        };
        assert_eq!((table.unit, table.along), (Unit::Cycles, along));
        for step in &table.steps {
            let circumstance = circumstance(table, step);
            let cost = |name: &str| cost(study, &table.stream, contender(name), circumstance);
            let null = cost(records::NULL);
            let first = cost(&table.names[0]);
            assert_eq!((step.core, step.multiply), (core, Some(3.0)));
            assert!(step.layouts >= 6 && step.rounds >= 24, "{step:?}");
            assert!(step.batches >= step.quiet && step.quiet > 0);
            assert!(step.has_figures());
            if core == Core::Quiet {
                near(step.width.unwrap(), 20_000.0 / IDLE, 0.01, &|| "width".to_owned());
            }
            for (number, name) in table.names.iter().enumerate() {
                let what = || format!("{name} in {circumstance:?} of {}", table.stream);
                let is_null = name == records::NULL;
                let (cost, figure) = (cost(name), step.raw[number].unwrap());
                // Layouts lie within half of this; the difference of two, within all of it.
                let within = LAYOUTS * cost;
                near(figure.value, cost, within, &what);
                assert!(figure.low < figure.value && figure.value < figure.high, "{figure:?}");
                near(figure.low, cost, within, &what);
                near(figure.high, cost, within, &what);
                let net = step.net[number].unwrap();
                near(net.value, cost - null, within + LAYOUTS * null, &what);
                match step.ratio[number] {
                    Some(ratio) => near(ratio.value, cost / first, LAYOUTS * ratio.value, &what),
                    None => assert!(number == 0 || is_null, "{name}"),
                }
                let Share(spread) = step.spread[number].unwrap();
                // Among few layouts, the extremes may lie anywhere.
                let tolerance = if step.layouts < 24 { 0.7 } else { 0.35 };
                near(spread, 0.7 * LAYOUTS, tolerance * LAYOUTS, &what);
                let Share(best) = step.best[number].unwrap();
                near(best, 0.4 * LAYOUTS, tolerance * LAYOUTS, &what);
                let slope = step.slope.get(number).copied().flatten();
                assert_eq!(slope.is_some(), table.context == Context::Latency, "{name}");
                if let Some(slope) = slope {
                    let expected = if is_unwaited(study, name) { 0.3 } else { 1.0 };
                    near(slope.value, expected, 0.02, &what);
                }
            }
            for of in 0..table.variants().len() {
                for against in 0..of {
                    let ratio = cost(&table.names[of]) / cost(&table.names[against]);
                    let verdict = step.verdict(of, against);
                    let what = || format!("{of} by {against}, {ratio}, in {table:?}");
                    if step.layouts < 24 {
                        // Too few layouts to resolve every pair, but never the opposite.
                        let opposite = if ratio > 1.0 { Verdict::Faster } else { Verdict::Slower };
                        assert_ne!(verdict, Some(opposite), "{}", what());
                        continue;
                    }
                    match ratio {
                        1.02.. => assert_eq!(verdict, Some(Verdict::Slower), "{}", what()),
                        ..0.98 => assert_eq!(verdict, Some(Verdict::Faster), "{}", what()),
                        0.9985..1.0015 => assert_eq!(verdict, Some(Verdict::Tie), "{}", what()),
                        _ => {}
                    }
                }
            }
            let copied: BTreeSet<_> = step.copies.iter().map(|copy| copy.of.as_str()).collect();
            assert_eq!(copied.len(), copied_of(study).min(table.variants().len()), "{copied:?}");
            if table.study == "between" && table.names.iter().any(|name| name == "between-windows")
            {
                assert!(copied.contains("between-windows"), "{copied:?}");
            }
            for copy in &step.copies {
                near(copy.ratio.value, 1.0, LAYOUTS, &|| copy.of.clone());
                assert!(copy.ratio.low < copy.ratio.high);
            }
            near(step.null_copy.unwrap().value, 0.0, LAYOUTS * null, &|| "null copy".to_owned());
        }
    }
}

#[test]
fn records_hold_what_the_machine_was_made_of() {
    let machine = Played::new(alone);
    let (records, tables) = records(&machine, &["between/", "deltas-kept/throughput/"]);
    expect(&records.tables, Core::Quiet);
    assert_eq!(tables.len(), records.tables.len());
    let contexts: BTreeSet<_> = records.tables.iter().map(|table| table.context.name()).collect();
    let expected = ["throughput", "latency", "learnt", "beside"];
    assert_eq!(contexts, expected.into());
    let run = records.run(Meter::Duel).unwrap();
    // This machine may deny the counters.
    let is_missing = |what: &&String| *what != "hardware counters";
    assert_eq!(run.missing.keys().find(is_missing), None);
    assert!(run.probe.as_ref().unwrap().contains("4000 cycles at best"), "{:?}", run.probe);
    let steps: Vec<_> = records.clock.iter().map(|chain| chain.step.value).collect();
    assert!(steps.iter().zip([1.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 0.01), "{steps:?}");

    // One stream has all contexts, the others only the hot ones.
    let streams = |context| -> BTreeSet<_> {
        let of = records.tables.iter().filter(|table| table.context == context);
        of.map(|table| table.stream.as_str()).collect()
    };
    assert_eq!(streams(Context::Beside), ["positions"].into());
    assert_eq!(streams(Context::Latency).len(), 4);
    let beside: BTreeSet<_> = records
        .tables
        .iter()
        .filter(|table| table.context == Context::Beside)
        .map(|table| table.dependent)
        .collect();
    assert_eq!(beside, [false, true].into());
}

#[test]
fn upkeep_holds_what_the_machine_was_made_of() {
    let (records, _) = records(&Played::new(alone), &["maps/upkeep/opening"]);
    expect(&records.tables, Core::Quiet);
    let [table] = &records.tables[..] else { panic!("{} tables", records.tables.len()) };
    assert_eq!((table.along, table.steps.len()), (Some(Parameter::Questions), 9));
}

#[test]
fn what_was_asked_for_and_cannot_be_measured_has_no_earlier_figures() {
    let folder = tempfile::tempdir().unwrap();
    let learnt = |denies, stream| {
        let learnt = format!("between/learnt/{stream}");
        let machine = Played { denies, ..Played::new(alone) };
        let (records, _) = records_over(folder.path(), &machine, &[ONE[0], ONE[1], &learnt]);
        let missing = records.run(Meter::Duel).unwrap().missing.get("between/learnt/uniform");
        assert_eq!(missing.map(String::as_str), denies);
        let learnt = records.tables.into_iter().filter(|table| table.context == Context::Learnt);
        learnt.map(|table| table.stream).collect::<Vec<_>>()
    };
    learnt(None, "anchored");
    assert_eq!(learnt(None, "uniform"), ["anchored", "uniform"]);
    // Earlier figures stay if they were not asked for again.
    assert_eq!(learnt(Some("too few of them"), "uniform"), ["anchored"]);
}

#[test]
fn a_machine_in_company_gives_figures_and_says_so() {
    let machine = Played::new(mostly_in_company);
    let (records, _) = records(&machine, &ONE);
    let [table] = &records.tables[..] else { panic!("{} tables", records.tables.len()) };
    assert!(table.steps[0].has_figures());
    assert_eq!(table.steps[0].core, Core::Company);
}

/// Arguments that choose one table, for a short time.
const ONE: [&str; 2] = ["--quick", "between/throughput/uniform"];

/// Nanoseconds for learning the quiet state.
fn learning() -> f64 {
    let machine = Played::new(alone);
    let _ = Gate::learn(&machine, Duration::MAX);
    machine.now()
}

/// Spoils the first visit and half of the second; on other machines, visits are minutes apart.
#[test]
fn what_a_neighbour_spoils_of_one_visit_does_not_count() {
    let learnt = learning();
    let seconds = table_seconds(&ONE);
    let end = learnt + 0.75e9 * seconds;
    let neighbour = move |now| (learnt..end).contains(&now);
    let machine = Played { laying_out: 1e6, ..Played::new(neighbour) };
    let (records, tables) = records(&machine, &ONE);
    expect(&records.tables, Core::Quiet);
    assert_eq!(tables.len(), 1, "the table takes the place of the spoiled one");
    let step = &tables[0].steps[0];
    assert!(step.quiet < step.batches && step.rounds < step.quiet, "{step:?}");
}

/// Seconds of sampling for the one table of these arguments.
fn table_seconds(arguments: &[&str]) -> f64 {
    let mut seconds = 0.0;
    with_tasks(&Played::new(alone), arguments, |_, tasks| seconds = tasks[0].group.seconds);
    seconds
}

#[test]
fn a_table_is_written_anew_where_its_rounds_look_different_now() {
    with_tasks(&Played::new(alone), &ONE, |duel, tasks| {
        duel.sample(&mut tasks[0], 0.5).unwrap();
        tasks[0].table.as_mut().unwrap().steps[0].core = Core::Company;
        duel.look_again(tasks).unwrap();
        assert!(tasks[0].cores().eq([Core::Quiet]));
    });
}

#[test]
fn a_visit_adds_rounds_to_those_of_the_visit_before_and_takes_its_time() {
    let arguments = ["--quick", "maps/upkeep/opening"];
    let machine = Played::new(alone);
    with_tasks(&machine, &arguments, |duel, tasks| {
        let [task] = tasks else { panic!("{} tasks", tasks.len()) };
        let mut rounds = || {
            let begin = machine.now();
            duel.sample(task, 4.5).unwrap();
            let took = (machine.now() - begin) / 1e9;
            assert!((4.5..5.0).contains(&took), "{took}");
            task.samples.iter().map(|samples| samples.rounds.len()).collect::<Vec<_>>()
        };
        let [first, second] = [rounds(), rounds()];
        assert_eq!([first.len(), second.len()], [9; 2]);
        assert!(first.iter().zip(&second).all(|(first, second)| first < second));
    });
}

#[test]
fn a_table_without_figures_had_too_few_layouts() {
    let machine = Played { is_blind: true, ..Played::new(alone) };
    with_tasks(&machine, &ONE, |duel, tasks| {
        duel.sample(&mut tasks[0], 0.5).unwrap();
        let table = tasks[0].table.clone().unwrap();
        assert!(!table.steps[0].has_figures());
        let told = attention(tasks[0].cores(), &[table]);
        assert!(told.contains("1 had too few layouts"), "{told}");
    });
}

#[test]
fn what_is_not_measured_is_told() {
    let machine = Played { one_layout: Some("nothing moves"), ..Played::new(alone) };
    let (records, _) = records(&machine, &ONE);
    let missing = &records.run(Meter::Duel).unwrap().missing;
    assert_eq!(missing.get("layouts").map(String::as_str), Some("nothing moves"));
}

#[test]
fn nanoseconds_tell_no_width() {
    let machine = Played { unit: Unit::Nanoseconds, ..Played::new(alone) };
    let (records, _) = records(&machine, &ONE);
    let [table] = &records.tables[..] else { panic!("{} tables", records.tables.len()) };
    assert_eq!((table.unit, table.steps[0].width), (Unit::Nanoseconds, None));
}

#[test]
fn a_run_without_a_figure_fails() {
    let machine = Played { is_blind: true, ..Played::new(alone) };
    let error = measured(&machine, &ONE, None, None).unwrap_err().to_string();
    assert!(error.starts_with("not one figure: "), "{error}");
}

/// Set for a test below that starts itself again, to do what may end the process.
const AGAIN: &str = "LAB_TEST_AGAIN";

/// The output of this test in its own process, which panics end; `None` in that process.
fn started_again(name: &str) -> Option<std::process::Output> {
    if std::env::var_os(AGAIN).is_some() {
        records::end_on_panic();
        return None;
    }
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let (_, module) = module_path!().split_once("::").unwrap();
    again.args(["--exact", &format!("{module}::{name}"), "--nocapture"]).env(AGAIN, "");
    Some(again.output().unwrap())
}

#[test]
fn a_panic_in_any_thread_ends_the_run() {
    let Some(ended) = started_again("a_panic_in_any_thread_ends_the_run") else {
        let dies = |_| std::thread::spawn(|| panic!("the other core died")).join().is_ok();
        measured(&Played::new(dies), &ONE, None, None).unwrap();
        return;
    };
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert!(complaints.contains("the other core died"), "{complaints}");
    assert_eq!(ended.status.code(), Some(1), "{}", ended.status);
}

/// Single lookups, batches, kept state and programs, in each of their contexts, on this machine
/// and in all layouts that it can make.
#[test]
fn every_kind_of_table_is_measured_here() {
    let Some(ended) = started_again("every_kind_of_table_is_measured_here") else {
        let studies = ["between", "between-batch", "maps", "perft", "search"];
        let studies: Vec<_> = studies.into_iter().flat_map(list::named).collect();
        let invocation = invocation(&["--quick"]);
        let mut plan = crate::plan::plan(&studies, Breadth::Thorough, &[]).unwrap();
        plan.retain(|group| group.stream == group.study.main_stream());
        for group in &mut plan {
            group.seconds = 0.4;
            group.contenders.retain(|c| c.is_available());
            group.contenders.truncate(2);
        }
        let rig = ThisRig::new(&studies, 1);
        let tables = Duel::new(&rig, None, None).unwrap().measure(&invocation, &plan).unwrap();
        assert_eq!(tables.len(), plan.len());
        let contexts: BTreeSet<_> = tables.iter().map(|table| table.context).collect();
        assert_eq!(contexts.len(), Context::ALL.len(), "{contexts:?}");
        let figures = tables.iter().flat_map(|table| &table.steps).filter(|s| s.has_figures());
        // Beside other programs, not every table gets enough layouts in this time.
        assert!(figures.count() > 3, "{tables:?}");
        return;
    };
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success() && !complaints.contains("panicked"), "{complaints}");
}

const THROUGHPUT: Circumstance = Circumstance::Hot(Dependence::Independent);
const LATENCY: Circumstance = Circumstance::Hot(Dependence::Dependent);

/// Other tables are visited once.
#[test]
fn hot_tables_are_visited_twice_and_programs_four_times_in_turn() {
    let machine = Played::new(alone);
    let filters = [
        "search/throughput/m",
        "between/throughput/uniform",
        "between/latency/uniform",
        "between/learnt/uniform",
    ];
    let begin = learning();
    let seconds: f64 = {
        let mut seconds = 0.0;
        with_tasks(&Played::new(alone), &[&["--quick"], &filters[..]].concat(), |_, tasks| {
            seconds = tasks.iter().map(|task| task.group.seconds).sum();
        });
        seconds
    };
    measured(&machine, &[&["--quick"], &filters[..]].concat(), None, None).unwrap();
    let sampled = machine.sampled.borrow();
    let (programs, lookups) = sampled.split_at(8);
    assert!(programs.iter().all(|sampled| *sampled == THROUGHPUT));
    let expected = [THROUGHPUT, LATENCY, THROUGHPUT, LATENCY, Circumstance::Learnt];
    assert_eq!(lookups, expected);
    // Only the tables take time.
    let took = (machine.now() - begin) / 1e9;
    assert!((seconds..1.2 * seconds + 1.0).contains(&took), "{took} of {seconds} s");
}

#[test]
fn every_round_is_kept_with_its_participants() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("rounds.jsonl.gz");
    let rounds = RoundsFile::create(path.clone()).unwrap();
    let tables = measured(&Played::new(alone), &ONE, None, Some(rounds)).unwrap();
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let line: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!(line["seed"], 7);
    let names = &tables[0].names;
    let lanes = line["lanes"].as_array().unwrap();
    let participants: Vec<_> = lanes.iter().flat_map(|lane| lane[0].as_str()).collect();
    let variants = tables[0].variants();
    assert!(participants.iter().take(variants.len()).eq(variants.iter()));
    let of = |participant: &str| {
        let name = participant.strip_suffix(", copied").unwrap_or(participant);
        names.iter().position(|known| known == name).unwrap()
    };
    assert_eq!(participants.len(), names.len() + 4, "three copies, and one of null");
    let rounds = line["rounds"].as_array().unwrap();
    assert_eq!(rounds.len() as u64, tables[0].steps[0].rounds);
    for round in rounds {
        assert_eq!((&round[1], round[2].as_f64()), (&true.into(), Some(IDLE)));
        let times: Vec<_> = round[6].as_array().unwrap().iter().flat_map(|t| t.as_f64()).collect();
        for (time, participant) in times.iter().zip(&participants) {
            let raw = tables[0].steps[0].raw[of(participant)].unwrap().value;
            assert!((time / raw - 1.0).abs() < LAYOUTS, "{times:?}");
        }
    }
}

/// The rounds that count of a line in the file of rounds, and the names of their participants.
fn read_rounds(line: &str) -> (Samples, Vec<String>) {
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let (mut names, mut lanes): (Vec<String>, Vec<Lane>) = Default::default();
    for lane in line["lanes"].as_array().unwrap() {
        let name = lane[0].as_str().unwrap();
        if names.last().is_none_or(|last| last != name) {
            names.push(name.to_owned());
        }
        let links = lane[1].as_u64().unwrap() as usize;
        lanes.push(Lane { contender: names.len() - 1, links });
    }
    let mut samples = Samples::new(&lanes, line["seed"].as_u64().unwrap());
    let rounds = line["rounds"].as_array().unwrap().iter().filter(|round| round[1] == true);
    samples.rounds.extend(rounds.map(|round| {
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        let [block, idle, drift, multiply, factor] = [0, 2, 3, 4, 5].map(|n| number(&round[n]));
        let times = round[6].as_array().unwrap().iter().map(number).collect();
        Round { block: block as usize, idle, drift, multiply, factor, times }
    }));
    (samples, names)
}

/// Readers who doubt a figure compute it from the file of rounds.
#[test]
fn every_figure_follows_from_the_file_of_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rounds.jsonl.gz");
    let rounds = RoundsFile::create(path.clone()).unwrap();
    let busy = Played::new(|nanoseconds| nanoseconds % 1e7 < 1e6);
    let filters = ["--quick", "between/latency", "between/beside"];
    let tables = measured(&busy, &filters, None, Some(rounds)).unwrap();
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let steps: Vec<_> = tables.iter().flat_map(|t| t.steps.iter().map(move |s| (t, s))).collect();
    assert_eq!(text.lines().count(), steps.len());
    let mut compared = 0;
    for ((table, step), line) in steps.into_iter().zip(text.lines()) {
        let (samples, names) = read_rounds(line);
        let place = |name: &str| names.iter().position(|known| known == name);
        let number = |name: &str| place(name).unwrap();
        let copies = table
            .variants()
            .iter()
            .filter_map(|name| Some((place(&format!("{name}, copied"))?, number(name))));
        let roles = Roles {
            variants: table.variants().iter().map(|name| number(name)).collect(),
            copies: copies.collect(),
            again: None,
            null: number("null"),
            null_copy: number("null, copied"),
            fixed: Vec::new(),
            by_reference: false,
        };
        let counted = samples.all(step.core);
        let units = (counted.len() as u64, counted.blocks() as u64);
        assert_eq!(units, (step.rounds, step.layouts));
        let Some(again) = sampling::verdict::verdicts(&counted, &roles) else {
            assert!(!step.has_figures());
            continue;
        };
        let raw = table.names.iter().map(|name| again.raw[number(name)]);
        let raw = step.raw.iter().zip(raw).map(|(one, other)| (one.unwrap(), other));
        let ratios = step.ratio.iter().zip(&again.ratios).skip(1);
        let ratios = ratios.map(|(one, other)| (one.unwrap(), other.unwrap()));
        for (one, other) in raw.chain(ratios) {
            let ends = [(one.value, other.value), (one.low, other.low), (one.high, other.high)];
            for (one, other) in ends {
                assert!((one / other - 1.0).abs() < 1e-4, "{one} and {other} in {}", table.study);
                compared += 1;
            }
        }
        for (of, against) in (1..roles.variants.len()).flat_map(|of| (0..of).map(move |n| (of, n)))
        {
            assert_eq!(step.verdict(of, against), again.of(of, against));
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn terminals_see_the_fastest_first() {
    let arguments = ["--quick", "between/throughput/uniform"];
    let tables = measured(&Played::new(alone), &arguments, None, None).unwrap();
    let [table] = &tables[..] else { panic!("{} tables", tables.len()) };
    let text = ranking(table).to_string();
    let rows: Vec<Vec<_>> = text.lines().map(|row| row.split_whitespace().collect()).collect();
    let step = &table.steps[0];
    let number = |row: &&Vec<&str>| table.number(row.first()?);
    let numbers: Vec<_> = rows.iter().filter_map(|row| number(&row)).collect();
    assert_eq!(numbers.len(), table.variants().len());
    let time = |number: &usize| step.raw[*number].unwrap().value;
    assert!(numbers.is_sorted_by_key(time), "{text}");
    for row in rows.iter().filter(|row| number(row).is_some()) {
        let times = [&step.raw, &step.net].map(|of| of[number(&row).unwrap()].unwrap().value);
        assert_eq!(row[1..3], times.map(|time| format!("{time:.3}")), "{text}");
    }
    let copies = agreeing(&tables).to_string();
    let row = copies.lines().find(|row| row.contains("throughput")).unwrap();
    let row: Vec<_> = row.split_whitespace().collect();
    assert_eq!(row[..4], ["between", "throughput", "3", "0"]);
}

#[test]
fn a_self_check_compares_copies_in_every_context() {
    let machine = Played::new(alone);
    let arguments = ["--quick", "--self-check", "between"];
    let tables = measured(&machine, &arguments, None, None).unwrap();
    let contexts: BTreeSet<_> = tables.iter().map(|table| table.context).collect();
    assert!(contexts.len() >= 4, "{contexts:?}");
    assert!(tables.iter().all(|table| table.variants().len() == 3));
    let agreements = agreements(&tables);
    assert_eq!(agreements.len(), contexts.len());
    for agreement in agreements {
        let of = tables.iter().filter(|table| table.context == agreement.context);
        let steps: usize = of.map(|table| table.steps.len()).sum();
        assert_eq!((agreement.intervals, agreement.apart), (3 * steps, 0), "{agreement:?}");
    }
}
