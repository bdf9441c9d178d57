//! Predictions of made-up engines, whose answers are known beforehand.

use super::{between, page, played, rows};
use crate::Set;
use crate::engine::predict;
use crate::made_up::{MAGIC, PROFILES, made, set, usual_set};
use crate::predictors::{Node, PREDICTORS, best, judged, score};
use crate::search::profiles;
use crate::view::{SEARCH, View};
use records::{Asked, Variant};
use std::num::NonZero;

fn base(set: &mut Set) -> &mut Variant {
    set.records.variants.iter_mut().find(|variant| variant.name == SEARCH).unwrap()
}

/// A made-up engine: of the 1000 cycles of a node on `material`, 9 lookups take 5
/// each, or 3.5 with PEXT. A query of the sliders makes so many lookups.
fn engine(lookups: u32) -> Set {
    let times = |lookup: f64| lookup * f64::from(lookups);
    let usual = made(MAGIC).times(times(5.0), times(10.0));
    let pext = made("sliders-pext").times(times(3.5), times(8.0)).gains([0.02; 3], 0.004);
    let mut set = set(&[usual, pext]);
    let streams = &mut set.records.studies[0].streams;
    streams.iter_mut().for_each(|stream| stream.lookups = NonZero::new(lookups));
    set
}

fn predictions(set: &Set) -> [Result<f64, &'static str>; PREDICTORS.len()] {
    let view = View::new(set);
    let node = Node::of(&view, &profiles(&view)[0]);
    let pext = view.variant("sliders", "sliders-pext").unwrap();
    PREDICTORS.map(|(by, _)| node.predict(pext, by).map(|gain| gain.value))
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 2e-5, "{found}, expected {expected}");
}

#[test]
fn a_made_up_engine_gains_what_its_lookups_save() {
    // A queen's query makes two lookups and takes twice as long. Beside a megabyte, the hash table
    // of the search, PEXT takes 120 cycles a query instead of 100.
    for lookups in 1..=3 {
        let saved = [1.5, 2.0, -20.0 / f64::from(lookups)];
        for (found, saved) in predictions(&engine(lookups)).into_iter().zip(saved) {
            assert_near(found.unwrap(), 1000.0 / (1000.0 - 9.0 * saved) - 1.0);
        }
    }
}

#[test]
fn each_kind_of_lookup_has_the_time_of_its_own_stream() {
    let mut set = engine(2);
    let asked = &mut base(&mut set).asks[0].asked;
    asked.push(Asked { stream: "uniform".to_owned(), times: 500, ..asked[0].clone() });
    asked[0].times = 400;
    // On the other stream both take as long. Nobody timed it with waiting or beside anything.
    let [without, others @ ..] = predictions(&set);
    assert_near(without.unwrap(), 1000.0 / 994.0 - 1.0);
    let untimed = Err("not measured: not timed alone");
    assert_eq!(others, [untimed; 2]);
    set.records.studies[0].streams.iter_mut().for_each(|stream| stream.lookups = None);
    assert_eq!(predictions(&set), [untimed; 3], "no stream asks as programs do");
}

#[test]
fn the_right_predictor_is_the_best_and_another_is_off_by_its_factor() {
    let choices = [("sliders-a", -1.0), ("sliders-b", 0.5), ("sliders-c", 2.0)];
    let gains =
        |more: f64| PROFILES.map(|(_, node, asks)| node / (node + more * asks as f64) - 1.0);
    for (right, factors) in [(0, [1.0, 3.0]), (1, [0.5, 1.0])] {
        // Two lookups a query.
        let choice = |(name, more): (&'static str, f64)| {
            let [throughput, latency] = factors.map(|factor| 2.0 * more * factor);
            made(name).times(10.0 + throughput, 20.0 + latency).gains(gains(more), 0.001)
        };
        let all: Vec<_> = [made(MAGIC)].into_iter().chain(choices.map(choice)).collect();
        let judged = judged(&[View::new(&set(&all))]);
        assert_eq!(best(&judged), right);
        for (number, factor) in factors.into_iter().enumerate() {
            let found = score(&judged, |(said, _)| said[number]).unwrap();
            let errors = choices.into_iter().flat_map(|(_, more)| {
                let pairs = gains(more * factor).into_iter().zip(gains(more));
                pairs.map(|(said, measured)| (said - measured).abs())
            });
            assert_near(found.error, errors.sum::<f64>() / 9.0);
            assert_eq!((found.count, found.rank), (9, Some(1.0)));
        }
    }
}

