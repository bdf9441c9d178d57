use super::*;
use sampling::statistics::mixed;

/// A number from 0 to 1.
fn unit(number: u64) -> f64 {
    (mixed(number) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Costs on a played machine: it drifts, and some runs are late. Each build's cost is multiplied by
/// its factor.
fn played(rounds: u64, table: u64, factors: &[f64]) -> Vec<Vec<f64>> {
    let unit = |round: u64, place: u64| unit(table << 40 | round << 8 | place);
    let cost = |round: u64, build: u64| {
        let bell: f64 = (0..6).map(|part| unit(round, 8 * build + part) - 0.5).sum();
        let is_late = unit(round, 8 * build + 6) < 0.1;
        let delay = if is_late { 0.1 * unit(round, 8 * build + 7) } else { 0.0 };
        2.0 + 0.5 * (round as f64 / 9.0).sin() + 0.02 * bell + delay
    };
    let round = |round| (0..).zip(factors).map(|(build, by)| by * cost(round, build)).collect();
    (0..rounds).map(round).collect()
}

/// The test engine's speed is this many times the base's. Linking changes both, with a deviation of
/// 0.5 %.
fn linked(table: u64, builds: usize, ratio: f64) -> Finding {
    let part = |build: usize, part: u64| unit(table << 20 | (8 * build as u64) | part) - 0.5;
    // The sum of six such numbers has a deviation of 0.7.
    let bell = |build: usize| (0..6).map(|number| part(build, number)).sum::<f64>();
    let link = |build: usize| 1.0 + 0.007 * bell(build);
    let speed = |build: usize| if build < builds { 1.0 } else { ratio };
    let factors: Vec<_> = (0..2 * builds).map(|build| link(build) / speed(build)).collect();
    Finding::of(Builds { bases: builds, tests: builds }, &played(40, table, &factors))
}

const TWO: Builds = Builds { bases: 1, tests: 1 };

fn of(rounds: u64, table: u64, ratio: f64) -> Finding {
    Finding::of(TWO, &played(rounds, table, &[1.0, 1.0 / ratio]))
}

#[test]
fn an_engine_against_itself_shows_no_difference_at_its_level() {
    for rounds in [FEWEST, ENOUGH as u64 - 1, ENOUGH as u64, 40] {
        let missed = (0..200).filter(|table| of(rounds, *table, 1.0).verdict() != "not told apart");
        let missed = missed.count();
        assert!(missed as f64 <= most(200.0), "{missed} of 200 with {rounds} rounds");
    }
}

/// Three standard deviations above the number that is due at the level.
fn most(tables: f64) -> f64 {
    let due = tables * ERROR;
    due + 3.0 * (due * (1.0 - ERROR)).sqrt()
}

#[test]
fn equal_builds_forty_times_are_told_apart_twice_at_most() {
    let three = Builds { bases: 3, tests: 3 };
    let is_told = |table: &u64| {
        Finding::of(three, &played(40, *table, &[1.0; 6])).verdict() != "not told apart"
    };
    let told = (0..40).filter(is_told).count();
    assert!(told <= 2, "{told}");
}

/// In 800 tables it was 4.0 % with two builds of each, 4.1 % with three and 1.9 % with four.
#[test]
fn links_alone_make_a_difference_at_the_level_at_most() {
    let claims = |tables: u64, builds: usize| {
        let is_told = |table: &u64| linked(*table, builds, 1.0).verdict() != "not told apart";
        (1000..1000 + tables).filter(is_told).count()
    };
    for builds in [2, 3] {
        let claims = claims(160, builds);
        assert!(claims as f64 <= most(160.0), "{claims} of 160 with {builds} builds");
    }
    // One build of each tells the links apart, which is why several are needed.
    assert!(claims(40, 1) > 20, "{}", claims(40, 1));
}

#[test]
fn a_difference_is_found_with_its_sign_and_size() {
    for (truth, verdict) in [(1.03, "faster"), (0.97, "slower")] {
        let finding = of(40, 7, truth);
        let Figure { value, low, high } = finding.ratio();
        let is_it = low < truth && truth < high && (value - truth).abs() < 0.01;
        assert!(is_it && finding.verdict() == verdict, "{finding:?}");
    }
    // Three builds find two per cent, whatever links do, in nearly all cases.
    let found = (0..40).filter(|table| linked(*table, 3, 1.02).verdict() == "faster").count();
    let lost = (0..40).filter(|table| linked(*table, 3, 0.98).verdict() == "slower").count();
    assert!(found.min(lost) >= 32, "{found} and {lost}");
    let holds = |table: &u64| {
        let Figure { low, high, .. } = linked(*table, 3, 1.02).ratio();
        low < 1.02 && 1.02 < high
    };
    assert!((0..100).filter(holds).count() >= 90);
}

#[test]
fn three_link_orders_of_one_engine_are_not_told_apart() {
    // As far apart as those of Stockfish 11 were.
    let factors = [1.0, 1.0 / 1.0136, 1.0 / 0.9907, 1.0, 1.0 / 0.991, 1.0 / 1.013];
    let rounds = played(150, 3, &factors);
    let finding = Finding::of(Builds { bases: 3, tests: 3 }, &rounds);
    assert_eq!((finding.verdict(), finding.agrees), ("not told apart", false));
    // Though runs alone tell two of them apart.
    let two: Vec<_> = rounds.iter().map(|round| vec![round[0], round[1]]).collect();
    assert_eq!(Finding::of(TWO, &two).verdict(), "faster");
    let (time, builds) = finding.halves();
    assert!(time < 0.5 && builds.unwrap() > 2.0, "{time}, {builds:?}");
}

/// Costs without noise, of two builds each.
fn still(costs: [f64; 4]) -> Finding {
    Finding::of(Builds { bases: 2, tests: 2 }, &vec![costs.to_vec(); 20])
}

#[test]
fn one_direction_against_the_others_is_no_difference() {
    // Nine of ten directions, and an interval over thirty builds that excludes none.
    let mut costs = [vec![1.02; 29], vec![0.999], vec![1.0; 30]].concat();
    let finding = Finding::of(Builds { bases: 30, tests: 30 }, &vec![costs.clone(); 12]);
    assert!(finding.ratio().low > 1.01, "{finding:?}");
    assert_eq!((finding.verdict(), finding.agrees), ("not told apart", false));
    costs[29] = 1.001;
    let finding = Finding::of(Builds { bases: 30, tests: 30 }, &vec![costs; 12]);
    assert_eq!((finding.verdict(), finding.agrees), ("faster", true));
    // All directions, and an interval that holds none: two builds are few.
    let finding = still([1.02, 1.04, 1.0, 1.01]);
    assert_eq!((finding.verdict(), finding.agrees), ("not told apart", true));
    assert_eq!(still([1.02, 1.021, 1.0, 1.001]).verdict(), "faster");
    assert_eq!(still([1.0, 1.001, 1.02, 1.021]).verdict(), "slower");
}

/// By hand: the levels of either engine differ by 0.02, so their deviation is 0.0141, and that of
/// the difference of means as large. Student's factor with two degrees of freedom is 4.303.
#[test]
fn the_interval_over_builds_is_that_of_two_samples() {
    let finding = still([0.0, 0.02, -0.1, -0.12].map(f64::exp));
    let Figure { value, low, high } = finding.ratio().map(f64::ln);
    for (found, expected) in [(value, 0.12), (low, 0.12 - 0.06085), (high, 0.12 + 0.06085)] {
        assert!((found - expected).abs() < 1e-4, "{found}, {expected}");
    }
    let (time, builds) = finding.halves();
    assert!(time == 0.0 && (builds.unwrap() - 6.86).abs() < 0.01, "{builds:?}");
    // A single base build takes the deviation of the test's.
    let three = Builds { bases: 1, tests: 2 };
    let finding = Finding::of(three, &vec![[0.0_f64, -0.1, -0.12].map(f64::exp).to_vec(); 20]);
    let Figure { value, low, .. } = finding.ratio().map(f64::ln);
    let expected = 12.706 * 0.0141421 * 1.5_f64.sqrt();
    assert!((value - low - expected).abs() < 1e-3, "{value} {low} {expected}");
}

/// By the binomial distribution of the sign, two of 8 lie outside with more than 5 %, and two of
/// 9 with less.
#[test]
fn the_interval_of_few_runs_is_that_of_a_median_at_95_per_cent() {
    let of = |logarithms: &[f64]| {
        let rounds: Vec<_> = logarithms.iter().map(|log| vec![log.exp(), 1.0]).collect();
        Finding::of(TWO, &rounds).ratio().map(|ratio| (100.0 * ratio.ln()).round())
    };
    let steps = |count: u32| (1..=count).map(|step| 0.01 * f64::from(step)).collect::<Vec<_>>();
    assert_eq!(of(&steps(8)), Figure { value: 5.0, low: 1.0, high: 8.0 });
    assert_eq!(of(&steps(9)), Figure { value: 5.0, low: 2.0, high: 8.0 });
    // From ten runs on it is the mean of all but two at each end.
    let few = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.3, 0.3];
    assert_eq!(of(&few[..9]).value, 0.0);
    assert_eq!(of(&few).value, 10.0);
}

#[test]
fn the_probability_at_an_end_of_the_interval_is_that_of_the_interval() {
    for finding in [of(40, 5, 1.01), of(8, 5, 1.01), linked(5, 3, 1.02), linked(6, 2, 0.99)] {
        let Figure { value, low, high } = finding.ratio();
        for (ratio, expected) in [(low, 0.975), (value, 0.5), (high, 0.025)] {
            let found = finding.probability_above(ratio);
            assert!((found - expected).abs() < 0.002, "{found}, {expected}: {finding:?}");
        }
        let far = [value - 0.2, value + 0.2].map(|ratio| finding.probability_above(ratio));
        assert!(far[0] > 0.99 && far[1] < 0.01, "{far:?}");
    }
    // Without noise all is certain, and no difference is a coin's.
    let still = |ratio: f64| Finding::of(TWO, &vec![vec![2.0, 2.0 / ratio]; 20]);
    let of = |finding: Finding| finding.probability_above(1.0);
    assert_eq!([of(still(1.25)), of(still(1.0)), of(still(0.5))], [1.0, 0.5, 0.0]);
}

#[test]
fn runs_and_builds_that_an_interval_takes_are_those_that_reach_it() {
    // Four times the runs halve the interval.
    let finding = of(40, 5, 1.0);
    let (half, _) = finding.halves();
    assert_eq!(finding.wanted(half / 2.0), (120, None));
    assert_eq!(finding.wanted(half), (0, None));
    let (longer, _) = of(160, 5, 1.0).halves();
    assert!((0.3..0.7).contains(&(longer / half)), "{longer} and {half}");
    // Builds: by the published factors of Student for the degrees of 2 and of 3 builds each.
    let finding = still([1.0, 1.01, 1.0, 1.01]);
    let (_, Some(half)) = finding.halves() else { panic!("two builds have an interval") };
    let of_three = half * 2.776 / 4.303 * (2.0_f64 / 3.0).sqrt();
    assert_eq!(finding.wanted(half), (0, None));
    assert_eq!(finding.wanted(1.01 * of_three), (0, Some(3)));
    assert_eq!(finding.wanted(0.99 * of_three), (0, Some(4)));
    assert_eq!(finding.wanted(1e-4), (0, Some(MOST_BUILDS)));
    // Noise of runs is none of links: builds that differ by it alone take more runs, not builds.
    let noisy = Finding::of(Builds { bases: 3, tests: 3 }, &played(40, 9, &[1.0; 6]));
    let (more, builds) = noisy.wanted(0.1);
    assert!(builds.is_none(), "{builds:?}: {noisy:?}");
    let reached = Finding::of(Builds { bases: 3, tests: 3 }, &played(40 + more, 9, &[1.0; 6]));
    let (time, over_builds) = reached.halves();
    let widest = time.max(over_builds.unwrap());
    assert!((0.03..0.2).contains(&widest), "{widest} with {more} more runs");
    // Links are none of runs': as many runs, and more builds.
    let (_, builds) = linked(9, 3, 1.0).wanted(0.4);
    assert!(builds.is_some_and(|builds| (6..60).contains(&builds)), "{builds:?}");
}
