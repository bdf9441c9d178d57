//! Rows of gains.

use super::*;
use rand_xoshiro::rand_core::Rng;

pub(super) fn gain(label: &str, [low, value, high]: [f64; 3]) -> Intervals {
    let [low, value, high] = [low, value, high].map(|percent| percent / 100.0);
    Intervals { label: label.to_owned(), gains: vec![Some(Figure { value, low, high })] }
}

fn kinds(names: &[&str]) -> Vec<[String; 2]> {
    names.iter().map(|name| [(*name).to_owned(), "as in a program".to_owned()]).collect()
}

fn gains(rows: &[Intervals]) -> Vec<Seen> {
    read(&intervals(&kinds(&["classical"]), rows, Theme::Light))
}

#[test]
fn kinds_of_engines_stand_side_by_side_on_the_same_rows() {
    let both = |label: &str, [a, b]: [f64; 2]| Intervals {
        label: label.to_owned(),
        gains: [a, b].map(|it| gain("", [it - 1.0, it, it + 1.0]).gains[0]).to_vec(),
    };
    let mut rows = [both("first", [2.0, -2.0]), both("second", [0.0, 4.0])];
    rows[1].gains[0] = None;
    let all = read(&intervals(&kinds(&["classical", "network"]), &rows, Theme::Light));
    let ticks = |text: &str| {
        let found = all.iter().filter(|one| one.text == text).map(|one| one.at.0);
        found.collect::<Vec<_>>()
    };
    let (zero, four) = (ticks("0"), ticks("+4"));
    assert!(zero.len() == 2 && four.len() == 2 && zero[0] < four[0] && four[0] < zero[1]);
    let y = ["first", "second"].map(|label| text_at(&all, label).1);
    let dots: Vec<_> = of_kind(&all, "circle").into_iter().map(|one| one.at).collect();
    let step = four[0] - zero[0];
    let expected = [(zero[0] + step / 2, y[0]), (zero[1] - step / 2, y[0]), (four[1], y[1])];
    assert_eq!(dots.len(), 3, "a kind without a figure has no dot");
    for (x, y) in expected {
        assert!(dots.iter().any(|at| near(at.0, x) && at.1 == y), "{x} {y}: {dots:?}");
    }
    assert!(text_at(&all, "network").0 > text_at(&all, "classical").0 + step);
}

#[test]
fn a_gain_stands_at_its_pixel_beside_its_label() {
    let all = gains(&[
        gain("up", [3.0, 4.0, 5.0]),
        gain("down", [-2.5, -2.0, -1.0]),
        gain("tie", [-1.0, 0.0, 1.0]),
        gain("slight", [0.4, 0.6, 0.8]),
        gain("just", [0.6, 0.7, 0.8]),
        gain("less", [-0.8, -0.6, -0.4]),
        gain("loss", [-0.8, -0.7, -0.6]),
    ]);
    let [from, zero, four, to] = ["-4", "0", "+4", "+8"].map(|tick| text_at(&all, tick).0);
    let step = four - zero;
    assert!(near(zero - from, step) && near(to - four, step) && step > 50);
    let row = |label: &str| {
        let y = text_at(&all, label).1;
        let is_mark = |one: &&Seen| one.at.1 == y && one.fill != "#E9EDF1";
        let find = |kind| of_kind(&all, kind).into_iter().find(is_mark).unwrap();
        (find("circle"), find("rect"))
    };
    let (dot, bar) = row("up");
    assert_eq!(dot.at.0, four);
    assert!(near(bar.covers[0], zero + step * 3 / 4) && near(bar.covers[2], zero + step * 5 / 4));
    let (dot, bar) = row("down");
    assert!(near(dot.at.0, zero - step / 2), "{dot:?}");
    assert!(near(bar.covers[0], zero - step * 5 / 8) && near(bar.covers[2], zero - step / 4));
    assert_eq!(row("tie").0.at.0, zero);
    let labels = ["up", "down", "tie", "slight", "just", "less", "loss"];
    let tones = ["#16703F", "#B42318", GREY, "#16703F", "#16703F", "#B42318", "#B42318"];
    for (label, tone) in labels.into_iter().zip(tones) {
        let (dot, bar) = row(label);
        assert_eq!([dot.fill.as_str(), bar.fill.as_str()], [tone, tone], "{label}");
    }
    let heights = labels.map(|label| text_at(&all, label).1);
    assert!(heights.is_sorted(), "the first is above: {heights:?}");
    assert_eq!(
        [text_at(&all, "classical"), text_at(&all, "as in a program")].map(|at| at.1),
        [12; 2]
    );
}

