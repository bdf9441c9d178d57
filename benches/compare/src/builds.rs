//! Builds of two engines, each linked in several orders, from two folders of sources.

use crate::bench::{Engine, last_line};
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Where a build command has the number of its layout.
const SEED: &str = "{seed}";

/// How to build an engine from its folder.
pub(crate) struct Recipe<'a> {
    /// What a shell runs there, with [`SEED`] in place of the layout's number.
    pub(crate) command: &'a str,
    /// The executable that this leaves there, and the arguments of its bench if it has others.
    pub(crate) engine: &'a str,
    /// Builds of each engine.
    pub(crate) layouts: u64,
}

/// Executables of both engines. They are gone once this is.
pub(crate) struct Builds {
    pub(crate) bases: Vec<Engine>,
    pub(crate) tests: Vec<Engine>,
    _home: TempDir,
}

impl Builds {
    /// Builds both engines, layout after layout.
    ///
    /// # Errors
    /// If a folder is none, a build fails or leaves no executable, or two layouts are the same.
    pub(crate) fn make([base, test]: [&str; 2], recipe: &Recipe<'_>) -> Result<Builds> {
        let several = recipe.layouts > 1;
        let has_seed = recipe.command.contains(SEED);
        ensure!(
            has_seed || !several,
            "{}: expected {SEED} where the linker's order is drawn, or --layouts 1",
            recipe.command
        );
        for folder in [base, test] {
            ensure!(Path::new(folder).is_dir(), "{folder}: expected a folder of sources");
        }
        let home = tempfile::tempdir().context("expected a folder for the executables")?;
        let bar = bar(2 * recipe.layouts);
        let layouts = |role, folder: &str| {
            let build = |seed| {
                bar.set_message(format!("building {folder}, layout {seed}"));
                let [before, copy] =
                    [seed - 1, seed].map(|seed| home.path().join(copy(role, seed)));
                let built = recipe.build(Path::new(folder), seed, &copy)?;
                ensure!(
                    seed == 1 || fs::read(before)? != fs::read(copy)?,
                    "{folder}: expected another executable with {seed} for {SEED} than with {}, \
                     found the same: does it reach the linker?",
                    seed - 1
                );
                bar.inc(1);
                Ok(built)
            };
            (1..=recipe.layouts).map(build).collect::<Result<Vec<_>>>()
        };
        let (bases, tests) = (layouts("base", base)?, layouts("test", test)?);
        bar.finish_and_clear();
        Ok(Builds { bases, tests, _home: home })
    }
}

impl Recipe<'_> {
    /// Builds a layout, and copies its executable.
    fn build(&self, folder: &Path, seed: u64, copy: &Path) -> Result<Engine> {
        let command = self.command.replace(SEED, &seed.to_string());
        let told = || format!("{}: {command}", folder.display());
        let ran = Command::new("sh").args(["-c", &command]).current_dir(folder).output();
        let ran = ran.with_context(|| format!("{}: expected a shell", told()))?;
        let mut printed = ran.stdout;
        printed.extend(ran.stderr);
        let end = last_line(&String::from_utf8_lossy(&printed));
        let status = ran.status;
        ensure!(status.success(), "{}: expected exit status: 0, found {status}{end}", told());
        let (name, arguments) = self.engine.split_once(' ').unwrap_or((self.engine, ""));
        let made = folder.join(name);
        ensure!(
            made.is_file(),
            "{}: expected that it leaves an executable {}",
            told(),
            made.display()
        );
        fs::copy(&made, copy)
            .with_context(|| format!("{}: expected to copy it", made.display()))?;
        Ok(engine(copy, arguments))
    }
}

/// The file of a build.
fn copy(role: &str, seed: u64) -> String {
    format!("{role}-{seed}")
}

/// An executable, with arguments as a command.
fn engine(path: &Path, arguments: &str) -> Engine {
    let path = path.display().to_string();
    match arguments.trim() {
        "" => Engine(path),
        arguments => Engine(format!("'{}' {arguments}", path.replace('\'', r"'\''"))),
    }
}

/// Shows what is built to who watches: nothing without a terminal.
fn bar(builds: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos} of {len} builds, {msg}");
    let bar = ProgressBar::new(builds);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
