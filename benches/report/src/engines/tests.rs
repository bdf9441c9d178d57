//! Engines by others: the figures of the file, and the arithmetic on them.

use super::*;
use std::collections::BTreeMap;
use std::path::Path;

/// A gain of the file, as [engine, machine, rounds, change] has it in per cent.
fn per_cent(engine: &str, on: &str, rounds: u32, change: &str) -> [f64; 3] {
    let all = engines().unwrap();
    let is_it = |it: &&Engine| it.engine == engine && it.on == on && it.rounds == rounds;
    let measured = all.iter().find(is_it).unwrap();
    let Figure { value, low, high } =
        measured.changes.iter().find(|one| one.change == change).unwrap().gain;
    [value, low, high].map(|share| (share * 10_000.0).round() / 100.0)
}

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
fn published_gains_are_in_the_file_with_sign_and_ends() {
    let (sf, carp, hobbes) = ("Stockfish 11", "Carp 3.0.1", "Hobbes");
    let (wide, calculated) = ("64x64 in addition to line and span", "calculated in-between");
    for (engine, on, rounds, change, gain) in [
        (sf, "Zen 4", 46, "PEXT", [3.5, 2.32, 4.66]),
        (sf, "Zen 4", 46, "hyperbola", [0.46, -1.35, 1.64]),
        (sf, "Zen 4", 46, "Kogge-Stone", [-10.8, -11.68, -9.73]),
        (sf, "Zen 4", 46, "magics in a called function", [-1.5, -3.0, -0.4]),
        (sf, "Zen 4", 46, "hyperbola in a called function", [0.8, -0.5, 2.0]),
        (sf, "Zen 5", 70, "PEXT", [1.06, 0.27, 2.26]),
        (sf, "Zen 5", 70, "hyperbola", [-2.14, -2.98, -1.25]),
        (sf, "Zen 5", 70, "Kogge-Stone", [-11.7, -14.4, -9.7]),
        (sf, "Zen 5", 70, "dumb7", [-17.2, -18.5, -14.9]),
        (sf, "Zen 5", 70, wide, [-0.66, -1.26, 0.11]),
        (sf, "Zen 5", 70, calculated, [-0.12, -0.86, 0.66]),
        (sf, "Zen 5", 152, "PEXT", [1.51, 0.78, 1.92]),
        (sf, "Zen 5", 152, "hyperbola", [-3.69, -4.26, -3.28]),
        (sf, "Zen 5", 152, wide, [0.02, -0.37, 0.33]),
        (sf, "Zen 5", 152, calculated, [-1.06, -1.59, -0.56]),
        (sf, "Granite Rapids", 60, "PEXT", [2.98, 2.14, 3.68]),
        (sf, "Granite Rapids", 60, "hyperbola", [-1.88, -2.46, -1.46]),
        (sf, "Granite Rapids", 60, "Kogge-Stone", [-10.4, -11.1, -9.7]),
        (sf, "Granite Rapids", 60, wide, [0.29, -0.28, 1.35]),
        (sf, "Granite Rapids", 60, calculated, [-0.05, -0.8, 0.53]),
        (sf, "Golden Cove", 26, "PEXT", [4.9, 4.2, 5.9]),
        (sf, "Golden Cove", 26, "hyperbola", [-3.2, -3.9, -2.5]),
        (sf, "Golden Cove", 26, "hyperbola in a called function", [-2.5, -3.2, -1.6]),
        (carp, "Zen 4", 46, "PEXT", [1.73, 1.07, 3.54]),
        (carp, "Zen 4", 46, "hyperbola", [3.6, 1.43, 5.99]),
        (carp, "Zen 4", 46, "hyperbola in lanes", [3.28, 2.76, 4.22]),
        (carp, "Zen 4", 46, "Kogge-Stone", [-1.62, -2.32, -0.7]),
        (carp, "Granite Rapids", 54, "PEXT", [3.07, 1.92, 3.98]),
        (carp, "Granite Rapids", 54, "hyperbola", [2.18, 1.49, 2.91]),
        (carp, "Granite Rapids", 54, "hyperbola in lanes", [2.24, 1.43, 3.06]),
        (carp, "Granite Rapids", 54, "kindergarten", [1.93, 1.41, 3.13]),
        (carp, "Granite Rapids", 54, "fancy magics", [1.33, 0.84, 2.18]),
        (carp, "Granite Rapids", 54, "Kogge-Stone", [-0.1, -0.86, 0.55]),
        (hobbes, "Zen 4", 58, "PEXT", [-1.4, -5.5, 3.0]),
        (hobbes, "Zen 4", 58, "hyperbola", [3.1, -1.2, 7.2]),
        (hobbes, "Zen 4", 58, "hyperbola in lanes", [2.2, -1.9, 6.4]),
        (hobbes, "Zen 4", 58, "kindergarten", [2.8, -1.0, 6.5]),
        (hobbes, "Zen 4", 58, "Kogge-Stone", [-2.1, -6.3, 1.9]),
    ] {
        assert_eq!(per_cent(engine, on, rounds, change), gain, "{engine}, {on}: {change}");
    }
    let counts: Vec<_> = engines().unwrap().iter().map(|it| it.changes.len()).collect();
    assert_eq!(counts, [5, 6, 4, 5, 3, 4, 6, 5]);
}

