//! Plots of made-up records.

use super::super::figures::{Figures, NULL};
use super::super::headline::Headline;
use super::super::ranking::Ranking;
use super::super::tests::{assert_balanced, count, machine, noise, ratio, times, turn, variant};
use super::super::{Question, figures::Place};
use super::*;
use crate::record::Turn;

/// A variant's name, bytes, times in throughput and with cold tables.
const FEW: [(&str, u64, f64); 3] =
    [("between-large", 32768, 2.0), ("between-middle", 2048, 2.006), ("between-none", 0, 4.0)];

/// So many variants, each larger than the one before. The last is the fastest, the
/// first the fastest beside a large working set, and the others never are.
fn many(count: u64) -> Vec<(String, u64, f64)> {
    let variant = |i: u64| {
        let time = 20.0 - i as f64 / count as f64;
        let is_between = 0 < i && i + 1 < count;
        (format!("between-v{i}"), i * 1000, time + f64::from(is_between))
    };
    (0..count).map(variant).collect()
}

/// Variants with times in all contexts: all pairs compared, a tie within 1 %.
fn records<N: AsRef<str>>(variants: &[(N, u64, f64)]) -> Records {
    let mut records = Records::new(machine());
    records.variants.push(variant(NULL, 0));
    let misses = |name: &str, bytes| count(name, "L1 data misses", 1.0, Some(bytes));
    records.measurements.extend([4096, 65536].map(|bytes| misses(NULL, bytes)));
    for (i, (name, bytes, time)) in variants.iter().enumerate() {
        let name = name.as_ref();
        records.variants.push(variant(name, *bytes));
        for context in ["throughput", "latency"] {
            records.measurements.extend(times(name, context, &[], *time));
            for (against, _, other) in &variants[..i] {
                let by = time / other;
                let verdict = match by {
                    0.99..1.01 => "tie",
                    1.01.. => "slower",
                    _ => "faster",
                };
                let mut ratio = ratio(name, against.as_ref(), context, by, verdict);
                (ratio.low, ratio.high) = (by * 0.99, by * 1.01);
                records.measurements.push(ratio);
            }
        }
        records.measurements.extend([4096, 65536].map(|bytes| misses(name, bytes)));
        for visit in [1, 4, 16, 64] {
            let set = [("dependent", 1), ("visit", visit)];
            records.measurements.extend(times(name, "cold", &set, time + 100.0 / visit as f64));
        }
        for working_set in 0..15 {
            let set = [("dependent", 1), ("visit", 16), ("working set", working_set << 14)];
            let time = time + (working_set * bytes) as f64 / 1e5;
            records.measurements.extend(times(name, "pressure", &set, time));
        }
    }
    for context in ["throughput", "latency"] {
        records.noise.push(noise(context, &[]));
    }
    records
}

/// All plots of a study, by what they show.
fn plots(records: &Records) -> Vec<(String, String)> {
    let question = Question {
        study: "between".to_owned(),
        text: String::new(),
        streams: vec![("uniform".to_owned(), String::new())],
    };
    let figures = Figures::new(records);
    let headline = Headline::new(&question, records, &figures);
    let rankings = headline.rankings.iter().map(|r| ranking(r, records, &figures));
    let others = [
        space_time(&headline, records, &figures),
        cache_sweep("between", "uniform", records, &figures),
        pressure("between", "uniform", (16, true), records, &figures),
        cold("between", "uniform", records, &figures),
    ];
    let plots = rankings.chain(others).filter_map(|plot| plot.expect("a plot"));
    plots.map(|plot| (plot.file, plot.svg)).collect()
}

fn plot(records: &Records, name: &str) -> String {
    let found = plots(records).into_iter().find(|(file, _)| file == &format!("between-{name}.svg"));
    found.unwrap_or_else(|| panic!("no {name}")).1
}

/// What is in the group of a variant.
fn group<'a>(svg: &'a str, variant: &str) -> &'a str {
    let start = format!("<g class=\"series\" data-variant=\"between--{variant}\">");
    let (before, rest) = svg.split_once(&start).unwrap_or_else(|| panic!("no {variant} in {svg}"));
    assert!(!before.contains("</svg>") && !rest.contains(&start), "{variant} has one group");
    rest.split_once("</g>").expect("the group's end").0
}

/// The line of the description that is about a variant.
fn words<'a>(svg: &'a str, label: &str) -> Vec<&'a str> {
    let (_, rest) = svg.split_once("<desc").expect("a description");
    let (description, _) = rest.split_once("</desc>").expect("its end");
    description.split("; ").filter(|words| words.contains(label)).collect()
}

