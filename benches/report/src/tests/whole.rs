//! All that a reader sees of a set in which as much happens as may: pages, figures, and what the
//! terminal prints, as texts beside this file.
//!
//! A text that changes is read before it takes the place of the one here: each word and figure of
//! it is known from the records below.

use super::{file, measured_on, played};
use crate::answers::nearest::nearest;
use crate::made_up::{MAGIC, Made, hold_pair, made, read_back, set, usual_case, usual_set, ways};
use crate::{Answers, Processor, Set, diff, render, table, text};
use records::{
    Accuracy, Breadth, Interface, Question, Records, Run, Setting, Step, Stream, Table, Unit,
};
use records::{Chain, Check, Context, CopyOf, Core, Count, Counter, Figure, Mistake, Neutral};
use std::fs;
use std::path::Path;
use std::slice::from_ref;

/// Sliders of each kind; pins and maps that no search measured; relations that one kind of engine
/// asks.
fn all_kinds() -> Vec<Made> {
    let wide = made("sliders-wide").needs(&["avx2", "avx512vbmi"]).times(5.0, 14.0).bytes(128);
    [
        usual_case(),
        ways(),
        vec![
            wide.gains([0.06, 0.07, 0.01], 0.004),
            made("sliders-noisy").times(11.0, 19.0).bytes(4096).gains([0.01, -0.001, 0.0], 0.017),
            made("sliders-old").kind("cpw").times(10.5, 22.0).gains([0.003, -0.004, 0.002], 0.002),
            made("sliders-crate").kind("library").times(9.0, 19.0),
            made("sliders-absent").needs(&["gfni"]).bytes(64),
            made("sliders-broken").times(1.0, 1.0),
            made("sliders-blind").times(2.0, 3.0).bytes(1500),
            made("pins-xray+sliders-magic").bytes(864_256).asked([3, 2, 1]),
            made("pins-snipers").times(6.0, 9.0).bytes(1024),
            made("pins-bare").times(5.99, 9.0).bytes(2_000_000),
            made("deltas-rays").asked([0, 0, 4]),
            made("deltas-board").times(8.0, 9.0).gains([0.0, 0.0, 0.001], 0.003),
            made("maps-plain").asked([0; 3]).bytes(0),
            made("maps-kept").times(8.0, 9.0).bytes(9_000_000),
        ],
    ]
    .concat()
}

fn spoil_variants(records: &mut Records) {
    for variant in &mut records.variants {
        match variant.name.as_str() {
            "sliders-absent" => variant.available = false,
            "sliders-broken" => variant.check = Check::Wrong("a board".to_owned()),
            "sliders-blind" => {
                variant.interface = Interface::Approximate;
                variant.accuracy = Some(Accuracy { questions: 4000, wrong: 3 });
                (variant.kept_bytes, variant.code_bytes) = (Some(64), Some(90));
            }
            "sliders-fill" => {
                variant.same_code = vec!["sliders-old".to_owned()];
                variant.listing = (1..=43).map(|line| format!("line {line}\n")).collect();
                variant.uncounted = Some("no vectors".to_owned());
            }
            "sliders-hyperbola" => variant.shared_bytes = 512,
            _ => {}
        }
    }
    let fill = records.techniques.iter_mut().find(|one| one.name == "sliders-fill").unwrap();
    fill.formula = (1..=30).map(|line| format!("formula {line}\n")).collect();
    let question = &mut records.questions[0];
    let mistake = |name: &str, wrong| Mistake { name: name.to_owned(), wrong, questions: 4096 };
    question.mistakes = vec![mistake("published", 1505), mistake("printed", 7)];
    let streams = ["games", "random", "aligned"];
    question.streams.extend(streams.map(|name| Stream {
        name: name.to_owned(),
        summary: format!("about {name}"),
        lookups: None,
    }));
}

