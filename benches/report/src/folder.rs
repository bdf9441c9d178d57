//! Reports as folders: reading the records in them, and writing pages beside them.

use crate::{Comparison, Report, Set};
use anyhow::{Context as _, Result, ensure};
use records::{Records, contents, shown, write_whole};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the index in a report's folder, which leads to the studies' pages.
pub const PAGE: &str = "index.html";

/// The name of the page that compares several files of records.
pub const COMPARISON: &str = "comparison.html";

/// The name of the file of records in a report's folder.
pub const RECORDS: &str = "records.json";

/// No more sets are compared, nor so many bytes of them together.
const MOST_SETS: usize = 16;
const LARGEST_SETS: u64 = 32 << 20;

/// The largest README in bytes.
const LARGEST_README: u64 = 1 << 20;

/// Reads the records that a path names: a file, or a folder with [`RECORDS`] in it. Also
/// returns the folder that they are in.
///
/// # Errors
/// If there are none, or they cannot be read.
pub fn read(path: &Path) -> Result<(Records, PathBuf)> {
    let file = if path.is_dir() { path.join(RECORDS) } else { path.to_owned() };
    let expected = || format!("{}: expected records, or a folder with {RECORDS}", shown(path));
    ensure!(file.exists(), expected());
    let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
    Ok((Records::read(&file)?, folder))
}

/// Reads several sets of records to be compared, each called by its folder, or by its file
/// where that has another name than [`RECORDS`].
///
/// # Errors
/// If one cannot be read, or they are too many or too large together.
pub fn sets(paths: &[PathBuf]) -> Result<Vec<Set>> {
    let count = paths.len();
    ensure!(count <= MOST_SETS, "{count} sets of records, expected {MOST_SETS} at most");
    let mut bytes = 0;
    let read = |path: &PathBuf| {
        let file = if path.is_dir() { path.join(RECORDS) } else { path.clone() };
        bytes += fs::metadata(&file).map_or(0, |metadata| metadata.len());
        let most = LARGEST_SETS >> 20;
        ensure!(bytes <= LARGEST_SETS, "the sets are larger than {most} MiB together");
        let (records, _) = read(path)?;
        let is_in_folder = file.file_name() == Some(OsStr::new(RECORDS));
        let named = if is_in_folder { file.parent() } else { Some(file.as_path()) };
        let name = named.and_then(Path::file_name).unwrap_or_default();
        Ok(Set { name: name.to_string_lossy().into_owned(), records })
    };
    paths.iter().map(read).collect()
}

/// Writes records and their report into a folder, and removes the pages and plots of an
/// earlier report that this one does not have: they would look as new as the others.
///
/// # Errors
/// If the folder cannot be written. Then no file in it has changed, unless the system
/// refused to rename one after the others.
pub fn write(records: &Records, report: &Report, folder: &Path) -> Result<()> {
    let json = Records { claims: report.claims.clone(), ..records.clone() }.to_json()?;
    let pages = report.files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    write_whole(folder, [(RECORDS, &*json)].into_iter().chain(pages))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let made = |(name, _): &(String, String)| path.file_name() == Some(OsStr::new(name));
        let is_rendered = ["html", "svg"].map(OsStr::new).map(Some).contains(&path.extension());
        let is_comparison = path.file_name() == Some(OsStr::new(COMPARISON));
        if is_rendered && !is_comparison && !report.files.iter().any(made) {
            fs::remove_file(&path).with_context(|| format!("removing {}", shown(&path)))?;
        }
    }
    Ok(())
}

/// Writes a comparison into a folder and returns the page's path.
///
/// # Errors
/// If the folder cannot be written.
pub fn write_comparison(comparison: &Comparison, folder: &Path) -> Result<PathBuf> {
    write_whole(folder, [(COMPARISON, comparison.page.as_bytes())])?;
    Ok(folder.join(COMPARISON))
}

/// Where a quotation of figures ends in README.md.
const QUOTE_END: &str = "<!-- end -->";

/// Puts what to take by a folder's report where this README quotes it. Returns whether
/// it does.
///
/// # Errors
/// If the README cannot be read or written.
pub fn publish(report: &Report, folder: &Path, readme: &Path) -> Result<bool> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let text = String::from_utf8(contents(readme, LARGEST_README).context(shown(readme))?)?;
    let begin = format!(
        "<!-- of reports/{name}, made by `cargo run -p report -- --publish reports/{name}` -->\n"
    );
    let Some(quoted) = text.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(QUOTE_END)?;
        Some(format!("{before}{begin}\n{}\n{QUOTE_END}{after}", report.card))
    }) else {
        return Ok(false);
    };
    let file = readme.file_name().unwrap_or_default().to_string_lossy();
    let folder = readme.parent().filter(|folder| !folder.as_os_str().is_empty());
    write_whole(folder.unwrap_or(Path::new(".")), [(&*file, quoted.as_bytes())])?;
    Ok(true)
}
