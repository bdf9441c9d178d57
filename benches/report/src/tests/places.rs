//! The same figures everywhere: README, the index, `--here`, the end of a run, summary.md,
//! answers.json, pages of questions and that of machines, cell by cell.

use super::committed::{ALL, Rendered, committed};
use super::gains::of_search;
use super::{between, file, seen};
use crate::answers::gains::{Cell, Gains};
use crate::answers::nearest::Nearest;
use crate::made_up::{MAGIC, Made, made, set, usual_case};
use crate::{Answers, Processor, Set, render, table, text, words};
use records::{Figure, Records};
use serde_json::{Value, from_str};
use std::slice::from_ref;

/// A row of a place: the lookup and its cells, without spaces and marks, as terminals wrap.
type Said = Vec<String>;

pub(super) fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A share in per cent with its sign.
pub(super) fn signed(share: f64) -> String {
    let text = format!("{:+.1}", share * 100.0);
    if text[1..].chars().all(|c| "0.".contains(c)) { "0.0".to_owned() } else { text }
}

/// What a cell must say, made of its figures alone.
fn expected(cell: &Cell) -> String {
    let star = |text: String| if cell.is_bold() { format!("*{text}*") } else { text };
    let values = cell.gains.iter().map(|it| it.gain.value);
    let [low, high] = [values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max)];
    match &cell.gains[..] {
        [] => String::new(),
        [one] => {
            let Figure { value, low, high } = one.gain;
            star(format!("{}±{:.1}", signed(value), (high - low) * 50.0))
        }
        _ if signed(low) == signed(high) => star(signed(low)),
        _ => star(format!("{}…{}", signed(low), signed(high))),
    }
}

