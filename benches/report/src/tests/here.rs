//! `--here` on played machines.

use super::committed::committed;
use super::{measured_on, played};
use crate::answers::Answers;
use crate::answers::nearest::nearest;
use crate::made_up::{Made, made, set, usual_case};
use crate::processor::Processor;
use crate::set::Set;
use crate::{View, text};
use records::{Build, Caches, Exception, METHOD};
use std::time::Instant;

const ZEN_3: (&str, u64, u64) = ("AuthenticAMD", 25, 1);
const ZEN_4: (&str, u64, u64) = ("AuthenticAMD", 25, 17);
const GRANITE: (&str, u64, u64) = ("GenuineIntel", 6, 173);

fn silent() -> Vec<Made> {
    let mut all = usual_case();
    all.iter_mut().for_each(|one| one.gains = None);
    all
}

fn named(name: &str, model: (&str, u64, u64), made: &[Made]) -> Set {
    measured_on(model, Set { name: name.to_owned(), ..set(made) })
}

/// A Zen 3 without a search, a Zen 4, a Haswell, and a Granite Rapids.
fn sets() -> Vec<Set> {
    let usual = usual_case();
    vec![
        named("zen3", ZEN_3, &silent()),
        named("zen4", ZEN_4, &usual),
        named("haswell", ("GenuineIntel", 6, 60), &usual),
        named("granite", GRANITE, &usual),
    ]
}

/// What the command prints.
fn here(processor: &Processor, sets: &[Set]) -> String {
    let near = nearest(processor, sets).unwrap();
    let answers = Answers::of(&sets[near.number..=near.number], Some(processor)).unwrap();
    let text = text::here(&near, &answers);
    let (lines, rest) = (text.lines().count(), "Pages: cargo run -p report -- reports/*/\n");
    assert!(lines <= 90 && text.ends_with(rest), "{lines} lines: {text}");
    for line in text.lines() {
        // A command is not cut.
        assert!(line.chars().count() <= 80 || line.starts_with("  cargo run "), "{line}");
        assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line}");
    }
    text
}

fn by(processor: &Processor, sets: &[Set]) -> String {
    let text = here(processor, sets);
    assert!(text.contains("These are its figures and not yours.\n"), "{text}");
    let mut lines = text.lines().skip_while(|line| !line.starts_with("in reports/"));
    let set = lines.next().unwrap().trim_start_matches("in reports/");
    format!("{set}: {}", lines.next().unwrap())
}

const SAME: &str = "It has the same microarchitecture.";
const NEAR: &str = "It is the nearest microarchitecture of the same maker.";
const MAKER: &str = "It has the same maker.";
const OTHER: &str =
    "No nearer machine has a search by today's method; it has the same architecture.";

#[test]
fn a_processor_finds_its_like_though_another_number_is_nearer() {
    let mut all = sets();
    // The Zen 3 has a search too.
    all[0] = named("zen3", ZEN_3, &usual_case());
    for (processor, expected) in [
        // A Ryzen 5000 is 25/33, the Zen 4 is 25/17 and the Zen 3 25/1.
        (played("AuthenticAMD", 25, 33), format!("zen3: {SAME}")),
        (played("AuthenticAMD", 25, 97), format!("zen4: {SAME}")),
        (played("AuthenticAMD", 26, 2), format!("zen4: {NEAR}")),
        (played("AuthenticAMD", 23, 113), format!("zen3: {NEAR}")),
        (played("AuthenticAMD", 23, 1), format!("zen3: {NEAR}")),
        (played("AuthenticAMD", 31, 1), format!("zen3: {MAKER}")),
        (played("GenuineIntel", 6, 63), format!("haswell: {SAME}")),
        (played("GenuineIntel", 6, 79), format!("haswell: {NEAR}")),
        (played("GenuineIntel", 6, 94), format!("haswell: {NEAR}")),
        // Three generations after Haswell, four before Granite Rapids.
        (played("GenuineIntel", 6, 106), format!("haswell: {NEAR}")),
        (played("GenuineIntel", 6, 140), format!("granite: {NEAR}")),
        (played("GenuineIntel", 6, 183), format!("granite: {NEAR}")),
        (played("GenuineIntel", 6, 174), format!("granite: {SAME}")),
        (played("GenuineIntel", 6, 250), format!("haswell: {MAKER}")),
        (played("Unheard", 1, 1), format!("zen3: {OTHER}")),
    ] {
        assert_eq!(by(&processor, &all), expected, "{}", processor.cpu);
    }
    // A hypervisor's number is not believed against the caches.
    let caches = Caches { l1d: None, l2: Some(2 << 20), l3: Some(400 << 20) };
    let guest = Processor { caches, ..played("GenuineIntel", 6, 60) };
    assert_eq!(by(&guest, &all), format!("granite: {SAME}"));
}

