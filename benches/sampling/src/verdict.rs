//! The conclusions from a table's rounds: figures with intervals, and which variants are faster
//! than others beyond the noise.
//!
//! The unit is the block. Variants are compared within each round, where the machine was the
//! same for all; the median over a block's rounds is the block's value. Every block has its own
//! layout, so the interval of the median over blocks contains layout, time and noise at once.

mod builds;

pub use builds::LUCK;

use crate::rounds::{Counted, FEWEST, Round};
use crate::statistics::{median, middle, quantile, spanned, spanned_mean, suffice, widened};
use builds::{Builds, lanes_in_common};
use figures::{Figure, LEAST, Verdict};
use std::collections::BTreeMap;

/// The probability that a table claims a false order, and that one of its intervals misses its
/// median.
const ERROR: f64 = 0.05;

/// No interval of short batches is narrower than this share to either side, and none of long ones than the
/// second. Four quiet processes had small tables up to 0.02 cycles apart, each with an interval of a
/// tenth of that.
const NARROWEST: [f64; 2] = [0.005, 0.001];

/// The spans of time by which intervals of short batches, and of long ones, are judged: as many
/// as their tables have visits. A table of long ones with fewer rounds has the first.
pub const SPANS: [usize; 2] = [FEWEST, 12];

/// A difference from a variant in one layout counts if it is this many times the largest effect
/// of layouts in the table.
const MANY_LAYOUTS: f64 = 4.0;

/// The roles of a table's variants, copies and controls, by number.
#[derive(Clone, Debug)]
pub struct Roles {
    /// Those to compare with each other; the reference first.
    pub compared: Vec<usize>,
    /// Copies of variants, each with its own code and tables: the copy's number and the
    /// variant's.
    pub copies: Vec<(usize, usize)>,
    /// Other builds of variants, from the same source: the build's number and the variant's. Only of
    /// programs. The first further builds of two variants are made in the same way, and so on.
    pub builds: Vec<(usize, usize)>,
    /// The loop without a function.
    pub null: usize,
    /// A copy of the null control.
    pub null_copy: usize,
    /// Variants that stay in place while others are laid out. Another layout would move their
    /// figures by more than their intervals tell.
    pub fixed: Vec<usize>,
    /// Whether variants are compared with the reference alone, all builds of both together: of
    /// programs, whose batches are long.
    pub by_reference: bool,
    /// Those of the compared that cannot differ from the reference, because nothing asks what they
    /// change. So they are builds of it.
    pub neutral: Vec<usize>,
    /// Pairs that only get a ratio, no verdict: the number of each variant and of the one it is
    /// divided by.
    pub pairs: Vec<(usize, usize)>,
}

/// The results of a table.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// The time of each variant per query, by number.
    pub raw: Vec<Figure>,
    /// The time of each variant beyond the null control's.
    pub net: Vec<Figure>,
    /// Relative gap from each variant's fastest tenth of units to its slowest tenth.
    pub spreads: Vec<f64>,
    /// Relative gap from each variant's median to its fastest unit.
    pub best: Vec<f64>,
    /// Clock units that an addition between answer and query adds to a query; `None` for
    /// variants that are not lengthened.
    pub slopes: Vec<Option<Figure>>,
    /// The time of each variant relative to the reference, in the order of the roles; `None` for
    /// the reference itself.
    pub ratios: Vec<Option<Figure>>,
    /// The copies relative to their originals, in the order of the roles: the table's noise
    /// floor. Each has its own 95 % interval, so that the share that excludes 1 can be counted.
    pub copies: Vec<Figure>,
    /// Other builds of variants relative to the first, in the order of the roles: the difference is the
    /// compiler's doing. Each has its own 95 % interval.
    pub builds: Vec<Figure>,
    /// The deviation of builds, as a share, that intervals of programs hold; `None` of others.
    pub luck: Option<f64>,
    /// The pairs' ratios, in the order of the roles, each with its own 95 % interval.
    pub pairs: Vec<Figure>,
    /// The neutral variants together, relative to the reference. `None` without any.
    pub neutral: Option<Figure>,
    /// The verdict on each pair that was compared, by places in the roles.
    verdicts: BTreeMap<(usize, usize), Verdict>,
}

