//! Batches of a few variants on this machine.

use super::lengths::{CLOCK_STEPS, LINE, MOST_TIMED, MOST_WARM, TRIALS};
use super::*;
use records::Unit;
use sampling::hardware::IdleProbe;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;
use studies::kernel::TOUCHES;
use studies::list;
use studies::streams::{DRAWN, QUERIES};

fn hot(study: &Study, dependent: bool) -> Setting<'static> {
    Setting::hot(study.name, study.main_stream(), dependent)
}

fn learnt(study: &Study) -> Setting<'static> {
    Setting { context: Context::Learnt, ..hot(study, false) }
}

fn beside(study: &Study, dependent: bool, bytes: u64) -> Setting<'static> {
    let at = Some((Parameter::WorkingSet, bytes));
    Setting { context: Context::Beside, at, ..hot(study, dependent) }
}

fn compared(study: &Study) -> Compared<'_> {
    Compared::new(study, study.variants.iter().take(3), |_| None).unwrap()
}

fn this(study: &Study) -> ThisMachine {
    ThisMachine::new(std::slice::from_ref(study), 1)
}

/// Runs each lane twice in each of two layouts. Returns whether all its answers were right.
fn are_right(study: &Study, setting: Setting<'static>) -> Vec<bool> {
    let (machine, compared) = (this(study), compared(study));
    let mut lanes = machine.lanes(&compared, setting).unwrap();
    let count = lanes.lanes().len();
    let mut are_right = vec![true; count];
    for block in 0..2 {
        // The first layout derives warm-ups.
        if lanes.lay_out(block).is_err() {
            return vec![false; count];
        }
        for (lane, is_right) in are_right.iter_mut().enumerate() {
            for attempt in 0..2 {
                *is_right &= lanes.measure(lane, Batch { block, round: block, attempt }).is_ok();
            }
        }
    }
    are_right
}

#[test]
fn wrong_answers_are_found_while_they_are_timed() {
    let between = list::named("between").unwrap();
    let every = [false, true]
        .map(|dependent| [hot(&between, dependent), beside(&between, dependent, 4096)]);
    for setting in every.into_iter().flatten().chain([learnt(&between)]) {
        let mut study = list::named("between").unwrap();
        assert!(are_right(&study, setting).into_iter().all(|is| is), "{setting}");
        // Null, which answers nothing, becomes the oracle that the others must equal.
        std::mem::swap(&mut study.null, &mut study.oracle);
        let are_right = are_right(&study, setting);
        // Three variants and their copies; then the control that stands for null.
        let variants = are_right.len() / 8 * 6;
        assert!(!are_right[..variants].iter().any(|is| *is), "{setting}");
    }
}

/// A lane's actions, with the part and the queries of each.
type Notes = Rc<RefCell<Vec<(&'static str, (usize, Range<usize>))>>>;

/// Notes a lane's actions from now on.
fn noted(work: &mut Work<'_>) -> Notes {
    let notes = Notes::default();
    let [runs, touches] = [(); 2].map(|()| Rc::clone(&notes));
    let Workload { run, touch, .. } = &mut work.workload;
    let kernel = std::mem::replace(run, Box::new(|_, _, _, _| 0));
    *run = Box::new(move |copied, part, range, set| {
        let what = if copied.is_some() { "ran a copy on" } else { "ran on" };
        runs.borrow_mut().push((what, (part, range.clone())));
        kernel(copied, part, range, set)
    });
    *touch = Box::new(move |part, range| {
        touches.borrow_mut().push(("touched", (part, range)));
        0
    });
    notes
}

/// The reference of a study and a library.
fn with_library(study: &Study) -> Compared<'_> {
    let libraries = study.variants.iter().filter(|v| v.kind == Kind::Library).take(1);
    Compared::new(study, libraries, |_| None).unwrap()
}

const BATCH: Batch = Batch { block: 5, round: 3, attempt: 1 };

