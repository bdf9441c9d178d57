//! What is compared, what is claimed, and what is said not to be comparable.

use super::*;
use crate::made_up::{MAGIC, read_back, usual_set};
use records::{Build, CopyOf, Setting, Unit};

const HOT: &str = "sliders/throughput/positions/sliders-pext";

/// The usual set and the same measured once more, with this change. All rounds are others, so no step
/// equals the earlier one.
fn twice(change: impl Fn(&mut Set)) -> [Set; 2] {
    let mut after = usual_set();
    for table in &mut after.records.tables {
        table.steps.iter_mut().for_each(|step| step.rounds += 1);
    }
    change(&mut after);
    after.records = read_back(&after.records);
    [usual_set(), after]
}

fn said(sets: &[Set; 2]) -> String {
    diff(sets.each_ref())
}

/// The rows of changes, a line each.
fn rows(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("| ")).skip(1).collect()
}

fn hot(set: &mut Set) -> &mut Table {
    let setting = Setting::hot("sliders", "positions", false);
    set.records.tables.iter_mut().find(|table| table.setting() == setting).unwrap()
}

fn times(figure: Option<Figure>, by: f64) -> Option<Figure> {
    figure.map(|figure| figure.map(|end| by * end))
}

/// PEXT takes so many times as long as before, on positions.
fn slower(by: f64) -> impl Fn(&mut Set) {
    move |set| {
        let step = &mut hot(set).steps[0];
        (step.raw[1], step.ratio[1]) = (times(step.raw[1], by), times(step.ratio[1], by));
    }
}

#[test]
fn a_run_against_itself_changes_nothing_for_certain() {
    let text = said(&twice(|_| {}));
    assert!(text.contains(" compared: 0 changed for certain, 0 up and 0 down; "), "{text}");
    assert!(rows(&text).is_empty() && !text.contains("Not compared"), "{text}");
    let same = said(&[usual_set(), usual_set()]);
    assert!(same.contains("measured once, and kept by the later run"), "{same}");
    // Counts are of two runs even where they are equal.
    assert!(same.contains("\n12 figures compared: 0 changed for certain"), "{same}");
}

#[test]
fn a_change_stands_with_both_values_its_interval_and_its_place() {
    let text = said(&twice(slower(1.2)));
    let found = rows(&text);
    assert_eq!(found.len(), 2, "{text}");
    for (of, before, after) in
        [("ratio", "0.700x", "0.840x"), ("time", "7.00 cycles", "8.40 cycles")]
    {
        let row = found.iter().find(|row| row.contains(&format!("| {of} "))).unwrap();
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[3..7], [of, before, after, HOT], "{row}");
        assert!(cells[1].starts_with("+20.0 % (+"), "{row}");
        let plot = row.split('`').nth(1).unwrap();
        assert_eq!(plot.chars().count(), 33);
        // To the right of no change, which is in the middle.
        assert!(plot.find('o') > Some(16) && plot.chars().nth(16) == Some(':'), "{plot}");
    }
    assert!(text.contains(" 2 changed for certain, 2 up and 0 down; "), "{text}");
    let text = said(&twice(slower(0.8)));
    assert!(text.contains(" 2 changed for certain, 0 up and 2 down; "), "{text}");
    let row = rows(&text)[0].to_owned();
    assert!(row.contains("| -20.0 % (-") && row.find('o') < row.find(':'), "{row}");
}

#[test]
fn the_largest_change_comes_first_whatever_its_direction() {
    let text = said(&twice(|set| {
        slower(0.5)(set);
        let step = &mut hot(set).steps[0];
        step.ratio[2] = times(step.ratio[2], 1.6);
        step.raw[2] = times(step.raw[2], 1.3);
    }));
    let sizes = rows(&text).into_iter().map(|row| row.split_whitespace().nth(1).unwrap());
    // Half is as far as twice.
    assert_eq!(sizes.collect::<Vec<_>>(), ["-50.0", "-50.0", "+60.0", "+30.0"], "{text}");
}

