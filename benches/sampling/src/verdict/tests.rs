//! Tests of figures and verdicts.

use super::*;
use crate::rounds::{Lane, Samples};
use crate::statistics::mixed;
use Verdict::{Slower, Tie, Unresolved};
use figures::Core;

/// Two variants, a copy of the first, the null control and its copy.
const ROLES: fn() -> Roles = || Roles {
    compared: vec![0, 1],
    copies: vec![(2, 0)],
    builds: vec![],
    null: 3,
    null_copy: 4,
    fixed: vec![],
    by_reference: false,
    pairs: vec![],
    neutral: vec![],
};

/// A program's base and three choices, a copy of the base, another build of the base, the null control
/// and its copy.
const PROGRAMS: fn() -> Roles = || Roles {
    compared: vec![0, 1, 2, 3],
    copies: vec![(4, 0)],
    builds: vec![(5, 0)],
    null: 6,
    null_copy: 7,
    fixed: vec![],
    by_reference: true,
    pairs: vec![(2, 1), (3, 1)],
    neutral: vec![],
};

/// Lanes of this many variants, none lengthened.
fn lanes(variants: usize) -> Vec<Lane> {
    (0..variants).map(|variant| Lane { variant, links: 0 }).collect()
}

/// Blocks in which the machine drifts by half, and each variant takes its time in this
/// block with a little noise of its own.
fn drifting<const N: usize>(blocks: usize, times: impl Fn(usize) -> [f64; N]) -> Samples {
    let block = |block: usize| {
        let round = |round: usize| {
            let number = 4 * block + round;
            let drift = 1.0 + (number % 50) as f64 / 100.0;
            let noise = |lane: usize| 1.0 + ((number * 7 + lane * 13) % 11) as f64 / 1e5;
            times(block).iter().enumerate().map(|(i, t)| t * drift * noise(i)).collect()
        };
        (0..4).map(round).collect()
    };
    Samples::made_up(&lanes(N), &(0..blocks).map(block).collect::<Vec<_>>())
}

fn said(samples: &Samples) -> Verdicts {
    verdicts(&samples.all(Core::Quiet), &ROLES()).unwrap()
}

#[test]
fn nothing_within_the_noise_floor_is_claimed() {
    let of = |roles: &Roles, times: [f64; 5]| {
        let said = verdicts(&drifting(50, |_| times).all(Core::Quiet), roles).unwrap();
        let same = said.copies[0].value;
        (said.of(1, 0), (100.0 * same).round())
    };
    for (third, same) in [(2.1, 105.0), (1.9, 95.0)] {
        let times = [2.0, 2.08, third, 1.0, 1.0];
        assert_eq!(of(&ROLES(), times), (Some(Unresolved), same));
    }
    // A copy is compared with its own variant.
    let of_second = Roles { copies: vec![(2, 1)], ..ROLES() };
    assert_eq!(of(&of_second, [2.0, 2.08, 2.08, 1.0, 1.0]), (Some(Slower), 100.0));
}

#[test]
fn every_difference_is_taken_in_its_round() {
    // Differences of 4, 1, 1 and 5, quotients of 5, 1.5, 1.33 and 2.25. The copy of the null
    // control is not subtracted.
    let rounds = [(1.0, 5.0), (2.0, 3.0), (3.0, 4.0), (4.0, 9.0)];
    let block = rounds.map(|(a, b)| vec![a, b, a, a, a + 1.0]).to_vec();
    let said = said(&Samples::made_up(&lanes(5), &vec![block; 10]));
    let around = |value, time: f64| widened(Figure::exact(value), NARROWEST[0] * time);
    assert_eq!(said.raw[1], around(4.5, 4.5));
    assert_eq!([said.net[1], said.net[4]], [around(2.5, 4.5), around(1.0, 3.5)]);
    assert!((said.ratios[1].unwrap().value - (1.5_f64 * 2.25).sqrt()).abs() < 1e-12);
}

#[test]
fn no_time_is_negative_however_restless_the_machine() {
    let time = |block: usize| if block < 8 { 20.0 } else { 1.0 + block as f64 / 100.0 };
    let said = said(&drifting(48, |block| [2.0, time(block), 2.0, 1.0, 1.0]));
    let raw = said.raw[1];
    assert!(raw.low == 0.0 && raw.value > 1.0 && said.net[1].low < 0.0, "{raw:?}");
}

