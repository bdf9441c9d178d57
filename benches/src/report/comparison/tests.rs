//! Comparisons of made-up records.

use super::super::figures::NULL;
use super::super::tests::{
    assert_balanced, between, everywhere, machine, noise, question, ratio, timed, times, turn,
    variant,
};
use super::{Comparison, Set, compare, labels};
use crate::record::{Measurement, Proof, Records, quantity};

fn sets(named: &[(&str, &Records)]) -> Vec<Set> {
    let set = |(name, records): &(&str, &Records)| Set {
        name: (*name).to_owned(),
        records: (*records).clone(),
    };
    named.iter().map(set).collect()
}

fn comparison(named: &[(&str, &Records)]) -> Comparison {
    compare(&sets(named), &[question()]).expect("a comparison")
}

/// The same on another processor.
fn elsewhere(mut records: Records) -> Records {
    "Another Processor".clone_into(&mut records.machine.cpu);
    records
}

/// Changes what is measured of a variant, or of a pair, in a context.
fn change(
    records: &mut Records,
    context: &str,
    wanted: impl Fn(&Measurement) -> bool,
    by: impl Fn(&mut Measurement),
) {
    let here = records.measurements.iter_mut().filter(|m| m.context == context && wanted(m));
    here.for_each(by);
}

fn scale(m: &mut Measurement, factor: f64) {
    (m.value, m.low, m.high) = (m.value * factor, m.low * factor, m.high * factor);
}

/// ratios with intervals as narrow as those of a quiet machine.
fn narrow(mut records: Records) -> Records {
    for m in records.measurements.iter_mut().filter(|m| m.against.is_some()) {
        (m.low, m.high) = (m.value * 0.999, m.value * 1.001);
    }
    records
}

fn is_ratio(m: &Measurement) -> bool {
    m.quantity == quantity::RATIO
}

#[test]
fn a_planted_difference_is_found_between_two_dates() {
    let before = narrow(timed());
    let mut after = before.clone();
    change(&mut after, "throughput", is_ratio, |m| scale(m, 1.05));
    after.runs.get_mut("duel").unwrap().commit = Some("fedcba".to_owned());
    "rustc 1.1".clone_into(&mut after.machine.rustc);
    let Comparison { page, findings } = comparison(&[("before", &before), ("after", &after)]);
    assert!(page.contains("1 of 2 ratios to the reference changed; the other 1 comparisons"));
    let changed = between(&page, "before to after: ratios\"", "</table>");
    assert!(changed.contains("<tr data-variant=\"between--between-none\">"));
    assert!(changed.contains("<td class=\"text\">between, throughput, uniform</td>"));
    assert!(changed.contains("<td>2.000<small>1.998 to 2.002</small></td>"));
    assert!(changed.contains("<td>+5.0 %<small>+4.8 % to +5.2 %</small></td>"));
    assert!(page.contains("<td class=\"text\">abcdef</td>\n<td class=\"text\">fedcba</td>"));
    assert!(page.contains("<td class=\"text\">rustc 1.0</td>\n<td class=\"text\">rustc 1.1</td>"));
    assert!(findings.iter().any(|finding| finding
        == "before to after, the same machine: beyond the noise, 1 of 2 ratios to the reference \
            changed and 0 of 6 times."));
}

#[test]
fn a_change_of_the_reference_stands_among_the_times() {
    let before = narrow(timed());
    let mut after = before.clone();
    change(&mut after, "throughput", |m| m.variant == "between-large", |m| scale(m, 1.2));
    change(&mut after, "throughput", is_ratio, |m| scale(m, 1.0 / 1.2));
    let page = comparison(&[("before", &before), ("after", &after)]).page;
    let times = between(&page, "before to after: times\"", "</table>");
    assert_eq!(times.matches("<tr data-variant").count(), 1);
    assert!(times.contains("<th scope=\"row\">between-large</th>"));
    let with_kernel = "<small>the kernel without a lookup changed too</small>";
    assert!(!page.contains(with_kernel));
    change(&mut after, "throughput", |m| m.variant == NULL, |m| scale(m, 1.2));
    let page = comparison(&[("before", &before), ("after", &after)]).page;
    let changed = page.matches("<tr data-variant").count();
    assert_eq!(page.matches(with_kernel).count(), changed - 1, "all but the kernel itself");
    assert!(page.contains("<td>2.10<small>2.09 to 2.11</small></td>"));
}