fn find<'r>(records: &'r mut Records, setting: Setting<'_>) -> &'r mut Table {
    records.tables.iter_mut().find(|table| table.setting() == setting).unwrap()
}

fn copies(of: &str, values: &[f64]) -> Vec<CopyOf> {
    let copy = |value: &f64| CopyOf {
        of: of.to_owned(),
        ratio: Figure { value: *value, low: value - 0.002, high: value + 0.002 },
    };
    values.iter().map(copy).collect()
}

/// Times in company, in one place, of answers that are waited for in part or not at all; copies
/// that differ; and other streams and contexts.
fn spoil_tables(records: &mut Records) {
    let [hot, latency] = [false, true].map(|it| Setting::hot("sliders", "positions", it));
    let step = &mut find(records, hot).steps[0];
    (step.core, step.fixed) = (Core::Company, vec!["sliders-crate".to_owned()]);
    step.copies = copies(MAGIC, &[[1.0; 18].as_slice(), &[1.003, 0.99]].concat());
    // Two ratios beside working sets, below and above what plots show.
    let beside = records.tables.iter_mut().find(|table| table.context == Context::Beside).unwrap();
    for (step, value) in beside.steps.iter_mut().zip([2.49, 2.51]) {
        step.ratio[2] = Some(Figure { value, low: value - 0.1, high: value + 0.1 });
    }
    let waiting = |time: &mut Figure| *time = time.map(|time| 2.0 * time);
    let mut dependent = Table { dependent: true, ..beside.clone() };
    for step in &mut dependent.steps {
        step.raw.iter_mut().flatten().for_each(waiting);
        step.ratio[1] = Some(Figure { value: 0.7, low: 0.69, high: 0.72 });
        step.verdicts = "u".repeat(step.verdicts.len());
    }
    records.tables.push(dependent);
    let step = &mut find(records, latency).steps[0];
    let slope = |value, half| Some(Figure { value, low: value - half, high: value + half });
    (step.slope[2], step.slope[3]) = (slope(0.89, 0.01), slope(0.03, 0.02));
    (step.slope[4], step.slope[5]) = (slope(0.5, 0.2), slope(1.1, 0.02));
    step.core = Core::Unsteady;
    step.multiply = Some(3.01);
    let uniform = Setting::hot("sliders", "uniform", false);
    let base = find(records, uniform).clone();
    let others = ["random", "aligned", "games"];
    for (stream, later) in others.into_iter().zip([0.25, 1.0, 2.0]) {
        let mut table = Table { stream: stream.to_owned(), ..base.clone() };
        let later = |time: &mut Figure| *time = time.map(|time| time + later);
        table.steps[0].raw.iter_mut().flatten().for_each(later);
        records.tables.push(table);
    }
    for stream in ["positions", "uniform"] {
        let mut table =
            Table { stream: stream.to_owned(), context: Context::Learnt, ..base.clone() };
        table.steps[0].copies = copies(MAGIC, &[1.001]);
        table.steps[0].raw.iter_mut().flatten().for_each(|it| *it = it.map(|time| 0.875 * time));
        records.tables.push(table);
    }
    let maps = find(records, Setting::hot("maps", "positions", false)).clone();
    let at = |at: u64| Step { at: Some(at), ..maps.steps[0].clone() };
    let mut upkeep = Table {
        context: Context::Upkeep,
        along: Some(records::Parameter::Questions),
        unit: Unit::Nanoseconds,
        steps: [0, 1, 2, 4, 8, 16, 32, 64, 128].map(at).to_vec(),
        ..maps
    };
    upkeep.steps[4].verdicts = "s".to_owned();
    upkeep.steps[0].raw.clear();
    let step = &mut upkeep.steps[0];
    (step.net, step.ratio, step.verdicts) = (Vec::new(), Vec::new(), String::new());
    (step.spread, step.best) = (Vec::new(), Vec::new());
    records.tables.push(upkeep);
    let mut withheld = Table {
        context: Context::Learnt,
        ..find(records, Setting::hot("pins", "positions", false)).clone()
    };
    withheld.steps[0].copies = copies("pins-bare", &[0.9, 1.1]);
    withheld.steps[0].core = Core::Company;
    records.tables.push(withheld);
    // Two in company, three unsteady, and one of a run without a probe.
    let is_it = |it: &&mut Table| it.context == Context::Beside && !it.dependent;
    let beside = records.tables.iter_mut().find(is_it).unwrap();
    beside.steps.iter_mut().for_each(|step| step.core = Core::Unsteady);
    find(records, uniform).steps[0].core = Core::Unsteady;
}

