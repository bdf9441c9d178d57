//! Records: what was measured, kept apart from what is made of it.
//!
//! A file of records is JSON with the fields of [`Records`]. Each meter keeps
//! its own in the build folder, and the report joins them into `records.json`.
//!
//! # What a file may hold
//!
//! A file may come from anywhere, so reading it ([`Records::read`]) trusts
//! nothing. A file that breaks one of these rules is refused as a whole, with the
//! place and what was expected there:
//!
//! - It is a regular file of UTF-8, 32 MiB at most, and JSON of this [`SCHEMA`]; no
//!   object has a field that is not documented here, or the same one twice.
//! - A *name* (study, variant, stream, context, kind, interface, verdict, square)
//!   has 1 to 64 ASCII letters, digits, dashes, underscores, dots and pluses, and begins
//!   with a letter or digit. So no name leaves a folder or is a spreadsheet's formula.
//! - A *label* (quantity, unit, parameter, meter, a claim's verdict) may have spaces
//!   and slashes too, and begin with a slash.
//! - All other *text* has 16 KiB at most and no character that can't be seen but
//!   the space, the tab and the end of a line: no control character, no mark that
//!   turns the direction of writing.
//! - A date is UTC to the second, as in `2026-01-02T03:04:05Z`.
//! - There are 512 variants at most, and 64 different values of each of study,
//!   stream, context, quantity and unit, of names of parameters and of each
//!   parameter.
//! - A variant shows 64 of its wrong answers at most.
//! - What is not available says what it needs; and a study of batches, or of what is
//!   kept from query to query, has nothing else.
//! - Nothing is said twice: a variant, a measurement, the noise of a table, a turn,
//!   a claim. Measurements, noise and turns are of listed variants and their
//!   studies, or of the study [`CLOCK`], which has none.
//! - A figure lies inside of its interval. Only net figures may be below zero, and
//!   a ratio must be above it.
//!
//! A kind, interface, verdict or reason to stop that the report does not know is
//! shown as it is, and nothing is concluded from it.

pub(crate) mod read;
mod store;

pub use store::{Store, path};

use crate::machine::{self, Machine};
use crate::statistics::Median;
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The version of the format; a file of another one is refused.
pub const SCHEMA: u32 = 1;

/// The contender that does nothing, in every study: what a kernel costs without a lookup.
pub const NULL: &str = "null";

/// The study of the clock itself, whose chains of known latency are no variants.
pub const CLOCK: &str = "clock";

/// The words for roles of contenders.
pub mod kind {
    /// A technique of the seed texts.
    pub const SEED: &str = "seed";
    /// A technique beyond the seed texts.
    pub const FRONTIER: &str = "frontier";
    /// What programs use today, by a library's public functions.
    pub const LIBRARY: &str = "library";
    /// A part of a program, in which a choice of techniques is measured.
    pub const APPLICATION: &str = "application";
    /// Not a technique but a measure of the measuring.
    pub const CONTROL: &str = "control";
}

/// The words for what contenders take and answer.
pub mod interface {
    /// Takes squares as they are and answers for any of them.
    pub const PLAIN: &str = "plain";
    /// Takes squares in a numbering of its own; encoding them is not timed.
    pub const ENCODED: &str = "encoded";
    /// Answers for different squares on a line, and is asked for no others.
    pub const ALIGNED_ONLY: &str = "aligned-only";
    /// Answers for many pairs of squares at once, so that no query can wait for
    /// an answer.
    pub const BATCH: &str = "batch";
    /// Is kept from query to query and asked several questions after each, so that
    /// no query waits for an answer.
    pub const KEPT: &str = "kept";
    /// Answers by less than all that stands on the board. How often that is wrong is
    /// counted in the context [`PROOF`](super::context::PROOF).
    pub const APPROXIMATE: &str = "approximate";
}