/// The tables of a library can't be read, so its batch is asked query by query first.
#[test]
fn a_batch_warms_tables_and_asks_what_the_processor_has_not_seen_or_has_learnt() {
    let study = list::named("between").unwrap();
    let (machine, compared) = (this(&study), with_library(&study));
    for lane in [0, 1] {
        for setting in [hot(&study, false), learnt(&study)] {
            let is_learnt = setting.context == Context::Learnt;
            let mut batches = machine.batches(&compared, setting).unwrap();
            batches.lay_out(0).unwrap();
            let notes = noted(&mut batches.works[lane]);
            batches.measure(lane, BATCH).unwrap();
            let work = &batches.works[lane];
            let (steps, timed) = batches.windows(lane, BATCH);
            // The ninth time is timed.
            let passes = if is_learnt { 8 } else { 0 };
            let passes: Vec<_> = std::iter::repeat_n(timed.start, passes).collect();
            let ran =
                |step: &Before| if let Before::Run(number) = step { Some(*number) } else { None };
            let before: Vec<_> = steps.iter().filter_map(ran).collect();
            let timed: Vec<_> = timed.map(|number| work.windows.at(number)).collect();
            let ran = if batches.placed(work).is_some() { "ran a copy on" } else { "ran on" };
            let touched = timed.iter().map(|window| ("touched", window.clone()));
            let window = |number: &usize| (ran, work.windows.at(*number));
            let (warmed, learnt) = (before.iter().map(window), passes.iter().map(window));
            let repeats = std::iter::repeat_n(timed.iter(), batches.lengths.repeats);
            let asked = repeats.flatten().map(|window| (ran, window.clone()));
            let queries = timed.iter().flat_map(|(part, range)| {
                range.clone().map(|query| (ran, (*part, query..query + 1)))
            });
            let apart = if lane == 1 && !is_learnt { queries.collect() } else { vec![] };
            if !apart.is_empty() {
                let mut noted = notes.borrow_mut();
                let first = touched.len() + before.len() + passes.len();
                let asked = &mut noted[first..][..apart.len()];
                assert!(!asked.is_sorted_by_key(|(_, (_, range))| range.start));
                let place = |(part, range): &(usize, Range<usize>)| {
                    (timed.iter().position(|(known, _)| known == part), range.start)
                };
                asked.sort_by_key(|(_, window)| place(window));
            }
            let known = warmed.chain(touched).chain(learnt).chain(apart).chain(asked);
            let expected: Vec<_> = known.collect();
            assert_eq!(*notes.borrow(), expected, "{setting}");
        }
    }
}

/// However long a warm-up is, tables are read before its last 1024 positions, and the queries that are
/// timed last.
#[test]
fn a_long_warm_up_leaves_tables_and_queries_as_near_as_a_short_one() {
    let study = list::named("pins").unwrap();
    let (machine, compared) = (this(&study), compared(&study));
    let mut batches = machine.batches(&compared, hot(&study, false)).unwrap();
    batches.lay_out(0).unwrap();
    let length = batches.works[0].windows.length();
    let short = 1024 / length;
    for warm_up in [short, 4 * short] {
        batches.lengths.warm_up.fill(warm_up);
        let (steps, timed) = batches.windows(0, BATCH);
        let read = steps.iter().position(|step| *step == Before::ReadTables).unwrap();
        let run = |range: Range<usize>| range.map(Before::Run).collect::<Vec<_>>();
        assert_eq!(steps[..read], run(timed.start - warm_up..timed.start - short));
        assert_eq!(steps[read + 1..][..short], run(timed.start - short..timed.start));
        let touched: Vec<_> = timed.map(Before::Touch).collect();
        assert_eq!(steps[read + 1 + short..], touched);
    }
}

/// A clock around the timed runs alone shows that neither warming nor leading queries count.
#[test]
fn the_time_of_a_query_is_that_of_the_timed_runs_by_their_queries() {
    let studies = ["between", "perft", "search"].map(|name| list::named(name).unwrap());
    let hot = studies.iter().map(|study| (study, hot(study, false)));
    for (study, setting) in hot.chain([(&studies[0], learnt(&studies[0]))]) {
        let compared = compared(study);
        // Beside another program, one of two clocks may take nanoseconds.
        let both = || (this(study), Clock::open());
        let mut opened = std::iter::repeat_with(both).take(20);
        let is_alike = |(machine, clock): &(ThisMachine, Clock)| machine.facts.unit == clock.unit();
        let (machine, clock) = opened.find(is_alike).expect("two clocks of one unit");
        let mut batches = machine.batches(&compared, setting).unwrap();
        batches.lay_out(0).unwrap();
        let timed = batches.lengths.timed * batches.lengths.repeats;
        let runs = Rc::new(RefCell::new(Vec::new()));
        let seen = Rc::clone(&runs);
        let run = &mut batches.works[0].workload.run;
        let kernel = std::mem::replace(run, Box::new(|_, _, _, _| 0));
        *run = Box::new(move |copied, part, range, set| {
            let start = clock.start();
            std::thread::sleep(Duration::from_millis(1));
            let sum = kernel(copied, part, range.clone(), set);
            seen.borrow_mut().push((clock.elapsed(start) as f64, range.len()));
            sum
        });
        // Another program may run between the two readings.
        let excess = (0..5).map(|round| {
            let time = batches.measure(0, Batch { round, ..BATCH }).unwrap();
            let runs = runs.borrow();
            let last = &runs[runs.len() - timed..];
            let length = batches.works[0].windows.length() - study.policy.lead;
            assert!(last.iter().all(|(_, queries)| *queries == length));
            let took: f64 = last.iter().map(|(took, _)| took).sum();
            time * (length * timed) as f64 / took
        });
        let excess: Vec<_> = excess.collect();
        assert!(excess.iter().all(|excess| *excess >= 1.0), "{setting}: {excess:?}");
        assert!(excess.iter().any(|excess| *excess < 1.02), "{setting}: {excess:?}");
    }
}

