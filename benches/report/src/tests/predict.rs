//! Predictions of made-up engines, whose answers are known beforehand.

use super::played;
use crate::answers::choices::{Profile, choices, profiles};
use crate::answers::predict::{Judged, Node, PREDICTORS, best, judged, rank_correlation, score};
use crate::engine;
use crate::made_up::{MAGIC, PROFILES, made, set, usual_case, usual_set};
use crate::set::Set;
use crate::view::{SEARCH, View};
use records::{Asked, Figure, Variant};
use std::num::NonZero;

fn base(set: &mut Set) -> &mut Variant {
    set.records.variants.iter_mut().find(|variant| variant.name == SEARCH).unwrap()
}

/// A made-up engine: of the 1000 cycles of a classical node, 9 lookups take 5 each, or 3.5 with
/// PEXT, and where they wait 10 or 8. A query makes so many lookups.
fn engine_of(lookups: u32) -> Set {
    let times = |lookup: f64| lookup * f64::from(lookups);
    let usual = made(MAGIC).times(times(5.0), times(10.0));
    let pext = made("sliders-pext").times(times(3.5), times(8.0)).gains([0.02; 3], 0.004);
    let mut set = set(&[usual, pext]);
    let streams = &mut set.records.studies[0].streams;
    streams.iter_mut().for_each(|stream| stream.lookups = NonZero::new(lookups));
    set
}

/// What each predictor says of PEXT in a node of so many cycles.
fn figures(set: &Set, node: f64) -> [Result<Figure, &'static str>; PREDICTORS.len()] {
    let view = View::new(set);
    let classical = profiles(&view).remove(0);
    let node = Node::of_base(&view, &Profile { node: Figure::exact(node), ..classical });
    let pext = view.variant("sliders", "sliders-pext").unwrap();
    PREDICTORS.map(|(by, _)| node.predict(pext, by))
}

fn values(set: &Set) -> [Result<f64, &'static str>; PREDICTORS.len()] {
    figures(set, 1000.0).map(|it| it.map(|gain| gain.value))
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 2e-5, "{found}, expected {expected}");
}

#[test]
fn a_made_up_engine_gains_what_its_lookups_save() {
    // Beside a megabyte, the hash table of the search, PEXT takes 120 cycles a query, not 100:
    // 1000 / 986.5, 1000 / 982, and by lookups a query 1000 / 1180, 1090 and 1060.
    for (lookups, beside) in [(1, -0.152_542), (2, -0.082_569), (3, -0.056_604)] {
        let [throughput, latency, other] = values(&engine_of(lookups)).map(Result::unwrap);
        assert_near(throughput, 0.013_685);
        assert_near(latency, 0.018_330);
        assert_near(other, beside);
    }
    let names = PREDICTORS.map(|(_, name)| name);
    assert_eq!(names, ["throughput", "latency", "throughput beside the working set"]);
}

#[test]
fn intervals_of_predictions_have_their_low_end_first() {
    // Of 10 cycles a query PEXT takes 0.7 within 0.2 %: it saves 1.507 to 1.493 a lookup.
    let gain = figures(&engine_of(2), 1000.0)[0].unwrap();
    assert_near(gain.low, 1000.0 / (1000.0 - 9.0 * 1.493) - 1.0);
    assert_near(gain.high, 1000.0 / (1000.0 - 9.0 * 1.507) - 1.0);
    assert!(gain.low < gain.value && gain.value < gain.high);
}

#[test]
fn the_working_set_nearest_to_the_hash_table_counts() {
    let mut set = engine_of(2);
    let steps = &mut set.records.tables.iter_mut().find(|it| it.along.is_some()).unwrap().steps;
    (steps[0].at, steps[1].at) = (Some(786_432), Some(2 << 20));
    // 90 cycles a query beside 768 KiB: 5 a lookup less, 1000 / 955.
    assert_near(values(&set)[2].unwrap(), 0.047_120);
    let steps = &mut set.records.tables.iter_mut().find(|it| it.along.is_some()).unwrap().steps;
    (steps[0].at, steps[1].at) = (Some(65_536), Some(2 << 20));
    assert_near(values(&set)[2].unwrap(), -0.082_569);
}

