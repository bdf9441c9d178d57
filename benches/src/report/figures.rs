//! Figures: what the records say about a contender under given circumstances.
//!
//! Times come raw and net from the rounds in which they were taken; counts are
//! exact, so that those of the kernel without a lookup are subtracted here.

use crate::record::{Measurement, Noise, Records, Variant, quantity, stop};
use crate::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};

pub(super) use crate::record::NULL;
pub(super) use crate::record::context::{
    COLD, LATENCY, PRESSURE, PROOF, THROUGHPUT, TWO_THREADS, UPKEEP,
};
pub(super) use crate::record::kind::CONTROL;
pub(super) use crate::record::quantity::{CYCLES, NANOSECONDS};

/// The contexts that every stream is measured in, in the order of the page.
pub(super) const CONTEXTS: [&str; 2] = [THROUGHPUT, LATENCY];

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

/// What stands in a table for a figure that is not there.
pub(super) const MISSING: &str = "not measured";

/// What stands there for a time that can't be: nothing waits for a batch, or for
/// what is kept.
pub(super) const INAPPLICABLE: &str = "does not apply";

/// What stands there for a time of a variant that needs another processor.
const UNAVAILABLE: &str = "not available here";

/// What stands there for a count of a variant that Valgrind can't run.
const UNCOUNTED: &str = "not counted";

/// A value and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A time with and without the kernel's own cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    pub(super) raw: Option<Figure>,
    pub(super) net: Option<Figure>,
}

/// The time of a variant by that of another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    pub(super) figure: Figure,
    /// What may be said of the first; nothing if the records use another word.
    pub(super) verdict: Option<Verdict>,
}

/// The circumstances of a figure.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Place<'a> {
    pub(super) study: &'a str,
    pub(super) stream: &'a str,
    pub(super) context: &'a str,
    pub(super) parameters: Parameters,
}

/// What else was set.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Parameters {
    /// The size of the simulated first-level cache, if it is not the usual one.
    pub(super) l1_bytes: Option<u64>,
    /// 1 where each query waits for the last, 0 where none does.
    pub(super) dependent: Option<u64>,
    /// Queries between two disturbances.
    pub(super) visit: Option<u64>,
    /// Bytes of the competing working set.
    pub(super) working_set: Option<u64>,
    /// Questions after each query.
    pub(super) asked: Option<u64>,
}

