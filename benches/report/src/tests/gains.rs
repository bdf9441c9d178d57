//! The table of gains by made-up records: which rows stand there, what their cells say, and what is bold.

use super::{measured_on, played};
use crate::Answers;
use crate::answers::gains::{Cell, Group, Row, is_bold};
use crate::engines::engines;
use crate::made_up::{MAGIC, Made, gain, hold_pair, made, read_back, set, usual_set};
use crate::processor::Processor;
use crate::set::Set;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use records::{Check, CopyOf, Figure};
use std::slice::from_ref;

pub(super) const PEXT: &str = "sliders-pext";
const ZEN_3: (&str, u64, u64) = ("AuthenticAMD", 25, 1);
const ZEN_4: (&str, u64, u64) = ("AuthenticAMD", 25, 17);
const ZEN_5: (&str, u64, u64) = ("AuthenticAMD", 26, 2);

pub(super) fn answers(sets: &[Set]) -> Answers {
    Answers::of(sets, None).unwrap()
}

/// Beside magics.
pub(super) fn beside(others: &[Made]) -> Vec<Made> {
    [vec![made(MAGIC)], others.to_vec()].concat()
}

pub(super) fn gaining(value: f64, half: f64) -> Vec<Made> {
    beside(&[made("sliders-a").gains([value; 3], half)])
}

#[track_caller]
pub(super) fn assert_figure(found: Option<Figure>, expected: [f64; 3]) {
    let Figure { value, low, high } = found.unwrap();
    for (found, expected) in [value, low, high].into_iter().zip(expected) {
        assert!((found - expected).abs() < 2e-5, "{found} where {expected} was expected");
    }
}

fn row(answers: &Answers, name: &str) -> Row {
    let found = answers.gains.rows().find(|(_, row)| row.named.name == name);
    found.unwrap_or_else(|| panic!("no row {name}")).1.clone()
}

/// The cells of our search, by kind.
pub(super) fn of_search<'r>(answers: &Answers, row: &'r Row) -> [&'r Cell; 3] {
    let at: Vec<_> = answers.gains.of_search().map(|(at, _)| at).collect();
    [0, 1, 2].map(|kind| &row.cells[at[kind]])
}

/// The figures of a row in our search, those that are bold between stars.
fn told(answers: &Answers, name: &str) -> [String; 3] {
    let row = row(answers, name);
    of_search(answers, &row)
        .map(|cell| if cell.is_bold() { format!("*{}*", cell.text()) } else { cell.text() })
}

fn names(answers: &Answers) -> Vec<String> {
    answers.gains.rows().map(|(_, row)| row.named.name.clone()).collect()
}

/// A set of a machine on a day, in a folder.
fn on(model: (&str, u64, u64), name: &str, day: u32, made: &[Made]) -> Set {
    let mut set = measured_on(model, set(made));
    for run in &mut set.records.runs {
        run.date = format!("2026-02-{day:02}T03:04:05Z");
    }
    Set { name: name.to_owned(), ..set }
}

#[test]
fn bold_is_above_zero_for_certain_and_surely_beaten_by_none() {
    let of = |low: f64| Figure { value: 0.02, low, high: 0.04 - low };
    for (gain, rows, is_beaten, expected) in [
        (of(0.0101), 1, false, true),
        (of(0.0101), 1, true, false),
        // A gain of one row needs 1.96 standard errors; of two rows, one of which may be so by
        // chance, as many; of six, 2.39; of a hundred, 3.29.
        (of(0.0001), 1, false, true),
        (of(0.0001), 2, false, true),
        (of(0.0), 2, false, false),
        (of(-0.0001), 1, false, false),
        (of(0.0035), 6, false, false),
        (of(0.0037), 6, false, true),
        (of(0.0080), 100, false, false),
        (of(0.0082), 100, false, true),
        // The other end says nothing.
        (Figure { value: 0.02, low: 0.01, high: 0.9 }, 6, false, true),
        (Figure { value: -0.02, low: -0.03, high: -0.01 }, 1, false, false),
        // Under the load of other programs.
        (gain(0.13, 0.224), 1, false, false),
        (gain(-0.12, 19.058), 6, false, false),
        (gain(30.0, 31.0), 2, false, false),
    ] {
        assert_eq!(is_bold(gain, rows, is_beaten), expected, "{gain:?} of {rows}");
    }
}