#[test]
fn every_block_has_a_layout_of_its_own() {
    let study = list::named("between").unwrap();
    let (machine, compared) = (this(&study), compared(&study));
    let mut batches = machine.batches(&compared, learnt(&study)).unwrap();
    let mut places = |block| {
        batches.lay_out(block).unwrap();
        batches.placed.iter().map(|placed| format!("{placed:?}")).collect::<Vec<_>>()
    };
    let [first, second, again] = [0, 1, 0].map(&mut places);
    assert_eq!(first, again);
    let is_moved = first.iter().zip(&second).all(|(first, second)| first != second);
    assert_eq!(is_moved, cfg!(all(target_os = "linux", target_arch = "x86_64")));
    assert_eq!(is_moved, machine.facts.one_layout.is_none());
}

#[test]
fn a_batch_is_long_by_its_clock_and_touches_its_working_set_twice() {
    let study = list::named("between").unwrap();
    let (machine, compared) = (this(&study), compared(&study));
    for setting in [hot(&study, false), beside(&study, true, 1 << 20)] {
        let mut batches = machine.batches(&compared, setting).unwrap();
        batches.lay_out(0).unwrap();
        let warm_ups = batches.warm_ups();
        assert_eq!(warm_ups.len(), compared.all().count());
        for &queries in &warm_ups {
            let mut least = study.policy.warm_up;
            if let Some((_, bytes)) = setting.at {
                // Four lines of 64 bytes between two queries.
                least = least.max(2 * bytes as usize / 64 / 4);
            }
            assert!((least..=1 << 17).contains(&queries), "{queries} of {least}");
        }
        let again = machine.batches(&compared, setting).unwrap();
        assert_eq!(again.warm_ups(), warm_ups, "derived once");
        let fastest = (0..20).map(|round| {
            let batch = Batch { round, ..BATCH };
            let time = batches.measure(0, batch).unwrap();
            time * (batches.lengths.timed * batches.works[0].windows.length()) as f64
        });
        let fastest = fastest.fold(f64::INFINITY, f64::min);
        let steps = fastest / machine.host.clock().resolution() as f64;
        // It was long enough when its length was derived.
        assert!(steps > 400.0, "{steps} steps in a batch of the reference");
    }
}

#[test]
fn a_setting_says_what_is_asked_and_touched_by_which_kernels() {
    let study = list::named("maps").unwrap();
    let at = Some((Parameter::Questions, 4));
    let upkeep = Setting { context: Context::Upkeep, at, ..hot(&study, false) };
    // One machine at a time may copy code.
    let asked = this(&study).batches(&compared(&study), upkeep).unwrap().asked;
    assert_eq!(asked, Asked { stream: upkeep.stream, questions: Some(4) });

    let study = list::named("between").unwrap();
    let (machine, compared) = (this(&study), with_library(&study));
    // The last is smaller than the set before.
    for bytes in [4096, 8192, 2048] {
        machine.batches(&compared, beside(&study, false, bytes)).unwrap();
        assert_eq!(machine.set.borrow().taken(), bytes);
    }
    for (setting, expected) in [
        (hot(&study, false), &[(Form::Throughput, 0)][..]),
        (hot(&study, true), &[(Form::Latency, 0), (Form::Lengthened, LINKS)]),
        (learnt(&study), &[(Form::Throughput, 0)]),
        (beside(&study, false, 0), &[(Form::Beside, 0)]),
        (beside(&study, true, 0), &[(Form::BesideDependent, 0)]),
    ] {
        assert_eq!(forms(setting), expected, "{setting}");
    }
}

#[test]
fn batches_have_the_lengths_of_the_method() {
    assert_eq!((CLOCK_STEPS, MOST_TIMED, TRIALS), (600.0, 16, 3));
    // Of single lookups, and of answers about positions.
    assert_eq!((MOST_WARM, LINE), ([131_072, 8192], 64));
    assert_eq!((TOUCHES, LINKS, PARTS, PASSES), (4, 8, 32, 8));
    assert_eq!((PARTS * DRAWN, QUERIES), (1 << 20, 16_384));
    assert_eq!(ROOM, 64 << 20);
}

