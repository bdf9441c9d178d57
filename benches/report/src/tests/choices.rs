//! Choices of lookups with their gains by profile.

use super::table::{answers, assert_figure, gaining};
use crate::answers::choices::{Effect, pasted};
use crate::made_up::{set, usual_set};
use crate::view::View;
use records::Figure;

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
    assert!((profile.half_width - 0.004).abs() < 1e-5 && !profile.is_wide());
    assert_eq!(
        (&*profile.like, profile.node.value, profile.rate("sliders")),
        ("Carp 3", 2e3, 26.0)
    );
    assert_eq!(profile.moves, Some(0.95));
    let usual = usual_set();
    let pasted = pasted(&View::new(&usual), profile, pext).unwrap();
    let expected = "speedup = +5.1% +/- 0.4%, 96 runs, base search, test search+sliders-pext, \
                    Made-up Processor (x86-64-v3), network";
    assert_eq!(pasted, expected);
    let wide = self::answers(&[set(&gaining(0.0, 0.0151))]);
    assert!(wide.profiles.iter().all(|profile| profile.is_wide()));
}

#[test]
fn an_effect_is_one_beyond_half_a_per_cent_or_slight_or_none() {
    for ([low, high], effect) in [
        ([0.0051, 0.02], Effect::Gain),
        ([0.0049, 0.02], Effect::Slight),
        ([0.0001, 0.003], Effect::Slight),
        ([-0.02, -0.0051], Effect::Loss),
        ([-0.02, -0.0049], Effect::Slight),
        ([-0.02, 0.02], Effect::None),
        ([-0.0201, 0.0], Effect::TooNoisy),
        ([0.0, 0.0201], Effect::TooNoisy),
    ] {
        let gain = Figure { value: f64::midpoint(low, high), low, high };
        assert_eq!(Effect::of(gain), effect, "{low} to {high}");
    }
}
