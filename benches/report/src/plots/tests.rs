//! Plots of made-up records.

use super::*;
use crate::figures::{Place, View};
use crate::format;
use crate::made_up::{accuracy, copy_of, count, hot, machine, step, table, too_noisy, variants};
use crate::ranking::Ranking;
use crate::tests::{assert_balanced, between};
use records::{Context, Interface, NULL, Records};

/// A variant's name, bytes of tables, and time.
type Made = (String, u64, f64);

fn few() -> Vec<Made> {
    [("large", 32768, 2.0), ("middle", 2048, 2.006), ("none", 0, 4.0)]
        .map(|(name, bytes, time)| (format!("between-{name}"), bytes, time))
        .into()
}

/// So many variants, each larger than the one before. The last is the fastest, the first
/// the fastest beside a large working set, and the others never are.
fn many(count: u64) -> Vec<Made> {
    let variant = |i: u64| {
        let time = 20.0 - i as f64 / count as f64;
        let is_between = 0 < i && i + 1 < count;
        (format!("between-v{i}"), i * 1000, time + f64::from(is_between))
    };
    (0..count).map(variant).collect()
}

/// Variants with times and counts in all contexts, and a tie within 1 %.
fn records(made: &[Made]) -> Records {
    let names: Vec<_> = made.iter().map(|(name, ..)| name.as_str()).collect();
    let named: Vec<_> = made.iter().map(|(name, bytes, _)| (name.as_str(), *bytes)).collect();
    let timed: Vec<_> = made.iter().map(|(name, _, time)| (name.as_str(), *time)).collect();
    let mut records = variants(&named);
    records.tables = [false, true].map(|dependent| hot(dependent, &timed)).into();
    let times = |more: &dyn Fn(u64) -> f64| -> Vec<f64> {
        made.iter().map(|(_, bytes, time)| time + more(*bytes)).collect()
    };
    let beside = |set: u64| step(Some(set << 14), &times(&|bytes| (set * bytes) as f64 / 1e5));
    let steps = (0..15).map(beside).collect();
    records.tables.push(table((Context::Beside, true, Some(4)), &names, steps));
    let asked = |questions| step(Some(questions), &times(&|_| (2 * questions) as f64));
    let steps = [0, 1, 2, 4, 128].map(asked).into();
    records.tables.push(table((Context::Upkeep, false, None), &names, steps));
    let counted = |name: &&str| count(name, 9.0);
    records.counts = names.iter().chain(&[NULL]).map(counted).collect();
    records
}

fn beside(figures: &Figures<'_>) -> Option<Plot> {
    let plain = Place::plain("between", "uniform", Context::Beside);
    super::beside(Place { dependent: true, touches: Some(4), ..plain }, figures).unwrap()
}

/// All plots of a study, by what they show.
fn plots(records: &Records) -> Vec<(String, String)> {
    let figures = Figures::new(records);
    let places = [false, true].map(|dependent| Place::hot("between", "uniform", dependent));
    let rankings = places.map(|place| ranking(&Ranking::new(place, &figures), &figures).unwrap());
    let views = ["One", "The Other"]
        .map(|label| View { label: label.to_owned(), figures: Figures::new(records) });
    let others = [
        space_time("between", "uniform", &figures).unwrap(),
        cache_sweep("between", "uniform", &figures).unwrap(),
        beside(&figures),
        upkeep("between", "uniform", &figures).unwrap(),
        sets(places[0], &views).unwrap(),
    ];
    let plots = rankings.into_iter().chain(others).flatten();
    plots.map(|plot| (plot.file, plot.svg)).collect()
}

fn plot(records: &Records, name: &str) -> String {
    let file = format!("between-{name}.svg");
    plots(records).into_iter().find(|(name, _)| *name == file).expect("a plot").1
}

/// What is in each group of variants, with their identifiers.
fn groups(svg: &str) -> Vec<(Vec<&str>, &str)> {
    let group = |text| {
        let (ids, rest) = split(text, "\">");
        // What stands above all variants has a group without attributes.
        (ids.split(' ').collect(), rest.split_once("<g>").map_or(rest, |(own, _)| own))
    };
    svg.split("<g class=\"series\" data-variant=\"").skip(1).map(group).collect()
}

