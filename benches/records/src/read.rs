//! Reads records that may come from anywhere.
//!
//! What holds for all texts, lists and numbers is checked first. A field with a rule of its own
//! names the function that reads and checks it. Relations between values come last.

use crate::table::{is_letter, letters};
use crate::text::{PROSE, is_label, is_prose, visible};
use crate::{
    Accuracy, Asks, Context, Count, Figure, Interface, Mistake, NULL, Pair, Records, Run, SCHEMA,
    Step, Study, Table, Variant,
};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

/// The largest file in bytes. A machine's records take less than half of this.
const LARGEST_FILE: u64 = 8 << 20;

/// The most elements of a list. A machine's records take a quarter of this.
const LONGEST_LIST: usize = 1024;

/// The largest distance of a number from zero, beyond every number of 64 bits.
const LARGEST_NUMBER: f64 = 1e20;

impl Records {
    /// Reads a file of records, which may come from anywhere.
    ///
    /// # Errors
    /// If the file cannot be read, is not a regular file, or is larger than 8 MiB; otherwise as
    /// [`Records::parse`]. The message begins with the path.
    pub fn read(path: &Path) -> Result<Records> {
        let records = || Records::parse(&text_of(path)?);
        records().with_context(|| visible(&path.display().to_string()))
    }

    /// Reads records from JSON, which may come from anywhere.
    ///
    /// # Errors
    /// If the text breaks one of the [rules](crate#what-a-file-may-hold); the message names the
    /// place and the expected value.
    pub fn parse(text: &str) -> Result<Records> {
        let records = of_schema(text)?;
        check(&records)?;
        Ok(records)
    }
}

/// Reads records of this schema from JSON. Relations between their parts are not checked.
pub(crate) fn of_schema(text: &str) -> Result<Records> {
    fits(text.len(), LARGEST_FILE)?;
    ensure!(!text.starts_with('\u{feff}'), "expected no byte order mark");
    let fields: BTreeMap<String, Value> = json(text)?;
    // First, because another schema has other fields.
    let schema = fields.get("schema").context("missing field `schema`")?;
    let found = visible(&schema.to_string());
    ensure!(*schema == SCHEMA, "the schema is {found}, expected {SCHEMA}");
    for (field, value) in &fields {
        check_value(value).with_context(|| visible(field))?;
    }
    json(text)
}

/// Checks what holds everywhere: texts are prose, lists are short, and numbers bounded.
fn check_value(value: &Value) -> Result<()> {
    let few = |length| {
        ensure!(length <= LONGEST_LIST, "{length} elements, expected {LONGEST_LIST} at most");
        Ok(())
    };
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => {
            let fits = number.as_f64().is_some_and(|number| number.abs() <= LARGEST_NUMBER);
            ensure!(fits, "{number}: expected a number not beyond {LARGEST_NUMBER:e}");
        }
        Value::String(text) => ensure!(is_prose(text), "\"{}\": {PROSE}", visible(text)),
        Value::Array(list) => {
            few(list.len())?;
            list.iter().try_for_each(check_value)?;
        }
        Value::Object(fields) => {
            few(fields.len())?;
            fields.values().try_for_each(check_value)?;
        }
    }
    Ok(())
}

/// The text of a file of at most [`LARGEST_FILE`] bytes.
pub(crate) fn text_of(path: &Path) -> Result<String> {
    String::from_utf8(contents(path, LARGEST_FILE)?).context("expected UTF-8")
}

/// The contents of a regular file of at most `most` bytes. Never waits for a pipe or reads from a
/// device.
///
/// # Errors
/// If the file is not regular, is larger, or cannot be read.
pub fn contents(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path)?;
    ensure!(file.metadata()?.is_file(), "expected a regular file");
    let mut bytes = Vec::new();
    // The size that the system reports may be wrong.
    file.take(most + 1).read_to_end(&mut bytes)?;
    fits(bytes.len(), most)?;
    Ok(bytes)
}

fn fits(length: usize, most: u64) -> Result<()> {
    ensure!(length as u64 <= most, "too large, expected {} MiB at most", most >> 20);
    Ok(())
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = message.strip_suffix(&place).unwrap_or(&message);
        anyhow!("line {line}, column {column}: {}", visible(message))
    })
}

