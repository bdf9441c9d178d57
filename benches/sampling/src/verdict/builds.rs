//! What the compiler's luck does to programs. Builds of one source differ by more than their noise, and
//! each is one draw: the build is the unit, as a layout is of a function's time.

use super::{ERROR, Roles, compared};
use crate::rounds::Counted;
use crate::statistics::{joined, middle, student};
use figures::Figure;

/// The deviation of builds, as a share, that other tables showed, and how many degrees of freedom stand
/// behind it. A table with few builds knows little of it by itself. Builds of one program by inline
/// thresholds of 150, 275 and 400 and at level 2 had gains over their own bases that deviated by 0.4 to
/// 1.9 %, the noise of ±1 % included, on a Zen 5 guest: a build of each of two deviates by 0.8 %.
pub const LUCK: (f64, usize) = (0.008, 8);

/// A median of as many levels as the base has varies by this much more than their mean.
const OF_MEDIAN: f64 = std::f64::consts::FRAC_PI_2;

/// The builds of a table's programs.
pub(super) struct Builds<'r> {
    roles: &'r Roles,
    /// By how much each lane's time lies above the base's, as a logarithm; not a number where it never
    /// ran, or is no program.
    levels: Vec<f64>,
}

impl<'r> Builds<'r> {
    pub(super) fn of(counted: &Counted<'_>, roles: &'r Roles) -> Builds<'r> {
        let base = roles.compared[0];
        let level = |variant: usize| {
            let is_build = roles.builds.iter().any(|(build, _)| *build == variant);
            match variant {
                _ if variant == base => 0.0,
                _ if !is_build && !roles.compared.contains(&variant) => f64::NAN,
                _ => compared(counted, roles, &[[variant, base]], ERROR).value,
            }
        };
        Builds { roles, levels: (0..counted.variants()).map(level).collect() }
    }

    /// The levels of what the base stands for as it is built first: itself and the choices that cannot
    /// differ from it.
    fn of_base(&self) -> Vec<f64> {
        let first = [self.roles.compared[0]].into_iter().chain(self.roles.neutral.iter().copied());
        first.map(|build| self.levels[build]).filter(|level| level.is_finite()).collect()
    }

    /// The levels of those that are built in every way that the base is, a list for each, the base's
    /// first.
    fn in_all_ways(&self) -> Vec<Vec<f64>> {
        let all = self.roles.compared.iter().map(|variant| of_variant(self.roles, *variant));
        let ways = of_variant(self.roles, self.roles.compared[0]).len();
        let all = all.filter(|builds| builds.len() >= ways);
        let levels = all.map(|builds| builds[..ways].iter().map(|it| self.levels[*it]).collect());
        levels.filter(|levels: &Vec<f64>| levels.iter().all(|level| level.is_finite())).collect()
    }

    /// The deviation of builds, as a logarithm, and its degrees of freedom, together with those known
    /// beforehand: how far choices that cannot differ do, and how far programs built in several ways lie
    /// from what the program and the way explain.
    pub(super) fn luck(&self) -> (f64, usize) {
        let (known, degrees) = LUCK;
        let same = self.of_base();
        let of_same = same.iter().map(|level| (level - mean(&same)).powi(2)).sum::<f64>();
        let all = self.in_all_ways();
        let ways = all.first().map_or(1, Vec::len);
        let means: Vec<_> =
            (0..ways).map(|way| mean(&all.iter().map(|it| it[way]).collect::<Vec<_>>())).collect();
        let rest = |levels: &Vec<f64>| -> f64 {
            let own = mean(levels) - mean(&means);
            levels.iter().zip(&means).map(|(level, mean)| (level - mean - own).powi(2)).sum()
        };
        let of_ways = all.iter().map(rest).sum::<f64>();
        let freedom = (ways - 1) * all.len().saturating_sub(1);
        let count = degrees + same.len() - 1 + freedom;
        ((known.powi(2) * degrees as f64 + of_same + of_ways).sqrt() / (count as f64).sqrt(), count)
    }

    /// A logarithm of a choice's time by the base's, with an interval that holds the builds of both. As
    /// built first, the base is the middle of all that it stands for: an unlucky one moves nothing.
    pub(super) fn against_base(&self, log: Figure, choice: usize) -> Figure {
        let ways = in_common(self.roles, [choice, self.roles.compared[0]]).len() as f64;
        let same = self.of_base();
        let log = log.map(|end| end - middle(&same) / ways);
        let share = if same.len() > 2 { OF_MEDIAN } else { 1.0 } / same.len() as f64;
        joined(log, self.half((2.0 * ways - 1.0 + share) / ways.powi(2)))
    }

    /// A logarithm of a choice's time by another's, with an interval that holds the builds of both.
    pub(super) fn between(&self, log: Figure, pair: [usize; 2]) -> Figure {
        joined(log, self.half(2.0 / in_common(self.roles, pair).len() as f64))
    }

    /// How far builds alone may move a figure that varies by so many times what a build does.
    fn half(&self, variance: f64) -> f64 {
        let (luck, degrees) = self.luck();
        student(ERROR, degrees) * luck * variance.sqrt()
    }
}

