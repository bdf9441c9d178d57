//! Writes files whole or not at all.

use crate::Records;
use crate::text::visible;
use anyhow::{Context as _, Result};
use serde::Serialize;
use std::fs::{self, DirEntry, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// The prefix of folders with unfinished files.
const UNFINISHED: &str = ".spacetime-unfinished-";

/// A file in each such folder, locked while a run writes there.
const LOCK: &str = ".lock";

/// Without locks, an unfinished folder older than this belongs to a killed run.
const ABANDONED: Duration = Duration::from_secs(60);

impl Records {
    /// The records as JSON, with a line for each field and each list element to keep diffs
    /// readable.
    ///
    /// # Errors
    /// If [`Records::parse`] would refuse them; the message says why.
    pub fn to_json(&self) -> Result<Vec<u8>> {
        let json = json(self)?;
        Records::parse(&json).context("these records could not be read back")?;
        Ok(json.into_bytes())
    }

    /// Writes a file of records, whole or not at all.
    ///
    /// # Errors
    /// If the folder or the file cannot be written, or the records could not be read back.
    pub fn write(&self, path: &Path) -> Result<()> {
        let json = self.to_json().with_context(|| format!("writing {}", shown(path)))?;
        write_file(path, &json)
    }
}

/// Writes a value as JSON into a file, whole or not at all.
///
/// # Errors
/// If the value holds a number that is no figure, or the file cannot be written.
pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    let json = json(value).with_context(|| format!("writing {}", shown(path)))?;
    write_file(path, json.as_bytes())
}

/// JSON with a line for each field and each list element.
fn json(value: &impl Serialize) -> Result<String> {
    Ok(in_lines(&serde_json::to_string(value)?))
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// If the folder or the file cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let named = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = named.unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    write_whole(folder, [(&*name, bytes)])
}

/// Writes files into a folder, each whole or not at all, and none before there is room for all.
///
/// # Errors
/// If the folder or a file cannot be written.
pub fn write_whole<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<()> {
    let writing = || format!("writing into {}", shown(folder));
    fs::create_dir_all(folder).with_context(writing)?;
    remove_abandoned(folder).with_context(writing)?;
    let (unfinished, _lock) = unfinished(folder).with_context(writing)?;
    let mut written = Vec::new();
    for (name, bytes) in files {
        fs::write(unfinished.path().join(name), bytes)
            .with_context(|| format!("writing {name}"))?;
        written.push(name);
    }
    for name in written {
        fs::rename(unfinished.path().join(name), folder.join(name))
            .with_context(|| format!("writing {name}"))?;
    }
    Ok(())
}

/// Creates a folder for unfinished files, and locks it.
fn unfinished(folder: &Path) -> io::Result<(TempDir, File)> {
    let unfinished = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(folder)?;
    let fresh = unfinished.path().join("fresh");
    let lock = File::create(&fresh)?;
    // On systems without locks, the folder's age decides.
    if lock.try_lock().is_ok() {
        // Renamed only now, so that no other run finds it unlocked.
        fs::rename(fresh, unfinished.path().join(LOCK))?;
    }
    Ok((unfinished, lock))
}

/// Removes the unfinished files of killed runs.
fn remove_abandoned(folder: &Path) -> io::Result<()> {
    let is_ours = |entry: &DirEntry| entry.file_name().to_string_lossy().starts_with(UNFINISHED);
    for entry in fs::read_dir(folder)?.flatten().filter(is_ours) {
        let lock = File::open(entry.path().join(LOCK));
        let is_abandoned = match lock.map(|lock| lock.try_lock()) {
            Ok(Ok(())) => true,
            Ok(Err(TryLockError::WouldBlock)) => false,
            _ => {
                let changed = entry.metadata().and_then(|about| about.modified());
                changed.is_ok_and(|date| date.elapsed().is_ok_and(|age| age > ABANDONED))
            }
        };
        // Another run may remove it at the same time.
        if is_abandoned {
            let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
        }
    }
    Ok(())
}

/// A path, safe to print on a terminal.
#[must_use]
pub fn shown(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// Puts each value of the two outermost levels of JSON on a line of its own.
fn in_lines(json: &str) -> String {
    let mut lines = String::with_capacity(json.len() + json.len() / 64);
    let (mut depth, mut in_text, mut is_escaped, mut breaks) = (0, false, false, false);
    for c in json.chars() {
        let (opens, closes) = (matches!(c, '[' | '{'), matches!(c, ']' | '}'));
        if breaks || (!in_text && closes && depth <= 2) {
            lines.push('\n');
        }
        lines.push(c);
        if !in_text {
            depth += i32::from(opens) - i32::from(closes);
        }
        breaks = !in_text && (opens || c == ',') && depth <= 2;
        in_text ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn only_what_killed_runs_left_behind_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let create = |name: &str, age: Duration| {
            let path = folder.path().join(name);
            File::create(&path).unwrap().set_modified(SystemTime::now() - age).unwrap();
            path
        };
        let old = ABANDONED + Duration::from_secs(5);
        let abandoned = create(&format!("{UNFINISHED}old"), old);
        let fresh = create(&format!("{UNFINISHED}new"), Duration::ZERO);
        let other = create(".someone-else", old);
        // One run writes; the other was killed just now, so its lock is free.
        let (written, _lock) = unfinished(folder.path()).unwrap();
        let (killed, lock) = unfinished(folder.path()).unwrap();
        fs::write(killed.path().join("a"), "half").unwrap();
        drop(lock);
        write_whole(folder.path(), [("a", &b"1"[..]), ("b", b"2")]).unwrap();
        assert!(!abandoned.exists() && fresh.exists() && other.exists());
        assert!(written.path().exists() && !killed.path().exists());
        assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"2");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }

    #[test]
    fn no_file_is_there_before_all_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &'static str| {
            assert!(["a", "b"].iter().all(|name| !folder.path().join(name).exists()));
            (name, name.as_bytes())
        };
        write_whole(folder.path(), ["a", "b"].into_iter().map(file)).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn who_reads_a_file_while_it_is_written_reads_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.json");
        let records = Records::parse(include_str!("../tests/good.json")).unwrap();
        fs::write(&path, "old").unwrap();
        let reader = File::open(&path).unwrap();
        records.write(&path).unwrap();
        assert_eq!(io::read_to_string(reader).unwrap(), "old");
        assert_eq!(fs::read(&path).unwrap(), records.to_json().unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o644);
        }
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "1").unwrap();
        assert!(write_whole(&file, [("a", &b"1"[..])]).is_err());
        fs::create_dir(folder.path().join("b")).unwrap();
        assert!(write_whole(folder.path(), [("b", &b"2"[..])]).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