/// A number of a normal distribution, near enough: twelve even ones.
fn noise(generator: &mut Xoshiro256PlusPlus) -> f64 {
    let even = |_| (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    (0..12).map(even).sum::<f64>() - 6.0
}

/// The columns of a thousand with a bold row, where rows gain so much and share half of their noise.
fn columns_with_bold(truth: &[f64], seed: u64) -> (usize, usize) {
    const ERROR: f64 = 0.005;
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut any, mut first) = (0, 0);
    for _ in 0..1000 {
        let base = ERROR * f64::sqrt(0.5) * noise(&mut generator);
        let own: Vec<_> =
            truth.iter().map(|_| ERROR * f64::sqrt(0.5) * noise(&mut generator)).collect();
        let half = 1.96 * ERROR;
        let bold: Vec<_> = (0..truth.len())
            .map(|at| {
                let value = truth[at] + base + own[at];
                let is_beaten =
                    (0..truth.len()).any(|it| truth[it] + own[it] - truth[at] - own[at] > half);
                is_bold(gain(value, half), truth.len(), is_beaten)
            })
            .collect();
        any += usize::from(bold.contains(&true));
        first += usize::from(bold[0]);
    }
    (any, first)
}

#[test]
fn of_equal_rows_at_most_one_column_in_twenty_has_a_bold_one() {
    for (rows, seed) in [(1, 1), (2, 2), (6, 3), (9, 4)] {
        let (any, _) = columns_with_bold(&vec![0.0; rows], seed);
        assert!(any <= 50, "{any} of 1000 columns of {rows} rows");
    }
    let (_, found) = columns_with_bold(&[0.02, 0.0, 0.0, 0.0, 0.0, 0.0], 5);
    assert!(found >= 900, "{found} of 1000: a gain of four standard errors is found");
}

#[test]
fn a_cell_is_for_one_kind_of_engine_and_no_mean_of_several() {
    let made = beside(&[made("sliders-a").gains([0.03, -0.02, 0.002], 0.004)]);
    let answers = answers(&[set(&made)]);
    assert_eq!(told(&answers, "sliders-a"), ["*+3.0 ±0.4*", "-2.0 ±0.4", "+0.2 ±0.4"]);
    let row = row(&answers, "sliders-a");
    let cells = of_search(&answers, &row);
    assert_figure(Some(cells[0].gains[0].gain), [0.03, 0.026, 0.034]);
    assert_eq!(cells.map(Cell::class), ["win", "lose", "tie"]);
    assert_eq!(cells[0].details(), ["Zen 4: +3.0 % (+2.6 to +3.4)"]);
    let uncertain =
        beside(&[crate::made_up::made("sliders-b").gains([0.02, 0.003, -0.003], 0.004)]);
    let uncertain = self::answers(&[set(&uncertain)]);
    let row = self::row(&uncertain, "sliders-b");
    assert_eq!(of_search(&uncertain, &row).map(Cell::class), ["win", "tie", "tie"]);
}

#[test]
fn a_cell_has_the_line_that_cites_its_gain() {
    let answers = answers(&[usual_set()]);
    let row = row(&answers, PEXT);
    let found = of_search(&answers, &row).map(|cell| cell.gains[0].cite.clone().unwrap());
    let end =
        "search+sliders-pext, x86-64-v3, Made-up Processor, 0123456789ab, 2026-01-02, method 5";
    let expected = ["classical", "network", "threats"];
    assert_eq!(found, expected.map(|kind| format!("search/throughput/{kind}/{end}")));
}

