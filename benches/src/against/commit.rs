//! The commit that a variant is compared with.

#[cfg(test)]
mod tests;

use crate::machine::git;
use anyhow::{Context as _, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder by their paths in it.
pub(super) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A commit of a repository with the crate of a variant.
#[derive(Debug)]
pub(super) struct Commit<'a> {
    root: &'a Path,
    /// What the user calls it.
    text: &'a str,
    hash: String,
}

impl fmt::Display for Commit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = &self.hash[..12];
        if self.hash.starts_with(self.text) {
            f.write_str(short)
        } else {
            write!(f, "{} ({short})", self.text)
        }
    }
}

impl<'a> Commit<'a> {
    /// The commit of this name in the repository whose top is `root`. It has the crate, and asks for the
    /// compiler of the working tree.
    ///
    /// # Errors
    /// If it is not so.
    pub(super) fn find(root: &'a Path, text: &'a str, crate_name: &str) -> Result<Commit<'a>> {
        let said = |arguments: &[&str]| said(root, arguments);
        ensure!(
            said(&["rev-parse", "--git-dir"])?.is_some(),
            "--against {text}: expected a git repository in {}, found none",
            root.display()
        );
        let named = format!("{text}^{{commit}}");
        let find = ["rev-parse", "--verify", "--quiet", "--end-of-options", &named];
        let Some(hash) = said(&find)? else {
            let is_shallow = said(&["rev-parse", "--is-shallow-repository"])?;
            let missing = match is_shallow.as_deref() {
                Some("true") => "this clone is shallow; `git fetch --unshallow` brings all commits",
                _ => "found none of this name",
            };
            bail!("--against {text}: expected a commit, a branch or a tag: {missing}");
        };
        let commit = Commit { root, text, hash };
        ensure!(
            commit.file(&format!("crates/{crate_name}/Cargo.toml"))?.is_some(),
            "--against {text}: expected a commit that has crates/{crate_name}, found {commit} without it"
        );
        let there = channel(&commit.file("rust-toolchain.toml")?.unwrap_or_default());
        let here = fs::read_to_string(root.join("rust-toolchain.toml")).unwrap_or_default();
        let here = channel(&here);
        ensure!(
            there == here,
            "--against {text}: expected a commit with the toolchain of the working tree, {here}, found \
             {commit} with {there}"
        );
        Ok(commit)
    }

    /// A file of the commit, if it has one there.
    fn file(&self, path: &str) -> Result<Option<String>> {
        said(self.root, &["cat-file", "blob", &format!("{}:{path}", self.hash)])
    }

    /// The manifest of its workspace and all files of its crates. They pass through a folder of `folder`
    /// that is gone afterwards; the repository and its working trees stay as they are.
    ///
    /// # Errors
    /// If git cannot write them.
    pub(super) fn crates(&self, folder: &Path) -> Result<Files> {
        let place = folder.join("checkout");
        // One that was stopped may have left it.
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).context("a folder for the commit")?;
        let done = || {
            let (index, tree) = (place.join("index"), format!("{}:crates", self.hash));
            let to = format!("--prefix={}/files/", place.display());
            for arguments in [
                &["read-tree", "--empty"][..],
                &["read-tree", "--prefix=crates/", &tree],
                &["checkout-index", "--all", "--force", &to],
            ] {
                let mut git = git(self.root);
                let ended = git.env("GIT_INDEX_FILE", &index).args(arguments).output()?;
                let why = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
                ensure!(ended.status.success(), "git {}: {why}", arguments.join(" "));
            }
            let mut files = read(&place.join("files"), Path::new(""))?;
            let manifest = self.file("Cargo.toml")?.context("expected a Cargo.toml")?;
            files.insert("Cargo.toml".into(), manifest.into_bytes());
            Ok(files)
        };
        let files = done().with_context(|| format!("reading the crates of {self}"));
        let _ = fs::remove_dir_all(&place);
        files
    }
}

/// What git prints; `None` if it fails.
fn said(root: &Path, arguments: &[&str]) -> Result<Option<String>> {
    let output = git(root).args(arguments).output().context("starting git")?;
    let text = || String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(output.status.success().then(text))
}

/// The compiler that a toolchain file asks for.
fn channel(file: &str) -> String {
    let mut lines = file.lines().filter_map(|line| line.split_once('='));
    let found = lines.find(|(name, _)| name.trim() == "channel");
    found.map_or("no channel".to_owned(), |(_, value)| value.trim().trim_matches('"').to_owned())
}

/// All files in a folder, which is called `name`.
///
/// # Errors
/// If one cannot be read.
pub(super) fn read(folder: &Path, name: &Path) -> Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        if path.is_dir() {
            files.extend(read(&path, &name)?);
        } else {
            files.insert(name, fs::read(&path).with_context(|| path.display().to_string())?);
        }
    }
    Ok(files)
}
