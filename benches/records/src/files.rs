//! Writes files whole or not at all.

use crate::Records;
use crate::read::of_schema;
use crate::refusal::Refusal;
use crate::relations::check;
use anyhow::{Context as _, Result};
use figures::visible;
use std::fs;
use std::path::Path;

impl Records {
    /// The records as JSON, with a line for each field and each list element to keep diffs
    /// readable.
    ///
    /// # Errors
    /// If [`Records::parse`] would refuse them; the message says why.
    pub fn to_json(&self) -> Result<Vec<u8>> {
        self.checked_json(check)
    }

    /// Writes a file of records, whole or not at all.
    ///
    /// # Errors
    /// If the folder or the file cannot be written, or the records could not be read back.
    pub fn write(&self, path: &Path) -> Result<()> {
        write_file(path, &self.to_json().with_context(|| format!("writing {}", shown(path)))?)
    }

    /// Writes figures apart from the descriptions that they refer to.
    pub(crate) fn write_figures(&self, path: &Path) -> Result<()> {
        write_file(path, &self.checked_json(|_| Ok(()))?)
    }

    fn checked_json(&self, check: fn(&Records) -> Result<(), Refusal>) -> Result<Vec<u8>> {
        let json = in_lines(&serde_json::to_string(self)?);
        let read = of_schema(&json).and_then(|records| Ok(check(&records)?));
        read.context("these records could not be read back")?;
        Ok(json.into_bytes())
    }
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
    let unfinished = tempfile::tempdir_in(folder).with_context(writing)?;
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
    use std::fs::File;
    use std::process::Command;
    use std::{env, io};

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
    fn a_line_holds_a_value_of_the_two_outer_levels() {
        let json = r#"{"a":[1,{"b":[2,3]}],"c":"]\"{,\\","d":{"e":[],"f":{}},"g":[]}"#;
        let expected = [
            "{",
            r#""a":["#,
            "1,",
            r#"{"b":[2,3]}"#,
            "],",
            r#""c":"]\"{,\\","#,
            r#""d":{"#,
            r#""e":[],"#,
            r#""f":{}"#,
            "},",
            r#""g":["#,
            "]",
            "}",
            "",
        ];
        assert_eq!(
            in_lines(json).lines().collect::<Vec<_>>().join("\n") + "\n",
            expected.join("\n")
        );
        assert!(in_lines(json).ends_with("}\n"));
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

    /// Set for the test below, which starts itself again in a folder of its own.
    const AGAIN: &str = "RECORDS_TEST_AGAIN";

    #[test]
    fn a_bare_name_is_that_of_a_file_in_the_current_folder() {
        if env::var_os(AGAIN).is_some() {
            return write_file(Path::new("README.md"), b"new").unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env::current_exe().unwrap());
        let name = "files::tests::a_bare_name_is_that_of_a_file_in_the_current_folder";
        let command = command.args(["--exact", name]).env(AGAIN, "").current_dir(folder.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let mut files = fs::read_dir(folder.path()).unwrap();
        assert_eq!(files.next().unwrap().unwrap().file_name(), "README.md");
        assert_eq!(fs::read(folder.path().join("README.md")).unwrap(), b"new");
        assert!(files.next().is_none());
    }

    #[test]
    fn texts_with_brackets_and_quotes_break_no_line() {
        let json = r#"{"a":"x, [\"y\"] {\\","b":[1,{"c":[2,"]"]}],"d":{"e":"\\","f":[3]},"g":4}"#;
        let lines = [
            "{",
            r#""a":"x, [\"y\"] {\\","#,
            r#""b":["#,
            "1,",
            r#"{"c":[2,"]"]}"#,
            "],",
            r#""d":{"#,
            r#""e":"\\","#,
            r#""f":[3]"#,
            "},",
            r#""g":4"#,
            "}",
        ];
        assert_eq!(in_lines(json).lines().collect::<Vec<_>>(), lines);
    }
}
