//! Engines by others: the figures of the file, and the arithmetic on them.

use super::*;
use std::collections::BTreeMap;
use std::path::Path;

fn measured(on: &str, rounds: u32) -> Engine {
    let mut all = engines().unwrap().into_iter();
    all.find(|it| it.on == on && it.rounds == rounds).unwrap()
}

#[track_caller]
fn assert_share(found: Option<Figure>, expected: [f64; 3]) {
    let Figure { value, low, high } = found.unwrap();
    for (found, expected) in [value, low, high].into_iter().zip(expected) {
        assert!((found - expected).abs() < 5e-6, "{found} where {expected} was expected");
    }
}

#[test]
fn rows_name_kinds_commits_and_choices_that_exist() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let mut words = BTreeMap::new();
    for it in &engines().unwrap() {
        let kind = match it.engine.as_str() {
            "Stockfish 11" | "Weiss" => "classical",
            "Carp 3.0.1" | "Smallbrain" => "network",
            _ => "threats",
        };
        assert_eq!(it.kind, kind);
        assert!(
            ["Zen 4", "Zen 5", "Granite Rapids", "Golden Cove"].contains(&&*it.on),
            "{}",
            it.on
        );
        assert!(it.link.ends_with(&format!("/commit/{}", it.commit)), "{}", it.link);
        assert!(crates.join(&it.own).is_dir(), "{}", it.own);
        for change in &it.changes {
            let Change { change, choice, inverse, .. } = change;
            let known = words.entry(change.clone()).or_insert((choice.clone(), *inverse));
            assert_eq!(*known, (choice.clone(), *inverse), "{change}");
            let exists = choice.as_ref().is_none_or(|choice| crates.join(choice).is_dir());
            assert!(exists, "{choice:?}");
        }
    }
}

#[test]
fn a_row_with_an_unknown_field_or_a_wrong_interval_is_named() {
    let parse = |text: &str| serde_json::from_str::<Change>(text).unwrap_err().to_string();
    let wrong = parse(r#"{"change": "PEXT", "choice": "sliders-pext", "gains": [1, 0, 2]}"#);
    assert!(wrong.contains("unknown field `gains`"), "{wrong}");
    let wrong = parse(r#"{"change": "PEXT", "choice": "sliders-pext", "gain": [1, 2, 3]}"#);
    assert!(
        wrong.contains("[1.0, 2.0, 3.0]: expected a value, the low and the high end"),
        "{wrong}"
    );
}

#[test]
fn gains_are_shares_over_fancy_magics() {
    let sf = measured("Zen 5", 70);
    assert_share(sf.gains_over_ours("sliders-pext"), [0.0106, 0.0027, 0.0226]);
    assert_share(sf.gains_over_ours("sliders-kogge-stone"), [-0.117, -0.144, -0.097]);
    assert_eq!(sf.gains_over_ours("sliders-kindergarten"), None);
    // By gcc without vectors it is no choice of ours.
    assert_eq!(sf.gains_over_ours("sliders-hyperbola"), None);
    assert_eq!(sf.gains_over_ours("sliders-magic"), None);
    // 64x64 loses 0.66 %, so line and span alone gain 0.66.
    assert_share(sf.gains_over_ours("between-line-span"), [0.006644, -0.001099, 0.012761]);
    assert_share(sf.gains_over_ours("between-branchless"), [-0.0012, -0.0086, 0.0066]);
}

#[test]
fn an_engine_with_other_sliders_is_compared_over_its_own_gain_by_fancy_magics() {
    let carp = measured("Granite Rapids", 54);
    assert_share(carp.gains_over_ours("sliders-pext"), [0.017172, -0.002545, 0.031138]);
    assert_share(carp.gains_over_ours("sliders-hyperbola"), [0.008388, -0.006753, 0.020528]);
    // Its own black magics lose what fancy ones gain.
    assert_share(carp.gains_over_ours("sliders-black-magic"), [-0.013125, -0.021335, -0.00833]);
    assert_eq!(carp.gains_over_ours("sliders-magic"), None);
    // On the Zen 4 fancy magics were not tried.
    let all = engines().unwrap();
    let carp = all.iter().find(|it| it.engine == "Carp 3.0.1" && it.on == "Zen 4").unwrap();
    assert_eq!(carp.gains_over_ours("sliders-pext"), None);
    // A change of another lookup needs no such base.
    let mut carp = measured("Granite Rapids", 54);
    carp.changes[0].choice = Some("between-branchless".to_owned());
    assert_share(carp.gains_over_ours("between-branchless"), [0.0307, 0.0192, 0.0398]);
}
