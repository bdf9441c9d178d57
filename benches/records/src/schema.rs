//! The contents of a file of records.

use crate::text::{self, now};
use crate::{
    Breadth, Context, Core, Counter, Figure, Interface, Kind, METHOD, Machine, Meter, Parameter,
    SCHEMA, Unit, figure,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZero;

/// A file of records.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The version of the format, [`SCHEMA`].
    pub schema: u32,
    /// The machine and the build of all measurements.
    pub machine: Machine,
    /// The runs behind the following measurements. Tables and counts refer to them by index.
    pub runs: Vec<Run>,
    /// The questions.
    pub studies: Vec<Study>,
    /// The techniques behind the variants, as their crates describe them.
    pub techniques: Vec<Technique>,
    /// The contenders.
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
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The program that measured.
    pub meter: Meter,
    /// How it measured.
    #[serde(deserialize_with = "text::prose")]
    pub how: String,
    /// When it began, in UTC.
    #[serde(deserialize_with = "text::date")]
    pub date: String,
    /// The commit, with a plus if the source has changed since.
    #[serde(default, deserialize_with = "text::prose")]
    pub commit: Option<String>,
    /// The version of the method, as METHOD.md lists them.
    pub method: u32,
    /// The load average before it began.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub load: Option<f64>,
    /// How much the run was asked to measure, and for how long.
    pub breadth: Breadth,
    /// The clock's step, in the unit of its figures; `None` if the run timed nothing.
    #[serde(default, serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub resolution: Option<f64>,
    /// The idle probe that told company from quiet, and its readings; `None` if the run timed
    /// nothing.
    #[serde(default, deserialize_with = "text::prose")]
    pub probe: Option<String>,
    /// Missing measurements, with reasons.
    #[serde(default, deserialize_with = "text::once", skip_serializing_if = "BTreeMap::is_empty")]
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
            resolution: None,
            probe: None,
            missing: BTreeMap::new(),
        }
    }
}

/// A question and how it was asked.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its name.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The title on pages, such as "Sliding attacks"; `None` in records older than titles.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::label")]
    pub title: Option<String>,
    /// The question in words.
    #[serde(deserialize_with = "text::prose")]
    pub question: String,
    /// The streams of queries; most contexts take the first.
    pub streams: Vec<Stream>,
    /// Published formulas that are wrong; counted, not timed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
}

/// A stream of queries.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// Its name.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The queries in a line.
    #[serde(deserialize_with = "text::prose")]
    pub summary: String,
    /// Lookups per query, counted as in [`Asked`]; `None` if programs do not ask as this stream
    /// does, or if the number varies from query to query.
    #[serde(deserialize_with = "Option::deserialize")]
    pub lookups: Option<NonZero<u32>>,
}

/// A published formula that is wrong, and how often.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
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

/// A way to answer, as its own crate describes it. Variants that differ only in the variants they
/// are built on share it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Technique {
    /// The name: that of its variants up to their first plus.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The short name on pages, such as "PEXT"; `None` if the name without the question's says
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::label")]
    pub short: Option<String>,
    /// Processors on which the technique is known to be slow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<Exception>,
    /// The technique in a line.
    #[serde(deserialize_with = "text::prose")]
    pub summary: String,
    /// Where it is described.
    #[serde(deserialize_with = "text::prose")]
    pub source: String,
    /// The idea, as Markdown.
    #[serde(deserialize_with = "text::prose")]
    pub idea: String,
    /// The lookup's source: the implementation of the question's trait.
    #[serde(default, deserialize_with = "text::prose")]
    pub formula: String,
}

/// Processors on which a technique is known to be slow, whatever was measured elsewhere.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The processors in a few words, such as "slow before Zen 3".
    #[serde(deserialize_with = "text::label")]
    pub says: String,
    /// Their microarchitectures, as [`microarchitecture`](crate::microarchitecture) names them.
    #[serde(deserialize_with = "text::prose")]
    pub on: Vec<String>,
    /// The source of this finding: an address.
    #[serde(deserialize_with = "text::prose")]
    pub source: String,
}