fn spoil_search(set: &mut Set) {
    let gain = |low, value, high| Figure { value, low, high };
    let pair = ["sliders-hyperbola", "sliders-pext"];
    hold_pair(set, "threats", pair, gain(0.001, 0.004, 0.007));
    let records = &mut set.records;
    let step = &mut find(records, Setting::hot("search", "network", false)).steps[0];
    step.again = Some(gain(0.99, 0.995, 1.0));
    let of = vec!["search+deltas-board".to_owned()];
    step.neutral = Some(Neutral { of, ratio: gain(0.996, 0.997, 0.998) });
    let mut perft = find(records, Setting::hot("search", "classical", false)).clone();
    for name in &mut perft.names {
        *name = name.replacen("search", "perft", 1);
    }
    let again = |of: &records::Variant| {
        let mut variant = of.clone();
        (variant.question, variant.asks) = ("perft".to_owned(), Vec::new());
        variant.name = variant.name.replacen("search", "perft", 1);
        variant
    };
    let programs = records.variants.iter().filter(|it| it.question == "search").map(again);
    let programs: Vec<_> = programs.collect();
    records.variants.extend(programs);
    let technique = records.techniques.iter().find(|it| it.name == "search").unwrap().clone();
    records.techniques.push(records::Technique { name: "perft".to_owned(), ..technique });
    let question = records.questions.iter().find(|it| it.name == "search").unwrap();
    let perft_question =
        Question { name: "perft".to_owned(), title: "Perft".to_owned(), ..question.clone() };
    records.questions.push(perft_question);
    (perft.question, perft.stream) = ("perft".to_owned(), "classical".to_owned());
    records.tables.push(perft);
}

fn spoil_runs(records: &mut Records) {
    let count = Count {
        branches: Some(140_000),
        mispredictions: Some(9000),
        instructions: Some(3_000_000),
        question: "search".to_owned(),
        stream: "network".to_owned(),
        variant: "search".to_owned(),
        ..records.counts[0].clone()
    };
    records.counts.push(count);
    let hardware = Count {
        counter: Counter::Hardware,
        cycles: Some(21_000),
        writes: Some(2000),
        ..records.counts[1].clone()
    };
    records.counts.push(hardware);
    let chain = |name: &str, value: f64, unit| Chain {
        name: name.to_owned(),
        step: Figure { value, low: value - 0.01, high: value + 0.02 },
        unit,
        rounds: 96,
    };
    records.clock =
        vec![chain("add-chain", 1.0, Unit::Cycles), chain("wall", 0.25, Unit::Nanoseconds)];
    let quick = Run {
        breadth: Breadth::Quick,
        date: "2026-01-01T03:04:05Z".to_owned(),
        commit: None,
        load: None,
        probe: Some("no idle probe was steady".to_owned()),
        ..records.runs[0].clone()
    };
    records.runs.push(quick);
    records.tables[1].run = 2;
    let run = &mut records.runs[0];
    run.probe = Some("1000 x 20 nops".to_owned());
    run.missing.insert("hardware counters".to_owned(), "the system denies them".to_owned());
    run.missing.insert("sliders/learnt/games".to_owned(), "no time".to_owned());
    records.machine.caches.l3 = None;
    records.machine.governor = Some("powersave".to_owned());
}

