//! A meter's store keeps its measurements, whatever is on disk already.

use records::{Breadth, Check, Machine, Meter, Records, Run, Store, Table, gather, visible};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn good() -> Records {
    Records::parse(include_str!("good.json")).unwrap()
}

fn run(commit: &str) -> Run {
    let commit = Some(commit.to_owned());
    Run { commit, ..Run::now(Meter::Duel, "a clock", Breadth::Default) }
}

fn open(folder: &Path, machine: Machine) -> Store {
    Store::open(folder, run("abc"), machine, |_, _| true).unwrap()
}

/// A store with the valid file's descriptions, and its first table with its counts.
fn filled(folder: &Path) -> Store {
    let mut store = open(folder, good().machine);
    describe(&mut store);
    let counts = good().counts.split_off(1);
    store.keep(good().tables.remove(0), counts).unwrap();
    store
}

/// The folder of such a store, after its run.
fn filled_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    drop(filled(folder.path()));
    folder
}

/// Describes the same as the valid file.
fn describe(store: &mut Store) {
    let described = store.describe(|newer| {
        let Records { questions, techniques, mut variants, clock, .. } = good();
        // One variant answers wrongly and is not available.
        variants.retain(|variant| variant.available);
        (newer.questions, newer.techniques) = (questions, techniques);
        (newer.variants, newer.clock) = (variants, clock);
    });
    described.unwrap();
}

/// The records of all stores, and the reasons for what is left out.
fn gathered(folder: &Path) -> (Records, Vec<String>) {
    gather(folder, &good().machine, |_, _| true)
}

#[test]
fn each_table_is_of_the_run_and_the_commit_that_measured_it() {
    let folder = filled_folder();
    let (records, left_out) = gathered(folder.path());
    assert_eq!(left_out, [""; 0]);
    let expected = Table { run: records.tables[0].run, ..good().tables.remove(0) };
    assert_eq!((&records.tables[..], records.counts.len()), (&[expected][..], 1));
    // Dates tell runs apart, to the second.
    let later = Run { date: "2027-01-02T03:04:05Z".to_owned(), ..run("def") };
    let mut store = Store::open(folder.path(), later, good().machine, |_, _| true).unwrap();
    for table in good().tables.drain(1..3) {
        store.keep(table, Vec::new()).unwrap();
    }
    let commits = || {
        let records = gathered(folder.path()).0;
        records.to_json().unwrap();
        let commit = |table: &Table| records.runs[table.run].commit.clone().unwrap();
        records.tables.iter().map(commit).collect::<Vec<_>>()
    };
    assert_eq!(commits(), ["def", "def", "abc"]);
    // A table that is measured again replaces the earlier one.
    store.keep(good().tables.remove(0), Vec::new()).unwrap();
    assert_eq!(commits(), ["def"; 3]);
    let records = gathered(folder.path()).0;
    assert_eq!(records.run(Meter::Duel).unwrap().commit.as_deref(), Some("def"));
    assert!(records.counts.is_empty(), "counts beside a table go with it");
}

#[test]
fn a_second_run_says_who_holds_the_folder_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let first = filled(folder.path());
    let again = || Store::open(folder.path(), run("abc"), good().machine, |_, _| true);
    let error = format!("{:#}", again().unwrap_err());
    let holder = format!("another run measures into this folder, process {}", std::process::id());
    assert!(error.starts_with(&holder), "{error}");
    assert_eq!(gathered(folder.path()).0.tables.len(), 1);
    drop(first);
    assert!(again().is_ok());
}

#[test]
fn a_description_that_cannot_be_read_is_made_anew_and_holds_any_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    let reason = format!("reading \u{202e}\u{1b}[2J\n{}: no such file", "x".repeat(1 << 20));
    for text in ["{", "", "not even JSON", "{\"schema\":1}"] {
        fs::write(&path, text).unwrap();
        let mut store = open(folder.path(), good().machine);
        assert!(store.about().variants.is_empty());
        store.note_missing("layouts", &reason).unwrap();
        let run = Records::read(&path).unwrap().runs.remove(0);
        assert_eq!(run.missing["layouts"], visible(&reason));
    }
}

