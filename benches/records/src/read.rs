//! Reads records that may come from anywhere.
//!
//! A walk checks first what holds for all texts, lists, maps and numbers. A field with a rule of
//! its own names the function that reads and checks it. Relations between values come last.

use crate::Records;
use crate::refusal::{Piece, path};
use crate::relations::check;
use crate::text::brief;
use crate::walk::Walk;
use anyhow::{Context as _, Result, anyhow, ensure};
use figures::visible;
use serde::de::DeserializeOwned;
use serde_json::Deserializer;
use serde_path_to_error::Segment;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

/// The largest file in bytes. A machine's records take less than half of this.
const LARGEST_FILE: u64 = 8 << 20;

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
    /// path and the expected value.
    pub fn parse(text: &str) -> Result<Records> {
        let records: Records = of_schema(text)?;
        check(&records)?;
        Ok(records)
    }
}

/// Reads what this schema describes from JSON. Relations between their parts are not checked.
pub(crate) fn of_schema<T: DeserializeOwned>(text: &str) -> Result<T> {
    fits(text.len(), LARGEST_FILE)?;
    ensure!(!text.starts_with('\u{feff}'), "expected no byte order mark");
    let mut json = Deserializer::from_str(text);
    let walk = Walk::through(&mut json).and_then(|walk| json.end().map(|()| walk));
    walk.map_err(|error| anyhow!("{}", with_position(&error)))?.outcome()?;
    serde_path_to_error::deserialize(&mut Deserializer::from_str(text)).map_err(|error| {
        let path = path(&pieces(error.path()));
        let comma = if path.is_empty() { "" } else { ", " };
        anyhow!("{path}{comma}{}", with_position(error.inner()))
    })
}

/// The pieces of the path at which a value has not the type of its field.
fn pieces(path: &serde_path_to_error::Path) -> Vec<Piece> {
    let piece = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(Piece::Element(*index)),
        Segment::Map { key } => Some(Piece::Field(key.clone())),
        Segment::Enum { variant } => Some(Piece::Field(variant.clone())),
        Segment::Unknown => None,
    };
    path.iter().filter_map(piece).collect()
}

/// An error of the JSON reader: its position first, and a long value in brief.
fn with_position(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let position = format!(" at line {line} column {column}");
    let message = message.strip_suffix(&position).unwrap_or(&message);
    // What was found, which may be long, stands before what was expected.
    let (found, expected) = message.split_at(message.rfind("expected").unwrap_or(message.len()));
    let (found, expected) = (brief(found.trim_end()), visible(expected));
    format!("line {line}, column {column}: {}", format!("{found} {expected}").trim())
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
