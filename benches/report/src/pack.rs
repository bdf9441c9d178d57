//! Packing: a machine's records, checked against the rules by which a set is taken in.
//!
//! Some rules are hard: whatever breaks one is no record of this laboratory as it is committed.
//! Of the others a reader is told, and whoever takes the set in decides.

use crate::view::steps;
use crate::words::{counted, few, list, percent};
use records::{Breadth, Build, Core, Machine, Meter, Records, Step, agreements, visible};
use std::collections::BTreeSet;

/// The share of measurements that may be in company, unsteady or too noisy unseen.
const COMPANY: f64 = 0.2;
/// One copy in so many may differ from its original by chance.
const COPIES_PER_ERROR: usize = 20;
/// Two runs may contradict each other in one of so many pairs of verdicts.
const PAIRS_PER_ERROR: usize = 1000;
/// What a run cannot help, so it is no reason to measure again.
const COUNTERS: &str = "hardware counters";

/// What is told of a rule, and whether it is a hard one that is broken.
type Finding = (String, bool);

/// Compares records, and a second run of the same machine, with the rules of
/// `reports/README.md`: what was found, and how many hard rules are broken. The pinned compiler is
/// a version such as `1.95.0`.
pub(crate) fn examine(
    records: &Records,
    again: Option<&Records>,
    compiler: &str,
) -> (String, usize) {
    let findings = [
        thorough_runs(records),
        clean_tree(records),
        right_answers(records),
        second_run(records, again),
        usual_build(records, compiler),
        complete(records),
        quiet(records),
        alike_copies(records),
        clock(records),
    ];
    let broken = findings.iter().filter(|(_, is_broken)| *is_broken).count();
    (findings.into_iter().map(|(told, _)| told).collect(), broken)
}

/// These records as they are committed, without formulas and compiled lookups: the commit has
/// the ones and makes the others again, and they are a third of a file.
pub(crate) fn without_code(mut records: Records) -> Records {
    records.techniques.iter_mut().for_each(|technique| technique.formula.clear());
    records.variants.iter_mut().for_each(|variant| variant.listing.clear());
    records
}

pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=32).contains(&name.len())
        && name.chars().all(plain)
        && !name.starts_with('-')
        && name != "latest"
}

fn hard(rule: &str, holds: bool, found: String, advice: &str) -> Finding {
    if holds {
        return soft(rule, holds, found, advice);
    }
    (format!("BROKEN {rule}: {found}\n       {advice}\n"), true)
}

fn soft(rule: &str, holds: bool, found: String, advice: &str) -> Finding {
    let told = match holds {
        true => format!("holds  {rule}: {found}\n"),
        false => format!("LOOK   {rule}: {found}\n       {advice}\n"),
    };
    (told, false)
}

fn thorough_runs(records: &Records) -> Finding {
    let shorter = records.runs.iter().filter(|run| run.breadth != Breadth::Thorough);
    let shorter: BTreeSet<_> = shorter.map(|run| run.breadth.name()).collect();
    let has_times = !records.tables.is_empty();
    let holds = has_times && shorter.is_empty();
    let found = told("there are runs that are ", shorter, "yes");
    let found = if has_times { found } else { "no times were measured".to_owned() };
    hard("thorough runs", holds, found, "Run `cargo bench -- --thorough`.")
}

fn clean_tree(records: &Records) -> Finding {
    let commits: BTreeSet<_> = records.runs.iter().map(|run| run.commit.as_deref()).collect();
    let advice = "Commit or drop all changes (`git status` must be empty), and run `cargo bench` \
                  again in a clone of this repository.";
    let commits: Vec<_> = commits.into_iter().collect();
    let (holds, found) = match commits.as_slice() {
        [Some(commit)] if commit.ends_with('+') => {
            (false, format!("the source had been changed after {}", visible(commit)))
        }
        [Some(commit)] => (true, format!("all at {}", visible(commit))),
        [None] | [] => (false, "the commit is not known".to_owned()),
        several => (false, format!("the runs are of {} commits", several.len())),
    };
    hard("one commit, nothing changed", holds, found, advice)
}