/// Independent errors add as squares.
#[test]
fn intervals_are_of_independent_runs_at_a_level_for_all() {
    let one = Figure { value: 1.0, low: 0.97, high: 1.03 };
    let two = Figure { value: 1.1, low: 1.1 * 0.96, high: 1.1 * 1.04 };
    let log = quotient(two, one).map(f64::ln);
    let hypot = |a: f64, b: f64| a.ln().hypot(b.ln());
    assert!((log.value - 1.1_f64.ln()).abs() < 1e-12);
    assert!((log.high - log.value - hypot(1.04, 0.97)).abs() < 1e-12, "{log:?}");
    assert!((log.value - log.low - hypot(0.96, 1.03)).abs() < 1e-12, "{log:?}");
    let ratio = Figure { value: 1.0, low: (-0.1_f64).exp(), high: 0.2_f64.exp() };
    for (count, wider) in [(0, 1.0), (1, 1.0), (19, 3.008 / 1.96), (1000, 4.056 / 1.96)] {
        let all = for_all(ratio, count).map(f64::ln);
        assert!((all.low / -0.1 - wider).abs() < 2e-3, "{count}: {all:?}");
        assert!((all.high / 0.2 - wider).abs() < 2e-3, "{count}: {all:?}");
    }
}

#[test]
fn a_change_within_the_noise_of_the_runs_or_of_their_copies_is_not_claimed() {
    // The ratio has ±0.2 % in each run, so ±0.5 % for sixty figures, and the time ±0.5 and ±1.2 %.
    for (by, certain) in [(1.007, 0), (1.011, 1), (1.014, 1), (1.018, 2), (0.99, 1), (0.993, 0)] {
        let text = said(&twice(slower(by)));
        assert_eq!(rows(&text).len(), certain, "{by}: {text}");
    }
    let copy = |value: f64| CopyOf {
        of: MAGIC.to_owned(),
        ratio: Figure { value, low: value - 0.001, high: value + 0.001 },
    };
    for value in [1.05, 0.95] {
        let mut sets = twice(slower(1.04));
        assert_eq!(rows(&said(&sets)).len(), 2);
        hot(&mut sets[1]).steps[0].copies = vec![copy(value)];
        assert_eq!(rows(&said(&sets)), [""; 0], "{value} in the later run");
        let mut sets = twice(slower(1.04));
        hot(&mut sets[0]).steps[0].copies = vec![copy(value)];
        assert_eq!(rows(&said(&sets)), [""; 0], "{value} in the earlier run");
    }
}

#[test]
fn what_bars_a_comparison_is_a_line_and_the_rest_is_compared() {
    type Spoil = fn(&mut Set);
    for (spoil, times_left, line) in [
        ((|set| set.records.machine.cpu = "x".to_owned()) as Spoil, false, "another machine (cpu "),
        (|set| set.records.machine.flags = "-Clto".to_owned(), false, "another build (flags "),
        (|set| set.records.machine.build = Build::Native, false, "another build (build "),
        (|set| set.records.runs[0].method = 6, false, "methods 5 and 6."),
        (|set| hot(set).unit = Unit::Nanoseconds, false, "other units."),
        (|set| hot(set).steps[0].core = Core::Company, false, "a core that was not quiet"),
        (|set| hot(set).steps[0].core = Core::Unknown, false, "a core that was not quiet"),
        (|_| {}, true, "2 changed for certain"),
    ] {
        let sets = twice(|set| {
            spoil(set);
            slower(1.2)(set);
        });
        let text = said(&sets);
        assert!(text.contains(line), "{line}: {text}");
        let bars = text.matches("\n- Not compared, ").count();
        assert_eq!(bars, usize::from(!times_left), "{text}");
        // The ratio is compared all the same.
        let of: Vec<_> =
            rows(&text).iter().map(|row| row.split('|').nth(3).unwrap().trim()).collect();
        assert_eq!(of.contains(&"time"), times_left, "{text}");
        assert!(of.contains(&"ratio"), "{text}");
    }
}