#[test]
fn spread_and_best_are_of_layouts() {
    // Times 1.00, 1.01 to 1.20 in 21 layouts.
    let block = |i: usize| vec![vec![1.0 + i as f64 / 100.0, 1.0, 1.0, 1.0, 1.0]; 4];
    let blocks: Vec<_> = (0..21).map(block).collect();
    let said = said(&Samples::made_up(&lanes(5), &blocks));
    assert!((said.spreads[0] - (1.18 / 1.02 - 1.0)).abs() < 1e-9);
    assert!((said.best[0] - (1.0 - 1.0 / 1.1)).abs() < 1e-9);
    assert_eq!([said.spreads[1], said.best[1]], [0.0; 2]);
}

#[test]
fn the_error_is_shared_by_pairs_variants_and_not_by_copies() {
    // Eleven units at 0, 1, 2 ... 10 %, in an order that makes all spans alike: ranks reveal the
    // error.
    let block = |i: usize| {
        let time = 1.0 + i as f64 / 100.0;
        vec![vec![1.0, time, time, 1.0, 1.0]; 4]
    };
    let blocks: Vec<_> = [5, 0, 10, 1, 9, 2, 8, 3, 7, 4, 6].map(block).to_vec();
    let samples = Samples::made_up(&lanes(5), &blocks);
    let percent =
        |figure: Figure| [figure.low, figure.high].map(|end| ((end - 1.0) * 100.0).round() as i32);
    let counted = samples.all(Core::Quiet);
    // 2 (1 + 11) / 2^11 = 0.012, 2 / 2^11 = 0.001.
    let one = verdicts(&counted, &ROLES()).unwrap();
    assert_eq!(percent(one.ratios[1].unwrap()), [1, 9]);
    assert_eq!(percent(one.copies[0]), [1, 9]);
    assert_eq!(percent(one.raw[1]), [0, 10]);
    let more = Roles { compared: vec![0, 1, 2, 3, 4], ..ROLES() };
    let more = verdicts(&counted, &more).unwrap();
    assert_eq!(percent(more.ratios[1].unwrap()), [0, 10]);
    assert_eq!(percent(more.copies[0]), [1, 9]);
}

#[test]
fn the_pairs_and_figures_of_a_table_decide_how_many_blocks_suffice() {
    let said = |lanes: usize, compared: usize, blocks: usize| {
        let times: Vec<_> = (0..lanes).map(|lane| if lane == 1 { 2.2 } else { 2.0 }).collect();
        let samples = Samples::made_up(&self::lanes(lanes), &vec![vec![times; 4]; blocks]);
        let roles = Roles { compared: (0..compared).collect(), ..ROLES() };
        let said = verdicts(&samples.all(Core::Quiet), &roles)?;
        Some([said.of(1, 0), said.of(compared - 1, 0)])
    };
    // Five figures share the error: 2 / 2^8 is the first below 0.05 / 5.
    assert_eq!((said(5, 2, 7), said(5, 2, 8)), (None, Some([Some(Slower); 2])));
    // As do 45 pairs: 2 / 2^11 is the first below 0.05 / 45.
    assert_eq!(said(10, 10, 10), None);
    assert_eq!(said(10, 10, 11), Some([Some(Slower), Some(Tie)]));
}

#[test]
fn programs_are_compared_with_all_lanes_of_the_reference_that_are_built_alike() {
    // The reference's copy is 2 % faster, and so is its other build, which no choice here has.
    let samples = drifting(60, |_| [2.0, 2.04, 2.1, 2.1, 1.96, 1.96, 1.0, 1.0]);
    let said = verdicts(&samples.all(Core::Quiet), &PROGRAMS()).unwrap();
    let expected = 2.04 / (2.0_f64 * 1.96).sqrt();
    assert!((said.ratios[1].unwrap().value - expected).abs() < 1e-4, "{:?}", said.ratios);
    assert_eq!([said.of(2, 0), said.of(2, 1)], [Some(Slower), None]);
    assert!((said.copies[0].value - 0.98).abs() < 1e-4);
    assert!((said.builds[0].value - 0.98).abs() < 1e-4);
}

/// Programs whose batches are slow now and then, each by itself, as beside a neighbour: the base with
/// its copy and another build, two choices that cannot differ, and one that gains 2 %.
fn beside_a_neighbour(table: u64) -> Verdicts {
    let unit = |number: u64| (mixed(table << 40 | number) >> 11) as f64 / (1_u64 << 53) as f64;
    let block = |block: u64| {
        let time = |lane: u64| {
            let number = |of: u64| unit(block << 8 | lane << 2 | of);
            let own = 0.02 * (number(0) + number(1) - 1.0);
            let late = if number(2) < 0.25 { 0.5 * number(3) } else { 0.0 };
            let gain = if lane == 3 { 0.98 } else { 1.0 };
            1000.0 * gain * (1.0 + own + late)
        };
        vec![(0..8).map(time).collect()]
    };
    let samples = Samples::made_up(&lanes(8), &(0..300).map(block).collect::<Vec<_>>());
    let roles = Roles { neutral: vec![1, 2], pairs: vec![], ..PROGRAMS() };
    verdicts(&samples.all(Core::Company), &roles).unwrap()
}