#[test]
fn shares_of_two_kinds_of_lookups_are_added_each_by_its_own_stream() {
    let mut set = engine_of(2);
    let asked = &mut base(&mut set).asks[0].asked;
    asked.push(Asked { stream: "uniform".to_owned(), times: 500, ..asked[0].clone() });
    asked[0].times = 400;
    let uniform = |table: &&mut records::Table| table.stream == "uniform";
    let table = set.records.tables.iter_mut().find(uniform).unwrap();
    table.steps[0].ratio[1] = Some(Figure { value: 0.8, low: 0.79, high: 0.82 });
    // Four times 1.5 cycles, and five times a fifth of 27.5: 1000 / 966.5.
    let [throughput, others @ ..] = figures(&set, 1000.0);
    assert_near(throughput.unwrap().value, 0.034_661);
    // 4 * 1.493 + 5 * 0.18 * 27.5, and 4 * 1.507 + 5 * 0.21 * 27.5.
    assert_near(throughput.unwrap().low, 1000.0 / (1000.0 - 5.972 - 24.75) - 1.0);
    assert_near(throughput.unwrap().high, 1000.0 / (1000.0 - 6.028 - 28.875) - 1.0);
    // Nobody timed the other stream with waiting or beside anything.
    let untimed = Err("not measured: not timed alone");
    assert_eq!(others, [untimed; 2]);
    set.records.studies[0].streams.iter_mut().for_each(|stream| stream.lookups = None);
    assert_eq!(values(&set), [untimed.map(|it| it.value); 3], "no stream asks as programs do");
}

#[test]
fn what_nobody_asks_or_counted_and_a_node_below_no_time_are_refused() {
    let mut set = engine_of(2);
    // 13.5 cycles fewer of 20 are possible, of 13.5 they are not.
    assert_near(figures(&set, 20.0)[0].unwrap().value, 20.0 / 6.5 - 1.0);
    for node in [13.5, 13.5625, 1.0] {
        assert_eq!(figures(&set, node)[0], Err("more than a node takes"), "{node}");
    }
    base(&mut set).asks[0].asked[0].times = 0;
    assert_eq!(values(&set)[0], Err("not asked"));
    base(&mut set).asks.clear();
    assert_eq!(values(&set)[0], Err("not measured: lookups were not counted"));
}

#[test]
fn errors_are_absolute_and_no_change_is_a_predictor_too() {
    let says = |all: [f64; 3], measured| (all, measured);
    let judged: Vec<Vec<Judged>> = vec![
        vec![says([0.02, 0.05, 0.0], 0.03), says([0.01, -0.01, 0.0], -0.01)],
        vec![says([0.04, 0.01, 0.0], 0.02)],
    ];
    let found = |number| score(&judged, number).unwrap();
    assert_near(found(0).error, 0.05 / 3.0);
    assert_near(found(1).error, 0.03 / 3.0);
    assert_near(found(PREDICTORS.len()).error, 0.06 / 3.0);
    assert_eq!([found(0).count, found(3).count], [3, 3]);
    assert_eq!(found(0).rank, None, "too few of a profile for an order");
    assert_eq!(best(&judged), 1);
    assert!(score(&[], 0).is_none() && score(&[vec![]], 0).is_none());
    assert_eq!([best(&[]), best(&[vec![says([0.1; 3], 0.1)]])], [0, 0], "the first of equal ones");
}