/// A set in which as much happens as may.
fn full() -> Set {
    let mut set = set(&all_kinds());
    spoil_variants(&mut set.records);
    spoil_tables(&mut set.records);
    spoil_search(&mut set);
    spoil_runs(&mut set.records);
    Set { name: "full".to_owned(), records: read_back(&set.records) }
}

/// Another machine, where times are nanoseconds.
fn other() -> Set {
    let mut set = measured_on(("AuthenticAMD", 26, 2), usual_set());
    set.records.tables.iter_mut().for_each(|table| table.unit = Unit::Nanoseconds);
    set.records.machine.virtualised = Some(false);
    Set { name: "other".to_owned(), ..set }
}

/// A page as its elements, a line each, without its style, its figures and its script. Rows of
/// claims that are not measured are left out: they are as many as there are claims.
fn elements(page: &str) -> String {
    let (_, body) = page.split_once("<main>").unwrap();
    let (body, _) = body.split_once("</main>").unwrap();
    let mut parts = body.split("<svg");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text += &format!("<svg>{}", part.split_once("</svg>").unwrap().1);
    }
    for begin in ["<tr", "<td", "<th ", "<p", "<h2", "<li", "<details", "<figcaption", "<small"] {
        text = text.replace(begin, &format!("\n{begin}"));
    }
    let is_told =
        |row: &&str| !row.contains("<a href=\"https://") || !row.contains(">not measured");
    // What stands behind the last row of a table stays.
    let rows = text.split("\n<tr").map(|row| match row.split_once("</tbody>") {
        Some((_, rest)) if !is_told(&row) => format!("></tr>\n</tbody>{rest}"),
        _ if !is_told(&row) => String::new(),
        _ => row.to_owned(),
    });
    let rows: Vec<_> = rows.filter(|row| !row.is_empty()).collect();
    let lines = rows.join("\n<tr");
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// The figures of a page, an element a line.
fn figures(page: &str) -> String {
    let figures = page.split("<div role=\"img\" ").skip(1);
    let text = |figure: &str| figure.split_once("</svg>").unwrap().0.replace("/>", "/>\n");
    figures.map(|figure| text(figure) + "\n").collect()
}

/// Compares what was found with the text beside this file.
fn compare(name: &str, found: &str) -> Option<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let expected = fs::read_to_string(package.join("src/tests/whole").join(name));
    let expected = expected.unwrap_or_default().replace("\r\n", "\n");
    if expected == found {
        return None;
    }
    let folder = package.join("../../target/whole");
    fs::create_dir_all(&folder).unwrap();
    let file = Path::new(name).file_name().unwrap().display();
    fs::write(folder.join(file.to_string()), found).unwrap();
    let mut pairs = (1..).zip(expected.lines().chain([""]).zip(found.lines().chain([""])));
    let (line, (one, other)) = pairs.find(|(_, (one, other))| one != other).unwrap_or_default();
    Some(format!(
        "tests/whole/{name}:{line}: expected\n  {one}\nfound\n  {other}\n  Read target/whole/{file} \
         before it takes the place of src/tests/whole/{name}.\n"
    ))
}

#[track_caller]
pub(super) fn assert_whole(texts: &[(&str, String)]) {
    let different = texts.iter().filter_map(|(name, text)| compare(name, text));
    let different: String = different.collect();
    assert!(different.is_empty(), "{different}");
}

#[test]
fn pages_say_what_happened_in_all_their_words_and_figures() {
    let report = render(&full(), from_ref(&other())).unwrap();
    let names = ["index", "sliders", "pins", "maps", "search", "machines", "claims", "method"];
    let pages = names.map(|name| {
        let page = file(&report, &format!("{name}.html"));
        (format!("{name}.html"), elements(page))
    });
    let texts = ["summary.md", "counts.csv"];
    let texts = texts.map(|name| (name.to_owned(), file(&report, name).to_owned()));
    let all: Vec<_> = pages.into_iter().chain(texts).collect();
    let all: Vec<_> = all.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    assert_whole(&all);
}

