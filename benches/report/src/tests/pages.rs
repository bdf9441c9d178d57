//! Pages as readers see them: figures, names, captions and plots agree, and stand where their
//! heads say.

use super::committed::{ALL, Rendered};
use super::gains::of_search;
use super::pictures::figure;
use super::places::{bare, cells, rendered};
use super::places::{unsearched, with_another, with_avx512};
use super::{between, file, page, rows, seen};
use crate::answers::choices::worth;
use crate::answers::gains::Row as GainRow;
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

#[test]
fn no_row_of_a_column_surely_gains_more_than_a_bold_one() {
    let mut judged = 0;
    let made_up = [usual_set(), set(&with_avx512())].map(rendered);
    for it in ALL.iter().chain(&made_up) {
        let view = View::new(&it.set);
        for group in &it.answers.gains.groups {
            for (number, kind) in KINDS.iter().enumerate() {
                let variant =
                    |row: &GainRow| view.variant(&group.question, &row.named.name).unwrap();
                let is_bold = |row: &&GainRow| of_search(&it.answers, row)[number].is_bold();
                for bold in group.rows.iter().filter(is_bold) {
                    assert!(of_search(&it.answers, bold)[number].gains[0].gain.low > 0.0);
                    for row in &group.rows {
                        let pair = worth(&view, kind, variant(row), variant(bold));
                        let is_more = pair.is_some_and(|pair| pair.low > 0.0);
                        assert!(!is_more, "{}, {kind}: {}", it.set.name, row.named.name);
                        judged += 1;
                    }
                }
            }
        }
    }
    assert!(judged > 20, "{judged} pairs");
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
        assert!(cells(index, "all").iter().all(|row| row.len() == 3));
        for place in ["index.html", "summary.md"] {
            let page = file(&it.report, place);
            let place = seen(page.split("<main>").last().unwrap().split("</main>").next().unwrap());
            assert!(place.contains(why), "{place}");
            let none = [
                "fastest alone",
                " % (",
                "nodes per second.",
                "keep",
                "nothing proved",
                "| lookup |",
            ];
            none.iter().for_each(|it| assert!(!place.contains(it), "{it}: {place}"));
        }
        let index = file(&it.report, "index.html");
        assert!(!index.contains("id=\"gains\"") && !index.contains("<svg"));
        assert!(it.answers.tradeoffs.is_empty());
        for (question, page) in question_pages(it) {
            assert!(seen(page).contains(why));
            let timed = question.variants.iter().filter(|row| row.throughput.time.is_some());
            let column = |row: &Vec<&str>| row[1].contains("data-sort");
            let shown = cells(page, "ranking").iter().filter(|row| column(row)).count();
            assert_eq!(shown, timed.count(), "{}", question.name);
        }
        let sliders = cells(file(&it.report, "sliders.html"), "ranking");
        assert!(sliders.iter().filter(|row| row[1].contains("data-sort")).count() > 3);
    }
    assert!(retired.len() > 1 || ALL.iter().all(|it| it.answers.source().retired.is_empty()));
}

#[test]
fn a_set_with_a_table_of_todays_method_answers_and_tells_what_no_run_measured() {
    let mut set = usual_set();
    let Records { runs, tables, .. } = &mut set.records;
    let mut new = runs[0].clone();
    (0..2).for_each(|run| runs[run].method = 4);
    new.missing.insert("pages".to_owned(), "the third reason".to_owned());
    runs[1].missing.insert("counts".to_owned(), "the second reason".to_owned());
    tables.last_mut().unwrap().run = runs.len();
    runs.push(new);
    // The second run counted alone.
    assert_eq!(set.days().len(), 1);
    set.records.runs[1].method = 3;
    assert!(set.methods().into_iter().eq([4, 5]));
    let rendered = rendered(set);
    assert!(rendered.answers.source().retired.is_empty());
    let missing = rendered.answers.checks.missing.join("\n");
    assert!(["second", "third"].iter().all(|it| missing.contains(it)), "{missing}");
}

