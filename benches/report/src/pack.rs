//! Packing: a machine's records, checked against the rules by which a set is taken in.
//!
//! Some rules are hard: whatever breaks one is no record of this laboratory as it is committed.
//! Of the others a reader is told, and whoever takes the set in decides.

use crate::format::{counted, few, list, percent};
use crate::noise::is_near_whole;
use records::{
    Build, Core, Machine, Meter, OtherBuild, Records, Step, Table, Verdict, agreements, visible,
};
use std::collections::BTreeSet;
use std::fmt;

/// So large a share of the measurements may be in company, unsteady or too noisy before
/// somebody has to look.
const COMPANY: f64 = 0.2;

/// One copy in so many may differ from its original by chance.
const COPIES_PER_ERROR: usize = 20;

/// Two runs may contradict each other in one of so many pairs of verdicts.
const PAIRS_PER_ERROR: usize = 1000;

/// What a run cannot help, so it is no reason to measure again.
const COUNTERS: &str = "hardware counters";

/// What the records say of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What the rule is about.
    pub rule: &'static str,
    /// How the records stand to it.
    pub standing: Standing,
    /// What was found.
    pub found: String,
    /// What to do where the rule does not hold.
    pub advice: &'static str,
}

/// How records stand to a rule.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Standing {
    /// They keep it.
    Holds,
    /// They do not, and somebody has to decide.
    Look,
    /// They break a hard rule.
    Broken,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standing = match self.standing {
            Standing::Holds => "holds ",
            Standing::Look => "LOOK  ",
            Standing::Broken => "BROKEN",
        };
        write!(f, "{standing} {}: {}", self.rule, self.found)?;
        match self.standing {
            Standing::Holds => Ok(()),
            _ => write!(f, "\n       {}", self.advice),
        }
    }
}

/// Compares records, and a second run of the same machine, with the rules of
/// `reports/README.md`. The pinned compiler is a version such as `1.95.0`.
#[must_use]
pub fn examine(records: &Records, again: Option<&Records>, compiler: &str) -> Vec<Finding> {
    vec![
        full_runs(records),
        clean_tree(records),
        right_answers(records),
        second_run(records, again),
        usual_build(records, compiler),
        complete(records),
        quiet(records),
        alike_copies(records),
        clock(records),
    ]
}

/// These records as they are committed, without formulas and compiled lookups: the commit has
/// the ones and makes the others again, and they are a third of a file.
pub(crate) fn without_code(mut records: Records) -> Records {
    records.techniques.iter_mut().for_each(|technique| technique.formula.clear());
    records.variants.iter_mut().for_each(|variant| variant.listing.clear());
    records
}

/// Whether a folder of `reports` may be called so.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 32
        && name.chars().all(plain)
        && !name.starts_with('-')
        && name != "latest"
        && !name.is_empty()
}

/// A rule that holds or not, and is hard.
fn hard(rule: &'static str, holds: bool, found: String, advice: &'static str) -> Finding {
    let standing = if holds { Standing::Holds } else { Standing::Broken };
    Finding { rule, standing, found, advice }
}

/// A rule that holds or not, and is not hard.
fn soft(rule: &'static str, holds: bool, found: String, advice: &'static str) -> Finding {
    let standing = if holds { Standing::Holds } else { Standing::Look };
    Finding { rule, standing, found, advice }
}

fn full_runs(records: &Records) -> Finding {
    let quick = records.runs.iter().filter(|(_, run)| run.quick).map(|(meter, _)| meter.name());
    let quick: Vec<_> = quick.collect();
    let has_times = records.runs.contains_key(&Meter::Duel) && !records.tables.is_empty();
    let found = match (has_times, quick.as_slice()) {
        (false, _) => "no times were measured".to_owned(),
        (true, []) => "yes".to_owned(),
        (true, quick) => format!("{} measured shortly", list(quick)),
    };
    let holds = has_times && quick.is_empty();
    hard("full runs", holds, found, "Run `cargo bench`, without --quick.")
}

