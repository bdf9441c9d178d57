//! Reading records that may come from anywhere.
//!
//! What a single value must be stands beside its field, as the function that reads
//! it; a mistake is then told with its line and column. What values must be to each
//! other is checked when all are read.

use super::{
    CLOCK, Claim, Measurement, Noise, Records, SCHEMA, Turn, Variant, context, in_utc, quantity,
};
use anyhow::{Context as _, Result, anyhow, ensure};
use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::marker::PhantomData;
use std::path::Path;

/// The largest file in bytes. Records take up to some twenty times as much in memory.
const LARGEST_FILE: u64 = 32 << 20;

/// The longest name or label.
const LONGEST_NAME: usize = 64;

/// The longest text in bytes.
const LONGEST_TEXT: usize = 16 << 10;

/// The most variants in a file.
const MOST_VARIANTS: usize = 512;

/// The most different values that anything takes by which a report is divided.
const MOST_VALUES: usize = 64;

impl Records {
    /// Reads a file of records, which may come from anywhere.
    ///
    /// # Errors
    /// If it can't be read, is no regular file, or is larger than 32 MiB; else as
    /// [`Records::parse`]. The message begins with the path.
    pub fn read(path: &Path) -> Result<Records> {
        let records = || {
            let bytes = contents(path)?;
            let text = std::str::from_utf8(&bytes).context("expected UTF-8")?;
            Records::parse(text)
        };
        records().with_context(|| visible(&path.display().to_string()))
    }

    /// Reads records from JSON, which may come from anywhere.
    ///
    /// # Errors
    /// If it breaks one of the [rules](crate::record#what-a-file-may-hold); the
    /// message says where, and what was expected.
    pub fn parse(text: &str) -> Result<Records> {
        // By itself, because another schema has other fields.
        let Version { schema } = json(text)?;
        ensure!(schema == SCHEMA, "the schema is {schema}, expected {SCHEMA}");
        let records: Records = json(text)?;
        check(&records)?;
        Ok(records)
    }
}

#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// No more of a file than may be in it: a device may never end, and what the system
/// says of a file's size may not be true.
fn contents(path: &Path) -> Result<Vec<u8>> {
    ensure!(fs::metadata(path)?.is_file(), "expected a regular file");
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    ensure!(
        bytes.len() as u64 <= LARGEST_FILE,
        "too large, expected {} MiB at most",
        LARGEST_FILE >> 20
    );
    Ok(bytes)
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

/// A message without what a terminal or a reader could stumble over, shortened in
/// the middle: at the end stands what was expected.
fn visible(message: &str) -> String {
    const ENDS: usize = 300;
    let escape =
        |c: char| if is_visible(c) { c.to_string() } else { c.escape_default().to_string() };
    let count = message.chars().count();
    if count <= 2 * ENDS {
        return message.chars().map(escape).collect();
    }
    let start: String = message.chars().take(ENDS).map(escape).collect();
    let end: String = message.chars().skip(count - ENDS).map(escape).collect();
    format!("{start} ... {end}")
}

/// Neither a control character, nor one that formats others, nor a strange space.
fn is_visible(c: char) -> bool {
    matches!(c, '"' | '\'' | '\\') || c.escape_debug().len() == 1
}

/// What a text must be, and how that is said.
type Rule = (fn(&str) -> bool, &'static str);

const NAME: Rule = (
    |text| {
        // A variant over another one has both names, joined by a plus.
        is_short(text) && text.bytes().all(|c| is_plain(c) || c == b'+') && begins(text, "")
    },
    "expected a name of 1 to 64 letters, digits, dashes, underscores, dots and \
     pluses, a letter or digit first",
);

const LABEL: Rule = (
    |text| {
        let plain = |byte| is_plain(byte) || matches!(byte, b' ' | b'/');
        is_short(text) && text.bytes().all(plain) && begins(text, "/")
    },
    "expected a label of 1 to 64 letters, digits, dashes, underscores, dots, spaces and slashes, \
     a letter, digit or slash first",
);

const TEXT: Rule = (
    |text| {
        let fits = |c| is_visible(c) || matches!(c, '\n' | '\t');
        text.len() <= LONGEST_TEXT && text.chars().all(fits)
    },
    "expected text of 16 KiB at most, without invisible characters",
);

const DATE: Rule = (
    |text| text.parse().is_ok_and(|moment| in_utc(moment) == text),
    "expected a date such as 2026-01-02T03:04:05Z",
);

fn is_short(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.len())
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

fn begins(text: &str, also: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric() || also.contains(c))
}

fn keep<E: Error>(text: &str, (holds, expected): Rule) -> Result<(), E> {
    if holds(text) { Ok(()) } else { Err(E::custom(format!("{text:?}: {expected}"))) }
}

fn one<'de, D: Deserializer<'de>>(deserializer: D, rule: Rule) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    keep(&text, rule).map(|()| text)
}