#[test]
fn all_of_a_variant_is_in_its_group() {
    let plots = plots(&records(&FEW));
    let names: Vec<_> = plots.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "ranking-throughput",
        "ranking-latency",
        "space-time",
        "cache-sweep-uniform",
        "pressure-16-dependent",
        "cold",
    ];
    assert_eq!(names, expected.map(|name| format!("between-{name}.svg")));
    for (name, svg) in &plots {
        assert_balanced(name, svg);
        assert!(svg.contains("role=\"img\"") && svg.contains("<title") && svg.contains("<desc"));
        for label in ["large", "middle", "none"] {
            let group = group(svg, &format!("between-{label}"));
            assert!(group.contains("<path"), "{label} in {name}");
            let written = format!(">{label}</text>");
            assert!(group.contains(&written), "{label} in {name}");
            let everywhere = svg.matches(&written).count();
            assert_eq!(group.matches(&written).count(), everywhere, "{label} in {name}");
        }
    }
}

#[test]
fn a_page_may_pick_the_colours_of_ink_and_paper() {
    for (name, svg) in plots(&records(&FEW)) {
        let ink = hexadecimal(INK);
        let texts = svg.matches("<text").count();
        assert_eq!(svg.matches(&format!("fill=\"{ink}\"")).count().min(texts), texts, "{name}");
        assert!(svg.contains(&hexadecimal(PAPER)), "{name}");
    }
}

#[test]
fn ties_and_the_noise_floor_are_shown_in_a_ranking() {
    let mut records = records(&FEW);
    let svg = plot(&records, "ranking-throughput");
    assert_eq!(svg.matches(">tie</text>").count(), 1);
    assert!(group(&svg, "between-large").contains(">1=</text>"));
    assert!(group(&svg, "between-middle").contains(">1=</text>"));
    assert!(group(&svg, "between-none").contains(">3</text>"));
    assert!(group(&svg, "between-none").contains(">2.000</text>"));
    assert!(svg.contains("fill-opacity=\".25\"") && svg.contains("the noise floor, 0.5 %</text>"));

    records.noise[0].copies = vec![[1.001, 1.0, 1.002], [0.8, 0.7, 0.9]];
    records.measurements.retain(|m| m.verdict.as_deref() != Some("tie"));
    let svg = plot(&records, "ranking-throughput");
    assert!(svg.contains("the noise floor, 25.0 %</text>"));
    assert!(!svg.contains(">tie</text>"));
    assert!(group(&svg, "between-middle").contains(">not compared</text>"));
}

#[test]
fn the_frontier_is_what_no_other_dominates_beyond_the_noise() {
    let mut few = FEW.to_vec();
    // Larger than the middle one and slower than the large one.
    few.push(("between-worse", 4096, 3.0));
    let records = records(&few);
    let svg = plot(&records, "space-time");
    assert_eq!(svg.matches(">frontier</text>").count(), 2);
    let bold = |variant: &str| group(&svg, variant).matches("font-weight=\"700\"").count();
    // The large one is but tied with the middle one, which is smaller.
    assert_eq!(["between-large", "between-middle", "between-none"].map(bold), [2, 2, 2]);
    assert_eq!(bold("between-worse"), 0);
    let said = words(&svg, "worse 2.00 with 4096 bytes of tables");
    assert_eq!(said.len(), 2);
    assert!(said[0].ends_with("dominated by between-middle"), "{said:?}");
}

#[test]
fn other_interfaces_stand_aside() {
    let mut records = records(&FEW);
    "aligned-only".clone_into(&mut records.variants[2].interface);
    let svg = plot(&records, "space-time");
    let middle = group(&svg, "between-middle");
    assert!(middle.contains(">middle (aligned-only)</text>") && !middle.contains("font-weight"));
    let hollow = format!("<path fill=\"{}\"", hexadecimal(PAPER));
    assert!(middle.contains(&hollow) && !group(&svg, "between-large").contains(&hollow));
    assert!(words(&svg, "middle (aligned-only)")[0].ends_with("not compared"));
    assert!(!plot(&records, "ranking-latency").contains(">middle"));
}

