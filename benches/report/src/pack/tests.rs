//! The rules for a set, a row each, at both sides of its limit.

use super::{examine, is_name, is_near_whole, without_code};
use crate::made_up::{MAGIC, usual_set};
use records::{
    Breadth, Build, Chain, Check, Context, CopyOf, Core, Figure, Meter, Records, Step, Unit,
};
use std::ops::Range;

const COMPILER: &str = "1.95.0";
/// The steps of the one table, each with as many pairs and copies as are written here.
const STEPS: usize = 20;
const COPIES_PER_STEP: usize = 2;

/// Two runs that keep all rules: one table of three variants, `STEPS` steps and 60 pairs.
fn two_runs() -> [Records; 2] {
    let mut records = usual_set().records;
    records.questions.retain(|question| question.name == "sliders");
    records.runs.iter_mut().for_each(|run| run.commit = Some("0123456789ab".to_owned()));
    records.clock = vec![chain("add-chain", 1.0), chain("load-chain", 5.05)];
    let mut table = records.tables.swap_remove(0);
    table.names.remove(3);
    let step = Step {
        copies: vec![copy(1.001); COPIES_PER_STEP],
        verdicts: "fsf".to_owned(),
        ..table.steps[0].clone()
    };
    table.steps = (0..STEPS as u64).map(|at| Step { at: Some(at), ..step.clone() }).collect();
    records.tables = vec![table];
    let mut again = records.clone();
    again.runs[0].date = "2026-01-01T03:04:05Z".to_owned();
    // Measured again, and a little otherwise.
    again.tables[0].steps.iter_mut().for_each(|step| step.rounds += 1);
    [records, again]
}

fn chain(name: &str, cycles: f64) -> Chain {
    Chain { name: name.to_owned(), step: Figure::exact(cycles), unit: Unit::Cycles, rounds: 9 }
}

fn copy(ratio: f64) -> CopyOf {
    CopyOf { of: MAGIC.to_owned(), ratio: Figure::exact(ratio) }
}

/// Replaces the verdicts of both runs: a step with one pair for each letter.
fn compare(runs: &mut [Records; 2], letters: [&str; 2]) {
    assert_eq!(letters[0].len(), letters[1].len());
    for (number, (run, letters)) in runs.iter_mut().zip(letters).enumerate() {
        let table = &mut run.tables[0];
        table.names.remove(2);
        let step = Step { rounds: number as u64, ..table.steps[0].clone() };
        let one = |(at, letter): (usize, char)| Step {
            at: Some(at as u64),
            verdicts: letter.to_string(),
            ..step.clone()
        };
        table.steps = letters.chars().enumerate().map(one).collect();
    }
}

/// Compares so many verdicts, of which the second run contradicts the first ones.
fn contradict(runs: &mut [Records; 2], contradicted: usize, compared: usize) {
    let first = "f".repeat(compared);
    let second = "s".repeat(contradicted) + &"f".repeat(compared - contradicted);
    compare(runs, [&first, &second]);
}

fn disturb(runs: &mut [Records; 2], steps: Range<usize>, how: fn(&mut Step)) {
    runs[0].tables[0].steps[steps].iter_mut().for_each(how);
}

fn be_in_company(step: &mut Step) {
    step.core = Core::Company;
}

/// Lets so many copies differ from their originals by a hundredth.
fn differ(runs: &mut [Records; 2], count: usize) {
    let copies = runs[0].tables[0].steps.iter_mut().flat_map(|step| &mut step.copies);
    copies.take(count).for_each(|it| *it = copy(1.01));
}

fn both(runs: &mut [Records; 2], change: impl Fn(&mut Records)) {
    runs.iter_mut().for_each(change);
}

/// What is found of the records of these runs where it is not usual.
fn found(runs: &[Records; 2]) -> (Vec<String>, usize) {
    let (text, broken) = examine(&runs[0], Some(&runs[1]), COMPILER);
    let rules: Vec<_> = text.lines().filter(|line| !line.starts_with("       ")).collect();
    assert_eq!(rules.len(), 9, "{text}");
    // Whatever does not hold has its advice.
    let advice = text.lines().filter(|line| line.starts_with("       ")).count();
    let others: Vec<_> = rules.iter().filter(|line| !line.starts_with("holds  ")).collect();
    assert_eq!(advice, others.len(), "{text}");
    (others.into_iter().map(|line| (*line).to_owned()).collect(), broken)
}

