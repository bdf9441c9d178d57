//! Figures read back: what stands where, in which colour, and that nothing covers another.

mod dots;
mod intervals;

use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

const GREY: &str = "#7B848D";
const TEXT_COLOR: &str = "#1D2126";
const GRID_COLOR: &str = "#D8DEE4";

/// An element of a figure as a reader sees it.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    kind: String,
    text: String,
    fill: String,
    stroke: String,
    /// Its middle; where text begins or ends, by its anchor.
    at: (i32, i32),
    /// What it covers: left, top, right, bottom.
    covers: [i32; 4],
}

impl Seen {
    fn color(&self) -> &str {
        if self.fill == "none" { &self.stroke } else { &self.fill }
    }

    fn is_over(&self, other: &Seen) -> bool {
        let (a, b) = (self.covers, other.covers);
        a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
    }
}

fn number(node: &Node<'_, '_>, name: &str) -> i32 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Letters are counted as six and a half pixels wide here, and as twelve high.
fn seen(node: &Node<'_, '_>) -> Seen {
    let get = |name: &str| number(node, name);
    let text = node.text().unwrap_or_default().trim().to_owned();
    let (at, covers) = match node.tag_name().name() {
        "circle" => {
            let (x, y, r) = (get("cx"), get("cy"), get("r"));
            ((x, y), [x - r, y - r, x + r, y + r])
        }
        "rect" => {
            let (x, y, to_x, to_y) =
                (get("x"), get("y"), get("x") + get("width"), get("y") + get("height"));
            ((x.midpoint(to_x), y.midpoint(to_y)), [x, y, to_x, to_y])
        }
        "text" => {
            assert_eq!(node.attribute("font-size"), Some("12.5"));
            let (x, width) = (get("x"), text.chars().count() as i32 * 13 / 2);
            let below = match node.attribute("dy").unwrap() {
                "0.76em" => 6,
                "-0.5ex" => -6,
                _ => 0,
            };
            let y = get("y") + below;
            let from = match node.attribute("text-anchor").unwrap() {
                "start" => x,
                "middle" => x - width / 2,
                _ => x - width,
            };
            ((x, y), [from, y - 6, from + width, y + 6])
        }
        _ => {
            let points = points(node);
            let [x, y] = [0, 1].map(|side| points.iter().map(move |point| point[side]));
            let ends = [x.clone().min(), y.clone().min(), x.max(), y.max()].map(Option::unwrap);
            ((ends[0].midpoint(ends[2]), ends[1].midpoint(ends[3])), ends)
        }
    };
    let [fill, stroke] = ["fill", "stroke"].map(|name| node.attribute(name).unwrap_or("none"));
    let kind = node.tag_name().name().to_owned();
    Seen { kind, text, fill: fill.to_owned(), stroke: stroke.to_owned(), at, covers }
}

fn points(node: &Node<'_, '_>) -> Vec<[i32; 2]> {
    if node.has_tag_name("line") {
        return [["x1", "y1"], ["x2", "y2"]].map(|end| end.map(|name| number(node, name))).to_vec();
    }
    let pairs = node.attribute("points").unwrap().split_whitespace();
    let pair = |pair: &str| pair.split_once(',').map(|(x, y)| [x, y].map(|n| n.parse().unwrap()));
    pairs.map(|text| pair(text).unwrap()).collect()
}

/// All elements; each figure stands alone and has all its text inside.
fn read(svg: &str) -> Vec<Seen> {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    let height = number(&root, "height");
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    let width = number(&root, "width");
    assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
    let all: Vec<_> = root.children().filter(Node::is_element).map(|node| seen(&node)).collect();
    for text in all.iter().filter(|one| one.kind == "text") {
        let [left, top, right, bottom] = text.covers;
        let middle = left.midpoint(right);
        let half = text_width(&text.text) / 2;
        let (left, right) = match text.at.0 {
            x if x == left => (left, left + 2 * half),
            x if x == right => (right - 2 * half, right),
            _ => (middle - half, middle + half),
        };
        assert!(left >= 0 && top >= 0 && right <= width && bottom <= height, "{text:?} is cut");
    }
    all
}

fn of_kind<'s>(all: &'s [Seen], kind: &str) -> Vec<&'s Seen> {
    all.iter().filter(|one| one.kind == kind).collect()
}

fn text_at(all: &[Seen], text: &str) -> (i32, i32) {
    let found = all.iter().find(|one| one.text == text);
    found.unwrap_or_else(|| panic!("no text {text} in {all:?}")).at
}

