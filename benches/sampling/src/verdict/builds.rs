//! What the compiler's luck does to programs. Builds of one source differ by more than their noise, and
//! each is one draw: the build is the unit, as a layout is of a lookup's time.

use super::{ERROR, Roles, compared};
use crate::rounds::Counted;
use crate::statistics::{middle, student, widened};
use figures::Figure;

/// The deviation of builds, as a share, that other tables showed, and how many degrees of freedom stand
/// behind it. A table with few builds knows little of it by itself. Builds of our engine by inline
/// thresholds of 150, 275 and 400 and at level 2 had gains over their own bases that deviated by 0.4 to
/// 1.9 %, the noise of ±1 % included, on a Zen 5 guest: a build of each of two deviates by 0.8 %.
pub const LUCK: (f64, usize) = (0.008, 8);

/// A median of as many levels as the base has varies by this much more than their mean.
const OF_MEDIAN: f64 = std::f64::consts::FRAC_PI_2;

/// The builds of a table's programs.
pub(super) struct Builds<'r> {
    roles: &'r Roles,
    /// By how much each lane's time lies above the mean of the base's builds, as a logarithm; not a
    /// number where it never ran.
    levels: Vec<f64>,
}

impl<'r> Builds<'r> {
    pub(super) fn of(counted: &Counted<'_>, roles: &'r Roles) -> Builds<'r> {
        let base = of_variant(roles, roles.compared[0]);
        let level = |variant: usize| {
            let is_base = base.contains(&variant);
            let is_program = is_base
                || roles.compared.contains(&variant)
                || roles.builds.iter().any(|(build, _)| *build == variant);
            if !is_program {
                return f64::NAN;
            }
            compared(counted, roles, &[variant], &base, ERROR).value
        };
        Builds { roles, levels: (0..counted.variants()).map(level).collect() }
    }

    /// The builds that the base stands for: its own, and the choices that cannot differ from it.
    fn of_base(&self) -> Vec<usize> {
        let neutral = self.roles.neutral.iter().flat_map(|it| of_variant(self.roles, *it));
        of_variant(self.roles, self.roles.compared[0]).into_iter().chain(neutral).collect()
    }

    fn levels(&self, builds: &[usize]) -> Vec<f64> {
        let levels = builds.iter().map(|build| self.levels[*build]);
        levels.filter(|level| level.is_finite()).collect()
    }

    /// The level of the base: the middle of its builds, so that an unlucky one moves nothing.
    pub(super) fn base(&self) -> f64 {
        middle(&self.levels(&self.of_base()))
    }

    /// The deviation of builds, as a logarithm, and its degrees of freedom: of all that have several,
    /// together with what is known beforehand.
    pub(super) fn luck(&self) -> (f64, usize) {
        let choices = self.roles.compared[1..].iter();
        let choices = choices.filter(|choice| !self.roles.neutral.contains(choice));
        let groups = choices.map(|choice| of_variant(self.roles, *choice)).chain([self.of_base()]);
        let (known, degrees) = LUCK;
        let mut sum = (known.powi(2) * degrees as f64, degrees);
        for levels in groups.map(|group| self.levels(&group)).filter(|levels| levels.len() > 1) {
            let mean = levels.iter().sum::<f64>() / levels.len() as f64;
            sum.0 += levels.iter().map(|level| (level - mean).powi(2)).sum::<f64>();
            sum.1 += levels.len() - 1;
        }
        ((sum.0 / sum.1 as f64).sqrt(), sum.1)
    }

    /// A logarithm of a choice's time by the base's, with an interval that holds the builds of both.
    pub(super) fn against_base(&self, log: Figure, choice: usize) -> Figure {
        let base = self.base();
        let log = log.map(|end| end - base);
        let count = self.of_base().len();
        let share = if count > 2 { OF_MEDIAN } else { 1.0 } / count as f64;
        widened(log, self.half(of_variant(self.roles, choice).len(), share))
    }

    /// A logarithm of a choice's time by another's, with an interval that holds the builds of both.
    pub(super) fn between(&self, log: Figure, [of, against]: [usize; 2]) -> Figure {
        let [of, against] = [of, against].map(|choice| of_variant(self.roles, choice).len());
        widened(log, self.half(of, 1.0 / against as f64))
    }

    /// How far builds alone may move a figure of this many, against others that vary by this share.
    fn half(&self, count: usize, share: f64) -> f64 {
        let (luck, degrees) = self.luck();
        student(ERROR, degrees) * luck * (1.0 / count as f64 + share).sqrt()
    }
}

