//! Dominance: which variants there is no reason to take, because another one has no larger
//! tables and is faster, beyond the noise.

use crate::figures::{Figures, Place};
use records::{Variant, Verdict};

/// A variant and what dominates it.
#[derive(Debug)]
pub(crate) struct Standing<'a> {
    pub(crate) variant: &'a Variant,
    /// Those that take no more bytes of tables and are faster at every place: none if the
    /// variant is on the frontier.
    pub(crate) dominators: Vec<&'a Variant>,
}

impl Standing<'_> {
    /// Whether nothing dominates it.
    pub(crate) fn is_on_frontier(&self) -> bool {
        self.dominators.is_empty()
    }
}

/// Where the variants of a study stand that were measured at all these places, in the order
/// of the records. One place gives the frontier of bytes and time there; throughput and
/// latency together ask for a dominator in both.
///
/// Faster is what the verdicts call so: a tie dominates nothing, however its figures
/// differ. Only choices are compared: another interface answers another question, and a
/// library is no technique.
pub(crate) fn standings<'a>(places: &[Place<'_>], figures: &Figures<'a>) -> Vec<Standing<'a>> {
    let Some(Place { study, .. }) = places.first() else { return Vec::new() };
    let is_measured = |variant: &&Variant| {
        places.iter().all(|place| figures.time(&variant.name, *place).raw.is_some())
    };
    let variants: Vec<_> = figures.choices(study).filter(is_measured).collect();
    let is_faster = |a: &Variant, b: &Variant| {
        let verdict = |place: &Place<'_>| figures.verdict(&a.name, &b.name, *place);
        places.iter().all(|place| verdict(place) == Some(Verdict::Faster))
    };
    let dominates = |a: &Variant, b: &Variant| a.table_bytes <= b.table_bytes && is_faster(a, b);
    let standing = |&variant: &&'a Variant| Standing {
        variant,
        dominators: variants.iter().copied().filter(|other| dominates(other, variant)).collect(),
    };
    variants.iter().map(standing).collect()
}