/// Checks the relations between values.
pub(crate) fn check<'a>(records: &'a Records) -> Result<()> {
    each("runs", &records.runs, |run| (run.meter, &run.date, &run.commit), check_run)?;
    let listed = Listed::of(records);
    each("studies", &records.studies, |study| &study.name, check_study)?;
    each("techniques", &records.techniques, |technique| &technique.name, |_| Ok(()))?;
    let key = |variant: &'a Variant| (&variant.study, &variant.name);
    each("variants", &records.variants, key, |variant| check_variant(variant, &listed))?;
    each("clock", &records.clock, |chain| &chain.name, |_| Ok(()))?;
    each("tables", &records.tables, Table::setting, |table| check_table(table, &listed))?;
    let key = |count: &'a Count| (count.setting(), &count.variant, count.counter);
    each("counts", &records.counts, key, |count| check_count(count, &listed))
}

fn check_run(run: &Run) -> Result<()> {
    for what in run.missing.keys() {
        ensure!(is_label(what), "missing {}: expected a label", visible(what));
    }
    let ticks = run.resolution.is_none_or(|step| step > 0.0);
    ensure!(ticks, "expected a resolution above zero");
    Ok(())
}

fn check_study(study: &Study) -> Result<()> {
    ensure!(!study.streams.is_empty(), "expected a stream");
    each("streams", &study.streams, |stream| &stream.name, |_| Ok(()))?;
    let shares = |mistake: &Mistake| check_share(mistake.wrong, mistake.questions);
    each("mistakes", &study.mistakes, |mistake| &mistake.name, shares)
}

fn check_variant(variant: &Variant, listed: &Listed<'_>) -> Result<()> {
    let Variant { study, interface, asks, accuracy, .. } = variant;
    let is_study = listed.streams.iter().any(|(known, _)| known == study);
    ensure!(is_study, "expected a study that is listed, found {study}");
    let technique = variant.technique();
    let is_technique = technique == NULL || listed.techniques.contains(technique);
    ensure!(is_technique, "expected a technique that is listed, found {technique}");
    let expected = listed.unwaited.get(study.as_str()).unwrap_or(interface);
    ensure!(
        interface == expected,
        "the interface is {interface}, expected {expected} as others of the study have"
    );
    asks.iter().try_for_each(|asks| listed.stream(study, &asks.stream))?;
    each("asks", asks, |asks| &asks.stream, check_asks)?;
    if let Some(Accuracy { questions, wrong }) = accuracy {
        check_share(*wrong, *questions)?;
    }
    let is_explained = variant.available || !variant.needs.is_empty();
    ensure!(is_explained, "not available, expected what it needs");
    Ok(())
}

fn check_asks(Asks { queries, asked, .. }: &Asks) -> Result<()> {
    ensure!(*queries > 0, "0 queries, expected one");
    each("asked", asked, |one| (&one.question, &one.stream), |_| Ok(()))
}

fn check_share(wrong: u64, questions: u64) -> Result<()> {
    let holds = wrong <= questions && questions > 0;
    ensure!(
        holds,
        "{wrong} wrong answers to {questions} questions, expected a question and no more wrong \
         answers"
    );
    Ok(())
}

fn check_table(table: &Table, listed: &Listed<'_>) -> Result<()> {
    let Table { study, stream, names, steps, along, run, .. } = table;
    listed.run(*run)?;
    listed.stream(study, stream)?;
    let (Some(last), Some(_)) = (names.last(), table.reference()) else {
        bail!("expected a variant and {NULL}")
    };
    ensure!(last == NULL, "the last name is {last}, expected {NULL}");
    each("names", names, |name| name, |name| listed.variant(study, name))?;
    ensure!(!steps.is_empty(), "expected a step");
    let check = |step: &Step| {
        let fits = step.at.is_some() == along.is_some();
        ensure!(fits, "expected \"at\" where the table has \"along\", and only there");
        check_step(step, table)
    };
    each("steps", steps, |step| step.at, check)?;
    ensure!(steps.is_sorted_by_key(|step| step.at), "expected the steps by their parameter");
    Ok(())
}