#[test]
fn a_set_without_a_search_gives_way_to_one_with() {
    let all = sets();
    assert_eq!(by(&played("AuthenticAMD", 25, 33), &all), format!("zen4: {NEAR}"));
    // Another maker's search says more than times of the same processor.
    assert_eq!(by(&played("AuthenticAMD", 25, 33), &all[..1]), format!("zen3: {SAME}"));
    let by_intel = by(&played("AuthenticAMD", 25, 33), &[all[0].clone(), all[2].clone()]);
    assert_eq!(by_intel, format!("haswell: {OTHER}"));
    let alone = here(&played("AuthenticAMD", 25, 33), &all[..1]);
    let told = "It searched with no kind of engine: only real engines gained.\n";
    assert!(alone.contains(told), "{alone}");
}

#[test]
fn a_set_that_answers_nothing_is_never_chosen_where_another_answers() {
    let mut all = sets();
    all[1].records.runs[0].method = 4;
    let zen4 = played("AuthenticAMD", 25, 17);
    assert_eq!(by(&zen4, &all), format!("haswell: {OTHER}"));
    assert_eq!(by(&zen4, &all[..2]), format!("zen3: {NEAR}"), "times that stand");
    assert_eq!(by(&zen4, &all[1..2]), format!("zen4: {SAME}"), "no other answers");
    assert!(nearest(&zen4, &[]).is_none());
}

/// The last run here, of the processor that is played.
fn own(processor: &Processor) -> Set {
    let mut set = Set { name: "latest".to_owned(), ..set(&usual_case()) };
    set.records.machine.cpu.clone_from(&processor.cpu);
    set.records.machine.model.clone_from(&processor.model);
    set.records.runs.iter_mut().for_each(|run| run.method = METHOD);
    set
}

fn with(mut set: Set, change: impl Fn(&mut records::Records)) -> Vec<Set> {
    change(&mut set.records);
    sets().into_iter().chain([set]).collect()
}

#[test]
fn the_own_run_of_this_machine_speaks_and_is_named() {
    let processor = played("AuthenticAMD", 25, 97);
    let all = with(own(&processor), |_| {});
    let text = here(&processor, &all);
    let start = "Your processor: A Processor 25/97 (Zen 4)\nYour own run, in reports/latest:\nA \
                 Processor 25/97 (Zen 4), a virtual machine · build x86-64-v3 · rustc 1.95.0 ·\n";
    assert!(text.starts_with(start) && !text.contains("not yours"), "{text}");
    assert!(text.contains("2026-01-02, method 7, a thorough run"), "{text}");
    assert!(text.contains("\nAgain: cargo bench"), "{text}");
    // It has no search, and speaks all the same.
    let mut unsearched = own(&processor);
    unsearched.records = with(named("x", ZEN_4, &silent()), |_| {}).pop().unwrap().records;
    unsearched.records.machine = own(&processor).records.machine;
    unsearched.records.runs.iter_mut().for_each(|run| run.method = METHOD);
    assert!(here(&processor, &with(unsearched, |_| {})).contains("Your own run"));
    // Where only a baseline runs, that is what sets have.
    let old = Processor { has: |feature| feature == "sse2", ..processor };
    let baseline = with(own(&old), |records| records.machine.build = Build::Baseline);
    assert!(nearest(&old, &baseline).unwrap().is_own);
}

#[test]
fn the_last_run_of_another_machine_method_or_build_does_not_speak() {
    let processor = played("AuthenticAMD", 25, 97);
    let changes: [fn(&mut records::Records); 6] = [
        |records| records.machine.cpu = "Another Processor".to_owned(),
        |records| records.machine.model.as_mut().unwrap().stepping = 2,
        |records| records.machine.model = None,
        |records| records.runs[0].method = 4,
        |records| records.machine.build = Build::Native,
        |records| records.machine.build = Build::Baseline,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let all = with(own(&processor), change);
        assert_eq!(by(&processor, &all), format!("zen4: {SAME}"), "change {number}");
        // It does not speak under another name either.
        assert!(nearest(&processor, &all[4..]).is_none(), "change {number}");
    }
    // A part of it by an older method is enough to be asked no more.
    let partly = with(own(&processor), |records| {
        records.runs.push(records::Run { method: 4, ..records.runs[0].clone() });
        records.tables[0].run = 2;
    });
    assert_eq!(by(&processor, &partly), format!("zen4: {SAME}"));
    let untimed = with(own(&processor), |records| records.tables.clear());
    assert_eq!(by(&processor, &untimed), format!("zen4: {SAME}"));
}

#[test]
fn a_zen_2_gets_no_pext_and_is_told_by_whom() {
    let text = here(&played("AuthenticAMD", 23, 113), &sets());
    assert!(text.starts_with("Your processor: A Processor 23/113 (Zen 2)\n"), "{text}");
    let left_out = "\nLeft out on your processor, slow on Zen 2: PEXT\nhttps://example.org\n";
    assert!(text.contains(left_out), "{text}");
    let (table, _) = text.split_once("\nSearched, ").unwrap();
    assert!(!table.contains("PEXT"), "{table}");
    assert!(text.contains("\nTake hyperbola for classical, network and threats:\n  cargo run -p report -- --take sliders-hyperbola "));
    let zen4 = here(&played("AuthenticAMD", 25, 17), &sets());
    assert!(
        !zen4.contains("Left out")
            && zen4.contains("\nTake PEXT for classical and network:\n  cargo "),
        "{zen4}"
    );
}

