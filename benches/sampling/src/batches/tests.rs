//! Batches of a few functions on this machine.

use super::lengths::{CLOCK_STEPS, LINE, MOST_TIMED, TRIALS};
use super::*;
use crate::fixture::{hot, runner};
use crate::hardware::{IdleProbe, READ};
use crate::working_set::TOUCHES;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// Windows that run until they are learnt.
fn learnt() -> (Vec<Contender>, Conditions) {
    let (contenders, conditions) = hot();
    (contenders, Conditions { is_learnt: true, name: "learnt".to_owned(), ..conditions })
}

/// The batches of these.
fn batches(runner: &Runner, (contenders, conditions): (Vec<Contender>, Conditions)) -> Batches<'_> {
    runner.batches(contenders, conditions).unwrap()
}

/// A lane's actions, with the part and the queries of each.
type Notes = Rc<RefCell<Vec<(&'static str, (usize, Range<usize>))>>>;

/// Notes a lane's actions from now on.
fn noted(work: &mut Work) -> Notes {
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

const BATCH: Batch = Batch { block: 5, round: 3, attempt: 1 };

/// The tables of the last one can't be read, so its batch is asked query by query first.
#[test]
fn a_batch_warms_tables_and_asks_what_the_processor_has_not_seen_or_has_learnt() {
    let machine = runner(1);
    for lane in [0, 2] {
        for is_learnt in [false, true] {
            let mut batches = batches(&machine, if is_learnt { learnt() } else { hot() });
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
            let apart = if lane == 2 && !is_learnt { queries.collect() } else { vec![] };
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
            assert_eq!(*notes.borrow(), expected, "lane {lane}, learnt {is_learnt}");
        }
    }
}

/// However long a warm-up is, tables are read before its last 1024 queries, and the queries that
/// are timed last.
#[test]
fn a_long_warm_up_leaves_tables_and_queries_as_near_as_a_short_one() {
    let machine = runner(1);
    let (contenders, conditions) = hot();
    let conditions = Conditions { window: 1024, warm_up: [1024, 1 << 13], ..conditions };
    let mut batches = batches(&machine, (contenders, conditions));
    batches.lay_out(0).unwrap();
    let length = batches.works[0].windows.length();
    let short = 1024 / length;
    for warm_up in [short, 4 * short] {
        batches.lengths.warm_up = Some(warm_up);
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
    let led = || {
        let (contenders, conditions) = hot();
        (contenders, Conditions { lead: 100, most_timed: 1, name: "led".to_owned(), ..conditions })
    };
    for (conditions, lead) in [(hot as fn() -> _, 0), (learnt, 0), (led, 100)] {
        // Beside another program, one of two clocks may take nanoseconds.
        let both = || (runner(1), Clock::open());
        let mut opened = std::iter::repeat_with(both).take(20);
        let is_alike =
            |(machine, clock): &(Runner, Clock)| machine.host.clock().unit() == clock.unit();
        let (machine, clock) = opened.find(is_alike).expect("two clocks of one unit");
        let mut batches = batches(&machine, conditions());
        let name = batches.conditions.name.clone();
        batches.lay_out(0).unwrap();
        // Whatever the clock decides: some windows together, or one some times.
        let Lengths { timed, repeats, .. } = &mut batches.lengths;
        let several = if name == "learnt" { repeats } else { timed };
        *several = if lead > 0 { 1 } else { 3.max(*several) };
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
            let length = batches.works[0].windows.length() - lead;
            assert!(last.iter().all(|(_, queries)| *queries == length));
            let took: f64 = last.iter().map(|(took, _)| took).sum();
            time * (length * timed) as f64 / took
        });
        let excess: Vec<_> = excess.collect();
        assert!(excess.iter().all(|excess| *excess >= 1.0), "{name}: {excess:?}");
        assert!(excess.iter().any(|excess| *excess < 1.02), "{name}: {excess:?}");
    }
}

#[test]
fn every_block_has_a_layout_of_its_own() {
    let machine = runner(1);
    let mut batches = batches(&machine, learnt());
    let mut places = |block| {
        batches.lay_out(block).unwrap();
        batches.entries.iter().map(|entry| format!("{:?}", entry.placed)).collect::<Vec<_>>()
    };
    let [first, second, again] = [0, 1, 0].map(&mut places);
    assert_eq!(first, again);
    let is_moved = first.iter().zip(&second).all(|(first, second)| first != second);
    assert_eq!(is_moved, cfg!(all(target_os = "linux", target_arch = "x86_64")));
    assert_eq!(is_moved, machine.one_layout().is_none());
}

#[test]
fn a_batch_is_long_by_its_clock_and_touches_its_working_set_twice() {
    let machine = runner(1);
    for bytes in [None, Some(1 << 20)] {
        let asked = || {
            let (contenders, conditions) = hot();
            let name = format!("beside {bytes:?}");
            (contenders, Conditions { name, working_set: bytes, ..conditions })
        };
        let mut batches = batches(&machine, asked());
        batches.lay_out(0).unwrap();
        let warm_ups = batches.warm_ups();
        assert!(warm_ups.len() == 3 && warm_ups.windows(2).all(|two| two[0] == two[1]));
        for &queries in &warm_ups {
            let mut least = 2048;
            if let Some(bytes) = bytes {
                // Four lines of 64 bytes between two queries.
                least = least.max(2 * bytes as usize / 64 / 4);
            }
            assert!((least..=1 << 17).contains(&queries), "{queries} of {least}");
        }
        let (contenders, conditions) = asked();
        let again = machine.batches(contenders, conditions).unwrap();
        assert_eq!(again.warm_ups(), warm_ups, "derived once");
        // A length that was derived while the core was busy is too short for a quiet one: so it was
        // with 399 steps, beside a compiler on each core.
        let steps = (0..5).map(|attempt| {
            let (contenders, conditions) = asked();
            let name = format!("{} {attempt}", conditions.name);
            let mut batches =
                machine.batches(contenders, Conditions { name, ..conditions }).unwrap();
            batches.lay_out(0).unwrap();
            steps_of_a_batch(&mut batches, machine.host.clock().resolution() as f64)
        });
        let most = steps.fold(0.0, f64::max);
        assert!(most > 400.0, "{most} steps in a batch of the reference");
    }
}

/// The steps of the clock that the fastest of twenty batches takes.
fn steps_of_a_batch(batches: &mut Batches<'_>, step: f64) -> f64 {
    let fastest = (0..20).map(|round| {
        let batch = Batch { round, ..BATCH };
        let time = batches.measure(0, batch).unwrap();
        time * (batches.lengths.timed * batches.works[0].windows.length()) as f64
    });
    fastest.fold(f64::INFINITY, f64::min) / step
}

#[test]
fn batches_have_the_lengths_of_the_method() {
    assert_eq!((CLOCK_STEPS, MOST_TIMED, TRIALS), (600.0, 16, 3));
    assert_eq!((TOUCHES, LINE, PARTS, PASSES), (4, 64, 32, 8));
    assert_eq!(ROOM, 64 << 20);
}

#[test]
fn each_variant_has_its_stack_at_a_multiple_of_16_bytes_below_a_page() {
    let machine = runner(1);
    let mut batches = batches(&machine, learnt());
    let mut depths = BTreeSet::new();
    for block in 0..107 {
        batches.lay_out(block).unwrap();
        let drawn: Vec<_> = batches.entries.iter().map(|entry| entry.depth).collect();
        assert!(drawn.iter().any(|depth| *depth != drawn[0]));
        depths.extend(drawn);
    }
    assert!(depths.iter().all(|depth| depth % 16 == 0 && *depth < 4096), "{depths:?}");
    // Three functions draw 321 of 256 places.
    assert!(depths.len() > 150 && *depths.last().unwrap() > 3800, "{depths:?}");
    let place = Rc::new(Cell::new(0));
    let seen = Rc::clone(&place);
    batches.works[0].workload.run = Box::new(move |_, _, _, _| {
        let here = 0_u8;
        seen.set(std::ptr::from_ref(black_box(&here)).addr());
        0
    });
    let mut at = |depth| {
        batches.entries[0].depth = depth;
        let _ = batches.measure(0, BATCH);
        place.get()
    };
    let [high, low] = [0, 2048].map(&mut at);
    assert!((2048..3072).contains(&(high - low)), "{high} and {low}");
}

/// Layouts, stacks, and the first window of a round.
#[test]
fn a_seed_draws_what_another_does_not() {
    let drawn = |seed| {
        let machine = runner(seed);
        let mut batches = batches(&machine, learnt());
        batches.lay_out(0).unwrap();
        let placed = batches.entries.iter().map(|entry| format!("{:?}", entry.placed));
        let places: Vec<_> = placed.collect();
        let depths: Vec<_> = batches.entries.iter().map(|entry| entry.depth).collect();
        let (contenders, conditions) = hot();
        let mut hot = machine.batches(contenders, conditions).unwrap();
        // The clock decides about it.
        hot.lengths.timed = 1;
        (places, depths, hot.windows(0, BATCH))
    };
    let [one, again, other] = [7, 7, 8].map(drawn);
    assert_eq!(one, again);
    assert!(one.1 != other.1 && one.2 != other.2, "{one:?} and {other:?}");
    assert_eq!(one.0 != other.0, cfg!(all(target_os = "linux", target_arch = "x86_64")));
}

/// A loop of twenty instructions that runs a thousand times.
#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "only code of x86-64 is read")]
#[cfg_attr(windows, ignore = "executables of Windows have no symbols")]
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
        assert!((20..=21).contains(&most), "{listing:#?}");
        let counts = |line: &String| line.ends_with(" 0x3e8");
        assert!(listing.iter().any(counts), "{listing:#?}");
    }
}

