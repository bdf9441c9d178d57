//! The steps of a table: the values of its parameter, their budget, and their results.

use crate::plan::{Group, TableKind};
use records::{Breadth, Caches, Context, CopyOf, Figure, Neutral, Pair, Step, Unit};
use sampling::verdict::verdicts;
use sampling::{Budget, Counted, Gate, Roles, Samples};
use std::time::Duration;

/// The values of the parameter at which a group is measured; a single `None` if none varies.
pub(super) fn of(group: &Group<'_>, breadth: Breadth, caches: Caches) -> Vec<Option<u64>> {
    match group.context {
        Context::Throughput | Context::Latency | Context::Learnt => vec![None],
        Context::Upkeep => group.question.policy.questions.iter().copied().map(Some).collect(),
        Context::Beside => working_sets(caches, breadth).into_iter().map(Some).collect(),
    }
}

/// The working set that every run has, whatever the caches: pages compare machines by it.
const COMMON: u64 = 1 << 20;

/// Working sets in bytes: four in and around the caches by default, two of them in a quick run. A
/// thorough run has all from none to four times the second-level cache, and one beyond the last
/// level; the others are among these.
fn working_sets(caches: Caches, breadth: Breadth) -> Vec<u64> {
    let Caches { l1d, l2, l3 } = caches;
    let (first, second) = (l1d.unwrap_or(32 << 10), l2.unwrap_or(1 << 20));
    let last = l3.unwrap_or(0).max(second);
    // No more than a machine with a huge last level can spare.
    let beyond = (2 * last).clamp(64 << 20, 1 << 30);
    let powers = (0..).map(|power| (first / 4) << power);
    let mut sizes = match breadth {
        Breadth::Quick => vec![COMMON, beyond],
        Breadth::Default => vec![2 * first, COMMON, caches.reach(), beyond],
        Breadth::Thorough => {
            let mut sizes = vec![0, COMMON, beyond];
            sizes.extend(powers.take_while(|&size| size < caches.reach()));
            // Finer steps around the end of the first level.
            sizes.extend([first * 3 / 4, first * 3 / 2, caches.reach()]);
            sizes
        }
    };
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The budget for sampling a step for this many seconds.
pub(super) fn budget(kind: TableKind, seconds: f64) -> Budget {
    let time = Duration::from_secs_f64(seconds);
    match kind {
        TableKind::Programs => Budget::long(usize::MAX, time),
        TableKind::Beside => Budget::warmed(usize::MAX, time),
        _ => Budget::short(usize::MAX, time),
    }
}

/// The results of the rounds that count, in the order of the table's names.
pub(super) fn said(
    samples: &Samples,
    counted: &Counted<'_>,
    gate: &Gate<'_>,
    roles: &Roles,
    variants: &[String],
    unit: Unit,
) -> Step {
    let verdicts = verdicts(counted, roles);
    let names = || roles.compared.iter().copied().chain([roles.null]);
    // A clock too coarse for its times gives ratios of zero.
    let valid = |figure: Figure| Some(figure).filter(|figure| figure.is_valid());
    let positive = |figure: Figure| Some(figure).filter(Figure::is_ratio);
    let share = |share: f64| Some(share).filter(|share| share.is_finite());
    let width = counted.idle().and_then(|cycles| gate.width(cycles));
    let mut step = Step {
        at: None,
        rounds: counted.fewest_rounds() as u64,
        batches: samples.batches as u64,
        quiet: samples.quiet as u64,
        core: counted.core,
        multiply: counted.multiply().filter(|multiply| multiply.is_finite()),
        width: width.filter(|_| unit == Unit::Cycles),
        layouts: counted.fewest() as u64,
        warm_up: Vec::new(),
        fixed: Vec::new(),
        copies: Vec::new(),
        again: None,
        builds: Vec::new(),
        luck: None,
        null_copy: None,
        raw: Vec::new(),
        net: Vec::new(),
        ratio: Vec::new(),
        pairs: Vec::new(),
        neutral: None,
        spread: Vec::new(),
        best: Vec::new(),
        slope: Vec::new(),
        verdicts: String::new(),
    };
    if let Some(verdicts) = verdicts {
        let fixed = names().filter(|name| roles.fixed.contains(name));
        step.fixed = fixed.map(|name| variants[name.min(variants.len() - 1)].clone()).collect();
        let copies = roles.copies.iter().zip(&verdicts.copies);
        let copies = copies.filter_map(|(&(_, of), ratio)| {
            Some(CopyOf { of: variants[of].clone(), ratio: positive(*ratio)? })
        });
        step.copies = copies.collect();
        let builds = roles.builds.iter().zip(&verdicts.builds);
        let builds = builds.filter_map(|(&(_, of), ratio)| {
            Some(CopyOf { of: variants[of].clone(), ratio: positive(*ratio)? })
        });
        step.builds = builds.collect();
        step.luck = verdicts.luck.and_then(share);
        step.null_copy = valid(verdicts.net[roles.null_copy]);
        step.raw = names().map(|name| valid(verdicts.raw[name])).collect();
        step.net = names().map(|name| valid(verdicts.net[name])).collect();
        let ratios = verdicts.ratios.iter().copied().chain([None]);
        step.ratio = ratios.map(|ratio| ratio.and_then(positive)).collect();
        let pairs = roles.pairs.iter().zip(&verdicts.pairs);
        let pairs = pairs.filter_map(|(&(of, against), ratio)| {
            let [of, against] = [of, against].map(|number| variants[number].clone());
            Some(Pair { of, against, ratio: positive(*ratio)? })
        });
        step.pairs = pairs.collect();
        let of = roles.neutral.iter().map(|number| variants[*number].clone()).collect();
        step.neutral = verdicts.neutral.and_then(positive).map(|ratio| Neutral { of, ratio });
        step.spread = names().map(|name| share(verdicts.spreads[name])).collect();
        step.best = names().map(|name| share(verdicts.best[name])).collect();
        if names().any(|name| verdicts.slopes[name].is_some()) {
            step.slope = names().map(|name| verdicts.slopes[name].and_then(valid)).collect();
        }
        step.set_verdicts(roles.compared.len(), |of, against| verdicts.of(of, against));
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREADTHS: [Breadth; 3] = [Breadth::Quick, Breadth::Default, Breadth::Thorough];

    #[test]
    fn working_sets_end_at_four_times_the_second_level_and_beyond_the_last() {
        let caches = Caches { l1d: Some(48 << 10), l2: Some(1 << 20), l3: Some(32 << 20) };
        let [quick, default, sizes] = BREADTHS.map(|breadth| working_sets(caches, breadth));
        assert!(sizes.is_sorted() && sizes[0] == 0, "{sizes:?}");
        assert_eq!(sizes[sizes.len() - 2..], [4 << 20, 64 << 20]);
        assert!(
            [36 << 10, 48 << 10, 72 << 10].iter().all(|size| sizes.contains(size)),
            "{sizes:?}"
        );
        assert_eq!(default, [96 << 10, 1 << 20, 4 << 20, 64 << 20]);
        assert!(default.iter().all(|size| sizes.contains(size)));
        assert_eq!(quick, [1 << 20, 64 << 20]);
        let large = Caches { l3: Some(48 << 20), ..caches };
        assert_eq!(working_sets(large, Breadth::Quick).last(), Some(&(96 << 20)));
        // A server's last level, and a machine with unknown caches.
        let huge = Caches { l3: Some(1 << 30), ..caches };
        assert_eq!(working_sets(huge, Breadth::Quick).last(), Some(&(1 << 30)));
        let unknown = Caches { l1d: None, l2: None, l3: None };
        let expected = [64 << 10, 1 << 20, 4 << 20, 64 << 20];
        assert_eq!(working_sets(unknown, Breadth::Default), expected);
    }

    #[test]
    fn a_thorough_run_has_all_working_sets() {
        let caches = Caches { l1d: Some(48 << 10), l2: Some(1 << 20), l3: Some(32 << 20) };
        let in_kib = [0, 12, 24, 36, 48, 72, 96, 192, 384, 768, 1024, 1536, 3072, 4096, 65_536];
        assert_eq!(working_sets(caches, Breadth::Thorough), in_kib.map(|kib| kib << 10));
        // Four times the second level, and twice the last one.
        let server = Caches { l1d: Some(32 << 10), l2: Some(2 << 20), l3: Some(105 << 20) };
        let expected = [64 << 10, 1 << 20, 8 << 20, 210 << 20];
        assert_eq!(working_sets(server, Breadth::Default), expected);
    }

    #[test]
    fn each_kind_of_table_has_its_rounds() {
        for (kind, rounds, attempts, is_gated) in [
            (TableKind::Programs, 1, 1, false),
            (TableKind::Hot, 4, 3, true),
            (TableKind::Beside, 1, 3, true),
            (TableKind::Learnt, 4, 3, true),
            (TableKind::Upkeep, 4, 3, true),
        ] {
            let budget = budget(kind, 2.5);
            let found = (budget.rounds, budget.attempts, budget.is_gated);
            assert_eq!(found, (rounds, attempts, is_gated), "{kind:?}");
            assert_eq!((budget.blocks, budget.time), (usize::MAX, Duration::from_millis(2500)));
        }
    }
}