#[test]
fn many_slow_lookups_and_long_names_keep_the_width() {
    let mut all = sets();
    let slow = |source: &str| Exception {
        says: "slow on every processor of this generation and of the one before".to_owned(),
        on: vec!["Zen 2".to_owned()],
        source: source.to_owned(),
    };
    for technique in &mut all[1].records.techniques {
        technique.exceptions = vec![slow("https://example.org/a/source")];
    }
    all[1].records.machine.cpu =
        "AMD Ryzen Threadripper PRO 7995WX 96-Cores With A Name".to_owned();
    let text = here(&played("AuthenticAMD", 23, 113), &all);
    assert!(text.contains("slow on every processor"), "{text}");
}

#[test]
fn a_variant_suits_no_processor_that_is_slow_with_a_part_of_it() {
    let pins = set(&[usual_case(), vec![made("pins-xray+sliders-pext")]].concat());
    let view = View::new(&pins);
    let pins = view.variant("pins", "pins-xray+sliders-pext").unwrap();
    assert!(!played("AuthenticAMD", 23, 113).suits(&view, pins));
    assert!(played("AuthenticAMD", 25, 17).suits(&view, pins));
}

#[test]
fn an_arm_is_told_that_only_what_runs_everywhere_is_shown() {
    let arm = Processor {
        cpu: "Cortex".to_owned(),
        model: None,
        architecture: "aarch64".to_owned(),
        has: |feature| feature == "neon",
        ..played("", 0, 0)
    };
    let text = here(&arm, &sets());
    let how = "It has another architecture: only what any processor runs is shown.";
    assert!(text.contains(how), "{text}");
    let (table, _) = text.split_once("\nSearched, ").unwrap();
    assert!(table.contains("hyperbola") && !table.contains("PEXT"), "{table}");
    // An Arm without a search is nearer than any other architecture with one.
    let mut all = sets();
    all[0].records.machine.os = "linux 6 aarch64".to_owned();
    all[0].records.machine.model = None;
    assert_eq!(by(&arm, &all), format!("zen3: {OTHER}"));
}

#[test]
fn real_engines_stand_below_the_lookup_a_line_a_compiler() {
    let text = here(&played("AuthenticAMD", 25, 97), &sets());
    let heads = text.lines().find(|line| line.starts_with("nodes per second")).unwrap();
    let ends = |line: &str, kind: &str| {
        let end = heads.find(kind).unwrap() + kind.len();
        line.chars().nth(end - 1).is_some_and(|last| last.is_ascii_digit())
    };
    for (compiler, kinds) in [
        ("    engines by gcc ", [true, true, false]),
        ("    engines by clang ", [true, false, false]),
        ("    engines by rustc ", [false, true, true]),
    ] {
        let line = text.lines().find(|line| line.starts_with(compiler)).unwrap();
        let found = ["classical", "network", "threats"].map(|kind| ends(line, kind));
        assert_eq!(found, kinds, "{compiler}: {text}");
    }
    let told = "Stockfish 11 and Weiss in classical; Carp 3.0.1";
    assert!(text.contains(told), "{text}");
}

#[test]
fn hostile_names_reach_no_terminal() {
    let evil = "\u{1b}[31mred\u{202e}";
    let hostile = Processor { cpu: evil.to_owned(), ..played("Unheard", 1, 1) };
    let mut all = sets();
    all[1].name = evil.to_owned();
    all[1].records.machine.cpu = evil.to_owned();
    all[1].records.techniques.iter_mut().for_each(|technique| {
        technique.short = Some(format!("{}{evil}", technique.name));
        technique.exceptions.iter_mut().for_each(|known| {
            (known.says, known.source) = (evil.to_owned(), evil.to_owned());
        });
    });
    all.remove(0);
    for processor in [hostile, played("AuthenticAMD", 23, 113), played("AuthenticAMD", 25, 17)] {
        assert!(here(&processor, &all).contains("\\u{1b}[31m"));
    }
}

#[test]
fn every_machine_gets_its_tables_of_the_committed_sets_at_once() {
    let before = Instant::now();
    let sets = committed();
    let reading = before.elapsed();
    let machines = [
        ("AuthenticAMD", 23, 113),
        ("AuthenticAMD", 25, 33),
        ("AuthenticAMD", 25, 97),
        ("AuthenticAMD", 26, 2),
        ("GenuineIntel", 6, 94),
        ("GenuineIntel", 6, 183),
        ("GenuineIntel", 6, 173),
        ("Unheard", 1, 1),
    ];
    for (vendor, family, model) in machines {
        let text = here(&played(vendor, family, model), &sets);
        assert!(text.contains("Sliding attacks") && text.contains("memory against time"), "{text}");
    }
    let everything = Processor { has: |_| true, ..played("AuthenticAMD", 26, 2) };
    here(&everything, &sets);
    // Nine times, in the time of this machine, which may be slow or busy.
    let answering = before.elapsed() - reading;
    assert!(answering < 40 * reading, "{answering:?} after {reading:?}");
}
