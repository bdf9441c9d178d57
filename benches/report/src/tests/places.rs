//! One word: all places that say what to take say the same, row by row.

use super::committed::{ALL, Rendered, committed};
use super::{between, file, measured_on, rows, seen};
use crate::answers::nearest::Nearest;
use crate::answers::recommend::Word;
use crate::answers::table::{Cell, Row};
use crate::made_up::{MAGIC, Made, made, set, usual_case, usual_set};
use crate::{Answers, Processor, Set, nearest_answers, render, table, text};
use records::{Figure, Records, Verdict};
use serde_json::{Value, from_str};
use std::slice::from_ref;

/// A row of a place: the lookups, what the engine has, and a cell a kind of engine; one cell alone
/// where it holds for all kinds. Without spaces, as terminals wrap.
type Said = (String, String, Vec<String>);

pub(super) fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A share in per cent with its sign.
pub(super) fn signed(share: f64) -> String {
    let text = format!("{:+.1}", share * 100.0);
    if text[1..].chars().all(|c| "0.".contains(c)) { "0.0".to_owned() } else { text }
}

/// What a place must say in a cell, with both ends of an interval or half of its width.
fn expected(cell: &Cell, has_ends: bool) -> String {
    let half = |figure: Figure| (figure.high - figure.low) / 2.0;
    let figure = match (cell.range, cell.gain, cell.ratio) {
        (Some([low, high]), ..) if signed(low) == signed(high) => format!("{} %", signed(low)),
        (Some([low, high]), ..) => format!("{} to {} %", signed(low), signed(high)),
        (None, Some(gain), _) => {
            let ends = format!("({} to {})", signed(gain.low), signed(gain.high));
            let half = format!("±{:.1}", half(gain) * 100.0);
            format!("{} % {}", signed(gain.value), if has_ends { ends } else { half })
        }
        (None, None, Some(ratio)) => {
            format!("{:.2}x ±{:.1} %", ratio.value, half(ratio) / ratio.value * 100.0)
        }
        _ => String::new(),
    };
    bare(&format!("{}{figure}{}", cell.words, cell.asides.concat()))
}

/// What every place must say of a row.
fn said(row: &Row, has_ends: bool) -> Said {
    let titles: Vec<_> = row.lookups.iter().map(|lookup| bare(&lookup.title)).collect();
    let titles = titles.join("&");
    let beyond = row.cells.iter().filter_map(|cell| cell.named.first()).flat_map(|it| &it.chips);
    let mut beyond: Vec<_> = beyond.filter(|chip| chip.starts_with("AVX-512")).collect();
    beyond.dedup();
    let beyond = beyond.first().map_or_else(String::new, |chip| format!(",with{}", bare(chip)));
    let have = row.have.as_ref().map_or("the usual", |have| &have.short);
    let cells: Vec<_> = row.cells.iter().map(|cell| expected(cell, has_ends)).collect();
    let is_alone = |cell: &Cell| matches!(cell.word, Word::Alone | Word::Nothing);
    let is_once = row.cells.iter().all(is_alone) && cells.iter().all(|it| *it == cells[0]);
    let count = if is_once { 1 } else { cells.len() };
    let beyond = if row.is_beyond { beyond } else { String::new() };
    (titles + &beyond, bare(have), cells.into_iter().take(count).collect())
}

/// Names of several lookups in one form: "a, b and c" of texts, and "a, b, c" of links.
fn titles(text: &str) -> String {
    let (titles, beyond) = text.split_once(", with ").unwrap_or((text, ""));
    let titles: Vec<_> = titles.split(", ").flat_map(|one| one.split(" and ")).map(bare).collect();
    let with = if beyond.is_empty() { "" } else { ",with" };
    format!("{}{with}{}", titles.join("&"), bare(beyond))
}

/// The cells of a table's rows, as HTML.
pub(super) fn cells<'p>(page: &'p str, id: &str) -> Vec<Vec<&'p str>> {
    let table = between(page, &format!("<table id=\"{id}\""), "</table>");
    let rows = between(table, "<tbody>", "</tbody>").split("</tr>");
    let row = |row: &'p str| {
        let cells = row.split("<td").skip(1).map(|cell| cell.split("</td>").next().unwrap());
        cells.collect::<Vec<_>>()
    };
    rows.map(row).filter(|row| !row.is_empty()).collect()
}