fn clean_tree(records: &Records) -> Finding {
    let commits: BTreeSet<_> = records.runs.values().map(|run| run.commit.as_deref()).collect();
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
    let wrong: Vec<_> = wrong.map(|variant| variant.name.as_str()).collect();
    let found = match wrong.as_slice() {
        [] => format!("all {}", counted(records.variants.len(), "variant")),
        wrong => format!("wrong answers from {}", few(wrong)),
    };
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
        let run = records.runs.get(&Meter::Duel);
        run.map(|run| (run.commit.clone(), run.date.clone())).unwrap_or_default()
    };
    let ((commit, date), (other_commit, other_date)) = (about(records), about(again));
    let differs = if !is_same(&records.machine, &again.machine) {
        Some("it is of another machine or build")
    } else if commit != other_commit {
        Some("it is of another commit")
    } else if date == other_date {
        Some("it is the same run")
    } else {
        None
    };
    if let Some(differs) = differs {
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
    for (tables, others) in same_builds(one, two) {
        for table in tables {
            let Some(other) = others.iter().find(|other| other.is_of_same(table)) else { continue };
            let numbers: Vec<_> = table.variants().iter().map(|name| other.number(name)).collect();
            for step in &table.steps {
                let again = other.steps.iter().find(|again| again.at == step.at);
                // What is the same in all figures was measured once, and kept by the later run.
                let Some(again) = again.filter(|again| *again != step) else { continue };
                for (of, against) in pairs(numbers.len()) {
                    let first = step.verdict(of, against);
                    let second = numbers[of].zip(numbers[against]);
                    let second = second.and_then(|(of, against)| again.verdict(of, against));
                    let Some((first, second)) = first.zip(second) else { continue };
                    compared += 1;
                    let is_opposite = Verdict::is_order(first) && first.inverse() == second;
                    contradicted += usize::from(is_opposite);
                }
            }
        }
    }
    (contradicted, compared)
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|of| (0..of).map(move |against| (of, against)))
}

/// The tables of each build that both have.
fn same_builds<'a>(
    one: &'a Records,
    two: &'a Records,
) -> impl Iterator<Item = (&'a [Table], &'a [Table])> {
    let of = |other: &'a OtherBuild| {
        let same = two.others.iter().find(|two| two.build == other.build)?;
        Some((&*other.tables, &*same.tables))
    };
    [(&*one.tables, &*two.tables)].into_iter().chain(one.others.iter().filter_map(of))
}

fn usual_build(records: &Records, compiler: &str) -> Finding {
    let Machine { rustc, build, flags, .. } = &records.machine;
    let is_pinned = rustc.split(' ').any(|word| word == compiler);
    let found = format!("{}, build {build}", visible(rustc));
    let found =
        if *build == Build::Native { format!("{found}, {}", visible(flags)) } else { found };
    let advice = "Measure with the pinned compiler and without RUSTFLAGS, or let the folder's \
                  name say what is different.";
    soft("the pinned compiler, no flags", is_pinned && *build != Build::Native, found, advice)
}

fn complete(records: &Records) -> Finding {
    let timed: BTreeSet<_> = records.tables.iter().map(|table| &table.study).collect();
    let counted: BTreeSet<_> = records.counts.iter().map(|count| &count.study).collect();
    let without = |known: &BTreeSet<&String>, what: &str| {
        let lacking = records.studies.iter().filter(|study| !known.contains(&study.name));
        let names: Vec<_> = lacking.map(|study| study.name.as_str()).collect();
        (!names.is_empty()).then(|| format!("no {what} of {}", few(&names)))
    };
    let missing = records.runs.values().flat_map(|run| &run.missing);
    let missing = missing.filter(|(what, _)| *what != COUNTERS);
    let missing = missing.map(|(what, why)| format!("{what}: {}", visible(why)));
    let lacking: Vec<_> = [without(&timed, "times"), without(&counted, "counts")]
        .into_iter()
        .flatten()
        .chain(missing)
        .collect();
    let found = if lacking.is_empty() { "all studies".to_owned() } else { lacking.join("; ") };
    let advice = "Let `cargo bench` end by itself, with Valgrind installed; or say in \
                  reports/README.md what is missing and why.";
    soft("complete", lacking.is_empty(), found, advice)
}

