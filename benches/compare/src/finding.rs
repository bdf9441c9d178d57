//! The ratio of two engines' speeds, from the costs of builds of them: over time and over builds.

pub(crate) use figures::Claim as Verdict;
use figures::Figure;
use figures::statistics::{
    median, middle, over_spans, student, student_below, trimmed_mean, widened,
};
use std::cmp::Ordering;

/// The probability that the interval misses.
pub(crate) const ERROR: f64 = 0.05;

/// Even the whole range of fewer rounds misses more often.
pub(crate) const FEWEST: u64 = 6;

/// The interval of a trimmed mean of fewer rounds is too narrow, a median's is not: on played
/// machines 7.6 % missed with 6 rounds, and 5.5 % with 10.
const ENOUGH: usize = 10;

/// Into how many spans of time rounds are divided, for what a machine does for many rounds. An interval
/// is the wider of that over rounds and that over these spans. On played machines, 500 tables each of 75
/// and of 187 rounds, it misses in 3 of 100 where rounds do not depend on each other, and in 4 to 8 where a
/// neighbour stays for two to seven of them; that over rounds alone misses in 15 and more. The widest of
/// rounds, twelve and six spans missed in 2 and in 4 to 6, but was an eighth wider, as if there were a
/// fifth fewer rounds.
const SPANS: usize = 10;

/// Others where a narrow interval ends the comparison: whoever looks often and stops at what happens
/// to be narrow pays with a wider one.
const PAID: usize = 4;

/// From so many builds of each engine on, they are compared in pairs, the first with the first: two that
/// are made in the same way share what that way costs. Twelve ways to build one engine differed by 12 %, so
/// twelve builds of a test that lost 1.7 to 3.5 % by each way were within 1.6 %; in pairs, within 0.9 %, after
/// a third of the time. Of fewer, all are compared with all, for a deviation of few pairs says little.
const PAIRED: usize = 6;

/// The first look at whether an interval is narrow enough, in rounds.
const FIRST_LOOK: u64 = 60;

/// Whether an interval is looked at after this many rounds: each time after half as many again.
pub(crate) fn is_look(rounds: u64) -> bool {
    let looks = std::iter::successors(Some(FIRST_LOOK), |look| Some(look + look / 2));
    looks.take_while(|look| *look <= rounds).any(|look| look == rounds)
}

/// The base's builds before the test's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Builds {
    pub(crate) bases: usize,
    pub(crate) tests: usize,
}

/// What runs of builds show.
#[derive(Debug)]
pub(crate) struct Finding {
    builds: Builds,
    rounds: usize,
    /// The logarithm of the ratio of speeds, test by base. Its interval is that over time alone.
    within: Figure,
    /// How far the interval over builds reaches to either side, if one engine has several.
    between: Option<f64>,
    /// Whether all test builds are faster than all base builds, or all slower; of pairs, each than its own.
    pub(crate) agrees: bool,
}

impl Finding {
    /// From rounds. Each holds the cost of a run of every build, those of the base first. `stops` says
    /// whether a narrow interval ends the comparison.
    pub(crate) fn of(builds: Builds, rounds: &[Vec<f64>], stops: bool) -> Finding {
        let ratios: Vec<_> = rounds.iter().map(|round| directions(builds, round)).collect();
        let within = if rounds.len() < ENOUGH {
            median(&ratios.iter().map(|ratios| mean(ratios)).collect::<Vec<_>>(), ERROR)
        } else {
            let spans = [SPANS].into_iter().chain(stops.then_some(PAID));
            // Two rounds make a span.
            let spans = spans.filter(|spans| 2 * spans <= rounds.len());
            let by = spans.map(|spans| over_spans(&ratios, spans, ERROR)).fold(0.0, f64::max);
            widened(trimmed_mean(&ratios, ERROR), by)
        };
        let levels = levels(rounds);
        let signs = directions(builds, &levels.iter().map(|level| level.exp()).collect::<Vec<_>>());
        // A single direction has nothing to disagree with.
        let agrees = builds.degrees() == 0
            || signs.iter().all(|sign| *sign > 0.0)
            || signs.iter().all(|sign| *sign < 0.0);
        let between = builds.scale(&levels).map(|scale| scale * student(ERROR, builds.degrees()));
        Finding { builds, rounds: rounds.len(), within, between, agrees }
    }

    /// The ratio of speeds with the wider of both intervals.
    pub(crate) fn ratio(&self) -> Figure {
        widened(self.within, self.between.unwrap_or(0.0)).map(f64::exp)
    }

    /// How far both intervals reach to either side in per cent: over time, and over builds.
    pub(crate) fn halves(&self) -> (f64, Option<f64>) {
        let half = |figure: Figure| 50.0 * (figure.high.exp() - figure.low.exp());
        let around = |by| widened(Figure::exact(self.within.value), by);
        (half(self.within), self.between.map(|by| half(around(by))))
    }

