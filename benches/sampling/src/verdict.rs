//! The conclusions from a table's rounds: figures with intervals, and which variants are faster
//! than others beyond the noise.
//!
//! The unit is the block. Variants are compared within each round, where the machine was the
//! same for all; the median over a block's rounds is the block's value. Every block has its own
//! layout, so the interval of the median over blocks contains layout, time and noise at once.

use crate::rounds::{Counted, FEWEST};
use crate::statistics::{
    median, middle, quantile, spanned, suffice, trimmed, trimmed_mean, widened,
};
use records::{EQUIVALENT, Figure, LEAST, Verdict};

/// The probability that a table claims a false order, and that one of its intervals misses its
/// median.
const ERROR: f64 = 0.05;

/// No interval of lookups is narrower than this share to either side, and none of programs than the
/// second. Four quiet processes had small tables up to 0.02 cycles apart, each with an interval of a
/// tenth of that.
const NARROWEST: [f64; 2] = [0.005, 0.001];

/// The spans of time by which intervals of lookups, and of programs, are judged: as many as their
/// tables have visits. A table of programs with fewer rounds has the first.
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
    /// The reference compiled a second time; `None` if it was not.
    pub again: Option<usize>,
    /// The kernel without a lookup.
    pub null: usize,
    /// A copy of the null control.
    pub null_copy: usize,
    /// Variants that stay in place while others are laid out. Another layout would move their
    /// figures by more than their intervals tell.
    pub fixed: Vec<usize>,
    /// Whether variants are compared with the reference alone, and this with all its copies: of
    /// programs, whose batches are long.
    pub by_reference: bool,
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
    /// The reference compiled a second time, relative to itself: the difference is the compiler's
    /// doing.
    pub again: Option<Figure>,
    /// The verdict on every variant against every earlier one; `None` if not compared.
    verdicts: Vec<Option<Verdict>>,
}

impl Verdicts {
    /// The verdict on a variant against an earlier one, by their places in the roles.
    #[must_use]
    pub fn of(&self, of: usize, against: usize) -> Option<Verdict> {
        if against < of { self.verdicts[of * (of - 1) / 2 + against] } else { None }
    }
}

/// The results of the rounds; `None` if there are too few blocks. Even the whole range of so few
/// would miss the median more often than an interval may.
#[must_use]
pub fn verdicts(counted: &Counted<'_>, roles: &Roles) -> Option<Verdicts> {
    let pairs = pairs(roles);
    let error = ERROR / pairs.len().max(1) as f64;
    let least = error.min(ERROR / counted.variants() as f64);
    if counted.blocks() < FEWEST || !suffice(counted.blocks(), least) {
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

    let reference = roles.compared[0];
    let compare = |of, all: &[usize], error| {
        let logarithms = logarithms(counted, of, all);
        if roles.by_reference {
            of_programs(&logarithms, error)
        } else {
            of_lookups(&logarithms, error)
        }
    };
    let copy = |&(copy, of): &(usize, usize)| compare(copy, &[of], ERROR);
    let copies: Vec<_> = roles.copies.iter().map(copy).collect();
    let again = roles.again.map(|again| compare(again, &[reference], ERROR));
    let same = copies.iter().chain(&again).map(|log| log.value.abs());
    let margin = same.fold(LEAST.ln_1p(), f64::max);
    let effect = effect_of_layouts(counted, roles);

    let compared: Vec<_> = pairs
        .iter()
        .map(|&(of, against)| {
            let [of, against] = [of, against].map(|place| roles.compared[place]);
            let is_fixed = [of, against].iter().any(|variant| roles.fixed.contains(variant));
            let margin = if is_fixed { margin.max(MANY_LAYOUTS * effect) } else { margin };
            let all = if roles.by_reference { all_of_reference(roles) } else { vec![against] };
            (compare(of, &all, error), margin)
        })
        .collect();
    let mut verdicts = vec![None; roles.compared.len() * (roles.compared.len() - 1) / 2];
    for ((of, against), (log, margin)) in pairs.iter().zip(&compared) {
        verdicts[of * (of - 1) / 2 + against] = Some(verdict(*log, *margin));
    }
    let against_reference = pairs.iter().zip(&compared).filter(|((_, against), _)| *against == 0);
    let ratios = against_reference.map(|(_, (log, ..))| widened(*log, narrowest).map(f64::exp));
    let ratios = ratios.map(Some);

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
        again: again.map(|log| log.map(f64::exp)),
        verdicts,
        raw,
    })
}

