//! Tables of times with their verdicts, and counts.

use crate::{Context, Core, Counter, Figure, NULL, Parameter, Unit, Verdict, text};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The variants of a question in the same setting: one step, or several along a
/// parameter.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The question.
    #[serde(deserialize_with = "text::name")]
    pub question: String,
    /// The stream of queries.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The context.
    pub context: Context,
    /// Whether each query waits for the answer to the one before.
    pub dependent: bool,
    /// The parameter that varies from step to step; `None` if there is only one step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<Parameter>,
    /// The unit of times.
    pub unit: Unit,
    /// When it was measured, in UTC.
    #[serde(deserialize_with = "text::date")]
    pub date: String,
    /// The index of its run in [`Records::runs`](crate::Records::runs).
    pub run: usize,
    /// The variant that ratios are relative to, the other variants, and last
    /// [`NULL`](crate::NULL).
    #[serde(deserialize_with = "text::name")]
    pub names: Vec<String>,
    /// The steps, sorted by the parameter.
    pub steps: Vec<Step>,
}

/// The rounds of a table at one value of its parameter. Each list of figures has an element per
/// name of the table, or is empty without figures.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The value of the parameter; `None` if none varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// Rounds behind each figure, or behind the figure with the fewest.
    pub rounds: u64,
    /// The number of batches.
    pub batches: u64,
    /// The number of batches that the probe called undisturbed.
    pub quiet: u64,
    /// The state of the core around these rounds, by the probe and the clock.
    pub core: Core,
    /// Cycles per multiplication, by the clock that additions calibrate: a whole number (3; 4 on
    /// Zen 1, 5 on small cores), or the clock is wrong. `None` without rounds.
    #[serde(serialize_with = "figures::write")]
    pub multiply: Option<f64>,
    /// Idle instructions per cycle around these rounds. Below [`NARROWEST`](crate::NARROWEST),
    /// the core is narrow or in company. `None` without rounds, without a clock of cycles, or if
    /// a probe other than `nop`s was steadier.
    #[serde(serialize_with = "figures::write")]
    pub width: Option<f64>,
    /// Layouts of code and tables in these rounds: the units of all intervals.
    pub layouts: u64,
    /// Queries that warmed each variant up before a batch; empty if nothing did, or before version 5
    /// of the method.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warm_up: Vec<u64>,
    /// Variants whose code and tables stayed in place while others were laid out. Their intervals
    /// leave out what another layout would change.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub fixed: Vec<String>,
    /// Copies of variants, with code and tables of their own, relative to the variants.
    pub copies: Vec<CopyOf>,
    /// The first variant compiled a second time from another type, relative to itself. The code was the
    /// same, so version 7 of the method has builds in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Figure>,
    /// Other builds of programs from the same source, relative to the first build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<CopyOf>,
    /// The deviation of builds, as a share, that the intervals of ratios hold; `None` but of programs,
    /// and before version 7 of the method.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "figures::write")]
    pub luck: Option<f64>,
    /// The time of a copy of the null control beyond the null control's.
    pub null_copy: Option<Figure>,
    /// Times per query as measured, including the loop: the median over layouts.
    pub raw: Vec<Option<Figure>>,
    /// Times beyond the null control's, subtracted in each round.
    pub net: Vec<Option<Figure>>,
    /// Times relative to the first variant's, divided in each round.
    pub ratio: Vec<Option<Figure>>,
    /// The ratios of other pairs of variants; only of programs, whose other ratios are to the first
    /// alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
    /// The choices of a program that cannot differ from the first, because no node asks what they
    /// change, so that they are builds of it. `None` without any, or before version 6 of the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neutral: Option<Neutral>,
    /// Relative gap from the fastest tenth of layouts to the slowest tenth; empty if layouts were
    /// not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty", serialize_with = "figures::write_all")]
    pub spread: Vec<Option<f64>>,
    /// Relative gap from the median layout to the fastest; empty if layouts were not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty", serialize_with = "figures::write_all")]
    pub best: Vec<Option<f64>>,
    /// Cycles that an addition in the chain from answer to query adds to a query: 1 if the next
    /// query waits for the answer. Empty unless queries are dependent and tables hot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slope: Vec<Option<Figure>>,
    /// The verdict on every variant against every earlier one, a letter each: the second's first,
    /// then the third's two, and so on; a dot if they were not compared.
    pub verdicts: String,
}

/// A copy of a variant, or another build, compared with the variant itself.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CopyOf {
    /// The variant's name.
    #[serde(deserialize_with = "text::name")]
    pub of: String,
    /// The copy's time relative to the variant's, divided in each round.
    pub ratio: Figure,
}

/// A choice of lookups in a program compared with another, neither of them the first variant.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The later of the two in the table's names.
    #[serde(deserialize_with = "text::name")]
    pub of: String,
    /// The earlier one.
    #[serde(deserialize_with = "text::name")]
    pub against: String,
    /// The time of `of` divided by that of `against`, in the same rounds.
    pub ratio: Figure,
}

/// Choices of a program that cannot differ from the first.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Neutral {
    /// Their names.
    #[serde(deserialize_with = "text::name")]
    pub of: Vec<String>,
    /// Their time divided by the first one's, in the same rounds. In version 6 of the method the ratios
    /// of the table are to them if several surely differ.
    pub ratio: Figure,
}

