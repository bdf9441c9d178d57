//! Reads records that may come from anywhere.
//!
//! Each field names the function that reads and checks it; such an error has a line and a column.
//! Relations between values are checked after all of them are read.

use crate::table::{is_letter, letters};
use crate::text::{is_label, is_prose, visible};
use crate::{
    Accuracy, Asks, Context, Count, Figure, Interface, NULL, Records, Run, SCHEMA, Step, Study,
    Table, Technique, Variant,
};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

/// The largest file in bytes. A machine's records take less than half of this.
const LARGEST_FILE: u64 = 8 << 20;

/// The most elements of an inner list: streams, steps, lookups.
const PARTS: usize = 128;

/// The most instruction sets of a build or a processor.
const FEATURES: usize = 512;

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

/// Reads a value of this schema from JSON. Relations between its parts are not checked.
pub(crate) fn of_schema<T: DeserializeOwned>(text: &str) -> Result<T> {
    #[derive(Deserialize)]
    struct Version {
        schema: u32,
    }
    fits(text.len(), LARGEST_FILE)?;
    ensure!(!text.starts_with('\u{feff}'), "expected no byte order mark");
    // Read alone first, because another schema has other fields.
    let Version { schema } = json(text)?;
    ensure!(schema == SCHEMA, "the schema is {schema}, expected {SCHEMA}");
    json(text)
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
    few("features", FEATURES, records.machine.features.len())?;
    few("present", FEATURES, records.machine.present.len())?;
    each("runs", 1024, &records.runs, |run| (run.meter, &run.date, &run.commit), check_run)?;
    let listed = Listed::of(records);
    each("studies", 64, &records.studies, |study| &study.name, check_study)?;
    each("techniques", 512, &records.techniques, |technique| &technique.name, check_technique)?;
    let key = |variant: &'a Variant| (&variant.study, &variant.name);
    each("variants", 512, &records.variants, key, |variant| check_variant(variant, &listed))?;
    each("clock", 16, &records.clock, |chain| &chain.name, |_| Ok(()))?;
    each("tables", 1024, &records.tables, Table::setting, |table| check_table(table, &listed))?;
    let key = |count: &'a Count| (count.setting(), &count.variant, count.counter);
    each("counts", 8192, &records.counts, key, |count| check_count(count, &listed))
}

fn check_run(run: &Run) -> Result<()> {
    few("missing", 1024, run.missing.len())?;
    for (what, why) in &run.missing {
        let (fits, what) = (is_label(what) && is_prose(why), visible(what));
        ensure!(fits, "missing {what}: expected a label, and text without invisible characters");
    }
    let ticks = run.resolution.is_none_or(|step| step > 0.0);
    ensure!(ticks, "expected a resolution above zero");
    Ok(())
}

fn check_study(study: &Study) -> Result<()> {
    ensure!(!study.streams.is_empty(), "expected a stream");
    each("streams", PARTS, &study.streams, |stream| &stream.name, |_| Ok(()))?;
    each(
        "mistakes",
        PARTS,
        &study.mistakes,
        |mistake| &mistake.name,
        |mistake| check_share(mistake.wrong, mistake.questions),
    )
}

fn check_technique(technique: &Technique) -> Result<()> {
    few("exceptions", PARTS, technique.exceptions.len())?;
    technique.exceptions.iter().try_for_each(|exception| few("on", PARTS, exception.on.len()))
}

fn check_variant(variant: &Variant, listed: &Listed<'_>) -> Result<()> {
    listed.check(variant)?;
    let Variant { needs, same_code, asks, accuracy, .. } = variant;
    few("needs", PARTS, needs.len())?;
    few("same_code", PARTS, same_code.len())?;
    each("asks", PARTS, asks, |asks| &asks.stream, check_asks)?;
    if let Some(Accuracy { questions, wrong }) = accuracy {
        check_share(*wrong, *questions)?;
    }
    let is_explained = variant.available || !needs.is_empty();
    ensure!(is_explained, "not available, expected what it needs");
    Ok(())
}

fn check_asks(Asks { queries, asked, .. }: &Asks) -> Result<()> {
    ensure!(*queries > 0, "0 queries, expected one");
    each("asked", PARTS, asked, |one| (&one.question, &one.stream), |_| Ok(()))
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
    each("names", PARTS, names, |name| name, |name| listed.variant(study, name))?;
    ensure!(!steps.is_empty(), "expected a step");
    each(
        "steps",
        PARTS,
        steps,
        |step| step.at,
        |step| {
            let fits = step.at.is_some() == along.is_some();
            ensure!(fits, "expected \"at\" where the table has \"along\", and only there");
            check_step(step, table)
        },
    )?;
    ensure!(steps.is_sorted_by_key(|step| step.at), "expected the steps by their parameter");
    Ok(())
}

fn check_step(step: &Step, table: &Table) -> Result<()> {
    let Step { raw, net, ratio, spread, best, slope, layouts, verdicts, copies, .. } = step;
    let variants = table.variants();
    few("copies", PARTS, copies.len())?;
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
    let positive =
        raw.iter().flatten().all(|raw| raw.low >= 0.0) && ratios.into_iter().all(Figure::is_ratio);
    ensure!(positive, "expected times not below zero, and ratios above it");
    Ok(())
}

fn check_count(count: &Count, listed: &Listed<'_>) -> Result<()> {
    listed.run(count.run)?;
    listed.stream(&count.study, &count.stream)?;
    listed.variant(&count.study, &count.variant)?;
    few("sweep", PARTS, count.sweep.len())?;
    ensure!(count.queries > 0, "0 queries, expected one");
    Ok(())
}

fn few(list: &str, most: usize, length: usize) -> Result<()> {
    ensure!(length <= most, "{length} elements in {list}, expected {most} at most");
    Ok(())
}

/// Checks a list: its length, that no key comes twice, and each element.
fn each<'a, T, K: Ord + Debug>(
    list: &str,
    most: usize,
    elements: &'a [T],
    key: impl Fn(&'a T) -> K,
    check: impl Fn(&'a T) -> Result<()>,
) -> Result<()> {
    few(list, most, elements.len())?;
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

    fn check(&self, variant: &Variant) -> Result<()> {
        let Variant { study, interface, .. } = variant;
        let is_study = self.streams.iter().any(|(known, _)| known == study);
        ensure!(is_study, "expected a study that is listed, found {study}");
        let technique = variant.technique();
        let is_technique = technique == NULL || self.techniques.contains(technique);
        ensure!(is_technique, "expected a technique that is listed, found {technique}");
        let expected = self.unwaited.get(study.as_str()).unwrap_or(interface);
        ensure!(
            interface == expected,
            "the interface is {interface}, expected {expected} as others of the study have"
        );
        variant.asks.iter().try_for_each(|asks| self.stream(study, &asks.stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_file_is_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [1; 100]).unwrap();
        assert_eq!(contents(file.path(), 100).unwrap(), [1; 100]);
        assert!(contents(file.path(), 99).is_err());
    }

    /// A clock may be too coarse for what it times.
    #[test]
    fn a_time_may_begin_at_nothing() {
        let mut records = Records::parse(include_str!("../tests/good.json")).unwrap();
        let raw = records.tables[0].steps[0].raw[0].as_mut().unwrap();
        raw.low = 0.0;
        assert!(check(&records).is_ok());
    }
}