#[test]
fn the_table_of_the_documents_has_the_same_gains() {
    let text = include_str!("../../../../docs/validation.md");
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let (_, rows) = rows.split_last().unwrap();
    for (column, it) in engines().unwrap().iter().enumerate() {
        assert!(rows[0][column + 2].contains(&format!(", {}", it.rounds)), "{}", it.on);
        let gains = rows.iter().filter_map(|row| {
            let (value, ends) = row[column + 2].split_once(" (")?;
            let (low, high) = ends.trim_end_matches(')').split_once(" to ")?;
            Some([value, low, high].map(|number| number.parse::<f64>().unwrap()))
        });
        let changes = it.changes.iter();
        let known = changes.map(|one| per_cent(&it.engine, &it.on, it.rounds, &one.change));
        assert_eq!(gains.collect::<Vec<_>>(), known.collect::<Vec<_>>(), "{}", it.on);
    }
}

#[test]
fn rows_name_kinds_commits_and_choices_that_exist() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let mut words = BTreeMap::new();
    for it in &engines().unwrap() {
        let kind = match it.engine.as_str() {
            "Stockfish 11" => "classical",
            "Carp 3.0.1" => "network",
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
    let remarks = engines().unwrap().into_iter().filter_map(|it| it.remark).collect::<Vec<_>>();
    let expected = [
        "an hour later",
        "in slices of 20 ms",
        "fancy magics not tried",
        "a seeded synthetic network of 65 MB",
    ];
    assert_eq!(remarks, expected);
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
    assert_share(sf.gains_over_ours("sliders-hyperbola"), [-0.0214, -0.0298, -0.0125]);
    assert_eq!(sf.gains_over_ours("sliders-kindergarten"), None);
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

#[test]
fn gains_of_a_kind_are_of_all_its_engines_that_tried_the_choice() {
    let all = engines().unwrap();
    let found = |kind, choice| {
        let gains = gains(&all, kind, choice);
        gains.map(|(it, _)| format!("{}, {}", it.on, it.rounds)).collect::<Vec<_>>()
    };
    let pext = ["Zen 4, 46", "Zen 5, 70", "Zen 5, 152", "Granite Rapids, 60", "Golden Cove, 26"];
    assert_eq!(found("classical", "sliders-pext"), pext);
    assert_eq!(found("classical", "sliders-dumb7"), ["Zen 5, 70"]);
    assert_eq!(found("network", "sliders-kindergarten"), ["Granite Rapids, 54"]);
    assert_eq!(found("threats", "sliders-hyperbola"), ["Zen 4, 58"]);
    assert_eq!(found("threats", "sliders-dumb7"), [""; 0]);
    let (_, hobbes) = gains(&all, "threats", "sliders-hyperbola").next().unwrap();
    assert_share(Some(hobbes), [0.031, -0.012, 0.072]);
}

#[test]
fn a_pair_is_of_one_measurement_with_half_widths_in_quadrature() {
    let sf = measured("Zen 5", 70);
    let pair = ["sliders-pext", "sliders-hyperbola"];
    // 0.9786 / 1.0106; below it 0.0084 / 0.9786 and 0.0120 / 1.0106, above it 0.0089 / 0.9786 and
    // 0.0079 / 1.0106.
    assert_share(sf.gain_by_replacing(pair), [-0.031664, -0.045852, -0.020052]);
    let back = sf.gain_by_replacing(["sliders-hyperbola", "sliders-pext"]);
    assert_share(back, [0.0327, 0.020315, 0.047831]);
    assert_eq!(sf.gain_by_replacing(["sliders-pext", "sliders-hyperbola-lanes"]), None);
    // Its own sliders are a choice too, and their gain is nothing but exact.
    let from_own = sf.gain_by_replacing(["sliders-magic", "sliders-pext"]);
    assert_share(from_own, [0.0106, 0.0027, 0.0226]);
    let hobbes = measured("Zen 4", 58).gain_by_replacing(pair);
    assert_share(hobbes, [0.045639, -0.018229, 0.105802]);
}
