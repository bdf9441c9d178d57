//! Comparisons of ordinary functions on this machine.

use figures::{Unit, Verdict};
use sampling::{Answer, Comparison, Outcome};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Short, because other tests run beside.
const SHORT: Duration = Duration::from_millis(400);

static NUMBERS: [u32; 1024] = {
    let (mut numbers, mut n) = ([0; 1024], 0);
    while n < 1024 {
        numbers[n] = 3 * n as u32;
        n += 1;
    }
    numbers
};

fn queries(count: u32) -> impl Iterator<Item = u32> {
    (0..count).map(|number| number.wrapping_mul(0x9e37_79b1) % 3072)
}

/// Ten times the work, and once, for this long at first, and longer while other programs leave too few
/// rounds.
fn found(make: impl Fn() -> Comparison<(), u32>) -> Outcome {
    let tries = (0..6).map(|number| make().seed(7).run(SHORT * (1 << number)));
    tries.into_iter().find_map(Result::ok).expect("a figure in 13 seconds")
}

fn comparison() -> Comparison<(), u32> {
    Comparison::of("find", (), queries(1 << 16))
        .variant("binary", |(), number| NUMBERS.binary_search(&number).is_ok())
        .reading(&NUMBERS)
        .variant("linear", |(), number| NUMBERS.contains(&number))
        .reading(&NUMBERS)
}

#[test]
fn a_much_slower_function_is_slower_and_copies_are_like_themselves() {
    let outcome = found(comparison);
    let [binary, linear] = &outcome.rows[..] else { panic!("{} rows", outcome.rows.len()) };
    assert_eq!((&*binary.name, binary.ratio, binary.verdict), ("binary", None, None));
    assert_eq!((&*linear.name, linear.verdict), ("linear", Some(Verdict::Slower)));
    let ratio = linear.ratio.unwrap();
    assert!(1.5 < ratio.low && ratio.low <= ratio.value && ratio.value <= ratio.high, "{ratio:?}");
    // The ratio is that of the times, both with the loop.
    let times = linear.time.value / binary.time.value;
    assert!((0.7..1.4).contains(&(times / ratio.value)), "{times} and {ratio:?}");
    for row in &outcome.rows {
        let copy = row.copy.unwrap();
        assert!((0.8..1.25).contains(&copy.value), "{}: {copy:?}", row.name);
        assert!(row.time.value > outcome.null.value, "{row:?} and {:?}", outcome.null);
    }
    assert_eq!((outcome.seed, &*outcome.what), (7, "find"));
    assert!(outcome.layouts >= 6 && outcome.rounds >= outcome.layouts, "{outcome:?}");
    let moves = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    assert_eq!(outcome.one_layout.is_none(), moves);
    assert!(outcome.rows.iter().all(|row| !row.stays), "{outcome:?}");
    let text = outcome.to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    let unit = if outcome.unit == Unit::Cycles { "cycles" } else { "ns" };
    assert_eq!(lines[0], format!("find: {unit} a query, 95 % intervals"));
    assert!(lines[3].starts_with("linear") && lines[3].contains("slower"), "{text}");
    let debug =
        if cfg!(debug_assertions) { "; a debug build, so compare with --release" } else { "" };
    assert!(lines[5].ends_with(&format!("seed 7{debug}")), "{text}");
    assert!(lines[5].contains(outcome.core.name()), "{text}");
}

