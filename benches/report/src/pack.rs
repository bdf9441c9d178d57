//! Packing: a machine's records, checked against the rules by which a set is taken in.
//!
//! Records that break a hard rule are refused. The other rules are for whoever takes the set in.

use crate::view::steps;
use crate::words::{counted, few, list, percent};
use records::{
    Breadth, Build, Core, Machine, Meter, Records, Step, Table, Unit, agreements, visible,
};
use std::collections::BTreeSet;

/// One measurement in so many may be in company, unsteady or too noisy.
const STEPS_PER_DISTURBANCE: usize = 5;
/// One copy in so many may differ from its original by chance.
const COPIES_PER_ERROR: usize = 20;
/// One pair of verdicts in so many may be contradicted by the second run.
const PAIRS_PER_CONTRADICTION: usize = 1000;
/// A chain of known latency may be off a whole number of cycles by this share.
const CLOCK_ERROR: f64 = 0.02;
/// Systems deny these to most users, so it is no reason to measure again.
const COUNTERS: &str = "hardware counters";

/// How records stand to a rule, and whether it is a hard one that they break.
struct Finding {
    text: String,
    is_broken: bool,
}

fn hard_rule(rule: &str, holds: bool, found: &str, advice: &str) -> Finding {
    Finding { text: rule_text("BROKEN", rule, holds, found, advice), is_broken: !holds }
}

fn soft_rule(rule: &str, holds: bool, found: &str, advice: &str) -> Finding {
    Finding { text: rule_text("LOOK", rule, holds, found, advice), is_broken: false }
}

fn rule_text(otherwise: &str, rule: &str, holds: bool, found: &str, advice: &str) -> String {
    match holds {
        true => format!("holds  {rule}: {found}\n"),
        false => format!("{otherwise:6} {rule}: {found}\n       {advice}\n"),
    }
}

/// Compares records, and a second run of the same machine, with the rules of
/// `reports/README.md`. Returns a line for each rule, with advice where it does not hold, and the
/// number of hard rules that are broken. The pinned compiler is a version such as `1.95.0`.
pub(crate) fn examine(
    records: &Records,
    again: Option<&Records>,
    compiler: &str,
) -> (String, usize) {
    let findings = [
        thorough_runs(records),
        one_commit(records),
        right_answers(records),
        second_run(records, again),
        pinned_build(records, compiler),
        complete_set(records),
        quiet_steps(records),
        alike_copies(records),
        whole_cycles(records),
    ];
    let broken = findings.iter().filter(|finding| finding.is_broken).count();
    (findings.into_iter().map(|finding| finding.text).collect(), broken)
}

/// These records as they are committed, without formulas and compiled lookups: the commit has the
/// formulas, a build of it makes the lookups again, and both are a third of a file.
pub(crate) fn without_code(mut records: Records) -> Records {
    records.techniques.iter_mut().for_each(|technique| technique.formula.clear());
    records.variants.iter_mut().for_each(|variant| variant.listing.clear());
    records
}

/// Whether a set may have this name: it is a folder's, and the last run's is taken.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=32).contains(&name.len())
        && name.chars().all(plain)
        && !name.starts_with('-')
        && name != "latest"
}

fn thorough_runs(records: &Records) -> Finding {
    let shorter = records.runs.iter().filter(|run| run.breadth != Breadth::Thorough);
    let shorter: BTreeSet<_> = shorter.map(|run| run.breadth.name()).collect();
    let has_times = !records.tables.is_empty();
    let found = match (has_times, shorter.is_empty()) {
        (false, _) => "there are no times".to_owned(),
        (true, true) => "all runs are thorough".to_owned(),
        (true, false) => format!("some runs are {}", list(&shorter)),
    };
    let holds = has_times && shorter.is_empty();
    hard_rule("thorough runs", holds, &found, "Run `cargo bench -- --thorough`.")
}

fn one_commit(records: &Records) -> Finding {
    let commits: BTreeSet<_> =
        records.runs.iter().map(|run| run.commit.as_deref().unwrap_or_default()).collect();
    let commits: Vec<_> = commits.into_iter().collect();
    let (holds, found) = match commits.as_slice() {
        // Nothing sorts before the unknown one.
        [] | ["", ..] => (false, "the commit of a run is not known".to_owned()),
        [commit] if commit.ends_with('+') => {
            (false, format!("the source had changes after {}", visible(commit)))
        }
        [commit] => (true, format!("all runs are of {}", visible(commit))),
        several => (false, format!("the runs are of {} commits", several.len())),
    };
    let advice = "Commit or drop all changes (`git status` must be empty), and run `cargo bench -- \
                 --thorough` again in a clone of this repository.";
    hard_rule("one commit, nothing changed", holds, &found, advice)
}

