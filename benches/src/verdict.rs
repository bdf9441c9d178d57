//! What the rounds of a table say: figures with intervals, and who is faster
//! than whom, beyond the noise.

use crate::rounds::{FEWEST, Samples};
use crate::statistics::{Median, holm, sign_test};

/// No difference below this share is claimed, however narrow its interval.
pub const LEAST: f64 = 0.005;

/// The probability that a table holds a difference that is none, and that one
/// of its intervals misses its median.
const ERROR: f64 = 0.05;

/// The parts that the contenders of a table play, by their numbers in it.
#[derive(Clone, Debug)]
pub struct Roles {
    /// The variants, which are compared with each other; the reference first.
    pub variants: Vec<usize>,
    /// Copies of the reference, placed elsewhere.
    pub copies: Vec<usize>,
    /// The kernel without a lookup.
    pub null: usize,
    /// A copy of it, placed elsewhere.
    pub null_copy: usize,
}

/// What may be said of a difference.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It takes less time, beyond the noise.
    Faster,
    /// It takes more time, beyond the noise.
    Slower,
    /// No difference beyond the noise.
    Tie,
}

impl Verdict {
    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Tie => "tie",
        }
    }

    /// What may be said of the other one.
    #[must_use]
    pub fn inverse(self) -> Verdict {
        match self {
            Verdict::Faster => Verdict::Slower,
            Verdict::Slower => Verdict::Faster,
            Verdict::Tie => Verdict::Tie,
        }
    }
}

/// How two variants of a table compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The variant in question.
    pub of: usize,
    /// The one it is compared with.
    pub against: usize,
    /// The first's time by the second's, taken in each round; the interval holds
    /// every pair of placements.
    pub ratio: Median,
    /// What the first takes more than the second.
    pub difference: Median,
    /// What may be said of it.
    pub verdict: Verdict,
}

/// What a table says.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// What each contender takes per query, by number; the interval holds every placement.
    pub figures: Vec<Median>,
    /// What each takes beyond the null contender.
    pub net: Vec<Median>,
    /// How much the slowest placement of each takes more than the fastest, as a share.
    pub spreads: Vec<f64>,
    /// Every variant against every one before it.
    pub ratios: Vec<Ratio>,
    /// The copies of the reference against it: the table's noise floor.
    pub floor: Vec<Median>,
}

/// What the samples say; nothing if there are too few rounds.
#[must_use]
pub fn verdicts(samples: &Samples, roles: &Roles) -> Option<Verdicts> {
    if samples.rounds() < FEWEST {
        return None;
    }
    let contenders = samples.contenders();
    let error = ERROR / contenders as f64;
    let series: Vec<Vec<f64>> = (0..contenders).map(|c| samples.contender(c)).collect();
    let places: Vec<(f64, f64)> = (0..contenders).map(|c| samples.placements(c)).collect();
    let per_round = |of: usize, against: usize, compare: fn(f64, f64) -> f64| -> Vec<f64> {
        series[of].iter().zip(&series[against]).map(|(&a, &b)| compare(a, b)).collect()
    };
    // The logarithm of a ratio; its interval holds every pair of placements.
    let logarithm = |of: usize, against: usize, error: f64| {
        let logarithms = per_round(of, against, |a, b| (a / b).ln());
        let best = (places[of].0 / places[against].1).ln();
        let worst = (places[of].1 / places[against].0).ln();
        (Median::of(&logarithms, error).widen(best, worst), sign_test(&logarithms))
    };

    let reference = roles.variants[0];
    let floor: Vec<_> =
        roles.copies.iter().map(|&copy| logarithm(copy, reference, ERROR).0).collect();
    let margin = floor.iter().map(|log| log.value.abs()).fold((1.0 + LEAST).ln(), f64::max);

    let pairs: Vec<(usize, usize)> = (0..roles.variants.len())
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .map(|(i, j)| (roles.variants[i], roles.variants[j]))
        .collect();
    let pair_error = ERROR / pairs.len().max(1) as f64;
    let logarithms: Vec<_> =
        pairs.iter().map(|&(of, against)| logarithm(of, against, pair_error)).collect();
    let probabilities: Vec<_> = logarithms.iter().map(|&(_, probability)| probability).collect();
    let held = holm(&probabilities, ERROR);
    let ratios = (0..pairs.len()).map(|pair| {
        let ((of, against), (log, _)) = (pairs[pair], logarithms[pair]);
        let verdict = match log {
            Median { low, .. } if held[pair] && low > margin => Verdict::Slower,
            Median { high, .. } if held[pair] && high < -margin => Verdict::Faster,
            _ => Verdict::Tie,
        };
        let difference = Median::of(&per_round(of, against, |a, b| a - b), pair_error);
        Ratio { of, against, ratio: log.map(f64::exp), difference, verdict }
    });

    Some(Verdicts {
        figures: (0..contenders)
            .map(|c| Median::of(&series[c], error).widen(places[c].0, places[c].1))
            .collect(),
        net: (0..contenders)
            .map(|c| Median::of(&per_round(c, roles.null, |a, b| a - b), error))
            .collect(),
        spreads: places.iter().map(|(fastest, slowest)| slowest / fastest - 1.0).collect(),
        ratios: ratios.collect(),
        floor: floor.into_iter().map(|log| log.map(f64::exp)).collect(),
    })
}

