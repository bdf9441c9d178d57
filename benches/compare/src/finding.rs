//! The ratio of two engines' speeds, from the costs of builds of them: over time and over builds.

use records::Figure;
use sampling::statistics::{median, student, student_below, trimmed_mean, widened};

/// The probability that the interval misses.
pub(crate) const ERROR: f64 = 0.05;

/// Even the whole range of fewer rounds misses more often.
pub(crate) const FEWEST: u64 = 6;

/// The interval of a trimmed mean of fewer rounds is too narrow, a median's is not: on played
/// machines 7.6 % missed with 6 rounds, and 5.5 % with 10.
const ENOUGH: usize = 10;

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
    /// The variance of a build's level that is due to the noise of its runs.
    noise: f64,
    /// Whether all test builds are faster than all base builds, or all slower.
    pub(crate) agrees: bool,
}

impl Finding {
    /// From rounds. Each holds the cost of a run of every build, those of the base first.
    pub(crate) fn of(builds: Builds, rounds: &[Vec<f64>]) -> Finding {
        let ratios: Vec<_> = rounds.iter().map(|round| directions(builds, round)).collect();
        let within = if rounds.len() < ENOUGH {
            let means: Vec<_> = ratios.iter().map(|ratios| mean(ratios)).collect();
            median(&means, ERROR)
        } else {
            trimmed_mean(&ratios, ERROR)
        };
        let figures = levels(rounds);
        let levels: Vec<_> = figures.iter().map(|level| level.value).collect();
        let signs = directions(builds, &levels.iter().map(|level| level.exp()).collect::<Vec<_>>());
        // A single direction has nothing to disagree with.
        let agrees = builds.degrees() == 0
            || signs.iter().all(|sign| *sign > 0.0)
            || signs.iter().all(|sign| *sign < 0.0);
        let between = builds.scale(&levels).map(|scale| scale * student(ERROR, builds.degrees()));
        let degrees = rounds.len().saturating_sub(1).max(1);
        let error = |level: &Figure| (level.high - level.low) / 2.0 / student(ERROR, degrees);
        let noise = mean(&figures.iter().map(|level| error(level).powi(2)).collect::<Vec<_>>());
        Finding { builds, rounds: rounds.len(), within, between, noise, agrees }
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

    /// Whether a difference may be claimed: the interval excludes none, and all directions agree.
    pub(crate) fn verdict(&self) -> &'static str {
        let Figure { low, high, .. } = self.ratio();
        match () {
            () if self.agrees && low > 1.0 => "faster",
            () if self.agrees && high < 1.0 => "slower",
            () => "not told apart",
        }
    }

    /// The probability that the ratio of speeds is above `ratio`: by the Student's distribution that
    /// has its ends where the interval has them.
    pub(crate) fn probability_above(&self, ratio: f64) -> f64 {
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

    /// Rounds in addition, and builds of each engine, that an interval of this half-width takes, in
    /// per cent. No builds if those at hand suffice.
    pub(crate) fn wanted(&self, half: f64) -> (u64, Option<usize>) {
        let more = |times: f64| (self.rounds as f64 * (times - 1.0)).ceil().max(0.0) as u64;
        let over_time = (self.halves().0 / half).powi(2);
        let Some(between) = self.between else { return (more(over_time), None) };
        // Levels of builds differ by their links and by the noise of runs, of which more runs take.
        let now = between / student(ERROR, self.builds.degrees()) / self.builds.spread();
        let links = (now.powi(2) - self.noise).max(0.0);
        // As a logarithm.
        let half = (half / 100.0 / self.within.value.exp()).asinh();
        let allowed = |builds: Builds| {
            (half / student(ERROR, builds.degrees()) / builds.spread()).powi(2) * NEARLY
        };
        // Half of what is allowed is left to the noise.
        let fits =
            |builds: Builds| links <= allowed(builds) * if self.noise > 0.0 { 0.5 } else { 1.0 };
        let of = |count| Builds { bases: count, tests: count };
        let builds = if fits(self.builds) {
            self.builds
        } else {
            (2..MOST_BUILDS).map(of).find(|builds| fits(*builds)).unwrap_or(of(MOST_BUILDS))
        };
        let over_builds = match allowed(builds) - links {
            left if left > 0.0 => self.noise / left,
            _ => 0.0,
        };
        let is_new = builds != self.builds;
        (more(over_time.max(over_builds)), is_new.then_some(builds.bases))
    }

    /// The degrees of freedom of the interval over time.
    fn degrees(&self) -> usize {
        self.rounds.saturating_sub(1).max(1)
    }
}

/// A width that was itself computed is reached, whatever its last digits.
const NEARLY: f64 = 1.0 + 1e-9;

/// More builds are not counted.
pub(crate) const MOST_BUILDS: usize = 1000;

impl Builds {
    fn degrees(self) -> usize {
        self.bases + self.tests - 2
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
        let all = squares(bases) + squares(tests);
        (self.degrees() > 0).then(|| (all / self.degrees() as f64).sqrt() * self.spread())
    }
}

/// The logarithms of the ratios of speeds: of every test build to every base build.
fn directions(Builds { bases, .. }: Builds, costs: &[f64]) -> Vec<f64> {
    let (bases, tests) = costs.split_at(bases);
    bases.iter().flat_map(|base| tests.iter().map(move |test| (base / test).ln())).collect()
}

/// The middle logarithm of each build's cost by the mean of its round, which drifts.
fn levels(rounds: &[Vec<f64>]) -> Vec<Figure> {
    let centred = |round: &Vec<f64>| {
        let logarithms: Vec<_> = round.iter().map(|cost| cost.ln()).collect();
        let mean = mean(&logarithms);
        logarithms.into_iter().map(|logarithm| logarithm - mean).collect::<Vec<_>>()
    };
    let rounds: Vec<_> = rounds.iter().map(centred).collect();
    let of = |build: usize| rounds.iter().map(|round| round[build]).collect::<Vec<_>>();
    let builds = rounds.first().map_or(0, Vec::len);
    (0..builds).map(|build| median(&of(build), ERROR)).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests;