/// The words for circumstances.
pub mod context {
    /// Independent queries, hot tables.
    pub const THROUGHPUT: &str = "throughput";
    /// Dependent queries, hot tables.
    pub const LATENCY: &str = "latency";
    /// Hot tables, while another core runs the same loop.
    pub const TWO_THREADS: &str = "two-threads";
    /// The first queries after the tables have left all caches.
    pub const COLD: &str = "cold";
    /// A few queries at a time, between walks through a competing working set.
    pub const PRESSURE: &str = "pressure";
    /// Hot tables, so many questions after each query, with what is kept for them.
    pub const UPKEEP: &str = "upkeep";
    /// Answers compared with exact ones, and counted: of formulas that circulate and are
    /// wrong, which are no variants, on [`ALL_QUESTIONS`]; of approximate variants, under
    /// their names, on the questions of their study's first stream.
    pub const PROOF: &str = "proof";
    /// The stream of a formula's proof: every question there is.
    pub const ALL_QUESTIONS: &str = "all-questions";
}

/// The words for why the rounds of a table ended.
pub mod stop {
    /// The intervals were narrow.
    pub const NARROW: &str = "narrow enough";
    /// The time was over.
    pub const BUDGET: &str = "budget spent";
    /// Too few rounds were undisturbed: there are no figures.
    pub const NOISY: &str = "too noisy";
}

/// The names of what is measured, and of the parameters it depends on. A time is
/// named by its unit.
pub mod quantity {
    /// A time in core cycles.
    pub const CYCLES: &str = "cycles";
    /// A time in nanoseconds, where cycles can't be told.
    pub const NANOSECONDS: &str = "ns";
    /// A time beyond the null contender's, taken in each round; followed by the unit.
    pub const NET: &str = "net";
    /// A variant's time by another one's, taken in each round.
    pub const RATIO: &str = "ratio";
    /// How much more a variant takes at its slowest placement than at its fastest.
    pub const SPREAD: &str = "placement spread";
    /// The parameter of visits: queries between two disturbances.
    pub const VISIT: &str = "visit";
    /// The parameter of visits and of two threads: 1 where each query waits for the last.
    pub const DEPENDENT: &str = "dependent";
    /// The parameter of pressure: bytes of the competing working set.
    pub const WORKING_SET: &str = "working set";
    /// The parameter of upkeep: questions that are asked after each query.
    pub const ASKED: &str = "asked";
    /// Instructions carried out.
    pub const INSTRUCTIONS: &str = "instructions";
    /// Data reads.
    pub const READS: &str = "data reads";
    /// Data writes.
    pub const WRITES: &str = "data writes";
    /// Data accesses that miss the simulated first-level cache.
    pub const L1_MISSES: &str = "L1 data misses";
    /// Data accesses that miss the simulated last-level cache.
    pub const LAST_LEVEL_MISSES: &str = "last-level misses";
    /// Conditional and indirect branches.
    pub const BRANCHES: &str = "branches";
    /// Branches that a simulated predictor gets wrong.
    pub const MISPREDICTIONS: &str = "mispredictions";
    /// Distinct cache lines that a stream's first 16,384 queries touch; beyond the
    /// null contender's, those of the tables.
    pub const LINES: &str = "lines touched";
    /// In a proof, how many questions were asked.
    pub const QUESTIONS: &str = "questions";
    /// In a proof, how many of them were answered wrongly.
    pub const WRONG_ANSWERS: &str = "wrong answers";
    /// In a proof, how far the answers are from the exact ones, on average over all
    /// questions.
    pub const MEAN_ERROR: &str = "mean error";
    /// How often a variant asks the sliders that it is over; `on` a stream follows.
    pub const SLIDER_LOOKUPS: &str = "slider lookups";
    /// In a proof, how many answers one kind of error made others, whether or not another
    /// kind made up for it; followed by the kind.
    pub const WRONG_BY: &str = "wrong by";
    /// In a proof, how many exact answers would be others if the question asked for this
    /// too, which then follows. These are not among the wrong ones.
    pub const EXACT_WRONG_BY: &str = "exact wrong by";
    /// In a proof, how many entries its table has.
    pub const ENTRIES: &str = "entries";
    /// In a proof, how many of them the questions lead to.
    pub const ENTRIES_TOUCHED: &str = "entries touched";
    /// The parameter of a sweep: the size of the simulated first-level cache.
    pub const L1_BYTES: &str = "l1 bytes";

