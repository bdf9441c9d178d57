//! Figures: what the records say about a contender, net of the kernel's own cost.

use crate::record::{Measurement, Records, Variant, quantity};
use std::collections::BTreeMap;

/// The contender that does nothing; its figure is the kernel's own cost.
pub(super) const NULL: &str = "null";
/// The kind of contenders that are no technique.
pub(super) const CONTROL: &str = "control";
/// The interface of contenders that may be compared without a word.
pub(super) const PLAIN: &str = "plain";

pub(super) const THROUGHPUT: &str = "throughput";
pub(super) const LATENCY: &str = "latency";
/// The contexts in which time is measured, in the order of the page.
pub(super) const CONTEXTS: [&str; 2] = [THROUGHPUT, LATENCY];

pub(super) const CYCLES: &str = "cycles";
pub(super) const NANOSECONDS: &str = "ns";
/// What the simulated processor counts, in the order of the page.
pub(super) const COUNTS: [&str; 7] = [
    quantity::INSTRUCTIONS,
    quantity::READS,
    quantity::WRITES,
    quantity::L1_MISSES,
    quantity::LAST_LEVEL_MISSES,
    quantity::BRANCHES,
    quantity::MISPREDICTIONS,
];

/// The study of the clock itself, with the cycles that each step of its chains takes.
pub(super) const CLOCK: &str = "clock";
pub(super) const CHAINS: [(&str, f64); 2] = [("multiply-chain", 3.0), ("add-chain", 1.0)];

/// A value and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// What a figure is about, but for the contender.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Place<'a> {
    pub(super) study: &'a str,
    pub(super) stream: &'a str,
    pub(super) context: &'a str,
    pub(super) quantity: &'a str,
    /// The size of the simulated first-level cache, if it is not the usual one.
    pub(super) l1_bytes: Option<u64>,
}

/// The figures of a file of records.
#[derive(Debug)]
pub(super) struct Figures<'a> {
    of: BTreeMap<(Place<'a>, &'a str), Figure>,
}

impl Figure {
    /// What remains after the kernel's own cost: below zero where the kernel
    /// alone took longer, for that is what was measured.
    fn net_of(self, null: Figure) -> Figure {
        Figure {
            value: self.value - null.value,
            low: self.low - null.high,
            high: self.high - null.low,
        }
    }

    fn is_finite(self) -> bool {
        [self.value, self.low, self.high].iter().all(|number| number.is_finite())
    }

    pub(super) fn overlaps(self, other: Figure) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

impl<'a> Figures<'a> {
    /// All figures but those of contenders that answer wrongly, which mean nothing.
    pub(super) fn new(records: &'a Records) -> Figures<'a> {
        let wrong = |m: &Measurement| {
            let same = |v: &&Variant| v.study == m.study && v.name == m.variant;
            records.variants.iter().filter(same).any(Variant::is_wrong)
        };
        let measured = records.measurements.iter().filter(|m| !wrong(m));
        let of = measured.filter_map(|m| {
            let figure = Figure { value: m.value, low: m.low, high: m.high };
            let place = Place::of(m).filter(|_| figure.is_finite())?;
            Some(((place, m.variant.as_str()), figure))
        });
        Figures { of: of.collect() }
    }

    /// The figure as it was measured, the kernel's own cost included.
    pub(super) fn raw(&self, variant: &'a str, place: Place<'a>) -> Option<Figure> {
        self.of.get(&(place, variant)).copied()
    }

    /// The figure net of the kernel's own cost; nothing unless both were measured.
    pub(super) fn net(&self, variant: &'a str, place: Place<'a>) -> Option<Figure> {
        let net = self.raw(variant, place)?.net_of(self.raw(NULL, place)?);
        net.is_finite().then_some(net)
    }

    /// The quantity that stands for time in a study: cycles, or nanoseconds on
    /// machines that cannot tell cycles. Never both.
    pub(super) fn time(&self, study: &str) -> &'static str {
        let measured = |quantity| {
            self.of.keys().any(|(place, _)| place.study == study && place.quantity == quantity)
        };
        if !measured(CYCLES) && measured(NANOSECONDS) { NANOSECONDS } else { CYCLES }
    }

    /// Net misses per query of a contender by the size of the simulated cache.
    pub(super) fn sweep(
        &self,
        study: &'a str,
        stream: &'a str,
        variant: &'a str,
    ) -> Vec<(u64, Figure)> {
        let here = |place: &Place<'_>| {
            place.study == study && place.stream == stream && place.quantity == quantity::L1_MISSES
        };
        let places = self.of.keys().filter(|(p, v)| here(p) && *v == variant);
        places
            .filter_map(|&(place, _)| Some((place.l1_bytes?, self.net(variant, place)?)))
            .collect()
    }
}

impl<'a> Place<'a> {
    /// Nothing for parameters that this report does not know.
    fn of(m: &'a Measurement) -> Option<Place<'a>> {
        let l1_bytes = m.parameters.get(quantity::L1_BYTES).copied();
        (m.parameters.len() == usize::from(l1_bytes.is_some())).then_some(Place {
            study: &m.study,
            stream: &m.stream,
            context: &m.context,
            quantity: &m.quantity,
            l1_bytes,
        })
    }
}

/// A number with so many decimals, short even if it is huge.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text =
        if value.abs() < 1e6 { format!("{value:.decimals$}") } else { format!("{value:.2e}") };
    // Minus nothing is nothing.
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

/// A time per query.
pub(super) fn time(value: f64) -> String {
    number(value, 2)
}

/// A count per query; misses are often a few in a thousand queries.
pub(super) fn count(value: f64) -> String {
    number(value, 3)
}

/// The ends of a time's interval.
pub(super) fn interval(figure: Figure) -> String {
    format!("{} to {}", time(figure.low), time(figure.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_figures_are_never_clamped_and_widen_by_the_kernels_interval() {
        let figure = |value, low, high| Figure { value, low, high };
        let net = figure(1.0, 0.9, 1.2).net_of(figure(1.5, 1.4, 1.75));
        assert_eq!(net, figure(-0.5, -0.85, 1.2 - 1.4));
    }

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(-0.5, 2), "-0.50");
        assert_eq!(number(f64::MAX, 2), "1.80e308");
    }
}
