//! Nodes per second: what a choice of lookups gains in them, and what its lookups' own times
//! predict.
//!
//! The studies of whole programs name a contender after its program, followed by what differs
//! from the base; the base has the program's name alone.

use crate::figures::{Figures, PERFT, Place, SEARCH, is_of_programs};
use crate::format;
use records::{Asked, Asks, Figure, Variant, Verdict};
use std::collections::BTreeSet;

/// The streams of both studies of programs, those of searches first; of a study that was
/// measured only those that were.
pub(crate) fn profiles<'a>(figures: &Figures<'a>) -> Vec<Place<'a>> {
    let studies = [SEARCH, PERFT].into_iter().filter_map(|name| figures.study(name));
    let places = studies.flat_map(|study| {
        let places = study.streams.iter().map(|s| Place::hot(&study.name, &s.name, false));
        let is_measured = |place: &Place<'_>| figures.step(*place).is_some();
        let measured: Vec<_> = places.clone().filter(is_measured).collect();
        if measured.is_empty() { places.collect() } else { measured }
    });
    places.collect()
}

/// What differs from the base in a program; nothing for the base itself.
pub(crate) fn difference(variant: &Variant) -> Option<&str> {
    variant.name.strip_prefix(variant.study.as_str())?.strip_prefix('+')
}

/// Whether a program differs from the base in a single question, by a variant of its name.
pub(crate) fn is_of_one_question(program: &Variant, figures: &Figures<'_>) -> bool {
    difference(program).is_some_and(|difference| {
        let is_it = |v: &Variant| !is_of_programs(&v.study) && v.technique() == difference;
        figures.records.variants.iter().any(is_it)
    })
}

/// The same choice in another study of programs: the base where nothing differs.
pub(crate) fn in_study<'a>(
    study: &str,
    difference: Option<&str>,
    figures: &Figures<'a>,
) -> Option<&'a Variant> {
    let suffix = difference.map_or_else(String::new, |difference| format!("+{difference}"));
    figures.variant(study, &format!("{study}{suffix}"))
}

/// By how much more often something is done in a second, as a share: 0.01 is one per cent
/// more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gain {
    pub(crate) figure: Figure,
    /// `Faster` where it certainly gains.
    pub(crate) verdict: Verdict,
}

/// What a contender gains over another one.
pub(crate) fn gain(
    of: &str,
    against: &str,
    place: Place<'_>,
    figures: &Figures<'_>,
) -> Option<Gain> {
    let ratio = figures.ratio(of, against, place)?;
    let figure = ratio.figure.inverse().map(|ratio| ratio - 1.0);
    Some(Gain { figure, verdict: ratio.verdict })
}

/// What a variant is worth against the base's in a search.
pub(crate) fn worth(variant: &Variant, place: Place<'_>, figures: &Figures<'_>) -> Option<Gain> {
    gain(&format!("{SEARCH}+{}", variant.technique()), SEARCH, place, figures)
}

/// A choice that differs in the variant of one question, with what that question's study says
/// of the variant and of the base's.
#[derive(Debug)]
pub(crate) struct Lookup<'a> {
    /// The question: the study.
    pub(crate) question: &'a str,
    pub(crate) variant: &'a str,
    pub(crate) base: &'a str,
    /// How many of its lookups a query of the program makes.
    pub(crate) rate: f64,
    /// By how many cycles a query of the program takes longer than with the base's, without and
    /// with waiting; from times of whole loops, because these were compared.
    pub(crate) longer: [Option<Figure>; 2],
}

/// The lookup in which a choice differs from what these asks name; nothing where it differs in
/// several questions, or in none that has a study.
pub(crate) fn lookup<'a>(
    difference: &str,
    asks: &'a Asks,
    figures: &Figures<'a>,
) -> Option<Lookup<'a>> {
    let parts: BTreeSet<_> = asks.asked.iter().flat_map(|one| one.variant.split('+')).collect();
    let is_it = |variant: &&Variant| {
        let (first, mut others) = parts_of(&variant.name);
        !is_of_programs(&variant.study)
            && first == difference
            && others.all(|part| parts.contains(part))
    };
    let asked = |variant: &'a Variant| {
        let asked = asks.asked.iter().find(|asked| asked.question == variant.study)?;
        Some((variant, asked))
    };
    let (variant, Asked { question, variant: base, .. }) =
        figures.records.variants.iter().filter(is_it).find_map(asked)?;
    let rate = rate(question, asks)?;
    let longer = [false, true].map(|dependent| {
        let of_kind = asks.asked.iter().filter(|one| one.question == *question && one.times > 0);
        let mut longer = of_kind.map(|asked| {
            let place = Place::hot(question, &asked.stream, dependent);
            let ratio = figures.ratio(&variant.name, base, place)?.figure;
            let raw = figures.time(base, place).raw?.value;
            let stream = figures.stream(place)?;
            let each = stream.per_lookup(ratio.map(|ratio| (ratio - 1.0) * raw))?;
            Some(each * asks.lookups(asked))
        });
        longer.try_fold(Figure::exact(0.0), |sum, longer| Some(sum + longer?))
    });
    Some(Lookup { question, variant: &variant.name, base, rate, longer })
}

/// A variant's technique, and those that it asks.
fn parts_of(name: &str) -> (&str, impl Iterator<Item = &str>) {
    let mut parts = name.split('+');
    (parts.next().unwrap_or(name), parts)
}

