//! What a comparison asks of its functions, and what it tells of them.

use super::*;
use crate::fixture::{tables, three};

/// Numbers of queries, more than two windows of them, and their doubles.
fn doubles(count: u64) -> Comparison<(), u64> {
    Comparison::of("double", (), 0..count)
        .variant("sum", |(), number| number + number)
        .variant("product", |(), number| 2 * number)
}

/// The sum of the answers to a range of queries that come again after so many.
fn sum(range: Range<usize>, count: usize) -> u64 {
    range.map(|query| 2 * (query % count) as u64).sum()
}

#[test]
fn every_window_asks_its_own_queries_and_all_come_again() {
    let comparison = doubles(5000);
    let contenders = comparison.contenders();
    assert_eq!(contenders.len(), 6, "two functions, a copy of each, and two loops");
    for contender in &contenders[..4] {
        let (workload, links) = &contender.workloads[0];
        // Windows of 2048 fit, and the most that are timed together.
        assert_eq!(((workload.queries)(0), (workload.queries)(1), *links), (32_768, 0, 0));
        for range in [0..64, 64..128, 4096..6144, 30_000..32_768] {
            let set = WorkingSet::new(0);
            let found = (workload.run)(None, 0, range.clone(), &set);
            assert_eq!(found, sum(range, 5000), "{}", contender.name);
        }
    }
    let names: Vec<_> = contenders.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["sum", "product", "sum", "product", "loop alone", "loop alone"]);
    for null in &contenders[4..] {
        assert_eq!((null.workloads[0].0.run)(None, 0, 0..2048, &WorkingSet::new(0)), 0);
        assert!(null.judge.is_none() && null.tables.is_empty());
    }
}

#[test]
fn a_working_set_is_touched_between_queries_if_one_asks_for_it() {
    for (comparison, bytes) in [(doubles(100), None), (doubles(100).beside(4096), Some(4096))] {
        assert_eq!(comparison.conditions().working_set, bytes);
        for contender in comparison.contenders() {
            let set = WorkingSet::new(64);
            let before = format!("{set:?}");
            (contender.workloads[0].0.run)(None, 0, 0..64, &set);
            assert_eq!(format!("{set:?}") != before, bytes.is_some(), "{}", contender.name);
            // Its answers are judged without.
            let judged = contender.judge.map(|it| (it.workload.run)(None, 0, 0..64, &set));
            assert!(judged.is_none_or(|found| found == sum(0..64, 100)));
        }
    }
}

/// A static that the last function reads moves with it and its copy, and with no other.
#[test]
fn statics_and_crates_move_with_the_functions_that_one_says() {
    let [large, low, high] = tables().map(|table| table.start);
    let (one, two) = (vec![large], vec![low, high]);
    let expected = [one.clone(), two.clone(), vec![], one, two, vec![], vec![], vec![]];
    let bytes = [32_768, 1024, 0, 32_768, 1024, 0, 0, 0];
    let contenders = three().contenders();
    let starts = |it: &Contender| it.tables.iter().map(|table| table.start).collect::<Vec<_>>();
    assert_eq!(contenders.iter().map(starts).collect::<Vec<_>>(), expected);
    assert_eq!(contenders.iter().map(|it| it.table_bytes).collect::<Vec<_>>(), bytes);
    let crates = |it: Comparison<(), u64>| it.crates.into_iter().collect::<Vec<_>>();
    assert_eq!(crates(three()), ["sampling"]);
    assert_eq!(crates(three().calling("figures")), ["figures", "sampling"]);
}

/// Doubles queries, as another compiler's loop would, and sums them up.
///
/// # Safety
/// There are so many.
unsafe extern "C" fn whole(queries: *const u64, count: usize) -> u64 {
    // SAFETY: there are so many.
    unsafe { std::slice::from_raw_parts(queries, count) }.iter().map(|number| 2 * number).sum()
}

/// The same for a wrong sum.
///
/// # Safety
/// There are so many.
unsafe extern "C" fn wrong(queries: *const u64, count: usize) -> u64 {
    // SAFETY: there are so many.
    unsafe { whole(queries, count) + u64::from(*queries == 40) }
}

#[test]
fn a_whole_loop_answers_as_functions_do_and_its_copy_is_run() {
    let table = tables()[1];
    // SAFETY: the loop reads its queries alone, and the table is a static.
    let comparison = unsafe {
        let table = Table::at(table.start as *const u8, table.bytes, table.alignment);
        doubles(5000).compiled("whole", whole, vec![table])
    };
    let contenders = comparison.contenders();
    for contender in [&contenders[2], &contenders[5]] {
        let workload = &contender.workloads[0].0;
        let kernel: Compiled<u64> = whole;
        assert_eq!((&*contender.name, workload.kernel), ("whole", kernel as usize));
        assert_eq!((contender.tables[0].start, contender.table_bytes), (table.start, 512));
        for range in [0..64, 4096..6144, 30_000..32_768] {
            let found = (workload.run)(None, 0, range.clone(), &WorkingSet::new(0));
            assert_eq!(found, sum(range, 5000));
        }
        // What is no copy of it is not run in its place.
        let other: Compiled<u64> = wrong;
        let copied = crate::arena::Arena::take().unwrap().copied(other as usize, 0);
        let run = std::panic::AssertUnwindSafe(|| {
            (workload.run)(Some(copied), 0, 0..64, &WorkingSet::new(0))
        });
        assert!(std::panic::catch_unwind(run).is_err(), "the copy was left aside");
    }
}

#[test]
fn a_whole_loop_with_wrong_answers_or_a_working_set_is_refused() {
    let error = |it: Comparison<(), u64>| it.run(Duration::ZERO).unwrap_err().to_string();
    // SAFETY: the loops read their queries alone.
    let made = |it: Compiled<u64>| unsafe { doubles(100).compiled("loop", it, Vec::new()) };
    assert_eq!(error(made(wrong)), "double: loop answers query 40 unlike sum");
    let refused = error(made(whole).beside(4096));
    assert_eq!(refused, "double: a whole loop touches no working set: expected functions");
}

#[test]
fn windows_are_as_long_as_the_slowest_function_allows() {
    let fast = || doubles(5000);
    let slow = |(): &(), number: u64| {
        let start = Instant::now();
        while start.elapsed() < 2 * WINDOW {}
        2 * number
    };
    for comparison in [fast().variant("slow", slow), {
        let first = Comparison::of("double", (), 0..5000_u64).variant("slow", slow);
        first.variant("fast", |(), number| 2 * number)
    }] {
        let Conditions { window, warm_up, .. } = comparison.conditions();
        assert_eq!((window, warm_up), (1, [1, 16]));
    }
    // Beside other programs, some tries are short; on an emulated processor all are, of 64.
    let longest = (0..20).map(|_| fast().conditions().window).max().unwrap();
    assert!((8..=2048).contains(&longest) && longest.is_power_of_two(), "{longest}");
}