impl Verdicts {
    /// The verdict on a variant against an earlier one, by their places in the roles.
    #[must_use]
    pub fn of(&self, of: usize, against: usize) -> Option<Verdict> {
        self.verdicts.get(&(of, against)).copied()
    }
}

/// The results of the rounds; `None` if there are too few blocks. Even the whole range of so few
/// would miss the median more often than an interval may.
#[must_use]
pub fn verdicts(counted: &Counted<'_>, roles: &Roles) -> Option<Verdicts> {
    let pairs = pairs_to_judge(roles);
    // A choice of a program is told apart from the base alone, however many others there are.
    let shared = if roles.by_reference { 1 } else { pairs.len().max(1) };
    let error = ERROR / shared as f64;
    let least = error.min(ERROR / counted.variants() as f64);
    let blocks = counted.fewest();
    if blocks < FEWEST || !suffice(blocks, least) {
        return None;
    }
    let narrowest = NARROWEST[usize::from(roles.by_reference)];
    let variants = 0..counted.variants();
    let times: Vec<_> = variants.clone().map(|v| counted.times_of(v)).collect();
    let null = counted.plain_lane(roles.null);
    let net = |v| {
        let lane = counted.plain_lane(v);
        let net = figure(&counted.per_block(|times| times[lane] - times[null]), counted);
        widened(net, narrowest * middle(&times[v]))
    };
    let slope = |v| {
        let plain = counted.plain_lane(v);
        let (lengthened, links) = counted.lengthened_lane(v)?;
        let slopes = counted.per_block(|times| (times[lengthened] - times[plain]) / links as f64);
        Some(figure(&slopes, counted))
    };

    let compare = |of, against| compared(counted, roles, &[[of, against]], ERROR);
    let copies: Vec<_> = roles.copies.iter().map(|&(copy, of)| compare(copy, of)).collect();
    let margin = copies.iter().map(|log| log.value.abs()).fold(LEAST.ln_1p(), f64::max);
    let programs = roles.by_reference.then(|| Builds::of(counted, roles));
    let of_neutral = || {
        let pairs = roles.neutral.iter().map(|it| lanes_in_common(roles, [*it, roles.compared[0]]));
        compared(counted, roles, &pairs.flatten().collect::<Vec<_>>(), ERROR)
    };
    let neutral = (!roles.neutral.is_empty()).then(of_neutral);
    let judged = judged(counted, roles, &pairs, error, margin, programs.as_ref());
    let against_reference = pairs.iter().zip(&judged).filter(|((_, against), _)| *against == 0);
    let ratio = |log| widened(log, narrowest).map(f64::exp);
    let ratios = against_reference.map(|(_, (log, ..))| Some(ratio(*log)));
    let unjudged = roles.pairs.iter().map(|&(of, against)| {
        let log = compared(counted, roles, &lanes_in_common(roles, [of, against]), ERROR);
        ratio(programs.as_ref().map_or(log, |programs| programs.between(log, [of, against])))
    });

    let raw = |times: &Vec<f64>| {
        let raw = figure(times, counted);
        let raw = widened(raw, narrowest * raw.value);
        // Spans of a restless machine may lie further apart than from zero.
        Figure { low: raw.low.max(0.0), ..raw }
    };
    let raw: Vec<_> = times.iter().map(raw).collect();
    let fastest = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    Some(Verdicts {
        net: variants.clone().map(net).collect(),
        spreads: times.iter().map(|t| quantile(t, 0.9) / quantile(t, 0.1) - 1.0).collect(),
        best: times.iter().zip(&raw).map(|(times, raw)| 1.0 - fastest(times) / raw.value).collect(),
        slopes: variants.map(slope).collect(),
        ratios: [None].into_iter().chain(ratios).collect(),
        copies: copies.into_iter().map(|log| log.map(f64::exp)).collect(),
        builds: roles.builds.iter().map(|&(it, of)| compare(it, of).map(f64::exp)).collect(),
        luck: programs.as_ref().map(|programs| programs.luck().0.exp_m1()),
        pairs: unjudged.collect(),
        neutral: neutral.map(ratio),
        verdicts: pairs.into_iter().zip(judged.into_iter().map(|(_, verdict)| verdict)).collect(),
        raw,
    })
}