fn split<'a>(text: &'a str, at: &str) -> (&'a str, &'a str) {
    text.split_once(at).unwrap()
}

/// What is in the group of a variant, which may share it.
fn group<'a>(svg: &'a str, variant: &str) -> &'a str {
    let id = format::id("between", variant);
    let groups = groups(svg);
    let mut own = groups.iter().filter(|(ids, _)| ids.contains(&&*id));
    let (_, group) = own.next().expect(variant);
    assert!(own.next().is_none(), "{variant} has two groups");
    group
}

/// The titles of the marks in a part of a plot.
fn titles(part: &str) -> Vec<&str> {
    part.split("<title>").skip(1).map(|rest| split(rest, "</title>").0).collect()
}

/// The sentences that say what a plot shows.
fn description(svg: &str) -> &str {
    split(between(svg, "<desc", "</desc>"), ">").1
}

/// The colours in a part of a plot, but for grey and those of the page.
fn colours(part: &str) -> BTreeSet<&str> {
    let plain = [INK, GRID, PAPER, elements::colour(LEADERS)].map(hexadecimal);
    let painted = ["fill=\"", "stroke=\""].into_iter().flat_map(|paint| part.split(paint).skip(1));
    let painted = painted.map(|rest| split(rest, "\"").0).filter(|colour| *colour != "none");
    painted.filter(|colour| !plain.iter().any(|plain| plain == colour)).collect()
}

/// It is sound XML, and no number in it is none.
fn assert_sound(name: &str, svg: &str) {
    assert_balanced(name, svg);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}: {svg}");
}

/// The texts of a plot, each with its left, top, right and bottom.
fn texts(svg: &str) -> Vec<(&str, [i32; 4])> {
    let text = |element| {
        let text = between(element, ">", "</text>");
        let [x, y] = ["x=\"", "y=\""].map(|name| between(element, name, "\"").parse().unwrap());
        let (x, y, width): (i32, i32, i32) = (x, y, labels::width(text));
        let before = match () {
            () if element.contains("\"middle\"") => width / 2,
            () if element.contains("\"end\"") => width,
            () => 0,
        };
        if element.contains("rotate(270 ") {
            let y = y - 11;
            (text, [x, y - width / 2, x + 14, y + width / 2])
        } else {
            (text, [x - before, y - 11, x - before + width, y + 3])
        }
    };
    svg.split("<text ").skip(1).map(text).collect()
}

/// All texts are on the plot, and none meets another.
fn assert_legible(name: &str, svg: &str) {
    let [width, height]: [i32; 2] =
        [" width=\"", " height=\""].map(|name| between(svg, name, "\"").parse().unwrap());
    let texts = texts(svg);
    for (i, (text, [left, top, right, bottom])) in texts.iter().enumerate() {
        let is_inside = *left >= 0 && *top >= 0 && *right <= width && *bottom <= height;
        assert!(is_inside, "{text} leaves {name}");
        for (other, [from, start, to, end]) in &texts[..i] {
            let meets = left < to && from < right && top < end && start < bottom;
            assert!(!meets, "{text} meets {other} in {name}");
        }
    }
}

#[test]
fn all_of_a_variant_is_in_its_group() {
    let plots = plots(&records(&few()));
    let names = "ranking-throughput ranking-latency space-time cache-sweep-uniform \
                 beside-4-dependent upkeep-uniform ratios-throughput";
    let names = names.split(' ').map(|name| format!("between-{name}.svg"));
    assert!(names.eq(plots.iter().map(|(name, _)| name.clone())));
    for (name, svg) in plots.iter().filter(|(name, _)| !name.contains("sweep")) {
        // Ratios are by the large one's time.
        let first = usize::from(name.contains("ratios"));
        for label in &["large", "middle", "none"][first..] {
            let group = group(svg, &format!("between-{label}"));
            let written = format!(">{label}</text>");
            assert!(group.contains(&written), "{label} in {name}");
            let everywhere = svg.matches(&written).count();
            assert_eq!(group.matches(&written).count(), everywhere, "{label} in {name}");
        }
    }
}