fn circle_at(all: &[Seen], at: (i32, i32)) -> &Seen {
    let found = of_kind(all, "circle").into_iter().find(|one| one.at == at);
    found.unwrap_or_else(|| panic!("no dot at {at:?} in {all:?}"))
}

fn near(a: i32, b: i32) -> bool {
    (a - b).abs() <= 1
}

fn line(name: &str, times: &[f64]) -> Line {
    let points = [0, 65536, 1 << 20].into_iter().zip(times.iter().copied());
    Line { name: name.to_owned(), points: points.collect() }
}

fn lines_svg(lines_of: &[Line], is_size: bool, theme: Theme) -> String {
    let titles = ["games, latency", "ratio to PEXT"];
    line_chart(&Lines { titles, along: "working set", is_size, lines: lines_of }, theme)
}

/// The lines of a figure and the signs beside their names: their colours and points.
fn paths(svg: &str) -> Vec<(String, Vec<[i32; 2]>)> {
    let document = Document::parse(svg).unwrap();
    let nodes = document.descendants().filter(|node| node.has_tag_name("polyline"));
    nodes.map(|node| (node.attribute("stroke").unwrap().to_owned(), points(&node))).collect()
}

#[test]
fn lines_pass_their_points_and_names_have_their_colours() {
    let all = [line("flat", &[1.0, 1.0, 1.0]), line("rising", &[0.8, 0.6, 1.2])];
    let svg = lines_svg(&all, true, Theme::Light);
    let all = read(&svg);
    let place = |size: &str, time: &str| [text_at(&all, size).0, text_at(&all, time).1];
    let [blue, orange] = ["#0B5CAD", "#B3541E"];
    let flat = ["none", "64 KiB", "1 MiB"].map(|size| place(size, "1"));
    let rising = [("none", "0.8"), ("64 KiB", "0.6"), ("1 MiB", "1.2")];
    let rising = rising.map(|(size, time)| place(size, time));
    let sign = |name: &str| {
        let (x, y) = text_at(&all, name);
        [[x - 24, y], [x - 6, y]]
    };
    // The first line is blue; the name of the one that ends above stands above.
    let [first, second] = [sign("rising"), sign("flat")];
    let expected = [
        (orange, rising.to_vec()),
        (orange, first.to_vec()),
        (blue, flat.to_vec()),
        (blue, second.to_vec()),
    ];
    assert_eq!(paths(&svg), expected.map(|(color, points)| (color.to_owned(), points)));
    assert!(rising.is_sorted_by_key(|point| point[0]) && rising[2][1] < rising[0][1]);
    assert_eq!(second[0][1] - first[0][1], 16);
    assert!(text_at(&all, "working set").1 + 12 < first[0][1]);
    let titles = ["games, latency", "ratio to PEXT"].map(|title| text_at(&all, title).1);
    assert_eq!(titles, [12; 2]);
}

#[test]
fn a_long_unit_is_cut_before_it_reaches_the_title() {
    let unit = "a unit so long that no figure has room for all of it beside its title, however";
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let dots_of = dots::random_dots(&mut random);
    let (titles, lines) = (["games", unit], &[line("flat", &[1.0, 1.0, 1.0])]);
    for svg in [
        dots(titles, &dots_of, Theme::Light),
        intervals(
            &[titles.map(str::to_owned)],
            &[intervals::gain("up", [3.0, 4.0, 5.0])],
            Theme::Light,
        ),
        line_chart(&Lines { titles, along: "size", is_size: true, lines }, Theme::Light),
    ] {
        let all = read(&svg);
        let cut = all.iter().find(|one| one.text.starts_with("a unit so")).unwrap();
        assert!(cut.text.ends_with('…'), "{cut:?}");
        let from = cut.at.0 - text_width(&cut.text);
        let gap = from - (text_at(&all, "games").0 + text_width("games"));
        // The next letter would have no room.
        assert!((12..28).contains(&gap), "{gap} pixels beside the title: {cut:?}");
    }
}

