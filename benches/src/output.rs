//! Where results go: paths, tables, and readers that may leave.

use records::{Build, Meter};
use std::env;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

/// The folder that cargo builds in, absolute whatever it was called by.
///
/// # Panics
/// If the executable's path is unknown or not four folders deep; cargo puts it there.
#[must_use]
pub fn build_folder() -> PathBuf {
    let executable = env::current_exe().expect("the executable has a path");
    executable.ancestors().nth(3).expect("cargo puts it into <folder>/release/deps").to_owned()
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
fn root() -> &'static Path {
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
    fn criterion_keeps_contenders_apart() {
        for study in list::studies() {
            let names = study.contenders.iter().map(|c| criterion_folder_of(c.name));
            let folders: BTreeSet<_> = names.collect();
            assert_eq!(folders.len(), study.contenders.len(), "{folders:?}");
        }
    }
}
