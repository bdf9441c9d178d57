use super::*;
use figures::statistics::mixed;

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
    built(table, builds, ratio, 0.0)
}

/// The same; each further way to build costs both engines so much more.
fn built(table: u64, builds: usize, ratio: f64, way: f64) -> Finding {
    let part = |build: usize, part: u64| unit(table << 20 | (8 * build as u64) | part) - 0.5;
    // The sum of six such numbers has a deviation of 0.7.
    let bell = |build: usize| (0..6).map(|number| part(build, number)).sum::<f64>();
    let link = |build: usize| 1.0 + 0.007 * bell(build);
    let speed = |build: usize| if build < builds { 1.0 } else { ratio };
    let way = |build: usize| 1.0 + way * (build % builds) as f64;
    let factor = |build: usize| way(build) * link(build) / speed(build);
    let factors: Vec<_> = (0..2 * builds).map(factor).collect();
    found(Builds { bases: builds, tests: builds }, &played(40, table, &factors))
}

/// Of a comparison whose length is given.
fn found(builds: Builds, rounds: &[Vec<f64>]) -> Finding {
    Finding::of(builds, rounds, false)
}

const TWO: Builds = Builds { bases: 1, tests: 1 };

fn of(rounds: u64, table: u64, ratio: f64) -> Finding {
    found(TWO, &played(rounds, table, &[1.0, 1.0 / ratio]))
}

#[test]
fn an_engine_against_itself_shows_no_difference_at_its_level() {
    for rounds in [FEWEST, ENOUGH as u64 - 1, ENOUGH as u64, 40] {
        let missed =
            (0..200).filter(|table| of(rounds, *table, 1.0).verdict() != Verdict::NotToldApart);
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
        found(three, &played(40, *table, &[1.0; 6])).verdict() != Verdict::NotToldApart
    };
    let told = (0..40).filter(is_told).count();
    assert!(told <= 2, "{told}");
}

/// In 800 tables it was 4.0 % with two builds of each, 4.1 % with three and 1.9 % with four.
#[test]
fn links_alone_make_a_difference_at_the_level_at_most() {
    let claims = |tables: u64, builds: usize| {
        let is_told = |table: &u64| linked(*table, builds, 1.0).verdict() != Verdict::NotToldApart;
        (1000..1000 + tables).filter(is_told).count()
    };
    for builds in [2, 3, PAIRED, 12] {
        let claims = claims(160, builds);
        assert!(claims as f64 <= most(160.0), "{claims} of 160 with {builds} builds");
    }
    // One build of each tells the links apart, which is why several are needed.
    assert!(claims(40, 1) > 20, "{}", claims(40, 1));
}

#[test]
fn a_difference_is_found_with_its_sign_and_size() {
    for (truth, verdict) in [(1.03, Verdict::Faster), (0.97, Verdict::Slower)] {
        let finding = of(40, 7, truth);
        let Figure { value, low, high } = finding.ratio();
        let is_it = low < truth && truth < high && (value - truth).abs() < 0.01;
        assert!(is_it && finding.verdict() == verdict, "{finding:?}");
    }
    // Three builds find two per cent, whatever links do, in nearly all cases.
    let found =
        (0..40).filter(|table| linked(*table, 3, 1.02).verdict() == Verdict::Faster).count();
    let lost = (0..40).filter(|table| linked(*table, 3, 0.98).verdict() == Verdict::Slower).count();
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
    let finding = found(Builds { bases: 3, tests: 3 }, &rounds);
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::NotToldApart, false));
    // Though runs alone tell two of them apart.
    let two: Vec<_> = rounds.iter().map(|round| vec![round[0], round[1]]).collect();
    assert_eq!(found(TWO, &two).verdict(), Verdict::Faster);
    let (time, builds) = finding.halves();
    assert!(time < 0.5 && builds.unwrap() > 2.0, "{time}, {builds:?}");
}

/// Costs without noise, of two builds each.
fn still(costs: [f64; 4]) -> Finding {
    found(Builds { bases: 2, tests: 2 }, &vec![costs.to_vec(); 20])
}