/// What a reader sees of a cell, with all that askama escapes.
pub(super) fn plain(cell: &str) -> String {
    let (_, inner) = cell.split_once('>').unwrap_or(("", cell));
    seen(inner).replace("&#34;", "\"").replace("&#60;", "<").replace("&#62;", ">")
}

/// A cell of answers on a page: its words, figure, interval and asides.
pub(super) fn answer(cell: &str) -> String {
    let part = |from: &str| cell.split(from).nth(1).map(|it| it.split("</").next().unwrap());
    let figure = ["win", "tie"].map(|class| part(&format!("<span class=\"{class}\">")));
    let interval = part("<small class=\"inline\">");
    let interval = interval.map_or_else(String::new, |ends| format!("({ends})"));
    let asides = cell.split("<small class=\"aside\">").skip(1);
    let asides: String = asides.map(|it| it.split("</").next().unwrap()).collect();
    let words = part("<b class=\"words\">").unwrap_or_else(|| panic!("no words in {cell}"));
    bare(&format!("{words}{}{interval}{asides}", figure.into_iter().flatten().collect::<String>()))
}

/// The text of a cell before its small type.
fn head(cell: &str) -> String {
    plain(cell.split(" <small").next().unwrap())
}

fn on_page(page: &str) -> Vec<Said> {
    let row = |row: &Vec<&str>| {
        let answers = row[2..].iter().map(|cell| answer(cell)).collect();
        (titles(&head(row[0])), bare(&head(row[1])), answers)
    };
    cells(page, "answers").iter().map(row).collect()
}

/// The first table of Markdown.
fn in_markdown(text: &str) -> Vec<Said> {
    let lines = text.lines().skip_while(|line| !line.starts_with("| lookup")).skip(2);
    let cell = |cell: &str| {
        // What the first name costs stands in brackets that name its crate.
        let (front, back) = match cell.split_once('`') {
            None => (cell, ""),
            Some((front, rest)) => {
                let (front, _) = front.rsplit_once('(').unwrap();
                (front, rest.split_once(')').unwrap().1)
            }
        };
        bare(&format!("{front}{back}").replace("**", "").replace("; ", ""))
    };
    let row = |line: &str| {
        let parts: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let have = parts[1].rsplit_once(", ").map_or(parts[1], |(have, _)| have);
        let all = parts[2..].iter().filter(|it| !it.is_empty()).map(|it| cell(it)).collect();
        (titles(parts[0]), bare(have), all)
    };
    lines.take_while(|line| line.starts_with('|')).map(row).collect()
}

/// The line of a question, beside these sets.
pub(super) fn line(set: &Set, question: &str, others: &[Set]) -> Option<String> {
    crate::line(set, question, nearest_answers(others).as_ref())
}

/// Where the columns of the terminal begin.
const COLUMNS: [usize; 6] = [0, 16, 28, 46, 62, 80];

/// A table of the terminal by columns, with all of its rows: cells wrap.
pub(super) fn in_columns(text: &str, head: &str) -> [String; 5] {
    let lines = text.lines().skip_while(|line| !line.starts_with(head));
    let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{text}");
    [0, 1, 2, 3, 4].map(|column| {
        let [from, to] = [COLUMNS[column], COLUMNS[column + 1]];
        let cut = |line: &&str| line.chars().skip(from).take(to - from).collect::<String>();
        bare(&lines.iter().map(cut).collect::<Vec<_>>().join(" "))
    })
}

fn assert_terminal(text: &str, answers: &Answers) {
    let mut expected = [
        "lookup",
        "youhave",
        "classicallikeStockfish11",
        "networklikeCarp3",
        "threatslikeStockfish18",
    ]
    .map(str::to_owned);
    for row in &answers.table {
        let (titles, have, cells) = said(row, false);
        let titles: Vec<_> = titles.split('&').collect();
        let titles = match titles.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{}and{last}", others.join(",")),
            _ => titles.concat(),
        };
        let size = row.have.as_ref().map_or_else(String::new, |it| bare(&it.size()));
        let row = [titles, have + &size].into_iter().chain(cells);
        expected.iter_mut().zip(row).for_each(|(column, cell)| column.push_str(&cell));
    }
    assert_eq!(in_columns(text, "lookup"), expected);
}

