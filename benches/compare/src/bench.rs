//! The bench of an engine: how it is started, what it costs, and what it must print.

use crate::system;
use anyhow::{Context as _, Result, ensure};
use records::visible;
use std::io::{self, PipeReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// No bench prints more bytes.
const MOST: usize = 16 << 20;

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
    /// If it cannot be started, does not end well in this time, prints too much, or says nothing of
    /// nodes. Nothing of it is left.
    pub(crate) fn run(&self, limit: Duration) -> Result<Run> {
        let last = Instant::now() + limit;
        let (output, input) = io::pipe()?;
        let before = system::seconds_of_children()?;
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(input.try_clone()?).stderr(input);
        let child = command.spawn().with_context(|| format!("{self}: expected an executable"));
        // It holds the ends of the pipe that are written to.
        drop(command);
        let mut child = child?;
        let (sender, received) = mpsc::channel();
        thread::spawn(move || sender.send(read(output)));
        let text = received.recv_timeout(limit).ok();
        let is_whole = text.as_ref().is_some_and(|text| text.len() <= MOST);
        let status = if is_whole { ended(&mut child, last) } else { None };
        if status.is_none() {
            // Both fail only if it has ended.
            let _ = child.kill();
            let _ = child.wait();
        }
        let seconds = system::seconds_of_children()? - before;
        system::end_children();
        let is_late = text.is_none();
        ensure!(
            is_whole || is_late,
            "{self}: expected {MOST} bytes of output at most, found more, and stopped it"
        );
        let late =
            || format!("{self}: expected an end within {} s, and stopped it", limit.as_secs());
        let (text, status) = text.zip(status).with_context(late)?;
        let text = String::from_utf8_lossy(&text);
        let end = last_line(&text);
        ensure!(status.success(), "{self}: expected exit status: 0, found {status}{end}");
        let expected = "a number of nodes, such as `Nodes searched: 1234` or `1234 nodes`";
        let nodes = nodes(&text).with_context(|| format!("{self}: expected {expected}{end}"))?;
        ensure!(seconds > 0.0, "{self}: expected a processor time, found none");
        Ok(Run { nodes, seconds })
    }
}

/// Reads until the end, or one byte too many. What cannot be read has ended.
fn read(output: PipeReader) -> Vec<u8> {
    let mut text = Vec::new();
    let _ = output.take(MOST as u64 + 1).read_to_end(&mut text);
    text
}

/// How a process ended, if it did so in time.
fn ended(child: &mut Child, last: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            _ if Instant::now() >= last => return None,
            _ => thread::sleep(Duration::from_millis(1)),
        }
    }
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
