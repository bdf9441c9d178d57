//! Taking variants into an engine: their crates and what these need, with manifests that stand
//! alone; or their headers for C and C++.

use crate::folder::text_of;
use crate::text::headers;
use anyhow::{Context as _, Result, bail, ensure};
use records::{shown, visible};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder or a file that is taken: its name, and its files by their paths from beside it.
type Taken = (String, Vec<(PathBuf, Vec<u8>)>);

/// Copies the crates of these names, and those that they depend on, from a repository into a
/// folder: all of them whole, or none. Those that are there already and are the same stay.
/// Returns them.
pub(crate) fn take(names: &[String], repository: &Path, into: &Path) -> Result<Vec<PathBuf>> {
    let names = resolved(names, repository, into, false)?;
    put(&with_needed(names, repository)?, into)
}

/// The texts of both licences, which go with all that is taken.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

fn licence(repository: &Path, name: &str) -> Result<Vec<u8>> {
    let path = repository.join(name);
    fs::read(&path).with_context(|| shown(&path))
}

/// Copies the headers of these names in the same way, and beside them the licences.
pub(crate) fn take_headers(names: &[String], from: &Path, into: &Path) -> Result<Vec<PathBuf>> {
    let mut taken = Vec::new();
    for name in resolved(names, from, into, true)? {
        let (place, path) = (header(&name), from.join(header(&name)));
        let file = place.file_name().context("a header is a file")?;
        let bytes = fs::read(&path).with_context(|| shown(&path))?;
        let file = PathBuf::from(file);
        taken.push((file.to_string_lossy().into_owned(), vec![(file, bytes)]));
    }
    for name in LICENCES {
        // An engine's own licence may have the plain name.
        let file = format!("spacetime_{name}");
        taken.push((file.clone(), vec![(PathBuf::from(file), licence(from, name)?)]));
    }
    put(&taken, into)
}

/// Writes what is taken into a folder.
fn put(taken: &[Taken], into: &Path) -> Result<Vec<PathBuf>> {
    let mut missing = Vec::new();
    for one in taken {
        if !is_there(one, into)? {
            missing.push(one);
        }
    }
    if !missing.is_empty() {
        put_missing(&missing, into)?;
    }
    Ok(taken.iter().map(|(name, _)| into.join(name)).collect())
}

fn put_missing(taken: &[&Taken], into: &Path) -> Result<()> {
    let writing = || format!("writing into {}", shown(into));
    fs::create_dir_all(into).with_context(writing)?;
    let unfinished = tempfile::tempdir_in(into).with_context(writing)?;
    for (path, bytes) in taken.iter().flat_map(|(_, files)| files) {
        let path = unfinished.path().join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all).with_context(writing)?;
        fs::write(&path, bytes).with_context(|| format!("writing {}", shown(&path)))?;
    }
    let mut made: Vec<PathBuf> = Vec::new();
    for (name, _) in taken {
        let target = into.join(name);
        if let Err(error) = fs::rename(unfinished.path().join(name), &target) {
            made.iter().try_for_each(|it| remove(it))?;
            return Err(error).with_context(|| format!("writing {}", shown(&target)));
        }
        made.push(target);
    }
    Ok(())
}

fn remove(path: &Path) -> std::io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Whether the same files are there. Others are left alone, with the place of the first one.
fn is_there((name, files): &Taken, into: &Path) -> Result<bool> {
    let target = into.join(name);
    if fs::symlink_metadata(&target).is_err() {
        return Ok(false);
    }
    let mut sources = Vec::new();
    if target.join(SOURCES).is_dir() {
        read_all(&target.join(SOURCES), &Path::new(name).join(SOURCES), &mut sources)?;
    }
    let is_taken = |path: &PathBuf| files.iter().any(|(taken, _)| taken == path);
    let other = sources.iter().map(|(path, _)| path).find(|path| !is_taken(path));
    let differs = |(path, bytes): &&(PathBuf, Vec<u8>)| {
        fs::read(into.join(path)).ok().as_ref() != Some(bytes)
    };
    if let Some(path) = files.iter().find(differs).map(|(path, _)| path).or(other) {
        let (there, path) = (shown(&target), shown(&into.join(path)));
        bail!(
            "{there} is there already: remove it to take it again. Another file than now is {path}"
        );
    }
    Ok(true)
}