#[test]
fn rows_stand_in_the_order_of_bytes_and_name_what_they_need() {
    let answers = answers(&[usual_set()]);
    let expected = ["sliders-pext", "sliders-hyperbola"];
    assert_eq!(names(&answers), expected);
    let group = answers.gains.about("sliders").unwrap();
    let Group { title, have, asked, .. } = group;
    assert_eq!((&**title, &*have.name, have.bytes), ("Sliding attacks", MAGIC, 864_256));
    assert_eq!(*asked, Some([9.0, 26.0]));
    let pext = &group.rows[0].named;
    assert_eq!((pext.bytes, &*pext.short, &*pext.technique), (863_232, "PEXT", PEXT));
    assert_eq!(
        (pext.needs.join(" "), pext.chips.join(" ")),
        ("BMI2".into(), "BMI2 slow on Zen 2".into())
    );
    assert_eq!(answers.gains.others, ["fill (sliders)"], "it loses, and no engine tried it");
    assert_eq!(told(&answers, PEXT), ["*+2.3 ±0.4*", "*+5.1 ±0.4*", "*+1.3 ±0.4*"]);
    // PEXT surely gains more in two kinds.
    let hyperbola = ["+1.5 ±0.3", "+1.1 ±0.3", "*+1.6 ±0.3*"];
    assert_eq!(told(&answers, "sliders-hyperbola"), hyperbola);
}

#[test]
fn a_pair_of_the_records_stands_for_two_gains_over_magics() {
    let bold = |value, half| {
        let mut set = usual_set();
        hold_pair(&mut set, "classical", ["sliders-hyperbola", PEXT], gain(value, half));
        let answers = answers(&[set]);
        [PEXT, "sliders-hyperbola"].map(|name| told(&answers, name)[0].starts_with('*'))
    };
    assert_eq!(bold(0.02, 0.004), [false, true]);
    assert_eq!(bold(-0.02, 0.004), [true, false]);
    assert_eq!(bold(0.0, 0.002), [true, true]);
}

#[test]
fn rows_of_all_questions_may_be_bold_by_chance_and_those_of_one_stand_together() {
    let almost = made("sliders-a").gains([0.02; 3], 0.0199);
    let bold = |others: Vec<Made>| {
        names(&answers(&[set(&[beside(from_ref(&almost)), others].concat())])).join(" ")
    };
    let pins = |asked| {
        let sure = made("pins-sure").bytes(9_000_000).gains([0.05; 3], 0.004);
        vec![made("pins-xray").asked(asked), sure]
    };
    assert_eq!(bold(Vec::new()), "sliders-a");
    // Of two rows either is bold by chance as often as one alone; of three it is not.
    assert_eq!(bold(pins([8, 3, 4])), "sliders-a pins-sure", "the question that is asked most");
    assert_eq!(bold(pins([1, 30, 2])), "pins-sure sliders-a");
    let third = made("pins-third").gains([-0.05; 3], 0.004);
    assert_eq!(bold([pins([1, 30, 2]), vec![third]].concat()), "pins-sure");
}

#[test]
fn bytes_of_bases_that_an_engine_has_are_not_added() {
    let base = made("pins-xray+sliders-magic").bytes(864_256).asked([1; 3]);
    let over = made("pins-over+sliders-magic").bytes(865_256).gains([0.02; 3], 0.004);
    let bare = made("pins-bare").bytes(900).gains([0.02; 3], 0.004);
    let answers = answers(&[set(&[made(MAGIC), base, bare, over])]);
    let group = answers.gains.about("pins").unwrap();
    let rows = group.rows.iter().map(|row| (row.named.name.as_str(), row.named.bytes));
    assert_eq!(rows.collect::<Vec<_>>(), [("pins-over+sliders-magic", 1000), ("pins-bare", 900)]);
    assert_eq!(group.have.bytes, 0);
    assert_eq!(group.asked, Some([1.0, 1.0]));
}

