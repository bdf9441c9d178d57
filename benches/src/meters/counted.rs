//! The meter of counts: which workloads are counted, and what becomes of their counts.

use crate::invocation::Invocation;
use crate::meters::callgrind::{self, Assignment, PATIENCE, STANDARD_CACHE};
use crate::meters::checking;
use crate::plan::Group;
use crate::{machine, terminal};
use anyhow::{Error, Result};
use log::info;
use records::{Breadth, Context, Count, Meter, Store, visible};
use std::collections::BTreeMap;
use std::path::Path;
use std::slice;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use studies::kernel::Form;
use studies::streams::Asked;
use studies::study::{Length, Study};
use studies::variant::{Dependence, Variant};

/// The simulated first-level caches of the space-time curve, in bytes.
const SWEEP: [u64; 4] = [4 << 10, 16 << 10, STANDARD_CACHE, 64 << 10];

/// Counts what the invocation chooses, with `runner`, iai-callgrind's program.
///
/// If Callgrind fails or hangs, the variant stays uncounted with the reason, and the others are
/// counted. An error would lose the times, because cargo stops at the first target that fails.
///
/// # Errors
/// If a filter chooses nothing, or the counts cannot be written.
pub fn run(invocation: &Invocation, studies: &[Study], runner: &Path) -> Result<()> {
    let breadth = invocation.breadth();
    // Counts do not depend on which query waits for which.
    let mut plan = invocation.plan(studies, &[Context::Throughput])?;
    if invocation.list {
        terminal::list(plan.iter().flat_map(Group::labels));
        return Ok(());
    }
    let is_left_out = breadth == Breadth::Quick && invocation.filters.is_empty();
    if is_left_out || plan.is_empty() || invocation.self_check {
        info!("instructions: nothing to count");
        return Ok(());
    }
    let trial = match callgrind::valgrind() {
        Ok(trial) => trial,
        Err(reason) => {
            terminal::found("counted", &format!("not measured: {reason:#}"));
            let run = machine::run(Meter::Instructions, "Callgrind", breadth);
            let mut store = checking::open_store(run, studies)?;
            return store.note_missing("counts", &format!("{reason:#}"));
        }
    };
    let how = format!("Callgrind, {}", trial.version);
    let run = machine::run(Meter::Instructions, &how, breadth);
    let mut store = checking::open_store(run, studies)?;
    plan.retain(|group| is_counted(group, invocation));
    let plan = checking::check(&mut store, plan, |variant| trial.uncounted(variant))?;
    count_all(&mut store, &assignments(&plan, breadth), runner)
}

/// Counts these workloads, and keeps the counts and the reasons for those that are missing.
///
/// # Errors
/// If they cannot be written.
fn count_all(store: &mut Store, assignments: &[Assignment], runner: &Path) -> Result<()> {
    info!("counted per query on {} workloads, the kernel included", assignments.len());
    let mut streams = Streams::of(assignments);
    let (mut done, all) = (0, assignments.len());
    terminal::progress("counting", 0.0, all as f64);
    let count = |assignment: &Assignment, limit| callgrind::count(runner, assignment, limit);
    let ended = Counting::of(assignments).with(count, |assignment, newer| {
        done += 1;
        terminal::progress(&assignment.name(), done as f64, all as f64);
        if assignment.cache == STANDARD_CACHE {
            let Assignment { study, stream, variant, .. } = assignment;
            info!("{study}/{stream}/{variant}: {}", told(&newer));
        }
        streams.add(assignment, newer).map_or(Ok(()), |counts| store.keep_counts(counts))
    })?;
    terminal::end_of_progress();
    // After a failure, a stream is never complete.
    streams.left().try_for_each(|counts| store.keep_counts(counts))?;
    if ended.is_hopeless() {
        store.note_missing("counts", "Callgrind failed on all that was tried")?;
    }
    for ((study, variant), reason) in ended.failed {
        terminal::say(&format!("{study}/{variant}: not counted: {reason}"));
        let is_it = |known: &&records::Variant| known.study == study && known.name == variant;
        let known = store.about().variants.iter().find(is_it).cloned();
        let uncounted = known.map(|known| records::Variant { uncounted: Some(reason), ..known });
        store.describe(|records| records.variants.extend(uncounted))?;
    }
    let counted = format!("{done} of {all} workloads: instructions and cache misses");
    terminal::found("counted", &counted);
    Ok(())
}

/// The counts so far, by study and stream; those of a stream are kept when the last one arrives.
#[derive(Debug, Default)]
struct Streams(BTreeMap<(&'static str, &'static str), Awaited>);