#[test]
fn rank_correlations_of_known_permutations() {
    let of = |one: &[f64], other: &[f64]| {
        let pairs: Vec<_> = one.iter().zip(other).map(|(one, other)| [*one, *other]).collect();
        rank_correlation(&pairs)
    };
    assert_near(of(&[2.0, 1.0, 4.0, 3.0, 50.0], &[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap(), 0.8);
    assert_near(of(&[9.0, 8.0, -7.0], &[1.0, 2.0, 3.0]).unwrap(), -1.0);
    assert_near(of(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0]).unwrap(), 0.866_025);
    assert_eq!(of(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None, "no order");
    assert_eq!(of(&[1.0, 2.0], &[1.0, 2.0]), None, "too few");
    // The mean of the profiles that have one.
    let profile = |of: [f64; 3]| of.into_iter().zip([1.0, 2.0, 3.0]).map(|(a, b)| ([a; 3], b));
    let profiles = [[1.0, 2.0, 3.0], [3.0, 2.0, 1.0], [1.0, 3.0, 2.0], [0.0; 3]];
    let judged: Vec<Vec<_>> = profiles.map(|it| profile(it).collect()).into();
    assert_near(score(&judged, 0).unwrap().rank.unwrap(), 0.5 / 3.0);
}

fn judged_of(set: &Set) -> Vec<Vec<Judged>> {
    let view = View::new(set);
    let profiles = profiles(&view);
    judged(&view, &profiles, &choices(&view, &profiles))
}

#[test]
fn the_right_predictor_is_the_best_and_another_is_off_by_its_factor() {
    let all = [("sliders-a", -1.0), ("sliders-b", 0.5), ("sliders-c", 2.0)];
    let gains =
        |more: f64| PROFILES.map(|(_, node, asks)| node / (node + more * asks as f64) - 1.0);
    for (right, factors) in [(0, [1.0, 3.0]), (1, [0.5, 1.0])] {
        // Two lookups a query.
        let choice = |(name, more): (&'static str, f64)| {
            let [throughput, latency] = factors.map(|factor| 2.0 * more * factor);
            made(name).times(10.0 + throughput, 20.0 + latency).gains(gains(more), 0.001)
        };
        let made: Vec<_> = [made(MAGIC)].into_iter().chain(all.map(choice)).collect();
        let set = set(&made);
        let judged = judged_of(&set);
        assert_eq!(judged.iter().map(Vec::len).collect::<Vec<_>>(), [3; 3]);
        assert_eq!(best(&judged), right);
        for (number, factor) in factors.into_iter().enumerate() {
            let found = score(&judged, number).unwrap();
            let errors = all.into_iter().flat_map(|(_, more)| {
                let pairs = gains(more * factor).into_iter().zip(gains(more));
                pairs.map(|(said, measured)| (said - measured).abs())
            });
            assert_near(found.error, errors.sum::<f64>() / 9.0);
            assert_eq!((found.count, found.rank), (9, Some(1.0)));
        }
        // What errata touch judges nothing.
        let mut old = set.clone();
        old.records.runs[0].method = 4;
        assert!(judged_of(&old).iter().all(Vec::is_empty) && judged_of(&old).is_empty());
        // A choice without one of the predictions judges none of them.
        let mut partial = set;
        partial.records.tables.retain(|table| table.along.is_none());
        assert!(judged_of(&partial).iter().all(Vec::is_empty));
    }
}

fn predict(engine: &str, here: &crate::Processor, named: Option<&Set>, sets: &[Set]) -> String {
    let text = engine::predict(engine, here, named, sets).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("It is no answer: a search decides.\n"), "{text}");
    text
}

#[test]
fn the_command_predicts_for_an_engine_by_the_nearest_set() {
    let mut needy = usual_case();
    needy.push(made("sliders-wide").times(1.0, 1.0).bytes(64).needs(&["avx512vbmi"]));
    let mut intel = super::measured_on(("GenuineIntel", 6, 173), set(&needy));
    intel.name = "intel".to_owned();
    let sets = [intel, usual_set()];
    let zen4 = played("AuthenticAMD", 25, 17);
    let text = predict("sliders=9.00,cycles=1000", &zen4, None, &sets);
    // Two lookups a query. PEXT saves 4 cycles of 20, hyperbola 2, fill takes 40 more:
    // 1000 / 982, 1000 / 991, 1000 / 1180.
    let expected = "By the figures of Made-up Processor (Zen 4), a virtual machine
  in reports/made-up
It has the same microarchitecture.

lookup                        in place of yours               adds     nodes/s
Sliding attacks               PEXT                            843 KiB  +1.8 %
Sliding attacks               hyperbola                       2 KiB    +0.9 %
Sliding attacks               fill                            none     -15.3 %

Predicted by latency. It is no answer: a search decides.
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("Of 18 choices in the searches of all sets, this is off by "), "{text}");
    // The mean of all gains and losses; among threats hyperbola leads PEXT, against the prediction.
    assert!(text.ends_with("\"no change\" by 5.4 %. Rank correlation: 0.83.\n"), "{text}");
    assert!(predict("cycles=500,sliders=9", &zen4, None, &sets).contains("+3.7 %\n"));
    let zen2 = played("AuthenticAMD", 23, 113);
    let slow = predict("sliders=9,cycles=1000", &zen2, None, &sets);
    assert!(!slow.contains("PEXT") && slow.contains("hyperbola"), "{slow}");
    let granite = played("GenuineIntel", 6, 173);
    let text = predict("sliders=9,cycles=1000", &granite, None, &sets);
    assert!(text.contains("in reports/intel") && !text.contains("wide"), "{text}");
}