const SOURCES: &str = "src";

/// The names of crates that these names mean: a whole one, or the part after the question. Of
/// several such crates the one with a header is meant: an answer names it.
fn resolved(names: &[String], from: &Path, into: &Path, of_headers: bool) -> Result<Vec<String>> {
    let crates = from.join("crates");
    let entries = fs::read_dir(&crates).with_context(|| shown(&crates))?;
    let mut all: Vec<String> = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| shown(&crates))?;
        if entry.path().join("Cargo.toml").exists() {
            all.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    all.sort();
    let with_header: Vec<_> = headers().map(str::to_owned).collect();
    let known = if of_headers { &with_header } else { &all };
    // Otherwise a forgotten folder would be one of this name, here.
    let last = into.to_string_lossy();
    let is_folder = into.exists() || meant(&last, &all).is_empty();
    ensure!(is_folder, "--take: expected a FOLDER after the names, found the name {}", shown(into));
    let mut resolved = Vec::new();
    for name in names {
        let mut found = meant(name, known);
        if found.len() > 1 && found.iter().filter(|it| with_header.contains(it)).count() == 1 {
            found.retain(|it| with_header.contains(it));
        }
        let visible = visible(name);
        match &*found {
            [one] if resolved.contains(one) => {}
            [one] => resolved.push(one.clone()),
            [] if of_headers => {
                bail!("{visible}: expected a lookup that has a header: {}", with_header.join(", "))
            }
            [] => bail!(
                "{visible}: expected the name of a crate in crates/, such as sliders-hyperbola"
            ),
            several => bail!("{visible}: expected a whole name: {}", several.join(" or ")),
        }
    }
    Ok(resolved)
}

/// The crates of this name, or those that have it after the name of their question.
fn meant(name: &str, known: &[String]) -> Vec<String> {
    if known.iter().any(|it| it == name) {
        return vec![name.to_owned()];
    }
    let is_short = |it: &&String| it.split_once('-').is_some_and(|(_, short)| short == name);
    known.iter().filter(is_short).cloned().collect()
}

/// The place of a crate's header in the repository.
fn header(name: &str) -> PathBuf {
    let file = format!("spacetime_{}.h", name.replace('-', "_"));
    Path::new("crates/headers/include").join(file)
}