fn steps(records: &Records) -> impl Iterator<Item = &Step> {
    let others = records.others.iter().flat_map(|other| &other.tables);
    records.tables.iter().chain(others).flat_map(|table| &table.steps)
}

fn quiet(records: &Records) -> Finding {
    let all = steps(records).count();
    let is_disturbed = |step: &&Step| step.core != Core::Quiet || !step.has_figures();
    let disturbed = steps(records).filter(is_disturbed).count();
    let share = disturbed as f64 / all.max(1) as f64;
    let found = format!(
        "{disturbed} of {all} measurements ({}) in company, unsteady or too noisy",
        percent(share)
    );
    let advice = "Close other programs, leave the machine alone and measure again; or say in \
                  reports/README.md what ran beside it and why the set is worth having.";
    soft("quiet", share <= COMPANY, found, advice)
}

fn alike_copies(records: &Records) -> Finding {
    let others = records.others.iter().map(|other| &other.tables);
    let tables = [&records.tables].into_iter().chain(others);
    let found: Vec<_> = tables.flat_map(|tables| agreements(tables)).collect();
    let withheld = found.iter().filter(|agreement| agreement.is_withheld());
    let withheld: Vec<_> =
        withheld.map(|agreement| format!("{}/{}", agreement.study, agreement.context)).collect();
    let apart: usize = found.iter().map(|agreement| agreement.apart).sum();
    let all: usize = found.iter().map(|agreement| agreement.intervals).sum();
    let told = match withheld.as_slice() {
        [] => String::new(),
        withheld => format!("; withheld: {}", few(withheld)),
    };
    let found = format!("{apart} of {all} copies differ from their originals{told}");
    let holds = all > 0 && apart <= all / COPIES_PER_ERROR && withheld.is_empty();
    let advice = "What is withheld stays so on the pages; measure again if it is much.";
    soft("copies (A/A)", holds, found, advice)
}

