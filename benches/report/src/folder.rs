//! Reports as folders: reading the records in them, and writing pages beside them.

use crate::Report;
use crate::pack::{is_name, without_code};
use crate::pages::INDEX;
use crate::set::{LATEST, Set};
use anyhow::{Context as _, Result, ensure};
use records::{Records, contents, shown, write_whole};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the first page in a report's folder.
pub const PAGE: &str = INDEX;
/// The name of the file of records in a report's folder.
pub(crate) const RECORDS: &str = "records.json";
const MOST_SETS: usize = 16;
const LARGEST_TEXT: u64 = 1 << 20;
/// All committed sets together take no more bytes.
const LARGEST_REPORTS: u64 = 12 << 20;

/// Reads the records that a path names: a folder with [`RECORDS`] in it, or the file itself.
pub(crate) fn read(path: &Path) -> Result<Set> {
    let file = if path.is_dir() { path.join(RECORDS) } else { path.to_owned() };
    let expected = || format!("{}: expected records, or a folder with {RECORDS}", shown(path));
    ensure!(file.exists(), expected());
    let is_in_folder = file.file_name() == Some(OsStr::new(RECORDS));
    let full = fs::canonicalize(&file).with_context(|| shown(&file))?;
    let named = if is_in_folder { full.parent() } else { Some(full.as_path()) };
    let name = named.and_then(Path::file_name).unwrap_or_default();
    let name = records::visible(&name.to_string_lossy());
    Ok(Set { name, records: Records::read(&file)? })
}

/// The folders of sets in a folder, by name: the last run is no set.
pub(crate) fn folders(of: &Path) -> Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(of).and_then(Iterator::collect);
    let entries = entries.with_context(|| shown(of))?;
    let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.join(RECORDS).exists());
    paths.retain(|path| path.file_name() != Some(OsStr::new(LATEST)));
    paths.sort();
    let (found, at) = (paths.len(), shown(of));
    ensure!(found <= MOST_SETS, "{at} holds {found} sets, expected {MOST_SETS} at most");
    Ok(paths)
}

/// The sets of a folder. One that cannot be read is told, and left out.
///
/// # Errors
/// If the folder cannot be read.
pub fn sets(of: &Path) -> Result<(Vec<Set>, Vec<String>)> {
    let (mut sets, mut told) = (Vec::new(), Vec::new());
    for path in folders(of)? {
        match read(&path) {
            Ok(set) => sets.push(set),
            Err(error) => told.push(format!("left out: {error:#}")),
        }
    }
    Ok((sets, told))
}

/// The sets of a folder, and the last run here if there is one.
pub(crate) fn sets_and_latest(of: &Path) -> Result<(Vec<Set>, Vec<String>)> {
    let (mut sets, mut left_out) = sets(of)?;
    let latest = of.join(LATEST);
    if latest.join(RECORDS).exists() {
        match read(&latest) {
            Ok(set) => sets.push(set),
            Err(error) => left_out.push(format!("left out: {error:#}")),
        }
    }
    Ok((sets, left_out))
}

/// Writes records and their report into a folder, and removes the pages and plots of an earlier
/// report that this one does not have: they would look as new as the others.
///
/// # Errors
/// If the folder cannot be written. Then no file in it has changed, unless the system refused to
/// rename one after the others.
pub fn write(records: &Records, report: &Report, folder: &Path) -> Result<()> {
    let json = records.to_json()?;
    let pages = report.files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    write_whole(folder, [(RECORDS, &*json)].into_iter().chain(pages))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let made = |(name, _): &(String, String)| path.file_name() == Some(OsStr::new(name));
        let is_rendered = ["html", "svg"].map(OsStr::new).map(Some).contains(&path.extension());
        if is_rendered && !report.files.iter().any(made) {
            fs::remove_file(&path).with_context(|| format!("removing {}", shown(&path)))?;
        }
    }
    Ok(())
}

/// Writes records as a new set of this name among the committed ones, without formulas and compiled
/// lookups.
pub(crate) fn write_set(set: Set, name: &str, reports: &Path) -> Result<PathBuf> {
    let expected = "lower-case letters, digits and dashes, 32 at most, such as ryzen-9950x";
    ensure!(is_name(name), "\"{name}\" is no name of a set: expected {expected}");
    let set = Set { name: name.to_owned(), records: without_code(set.records) };
    let folder = reports.join(name);
    let expected = "is there already: choose another name, or remove it to replace it";
    ensure!(!folder.exists(), "{} {expected}", shown(&folder));
    let committed = folders(reports)?;
    let found = committed.len();
    let at = shown(reports);
    ensure!(found < MOST_SETS, "{at} holds {found} sets, and there may be no more");
    let (others, _) = sets(reports)?;
    let report = crate::render(&set, &others)?;
    let size = |path: &PathBuf| {
        let files = [RECORDS, "summary.md"].map(|file| fs::metadata(path.join(file)));
        files.into_iter().flatten().map(|file| file.len()).sum::<u64>()
    };
    let committed = committed.iter().map(size).sum::<u64>();
    let (all, most) = (committed + set.records.to_json()?.len() as u64, LARGEST_REPORTS);
    ensure!(all <= most, "the sets would take {all} bytes together, expected {most} at most");
    write(&set.records, &report, &folder)?;
    Ok(folder)
}

pub(crate) fn text_of(path: &Path) -> Result<String> {
    let bytes = contents(path, LARGEST_TEXT).with_context(|| shown(path))?;
    String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8", shown(path)))
}
