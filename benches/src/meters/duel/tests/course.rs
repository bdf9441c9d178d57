//! The course of a run, and what it records and says.

use super::*;
use crate::meters::batches::ThisMachine;
use crate::times::of_copies;
use crate::times::summary::{agreeing, attention, ranking};
use serde_json::{Value, json};

#[test]
fn records_hold_what_the_machine_was_made_of() {
    let machine = Played::new(alone);
    let filters = ["between/", "deltas-kept/throughput/", "maps/upkeep/opening"];
    let (records, tables) = records(&machine, &filters);
    expect(&records.tables, Core::Quiet);
    assert_eq!(tables.len(), records.tables.len());
    let contexts: BTreeSet<_> = records.tables.iter().map(|table| table.context.name()).collect();
    assert_eq!(contexts, Context::ALL.iter().map(|context| context.name()).collect());
    let run = records.run(Meter::Duel).unwrap();
    assert_eq!(run.seed, Some(machine.facts.seed));
    // This machine may deny the counters.
    let is_missing = |what: &&String| *what != "hardware counters";
    assert_eq!(run.missing.keys().find(is_missing), None);
    assert!(run.probe.as_ref().unwrap().contains("4000 cycles at best"), "{:?}", run.probe);
    let steps: Vec<_> = records.clock.iter().map(|chain| chain.step.value).collect();
    assert!(steps.iter().zip([1.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 0.01), "{steps:?}");

    // One stream has all contexts, the others only the hot ones.
    let of = |context| records.tables.iter().filter(move |table| table.context == context);
    let streams =
        |context| -> BTreeSet<_> { of(context).map(|table| table.stream.as_str()).collect() };
    assert_eq!(streams(Context::Beside), ["positions"].into());
    assert_eq!(streams(Context::Latency).len(), 4);
    let beside: BTreeSet<_> = of(Context::Beside).map(|table| table.dependent).collect();
    assert_eq!(beside, [false, true].into());
    assert!(of(Context::Upkeep).map(|table| table.steps.len()).eq([9]));
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
    let core = |company: Box<dyn Fn(f64) -> bool>| {
        let (records, _) = records(&Played::new(company), &ONE);
        let [table] = &records.tables[..] else { panic!("{} tables", records.tables.len()) };
        assert!(table.steps[0].has_figures());
        table.steps[0].core
    };
    let learnt = learning();
    assert_eq!(core(Box::new(move |now| now > learnt)), Core::Company);
    // In stretches of 9 ms, 1 ms apart: nobody learns what a quiet core is like.
    assert_eq!(core(Box::new(|now| now % 1e7 < 9e6)), Core::Unknown);
}

/// Nanoseconds for learning the quiet state.
fn learning() -> f64 {
    let machine = Played::new(alone);
    let _ = Gate::learn(&machine, Duration::MAX);
    machine.now()
}

/// Spoils the first part of the time and half of the second; elsewhere, they are minutes apart.
#[test]
fn what_a_neighbour_spoils_of_one_part_does_not_count() {
    let learnt = learning();
    let seconds = seconds_of(&ONE);
    let end = learnt + 0.75e9 * seconds;
    let neighbour = move |now| (learnt..end).contains(&now);
    let (records, tables) = records(&Played::new(neighbour), &ONE);
    expect(&records.tables, Core::Quiet);
    assert_eq!(tables.len(), 1, "the table takes the place of the spoiled one");
    let step = &tables[0].steps[0];
    assert!(step.quiet < step.batches && step.rounds < step.quiet, "{step:?}");
}

/// Seconds of sampling for the tables of these arguments.
fn seconds_of(arguments: &[&str]) -> f64 {
    let mut seconds = 0.0;
    with_tasks(&Played::new(alone), arguments, |_, tasks| {
        seconds = tasks.iter().map(|task| task.group.seconds).sum();
    });
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
fn a_part_adds_rounds_to_those_of_the_part_before_and_takes_its_time() {
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
fn what_is_not_measured_is_told() {
    let mut machine = Played::new(alone);
    machine.facts.one_layout = Some("nothing moves".to_owned());
    machine.facts.unit = Unit::Nanoseconds;
    let (records, _) = records(&machine, &ONE);
    let missing = &records.run(Meter::Duel).unwrap().missing;
    assert_eq!(missing.get("layouts").map(String::as_str), Some("nothing moves"));
    let [table] = &records.tables[..] else { panic!("{} tables", records.tables.len()) };
    assert_eq!((table.unit, table.steps[0].width), (Unit::Nanoseconds, None));
}

#[test]
fn without_a_figure_a_table_is_told_and_a_run_fails() {
    let machine = Played { is_blind: true, ..Played::new(alone) };
    with_tasks(&machine, &ONE, |duel, tasks| {
        duel.sample(&mut tasks[0], 0.5).unwrap();
        let told = attention(tasks[0].cores(), &[tasks[0].table.clone().unwrap()]);
        assert!(told.contains("1 had too few layouts"), "{told}");
        let error = duel.conclude(tasks).unwrap_err().to_string();
        assert!(error.starts_with("not one figure: "), "{error}");
    });
}

/// Set for the test below, which starts itself again, because a panic ends the process.
const AGAIN: &str = "LAB_TEST_AGAIN";

#[test]
fn a_panic_in_any_thread_ends_the_run() {
    if std::env::var_os(AGAIN).is_some() {
        processor::end_on_panic();
        let dies = |_| std::thread::spawn(|| panic!("the other core died")).join().is_ok();
        measured(&Played::new(dies), &ONE, None, None).unwrap();
        return;
    }
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let name = "meters::duel::tests::course::a_panic_in_any_thread_ends_the_run";
    let ended = again.args(["--exact", name, "--nocapture"]).env(AGAIN, "").output().unwrap();
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert!(complaints.contains("the other core died"), "{complaints}");
    assert_eq!(ended.status.code(), Some(1), "{}", ended.status);
}

/// Single lookups, batches, kept state and programs, in each of their contexts, on this machine
/// and in all layouts that it can make.
#[test]
fn every_kind_of_table_is_measured_here() {
    let questions = ["between", "between-batch", "maps", "perft", "search"];
    let questions: Vec<_> = questions.into_iter().flat_map(list::named).collect();
    let mut plan = crate::plan::plan(&questions, Breadth::Thorough, &[]).unwrap();
    plan.retain(|group| group.stream == group.question.main_stream());
    for group in &mut plan {
        group.seconds = 0.4;
        group.answering.retain(|v| v.is_available());
        group.answering.truncate(2);
    }
    let machine = ThisMachine::new(&questions, 1);
    let mut duel = Duel::new(&machine, Vec::new()).unwrap();
    let tables = duel.measure(Breadth::Quick, &plan).unwrap();
    assert_eq!(tables.len(), plan.len());
    let contexts: BTreeSet<_> = tables.iter().map(|table| table.context).collect();
    assert_eq!(contexts.len(), Context::ALL.len(), "{contexts:?}");
    let figures = tables.iter().flat_map(|table| &table.steps).filter(|s| s.has_figures());
    // Beside other programs, not every table gets enough layouts in this time.
    assert!(figures.count() > 3, "{tables:?}");
}

/// Other tables are sampled in one part.
#[test]
fn hot_tables_and_programs_are_sampled_in_several_parts_in_turn() {
    let machine = Played::new(alone);
    let arguments = [
        "--quick",
        "search/throughput/classical",
        "search/throughput/material",
        "between/throughput/uniform",
        "between/latency/uniform",
        "between/learnt/uniform",
    ];
    let (begin, seconds) = (learning(), seconds_of(&arguments));
    measured(&machine, &arguments, None, None).unwrap();
    let sampled = machine.sampled.borrow();
    let (programs, lookups) = sampled.split_at(2 * SPANS[1]);
    assert!(programs.iter().all(|sampled| sampled.question == "search"));
    let lookups: Vec<_> = lookups.iter().map(|sampled| sampled.context).collect();
    let mut expected = [Context::Throughput, Context::Latency].repeat(SPANS[0]);
    expected.push(Context::Learnt);
    assert_eq!(lookups, expected);
    // Only the tables take time.
    let took = (machine.now() - begin) / 1e9;
    assert!((seconds..1.2 * seconds + 1.0).contains(&took), "{took} of {seconds} s");
}

#[test]
fn terminals_see_the_fastest_first() {
    let tables = measured(&Played::new(alone), &ONE, None, None).unwrap();
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
}

/// What is finished, and what a terminal shows in the end.
#[derive(Default)]
struct Heard {
    finished: Vec<(&'static str, TableKind)>,
    /// The rounds of the tables when the last one was finished.
    rounds: Vec<u64>,
    shown: Vec<String>,
}

impl Listener for Heard {
    fn finished(&mut self, question: &Question, kind: TableKind, tables: &[&Table]) -> Result<()> {
        self.finished.push((question.name, kind));
        self.rounds = tables.iter().map(|table| table.steps[0].rounds).collect();
        Ok(())
    }

    fn concluded(&mut self, measured: &[Measured<'_>], _: &Gate<'_>) -> Result<()> {
        let rounds = measured.iter().map(|it| it.table.steps[0].rounds);
        assert!(rounds.eq(self.rounds.iter().copied()), "finished with all of their rounds");
        let shown = measured.iter().filter(|it| it.is_shown && it.is_ranked);
        self.shown = shown.map(|it| it.name.clone()).collect();
        Ok(())
    }
}

#[test]
fn a_question_is_finished_once_a_kind_and_one_alone_is_shown() {
    let heard = |arguments: &[&str]| {
        let mut heard = Heard::default();
        let (questions, invocation) = (list::questions(), invocation(arguments));
        let plan = invocation.plan(&questions, Context::ALL).unwrap();
        let machine = Played::new(alone);
        let mut duel = Duel::new(&machine, vec![&mut heard]).unwrap();
        duel.measure(invocation.breadth(), &plan).unwrap();
        (heard.finished, heard.shown)
    };
    let [hot, beside] = ["between/throughput/positions", "between/beside/positions"];
    let (finished, shown) = heard(&["--quick", hot, beside]);
    assert_eq!(finished, [TableKind::Hot, TableKind::Beside].map(|kind| ("between", kind)));
    assert_eq!(shown, [hot]);
    // Another stream than the nearest to play, if it was asked for alone.
    let (finished, shown) = heard(&["--quick", "between/throughput/uniform"]);
    assert_eq!(finished, [("between", TableKind::Hot)]);
    assert_eq!(shown, ["between/throughput/uniform"]);
    let (_, shown) = heard(&["--quick", "between/throughput", "maps/throughput"]);
    assert_eq!(shown, [""; 0]);
}

#[test]
fn a_self_check_compares_copies_in_every_context() {
    let machine = Played::new(alone);
    let questions = list::questions();
    let plan = invocation(&["--quick", "between"]).plan(&questions, Context::ALL).unwrap();
    let plan = of_copies(&machine, plan).unwrap();
    let tables = Duel::new(&machine, Vec::new()).unwrap().measure(Breadth::Quick, &plan).unwrap();
    assert!(tables.iter().all(|table| table.variants().len() == 3));
    let agreeing = agreeing(&tables).to_string();
    for context in ["throughput", "latency", "learnt", "beside"] {
        let of = tables.iter().filter(|table| table.context.name() == context);
        let intervals = 3 * of.map(|table| table.steps.len()).sum::<usize>();
        let row = agreeing.lines().find(|row| row.contains(context)).unwrap();
        let row: Vec<_> = row.split_whitespace().collect();
        assert_eq!((row[0], row[2], row[4]), ("between", &*intervals.to_string(), "0"), "{row:?}");
    }
}

/// Readers who doubt a figure compute it from the rounds that count.
#[test]
fn the_file_of_rounds_has_every_round_and_whether_it_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rounds.jsonl.gz");
    let busy = Played::new(|nanoseconds| nanoseconds % 1e7 < 1e6);
    std::fs::write(&path, "rounds of an earlier run").unwrap();
    let mut rounds = RoundsFile::create(path.clone()).unwrap();
    with_tasks(&busy, &["--quick", "between/latency", "between/beside"], |duel, tasks| {
        tasks.iter_mut().for_each(|task| duel.sample(task, 2.0).unwrap());
        let mut duel = Duel::new(&busy, vec![&mut rounds]).unwrap();
        duel.conclude(tasks).unwrap();
        let text = unpacked(&path);
        let mut lines = text.lines();
        for task in tasks {
            let names = task.compared.all_names();
            for (step, samples) in task.table.iter().flat_map(|t| &t.steps).zip(&task.samples) {
                let line: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
                assert_eq!((&line["at"], &line["seed"]), (&json!(step.at), &json!(7)));
                let lanes =
                    samples.lanes().iter().map(|lane| json!([names[lane.variant], lane.links]));
                assert_eq!(line["lanes"], lanes.collect::<Value>());
                expect_rounds(line["rounds"].as_array().unwrap(), step, samples);
            }
        }
        assert_eq!(lines.next(), None);
    });
}

/// Choices of lookups in a search; only those for the same question are compared with each other.
const CHOICES: [&str; 7] = [
    "search+sliders-pext",
    "search+sliders-hyperbola",
    "search+sliders-hyperbola-lanes",
    "search+between-0x88-rotate",
    "search+between-line-span",
    "search+deltas-rays",
    "search+best",
];

#[test]
fn rivals_are_compared_in_the_rounds_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rounds.jsonl.gz");
    let (machine, questions) = (Played::new(alone), Vec::from_iter(list::named("search")));
    let mut plan =
        crate::plan::plan(&questions, Breadth::Thorough, &["search/throughput/material".into()])
            .unwrap();
    plan[0].answering.retain(|variant| CHOICES.contains(&variant.name));
    let mut rounds = RoundsFile::create(path.clone()).unwrap();
    let mut duel = Duel::new(&machine, vec![&mut rounds]).unwrap();
    let mut tasks = duel.tasks(Breadth::Thorough, &plan).unwrap();
    duel.sample(&mut tasks[0], 0.5).unwrap();
    let tables = duel.conclude(&tasks).unwrap();
    let [step] = &tables[0].steps[..] else { panic!("{} steps", tables[0].steps.len()) };
    let places: Vec<_> = step
        .pairs
        .iter()
        .map(|pair| [&pair.of, &pair.against].map(|name| tables[0].number(name).unwrap()))
        .collect();
    assert_eq!(places, [[2, 1], [3, 1], [3, 2], [6, 5]]);
    let line: Value = serde_json::from_str(&unpacked(&path)).unwrap();
    expect_heats(&line);
    // Each figure has as many rounds as are told, or more.
    let ran = |lane: usize| {
        let rounds = line["rounds"].as_array().unwrap().iter();
        rounds.filter(|round| round[6][lane].is_number()).count() as u64
    };
    assert_eq!(Some(step.rounds), (0..=CHOICES.len()).map(ran).min());
    // Relations are not asked in this profile, so a choice of them is the base once more.
    let records::Neutral { of, ratio } = step.neutral.as_ref().unwrap();
    assert_eq!(of[..], ["search+deltas-rays"]);
    // On this machine it costs more than the base all the same.
    let expected = ratio_of_builds(&line, "search+deltas-rays", "search");
    near(ratio.value, expected, 1e-5, "what cannot differ");
    let builds: Vec<_> = step.builds.iter().map(|build| &*build.of).collect();
    assert_eq!(builds, ["search", CHOICES[0], CHOICES[1], CHOICES[2]].map(|of| [of; 2]).concat());
    let luck = step.luck.unwrap();
    for (pair, [of, against]) in step.pairs.iter().zip(places) {
        let Figure { value, low, high } = pair.ratio;
        near(value, ratio_of_builds(&line, &pair.of, &pair.against), 1e-5, &pair.of);
        let cost = |name: &String| {
            let variant = questions[0].all().find(|variant| variant.name == name).unwrap();
            cost(&questions[0], variant, tables[0].setting_at(None))
        };
        near(value, cost(&pair.of) / cost(&pair.against), LAYOUTS, &pair.of);
        // What cannot differ and does shows how much builds may: by more than these rounds do.
        let ways = |name| 1 + builds.iter().filter(|of| **of == name).count();
        let both = ways(&*pair.of).min(ways(&pair.against));
        let half = [value / low, high / value].map(|end| end.ln() / luck);
        let expected = (2.0 / both as f64).sqrt();
        assert!(half.iter().all(|half| (1.9..2.7).contains(&(half / expected))), "{pair:?}");
        assert_eq!(step.verdict(of, against), None);
    }
}

/// The ratio of two programs, as a mean of logarithms: over the ways in which both are built, and over a
/// build and its copy.
fn ratio_of_builds(line: &Value, of: &str, against: &str) -> f64 {
    let lanes = line["lanes"].as_array().unwrap();
    let has = |name: &String| lanes.iter().any(|lane| lane[0] == **name);
    let way = |name: &str, further: &[String]| -> Vec<String> {
        further.iter().map(|further| format!("{name}{further}")).filter(has).collect()
    };
    let ways =
        ["", ", build 2", ", build 3"].map(|build| [build.to_owned(), format!("{build}, copied")]);
    let ways = ways.map(|further| {
        let [of, against] = [of, against].map(|name| way(name, &further));
        let each = of.iter().flat_map(|of| against.iter().map(move |against| (of, against)));
        each.map(|(of, it)| trimmed_ratio(line, of, it).ln()).collect::<Vec<_>>()
    });
    let means = ways.iter().filter(|logs| !logs.is_empty());
    let means: Vec<_> = means.map(|logs| logs.iter().sum::<f64>() / logs.len() as f64).collect();
    (means.iter().sum::<f64>() / means.len() as f64).exp()
}

/// The ratio of two lanes without both fifths of the rounds, each a block of its own.
fn trimmed_ratio(line: &Value, of: &str, against: &str) -> f64 {
    let lanes = line["lanes"].as_array().unwrap();
    let lane = |name: &str| lanes.iter().position(|lane| lane[0] == name).unwrap();
    let time = |round: &Value, lane: usize| round[6][lane].as_f64();
    let counting = line["rounds"].as_array().unwrap().iter().filter(|round| round[1] == true);
    let ratio = |round| Some((time(round, lane(of))? / time(round, lane(against))?).ln());
    let mut ratios: Vec<_> = counting.filter_map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let fifth = ratios.len() / 5;
    let middle = &ratios[fifth..ratios.len() - fifth];
    (middle.iter().sum::<f64>() / middle.len() as f64).exp()
}

/// Few choices share rounds, always with the base and all its controls, each with its builds; the first
/// have three times the time.
fn expect_heats(line: &Value) {
    let rounds = line["rounds"].as_array().unwrap();
    let ran = |round: &Value, lane: usize| round[6][lane].is_number();
    let counts = |lane: usize| rounds.iter().filter(|round| ran(round, lane)).count();
    let names = line["lanes"].as_array().unwrap();
    let choices = 1..=CHOICES.len();
    let is_build =
        |lane: &usize| names[*lane][0].as_str().is_some_and(|name| name.contains("search+"));
    let others = (0..names.len()).filter(|lane| !choices.contains(lane) && !is_build(lane));
    assert!(others.map(counts).all(|count| count == rounds.len()));
    for together in [1..=3, 4..=6, 7..=7] {
        let of = |round: &&Value| choices.clone().filter(|lane| ran(round, *lane)).collect();
        let with = rounds.iter().filter(|round| ran(round, *together.start()));
        assert!(
            with.map(|round| of(&round)).all(|ran: Vec<_>| ran == Vec::from_iter(together.clone()))
        );
    }
    let share = counts(1) as f64 / counts(4) as f64;
    assert!((1.5..3.5).contains(&share), "{share}");
    let builds = (0..names.len()).filter(|lane| !choices.contains(lane) && is_build(lane));
    assert_eq!(builds.map(counts).collect::<Vec<_>>(), [counts(1); 6], "beside the first builds");
}

/// The text of a compressed file.
fn unpacked(path: &Path) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// Compares the rounds of a line with those of a step.
fn expect_rounds(found: &[Value], step: &Step, samples: &Samples) {
    let counting = || found.iter().filter(|round| round[1] == true);
    assert_eq!((found.len(), counting().count() as u64), (samples.rounds.len(), step.rounds));
    let layouts: BTreeSet<_> = counting().map(|round| round[0].as_u64()).collect();
    assert_eq!((layouts.len() as u64, layouts.len() < found.len()), (step.layouts, true));
    for (found, round) in found.iter().zip(&samples.rounds) {
        assert_eq!(found[0], round.block);
        let others = (2..6).map(|number| &found[number]).chain(found[6].as_array().unwrap());
        let expected = [round.idle, round.drift, round.multiply, round.factor];
        let expected: Vec<_> = expected.iter().chain(&round.times).collect();
        assert_eq!(others.clone().count(), expected.len());
        for (found, expected) in others.zip(expected) {
            near(found.as_f64().unwrap(), *expected, 1e-5 * expected.abs(), "a round");
        }
    }
}