fn clock(records: &Records) -> Finding {
    let off = records.clock.iter().filter(|chain| !is_near_whole(chain.step.value));
    let off: Vec<_> = off.map(|chain| chain.name.as_str()).collect();
    let found = match (records.clock.len(), off.as_slice()) {
        (0, _) => "no clock of cycles, times are nanoseconds".to_owned(),
        (_, []) => "chains take whole numbers of cycles".to_owned(),
        (_, off) => format!("{} does not take a whole number of cycles", list(off)),
    };
    let advice = "Absolute cycles of this set are not to be trusted; ratios are.";
    soft("clock", off.is_empty() && !records.clock.is_empty(), found, advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{LARGE, NONE, copy_of, counted, hot};
    use records::{Chain, Check, Figure, Unit};

    /// Records that keep all rules, and a second run.
    fn good() -> [Records; 2] {
        let mut records = counted();
        let step = Figure::exact(3.01);
        let chain =
            Chain { name: "multiply-chain".to_owned(), step, unit: Unit::Cycles, rounds: 9 };
        records.clock = vec![chain];
        let mut again = records.clone();
        again.runs.values_mut().for_each(|run| run.date = "2026-01-03T03:04:05Z".to_owned());
        again
            .tables
            .iter_mut()
            .flat_map(|table| &mut table.steps)
            .for_each(|step| step.rounds += 1);
        [records, again]
    }

    fn standing(records: &Records, again: Option<&Records>, rule: &str) -> (Standing, String) {
        let findings = examine(records, again, "1.0");
        let finding = findings.iter().find(|finding| finding.rule.contains(rule)).unwrap();
        (finding.standing, finding.found.clone())
    }

    #[test]
    fn good_records_keep_all_rules() {
        let [records, again] = good();
        for finding in examine(&records, Some(&again), "1.0") {
            assert_eq!(finding.standing, Standing::Holds, "{finding}");
        }
    }

    #[test]
    fn hard_rules_are_broken_by_what_no_set_may_be() {
        let [good, again] = good();
        let broken = |rule: &str, change: fn(&mut Records), words: &str| {
            let mut records = good.clone();
            change(&mut records);
            let (standing, found) = standing(&records, Some(&again), rule);
            assert_eq!(standing, Standing::Broken, "{rule}");
            assert!(found.contains(words), "{found}");
        };
        fn duel(records: &mut Records) -> &mut records::Run {
            records.runs.get_mut(&Meter::Duel).unwrap()
        }
        broken("full", |records| duel(records).quick = true, "duel measured shortly");
        broken("full", |records| records.tables.clear(), "no times");
        let clean = "one commit";
        broken(clean, |records| duel(records).commit = None, "2 commits");
        let changed = |records: &mut Records| {
            records.runs.values_mut().for_each(|run| run.commit = Some("abc+".to_owned()));
        };
        broken(clean, changed, "changed after abc+");
        let wrong = |records: &mut Records| {
            records.variants[0].check = Check::Wrong("a board".to_owned());
        };
        broken("right", wrong, "wrong answers from between-large");
        let elsewhere = |records: &mut Records| records.machine.cpu = "Another".to_owned();
        broken("second", elsewhere, "another machine");
        let other = |records: &mut Records| duel(records).commit = Some("fedcba".to_owned());
        broken("second", other, "another commit");
        let (standing, found) = standing(&good, None, "second");
        assert_eq!((standing, &*found), (Standing::Broken, "there is none to compare with"));
        let same = self::standing(&good, Some(&good), "second");
        assert_eq!(same, (Standing::Broken, "it is the same run".to_owned()));
    }

    #[test]
    fn somebody_looks_at_what_may_have_a_reason() {
        let [good, again] = good();
        let looks = |rule: &str, change: fn(&mut Records), words: &str| {
            let mut records = good.clone();
            change(&mut records);
            let (standing, found) = standing(&records, Some(&again), rule);
            assert_eq!(standing, Standing::Look, "{rule}: {found}");
            assert!(found.contains(words), "{found}");
        };
        let turned = |records: &mut Records| {
            records.tables[0] = hot(false, &[(LARGE, 4.5), (NONE, 2.1)]);
        };
        looks("second", turned, "in 1 of 2 pairs");
        looks("compiler", |records| records.machine.rustc = "rustc 1.01".to_owned(), "1.01");
        looks("compiler", |records| records.machine.build = Build::Native, "native");
        looks("complete", |records| records.counts.clear(), "no counts of between");
        let company = |records: &mut Records| records.tables[0].steps[0].core = Core::Company;
        looks("quiet", company, "1 of 2 measurements (50.0 %)");
        let apart = |records: &mut Records| {
            records.tables[0].steps[0].copies = vec![copy_of(LARGE, 1.1), copy_of(NONE, 1.1)];
        };
        looks("copies", apart, "2 of 4 copies differ from their originals; withheld: between/");
        let off = |records: &mut Records| records.clock[0].step = Figure::exact(3.5);
        looks("clock", off, "multiply-chain");
    }

    #[test]
    fn what_the_later_run_kept_confirms_nothing() {
        let [records, mut again] = good();
        again.tables.clone_from(&records.tables);
        let found = "contradicts this one in 0 of 0 pairs of verdicts".to_owned();
        assert_eq!(standing(&records, Some(&again), "second"), (Standing::Look, found));
    }

    #[test]
    fn names_of_folders_are_plain() {
        assert!(["ryzen-9950x", "apple-m4"].iter().all(|name| is_name(name)));
        let long = "x".repeat(33);
        for name in ["", "latest", "-x", "../x", "x/y", "Zen", "zen 5", &long] {
            assert!(!is_name(name), "{name}");
        }
    }
}