/// What every place must say: rows with the cells of these columns.
fn said(gains: &Gains, columns: &[usize]) -> Vec<Said> {
    let row = |row: &crate::answers::gains::Row| {
        let named = &row.named;
        let first = [bare(&named.short), bare(&words::size(named.bytes))];
        first.into_iter().chain(columns.iter().map(|at| expected(&row.cells[*at]))).collect()
    };
    gains.rows().map(|(_, it)| row(it)).collect()
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

/// A figure of a page between stars if it is bold.
fn of_page(cell: &str) -> String {
    let mark = if cell.contains("<b>") { "*" } else { "" };
    format!("{mark}{}{mark}", bare(&plain(cell)))
}

fn on_page(page: &str) -> Vec<Said> {
    let row = |row: &Vec<&str>| {
        let name = bare(&seen(between(row[0], "<b>", "</b>")));
        [name].into_iter().chain(row[1..].iter().map(|cell| of_page(cell))).collect()
    };
    cells(page, "gains").iter().map(row).collect()
}

/// The first table of Markdown, without the rows that name groups.
fn in_markdown(text: &str) -> Vec<Said> {
    let lines = text.lines().skip_while(|line| !line.starts_with("| lookup")).skip(2);
    let row = |line: &str| {
        let parts: Vec<_> = line[2..].trim_end_matches('|').split(" | ").map(str::trim).collect();
        let name = parts[0].strip_prefix('[')?.split("](").next()?;
        // What it needs follows on its name.
        let name = bare(name.split(", ").next()?);
        let rest = parts[1..].iter().map(|cell| bare(&cell.replace("**", "*")));
        Some([name].into_iter().chain(rest).collect())
    };
    lines.take_while(|line| line.starts_with('|')).filter_map(row).collect()
}

/// The rows of the terminal: figures by the column in which they end, and names that wrap.
fn in_terminal(text: &str) -> Vec<Said> {
    let lines = text.lines().skip_while(|line| !line.starts_with("nodes per second"));
    let lines: Vec<_> = lines.take_while(|line| !line.starts_with('*')).collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{text}");
    let ends = ["bytes", "classical", "network", "threats"].map(|head| {
        let at = lines[0].find(head).unwrap_or_else(|| panic!("no {head}: {text}"));
        at + head.len()
    });
    let cell = |line: &str, at: usize| {
        let from = if at == 0 { ends[0] - 9 } else { ends[at - 1] };
        let cut = line.chars().skip(from).take(ends[at] - from).collect::<String>();
        let cut = bare(&cut);
        if cut.starts_with('*') { format!("{cut}*") } else { cut }
    };
    let mut rows: Vec<Said> = Vec::new();
    for line in &lines[1..] {
        let bytes = cell(line, 0);
        if !bytes.ends_with('B') && bytes != "none" {
            continue;
        }
        let name = line.chars().take(ends[0] - 9).collect::<String>();
        rows.push(
            [bare(&name), bytes].into_iter().chain((1..4).map(|at| cell(line, at))).collect(),
        );
    }
    rows
}

fn assert_terminal(text: &str, answers: &Answers) {
    let gains = &answers.gains;
    let columns: Vec<_> = gains.of_search().map(|(at, _)| at).collect();
    let expected = said(gains, &columns);
    if expected.is_empty() {
        assert!(!text.contains("nodes per second, %"), "no table without a row: {text}");
        return;
    }
    let found = in_terminal(text);
    assert_eq!(found.len(), expected.len(), "{text}");
    for (found, expected) in found.iter().zip(&expected) {
        // A long name goes on below, and instruction sets follow it.
        let begin: String = expected[0].chars().take(8).collect();
        assert!(found[0].starts_with(&begin), "{found:?} where {expected:?} was expected");
        assert_eq!(found[1..], expected[1..], "{text}");
    }
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
pub(super) fn here(set: &Set) -> (String, Answers) {
    let answers = Answers::of(from_ref(set), Some(&at_hand(set))).unwrap();
    let processor = set.records.machine.cpu.clone();
    let (how, left_out) = ("It has the same microarchitecture.", Vec::new());
    let near = Nearest { number: 0, is_own: false, how, processor, left_out };
    (text::here(&near, &answers), answers)
}

/// The tradeoffs as a place must show them: a line a way.
fn ways(answers: &Answers) -> Vec<String> {
    let all = answers.tradeoffs.iter().flat_map(|it| &it.ways);
    all.map(|way| bare(&way.cells().concat())).collect()
}

pub(super) fn assert_same_everywhere(it: &Rendered) {
    let Rendered { set, answers, report } = it;
    let gains = &answers.gains;
    let full = said(gains, &gains.filled());
    let name = &set.name;
    assert_eq!(in_markdown(&text::readme(answers)), full, "README of {name}");
    let (text, answers_here) = here(set);
    assert_terminal(&text, &answers_here);
    assert_terminal(&table(set).unwrap(), answers);
    let json: Value = from_str(file(report, "answers.json")).unwrap();
    assert_eq!(json["gains"], serde_json::to_value(gains).unwrap(), "answers.json of {name}");
    assert_eq!(json["tradeoffs"], serde_json::to_value(&answers.tradeoffs).unwrap());
    if !answers.source().retired.is_empty() {
        return;
    }
    let (index, summary) = (file(report, "index.html"), file(report, "summary.md"));
    assert_eq!(on_page(index), full, "index of {name}");
    assert_eq!(in_markdown(summary), full, "summary of {name}");
    for one in &answers.tradeoffs {
        let shown = cells(index, &words::slug(&one.title));
        let shown = shown.iter().map(|row| row[1..].iter().map(|it| bare(&plain(it))).collect());
        let shown: Vec<String> = shown.collect();
        assert_eq!(
            shown,
            one.ways.iter().map(|way| bare(&way.cells().concat())).collect::<Vec<_>>()
        );
    }
    for way in ways(answers) {
        let is_it = |line: &str| bare(&line.replace('|', "")).ends_with(&way);
        assert!(summary.lines().any(is_it), "{way} in the summary of {name}");
    }
    for group in &gains.groups {
        let page = file(report, &crate::pages::page_of(&group.question));
        let of_group: Vec<_> = full
            .iter()
            .zip(gains.rows())
            .filter(|(_, (it, _))| it.question == group.question)
            .map(|(said, _)| said.clone())
            .collect();
        assert_eq!(on_page(page), of_group, "{}", group.question);
    }
    assert_machines(file(report, "machines.html"), answers);
}

/// The page of machines has the own figures in the own column, in every row of the table.
fn assert_machines(page: &str, answers: &Answers) {
    for (number, kind) in ["classical", "network", "threats"].into_iter().enumerate() {
        let id = format!("by-{kind}");
        if answers.gains.groups.is_empty() {
            continue;
        }
        let shown = cells(page, &id);
        for (_, row) in answers.gains.rows() {
            let is_it = |cells: &&Vec<&str>| {
                plain(cells[0]).starts_with(&row.named.short)
                    && of_page(cells[1]) == expected(of_search(answers, row)[number])
            };
            assert!(shown.iter().any(|cells| is_it(&cells)), "{id}: {}", row.named.name);
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
        assert_same_everywhere(&rendered(set(&case)));
        assert_same_everywhere(&rendered(with_another(&set(&case), "between")));
    }
}

#[test]
fn all_places_say_the_same_of_every_committed_set() {
    ALL.iter().for_each(assert_same_everywhere);
    let all = Answers::of(&committed(), None).unwrap();
    let expected = said(&all.gains, &all.gains.filled());
    assert_eq!(in_markdown(&text::readme(&all)), expected);
    assert!(expected.len() > 5, "README has a table");
    assert!(ALL.iter().any(|it| ways(&it.answers).len() > 10), "a set has tradeoffs");
}

#[test]
fn without_a_search_no_place_has_a_gain_of_ours() {
    let it = rendered(set(&unsearched(usual_case())));
    let row = |(_, row): (_, &crate::answers::gains::Row)| {
        of_search(&it.answers, row).iter().all(|cell| cell.gains.is_empty())
    };
    assert!(it.answers.gains.rows().all(row));
    let told = "No search was measured here.";
    for place in ["index.html", "summary.md"] {
        assert!(file(&it.report, place).contains(told), "{place}");
    }
    assert!(here(&it.set).0.contains("It searched with no kind of engine"));
}
