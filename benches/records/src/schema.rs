//! What a file of records holds.

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
    /// Where and with what build all of it was measured.
    pub machine: Machine,
    /// The runs that measured what follows. Tables and counts name theirs by its place here.
    pub runs: Vec<Run>,
    /// The questions.
    pub studies: Vec<Study>,
    /// The techniques that the variants are made of, as their crates describe them.
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
    /// The commit, with a plus if the source was changed since.
    #[serde(default, deserialize_with = "text::prose")]
    pub commit: Option<String>,
    /// The version of the method, as METHOD.md lists them.
    pub method: u32,
    /// How busy the machine was before it began: the load average.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub load: Option<f64>,
    /// How much of what there is it was asked to measure, and for how long.
    pub breadth: Breadth,
    /// The clock's step, in the unit of its figures; nothing where nothing was timed.
    #[serde(default, serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub resolution: Option<f64>,
    /// Which idle probe told company from quiet, and what it read; nothing where nothing
    /// was timed.
    #[serde(default, deserialize_with = "text::prose")]
    pub probe: Option<String>,
    /// What it could not measure, and why.
    #[serde(default, deserialize_with = "text::once", skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<String, String>,
}

impl Run {
    /// A run that begins now, of an unknown commit and load.
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
    /// What a page calls it, such as "Sliding attacks"; nothing in records from before it had one.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::label")]
    pub title: Option<String>,
    /// The question in words.
    #[serde(deserialize_with = "text::prose")]
    pub question: String,
    /// Its streams of queries; the first is the one that most contexts take.
    pub streams: Vec<Stream>,
    /// Published formulas that are wrong. They are counted, not timed.
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
    /// What it asks, in a line.
    #[serde(deserialize_with = "text::prose")]
    pub summary: String,
    /// How many lookups each of its queries makes, as [`Asked`] counts lookups; nothing where
    /// programs do not ask as it does, or where that varies from query to query.
    #[serde(deserialize_with = "Option::deserialize")]
    pub lookups: Option<NonZero<u32>>,
}

/// A published formula that is wrong, and how often.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mistake {
    /// Its name; no variant's.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// How many questions it answers wrongly.
    pub wrong: u64,
    /// How many questions there are.
    pub questions: u64,
}

/// A way to answer, as its own crate describes it. Variants over other variants share it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Technique {
    /// Its name: that of the variants made of it, up to their first plus.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// What a page calls it, such as "PEXT"; nothing where its name without the question's says it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::label")]
    pub short: Option<String>,
    /// Processors on which it is known to be slow.
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
    /// The lookup as it was written: the implementation of the question's trait.
    #[serde(default, deserialize_with = "text::prose")]
    pub formula: String,
}

/// Processors on which a technique is known to be slow, whatever was measured on others.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// Which processors in a few words, such as "slow before Zen 3".
    #[serde(deserialize_with = "text::label")]
    pub says: String,
    /// Their microarchitectures, as [`microarchitecture`](crate::microarchitecture) names them.
    #[serde(deserialize_with = "text::prose")]
    pub on: Vec<String>,
    /// Who found that: an address.
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
    /// Its package's name, followed by those of the variants that it asks.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// Its role.
    pub kind: Kind,
    /// What it takes and answers.
    pub interface: Interface,
    /// The size of its tables in bytes.
    pub table_bytes: u64,
    /// How much of that an engine owns anyway, in bytes.
    #[serde(default)]
    pub shared_bytes: u64,
    /// What it keeps from query to query in bytes, besides its tables; nothing where
    /// nothing is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_bytes: Option<u64>,
    /// The alignment of its tables in bytes; nothing without tables.
    pub table_alignment: Option<u64>,
    /// The size of its compiled lookup in bytes; nothing where it is unknown.
    pub code_bytes: Option<u64>,
    /// Its compiled lookup, an instruction a line; empty where it cannot be read.
    #[serde(default, deserialize_with = "text::prose")]
    pub listing: String,
    /// Others that were compiled to the same code.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub same_code: Vec<String>,
    /// A question and its answer, as boards.
    #[serde(default)]
    pub example: Vec<Board>,
    /// What a processor must have for it, in the words of `target_feature`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub needs: Vec<String>,
    /// Whether this processor has that. If not, it was not timed.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub available: bool,
    /// Why it could not be counted; nothing if it could, or nobody tried.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::prose")]
    pub uncounted: Option<String>,
    /// How often it asks the sliders that it is over, per query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slider_lookups: Vec<Rate>,
    /// What it asks, if it is a program and the reference of its study.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Asks>,
    /// How often it answers wrongly, if it is approximate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Accuracy>,
    /// Whether it answers as its oracle does.
    pub check: Check,
}