#[test]
fn a_named_set_predicts_for_every_processor_and_needs_no_others() {
    let zen2 = played("AuthenticAMD", 23, 113);
    let named = usual_set();
    let text = predict("sliders=9,cycles=1000", &zen2, Some(&named), &[set(&[made(MAGIC)])]);
    assert!(text.contains("\nYou named it.\n") && text.contains("PEXT"), "{text}");
    // Nothing judges throughput, the first of them: 3 cycles of a query less.
    assert!(text.contains("PEXT                            843 KiB  +1.4 %\n"), "{text}");
    assert!(text.ends_with("decides.\nNo search judges it.\n"), "{text}");
    assert_eq!(predict("sliders=9,cycles=1000", &zen2, Some(&named), &[]), text);
    let refused = engine::predict("sliders=9,cycles=1000", &zen2, None, &[]).unwrap_err();
    assert_eq!(refused.to_string(), "there are no sets in reports/");
}

#[test]
fn a_wrong_word_of_the_command_is_named_with_what_was_expected() {
    let mut uncounted = usual_set();
    let refused = |engine: &str, set: &Set| {
        let zen4 = played("AuthenticAMD", 25, 17);
        engine::predict(engine, &zen4, None, std::slice::from_ref(set)).unwrap_err().to_string()
    };
    for (engine, word) in [
        ("", ""),
        ("sliders,cycles=9", "sliders"),
        ("sliders=many,cycles=9", "sliders=many"),
        ("sliders=-1,cycles=9", "sliders=-1"),
        ("sliders=0,cycles=9", "sliders=0"),
        ("sliders=1,cycles=inf", "cycles=inf"),
        ("sliders=NaN,cycles=9", "sliders=NaN"),
        ("knights=2,cycles=9", "knights=2"),
        ("search=2,cycles=9", "search=2"),
        ("sliders=1,sliders=2,cycles=9", "sliders=2"),
        ("cycles=9,cycles=9", "cycles=9"),
        ("sliders=1,nanoseconds=9", "nanoseconds=9"),
        ("sliders=1, cycles=9", " cycles=9"),
        ("sliders=1,\u{1b}=9", "\\u{1b}=9"),
    ] {
        let expected = "expected NAME=NUMBER, above zero and once each, of sliders and cycles";
        assert_eq!(refused(engine, &uncounted), format!("'{word}': {expected}"));
    }
    let expected = "expected also cycles=NUMBER, a node's time, above its 9.0 lookups";
    for engine in ["sliders=9", "cycles=8,sliders=9", "cycles=9,sliders=9"] {
        assert_eq!(refused(engine, &uncounted), format!("'{engine}': {expected}"));
    }
    let expected = "'cycles=9': expected also NAME=NUMBER, lookups of sliders";
    assert_eq!(refused("cycles=9", &uncounted), expected);
    base(&mut uncounted).asks.clear();
    let expected = "reports/made-up has no search whose lookups were counted: name another set";
    assert_eq!(refused("sliders=9,cycles=1000", &uncounted), expected);
    let untimed = set(&[made(MAGIC)]);
    assert_eq!(refused("sliders=9,cycles=1000", &untimed), expected);
}
