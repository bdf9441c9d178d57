//! Builds of engines, each linked in several orders, from folders of sources.

use crate::engine::Engine;
use crate::process::{Here, last_line};
use crate::table::Contender;
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::path::Path;
use std::process::Command;

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

impl Recipe<'_> {
    /// Builds engines from folders, layout after layout. Their executables lie in the host's folder.
    ///
    /// # Errors
    /// If a folder is none, a build fails or leaves no executable, or two layouts are the same.
    pub(crate) fn make(&self, folders: &[Contender], host: &mut Here) -> Result<Vec<Contender>> {
        let has_seed = self.command.contains(SEED);
        ensure!(
            has_seed || self.layouts == 1,
            "{}: expected {SEED} where the linker's order is drawn, or --layouts 1",
            self.command
        );
        for folder in folders.iter().flat_map(|folder| &folder.builds) {
            let is_folder = Path::new(folder.text()).is_dir();
            ensure!(is_folder, "{folder}: expected a folder of sources");
        }
        let bar = bar(folders.len() as u64 * self.layouts);
        let all = folders.iter().zip(0..).map(|(Contender { name, builds }, number)| {
            let folder = builds[0].text();
            let mut built: Vec<Engine> = Vec::new();
            for seed in 1..=self.layouts {
                bar.set_message(format!("building {folder}, layout {seed}"));
                let copy = host.home().join(format!("build-{number}-{seed}"));
                let engine = self.build(folder, seed, &copy, host)?;
                let before = built.last().and_then(Engine::executable);
                let is_other = before.map_or(Ok(true), |before| {
                    Ok::<_, std::io::Error>(fs::read(before)? != fs::read(&copy)?)
                })?;
                ensure!(
                    is_other,
                    "{folder}: expected another executable with {seed} for {SEED} than with {}, \
                     found the same: does it reach the linker?",
                    seed - 1
                );
                built.push(engine);
                bar.inc(1);
            }
            Ok(Contender { name: name.clone(), builds: built })
        });
        let all = all.collect();
        bar.finish_and_clear();
        all
    }

    /// Builds a layout, and copies its executable.
    fn build(&self, folder: &str, seed: u64, copy: &Path, host: &mut Here) -> Result<Engine> {
        let command = self.command.replace(SEED, &seed.to_string());
        let told = || format!("{folder}: {command}");
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &command]).current_dir(folder);
        let (printed, status) = host.ran(shell).with_context(told)?;
        let end = last_line(&printed);
        ensure!(status.success(), "{}: expected exit status: 0, found {status}{end}", told());
        let (name, arguments) = self.engine.split_once(' ').unwrap_or((self.engine, ""));
        let made = Path::new(folder).join(name);
        let place = made.display();
        ensure!(made.is_file(), "{}: expected that it leaves an executable {place}", told());
        fs::copy(&made, copy).with_context(|| format!("{place}: expected to copy it"))?;
        let text = format!("{} {arguments}", made.display());
        let text = format!("{}, layout {seed}", text.trim());
        Ok(Engine::built(text, copy.to_owned(), arguments))
    }
}

/// Shows what is built to who watches: nothing without a terminal.
fn bar(builds: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos} of {len} builds, {msg}");
    let bar = ProgressBar::new(builds);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