/// Crates and those that they depend on, each once.
fn with_needed(mut wanted: Vec<String>, repository: &Path) -> Result<Vec<Taken>> {
    let root = text_of(&repository.join("Cargo.toml"))?;
    let mut taken: Vec<Taken> = Vec::new();
    while let Some(name) = wanted.get(taken.len()).cloned() {
        let source = repository.join("crates").join(&name);
        let manifest = source.join("Cargo.toml");
        let expected = "expected the name of a crate in crates/, such as sliders-hyperbola";
        ensure!(manifest.exists(), "{}: {expected}", visible(&name));
        let (manifest, needed) = alone(&text_of(&manifest)?, &root)?;
        wanted.extend(needed.into_iter().filter(|one| !wanted.contains(one)).collect::<Vec<_>>());
        let mut files = vec![(Path::new(&name).join("Cargo.toml"), manifest.into_bytes())];
        for licence_name in LICENCES {
            let path = Path::new(&name).join(licence_name);
            files.push((path, licence(repository, licence_name)?));
        }
        read_all(&source.join(SOURCES), &Path::new(&name).join(SOURCES), &mut files)?;
        taken.push((name, files));
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

/// Reads all files in a folder, and gives each a path in another one.
fn read_all(from: &Path, to: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| shown(from))? {
        let entry = entry.with_context(|| shown(from))?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            read_all(&path, &to, files)?;
        } else {
            files.push((to, fs::read(&path).with_context(|| shown(&path))?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn every_crate_can_be_taken_and_stands_alone() {
        let repository = repository();
        let crates = fs::read_dir(repository.join("crates")).unwrap();
        for entry in crates.map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            // These are for the laboratory alone.
            let is_ours = ["proofs", "engine", "headers"].contains(&&*name);
            if is_ours || !entry.path().join("src").exists() {
                continue;
            }
            let home = tempfile::tempdir().unwrap();
            let name = [name];
            for folder in take(&name, &repository, home.path()).unwrap() {
                let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
                assert!(!manifest.contains("workspace"), "{manifest}");
                for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
                    let text = fs::read_to_string(folder.join(licence)).unwrap();
                    assert!(text.contains("Licen"), "{}: {text}", folder.display());
                }
            }
            let sources = home.path().join(&name[0]).join("src/lib.rs");
            fs::write(&sources, "").unwrap();
            let again = take(&name, &repository, home.path()).unwrap_err().to_string();
            assert!(again.contains("is there already"), "{again}");
            assert!(again.ends_with(&*shown(&sources)), "{again}");
        }
        let home = tempfile::tempdir().unwrap();
        for name in ["nonsense", "../engine", ""] {
            let refused = take(&words(name), &repository, home.path()).unwrap_err().to_string();
            assert!(refused.contains("expected the name of a crate"), "{refused}");
        }
    }

    #[test]
    fn a_short_name_means_the_crate_that_an_answer_names() {
        let home = tempfile::tempdir().unwrap();
        let names = |line: &str| resolved(&words(line), &repository(), home.path(), false);
        let all = names("pext hyperbola-lanes between-windows sliders-pext windows").unwrap();
        assert_eq!(all, ["sliders-pext", "sliders-hyperbola-lanes", "between-windows"]);
        let refused = names("pext kogge-stone").unwrap_err().to_string();
        let whole = "sliders-kogge-stone or threats-kogge-stone";
        assert_eq!(refused, format!("kogge-stone: expected a whole name: {whole}"));
        let forgotten = take(&words("pext"), &repository(), Path::new("hyperbola")).unwrap_err();
        let expected = "--take: expected a FOLDER after the names, found the name hyperbola";
        assert_eq!(forgotten.to_string(), expected);
    }

    #[test]
    fn headers_are_taken_whole_or_not_at_all_and_again() {
        let home = tempfile::tempdir().unwrap();
        let into = home.path().join("src");
        let taken = |line: &str| take_headers(&words(line), &repository(), &into);
        let [hyperbola, pext] = ["hyperbola", "pext"].map(|it| format!("spacetime_sliders_{it}.h"));
        let with_licences = |names: &[&String]| {
            let files = names.iter().map(|name| into.join(name));
            let licences = ["spacetime_LICENSE-MIT", "spacetime_LICENSE-APACHE"];
            files.chain(licences.map(|name| into.join(name))).collect::<Vec<_>>()
        };
        assert_eq!(taken("hyperbola").unwrap(), with_licences(&[&hyperbola]));
        let licence = fs::read_to_string(into.join("spacetime_LICENSE-MIT")).unwrap();
        assert!(licence.contains("Copyright (c) 2026 The Spacetime contributors"), "{licence}");
        let text = fs::read_to_string(into.join(&hyperbola)).unwrap();
        let rights = "/* SPDX-License-Identifier: MIT OR Apache-2.0\n \
                      * SPDX-FileCopyrightText: 2026 The Spacetime contributors\n";
        assert!(text.starts_with(rights), "{text}");
        for name in ["nonsense", "sliders-sissy", "../pext", ""] {
            let refused = taken(&format!("pext {name}")).unwrap_err().to_string();
            let expected = format!("{name}: expected a lookup that has a header: attackers-");
            assert!(refused.starts_with(&expected), "{refused}");
            assert!(refused.contains(" pins-snipers, serialize-bytes, "), "{refused}");
            assert!(!into.join(&pext).exists());
        }
        fs::write(into.join(&pext), "mine").unwrap();
        let refused = taken("magic pext").unwrap_err().to_string();
        assert!(refused.contains("spacetime_sliders_pext.h is there already"), "{refused}");
        assert_eq!(fs::read_dir(&into).unwrap().count(), 4, "and no magic");
        fs::remove_file(into.join(&pext)).unwrap();
        assert_eq!(taken("hyperbola pext").unwrap(), with_licences(&[&hyperbola, &pext]));
        assert_eq!(fs::read_dir(&into).unwrap().count(), 4, "and nothing unfinished");
    }
}