#[test]
fn a_number_of_questions_is_no_size() {
    let points = [0, 1, 2, 4, 8, 16, 32, 64, 128].map(|count| (count, 5.0 + count as f64));
    let name = "a name so long that no figure has room for all of its letters, whatever it is";
    let alone = Line { name: "alone".to_owned(), points: vec![(4, 7.0)] };
    let all = [Line { name: name.to_owned(), points: points.to_vec() }, alone];
    let all = read(&lines_svg(&all, false, Theme::Light));
    let ticks = ["1", "4", "16", "64"].map(|tick| text_at(&all, tick).0);
    let steps: Vec<_> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|step| near(*step, steps[0]) && *step > 40), "{ticks:?}");
    assert!(!all.iter().any(|one| one.text.contains(" B") || one.text == "none"));
    let names: Vec<_> = all.iter().filter(|one| one.color() == TEXT_COLOR).collect();
    let long = &names[1].text;
    assert!(long.starts_with("a name so long that") && long.ends_with('…'), "{long}");
    let marks = of_kind(&all, "circle");
    assert!(marks.len() == 1 && marks[0].at.0 == ticks[1], "one point makes no line: {marks:?}");
}

/// A figure of each kind, with all that it may show.
fn figures(theme: Theme) -> [String; 3] {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let dots_of: Vec<_> = (0..3).flat_map(|_| dots::random_dots(&mut random)).collect();
    let rows = [
        intervals::gain("up", [3.0, 4.0, 5.0]),
        intervals::gain("down", [-30.0, -20.0, -1.0]),
        intervals::gain("tie", [-1.0, 0.0, 1.0]),
    ];
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let all: Vec<_> = names.iter().map(|name| line(name, &[1.0, 2.0, 3.0])).collect();
    [
        dots(["m", "u"], &dots_of, theme),
        intervals(&[["t", "h"].map(str::to_owned)], &rows, theme),
        lines_svg(&all, true, theme),
    ]
}

#[test]
fn the_dark_style_turns_each_light_figure_into_the_dark_one() {
    let style = dark_style();
    let [light, dark] =
        [Theme::Light, Theme::Dark].map(|theme| figures(theme).map(|svg| read(&svg)));
    let mut colours = BTreeSet::new();
    for (light, dark) in light.iter().flatten().zip(dark.iter().flatten()) {
        assert_eq!((&light.kind, light.covers), (&dark.kind, dark.covers));
        let paints = [("fill", &light.fill, &dark.fill), ("stroke", &light.stroke, &dark.stroke)];
        for (paint, light, dark) in paints.into_iter().filter(|(_, light, _)| *light != "none") {
            let rule = format!("svg [{paint}=\"{light}\"]{{{paint}:{dark}}}");
            assert!(light != dark && style.contains(&rule), "no {rule} in {style}");
            colours.insert([light.clone(), dark.clone()]);
        }
    }
    assert_eq!(colours.len(), 10, "all colours are drawn: {colours:?}");
    let [lights, darks] = [0, 1].map(|side| colours.iter().map(move |pair| pair[side].clone()));
    let both: Vec<_> = lights.filter(|light| darks.clone().any(|dark| dark == *light)).collect();
    assert!(both.is_empty(), "in either theme: {both:?}");
}

#[test]
fn colours_are_those_of_pages_and_text_has_contrast() {
    let css = include_str!("../../templates/page.css");
    for tone in TONES.iter().flatten() {
        assert!(css.contains(&format!(":#{tone:06x}")), "{tone:06x}");
    }
    let luminance = |color: u32| {
        let [_, red, green, blue] = color.to_be_bytes().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    // Pages, the band, and where the README is shown.
    let backgrounds = [[0xff_ffff, BAND[0], 0xf6_f8fa], [0x14_171a, BAND[1], 0x0d_1117]];
    for (theme, grounds) in backgrounds.into_iter().enumerate() {
        for (text, ground) in
            [TEXT, DIM].into_iter().flat_map(|tone| grounds.map(|g| (tone[theme], g)))
        {
            let [a, b] = [text, ground].map(luminance);
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= 4.5, "{text:06x} on {ground:06x}: {contrast}");
        }
    }
}

#[test]
fn text_is_counted_no_narrower_than_it_is() {
    // Widths in DejaVu Sans at 12.5 pixels, the widest of the fonts that systems begin with.
    for (text, width) in [
        ("sliders: hyperbola with full rays", 196.1),
        ("one by one (calculated by selects)", 214.9),
        ("PEXT 16.0", 63.4),
        ("-20.0 %", 48.2),
        ("Kogge-Stone in AVX2", 133.0),
        ("256 KiB", 48.1),
    ] {
        let counted = f64::from(text_width(text));
        assert!((width..width * 1.15).contains(&counted), "{text}: {counted}");
    }
    assert_eq!(shortened("abcdef", 45), "abcdef");
    assert_eq!(shortened("abcdef", 44), "abc…");
    assert_eq!(shortened("ab cdef", 36), "ab…", "no space before the dots");
    assert_eq!(shortened("é", 5), "");
}
