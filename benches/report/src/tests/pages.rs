//! Pages as readers see them: figures, names, captions and plots agree, and stand where their
//! heads say.

use super::committed::{ALL, Rendered};
use super::pictures::figure;
use super::places::{answer, bare, cells, plain, rendered};
use super::places::{unsearched, with_another, with_avx512};
use super::{between, file, page, rows, seen};
use crate::answers::choices::worth;
use crate::answers::question::Question;
use crate::made_up::{DATE, set, usual_case, usual_set};
use crate::pages::page_of;
use crate::{Set, View};
use records::{Breadth, CopyOf, Core, Figure, Records};
use serde_json::{Value, from_slice, json};
use std::collections::BTreeSet;
use std::path::Path;

pub(super) const KINDS: [&str; 3] = ["classical", "network", "threats"];

/// All questions with their pages.
pub(super) fn question_pages(it: &Rendered) -> impl Iterator<Item = (&Question, &str)> {
    it.answers.questions.iter().map(|one| (one, file(&it.report, &page_of(&one.name))))
}

pub(super) fn label(cell: &str) -> &str {
    cell.split_once("data-label=\"").map_or("", |(_, rest)| rest.split('"').next().unwrap())
}

/// A gain as a table of variants has it: its ends in per cent.
fn ends(cell: &str) -> Option<[f64; 2]> {
    let small = cell.split_once("<small>")?.1.split_once('<')?.0;
    let (low, high) = small.split_once(" to ")?;
    Some([low.parse().ok()?, high.parse().ok()?])
}

/// Cells of answers on a page: what the engine has, whether more than x86-64-v3 is needed, the
/// kind, and the cell.
fn answers_on(page: &str) -> Vec<(String, bool, String, String)> {
    let mut all = Vec::new();
    if !page.contains("<table id=\"answers\"") {
        return all;
    }
    for row in cells(page, "answers") {
        let have = plain(row[1].split(" <small").next().unwrap());
        let kinds = row[2..].iter().map(|cell| {
            (have.clone(), row[0].contains(", with "), label(cell).to_owned(), (*cell).to_owned())
        });
        all.extend(kinds);
    }
    all
}

fn words(cell: &str) -> String {
    plain(&format!(">{}", between(cell, "<b class=\"words\">", "</b>")))
}

#[test]
fn nothing_on_a_page_is_surely_better_than_the_named() {
    let mut judged = 0;
    let made_up = [usual_set(), set(&with_avx512())].map(rendered);
    for it in ALL.iter().chain(&made_up) {
        let view = View::new(&it.set);
        for (question, page) in question_pages(it) {
            let variants = cells(page, "ranking");
            for (have, is_beyond, kind, cell) in answers_on(page) {
                let Some((_, rest)) = cell.split_once("<code>") else { continue };
                let Some(column) = variants[0].iter().position(|it| label(it) == kind) else {
                    continue;
                };
                if words(&cell).starts_with("fastest alone") {
                    continue;
                }
                let named = rest.split('<').next().unwrap();
                let gain = |crate_of: &str| {
                    // A search times one of several that are built on a technique.
                    let mut rows = variants.iter().filter(|row| row[0].contains(crate_of));
                    rows.find_map(|row| ends(row[column]))
                };
                let code = |name: &str| format!("<summary><code>{name}</code></summary>");
                let own = gain(&code(named));
                let own =
                    own.unwrap_or_else(|| panic!("{}, {kind}: no gain of {named}", question.name));
                for row in &variants {
                    let is_usual =
                        ["AVX-512", "GFNI", "NEON"].iter().all(|it| !row[0].contains(it));
                    let Some(other) = ends(row[column]).filter(|_| is_usual || is_beyond) else {
                        continue;
                    };
                    let technique = between(row[0], "<code>", "</code>");
                    assert!(
                        other[0] <= own[1],
                        "{}, {kind}: {technique} over {named}",
                        it.set.name
                    );
                    let all = || view.variants(&question.name);
                    let of = |name: &str| all().find(|v| v.technique() == name).unwrap();
                    let pair = worth(&view, &kind, of(technique), of(named));
                    let is_better = pair.is_some_and(|pair| pair.low > 0.0);
                    assert!(!is_better, "{}, {kind}: {technique} over {named}", it.set.name);
                    judged += 1;
                }
                assert!(!have.is_empty());
            }
        }
    }
    assert!(judged > 50, "{judged} pairs");
}

