//! Taking a variant into an engine: its crate and what it needs, with manifests that stand alone.

use crate::folder::text_of;
use anyhow::{Context as _, Result, ensure};
use records::{shown, visible, write_whole};
use std::fs;
use std::path::{Path, PathBuf};

/// A crate that is taken: its name, the folder that it stands in, and its own manifest.
type Taken = (String, PathBuf, String);

/// Copies the crate of this name, and those that it depends on, from a repository into a folder
/// where none of them is: all of them whole, or none. Returns the copies.
pub(crate) fn take(name: &str, repository: &Path, into: &Path) -> Result<Vec<PathBuf>> {
    let taken = with_needed(name, repository, into)?;
    let writing = || format!("writing into {}", shown(into));
    fs::create_dir_all(into).with_context(writing)?;
    let unfinished = tempfile::tempdir_in(into).with_context(writing)?;
    for (name, source, manifest) in &taken {
        let copied = unfinished.path().join(name);
        write_whole(&copied, [("Cargo.toml", manifest.as_bytes())])?;
        copy(&source.join("src"), &copied.join("src"))?;
    }
    let mut made: Vec<PathBuf> = Vec::new();
    for (name, ..) in &taken {
        let target = into.join(name);
        if let Err(error) = fs::rename(unfinished.path().join(name), &target) {
            made.iter().try_for_each(fs::remove_dir_all)?;
            return Err(error).with_context(|| format!("writing {}", shown(&target)));
        }
        made.push(target);
    }
    Ok(made)
}

/// A crate and those that it depends on, each once, if none of them is there.
fn with_needed(name: &str, repository: &Path, into: &Path) -> Result<Vec<Taken>> {
    let root = text_of(&repository.join("Cargo.toml"))?;
    let (mut wanted, mut taken) = (vec![name.to_owned()], Vec::new());
    while let Some(name) = wanted.get(taken.len()).cloned() {
        let (source, target) = (repository.join("crates").join(&name), into.join(&name));
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let manifest = source.join("Cargo.toml");
        let expected = "expected the name of a crate in crates/, such as sliders-hyperbola";
        ensure!(is_plain && manifest.exists(), "{}: {expected}", visible(&name));
        ensure!(!target.exists(), "{} is there already", shown(&target));
        let (manifest, needed) = alone(&text_of(&manifest)?, &root)?;
        wanted.extend(needed.into_iter().filter(|one| !wanted.contains(one)).collect::<Vec<_>>());
        taken.push((name, source, manifest));
    }
    Ok(taken)
}

/// A manifest that inherits nothing, and the crates beside it that it depends on.
fn alone(manifest: &str, root: &str) -> Result<(String, Vec<String>)> {
    let (mut text, mut needed, mut section) = (String::new(), Vec::new(), "");
    for line in manifest.lines() {
        section = if line.starts_with('[') { line } else { section };
        // Our lints are no rule for others.
        if section == "[lints]" {
            continue;
        }
        let inherited = line.strip_suffix(".workspace = true");
        let line = match inherited {
            Some(key) => {
                let from = if section == "[package]" { "package" } else { "dependencies" };
                let value = value(root, &format!("[workspace.{from}]"), key)?;
                format!("{key} = {}", value.replace("\"crates/", "\"../"))
            }
            None => line.to_owned(),
        };
        needed.extend(
            line.split_once("path = \"../")
                .and_then(|(_, rest)| rest.split('"').next().map(str::to_owned)),
        );
        text.push_str(&line);
        text.push('\n');
    }
    Ok((format!("{}\n", text.trim_end()), needed))
}

fn value<'t>(manifest: &'t str, section: &str, key: &str) -> Result<&'t str> {
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1);
    let mut lines = lines.take_while(|line| !line.starts_with('['));
    let found = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    found.with_context(|| format!("Cargo.toml: expected {key} in {section}"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| shown(to))?;
    for entry in fs::read_dir(from).with_context(|| shown(from))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).with_context(|| shown(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_can_be_taken_and_stands_alone() {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let crates = fs::read_dir(repository.join("crates")).unwrap();
        for entry in crates.map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            // These are for the laboratory alone.
            if ["proofs", "engine"].contains(&&*name) || !entry.path().join("src").exists() {
                continue;
            }
            let home = tempfile::tempdir().unwrap();
            for folder in take(&name, &repository, home.path()).unwrap() {
                let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
                assert!(!manifest.contains("workspace"), "{manifest}");
            }
            let again = take(&name, &repository, home.path()).unwrap_err().to_string();
            assert!(again.contains("is there already"), "{again}");
        }
        let home = tempfile::tempdir().unwrap();
        for name in ["nonsense", "../engine", ""] {
            let refused = take(name, &repository, home.path()).unwrap_err().to_string();
            assert!(refused.contains("expected the name of a crate"), "{refused}");
        }
    }
}