/// The line of a question: what it says by kind, each with its figure; without a search what is
/// fastest alone.
fn assert_lines(line: &str, rows: &[&Row]) {
    let Some(first) = rows.first() else { return };
    let (line, beyond) = line.split_once(". With ").unwrap_or((line, ""));
    assert_line(line, first);
    let other = rows.iter().skip(1).find(|row| row.is_beyond);
    let named = other.into_iter().flat_map(|row| &row.cells);
    let named = named.filter(|cell| matches!(cell.word, Word::Named | Word::Either));
    let mut count = 0;
    for cell in named {
        let told = format!("{}{}", cell.kind, bare(&cell.words));
        assert!(bare(beyond).contains(&told), "{told}: {beyond}");
        count += 1;
    }
    assert_eq!(count == 0, beyond.is_empty(), "{beyond}");
}

fn assert_line(line: &str, row: &Row) {
    let plain = |cell: &Cell| expected(&Cell { asides: Vec::new(), ..cell.clone() }, false);
    let asked: Vec<_> = row.cells.iter().filter(|cell| cell.word != Word::NotAsked).collect();
    let is_searched = |cell: &&&Cell| !matches!(cell.word, Word::Alone | Word::Nothing);
    if asked.iter().any(|cell| is_searched(&cell)) || asked.is_empty() {
        let kinds: Vec<_> = asked.iter().map(|it| format!("{}{}", it.kind, plain(it))).collect();
        assert_eq!(bare(line), kinds.join(";"));
        return;
    }
    let words = bare(&asked[0].words);
    let ratio = plain(asked[0]).replacen(&words, "", 1);
    let have = bare(&row.have.as_ref().unwrap().short);
    let ratio = if ratio.is_empty() { ratio } else { format!(",{ratio}of{have}") };
    assert_eq!(bare(line), words + &ratio);
    let says = ["keep", "take", "search", "too noisy"].into_iter().find(|it| line.contains(it));
    assert_eq!(says, None, "no search measured it: {line}");
}

/// A processor of the set's kind that has all instruction sets.
fn at_hand(set: &Set) -> Processor {
    let machine = &set.records.machine;
    Processor {
        cpu: machine.cpu.clone(),
        model: machine.model.clone(),
        caches: machine.caches,
        architecture: "x86_64".to_owned(),
        has: |_| true,
    }
}

/// What `--here` says by a set.
fn here(set: &Set) -> (String, Answers) {
    let answers = Answers::of(from_ref(set), Some(&at_hand(set))).unwrap();
    let processor = set.records.machine.cpu.clone();
    let (how, left_out) = ("It has the same microarchitecture.", Vec::new());
    let near = Nearest { number: 0, is_own: false, how, processor, left_out };
    (text::here(&near, &answers), answers)
}

