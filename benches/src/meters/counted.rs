//! The meter of counts: which workloads are counted, and what becomes of their counts.

use crate::invocation::Invocation;
use crate::meters::callgrind::{self, Assignment};
use crate::meters::checking;
use crate::plan::Group;
use crate::{machine, terminal};
use anyhow::{Error, Result};
use log::info;
use questions::kernel::Form;
use questions::question::{Length, Question};
use questions::streams::{self, Asked};
use questions::variant::Variant;
use records::{Breadth, Context, Count, Meter, Store, visible};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

/// Counts what the invocation chooses, with `runner`, iai-callgrind's program.
///
/// If Callgrind fails or hangs, the variant stays uncounted with the reason, and the others are
/// counted. An error would lose the times, because cargo stops at the first target that fails.
///
/// # Errors
/// If a filter chooses nothing, the positions cannot be used, or the counts cannot be written.
pub fn run(invocation: &Invocation, questions: &[Question], runner: &Path) -> Result<()> {
    let breadth = invocation.breadth();
    // Counts do not depend on which query waits for which.
    let mut plan = invocation.plan(questions, &[Context::Throughput])?;
    if invocation.lists(&plan) {
        return Ok(());
    }
    if is_left_out(invocation) || plan.is_empty() {
        info!("instructions: nothing to count");
        return Ok(());
    }
    streams::check()?;
    let trial = match callgrind::valgrind() {
        Ok(trial) => trial,
        Err(reason) => {
            terminal::found("counted", &format!("not measured: {reason:#}"));
            let run = machine::run(Meter::Instructions, "Callgrind", breadth);
            let mut store = checking::open_store(run, questions)?;
            return store.note_missing("counts", &format!("{reason:#}"));
        }
    };
    let how = format!("Callgrind, {}", trial.version);
    let run = machine::run(Meter::Instructions, &how, breadth);
    let mut store = checking::open_store(run, questions)?;
    plan.retain(|group| is_counted(group, invocation));
    let plan = checking::check(&mut store, plan, |variant| trial.uncounted(variant))?;
    count_all(&mut store, &plan, breadth, runner)
}

/// Whether a run counts nothing: a check of times, or a quick run without filters.
fn is_left_out(invocation: &Invocation) -> bool {
    let is_quick = invocation.breadth() == Breadth::Quick && invocation.filters.is_empty();
    is_quick || invocation.self_check
}