fn optional<'de, D: Deserializer<'de>>(
    deserializer: D,
    rule: Rule,
) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.iter().try_for_each(|text| keep(text, rule)).map(|()| text)
}

fn list<'de, D: Deserializer<'de>>(deserializer: D, rule: Rule) -> Result<Vec<String>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().try_for_each(|text| keep(text, rule)).map(|()| texts)
}

/// Reads a name.
pub(crate) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    one(deserializer, NAME)
}

/// Reads a list of names.
pub(crate) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    list(deserializer, NAME)
}

/// Reads a name or nothing.
pub(crate) fn optional_name<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    optional(deserializer, NAME)
}

/// Reads a label.
pub(crate) fn label<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    one(deserializer, LABEL)
}

/// Reads text.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    one(deserializer, TEXT)
}

/// Reads a list of texts.
pub(crate) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    list(deserializer, TEXT)
}

/// Reads text or nothing.
pub(crate) fn optional_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    optional(deserializer, TEXT)
}

/// Reads a date.
pub(crate) fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    one(deserializer, DATE)
}

/// Reads a map with labels as keys, none of them twice.
pub(crate) fn map<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, V>, D::Error> {
    deserializer.deserialize_map(Unique(PhantomData))
}

/// Takes no key twice, as serde itself does in a struct but not in a map. (The guard
/// of serde_with would put thirty packages into the lock file that nothing uses.)
struct Unique<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for Unique<V> {
    type Value = BTreeMap<String, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some(key) = entries.next_key::<String>()? {
            keep(&key, LABEL)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate key {key:?}")));
            }
            map.insert(key, entries.next_value()?);
        }
        Ok(map)
    }
}

/// Reads texts by label.
pub(crate) fn reasons<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let reasons: BTreeMap<String, String> = map(deserializer)?;
    reasons.values().try_for_each(|text| keep(text, TEXT)).map(|()| reasons)
}

/// Checks what values are to each other.
fn check(records: &Records) -> Result<()> {
    let Records { variants, measurements, noise, turns, claims, .. } = records;
    ensure!(
        variants.len() <= MOST_VARIANTS,
        "{} variants, expected {MOST_VARIANTS} at most",
        variants.len()
    );
    Values::of(records).ensure_few()?;
    let listed = Listed::of(variants);
    let unwaited = variants.iter().filter(|variant| variant.is_unwaited());
    let unwaited: BTreeMap<_, _> =
        unwaited.map(|v| (v.study.as_str(), v.interface.as_str())).collect();
    each("variants", variants, Variant::key, |variant| {
        ensure!(
            variant.available || !variant.needs.is_empty(),
            "not available, expected what it needs"
        );
        let interface = variant.interface.as_str();
        let expected = unwaited.get(variant.study.as_str()).unwrap_or(&interface);
        ensure!(
            interface == *expected,
            "the interface is {interface}, expected {expected} as others of the study have"
        );
        let examples = variant.wrong_answers.len();
        ensure!(
            examples <= MOST_VALUES,
            "{examples} wrong answers, expected {MOST_VALUES} at most"
        );
        Ok(())
    })?;
    each("measurements", measurements, Measurement::key, |m| {
        // A formula that is wrong is no variant.
        let variant = Some(&m.variant).filter(|_| m.context != context::PROOF);
        listed.ensure(&m.study, variant.into_iter().chain(&m.against))?;
        let least = match m.quantity.as_str() {
            quantity::RATIO => f64::MIN_POSITIVE,
            net if net.starts_with(quantity::NET) => f64::MIN,
            _ => 0.0,
        };
        figure([m.value, m.low, m.high], least)
    })?;
    each("noise", noise, Noise::key, |table| {
        listed.ensure(&table.study, [])?;
        table.copies.iter().try_for_each(|copy| figure(*copy, f64::MIN_POSITIVE))?;
        table.null.iter().try_for_each(|null| figure(*null, f64::MIN))
    })?;
    each("turns", turns, Turn::key, |turn| {
        listed.ensure(&turn.study, [&turn.variant, &turn.against])?;
        turn.at.iter().try_for_each(|at| figure(*at, 0.0))
    })?;
    each("claims", claims, Claim::key, |_| Ok(()))
}

