//! Records: what was measured, kept apart from what is made of it.
//!
//! A file of records is JSON with the fields of [`Records`]. Each meter keeps
//! its own in the build folder, and the report joins them into `records.json`.

use crate::artefact::Artefact;
use crate::catalogue::Study;
use crate::invocation::Group;
use crate::machine::{self, Machine};
use crate::statistics::Median;
use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The version of the format; a file of another one is refused.
pub const SCHEMA: u32 = 1;

/// The names of what is measured. What is timed is named by the clock's unit.
pub mod quantity {
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
    /// The parameter of a sweep: the size of the simulated first-level cache.
    pub const L1_BYTES: &str = "l1 bytes";
}

/// More than a hundred times what a run of this laboratory writes.
const LARGEST_FILE: u64 = 64 << 20;

/// A file of records.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The version of the format, [`SCHEMA`].
    pub schema: u32,
    /// Where and with what build all of it was measured.
    pub machine: Machine,
    /// What the source was and when each meter last ran, by the meter's name.
    pub runs: BTreeMap<String, Run>,
    /// What was measured.
    pub variants: Vec<Variant>,
    /// What the measuring gave.
    pub measurements: Vec<Measurement>,
    /// How noisy each table of rounds was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<Noise>,
    /// Where the order of two variants turns as a competing working set grows.
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
    pub id: String,
    /// `confirmed`, `refuted`, `depends`, `tie` or `not measured`.
    pub verdict: String,
    /// The figures that the verdict rests on, in sentences.
    pub evidence: Vec<String>,
}

/// One run of a meter.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// How it measured.
    pub meter: String,
    /// When it ran, in UTC.
    pub date: String,
    /// The commit, with a plus if the source was changed since.
    pub commit: Option<String>,
    /// How busy the machine was before it began: the mean number of programs
    /// that wanted to run.
    pub load: Option<f64>,
    /// Whether it measured only shortly.
    pub quick: bool,
    /// What it could not measure, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<String, String>,
}

/// A contender.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The study it belongs to.
    pub study: String,
    /// Its package's name.
    pub name: String,
    /// The technique in a line.
    pub summary: String,
    /// Where the technique is described.
    pub source: String,
    /// The idea, as Markdown.
    pub idea: String,
    /// `seed` or `control`.
    pub kind: String,
    /// `plain`: takes squares as they are and answers for any of them.
    pub interface: String,
    /// The size of its tables in bytes.
    pub table_bytes: u64,
    /// The alignment of its tables in bytes; nothing without tables.
    pub table_alignment: Option<u64>,
    /// The size of its compiled lookup in bytes; nothing where it is unknown.
    pub code_bytes: Option<u64>,
    /// Its lookup as it was written: the implementation of the question's trait.
    #[serde(default)]
    pub formula: String,
    /// Its compiled lookup, an instruction a line; empty where it can't be read.
    #[serde(default)]
    pub listing: Vec<String>,
    /// A question and its answer, as boards.
    #[serde(default)]
    pub example: Vec<Board>,
    /// Whether it answers rightly.
    pub proof: Proof,
}

/// A set of squares to be drawn.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// What the squares are.
    pub caption: String,
    /// Their names, such as `c3`.
    pub squares: Vec<String>,
}

/// The noise of a table of interleaved rounds.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    /// The study.
    pub study: String,
    /// The stream of queries.
    pub stream: String,
    /// The context.
    pub context: String,
    /// What else was set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, u64>,
    /// In how many rounds all contenders ran undisturbed.
    pub rounds: u64,
    /// How many batches ran.
    pub batches: u64,
    /// How many of them were undisturbed; only they count.
    pub undisturbed: u64,
    /// `narrow enough`, `budget spent`, or `too noisy`: then there are no figures.
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

/// Where the order of two variants turns as a competing working set grows.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The study.
    pub study: String,
    /// The stream of queries.
    pub stream: String,
    /// `visit`, the queries between two walks, and `dependent`.
    pub parameters: BTreeMap<String, u64>,
    /// A variant.
    pub variant: String,
    /// The one it is compared with.
    pub against: String,
    /// How the first compares without a working set, or as soon as that is certain.
    pub verdict: String,
    /// The bytes of the working set where the difference passes zero, up to which
    /// the first order is certain, and from which the opposite is; nothing if
    /// that never happens in the range.
    pub at: Option<[f64; 3]>,
    /// The largest working set, in bytes.
    pub range: u64,
    /// When it was measured, in UTC.
    pub date: String,
}

/// The outcome of comparing a variant with the oracle.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Proof {
    /// So many comparisons, all equal. A control is not compared at all.
    Right(u64),
    /// A mistake, as text with drawn boards. The variant was not measured.
    Wrong(String),
}

