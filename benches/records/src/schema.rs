//! The contents of a file of records.

use crate::text::{self, now};
use crate::{
    Breadth, Count, Figure, METHOD, Machine, Meter, SCHEMA, Table, Technique, Unit, Variant,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZero;

/// A file of records.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The version of the format, [`SCHEMA`].
    pub schema: u32,
    /// The machine and the build of all measurements.
    pub machine: Machine,
    /// The runs behind the following measurements. Tables and counts refer to them by index.
    pub runs: Vec<Run>,
    /// The questions.
    pub questions: Vec<Question>,
    /// The techniques behind the variants, as their crates describe them.
    pub techniques: Vec<Technique>,
    /// The variants and controls.
    pub variants: Vec<Variant>,
    /// The clock's readings of chains of known latency.
    pub clock: Vec<Chain>,
    /// Times, with the noise of their rounds.
    pub tables: Vec<Table>,
    /// Counts.
    pub counts: Vec<Count>,
}

/// One run of a meter.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The program that measured.
    pub meter: Meter,
    /// How it measured.
    pub how: String,
    /// When it began, in UTC.
    #[serde(deserialize_with = "text::date")]
    pub date: String,
    /// The commit, with a plus if the source has changed since.
    pub commit: Option<String>,
    /// The version of the method, as METHOD.md lists them.
    pub method: u32,
    /// The load average before it began.
    #[serde(serialize_with = "figures::write")]
    pub load: Option<f64>,
    /// How much the run was asked to measure, and for how long.
    pub breadth: Breadth,
    /// Decides everything drawn at random; `None` before version 5 of the method, when all runs
    /// drew the same, and if the run timed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The clock's step, in the unit of its figures; `None` if the run timed nothing.
    #[serde(serialize_with = "figures::write")]
    pub resolution: Option<f64>,
    /// The idle probe that told company from quiet, and its readings; `None` if the run timed
    /// nothing.
    pub probe: Option<String>,
    /// Missing measurements, with reasons.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<String, String>,
}

impl Run {
    /// A run that begins now, with unknown commit and load.
    #[must_use]
    pub fn now(meter: Meter, how: &str, breadth: Breadth) -> Run {
        Run {
            meter,
            how: how.to_owned(),
            date: now(),
            commit: None,
            method: METHOD,
            load: None,
            breadth,
            seed: None,
            resolution: None,
            probe: None,
            missing: BTreeMap::new(),
        }
    }
}

/// A question and how it was asked.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its name.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The title on pages, such as "Sliding attacks".
    #[serde(deserialize_with = "text::label")]
    pub title: String,
    /// The question in words.
    pub question: String,
    /// The streams of queries; most contexts take the first.
    pub streams: Vec<Stream>,
    /// Published formulas that are wrong; counted, not timed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
}

/// A stream of queries.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// Its name.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The queries in a line.
    pub summary: String,
    /// Lookups per query, counted as in [`Asked`](crate::Asked); `None` if programs do not ask as
    /// this stream does, or if the number varies from query to query.
    #[serde(deserialize_with = "Option::deserialize")]
    pub lookups: Option<NonZero<u32>>,
}

/// A published formula that is wrong, and how often.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// Its name, which is no variant's.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The number of questions.
    pub questions: u64,
}

/// A chain of instructions of known latency.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Its name.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The time of a step.
    pub step: Figure,
    /// The unit of the step.
    pub unit: Unit,
    /// The number of rounds.
    pub rounds: u64,
}

impl Records {
    /// Empty records of this machine and build.
    #[must_use]
    pub fn new(machine: Machine) -> Records {
        Records {
            schema: SCHEMA,
            machine,
            runs: Vec::new(),
            questions: Vec::new(),
            techniques: Vec::new(),
            variants: Vec::new(),
            clock: Vec::new(),
            tables: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// The last run of a meter; `None` if it did not run.
    #[must_use]
    pub fn run(&self, meter: Meter) -> Option<&Run> {
        self.runs.iter().filter(|run| run.meter == meter).max_by_key(|run| &run.date)
    }

    /// What was not measured: the meter's run, what, and why.
    pub fn missing(&self) -> impl Iterator<Item = (&Run, &str, &str)> {
        self.runs.iter().flat_map(|run| {
            run.missing.iter().map(move |(what, why)| (run, what.as_str(), why.as_str()))
        })
    }

    /// The technique behind a variant.
    #[must_use]
    pub fn technique(&self, variant: &Variant) -> Option<&Technique> {
        self.techniques.iter().find(|technique| technique.name == variant.technique())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_begins_with_todays_method_and_nothing_known() {
        let run = Run::now(Meter::Duel, "a clock", Breadth::Quick);
        assert_eq!((run.method, &*run.how, run.breadth), (7, "a clock", Breadth::Quick));
        assert!(run.date.len() == 20 && *run.date > *"2026-01-01T00:00:00Z", "{run:?}");
        assert_eq!((run.commit, run.load, run.seed, run.resolution), (None, None, None, None));
        assert_eq!((run.probe, run.missing), (None, BTreeMap::new()));
    }

    #[test]
    fn the_last_run_of_a_meter_is_found_by_its_date() {
        let mut good = Records::parse(include_str!("../tests/good.json")).unwrap();
        let dated = |day: &str, meter| Run {
            date: format!("2026-01-{day}T00:00:00Z"),
            ..Run::now(meter, "x", Breadth::Quick)
        };
        good.runs = vec![dated("02", Meter::Duel), dated("04", Meter::Duel)];
        good.runs.extend([dated("03", Meter::Duel), dated("05", Meter::Instructions)]);
        let date = |meter| good.run(meter).map(|run| &run.date[8..10]);
        assert_eq!([Meter::Duel, Meter::Instructions].map(date), [Some("04"), Some("05")]);
        good.runs.clear();
        assert_eq!(good.run(Meter::Duel), None);
    }

    #[test]
    fn empty_records_are_of_schema_7_and_techniques_are_found_by_name() {
        let good = Records::parse(include_str!("../tests/good.json")).unwrap();
        let empty = Records::new(good.machine.clone());
        assert_eq!((empty.schema, &empty.machine), (7, &good.machine));
        assert_eq!([crate::LEAST, crate::EQUIVALENT], [0.005, 0.01]);
        assert!((crate::NARROWEST - 3.636).abs() < 0.001);
        let named = |number: usize| good.technique(&good.variants[number]).map(|it| &*it.name);
        assert_eq!(
            [0, 1, 2].map(named),
            [Some("between-large"), Some("between-none"), Some("between-none")]
        );
        assert_eq!(named(3), None);
    }
}