/// A contender.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The study it belongs to.
    #[serde(deserialize_with = "text::name")]
    pub study: String,
    /// Its package's name, followed by the names of the variants that it asks.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// Its role.
    pub kind: Kind,
    /// The form of its queries and answers.
    pub interface: Interface,
    /// The size of its tables in bytes.
    pub table_bytes: u64,
    /// The bytes of those tables that an engine has anyway.
    #[serde(default)]
    pub shared_bytes: u64,
    /// Bytes kept from query to query, besides the tables; `None` if nothing is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_bytes: Option<u64>,
    /// The alignment of its tables in bytes; `None` without tables.
    pub table_alignment: Option<u64>,
    /// The size of its compiled lookup in bytes; `None` if unknown.
    pub code_bytes: Option<u64>,
    /// Its compiled lookup, an instruction a line; empty if it cannot be read.
    #[serde(default, deserialize_with = "text::prose")]
    pub listing: String,
    /// Other variants that compile to the same code.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub same_code: Vec<String>,
    /// A question and its answer, as boards.
    #[serde(default)]
    pub example: Vec<Board>,
    /// Processor features that it needs, in the words of `target_feature`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub needs: Vec<String>,
    /// Whether this processor has them. If not, the variant was not timed.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub available: bool,
    /// Why it could not be counted; `None` if it could, or if counting was not tried.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::prose")]
    pub uncounted: Option<String>,
    /// How often it asks the sliders that it is built on, per query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slider_lookups: Vec<Rate>,
    /// The lookups that it asks for, if it is a program and the reference of its study.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Asks>,
    /// How often it is wrong, if it is approximate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Accuracy>,
    /// Whether its answers equal its oracle's.
    pub check: Check,
}

fn yes() -> bool {
    true
}

/// A rate on a stream.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// The stream.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The rate per query; `None` if the stream asks nothing.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub per_query: Option<f64>,
}

/// A program's lookups on a stream.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// The stream's name.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The number of queries (nodes of a search).
    pub queries: u64,
    /// The number of lookups for each question.
    pub asked: Vec<Asked>,
    /// Rows of a network's weights added or subtracted; 0 without a network.
    pub rows: u64,
    /// Moves made, without passes.
    pub moves: u64,
}

/// A program's lookups of one kind. A rook's and a bishop's count one each, a queen's counts as
/// both.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The study's name, such as `sliders`.
    #[serde(deserialize_with = "text::name")]
    pub question: String,
    /// The stream of that study that times these lookups.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The variant that answered, as that study names it, such as `sliders-magic` or
    /// `pins-xray+sliders-magic+between-rectangular`.
    #[serde(deserialize_with = "text::name")]
    pub variant: String,
    /// The number of lookups.
    pub times: u64,
    /// The number of answers that were yes or not empty. A number counts as yes if it is above
    /// zero; the value of an exchange counts also at zero.
    pub hits: u64,
}

/// The outcome of comparing a variant with its oracle.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Check {
    /// The number of comparisons, all equal. Controls are not compared.
    Right(u64),
    /// A wrong answer, as text with drawn boards. The variant was not timed.
    Wrong(#[serde(deserialize_with = "text::prose")] String),
}

/// The errors of an approximate variant on its study's first stream, each question asked once.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Accuracy {
    /// The number of questions.
    pub questions: u64,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The mean distance from the exact answers, over all questions; `None` without questions.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub mean_error: Option<f64>,
    /// The unit of the mean error.
    #[serde(deserialize_with = "text::label")]
    pub unit: String,
    /// The number of answers that each kind of error changes, even if another kind makes up for
    /// it.
    pub kinds: Vec<ErrorKind>,
    /// Entries of the largest table that the questions reach, and all its entries; `None` if not
    /// counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<[u64; 2]>,
    /// Some wrong answers of each kind.
    pub examples: Vec<WrongAnswer>,
}

/// A kind of error, and the number of answers that it changes.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorKind {
    /// Its name.
    #[serde(deserialize_with = "text::label")]
    pub name: String,
    /// Whether the question itself leaves this out, so that even exact answers have the error. It
    /// then does not count as wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_exact: bool,
    /// The number of answers that would differ without it.
    pub answers: u64,
}

/// A question with a wrong answer.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswer {
    /// The kind of its error.
    #[serde(deserialize_with = "text::label")]
    pub kind: String,
    /// The position, as FEN.
    #[serde(deserialize_with = "text::prose")]
    pub position: String,
    /// The square asked about.
    #[serde(deserialize_with = "text::square")]
    pub square: String,
    /// The correct answer.
    pub right: i64,
    /// The variant's answer.
    pub answer: i64,
}

/// A set of squares to draw.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The meaning of the squares.
    #[serde(deserialize_with = "text::prose")]
    pub caption: String,
    /// Their names.
    #[serde(deserialize_with = "text::square")]
    pub squares: Vec<String>,
}

/// A chain of instructions of known latency.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
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