/// What the first sentence says by kind: names, and a figure as text.
fn sentence(page: &str) -> Vec<(String, Vec<(String, String)>)> {
    let text =
        seen(between(page, "<p>By kind of engine, over the usual lookups, in nodes", "</p>"));
    let (_, kinds) = text.split_once("per second. ").unwrap();
    let kind = |part: &str| {
        let (kind, named) = part.split_once(", like ").unwrap();
        let (_, named) = named.split_once(": ").unwrap();
        let named = named.split(')').filter_map(|one| one.split_once(" ("));
        let named = named.map(|(words, figure)| {
            let words = words.trim_start_matches(", ").trim_start_matches(" and ");
            (words.rsplit_once(" for ").unwrap().0.to_owned(), figure.to_owned())
        });
        (kind.to_owned(), named.collect())
    };
    kinds.trim_end_matches('.').split("; ").map(kind).collect()
}

#[test]
fn the_sentence_names_cells_of_the_table_and_no_other() {
    let made_up = [usual_set(), set(&with_avx512())].map(rendered);
    let searched = |it: &&Rendered| it.answers.source().is_searched;
    let mut named = 0;
    for it in ALL.iter().chain(&made_up).filter(searched) {
        let index = file(&it.report, "index.html");
        assert_eq!(sentence(index), sentence(file(&it.report, "search.html")));
        let mut had = BTreeSet::new();
        let table = cells(index, "answers");
        let first = table.iter().filter(|row| !row[0].contains(", with "));
        let first = first.filter(|row| had.insert(row[0].to_owned()));
        let first: Vec<_> = first.flat_map(|row| &row[2..]).collect();
        for (kind, said) in sentence(index) {
            let cells = first.iter().filter(|cell| label(cell) == kind && cell.contains("\"win\""));
            let of_table = cells.map(|cell| {
                let value = between(cell, "<span class=\"win\">", "</span>");
                let [low, high] = ends(&cell.replace(" class=\"inline\"", "")).unwrap();
                (words(cell), value.to_owned(), (high - low) / 2.0)
            });
            let of_table: Vec<_> = of_table.collect();
            assert_eq!(said.len(), of_table.len(), "{kind}: {said:?} and {of_table:?}");
            for ((words, figure), (cell, value, half)) in said.iter().zip(&of_table) {
                let (gain, width) = figure.split_once(" ±").unwrap();
                let width: f64 = width.parse().unwrap();
                assert_eq!([words, gain], [cell, &**value], "{kind}");
                assert!((width - half).abs() < 0.11, "{kind}: {width} and {half}");
                named += 1;
            }
        }
    }
    assert!(named >= 9, "{named} names");
}

#[test]
fn a_caption_names_its_stream_in_one_sentence() {
    // Retired sets keep the summaries of their time.
    for it in ALL.iter().filter(|it| it.answers.source().retired.is_empty()) {
        for (question, page) in question_pages(it) {
            let question =
                it.set.records.questions.iter().find(|it| it.name == question.name).unwrap();
            let plots = between(page, "<main>", "<h2 id=\"variants\">");
            let Some((_, caption)) = plots.split_once("<figcaption>") else { continue };
            let played = ["positions", "games"].iter();
            let stream =
                played.filter_map(|name| question.streams.iter().find(|it| it.name == *name));
            let stream = stream.chain(question.streams.first()).next().unwrap();
            let (name, summary) = (&stream.name, &stream.summary);
            let expected = format!("Stream {name}: {summary}. Dashed: nothing smaller is faster.");
            assert!(seen(caption).starts_with(&expected), "{caption}");
            assert!(!summary.contains([':', ';']) && !summary.contains(". "), "{name}: {summary}");
        }
    }
}