#[test]
fn a_difference_inside_the_noise_is_not_claimed() {
    let unchanged = |before: &Records, after: &Records| {
        let page = comparison(&[("before", before), ("after", after)]).page;
        page.contains("0 of 2 ratios") && page.contains("0 of 6 raw times")
    };
    let before = narrow(timed());
    // Intervals apart, but by less than is ever claimed.
    let mut after = before.clone();
    change(&mut after, "throughput", is_ratio, |m| scale(m, 1.006));
    assert!(unchanged(&before, &after));
    // Further apart, and the intervals meet.
    let mut wide = before.clone();
    change(&mut wide, "throughput", is_ratio, |m| {
        (m.value, m.low, m.high) = (m.value * 1.05, m.value * 0.99, m.value * 1.1);
    });
    assert!(unchanged(&before, &wide));
    // Beyond both, and within what copies of the reference differ by in one table.
    let mut planted = before.clone();
    change(&mut planted, "throughput", is_ratio, |m| scale(m, 1.05));
    assert!(!unchanged(&before, &planted));
    for records in [&mut planted.clone(), &mut before.clone()] {
        records.noise[0].copies = vec![[0.93, 0.92, 0.94]];
        let other = if records.measurements == before.measurements { &planted } else { &before };
        assert!(unchanged(other, records));
    }
    // Nothing is said where the noise is not on record.
    planted.noise.clear();
    let page = comparison(&[("before", &before), ("after", &planted)]).page;
    assert!(page.contains("0 of 0 ratios") && page.contains("2 more are not judged"));
}

#[test]
fn only_sets_of_one_machine_are_asked_what_changed() {
    let mut other = elsewhere(narrow(timed()));
    change(&mut other, "throughput", is_ratio, |m| scale(m, 1.5));
    let comparison = comparison(&[("here", &narrow(timed())), ("there", &other)]);
    assert!(comparison.page.contains("No two sets are of the same machine."));
    assert!(!comparison.findings.iter().any(|finding| finding.contains("the same machine")));
}