#[test]
fn libraries_wrong_and_unavailable_ones_and_other_bases_have_no_row() {
    let best = |name| made(name).gains([0.05; 3], 0.003);
    let found = |other: Made| names(&answers(&[set(&beside(&[other]))]));
    assert_eq!(found(best("sliders-best")), ["sliders-best"]);
    assert_eq!(found(best("sliders-best").kind("cpw")), ["sliders-best"]);
    assert!(found(best("sliders-best").kind("library")).is_empty());
    assert!(found(best("sliders-best+sliders-good")).is_empty());
    let spoilt = |spoil: fn(&mut records::Variant)| {
        let mut set = set(&beside(&[best("sliders-best").needs(&["bmi2"])]));
        let best = set.records.variants.iter_mut().find(|v| v.name == "sliders-best");
        spoil(best.unwrap());
        set.records = read_back(&set.records);
        names(&answers(&[set]))
    };
    assert!(spoilt(|best| best.check = Check::Wrong("a board".to_owned())).is_empty());
    assert!(spoilt(|best| best.available = false).is_empty());
}

#[test]
fn a_processor_is_shown_only_what_it_runs_and_runs_well() {
    let names = |processor: &Processor| {
        names(&Answers::of(&[usual_set()], Some(processor)).unwrap()).join(" ")
    };
    assert_eq!(names(&played("AuthenticAMD", 25, 17)), "sliders-pext sliders-hyperbola");
    // Zen 2 is slow with PEXT.
    assert_eq!(names(&played("AuthenticAMD", 23, 113)), "sliders-hyperbola");
    let bare = Processor { has: |need| need != "bmi2", ..played("AuthenticAMD", 25, 17) };
    assert_eq!(names(&bare), "sliders-hyperbola");
}

#[test]
fn copies_that_differ_withhold_the_gains_of_a_search() {
    let mut set = usual_set();
    let ratio = Figure { value: 1.1, low: 1.05, high: 1.15 };
    for table in set.records.tables.iter_mut().filter(|table| table.question == "search") {
        table.steps[0].copies = vec![CopyOf { of: "search".to_owned(), ratio }; 4];
    }
    let answers = answers(&[set]);
    assert!(
        answers
            .gains
            .rows()
            .all(|(_, row)| of_search(&answers, row).iter().all(|it| it.gains.is_empty()))
    );
}

#[test]
fn a_kind_of_engine_that_does_not_ask_has_no_figure() {
    let of = |asked| {
        let gaining = made("pins-snipers").gains([0.02; 3], 0.004);
        let made = [made(MAGIC), made("pins-xray").asked(asked), gaining];
        told(&answers(&[set(&made)]), "pins-snipers")
    };
    let told = "*+2.0 ±0.4*";
    assert_eq!(of([3, 1, 2]), [told; 3]);
    assert_eq!(of([0, 1, 0]), ["", told, ""]);
}

#[test]
fn several_machines_give_the_lowest_and_the_highest_and_bold_holds_on_all() {
    let a = |value| gaining(value, 0.004);
    let three = on(ZEN_3, "zen3", 1, &a(0.03));
    let four = on(ZEN_4, "zen4", 2, &a(0.02));
    let five = on(ZEN_5, "zen5", 3, &a(-0.01));
    let told = |sets: &[Set]| told(&answers(sets), "sliders-a")[0].clone();
    assert_eq!(told(&[three.clone(), four.clone()]), "*+2.0 … +3.0*");
    assert_eq!(told(&[five.clone(), three.clone(), four.clone()]), "-1.0 … +3.0");
    let never = answers(&[five, on(ZEN_4, "four", 2, &a(-0.02))]);
    assert_eq!(names(&never), [""; 0]);
    assert_eq!(never.gains.others, ["a (sliders)"]);
    assert_eq!(told(&[three.clone(), on(ZEN_5, "five", 1, &a(0.03))]), "*+3.0*");
    let row = row(&answers(&[three.clone(), four.clone()]), "sliders-a");
    let details = ["Zen 4: +2.0 % (+1.6 to +2.4)", "Zen 3: +3.0 % (+2.6 to +3.4)"];
    assert_eq!(row.cells[0].details(), details, "the newest first");
    // Without a search a machine is silent.
    let silent = on(ZEN_5, "zen5", 9, &beside(&[made("sliders-a").times(20.0, 20.0)]));
    assert_eq!(told(&[silent, three]), "*+3.0 ±0.4*");
}