#[test]
fn what_another_machine_measured_is_left_out_and_told() {
    let folder = filled_folder();
    let mut machine = good().machine;
    machine.flags = "-C target-cpu=native".to_owned();
    let (records, left_out) = gather(folder.path(), &machine, |_, _| true);
    assert!(records.tables.is_empty() && records.variants.is_empty());
    assert_eq!(left_out.len(), 2, "{left_out:?}");
    let expected = ": measured on another machine, by another compiler or with other flags: flags ";
    for why in &left_out {
        let differs = why.split_once(expected).unwrap().1;
        assert!(differs.ends_with(", here -C target-cpu=native"), "{why}");
    }
    let mut store = open(folder.path(), machine);
    assert!(store.about().variants.is_empty());
    describe(&mut store);
    drop(store);
    assert_eq!(gather(folder.path(), &good().machine, |_, _| true).0.tables.len(), 0);
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_others() {
    let folder = filled_folder();
    let figures = folder.path().join("duel");
    for (name, text) in [("a.json", "{"), ("b.json", "{\"schema\":7,\"galaxy\":0}")] {
        fs::write(figures.join(name), text).unwrap();
    }
    fs::create_dir(figures.join("c.json")).unwrap();
    let (records, left_out) = gathered(folder.path());
    assert_eq!((records.tables.len(), left_out.len()), (1, 3), "{left_out:?}");
    for (why, expected) in left_out.iter().zip(["a.json: line 1", "unknown field", "regular file"])
    {
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
fn finished_figures_survive_what_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path());
    let kept = gathered(folder.path());
    for time in [f64::NAN, f64::INFINITY] {
        let mut table = good().tables.remove(0);
        table.steps[0].raw[0].as_mut().unwrap().value = time;
        let error = store.keep(table, Vec::new()).unwrap_err();
        assert!(format!("{error:#}").contains("could not be read back"), "{error:#}");
    }
    let mut table = good().tables.remove(0);
    table.names[1] = "unheard-of".to_owned();
    let error = store.keep(table, Vec::new()).unwrap_err();
    assert!(format!("{error:#}").contains("expected a variant of between"), "{error:#}");
    assert_eq!(gathered(folder.path()), kept);
}

/// The machine may have gained what it lacked.
#[test]
fn a_reason_stays_until_something_is_measured_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path());
    let group = "between/throughput/uniform";
    for what in [group, "unknown/learnt/uniform", "layouts", "between/learnt/uniform"] {
        store.note_missing(what, "no reason").unwrap();
    }
    drop(store);
    let known = |question: &str, _: &str| question != "unknown";
    let mut store = Store::open(folder.path(), run("abc"), good().machine, known).unwrap();
    let missing =
        |store: &Store| store.about().runs[0].missing.keys().cloned().collect::<BTreeSet<_>>();
    let other = "between/learnt/uniform";
    assert_eq!(missing(&store), [group, other].map(str::to_owned).into());
    store.keep(good().tables.remove(0), Vec::new()).unwrap();
    assert_eq!(missing(&store), [other.to_owned()].into());
    store.drop_earlier(&good().tables[0]).unwrap();
    assert!(gathered(folder.path()).0.tables.is_empty());
}

#[test]
fn what_is_not_known_any_more_is_left_out() {
    let folder = filled_folder();
    let known = |_: &str, name: &str| name != "between-none";
    let (records, left_out) = gather(folder.path(), &good().machine, known);
    assert!(records.tables.is_empty() && left_out[0].contains("between-none"), "{left_out:?}");
    let store = Store::open(folder.path(), run("abc"), good().machine, known).unwrap();
    assert!(store.about().techniques.iter().map(|one| &*one.name).eq(["between-large", "search"]));
    drop(store);
    // A variant that turns out wrong loses its figures.
    let mut store = filled(folder.path());
    let mut variant = good().variants.remove(1);
    variant.check = Check::Wrong("a1, a1".to_owned());
    store.describe(|newer| newer.variants = vec![variant]).unwrap();
    let (records, left_out) = gathered(folder.path());
    assert!(records.tables.is_empty() && left_out[0].contains("wrongly now"), "{left_out:?}");
    drop(store);
    // The stream has been renamed.
    let mut store = filled(folder.path());
    let mut question = good().questions.remove(0);
    question.streams.remove(0);
    store.describe(|newer| newer.questions = vec![question]).unwrap();
    assert!(store.about().variants.iter().all(|variant| variant.asks.is_empty()));
    let (records, left_out) = gathered(folder.path());
    assert!(records.tables.is_empty() && left_out[0].contains("expected a stream"), "{left_out:?}");
}

#[test]
fn what_one_meter_found_wrong_or_lacking_stands() {
    let folder = filled_folder();
    let counting = Run::now(Meter::Instructions, "Callgrind", Breadth::Default);
    let mut store = Store::open(folder.path(), counting, good().machine, |_, _| true).unwrap();
    describe(&mut store);
    let wrong = Check::Wrong("a board".to_owned());
    let mut variant = good().variants.remove(0);
    variant.check = wrong.clone();
    store.describe(|newer| newer.variants = vec![variant]).unwrap();
    store.keep_counts(vec![good().counts.remove(0)]).unwrap();
    let (records, left_out) = gathered(folder.path());
    let large = records.variants.iter().find(|variant| variant.name == "between-large").unwrap();
    assert_eq!(large.check, wrong);
    assert_eq!((records.counts.len(), left_out.len()), (0, 2), "{left_out:?}");
    drop(store);
    // The first meter saw what the later one did not.
    let folder = filled_folder();
    let mut lacking = good().variants.remove(0);
    (lacking.available, lacking.needs) = (false, vec!["avx2".to_owned()]);
    open(folder.path(), good().machine).describe(|newer| newer.variants = vec![lacking]).unwrap();
    let counting = Run::now(Meter::Instructions, "Callgrind", Breadth::Default);
    let mut store = Store::open(folder.path(), counting, good().machine, |_, _| true).unwrap();
    describe(&mut store);
    let (records, _) = gathered(folder.path());
    let large = records.variants.iter().find(|variant| variant.name == "between-large").unwrap();
    assert!(!large.available && records.tables.is_empty());
}