#[test]
fn the_band_is_half_a_per_cent_on_either_side() {
    let all = gains(&[gain("a", [1.0, 2.0, 3.0]), gain("b", [1.0, 2.0, 3.0])]);
    let step = f64::from(text_at(&all, "+4").0 - text_at(&all, "0").0) / 8.0;
    let band = all.iter().find(|one| one.fill == "#E9EDF1").unwrap();
    assert_eq!(band.at.0, text_at(&all, "0").0);
    assert!((f64::from(band.covers[2] - band.covers[0]) - 2.0 * step).abs() <= 1.0, "{band:?}");
    let rows = ["a", "b"].map(|label| text_at(&all, label).1);
    assert!(band.covers[1] < rows[0] && rows[1] < band.covers[3], "behind all rows");
    let place = |color: &str| all.iter().position(|one| one.color() == color).unwrap();
    assert!(place("#E9EDF1") < place(GRID_COLOR), "lines lie on the band");
}

/// The arrows to the sides: whether each points to the right.
fn sideways(all: &[Seen], y: i32) -> Vec<bool> {
    let is_arrow = |one: &&Seen| one.kind == "polyline" && one.color() != GRID_COLOR;
    let arrows = all.iter().filter(is_arrow).filter(|one| one.at.1 == y);
    let zero = text_at(all, "0").0;
    arrows.map(|arrow| arrow.at.0 > zero).collect()
}

#[test]
fn a_gain_off_the_scale_is_an_arrow_with_its_value() {
    let all = gains(&[
        gain("loses", [-21.0, -20.0, -19.0]),
        gain("wins", [10.0, 11.0, 12.0]),
        gain("partly", [-6.0, -5.0, -3.0]),
        gain("inside", [7.0, 7.5, 9.0]),
        gain("on it", [7.0, 7.5, 7.9]),
    ]);
    let [from, to] = ["-4", "+8"].map(|tick| text_at(&all, tick).0);
    let bars = |label: &str| {
        let y = text_at(&all, label).1;
        let rects = of_kind(&all, "rect").into_iter().filter(move |one| one.at.1 == y);
        rects.filter(|one| one.fill != "#E9EDF1").map(|one| one.covers).collect::<Vec<_>>()
    };
    let y = text_at(&all, "loses").1;
    assert_eq!((text_at(&all, "-20.0"), sideways(&all, y)), ((from + 8, y), vec![false]));
    let y = text_at(&all, "wins").1;
    assert_eq!((text_at(&all, "+11.0"), sideways(&all, y)), ((to - 8, y), vec![true]));
    assert!(bars("loses").is_empty() && bars("wins").is_empty());
    let (y, bar) = (text_at(&all, "partly").1, bars("partly")[0]);
    assert_eq!((bar[0], sideways(&all, y)), (from, vec![false]));
    assert_eq!(text_at(&all, "-5.0"), (bar[2] + 8, y));
    let y = text_at(&all, "inside").1;
    assert_eq!((bars("inside")[0][2], sideways(&all, y)), (to, vec![true]));
    assert!(sideways(&all, text_at(&all, "on it").1).is_empty());
    assert_eq!(of_kind(&all, "circle").len(), 2, "no dot where no value is");
}

#[test]
fn no_value_of_a_gain_covers_its_bar_or_its_arrow() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut share = || f64::from(random.next_u32() % 4000) / 100.0 - 20.0;
    for round in 0..200 {
        let row = |number: usize| {
            let mut ends = [share(), share(), share()];
            ends.sort_by(f64::total_cmp);
            gain(&format!("a label that may be long {number}"), ends)
        };
        let rows: Vec<_> = (0..6).map(row).collect();
        let all = gains(&rows);
        let marks: Vec<_> = all.iter().filter(|one| one.kind != "text").collect();
        let marks = marks.into_iter().filter(|one| !["#E9EDF1", GRID_COLOR].contains(&one.color()));
        let marks: Vec<_> = marks.collect();
        for text in of_kind(&all, "text") {
            let covered = marks.iter().find(|mark| text.is_over(mark));
            assert!(covered.is_none(), "round {round}: {text:?} covers {covered:?}");
        }
        let arrows = marks.iter().filter(|mark| mark.kind == "polyline");
        let low = rows.iter().filter(|row| row.gains[0].unwrap().low < -0.04).count();
        let high = rows.iter().filter(|row| row.gains[0].unwrap().high > 0.08).count();
        assert_eq!(arrows.clone().count(), low + high);
        assert!(arrows.clone().all(|arrow| arrow.covers[0] > 0 && arrow.covers[2] < 439));
    }
}

#[test]
fn a_label_is_cut_where_its_room_ends() {
    let label = "sliders: a technique of so many words that no row has room for it";
    let all = gains(&[gain(label, [1.0, 2.0, 3.0]), gain("short", [1.0, 2.0, 3.0])]);
    let cut = all.iter().find(|one| one.text.ends_with('…')).unwrap();
    assert!(cut.text.starts_with("sliders: a technique of"), "{cut:?}");
    assert!((GAIN_LABEL - 20..=GAIN_LABEL).contains(&text_width(&cut.text)), "{cut:?}");
    assert_eq!(cut.at.0, text_at(&all, "short").0);
}