/// The logarithm of the ratio of each pair, and its verdict if differences up to `margin` are noise.
fn judged(
    counted: &Counted<'_>,
    roles: &Roles,
    pairs: &[(usize, usize)],
    error: f64,
    margin: f64,
    programs: Option<&Builds<'_>>,
) -> Vec<(Figure, Verdict)> {
    let effect = effect_of_layouts(counted, roles);
    let judge = |&(of, against): &(usize, usize)| {
        let [of, against] = [of, against].map(|place| roles.compared[place]);
        let is_fixed = [of, against].iter().any(|variant| roles.fixed.contains(variant));
        let margin = if is_fixed { margin.max(MANY_LAYOUTS * effect) } else { margin };
        let log = compared(counted, roles, &lanes_in_common(roles, [of, against]), error);
        let log = programs.map_or(log, |programs| programs.against_base(log, of));
        (log, Verdict::of(log, margin))
    };
    pairs.iter().map(judge).collect()
}

/// The logarithm of times divided by others, of all these pairs together.
///
/// Of programs, the figure is the mean of the figures of the pairs. The logarithm of one time by the mean
/// of three is skewed where times are, since the mean holds three times as many slow batches: the middle
/// of it lies below zero between equal programs. Choices that cannot differ from the base seemed 0.1 to
/// 1.4 % faster that way, on a Zen 5 and a Zen 4.
fn compared(counted: &Counted<'_>, roles: &Roles, pairs: &[[usize; 2]], error: f64) -> Figure {
    if !roles.by_reference {
        return of_short(&logarithms(counted, pairs[0]), error);
    }
    let lanes = pairs.iter().map(|pair| pair.map(|variant| counted.plain_lane(variant)));
    let lanes: Vec<_> = lanes.collect();
    let unit = |round: &Round| -> Vec<f64> {
        lanes.iter().map(|[of, against]| (round.times[*of] / round.times[*against]).ln()).collect()
    };
    let ran = |unit: &Vec<f64>| unit.iter().any(|log| !log.is_nan());
    let units: Vec<_> = counted.rounds().map(unit).filter(ran).collect();
    spanned_mean(&units, SPANS[usize::from(units.len() >= SPANS[1])], error)
}

/// The pairs of variants to judge, by their places in the roles: each with every earlier one, or
/// with the first.
fn pairs_to_judge(roles: &Roles) -> Vec<(usize, usize)> {
    let earlier = |of| if roles.by_reference { 1 } else { of };
    (1..roles.compared.len()).flat_map(|of| (0..earlier(of)).map(move |it| (of, it))).collect()
}

/// The effect of layouts in this table: the widest spread of a variant that is laid out.
fn effect_of_layouts(counted: &Counted<'_>, roles: &Roles) -> f64 {
    let spread = |variant| {
        let logarithms = logarithms(counted, [variant, roles.compared[0]]);
        quantile(&logarithms, 0.9) - quantile(&logarithms, 0.1)
    };
    let moved = (0..counted.variants()).filter(|variant| !roles.fixed.contains(variant));
    moved.map(spread).fold(0.0, f64::max)
}

/// The median of a variant's units, with an interval that shares the table's error with the other
/// variants.
fn figure(units: &[f64], counted: &Counted<'_>) -> Figure {
    of_short(units, ERROR / counted.variants() as f64)
}

/// The median of these units.
fn of_short(units: &[f64], error: f64) -> Figure {
    spanned(median(units, error), units, SPANS[0], error)
}

/// The logarithm of a variant's time divided by another's, in each block.
fn logarithms(counted: &Counted<'_>, pair: [usize; 2]) -> Vec<f64> {
    let [of, against] = pair.map(|variant| counted.plain_lane(variant));
    counted.per_block(|times| (times[of] / times[against]).ln())
}

#[cfg(test)]
mod tests;
