//! The tables of the tradeoffs by made-up records: which ways stand there, and each figure in its
//! column.

use super::gains::{answers, beside};
use super::measured_on;
use crate::answers::tradeoffs::Tradeoffs;
use crate::made_up::{Made, made, set, ways};
use crate::set::Set;
use crate::text::{tradeoffs_in_markdown, tradeoffs_in_terminal};
use records::{Check, Context, CopyOf, Figure, Records, Table, Variant};

fn tradeoffs(set: Set) -> Vec<Tradeoffs> {
    answers(&[set]).tradeoffs
}

#[test]
fn each_figure_stands_in_its_column() {
    let attacked = ["attacked-table", "attacked-mask"].map(|name| made(name).kind("cpw"));
    let all = beside(&[attacked.to_vec(), ways()].concat());
    let all = tradeoffs(measured_on(("AuthenticAMD", 26, 2), set(&all)));
    let asked: Vec<_> = all.iter().map(|it| (&*it.question, &*it.title, &*it.machine)).collect();
    let expected = [("between", "The between", "Zen 5"), ("attacked", "The attacked", "Zen 5")];
    assert_eq!(asked, expected);
    let expected = "\
        | way | bytes | cycles | waiting | beside 1 MiB | instructions | L1 misses in 1,000, 16 KiB / 32 KiB | nodes/s |\n\
        |---|---|---|---|---|---|---|---|\n\
        | [rays](crates/between-rays) | 32,768 | 3.12 | 13.00 | 1.00x | 15.0 | 409 / 207 | usual |\n\
        | [triangle](crates/between-triangle) | 16,640 | 4.25 | 19.00 | 1.20x | 16.0 | 410 / 208 | -0.3 … +0.6 |\n\
        | [windows](crates/between-windows), ours | 8,129 | 3.50 | 14.00 | 1.28x | 17.0 | 411 / 209 |  |\n\
        | [none](crates/between-none) | 0 | 9.75 | 17.00 | 1.29x | 18.0 | 412 / 210 |  |\n";
    assert_eq!(tradeoffs_in_markdown(&all[0]), expected);
    let expected = "The between: memory against time
           bytes  cycles  waiting  beside  instr.  L1 misses      nodes/s
rays      32,768    3.12    13.00   1.00x    15.0  409 / 207        usual
triangle  16,640    4.25    19.00   1.20x    16.0  410 / 208  -0.3 … +0.6
windows    8,129    3.50    14.00   1.28x    17.0  411 / 209
none           0    9.75    17.00   1.29x    18.0  412 / 210
";
    assert_eq!(tradeoffs_in_terminal(&all[0]), expected);
}