fn right_answers(records: &Records) -> Finding {
    let wrong = records.variants.iter().filter(|variant| variant.is_wrong());
    let wrong: Vec<_> = wrong.map(|variant| &variant.name).collect();
    let found = match wrong.len() {
        0 => format!("from all {}", counted(records.variants.len(), "variant")),
        _ => format!("wrong answers from {}", few(&wrong)),
    };
    let holds = wrong.is_empty();
    let advice = "Report it: `cargo test` shows the case.";
    hard_rule("right answers", holds, &found, advice)
}

fn second_run(records: &Records, again: Option<&Records>) -> Finding {
    let rule = |holds, found: &str, advice: &str| hard_rule("a second run", holds, found, advice);
    let Some(again) = again else {
        let advice = "Copy the first run (`cp -r reports/latest ../first`), run `cargo bench -- \
                      --thorough` again, and add `--again ../first`.";
        return rule(false, "there is none to compare with", advice);
    };
    if let Some(difference) = other_than_again(records, again) {
        let advice = "Give the records of another run, of the same build on the same machine.";
        return rule(false, difference, advice);
    }
    let (contradicted, compared) = contradictions(records, again);
    let holds = compared > 0 && contradicted * PAIRS_PER_CONTRADICTION <= compared;
    let pairs = counted(compared, "pair");
    let found = format!("it contradicts {contradicted} of {pairs} of verdicts");
    let advice = "Find out what ran beside the two runs, and measure both again. They must have \
                  pairs in common, and contradict each other in one of a thousand at most.";
    rule(holds, &found, advice)
}

/// Why the second records are not of another run of the same build on the same machine.
fn other_than_again(one: &Records, two: &Records) -> Option<&'static str> {
    let is_of_one_build = |a: &Machine, b: &Machine| {
        (&a.cpu, a.caches, &a.os, &a.rustc, a.build, &a.flags)
            == (&b.cpu, b.caches, &b.os, &b.rustc, b.build, &b.flags)
    };
    let (Some(first), Some(second)) = (one.run(Meter::Duel), two.run(Meter::Duel)) else {
        return Some("one of the two has no run that timed");
    };
    let differences = [
        (!is_of_one_build(&one.machine, &two.machine), "it is of another machine or build"),
        (first.commit != second.commit, "it is of another commit"),
        (first.date == second.date, "it is the same run"),
    ];
    differences.into_iter().find_map(|(is_so, difference)| is_so.then_some(difference))
}

/// The number of pairs of verdicts of two runs that contradict each other, and of all pairs.
fn contradictions(one: &Records, two: &Records) -> (usize, usize) {
    let (mut contradicted, mut compared) = (0, 0);
    for table in &one.tables {
        let Some(other) = two.tables.iter().find(|it| it.setting() == table.setting()) else {
            continue;
        };
        for step in &table.steps {
            let again = other.steps.iter().find(|again| again.at == step.at);
            // Equal figures were measured once, and the later run kept them.
            let Some(again) = again.filter(|again| *again != step) else { continue };
            let (wrong, all) = contradictions_of_steps((table, step), (other, again));
            contradicted += wrong;
            compared += all;
        }
    }
    (contradicted, compared)
}

fn contradictions_of_steps(
    (table, step): (&Table, &Step),
    (other, again): (&Table, &Step),
) -> (usize, usize) {
    let numbers: Vec<_> = table.variants().iter().map(|name| other.number(name)).collect();
    let (mut contradicted, mut compared) = (0, 0);
    for (one, two) in (0..numbers.len()).flat_map(|one| (0..one).map(move |two| (one, two))) {
        let second = numbers[one].zip(numbers[two]);
        let second = second.and_then(|(one, two)| again.verdict(one, two));
        let Some((first, second)) = step.verdict(one, two).zip(second) else { continue };
        compared += 1;
        contradicted += usize::from(first.is_order() && first.inverse() == second);
    }
    (contradicted, compared)
}

