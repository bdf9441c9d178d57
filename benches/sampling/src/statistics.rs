//! Statistics without assumptions about the distribution of noise.

use records::Figure;

/// The median of `samples` with the interval of the sign test: the median of their distribution
/// lies outside with a probability of at most `error`. Too few samples for that give their whole
/// range.
///
/// # Panics
/// If there are no samples.
#[must_use]
pub fn median(samples: &[f64], error: f64) -> Figure {
    let sorted = sorted(samples);
    let count = sorted.len();
    // Between the rank-th smallest and the rank-th largest.
    let tails = lower_tails(count).take(count / 2);
    let rank = tails.take_while(|tail| 2.0 * tail <= error).count().max(1);
    let value = f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]);
    Figure { value, low: sorted[rank - 1], high: sorted[count - rank] }
}

/// The share of the samples that [`trimmed_mean`] leaves out at each end.
const TRIMMED: f64 = 0.2;

/// Samples drawn anew for an interval of [`trimmed_mean`].
const DRAWS: usize = 4000;

/// The mean without the lowest and the highest fifth of the samples, with the interval of the
/// bootstrap: the same of samples drawn from these lies outside with a probability of `error`. From
/// the same rounds of searches it was 5 to 23 % narrower than the median's.
///
/// # Panics
/// If there are no samples.
#[must_use]
pub fn trimmed_mean(samples: &[f64], error: f64) -> Figure {
    let count = samples.len() as u64;
    let mut means: Vec<f64> = (0..DRAWS as u64)
        .map(|draw| {
            let number = |place| ((mixed(draw << 32 | place) >> 32) * count) >> 32;
            middle_mean(&mut (0..count).map(|n| samples[number(n) as usize]).collect::<Vec<_>>())
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let outside = ((DRAWS as f64 * error / 2.0) as usize).min(DRAWS / 2 - 1);
    let value = middle_mean(&mut samples.to_vec());
    // The samples are fewer than those of all layouts, which narrows the draws.
    let widened =
        |end: f64| value + (end - value) * (count as f64 / (count as f64 - 1.0).max(1.0)).sqrt();
    Figure { value, low: widened(means[outside]), high: widened(means[DRAWS - 1 - outside]) }
}

/// The mean of the samples without both fifths. Changes their order.
fn middle_mean(samples: &mut [f64]) -> f64 {
    let (count, cut) = (samples.len(), (TRIMMED * samples.len() as f64) as usize);
    if cut > 0 {
        samples.select_nth_unstable_by(cut - 1, f64::total_cmp);
        samples[cut..].select_nth_unstable_by(count - 2 * cut - 1, f64::total_cmp);
    }
    let middle = &samples[cut..count - cut];
    middle.iter().sum::<f64>() / middle.len() as f64
}

/// The finalizer of SplitMix64: scatters consecutive numbers.
#[must_use]
pub fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Whether this many samples suffice for an interval of [`median`] with this error. Even the
/// whole range of fewer samples misses the median more often.
#[must_use]
pub fn suffice(samples: usize, error: f64) -> bool {
    lower_tails(samples).next().is_some_and(|tail| 2.0 * tail <= error)
}

/// The value below which this share of the samples lies; 0 without samples.
#[must_use]
pub fn quantile(samples: &[f64], share: f64) -> f64 {
    let sorted = sorted(samples);
    let place = (share * (sorted.len().max(1) - 1) as f64).round();
    sorted.get(place as usize).copied().unwrap_or(0.0)
}

/// The samples in ascending order.
pub(crate) fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The probability that samples fall on one side of zero at least as unevenly as these if the
/// median is zero (the two-sided sign test).
#[must_use]
pub fn sign_test(samples: &[f64]) -> f64 {
    let below = samples.iter().filter(|&&sample| sample < 0.0).count();
    let above = samples.iter().filter(|&&sample| sample > 0.0).count();
    let tail = lower_tails(below + above).nth(below.min(above));
    tail.map_or(1.0, |tail| (2.0 * tail).min(1.0))
}

/// The probabilities of at most 0, 1, 2, ... heads in `tosses` tosses of a coin.
fn lower_tails(tosses: usize) -> impl Iterator<Item = f64> {
    // In logarithms, because 2^-tosses underflows beyond a thousand tosses.
    let first = -(tosses as f64) * std::f64::consts::LN_2;
    (0..=tosses).scan((first, 0.0_f64), move |(term, sum), heads| {
        *sum += term.exp();
        *term += ((tosses - heads) as f64 / (heads + 1) as f64).ln();
        Some(sum.min(1.0))
    })
}

/// Which of several tests hold together (Holm's method): the probability that any of them holds
/// by chance is at most `error`.
#[must_use]
pub fn holm(probabilities: &[f64], error: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut holds = vec![false; probabilities.len()];
    for (tested, &index) in order.iter().enumerate() {
        if probabilities[index] > error / (probabilities.len() - tested) as f64 {
            break;
        }
        holds[index] = true;
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_has_the_published_ranks() {
        // Ranks of 95 % intervals of a median, from tables of order statistics.
        for (count, rank) in [(6, 1), (10, 2), (20, 6), (25, 8), (50, 18), (100, 40)] {
            let samples: Vec<f64> = (1..=count).map(f64::from).collect();
            let median = median(&samples, 0.05);
            assert_eq!(median.value, f64::from(count + 1) / 2.0);
            assert_eq!((median.low, median.high), (f64::from(rank), f64::from(count + 1 - rank)));
        }
        assert_eq!(median(&[3.0], 0.05), Figure { value: 3.0, low: 3.0, high: 3.0 });
    }

    #[test]
    fn a_trimmed_mean_leaves_out_both_fifths() {
        let samples = [900.0, 1.0, 2.0, 4.0, -900.0];
        assert_eq!(trimmed_mean(&samples, 0.05).value, 7.0 / 3.0);
        assert_eq!(trimmed_mean(&[3.0; 50], 0.05), Figure { value: 3.0, low: 3.0, high: 3.0 });
        let few = trimmed_mean(&[1.0], 0.05);
        assert_eq!((few.low, few.high), (1.0, 1.0));
    }

    /// Noise with a few long delays, as searches have.
    #[test]
    fn intervals_of_trimmed_means_hold_their_level() {
        for (count, error) in [(40, 0.05), (40, 0.01), (100, 0.05)] {
            let missed = (0..200).filter(|table| {
                let unit = |n: u64| (mixed(table << 40 | n) >> 11) as f64 / (1_u64 << 53) as f64;
                let sample = |n: u64| {
                    let bell: f64 = (0..6).map(|part| unit(8 * n + part) - 0.5).sum();
                    let delay =
                        if unit(8 * n + 6) < 0.1 { 3.0 * (unit(8 * n + 7) - 0.5) } else { 0.0 };
                    bell + delay
                };
                let mean = trimmed_mean(&(0..count).map(sample).collect::<Vec<_>>(), error);
                mean.low > 0.0 || mean.high < 0.0
            });
            let (missed, due) = (missed.count() as f64, 200.0 * error);
            // Three standard deviations.
            let most = due + 3.0 * (due * (1.0 - error)).sqrt();
            assert!(missed <= most, "{missed} of 200 at {error} with {count}");
        }
    }

    #[test]
    fn a_quantile_is_the_nearest_sample() {
        let samples = [4.0, 2.0, 1.0, 3.0];
        assert_eq!(
            [0.0, 0.1, 0.4, 0.9].map(|share| quantile(&samples, share)),
            [1.0, 1.0, 2.0, 4.0]
        );
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn an_interval_needs_samples_by_its_error() {
        // 2 / 2^6 = 0.03, 2 / 2^5 = 0.06.
        assert!(suffice(6, 0.05) && !suffice(5, 0.05));
    }

    #[test]
    fn the_sign_test_counts_sides() {
        assert_eq!(sign_test(&[-1.0, 1.0]), 1.0);
        assert_eq!(sign_test(&[-1.0; 10]), sign_test(&[1.0; 10]));
        assert!((sign_test(&[1.0; 10]) - 2.0 / 1024.0).abs() < 1e-12);
        assert_eq!(sign_test(&[0.0; 10]), 1.0);
        assert!(sign_test(&[1.0; 2000]) < 1e-300);
    }

    #[test]
    fn holm_stops_at_the_first_that_fails() {
        assert_eq!(holm(&[0.04, 0.01, 0.03], 0.05), [false, true, false]);
        assert_eq!(holm(&[0.02, 0.01, 0.03], 0.05), [true, true, true]);
        assert_eq!(holm(&[], 0.05), [false; 0]);
    }
}