/// Whether more rounds would say nothing new: every ratio is known to half of
/// the least difference that is claimed, and every figure likewise or to 0.02.
#[must_use]
pub fn narrow_enough(samples: &Samples, roles: &Roles) -> bool {
    let Some(verdicts) = verdicts(samples, roles) else { return false };
    // Placements do not become narrower by waiting.
    let spread = |c: usize| verdicts.spreads[c];
    let ratios = verdicts.ratios.iter().all(|ratio| {
        let placements = (1.0 + spread(ratio.of)) * (1.0 + spread(ratio.against));
        ratio.ratio.high / ratio.ratio.low <= (1.0 + LEAST) * placements
    });
    let figures = verdicts.figures.iter().enumerate().all(|(c, figure)| {
        figure.high - figure.low <= (LEAST * figure.value + spread(c) * figure.value).max(0.02)
    });
    ratios && figures
}

/// Where the order of two variants turns as a parameter grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Up to here the order at the beginning is certain.
    pub low: f64,
    /// Where the difference passes zero, between the two.
    pub value: f64,
    /// From here on the opposite order is certain.
    pub high: f64,
}

/// Finds the turn in what was seen at growing values of a parameter: each value, the
/// verdict, and the difference. Nothing if the order never turns.
#[must_use]
pub fn turn(points: &[(u64, Verdict, f64)]) -> Option<Turn> {
    let decided = |point: &&(u64, Verdict, f64)| point.1 != Verdict::Tie;
    let (_, first, _) = *points.iter().find(decided)?;
    let after = points.iter().position(|point| point.1 != Verdict::Tie && point.1 != first)?;
    let before = points[..after].iter().rposition(|point| point.1 == first)?;
    let crossing = (before..after)
        .find(|&i| points[i].2.signum() != points[i + 1].2.signum())
        .map_or(points[after].0 as f64, |i| {
            let ((left, _, from), (right, _, to)) = (points[i], points[i + 1]);
            left as f64 + (right - left) as f64 * (from / (from - to))
        });
    Some(Turn { low: points[before].0 as f64, value: crossing, high: points[after].0 as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Faster, Slower, Tie};

    const ROLES: fn() -> Roles =
        || Roles { variants: vec![0, 1], copies: vec![2], null: 3, null_copy: 4 };

    /// Rounds in which the machine drifts by half and each lane is a constant of it.
    fn drifting(lanes: &[(usize, f64)]) -> Samples {
        let rounds = (0..200).map(|round| {
            let drift = 1.0 + f64::from(round % 50) / 100.0;
            // A little noise, another for each lane.
            let noise = |lane: usize| 1.0 + f64::from((round * 7 + lane as i32 * 13) % 11) / 1e5;
            lanes.iter().enumerate().map(|(i, lane)| lane.1 * drift * noise(i)).collect()
        });
        Samples::made_up(lanes.iter().map(|lane| lane.0).collect(), rounds.collect())
    }

    #[test]
    fn a_difference_is_found_through_a_drift() {
        let samples =
            drifting(&[(0, 2.0), (0, 2.0), (1, 2.04), (1, 2.04), (2, 2.0), (3, 1.0), (4, 1.0)]);
        let verdicts = verdicts(&samples, &ROLES()).unwrap();
        let ratio = verdicts.ratios[0];
        assert_eq!((ratio.of, ratio.against, ratio.verdict), (1, 0, Slower));
        assert!((ratio.ratio.value - 1.02).abs() < 1e-4);
        assert!(verdicts.floor[0].low <= 1.0 && verdicts.floor[0].high >= 1.0 - 1e-4);
        assert!((verdicts.net[4].value).abs() < 1e-3);
    }

    #[test]
    fn nothing_below_the_least_difference_is_claimed() {
        let samples = drifting(&[(0, 2.0), (1, 2.008), (2, 2.0), (3, 1.0), (4, 1.0)]);
        assert_eq!(verdicts(&samples, &ROLES()).unwrap().ratios[0].verdict, Tie);
    }

    #[test]
    fn nothing_within_the_noise_floor_is_claimed() {
        let samples = drifting(&[(0, 2.0), (1, 2.08), (2, 2.1), (3, 1.0), (4, 1.0)]);
        assert_eq!(verdicts(&samples, &ROLES()).unwrap().ratios[0].verdict, Tie);
    }

    #[test]
    fn nothing_within_the_spread_of_placements_is_claimed() {
        let samples =
            drifting(&[(0, 2.0), (0, 2.2), (1, 2.1), (1, 2.3), (2, 2.0), (3, 1.0), (4, 1.0)]);
        let verdicts = verdicts(&samples, &ROLES()).unwrap();
        assert_eq!(verdicts.ratios[0].verdict, Tie);
        assert!((verdicts.spreads[0] - 0.1).abs() < 1e-3);
        assert!(verdicts.figures[0].low < verdicts.figures[0].value);
    }

    #[test]
    fn too_few_rounds_say_nothing() {
        let samples = Samples::made_up(vec![0, 1, 2, 3, 4], vec![vec![1.0; 5]; FEWEST - 1]);
        assert!(verdicts(&samples, &ROLES()).is_none());
        assert!(!narrow_enough(&samples, &ROLES()));
    }

    #[test]
    fn a_turn_lies_between_the_certain_orders() {
        let points =
            [(0, Slower, 2.0), (1024, Slower, 1.0), (2048, Tie, -1.0), (4096, Faster, -3.0)];
        assert_eq!(turn(&points), Some(Turn { low: 1024.0, value: 1536.0, high: 4096.0 }));
        assert_eq!(turn(&points[..3]), None);
        assert_eq!(turn(&[(0, Tie, 0.0)]), None);
        assert_eq!(turn(&[]), None);
    }
}
