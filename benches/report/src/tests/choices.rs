//! Choices of lookups with their gains by profile.

use super::file;
use super::gains::{answers, assert_figure};
use crate::answers::choices::{Profile, choices, in_search, pasted, profiles};
use crate::made_up::{made, set, usual_case, usual_set};
use crate::set::Set;
use crate::view::View;
use records::{Figure, Neutral, Table, Verdict};

#[test]
fn choices_have_their_gains_by_profile_the_best_mean_first() {
    let answers = answers(&[usual_set()]);
    let names: Vec<_> = answers.choices.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(names, ["sliders: PEXT", "sliders: hyperbola", "sliders: fill"]);
    let pext = &answers.choices[0];
    for (gain, value) in pext.gains.iter().zip([0.023, 0.051, 0.013]) {
        assert_figure(*gain, [value, value - 0.004, value + 0.004]);
    }
    assert_eq!((pext.bytes, &*pext.chips[0], pext.perft), (863_232, "BMI2", None));
    let profile = &answers.profiles[1];
    // Half widths of 0.4, 0.3 and 1.0 %.
    assert!((profile.half_width - 0.004).abs() < 1e-5);
    assert_eq!(
        (&*profile.like, profile.node.value, profile.rate("sliders")),
        ("Carp 3", 2e3, 26.0)
    );
    assert_eq!(profile.moves, Some(0.96));
    let usual = usual_set();
    let pasted = pasted(&View::new(&usual), profile, pext).unwrap();
    let expected = "speedup = +5.1% +/- 0.4%, 101 runs, base search, test search+sliders-pext, \
                    Made-up Processor (x86-64-v3), network";
    assert_eq!(pasted, expected);
}

/// A profile that is like no engine has gains of its own, and ranks nothing.
#[test]
fn kinds_of_engines_alone_order_choices() {
    let mut all = usual_case();
    all[1] = made("sliders-pext").gains([0.01, 0.01, 0.09], 0.004);
    all[2] = made("sliders-hyperbola").gains([0.02, 0.02, 0.0], 0.003);
    let set = set(&all);
    let view = View::new(&set);
    let mut profiles = profiles(&view);
    let first = |profiles: &[Profile]| {
        let first = choices(&view, profiles).remove(0);
        (first.label, first.gains.len())
    };
    assert_eq!(first(&profiles), ("sliders: PEXT".to_owned(), 3));
    profiles[2].like.clear();
    assert_eq!(first(&profiles), ("sliders: hyperbola".to_owned(), 3));
}

/// A set whose second kind of engine never asks relations, and what three choices of relations gain
/// there all the same.
fn unasked(gains: [f64; 3]) -> Set {
    let relations = ["deltas-rays", "deltas-board", "deltas-kept"];
    let of = |(name, gain): (&'static str, f64)| made(name).gains([0.02, gain, 0.03], 0.003);
    let mut all = usual_case();
    all.push(made("deltas-sliders").asked([1, 0, 4]));
    all.extend(relations.into_iter().zip(gains).map(of));
    set(&all)
}

#[test]
fn gains_by_older_methods_are_without_what_all_choices_seemed_to_gain() {
    let gain = |set: &Set, stream, of: &str, over: &str| {
        View::new(set).gain(in_search(stream), of, over).unwrap()
    };
    let (base, pext) = ("search", "search+sliders-pext");
    let mut set = unasked([0.004, 0.005, 0.006]);
    let Figure { value, low, high } = gain(&set, "network", pext, base);
    assert!((value - (1.051 / 1.005 - 1.0)).abs() < 1e-5, "{value}");
    // Half widths of 0.4 and 0.3 % together.
    assert!((high - low - 0.0102).abs() < 2e-4, "{low} to {high}");
    assert!((gain(&set, "network", base, pext).value - (1.005 / 1.051 - 1.0)).abs() < 1e-5);
    assert_eq!(gain(&set, "network", base, base).value, 0.0);
    // Claims are judged by the same figure, and not by the letter of the record: 0.5 % is no order.
    let view = View::new(&set);
    let ratio = |of, against| view.ratio(in_search("network"), of, against).unwrap();
    assert!((ratio(pext, base).figure.value - 1.005 / 1.051).abs() < 1e-5);
    assert!((ratio(base, pext).figure.value - 1.051 / 1.005).abs() < 1e-5);
    let verdicts = [ratio(pext, base), ratio(base, pext), ratio("search+deltas-kept", base)];
    assert_eq!(verdicts.map(|it| it.verdict), [Verdict::Faster, Verdict::Slower, Verdict::Tie]);
    // Relations are asked in the others, and both choices of a pair have the same error.
    assert_figure(Some(gain(&set, "classical", pext, base)), [0.023, 0.019, 0.027]);
    let hyperbola = "search+sliders-hyperbola";
    let apart = gain(&set, "network", hyperbola, pext).value;
    assert!((apart - (1.011 / 1.051 - 1.0)).abs() < 1e-5, "{apart}");
    // Version 6 has no such error.
    set.records.runs.iter_mut().for_each(|run| run.method = 6);
    assert_figure(Some(gain(&set, "network", pext, base)), [0.051, 0.047, 0.055]);
    // One choice alone may have an error of its own.
    let mut one = unasked([0.004, 0.005, 0.006]);
    one.records.tables.iter_mut().filter(|table| table.question == "search").for_each(|table| {
        let names = ["search+deltas-board", "search+deltas-kept"];
        let numbers: Vec<_> = names.iter().filter_map(|name| table.number(name)).collect();
        numbers.iter().for_each(|number| table.steps[0].ratio[*number] = None);
    });
    assert_figure(Some(gain(&one, "network", pext, base)), [0.051, 0.047, 0.055]);
}

#[test]
fn pages_tell_what_choices_gain_that_cannot_differ() {
    let mut set = usual_set();
    let is_it = |table: &&mut Table| table.question == "search" && table.stream == "network";
    let table = set.records.tables.iter_mut().find(is_it).unwrap();
    let ratio = Figure { value: 0.996, low: 0.995, high: 0.997 };
    let of = ["search+sliders-pext", "search+sliders-hyperbola"].map(str::to_owned).to_vec();
    table.steps[0].neutral = Some(Neutral { of, ratio });
    let report = crate::render(&set, &[]).unwrap();
    let page = file(&report, "search.html");
    let told = "2 choices that cannot differ from the base: +0.4 % (+0.3 to +0.5)";
    assert!(page.contains(told), "{page}");
}
