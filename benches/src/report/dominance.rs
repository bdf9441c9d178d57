//! Dominance: which variants there is no reason to take, because another one is
//! no larger and faster, beyond the noise.

use super::figures::{Figures, Place};
use super::headline::contenders;
use crate::record::{Records, Variant};
use crate::verdict::Verdict;

/// A variant and what dominates it.
#[derive(Debug)]
pub(super) struct Standing<'a> {
    pub(super) variant: &'a Variant,
    /// Those that take no more bytes of tables and are faster at every place.
    /// None of them if the variant is on the frontier.
    pub(super) dominators: Vec<&'a Variant>,
}

impl Standing<'_> {
    /// Whether nothing dominates it.
    pub(super) fn is_on_frontier(&self) -> bool {
        self.dominators.is_empty()
    }
}

/// Where the variants of a study stand that were measured at all these places,
/// in the order of the records. One place gives the frontier of bytes and time
/// there; throughput and latency together ask for a dominator in both.
///
/// Faster is what the records' verdicts call so: a tie dominates nothing, however
/// its figures differ. Only choices are compared: another interface answers
/// another question, and a library is no technique.
pub(super) fn standings<'a>(
    places: &[Place<'_>],
    records: &'a Records,
    figures: &Figures<'_>,
) -> Vec<Standing<'a>> {
    let Some(Place { study, .. }) = places.first() else { return Vec::new() };
    let measured = |variant: &&Variant| {
        places.iter().all(|place| figures.time(&variant.name, *place).raw.is_some())
    };
    let choices = contenders(records, study).filter(|variant| variant.is_choice());
    let variants: Vec<_> = choices.filter(measured).collect();
    let faster = |a: &Variant, b: &Variant| {
        places.iter().all(|place| {
            let ratio = figures.ratio(&a.name, &b.name, *place);
            ratio.is_some_and(|ratio| ratio.verdict == Some(Verdict::Faster))
        })
    };
    let dominates = |a: &Variant, b: &Variant| a.table_bytes <= b.table_bytes && faster(a, b);
    let standing = |&variant: &&'a Variant| Standing {
        variant,
        dominators: variants.iter().copied().filter(|other| dominates(other, variant)).collect(),
    };
    variants.iter().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ratio, timed, times, variant};
    use super::*;
    use crate::record::Measurement;

    /// Every variant with who dominates it at the named contexts.
    fn dominated<'a>(records: &'a Records, contexts: &[&str]) -> Vec<(&'a str, Vec<&'a str>)> {
        let figures = Figures::new(records);
        let places: Vec<_> =
            contexts.iter().map(|context| Place::plain("between", "uniform", context)).collect();
        let name = |variant: &&'a Variant| variant.name.as_str();
        standings(&places, records, &figures)
            .iter()
            .map(|standing| {
                assert_eq!(standing.is_on_frontier(), standing.dominators.is_empty());
                (name(&standing.variant), standing.dominators.iter().map(name).collect())
            })
            .collect()
    }

    /// `between-large` (32768 bytes), `between-none` (0), `between-new` (1024).
    /// In throughput the new one takes 1.5 times the large one's and half of the
    /// other's; in latency it is nominally the fastest of all.
    fn three(verdict_in_latency: &str) -> Records {
        let mut records = timed();
        records.variants.push(variant("between-new", 1024));
        for (context, time, large, none, verdict) in [
            ("throughput", 3.0, 1.5, 0.5, "slower"),
            ("latency", 7.0, 0.9, 0.95, verdict_in_latency),
        ] {
            let new = "between-new";
            let ratios = [
                ratio(new, "between-large", context, large, verdict),
                ratio(new, "between-none", context, none, "faster"),
            ];
            records.measurements.extend(times(new, context, &[], time));
            records.measurements.extend::<[Measurement; 2]>(ratios);
        }
        records
    }

    #[test]
    fn what_is_larger_and_slower_beyond_the_noise_is_dominated() {
        let records = three("faster");
        assert_eq!(
            dominated(&records, &["throughput"]),
            [("between-large", vec![]), ("between-none", vec![]), ("between-new", vec![])],
            "each is faster than all smaller ones"
        );
        assert_eq!(
            dominated(&records, &["latency"]),
            [
                ("between-large", vec!["between-none", "between-new"]),
                ("between-none", vec![]),
                ("between-new", vec![])
            ]
        );
    }

    #[test]
    fn a_tie_dominates_nothing() {
        let records = three("tie");
        assert_eq!(dominated(&records, &["latency"])[0], ("between-large", vec!["between-none"]));
    }

    #[test]
    fn to_dominate_in_two_contexts_takes_both() {
        assert_eq!(
            dominated(&three("faster"), &["throughput", "latency"])[0],
            ("between-large", vec![])
        );
        assert_eq!(dominated(&three("faster"), &[]), []);
    }

    #[test]
    fn equal_sizes_are_decided_by_time() {
        let mut records = three("faster");
        records.variants.iter_mut().for_each(|variant| variant.table_bytes = 8);
        assert_eq!(
            dominated(&records, &["throughput"]),
            [
                ("between-large", vec![]),
                ("between-none", vec!["between-large", "between-new"]),
                ("between-new", vec!["between-large"])
            ]
        );
    }

    #[test]
    fn a_library_dominates_nothing() {
        let mut records = three("faster");
        "library".clone_into(&mut records.variants[1].kind);
        assert_eq!(
            dominated(&records, &["latency"]),
            [("between-large", vec!["between-new"]), ("between-new", vec![])]
        );
    }

    #[test]
    fn other_interfaces_and_what_was_not_measured_stand_aside() {
        let mut records = three("faster");
        "encoded".clone_into(&mut records.variants[1].interface);
        records.measurements.retain(|m| m.variant != "between-new");
        assert_eq!(dominated(&records, &["latency"]), [("between-large", vec![])]);
    }
}
