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
    assert_eq!(trimmed_mean(&samples.map(|sample| [sample]), 0.05).value, 7.0 / 3.0);
    // The mean of both kinds, of which one was not taken once.
    let both = samples.map(|sample| [sample, if sample == 900.0 { f64::NAN } else { 6.0 }]);
    assert_eq!(trimmed_mean(&both, 0.05).value, (7.0 / 3.0 + 6.0) / 2.0);
    // Some draws have nothing of a kind that was taken once.
    let once = [[1.0, 5.0], [2.0, f64::NAN], [3.0, f64::NAN]];
    let Figure { value, low, high } = trimmed_mean(&once, 0.05);
    assert!(value == 3.5 && low < value && value < high && high.is_finite(), "{low}, {high}");
    assert_eq!(trimmed_mean(&[[3.0]; 50], 0.05), Figure { value: 3.0, low: 3.0, high: 3.0 });
    let few = trimmed_mean(&[[1.0]], 0.05);
    assert_eq!((few.low, few.high), (1.0, 1.0));
}

#[test]
fn samples_taken_many_times_count_as_often() {
    // Of 1 1 1 1 2 4 4 8 8 8, two are left out at each end.
    let kinds = Kinds::of(&(0..10).map(|n| [f64::from(n)]).collect::<Vec<_>>());
    assert_eq!(kinds.trimmed(&[0, 4, 1, 0, 2, 0, 0, 0, 3, 0]), 20.0 / 6.0);
    // By sorting each draw anew.
    let samples: Vec<_> = (0..25).map(|n| [unit(n % 20)]).collect();
    let Figure { value, low, high } = trimmed_mean(&samples, 0.05);
    let found = [value, low, high].map(|number| (number * 1e9).round() as i64);
    assert_eq!(found, [531_572_405, 366_203_886, 694_433_845]);
}

/// Draws are kept up to 2,097 units.
#[test]
fn what_was_drawn_before_changes_no_interval() {
    let samples: Vec<_> = (0..2400).map(|n| [unit(n)]).collect();
    let found = |count| trimmed_mean(&samples[..count], 0.05);
    // A thread begins without.
    let anew = |count| std::thread::scope(|scope| scope.spawn(|| found(count)).join().unwrap());
    for count in [40, 600, 2400, 40] {
        assert_eq!(found(count), anew(count), "{count}");
    }
    let halves = [600, 2400].map(found).map(|it| (it.high - it.low) / 2.0);
    assert!((1.8..2.2).contains(&(halves[0] / halves[1])), "{halves:?}");
}

