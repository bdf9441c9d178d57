//! One machine of known truth through the whole chain: rounds, records, pages and exports.
//!
//! Its clock has steps of 1,000 ticks, its frequency changes, a neighbour comes and goes, layouts move
//! every variant, and the base of the search is 2 % slower than it should be.

use super::*;
use crate::times::Showing;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What choices cost by what the base does. Nodes of this profile ask no relations.
const CHOICES: [(&str, f64); 4] = [
    ("search+between-0x88-rotate", 0.96),
    ("search+between-line-span", 1.03),
    ("search+deltas-byte-board-vbmi", 1.0),
    ("search+deltas-rays", 1.0),
];

/// Cycles for a node by the base.
const NODE: f64 = 400.0;

fn truth(question: &Question, variant: &Variant, _: &str, setting: Setting<'_>) -> f64 {
    let choice = CHOICES.iter().find(|(choice, _)| *choice == variant.name);
    match (question.name, variant.name) {
        ("search", records::NULL) => 0.5,
        ("search", _) => NODE * choice.map_or(1.0, |(_, by)| *by),
        _ => cost(question, variant, setting),
    }
}

fn machine() -> Played {
    Played {
        frequency: |now| if now % 3e9 < 2e9 { 3.7 } else { 3.1 },
        step: 1000.0,
        truth,
        // For longer than a round of lookups, and beside one search of ten.
        ..Played::new(|now| now % 5e8 < 3e7)
    }
}

/// Two tables of a lookup, and one of the search.
fn planned(questions: &[Question]) -> Vec<Group<'_>> {
    let mut plan = crate::plan::plan(questions, Breadth::Thorough, &[]).unwrap();
    let names = ["throughput/positions", "latency/positions"].map(|it| format!("between/{it}"));
    let is_search = |group: &Group<'_>| group.name() == "search/throughput/network";
    plan.retain(|group| names.contains(&group.name()) || is_search(group));
    for group in &mut plan {
        group.seconds = if is_search(group) { 30.0 } else { 3.0 };
        let is_choice = |v: &Variant| CHOICES.iter().any(|(name, _)| *name == v.name);
        let is_search = is_search(group);
        group.answering.retain(|v| !is_search || !v.is_variant() || is_choice(v));
    }
    plan
}

/// The records of this machine, as a set. Its processor has whatever lookups need.
fn measured_set(machine: &Played, questions: &[Question]) -> Set {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store_in(folder.path());
    let plan = planned(questions);
    checking::check(&mut store, plan.clone(), |_| None).unwrap();
    let mut showing = Showing::beside(store.about().clone(), Vec::new());
    // Nothing is asked of the committed sets.
    let mut duel = Duel::new(machine, vec![&mut store, &mut showing]).unwrap();
    duel.measure(Breadth::Thorough, &plan).unwrap();
    let (records, left_out) = gather(folder.path(), &machine::here(), |_, _| true);
    assert_eq!(left_out, [""; 0]);
    Set { name: "played".to_owned(), records }
}

/// A row of a table in CSV, by the names of its columns.
struct Row<'a>(BTreeMap<&'a str, &'a str>);

impl Row<'_> {
    /// The value and the ends of a figure, if the row has it.
    fn figure(&self, name: &str) -> Option<[f64; 3]> {
        let ends = ["", " low", " high"].map(|end| self.0[&*format!("{name}{end}")].parse().ok());
        Some([ends[0]?, ends[1]?, ends[2]?])
    }

    /// Whether a figure's interval has the truth and its value is near, or neither is there.
    #[track_caller]
    fn expect(&self, name: &str, truth: Option<f64>, within: f64) {
        let found = self.figure(name);
        let is_it = match (found, truth) {
            (Some([value, low, high]), Some(truth)) => {
                (low..=high).contains(&truth) && (value - truth).abs() <= within
            }
            (found, truth) => found.is_none() && truth.is_none(),
        };
        assert!(is_it, "{name}: {found:?}, not {truth:?}: {:?}", self.0);
    }
}

#[test]
fn pages_and_exports_say_what_the_machine_is_made_of() {
    let questions = ["between", "search"].map(|name| list::named(name).unwrap());
    let set = processor::playing(|_| true, || measured_set(&machine(), &questions));
    let report = report::render(&set, &[]).unwrap();
    let file = |name: &str| {
        let found = report.files.iter().find(|(known, _)| known == name);
        found.unwrap_or_else(|| panic!("no {name}")).1.as_str()
    };
    expect_rows(file("measurements.csv"), &set.records, &questions);
    expect_answers(&serde_json::from_str(file("answers.json")).unwrap(), &questions[0]);
    let summary = file("summary.md");
    for says in [
        "| [0x88 difference](../../crates/between-0x88-rotate) | 1.9 KiB |",
        "| **+4.2 ±",
        "| [triangular](../../crates/between-triangular) | 16,640 | 5.32 | 12.32 |",
        "Of 7 comparisons of a variant with a copy of itself, 0 found a difference",
        "0 of 3 measurements were disturbed",
    ] {
        assert!(summary.contains(says), "{summary}");
    }
    let terminal = report::table(&set).unwrap();
    assert!(terminal.contains("+4.2 ±"), "{terminal}");
    assert!(file("search.html").contains(">+4.2") && file("search.html").contains(">-2.9"));
}