#[test]
fn a_kind_of_machine_counts_once_by_the_own_run_or_else_the_newest() {
    let a = |value| gaining(value, 0.004);
    let told = |sets: &[Set]| told(&answers(sets), "sliders-a")[0].clone();
    let old = on(ZEN_4, "old", 1, &a(0.03));
    let new = on(ZEN_4, "new", 2, &a(0.01));
    for sets in [[old.clone(), new.clone()], [new.clone(), old.clone()]] {
        assert_eq!(told(&sets), "*+1.0 ±0.4*");
    }
    let own = Set { name: "latest".to_owned(), ..old };
    assert_eq!(told(&[new.clone(), own.clone()]), "*+3.0 ±0.4*");
    let mut retired = own;
    retired.records.runs[0].method = 4;
    assert_eq!(told(&[retired, new]), "*+1.0 ±0.4*", "an old method replaces nothing");
}

#[test]
fn retired_methods_and_profiles_of_no_engine_gain_nothing() {
    let mut old = usual_set();
    old.records.runs[0].method = 4;
    let found = answers(&[old.clone()]);
    let is_empty = |answers: &Answers| {
        answers
            .gains
            .rows()
            .all(|(_, row)| of_search(answers, row).iter().all(|it| it.gains.is_empty()))
    };
    assert!(is_empty(&found), "{:?}", found.gains);
    assert!(found.sources[0].retired.contains("before 5"), "{}", found.sources[0].retired);
    assert!(!found.sources[0].is_searched && answers(&[usual_set()]).sources[0].is_searched);
    // Profiles that are like no engine.
    let mut set = usual_set();
    let renamed = |name: &mut String| *name = format!("old-{name}");
    let tables = set.records.tables.iter_mut().filter(|table| table.question == "search");
    tables.for_each(|table| renamed(&mut table.stream));
    let question = set.records.questions.iter_mut().find(|it| it.name == "search").unwrap();
    question.streams.iter_mut().for_each(|stream| renamed(&mut stream.name));
    let base = set.records.variants.iter_mut().find(|v| v.name == "search").unwrap();
    base.asks.iter_mut().for_each(|asks| renamed(&mut asks.stream));
    let found = answers(&[set]);
    assert!(is_empty(&found) && !found.sources[0].is_searched);
    assert!(found.profiles.iter().all(|profile| !profile.is_kind()));
}

#[test]
fn real_engines_stand_beside_their_kind_by_compiler() {
    let answers = answers(&[usual_set()]);
    let all = engines().unwrap();
    for (at, column) in answers.gains.columns.iter().enumerate() {
        let Some(compiler) = &column.compiler else { continue };
        for (_, row) in answers.gains.rows() {
            let expected =
                all.iter().filter(|it| it.kind == column.kind && it.compiler == *compiler);
            let expected = expected.filter_map(|it| {
                let gain = it.gains_over_own(&row.named.technique)?;
                Some((format!("{} on {}", it.engine, it.on), gain))
            });
            let found = row.cells[at].gains.iter().map(|it| (it.on.clone(), it.gain));
            assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
            assert!(!row.cells[at].is_bold(), "our rule is for our search");
        }
    }
    let kinds: Vec<_> =
        answers.gains.columns.iter().map(|it| (it.kind, it.compiler.is_none())).collect();
    assert!(kinds.is_sorted_by_key(|(kind, _)| {
        ["classical", "network", "threats"].iter().position(|it| it == kind)
    }));
    let heads: Vec<_> = answers.gains.of_search().map(|(_, it)| it.head().join(", ")).collect();
    let expected =
        ["classical, like Stockfish 11", "network, like Carp 3", "threats, like Stockfish 18"];
    assert_eq!(heads, expected);
}