pub(super) fn assert_one_word(it: &Rendered) {
    let Rendered { set, answers, report } = it;
    let full: Vec<_> = answers.table.iter().map(|row| said(row, true)).collect();
    assert_eq!(in_markdown(&text::readme(answers)), full, "README of {}", set.name);
    let (text, answers_here) = here(set);
    assert_terminal(&text, &answers_here);
    assert_terminal(&table(set).unwrap(), answers);
    let json: Value = from_str(file(report, "answers.json")).unwrap();
    let words = |row: &Row| row.cells.iter().map(|it| it.words.clone()).collect::<Vec<_>>();
    let written = json["table"].as_array().unwrap().iter().map(|row| {
        let cells = row["cells"].as_array().unwrap().iter();
        cells.map(|cell| cell["words"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(written.collect::<Vec<_>>(), answers.table.iter().map(words).collect::<Vec<_>>());
    if answers.source().retired.is_empty() {
        assert_eq!(on_page(file(report, "index.html")), full, "index of {}", set.name);
        assert_eq!(in_markdown(file(report, "summary.md")), full, "summary of {}", set.name);
    }
    for question in &answers.questions {
        let every = answers.every.iter().filter(|row| row.is_about(&question.name));
        let every: Vec<_> = every.collect();
        let page = file(report, &crate::pages::page_of(&question.name));
        let of_question: Vec<_> = every.iter().map(|row| said(row, true)).collect();
        let shown = if every.is_empty() { Vec::new() } else { on_page(page) };
        assert_eq!(shown, of_question, "{}: {}", set.name, question.name);
        let told = text::line(answers, &question.name, None);
        assert_eq!(told.is_some(), !every.is_empty(), "{}: {told:?}", question.name);
        assert_lines(told.as_deref().unwrap_or_default(), &every);
        for row in answers.table.iter().filter(|row| row.is_about(&question.name)) {
            let same = every.iter().filter(|it| it.is_beyond == row.is_beyond);
            assert!(same.into_iter().any(|it| words(it) == words(row)), "{}", question.name);
        }
    }
    assert_machines(file(report, "machines.html"), answers);
}

/// The page of machines has the own words in the own column, in every row of the table.
fn assert_machines(page: &str, answers: &Answers) {
    let (own, label) =
        (answers.source(), |cell: &str| between(cell, "data-label=\"", "\"").to_owned());
    for (number, kind) in ["classical", "network", "threats"].into_iter().enumerate() {
        let id = format!("by-{kind}");
        let shown =
            if page.contains(&format!("id=\"{id}\"")) { cells(page, &id) } else { Vec::new() };
        for row in &answers.table {
            let (titles_of_row, have, _) = said(row, true);
            let is_it = |cells: &&Vec<&str>| {
                let with = plain(between(cells[0], "<small>", "</small>"));
                titles(&head(cells[0])) == titles_of_row && bare(&with) == have
            };
            let found = shown.iter().find(is_it).unwrap_or_else(|| panic!("{titles_of_row}: {id}"));
            let mut columns = found.iter().skip(1);
            let cell = columns.find(|it| label(it) == own.machine).unwrap();
            let words = plain(between(&format!(">{cell}"), "<b class=\"words\">", "</b>"));
            assert_eq!(words, row.cells[number].words, "{id}: {titles_of_row}");
            let gain = row.cells[number].gain.map(|it| format!(">{} %</span>", signed(it.value)));
            assert!(gain.is_none_or(|gain| cell.contains(&gain)), "{id}: {cell}");
        }
    }
}

pub(super) fn rendered(set: Set) -> Rendered {
    let (answers, report) = (Answers::of(from_ref(&set), None), render(&set, &[]));
    Rendered { answers: answers.unwrap(), report: report.unwrap(), set }
}

/// With a variant that gains most, and that needs AVX-512.
pub(super) fn with_avx512() -> Vec<Made> {
    let wide = made("sliders-wide").needs(&["avx512vbmi"]).times(5.0, 9.0).bytes(128);
    usual_case().into_iter().chain([wide.gains([0.08, 0.09, 0.07], 0.004)]).collect()
}

/// The same without a search.
pub(super) fn unsearched(mut made: Vec<Made>) -> Vec<Made> {
    made.iter_mut().for_each(|one| one.gains = None);
    made
}

/// A set with a second question: the sliders again under another name, with no search.
pub(super) fn with_another(set: &Set, name: &str) -> Set {
    let mut file: Value = serde_json::from_slice(&set.records.to_json().unwrap()).unwrap();
    for kind in ["questions", "techniques", "variants", "tables", "counts"] {
        let all = file[kind].as_array_mut().unwrap();
        let is_it = |it: &&Value| {
            let named = it["name"].as_str().is_some_and(|it| it.starts_with("sliders"));
            it["question"] == "sliders" || named
        };
        let again = all.iter().filter(is_it).map(|it| {
            it.to_string().replace("sliders", name).replace("Sliding attacks", "Another question")
        });
        let again: Vec<Value> = again.map(|it| from_str(&it).unwrap()).collect();
        all.extend(again);
    }
    Set { records: Records::parse(&file.to_string()).unwrap(), ..set.clone() }
}

#[test]
fn all_places_say_the_same_of_made_up_records() {
    let noisy = made("sliders-noisy").times(9.0, 18.0).gains([0.012; 3], 0.02);
    let near = made("sliders-near").bytes(64).gains([0.021, 0.048, 0.012], 0.004);
    let slight = made("sliders-slight").gains([0.004, 0.003, -0.02], 0.002);
    let cases = [
        usual_case(),
        with_avx512(),
        unsearched(with_avx512()),
        vec![made(MAGIC), noisy],
        vec![made(MAGIC), slight],
        usual_case().into_iter().chain([near]).collect(),
        unsearched(vec![made(MAGIC), made("sliders-slow").times(12.0, 24.0)]),
    ];
    for case in cases {
        assert_one_word(&rendered(set(&case)));
        assert_one_word(&rendered(with_another(&set(&case), "between")));
    }
}

#[test]
fn a_contradiction_by_a_real_engine_and_kin_are_told_with_the_name() {
    let hyperbola = made("sliders-hyperbola").bytes(2048).gains([0.03, 0.035, 0.025], 0.004);
    let lanes = made("sliders-hyperbola-lanes").bytes(2048).gains([0.031, 0.034, 0.001], 0.004);
    let zen5 = measured_on(("AuthenticAMD", 26, 2), set(&[made(MAGIC), hyperbola, lanes]));
    let it = rendered(zen5);
    assert_one_word(&it);
    let row = &rows(file(&it.report, "index.html"), "answers")[0];
    let cells: Vec<_> = row.split(" | ").collect();
    let against = "hyperbola +3.0 % +2.6 to +3.4 in Stockfish 11 on Zen 5 -3.7 to -2.1 % 2 KiB, with \
                   1 of its kind";
    assert!(cells[2].starts_with(against), "{row}");
    assert!(
        cells[3].starts_with("hyperbola +3.5 % +3.1 to +3.9 2 KiB, with 1 of its kind"),
        "{row}"
    );
    assert!(cells[4].starts_with("hyperbola +2.5 % +2.1 to +2.9 2 KiB sliders"), "{row}");
    let aside = bare("in Stockfish 11 on Zen 5 -3.7 to -2.1 %");
    let columns = in_columns(&table(&it.set).unwrap(), "lookup");
    assert!(columns[2].ends_with(&format!("hyperbola+3.0%±0.4{aside}")), "{columns:?}");
    assert!(bare(file(&it.report, "summary.md")).contains(&format!(";{aside}|")));
}

#[test]
fn all_six_lookups_that_engines_ask_most_have_their_row_everywhere() {
    let mut six = set(&unsearched(usual_case()));
    for name in ["between", "pins", "checks", "maps", "xrays", "targets"] {
        six = with_another(&six, name);
    }
    // Without counts all of them may be asked.
    six.records.variants.iter_mut().for_each(|variant| variant.asks.clear());
    let it = rendered(six);
    let first = it.answers.table.iter().map(|row| row.lookups[0].question.as_str());
    let expected = ["sliders", "between", "pins", "checks", "maps", "xrays"];
    assert_eq!(first.collect::<Vec<_>>(), expected);
    assert_one_word(&it);
    let questions = rows(file(&it.report, "index.html"), "all");
    assert_eq!(questions.len(), 7, "the least asked one has its page too");
}

#[test]
fn all_places_say_the_same_of_every_committed_set() {
    ALL.iter().for_each(assert_one_word);
    let sets = committed();
    let all = Answers::of(&sets, None).unwrap();
    let expected: Vec<_> = all.table.iter().map(|row| said(row, true)).collect();
    assert_eq!(in_markdown(&text::readme(&all)), expected);
    assert!(!expected.is_empty(), "README has a table");
}

#[test]
fn the_first_page_names_what_made_up_records_prove() {
    let it = rendered(set(&with_avx512()));
    let index = rows(file(&it.report, "index.html"), "answers");
    let found: Vec<_> = index.iter().map(|row| bare(row)).collect();
    let command = "cargo run -p report -- --take sliders-NAME ../my-engine/lookups";
    let row = |lookup: &str, have: &str, cells: [(&str, &str); 3]| {
        let cell = |(text, name): (&str, &str)| {
            let command = command.replace("NAME", name);
            // What is no crate has no header.
            let in_c = command.replace("../my-engine/lookups", "--c ../my-engine/src");
            match name {
                "" => text.to_owned(),
                "wide" => format!("{text} sliders-{name} {command}"),
                _ => format!("{text} sliders-{name} {command} for C and C++: {in_c}"),
            }
        };
        bare(&format!("{lookup} 9.0 to 26 a node | {have} | {} |", cells.map(cell).join("|")))
    };
    let pext = "843 KiB BMI2 slow on Zen 2";
    let [first, second] = ["+2.3 % +1.9 to +2.7", "+5.1 % +4.7 to +5.5"];
    let [first, second] = [first, second].map(|gain| format!("PEXT {gain} {pext}"));
    let third = "hyperbola or PEXT +1.6 % +1.3 to +1.9 2 KiB";
    let wide = |gains: [&str; 3]| gains.map(|it| format!("wide {it} 128 B AVX-512 VBMI"));
    let over_magic = wide(["+8.0 % +7.6 to +8.4", "+9.0 % +8.6 to +9.4", "+7.0 % +6.6 to +7.4"]);
    // 1.08 / 1.023, 1.09 / 1.051 and 1.07 / 1.013.
    let over_pext = wide(["+5.6 % +5.0 to +6.1", "+3.7 % +3.2 to +4.3", "+5.6 % +5.1 to +6.2"]);
    let named = |texts: &[String; 3]| {
        row("Sliding attacks, with AVX-512 VBMI", "HAVE", [0, 1, 2].map(|at| (&*texts[at], "wide")))
    };
    let expected = [
        row(
            "Sliding attacks",
            "magic 844 KiB",
            [(&first, "pext"), (&second, "pext"), (third, "hyperbola")],
        ),
        named(&over_magic).replace("HAVE", "magic844KiB"),
        row("Sliding attacks", "PEXT 843 KiB", [("keep", ""); 3]),
        named(&over_pext).replace("HAVE", "PEXT843KiB"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn without_a_search_no_place_advises() {
    let set = set(&unsearched(usual_case()));
    let alone = "fastest alone: PEXT, 0.70x ±0.2 % of magic";
    assert_eq!(line(&set, "sliders", &[]).unwrap(), alone);
    let near = "fastest alone: PEXT, 0.70x ±0.2 % of magic. In a search on Zen 4: classical PEXT \
                +2.3 % ±0.4; network PEXT +5.1 % ±0.4; threats hyperbola or PEXT +1.6 % ±0.3";
    assert_eq!(line(&set, "sliders", &[usual_set()]).unwrap(), near);
    let silent = Set { name: "other".to_owned(), ..set.clone() };
    assert_eq!(line(&set, "sliders", &[silent]).unwrap(), alone);
    assert_eq!(line(&set, "search", &[]), None);
    let it = rendered(set);
    let places = [
        table(&it.set).unwrap(),
        seen(between(file(&it.report, "index.html"), "<main>", "<p class=\"small dim\"")),
        file(&it.report, "summary.md").split("## What real").next().unwrap().to_owned(),
        here(&it.set).0.split("\nreal engines").next().unwrap().to_owned(),
    ];
    for place in places.map(|place| place.replace("What to take", "")) {
        assert!(place.contains("fastest alone") && place.contains("search"), "{place}");
        let words = ["keep", "too noisy", "nodes per second", "nothing proved", " take "];
        assert!(words.iter().all(|word| !place.contains(word)), "{place}");
    }
}

#[test]
fn a_time_that_is_surely_slower_than_another_is_not_the_fastest() {
    for Rendered { set, answers, .. } in &*ALL {
        let view = crate::View::new(set);
        for question in &answers.questions {
            let setting = view.hot(&question.name, false);
            let Some(leader) = question.leader(false) else { continue };
            let beats = question.variants.iter().filter(|row| row.is_ranked).filter(|row| {
                let ratio = view.ratio(setting, &row.name, &leader.name);
                ratio.is_some_and(|ratio| ratio.verdict == Verdict::Faster)
            });
            let beats: Vec<_> = beats.map(|row| &row.name).collect();
            assert!(beats.is_empty(), "{}: {} and {beats:?}", set.name, leader.name);
        }
    }
}
