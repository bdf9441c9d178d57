//! The recommendation on records whose answer is known beforehand.

use crate::made_up::{MAGIC, Made, made, set, usual_case, usual_set};
use crate::recommend::{Word, recommend};
use crate::set::Set;
use crate::view::View;

/// What to do by these sets, and what in 8 KiB.
fn found(all: &[&Set]) -> (Word, String, Option<String>) {
    let views: Vec<_> = all.iter().map(|set| View::new(set)).collect();
    let found = recommend(&views, "sliders", None).unwrap();
    let small = found.small.map(|small| small.name.clone());
    (found.word, found.variant.name.clone(), small)
}

fn of(made: &[Made]) -> (Word, String, Option<String>) {
    found(&[&set(made)])
}

/// What to do where these stand beside the usual way.
#[track_caller]
fn expect(word: Word, name: &str, others: &[Made]) {
    let (found, variant, _) = of(&[&[made(MAGIC)], others].concat());
    assert_eq!((found, &*variant), (word, name));
}

#[test]
fn a_certain_gain_is_taken_and_a_small_one_stands_beside_it() {
    let expected = (Word::Take, "sliders-pext".to_owned(), Some("sliders-hyperbola".to_owned()));
    assert_eq!(of(&usual_case()), expected);
}

#[test]
fn only_a_certain_gain_is_taken_however_fast_a_variant_is_alone() {
    for (gains, half, word) in [
        ([-0.02, -0.03, -0.02], 0.005, Word::Keep),
        // A gain in one profile does not make up for a certain loss in another.
        ([0.03, -0.02, 0.03], 0.005, Word::Keep),
        ([0.0; 3], 0.003, Word::Keep),
        // Below the least that counts, and above it.
        ([0.006; 3], 0.002, Word::Keep),
        ([0.008; 3], 0.002, Word::Take),
        // Profiles that are too noisy prove nothing.
        ([0.2; 3], 0.06, Word::Keep),
    ] {
        let fast = made("sliders-a").times(5.0, 10.0).gains(gains, half);
        let name = if word == Word::Take { "sliders-a" } else { MAGIC };
        expect(word, name, &[fast]);
    }
}

#[test]
fn a_larger_gain_that_is_not_certain_proves_nothing() {
    let certain = made("sliders-certain").gains([0.015; 3], 0.004);
    let large = made("sliders-large").gains([0.04; 3], 0.045);
    expect(Word::Keep, MAGIC, std::slice::from_ref(&large));
    expect(Word::Take, "sliders-certain", &[large, certain]);
}

#[test]
fn what_promises_enough_and_was_not_searched_with_is_to_be_tried() {
    let searched = made("sliders-slow").times(30.0, 50.0).gains([-0.05; 3], 0.01);
    for (throughput, latency, word) in [
        // Two lookups a query, 9 a node of 1000 cycles: 3 cycles less promise 1.4 %.
        (7.0, 16.0, Word::Try),
        (9.6, 20.0, Word::Keep),
        // A leader in throughput must not lag in latency.
        (5.0, 24.0, Word::Keep),
        (5.0, 20.0, Word::Try),
    ] {
        let name = if word == Word::Try { "sliders-new" } else { MAGIC };
        expect(word, name, &[searched.clone(), made("sliders-new").times(throughput, latency)]);
    }
}

#[test]
fn what_needs_more_than_every_processor_of_the_build_has_is_not_recommended() {
    let vector = made("sliders-vector").times(3.0, 6.0).gains([0.06; 3], 0.003);
    expect(Word::Keep, MAGIC, &[vector.clone().needs(&["avx512f"])]);
    expect(Word::Take, "sliders-vector", &[vector.needs(&["avx2"])]);
}

#[test]
fn two_machines_that_disagree_prove_nothing_together() {
    let gains = set(&[made(MAGIC), made("sliders-a").gains([0.03; 3], 0.004)]);
    let loses = set(&[made(MAGIC), made("sliders-a").gains([-0.03; 3], 0.004)]);
    let tells_nothing = set(&[made(MAGIC), made("sliders-a").gains([0.0; 3], 0.02)]);
    assert_eq!(found(&[&gains]).0, Word::Take);
    assert_eq!(found(&[&gains, &tells_nothing]).0, Word::Take);
    assert_eq!(found(&[&gains, &loses]).0, Word::Keep);
    assert_eq!(found(&[&loses, &gains]).0, Word::Keep);
}

#[test]
fn of_the_proved_the_highest_mean_leads_unless_another_surely_beats_it() {
    let first = made("sliders-first").gains([0.03, 0.02, 0.02], 0.004);
    let second = made("sliders-second").gains([0.01, 0.05, 0.02], 0.004);
    // One profile each, and the higher mean.
    expect(Word::Take, "sliders-second", &[first.clone(), second]);
    let beaten = made("sliders-second").gains([0.01, 0.05, 0.008], 0.002);
    // It is beaten in two profiles of three.
    expect(Word::Take, "sliders-first", &[first, beaten]);
}

#[test]
fn in_8_kib_the_smallest_of_those_nearly_as_good_is_named() {
    let large = made("sliders-large").gains([0.05; 3], 0.003);
    let good = made("sliders-good").bytes(8192).gains([0.020; 3], 0.003);
    let near = made("sliders-near").bytes(1024).gains([0.017; 3], 0.003);
    let far = made("sliders-far").bytes(64).gains([0.012; 3], 0.003);
    let too_large = made("sliders-over").bytes(8193).gains([0.045; 3], 0.003);
    let (_, name, small) = of(&[made(MAGIC), large, good, near, far, too_large]);
    assert_eq!((&*name, small.as_deref()), ("sliders-large", Some("sliders-near")));
    // What is small already has no row beside it.
    let (_, _, small) = of(&[made(MAGIC).bytes(8192), made("sliders-none").bytes(0)]);
    assert_eq!(small, None);
}

#[test]
fn wrong_answers_and_withheld_figures_recommend_nothing() {
    use records::{Check, CopyOf, Figure};
    let mut wrong = usual_set();
    let pext = wrong.records.variants.iter_mut().find(|v| v.name == "sliders-pext").unwrap();
    pext.check = Check::Wrong("a board".to_owned());
    assert_eq!(found(&[&wrong]).1, "sliders-hyperbola");
    let mut withheld = usual_set();
    for table in withheld.records.tables.iter_mut().filter(|table| table.study == "search") {
        let of = "search".to_owned();
        let ratio = Figure { value: 1.1, low: 1.05, high: 1.15 };
        table.steps[0].copies = vec![CopyOf { of, ratio }; 4];
    }
    assert_eq!(found(&[&withheld]).0, Word::Keep);
}