fn yes() -> bool {
    true
}

/// How often something happens on a stream.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// The stream.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// How often, per query; nothing if the stream asks nothing.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub per_query: Option<f64>,
}

/// What a program asks on a stream.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// The stream's name.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// How many queries (nodes of a search) were counted.
    pub queries: u64,
    /// How often each question was asked.
    pub asked: Vec<Asked>,
    /// Rows of a network's weights that were added or subtracted; 0 without a network.
    pub rows: u64,
    /// Moves that were made, passes left out.
    pub moves: u64,
}

/// How often a program makes a kind of lookup. Those of a rook and of a bishop count each, and a
/// queen's as both.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The study's name, such as `sliders`.
    #[serde(deserialize_with = "text::name")]
    pub question: String,
    /// The stream of that study by which it is timed.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The variant that answered, as that study names it, such as `sliders-magic` or
    /// `pins-xray+sliders-magic+between-rectangular`.
    #[serde(deserialize_with = "text::name")]
    pub variant: String,
    /// How often.
    pub times: u64,
    /// How many of the answers were yes or not empty. A number counts as yes if it is above
    /// zero; that of an exchange also if it is zero.
    pub hits: u64,
}

/// The outcome of comparing a variant with its oracle.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Check {
    /// So many comparisons, all equal. A control is not compared at all.
    Right(u64),
    /// A wrong answer, as text with drawn boards. The variant was not timed.
    Wrong(#[serde(deserialize_with = "text::prose")] String),
}

/// How often an approximate variant is wrong on its study's first stream, each question
/// asked once.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Accuracy {
    /// How many questions it was asked.
    pub questions: u64,
    /// How many of them it answers wrongly.
    pub wrong: u64,
    /// How far the answers are from the exact ones, on average over all questions;
    /// nothing without questions.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub mean_error: Option<f64>,
    /// The unit of that.
    #[serde(deserialize_with = "text::label")]
    pub unit: String,
    /// How many answers each kind of error changes, also where another kind makes up
    /// for it.
    pub kinds: Vec<ErrorKind>,
    /// How many entries of its largest table the questions reach, and how many it has;
    /// nothing where that was not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<[u64; 2]>,
    /// A few wrong answers of each kind.
    pub examples: Vec<WrongAnswer>,
}

/// A kind of error, and how many answers it changes.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorKind {
    /// Its name.
    #[serde(deserialize_with = "text::label")]
    pub name: String,
    /// Whether the question itself leaves this out, so that even exact answers have the
    /// error. Then it is not among the wrong ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_exact: bool,
    /// How many answers would be others without it.
    pub answers: u64,
}

/// A question that is answered wrongly.
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
    /// The unit of that.
    pub unit: Unit,
    /// The number of rounds.
    pub rounds: u64,
}

/// The contenders of a study under one set of circumstances: one step, or several along
/// a parameter.
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
    /// What varies from step to step; nothing where there is one step alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<Parameter>,
    /// What times are measured in.
    pub unit: Unit,
    /// When it was measured, in UTC.
    #[serde(deserialize_with = "text::date")]
    pub date: String,
    /// The place of its run in [`Records::runs`].
    pub run: usize,
    /// The contenders: the variant that ratios are taken against, the other variants, and
    /// [`NULL`](crate::NULL), which stands last.
    #[serde(deserialize_with = "text::name")]
    pub names: Vec<String>,
    /// The steps, by the parameter.
    pub steps: Vec<Step>,
}