    /// The quantity of a time beyond the null contender's, in this unit.
    #[must_use]
    pub fn net(unit: &str) -> String {
        format!("{NET} {unit}")
    }
}

/// A file of records.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The version of the format, [`SCHEMA`].
    pub schema: u32,
    /// Where and with what build all of it was measured.
    pub machine: Machine,
    /// What the source was and when each meter last ran, by the meter's name.
    #[serde(deserialize_with = "read::map")]
    pub runs: BTreeMap<String, Run>,
    /// What was measured.
    pub variants: Vec<Variant>,
    /// What the measuring gave.
    pub measurements: Vec<Measurement>,
    /// How noisy each table of rounds was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<Noise>,
    /// Where the order of two variants turns as a competing working set grows, or as
    /// more is asked after each query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// What the figures say of what others said. The report computes it anew from
    /// the rest and never reads it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

/// A claim of the ledger, with what these records say of it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its name in the ledger.
    #[serde(deserialize_with = "read::name")]
    pub id: String,
    /// `confirmed`, `refuted`, `depends`, `tie` or `not measured`.
    #[serde(deserialize_with = "read::label")]
    pub verdict: String,
    /// The figures that the verdict rests on, in sentences.
    #[serde(deserialize_with = "read::texts")]
    pub evidence: Vec<String>,
}

/// One run of a meter.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// How it measured.
    #[serde(deserialize_with = "read::text")]
    pub meter: String,
    /// When it ran, in UTC.
    #[serde(deserialize_with = "read::date")]
    pub date: String,
    /// The commit, with a plus if the source was changed since.
    #[serde(default, deserialize_with = "read::optional_text")]
    pub commit: Option<String>,
    /// How busy the machine was before it began: the mean number of programs
    /// that wanted to run.
    pub load: Option<f64>,
    /// Whether it measured only shortly.
    pub quick: bool,
    /// What it could not measure, and why.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "read::reasons"
    )]
    pub missing: BTreeMap<String, String>,
}

/// A contender.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The study it belongs to.
    #[serde(deserialize_with = "read::name")]
    pub study: String,
    /// Its package's name.
    #[serde(deserialize_with = "read::name")]
    pub name: String,
    /// The technique in a line.
    #[serde(deserialize_with = "read::text")]
    pub summary: String,
    /// Where the technique is described.
    #[serde(deserialize_with = "read::text")]
    pub source: String,
    /// The idea, as Markdown.
    #[serde(deserialize_with = "read::text")]
    pub idea: String,
    /// One of [`kind`].
    #[serde(deserialize_with = "read::name")]
    pub kind: String,
    /// One of [`interface`].
    #[serde(deserialize_with = "read::name")]
    pub interface: String,
    /// The size of its tables in bytes.
    pub table_bytes: u64,
    /// How much of that an engine owns anyway, in bytes.
    #[serde(default)]
    pub shared_bytes: u64,
    /// What it keeps from query to query in bytes, besides its tables; nothing where
    /// none is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_bytes: Option<u64>,
    /// The alignment of its tables in bytes; nothing without tables.
    pub table_alignment: Option<u64>,
    /// The size of its compiled lookup in bytes; nothing where it is unknown.
    pub code_bytes: Option<u64>,
    /// Its lookup as it was written: the implementation of the question's trait.
    #[serde(default, deserialize_with = "read::text")]
    pub formula: String,
    /// Its compiled lookup, an instruction a line; empty where it can't be read.
    #[serde(default, deserialize_with = "read::texts")]
    pub listing: Vec<String>,
    /// A question and its answer, as boards.
    #[serde(default)]
    pub example: Vec<Board>,
    /// What a processor must have for it, in the words of `target_feature`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "read::names")]
    pub needs: Vec<String>,
    /// Whether this processor has that. If not, it was not measured.
    #[serde(default = "available", skip_serializing_if = "Clone::clone")]
    pub available: bool,
    /// Why it could not be counted; nothing if it could, or nobody tried.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read::optional_text"
    )]
    pub uncounted: Option<String>,
    /// Questions that it answers wrongly, if it is approximate: a few of each kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong_answers: Vec<WrongAnswer>,
    /// Whether it answers rightly.
    pub proof: Proof,
}

