//! Reports as folders: reading the records in them, and writing pages beside them.

use crate::pack::{is_name, without_code};
use crate::{Comparison, Report, Set, render};
use anyhow::{Context as _, Result, ensure};
use records::{Records, contents, shown, write_whole};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The name of the index in a report's folder, which leads to the studies' pages.
pub const PAGE: &str = crate::page::INDEX;

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
/// where that has another name than [`RECORDS`]. The comparison goes `into` a folder, from
/// which it leads to the pages that are there.
///
/// # Errors
/// If one cannot be read, or they are too many or too large together.
pub fn sets(paths: &[PathBuf], into: &Path) -> Result<Vec<Set>> {
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
        let name = name.to_string_lossy().into_owned();
        Ok(Set { name, records, pages: address(path, into) })
    };
    paths.iter().map(read).collect()
}

/// The address of a folder's pages from another folder; nothing where there are none.
fn address(folder: &Path, from: &Path) -> Option<String> {
    if !folder.join(PAGE).exists() {
        return None;
    }
    let (folder, from) = (fs::canonicalize(folder).ok()?, fs::canonicalize(from).ok()?);
    let both = || folder.components().zip(from.components());
    let shared = both().take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = folder.components().skip(shared).map(encoded);
    let parts: Vec<_> = up.chain(down).collect();
    Some(if parts.is_empty() { ".".to_owned() } else { parts.join("/") })
}

/// A part of a path as an address has it.
fn encoded(part: Component<'_>) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let one = |byte: &u8| match *byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    part.as_os_str().as_encoded_bytes().iter().map(one).collect()
}

/// The folders of records in a folder, by name.
///
/// # Errors
/// If it cannot be read.
pub fn folders(of: &Path) -> Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(of).and_then(Iterator::collect);
    let entries = entries.with_context(|| shown(of))?;
    let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.join(RECORDS).exists());
    paths.sort();
    Ok(paths)
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

/// All committed records together take no more bytes.
const LARGEST_REPORTS: u64 = 12 << 20;

/// Writes records as the set of this name among the committed ones, with the pages that are
/// made of them. Only the set that the README quotes keeps its formulas and compiled lookups.
///
/// # Errors
/// If the name or the set does not fit, or the folder cannot be written.
pub fn write_set(records: Records, name: &str, reports: &Path, readme: &Path) -> Result<PathBuf> {
    ensure!(
        is_name(name),
        "\"{name}\" is no name of a set: expected lower-case letters, digits and dashes, 32 at \
         most, such as ryzen-9950x"
    );
    let is_quoted = quotation(&readme_text(readme)?, name).is_some();
    let records = if is_quoted { records } else { without_code(records) };
    let report = render(&records)?;
    let size = |path: &PathBuf| {
        let files = [RECORDS, "summary.md"].map(|file| fs::metadata(path.join(file)));
        files.into_iter().flatten().map(|file| file.len()).sum::<u64>()
    };
    let is_other = |path: &&PathBuf| {
        let file = path.file_name();
        file != Some(OsStr::new(name)) && file != Some(OsStr::new("latest"))
    };
    let others: u64 = folders(reports)?.iter().filter(is_other).map(size).sum();
    let summary = report.files.iter().find(|(file, _)| file == "summary.md");
    let own = records.to_json()?.len() + summary.map_or(0, |(_, text)| text.len());
    let (all, most) = (others + own as u64, LARGEST_REPORTS);
    ensure!(all <= most, "the sets would take {all} bytes together, expected {most} at most");
    let folder = reports.join(name);
    write(&records, &report, &folder)?;
    Ok(folder)
}

/// What is quoted of a set, between these marks.
const QUOTE_END: &str = "<!-- end -->";

/// The text of a document, which a quotation is put into.
fn readme_text(readme: &Path) -> Result<String> {
    let bytes = contents(readme, LARGEST_README).with_context(|| shown(readme))?;
    String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8", shown(readme)))
}