/// The first function that answers otherwise, and the query, are told before anything is timed.
#[test]
fn what_cannot_be_compared_is_an_error_that_names_it() {
    let error = |comparison: Comparison<(), u32>| comparison.run(SHORT).unwrap_err().to_string();
    let none = || Comparison::of("find", (), queries(100));
    assert_eq!(error(none()), "find: 0 functions: two are compared");
    let one = || none().variant("one", |(), number| number / 2);
    assert_eq!(error(one()), "find: 1 function: two are compared");
    assert_eq!(error(one().variant("one", |(), n| n / 2)), "find: two functions have one name");
    let empty = Comparison::of("find", (), [0_u32; 0]).variant("one", |(), n| n);
    assert_eq!(error(empty.variant("two", |(), n| n)), "find: no queries");
    let seen = Rc::new(Cell::new(0));
    let seventh = move |(): &(), number: u32| {
        seen.set(seen.get() + 1);
        if seen.get() == 7 { 0 } else { number / 2 + 1 }
    };
    let other = none().variant("one", |(), n| n / 2 + 1).variant("other", seventh);
    assert_eq!(error(other), "find: other answers query 6 unlike one");
    let short = comparison().run(Duration::ZERO);
    assert!(short.is_ok() || short.unwrap_err().to_string().starts_with("find: 0ns gave "));
}

/// A function that answers otherwise only now and then, while it is timed, is found as well.
#[test]
fn an_answer_that_changes_is_found_while_it_is_timed() {
    let asked = Rc::new(Cell::new(0_u64));
    let forgetful = move |(): &(), number: u32| {
        asked.set(asked.get() + 1);
        if asked.get() > 1_000_000 { number + 1 } else { number }
    };
    let comparison = Comparison::of("same", (), queries(1 << 16)).variant("same", |(), n| n);
    let error = comparison.variant("forgetful", forgetful).run(4 * SHORT).unwrap_err().to_string();
    assert_eq!(error, "forgetful: wrong answers on same while timed");
}

#[test]
fn functions_that_may_answer_differently_are_compared_if_one_says_so() {
    let make = || {
        Comparison::of("sum", (), queries(1 << 10))
            .variant("one", |(), number| number as f32 * 0.1)
            .variant("two", |(), number| number as f32 / 10.0)
    };
    assert_eq!(make().run(SHORT).unwrap_err().to_string(), "sum: two answers query 6 unlike one");
    assert_eq!(found(|| make().answering_differently()).rows.len(), 2);
    // Beside a working set, both take longer.
    let beside = found(|| make().answering_differently().beside(1 << 20));
    assert!(beside.null.value > 0.0 && beside.rows[0].time.value > 0.0);
}

#[test]
fn equal_answers_have_equal_numbers() {
    assert_eq!([true.number(), false.number(), 'a'.number()], [1, 0, 97]);
    assert_eq!([(-1_i8).number(), 255_u8.number()], [u64::MAX, 255]);
    assert_eq!([Some(3_u32).number(), None::<u32>.number()], [3, None::<bool>.number()]);
    assert_eq!([1.5_f32.number(), 1.5_f64.number()], [0x3fc0_0000, 0x3ff8_0000_0000_0000]);
}

/// Answers of 128 bits and `None` differ wherever they differ.
#[test]
fn answers_that_differ_anywhere_are_told_apart() {
    let one: u128 = 5;
    for other in [5 | 1 << 64, 5 | 1 << 127, 5 << 64, 0, u128::MAX] {
        assert_ne!(one.number(), other.number(), "{other}");
        assert_ne!(one.cast_signed().number(), other.cast_signed().number(), "{other}");
    }
    let boards = |a: u64, b: u64| u128::from(a) << 64 | u128::from(b);
    assert_ne!(boards(1, 2).number(), boards(2, 1).number());
    assert_eq!((7_u128.number(), 7_i128.number()), (7, 7));
    assert_ne!((-7_i128).number(), 7_i128.number());
    assert_ne!(Some(u64::MAX).number(), None::<u64>.number());
    assert_ne!(Some(usize::MAX).number(), None::<usize>.number());
    assert_ne!(Some(-1).number(), None::<i32>.number());
    assert!([Some(0).number(), Some(1).number()].iter().all(|it| *it != None::<u8>.number()));
    let make = |upper: u128| {
        Comparison::of("wide", (), queries(100))
            .variant("one", |(), number| u128::from(number))
            .variant("other", move |(), number| u128::from(number) | upper << 64)
    };
    let error = make(1).run(SHORT).unwrap_err().to_string();
    assert_eq!(error, "wide: other answers query 0 unlike one");
}