#[test]
fn a_working_set_has_the_bytes_of_the_conditions() {
    let machine = runner(1);
    // The last is smaller than the set before.
    for bytes in [4096, 8192, 2048] {
        let (contenders, conditions) = hot();
        let conditions = Conditions { working_set: Some(bytes), ..conditions };
        machine.batches(contenders, conditions).unwrap();
        assert_eq!(machine.set.borrow().taken(), bytes);
    }
}

#[test]
fn a_wrong_answer_is_found_while_it_is_timed_unless_nobody_judges_it() {
    let machine = runner(1);
    for (bytes, is_learnt) in [(None, false), (Some(4096), false), (None, true)] {
        let (mut contenders, conditions) = if is_learnt { learnt() } else { hot() };
        let name = format!("{} beside {bytes:?}", conditions.name);
        let conditions = Conditions { name: name.clone(), working_set: bytes, ..conditions };
        let run =
            Box::new(|_: Option<_>, _, range: Range<usize>, _: &WorkingSet| range.len() as u64);
        contenders[1].workloads[0].0.run = run;
        contenders[1].judge.as_mut().unwrap().name = "another".to_owned();
        contenders[2].judge = None;
        let mut batches = machine.batches(contenders, conditions).unwrap();
        batches.lengths.warm_up = Some(1);
        batches.lay_out(0).unwrap();
        let mut right = |lane| batches.measure(lane, BATCH).map(drop).map_err(|it| it.to_string());
        assert_eq!([right(0), right(2)], [Ok(()), Ok(())]);
        assert_eq!(right(1), Err(format!("small: wrong answers on {name} while timed")));
    }
}

