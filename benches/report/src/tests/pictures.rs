//! Figures read back from pages: marks stand where the tables say.

use super::committed::{ALL, Rendered};
use super::pages::{label, question_pages};
use super::places::{cells, plain, rendered, signed, with_avx512};
use super::{between, file, seen};
use crate::answers::question::Row;
use crate::made_up::{set, usual_set};
use crate::plots::{LOSE, TIE, WIN};
use records::{Figure, Records};

/// The texts of a figure: where, and what.
fn texts(svg: &str) -> Vec<(f64, f64, String)> {
    let parts = svg.split("<text").skip(1);
    let text = |part: &str| {
        let (attributes, text) = part.split_once('>').unwrap();
        let [x, y] = ["x", "y"].map(|name| number(attributes, name));
        (x, y, seen(text.split("</text>").next().unwrap()))
    };
    parts.map(text).collect()
}

fn number(element: &str, name: &str) -> f64 {
    between(element, &format!(" {name}=\""), "\"").parse().unwrap()
}

/// The dots of a figure: where, and the element.
fn circles(svg: &str) -> Vec<(f64, f64, &str)> {
    let all = svg.split("<circle").skip(1).map(|part| part.split("/>").next().unwrap());
    all.map(|it| (number(it, "cx"), number(it, "cy"), it)).collect()
}

/// A figure of a page by its label.
pub(super) fn figure<'p>(page: &'p str, label: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(&format!("aria-label=\"{label}\">"))?;
    Some(rest.split("</svg>").next().unwrap())
}

#[test]
fn the_plot_of_gains_has_the_gains_of_the_table() {
    // One with a profile that is like no engine before the others.
    let mut other = usual_set();
    let renamed = |name: &mut String| {
        if *name == "classical" {
            "old".clone_into(name);
        }
    };
    let Records { questions, tables, variants, .. } = &mut other.records;
    tables.iter_mut().for_each(|table| renamed(&mut table.stream));
    questions.iter_mut().flat_map(|it| &mut it.streams).for_each(|it| renamed(&mut it.name));
    variants.iter_mut().flat_map(|it| &mut it.asks).for_each(|it| renamed(&mut it.stream));
    let made_up = [usual_set(), other].map(rendered);
    let searched = |it: &&Rendered| it.answers.source().is_searched;
    let label_of = "Change in nodes per second by choice of lookup and kind of engine";
    let mut seen_dots = 0;
    for it in ALL.iter().chain(&made_up).filter(searched) {
        let table = cells(file(&it.report, "search.html"), "gains");
        let svg = figure(file(&it.report, "search.html"), label_of).unwrap();
        if it.answers.source().retired.is_empty() {
            assert_eq!(figure(file(&it.report, "index.html"), label_of), Some(svg));
        }
        let texts = texts(svg);
        let ticks = |name: &str| {
            let all = texts.iter().filter(|(.., text)| text == name).map(|(x, ..)| *x);
            all.collect::<Vec<_>>()
        };
        let (zeros, fours) = (ticks("0"), ticks("+4"));
        let is_label = |(x, _, text): &&(f64, f64, String)| *x < 230.0 && text.contains(": ");
        let labels: Vec<_> = texts.iter().filter(is_label).collect();
        assert_eq!(labels.len(), table.len());
        for (number, kind) in it.answers.kinds().map(|it| it.name.as_str()).enumerate() {
            let (zero, four) = (zeros[number], fours[number]);
            for ((_, y, text), row) in labels.iter().zip(&table) {
                let name = plain(row[0].split(" <").next().unwrap());
                assert!(name.starts_with(text.trim_end_matches('…')), "{name} and {text}");
                let cell = row.iter().find(|cell| label(cell) == kind).unwrap();
                let value = cell
                    .split_once("data-sort=\"")
                    .and_then(|(_, rest)| rest.split('"').next().unwrap().parse::<f64>().ok());
                let here =
                    |x: f64| zero - (four - zero) * 1.2 < x && x < zero + 2.2 * (four - zero);
                let on_row = |at: f64| (at - y).abs() < 2.0;
                let dot = circles(svg).into_iter().find(|(x, at, _)| here(*x) && on_row(*at));
                let Some(value) = value else {
                    assert!(dot.is_none(), "{name}, {kind}: a dot of no gain");
                    continue;
                };
                let Some((x, _, dot)) = dot else {
                    let value = format!("{} %", signed(value));
                    let is_told = |(x, at, it): &(f64, f64, String)| {
                        here(*x) && on_row(*at) && value.starts_with(it.trim_end_matches(" %"))
                    };
                    assert!(texts.iter().any(is_told), "{name}, {kind}: {value}");
                    continue;
                };
                let expected = zero + (four - zero) * value / 0.04;
                assert!((x - expected).abs() <= 1.5, "{name}: {x} where {expected} is");
                let tones = [("n win", WIN), ("n lose", LOSE), ("n tie", TIE)];
                let (_, [tone, _]) =
                    tones.into_iter().find(|(word, _)| cell.contains(word)).unwrap();
                assert!(dot.contains(&format!("#{tone:06X}")), "{name}: {cell} {dot}");
                seen_dots += 1;
            }
        }
    }
    assert!(seen_dots > 20, "{seen_dots} dots");
}

