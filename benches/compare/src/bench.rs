//! The bench of an engine: how it is started, what it costs, and what it must print.

use anyhow::{Context as _, Result, ensure};
use records::visible;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

/// An engine: its executable, or a command that runs its bench.
#[derive(Clone, Debug)]
pub(crate) struct Engine(pub(crate) String);

/// A bench that has ended well.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) nodes: u64,
    /// Its processor time, the system's included.
    pub(crate) seconds: f64,
}

impl From<String> for Engine {
    fn from(text: String) -> Engine {
        Engine(text)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let argument = if self.is_command() { "" } else { " bench" };
        write!(f, "{}{argument}", visible(&self.0))
    }
}

impl Engine {
    /// Whether it has words, and is no file that is named so.
    fn is_command(&self) -> bool {
        self.0.contains(char::is_whitespace) && !Path::new(&self.0).exists()
    }

    fn command(&self) -> Command {
        if self.is_command() {
            let mut shell = Command::new("sh");
            shell.args(["-c", &self.0]);
            return shell;
        }
        // A name without a slash would be looked for in PATH alone.
        let path = Path::new(&self.0);
        let here = std::path::absolute(path).ok().filter(|path| path.is_file());
        let mut engine = Command::new(here.as_deref().unwrap_or(path));
        engine.arg("bench");
        engine
    }

    /// Runs the bench.
    ///
    /// # Errors
    /// If it cannot be started, does not end well, or says nothing of nodes.
    pub(crate) fn run(&self) -> Result<Run> {
        let before = seconds_of_children()?;
        let output = self.command().stdin(Stdio::null()).output();
        let output = output.with_context(|| format!("{self}: expected an executable"))?;
        let seconds = seconds_of_children()? - before;
        let [said, complaints] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let text = format!("{said}\n{complaints}");
        let (status, end) = (output.status, last_line(&text));
        ensure!(status.success(), "{self}: expected exit status: 0, found {status}{end}");
        let expected = "a number of nodes, such as `Nodes searched: 1234` or `1234 nodes`";
        let nodes = nodes(&text).with_context(|| format!("{self}: expected {expected}{end}"))?;
        ensure!(seconds > 0.0, "{self}: expected a processor time, found none");
        Ok(Run { nodes, seconds })
    }
}

/// The processor time, in seconds, of all processes that this one started and that have ended.
///
/// # Errors
/// If the system does not tell it.
#[cfg(unix)]
fn seconds_of_children() -> Result<f64> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a `rusage` of our own, which the call fills.
    let status = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) };
    let error = std::io::Error::last_os_error();
    ensure!(status == 0, "expected the processor time of children: {error}");
    // SAFETY: it is filled, and zeroes are a `rusage` too.
    let usage = unsafe { usage.assume_init() };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    Ok(seconds(usage.ru_utime) + seconds(usage.ru_stime))
}

#[cfg(not(unix))]
fn seconds_of_children() -> Result<f64> {
    anyhow::bail!("expected Linux or another Unix, whose processes have a processor time")
}

/// The last line of an output, for an error.
fn last_line(text: &str) -> String {
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    last.map_or("; it printed nothing".to_owned(), |line| {
        format!("; its last line: {}", visible(line))
    })
}

/// The nodes of a bench: those of the last line that has them; if all have those of one search, as
/// `info` of UCI does, their sum over searches.
pub(crate) fn nodes(text: &str) -> Option<u64> {
    let (mut total, mut sum, mut latest) = (None, None, None);
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.first() {
            Some(&"info") => {
                let place = words.iter().position(|word| *word == "nodes");
                latest = place.and_then(|place| number(words.get(place + 1)?)).or(latest);
            }
            Some(&"bestmove") => {
                sum = latest.take().map(|nodes| sum.unwrap_or(0) + nodes).or(sum);
            }
            _ => total = nodes_of(&words).or(total),
        }
    }
    total.or(sum)
}

/// The number before the word or, in `Nodes searched: 1234`, the first one after it.
fn nodes_of(words: &[&str]) -> Option<u64> {
    let is_it = |word: &&str| word.trim_end_matches([':', '=']).eq_ignore_ascii_case("nodes");
    let place = words.iter().position(is_it)?;
    let is_before = words[place].ends_with(|c: char| c.is_alphabetic());
    let before = words[..place].last().filter(|_| is_before);
    let before = before.and_then(|word| number(word));
    before.or_else(|| words[place + 1..].iter().find_map(|word| number(word)))
}

/// A number, with commas or without.
fn number(word: &str) -> Option<u64> {
    word.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_as_engines_print_them() {
        for (output, expected) in [
            (
                "Total time (ms) : 9\nNodes searched  : 1922103\nNodes/second    : 213",
                Some(1922103),
            ),
            ("bench base mobility: 2522314 nodes 1234567 nps", Some(2522314)),
            ("Bench [# 1] 5.02% 12 nodes 9 nps\nOVERALL: 1,234 nodes 9 nps\n", Some(1234)),
            ("time: 12 nodes: 34 nps: 56", Some(34)),
            ("info depth 9 nodes 70 nps 5\nbestmove e2e4\nTotal nodes 71", Some(71)),
            (
                "info depth 1 nodes 5\ninfo depth 2 nodes 7 nps 1\nbestmove a1a2\n\
                 info nodes 4\ninfo string hello\nbestmove a2a1",
                Some(11),
            ),
            ("Nodes/second : 99", None),
            ("nodes searched: many", None),
            ("bestmove e2e4", None),
            ("", None),
        ] {
            assert_eq!(nodes(output), expected, "{output}");
        }
    }
}