/// A variant's builds by number, the first one first.
pub(super) fn of_variant(roles: &Roles, variant: usize) -> Vec<usize> {
    let others = roles.builds.iter().filter(|(_, of)| *of == variant).map(|(build, _)| *build);
    [variant].into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::{Lane, Samples};
    use crate::statistics::mixed;
    use crate::verdict::verdicts;
    use figures::{Core, Verdict};

    /// A table of programs, each in as many builds. A build's time differs from its source's by luck.
    #[derive(Clone, Copy)]
    struct Played {
        choices: usize,
        builds: usize,
        luck: f64,
        /// What the first choice gains.
        gain: f64,
        /// Choices at the end that cannot differ from the base.
        neutral: usize,
    }

    fn unit(table: u64, number: u64) -> f64 {
        (mixed(table << 40 | number) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About a normal distribution's.
    fn bell(table: u64, number: u64) -> f64 {
        (0..12).map(|part| unit(table, 16 * number + part) - 0.5).sum()
    }

    impl Played {
        /// The base and the choices, their further builds, a copy of the base, the null control and
        /// its copy.
        fn roles(self) -> Roles {
            let programs = 1 + self.choices;
            let further = programs * (self.builds - 1);
            let null = programs + further + 1;
            Roles {
                compared: (0..programs).collect(),
                copies: vec![(null - 1, 0)],
                builds: (0..further).map(|number| (programs + number, number % programs)).collect(),
                null,
                null_copy: null + 1,
                fixed: vec![],
                by_reference: true,
                neutral: (programs - self.neutral..programs).collect(),
                pairs: vec![],
            }
        }

        fn rounds(self, table: u64, luck: impl Fn(usize) -> f64) -> Samples {
            let Roles { null_copy, copies, builds, .. } = self.roles();
            let source = |lane: usize| {
                builds.iter().find(|(build, _)| *build == lane).map_or(lane, |(_, of)| *of)
            };
            let time = |round: u64, lane: usize| {
                let lane = if lane == copies[0].0 { 0 } else { lane };
                let gain = if source(lane) == 1 { 1.0 + self.gain } else { 1.0 };
                let noise = 0.02 * bell(table, (1 << 20) + round * 256 + lane as u64);
                1000.0 / gain * (luck(lane) + noise).exp()
            };
            let lanes: Vec<_> = (0..=null_copy).map(|variant| Lane { variant, links: 0 }).collect();
            let round = |round| vec![(0..=null_copy).map(|lane| time(round, lane)).collect()];
            Samples::made_up(&lanes, &(0..96).map(round).collect::<Vec<_>>())
        }

        /// The gains of all choices, as logarithms.
        fn gains(self, table: u64) -> Vec<Figure> {
            let samples = self.rounds(table, |lane| self.luck * bell(table, lane as u64));
            let said = verdicts(&samples.all(Core::Quiet), &self.roles()).unwrap();
            let gain = |ratio: &Figure| ratio.inverse().map(f64::ln);
            said.ratios.iter().flatten().map(gain).collect()
        }
    }

    /// Of equal choices whose builds differ by 0.8 % and of one that gains 1 %.
    #[test]
    fn builds_alone_make_no_certain_gain() {
        let equal = Played { choices: 5, builds: 3, luck: 0.008, gain: 0.0, neutral: 0 };
        let is_certain =
            |played: Played, table: u64| played.gains(table).iter().any(|gain| gain.low > 0.0);
        // Each of five has its own level of one in forty: the rule that prints pays for their number.
        let claimed = (0..40).filter(|table| is_certain(equal, *table)).count();
        assert!(claimed <= 5, "{claimed} of 40");
        let holds = |played: Played, truth: f64| {
            let gains: Vec<_> = (0..30).map(|table| played.gains(table)[0]).collect();
            gains.iter().filter(|gain| gain.low <= truth && truth <= gain.high).count()
        };
        for builds in [1, 2, 3] {
            let gaining = Played { choices: 2, builds, luck: 0.005, gain: 0.01, neutral: 0 };
            let held = holds(gaining, 0.01_f64.ln_1p());
            assert!(held >= 25, "{held} of 30 with {builds} builds");
        }
    }

    #[test]
    fn one_unlucky_build_among_those_of_the_base_moves_no_gain() {
        let played = Played { choices: 5, builds: 2, luck: 0.0, gain: 0.02, neutral: 4 };
        let gain = |unlucky: f64| {
            let of = |table: u64| {
                let samples = played.rounds(table, |lane| if lane == 3 { unlucky } else { 0.0 });
                let said = verdicts(&samples.all(Core::Quiet), &played.roles()).unwrap();
                100.0 * (said.ratios[1].unwrap().inverse().value - 1.0)
            };
            (0..8).map(of).sum::<f64>() / 8.0
        };
        // The mean of the base's builds would move by a fifth of it.
        let moved = gain(0.016) - gain(0.0);
        assert!(moved.abs() < 0.1, "{moved}");
        assert!((gain(0.0) - 2.0).abs() < 0.3);
    }

    #[test]
    fn the_interval_over_builds_is_that_of_two_means() {
        let played = Played { choices: 1, builds: 3, luck: 0.0, gain: 0.0, neutral: 0 };
        // Levels by hand: the base's at -0.01, 0 and 0.01, the choice's too.
        let levels = [0.0, 0.0, -0.01, -0.01, 0.01, 0.01];
        let still = |lane: usize| levels.get(lane).copied().unwrap_or(0.0);
        let samples = Played { ..played }.rounds(1, still);
        let counted = samples.all(Core::Quiet);
        let roles = played.roles();
        let builds = Builds::of(&counted, &roles);
        let (luck, degrees) = builds.luck();
        let (known, before) = LUCK;
        let expected = (known.powi(2) * before as f64 + 4.0 * 1e-4) / (before as f64 + 4.0);
        assert_eq!(degrees, before + 4);
        assert!((luck.powi(2) / expected - 1.0).abs() < 0.4, "{luck}");
        let half = builds.half(3, 1.0 / 3.0);
        assert!(
            (half / (student(ERROR, degrees) * luck * (2.0_f64 / 3.0).sqrt()) - 1.0).abs() < 1e-9
        );
    }

    #[test]
    fn a_lucky_build_is_told_from_a_gain() {
        let played = Played { choices: 3, builds: 2, luck: 0.0, gain: 0.0, neutral: 0 };
        let samples = played.rounds(3, |lane| if lane == 1 { -0.03 } else { 0.0 });
        let said = verdicts(&samples.all(Core::Quiet), &played.roles()).unwrap();
        // One build of the choice is 3 % faster: half of it is left, and no order is claimed.
        assert_eq!(said.of(1, 0), Some(Verdict::Unresolved), "{:?}", said.ratios);
        assert!(said.luck.is_some_and(|luck| luck > 0.005), "{:?}", said.luck);
        assert_eq!(said.builds.len(), 4);
    }
}