#[test]
fn every_plot_says_what_it_shows_and_every_mark_what_it_is() {
    for (name, svg) in plots(&records(&few())) {
        assert_sound(&name, &svg);
        assert_legible(&name, &svg);
        assert!(svg.contains(&format!(" width=\"{}\"", canvas::WIDTH)), "{name}");
        let id = name.strip_suffix(".svg").unwrap();
        let id = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\"");
        let ink = format!("<g fill=\"{}\" font-family", hexadecimal(INK));
        let paper = format!("<path fill=\"{}\" d=\"M0 0H", hexadecimal(PAPER));
        let expected =
            [&id, "role=\"img\"", "<title id", "<desc", "<g class=\"axes\">", &ink, &paper];
        assert_eq!(expected.map(|part| svg.matches(part).count()), [1; 7], "{name}");
        let description = description(&svg);
        assert!(description.ends_with('.') && description.len() < 400, "{name}: {description}");
        assert!(["none", "large"].iter().any(|label| description.contains(label)), "{name}");
        for (ids, group) in groups(&svg) {
            let titles = titles(group);
            assert!(!titles.is_empty(), "{name}: {ids:?}");
            for title in titles {
                let bytes = title.contains("bytes of tables: ") || title.contains("no tables: ");
                assert!(title.starts_with("between-") && bytes, "{name}: {title}");
            }
        }
    }
    let svg = plot(&records(&few()), "beside-4-dependent");
    let first = titles(group(&svg, "between-large"))[0];
    let said =
        "between-large, 32768 bytes of tables: 1.00 net cycles/query (0.98 to 1.02) beside 0 KiB";
    assert_eq!(first, said);
}

#[test]
fn those_whose_figures_read_the_same_are_one() {
    let mut records = records(&few());
    let svg = plot(&records, "cache-sweep-uniform");
    let [(ids, shared)] = &groups(&svg)[..] else { panic!("{svg}") };
    assert_eq!(*ids, ["large", "middle", "none"].map(|name| format!("between--between-{name}")));
    assert!(shared.contains(">large, middle, none</text>"), "{shared}");
    let names = "between-large, 32768 bytes of tables; between-middle, 2048 bytes of tables; \
                 between-none, no tables: ";
    assert!(titles(shared).iter().all(|title| title.starts_with(names)), "{shared}");
    records.counts[1].sweep[0][1] += 1000;
    assert_eq!(groups(&plot(&records, "cache-sweep-uniform")).len(), 2);
    // What answers another question is another line.
    records.variants[2].interface = Interface::Encoded;
    assert_eq!(groups(&plot(&records, "cache-sweep-uniform")).len(), 3);

    let mut twins = few();
    twins.push(("between-twin".to_owned(), 2048, 2.006));
    let svg = plot(&self::records(&twins), "space-time");
    assert!(group(&svg, "between-twin").contains(">middle, twin</text>"));
}

#[test]
fn ties_and_the_noise_floor_are_shown_in_a_ranking() {
    let mut records = records(&few());
    let svg = plot(&records, "ranking-throughput");
    let band = "fill-opacity=\"0.07\"";
    assert!(svg.contains(band));
    for (label, text) in [("large", "1="), ("middle", "1="), ("none", "3"), ("none", "2.000")] {
        assert!(group(&svg, &format!("between-{label}")).contains(&format!(">{text}</text>")));
    }
    assert!(titles(group(&svg, "between-middle"))[0].ends_with("tie for rank 1"));
    assert!(svg.contains("fill-opacity=\"0.25\"") && svg.contains("the noise floor, 0.5 %</text>"));

    let step = &mut records.tables[0].steps[0];
    step.copies.push(copy_of("between-large", 0.8));
    step.verdicts = ".ff".to_owned();
    let svg = plot(&records, "ranking-throughput");
    assert!(svg.contains("the noise floor, 25.0 %</text>"));
    assert!(!svg.contains(band));
    assert!(group(&svg, "between-middle").contains(">not compared</text>"));
}

#[test]
fn a_plot_says_if_the_core_was_not_quiet() {
    let mut records = records(&few());
    assert!(plots(&records).iter().all(|(_, svg)| !svg.contains("in company")));
    for table in &mut records.tables {
        table.steps[0].core = Core::Company;
    }
    for (name, svg) in plots(&records).iter().filter(|(name, _)| !name.contains("sweep")) {
        let is_said = texts(svg).iter().any(|(text, _)| text.ends_with(", in company"));
        assert!(is_said, "{name}");
    }
}