/// Ways that differ by 3 % each move neither the figure nor its interval, as long as there are pairs.
#[test]
fn builds_that_are_made_in_the_same_ways_are_compared_in_pairs() {
    for (truth, verdict) in [(1.015, Verdict::Faster), (0.985, Verdict::Slower)] {
        let all: Vec<_> = (0..40).map(|table| built(table, 8, truth, 0.03)).collect();
        let told = all.iter().filter(|finding| finding.verdict() == verdict).count();
        assert!(told >= 36, "{truth}: {told} of 40");
        assert!(all.iter().all(|finding| finding.half() < 1.2), "{all:?}");
        let holds = |it: &&Finding| it.ratio().side(truth).is_eq();
        assert!(all.iter().filter(holds).count() >= 34);
    }
    let claims =
        (0..80).filter(|table| built(*table, 8, 1.0, 0.03).verdict() != Verdict::NotToldApart);
    let claims = claims.count();
    assert!(claims as f64 <= most(80.0), "{claims} of 80");
    // One pair of eight on the other side is told, and the interval decides.
    let costs = [vec![1.01; 7], vec![0.999], vec![1.0; 8]].concat();
    let finding = found(Builds { bases: 8, tests: 8 }, &vec![costs; 12]);
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::Faster, false));
    // Of five, all are compared with all.
    assert!(built(1, PAIRED - 1, 1.015, 0.03).half() > 3.0);
}

#[test]
fn one_direction_against_the_others_is_no_difference() {
    // An interval over five builds that excludes none, and one of them on the other side.
    let five = Builds { bases: 5, tests: 5 };
    let mut costs = [vec![1.02; 4], vec![0.999], vec![1.0; 5]].concat();
    let finding = found(five, &vec![costs.clone(); 12]);
    assert!(finding.ratio().low > 1.0, "{finding:?}");
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::NotToldApart, false));
    let mut slower = [vec![1.0; 5], vec![1.02; 4], vec![0.999]].concat();
    let finding = found(five, &vec![slower.clone(); 12]);
    assert!(finding.ratio().high < 1.0, "{finding:?}");
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::NotToldApart, false));
    slower[9] = 1.001;
    let finding = found(five, &vec![slower; 12]);
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::Slower, true));
    costs[4] = 1.001;
    let finding = found(five, &vec![costs; 12]);
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::Faster, true));
    // All directions, and an interval that holds none: two builds are few.
    let finding = still([1.02, 1.04, 1.0, 1.01]);
    assert_eq!((finding.verdict(), finding.agrees), (Verdict::NotToldApart, true));
    assert_eq!(still([1.02, 1.021, 1.0, 1.001]).verdict(), Verdict::Faster);
    assert_eq!(still([1.0, 1.001, 1.02, 1.021]).verdict(), Verdict::Slower);
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
    assert!(time < 1e-9 && (builds.unwrap() - 6.86).abs() < 0.01, "{builds:?}");
    // A single base build takes the deviation of the test's.
    let three = Builds { bases: 1, tests: 2 };
    let finding = found(three, &vec![[0.0_f64, -0.1, -0.12].map(f64::exp).to_vec(); 20]);
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
        found(TWO, &rounds).ratio().map(|ratio| (100.0 * ratio.ln()).round())
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
    let still = |ratio: f64| found(TWO, &vec![vec![2.0, 2.0 / ratio]; 20]);
    let of = |finding: Finding| finding.probability_above(1.0);
    assert_eq!([of(still(1.25)), of(still(1.0)), of(still(0.5))], [1.0, 0.5, 0.0]);
}

#[test]
fn looks_come_after_half_as_many_rounds_again() {
    let looks: Vec<_> = (0..500).filter(|rounds| is_look(*rounds)).collect();
    assert_eq!(looks, [60, 90, 135, 202, 303, 454]);
}

/// Half of the spans lie half a per cent higher: rounds of their own know nothing of it.
#[test]
fn an_interval_holds_what_lasts_for_many_rounds() {
    let rounds = |lasts: usize| -> Vec<_> {
        let is_high = |round: usize| (round / lasts).is_multiple_of(2);
        let level = |round| if is_high(round) { 0.005_f64 } else { -0.005 };
        (0..120).map(|round| vec![1.0, level(round).exp()]).collect()
    };
    let half = |lasts, stops| Finding::of(TWO, &rounds(lasts), stops).half();
    let [short, spans] = [half(1, false), half(12, false)];
    assert!(spans > 2.5 * short, "{short} {spans}");
    // Who stops at a narrow interval pays.
    assert!(half(30, true) > 1.2 * half(30, false), "{} {}", half(30, true), half(30, false));
}