fn right_answers(records: &Records) -> Finding {
    let wrong = records.variants.iter().filter(|variant| variant.is_wrong());
    let wrong: Vec<_> = wrong.map(|variant| &variant.name).collect();
    let all = format!("all {}", counted(records.variants.len(), "variant"));
    let found = told("wrong answers from ", &wrong, &all);
    hard("right answers", wrong.is_empty(), found, "Report it: `cargo test` shows the case.")
}

fn second_run(records: &Records, again: Option<&Records>) -> Finding {
    const RULE: &str = "a second run";
    let Some(again) = again else {
        let advice = "Copy the first run (`cp -r reports/latest ../first`), run `cargo bench` \
                      again, and add `--again ../first`.";
        return hard(RULE, false, "there is none to compare with".to_owned(), advice);
    };
    let about = |records: &Records| {
        let run = records.run(Meter::Duel);
        run.map(|run| (run.commit.clone(), run.date.clone())).unwrap_or_default()
    };
    let ((commit, date), (other_commit, other_date)) = (about(records), about(again));
    let faults = [
        (!is_same(&records.machine, &again.machine), "it is of another machine or build"),
        (commit != other_commit, "it is of another commit"),
        (date == other_date, "it is the same run"),
    ];
    if let Some((_, differs)) = faults.into_iter().find(|(is_so, _)| *is_so) {
        let advice = "Give the records of another run, of the same build on the same machine.";
        return hard(RULE, false, differs.to_owned(), advice);
    }
    let (contradicted, compared) = contradictions(records, again);
    let found = format!("contradicts this one in {contradicted} of {compared} pairs of verdicts");
    let holds = contradicted <= compared / PAIRS_PER_ERROR;
    let advice = "Something changed between the runs: find out what ran beside them, and measure \
                  again.";
    soft(RULE, holds && compared > 0, found, advice)
}

fn is_same(a: &Machine, b: &Machine) -> bool {
    (&a.cpu, a.caches, &a.os, &a.rustc, a.build, &a.flags)
        == (&b.cpu, b.caches, &b.os, &b.rustc, b.build, &b.flags)
}

/// How many pairs of verdicts of two runs contradict each other, and how many there are.
fn contradictions(one: &Records, two: &Records) -> (usize, usize) {
    let (mut contradicted, mut compared) = (0, 0);
    for table in &one.tables {
        let Some(other) = two.tables.iter().find(|it| it.setting() == table.setting()) else {
            continue;
        };
        let numbers: Vec<_> = table.variants().iter().map(|name| other.number(name)).collect();
        for step in &table.steps {
            let again = other.steps.iter().find(|again| again.at == step.at);
            // What is the same in all figures was measured once, and kept by the later run.
            let Some(again) = again.filter(|again| *again != step) else { continue };
            let pairs = (0..numbers.len()).flat_map(|of| (0..of).map(move |against| (of, against)));
            for (of, against) in pairs {
                let second = numbers[of].zip(numbers[against]);
                let second = second.and_then(|(of, against)| again.verdict(of, against));
                let Some((first, second)) = step.verdict(of, against).zip(second) else { continue };
                compared += 1;
                contradicted += usize::from(first.is_order() && first.inverse() == second);
            }
        }
    }
    (contradicted, compared)
}

fn usual_build(records: &Records, compiler: &str) -> Finding {
    let Machine { rustc, build, flags, .. } = &records.machine;
    let is_pinned = rustc.split(' ').any(|word| word == compiler);
    let mut found = format!("{}, build {build}", visible(rustc));
    if *build == Build::Native {
        found += &format!(", {}", visible(flags));
    }
    let advice = "Measure with the pinned compiler and without RUSTFLAGS, or let the folder's \
                  name say what is different.";
    soft("the pinned compiler, no flags", is_pinned && *build != Build::Native, found, advice)
}