/// Compares answers with what the machine is made of.
fn expect_answers(answers: &Value, between: &Question) {
    let expect = |figure: &Value, truth: f64, what: &str| {
        let [value, low, high] = [0, 1, 2].map(|place| figure[place].as_f64().unwrap());
        let is_it =
            (low..=high).contains(&truth) && (value - truth).abs() <= 0.004 * truth.abs().max(0.25);
        assert!(is_it, "{what}: {figure}, not {truth}");
    };
    let place = |list: &Value, is_it: &dyn Fn(&Value) -> bool| {
        list.as_array().unwrap().iter().position(is_it).unwrap()
    };
    let network = place(&answers["gains"]["columns"], &|column| column["kind"] == "network");
    let group = &answers["gains"]["groups"][0];
    let row = place(&group["rows"], &|row| row["named"]["name"] == "between-0x88-rotate");
    let cell = &group["rows"][row]["cells"][network];
    assert_eq!(
        (&group["question"], &cell["gains"][0]["is_bold"]),
        (&json!("between"), &json!(true))
    );
    expect(&cell["gains"][0]["gain"], 1.0 / 0.96 - 1.0, "the answer");
    let gains = answers["choices"].as_array().unwrap().iter();
    let gains: Vec<_> = gains.map(|choice| (&choice["name"], &choice["gains"][0])).collect();
    assert_eq!(gains.len(), 2, "those that can differ: {gains:?}");
    for ((name, gain), (expected, by)) in gains.into_iter().zip(CHOICES) {
        assert_eq!(name, expected);
        expect(gain, 1.0 / by - 1.0, expected);
    }
    let profile = &answers["profiles"][0];
    assert_eq!((&profile["name"], &profile["unit"]), (&json!("network"), &json!("cycles")));
    expect(&profile["node"], NODE, "a node");
    assert!(profile["luck"].as_f64().is_some_and(|luck| luck > 0.0), "{profile}");
    assert_eq!(profile["neutral"][0], 2);
    expect(&profile["neutral"][1], 0.0, "what cannot differ");
    let question = &answers["questions"][0];
    assert_eq!((&question["name"], &question["unit"]), (&json!("between"), &json!("cycles")));
    for variant in question["variants"].as_array().unwrap() {
        let name = variant["name"].as_str().unwrap();
        let known = between.all().find(|known| known.name == name).unwrap();
        for (context, dependent) in [("throughput", false), ("latency", true)] {
            let setting = Setting::hot("between", "positions", dependent);
            let [time, base] = [known, &between.variants[0]].map(|of| cost(between, of, setting));
            let found = &variant[context];
            if dependent && is_unwaited(between, name) {
                assert_eq!(
                    (&found["time"], &found["missing"]),
                    (&Value::Null, &json!("nothing-waits"))
                );
                continue;
            }
            expect(&found["time"], time, name);
            expect(&found["ratio"], time / base, name);
        }
    }
    let checks = &answers["checks"];
    assert_eq!((&checks["copies"], &checks["disturbed"]), (&json!([7, 0, 0]), &json!([0, 3])));
    let told = checks["checks"].as_array().unwrap().iter();
    let clock = told.filter(|check| check[0].as_str().unwrap().starts_with("clock: "));
    let steps: Vec<_> = clock.map(|check| check[1].as_str().unwrap()).collect();
    assert_eq!(steps, ["1.000 cycles", "3.000 cycles", "4.000 cycles"]);
}

/// Compares every row with what the machine is made of.
fn expect_rows(csv: &str, records: &Records, questions: &[Question]) {
    let mut lines = csv.lines().map(|line| line.split(','));
    let head: Vec<_> = lines.next().unwrap().collect();
    let rows = lines.map(|line| Row(head.iter().copied().zip(line).collect()));
    let rows: Vec<_> = rows.collect();
    let names = records.tables.iter().map(|table| table.names.len());
    assert_eq!(rows.len(), names.sum::<usize>());
    for row in &rows {
        let question =
            questions.iter().find(|question| question.name == row.0["question"]).unwrap();
        let setting = Setting::hot(question.name, row.0["stream"], row.0["dependent"] == "true");
        assert_eq!((row.0["context"], row.0["unit"]), (setting.context.name(), "cycles"));
        let of = |variant: &Variant| truth(question, variant, variant.name, setting);
        let named = |name: &str| question.all().find(|v| v.name == name).unwrap();
        let (name, is_program) = (row.0["variant"], question.name == "search");
        let (time, null) = (of(named(name)), of(&question.null));
        let within = LAYOUTS * time;
        row.expect("raw", Some(time), within);
        row.expect("net", Some(time - null), within + LAYOUTS * null);
        let base = of(&question.variants[0]);
        let is_compared = name != question.variants[0].name && name != records::NULL;
        let ratio = is_compared.then_some(time / base);
        row.expect("ratio", ratio, LAYOUTS * time / base);
        let verdict = match ratio {
            None => "",
            Some(1.02..) => "slower",
            Some(..0.98) => "faster",
            // Builds may differ by more than a tie allows.
            Some(_) if is_program => "unresolved",
            Some(0.9985..1.0025) => "tie",
            ratio => panic!("{ratio:?}"),
        };
        assert_eq!(row.0["verdict"], verdict, "{:?}", row.0);
        let waits = if is_unwaited(question, name) { 0.3 } else { 1.0 };
        row.expect("slope", setting.dependent.then_some(waits), 0.02);
    }
}