#[test]
fn a_ratio_needs_one_usual_way_one_meaning_and_the_same_queries() {
    let other_usual = |set: &mut Set| {
        let asked = set.records.variants.iter_mut().flat_map(|it| &mut it.asks);
        let asked = asked.flat_map(|it| &mut it.asked).filter(|it| it.question == "sliders");
        asked.for_each(|it| it.variant = "sliders-pext".to_owned());
    };
    let text = said(&twice(other_usual));
    assert!(text.contains(": ratios to sliders-magic, then to sliders-pext.\n"), "{text}");
    let text = said(&twice(|set| set.records.runs[0].method = 4));
    assert!(text.contains(" and 24 ratios: methods 5 and 4.\n"), "{text}");
    // Of programs a version of the method changes ratios too.
    let text = said(&twice(|set| set.records.runs[0].method = 6));
    assert!(text.contains("times and 9 ratios: methods 5 and 6.\n"), "{text}");
    let text = said(&twice(|set| {
        set.records.runs[0].how = "a clock; LAB_MASK=avx2; LAB_POSITIONS=a.epd".to_owned();
    }));
    assert!(text.contains(": other variables (none, then LAB_POSITIONS=a.epd).\n"), "{text}");
    assert!(text.contains("\n12 figures compared: "), "counts are of another run: {text}");
    let text = said(&twice(|set| hot(set).steps[0].fixed = vec![MAGIC.to_owned()]));
    assert!(text.contains(", 1 time and 3 ratios: code that stayed in one place"), "{text}");
    let text = said(&twice(|set| hot(set).steps[0].layouts = 1));
    assert!(text.contains(", 4 times and 3 ratios: code that stayed in one place"), "{text}");
}

#[test]
fn counts_are_exact_and_belong_to_callgrind() {
    let text = said(&twice(|set| {
        set.records.counts[1].instructions = Some(16_016);
        set.records.counts[2].instructions = Some(0);
    }));
    let [row] = rows(&text)[..] else { panic!("{text}") };
    let cells: Vec<_> = row.split('|').map(str::trim).collect();
    assert_eq!((cells[1], &cells[3..6]), ("+0.1 %", &["instructions", "16.00", "16.02"][..]));
    let text = said(&twice(|set| {
        let hardware =
            records::Count { counter: Counter::Hardware, ..set.records.counts[1].clone() };
        set.records.counts[1] = records::Count { instructions: Some(9), ..hardware };
    }));
    assert!(
        rows(&text).is_empty() && text.contains("Only in the earlier one, 1 measurement"),
        "{text}"
    );
}

#[test]
fn what_one_run_alone_has_is_counted_by_question_and_context() {
    let text = said(&twice(|set| set.records.tables.retain(|it| it.question == "search")));
    let line = "- Only in the earlier one, 20 measurements: sliders/beside, sliders/latency and \
                sliders/throughput.\n";
    assert!(text.contains(line) && !text.contains("Only in the later one"), "{text}");
    let [before, after] = twice(|set| set.records.tables.retain(|it| it.question == "search"));
    let text = said(&[after, before]);
    assert!(text.contains("- Only in the later one, 20 measurements: sliders/beside"), "{text}");
    let text = said(&twice(|set| {
        set.records.tables.clear();
        set.records.counts.clear();
    }));
    assert!(text.ends_with("\nNothing can be compared.\n"), "{text}");
}

#[test]
fn marks_of_a_plot_stand_at_their_logarithms() {
    let plot = Plot { reach: 2.0_f64.ln() };
    assert_eq!(plot.head(), "`0.50x           1           2.00x`");
    for (ratio, line) in [
        ([1.0, 1.0, 1.0], "`                o                `"),
        ([2.0, 2.0, 2.0], "`                :               o`"),
        ([0.5, 0.5, 0.5], "`o               :                `"),
        ([1.5, 1.4, 1.6], "`                :       -o--     `"),
        ([1.05, 0.95, 1.1], "`               --o-              `"),
        ([3.0, 0.1, 9.0], "`--------------------------------o`"),
    ] {
        let [value, low, high] = ratio;
        assert_eq!(plot.line(Figure { value, low, high }), line, "{ratio:?}");
    }
}