#[test]
fn each_table_has_a_file_of_its_own_that_names_its_setting() {
    let folder = filled_folder();
    let mut store = open(folder.path(), good().machine);
    for table in good().tables.drain(1..) {
        store.keep(table, Vec::new()).unwrap();
    }
    let [table, mut other] = [0, 0].map(|number| good().tables.remove(number));
    other.stream = "aligned".to_owned();
    store.keep(other, Vec::new()).unwrap();
    store.keep(Table { dependent: true, ..table }, Vec::new()).unwrap();
    let count = |number: usize| vec![good().counts.remove(number)];
    store.keep_counts(count(0)).unwrap();
    store.keep_counts(Vec::new()).unwrap();
    let files = fs::read_dir(folder.path().join("duel")).unwrap();
    let mut files: Vec<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    let expected = [
        "between.beside.uniform.dependent.json",
        "between.latency.uniform.dependent.json",
        "between.throughput.aligned.json",
        "between.throughput.uniform.dependent.json",
        "between.throughput.uniform.json",
        "between.uniform.json",
        "search.throughput.material.json",
    ];
    assert_eq!(files, expected);
    let about = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let mut about: Vec<_> = about.map(|file| file.into_string().unwrap()).collect();
    about.sort();
    assert_eq!(about, ["duel", "duel.json", "lock"]);
}

#[test]
fn what_is_described_again_takes_the_place_of_the_same_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path());
    let earlier = store.about().clone();
    let Records { mut questions, mut techniques, mut variants, mut clock, .. } = earlier.clone();
    questions[1].title = "Another".to_owned();
    techniques[2].summary = "Newer".to_owned();
    variants[0].code_bytes = Some(21);
    clock[0].rounds = 7;
    let newer =
        (questions[1].clone(), techniques[2].clone(), variants[0].clone(), clock[0].clone());
    store
        .describe(|records| {
            records.questions.push(newer.0);
            records.techniques.push(newer.1);
            records.variants.push(newer.2);
            records.clock.push(newer.3);
        })
        .unwrap();
    let expected = Records { questions, techniques, variants, clock, ..earlier };
    assert_eq!(*store.about(), expected);
    // A description that cannot be read back changes nothing.
    let error = store.describe(|records| {
        let mut variant = good().variants.remove(0);
        variant.name = "unheard-of".to_owned();
        records.variants.push(variant);
    });
    assert!(error.is_err() && *store.about() == expected);
    assert_eq!(Records::read(&folder.path().join("duel.json")).unwrap(), expected);
}

#[test]
fn a_run_is_noted_where_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(folder.path());
    store.note(|run| (run.seed, run.resolution) = (Some(83), Some(0.5))).unwrap();
    let read = Records::read(&folder.path().join("duel.json")).unwrap();
    assert_eq!((read.runs[0].seed, read.runs[0].resolution), (Some(83), Some(0.5)));
    store.keep(good().tables.remove(0), Vec::new()).unwrap();
    assert_eq!(gathered(folder.path()).0.runs[0].seed, Some(83));
}

#[test]
fn figures_of_another_machine_or_of_no_run_are_left_out() {
    let folder = filled_folder();
    let path = folder.path().join("duel/between.throughput.uniform.json");
    let figures = fs::read_to_string(&path).unwrap();
    let spoilt = |from: &str, to: &str| {
        assert!(figures.contains(from), "{from}");
        fs::write(&path, figures.replacen(from, to, 1)).unwrap();
        let (records, left_out) = gathered(folder.path());
        assert_eq!((records.tables.len(), records.counts.len(), left_out.len()), (0, 0, 1));
        // What was added is taken back whole.
        assert_eq!(records.runs.len(), 1);
        left_out.concat()
    };
    let another = spoilt("Made-up Processor", "Made-up Processor 2");
    let differs = "other flags: cpu Made-up Processor 2, here Made-up Processor";
    assert!(another.ends_with(differs), "{another}");
    let runs =
        figures.split_once("\"runs\":[").unwrap().1.split_once("],\n\"questions\"").unwrap().0;
    assert!(spoilt(runs, "\n").ends_with("expected a run"));
    let unknown = spoilt("\"names\":[\"between-large\"", "\"names\":[\"between-huge\"");
    assert!(unknown.contains("expected a variant of between"), "{unknown}");
}