/// The names that stand there beside two ways of the wiki, in their order.
fn shown(others: &[Made], spoil: impl Fn(&mut Variant)) -> String {
    let usual = made("between-usual").kind("cpw").times(5.0, 9.0).bytes(1000);
    let plain = made("between-plain").kind("cpw").times(9.0, 9.5).bytes(100);
    let mut set = set(&[&[usual, plain], others].concat());
    set.records.variants.iter_mut().filter(|it| it.name == "between-a").for_each(spoil);
    let all = tradeoffs(set);
    let names = all.iter().flat_map(|it| &it.ways).map(|way| way.named.short.clone());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn ways_are_those_of_the_wiki_and_of_ours_those_that_beat_one() {
    let of = |bytes, time| made("between-a").times(time, 8.0).bytes(bytes);
    let b = |bytes, time| made("between-b").times(time, 8.0).bytes(bytes);
    let (with, without) = ("usual a plain", "usual plain");
    for (others, expected) in [
        // No larger, and faster.
        (vec![of(1000, 4.99)], with),
        (vec![of(1000, 5.0)], without),
        (vec![of(1001, 4.99)], "usual plain"),
        (vec![of(100, 8.99)], "usual plain a"),
        (vec![of(101, 8.99)], without),
        // Each of the wiki, however slow.
        (vec![of(5000, 50.0).kind("cpw")], "a usual plain"),
        (vec![of(500, 4.0).kind("library")], without),
        // What every x86-64-v3 runs.
        (vec![of(500, 4.0).needs(&["bmi2"])], with),
        (vec![of(500, 4.0).needs(&["gfni"])], without),
        (vec![of(500, 4.0).kind("cpw").needs(&["gfni"])], without),
        // None that another of ours beats.
        (vec![of(500, 4.0), b(500, 4.5)], with),
        (vec![of(500, 4.0), b(501, 4.0)], with),
        (vec![of(500, 4.0), b(499, 4.5)], "usual a b plain"),
        (vec![of(500, 4.0), b(501, 3.9)], "usual b a plain"),
    ] {
        assert_eq!(shown(&others, |_| ()), expected, "{others:?}");
    }
    let best = [of(500, 4.0)];
    assert_eq!(shown(&best, |it| it.check = Check::Wrong("a board".to_owned())), without);
    assert_eq!(shown(&best, |it| it.available = false), without);
    assert_eq!(shown(&best, |it| it.interface = records::Interface::Approximate), without);
}

/// A cell of triangle, after a change of the records.
fn cell(number: usize, change: impl Fn(&mut Records)) -> String {
    let mut set = set(&beside(&ways()));
    change(&mut set.records);
    let way = tradeoffs(set)[0].ways[1].clone();
    way.cells()[number].clone()
}

#[test]
fn a_cell_has_the_figure_of_its_setting_or_none() {
    type Change = fn(&mut Records);
    let (times, waiting, beside, instructions, misses, gains) = (1, 2, 3, 4, 5, 6);
    let cases: [(usize, Change, &str); 14] = [
        (0, |it| of(it).shared_bytes = 640, "16,640"),
        (times, |_| (), "4.25"),
        (waiting, |it| table(it, Context::Latency).steps[0].slope[1] = NONE, ""),
        (waiting, |it| table(it, Context::Latency).steps[0].slope[1] = Some(HALF), ""),
        (beside, |it| table(it, Context::Beside).question = "sliders".to_owned(), ""),
        (beside, |it| table(it, Context::Beside).dependent = true, ""),
        (beside, |it| table(it, Context::Beside).stream = "uniform".to_owned(), "1.20x"),
        (instructions, |it| counts(it, "positions"), "16.6"),
        (instructions, |it| it.counts.clear(), ""),
        (misses, |it| counts(it, "positions"), "470 / 268"),
        // A simulated cache of that size is nearer than the usual one; without any, the usual one.
        (misses, |it| it.counts.iter_mut().for_each(|it| it.sweep[0] = [32_768, 5]), "410 / 5"),
        (misses, |it| it.counts.iter_mut().for_each(|it| it.sweep.clear()), "– / 208"),
        (misses, |it| it.counts.clear(), ""),
        (gains, |it| it.tables.retain(|it| it.stream != "network"), "+0.4 … +0.6"),
    ];
    for (number, (column, change, expected)) in cases.into_iter().enumerate() {
        assert_eq!(cell(column, change), expected, "case {number}");
    }
    let one: Change = |it| it.tables.retain(|it| !["network", "threats"].contains(&&*it.stream));
    assert_eq!(cell(gains, one), "+0.4");
}

const NONE: Option<Figure> = None;
const HALF: Figure = Figure { value: 0.7, low: 0.65, high: 0.75 };

fn of(records: &mut Records) -> &mut Variant {
    records.variants.iter_mut().find(|it| it.name == "between-triangle").unwrap()
}

fn table(records: &mut Records, context: Context) -> &mut Table {
    let is_it = |it: &&mut Table| it.question == "between" && it.context == context;
    records.tables.iter_mut().find(is_it).unwrap()
}

/// Takes the counts of a stream away.
fn counts(records: &mut Records, stream: &str) {
    records.counts.retain(|it| it.stream != stream);
}

#[test]
fn without_a_sound_time_there_is_no_table() {
    let found = |change: fn(&mut Records)| {
        let mut set = set(&beside(&ways()));
        change(&mut set.records);
        tradeoffs(set).len()
    };
    assert_eq!(found(|_| ()), 1);
    assert_eq!(found(|it| it.runs[0].method = 4), 0);
    assert_eq!(found(|it| table(it, Context::Throughput).question = "sliders".to_owned()), 0);
    let ratio = Figure { value: 1.1, low: 1.05, high: 1.15 };
    let apart = CopyOf { of: "between-rays".to_owned(), ratio };
    let withheld = |it: &mut Records| {
        table(it, Context::Throughput).steps[0].copies = vec![apart.clone(); 4];
    };
    let mut set = set(&beside(&ways()));
    withheld(&mut set.records);
    assert_eq!(tradeoffs(set), [], "copies differ");
}
