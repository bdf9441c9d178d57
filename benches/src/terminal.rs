//! The messages of a run: the terminal shows what a user acts on, the log has everything.

use crate::output;
use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use log::{LevelFilter, info};
use questions::streams;
use records::shown;
use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::{LazyLock, OnceLock};
use std::time::Instant;

/// A log longer than this many bytes is begun anew.
const LONGEST: u64 = 4 << 20;

/// When this program began.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The bar that shows the progress of a run; unset until it is first drawn.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// Whether the terminal shows the log.
static VERBOSE: OnceLock<bool> = OnceLock::new();

/// The path of the log.
#[must_use]
pub fn log_file() -> PathBuf {
    output::build_folder().join("spacetime").join("log.txt")
}

/// Opens the log. The terminal shows it too if `is_shown`.
///
/// # Errors
/// If it cannot be written.
pub fn begin(is_shown: bool) -> Result<()> {
    LazyLock::force(&BEGIN);
    let mut builder = env_logger::Builder::new();
    builder
        .filter_level(LevelFilter::Info)
        .format(|line, record| writeln!(line, "{}", record.args()));
    if is_relayed() {
        builder.target(env_logger::Target::Stdout).init();
        return Ok(());
    }
    let path = log_file();
    let opening = || format!("writing {}", shown(&path));
    fs::create_dir_all(path.parent().context("the log lies in a folder")?).with_context(opening)?;
    let log = Log {
        file: opened(&path).with_context(opening)?,
        is_shown: *VERBOSE.get_or_init(|| is_shown),
    };
    builder.target(env_logger::Target::Pipe(Box::new(log))).init();
    info!("\n{} {}", records::now(), env::args().collect::<Vec<_>>().join(" "));
    Ok(())
}

/// The log behind what is there, or anew if that is long.
fn opened(path: &Path) -> io::Result<File> {
    let is_long = fs::metadata(path).is_ok_and(|about| about.len() > LONGEST);
    let mut options = File::options();
    let options = if is_long { options.write(true).truncate(true) } else { options.append(true) };
    options.create(true).open(path)
}

/// The log, and the terminal if the user wants to see it there.
struct Log {
    file: File,
    is_shown: bool,
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_shown {
            // A reader that went away misses nothing.
            aside(|| _ = io::stdout().write_all(bytes));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Prints a line and logs it.
pub fn say(line: &str) {
    info!("{line}");
    if VERBOSE.get() != Some(&true) {
        aside(|| _ = writeln!(io::stdout(), "{line}"));
    }
}

/// Prints a finding about something, with the time since the start.
pub fn found(what: &str, text: &str) {
    say(&finding(BEGIN.elapsed().as_secs(), what, text));
}

/// The line of a finding after so many seconds.
fn finding(seconds: u64, what: &str, text: &str) -> String {
    format!("{:>2}:{:02}  {what:<12} {text}", seconds / 60, seconds % 60)
}

/// Prints names, one to a line, each once. A reader that leaves wants no more.
pub fn list(names: impl Iterator<Item = String>) {
    let mut known = BTreeSet::new();
    let mut out = io::stdout().lock();
    for name in names {
        if known.insert(name.clone()) && writeln!(out, "{name}").is_err() {
            break;
        }
    }
}

/// Prints an error.
#[must_use]
pub fn fail(error: &anyhow::Error) -> ExitCode {
    info!("error: {error:#}");
    aside(|| _ = writeln!(io::stderr(), "error: {error:#}"));
    ExitCode::FAILURE
}

/// Uses the terminal while no bar is shown.
fn aside(work: impl FnOnce()) {
    match BAR.get() {
        Some(bar) => bar.suspend(work),
        None => work(),
    }
}

/// Draws the progress if there is a terminal: the next step, after `done` of `all`. To be called
/// only between samples.
pub fn progress(next: &str, done: f64, all: f64) {
    let bar = BAR.get_or_init(|| {
        let style = ProgressStyle::with_template("{bar:24} {percent:>3} %, {elapsed} of it; {msg}");
        let bar = ProgressBar::new(1000);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    });
    bar.set_message(next.to_owned());
    bar.set_position((1000.0 * done / all.max(done)) as u64);
}

/// Removes the bar.
pub fn end_of_progress() {
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}

/// The environment variable that marks the process started by [`relay`].
const RELAYED: &str = "LAB_RELAYED";

/// Whether [`relay`] started this process, so that its output is read.
#[must_use]
pub fn is_relayed() -> bool {
    env::var_os(RELAYED).is_some()
}

/// Runs a program to its end. Where the system has groups of processes, it ends with this one.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn heard_out(command: &mut Command) -> io::Result<Output> {
    #[cfg(unix)]
    return children::output(command);
    #[cfg(not(unix))]
    command.output()
}

/// Runs this executable again with the same arguments. The output of libraries, which panic if
/// nobody reads it, goes into the log, and to the terminal if `is_shown`.
///
/// # Errors
/// If it cannot be started, or fails.
pub fn relay(is_shown: bool) -> Result<()> {
    let mut command = Command::new(env::current_exe().context("the executable has no path")?);
    command.args(env::args_os().skip(1)).env(RELAYED, "").envs(streams::environment());
    let output = heard_out(&mut command).context("starting this program again")?;
    told(&output, is_shown)
}

/// Passes on what a program said.
///
/// # Errors
/// If it failed, with what it complained of.
fn told(output: &Output, is_shown: bool) -> Result<()> {
    let [said, complaints] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    if is_shown {
        say(said.trim_end());
    } else {
        info!("{}", said.trim_end());
    }
    // Criterion tells its progress there, and why it fails.
    info!("{}", complaints.trim_end());
    ensure!(output.status.success(), "{}: {}", output.status, complaints.trim_end());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_program_that_fails_is_an_error_with_its_reason() {
        let shell = |script| heard_out(Command::new("/bin/sh").args(["-c", script])).unwrap();
        assert!(told(&shell("echo no >&2"), false).is_ok());
        let error = told(&shell("echo yes; echo no >&2; exit 3"), true).unwrap_err().to_string();
        assert_eq!(error, "exit status: 3: no");
        let error = told(&shell("kill -9 $$"), false).unwrap_err().to_string();
        assert!(error.starts_with("signal: 9"), "{error}");
    }

    #[test]
    fn a_log_goes_on_until_it_is_long() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.txt");
        for (before, expected) in [(0, 5), (1000, 1005), (LONGEST, LONGEST + 5), (LONGEST + 1, 5)] {
            fs::write(&path, vec![b'a'; before as usize]).unwrap();
            opened(&path).unwrap().write_all(b"later").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().len(), expected, "after {before}");
        }
    }

    #[test]
    fn a_finding_has_its_minute_and_second() {
        assert_eq!(finding(7, "checked", "all"), " 0:07  checked      all");
        assert_eq!(finding(675, "sliders", "PEXT"), "11:15  sliders      PEXT");
    }
}