#[test]
fn retired_sets_answer_nothing_and_show_their_times() {
    let mut old = usual_set();
    old.records.runs.iter_mut().for_each(|run| run.method = 4);
    let made_up = [rendered(old)];
    let is_old = |it: &&Rendered| it.set.records.runs.iter().all(|run| run.method == 4);
    let retired: Vec<_> = ALL.iter().chain(&made_up).filter(is_old).collect();
    for it in &retired {
        let why = "Its figures are of a method before 5: docs/errata.md says what is wrong with \
                   them. They stay on its pages and answer nothing.";
        // A question and the number of its variants.
        let index = file(&it.report, "index.html");
        assert!(cells(index, "all").iter().all(|row| row.len() == 2));
        for place in ["index.html", "summary.md"] {
            let page = file(&it.report, place);
            let place = seen(page.split("<main>").last().unwrap().split("</main>").next().unwrap());
            assert!(place.contains(why), "{place}");
            let none = ["fastest alone", " % (", "nodes per second.", "keep", "nothing proved"];
            none.iter().for_each(|it| assert!(!place.contains(it), "{it}: {place}"));
        }
        let index = file(&it.report, "index.html");
        assert!(!index.contains("id=\"answers\"") && !index.contains("<svg"));
        assert!(it.answers.table.is_empty() && it.answers.every.is_empty());
        for (question, page) in question_pages(it) {
            assert!(seen(page).contains(why) && !page.contains("<table id=\"answers\""));
            let timed = question.variants.iter().filter(|row| row.throughput.time.is_some());
            let column = |row: &Vec<&str>| row[2].contains("data-sort");
            let shown = cells(page, "ranking").iter().filter(|row| column(row)).count();
            assert_eq!(shown, timed.count(), "{}", question.name);
        }
        let sliders = cells(file(&it.report, "sliders.html"), "ranking");
        assert!(sliders.iter().filter(|row| row[2].contains("data-sort")).count() > 3);
    }
    assert!(retired.len() > 1 || ALL.iter().all(|it| it.answers.source().retired.is_empty()));
}

/// The cells of a page that name a lookup: rows of variants and choices with their anchor, and
/// answers.
fn naming(page: &str) -> Vec<(&str, String)> {
    let has = |id: &str| page.contains(&format!("<table id=\"{id}\""));
    let mut all = Vec::new();
    for (id, before) in [("ranking", ""), ("gains", "gains-search-")] {
        if has(id) {
            let table = between(page, &format!("<table id=\"{id}\""), "</table>");
            let begin = format!("<tr id=\"{before}");
            let rows = table.split(&begin).skip(1);
            all.extend(
                rows.map(|row| row.split_once('"').unwrap())
                    .map(|(at, row)| (at, row.split("</td>").next().unwrap().to_owned())),
            );
        }
    }
    let is_named = |cell: &str| cell.contains("\"win\"") || cell.contains("alone: ");
    let answers = answers_on(page).into_iter().map(|(.., cell)| ("", cell));
    all.extend(answers.filter(|(_, cell)| is_named(cell) && !cell.contains("what you have")));
    all
}

#[test]
fn every_row_names_its_crate_and_the_command_that_takes_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let (mut checked, mut in_c) = (BTreeSet::new(), BTreeSet::new());
    for (name, page) in ALL.iter().flat_map(|it| &it.report.files) {
        for (anchor, cell) in naming(page).into_iter().filter(|_| name.ends_with(".html")) {
            let Some((_, take)) = cell.split_once("<details class=\"take\">") else {
                assert!(cell.contains(">library<"), "{name}: {cell}");
                continue;
            };
            let technique = between(take, "<summary><code>", "</code></summary>");
            let command = format!("cargo run -p report -- --take {technique} ../my-engine/lookups");
            assert!(take.contains(&format!("<code>{command}</code>")), "{name}: {cell}");
            let header = format!("spacetime_{}.h", technique.replace('-', "_"));
            let is_header = crates.join("headers/include").join(header).exists();
            let command = format!("cargo run -p report -- --take {technique} --c ../my-engine/src");
            let found = take.contains(&format!("for C and C++:</small> <code>{command}</code>"));
            assert_eq!(found, is_header, "{name}: {cell}");
            in_c.extend(is_header.then(|| technique.to_owned()));
            assert!(anchor.is_empty() || anchor.starts_with(technique), "{name}: {anchor}");
            assert!(crates.join(technique).join("Cargo.toml").exists(), "{name}: {technique}");
            checked.insert(technique.to_owned());
        }
    }
    assert!(checked.len() > 50, "{checked:?}");
    for one in ["sliders-hyperbola", "checks-after-move", "deltas-byte-board-vbmi"] {
        assert!(in_c.contains(one), "{in_c:?}");
    }
}