/// One figure.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The study.
    pub study: String,
    /// The contender's name.
    pub variant: String,
    /// The stream of queries.
    pub stream: String,
    /// `throughput`, `latency`, `two-threads`, `cold` or `pressure`.
    pub context: String,
    /// What else was set, such as the size of a simulated cache.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, u64>,
    /// The variant that a ratio is taken against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// What may be said of a ratio: `faster`, `slower` or `tie`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// What was measured.
    pub quantity: String,
    /// In what.
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
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl Measurement {
    /// What tells it from other figures, whenever they were measured.
    fn key(&self) -> String {
        let Measurement { study, variant, stream, context, parameters, against, quantity, .. } =
            self;
        format!("{:?}", (study, variant, stream, context, parameters, against, quantity))
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
        let Turn { study, stream, parameters, variant, against, .. } = self;
        format!("{:?}", (study, stream, parameters, variant, against))
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
        // What a wrong variant once measured means nothing any more.
        let right = |study: &str, name: &str| {
            let wrong = |v: &Variant| v.is_wrong() && v.study == study && v.name == name;
            !self.variants.iter().any(wrong)
        };
        self.measurements.retain(|m| {
            right(&m.study, &m.variant) && m.against.iter().all(|name| right(&m.study, name))
        });
        self.turns.retain(|t| right(&t.study, &t.variant) && right(&t.study, &t.against));
    }

    /// Reads a file of records.
    ///
    /// # Errors
    /// If it can't be read, is larger than 64 MiB, is no JSON of this schema, or
    /// holds a figure that no measurement gives.
    pub fn read(path: &Path) -> Result<Records> {
        let name = path.display();
        let size = fs::metadata(path).with_context(|| format!("reading {name}"))?.len();
        ensure!(size <= LARGEST_FILE, "{name} is too large: {size} bytes, at most {LARGEST_FILE}");
        let bytes = fs::read(path).with_context(|| format!("reading {name}"))?;
        let records: Records =
            serde_json::from_slice(&bytes).with_context(|| format!("{name} holds no records"))?;
        ensure!(
            records.schema == SCHEMA,
            "{name} has schema {}, this laboratory reads schema {SCHEMA}",
            records.schema
        );
        for m in &records.measurements {
            // JSON has no NaN and no infinity, but a huge number becomes one.
            ensure!(
                [m.value, m.low, m.high].iter().all(|figure| figure.is_finite())
                    && m.low <= m.value
                    && m.value <= m.high,
                "{name}: {} of {} is {} in [{}, {}], expected a figure inside of its interval",
                m.quantity,
                m.variant,
                m.value,
                m.low,
                m.high
            );
        }
        Ok(records)
    }

    /// Writes a file of records, whole or not at all.
    ///
    /// # Errors
    /// If the folder or the file can't be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self).context("records are always JSON")?;
        text.push('\n');
        write_whole(path, text.as_bytes())
    }
}

impl Variant {
    /// Whether it was found to answer wrongly.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        matches!(self.proof, Proof::Wrong(_))
    }
}

/// What one meter has measured so far, on disk.
///
/// Every addition is written at once, so that a run that is stopped keeps what
/// it had.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    records: Records,
}

impl Store {
    /// Opens the store of a meter and notes that it runs now. Records of
    /// another machine or build are dropped, and so are contenders that are
    /// not in the catalogue any more.
    #[must_use]
    pub fn open(meter: &str, run: Run, studies: &[Study]) -> Store {
        let (path, machine) = (path(meter), Machine::here());
        let mut records = match Records::read(&path) {
            Ok(earlier) if earlier.machine == machine => earlier,
            Ok(_) => {
                eprintln!(
                    "{meter}: earlier records are of another machine or build; starting anew"
                );
                Records::new(machine)
            }
            Err(_) if !path.exists() => Records::new(machine),
            Err(error) => {
                eprintln!("{meter}: starting anew: {error:#}");
                Records::new(machine)
            }
        };
        let known = |study: &str, name: &str| {
            let contenders = studies.iter().filter(|s| s.name == study).flat_map(|s| &s.contenders);
            contenders.into_iter().any(|contender| contender.identity.name == name)
        };
        records.variants.retain(|variant| known(&variant.study, &variant.name));
        records.measurements.retain(|m| {
            known(&m.study, &m.variant) && m.against.iter().all(|name| known(&m.study, name))
        });
        records.turns.retain(|t| known(&t.study, &t.variant) && known(&t.study, &t.against));
        records.runs = BTreeMap::from([(meter.to_owned(), run)]);
        Store { path, records }
    }

    /// What was measured so far, in this run and in earlier ones.
    #[must_use]
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Notes what could not be measured, and why, and writes it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn miss(&mut self, what: &str, reason: &str) -> Result<()> {
        for run in self.records.runs.values_mut() {
            run.missing.insert(what.to_owned(), reason.to_owned());
        }
        self.records.write(&self.path)
    }

    /// Compares every contender of the plan with the oracle, writes down what
    /// came out, and leaves out of the plan those that answer wrongly.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn prove<'a>(
        &mut self,
        mut plan: Vec<Group<'a>>,
        artefact: &Artefact,
    ) -> Result<Vec<Group<'a>>> {
        let mut proven = BTreeMap::new();
        for group in &mut plan {
            group.contenders.retain(|contender| {
                let name = (group.study.name, contender.identity.name);
                let variant = proven.entry(name).or_insert_with(|| {
                    let variant = contender.prove(group.study, artefact);
                    if let Proof::Wrong(mistake) = &variant.proof {
                        eprintln!("{mistake}\n{} is not measured\n", variant.name);
                    }
                    variant
                });
                !variant.is_wrong()
            });
        }
        self.update(|newer| newer.variants = proven.into_values().collect())?;
        Ok(plan)
    }

    /// Adds what was measured and writes all of it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, measurements: Vec<Measurement>) -> Result<()> {
        self.update(|newer| newer.measurements = measurements)
    }

    /// Adds what `fill` puts into empty records and writes all of it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn update(&mut self, fill: impl FnOnce(&mut Records)) -> Result<()> {
        let mut newer = Records::new(self.records.machine.clone());
        fill(&mut newer);
        self.records.update(newer);
        self.records.write(&self.path)
    }
}

/// Puts the newer ones in the place of the older ones of the same key.
fn replace<T>(older: &mut Vec<T>, newer: Vec<T>, key: fn(&T) -> String) {
    let keys: BTreeSet<_> = newer.iter().map(key).collect();
    older.retain(|old| !keys.contains(&key(old)));
    older.extend(newer);
}

/// The file in which a meter keeps its records.
#[must_use]
pub fn path(meter: &str) -> PathBuf {
    build_folder().join("spacetime").join(format!("{meter}.json"))
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
    let attempt = || -> std::io::Result<()> {
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