/// The figures of a file of records.
#[derive(Debug)]
pub(super) struct Figures<'a> {
    /// By quantity, contender and place.
    of: BTreeMap<(&'a str, &'a str, Place<'a>), Figure>,
    /// By place, contender and the one that it is compared with.
    ratios: BTreeMap<(Place<'a>, &'a str, &'a str), Ratio>,
    noise: BTreeMap<Place<'a>, &'a Noise>,
    /// The studies in which nothing waits for an answer.
    unwaited: BTreeSet<&'a str>,
}

impl Figure {
    /// What remains after the kernel's own cost: below zero where the kernel
    /// alone took more, for that is what was measured.
    fn net_of(self, null: Figure) -> Figure {
        Figure {
            value: self.value - null.value,
            low: self.low - null.high,
            high: self.high - null.low,
        }
    }

    pub(super) fn is_finite(self) -> bool {
        [self.value, self.low, self.high].iter().all(|number| number.is_finite())
    }
}

impl Ratio {
    /// The same comparison the other way round.
    fn inverse(self) -> Ratio {
        let Figure { value, low, high } = self.figure;
        let verdict = self.verdict.map(Verdict::inverse);
        let figure = Figure { value: value.recip(), low: high.recip(), high: low.recip() };
        Ratio { figure, verdict }
    }
}

impl<'a> Figures<'a> {
    /// All figures but those of contenders that answer wrongly, which mean
    /// nothing, and times of an earlier run whose last one was too noisy.
    pub(super) fn new(records: &'a Records) -> Figures<'a> {
        let noise = records.noise.iter().filter_map(|noise| {
            let Noise { study, stream, context, parameters, .. } = noise;
            let parameters = Parameters::of(parameters)?;
            Some((Place { study, stream, context, parameters }, noise))
        });
        let unwaited = records.variants.iter().filter(|variant| variant.is_unwaited());
        let mut figures = Figures {
            of: BTreeMap::new(),
            ratios: BTreeMap::new(),
            noise: noise.collect(),
            unwaited: unwaited.map(|variant| variant.study.as_str()).collect(),
        };
        for m in &records.measurements {
            figures.add(records, m);
        }
        figures
    }

    fn add(&mut self, records: &'a Records, m: &'a Measurement) {
        let Measurement { study, variant, stream, context, quantity, .. } = m;
        let Some(parameters) = Parameters::of(&m.parameters) else { return };
        let place = Place { study, stream, context, parameters };
        let figure = Figure { value: m.value, low: m.low, high: m.high };
        let wrong = [Some(variant), m.against.as_ref()].into_iter().flatten();
        let wrong = wrong.into_iter().any(|name| is_wrong(records, study, name));
        if wrong || !figure.is_finite() || (self.is_too_noisy(place) && is_timed(quantity)) {
            return;
        }
        match &m.against {
            None => _ = self.of.insert((quantity, variant, place), figure),
            Some(against) if quantity == quantity::RATIO => {
                let ratio = Ratio { figure, verdict: m.verdict.as_deref().and_then(verdict) };
                self.ratios.insert((place, variant, against), ratio);
            }
            // Another comparison than this report knows.
            Some(_) => {}
        }
    }

    /// The figure as it was measured, the kernel's own cost included.
    pub(super) fn raw(&self, variant: &str, place: Place<'_>, quantity: &str) -> Option<Figure> {
        self.of.get(&(quantity, variant, place)).copied()
    }

    /// A count without the kernel's own; nothing unless both were counted.
    pub(super) fn count(&self, variant: &str, place: Place<'_>, quantity: &str) -> Option<Figure> {
        let counted = self.raw(variant, place, quantity)?;
        let net = counted.net_of(self.raw(NULL, place, quantity)?);
        net.is_finite().then_some(net)
    }

    /// Which share of the questions asked here a variant answers wrongly, if that was counted.
    pub(super) fn share_wrong(&self, variant: &str, place: Place<'_>) -> Option<f64> {
        let place = Place { context: PROOF, ..place };
        let count = |quantity| Some(self.raw(variant, place, quantity)?.value);
        let (wrong, questions) = (count(quantity::WRONG_ANSWERS)?, count(quantity::QUESTIONS)?);
        (questions > 0.0).then(|| wrong / questions)
    }

    /// The time in the study's unit.
    pub(super) fn time(&self, variant: &str, place: Place<'_>) -> Time {
        let unit = self.unit(place.study);
        Time {
            raw: self.raw(variant, place, unit),
            net: self.raw(variant, place, &quantity::net(unit)),
        }
    }

    /// A variant's time by another one's, whichever way round it was recorded.
    pub(super) fn ratio(&self, of: &str, against: &str, place: Place<'_>) -> Option<Ratio> {
        let recorded = |of, against| self.ratios.get(&(place, of, against)).copied();
        let ratio = recorded(of, against).or_else(|| Some(recorded(against, of)?.inverse()))?;
        ratio.figure.is_finite().then_some(ratio)
    }

    /// The variant that copies are compared with: the others of a table are
    /// compared with it, and it with none.
    pub(super) fn reference(&self, place: Place<'a>) -> Option<&'a str> {
        let compared: BTreeSet<_> = self.pairs(place).map(|(of, _)| of).collect();
        self.pairs(place).map(|(_, against)| against).find(|against| !compared.contains(against))
    }

    /// The variants that were compared at this place, each with the one that it
    /// was compared with.
    pub(super) fn pairs(&self, place: Place<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
        let here = self.ratios.range((place, "", "")..);
        let here = here.take_while(move |((found, ..), _)| *found == place);
        here.map(|(&(_, of, against), _)| (of, against))
    }

    /// The places of a study in a context at which variants were compared.
    pub(super) fn compared(&self, study: &str, context: &str) -> BTreeSet<Place<'a>> {
        let here = |place: &Place<'a>| place.study == study && place.context == context;
        self.ratios.keys().map(|(place, ..)| *place).filter(here).collect()
    }

    /// The places where a study was timed, or was too noisy to be.
    pub(super) fn places(&self, study: &str) -> BTreeSet<Place<'a>> {
        let unit = self.unit(study);
        let timed = self.of.keys().filter(|(quantity, ..)| *quantity == unit);
        let places = timed.map(|(.., place)| *place).chain(self.noise.keys().copied());
        places.filter(|place| place.study == study).collect()
    }

    /// How noisy the table at this place was.
    pub(super) fn noise(&self, place: Place<'_>) -> Option<&'a Noise> {
        self.noise.get(&place).copied()
    }

    /// How noisy all tables of a study in a context were.
    pub(super) fn noises(&self, study: &str, context: &str) -> impl Iterator<Item = &'a Noise> {
        let here = move |place: &Place<'_>| place.study == study && place.context == context;
        self.noise.iter().filter(move |(place, _)| here(place)).map(|(_, noise)| *noise)
    }

    /// Whether the last attempt to measure here gave no figures.
    pub(super) fn is_too_noisy(&self, place: Place<'_>) -> bool {
        self.noise(place).is_some_and(is_too_noisy)
    }

    /// Why there is no time here, in a few words.
    pub(super) fn absence(&self, place: Place<'_>) -> &'static str {
        match self.is_too_noisy(place) {
            true => stop::NOISY,
            false if !self.applies(place) => INAPPLICABLE,
            false => MISSING,
        }
    }

    /// Why there is no time of this variant here.
    pub(super) fn absence_of(&self, variant: &Variant, place: Place<'_>) -> &'static str {
        let is_lacking = !variant.available && self.applies(place);
        if is_lacking { UNAVAILABLE } else { self.absence(place) }
    }

    /// Whether there can be a time here: some answers nothing waits for.
    pub(super) fn applies(&self, place: Place<'_>) -> bool {
        let waits = place.context == LATENCY || place.parameters.dependent == Some(1);
        !(waits && self.unwaited.contains(place.study))
    }

    /// What times are measured in in a study: cycles, or nanoseconds on
    /// machines that cannot tell cycles. Never both.
    pub(super) fn unit(&self, study: &str) -> &'static str {
        let measured = |unit| {
            let times = self.of.range((unit, "", Place::plain("", "", ""))..).map(|(key, _)| key);
            times.take_while(|key| key.0 == unit).any(|(.., place)| place.study == study)
        };
        if !measured(CYCLES) && measured(NANOSECONDS) { NANOSECONDS } else { CYCLES }
    }

    /// The lengths of visits that a study was measured with in a context.
    pub(super) fn visits(&self, study: &str, context: &str) -> BTreeSet<u64> {
        self.set(study, context, |parameters| parameters.visit)
    }

    /// The working sets that a study was measured beside.
    pub(super) fn working_sets(&self, study: &str) -> BTreeSet<u64> {
        self.set(study, PRESSURE, |parameters| parameters.working_set)
    }

    /// How many questions after each query a study was measured with.
    pub(super) fn asked(&self, study: &str) -> BTreeSet<u64> {
        self.set(study, UPKEEP, |parameters| parameters.asked)
    }

    /// The values of a parameter that a study was measured with in a context.
    fn set(&self, study: &str, context: &str, of: fn(&Parameters) -> Option<u64>) -> BTreeSet<u64> {
        let measured = self.of.keys().map(|(.., place)| place);
        let here = |place: &&Place<'_>| place.study == study && place.context == context;
        let here = measured.chain(self.noise.keys()).filter(here);
        here.filter_map(|place| of(&place.parameters)).collect()
    }

    /// Net times of a variant by a parameter, in its order. `take` takes it out of
    /// the others, which are those of the place.
    pub(super) fn times_along(
        &self,
        variant: &str,
        place: Place<'a>,
        take: fn(&mut Parameters) -> Option<u64>,
    ) -> Vec<(u64, Figure)> {
        let net = quantity::net(self.unit(place.study));
        let places = self.along(variant, place, &net, take);
        places.filter_map(|(value, place)| Some((value, self.time(variant, place).net?))).collect()
    }

    /// Net misses of a variant by the size of the simulated cache, which the
    /// place leaves open.
    pub(super) fn misses_by_cache(&self, variant: &str, place: Place<'a>) -> Vec<(u64, Figure)> {
        const MISSES: &str = quantity::L1_MISSES;
        let places = self.along(variant, place, MISSES, |parameters| parameters.l1_bytes.take());
        let net = |place| self.count(variant, place, MISSES);
        places.filter_map(|(bytes, place)| Some((bytes, net(place)?))).collect()
    }

    /// The places of a contender's figures that differ from the given one in a
    /// parameter only, in the order of that parameter.
    fn along<'b>(
        &'b self,
        variant: &'b str,
        place: Place<'b>,
        quantity: &'b str,
        take: fn(&mut Parameters) -> Option<u64>,
    ) -> impl Iterator<Item = (u64, Place<'b>)> {
        let from = (quantity, variant, Place::plain("", "", ""));
        let places = self.of.range(from..).map(|(key, _)| *key);
        let places = places.take_while(move |key| (key.0, key.1) == (quantity, variant));
        places.filter_map(move |(.., found)| {
            let mut rest = found;
            let value = take(&mut rest.parameters)?;
            (rest == place).then_some((value, found))
        })
    }
}

impl<'a> Place<'a> {
    /// Without parameters.
    pub(super) fn plain(study: &'a str, stream: &'a str, context: &'a str) -> Place<'a> {
        Place { study, stream, context, parameters: Parameters::default() }
    }
}

impl Parameters {
    /// Nothing if this report does not know all of them.
    pub(super) fn of(parameters: &BTreeMap<String, u64>) -> Option<Parameters> {
        let mut known = Parameters::default();
        for (name, value) in parameters {
            let parameter = match name.as_str() {
                quantity::L1_BYTES => &mut known.l1_bytes,
                quantity::DEPENDENT => &mut known.dependent,
                quantity::VISIT => &mut known.visit,
                quantity::WORKING_SET => &mut known.working_set,
                quantity::ASKED => &mut known.asked,
                _ => return None,
            };
            *parameter = Some(*value);
        }
        Some(known)
    }
}

/// Whether this variant was found to answer wrongly.
pub(super) fn is_wrong(records: &Records, study: &str, name: &str) -> bool {
    let same = |v: &&Variant| v.study == study && v.name == name;
    records.variants.iter().filter(same).any(Variant::is_wrong)
}

/// Why there is no count of this variant.
pub(super) fn count_absence(variant: &Variant) -> &'static str {
    match variant.uncounted {
        _ if !variant.available => UNAVAILABLE,
        Some(_) => UNCOUNTED,
        None => MISSING,
    }
}

pub(super) fn is_too_noisy(noise: &Noise) -> bool {
    noise.stop == stop::NOISY
}

/// The verdict that this word stands for.
pub(super) fn verdict(word: &str) -> Option<Verdict> {
    [Verdict::Faster, Verdict::Slower, Verdict::Tie].into_iter().find(|v| v.name() == word)
}

/// Whether this comes from rounds: counts do not depend on noise.
fn is_timed(quantity: &str) -> bool {
    [CYCLES, NANOSECONDS, quantity::RATIO, quantity::SPREAD].contains(&quantity)
        || quantity.starts_with(quantity::NET)
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

/// A ratio of times.
pub(super) fn ratio(value: f64) -> String {
    number(value, 3)
}

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0, 1))
}

/// A size in KiB, without the unit: to a tenth below ten.
pub(super) fn kibibytes(bytes: f64) -> String {
    let value = bytes / 1024.0;
    number(value, usize::from(value < 10.0 && value.fract() != 0.0))
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
    fn a_comparison_can_be_turned_round() {
        let figure = Figure { value: 2.0, low: 1.0, high: 4.0 };
        let Ratio { figure, verdict } = Ratio { figure, verdict: Some(Verdict::Slower) }.inverse();
        assert_eq!(figure, Figure { value: 0.5, low: 0.25, high: 1.0 });
        assert_eq!(verdict, Some(Verdict::Faster));
    }

    #[test]
    fn sizes_are_whole_or_short() {
        let sizes = [0.0, 4096.0, 6371.9, 19722.3, 2097152.0].map(kibibytes);
        assert_eq!(sizes, ["0", "4", "6.2", "19", "2048"]);
    }

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(-0.5, 2), "-0.50");
        assert_eq!(number(f64::MAX, 2), "1.80e308");
    }
}