fn mean(levels: &[f64]) -> f64 {
    levels.iter().sum::<f64>() / levels.len() as f64
}

/// The builds of two variants that are made in the same way, in pairs. One way may make all programs
/// slower, so builds that are made in different ways are never compared.
fn in_common(roles: &Roles, pair: [usize; 2]) -> Vec<[usize; 2]> {
    let [of, against] = pair.map(|variant| of_variant(roles, variant));
    of.into_iter().zip(against).map(<[usize; 2]>::from).collect()
}

/// The lanes of these pairs, the copies of each build included: every way weighs the same, however many
/// copies run of one build.
pub(super) fn lanes_in_common(roles: &Roles, pair: [usize; 2]) -> Vec<[usize; 2]> {
    let lanes = |build: usize| {
        let copies = roles.copies.iter().filter(move |(_, of)| *of == build).map(|(copy, _)| *copy);
        [build].into_iter().chain(copies)
    };
    let ways = in_common(roles, pair).into_iter().map(|[of, against]| -> Vec<_> {
        lanes(of).flat_map(|of| lanes(against).map(move |against| [of, against])).collect()
    });
    let ways: Vec<_> = ways.collect();
    let product: usize = ways.iter().map(Vec::len).product();
    ways.iter().flat_map(|way| way.iter().copied().cycle().take(product)).collect()
}