/// Counts these streams, and keeps the counts and the reasons for those that are missing.
///
/// # Errors
/// If they cannot be written.
fn count_all(store: &mut Store, plan: &[Group<'_>], breadth: Breadth, runner: &Path) -> Result<()> {
    let streams: Vec<_> = plan.iter().map(|group| assignments(group, breadth)).collect();
    let all = streams.iter().map(Vec::len).sum::<usize>();
    info!("counted per query on {all} workloads, the kernel included");
    let mut counting = Counting::default();
    for ((group, stream), begun) in plan.iter().zip(&streams).zip(before(&streams)) {
        terminal::progress(&group.name(), begun as f64, all as f64);
        let counts = counting.count(stream, |assignment| callgrind::count(runner, assignment));
        counts.iter().for_each(|count| info!("{}", told(count)));
        store.keep_counts(counts)?;
    }
    terminal::end_of_progress();
    if counting.is_hopeless() {
        store.note_missing("counts", "Callgrind failed on all that was tried")?;
    }
    for ((question, variant), reason) in counting.failed {
        terminal::say(&format!("{question}/{variant}: not counted: {reason}"));
        let is_it = |known: &&records::Variant| known.question == question && known.name == variant;
        let known = store.about().variants.iter().find(is_it).cloned();
        let uncounted = known.map(|known| records::Variant { uncounted: Some(reason), ..known });
        store.describe(|records| records.variants.extend(uncounted))?;
    }
    let done = counting.done;
    let counted = format!("{done} of {all} workloads: instructions and cache misses");
    terminal::found("counted", &counted);
    Ok(())
}

/// The number of workloads before those of each stream.
fn before(streams: &[Vec<Assignment>]) -> impl Iterator<Item = usize> {
    streams.iter().scan(0, |begun, stream| Some(std::mem::replace(begun, *begun + stream.len())))
}

/// Whether a stream is counted: a question's first stream, or one that a filter names. Without
/// filters, a default run counts the questions that a search asks most, and a thorough run counts
/// programs on all streams.
fn is_counted(group: &Group<'_>, invocation: &Invocation) -> bool {
    let Group { question, stream, .. } = group;
    let is_program = question.policy.length == Length::Program;
    let is_thorough = invocation.breadth() == Breadth::Thorough;
    let is_named = invocation.filters.iter().any(|filter| filter.contains(stream));
    let is_first = *stream == question.main_stream() || is_program && is_thorough;
    let is_chosen = is_thorough || !invocation.filters.is_empty();
    is_named || is_first && (is_chosen || is_program || group.is_asked_most())
}

/// The workloads of a stream. The misses of single lookups are counted in several caches in a
/// thorough run. Programs do the same whatever their lookups, so only their reference and the null
/// control are counted.
fn assignments(group: &Group<'_>, breadth: Breadth) -> Vec<Assignment> {
    let Group { question, stream, .. } = *group;
    let is_program = question.policy.length == Length::Program;
    // A single lookup, whose memory is worth a closer look.
    let is_lookup = question.policy.length == Length::Lookup && question.asks(true);
    let is_swept = is_lookup && breadth == Breadth::Thorough;
    let asks = |variant: &&&Variant| {
        let asked = Asked { stream, questions: None };
        (variant.workload(asked, Form::Throughput).queries)(0) > 0
    };
    let first = question.variants.first().map(|first| first.name);
    let is_counted =
        |variant: &&&Variant| !is_program || first == Some(variant.name) || !variant.is_variant();
    let variants = group.answering.iter().filter(is_counted).filter(asks);
    let question = question.name;
    variants.map(|v| Assignment { question, stream, variant: v.name, is_swept }).collect()
}

/// A count in a few words.
fn told(count: &Count) -> String {
    let per_query = |total: Option<u64>| total.unwrap_or(0) as f64 / count.queries as f64;
    format!(
        "{}/{}/{}: {:.3} instructions, {:.3} L1 data misses, {:.3} mispredictions",
        count.question,
        count.stream,
        count.variant,
        per_query(count.instructions),
        per_query(count.l1_misses),
        per_query(count.mispredictions)
    )
}

/// After this many variants without a single count, the others are not tried.
const HOPELESS: usize = 3;

/// How the counting went so far.
#[derive(Debug, Default)]
struct Counting {
    /// The number of workloads counted.
    done: usize,
    /// The reasons why something is not counted, by question and variant.
    failed: BTreeMap<(&'static str, &'static str), String>,
}

impl Counting {
    /// Counts workloads, as many at once as there are cores: counts do not depend on what else the
    /// machine does. Leaves out variants that have failed, and everything if all fail.
    fn count(
        &mut self,
        assignments: &[Assignment],
        count: impl Fn(&Assignment) -> Result<Count> + Sync,
    ) -> Vec<Count> {
        let shared = Mutex::new((self, assignments.iter(), Vec::new()));
        let lock = || shared.lock().expect("nobody panics with it");
        let next = || {
            let (counting, left, _) = &mut *lock();
            let has_failed =
                |one: &Assignment| counting.failed.contains_key(&(one.question, one.variant));
            left.find(|one| !has_failed(one)).filter(|_| !counting.is_hopeless())
        };
        let work = || {
            while let Some(one) = next() {
                let counted = count(one);
                let (counting, _, counts) = &mut *lock();
                match counted {
                    Ok(count) => {
                        counting.done += 1;
                        counts.push(count);
                    }
                    Err(error) => counting.fail(one, &error),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                // A system may allow no more threads.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    work();
                }
            }
        });
        let (_, _, counts) = shared.into_inner().expect("nobody panics with it");
        counts
    }

    /// Whether to give up, because enough variants failed and nothing was counted.
    fn is_hopeless(&self) -> bool {
        self.done == 0 && self.failed.len() >= HOPELESS
    }

    fn fail(&mut self, assignment: &Assignment, error: &Error) {
        // The runner's quotes may be long, and hold anything.
        let cause: String = visible(&format!("{error:#}")).chars().take(400).collect();
        let reason = format!("{}: {cause}", checking::FAILED);
        self.failed.insert((assignment.question, assignment.variant), reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::ensure;
    use clap::Parser;
    use questions::list;
    use records::Records;
    use std::collections::BTreeSet;

    /// What is counted of two streams if some variants fail, and what is not.
    fn tried(failing: &[&str]) -> [BTreeSet<String>; 2] {
        let good = Records::parse(include_str!("../../records/tests/good.json")).unwrap();
        let count = |one: &Assignment| {
            let is_failing = failing.contains(&one.variant);
            ensure!(!is_failing, "the cause");
            let (stream, variant) = (one.stream.to_owned(), one.variant.to_owned());
            Ok(Count { stream, variant, ..good.counts[0].clone() })
        };
        let (mut counting, mut counted) = (Counting::default(), BTreeSet::new());
        for (stream, variants) in [("first", &["a", "b", "c", "d"][..]), ("second", &["a", "b"])] {
            let of = |&variant| Assignment { question: "s", stream, variant, is_swept: false };
            let counts = counting.count(&variants.iter().map(of).collect::<Vec<_>>(), count);
            counted
                .extend(counts.iter().map(|count| format!("{}/{}", count.stream, count.variant)));
        }
        assert_eq!(counting.done, counted.len());
        let failed = counting.failed.into_iter();
        let failed =
            failed.map(|((question, name), reason)| format!("{question}/{name}: {reason}"));
        [counted, failed.collect()]
    }

    #[test]
    fn a_failure_costs_a_variant_and_hopeless_ones_are_not_tried() {
        let [counted, failed] = tried(&["a", "c"]);
        assert_eq!(counted, ["first/b", "first/d", "second/b"].map(str::to_owned).into());
        let reasons = ["s/a", "s/c"].map(|name| format!("{name}: Callgrind failed: the cause"));
        assert_eq!(failed, reasons.into());
        assert_eq!(tried(&["b", "c", "d"])[0], ["first/a", "second/a"].map(str::to_owned).into());
        let [counted, failed] = tried(&["a", "b", "c", "d"]);
        // The cores that are at work then still end.
        assert!(counted.is_empty() && failed.len() >= 3, "{failed:?}");
        // Two failures are not hopeless.
        assert_eq!(tried(&["a", "b"])[0].len(), 2);
        assert_eq!(HOPELESS, 3);
    }

    /// The workloads that an invocation with these arguments counts.
    fn chosen(arguments: &[&str], questions: &[Question]) -> Vec<Assignment> {
        let arguments = ["instructions"].iter().chain(arguments);
        let invocation = Invocation::try_parse_from(arguments).unwrap();
        let mut plan = invocation.plan(questions, &[Context::Throughput]).unwrap();
        plan.retain(|group| is_counted(group, &invocation));
        plan.iter().flat_map(|group| assignments(group, invocation.breadth())).collect()
    }

    #[test]
    fn single_lookups_are_counted_with_all_caches_in_a_thorough_run_alone() {
        let questions = ["between", "checks", "legality"].map(|name| list::named(name).unwrap());
        let are_swept = |arguments: &[&str], question: &Question| {
            let all = chosen(arguments, &questions);
            let of_question = all.iter().filter(|one| one.question == question.name);
            assert!(of_question.clone().all(|one| one.stream == "positions"), "{all:?}");
            of_question.map(|one| one.is_swept).collect::<BTreeSet<_>>()
        };
        let [lookup, heavy, heavier] = &questions;
        assert!(lookup.policy.length == Length::Lookup && heavy.policy.length == Length::Position);
        assert_eq!(are_swept(&["--thorough"], lookup), [true].into());
        for (arguments, question) in [(&["--thorough"][..], heavy), (&[], lookup), (&[], heavy)] {
            assert_eq!(are_swept(arguments, question), [false].into());
        }
        // A search asks other questions more.
        assert!(are_swept(&[], heavier).is_empty());
        assert_eq!(are_swept(&["legality"], heavier), [false].into());
    }

    #[test]
    fn filters_are_counted_in_a_quick_run_too_and_bring_their_stream() {
        let left_out = |arguments: &[&str]| {
            let arguments = ["instructions"].iter().chain(arguments);
            is_left_out(&Invocation::try_parse_from(arguments).unwrap())
        };
        for (arguments, expected) in [
            (&[][..], false),
            (&["--quick"], true),
            (&["--quick", "between"], false),
            (&["--self-check"], true),
            (&["--self-check", "between"], true),
        ] {
            assert_eq!(left_out(arguments), expected, "{arguments:?}");
        }
        let questions = [list::named("between").unwrap()];
        let streams = |filter: &str| {
            let all = chosen(&[filter], &questions);
            all.iter().map(|one| one.stream).collect::<BTreeSet<_>>()
        };
        assert_eq!(streams("between"), ["positions"].into());
        assert_eq!(streams("between/throughput/uniform"), ["uniform"].into());
    }

    #[test]
    fn progress_is_by_workloads() {
        let of = |count| {
            let one = || Assignment { question: "s", stream: "t", variant: "v", is_swept: false };
            std::iter::repeat_with(one).take(count).collect::<Vec<_>>()
        };
        assert!(before(&[2, 3, 0, 4].map(of)).eq([0, 2, 5, 5]));
    }

    #[cfg(feature = "search")]
    #[test]
    fn of_programs_the_reference_is_counted() {
        use records::NULL;
        let questions = [list::named("search").unwrap()];
        let [question] = &questions;
        let all = chosen(&[], &questions);
        let names: Vec<_> = all.iter().map(|one| (one.stream, one.variant)).collect();
        let both = [question.variants[0].name, NULL];
        assert_eq!(names, both.map(|name| (question.main_stream(), name)));
        assert!(chosen(&["--thorough"], &questions).len() > 2 * all.len());
    }

    #[test]
    fn a_count_is_told_per_query() {
        let good = Records::parse(include_str!("../../records/tests/good.json")).unwrap();
        let count = Count {
            queries: 1000,
            instructions: Some(1500),
            l1_misses: Some(250),
            mispredictions: Some(125),
            ..good.counts[0].clone()
        };
        let expected = "between/uniform/between-large: 1.500 instructions, 0.250 L1 data misses, \
                        0.125 mispredictions";
        assert_eq!(told(&count), expected);
    }

    #[test]
    fn a_default_run_counts_the_questions_that_a_search_asks_most() {
        let questions = list::questions();
        let of = |arguments: &[&str]| {
            let all = chosen(arguments, &questions);
            all.iter().map(|one| one.question).collect::<BTreeSet<_>>()
        };
        let asked = ["between", "checks", "pins", "serialize", "sliders", "threshold"];
        let programs = ["perft", "search"];
        let expected: BTreeSet<_> = asked.into_iter().chain(programs).collect();
        assert_eq!(&of(&[]) - &expected, BTreeSet::new());
        assert_eq!(&BTreeSet::from(asked) - &of(&[]), BTreeSet::new());
        assert!(of(&["--thorough"]).len() > 15);
    }
}