fn pinned_build(records: &Records, compiler: &str) -> Finding {
    let Machine { rustc, build, flags, .. } = &records.machine;
    let is_pinned = rustc.split(' ').any(|word| word == compiler);
    let mut found = format!("{}, build {build}", visible(rustc));
    if *build == Build::Native {
        found += &format!(", {}", visible(flags));
    }
    let holds = is_pinned && *build != Build::Native;
    let advice = "Measure with the pinned compiler and without RUSTFLAGS, or let the folder's name \
                 say what is different.";
    soft_rule("the pinned compiler, no flags", holds, &found, advice)
}

fn complete_set(records: &Records) -> Finding {
    let timed: BTreeSet<_> = records.tables.iter().map(|table| &table.question).collect();
    let counted: BTreeSet<_> = records.counts.iter().map(|count| &count.question).collect();
    let questions_without = |known: &BTreeSet<&String>, what: &str| {
        let lacking = records.questions.iter().filter(|question| !known.contains(&question.name));
        let names = few(lacking.map(|question| &question.name));
        (!names.is_empty()).then(|| format!("no {what} of {names}"))
    };
    let missing = records.runs.iter().flat_map(|run| &run.missing);
    let missing = missing.filter(|(what, _)| *what != COUNTERS);
    let missing = missing.map(|(what, why)| format!("{}: {}", visible(what), visible(why)));
    let lacking = [questions_without(&timed, "times"), questions_without(&counted, "counts")];
    let lacking: Vec<_> = lacking.into_iter().flatten().chain(missing).collect();
    let holds = lacking.is_empty();
    let found = if lacking.is_empty() { "all questions".to_owned() } else { lacking.join("; ") };
    let advice = "Let `cargo bench` end by itself, with Valgrind installed; or say in \
                 reports/README.md what is missing and why.";
    soft_rule("complete", holds, &found, advice)
}

fn quiet_steps(records: &Records) -> Finding {
    let all = steps(records).count();
    let is_disturbed = |step: &&Step| step.core != Core::Quiet || !step.has_figures();
    let disturbed = steps(records).filter(is_disturbed).count();
    let share = percent(disturbed as f64 / all.max(1) as f64);
    let holds = disturbed * STEPS_PER_DISTURBANCE <= all;
    let found = format!(
        "{disturbed} of {} ({share}) in company, unsteady or too noisy",
        counted(all, "measurement")
    );
    let advice = "Close other programs, leave the machine alone and measure again; or say in \
                 reports/README.md what ran beside it and why the set is worth having.";
    soft_rule("quiet", holds, &found, advice)
}

fn alike_copies(records: &Records) -> Finding {
    let found = agreements(&records.tables);
    let withheld = found.iter().filter(|agreement| agreement.is_withheld());
    let withheld = few(withheld.map(|one| format!("{}/{}", one.question, one.context)));
    let apart: usize = found.iter().map(|agreement| agreement.apart).sum();
    let all: usize = found.iter().map(|agreement| agreement.intervals).sum();
    let mut found = format!("{apart} of {all} copies differ from their originals");
    if !withheld.is_empty() {
        found += &format!("; withheld: {withheld}");
    }
    let holds = all > 0 && apart * COPIES_PER_ERROR <= all && withheld.is_empty();
    let advice = "Pages withhold these contexts; measure again if there are many.";
    soft_rule("copies (A/A)", holds, &found, advice)
}

fn whole_cycles(records: &Records) -> Finding {
    let chains = records.clock.iter().filter(|chain| chain.unit == Unit::Cycles);
    let (whole, off): (Vec<_>, Vec<_>) = chains.partition(|chain| is_near_whole(chain.step.value));
    let found = match (whole.len(), off.len()) {
        (0, 0) => "there is no clock of cycles, so times are nanoseconds".to_owned(),
        (_, 0) => "chains take whole numbers of cycles".to_owned(),
        _ => format!("no whole number of cycles in {}", list(off.iter().map(|chain| &chain.name))),
    };
    let holds = off.is_empty() && !whole.is_empty();
    let advice = "Do not trust absolute cycles of this set; trust its ratios.";
    soft_rule("clock", holds, &found, advice)
}

/// Whether this is a whole number of cycles, as near as a clock that is right reads one.
fn is_near_whole(cycles: f64) -> bool {
    let whole = cycles.round();
    whole >= 1.0 && (cycles - whole).abs() <= CLOCK_ERROR * whole
}

#[cfg(test)]
mod tests;
