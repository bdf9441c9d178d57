//! A meter's store keeps what was measured, whatever is on disk already.

use records::{Chain, Machine, Meter, Records, Run, Store, Table, visible};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn good() -> Records {
    Records::parse(include_str!("good.json")).unwrap()
}

fn open(path: &Path, machine: Machine) -> Store {
    Store::open(path, Meter::Duel, Run::now("a clock", false), machine, |_, _| true).unwrap()
}

/// A store with the figures of the good file.
fn filled(path: &Path) -> Store {
    let mut store = open(path, good().machine);
    store.add(|records| *records = good()).unwrap();
    store
}

/// The names of the files beside this one, in order.
fn beside(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|found| found != path);
    paths.sort();
    paths
}

#[test]
fn what_was_added_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/duel.json");
    let kept = filled(&path).records().clone();
    assert_eq!(kept.tables, good().tables);
    let again = open(&path, good().machine);
    assert_eq!(again.records().tables, kept.tables);
    assert_eq!(again.records().runs.keys().collect::<Vec<_>>(), [&Meter::Duel]);
}

#[test]
fn a_file_that_cannot_be_read_is_set_aside_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    let texts = ["{", "", "not even JSON", "{\"schema\":1}"];
    for (count, text) in texts.into_iter().enumerate() {
        fs::write(&path, text).unwrap();
        let mut store = open(&path, good().machine);
        assert!(store.records().tables.is_empty() && !path.exists());
        assert_eq!(beside(&path).len(), count + 1);
        store.note_missing("layouts", "no reason").unwrap();
    }
    let kept = beside(&path).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_eq!(BTreeSet::from_iter(texts.map(str::to_owned)), kept);
}

#[test]
fn a_file_of_another_machine_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    filled(&path);
    let written = fs::read(&path).unwrap();
    let mut machine = good().machine;
    machine.flags = "-C target-cpu=native".to_owned();
    let store = open(&path, machine.clone());
    assert_eq!((&store.records().machine, store.records().tables.len()), (&machine, 0));
    assert!(beside(&path).iter().map(|path| fs::read(path).unwrap()).eq([written]));
}

#[test]
fn finished_figures_survive_what_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    let mut store = filled(&path);
    let (kept, written) = (store.records().clone(), fs::read(&path).unwrap());
    for spread in [f64::NAN, f64::INFINITY] {
        let mut table = good().tables[0].clone();
        table.steps[0].spread[0].as_mut().unwrap().0 = spread;
        let error = store.add(|records| records.tables.push(table)).unwrap_err();
        assert!(format!("{error:#}").contains("is no figure"), "{error:#}");
        assert_eq!((store.records(), fs::read(&path).unwrap()), (&kept, written.clone()));
    }
    assert_eq!(open(&path, good().machine).records().tables, kept.tables);
    assert!(beside(&path).is_empty());
}

/// The machine may have what it lacked.
#[test]
fn a_reason_stays_until_something_is_measured_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    let table = || good().tables.remove(0);
    let Table { study, context, stream, .. } = table();
    let group = format!("{study}/{}/{stream}", context.name());
    let mut store = filled(&path);
    for what in [&*group, "unknown/learnt/uniform", "layouts"] {
        store.note_missing(what, "no reason").unwrap();
    }
    let known = |study: &str, _: &str| study != "unknown";
    let run = Run::now("a clock", false);
    let mut store = Store::open(&path, Meter::Duel, run, good().machine, known).unwrap();
    let missing = |store: &Store| {
        store.records().runs[&Meter::Duel].missing.keys().cloned().collect::<BTreeSet<_>>()
    };
    let other = "between/learnt/uniform";
    assert_eq!(missing(&store), [&*group, other].map(str::to_owned).into());
    store.add(|records| records.tables.push(table())).unwrap();
    assert_eq!(missing(&store), [other.to_owned()].into());
}

#[test]
fn any_reason_can_be_noted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    let mut store = filled(&path);
    let reason = format!("reading \u{202e}\u{1b}[2J\n{}: no such file", "x".repeat(1 << 20));
    store.note_missing("sliders/uniform/latency", &reason).unwrap();
    let missing = &Records::read(&path).unwrap().runs[&Meter::Duel].missing;
    assert_eq!(missing["sliders/uniform/latency"], visible(&reason));
}

#[test]
fn what_is_not_known_any_more_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.json");
    filled(&path);
    let known = |_: &str, name: &str| !name.starts_with("between-none");
    let run = Run::now("a clock", false);
    let store = Store::open(&path, Meter::Duel, run, good().machine, known).unwrap();
    assert_eq!(store.records().tables[0].names, ["between-large", "null"]);
    assert!(store.records().techniques.iter().map(|one| &*one.name).eq(["between-large"]));
    // The stream has another name now.
    let mut store = filled(&path);
    let mut study = good().studies.remove(0);
    study.streams.remove(0);
    store.add(|records| records.studies.push(study)).unwrap();
    let Records { tables, counts, variants, .. } = store.records();
    assert!(tables.is_empty() && counts.is_empty());
    assert!(variants.iter().all(|variant| variant.slider_lookups.is_empty()));
    assert!(variants.iter().all(|variant| variant.asks.is_empty()));
    // A variant that turns out wrong has no figures.
    let mut store = filled(&path);
    let mut variant = good().variants.remove(1);
    variant.check = records::Check::Wrong("a1, a1".to_owned());
    store.add(|records| records.variants.push(variant)).unwrap();
    assert_eq!(store.records().tables[0].names, ["between-large", "null"]);
    // Nor has one whose processor is gone; and without the reference there is no table.
    let mut store = filled(&path);
    let mut variant = good().variants.remove(0);
    (variant.available, variant.needs) = (false, vec!["avx2".to_owned()]);
    store.add(|records| records.variants.push(variant)).unwrap();
    assert!(store.records().tables.is_empty() && store.records().counts.is_empty());
}

#[test]
fn what_is_measured_again_takes_the_place_of_what_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = filled(&folder.path().join("duel.json"));
    let mut newer = good();
    newer.clock[0].rounds += 1;
    newer.clock.push(Chain { name: "load-chain".to_owned(), ..newer.clock[0].clone() });
    newer.counts[0].instructions = Some(1);
    let (clock, counts) = (newer.clock.clone(), newer.counts.clone());
    store.add(|records| records.clock = newer.clock.split_off(1)).unwrap();
    store.add(|records| records.clock = newer.clock).unwrap();
    store.add(|records| records.counts = vec![newer.counts.remove(0)]).unwrap();
    assert_eq!((&store.records().clock, &store.records().counts), (&clock, &counts));
}