/// What stands before and after the quotation of a set, if this document has one.
fn quotation<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let begin = format!(
        "<!-- of reports/{name}, made by `cargo run -p report -- --publish reports/{name}` -->\n"
    );
    let start = text.find(&begin)? + begin.len();
    let length = text[start..].find(QUOTE_END)?;
    Some((&text[..start], &text[start + length..]))
}

/// Puts what is `quoted` of the set in this folder where a document quotes it. Returns whether
/// it does.
///
/// # Errors
/// If the document cannot be read or written.
pub fn publish(quoted: &str, folder: &Path, readme: &Path) -> Result<bool> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let text = readme_text(readme)?;
    let Some((before, after)) = quotation(&text, &name) else { return Ok(false) };
    let text = format!("{before}\n{quoted}\n{after}");
    let file = readme.file_name().unwrap_or_default().to_string_lossy();
    let folder = readme.parent().filter(|folder| !folder.as_os_str().is_empty());
    write_whole(folder.unwrap_or(Path::new(".")), [(&*file, text.as_bytes())])?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::timed;

    const README: &str = "Before.\n<!-- of reports/kept, made by `cargo run -p report -- \
                          --publish reports/kept` -->\nold<!-- end -->\nAfter.\n";

    #[test]
    fn only_the_set_that_the_readme_quotes_keeps_its_code() {
        let home = tempfile::tempdir().unwrap();
        let readme = home.path().join("README.md");
        fs::write(&readme, README).unwrap();
        for (name, listing) in [("kept", "ret"), ("packed", "")] {
            let folder = write_set(timed(), name, home.path(), &readme).unwrap();
            let (records, _) = read(&folder).unwrap();
            assert!(records.variants.iter().all(|variant| variant.listing == listing), "{name}");
            let has_formula = |technique: &records::Technique| !technique.formula.is_empty();
            assert_eq!(records.techniques.iter().all(has_formula), !listing.is_empty(), "{name}");
            assert!(folder.join(PAGE).exists() && folder.join("summary.md").exists());
        }
        assert_eq!(folders(home.path()).unwrap().len(), 2);
        let refused = write_set(timed(), "../packed", home.path(), &readme).unwrap_err();
        assert!(refused.to_string().contains("is no name of a set"), "{refused}");
    }

    #[test]
    fn sets_that_are_too_large_together_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let readme = home.path().join("README.md");
        fs::write(&readme, README).unwrap();
        let other = write_set(timed(), "other", home.path(), &readme).unwrap();
        fs::write(other.join("summary.md"), vec![b' '; LARGEST_REPORTS as usize]).unwrap();
        let refused = write_set(timed(), "packed", home.path(), &readme).unwrap_err();
        assert!(refused.to_string().contains("together, expected 12582912 at most"), "{refused}");
        assert!(!home.path().join("packed").exists());
    }

    #[test]
    fn a_quotation_takes_the_place_of_the_last_one() {
        let home = tempfile::tempdir().unwrap();
        let readme = home.path().join("README.md");
        fs::write(&readme, README).unwrap();
        assert!(publish("new", &home.path().join("kept"), &readme).unwrap());
        assert!(!publish("new", &home.path().join("other"), &readme).unwrap());
        let text = fs::read_to_string(&readme).unwrap();
        let (before, after) = README.split_once("old").unwrap();
        assert_eq!(text, format!("{before}\nnew\n{after}"));
    }

    #[test]
    fn addresses_lead_from_one_folder_to_anothers_pages() {
        let home = tempfile::tempdir().unwrap();
        let [from, to] = ["reports/latest", "a set"].map(|name| home.path().join(name));
        fs::create_dir_all(&from).unwrap();
        fs::create_dir_all(&to).unwrap();
        assert_eq!(address(&to, &from), None, "there are no pages");
        fs::write(from.join(PAGE), "").unwrap();
        fs::write(to.join(PAGE), "").unwrap();
        assert_eq!(address(&to, &from).unwrap(), "../../a%20set");
        assert_eq!(address(&from, &from).unwrap(), ".");
    }
}