#[test]
fn the_frontier_is_what_no_other_dominates_beyond_the_noise() {
    let mut made = few();
    // Larger than the middle one and slower than the large one.
    made.push(("between-worse".to_owned(), 4096, 3.0));
    let svg = plot(&records(&made), "space-time");
    assert_eq!(svg.matches(">frontier</text>").count(), 2);
    let bold = |variant: &str| group(&svg, variant).matches("font-weight=\"700\"").count();
    // The large one is but tied with the middle one, which is smaller.
    assert_eq!(["between-large", "between-middle", "between-none"].map(bold), [2, 2, 2]);
    assert_eq!(bold("between-worse"), 0);
    let said = titles(group(&svg, "between-worse"));
    assert_eq!(said.len(), 2);
    assert!(said[0].ends_with("dominated by between-middle"), "{said:?}");
    let frontier = "The frontier leads from none 3.00 with no tables to large 1.00 with 32768";
    assert!(description(&svg).contains(frontier), "{}", description(&svg));
}

#[test]
fn other_interfaces_stand_aside() {
    let mut records = records(&few());
    records.variants[1].interface = Interface::Approximate;
    records.variants[1].accuracy = Some(accuracy(25, 1000));
    let svg = plot(&records, "space-time");
    let middle = group(&svg, "between-middle");
    assert!(middle.contains(">middle (approximate), 2.5 % wrong</text>"), "{middle}");
    assert!(!middle.contains("font-weight"));
    let hollow = format!("<g fill=\"{}\" stroke", hexadecimal(PAPER));
    assert!(middle.contains(&hollow) && !group(&svg, "between-large").contains(&hollow));
    let said = titles(middle)[0];
    assert!(said.ends_with("wrong in 2.5 % of its answers, not compared"), "{said}");
    assert!(svg.contains("on the stream uniform, with the share of wrong answers</title>"));
    assert!(!plot(&records, "ranking-latency").contains(">middle"));
}

#[test]
fn a_ring_stands_wherever_lines_cross() {
    let mut records = records(&few());
    let place = records.tables.iter().position(|t| t.context == Context::Beside).unwrap();
    let drawn = |records: &Records| beside(&Figures::new(records)).unwrap().svg;
    // A ring is two arcs.
    let rings = |svg: &str| svg.matches("a10 10").count() / 2;
    assert_eq!(rings(&drawn(&records)), 1);
    // The large one is ahead again at the end.
    records.tables[place].steps.push(step(Some(1 << 20), &[2.5, 3.5, 4.0]));
    let svg = drawn(&records);
    assert!(rings(&svg) > 2);
    let fact = "between-none and between-large: between-none overtakes at ";
    let said = titles(&svg).into_iter().find(|title| title.starts_with(fact)).unwrap();
    assert!(said.contains(", between-large overtakes"), "{said}");
    records.variants[0].interface = Interface::Encoded;
    assert_eq!(rings(&drawn(&records)), 0, "another interface is not compared");
    records.tables[place].steps.truncate(1);
    assert!(beside(&Figures::new(&records)).is_none(), "one value makes no line");
}

#[test]
fn the_same_five_have_a_colour_in_all_plots() {
    let records = records(&many(20));
    let mut looks = BTreeSet::new();
    for name in ["ranking-throughput", "space-time", "beside-4-dependent"] {
        let svg = plot(&records, name);
        assert_eq!(colours(&svg).len(), LEADERS, "{name}");
        let look = |i| colours(group(&svg, &format!("between-v{i}"))).pop_first();
        let leaders = (0..20).filter_map(|i| Some((i, look(i)?.to_owned())));
        looks.insert(leaders.collect::<Vec<_>>());
    }
    assert_eq!(looks.len(), 1, "{looks:?}");
    let leaders: Vec<_> = looks.pop_first().unwrap();
    // The fastest with hot tables, and the fastest beside the largest working set.
    assert!(leaders.iter().any(|(i, _)| *i == 19) && leaders.iter().any(|(i, _)| *i == 0));
    assert_eq!(plots(&records).iter().map(|(_, svg)| colours(svg).len()).max(), Some(LEADERS));
}