/// A number between 0 and 1, always the same.
fn unit(number: u64) -> f64 {
    (mixed(number) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Noise with a few long delays, as searches have.
#[test]
fn intervals_of_trimmed_means_hold_their_level() {
    for (count, error) in [(40, 0.05), (40, 0.01), (60, 0.05)] {
        let missed = (0..200).filter(|table| {
            let unit = |n: u64| unit(table << 40 | n);
            let sample = |n: u64| {
                let bell: f64 = (0..6).map(|part| unit(8 * n + part) - 0.5).sum();
                let delay = if unit(8 * n + 6) < 0.1 { 3.0 * (unit(8 * n + 7) - 0.5) } else { 0.0 };
                bell + delay
            };
            let mean = trimmed_mean(&(0..count).map(|n| [sample(n)]).collect::<Vec<_>>(), error);
            mean.low > 0.0 || mean.high < 0.0
        });
        let (missed, due) = (missed.count() as f64, 200.0 * error);
        // Three standard deviations.
        let most = due + 3.0 * (due * (1.0 - error)).sqrt();
        assert!(missed <= most, "{missed} of 200 at {error} with {count}");
    }
}

/// Four spans of ten samples, two of them higher by 20. As often as 1, 4, 6, 4 and 1 in 16, a draw has
/// none to four of these, and means of 30, 31.67, 40, 48.33 and 50 without both fifths.
#[test]
fn a_span_reaches_as_far_as_students_distribution() {
    let samples: Vec<_> = (0..40).map(|n| [if n / 10 % 2 == 0 { 30.0 } else { 50.0 }]).collect();
    let deviation = f64::sqrt((2.0 * 100.0 + 8.0 * 69.44) / 16.0 * 4.0 / 3.0);
    let by = over_spans(&samples, 4, 0.05) / (3.1824 * deviation);
    // Within the luck of 400 draws.
    assert!((0.92..1.08).contains(&by), "{by}");
    let samples = [1.0, 1.0, 3.0, 3.0, 2.0, 2.0, 5.0, 5.0, 4.0, 4.0, 6.0, 6.0];
    let spanned = spanned(median(&samples, 1.0), &samples, 6, 0.05);
    // The middles deviate by the root of 3.5 from their mean, and Student's quantile is 2.571.
    let by = 2.5706 * f64::sqrt(3.5 / 6.0);
    let [low, high] = [spanned.value - by, spanned.value + by];
    assert!((spanned.low - low).abs() < 1e-3 && (spanned.high - high).abs() < 1e-3, "{spanned:?}");
}

#[test]
fn independent_errors_add_by_their_squares() {
    let joined = joined(Figure { value: 10.0, low: 7.0, high: 17.5 }, 4.0);
    assert_eq!(joined, Figure { value: 10.0, low: 5.0, high: 18.5 });
}

/// One half to the power of five is once in 32, on either side.
#[test]
fn six_samples_suffice_for_an_interval_of_a_median() {
    assert_eq!([0, 1, 5, 6, 7].map(|n| suffice(n, 0.05)), [false, false, false, true, true]);
    assert!(suffice(5, 0.0625) && !suffice(4, 0.0625));
}

#[test]
fn numbers_are_mixed_as_splitmix64_does() {
    // Its first outputs from the seed 0.
    let published = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
    assert_eq!([0, 1, 2].map(mixed), published);
}

#[test]
fn a_quantile_is_the_nearest_sample() {
    let samples = [4.0, 2.0, 1.0, 3.0];
    assert_eq!([0.0, 0.1, 0.4, 0.9].map(|share| quantile(&samples, share)), [1.0, 1.0, 2.0, 4.0]);
    assert_eq!(quantile(&[], 0.5), 0.0);
}

#[test]
fn students_distribution_has_the_published_quantiles() {
    for (error, degrees, published) in [
        (0.05, 1, 12.706),
        (0.05, 3, 3.182),
        (0.05, 5, 2.571),
        (0.001, 5, 6.869),
        (0.01, 11, 3.106),
        (0.05, 2, 4.303),
        (0.05, 4, 2.776),
        (0.1, 4, 2.132),
        (0.01, 10, 3.169),
        (0.05, 1000, 1.962),
    ] {
        assert!((student(error, degrees) - published).abs() < 5e-4, "{error}, {degrees}");
        let below = [published, -published].map(|value| student_below(value, degrees));
        let expected = [1.0 - error / 2.0, error / 2.0];
        assert!((0..2).all(|n| (below[n] - expected[n]).abs() < 1e-4), "{below:?}");
    }
    assert_eq!([1, 2, 7].map(|degrees| student_below(0.0, degrees)), [0.5; 3]);
    // From tables of the normal distribution: 1.95996, and 2.57583 for 1 %.
    assert!((stretch(0.05) - 1.0).abs() < 1e-9 && (stretch(0.01) - 1.31423).abs() < 5e-4);
}

/// The same drift as below, through programs: a unit is two comparisons that share it.
#[test]
fn intervals_of_spanned_means_hold_their_level_through_a_slow_drift() {
    let missed = |tables: u64, figure: fn(&[[f64; 2]]) -> Figure| {
        let is_missed = |table: &u64| {
            let drawn = |n: u64| unit((table << 32) | n) - 0.5;
            let sample = |n: u64| {
                let slow = drawn((1 << 31) | (n / 10));
                [1, 2].map(|kind| slow + 0.2 * drawn(4 * n + kind))
            };
            let Figure { low, high, .. } = figure(&(0..240).map(sample).collect::<Vec<_>>());
            low > 0.0 || high < 0.0
        };
        (0..tables).filter(is_missed).count()
    };
    // 5 are due, and three standard deviations are 6.5.
    let spans = missed(100, |s| spanned_mean(s, 12, 0.05));
    let plain = missed(30, |s| trimmed_mean(s, 0.05));
    assert!(plain > 10 && spans <= 11, "{plain} of 30 and {spans} of 100");
}

/// A machine that drifts for longer than a block, and shorter than a table.
#[test]
fn intervals_of_spans_hold_their_level_through_a_slow_drift() {
    let missed = |figure: fn(&[f64]) -> Figure| {
        let is_missed = |table: &u64| {
            let drawn = |n: u64| unit((table << 32) | n) - 0.5;
            let sample = |n: u64| 0.2 * drawn(n) + drawn((1 << 31) | (n / 20));
            let Figure { low, high, .. } = figure(&(0..1200).map(sample).collect::<Vec<_>>());
            low > 0.0 || high < 0.0
        };
        (0..400_u64).filter(is_missed).count()
    };
    // 20 are due, and three standard deviations are 13.
    let [plain, spans] =
        [missed(|s| median(s, 0.05)), missed(|s| spanned(median(s, 0.05), s, 6, 0.05))];
    assert!(plain > 200 && spans <= 33, "{plain} and {spans} of 400");
}