fn complete(records: &Records) -> Finding {
    let timed: BTreeSet<_> = records.tables.iter().map(|table| &table.study).collect();
    let counted: BTreeSet<_> = records.counts.iter().map(|count| &count.study).collect();
    let without = |known: &BTreeSet<&String>, what: &str| {
        let lacking = records.studies.iter().filter(|study| !known.contains(&study.name));
        let names = few(lacking.map(|study| &study.name));
        (!names.is_empty()).then(|| format!("no {what} of {names}"))
    };
    let missing = records.runs.iter().flat_map(|run| &run.missing);
    let missing = missing.filter(|(what, _)| *what != COUNTERS);
    let missing = missing.map(|(what, why)| format!("{what}: {}", visible(why)));
    let lacking = [without(&timed, "times"), without(&counted, "counts")].into_iter().flatten();
    let lacking: Vec<_> = lacking.chain(missing).collect();
    let found = if lacking.is_empty() { "all questions".to_owned() } else { lacking.join("; ") };
    let advice = "Let `cargo bench` end by itself, with Valgrind installed; or say in \
                  reports/README.md what is missing and why.";
    soft("complete", lacking.is_empty(), found, advice)
}

fn quiet(records: &Records) -> Finding {
    let all = steps(records).count();
    let is_disturbed = |step: &&Step| step.core != Core::Quiet || !step.has_figures();
    let disturbed = steps(records).filter(is_disturbed).count();
    let share = disturbed as f64 / all.max(1) as f64;
    let shown = percent(share);
    let found =
        format!("{disturbed} of {all} measurements ({shown}) in company, unsteady or too noisy");
    let advice = "Close other programs, leave the machine alone and measure again; or say in \
                  reports/README.md what ran beside it and why the set is worth having.";
    soft("quiet", share <= COMPANY, found, advice)
}

fn alike_copies(records: &Records) -> Finding {
    let found = agreements(&records.tables);
    let withheld = found.iter().filter(|agreement| agreement.is_withheld());
    let withheld = withheld.map(|agreement| format!("{}/{}", agreement.study, agreement.context));
    let withheld = told("; withheld: ", withheld, "");
    let apart: usize = found.iter().map(|agreement| agreement.apart).sum();
    let all: usize = found.iter().map(|agreement| agreement.intervals).sum();
    let holds = all > 0 && apart <= all / COPIES_PER_ERROR && withheld.is_empty();
    let found = format!("{apart} of {all} copies differ from their originals{withheld}");
    let advice = "What is withheld stays so on the pages; measure again if it is much.";
    soft("copies (A/A)", holds, found, advice)
}

fn clock(records: &Records) -> Finding {
    let off = records.clock.iter().filter(|chain| !is_near_whole(chain.step.value));
    let off = list(off.map(|chain| &chain.name));
    let found = match (records.clock.len(), off.as_str()) {
        (0, _) => "no clock of cycles, times are nanoseconds".to_owned(),
        (_, "") => "chains take whole numbers of cycles".to_owned(),
        (_, off) => format!("{off} does not take a whole number of cycles"),
    };
    let advice = "Absolute cycles of this set are not to be trusted; ratios are.";
    soft("clock", off.is_empty() && !records.clock.is_empty(), found, advice)
}

/// Whether this is a whole number of cycles, as near as a clock that is right reads one.
fn is_near_whole(cycles: f64) -> bool {
    const CLOCK_ERROR: f64 = 0.02;
    let whole = cycles.round();
    whole >= 1.0 && (cycles - whole).abs() <= CLOCK_ERROR * whole
}

fn told(start: &str, names: impl IntoIterator<Item: ToString>, none: &str) -> String {
    let names = few(names);
    if names.is_empty() { none.to_owned() } else { format!("{start}{names}") }
}
