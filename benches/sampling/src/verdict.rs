//! What the rounds of a table say: figures with intervals, and who is faster
//! than whom, beyond the noise.

use crate::rounds::{Counted, FEWEST};
use crate::statistics::{holm, median, sign_test};
use records::{Figure, LEAST, Verdict};

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

/// What a table says.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// What each contender takes per query, by number; the interval holds every placement.
    pub raw: Vec<Figure>,
    /// What each takes beyond the null contender.
    pub net: Vec<Figure>,
    /// By how much the slowest placement of each exceeds the fastest, as a share.
    pub spreads: Vec<f64>,
    /// What each variant takes by the reference, in the order of the roles; the interval
    /// holds every pair of placements. Nothing for the reference itself.
    pub ratios: Vec<Option<Figure>>,
    /// The copies of the reference against it: the table's noise floor.
    pub copies: Vec<Figure>,
    /// Every variant against every one before it.
    verdicts: Vec<Verdict>,
}

impl Verdicts {
    /// What may be said of a variant against one before it, by their places in the roles.
    #[must_use]
    pub fn of(&self, of: usize, against: usize) -> Option<Verdict> {
        (against < of).then(|| self.verdicts[of * (of - 1) / 2 + against])
    }
}

/// What the rounds say; nothing if there are too few of them.
#[must_use]
pub fn verdicts(counted: &Counted<'_>, roles: &Roles) -> Option<Verdicts> {
    if counted.len() < FEWEST {
        return None;
    }
    let contenders = counted.contenders();
    let error = ERROR / contenders as f64;
    let series: Vec<Vec<f64>> = (0..contenders).map(|c| counted.contender(c)).collect();
    let places: Vec<(f64, f64)> = (0..contenders).map(|c| counted.placements(c)).collect();
    let per_round = |of: usize, against: usize, compare: fn(f64, f64) -> f64| -> Vec<f64> {
        series[of].iter().zip(&series[against]).map(|(&a, &b)| compare(a, b)).collect()
    };
    // The logarithm of a ratio; its interval holds every pair of placements.
    let logarithm = |of: usize, against: usize, error: f64| {
        let logarithms = per_round(of, against, |a, b| (a / b).ln());
        let best = (places[of].0 / places[against].1).ln();
        let worst = (places[of].1 / places[against].0).ln();
        (median(&logarithms, error).widen(best, worst), sign_test(&logarithms))
    };

    let reference = roles.variants[0];
    let copies: Vec<_> =
        roles.copies.iter().map(|&copy| logarithm(copy, reference, ERROR).0).collect();
    let margin = copies.iter().map(|log| log.value.abs()).fold((1.0 + LEAST).ln(), f64::max);

    let pairs = (1..roles.variants.len()).flat_map(|of| (0..of).map(move |against| (of, against)));
    let pairs: Vec<_> = pairs.collect();
    let pair_error = ERROR / pairs.len().max(1) as f64;
    let compared: Vec<_> = pairs
        .iter()
        .map(|&(of, against)| logarithm(roles.variants[of], roles.variants[against], pair_error))
        .collect();
    let probabilities: Vec<_> = compared.iter().map(|&(_, probability)| probability).collect();
    let verdict = |(&(log, _), held): (&(Figure, f64), bool)| match log {
        Figure { low, .. } if held && low > margin => Verdict::Slower,
        Figure { high, .. } if held && high < -margin => Verdict::Faster,
        _ => Verdict::Tie,
    };
    let against_reference = pairs.iter().zip(&compared).filter(|((_, against), _)| *against == 0);
    let ratios = against_reference.map(|(_, (log, _))| Some(log.map(f64::exp)));

    Some(Verdicts {
        raw: (0..contenders)
            .map(|c| median(&series[c], error).widen(places[c].0, places[c].1))
            .collect(),
        net: (0..contenders)
            .map(|c| median(&per_round(c, roles.null, |a, b| a - b), error))
            .collect(),
        spreads: places.iter().map(|(fastest, slowest)| slowest / fastest - 1.0).collect(),
        ratios: [None].into_iter().chain(ratios).collect(),
        copies: copies.into_iter().map(|log| log.map(f64::exp)).collect(),
        verdicts: compared.iter().zip(holm(&probabilities, ERROR)).map(verdict).collect(),
    })
}

/// Whether more rounds would say nothing new: every ratio is known to half of the least
/// difference that is claimed, and every time likewise or to 0.02.
#[must_use]
pub fn narrow_enough(counted: &Counted<'_>, roles: &Roles) -> bool {
    let Some(verdicts) = verdicts(counted, roles) else { return false };
    // Placements do not become narrower by waiting.
    let spread = |c: usize| verdicts.spreads[c];
    let reference = spread(roles.variants[0]);
    let ratios = verdicts.ratios.iter().zip(&roles.variants).all(|(ratio, &variant)| {
        let placements = (1.0 + spread(variant)) * (1.0 + reference);
        ratio.is_none_or(|ratio| ratio.high / ratio.low <= (1.0 + LEAST) * placements)
    });
    let times = verdicts.raw.iter().enumerate().all(|(c, time)| {
        time.high - time.low <= (LEAST * time.value + spread(c) * time.value).max(0.02)
    });
    ratios && times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::Samples;
    use Verdict::{Slower, Tie};

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
        let verdicts = verdicts(&samples.all(), &ROLES()).unwrap();
        assert_eq!(verdicts.of(1, 0), Some(Slower));
        assert!((verdicts.ratios[1].unwrap().value - 1.02).abs() < 1e-4);
        assert!(verdicts.copies[0].low <= 1.0 && verdicts.copies[0].high >= 1.0 - 1e-4);
        assert!((verdicts.net[4].value).abs() < 1e-3);
    }

    #[test]
    fn nothing_below_the_least_difference_is_claimed() {
        let samples = drifting(&[(0, 2.0), (1, 2.008), (2, 2.0), (3, 1.0), (4, 1.0)]);
        assert_eq!(verdicts(&samples.all(), &ROLES()).unwrap().of(1, 0), Some(Tie));
    }

    #[test]
    fn nothing_within_the_noise_floor_is_claimed() {
        let samples = drifting(&[(0, 2.0), (1, 2.08), (2, 2.1), (3, 1.0), (4, 1.0)]);
        assert_eq!(verdicts(&samples.all(), &ROLES()).unwrap().of(1, 0), Some(Tie));
    }

    #[test]
    fn nothing_within_the_spread_of_placements_is_claimed() {
        let samples =
            drifting(&[(0, 2.0), (0, 2.2), (1, 2.1), (1, 2.3), (2, 2.0), (3, 1.0), (4, 1.0)]);
        let verdicts = verdicts(&samples.all(), &ROLES()).unwrap();
        assert_eq!(verdicts.of(1, 0), Some(Tie));
        assert!((verdicts.spreads[0] - 0.1).abs() < 1e-3);
        assert!(verdicts.raw[0].low < verdicts.raw[0].value);
    }

    #[test]
    fn too_few_rounds_say_nothing() {
        let samples = Samples::made_up(vec![0, 1, 2, 3, 4], vec![vec![1.0; 5]; FEWEST - 1]);
        assert!(verdicts(&samples.all(), &ROLES()).is_none());
        assert!(!narrow_enough(&samples.all(), &ROLES()));
    }
}