/// The row of a variant of the usual set.
fn row(set: &Set, short: &str) -> String {
    let rows = rows(&page(set, "sliders.html"), "ranking");
    rows.into_iter().find(|row| row.starts_with(&format!("{short} "))).unwrap()
}

#[test]
fn figures_stand_in_their_columns() {
    let mut set = usual_set();
    for (number, count) in set.records.counts.iter_mut().enumerate() {
        let number = number as u64;
        (count.reads, count.mispredictions) = (Some(2000 + number), Some(310 + 10 * number));
        (count.l1_misses, count.lines) = (Some(420 + 10 * number), Some(64 + number));
    }
    let sliders = page(&set, "sliders.html");
    let head = seen(between(&sliders, "<table id=\"ranking\"", "</thead>")).replace("> ", "");
    let columns = "variant tables instructions throughput cycles, ratio latency cycles, ratio \
                   beside 1 MiB ratio classical nodes/s network nodes/s threats nodes/s";
    let head = bare(head.split("variants").nth(1).unwrap());
    assert_eq!(head, bare(columns));
    let found = row(&set, "PEXT");
    let (_, figures) = found.split_once(" | ").unwrap();
    let expected = "843 KiB 16.0 | 7.0 0.70x ±0.2 % | 16.0 0.80x ±0.2 % | 1.20x ±1.0 % | +2.3 % \
                    +1.9 to +2.7 | +5.1 % +4.7 to +5.5 | +1.3 % +0.9 to +1.7 |";
    assert_eq!(figures, expected);
    let found = row(&set, "magic");
    let (_, figures) = found.split_once(" | ").unwrap();
    assert_eq!(figures, "844 KiB 15.0 | 10.0 usual | 20.0 usual | usual | usual | usual | usual |");
    let counts = rows(&sliders, "counts");
    assert_eq!(counts[1], "PEXT | 16.00 | 2.00 | 0.32 | 0.43 | 65 |");
    let columns =
        ["instructions", "data reads", "mispredicted branches", "L1 data misses", "cache lines"];
    let head = seen(between(&sliders, "<table id=\"counts\"", "</thead>"));
    assert!(bare(&head).ends_with(&bare(&columns.concat())), "{head}");
    let beside = rows(&sliders, "beside-positions-throughput");
    let turn = "faster from 64 KiB, slower from 1 MiB";
    assert_eq!(beside[1], format!("PEXT | 0.90x ±1.0 % | 1.20x ±1.0 % | {turn} |"));
    let disturbed = "Disturbed by other programs or an unsteady frequency: 0 of 5 measurements";
    assert!(seen(&sliders).contains(disturbed), "{}", seen(&sliders));
    set.records.tables[0].steps[0].core = Core::Company;
    set.records.tables[1].steps[0].core = Core::Unsteady;
    let [sliders, method] = ["sliders.html", "method.html"].map(|name| seen(&page(&set, name)));
    assert!(sliders.contains("unsteady frequency: 2 of 5 measurements"), "{sliders}");
    assert!(method.contains("2 of 8 measurements were disturbed by another program"), "{method}");
}