#[test]
fn programs_that_cannot_differ_do_not_beside_a_neighbour() {
    let said: Vec<_> = (0..40).map(beside_a_neighbour).collect();
    let mean = |of: fn(&Verdicts) -> Figure| {
        said.iter().map(|said| of(said).value.ln()).sum::<f64>() / said.len() as f64
    };
    // By the mean of the base's lanes, the first two were 2.4 % faster here.
    let [first, gaining, neutral] = [
        mean(|s| s.ratios[1].unwrap()),
        mean(|s| s.ratios[3].unwrap()),
        mean(|s| s.neutral.unwrap()),
    ];
    assert!(first.abs() < 0.001 && neutral.abs() < 0.001, "{first}, {neutral}");
    assert!((gaining - 0.98_f64.ln()).abs() < 0.0015, "{gaining}");
    let holds = |figure: Figure, truth: f64| figure.low <= truth && truth <= figure.high;
    let missed = said.iter().filter(|s| !holds(s.ratios[3].unwrap(), 0.98)).count();
    // 2 are due of 40, and three standard deviations are 4.1.
    assert!(missed <= 6, "{missed} of 40");
}

#[test]
fn choices_that_run_in_turn_are_compared_with_the_base_of_their_own_rounds() {
    // Half of the rounds are half as long again; each choice runs in one half.
    let block = |number: usize| {
        let time = if number.is_multiple_of(2) { 1.0 } else { 1.5 };
        let ran = |lane: usize, ratio: f64| if number % 2 == lane % 2 { ratio } else { f64::NAN };
        let times = [1.0, ran(1, 0.9), ran(2, 0.8), ran(3, 0.7), 1.0, 1.0, 0.1, 0.1];
        vec![times.iter().map(|ratio| time * ratio).collect()]
    };
    let samples = Samples::made_up(&lanes(8), &(0..60).map(block).collect::<Vec<_>>());
    let counted = samples.all(Core::Quiet);
    assert_eq!([counted.fewest(), counted.fewest_rounds()], [30; 2]);
    let roles = Roles { pairs: vec![(3, 1)], ..PROGRAMS() };
    let said = verdicts(&counted, &roles).unwrap();
    let ratios = said.ratios.iter().flatten().map(|ratio| ratio.value);
    assert!(ratios.zip([0.9, 0.8, 0.7]).all(|(found, expected)| (found - expected).abs() < 1e-9));
    assert!((said.pairs[0].value - 0.7 / 0.9).abs() < 1e-9);
    // Twelve rounds would do, and each choice ran in six.
    let few = Samples::made_up(&lanes(8), &(0..12).map(block).collect::<Vec<_>>());
    assert!(verdicts(&few.all(Core::Quiet), &roles).is_none());
}

#[test]
fn pairs_of_programs_are_compared_in_the_same_rounds() {
    // The base alone is noisy, with its copies; and what slows one choice slows the others.
    let samples = drifting(60, |block| {
        let noise = |times: usize| 1.0 + 0.2 * (block * times % 13) as f64 / 13.0;
        let [base, others] = [2.0 * noise(5), 2.0 * noise(7)];
        [base, others, 1.25 * others, 0.8 * others, base, base, 1.0, 1.0]
    });
    let said = verdicts(&samples.all(Core::Quiet), &PROGRAMS()).unwrap();
    for (pair, expected) in said.pairs.iter().zip([1.25, 0.8]) {
        let Figure { value, low, high } = *pair;
        assert!((value / expected - 1.0).abs() < 2e-5, "{pair:?}");
        // Their rounds add nothing to what builds do.
        assert!((high - low) / value < 0.06, "{pair:?}");
    }
    assert_eq!(said.pairs.len(), 2);
    let quotient = said.ratios[2].unwrap().over(said.ratios[1].unwrap());
    assert!(quotient.high - quotient.low > 0.05, "{quotient:?}");
    // Nothing is claimed of them.
    assert_eq!([said.of(2, 1), said.of(3, 1), said.of(3, 2)], [None; 3]);
}

