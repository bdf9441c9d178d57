//! The places of results, and tables for the terminal.

use records::Build;
use serde::Deserialize;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Cargo's target folder, absolute however the executable was called.
#[must_use]
pub fn build_folder() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = || {
        let executable = env::current_exe().unwrap_or_default();
        folder_for(&executable, Folders::asked_of_cargo().as_ref())
    };
    FOLDER.get_or_init(folder).clone()
}

/// Cargo's build folders, as it reports them.
#[derive(Deserialize)]
struct Folders {
    target_directory: PathBuf,
    /// The folder of executables that nobody starts by hand; older versions of cargo do not
    /// report it.
    #[serde(default)]
    build_directory: Option<PathBuf>,
}

impl Folders {
    /// Asks cargo in the folder that the shell says it was called in, because variables may name
    /// folders relative to it. `None` if cargo does not answer.
    fn asked_of_cargo() -> Option<Folders> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]);
        command.arg(root().join("Cargo.toml"));
        if let Some(called_in) = env::var_os("PWD").filter(|path| Path::new(path).is_dir()) {
            command.current_dir(called_in);
        }
        let output = command.output().ok().filter(|output| output.status.success())?;
        serde_json::from_slice(&output.stdout).ok()
    }
}

/// The target folder of an executable: the one that cargo reports, if the executable is from
/// there. Cargo does not report `cargo bench --target-dir` or a moved executable; then the
/// executable lies in `<folder>/release/deps`.
fn folder_for(executable: &Path, folders: Option<&Folders>) -> PathBuf {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let holds = |folder: &Path| real(executable).starts_with(real(folder));
    let told = folders.filter(|folders| {
        let Folders { target_directory, build_directory } = folders;
        holds(target_directory) || build_directory.as_deref().is_some_and(holds)
    });
    let above = || executable.ancestors().nth(3).map(Path::to_owned);
    let told = told.map(|folders| folders.target_directory.clone());
    told.or_else(above).unwrap_or_else(|| root().join("target"))
}

/// An empty table for the terminal.
#[must_use]
pub fn terminal_table() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table
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

/// Criterion's name for the folder of a benchmark: it cuts long names.
#[must_use]
pub fn criterion_folder_of(name: &str) -> &str {
    name.get(..64).unwrap_or(name)
}

/// The folder of the report on the last measurements.
#[must_use]
pub fn latest() -> PathBuf {
    root().join("reports").join("latest")
}

/// The folder of that report if [`latest`] can't be written.
#[must_use]
pub fn latest_beside_the_records() -> PathBuf {
    build_folder().join("spacetime").join("latest")
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use studies::list;

    #[test]
    fn results_go_to_cargos_target_folder_wherever_executables_lie() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let made = path("build/x86_64-unknown-linux-gnu/release/deps/duel");
        std::fs::create_dir_all(made.parent().unwrap()).unwrap();
        std::fs::write(&made, []).unwrap();
        let told = |target: &str, build: Option<&str>| Folders {
            target_directory: path(target),
            build_directory: build.map(path),
        };
        let apart = told("target", Some("build"));
        assert_eq!(folder_for(&made, Some(&apart)), path("target"));
        assert_eq!(folder_for(&made, Some(&told("build", None))), path("build"));
        // Made by `--target-dir`, moved, or without an answer from cargo.
        let above = path("build/x86_64-unknown-linux-gnu");
        assert_eq!(folder_for(&made, Some(&told("target", Some("target")))), above);
        assert_eq!(folder_for(&made, None), above);
        assert_eq!(folder_for(Path::new("duel"), None), root().join("target"));
        let real = Folders::asked_of_cargo().unwrap();
        let own = env::current_exe().unwrap();
        assert!(real.target_directory.is_absolute(), "{}", real.target_directory.display());
        assert!(own.starts_with(folder_for(&own, Some(&real)).parent().unwrap()));
    }

    #[test]
    fn criterion_keeps_variants_apart() {
        for study in list::studies() {
            let names = study.all().map(|v| criterion_folder_of(v.name));
            let folders: BTreeSet<_> = names.collect();
            assert_eq!(folders.len(), study.all().count(), "{folders:?}");
        }
    }
}
