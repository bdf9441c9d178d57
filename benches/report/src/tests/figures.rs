//! Figures read back: titles, labels and pixels of known values.

use super::{between, file, report};
use crate::made_up::usual_set;
use crate::plots::{self, Dot, Interval, Line, Lines, WIDTH, text_width};
use records::Figure;

fn attribute(element: &str, name: &str) -> i32 {
    between(element, &format!(" {name}=\""), "\"").parse().unwrap()
}

fn marked<'s>(svg: &'s str, kind: &str, title: &str) -> &'s str {
    let elements: Vec<_> = svg.split('<').collect();
    let is_it = |pair: &&[&str]| {
        let text = pair[1].strip_prefix("title>");
        pair[0].starts_with(kind) && text.is_some_and(|text| text.starts_with(title))
    };
    let pair = elements.windows(2).find(is_it);
    pair.unwrap_or_else(|| panic!("no {kind} titled {title} in {svg}"))[0]
}

fn dot_at(svg: &str, title: &str) -> (i32, i32) {
    let dot = marked(svg, "circle", title);
    (attribute(dot, "cx"), attribute(dot, "cy"))
}

fn text_at(svg: &str, text: &str) -> (i32, i32) {
    let of = |element: &str| (attribute(element, "x"), attribute(element, "y"));
    let mut texts = svg.split("<text").skip(1);
    let found = texts.find(|element| between(element, ">", "<") == text);
    of(found.unwrap_or_else(|| panic!("no text {text}")))
}

fn intervals() -> String {
    let rows = [("up", 0.04), ("down", -0.02), ("tie", 0.0), ("far", -0.2)];
    let rows = rows.map(|(label, value)| Interval {
        label: label.to_owned(),
        gain: Figure { value, low: value - 0.01, high: value + 0.01 },
    });
    plots::intervals("material", "little", &rows)
}

#[test]
fn a_gain_stands_at_its_pixel_and_beside_its_label() {
    let svg = intervals();
    let zero = text_at(&svg, "0 %").0;
    let step = text_at(&svg, "+4 %").0 - zero;
    let at = |title: &str| dot_at(&svg, title);
    assert_eq!(at("up: +4.0 % (+3.0 to +5.0)").0, zero + step);
    assert!((at("down: -2.0 % (-3.0 to -1.0)").0 - (zero - step / 2)).abs() <= 1);
    assert_eq!(at("tie: 0.0 % (-1.0 to +1.0)").0, zero);
    assert!(text_at(&svg, "+8 %").0 + text_width("+8 %") / 2 + 2 <= WIDTH as i32, "not cut");
    for (label, tone) in [("up", "win"), ("down", "lose"), ("tie", "tie")] {
        let title = format!("{label}: ");
        assert_eq!(text_at(&svg, label).1, at(&title).1, "{label}");
        assert!(marked(&svg, "circle", &title).contains(&format!("var(--{tone})")), "{label}");
    }
    let bar = marked(&svg, "rect", "up: ");
    assert!((attribute(bar, "x") - (zero + step * 3 / 4)).abs() <= 1, "{bar}");
    assert!((attribute(bar, "width") - step / 2).abs() <= 2, "{bar}");
    assert!(at("up: ").1 < at("down: ").1, "the best is above");
}

#[test]
fn a_value_off_the_scale_is_an_arrow_with_its_value() {
    let svg = intervals();
    let (x, y) = text_at(&svg, "-20.0 %");
    assert!(x < text_at(&svg, "0 %").0);
    assert_eq!(y, text_at(&svg, "far").1);
    assert!(!svg.contains("<title>far"), "nothing is drawn where it is not");
}

#[test]
fn labels_cover_neither_dots_nor_each_other() {
    let dot = |number: u64| Dot {
        name: format!("variant {number}"),
        bytes: 1000 + number,
        time: 4.0,
        is_old: false,
        is_common: number != 3,
        is_named: true,
    };
    let dots: Vec<_> = (0..12).map(dot).collect();
    let svg = plots::dots(["q", "m", "u"], &dots);
    assert!(marked(&svg, "circle", "variant 3: ").contains("fill=\"none\""), "hollow");
    let shown = dots.iter().filter(|dot| svg.contains(&format!(">{}<", dot.name)));
    let mut places: Vec<_> = shown.map(|dot| text_at(&svg, &dot.name)).collect();
    assert!((2..12).contains(&places.len()), "there is no room for all");
    places.sort_unstable();
    let apart =
        |pair: &[(i32, i32)]| (pair[0].0 - pair[1].0).abs().max((pair[0].1 - pair[1].1).abs());
    assert!(places.windows(2).all(|pair| apart(pair) >= 12), "{places:?}");
}

#[test]
fn lines_end_at_their_names() {
    let line = |name: &str, times: [f64; 3]| Line {
        name: name.to_owned(),
        points: [0, 65536, 1 << 20].into_iter().zip(times).collect(),
    };
    let lines = [line("flat", [1.0, 1.0, 1.0]), line("rising", [0.8, 0.9, 1.2])];
    let figure = Lines {
        question: "q",
        measure: "m",
        unit: "u",
        along: "working set",
        is_size: true,
        lines: &lines,
    };
    let svg = figure.svg();
    let y = |title: &str| dot_at(&svg, title).1;
    assert!(y("rising: 0.8 at none") > y("flat: 1.0 at none"));
    assert!(y("rising: 1.2 at 1 MiB") < y("flat: 1.0 at 1 MiB"));
    assert!(text_at(&svg, "rising").1 < text_at(&svg, "flat").1);
    assert_eq!(text_at(&svg, "none").0, dot_at(&svg, "flat: 1.0 at none").0);
}

#[test]
fn pages_have_figures_of_known_gains() {
    let report = report(&usual_set());
    let index = file(&report, "index.html");
    let svg = between(index, "by choice of lookup, network", "</svg>");
    assert!(svg.contains("<title>sliders: PEXT: +5.1 % (+4.7 to +5.5)</title>"), "{svg}");
    let page = file(&report, "sliders.html");
    let latency = between(page, "Sliding attacks: latency against bytes", "</svg>");
    assert!(latency.contains("<title>PEXT: 16.0 cycles, 843 KiB</title>"), "{latency}");
    let throughput = between(page, "Sliding attacks: throughput against bytes", "</svg>");
    assert!(throughput.contains("<title>PEXT: 7.0 cycles, 843 KiB</title>"), "{throughput}");
}