#[test]
fn pairs_have_the_same_interval_however_many_there_are() {
    let samples = drifting(60, |block| {
        let noise = |lane: usize| 1.0 + 0.1 * (block * (2 * lane + 3) % 17) as f64 / 17.0;
        [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| 2.0 * noise(lane))
    });
    let pairs_of =
        |pairs| verdicts(&samples.all(Core::Quiet), &Roles { pairs, ..PROGRAMS() }).unwrap();
    let one = pairs_of(vec![(2, 1)]);
    assert!(one.pairs[0].high - one.pairs[0].low > 0.01);
    let more = pairs_of(vec![(3, 1), (2, 1), (3, 2)]);
    assert_eq!(more.pairs[1], one.pairs[0]);
    assert_eq!(more.ratios, one.ratios);
    assert!(pairs_of(vec![]).pairs.is_empty());
}

#[test]
fn a_variant_in_one_layout_needs_many_times_the_effect_of_layouts() {
    // The others' layouts lie 2 % apart.
    let times = |ratio: f64| {
        move |block: usize| {
            let layout = 1.0 + 0.02 * (block % 11) as f64 / 10.0;
            [2.0, 2.0 * ratio, 2.0 * layout, 1.0, 1.0]
        }
    };
    let of = |ratio: f64, fixed: Vec<usize>| {
        let samples = drifting(44, times(ratio));
        let roles = Roles { fixed, ..ROLES() };
        verdicts(&samples.all(Core::Quiet), &roles).unwrap().of(1, 0)
    };
    assert_eq!(of(1.06, vec![]), Some(Slower));
    // Four times the 1.6 % between the fastest and the slowest tenth of layouts.
    assert_eq!(
        [1.0, 1.055, 1.075, 1.3].map(|ratio| of(ratio, vec![1])),
        [Some(Unresolved), Some(Unresolved), Some(Slower), Some(Slower)]
    );
}

#[test]
fn no_interval_is_narrower_than_half_a_percent_or_a_thousandth_of_programs() {
    let near = |figure: Figure, expected: [f64; 3]| {
        let Figure { value, low, high } = figure;
        let is_near = |(found, expected): (f64, f64)| (found - expected).abs() < 1e-9;
        assert!([value, low, high].into_iter().zip(expected).all(is_near), "{figure:?}");
    };
    let exact =
        |times: &[f64]| Samples::made_up(&lanes(times.len()), &vec![vec![times.to_vec(); 4]; 40]);
    let said = said(&exact(&[2.0, 3.0, 2.0, 1.0, 1.0]));
    near(said.raw[1], [3.0, 2.985, 3.015]);
    near(said.net[1], [2.0, 1.985, 2.015]);
    near(said.ratios[1].unwrap(), [1.5, 1.5 * (-0.005_f64).exp(), 1.5 * 0.005_f64.exp()]);
    near(said.copies[0], [1.0; 3]);
    let samples = exact(&[2.0, 3.0, 2.0, 4.0, 2.0, 2.0, 1.0, 1.0]);
    let roles = Roles { neutral: vec![2], ..PROGRAMS() };
    let said = verdicts(&samples.all(Core::Quiet), &roles).unwrap();
    let around = |value: f64| [value, value * (-0.001_f64).exp(), value * 0.001_f64.exp()];
    near(said.neutral.unwrap(), around(1.0));
    near(said.raw[1], [3.0, 2.997, 3.003]);
}

/// A core that changes from span to span. Intervals by other spans would see each change twice, or
/// none of them.
#[test]
fn short_batches_are_judged_by_six_spans_of_time_and_long_ones_by_twelve() {
    assert_eq!(SPANS, [6, 12]);
    let alternating = |variants: usize, blocks: usize, span: usize| {
        let block = |number: usize| {
            let sign = if (number / span).is_multiple_of(2) { 1.0 } else { -1.0 };
            let mut times = vec![2.0; variants];
            times[1] *= f64::exp(0.02 * sign);
            vec![times]
        };
        Samples::made_up(&lanes(variants), &(0..blocks).map(block).collect::<Vec<_>>())
    };
    // Student's 2.571 times the error of the mean of six values, three at each end.
    let ratio = said(&alternating(5, 48, 8)).ratios[1].unwrap().map(f64::ln);
    assert!((ratio.high - 0.0230).abs() < 2e-4 && (ratio.low + 0.0230).abs() < 2e-4, "{ratio:?}");
    let of = |samples: &Samples| verdicts(&samples.all(Core::Quiet), &PROGRAMS()).unwrap();
    // Six spans would be alike.
    let ratio = of(&alternating(8, 240, 20)).ratios[1].unwrap().map(f64::ln);
    assert!(ratio.high > 0.01 && ratio.low < -0.01, "{ratio:?}");
    // Fewer rounds than twelve have six.
    assert!(of(&alternating(8, 10, 1)).ratios[1].is_some());
}