/// The contenders of a study under the same circumstances: one step, or several along a
/// parameter.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The study.
    #[serde(deserialize_with = "text::name")]
    pub study: String,
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
    /// The index of its run in [`Records::runs`].
    pub run: usize,
    /// The contenders: the variant that ratios are relative to, the other variants, and last
    /// [`NULL`](crate::NULL).
    #[serde(deserialize_with = "text::name")]
    pub names: Vec<String>,
    /// The steps, sorted by the parameter.
    pub steps: Vec<Step>,
}

/// The rounds of a table at one value of its parameter. Each list of figures has an element per
/// name of the table, or is empty without figures.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
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
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub multiply: Option<f64>,
    /// Idle instructions per cycle around these rounds. Below [`NARROWEST`](crate::NARROWEST),
    /// the core is narrow or in company. `None` without rounds, without a clock of cycles, or if
    /// a probe other than `nop`s was steadier.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub width: Option<f64>,
    /// Layouts of code and tables in these rounds: the units of all intervals.
    pub layouts: u64,
    /// Copies of variants, with code and tables of their own, relative to the variants.
    pub copies: Vec<CopyOf>,
    /// The first contender compiled a second time from another type, relative to itself; `None`
    /// if it was compiled once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Figure>,
    /// The time of a copy of the null contender beyond the null contender's.
    pub null_copy: Option<Figure>,
    /// Times per query as measured, including the loop: the median over layouts.
    pub raw: Vec<Option<Figure>>,
    /// Times beyond the null contender's, subtracted in each round.
    pub net: Vec<Option<Figure>>,
    /// Times relative to the first contender's, divided in each round.
    pub ratio: Vec<Option<Figure>>,
    /// Relative gap from the fastest tenth of layouts to the slowest tenth; empty if layouts were
    /// not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spread: Vec<Option<Share>>,
    /// Relative gap from the median layout to the fastest; empty if layouts were not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<Option<Share>>,
    /// Cycles that an addition in the chain from answer to query adds to a query: 1 if the next
    /// query waits for the answer. Empty unless queries are dependent and tables hot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slope: Vec<Option<Figure>>,
    /// The verdict on every variant against every earlier one, a letter each: the second's first,
    /// then the third's two, and so on; a dot if they were not compared.
    pub verdicts: String,
}

/// A copy of a variant compared with the variant itself.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CopyOf {
    /// The variant's name.
    #[serde(deserialize_with = "text::name")]
    pub of: String,
    /// The copy's time relative to the variant's, divided in each round.
    pub ratio: Figure,
}

/// A share without an interval.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Share(
    #[serde(serialize_with = "figure::write_one", deserialize_with = "figure::read_one")] pub f64,
);

/// Exact counts of a contender on a stream, as totals over all queries. The counts of `null` are
/// the loop's own.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The study.
    #[serde(deserialize_with = "text::name")]
    pub study: String,
    /// The stream of queries.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The contender's name.
    #[serde(deserialize_with = "text::name")]
    pub variant: String,
    /// The source of the counts.
    pub counter: Counter,
    /// Whether each query waits for the answer to the one before.
    pub dependent: bool,
    /// The index of its run in [`Records::runs`].
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

impl Records {
    /// Empty records of this machine and build.
    #[must_use]
    pub fn new(machine: Machine) -> Records {
        Records {
            schema: SCHEMA,
            machine,
            runs: Vec::new(),
            studies: Vec::new(),
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

    /// The technique behind a variant.
    #[must_use]
    pub fn technique(&self, variant: &Variant) -> Option<&Technique> {
        self.techniques.iter().find(|technique| technique.name == variant.technique())
    }
}

impl Variant {
    /// The name of its technique.
    #[must_use]
    pub fn technique(&self) -> &str {
        self.name.split('+').next().unwrap_or(&self.name)
    }

    /// Whether it gave a wrong answer.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        matches!(self.check, Check::Wrong(_))
    }

    /// Whether it is asked the same as the others of its study, and so is ranked with them.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.interface == Interface::Plain || self.is_unwaited()
    }

    /// Whether no query can wait for an answer, so that there is no latency.
    #[must_use]
    pub fn is_unwaited(&self) -> bool {
        matches!(self.interface, Interface::Batch | Interface::Kept)
    }

    /// Whether we may recommend it: it answers correctly, runs here, is ranked, and is no
    /// library; libraries are there for comparison.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        !self.is_wrong() && self.available && self.is_ranked() && self.kind != Kind::Library
    }
}

/// Why a variant with these needs was not timed.
#[must_use]
pub fn unavailable(needs: &[String]) -> String {
    format!("not available here: needs {}", needs.join(", "))
}