#[test]
fn the_fastest_differs_only_beyond_the_noise() {
    let here = everywhere();
    let mut there = elsewhere(everywhere());
    change(
        &mut there,
        "throughput",
        |m| m.variant == "between-none",
        |m| match m.against {
            None => scale(m, 0.2),
            Some(_) => {
                scale(m, 0.2);
                m.verdict = Some("faster".to_owned());
            }
        },
    );
    let turned = comparison(&[("here", &here), ("there", &there)]);
    let winners = between(&turned.page, "who wins where\"", "</table>");
    let row = between(winners, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert!(row.contains("<strong>differs</strong>"), "{row}");
    assert!(row.contains("between-large<small>1.10 cycles/query net (1.08 to 1.12)</small>"));
    assert!(row.contains("<td class=\"text\">between-none<small>"));
    let row = between(winners, "<th scope=\"row\">latency, uniform</th>", "</tr>");
    assert!(row.contains("same, or tied"));
    assert!(winners.contains("pressure, uniform, visits of 16, dependent, beside 2048 KiB"));
    assert!(!winners.contains("visits of 64, dependent, beside"));
    assert_eq!(turned.findings[0].split(':').next(), Some("between"));
    assert!(turned.findings[0].contains("differs between sets in 1 of "));
    assert!(turned.findings[0].ends_with(": throughput, uniform."));
    assert!(turned.findings[1].contains("in 1 of 2 comparisons: between-large by between-none."));
    let orders = between(&turned.page, "orders that turn\"", "</table>");
    assert!(orders.contains("<td class=\"text\">faster<small>0.500 (0.250 to 1.000)</small></td>"));
    assert!(orders.contains("<td class=\"text\">slower<small>2.500 (1.250 to 5.000)</small></td>"));

    change(&mut there, "throughput", is_ratio, |m| m.verdict = Some("tie".to_owned()));
    let tied = comparison(&[("here", &here), ("there", &there)]);
    let row = between(&tied.page, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert!(row.contains("same, or tied") && row.contains("tied with between-large"));
    assert!(tied.findings[1].contains("in 0 of 2 comparisons."));
}

#[test]
fn turning_points_that_lie_elsewhere_are_found() {
    let here = everywhere();
    let mut there = elsewhere(everywhere());
    let shown = |there: &Records| {
        let page = comparison(&[("here", &here), ("there", there)]).page;
        page.split_once("turning points\"").map(|(_, rest)| rest.to_owned())
    };
    assert!(shown(&there).is_none());
    there.turns[1] = turn(16, 1, "slower", Some([20000.0, 8192.0, 32768.0]));
    assert!(shown(&there).is_none(), "the certain ranges still meet");
    there.turns[1] = turn(16, 1, "slower", Some([40000.0, 32768.0, 65536.0]));
    // The same comparison the other way round.
    let turned = &mut there.turns[1];
    std::mem::swap(&mut turned.variant, &mut turned.against);
    "faster".clone_into(&mut turned.verdict);
    let table = shown(&there).expect("a table of turning points");
    let row = between(&table, "<th scope=\"row\">between-large and between-none</th>", "</tr>");
    assert!(row.contains("uniform, visits of 16, dependent"));
    assert!(row.contains("between-none overtakes at 12 KiB<small>between 4 and 16 KiB</small>"));
    assert!(row.contains("between-none overtakes at 39 KiB<small>between 32 and 64 KiB</small>"));
    // It never turns, and the order at the beginning is certain beyond 16 KiB.
    there.turns[1] = turn(16, 1, "slower", None);
    assert!(shown(&there).is_none(), "nothing is certain anywhere");
    for m in times(
        "between-none",
        "pressure",
        &[("dependent", 1), ("visit", 16), ("working set", 2 << 20)],
        9.0,
    ) {
        let certain = ratio("between-none", "between-large", "pressure", 1.1, "slower");
        there.measurements.push(Measurement { parameters: m.parameters, ..certain });
    }
    assert!(shown(&there).expect("a table").contains("never within 0 to 2048 KiB"));
}

#[test]
fn units_and_meters_are_never_mixed() {
    let here = narrow(timed());
    let mut there = here.clone();
    there.runs.get_mut("duel").unwrap().meter = "core cycles, hardware counter".to_owned();
    change(&mut there, "throughput", |m| m.against.is_none(), |m| scale(m, 3.0));
    let page = comparison(&[("here", &here), ("there", &there)]).page;
    assert!(page.contains(
        "Times are not compared: here by core cycles, there by core cycles, hardware counter."
    ));
    assert!(page.contains("They are not compared across these sets, nor drawn on one axis"));
    assert!(!page.contains("raw times changed"));
    assert!(page.contains("of 2 ratios to the reference changed"));

    let mut seconds = here.clone();
    for m in &mut seconds.measurements {
        m.quantity = m.quantity.replace("cycles", "ns");
        m.unit = m.unit.replace("cycles", "ns");
    }
    let page = comparison(&[("here", &here), ("there", &seconds)]).page;
    assert!(page.contains("0 of 0 raw times"));
    assert!(page.contains("here in cycles (core cycles) and there in nanoseconds (core cycles)"));
    assert!(page.contains("ns/query net"));
}

#[test]
fn three_sets_share_tables_and_plots() {
    let (here, mut there) = (timed(), elsewhere(timed()));
    there.variants.push(variant("between-third", 8));
    there.measurements.extend(times("between-third", "throughput", &[], 1.5));
    for against in ["between-large", "between-none"] {
        let fastest = ratio("between-third", against, "throughput", 0.7, "faster");
        there.measurements.push(fastest);
    }
    let named = [("here", &here), ("there", &there), ("here again", &here)];
    let Comparison { page, findings } = comparison(&named);
    let row = between(&page, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert!(row.contains("not the same variants measured"), "{row}");
    assert_eq!(row.matches("<td class=\"text\">between-large<small>").count(), 2);
    assert!(page.contains("here: between-third of between not measured."));
    assert_eq!(findings.last().map(|f| f.starts_with("here to here again")), Some(true));
    let plots: Vec<_> = page.match_indices("<svg").collect();
    assert_eq!(plots.len(), 2);
    for (start, _) in plots {
        let (svg, _) = page[start..].split_once("</svg>").unwrap();
        assert_balanced("plot", &format!("{svg}</svg>"));
        for label in ["none", "here", "there", "here again"] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}");
        }
        assert!(svg.contains("<g class=\"series\" data-variant=\"between--between-none\">"));
        assert!(!svg.contains("cycles"));
    }
    let again = comparison(&named);
    assert_eq!((again.page, again.findings), (page, findings));
}

#[test]
fn what_to_beware_of_is_said() {
    let (here, mut there) = (everywhere(), elsewhere(everywhere()));
    let run = there.runs.get_mut("duel").unwrap();
    run.quick = true;
    run.commit = Some("abcdef+".to_owned());
    there.variants[0].proof = Proof::Wrong("expected <board>".to_owned());
    "too noisy".clone_into(&mut there.noise[1].stop);
    let mut other = variant("moon-phase", 1);
    "moon".clone_into(&mut other.study);
    there.variants.push(other);
    let Comparison { page, .. } = comparison(&[("here", &here), ("there", &there)]);
    for expected in [
        "there: the last run of duel measured only shortly",
        "there: measured from a source that was changed since abcdef+",
        "there: between-large answered wrongly, was not measured and takes no part.",
        "there: too noisy for figures of between: 1 table.",
        "there: this laboratory does not know moon; what it holds of that is left out.",
        "<td class=\"text\">quick: a first look</td>",
        "<td class=\"text quiet\">too noisy</td>",
    ] {
        assert!(page.contains(expected), "{expected} is not on the page");
    }
    assert!(!page.contains(">here: the last run"));
    let throughput = between(&page, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert_eq!(throughput.matches("<td class=\"text\">between-large").count(), 1);
}

#[test]
fn links_within_the_page_lead_somewhere() {
    let page = comparison(&[("here", &everywhere()), ("there", &timed())]).page;
    let links: Vec<_> =
        page.split("href=\"#").skip(1).filter_map(|l| l.split('"').next()).collect();
    assert!(links.contains(&"main") && links.contains(&"changes"));
    for link in links {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
}

#[test]
fn names_of_sets_are_untrusted() {
    let long = "x".repeat(1000);
    let names = ["a", "a", "a (2)", "", " ", "<b>\u{202e}é\n", &long];
    let labels = labels(names.into_iter());
    assert_eq!(labels[..6], ["a", "a (2)", "a (2) (2)", "unnamed", "unnamed (2)", "<b>??"]);
    assert!(labels[6].len() < 40);
    let page = comparison(&[("<script>alert(1)</script>", &timed()), ("a", &timed())]).page;
    assert!(!page.contains("<script>alert") && page.contains("&#60;script&#62;"));
}

#[test]
fn strange_sets_do_not_panic() {
    let empty = Records::new(machine());
    let alone = compare(&sets(&[("alone", &empty)]), &[question()]).unwrap();
    assert_eq!(alone.findings, ["between: no two sets hold times."]);
    compare(&[], &[question()]).unwrap();
    compare(&sets(&[("a", &timed()), ("b", &timed())]), &[]).unwrap();
    let one = comparison(&[("empty", &empty), ("here", &everywhere())]);
    assert!(one.page.contains("empty: no times of between."));

    let mut nothing = everywhere();
    nothing.measurements.clear();
    comparison(&[("nothing", &nothing), ("here", &everywhere())]);
    let mut kernel = everywhere();
    kernel.variants.retain(|variant| variant.name != NULL);
    kernel.runs.clear();
    comparison(&[("kernel", &kernel), ("here", &everywhere())]);

    let mut strange = everywhere();
    strange.noise.extend([noise("moon", &[]), noise("cold", &[("visit", u64::MAX)])]);
    strange.noise[0].copies = vec![[f64::MIN; 3], [0.0; 3], [f64::NAN; 3]];
    strange.noise[1].copies = Vec::new();
    strange.turns.push(turn(u64::MAX, 0, "faster", Some([f64::MAX, f64::MIN, -0.0])));
    strange.turns.push(turn(16, 1, "perhaps", None));
    for value in [f64::MAX, f64::MIN, f64::NAN, f64::INFINITY, 5e-324, 0.0, -0.0, -1.0] {
        for m in &mut strange.measurements {
            (m.value, m.low, m.high) = (value, value, value);
        }
        let named = [("strange", &strange), ("here", &everywhere()), ("again", &strange)];
        let page = comparison(&named).page;
        assert!(!page.contains("inf %"), "{value}");
    }
}

#[test]
fn tables_are_bounded() {
    let mut crowd = timed();
    for number in 0..1200 {
        let stream = format!("stream-{number}");
        for mut m in times("between-none", "throughput", &[], 2.0) {
            stream.clone_into(&mut m.stream);
            crowd.measurements.push(m);
        }
    }
    for number in 0..100 {
        let name = format!("between-crowd-{number}");
        crowd.variants.push(variant(&name, number));
        crowd.measurements.push(ratio(&name, "between-large", "throughput", 2.0, "slower"));
    }
    let page = comparison(&[("a", &crowd), ("b", &crowd)]).page;
    assert!(page.contains("702 more tables are left out."), "{}", page.len());
    assert_eq!(page.matches("<g class=\"series\"").count(), 48 + 1);
}
