//! Paths and tables: where results go, and where the user's files are.

use records::Meter;
use std::path::{Path, PathBuf};

/// The folder that cargo builds in, absolute whatever it was called by.
///
/// # Panics
/// If the executable's path is unknown or not four folders deep; cargo puts it there.
#[must_use]
pub fn build_folder() -> PathBuf {
    let executable = std::env::current_exe().expect("the executable has a path");
    executable.ancestors().nth(3).expect("cargo puts it into <folder>/release/deps").to_owned()
}

/// A table for the terminal, empty.
#[must_use]
pub fn terminal_table() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table
}

/// The file in which a meter keeps its records.
#[must_use]
pub fn store(meter: Meter) -> PathBuf {
    build_folder().join("spacetime").join(format!("{meter}.json"))
}

/// The file in which the duel keeps the rounds of its last run.
#[must_use]
pub fn rounds() -> PathBuf {
    build_folder().join("spacetime").join("rounds.jsonl.gz")
}

/// The folder of the report on the last measurements.
#[must_use]
pub fn latest() -> PathBuf {
    root().join("reports").join("latest")
}

/// Where a path that the user gave may lead. A relative one begins where cargo was called,
/// as the shell tells, or at the workspace's root: cargo starts the targets in the folder of
/// their package.
pub fn places(path: &Path) -> impl Iterator<Item = PathBuf> {
    let called_from = std::env::var_os("PWD").map(PathBuf::from);
    called_from.into_iter().chain([root().to_owned()]).map(move |start| start.join(path))
}

/// The workspace's folder.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package lies in the workspace")
}