/// The number of counts that a stream still awaits, and those that arrived, by variant.
type Awaited = (usize, BTreeMap<&'static str, Count>);

impl Streams {
    fn of(assignments: &[Assignment]) -> Streams {
        let mut streams = Streams::default();
        for Assignment { study, stream, .. } in assignments {
            streams.0.entry((study, stream)).or_default().0 += 1;
        }
        streams
    }

    /// Adds a count. Returns the counts of its stream if it was the last. Each cache of a sweep
    /// is counted by itself.
    fn add(&mut self, assignment: &Assignment, newer: Count) -> Option<Vec<Count>> {
        let Assignment { study, stream, variant, .. } = *assignment;
        let (awaited, counts) = self.0.entry((study, stream)).or_default();
        let earlier = counts.remove(variant);
        let sweeps = earlier.iter().flat_map(|earlier| &earlier.sweep);
        let mut sweep: Vec<_> = sweeps.chain(&newer.sweep).copied().collect();
        sweep.sort_unstable();
        let count = earlier.filter(|_| newer.instructions.is_none()).unwrap_or(newer);
        counts.insert(variant, Count { sweep, ..count });
        *awaited = awaited.saturating_sub(1);
        let counts = (*awaited == 0).then(|| counts.values().cloned().collect());
        counts.inspect(|_| _ = self.0.remove(&(study, stream)))
    }

    /// The counts of incomplete streams.
    fn left(self) -> impl Iterator<Item = Vec<Count>> {
        self.0.into_values().map(|(_, counts)| counts.into_values().collect())
    }
}

/// Whether a stream is counted: a study's first stream, or one that a filter names. Without
/// filters, a default run counts the questions that a search asks most, and a thorough run counts
/// programs on all streams.
fn is_counted(group: &Group<'_>, invocation: &Invocation) -> bool {
    let Group { study, stream, .. } = group;
    let is_program = study.policy.length == Length::Program;
    let is_thorough = invocation.breadth() == Breadth::Thorough;
    let is_named = invocation.filters.iter().any(|filter| filter.contains(stream));
    let is_first = *stream == study.main_stream() || is_program && is_thorough;
    let is_chosen = is_thorough || !invocation.filters.is_empty();
    is_named || is_first && (is_chosen || is_program || group.is_asked_most())
}

/// The workloads to count: one cache for each variant, and all caches for single lookups in a
/// thorough run. Programs do the same whatever their lookups, so only their reference and the
/// null control are counted.
fn assignments(plan: &[Group<'_>], breadth: Breadth) -> Vec<Assignment> {
    let mut assignments = Vec::new();
    for group in plan {
        let Group { study, stream, .. } = group;
        let is_program = study.policy.length == Length::Program;
        let is_thorough = breadth == Breadth::Thorough;
        // A single lookup, whose memory is worth a closer look.
        let is_lookup = study.policy.length == Length::Lookup && study.asks(Dependence::Dependent);
        let caches = if is_lookup && is_thorough { &SWEEP[..] } else { &[STANDARD_CACHE] };
        let of = |variant: &Variant, cache| Assignment {
            study: study.name,
            stream,
            variant: variant.name,
            cache,
        };
        let asks = |variant: &&&Variant| {
            let asked = Asked { stream, questions: None };
            (variant.workload(asked, Form::Throughput).queries)(0) > 0
        };
        let first = study.variants.first().map(|first| first.name);
        let is_counted = |variant: &&&Variant| {
            !is_program || first == Some(variant.name) || !variant.is_variant()
        };
        let variants = group.answering.iter().filter(is_counted).filter(asks);
        assignments.extend(variants.flat_map(|v| caches.iter().map(move |&cache| of(v, cache))));
    }
    assignments
}

/// A count in a few words.
fn told(count: &Count) -> String {
    let per_query = |total: Option<u64>| total.unwrap_or(0) as f64 / count.queries as f64;
    format!(
        "{:.3} instructions, {:.3} L1 data misses, {:.3} mispredictions",
        per_query(count.instructions),
        per_query(count.l1_misses),
        per_query(count.mispredictions)
    )
}

/// After this many variants without a single count, the others are not tried.
const HOPELESS: usize = 3;

/// What is left to count, and how it went so far. As many threads work on it as there are cores:
/// counts do not depend on what else the machine does.
#[derive(Debug)]
struct Counting<'a> {
    left: slice::Iter<'a, Assignment>,
    /// The reasons why something is not counted, by study and variant.
    failed: BTreeMap<(&'static str, &'static str), String>,
    /// The time of the slowest workload counted; `None` before the first.
    slowest: Option<Duration>,
}

impl<'a> Counting<'a> {
    fn of(assignments: &'a [Assignment]) -> Counting<'a> {
        Counting { left: assignments.iter(), failed: BTreeMap::new(), slowest: None }
    }

    /// Counts everything with `count`, which takes a limit for its time, and hands each result to
    /// `done` as it arrives. Returns what failed.
    ///
    /// # Errors
    /// If `done` fails.
    fn with(
        self,
        count: impl Fn(&Assignment, Duration) -> Result<Count> + Sync,
        mut done: impl FnMut(&Assignment, Count) -> Result<()>,
    ) -> Result<Counting<'a>> {
        let counting = Mutex::new(self);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                let (sender, counting, count) = (sender.clone(), &counting, &count);
                scope.spawn(move || {
                    while let Some(counted) = next(counting, count) {
                        if counted.is_some_and(|counted| sender.send(counted).is_err()) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            receiver.into_iter().try_for_each(|(assignment, count)| done(assignment, count))
        })?;
        Ok(counting.into_inner().expect("nobody panics with it"))
    }

    /// The next workload, of a variant that has not failed; `None` at the end, and if all fail.
    fn take(&mut self) -> Option<&'a Assignment> {
        let Counting { left, failed, .. } = self;
        let has_failed = |one: &Assignment| failed.contains_key(&(one.study, one.variant));
        left.find(|one| !has_failed(one)).filter(|_| !self.is_hopeless())
    }

    /// Whether to give up, because enough variants failed and nothing was counted.
    fn is_hopeless(&self) -> bool {
        self.slowest.is_none() && self.failed.len() >= HOPELESS
    }

    /// The limit for a workload: many times the time of the slowest so far.
    fn limit(&self) -> Duration {
        PATIENCE.max(20 * self.slowest.unwrap_or_default())
    }

    fn note(&mut self, time: Duration) {
        self.slowest = self.slowest.max(Some(time));
    }

    fn fail(&mut self, assignment: &Assignment, error: &Error) {
        // The runner's quotes may be long, and hold anything.
        let cause: String = visible(&format!("{error:#}")).chars().take(400).collect();
        let reason = format!("{}: {cause}", checking::FAILED);
        self.failed.entry((assignment.study, assignment.variant)).or_insert(reason);
    }
}

/// Counts the next workload; the inner value is `None` if that fails.
fn next<'a>(
    counting: &Mutex<Counting<'a>>,
    count: impl Fn(&Assignment, Duration) -> Result<Count>,
) -> Option<Option<(&'a Assignment, Count)>> {
    let counting = || counting.lock().expect("nobody panics with it");
    let assignment = counting().take()?;
    let (limit, begin) = (counting().limit(), Instant::now());
    match count(assignment, limit) {
        Ok(count) => {
            counting().note(begin.elapsed());
            Some(Some((assignment, count)))
        }
        Err(error) => {
            counting().fail(assignment, &error);
            Some(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;
    use clap::Parser;
    use records::Records;
    use std::collections::BTreeSet;
    use studies::list;

    /// One workload of each of four variants, and another of the first.
    fn assigned() -> Vec<Assignment> {
        let of = |variant, cache| Assignment { study: "s", stream: "t", variant, cache };
        vec![of("a", 1), of("a", 2), of("b", 1), of("c", 1), of("d", 1)]
    }

    /// A count of a workload of [`assigned`], with the cache of that.
    fn counted(assignment: &Assignment) -> Count {
        let good = Records::parse(include_str!("../../records/tests/good.json")).unwrap();
        let (size, instructions) = (assignment.cache, (assignment.cache == 2).then_some(7));
        Count { sweep: vec![[size, 2 * size]], instructions, ..good.counts[0].clone() }
    }

    /// What one thread counts if some variants fail, and what is not counted.
    fn tried(failing: &[&str]) -> [Vec<String>; 2] {
        let assignments = assigned();
        let (counting, mut heard) = (Mutex::new(Counting::of(&assignments)), Vec::new());
        let count = |one: &Assignment, _| {
            let is_failing = failing.contains(&one.variant);
            if is_failing { Err(anyhow!("the cause")) } else { Ok(counted(one)) }
        };
        while let Some(counted) = next(&counting, count) {
            heard.extend(counted.map(|(one, _)| one.name()));
        }
        let failed = counting.into_inner().unwrap().failed.into_iter();
        let failed = failed.map(|((study, name), reason)| format!("{study}/{name}: {reason}"));
        [heard, failed.collect()]
    }

    #[test]
    fn a_failure_costs_a_variant_and_hopeless_ones_are_not_tried() {
        let names = |names: &[&str]| names.iter().map(|name| format!("s.t.{name}")).collect();
        let failed = |names: &[&str]| {
            names.iter().map(|name| format!("s/{name}: Callgrind failed: the cause")).collect()
        };
        assert_eq!(tried(&[]), [names(&["a.1", "a.2", "b.1", "c.1", "d.1"]), vec![]]);
        assert_eq!(tried(&["a", "c"]), [names(&["b.1", "d.1"]), failed(&["a", "c"])]);
        assert_eq!(tried(&["a", "b", "c", "d"]), [vec![], failed(&["a", "b", "c"])]);
        // One was counted, so Callgrind works.
        let rest = ["b", "c", "d"];
        assert_eq!(tried(&rest), [names(&["a.1", "a.2"]), failed(&rest)]);
    }

    #[test]
    fn waiting_grows_with_the_slowest_workload() {
        let mut counting = Counting::of(&[]);
        assert_eq!(counting.limit(), PATIENCE);
        counting.note(Duration::from_secs(40));
        counting.note(Duration::from_secs(20));
        assert_eq!(counting.limit(), Duration::from_secs(800));
    }

    #[test]
    fn the_counts_of_a_stream_are_kept_together_with_all_caches() {
        let assignments = assigned();
        let (mut streams, mut kept) = (Streams::of(&assignments), Vec::new());
        let count = |one: &Assignment, _| Ok(counted(one));
        let done = |one: &Assignment, count| {
            kept.extend(streams.add(one, count));
            Ok(())
        };
        let ended = Counting::of(&assignments).with(count, done).unwrap();
        assert!(ended.failed.is_empty() && streams.left().next().is_none());
        let [kept] = &kept[..] else { panic!("{kept:?}") };
        assert_eq!((kept.len(), &kept[0].sweep[..]), (4, &[[1, 2], [2, 4]][..]));
        assert_eq!((kept[0].instructions, kept[1].instructions), (Some(7), None));
        let mut streams = Streams::of(&assignments);
        assert!(streams.add(&assignments[2], counted(&assignments[2])).is_none());
        assert!(streams.left().map(|counts| counts.len()).eq([1]));
    }

    /// The workloads that an invocation with these arguments counts.
    fn chosen(arguments: &[&str], studies: &[Study]) -> Vec<Assignment> {
        let arguments = ["instructions"].iter().chain(arguments);
        let invocation = Invocation::try_parse_from(arguments).unwrap();
        let mut plan = invocation.plan(studies, &[Context::Throughput]).unwrap();
        plan.retain(|group| is_counted(group, &invocation));
        assignments(&plan, invocation.breadth())
    }

    #[test]
    fn single_lookups_are_counted_with_all_caches_in_a_thorough_run_alone() {
        let studies = ["between", "checks", "legality"].map(|name| list::named(name).unwrap());
        let caches = |arguments: &[&str], study: &Study| {
            let all = chosen(arguments, &studies);
            let of_study = all.iter().filter(|one| one.study == study.name);
            assert!(of_study.clone().all(|one| one.stream == "positions"), "{all:?}");
            of_study.map(|one| one.cache).collect::<BTreeSet<_>>()
        };
        let [lookup, heavy, heavier] = &studies;
        assert!(lookup.policy.length == Length::Lookup && heavy.policy.length == Length::Position);
        assert_eq!(caches(&["--thorough"], lookup), SWEEP.into());
        for (arguments, study) in [(&["--thorough"][..], heavy), (&[], lookup), (&[], heavy)] {
            assert_eq!(caches(arguments, study), [STANDARD_CACHE].into());
        }
        // A search asks other questions more.
        assert!(caches(&[], heavier).is_empty());
        assert_eq!(caches(&["legality"], heavier), [STANDARD_CACHE].into());
    }

    #[cfg(feature = "search")]
    #[test]
    fn of_programs_the_reference_is_counted() {
        use records::NULL;
        let studies = [list::named("search").unwrap()];
        let [study] = &studies;
        let all = chosen(&[], &studies);
        let names: Vec<_> = all.iter().map(|one| (one.stream, one.variant)).collect();
        let both = [study.variants[0].name, NULL];
        assert_eq!(names, both.map(|name| (study.main_stream(), name)));
        assert!(chosen(&["--thorough"], &studies).len() > 2 * all.len());
    }
}