/// Exact counts of a variant on a stream, as totals over all queries. The counts of `null` are
/// the loop's own.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The question.
    #[serde(deserialize_with = "text::name")]
    pub question: String,
    /// The stream of queries.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The variant's name.
    #[serde(deserialize_with = "text::name")]
    pub variant: String,
    /// The source of the counts.
    pub counter: Counter,
    /// Whether each query waits for the answer to the one before.
    pub dependent: bool,
    /// The index of its run in [`Records::runs`](crate::Records::runs).
    pub run: usize,
    /// The number of queries.
    pub queries: u64,
    /// Core cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// Instructions executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// Data reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<u64>,
    /// Data writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<u64>,
    /// Data accesses that miss the first-level cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l1_misses: Option<u64>,
    /// Data accesses that miss the last-level cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_level_misses: Option<u64>,
    /// Conditional and indirect branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<u64>,
    /// Mispredicted branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mispredictions: Option<u64>,
    /// Distinct cache lines touched in total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
    /// First-level misses by the size of the simulated cache: bytes and misses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sweep: Vec<[u64; 2]>,
}

impl Table {
    /// The number of a name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The variants: all names except the null control's.
    #[must_use]
    pub fn variants(&self) -> &[String] {
        let count = self.names.iter().take_while(|name| *name != NULL).count();
        &self.names[..count]
    }

    /// The variant that ratios are relative to.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        self.variants().first().map(String::as_str)
    }
}

impl Step {
    /// Whether there were enough rounds for figures.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        !self.raw.is_empty()
    }

    /// The verdict on a variant against another, by their numbers; `None` if they were not
    /// compared.
    #[must_use]
    pub fn verdict(&self, of: usize, against: usize) -> Option<Verdict> {
        let of_pair = |of: usize, against: usize| {
            verdict(*self.verdicts.as_bytes().get(letters(of) + against)?)
        };
        match of.cmp(&against) {
            Ordering::Greater => of_pair(of, against),
            Ordering::Less => of_pair(against, of).map(Verdict::inverse),
            Ordering::Equal => None,
        }
    }

    /// The time of a variant divided by that of another, by their names and in the same rounds;
    /// `None` unless they are one of its [pairs](Step::pairs).
    #[must_use]
    pub fn pair(&self, of: &str, against: &str) -> Option<Figure> {
        self.pairs.iter().find_map(|pair| match (&*pair.of, &*pair.against) {
            names if names == (of, against) => Some(pair.ratio),
            names if names == (against, of) => Some(pair.ratio.inverse()),
            _ => None,
        })
    }

    /// Sets the verdicts on this many variants, each against the earlier ones.
    pub fn set_verdicts(
        &mut self,
        variants: usize,
        verdict: impl Fn(usize, usize) -> Option<Verdict>,
    ) {
        let pairs = (1..variants).flat_map(|of| (0..of).map(move |against| (of, against)));
        self.verdicts = pairs.map(|(of, against)| letter(verdict(of, against))).collect();
    }
}

/// The letter of a pair that was not compared.
const NOT_COMPARED: char = '.';

/// The number of verdicts on this many variants, and of those before the next one's.
pub(crate) fn letters(variants: usize) -> usize {
    variants * variants.saturating_sub(1) / 2
}

/// A verdict's first letter, or that of a pair that was not compared.
fn letter(verdict: Option<Verdict>) -> char {
    verdict.and_then(|verdict| verdict.name().chars().next()).unwrap_or(NOT_COMPARED)
}

fn verdict(letter: u8) -> Option<Verdict> {
    Verdict::ALL.iter().copied().find(|verdict| verdict.name().as_bytes()[0] == letter)
}

/// Whether this is a letter of a verdict, or of a pair that was not compared.
pub(crate) fn is_letter(letter: u8) -> bool {
    verdict(letter).is_some() || letter == NOT_COMPARED as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Records;

    #[test]
    fn verdicts_are_found_from_both_sides() {
        let mut good = Records::parse(include_str!("../tests/good.json")).unwrap();
        let step = &mut good.tables[0].steps[0];
        step.set_verdicts(4, |of, against| match (of, against) {
            (1, 0) => Some(Verdict::Faster),
            (2, 1) => Some(Verdict::Tie),
            (3, 1) => Some(Verdict::Slower),
            (3, 2) => Some(Verdict::Unresolved),
            _ => None,
        });
        assert_eq!(step.verdicts, "f.t.su");
        assert_eq!(step.verdict(2, 3), Some(Verdict::Unresolved));
        assert_eq!(step.verdict(1, 0), Some(Verdict::Faster));
        assert_eq!(step.verdict(0, 1), Some(Verdict::Slower));
        assert_eq!(step.verdict(1, 2), Some(Verdict::Tie));
        assert_eq!(step.verdict(1, 3), Some(Verdict::Faster));
        assert_eq!([step.verdict(2, 0), step.verdict(3, 3), step.verdict(4, 0)], [None; 3]);
    }

    #[test]
    fn pairs_are_found_from_both_sides() {
        let good = Records::parse(include_str!("../tests/good.json")).unwrap();
        let step = &good.tables[3].steps[0];
        let figure = |value, low, high| Some(Figure { value, low, high });
        let [base, pext, hyperbola] = ["search", "search+sliders-pext", "search+sliders-hyperbola"];
        assert_eq!(step.pair(hyperbola, pext), figure(1.25, 1.0, 2.0));
        assert_eq!(step.pair(pext, hyperbola), figure(0.8, 0.5, 1.0));
        assert_eq!([step.pair(pext, pext), step.pair(pext, base)], [None; 2]);
        let names = &good.tables[3].names;
        for (number, name) in names.iter().enumerate() {
            assert_eq!(good.tables[3].number(name), Some(number));
        }
        assert_eq!(good.tables[3].number("nobody"), None);
    }
}