#[test]
fn too_few_queries_for_a_window_are_an_error() {
    let (mut contenders, conditions) = hot();
    contenders[1].workloads[0].0.queries = Box::new(|part| if part == 3 { 63 } else { 0 });
    let error = runner(1).batches(contenders, conditions).unwrap_err();
    assert_eq!(error.to_string(), "too few queries for a window");
}

/// A wrong answer in any of the windows that are timed together.
#[test]
fn a_wrong_answer_in_one_of_many_windows_is_found() {
    let machine = runner(1);
    for wrong in 0..3 {
        let mut batches = batches(&machine, hot());
        batches.lengths.timed = 3;
        batches.lengths.warm_up = Some(0);
        batches.lay_out(0).unwrap();
        let work = &mut batches.works[0];
        let run = std::mem::replace(&mut work.workload.run, Box::new(|_, _, _, _| 0));
        let ran = Cell::new(0);
        work.workload.run = Box::new(move |copied, part, range, set| {
            let number = ran.replace(ran.get() + 1);
            run(copied, part, range, set) + u64::from(number == wrong)
        });
        let error = batches.measure(0, BATCH).unwrap_err();
        assert_eq!(error.to_string(), "large: wrong answers on numbers while timed");
        assert!(batches.measure(0, BATCH).is_ok());
    }
}

/// A function finds its own tables in the caches: those of its copy, where the layout put them.
#[test]
fn the_tables_that_a_copy_reads_are_read_before_its_batch() {
    let machine = runner(1);
    let mut batches = batches(&machine, hot());
    batches.lengths.warm_up = Some(0);
    let [large, low, high] = crate::fixture::tables().map(|table| table.start);
    let mut places = BTreeSet::new();
    for block in 0..3 {
        batches.lay_out(block).unwrap();
        for (lane, bytes, originals) in
            [(0, vec![8 * 4096], vec![large]), (1, vec![512, 512], vec![low, high])]
        {
            READ.take();
            batches.measure(lane, BATCH).unwrap();
            let (starts, read): (Vec<_>, Vec<_>) = READ.take().into_iter().unzip();
            assert_eq!(read, bytes, "lane {lane}");
            let stays = starts.iter().any(|start| originals.contains(start));
            assert_eq!(stays, machine.one_layout().is_some(), "lane {lane} of {block}");
            places.extend(starts);
        }
    }
    assert_eq!(places.len(), if machine.one_layout().is_some() { 3 } else { 9 });
}

/// The code of the second can't be found, as that of a foreign library; that of the third may not move.
#[test]
fn functions_whose_code_is_not_copied_stay_in_place() {
    let machine = runner(1);
    let (mut contenders, conditions) = hot();
    for (workload, _) in &mut contenders[1].workloads {
        workload.kernel = 1;
    }
    contenders[2].stays = true;
    let fixed = batches(&machine, (contenders, conditions)).fixed();
    assert_eq!(fixed, if machine.one_layout().is_some() { vec![] } else { vec![1, 2] });
}

#[test]
fn without_copies_there_is_one_layout_and_its_reason() {
    let mut machine = runner(1);
    machine.loader = Err("nothing moves".to_owned());
    let reason = machine.artefact.missing().unwrap_or("nothing moves");
    assert_eq!(machine.one_layout().as_deref(), Some(reason));
    let mut batches = batches(&machine, hot());
    batches.lay_out(0).unwrap();
    assert!(batches.works.iter().all(|work| batches.placed(work).is_none()));
    assert_eq!(batches.fixed(), [0; 0], "no function stays where the others move");
}
