//! The statistics of a ratio, without assumptions on how its noise is distributed.

/// A median with the interval that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Median {
    /// The median.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Median {
    /// The median of `samples` and the interval that the sign test gives: the
    /// median of what they were drawn from lies outside with a probability of
    /// `error` at most. Too few samples for that give their whole range.
    ///
    /// # Panics
    /// If there are no samples.
    #[must_use]
    pub fn of(samples: &[f64], error: f64) -> Median {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        // Between the rank-th smallest and the rank-th largest.
        let rank = (1..=count / 2)
            .take_while(|&rank| 2.0 * lower_tail(count, rank - 1) <= error)
            .last()
            .unwrap_or(1);
        let value = f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]);
        Median { value, low: sorted[rank - 1], high: sorted[count - rank] }
    }

    /// A figure that has no noise.
    #[must_use]
    pub fn exact(value: f64) -> Median {
        Median { value, low: value, high: value }
    }

    /// The same median with an interval that holds these two as well.
    #[must_use]
    pub fn widen(self, low: f64, high: f64) -> Median {
        Median { low: self.low.min(low), high: self.high.max(high), ..self }
    }

    /// The median on another scale, by a function that grows.
    #[must_use]
    pub fn map(self, scale: fn(f64) -> f64) -> Median {
        Median { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// The probability that samples fall on one side of zero as unevenly as these
/// do, or more so, if the median were zero (the two-sided sign test).
#[must_use]
pub fn sign_test(samples: &[f64]) -> f64 {
    let below = samples.iter().filter(|&&sample| sample < 0.0).count();
    let above = samples.iter().filter(|&&sample| sample > 0.0).count();
    (2.0 * lower_tail(below + above, below.min(above))).min(1.0)
}

/// The probability of at most `heads` heads in `tosses` tosses of a coin.
fn lower_tail(tosses: usize, heads: usize) -> f64 {
    // In logarithms: 2^-tosses is nothing for a thousand tosses.
    let mut term = -(tosses as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for k in 0..=heads {
        sum += term.exp();
        term += ((tosses - k) as f64 / (k + 1) as f64).ln();
    }
    sum.min(1.0)
}

/// Which of several tests hold together at this probability of error (Holm's
/// method): at most with probability `error` does any of them hold by chance.
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

/// Orders of `count` contenders in which each follows each other equally often
/// (a Williams design): as many as contenders, or twice as many if odd.
#[must_use]
pub fn williams(count: usize) -> Vec<Vec<usize>> {
    // 0, 1, n-1, 2, n-2, ...: neighbours differ by every distance once.
    let first: Vec<usize> = (0..count)
        .map(|i| if i % 2 == 1 { i.div_ceil(2) } else { (count - i / 2) % count })
        .collect();
    let mut orders: Vec<Vec<usize>> = (0..count)
        .map(|shift| first.iter().map(|place| (place + shift) % count).collect())
        .collect();
    if count % 2 == 1 {
        let reversed: Vec<Vec<usize>> =
            orders.iter().map(|order| order.iter().rev().copied().collect()).collect();
        orders.extend(reversed);
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_has_the_published_ranks() {
        // Ranks of 95 % intervals of a median from tables of order statistics.
        for (count, rank) in [(6, 1), (10, 2), (20, 6), (25, 8), (50, 18), (100, 40)] {
            let samples: Vec<f64> = (1..=count).map(f64::from).collect();
            let median = Median::of(&samples, 0.05);
            assert_eq!(median.value, f64::from(count + 1) / 2.0);
            assert_eq!((median.low, median.high), (f64::from(rank), f64::from(count + 1 - rank)));
        }
        assert_eq!(Median::of(&[3.0], 0.05), Median { value: 3.0, low: 3.0, high: 3.0 });
    }

    #[test]
    fn the_sign_test_counts_sides() {
        assert_eq!(sign_test(&[-1.0, 1.0]), 1.0);
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

    #[test]
    fn each_contender_follows_each_other_equally_often() {
        for count in 2..12 {
            let orders = williams(count);
            let times = orders.len() / count;
            let mut follows = vec![vec![0; count]; count];
            for order in &orders {
                let mut seen = order.clone();
                seen.sort_unstable();
                assert_eq!(seen, (0..count).collect::<Vec<_>>());
                order.windows(2).for_each(|pair| follows[pair[0]][pair[1]] += 1);
            }
            for (a, row) in follows.iter().enumerate() {
                for (b, &count) in row.iter().enumerate() {
                    assert_eq!(count, if a == b { 0 } else { times });
                }
            }
        }
    }
}