/// Where a time and a size stand in a figure of memory against time, by its ticks.
fn place(svg: &str, bytes: u64, time: f64) -> (f64, f64) {
    let texts = texts(svg);
    let times = texts.iter().filter_map(|(x, y, text)| Some((*x, *y, text.parse::<f64>().ok()?)));
    let times: Vec<_> = times.filter(|(x, ..)| *x < 60.0).collect();
    let (first, last) = (times.first().unwrap(), times.last().unwrap());
    let y = first.1 + (last.1 - first.1) * (time - first.2) / (last.2 - first.2);
    let bottom = texts.iter().find(|(.., text)| text == "none").unwrap();
    let power = |text: &str| {
        let (number, unit) = text.split_once(' ')?;
        let unit = ["B", "KiB", "MiB"].iter().position(|it| *it == unit)? as f64;
        Some(number.parse::<f64>().ok()?.log2() + 10.0 * unit)
    };
    let sizes = texts.iter().filter(|(_, y, _)| *y == bottom.1);
    let sizes: Vec<_> = sizes.filter_map(|(x, _, text)| Some((*x, power(text)?))).collect();
    let (first, last) = (sizes.first().unwrap(), sizes.last().unwrap());
    let step = (last.0 - first.0) / (last.1 - first.1);
    let x = first.0 + step * ((bytes as f64).log2() - first.1);
    (if bytes == 0 { bottom.0 } else { x }, y)
}

/// The variants that plots show, each with its time in a column of the table.
fn timed<'a>(it: &'a Rendered, question: &str, column: &str) -> Vec<(&'a Row, f64)> {
    let (found, page) = question_pages(it).find(|(it, _)| it.name == question).unwrap();
    let ranking = cells(page, "ranking");
    let ranked = found.variants.iter().filter(|row| row.is_ranked);
    let timed = ranked.filter_map(|row| {
        let name = format!("<b>{}</b>", row.short);
        let cells = ranking.iter().find(|cells| cells[0].contains(&name))?;
        let cell = cells.iter().find(|cell| label(cell) == column)?;
        let time = cell.split_once("data-sort=\"")?.1.split('"').next()?;
        Some((row, time.parse().unwrap()))
    });
    timed.collect()
}

#[test]
fn every_time_of_the_table_is_in_the_plots_the_named_ones_too() {
    let mut waiting = usual_set();
    let slope = Figure { value: 0.874, low: 0.87, high: 0.88 };
    waiting.records.tables[1].steps[0].slope[1] = Some(slope);
    let made_up = [usual_set(), set(&with_avx512()), waiting].map(rendered);
    let mut named = 0;
    for it in ALL.iter().chain(&made_up) {
        for (question, page) in question_pages(it) {
            for measure in ["throughput", "latency"] {
                let about = format!("{}: {measure} against bytes of tables", question.title);
                let timed = timed(it, &question.name, measure);
                let Some(svg) = figure(page, &about) else {
                    assert!(timed.len() < 2, "{}: {about}", it.set.name);
                    continue;
                };
                let least = timed.iter().map(|(_, time)| *time).fold(f64::MAX, f64::min);
                for (row, time) in timed {
                    let begin = row.short.chars().take(12).collect::<String>();
                    let is_it = |(.., text): &(f64, f64, String)| text.starts_with(&begin);
                    let (x, y) = place(svg, row.bytes, time);
                    let near = |(cx, cy, _): &(f64, f64, &str)| {
                        (cx - x).abs() < 2.5 && (cy - y).abs() < 2.5
                    };
                    let is_shown = match time > 5.0 * least {
                        true => texts(svg).iter().any(is_it),
                        false => circles(svg).iter().any(near),
                    };
                    assert!(is_shown, "{}: {about}: {}", it.set.name, row.name);
                    named += usize::from(row.is_usual || row.is_old);
                }
            }
        }
    }
    assert!(named >= 10, "{named} named ones");
}

#[test]
fn the_frontier_is_of_common_variants_alone() {
    let it = rendered(set(&with_avx512()));
    let svg = figure(
        file(&it.report, "sliders.html"),
        "Sliding attacks: throughput against bytes of tables",
    );
    let svg = svg.unwrap();
    let at = |bytes, time| {
        let (x, y) = place(svg, bytes, time);
        let near = |(cx, cy, _): &(f64, f64, &str)| (cx - x).abs() < 1.5 && (cy - y).abs() < 1.5;
        circles(svg).into_iter().find(near).unwrap_or_else(|| panic!("{bytes} and {time}")).2
    };
    const BLUE: &str = "fill=\"#0B5CAD\"";
    assert!(at(2048, 12.0).contains(BLUE), "hyperbola: the smallest of the near common ones");
    assert!(at(863_232, 7.0).contains(BLUE), "PEXT: the fastest common one");
    assert!(!at(864_256, 10.0).contains(BLUE), "magics: PEXT is smaller and faster");
    let wide = at(128, 5.0);
    assert!(!wide.contains("#0B5CAD") && wide.contains("fill=\"none\""), "{wide}");
    assert!(texts(svg).iter().any(|(.., text)| text == "fill 40.0"), "off the scale");
    for name in ["magic", "PEXT"] {
        assert!(texts(svg).iter().any(|(.., text)| text == name), "{name} is named");
    }
    let caption = between(file(&it.report, "sliders.html"), "<figcaption>", "</figcaption>");
    assert!(caption.starts_with("Stream positions: about positions. Dashed: "), "{caption}");
}