/// A variant's builds by number, the first one first.
fn of_variant(roles: &Roles, variant: usize) -> Vec<usize> {
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
        /// What each further way to build costs all programs.
        way: f64,
        /// The deviation of a batch.
        noise: f64,
    }

    const PLAYED: Played =
        Played { choices: 1, builds: 2, luck: 0.0, gain: 0.0, neutral: 0, way: 0.0, noise: 0.02 };

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
            let programs = 1 + self.choices;
            let time = |round: u64, lane: usize| {
                let lane = if lane == copies[0].0 { 0 } else { lane };
                let gain = if source(lane) == 1 { 1.0 + self.gain } else { 1.0 };
                let way = if lane < copies[0].0 { lane / programs } else { 0 };
                let gain = gain * (-self.way * way as f64).exp();
                let noise = self.noise * bell(table, (1 << 20) + round * 256 + lane as u64);
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
        let equal = Played { choices: 5, builds: 2, luck: 0.008, ..PLAYED };
        let is_certain =
            |played: Played, table: u64| played.gains(table).iter().any(|gain| gain.low > 0.0);
        // Each of five has its own level of one in forty: the rule that prints pays for their number.
        let claimed = (0..40).filter(|table| is_certain(equal, *table)).count();
        assert!(claimed <= 5, "{claimed} of 40");
        for (builds, neutral) in [(1, 0), (2, 0), (3, 0), (1, 3), (2, 2)] {
            let gaining =
                Played { choices: 2 + neutral, builds, luck: 0.008, gain: 0.01, neutral, ..PLAYED };
            let gains: Vec<_> = (0..40).map(|table| gaining.gains(table)[0]).collect();
            if (builds, neutral) == (3, 0) {
                // METHOD says how often.
                let seen = gains.iter().filter(|gain| gain.low > 0.0).count();
                assert!((4..=16).contains(&seen), "a gain of 1 % is certain in {seen} of 40");
            }
            let truth = 0.01_f64.ln_1p();
            let held = gains.iter().filter(|gain| gain.low <= truth && truth <= gain.high).count();
            assert!(
                held >= 35,
                "{held} of 40 with {builds} builds and {neutral} that cannot differ"
            );
        }
    }

    /// As in `threats` on a Zen 4: batches that deviate by 7 % leave an error over rounds as large as that
    /// of builds. By the wider interval of the two, 16 of 200 missed.
    #[test]
    fn an_interval_holds_the_error_of_rounds_and_of_builds_together() {
        let noisy = Played { choices: 4, builds: 1, luck: 0.008, noise: 0.07, ..PLAYED };
        let gains = (0..50).flat_map(|table| noisy.gains(table));
        let missed = gains.filter(|gain| gain.side(0.0).is_ne()).count();
        assert!(missed <= 11, "{missed} of 200");
    }

    /// The second way makes everything 5 % slower: no gain hears of it, built once or in both ways.
    #[test]
    fn a_way_to_build_that_is_slower_moves_no_gain() {
        let way = |way: f64| {
            let of = |table: u64| {
                let played = Played { choices: 3, builds: 2, gain: 0.02, way, ..PLAYED };
                let mut roles = played.roles();
                // The second choice is built in one way.
                roles.builds.retain(|(_, of)| *of != 2);
                let samples = played.rounds(table, |_| 0.0);
                let said = verdicts(&samples.all(Core::Quiet), &roles).unwrap();
                [1, 2].map(|choice| said.ratios[choice].unwrap())
            };
            of(0)
        };
        let [still, slower] = [way(0.0), way(0.05)];
        for (still, slower) in still.iter().zip(&slower) {
            assert!((still.value / slower.value - 1.0).abs() < 1e-9, "{still:?} {slower:?}");
            assert!((still.low / slower.low - 1.0).abs() < 1e-9, "{still:?} {slower:?}");
        }
    }

    /// A choice that cannot differ, and the base itself where it is built once.
    #[test]
    fn one_unlucky_build_among_those_of_the_base_moves_no_gain() {
        for (builds, number) in [(2, 3), (1, 0)] {
            let played = Played { choices: 5, builds, gain: 0.02, neutral: 4, ..PLAYED };
            let gain = |unlucky: f64| {
                let of = |table: u64| {
                    let luck = |lane| if lane == number { unlucky } else { 0.0 };
                    let samples = played.rounds(table, luck);
                    let said = verdicts(&samples.all(Core::Quiet), &played.roles()).unwrap();
                    100.0 * (said.ratios[1].unwrap().inverse().value - 1.0)
                };
                (0..8).map(of).sum::<f64>() / 8.0
            };
            // The mean of the base's builds would move by a fifth of it.
            let moved = gain(0.016) - gain(0.0);
            assert!(moved.abs() < 0.1, "{number} of {builds}: {moved}");
            assert!((gain(0.0) - 2.0).abs() < 0.3);
        }
    }

    /// Two choices, each built in two ways. What a choice or a way explains is no luck.
    #[test]
    fn luck_is_the_rest_that_program_and_way_leave() {
        let roles = Played { choices: 2, ..PLAYED }.roles();
        // By lane: three programs in the first way, then in the second, 3 % slower.
        let rest = 0.002;
        let levels = vec![0.0, 0.01, 0.02, 0.03 + rest, 0.04 - rest, 0.05];
        let (luck, degrees) = Builds { roles: &roles, levels }.luck();
        let (known, before) = LUCK;
        assert_eq!(degrees, before + 2);
        // Residuals of half the rest, of four lanes.
        let expected = (known.powi(2) * before as f64 + rest.powi(2)) / degrees as f64;
        assert!((luck.powi(2) / expected - 1.0).abs() < 1e-9, "{luck}");
    }

    #[test]
    fn choices_that_cannot_differ_show_the_luck_of_one_way() {
        let roles = Played { choices: 3, builds: 1, neutral: 2, ..PLAYED }.roles();
        let levels = vec![0.0, 0.3, 0.01, 0.02];
        let builds = Builds { roles: &roles, levels };
        let (luck, degrees) = builds.luck();
        let (known, before) = LUCK;
        assert_eq!(degrees, before + 2);
        let expected = (known.powi(2) * before as f64 + 2e-4) / degrees as f64;
        assert!((luck.powi(2) / expected - 1.0).abs() < 1e-9, "{luck}");
        // The base is the middle of the three, which varies by half of what a median of three does.
        let gain = builds.against_base(Figure::exact(0.3), 1);
        assert!((gain.value - 0.29).abs() < 1e-9);
        let half = student(ERROR, degrees) * luck * (1.0 + OF_MEDIAN / 3.0).sqrt();
        assert!((gain.high - gain.value - half).abs() < 1e-9, "{gain:?}");
        // Of two ways the middle is of one: half of it moves a gain.
        let roles = Played { choices: 3, builds: 2, neutral: 2, ..PLAYED }.roles();
        let levels = vec![0.0, 0.3, 0.01, 0.02, 0.0, 0.3, 0.0, 0.0];
        let gain = Builds { roles: &roles, levels }.against_base(Figure::exact(0.3), 1);
        assert!((gain.value - 0.295).abs() < 1e-9, "{gain:?}");
    }

    #[test]
    fn more_ways_to_build_narrow_an_interval() {
        let half = |builds: usize| {
            let roles = Played { builds, ..PLAYED }.roles();
            let builds = Builds { roles: &roles, levels: vec![0.0; 2 * builds] };
            let width = |Figure { low, high, .. }: Figure| high - low;
            let all = [
                builds.against_base(Figure::exact(0.0), 1),
                builds.between(Figure::exact(0.0), [1, 0]),
            ];
            let (luck, degrees) = builds.luck();
            all.map(|figure| width(figure) / 2.0 / luck / student(ERROR, degrees))
        };
        for (builds, expected) in [(1, 2.0_f64), (2, 1.0), (4, 0.5)] {
            assert!(
                half(builds).iter().all(|half| (half - expected.sqrt()).abs() < 1e-9),
                "{builds}"
            );
        }
    }

    #[test]
    fn copies_of_one_build_give_it_no_more_weight() {
        // The base and a choice, their second builds, and a copy of the base.
        let pairs = lanes_in_common(&PLAYED.roles(), [1, 0]);
        assert_eq!(pairs, [[1, 0], [1, 4], [3, 2], [3, 2]]);
    }

    #[test]
    fn a_lucky_build_is_told_from_a_gain() {
        let played = Played { choices: 3, ..PLAYED };
        let samples = played.rounds(3, |lane| if lane == 1 { -0.03 } else { 0.0 });
        let said = verdicts(&samples.all(Core::Quiet), &played.roles()).unwrap();
        // One build of the choice is 3 % faster: half of it is left, and no order is claimed.
        assert_eq!(said.of(1, 0), Some(Verdict::Unresolved), "{:?}", said.ratios);
        assert!(said.luck.is_some_and(|luck| luck > 0.008), "{:?}", said.luck);
        assert_eq!(said.builds.len(), 4);
    }
}