fn check_step(step: &Step, table: &Table) -> Result<()> {
    let Step { raw, net, ratio, spread, best, slope, layouts, verdicts, copies, .. } = step;
    let variants = table.variants();
    for copy in copies {
        ensure!(variants.contains(&copy.of), "a copy of {}, expected of a variant", copy.of);
    }
    let expected = if step.has_figures() { table.names.len() } else { 0 };
    for (column, length) in [("raw", raw.len()), ("net", net.len()), ("ratio", ratio.len())] {
        ensure!(length == expected, "{length} elements in {column}, expected {expected}");
    }
    for (column, length) in [("spread", spread.len()), ("best", best.len()), ("slope", slope.len())]
    {
        let fits = [0, expected].contains(&length);
        ensure!(fits, "{length} elements in {column}, expected {expected} or none");
    }
    let waits = slope.is_empty() || table.context == Context::Latency;
    ensure!(waits, "expected slopes in {} alone", Context::Latency);
    ensure!(!step.has_figures() || *layouts > 0, "0 layouts, expected one");
    let expected = if step.has_figures() { letters(variants.len()) } else { 0 };
    let fits = verdicts.len() == expected && verdicts.bytes().all(is_letter);
    ensure!(fits, "expected {expected} verdicts, each f, s, t, u or a dot");
    let copies = copies.iter().map(|copy| &copy.ratio);
    let ratios = ratio.iter().flatten().chain(copies).chain(&step.again);
    check_pairs(&step.pairs, table)?;
    let ratios = ratios.chain(step.pairs.iter().map(|pair| &pair.ratio));
    let positive =
        raw.iter().flatten().all(|raw| raw.low >= 0.0) && ratios.into_iter().all(Figure::is_ratio);
    ensure!(positive, "expected times not below zero, and ratios above it");
    Ok(())
}

fn check_pairs(pairs: &[Pair], table: &Table) -> Result<()> {
    let place = |name: &String| table.variants().iter().position(|known| known == name);
    let check = |pair: &Pair| {
        let of = place(&pair.of).unwrap_or(0);
        let fits = place(&pair.against).is_some_and(|against| (1..of).contains(&against));
        ensure!(fits, "expected a variant and an earlier one, neither of them the first");
        Ok(())
    };
    each("pairs", pairs, |pair| (&pair.of, &pair.against), check)
}

fn check_count(count: &Count, listed: &Listed<'_>) -> Result<()> {
    listed.run(count.run)?;
    listed.stream(&count.study, &count.stream)?;
    listed.variant(&count.study, &count.variant)?;
    ensure!(count.queries > 0, "0 queries, expected one");
    Ok(())
}

/// Checks that no key comes twice in a list, and each element.
fn each<'a, T, K: Ord + Debug>(
    list: &str,
    elements: &'a [T],
    key: impl Fn(&'a T) -> K,
    check: impl Fn(&'a T) -> Result<()>,
) -> Result<()> {
    let mut keys = BTreeSet::new();
    for (index, element) in elements.iter().enumerate() {
        let key = key(element);
        let place = || format!("{list}[{index}], {key:?}");
        check(element).with_context(place)?;
        ensure!(!keys.contains(&key), "{}: expected once, found again", place());
        keys.insert(key);
    }
    Ok(())
}

/// The names that a file lists and its other parts refer to.
struct Listed<'a> {
    runs: usize,
    variants: BTreeSet<(&'a str, &'a str)>,
    streams: BTreeSet<(&'a str, &'a str)>,
    techniques: BTreeSet<&'a str>,
    /// The questions in which no query can wait for an answer, with their interface.
    unwaited: BTreeMap<&'a str, Interface>,
}

impl<'a> Listed<'a> {
    fn of(records: &'a Records) -> Listed<'a> {
        let streams = records.studies.iter().flat_map(|study| {
            study.streams.iter().map(|stream| (study.name.as_str(), stream.name.as_str()))
        });
        let variants = records.variants.iter().map(|v| (v.study.as_str(), v.name.as_str()));
        let unwaited = records.variants.iter().filter(|variant| variant.is_unwaited());
        Listed {
            runs: records.runs.len(),
            variants: variants.collect(),
            streams: streams.collect(),
            techniques: records.techniques.iter().map(|one| one.name.as_str()).collect(),
            unwaited: unwaited.map(|v| (v.study.as_str(), v.interface)).collect(),
        }
    }

    fn run(&self, number: usize) -> Result<()> {
        let runs = self.runs;
        ensure!(number < runs, "expected a run that is listed, one of {runs}, found {number}");
        Ok(())
    }

    fn stream(&self, study: &str, stream: &str) -> Result<()> {
        let listed = self.streams.contains(&(study, stream));
        ensure!(listed, "expected a stream of {study} that is listed, found {stream}");
        Ok(())
    }

    fn variant(&self, study: &str, name: &str) -> Result<()> {
        let listed = self.variants.contains(&(study, name));
        ensure!(listed, "expected a variant of {study} that is listed, found {name}");
        Ok(())
    }
}
