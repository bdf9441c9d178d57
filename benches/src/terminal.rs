//! The messages of a run: the terminal shows what a user acts on, the log has everything.

use crate::output;
use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use log::{LevelFilter, info};
use records::shown;
use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{LazyLock, OnceLock};
use std::thread;
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
    let path = log_file();
    let opening = || format!("writing {}", shown(&path));
    fs::create_dir_all(path.parent().context("the log lies in a folder")?).with_context(opening)?;
    let is_long = fs::metadata(&path).is_ok_and(|about| about.len() > LONGEST);
    let mut options = File::options();
    let options = if is_long { options.write(true).truncate(true) } else { options.append(true) };
    let file = options.create(true).open(&path).with_context(opening)?;
    let is_relayed = env::var_os(RELAYED).is_some();
    let log = Log { file, is_shown: *VERBOSE.get_or_init(|| is_shown && !is_relayed) };
    let mut builder = env_logger::Builder::new();
    builder
        .filter_level(LevelFilter::Info)
        .format(|line, record| writeln!(line, "{}", record.args()));
    builder.target(env_logger::Target::Pipe(Box::new(log))).init();
    if is_relayed {
        return Ok(());
    }
    info!("\n{} {}", records::now(), env::args().collect::<Vec<_>>().join(" "));
    Ok(())
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
        print(line);
    }
}

/// Prints a line without logging it.
fn print(line: &str) {
    let mark = if env::var_os(RELAYED).is_some() { MARK } else { "" };
    aside(|| _ = writeln!(io::stdout(), "{mark}{line}"));
}

/// Prints a finding about something, with the time since the start.
pub fn found(what: &str, text: &str) {
    let seconds = BEGIN.elapsed().as_secs();
    say(&format!("{:>2}:{:02}  {what:<12} {text}", seconds / 60, seconds % 60));
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

/// A rough duration in a few words.
#[must_use]
pub fn minutes(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("about {seconds:.0} seconds")
    } else {
        format!("about {:.0} minutes", (seconds / 60.0).ceil())
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
pub const RELAYED: &str = "LAB_RELAYED";

/// Marks that process's lines for the terminal.
const MARK: &str = "\u{1e}";

/// Runs this executable again with the same arguments and returns its status; `None` in the
/// process so started, or if it cannot be started. The output of libraries, which panic if nobody
/// reads it, goes into the log, and to the terminal if `is_shown`; the output of [`say`] always
/// goes there.
#[must_use]
pub fn relay(is_shown: bool) -> Option<u8> {
    if env::var_os(RELAYED).is_some() {
        return None;
    }
    let mut command = Command::new(env::current_exe().ok()?);
    command.args(env::args_os().skip(1)).env(RELAYED, "");
    relayed(command.stdout(Stdio::piped()).stderr(Stdio::piped()), is_shown).ok()
}

/// Runs a program, passes on its piped output, and returns its status.
fn relayed(command: &mut Command, is_shown: bool) -> io::Result<u8> {
    let mut child = command.spawn()?;
    let complaints = child.stderr.take().map(|from| {
        thread::spawn(move || {
            let mut lines = Vec::new();
            pass(from, |line| {
                info!("{line}");
                lines.push(line.to_owned());
            });
            lines
        })
    });
    child.stdout.take().into_iter().for_each(|from| {
        pass(from, |line| match line.strip_prefix(MARK) {
            Some(line) => print(line),
            None if is_shown => say(line),
            None => info!("{line}"),
        });
    });
    // Passing on does not panic.
    let mut complaints = complaints.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let status = child.wait()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    if code.is_none() {
        // A signal ended it, or the equivalent on Windows.
        complaints.push(format!("error: {status}"));
    }
    // After success, these are warnings, which the log has.
    for line in complaints.iter().filter(|_| code != Some(0)) {
        aside(|| _ = writeln!(io::stderr(), "{line}"));
    }
    Ok(code.unwrap_or(1))
}

/// Hands on all lines.
fn pass(from: impl Read, mut each: impl FnMut(&str)) {
    let (mut from, mut line) = (BufReader::new(from), Vec::new());
    while let Ok(1..) = from.read_until(b'\n', &mut line) {
        each(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']));
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn all_lines_are_handed_on_whatever_they_are() {
        let said = RefCell::new(Vec::new());
        pass(&b"one\r\ntwo\n\xff\nlast"[..], |line| said.borrow_mut().push(line.to_owned()));
        assert_eq!(said.into_inner(), ["one", "two", "\u{fffd}", "last"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_relayed_program_ends_the_run_as_it_ended() {
        let status = |script| {
            let mut shell = Command::new("/bin/sh");
            relayed(shell.args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped()), false)
        };
        let ends = ["echo heard", "exit 7", "kill -9 $$"].map(|script| status(script).unwrap());
        assert_eq!(ends, [0, 7, 1]);
    }
}