#[test]
fn in_a_crowd_only_the_leaders_stand_out() {
    let svg = plot(&records(&many(20)), "beside-4-dependent");
    assert!(svg.len() < 80_000, "{} bytes", svg.len());
    // The changes of the others matter to nobody.
    let leaders = groups(&svg).into_iter().filter(|(_, group)| !colours(group).is_empty());
    let leaders: BTreeSet<_> = leaders.flat_map(|(ids, _)| ids).collect();
    let rings: Vec<_> =
        titles(&svg).into_iter().filter(|title| title.contains(" overtakes ")).collect();
    assert!((1..=LEADERS).contains(&rings.len()), "{rings:?}");
    for name in rings.iter().flat_map(|ring| split(ring, ": ").0.split(" and ")) {
        assert!(leaders.contains(&*format!("between--{name}")), "{name}");
    }
    let bold = |variant: &str| group(&svg, variant).contains("font-weight");
    assert!(bold("between-v0") && bold("between-v19") && !bold("between-v10"));
    // An interval is drawn in ink.
    let ink = format!("<path fill=\"none\" stroke=\"{}\"", hexadecimal(INK));
    let intervals = |variant: &str| group(&svg, variant).contains(&ink);
    assert!(intervals("between-v19") && !intervals("between-v10"));
}

#[test]
fn every_variant_of_a_crowd_is_named_in_every_plot() {
    for count in [25, 42, 100] {
        let records = records(&many(count));
        let drawn = plots(&records);
        assert!(count > 42 || drawn == plots(&records), "the same bytes");
        for (name, svg) in &drawn {
            assert_sound(name, svg);
            assert_legible(name, svg);
            let named = if name.contains("ratios") { 1..count.min(49) } else { 0..count };
            for i in named {
                let group = group(svg, &format!("between-v{i}"));
                let is_named =
                    |(text, _): &(&str, _)| text.split(", ").any(|one| one == format!("v{i}"));
                let joined = texts(group).iter().any(is_named);
                assert!(
                    joined || name.contains("sweep") && group.contains(&format!("v{i},")),
                    "{i} of {count} in {name}"
                );
            }
        }
    }
}

#[test]
fn of_points_that_lie_on_each_other_two_are_labelled_there() {
    let pile =
        |i: u8| (format!("between-v{i}"), 900_000 + 1000 * u64::from(i), 0.94_f64.powi(i.into()));
    let mut made = vec![("between-far".to_owned(), 0, 1000.0)];
    made.extend((0..6).map(pile));
    let svg = plot(&records(&made), "space-time");
    assert_legible("a pile", &svg);
    let texts = texts(&svg);
    let below = texts.iter().find(|(text, _)| text.starts_with("bytes of tables"));
    let is_beside = |(_, [_, top, ..]): &&(&str, [i32; 4])| *top < below.unwrap().1[1];
    let beside: Vec<_> = texts.iter().filter(is_beside).map(|(text, _)| *text).collect();
    assert!(beside.contains(&"far") && beside.contains(&"v5"), "{beside:?}");
    assert_eq!(beside.iter().filter(|text| text.starts_with('v')).count(), 2, "{beside:?}");
}

#[test]
fn labels_are_short_and_distinct() {
    let names = ["a-b", "a+b+c", "a", "other", "a-a-name-of-more-than-all-the-letters"];
    let expected = ["b", "b+c", "a", "other", "a-name-of-mor..l-the-letters"];
    assert_eq!(labels("a", &names), expected);
    // Without the study's name two of them are one.
    assert_eq!(labels("a", &["a-b", "b"]), ["a-b", "b"]);
    for count in [3, 42] {
        let family = |(i, (_, bytes, time))| {
            (format!("between-over-the-same-sliders-as{i}others-of-its-large-family"), bytes, time)
        };
        let family: Vec<_> = many(count).into_iter().enumerate().map(family).collect();
        let records = records(&family);
        let subjects = subjects(&Figures::new(&records), "between");
        let distinct: BTreeSet<_> = subjects.iter().map(|subject| &subject.label).collect();
        assert_eq!(distinct.len() as u64, count, "{distinct:?}");
        for (name, svg) in plots(&records) {
            assert_legible(&name, &svg);
            let texts = texts(&svg);
            let written: BTreeSet<_> =
                texts.iter().flat_map(|(text, _)| text.split(',').map(str::trim)).collect();
            let is_there = |label: &&String| written.contains(label.as_str());
            let all = if name.contains("ratios") { count - 1 } else { count };
            assert_eq!(distinct.iter().copied().filter(is_there).count() as u64, all, "{name}");
        }
    }
}

