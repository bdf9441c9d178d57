//! Where results go: paths, tables, and readers that may leave.

use records::{Build, Meter};
use serde::Deserialize;
use std::env;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::thread;

/// Cargo's target folder, absolute whatever it was called by.
#[must_use]
pub fn build_folder() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = || {
        let executable = env::current_exe().unwrap_or_default();
        folder_for(&executable, Folders::asked_of_cargo().as_ref())
    };
    FOLDER.get_or_init(folder).clone()
}

/// Where cargo builds, as it says itself.
#[derive(Deserialize)]
struct Folders {
    target_directory: PathBuf,
    /// Where executables lie that no one starts by hand; older versions of cargo do not know it.
    #[serde(default)]
    build_directory: Option<PathBuf>,
}

impl Folders {
    /// Asks cargo in the folder that it was called in, as the shell tells: variables may name
    /// folders relative to it. Nothing where cargo does not answer.
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

/// The target folder of an executable: that which cargo tells, if the executable is from there.
/// `cargo bench --target-dir` and whoever moved it tell no other program; then it lies in
/// `<folder>/release/deps`.
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

/// Says to the process that [`relay`] starts that it is one.
const RELAYED: &str = "LAB_RELAYED";

/// Runs this executable again with the same arguments, passes on what it prints while somebody
/// listens, and returns how it ended; nothing where it prints to terminals, or is run again
/// already.
///
/// In `cargo bench | head` the reader leaves long before the end. What prints then panics,
/// libraries too, and what was being measured is lost.
#[must_use]
pub fn relay() -> Option<ExitCode> {
    let are_terminals = [io::stdout().is_terminal(), io::stderr().is_terminal()];
    if env::var_os(RELAYED).is_some() || are_terminals == [true; 2] {
        return None;
    }
    let [out, err] = are_terminals.map(|is| if is { Stdio::inherit() } else { Stdio::piped() });
    let mut command = Command::new(env::current_exe().ok()?);
    command.args(env::args_os().skip(1)).env(RELAYED, "").stdout(out).stderr(err);
    relayed(&mut command).ok().map(ExitCode::from)
}

/// Runs a program, passes on what it prints into pipes, and returns how it ended.
fn relayed(command: &mut Command) -> io::Result<u8> {
    let mut child = command.spawn()?;
    let complaints = child.stderr.take().map(|from| thread::spawn(|| pass(from, io::stderr())));
    child.stdout.take().into_iter().for_each(|from| pass(from, io::stdout()));
    // Passing on does not panic.
    let _ = complaints.map(thread::JoinHandle::join);
    let status = child.wait()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    if code.is_none() {
        // A signal ended it, or what Windows has instead.
        let _ = writeln!(io::stderr(), "error: {status}");
    }
    Ok(code.unwrap_or(1))
}

/// Reads all there is, and writes it as it comes as long as that goes well.
fn pass(mut from: impl Read, mut to: impl Write) {
    let (mut buffer, mut is_heard) = ([0; 4096], true);
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        is_heard = is_heard && to.write_all(&buffer[..length]).and_then(|()| to.flush()).is_ok();
    }
}

/// A table for the terminal, empty.
#[must_use]
pub fn terminal_table() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
    table
}

/// The file in which a meter keeps its records of a build.
#[must_use]
pub fn store(build: Build, meter: Meter) -> PathBuf {
    build_folder().join("spacetime").join(build.name()).join(format!("{meter}.json"))
}

/// The file in which the duel keeps the rounds of its last run in a build.
#[must_use]
pub fn rounds(build: Build) -> PathBuf {
    build_folder().join("spacetime").join(build.name()).join("rounds.jsonl.gz")
}

/// What criterion calls the folder of a benchmark of this name: it cuts long ones.
#[must_use]
pub fn criterion_folder_of(name: &str) -> &str {
    name.get(..64).unwrap_or(name)
}

/// The folder of the report on the last measurements.
#[must_use]
pub fn latest() -> PathBuf {
    root().join("reports").join("latest")
}

/// The folder of the report where [`latest`] can't be written.
#[must_use]
pub fn latest_beside_the_records() -> PathBuf {
    build_folder().join("spacetime").join("latest")
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

    /// Takes so many bytes and then leaves.
    struct Reader(Vec<u8>, usize);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.len() + bytes.len() > self.1 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.0.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_is_read_whether_somebody_listens_or_not() {
        let said: Vec<u8> = (0..20_000).map(|number| number as u8).collect();
        for (patience, heard) in [(usize::MAX, 20_000), (5000, 4096), (0, 0)] {
            let (mut from, mut to) = (&said[..], Reader(Vec::new(), patience));
            pass(&mut from, &mut to);
            assert!(from.is_empty());
            assert_eq!(to.0, said[..heard]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_relayed_program_ends_the_run_as_it_ended() {
        let status = |script| {
            let mut shell = Command::new("/bin/sh");
            relayed(shell.args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped()))
        };
        let ends = ["echo heard", "exit 7", "kill -9 $$"].map(|script| status(script).unwrap());
        assert_eq!(ends, [0, 7, 1]);
    }

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
        // Made by `--target-dir`, moved, or where cargo does not answer.
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
    fn criterion_keeps_contenders_apart() {
        for study in list::studies() {
            let names = study.contenders.iter().map(|c| criterion_folder_of(c.name));
            let folders: BTreeSet<_> = names.collect();
            assert_eq!(folders.len(), study.contenders.len(), "{folders:?}");
        }
    }
}