#[test]
fn a_figure_that_is_missing_or_doubtful_says_why() {
    let change = |change: &dyn Fn(&mut Records)| {
        let mut set = usual_set();
        change(&mut set.records);
        row(&set, "PEXT")
    };
    let slope = |value: f64, half: f64| {
        let slope = Figure { value, low: value - half, high: value + half };
        change(&|records| records.tables[1].steps[0].slope[1] = Some(slope))
    };
    let cases = [
        (slope(0.874, 0.01), "| 16.0 waits in part |"),
        (slope(0.05, 0.01), "| nothing waits |"),
        (slope(0.5, 0.3), "| too noisy |"),
        (slope(0.95, 0.01), "| 16.0 0.80x ±0.2 % |"),
        (change(&|records| records.tables[1].steps[0].slope[1] = None), "| not measured |"),
        (
            change(&|it| it.tables[0].steps[0].core = Core::Company),
            "| 7.0 0.70x ±0.2 % in company |",
        ),
        (change(&|it| it.tables[0].steps[0].core = Core::Unsteady), "| 7.0 0.70x ±0.2 % |"),
        (
            change(&|it| it.tables[0].steps[0].fixed = vec!["sliders-pext".to_owned()]),
            "| 7.0 0.70x one layout |",
        ),
        (change(&|it| it.tables[0].steps[0].raw.clear()), "| too noisy | 16.0 0.80x"),
        (
            change(&|it| {
                it.variants.iter_mut().for_each(|it| it.available = it.name != "sliders-pext")
            }),
            "| not available here | not available here | not available here |",
        ),
        (
            change(&|it| {
                it.tables.remove(1);
            }),
            "| 7.0 0.70x ±0.2 % | not measured |",
        ),
        (change(&|it| it.counts.clear()), "| 843 KiB not counted |"),
    ];
    for (found, expected) in cases {
        assert!(found.contains(expected), "{found} where {expected} was expected");
    }
    let ratio = Figure { value: 1.1, low: 1.05, high: 1.15 };
    let apart = vec![CopyOf { of: "sliders-pext".to_owned(), ratio }; 4];
    let withheld = change(&|it| it.tables[0].steps[0].copies.clone_from(&apart));
    assert!(withheld.contains("| withheld: copies differ | 16.0 0.80x"), "{withheld}");
}

#[test]
fn a_quick_run_beside_a_default_one_stands_last() {
    let mut set = usual_set();
    let mut quick = set.records.runs[0].clone();
    set.records.runs[0].breadth = Breadth::Default;
    (quick.breadth, quick.date) = (Breadth::Quick, DATE.replace("2026-01-02", "2026-01-01"));
    set.records.runs.push(quick);
    let (last, count) = (set.records.runs.len() - 1, set.records.tables.len());
    set.records.tables[0].run = last;
    let told = format!(
        "2026-01-02, method 5, a default run ({} tables) · 2026-01-01, method 5, a quick run (1 \
         table)",
        count - 1
    );
    for name in ["index.html", "sliders.html", "summary.md"] {
        assert!(page(&set, name).contains(&told), "{name}");
    }
}

#[test]
fn files_of_answers_have_the_rows_that_pages_show() {
    let it = rendered(with_another(&set(&unsearched(usual_case())), "between"));
    let json: Value = from_slice(file(&it.report, "answers.json").as_bytes()).unwrap();
    let variants = json["questions"][0]["variants"].as_array().unwrap();
    let names: Vec<_> = variants.iter().map(|it| it["name"].clone()).collect();
    let order = ["sliders-pext", "sliders-magic", "sliders-hyperbola", "sliders-fill"];
    assert_eq!(json!(names), json!(order));
    let index = file(&it.report, "index.html");
    let all = rows(index, "all");
    let row = "PEXT BMI2 slow on Zen 2 843 KiB | PEXT BMI2 slow on Zen 2 843 KiB | 4 |";
    assert_eq!(all[0], format!("Sliding attacks | {row}"));
    assert!(
        index.contains("<h2 id=\"memory\">")
            && figure(index, "Another question: latency against bytes of tables").is_some()
    );
    assert!(
        answer(&cells(index, "answers")[0][2].replace('\n', "")).starts_with("fastestalone:PEXT")
    );
}
