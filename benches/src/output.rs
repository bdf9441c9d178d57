//! The places of results.

use records::Build;
use std::env;
use std::path::{Path, PathBuf};

/// Cargo's target folder, absolute however the executable was called: bench targets lie in
/// `<folder>/release/deps`.
#[must_use]
pub fn build_folder() -> PathBuf {
    let executable = env::current_exe().unwrap_or_default();
    executable.ancestors().nth(3).map_or_else(|| root().join("target"), Path::to_owned)
}

/// The folder of the meters' measurements of a build.
#[must_use]
pub fn store(build: Build) -> PathBuf {
    build_folder().join("spacetime").join(build.name())
}

/// The file with the rounds of the duel's last run in a build.
#[must_use]
pub fn rounds(build: Build) -> PathBuf {
    store(build).join("rounds.jsonl.gz")
}

/// A path for the terminal, relative to the workspace's folder if it lies there.
#[must_use]
pub fn shown(path: &Path) -> String {
    records::shown(path.strip_prefix(root()).unwrap_or(path))
}

/// The workspace's folder.
#[must_use]
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package lies in the workspace")
}