#[test]
fn figures_show_what_happened_in_all_their_marks() {
    let report = render(&full(), &[]).unwrap();
    let figures = ["sliders", "maps"]
        .map(|name| (format!("{name}.svg.txt"), figures(file(&report, &format!("{name}.html")))));
    let [a, b] = &figures;
    assert_whole(&[a, b].map(|(name, text)| (name.as_str(), text.clone())));
}

#[test]
fn the_terminal_says_what_happened() {
    let (full, other) = (full(), other());
    let zen2 = Processor { has: |need| need != "bmi2", ..played("AuthenticAMD", 23, 113) };
    let near = |processor: &Processor, sets: &[Set]| {
        let near = nearest(processor, sets).unwrap();
        let answers = Answers::of(&sets[near.number..=near.number], Some(processor)).unwrap();
        text::here(&near, &answers)
    };
    let sets = [full.clone(), other.clone()];
    let mut said = near(&zen2, &sets) + "\n" + &near(&played("AuthenticAMD", 26, 2), &sets);
    said += &table(&full).unwrap();
    for question in ["sliders", "pins", "deltas", "maps", "search", "gone"] {
        let line = crate::line(&full, question);
        said += &format!("{question}: {}\n", line.unwrap_or_else(|| "nothing".to_owned()));
    }
    let unsearched = set(&super::places::unsearched(usual_case()));
    said += &crate::line(&unsearched, "sliders").unwrap();
    let readme = text::readme(&Answers::of(&sets, None).unwrap());
    assert_whole(&[("terminal.txt", said), ("readme.md", readme)]);
}

#[test]
fn what_packing_finds_stands_here() {
    let mut again = full().records;
    again.runs[0].date = "2026-01-04T03:04:05Z".to_owned();
    again.tables[0].steps[0].rounds = 97;
    let broken = crate::pack::examine(&full().records, Some(&again), "1.95.0").0;
    let empty = Records::new(full().records.machine);
    let nothing = crate::pack::examine(&empty, None, "1.96.0").0;
    assert_whole(&[("packing.txt", broken + "\n" + &nothing)]);
}

#[test]
fn pages_of_what_was_not_searched_or_is_retired_say_less() {
    let mut old = usual_set();
    old.records.runs.iter_mut().for_each(|run| run.method = 4);
    let mut unsearched = set(&super::places::unsearched(usual_case()));
    unsearched.records.machine.virtualised = None;
    unsearched.records.machine.model = None;
    let page = |set: &Set, name: &str| elements(file(&render(set, &[]).unwrap(), name));
    let texts = ["index.html", "machines.html"].map(|name| page(&old, name)).concat();
    let texts = texts + &["index.html", "search.html"].map(|name| page(&unsearched, name)).concat();
    assert_whole(&[("others.html", texts)]);
}

#[test]
fn a_comparison_says_what_changed_and_what_cannot_be_compared() {
    let mut later = full();
    let records = &mut later.records;
    let slower =
        ["pins/throughput/positions", "sliders/latency/positions", "search/throughput/network"];
    for table in &mut records.tables {
        table.steps.iter_mut().for_each(|step| step.rounds += 1);
        if slower.contains(&table.setting().name().as_str()) {
            let step = &mut table.steps[0];
            for (number, figure) in (1..).zip(step.ratio.iter_mut().zip(&mut step.raw)) {
                let by = |end: f64| end * (1.0 + 0.01 * f64::from(number * number));
                *figure.0 = figure.0.map(|it| it.map(by));
                *figure.1 = figure.1.map(|it| it.map(by));
            }
        }
    }
    records.counts[2].instructions = Some(16_500);
    let again = diff::diff([&full(), &later]);
    assert_whole(&[("diff.md", again + "\n" + &diff::diff([&other(), &later]))]);
}