/// Why a variant with these needs was not measured.
#[must_use]
pub fn unavailable(needs: &[String]) -> String {
    format!("not available here: needs {}", needs.join(", "))
}

/// What needs nothing is available everywhere.
fn available() -> bool {
    true
}

/// A question that an approximate variant answers wrongly.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswer {
    /// The quantity that counts answers that are wrong in the same way.
    #[serde(deserialize_with = "read::label")]
    pub kind: String,
    /// The position, as FEN.
    #[serde(deserialize_with = "read::text")]
    pub position: String,
    /// The square asked about.
    #[serde(deserialize_with = "read::name")]
    pub square: String,
    /// The right answer.
    pub right: i64,
    /// The variant's answer.
    pub answer: i64,
}

/// A set of squares to be drawn.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// What the squares are.
    #[serde(deserialize_with = "read::text")]
    pub caption: String,
    /// Their names, such as `c3`.
    #[serde(deserialize_with = "read::names")]
    pub squares: Vec<String>,
}

/// The noise of a table of interleaved rounds.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    /// The study.
    #[serde(deserialize_with = "read::name")]
    pub study: String,
    /// The stream of queries.
    #[serde(deserialize_with = "read::name")]
    pub stream: String,
    /// The context.
    #[serde(deserialize_with = "read::name")]
    pub context: String,
    /// What else was set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "read::map")]
    pub parameters: BTreeMap<String, u64>,
    /// In how many rounds all contenders ran undisturbed.
    pub rounds: u64,
    /// How many batches ran.
    pub batches: u64,
    /// How many of them were undisturbed; only they count.
    pub undisturbed: u64,
    /// One of [`stop`].
    #[serde(deserialize_with = "read::text")]
    pub stop: String,
    /// Cycles that an addition takes by the clock that multiplications
    /// calibrate: 1, or the clock is wrong. Nothing without rounds.
    pub addition: Option<f64>,
    /// Idle instructions that the core did in a cycle around the batches that
    /// counted. Less than four, and the core is narrow or had company all the
    /// time. Nothing without rounds, or without a clock of cycles.
    #[serde(default)]
    pub width: Option<f64>,
    /// The times of copies of the reference by its own, each with its interval.
    pub copies: Vec<[f64; 3]>,
    /// What a copy of the null contender takes beyond it, in cycles, with its interval.
    pub null: Option<[f64; 3]>,
}

/// Where the order of two variants turns as a parameter grows.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The study.
    #[serde(deserialize_with = "read::name")]
    pub study: String,
    /// The stream of queries.
    #[serde(deserialize_with = "read::name")]
    pub stream: String,
    /// What else was set: of a working set `visit`, the queries between two walks,
    /// and `dependent`.
    #[serde(deserialize_with = "read::map")]
    pub parameters: BTreeMap<String, u64>,
    /// The parameter that grows: [`quantity::WORKING_SET`], of which files say nothing,
    /// or [`quantity::ASKED`].
    #[serde(
        default = "working_set",
        skip_serializing_if = "is_working_set",
        deserialize_with = "read::label"
    )]
    pub along: String,
    /// A variant.
    #[serde(deserialize_with = "read::name")]
    pub variant: String,
    /// The one it is compared with.
    #[serde(deserialize_with = "read::name")]
    pub against: String,
    /// How the first compares at the beginning, or as soon as that is certain.
    #[serde(deserialize_with = "read::name")]
    pub verdict: String,
    /// The values of the parameter where the difference passes zero, up to which
    /// the first order is certain, and from which the opposite is; nothing if
    /// that never happens in the range. Those of a working set are bytes.
    pub at: Option<[f64; 3]>,
    /// The largest value that was measured.
    pub range: u64,
    /// When it was measured, in UTC.
    #[serde(deserialize_with = "read::date")]
    pub date: String,
}

fn working_set() -> String {
    quantity::WORKING_SET.to_owned()
}

fn is_working_set(parameter: &String) -> bool {
    parameter == quantity::WORKING_SET
}

/// The outcome of comparing a variant with the oracle.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Proof {
    /// So many comparisons, all equal. A control is not compared at all.
    Right(u64),
    /// A mistake, as text with drawn boards. The variant was not measured.
    Wrong(#[serde(deserialize_with = "read::text")] String),
}

