//! Memory against time.

use super::*;
use rand_xoshiro::rand_core::Rng;

fn dot(name: &str, bytes: u64, time: f64) -> Dot {
    let name = name.to_owned();
    let [is_old, is_hollow, is_named] = [false; 3];
    Dot { name, bytes, time, is_old, is_common: true, is_hollow, is_named }
}

fn drawn(all: &[Dot]) -> Vec<Seen> {
    read(&dots(["throughput", "cycles a query"], all, Theme::Light))
}

#[test]
fn a_dot_stands_at_its_size_and_time() {
    let all = [dot("nothing", 0, 4.0), dot("small", 1024, 2.0), dot("large", 512 << 10, 1.0)];
    let all = drawn(&all);
    let [one, two, four] = ["1", "2", "4"].map(|tick| text_at(&all, tick).1);
    assert!(near(two - four, 2 * (one - two)) && one > two, "{one} {two} {four}");
    circle_at(&all, (text_at(&all, "none").0, four));
    circle_at(&all, (text_at(&all, "1 KiB").0, two));
    circle_at(&all, (text_at(&all, "512 KiB").0, one));
    let lines = of_kind(&all, "line");
    assert!(lines.iter().any(|line| line.color() == GRID_COLOR && line.at.1 == two), "{lines:?}");
    assert_eq!(text_at(&all, "throughput"), (40, 12));
    assert_eq!(text_at(&all, "cycles a query"), (432, 12));
    assert!(text_at(&all, "tables added").1 > text_at(&all, "none").1);
}