/// What the base of a program asks on a stream.
pub(crate) fn asks<'a>(place: Place<'_>, figures: &Figures<'a>) -> Option<&'a Asks> {
    let base = in_study(place.study, None, figures)?;
    base.asks.iter().find(|asks| asks.stream == place.stream)
}

/// How often the base asks a question per query of the program, in whatever way.
pub(crate) fn rate(question: &str, asks: &Asks) -> Option<f64> {
    let mut asked = asks.asked.iter().filter(|asked| asked.question == question).peekable();
    asked.peek()?;
    let times: u64 = asked.map(|asked| asked.times).sum();
    (asks.queries > 0).then(|| times as f64 / asks.queries as f64)
}

/// The gain where a query of the program takes longer by this than that of the base, which takes
/// so long. Nothing where nobody could measure it: no query takes less than no time.
pub(crate) fn predicted(longer: Figure, base: f64) -> Option<Figure> {
    let gain = |longer: f64| base / (base + longer) - 1.0;
    let Figure { value, low, high } = longer;
    // What takes longer gains less.
    let figure = Figure { value: gain(value), low: gain(high), high: gain(low) };
    (base > 0.0 && base + low > 0.0 && figure.is_valid()).then_some(figure)
}

/// What a measurement says of a prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Finding {
    /// Their intervals meet, or neither shows a difference.
    Met,
    /// More was predicted: so many times as much as was measured.
    Overstated(f64),
    /// Less was predicted: it has to be taken so many times.
    Understated(f64),
    /// A difference was predicted, and none could be measured.
    Vanished,
    /// No difference was predicted for certain, and there is one.
    Unforeseen,
    /// A loss was predicted where there is a gain, or the other way about.
    OtherSign,
}

/// Compares a prediction with a measured gain.
pub(crate) fn finding(predicted: Figure, measured: Gain) -> Finding {
    let Gain { figure, verdict } = measured;
    if predicted.low <= figure.high && figure.low <= predicted.high {
        return Finding::Met;
    }
    let is_none = predicted.low <= 0.0 && 0.0 <= predicted.high;
    match (is_none, verdict.is_order()) {
        (true, true) => return Finding::Unforeseen,
        (true, false) => return Finding::Met,
        (false, false) => return Finding::Vanished,
        (false, true) => {}
    }
    match predicted.value / figure.value {
        ..=0.0 => Finding::OtherSign,
        times @ ..1.0 => Finding::Understated(times.recip()),
        times => Finding::Overstated(times),
    }
}

impl Finding {
    /// As a sentence on a microbenchmark ends.
    pub(crate) fn words(self) -> String {
        let times = |times: f64| format::number(times, 1);
        match self {
            Finding::Met => "within the intervals".to_owned(),
            Finding::Overstated(by) => {
                format!("the microbenchmark overstates it {} times", times(by))
            }
            Finding::Understated(by) => {
                format!("the microbenchmark understates it {} times", times(by))
            }
            Finding::Vanished => {
                "the microbenchmark predicts a difference that could not be measured".to_owned()
            }
            Finding::Unforeseen => {
                "the microbenchmark predicts no difference, and there is one".to_owned()
            }
            Finding::OtherSign => "the microbenchmark predicts the other sign".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(low: f64, value: f64, high: f64) -> Figure {
        Figure { value, low, high }
    }

    #[test]
    fn a_longer_node_predicts_fewer_of_them() {
        let Figure { value, low, high } = predicted(figure(10.0, 20.0, 30.0), 980.0).unwrap();
        let expected = [980.0 / 1000.0 - 1.0, 980.0 / 1010.0 - 1.0, 980.0 / 990.0 - 1.0];
        assert_eq!([value, low, high], expected);
        // A node without what it saves would take no time, or less.
        assert_eq!(predicted(figure(-20.0, -10.0, 0.0), 20.0), None);
        assert_eq!(predicted(Figure::exact(0.0), 0.0), None);
        assert_eq!(predicted(Figure::exact(0.0), 20.0), Some(Figure::exact(0.0)));
    }

    #[test]
    fn a_measurement_meets_a_prediction_or_says_on_which_side_it_lies() {
        let gain = |low, value, high, verdict| Gain { figure: figure(low, value, high), verdict };
        let faster = gain(0.01, 0.02, 0.03, Verdict::Faster);
        let found = |low, value, high| finding(figure(low, value, high), faster);
        assert_eq!(found(0.03, 0.05, 0.07), Finding::Met);
        assert_eq!(found(0.04, 0.06, 0.08), Finding::Overstated(3.0));
        assert_eq!(found(0.001, 0.005, 0.009), Finding::Understated(4.0));
        assert_eq!(found(-0.001, 0.005, 0.009), Finding::Unforeseen);
        assert_eq!(found(-0.3, -0.2, -0.1), Finding::OtherSign);
        let tie = gain(-0.004, 0.0, 0.004, Verdict::Tie);
        assert_eq!(finding(figure(0.1, 0.2, 0.3), tie), Finding::Vanished);
        assert_eq!(finding(figure(-0.006, -0.005, 0.0), tie), Finding::Met);
        let near = gain(0.002, 0.003, 0.004, Verdict::Tie);
        assert_eq!(finding(figure(-0.001, 0.0, 0.001), near), Finding::Met);
        let slower = gain(-0.03, -0.02, -0.01, Verdict::Slower);
        assert_eq!(finding(figure(-0.08, -0.06, -0.04), slower), Finding::Overstated(3.0));
    }
}