/// The pairs of variants to compare, by their places in the roles: each with every earlier one, or
/// with the first.
fn pairs(roles: &Roles) -> Vec<(usize, usize)> {
    let earlier = |of| if roles.by_reference { 1 } else { of };
    (1..roles.compared.len()).flat_map(|of| (0..earlier(of)).map(move |it| (of, it))).collect()
}

/// The reference, its copies, and itself compiled again.
fn all_of_reference(roles: &Roles) -> Vec<usize> {
    let reference = roles.compared[0];
    let copies = roles.copies.iter().filter(|(_, of)| *of == reference).map(|(copy, _)| *copy);
    [reference].into_iter().chain(copies).chain(roles.again).collect()
}

/// The effect of layouts in this table: the widest spread of a variant that is laid out.
fn effect_of_layouts(counted: &Counted<'_>, roles: &Roles) -> f64 {
    let spread = |variant| {
        let logarithms = logarithms(counted, variant, &roles.compared[..1]);
        quantile(&logarithms, 0.9) - quantile(&logarithms, 0.1)
    };
    let moved = (0..counted.variants()).filter(|variant| !roles.fixed.contains(variant));
    moved.map(spread).fold(0.0, f64::max)
}

/// The median of a variant's units, with an interval that shares the table's error with the other
/// variants.
fn figure(units: &[f64], counted: &Counted<'_>) -> Figure {
    of_lookups(units, ERROR / counted.variants() as f64)
}

/// The median of these units.
fn of_lookups(units: &[f64], error: f64) -> Figure {
    spanned(median(units, error), units, SPANS[0], error, middle)
}

/// The trimmed mean of these units.
fn of_programs(units: &[f64], error: f64) -> Figure {
    let spans = SPANS[usize::from(units.len() >= SPANS[1])];
    spanned(trimmed_mean(units, error), units, spans, error, trimmed)
}

/// The logarithm of a variant's time divided by the mean of others', in each block.
fn logarithms(counted: &Counted<'_>, of: usize, against: &[usize]) -> Vec<f64> {
    let of = counted.plain_lane(of);
    let against: Vec<_> = against.iter().map(|&variant| counted.plain_lane(variant)).collect();
    counted.per_block(|times| {
        let sum: f64 = against.iter().map(|&lane| times[lane]).sum();
        (times[of] * against.len() as f64 / sum).ln()
    })
}