#[test]
fn labels_are_text_and_nothing_else() {
    let mut records = records(&few());
    "between-\"><script>&".clone_into(&mut records.variants[2].name);
    for table in &mut records.tables {
        records.variants[2].name.clone_into(&mut table.names[2]);
    }
    // Counts are of the other name.
    for (name, svg) in plots(&records).iter().filter(|(name, _)| !name.contains("sweep")) {
        assert_sound(name, svg);
        assert!(!svg.contains("<script"), "{name}");
        let escaped = "between-&#34;&#62;&#60;script&#62;&#38;, no tables: ";
        assert!(titles(svg).iter().any(|title| title.contains(escaped)), "{name}");
    }
}

#[test]
fn nothing_is_minus_zero() {
    let mut records = records(&few());
    for time in [-1e-9, -0.0, 1e-9, -0.004] {
        for table in &mut records.tables {
            table.steps[0].net[1] =
                Some(Figure { value: time, low: time - 0.003, high: time + 0.003 });
        }
        for (name, svg) in plots(&records) {
            let is_none = |text: &str| text.trim_start_matches('-').parse::<f64>() == Ok(0.0);
            let mut minus = texts(&svg).into_iter().filter(|(text, _)| text.starts_with('-'));
            assert!(!minus.any(|(text, _)| is_none(text)), "{name}");
            assert!(titles(&svg).iter().all(|title| !title.contains("-0.00 ")), "{name}");
        }
    }
}

#[test]
fn times_that_have_no_logarithm_stand_at_the_end_of_an_axis_that_says_so() {
    let mut records = records(&few());
    let name = "beside-4-dependent";
    let is_end = |(text, _): &(&str, [i32; 4])| text.starts_with('\u{2264}');
    assert!(!texts(&plot(&records, name)).iter().any(is_end));
    for none in [0.0, -1.5] {
        for table in &mut records.tables {
            table.steps[0].net[1] = Some(Figure { value: none, low: none - 0.1, high: 0.5 });
        }
        let svg = plot(&records, name);
        assert!(svg.contains(">net cycles/query, logarithmic</text>"));
        assert!(svg.contains(">\u{2264}0.1</text>"));
        assert!(!texts(&svg).iter().any(|(text, _)| text.starts_with('-')));
        assert!(titles(group(&svg, "between-middle"))[0].contains(&format::time(none)));
        plots(&records).iter().for_each(|(name, svg)| assert_legible(name, svg));
    }
}

#[test]
fn without_figures_there_is_no_plot() {
    assert!(plots(&Records::new(machine())).is_empty());
    let mut records = records(&few());
    let steps = records.tables.iter_mut().flat_map(|table| &mut table.steps);
    steps.for_each(|step| *step = too_noisy(step.at));
    assert_eq!(plots(&records).len(), 1, "counts know no noise");
}

#[test]
fn strange_values_draw_no_nonsense() {
    let numbers = [f64::NAN, f64::INFINITY, 1e300, 1e12, 1e9, 5e-324, 0.0, -0.0, -1.0, -1e12];
    for value in numbers {
        for bytes in [0, 1, u64::MAX] {
            let mut strange = records(&few());
            strange.variants[1].table_bytes = bytes;
            let steps = strange.tables.iter_mut().flat_map(|table| &mut table.steps);
            for (i, step) in steps.enumerate() {
                step.copies =
                    vec![copy_of("between-large", value), copy_of("between-large", -value)];
                step.at = step.at.map(|at| if at > 1 { at.saturating_mul(bytes) } else { at });
                // All of one, its ends, and none at all.
                let strange = |(j, figure): (usize, Option<Figure>)| match (i + j) % 4 {
                    0 => Some(Figure::exact(value)),
                    1 => figure.map(|figure| figure.widen(-value, value)),
                    2 => None,
                    _ => figure,
                };
                [step.raw[1], step.net[1], step.ratio[1]] =
                    [(0, step.raw[1]), (1, step.net[1]), (2, step.ratio[1])].map(strange);
            }
            for (name, svg) in plots(&strange) {
                assert_sound(&name, &svg);
            }
        }
    }
}