/// One figure.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The study.
    #[serde(deserialize_with = "read::name")]
    pub study: String,
    /// The contender's name.
    #[serde(deserialize_with = "read::name")]
    pub variant: String,
    /// The stream of queries.
    #[serde(deserialize_with = "read::name")]
    pub stream: String,
    /// One of [`context`].
    #[serde(deserialize_with = "read::name")]
    pub context: String,
    /// What else was set, such as the size of a simulated cache.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "read::map")]
    pub parameters: BTreeMap<String, u64>,
    /// The variant that a ratio is taken against.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read::optional_name"
    )]
    pub against: Option<String>,
    /// What may be said of a ratio: `faster`, `slower` or `tie`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read::optional_name"
    )]
    pub verdict: Option<String>,
    /// What was measured.
    #[serde(deserialize_with = "read::label")]
    pub quantity: String,
    /// In what.
    #[serde(deserialize_with = "read::label")]
    pub unit: String,
    /// The figure; the kernel's own cost is included, unless the quantity says `net`.
    pub value: f64,
    /// The lower end of its 95 % interval; the value itself for an exact count.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
    /// The number of samples behind it; 1 for an exact count.
    pub samples: u64,
    /// When it was measured, in UTC.
    #[serde(deserialize_with = "read::date")]
    pub date: String,
}

/// What a figure is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The study.
    pub study: &'a str,
    /// The contender's name.
    pub variant: &'a str,
    /// The stream of queries.
    pub stream: &'a str,
    /// The context.
    pub context: &'a str,
}

impl Subject<'_> {
    /// A figure measured now, from so many samples.
    #[must_use]
    pub fn measured(
        self,
        quantity: &str,
        unit: &str,
        figure: Median,
        samples: usize,
    ) -> Measurement {
        Measurement {
            study: self.study.to_owned(),
            variant: self.variant.to_owned(),
            stream: self.stream.to_owned(),
            context: self.context.to_owned(),
            parameters: BTreeMap::new(),
            against: None,
            verdict: None,
            quantity: quantity.to_owned(),
            unit: unit.to_owned(),
            value: figure.value,
            low: figure.low,
            high: figure.high,
            samples: samples as u64,
            date: now(),
        }
    }
}

impl Run {
    /// A run of a meter that begins now.
    #[must_use]
    pub fn now(meter: &str, quick: bool) -> Run {
        Run {
            meter: meter.to_owned(),
            date: now(),
            commit: machine::commit(),
            load: machine::load(),
            quick,
            missing: BTreeMap::new(),
        }
    }
}

/// The date and time in UTC, to the second.
#[must_use]
pub fn now() -> String {
    in_utc(jiff::Timestamp::now())
}

/// A moment as records write it.
fn in_utc(moment: jiff::Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl Measurement {
    /// What tells it from other figures, whenever they were measured.
    fn key(&self) -> String {
        let Measurement { study, variant, stream, context, parameters, against, quantity, .. } =
            self;
        format!("{:?}", (study, variant, stream, context, parameters, against, quantity))
    }
}

impl Variant {
    /// What tells it from other variants.
    fn key(&self) -> String {
        format!("{:?}", (&self.study, &self.name))
    }

    /// Whether it was found to answer wrongly.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        matches!(self.proof, Proof::Wrong(_))
    }

    /// Whether a reader may be told to take it: it answers rightly, what most
    /// are asked, and is a technique. A library is there to be compared with.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        !self.is_wrong() && self.available && self.is_ranked() && self.kind != kind::LIBRARY
    }

    /// Whether it is asked what the others of its study are, and so is ranked
    /// with them.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.interface == interface::PLAIN || self.is_unwaited()
    }

    /// Whether no query can wait for an answer, so that there is no latency.
    #[must_use]
    pub fn is_unwaited(&self) -> bool {
        [interface::BATCH, interface::KEPT].contains(&self.interface.as_str())
    }
}

impl Claim {
    /// What tells it from other claims.
    fn key(&self) -> String {
        format!("{:?}", self.id)
    }
}