/// The verdict of a logarithm's interval alone, if differences up to `margin` are noise.
///
/// An order comes first: between [`LEAST`] and [`EQUIVALENT`] two variants may surely differ and
/// still be equivalent for most purposes. Nothing ties in a table whose copies differ by more
/// than a tie allows.
fn verdict(Figure { low, high, .. }: Figure, margin: f64) -> Verdict {
    let equivalent = EQUIVALENT.ln_1p();
    if low > margin {
        Verdict::Slower
    } else if high < -margin {
        Verdict::Faster
    } else if margin <= equivalent && -equivalent <= low && high <= equivalent {
        Verdict::Tie
    } else {
        Verdict::Unresolved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::{Lane, Samples};
    use Verdict::{Faster, Slower, Tie, Unresolved};
    use records::Core;

    /// Two variants, a copy of the first, the null control and its copy.
    const ROLES: fn() -> Roles = || Roles {
        compared: vec![0, 1],
        copies: vec![(2, 0)],
        again: None,
        null: 3,
        null_copy: 4,
        fixed: vec![],
        by_reference: false,
    };

    /// Lanes of this many variants, none lengthened.
    fn lanes(variants: usize) -> Vec<Lane> {
        (0..variants).map(|variant| Lane { variant, links: 0 }).collect()
    }

    /// Blocks in which the machine drifts by half, and each variant takes its time in this
    /// block with a little noise of its own.
    fn drifting<const N: usize>(blocks: usize, times: impl Fn(usize) -> [f64; N]) -> Samples {
        let block = |block: usize| {
            let round = |round: usize| {
                let number = 4 * block + round;
                let drift = 1.0 + (number % 50) as f64 / 100.0;
                let noise = |lane: usize| 1.0 + ((number * 7 + lane * 13) % 11) as f64 / 1e5;
                times(block).iter().enumerate().map(|(i, t)| t * drift * noise(i)).collect()
            };
            (0..4).map(round).collect()
        };
        Samples::made_up(&lanes(N), &(0..blocks).map(block).collect::<Vec<_>>())
    }

    fn said(samples: &Samples) -> Verdicts {
        verdicts(&samples.all(Core::Quiet), &ROLES()).unwrap()
    }

    #[test]
    fn a_difference_is_found_through_a_drift() {
        let said = said(&drifting(50, |_| [2.0, 2.04, 2.0, 1.0, 1.0]));
        assert_eq!(said.of(1, 0), Some(Slower));
        assert_eq!([said.of(0, 1), said.of(0, 0)], [None; 2]);
        assert!(said.ratios[0].is_none());
        assert!((said.ratios[1].unwrap().value - 1.02).abs() < 1e-4);
        assert!((said.copies[0].value - 1.0).abs() < 1e-4);
        assert!(said.net[4].value.abs() < 1e-3);
        let other_way = drifting(50, |_| [2.04, 2.0, 2.04, 1.0, 1.0]);
        assert_eq!(verdicts(&other_way.all(Core::Quiet), &ROLES()).unwrap().of(1, 0), Some(Faster));
    }

    #[test]
    fn an_interval_says_order_equivalence_or_nothing() {
        let of = |low: f64, high: f64, margin: f64| {
            let [low, high, margin] = [low, high, margin].map(f64::ln_1p);
            verdict(Figure { value: f64::midpoint(low, high), low, high }, margin)
        };
        assert_eq!(of(0.0051, 0.02, LEAST), Slower);
        assert_eq!(of(-0.02, -0.0051, LEAST), Faster);
        // Surely different, though by less than a tie allows.
        assert_eq!(of(0.006, 0.009, LEAST), Slower);
        assert_eq!(of(0.002, 0.009, LEAST), Tie);
        assert_eq!(of(-0.0098, 0.0098, LEAST), Tie);
        assert_eq!(of(-0.0102, 0.002, LEAST), Unresolved);
        assert_eq!(of(-0.002, 0.0102, LEAST), Unresolved);
        // If copies differ, no smaller difference counts; if they differ by more than a tie
        // allows, nothing ties.
        assert_eq!(of(0.02, 0.04, 0.03), Unresolved);
        assert_eq!(of(0.001, 0.009, 0.008), Tie);
        assert_eq!(of(-0.001, 0.001, 0.03), Unresolved);
        assert_eq!(of(0.031, 0.04, 0.03), Slower);
    }

    #[test]
    fn nothing_within_the_noise_floor_is_claimed() {
        let apart = said(&drifting(50, |_| [2.0, 2.08, 2.1, 1.0, 1.0]));
        assert_eq!(apart.of(1, 0), Some(Unresolved));
        assert!((apart.copies[0].value - 1.05).abs() < 1e-4);
        let other_way = said(&drifting(50, |_| [2.0, 2.08, 1.9, 1.0, 1.0]));
        assert_eq!(other_way.of(1, 0), Some(Unresolved));
        // The same for a second compilation.
        let compiled = Roles { copies: vec![], again: Some(2), ..ROLES() };
        let samples = drifting(50, |_| [2.0, 2.08, 2.1, 1.0, 1.0]);
        let said = verdicts(&samples.all(Core::Quiet), &compiled).unwrap();
        assert!((said.again.unwrap().value - 1.05).abs() < 1e-4);
        assert_eq!((said.copies.len(), said.of(1, 0)), (0, Some(Unresolved)));
        // A copy is compared with its own variant.
        let of_second = Roles { copies: vec![(2, 1)], ..ROLES() };
        let samples = drifting(50, |_| [2.0, 2.08, 2.08, 1.0, 1.0]);
        let said = verdicts(&samples.all(Core::Quiet), &of_second).unwrap();
        assert!((said.copies[0].value - 1.0).abs() < 1e-4);
        assert_eq!(said.of(1, 0), Some(Slower));
    }

    #[test]
    fn every_difference_is_taken_in_its_round() {
        // Differences of 4, 1, 1 and 5, quotients of 5, 1.5, 1.33 and 2.25.
        let rounds = [(1.0, 5.0), (2.0, 3.0), (3.0, 4.0), (4.0, 9.0)];
        let block = rounds.map(|(a, b)| vec![a, b, a, a, a]).to_vec();
        let samples = Samples::made_up(&lanes(5), &vec![block; 10]);
        let said = said(&samples);
        let net =
            |c: usize| widened(Figure::exact([2.5, 0.0][c / 4]), NARROWEST[0] * [4.5, 2.5][c / 4]);
        assert_eq!(said.raw[1], widened(Figure::exact(4.5), NARROWEST[0] * 4.5));
        assert_eq!([said.net[1], said.net[4]], [net(1), net(4)]);
        assert!((said.ratios[1].unwrap().value - (1.5_f64 * 2.25).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn null_is_subtracted_and_not_its_copy() {
        let samples = Samples::made_up(&lanes(5), &vec![vec![vec![5.0, 6.0, 5.0, 1.0, 2.0]; 4]; 8]);
        let net: Vec<f64> = said(&samples).net.iter().map(|net| net.value).collect();
        assert_eq!(net, [4.0, 5.0, 4.0, 0.0, 1.0]);
    }

    #[test]
    fn layouts_are_in_every_interval() {
        // Layouts scale times by 0.9 to 1.1, in eleven even steps.
        let factor = |block: usize| 0.9 + 0.2 * (block % 11) as f64 / 10.0;
        let said = said(&drifting(44, |block| [2.0, 3.0 * factor(block), 2.0, 1.0, 1.0]));
        let net = said.net[1];
        assert!(net.high - net.low > 0.1 && said.raw[1].high - said.raw[1].low > 0.1);
        let ratio = said.ratios[1].unwrap();
        assert!(ratio.low < 1.5 && 1.5 < ratio.high && ratio.high - ratio.low > 0.04);
    }

    #[test]
    fn no_time_is_negative_however_restless_the_machine() {
        let time = |block: usize| if block < 8 { 20.0 } else { 1.0 + block as f64 / 100.0 };
        let said = said(&drifting(48, |block| [2.0, time(block), 2.0, 1.0, 1.0]));
        let raw = said.raw[1];
        assert!(raw.low == 0.0 && raw.value > 1.0 && said.net[1].low < 0.0, "{raw:?}");
    }

    #[test]
    fn spread_and_best_are_of_layouts() {
        // Times 1.00, 1.01 to 1.20 in 21 layouts.
        let block = |i: usize| vec![vec![1.0 + i as f64 / 100.0, 1.0, 1.0, 1.0, 1.0]; 4];
        let blocks: Vec<_> = (0..21).map(block).collect();
        let said = said(&Samples::made_up(&lanes(5), &blocks));
        assert!((said.spreads[0] - (1.18 / 1.02 - 1.0)).abs() < 1e-9);
        assert!((said.best[0] - (1.0 - 1.0 / 1.1)).abs() < 1e-9);
        assert_eq!([said.spreads[1], said.best[1]], [0.0; 2]);
    }

    #[test]
    fn slopes_are_per_link_and_only_where_there_are_links() {
        let mut lanes = lanes(5);
        lanes.insert(0, Lane { variant: 1, links: 8 });
        let blocks = vec![vec![vec![14.0, 5.0, 6.0, 5.0, 1.0, 1.0]; 4]; 8];
        let said = said(&Samples::made_up(&lanes, &blocks));
        assert_eq!(said.slopes, [None, Some(Figure::exact(1.0)), None, None, None]);
        // The lane with links affects nothing else.
        assert_eq!((said.raw[1].value, said.net[1].value), (6.0, 5.0));
    }

    #[test]
    fn the_error_is_shared_by_pairs_variants_and_not_by_copies() {
        // Eleven units at 0, 1, 2 ... 10 %, in an order that makes all spans alike: ranks reveal the
        // error.
        let block = |i: usize| {
            let time = 1.0 + i as f64 / 100.0;
            vec![vec![1.0, time, time, 1.0, 1.0]; 4]
        };
        let blocks: Vec<_> = [5, 0, 10, 1, 9, 2, 8, 3, 7, 4, 6].map(block).to_vec();
        let samples = Samples::made_up(&lanes(5), &blocks);
        let percent = |figure: Figure| {
            [figure.low, figure.high].map(|end| ((end - 1.0) * 100.0).round() as i32)
        };
        let counted = samples.all(Core::Quiet);
        // 2 (1 + 11) / 2^11 = 0.012, 2 / 2^11 = 0.001.
        let one = verdicts(&counted, &ROLES()).unwrap();
        assert_eq!(percent(one.ratios[1].unwrap()), [1, 9]);
        assert_eq!(percent(one.copies[0]), [1, 9]);
        assert_eq!(percent(one.raw[1]), [0, 10]);
        let more = Roles { compared: vec![0, 1, 2, 3, 4], ..ROLES() };
        let more = verdicts(&counted, &more).unwrap();
        assert_eq!(percent(more.ratios[1].unwrap()), [0, 10]);
        assert_eq!(percent(more.copies[0]), [1, 9]);
    }

    #[test]
    fn an_order_needs_all_tests_together() {
        // Nine blocks on one side: 2 / 2^9 = 0.004, enough for a single pair, not for 45.
        let samples = drifting(9, |_| [2.0, 2.2, 2.0, 1.0, 1.0]);
        assert_eq!(said(&samples).of(1, 0), Some(Slower));
        let ten = |blocks: usize| {
            let equal = |i: usize| if i == 1 { 2.2 } else { 2.0 };
            let block = vec![(0..10).map(equal).collect::<Vec<_>>(); 4];
            let samples = Samples::made_up(&lanes(10), &vec![block; blocks]);
            let roles = Roles {
                compared: (0..10).collect(),
                copies: vec![],
                null: 0,
                null_copy: 0,
                ..ROLES()
            };
            verdicts(&samples.all(Core::Quiet), &roles)
        };
        assert!(ten(9).is_none(), "no interval, no order and no tie");
        let said = ten(11).unwrap();
        assert_eq!([said.of(1, 0), said.of(3, 2)], [Some(Slower), Some(Tie)]);
    }

    #[test]
    fn programs_are_compared_with_all_of_the_reference() {
        // The reference is 1 % slower than its copy and itself compiled again.
        let samples = drifting(60, |_| [2.0, 2.04, 2.1, 1.98, 1.98, 1.0, 1.0]);
        let roles = Roles {
            compared: vec![0, 1, 2],
            copies: vec![(3, 0)],
            again: Some(4),
            null: 5,
            null_copy: 6,
            fixed: vec![],
            by_reference: true,
        };
        let said = verdicts(&samples.all(Core::Quiet), &roles).unwrap();
        let expected = 2.04 * 3.0 / (2.0 + 1.98 + 1.98);
        assert!((said.ratios[1].unwrap().value - expected).abs() < 1e-4, "{:?}", said.ratios);
        assert_eq!(
            [said.of(1, 0), said.of(2, 0), said.of(2, 1)],
            [Some(Slower), Some(Slower), None]
        );
        assert!((said.copies[0].value - 0.99).abs() < 1e-4);
    }

    #[test]
    fn a_variant_in_one_layout_needs_many_times_the_effect_of_layouts() {
        // The others' layouts lie 2 % apart.
        let times = |ratio: f64| {
            move |block: usize| {
                let layout = 1.0 + 0.02 * (block % 11) as f64 / 10.0;
                [2.0, 2.0 * ratio, 2.0 * layout, 1.0, 1.0]
            }
        };
        let of = |ratio: f64, fixed: Vec<usize>| {
            let samples = drifting(44, times(ratio));
            let roles = Roles { fixed, ..ROLES() };
            verdicts(&samples.all(Core::Quiet), &roles).unwrap().of(1, 0)
        };
        assert_eq!(of(1.06, vec![]), Some(Slower));
        assert_eq!(
            [1.0, 1.06, 1.3].map(|ratio| of(ratio, vec![1])),
            [Some(Unresolved), Some(Unresolved), Some(Slower)]
        );
    }

    #[test]
    fn too_few_blocks_say_nothing() {
        let blocks = |blocks| vec![vec![vec![1.0; 5]; 9]; blocks];
        let figures = |count| {
            let samples = Samples::made_up(&lanes(5), &blocks(count));
            verdicts(&samples.all(Core::Quiet), &ROLES()).is_some()
        };
        // Five figures share the error: 2 / 2^8 is the first below 0.05 / 5.
        assert!(!figures(7) && figures(8));
    }
}