    /// What may be claimed: a difference if the interval excludes none, and all directions agree. Of pairs,
    /// which are not few, the interval says enough.
    pub(crate) fn verdict(&self) -> Verdict {
        let is_sure = self.agrees || self.builds.are_paired();
        match self.ratio().side(1.0) {
            Ordering::Greater if is_sure => Verdict::Faster,
            Ordering::Less if is_sure => Verdict::Slower,
            _ => Verdict::NotToldApart,
        }
    }

    /// The gain in per cent with the half of its interval, in short.
    pub(crate) fn gain(&self) -> String {
        format!("{:+.1} ±{:.1} %", 100.0 * (self.ratio().value - 1.0), self.half())
    }

    /// Half of the interval in per cent.
    pub(crate) fn half(&self) -> f64 {
        let Figure { low, high, .. } = self.ratio();
        50.0 * (high - low)
    }

    /// The probability that the test is faster.
    pub(crate) fn probability_faster(&self) -> f64 {
        self.probability_above(1.0)
    }

    /// The probability that the ratio of speeds is above `ratio`: by the Student's distribution that
    /// has its ends where the interval has them.
    fn probability_above(&self, ratio: f64) -> f64 {
        let by = |half: f64, degrees| {
            let away = self.within.value - ratio.ln();
            if half > 0.0 {
                student_below(away / half * student(ERROR, degrees), degrees)
            } else {
                f64::midpoint(1.0, if away == 0.0 { 0.0 } else { away.signum() })
            }
        };
        let Figure { value, low, high } = self.within;
        let half = if ratio.ln() < value { value - low } else { high - value };
        let over_time = by(half, self.degrees());
        // The one that knows less is nearer to a coin's.
        let over_builds = self.between.map(|half| by(half, self.builds.degrees()));
        let doubt = |probability: f64| (probability - 0.5).abs();
        over_builds.into_iter().fold(
            over_time,
            |one, other| {
                if doubt(other) < doubt(one) { other } else { one }
            },
        )
    }

    /// The degrees of freedom of the interval over time.
    fn degrees(&self) -> usize {
        self.rounds.saturating_sub(1).max(1)
    }
}

impl Builds {
    fn are_paired(self) -> bool {
        self.bases == self.tests && self.bases >= PAIRED
    }

    fn degrees(self) -> usize {
        if self.are_paired() { self.bases - 1 } else { self.bases + self.tests - 2 }
    }

    /// The error of the difference of both engines' mean levels, by that of one level.
    fn spread(self) -> f64 {
        (1.0 / self.bases as f64 + 1.0 / self.tests as f64).sqrt()
    }

    /// The standard error of the difference of both engines' mean levels, if builds of one engine
    /// tell it.
    fn scale(self, levels: &[f64]) -> Option<f64> {
        let (bases, tests) = levels.split_at(self.bases);
        let squares = |levels: &[f64]| {
            let mean = mean(levels);
            levels.iter().map(|level| (level - mean).powi(2)).sum::<f64>()
        };
        if self.are_paired() {
            let ratios: Vec<_> = bases.iter().zip(tests).map(|(base, test)| base - test).collect();
            let degrees = self.degrees() as f64;
            return Some((squares(&ratios) / degrees / self.bases as f64).sqrt());
        }
        let all = squares(bases) + squares(tests);
        (self.degrees() > 0).then(|| (all / self.degrees() as f64).sqrt() * self.spread())
    }
}

/// The logarithms of the ratios of speeds: of every test build to every base build, or to its own.
fn directions(builds: Builds, costs: &[f64]) -> Vec<f64> {
    let (bases, tests) = costs.split_at(builds.bases);
    if builds.are_paired() {
        return bases.iter().zip(tests).map(|(base, test)| (base / test).ln()).collect();
    }
    bases.iter().flat_map(|base| tests.iter().map(move |test| (base / test).ln())).collect()
}

/// The middle logarithm of each build's cost by the mean of its round, which drifts.
fn levels(rounds: &[Vec<f64>]) -> Vec<f64> {
    let centred = |round: &Vec<f64>| {
        let logarithms: Vec<_> = round.iter().map(|cost| cost.ln()).collect();
        let mean = mean(&logarithms);
        logarithms.into_iter().map(|logarithm| logarithm - mean).collect::<Vec<_>>()
    };
    let rounds: Vec<_> = rounds.iter().map(centred).collect();
    let of = |build: usize| rounds.iter().map(|round| round[build]).collect::<Vec<_>>();
    let builds = rounds.first().map_or(0, Vec::len);
    (0..builds).map(|build| middle(&of(build))).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests;