impl Noise {
    /// What tells it from other tables.
    fn key(&self) -> String {
        format!("{:?}", (&self.study, &self.stream, &self.context, &self.parameters))
    }
}

impl Turn {
    /// What tells it from other turns.
    fn key(&self) -> String {
        let Turn { study, stream, parameters, along, variant, against, .. } = self;
        format!("{:?}", (study, stream, parameters, along, variant, against))
    }
}

impl Records {
    /// No records yet, of this machine and build.
    #[must_use]
    pub fn new(machine: Machine) -> Records {
        Records {
            schema: SCHEMA,
            machine,
            runs: BTreeMap::new(),
            variants: Vec::new(),
            measurements: Vec::new(),
            noise: Vec::new(),
            turns: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// Puts newer records over these: what they name again is replaced, the rest stays.
    pub fn update(&mut self, newer: Records) {
        self.runs.extend(newer.runs);
        for variant in newer.variants {
            let same = |old: &Variant| old.study == variant.study && old.name == variant.name;
            match self.variants.iter().position(same) {
                Some(place) => self.variants[place] = variant,
                None => self.variants.push(variant),
            }
        }
        replace(&mut self.measurements, newer.measurements, Measurement::key);
        replace(&mut self.noise, newer.noise, Noise::key);
        replace(&mut self.turns, newer.turns, Turn::key);
        // What a wrong variant once measured means nothing any more, nor does what
        // one measured that is not available any more.
        let right = |study: &str, name: &str| {
            let unfit = |v: &Variant| v.is_wrong() || !v.available;
            let wrong = |v: &Variant| unfit(v) && v.study == study && v.name == name;
            !self.variants.iter().any(wrong)
        };
        self.measurements.retain(|m| {
            right(&m.study, &m.variant) && m.against.iter().all(|name| right(&m.study, name))
        });
        self.turns.retain(|t| right(&t.study, &t.variant) && right(&t.study, &t.against));
    }

    /// The records as JSON with a line for each field, and for each element of the
    /// lists, so that the difference between two files can be read.
    ///
    /// # Errors
    /// None; records are always JSON.
    pub fn to_json(&self) -> Result<Vec<u8>> {
        let mut json = Vec::new();
        let lines = Lines { depth: 0 };
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut json, lines))?;
        json.push(b'\n');
        Ok(json)
    }

    /// Writes a file of records, whole or not at all.
    ///
    /// # Errors
    /// If the folder or the file can't be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        write_whole(path, &self.to_json()?)
    }
}

/// JSON with a line for each value of the outermost two levels.
struct Lines {
    depth: usize,
}

impl Lines {
    fn open<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: u8) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(&[bracket])
    }

    fn close<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: u8) -> io::Result<()> {
        self.end_line(writer)?;
        self.depth -= 1;
        writer.write_all(&[bracket])
    }

    fn next<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        self.end_line(writer)
    }

    fn end_line<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.depth <= 2 { b"\n" } else { b"" })
    }
}

impl serde_json::ser::Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b'[')
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b']')
    }

    fn begin_array_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.next(writer, first)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b'{')
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b'}')
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.next(writer, first)
    }
}

/// Puts the newer ones in the place of the older ones of the same key.
fn replace<T>(older: &mut Vec<T>, newer: Vec<T>, key: fn(&T) -> String) {
    let keys: BTreeSet<_> = newer.iter().map(key).collect();
    older.retain(|old| !keys.contains(&key(old)));
    older.extend(newer);
}

/// The folder that cargo builds in, absolute whatever it was called by.
///
/// # Panics
/// If the executable's path is unknown or not four folders deep; cargo puts it there.
#[must_use]
pub fn build_folder() -> PathBuf {
    let executable = std::env::current_exe().expect("the executable has a path");
    executable.ancestors().nth(3).expect("cargo puts it into <folder>/release/deps").to_owned()
}

/// A table for the terminal, empty.
#[must_use]
pub fn terminal_table() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table
}

/// Writes a file whole or not at all, through a temporary one beside it.
///
/// # Errors
/// If the folder or the file can't be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let attempt = || -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        // Temporary files are private to their owner; reports are not.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("writing {}", path.display()))
}