#[test]
fn rank_correlations_of_known_permutations() {
    let of = |said: &[f64], measured: &[f64]| {
        let pairs = said.iter().zip(measured).map(|(said, it)| ([*said; PREDICTORS.len()], *it));
        score(&[pairs.collect()], |(said, _)| said[0]).unwrap().rank
    };
    assert_near(of(&[2.0, 1.0, 4.0, 3.0, 50.0], &[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap(), 0.8);
    assert_near(of(&[9.0, 8.0, -7.0], &[1.0, 2.0, 3.0]).unwrap(), -1.0);
    assert_near(of(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0]).unwrap(), 0.75f64.sqrt());
    assert_eq!(of(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None, "no order");
    assert_eq!(of(&[1.0, 2.0], &[1.0, 2.0]), None, "too few");
}

#[test]
fn the_page_shows_predictions_their_scores_and_why_there_are_none() {
    let mut set = usual_set();
    let all = |set: &Set, table: &str| rows(&page(set, "search.html"), table);
    // 4 of 20 cycles in latency for two lookups, 9 a node of 1000 cycles.
    let pext = &all(&set, "predictions")[0];
    assert!(pext.contains("PEXT | +1.8 % +2.3 % (+1.9 to +2.7) |"), "{pext}");
    assert_eq!(all(&set, "predictors").len(), 4);
    base(&mut set).asks.clear();
    let pext = &all(&set, "predictions")[0];
    assert!(pext.contains("| not measured: lookups were not counted +2.3 %"), "{pext}");
    let refused = predict("cycles=9", &played("", 0, 0), None, &[set]).unwrap_err().to_string();
    assert!(refused.contains("no search whose lookups were counted"), "{refused}");
}

#[test]
fn the_command_of_the_page_predicts_what_the_page_does() {
    let sets = [usual_set()];
    let zen2 = played("AuthenticAMD", 23, 113);
    let told =
        |engine: &str| predict(engine, &played("AuthenticAMD", 25, 17), None, &sets).unwrap();
    let page = page(&sets[0], "search.html");
    let form = between(&page, "report -- --predict ", "</pre>");
    assert_eq!(form, "sliders=9.00,cycles=1000 reports/made-up");
    let text = told("sliders=9.00,cycles=1000");
    let pext = "Sliding attacks       PEXT                    843 KiB  +1.8 %  +1.8 to +1.8\n";
    assert!(text.contains(pext) && text.contains("in reports/made-up\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let leading = text.contains("hyperbola") && text.contains("fill") && !text.contains("magic");
    assert!(leading, "what nothing smaller beats: {text}");
    assert!(told("cycles=500,sliders=9").contains("+3.7 %"));
    assert!(!predict("sliders=9,cycles=1000", &zen2, None, &sets).unwrap().contains("PEXT"));
    let named = predict("sliders=9,cycles=1000", &zen2, Some(&sets[0]), &[set(&[made(MAGIC)])]);
    let named = named.unwrap();
    assert!(named.contains("PEXT") && named.contains("No search judges it"), "{named}");
}

#[test]
fn a_wrong_word_of_the_command_is_named_with_what_was_expected() {
    let told = |engine: &str| {
        let error = predict(engine, &played("", 0, 0), None, &[usual_set()]).unwrap_err();
        error.to_string()
    };
    for (engine, word) in [
        ("", ""),
        ("sliders,cycles=9", "sliders"),
        ("sliders=many,cycles=9", "sliders=many"),
        ("sliders=-1,cycles=9", "sliders=-1"),
        ("sliders=1,cycles=inf", "cycles=inf"),
        ("knights=2,cycles=9", "knights=2"),
        ("sliders=1,sliders=2,cycles=9", "sliders=2"),
        ("cycles=9,cycles=9", "cycles=9"),
    ] {
        let expected = "expected NAME=NUMBER, above zero and once each, of sliders and cycles";
        assert_eq!(told(engine), format!("'{word}': {expected}"));
    }
    let expected = "expected also cycles=NUMBER, a node's time, above its 9.0 lookups";
    assert_eq!(told("sliders=9"), format!("'sliders=9': {expected}"));
    assert_eq!(told("cycles=8,sliders=9"), format!("'cycles=8,sliders=9': {expected}"));
}