#[test]
fn ticks_are_round_and_not_cut() {
    let ticks = |most: f64| {
        let all = drawn(&[dot("a", 64, most), dot("b", 128, most / 2.0)]);
        let is_tick = |one: &&Seen| one.color() == "#5B636C" && one.at.0 < 64;
        let texts = of_kind(&all, "text").into_iter().filter(is_tick);
        texts.map(|text| text.text.clone()).take_while(|text| text != "none").collect::<Vec<_>>()
    };
    assert_eq!(ticks(8.4), ["0", "2", "4", "6", "8"]);
    assert_eq!(ticks(0.3), ["0", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"]);
    assert_eq!(ticks(1.25), ["0", "0.2", "0.4", "0.6", "0.8", "1", "1.2"]);
    assert_eq!(ticks(22_823.0), ["0", "5000", "10000", "15000", "20000"]);
    assert_eq!(ticks(9e11), ["0", "2.0e11", "4.0e11", "6.0e11", "8.0e11"]);
}

#[test]
fn colours_and_hollow_marks_tell_variants_apart() {
    let old = Dot { is_old: true, ..dot("old", 0, 8.0) };
    let rare = Dot { is_common: false, ..dot("rare", 64, 3.0) };
    let hollow = Dot { is_hollow: true, ..dot("hollow", 256, 7.0) };
    let all = drawn(&[old, rare, hollow, dot("best", 64, 4.0), dot("beaten", 1024, 6.0)]);
    let [none, few, more, most] =
        ["none", "64 B", "256 B", "1 KiB"].map(|tick| text_at(&all, tick).0);
    let find = |x: i32, color: &str| {
        let mut circles = of_kind(&all, "circle").into_iter();
        circles.find(|one| one.at.0 == x && one.color() == color).unwrap().fill.as_str()
    };
    assert_eq!(find(none, "#B3541E"), "#B3541E");
    assert_eq!([find(few, "#0B5CAD"), find(few, GREY)], ["#0B5CAD", "none"]);
    assert_eq!([find(more, GREY), find(most, GREY)], ["none", GREY]);
}

/// The ends and corners of what is dashed.
fn dashed(svg: &str) -> Vec<[i32; 2]> {
    let document = Document::parse(svg).unwrap();
    let nodes = document.descendants().filter(|node| node.attribute("stroke") == Some("#0B5CAD"));
    let nodes = nodes.filter(|node| node.attribute("stroke-width") == Some("1"));
    nodes.filter(|node| node.has_tag_name("polyline")).flat_map(|node| points(&node)).collect()
}

#[test]
fn the_dashed_line_joins_what_nothing_smaller_beats() {
    let rare = Dot { is_common: false, ..dot("rare", 1024, 1.5) };
    let dots_of = [
        dot("last", 16384, 2.0),
        dot("beaten", 8192, 4.5),
        dot("first", 64, 6.0),
        dot("far", 0, 50.0),
        rare,
        dot("middle", 1024, 4.0),
    ];
    let svg = dots(["throughput", "u"], &dots_of, Theme::Light);
    let all = read(&svg);
    let place = |size: &str, time: &str| [text_at(&all, size).0, text_at(&all, time).1];
    let line = dashed(&svg);
    assert_eq!(line.first(), Some(&place("64 B", "6")));
    let [middle, last] = [place("1 KiB", "4"), place("16 KiB", "2")];
    let end = line.last().unwrap();
    assert!((end[0] - last[0]).abs() <= 5 && (end[1] - last[1]).abs() <= 5, "{end:?} {last:?}");
    let passes = |x: i32| line.iter().map(|point| (point[0] - x).abs()).min().unwrap();
    assert!(passes(middle[0]) <= 4, "{line:?}");
    let at_middle = line.iter().min_by_key(|point| (point[0] - middle[0]).abs()).unwrap();
    assert!((at_middle[1] - middle[1]).abs() <= 3, "{at_middle:?} {middle:?}");
    let is_falling = |pair: &[[i32; 2]]| pair[0][0] <= pair[1][0] && pair[0][1] <= pair[1][1];
    assert!(line.windows(2).all(is_falling), "{line:?}");
}

#[test]
fn a_frontier_keeps_neither_slower_nor_larger_ones() {
    let of = |all: &[(u64, f64)]| -> Vec<(u64, f64)> {
        frontier(all, |one| *one).into_iter().copied().collect()
    };
    assert_eq!(of(&[(8, 2.0), (8, 3.0), (0, 5.0)]), [(0, 5.0), (8, 2.0)], "of equal size");
    assert_eq!(of(&[(16, 2.0), (8, 2.0), (4, 9.0)]), [(4, 9.0), (8, 2.0)], "of equal time");
    assert_eq!(of(&[(8, 1.0), (8, 1.0), (9, 1.5)]), [(8, 1.0), (8, 1.0)], "equal in both");
    assert_eq!(of(&[(1, 3.0), (2, 2.0), (3, 2.5), (4, 1.0)]), [(1, 3.0), (2, 2.0), (4, 1.0)]);
}

/// The tips of arrows up: the shape's highest point.
fn tips(all: &[Seen]) -> Vec<&Seen> {
    let shape = |one: &&Seen| one.kind == "polyline" && one.covers[3] - one.covers[1] == 12;
    all.iter().filter(shape).filter(|one| one.covers[2] - one.covers[0] == 8).collect()
}

#[test]
fn what_is_off_the_scale_is_an_arrow_with_its_time() {
    let rare = Dot { is_common: false, ..dot("rare", 0, 19.04) };
    let far = [dot("walk", 0, 130.0), rare, dot("beyond", 0, 5.1), dot("right", 256 << 10, 9.0)];
    let dots_of: Vec<_> =
        far.into_iter().chain([dot("least", 2048, 1.0), dot("edge", 64, 5.0)]).collect();
    let all = drawn(&dots_of);
    assert_eq!(of_kind(&all, "circle").len(), 2, "five times the least is on the scale");
    let none = text_at(&all, "none").0;
    let rows = ["walk 130", "rare 19.0", "right 9.0", "beyond 5.1"].map(|text| text_at(&all, text));
    assert!(
        rows.windows(2).all(|pair| pair[0].1 + 16 == pair[1].1),
        "the slowest on top: {rows:?}"
    );
    let columns = rows.map(|(x, _)| x);
    let right = text_at(&all, "256 KiB").0;
    assert_eq!(columns, [none + 9, none + 9, right - 9, none + 9], "beside their arrows");
    let arrows = tips(&all);
    assert_eq!(arrows.len(), 4);
    let top = of_kind(&all, "line").into_iter().map(|line| line.at.1).min().unwrap();
    for (x, y) in rows {
        let arrow = arrows.iter().find(|arrow| near(arrow.at.1, y)).unwrap();
        assert!(near(arrow.at.0, if x == right - 9 { right } else { none }) && y < top);
    }
    assert_eq!(of_kind(&all, "polygon").len(), 3, "that of the rare one is hollow");
}

/// Random dots, whose names are as long as those of variants.
pub(super) fn random_dots(random: &mut Xoshiro256PlusPlus) -> Vec<Dot> {
    let count = 2 + random.next_u32() % 24;
    let dots = (0..count).map(|number| {
        let [a, b, c] = [(); 3].map(|()| random.next_u32());
        let name = &"abcdefgh in nine vectors"[..4 + (a % 20) as usize];
        let bytes = if b % 4 == 0 { 0 } else { 1 << (5 + b % 16) };
        let time = f64::from(10 + c % 40) / if c % 7 == 0 { 1.0 } else { 10.0 };
        let [is_old, is_hollow, is_named] = [8, 16, 32].map(|bit| a & bit != 0);
        let name = format!("{}{number}", name.trim());
        Dot { name, bytes, time, is_old, is_common: b % 3 > 0, is_hollow, is_named }
    });
    dots.collect()
}

#[test]
fn no_label_covers_a_mark_a_line_an_arrow_or_another_label() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut shown, mut wanted) = (0, 0);
    for round in 0..300 {
        let dots_of = random_dots(&mut random);
        let all = drawn(&dots_of);
        let labels: Vec<_> = all.iter().filter(|one| one.color() == TEXT_COLOR).collect();
        let is_mark = |one: &&Seen| one.kind != "text" && one.color() != GRID_COLOR;
        let marks: Vec<_> = all.iter().filter(is_mark).collect();
        for (place, label) in labels.iter().enumerate() {
            let others = marks.iter().chain(&labels[..place]);
            let covered: Vec<_> = others.filter(|other| label.is_over(other)).collect();
            assert!(covered.is_empty(), "round {round}: {label:?} covers {covered:?}");
        }
        let arrows = tips(&all);
        for (place, arrow) in arrows.iter().enumerate() {
            assert!(!arrows[..place].iter().any(|other| arrow.is_over(other)), "round {round}");
        }
        let least = dots_of.iter().map(|dot| dot.time).fold(f64::INFINITY, f64::min);
        let far: Vec<_> = dots_of.iter().filter(|dot| dot.time > least * 5.0).collect();
        assert_eq!(arrows.len(), far.len(), "round {round}");
        assert!(far.iter().all(|dot| {
            labels.iter().any(|label| label.text.starts_with(&format!("{} ", dot.name)))
        }));
        let named: Vec<_> = dots_of.iter().filter(|dot| dot.is_named).collect();
        wanted += named.len();
        let is_shown = |dot: &&&Dot| labels.iter().any(|label| label.text.contains(&dot.name));
        shown += named.iter().filter(is_shown).count();
    }
    assert!(shown * 10 > wanted * 8, "{shown} of {wanted} have a label");
}

#[test]
fn named_dots_have_labels_and_others_only_on_the_frontier() {
    let named = Dot { is_named: true, ..dot("named <&>", 1024, 4.0) };
    let all = drawn(&[named, dot("best", 64, 2.0), dot("beaten", 8192, 3.0)]);
    let texts: Vec<_> = all.iter().filter(|one| one.color() == TEXT_COLOR).collect();
    let names: Vec<_> = texts.iter().map(|text| text.text.as_str()).collect();
    assert_eq!(names, ["throughput", "named <&>", "best"]);
    let circle = circle_at(&all, (text_at(&all, "1 KiB").0, text_at(&all, "4").1));
    let [x, y] = [circle.at.0 - texts[1].at.0, circle.at.1 - texts[1].at.1].map(i32::abs);
    assert!(x <= 9 && y <= 15, "beside its dot");
}