/// A change to two runs that keep all rules, and the one rule that it breaks.
type Row = (fn(&mut [Records; 2]), &'static str);

fn check(rows: &[Row]) {
    for (change, expected) in rows {
        let mut runs = two_runs();
        change(&mut runs);
        let expected_broken = usize::from(expected.starts_with("BROKEN "));
        let expected: Vec<_> = [*expected].into_iter().filter(|it| !it.is_empty()).collect();
        assert_eq!(
            found(&runs),
            (expected.iter().map(|it| (*it).to_owned()).collect(), expected_broken)
        );
    }
}

#[test]
fn records_that_keep_all_rules_are_found_so_in_this_order() {
    let runs = two_runs();
    let (text, broken) = examine(&runs[0], Some(&runs[1]), COMPILER);
    let expected = "\
holds  thorough runs: all runs are thorough
holds  one commit, nothing changed: all runs are of 0123456789ab
holds  right answers: from all 10 variants
holds  a second run: it contradicts 0 of 60 pairs of verdicts
holds  the pinned compiler, no flags: rustc 1.95.0 (x), build x86-64-v3
holds  complete: all questions
holds  quiet: 0 of 20 measurements (0.0 %) in company, unsteady or too noisy
holds  copies (A/A): 0 of 40 copies differ from their originals
holds  clock: chains take whole numbers of cycles
";
    assert_eq!((text.as_str(), broken), (expected, 0));
}

#[test]
fn all_runs_are_thorough_and_measure_times() {
    check(&[
        (
            |runs| runs[0].runs[0].breadth = Breadth::Quick,
            "BROKEN thorough runs: some runs are quick",
        ),
        (
            |runs| runs[0].runs[1].breadth = Breadth::Default,
            "BROKEN thorough runs: some runs are default",
        ),
        (
            |runs| {
                runs[0].runs[0].breadth = Breadth::Quick;
                runs[0].runs[1].breadth = Breadth::Default;
            },
            "BROKEN thorough runs: some runs are default and quick",
        ),
        // The breadth of the second run is no matter.
        (|runs| runs[1].runs[0].breadth = Breadth::Default, ""),
    ]);
    let mut runs = two_runs();
    runs[0].tables.clear();
    assert!(found(&runs).0.contains(&"BROKEN thorough runs: there are no times".to_owned()));
}

#[test]
fn all_runs_are_of_one_known_commit_without_changes() {
    check(&[
        (
            |runs| runs[0].runs[1].commit = Some("ba9876543210".to_owned()),
            "BROKEN one commit, nothing changed: the runs are of 2 commits",
        ),
        (
            |runs| runs[0].runs[1].commit = Some("0123456789ab+".to_owned()),
            "BROKEN one commit, nothing changed: the runs are of 2 commits",
        ),
        (
            |runs| {
                both(runs, |records| {
                    let changed = Some("0123456789ab+".to_owned());
                    records.runs.iter_mut().for_each(|run| run.commit = changed.clone());
                });
            },
            "BROKEN one commit, nothing changed: the source had changes after 0123456789ab+",
        ),
        (
            |runs| both(runs, |it| it.runs.iter_mut().for_each(|run| run.commit = None)),
            "BROKEN one commit, nothing changed: the commit of a run is not known",
        ),
        (
            |runs| runs[0].runs[1].commit = None,
            "BROKEN one commit, nothing changed: the commit of a run is not known",
        ),
        (
            |runs| runs[0].runs[1].commit = Some(String::new()),
            "BROKEN one commit, nothing changed: the commit of a run is not known",
        ),
    ]);
}

#[test]
fn every_variant_answers_rightly() {
    check(&[
        (
            |runs| runs[0].variants[3].check = Check::Wrong("a board".to_owned()),
            "BROKEN right answers: wrong answers from sliders-pext",
        ),
        // Controls are compared with nothing.
        (|runs| runs[0].variants[0].check = Check::Right(0), ""),
    ]);
}

#[test]
fn the_second_run_is_of_the_same_build_and_machine() {
    const OTHER: &str = "BROKEN a second run: it is of another machine or build";
    check(&[
        (|runs| runs[1].machine.build = Build::Baseline, OTHER),
        (|runs| runs[1].machine.cpu += " II", OTHER),
        (|runs| runs[1].machine.os += " guest", OTHER),
        (|runs| runs[1].machine.caches.l3 = None, OTHER),
        (|runs| runs[1].machine.rustc = "rustc 1.96.0 (x)".to_owned(), OTHER),
        (|runs| runs[1].machine.flags = "-Copt-level=2".to_owned(), OTHER),
        // Another governor does not make another machine.
        (|runs| runs[1].machine.governor = Some("powersave".to_owned()), ""),
        (
            |runs| runs[1].runs[0].commit = Some("ba9876543210".to_owned()),
            "BROKEN a second run: it is of another commit",
        ),
        (|runs| runs[1] = runs[0].clone(), "BROKEN a second run: it is the same run"),
        (
            |runs| runs[1].runs.retain(|run| run.meter != Meter::Duel),
            "BROKEN a second run: one of the two has no run that timed",
        ),
    ]);
    let (text, broken) = examine(&two_runs()[0], None, COMPILER);
    assert!(text.contains("BROKEN a second run: there is none to compare with\n"), "{text}");
    assert_eq!(broken, 1);
}

#[test]
fn the_second_run_contradicts_at_most_one_pair_in_a_thousand() {
    check(&[
        (|runs| contradict(runs, 0, 999), ""),
        (|runs| contradict(runs, 1, 1000), ""),
        (
            |runs| contradict(runs, 1, 999),
            "BROKEN a second run: it contradicts 1 of 999 pairs of verdicts",
        ),
        (
            |runs| contradict(runs, 2, 1000),
            "BROKEN a second run: it contradicts 2 of 1,000 pairs of verdicts",
        ),
        (
            |runs| contradict(runs, 1, 1),
            "BROKEN a second run: it contradicts 1 of 1 pair of verdicts",
        ),
        // All was kept from the first run.
        (
            |runs| runs[1].tables = runs[0].tables.clone(),
            "BROKEN a second run: it contradicts 0 of 0 pairs of verdicts",
        ),
        (
            |runs| runs[1].tables[0].context = Context::Learnt,
            "BROKEN a second run: it contradicts 0 of 0 pairs of verdicts",
        ),
    ]);
}

/// The verdicts of the first and the second run, and the contradicted and all pairs.
const PAIRS: &[([&str; 2], &str)] = &[
    (["f", "s"], "1 of 1 pair"),
    (["s", "f"], "1 of 1 pair"),
    (["ffss", "fsfs"], "2 of 4 pairs"),
    (["tttt", "fsut"], "0 of 4 pairs"),
    (["uuuu", "fsut"], "0 of 4 pairs"),
    (["fsfs", "tuut"], "0 of 4 pairs"),
    // Without a verdict there is no pair.
    (["f.s.", "ff.."], "0 of 1 pair"),
];

/// What changes in the second run, and the contradicted and all pairs.
const COMMON: &[Row] = &[
    (|runs| runs[1].tables[0].steps[7] = runs[0].tables[0].steps[7].clone(), "0 of 57 pairs"),
    (|runs| drop(runs[1].tables[0].steps.remove(7)), "0 of 57 pairs"),
    (|runs| runs[1].tables[0].names[2] = "sliders-other".to_owned(), "0 of 20 pairs"),
    // A variant is itself in another place, and the same letters say the opposite there.
    (|runs| runs[1].tables[0].names[..3].reverse(), "60 of 60 pairs"),
];

fn pairs_found(runs: &[Records; 2]) -> String {
    let (text, _) = examine(&runs[0], Some(&runs[1]), COMPILER);
    let (_, rest) = text.split_once("a second run: it contradicts ").unwrap();
    rest.split_once(" of verdicts\n").unwrap().0.to_owned()
}

#[test]
fn an_order_that_turned_is_a_contradiction_and_nothing_else() {
    for (letters, expected) in PAIRS {
        let mut runs = two_runs();
        compare(&mut runs, *letters);
        assert_eq!(pairs_found(&runs), *expected, "{letters:?}");
    }
}

#[test]
fn steps_and_variants_are_compared_that_both_runs_measured() {
    for (change, expected) in COMMON {
        let mut runs = two_runs();
        change(&mut runs);
        assert_eq!(pairs_found(&runs), *expected);
    }
}

#[test]
fn the_compiler_is_the_pinned_one_and_the_build_has_no_flags() {
    check(&[
        (
            |runs| both(runs, |it| it.machine.rustc = "rustc 1.95.1 (x)".to_owned()),
            "LOOK   the pinned compiler, no flags: rustc 1.95.1 (x), build x86-64-v3",
        ),
        (
            |runs| both(runs, |it| it.machine.rustc = "rustc 11.95.0-nightly".to_owned()),
            "LOOK   the pinned compiler, no flags: rustc 11.95.0-nightly, build x86-64-v3",
        ),
        (
            |runs| {
                both(runs, |it| {
                    it.machine.build = Build::Native;
                    it.machine.flags = "-Ctarget-cpu=znver4".to_owned();
                });
            },
            "LOOK   the pinned compiler, no flags: rustc 1.95.0 (x), build native, \
             -Ctarget-cpu=znver4",
        ),
        (|runs| both(runs, |it| it.machine.build = Build::Baseline), ""),
    ]);
}

#[test]
fn all_questions_have_times_and_counts_and_nothing_is_missing() {
    check(&[
        (
            |runs| {
                let question = usual_set().records.questions.swap_remove(1);
                runs[0].questions.push(question);
            },
            "LOOK   complete: no times of search; no counts of search",
        ),
        (|runs| runs[0].counts.clear(), "LOOK   complete: no counts of sliders"),
        (
            |runs| miss(runs, "sliders/latency/uniform", "all rounds were too noisy"),
            "LOOK   complete: sliders/latency/uniform: all rounds were too noisy",
        ),
        (
            |runs| {
                runs[0].counts.clear();
                miss(runs, "layouts", "no \u{202e}memory");
            },
            r"LOOK   complete: no counts of sliders; layouts: no \u{202e}memory",
        ),
        (|runs| miss(runs, "hardware counters", "the system denies them"), ""),
    ]);
    let mut runs = two_runs();
    runs[0].tables.clear();
    let (rules, _) = found(&runs);
    assert!(rules.contains(&"LOOK   complete: no times of sliders".to_owned()), "{rules:?}");
}

fn miss(runs: &mut [Records; 2], what: &str, why: &str) {
    _ = runs[0].runs[1].missing.insert(what.to_owned(), why.to_owned());
}

#[test]
fn a_fifth_of_the_measurements_may_be_disturbed() {
    check(&[
        (|runs| disturb(runs, 0..4, be_in_company), ""),
        (
            |runs| disturb(runs, 0..5, be_in_company),
            "LOOK   quiet: 5 of 20 measurements (25.0 %) in company, unsteady or too noisy",
        ),
        (
            |runs| disturb(runs, 0..5, |step| step.core = Core::Unsteady),
            "LOOK   quiet: 5 of 20 measurements (25.0 %) in company, unsteady or too noisy",
        ),
        (
            |runs| disturb(runs, 0..5, |step| step.raw.clear()),
            "LOOK   quiet: 5 of 20 measurements (25.0 %) in company, unsteady or too noisy",
        ),
        // All three count, and a step once.
        (
            |runs| {
                disturb(runs, 0..2, be_in_company);
                disturb(runs, 1..4, |step| step.raw.clear());
                disturb(runs, 4..5, |step| step.core = Core::Unsteady);
            },
            "LOOK   quiet: 5 of 20 measurements (25.0 %) in company, unsteady or too noisy",
        ),
        (
            |runs| {
                disturb(runs, 0..4, be_in_company);
                disturb(runs, 0..4, |step| step.raw.clear());
            },
            "",
        ),
        // The second run may have been in company.
        (|runs| runs[1].tables[0].steps.iter_mut().for_each(be_in_company), ""),
    ]);
}

#[test]
fn one_copy_in_twenty_may_differ_and_no_context_is_withheld() {
    check(&[
        (|runs| differ(runs, 2), ""),
        (
            |runs| differ(runs, 3),
            "LOOK   copies (A/A): 3 of 40 copies differ from their originals; withheld: \
             sliders/throughput",
        ),
        // More than one in twenty, and less than what withholds a context.
        (
            |runs| {
                drop(runs[0].tables[0].steps[0].copies.pop());
                differ(runs, 2);
            },
            "LOOK   copies (A/A): 2 of 39 copies differ from their originals",
        ),
        // One in twenty of all, but all of one context.
        (
            |runs| {
                let mut other = runs[0].tables[0].clone();
                other.context = Context::Beside;
                other.steps.truncate(1);
                other.steps[0].copies = vec![copy(0.99); COPIES_PER_STEP];
                runs[0].tables.push(other);
            },
            "LOOK   copies (A/A): 2 of 42 copies differ from their originals; withheld: \
             sliders/beside",
        ),
        (
            |runs| runs[0].tables[0].steps.iter_mut().for_each(|step| step.copies.clear()),
            "LOOK   copies (A/A): 0 of 0 copies differ from their originals",
        ),
    ]);
}

#[test]
fn chains_take_whole_numbers_of_cycles() {
    const NONE: &str = "LOOK   clock: there is no clock of cycles, so times are nanoseconds";
    check(&[
        (|runs| runs[0].clock[1].step.value = 4.92, ""),
        (
            |runs| runs[0].clock[1].step.value = 4.89,
            "LOOK   clock: no whole number of cycles in load-chain",
        ),
        (
            |runs| runs[0].clock = vec![chain("add-chain", 0.4), chain("load-chain", 4.5)],
            "LOOK   clock: no whole number of cycles in add-chain and load-chain",
        ),
        (|runs| runs[0].clock.clear(), NONE),
        (|runs| runs[0].clock.iter_mut().for_each(|one| one.unit = Unit::Nanoseconds), NONE),
    ]);
    for (cycles, is_near) in [
        (1.0, true),
        (0.981, true),
        (0.979, false),
        (1.019, true),
        (1.021, false),
        (5.099, true),
        (5.101, false),
        (0.4, false),
        (0.0, false),
        (-1.0, false),
    ] {
        assert_eq!(is_near_whole(cycles), is_near, "{cycles}");
    }
}

#[test]
fn names_of_sets_are_those_of_folders() {
    let longest = "a".repeat(32);
    for name in ["ryzen-9950x", "7", "a-", "latest-2", &longest] {
        assert!(is_name(name), "{name}");
    }
    let too_long = "a".repeat(33);
    for name in ["", "-a", "latest", "Ryzen", "a b", "a/b", "..", "a.b", "ä", "a_b", &too_long] {
        assert!(!is_name(name), "{name}");
    }
}

#[test]
fn committed_records_have_neither_formulas_nor_compiled_lookups() {
    let records = usual_set().records;
    let has_code = |records: &Records| {
        let formula = records.techniques.iter().any(|one| !one.formula.is_empty());
        [formula, records.variants.iter().any(|one| !one.listing.is_empty())]
    };
    assert_eq!(has_code(&records), [true, true]);
    let mut kept = without_code(records.clone());
    assert_eq!(has_code(&kept), [false, false]);
    for (one, other) in kept.techniques.iter_mut().zip(&records.techniques) {
        one.formula.clone_from(&other.formula);
    }
    for (one, other) in kept.variants.iter_mut().zip(&records.variants) {
        one.listing.clone_from(&other.listing);
    }
    assert!(kept == records);
}