/// The cells of a page that name a lookup: rows of variants and choices with their anchor, and
/// answers.
fn naming(page: &str) -> Vec<(&str, String)> {
    let has = |id: &str| page.contains(&format!("<table id=\"{id}\""));
    let mut all = Vec::new();
    for (id, before) in [("ranking", ""), ("gains", "gains-search-")] {
        let begin = format!("<tr id=\"{before}");
        if has(id) && page.contains(&begin) {
            let table = between(page, &format!("<table id=\"{id}\""), "</table>");
            let rows = table.split(&begin).skip(1);
            all.extend(
                rows.map(|row| row.split_once('"').unwrap())
                    .map(|(at, row)| (at, row.split("</td>").next().unwrap().to_owned())),
            );
        }
    }
    if page.contains("<table id=\"gains\"") && !page.contains("<tr id=\"gains-search-") {
        all.extend(cells(page, "gains").iter().map(|row| ("", row[0].to_owned())));
    }
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
    rows.into_iter().find(|row| row.starts_with(short)).unwrap()
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
    let columns = "variant throughput cycles latency cycles beside 1 MiB ratio bytes tables \
                   instr. a query L1 misses a query mispred. a query classical \
                   nodes/s,% network nodes/s,% threats nodes/s,%";
    let head = bare(head.rsplit("All variants").next().unwrap());
    assert_eq!(head, bare(columns));
    let found = row(&set, "PEXT");
    let (_, figures) = found.split_once(" | ").unwrap();
    let expected = "7.0 0.70x ±0.2 % | 16.0 0.80x ±0.2 % | 1.20x ±1.0 % | 843 KiB | 16.0 | 0.43 | \
                    0.32 | +2.3 ±0.4 | +5.1 ±0.4 | +1.3 ±0.4 |";
    assert_eq!(figures, expected);
    let found = row(&set, "magic");
    let (_, figures) = found.split_once(" | ").unwrap();
    assert_eq!(
        figures,
        "10.0 | 20.0 | usual | 844 KiB | 15.0 | 0.42 | 0.31 | usual | usual | usual |"
    );
    let beside = rows(&sliders, "beside-positions-throughput");
    let turn = "faster from 64 KiB, slower from 1 MiB";
    assert_eq!(beside[1], format!("PEXT | 0.90x ±1.0 % | 1.20x ±1.0 % | {turn} |"));
    let disturbed = "Not on a quiet core: 0 of 5 measurements";
    assert!(seen(&sliders).contains(disturbed), "{}", seen(&sliders));
    set.records.tables[0].steps[0].core = Core::Company;
    set.records.tables[1].steps[0].core = Core::Unsteady;
    let [sliders, method] = ["sliders.html", "method.html"].map(|name| seen(&page(&set, name)));
    assert!(sliders.contains("Not on a quiet core: 2 of 5 measurements"), "{sliders}");
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
        (change(&|it| it.tables[0].steps[0].core = Core::Company), "| 7.0 0.70x ±0.2 % | 16.0"),
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
            "| 7.0 0.70x ±0.2 % | 1.20x",
        ),
        (change(&|it| it.counts.clear()), "| 843 KiB | +2.3 ±0.4 |"),
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
fn the_first_page_leads_to_each_question() {
    let mut names = BTreeSet::new();
    for it in ALL.iter() {
        let index = file(&it.report, "index.html");
        for (question, row) in it.answers.questions.iter().zip(cells(index, "all")) {
            let link = format!("<a href=\"{}\">", page_of(&question.name));
            assert!(row[0].contains(&link), "{}: {}", question.name, row[0]);
            names.insert(&*question.name);
        }
    }
    assert!(names.contains("index"), "its page is not the first one: {names:?}");
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
    assert!(all[0].starts_with("Sliding attacks | ") && all[0].ends_with(" | 4 |"), "{}", all[0]);
    assert_eq!(all.len(), 2, "each question has its row");
    assert!(figure(index, "Another question: latency against bytes of tables").is_some());
}