fn half(_: &(), number: u32) -> u32 {
    number / 2
}

/// What is behind a pointer is not copied with the loop that calls it, and what catches panics stays.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn a_row_says_whose_code_stays_in_place() {
    type Pointer = fn(&(), u32) -> u32;
    type Dynamic = dyn Fn(&(), u32) -> u32;
    let found = found(|| {
        let catches = |(): &(), number: u32| {
            let odd = || assert!(number != 1863, "as a test may");
            std::panic::catch_unwind(odd).map_or(931, |()| number / 2)
        };
        // Without the hook of panics.
        let resumes = |(): &(), number: u32| {
            let odd = || {
                if number == 1863 {
                    std::panic::resume_unwind(Box::new(3))
                }
            };
            std::panic::catch_unwind(odd).map_or(931, |()| number / 2)
        };
        let boxed: Box<Dynamic> = Box::new(half);
        let pointer: Pointer = std::hint::black_box(half);
        let shared: Rc<Dynamic> = Rc::new(half);
        Comparison::of("half", (), queries(1 << 12))
            .variant("moves", half)
            .variant("pointer", half as Pointer)
            .variant("boxed", boxed)
            .variant("closure", |(), number| number / 2)
            .variant("catches", catches)
            .variant("resumes", resumes)
            .variant("captured", move |data: &(), number| pointer(data, number))
            .variant("shared", move |data: &(), number| shared(data, number))
    });
    let stays: Vec<_> = found.rows.iter().map(|row| (&*row.name, row.stays)).collect();
    let expected = [("moves", false), ("pointer", true), ("boxed", true), ("closure", false)];
    assert_eq!(stays[..4], expected, "{found}");
    let expected = [("catches", true), ("resumes", true), ("captured", true), ("shared", true)];
    assert_eq!(stays[4..], expected, "{found}");
}

/// To time them for seconds would give no figure.
#[test]
fn functions_that_are_too_slow_for_a_figure_are_told_first() {
    for (milliseconds, count) in [(10, 8192), (30, 2)] {
        let asked = Rc::new(Cell::new(0));
        let counted = Rc::clone(&asked);
        let slow = move |(): &(), number: u32| {
            counted.set(counted.get() + 1);
            std::thread::sleep(Duration::from_millis(milliseconds));
            number
        };
        let make = Comparison::of("slow", (), queries(count)).variant("fast", |(), number| number);
        let error = make.variant("slow", slow).run(SHORT).unwrap_err().to_string();
        assert!(
            error.starts_with("slow: slow takes ") && error.contains("expected a run of"),
            "{error}"
        );
        assert!(asked.get() < 20, "{} queries", asked.get());
    }
}

/// Functions of a third of a millisecond: to ask both all queries before would take five seconds.
#[test]
fn slow_functions_are_compared_in_a_part_of_the_time() {
    const QUERIES: u32 = 8192;
    let asked = Rc::new(Cell::new(0));
    let slow = |(): &(), number: u32| {
        let begin = std::time::Instant::now();
        while begin.elapsed() < Duration::from_micros(300) {}
        number
    };
    let counted = Rc::clone(&asked);
    let counting = move |data: &(), number: u32| {
        counted.set(counted.get() + 1);
        slow(data, number)
    };
    let make = Comparison::of("slow", (), queries(QUERIES)).variant("one", slow);
    let outcome = make.variant("two", counting).run(SHORT);
    let is_told = outcome.as_ref().is_err_and(|error| error.to_string().contains(" gave "));
    assert!(is_told || outcome.is_ok(), "{outcome:?}");
    assert!((1..QUERIES).contains(&asked.get()), "{} queries", asked.get());
}