/// Checks the elements of a list, and that none is there twice.
fn each<T>(
    list: &str,
    elements: &[T],
    key: fn(&T) -> String,
    check: impl Fn(&T) -> Result<()>,
) -> Result<()> {
    let mut keys = BTreeSet::new();
    for (index, element) in elements.iter().enumerate() {
        let key = key(element);
        let place = || format!("{list}[{index}], {key}");
        check(element).with_context(place)?;
        ensure!(!keys.contains(&key), "{}: expected once, found again", place());
        keys.insert(key);
    }
    Ok(())
}

/// Checks a value with the ends of its interval.
fn figure([value, low, high]: [f64; 3], least: f64) -> Result<()> {
    ensure!(
        low <= value && value <= high,
        "{value} in [{low}, {high}], expected a value inside of its interval"
    );
    let bound = if least > 0.0 { "above zero" } else { "not below zero" };
    ensure!(low >= least, "{value} in [{low}, {high}], expected an interval {bound}");
    Ok(())
}

/// The variants of a file and their studies.
struct Listed<'a> {
    variants: BTreeSet<(&'a str, &'a str)>,
    studies: BTreeSet<&'a str>,
}

impl<'a> Listed<'a> {
    fn of(variants: &'a [Variant]) -> Listed<'a> {
        Listed {
            variants: variants.iter().map(|v| (v.study.as_str(), v.name.as_str())).collect(),
            studies: variants.iter().map(|v| v.study.as_str()).collect(),
        }
    }

    /// Checks that the file lists these variants of a study, and the study.
    fn ensure<'b>(
        &self,
        study: &str,
        variants: impl IntoIterator<Item = &'b String>,
    ) -> Result<()> {
        if study == CLOCK {
            return Ok(());
        }
        ensure!(self.studies.contains(study), "expected a study with variants, found {study}");
        for name in variants {
            let listed = self.variants.contains(&(study, name.as_str()));
            ensure!(listed, "expected a variant of {study} that is listed, found {name}");
        }
        Ok(())
    }
}

/// The different values by which a report is divided.
#[derive(Default)]
struct Values<'a> {
    words: BTreeMap<&'static str, BTreeSet<&'a str>>,
    parameters: BTreeMap<&'a str, BTreeSet<u64>>,
}

impl<'a> Values<'a> {
    fn of(records: &'a Records) -> Values<'a> {
        let mut values = Values::default();
        for variant in &records.variants {
            values.add("study", &variant.study);
        }
        for m in &records.measurements {
            values.add("stream", &m.stream);
            values.add("context", &m.context);
            values.add("quantity", &m.quantity);
            values.add("unit", &m.unit);
            values.set(&m.parameters);
        }
        for noise in &records.noise {
            values.add("stream", &noise.stream);
            values.add("context", &noise.context);
            values.set(&noise.parameters);
        }
        for turn in &records.turns {
            values.add("stream", &turn.stream);
            values.add("parameter of a turn", &turn.along);
            values.set(&turn.parameters);
        }
        values
    }

    fn add(&mut self, of: &'static str, word: &'a str) {
        self.words.entry(of).or_default().insert(word);
    }

    fn set(&mut self, parameters: &'a BTreeMap<String, u64>) {
        for (parameter, value) in parameters {
            self.parameters.entry(parameter).or_default().insert(*value);
        }
    }

    fn ensure_few(&self) -> Result<()> {
        let words = self.words.iter().map(|(of, words)| (*of, words.len()));
        let values = self.parameters.iter().map(|(of, values)| (*of, values.len()));
        let parameters = ("parameter", self.parameters.len());
        for (of, count) in words.chain([parameters]).chain(values) {
            ensure!(
                count <= MOST_VALUES,
                "{count} different values of \"{of}\", expected {MOST_VALUES} at most"
            );
        }
        Ok(())
    }
}