#[test]
fn a_ring_stands_where_lines_cross() {
    let mut records = records(&FEW);
    let rings =
        |records: &Records| plot(records, "pressure-16-dependent").matches("a10 10").count();
    assert_eq!(rings(&records), 0);
    records.turns = vec![turn(16, 1, "slower", Some([80000.0, 65536.0, 98304.0]))];
    assert_eq!(rings(&records), 2, "a ring is two arcs");
    let svg = plot(&records, "pressure-16-dependent");
    assert_eq!(words(&svg, "between-none and between-large: between-none overtakes").len(), 1);
    "encoded".clone_into(&mut records.variants[1].interface);
    assert_eq!(rings(&records), 0, "another interface is not compared");
    "plain".clone_into(&mut records.variants[1].interface);
    // Another length of visits, and outside of what is drawn.
    let elsewhere =
        [turn(4, 1, "slower", Some([80000.0; 3])), turn(16, 1, "slower", Some([1e9; 3]))];
    for turn in elsewhere {
        records.turns = vec![turn];
        assert_eq!(rings(&records), 0);
    }
}

#[test]
fn in_a_crowd_only_the_lowest_lines_stand_out() {
    let mut records = records(&many(20));
    let pair = |variant: &str, against: &str| Turn {
        variant: variant.to_owned(),
        against: against.to_owned(),
        ..turn(16, 1, "slower", Some([80000.0; 3]))
    };
    // The turn of two that are never the fastest matters to nobody.
    records.turns = vec![pair("between-v0", "between-v19"), pair("between-v9", "between-v10")];
    let svg = plot(&records, "pressure-16-dependent");
    assert!(svg.len() < 60_000, "{} bytes", svg.len());
    assert_eq!(svg.matches("a10 10").count(), 2, "a ring");
    let bold = |variant: &str| group(&svg, variant).contains("font-weight");
    assert!(bold("between-v0") && bold("between-v19") && !bold("between-v10"));
    assert!(group(&svg, "between-v0").len() > 2 * group(&svg, "between-v10").len());
    for i in 0..20 {
        assert!(group(&svg, &format!("between-v{i}")).contains(&format!(">v{i}</text>")));
    }
}

#[test]
fn every_variant_of_a_crowd_is_named_in_every_plot() {
    for count in [25, 200] {
        for (name, svg) in plots(&records(&many(count))) {
            assert_balanced(&name, &svg);
            for i in 0..count {
                let group = group(&svg, &format!("between-v{i}"));
                assert!(group.contains(&format!(">v{i}</text>")), "{i} of {count} in {name}");
            }
        }
    }
}

#[test]
fn labels_are_text_and_nothing_else() {
    let mut records = records(&FEW);
    let evil = "between-\"><script>&é\u{202e}";
    for variant in records.variants.iter_mut().filter(|v| v.name == "between-none") {
        evil.clone_into(&mut variant.name);
        "<b>".clone_into(&mut variant.interface);
    }
    for measurement in records.measurements.iter_mut().filter(|m| m.variant == "between-none") {
        evil.clone_into(&mut measurement.variant);
    }
    for (name, svg) in plots(&records) {
        assert_balanced(&name, &svg);
        assert!(svg.is_ascii() && !svg.contains("<script") && !svg.contains("<b>"), "{name}");
    }
}

#[test]
fn strange_values_draw_no_nonsense() {
    assert!(plots(&Records::new(machine())).is_empty());
    let numbers =
        [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, 1e300, 1e9, 5e-324, 0.0, -0.0, -1.0];
    for value in numbers {
        for bytes in [0, 1, u64::MAX] {
            let mut strange = records(&FEW);
            strange.variants[1].table_bytes = bytes;
            // All of them, one of them, and the ends of one.
            for i in 0..strange.measurements.len() {
                let m = &mut strange.measurements[i];
                (m.value, m.low, m.high) = match i % 3 {
                    0 => (value, value, value),
                    1 => (m.value, -value, value),
                    _ => (m.value, m.low, m.high),
                };
                let set = m.parameters.values_mut();
                set.for_each(|set| *set = if *set > 1 { set.saturating_mul(bytes) } else { *set });
            }
            strange.noise[0].copies = vec![[value; 3], [-value; 3]];
            strange.turns = vec![turn(16, 1, "slower", Some([value; 3]))];
            for (name, svg) in plots(&strange) {
                assert_balanced(&name, &svg);
                assert!(!svg.contains("NaN") || name.contains("pressure"), "{name}");
            }
        }
    }
}

#[test]
fn a_ranking_of_nothing_is_no_plot() {
    let records = records::<&str>(&[]);
    let figures = Figures::new(&records);
    let place = Place::plain("between", "uniform", "throughput");
    let empty = Ranking::new(place, &records, &figures);
    assert!(ranking(&empty, &records, &figures).unwrap().is_none());
}