#[test]
fn each_variant_has_its_stack_at_a_multiple_of_16_bytes_below_a_page() {
    let study = list::named("between").unwrap();
    let (machine, compared) = (this(&study), compared(&study));
    let mut batches = machine.batches(&compared, learnt(&study)).unwrap();
    let mut depths = BTreeSet::new();
    for block in 0..40 {
        batches.lay_out(block).unwrap();
        assert!(batches.depths.iter().any(|depth| *depth != batches.depths[0]));
        depths.extend(batches.depths.iter().copied());
    }
    assert!(depths.iter().all(|depth| depth % 16 == 0 && *depth < 4096), "{depths:?}");
    // Eight variants, copies and controls draw 320 of 256 places.
    assert!(depths.len() > 150 && *depths.last().unwrap() > 3800, "{depths:?}");
    let place = Rc::new(Cell::new(0));
    let seen = Rc::clone(&place);
    batches.works[0].workload.run = Box::new(move |_, _, _, _| {
        let here = 0_u8;
        seen.set(std::ptr::from_ref(black_box(&here)).addr());
        0
    });
    let mut at = |depth| {
        batches.depths[0] = depth;
        let _ = batches.measure(0, BATCH);
        place.get()
    };
    let [high, low] = [0, 2048].map(&mut at);
    assert!((2048..3072).contains(&(high - low)), "{high} and {low}");
}

/// Layouts, stacks, and the first window of a round.
#[test]
fn a_seed_draws_what_another_does_not() {
    let study = list::named("between").unwrap();
    let drawn = |seed| {
        let machine = ThisMachine::new(std::slice::from_ref(&study), seed);
        assert_eq!(machine.facts.seed, seed);
        let compared = compared(&study);
        let mut batches = machine.batches(&compared, learnt(&study)).unwrap();
        batches.lay_out(0).unwrap();
        let placed = batches.placed.iter().map(|placed| format!("{placed:?}"));
        let places: Vec<_> = placed.collect();
        let mut hot = machine.batches(&compared, hot(&study, false)).unwrap();
        // The clock decides about it.
        hot.lengths.timed = 1;
        (places, batches.depths.clone(), hot.windows(0, BATCH))
    };
    let [one, again, other] = [7, 7, 8].map(drawn);
    assert_eq!(one, again);
    assert!(one.1 != other.1 && one.2 != other.2, "{one:?} and {other:?}");
    assert_eq!(one.0 != other.0, cfg!(all(target_os = "linux", target_arch = "x86_64")));
}

/// A loop of twenty instructions that runs a thousand times.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_probe_runs_20_000_instructions() {
    let artefact = Artefact::read();
    let is = [
        (IdleProbe::Nops, (|line| line == "nop") as fn(&str) -> bool),
        (IdleProbe::Additions, |line| line.starts_with("add ")),
        (IdleProbe::WideNops, |line| line.starts_with("nop ") && line.contains("0x200")),
    ];
    for (probe, is_it) in is {
        let listing = artefact.listing(probe.run() as usize, "sampling");
        let in_a_row = listing.chunk_by(|a, b| is_it(a) && is_it(b));
        let most = in_a_row.map(<[_]>::len).max().unwrap_or(0);
        // A compiler may align the loop by another `nop`.
        assert!(artefact.missing().is_some() || (20..=21).contains(&most), "{listing:#?}");
        let counts = |line: &String| line.ends_with(" 0x3e8");
        assert!(artefact.missing().is_some() || listing.iter().any(counts), "{listing:#?}");
    }
}

#[test]
fn a_run_says_how_fast_the_core_is_by_another_clock() {
    let study = list::named("between").unwrap();
    let machine = this(&study);
    let how = machine.how();
    let (meter, others) = how.split_once("; ").unwrap();
    assert_eq!(meter, machine.clock().meter());
    let (additions, counted) = others.split_once(" additions a nanosecond").unwrap();
    let is_plausible = (0.4..=7.0).contains(&additions.parse::<f64>().unwrap());
    assert!(is_plausible || machine.facts.unit == Unit::Nanoseconds, "{how}");
    assert!(counted.is_empty() || counted.ends_with(" cycles as counted"), "{how}");
    let counts = [None, Some(0.91), Some(1.0), Some(1.09)];
    assert!(counts.into_iter().all(is_a_cycle));
    assert!(![0.5, 0.89, 1.11, 2.0].into_iter().any(|cycles| is_a_cycle(Some(cycles))));
}