/// The rounds of a table at one value of its parameter. The lists of figures have an
/// element for each of the table's names, or none where there are no figures.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The value of the parameter; nothing where none varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// The number of rounds behind each figure, or behind the one with the fewest.
    pub rounds: u64,
    /// How many batches ran.
    pub batches: u64,
    /// How many of them the probe called undisturbed.
    pub quiet: u64,
    /// What the probe and the clock saw around these rounds.
    pub core: Core,
    /// Cycles that a multiplication takes by the clock that additions calibrate: a whole
    /// number (3; 4 on Zen 1, 5 on small cores), or the clock is wrong. Nothing without rounds.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub multiply: Option<f64>,
    /// Idle instructions that the core did in a cycle around these rounds. Less than
    /// [`NARROWEST`](crate::NARROWEST), and the core is narrow or in company. Nothing
    /// without rounds, without a clock of cycles, or where another probe than `nop`s was
    /// steadier.
    #[serde(serialize_with = "figure::write", deserialize_with = "figure::read")]
    pub width: Option<f64>,
    /// In how many layouts of code and tables the rounds were: the units of all intervals.
    pub layouts: u64,
    /// Copies of variants, with code and tables of their own, by the variant's time.
    pub copies: Vec<CopyOf>,
    /// The first contender compiled a second time from another type, by its own time; nothing
    /// where it was compiled once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Figure>,
    /// What a copy of the null contender takes beyond it.
    pub null_copy: Option<Figure>,
    /// Times per query as measured, the loop included: the median over layouts.
    pub raw: Vec<Option<Figure>>,
    /// Times beyond the null contender's, taken in each round.
    pub net: Vec<Option<Figure>>,
    /// Times by that of the first contender, taken in each round.
    pub ratio: Vec<Option<Figure>>,
    /// By how much the time in the slowest tenth of layouts exceeds that in the fastest
    /// tenth, as a share; empty where layouts were not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spread: Vec<Option<Share>>,
    /// By how much the fastest layout is below the median, as a share; empty where layouts
    /// were not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<Option<Share>>,
    /// By how many cycles an addition in the chain from answer to query lengthens a query:
    /// 1 where the next query waits for the answer. Empty except where queries are dependent
    /// and tables hot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slope: Vec<Option<Figure>>,
    /// The verdict of every variant against every one before it: a letter each, the
    /// second's first, then the third's two, and so on; a dot where they were not compared.
    pub verdicts: String,
}

/// A copy of a variant against the variant itself.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CopyOf {
    /// The variant's name.
    #[serde(deserialize_with = "text::name")]
    pub of: String,
    /// The copy's time by the variant's, taken in each round.
    pub ratio: Figure,
}

/// A share without an interval.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Share(
    #[serde(serialize_with = "figure::write_one", deserialize_with = "figure::read_one")] pub f64,
);

/// Exact counts of a contender on a stream, as totals over all queries. `null`'s are the
/// loop's own.
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
    /// What counted.
    pub counter: Counter,
    /// Whether each query waits for the answer to the one before.
    pub dependent: bool,
    /// The place of its run in [`Records::runs`].
    pub run: usize,
    /// How many queries were asked.
    pub queries: u64,
    /// Core cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// Instructions carried out.
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
    /// Branches predicted wrongly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mispredictions: Option<u64>,
    /// Distinct cache lines touched, in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u64>,
    /// First-level misses by the size of the simulated cache: bytes and misses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sweep: Vec<[u64; 2]>,
}

impl Records {
    /// No records yet, of this machine and build.
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

    /// The last run of a meter; nothing if it did not run.
    #[must_use]
    pub fn run(&self, meter: Meter) -> Option<&Run> {
        self.runs.iter().filter(|run| run.meter == meter).max_by_key(|run| &run.date)
    }

    /// The technique that a variant is made of.
    #[must_use]
    pub fn technique(&self, variant: &Variant) -> Option<&Technique> {
        self.techniques.iter().find(|technique| technique.name == variant.technique())
    }
}

impl Count {
    /// What tells it from other counts.
    pub(crate) fn subject(&self) -> (&str, &str, &str, Counter, bool) {
        (&self.study, &self.stream, &self.variant, self.counter, self.dependent)
    }
}

impl Variant {
    /// The name of its technique.
    #[must_use]
    pub fn technique(&self) -> &str {
        self.name.split('+').next().unwrap_or(&self.name)
    }

    /// Whether it was found to answer wrongly.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        matches!(self.check, Check::Wrong(_))
    }

    /// Whether it is asked what the others of its study are, and so is ranked with them.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.interface == Interface::Plain || self.is_unwaited()
    }

    /// Whether no query can wait for an answer, so that there is no latency.
    #[must_use]
    pub fn is_unwaited(&self) -> bool {
        matches!(self.interface, Interface::Batch | Interface::Kept)
    }

    /// Whether a reader may be told to take it: it answers rightly, runs here, is ranked,
    /// and is no library, which is there to be compared with.
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
