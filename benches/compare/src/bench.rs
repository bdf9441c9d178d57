//! The bench of an engine: how it is started, what it costs, and what it must print.

use crate::system;
use anyhow::{Context as _, Result, anyhow, ensure};
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
    /// Its cycles, if the system grants their counter.
    pub(crate) cycles: Option<u64>,
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
        let mut meter = system::Meter::begin()?;
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
        let (seconds, cycles) = (meter.seconds()?, meter.cycles());
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
        let unread = |found: String| {
            anyhow!("{self}: expected {expected}, found \"{}\"{end}", visible(&found))
        };
        let nodes = nodes(&text).map_err(unread)?;
        let nodes = nodes.with_context(|| format!("{self}: expected {expected}{end}"))?;
        ensure!(seconds > 0.0, "{self}: expected a processor time, found none");
        Ok(Run { nodes, seconds, cycles })
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
pub(crate) fn last_line(text: &str) -> String {
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    last.map_or("; it printed nothing".to_owned(), |line| {
        format!("; its last line: {}", visible(line))
    })
}

/// A number of nodes, or what stands there and cannot be read whole.
type Found = Result<u64, String>;

/// The nodes of a bench: those of the last line that has them; if all have those of one search, as
/// `info` of UCI does, their sum over searches. What is printed over itself is lines too.
///
/// # Errors
/// If that number cannot be read whole, or is zero; the error quotes it.
pub(crate) fn nodes(text: &str) -> Result<Option<u64>, String> {
    let (mut total, mut sum, mut latest) = (None, None, None);
    for line in text.split(['\n', '\r']) {
        let words = words(line);
        match words[..] {
            ["info", "string", ..] => {}
            ["info", ..] => {
                let place = words.iter().position(|word| *word == "nodes");
                let after =
                    place.map(|place| &words[place + 1..]).filter(|after| !after.is_empty());
                latest = after.map(first_number).or(latest);
            }
            ["bestmove", ..] => {
                let before = sum.clone().unwrap_or(Ok(0));
                let both = |nodes: Found| Ok(nodes?.saturating_add(before?));
                sum = latest.take().map(both).or(sum);
            }
            _ => total = nodes_of(&words).or(total),
        }
    }
    match total.or(sum).transpose()? {
        Some(0) => Err("0 nodes".to_owned()),
        nodes => Ok(nodes),
    }
}

/// The words of a line. A colon or an equals sign is one; a number and a following `nodes` are two.
fn words(line: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || "\"{}|;".contains(c);
    let parts = line.split(is_between).flat_map(|word| word.split_inclusive([':', '=']));
    let words = parts.flat_map(|part| {
        let (word, sign) = part.split_at(part.trim_end_matches([':', '=']).len());
        let glued = word.len().saturating_sub("nodes".len());
        let is_glued =
            word.get(glued..).is_some_and(is_nodes) && (is_number(word) || is_more(&word[..glued]));
        let (number, word) = word.split_at(if is_glued { glued } else { 0 });
        [number, word, sign]
    });
    words.filter(|word| !word.is_empty()).collect()
}

fn is_nodes(word: &str) -> bool {
    word.trim_matches([',', '.', '(', ')', '[', ']']).eq_ignore_ascii_case("nodes")
}

/// Whether a word is meant as a number, though it may not be one that can be read.
fn is_number(word: &str) -> bool {
    word.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_numeric)
}

/// Whether a word says that the number before it is of thousands or more.
fn is_more(word: &str) -> bool {
    let units = ["k", "m", "mn", "g", "b", "bn", "thousand", "million", "billion", "mio"];
    units.iter().any(|unit| word.eq_ignore_ascii_case(unit))
}

fn is_sign(word: &str) -> bool {
    [":", "="].contains(&word)
}

/// Whether these words after `nodes` make a speed of them, as in `nodes per second` and `nodes / s`.
fn is_rate(words: &[&str]) -> bool {
    let per = ["per", "a", "an", "each", "every"];
    words.iter().any(|word| per.contains(&word.trim_matches(['(', ')'])) || word.starts_with('/'))
}

/// The number before the word or, in `Nodes searched: 1234`, the first one after it; none of those
/// that are nodes per time.
fn nodes_of(words: &[&str]) -> Option<Found> {
    let places = words.iter().enumerate().filter(|(_, word)| is_nodes(word));
    places.map(|(place, _)| (&words[..place], &words[place + 1..])).find_map(|(before, after)| {
        let has_sign = after.first().is_some_and(|word| is_sign(word));
        if before.last().is_some_and(|word| is_number(word)) && !has_sign {
            return (!is_rate(&after[..after.len().min(1)])).then(|| last_number(before));
        }
        if let [.., number, unit] = before
            && (is_number(number) && is_more(unit) && !has_sign)
        {
            return Some(Err(format!("{number} {unit}")));
        }
        // What stands in brackets, as in `nodes (depth 13): 1234`, is none.
        let mut depth = 0;
        let is_outside = |&at: &usize| {
            let (was, word) = (depth, after[at]);
            depth += usize::from(word.starts_with(['(', '[']));
            depth = depth.saturating_sub(usize::from(word.ends_with([')', ']'])));
            was == 0 && depth == 0
        };
        let outside: Vec<_> = (0..after.len()).filter(is_outside).collect();
        let sign = outside.iter().find(|&&at| is_sign(after[at]));
        let &first = outside.iter().find(|&&at| is_number(after[at]))?;
        if first > 0 && sign.is_some_and(|&sign| first < sign) {
            // Which of the two, as in `nodes in 5 s: 1234`?
            return Some(Err(after.join(" ")));
        }
        (!is_rate(&after[..first])).then(|| first_number(&after[first..]))
    })
}

/// A number at the end of these words, whose thousands may be apart: then nothing that may be
/// another number stands before it.
fn last_number(words: &[&str]) -> Found {
    let is_apart = |at: usize| is_thousands(words[at]) && is_start(words[at - 1]);
    let last = words.len() - 1;
    let first = (1..=last).rev().take_while(|&at| is_apart(at)).last().map_or(last, |at| at - 1);
    let is_alone = first == 0 || first == last || is_sign(words[first - 1]);
    let whole = words[first..].concat();
    if is_alone { number(&whole) } else { Err(words[first - 1..].join(" ")) }
}

/// A number at the beginning of these words, whose thousands may be apart: then nothing follows
/// that they may belong to.
fn first_number(words: &[&str]) -> Found {
    let thousands = words[1..].iter().take_while(|word| is_thousands(word)).count();
    let apart = if is_start(words[0]) { thousands } else { 0 };
    let next = words.get(apart + 1).copied().unwrap_or_default();
    if is_more(next) || apart > 0 && next.starts_with(char::is_alphanumeric) {
        return Err(words[..apart + 2].join(" "));
    }
    number(&words[..=apart].concat())
}

/// Whether a word may begin a number whose thousands are apart.
fn is_start(word: &str) -> bool {
    (1..=3).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_thousands(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', ')']);
    word.len() == 3 && is_start(word)
}

/// A whole number, whose thousands a comma, a dot, an apostrophe or a line may separate. One dot
/// alone may be a decimal point.
fn number(word: &str) -> Found {
    let digits = word.trim_start_matches(['(', '[']).trim_end_matches([',', '.', ')', ']']);
    let separator = digits.chars().find(|c| [',', '.', '\'', '\u{2019}', '_'].contains(c));
    let parts: Vec<_> = separator.map_or(vec![digits], |one| digits.split(one).collect());
    let fits = match &parts[..] {
        [_] => true,
        [_, _] if separator == Some('.') => false,
        [first, thousands @ ..] => {
            is_start(first) && thousands.iter().all(|part| is_thousands(part))
        }
        [] => false,
    };
    let whole = parts.concat();
    let is_plain = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let read = whole.parse().ok().filter(|_| fits && is_plain);
    read.ok_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_as_engines_print_them() {
        for (output, expected) in [
            ("Total time (ms) : 9\nNodes searched  : 1922103\nNodes/second    : 213", 1922103),
            ("bench base mobility: 2522314 nodes 1234567 nps", 2522314),
            ("Bench [# 1] 5.02% 12 nodes 9 nps\nOVERALL: 1,234 nodes 9 nps\n", 1234),
            ("time: 12 nodes: 34 nps: 56", 34),
            ("info depth 9 nodes 70 nps 5\nbestmove e2e4\nTotal nodes 71", 71),
            (
                "info depth 1 nodes 5\ninfo depth 2 nodes 7 nps 1\nbestmove a1a2\n\
                 info nodes 4\ninfo string nodes 9\nbestmove a2a1",
                11,
            ),
            ("info nodes 5\nbestmove a1a2\nbestmove a1a2", 5),
            // Thousands apart, by whatever a country or a library takes.
            ("Nodes searched: 1 922 103", 1922103),
            ("OVERALL: 1 922 103 nodes 4 nps", 1922103),
            ("1\u{a0}922\u{a0}103 nodes", 1922103),
            ("nodes 1\u{202f}922\u{202f}103", 1922103),
            ("Nodes: 1'922'103.", 1922103),
            ("Nodes: 1\u{2019}922\u{2019}103", 1922103),
            ("Nodes: 1.922.103", 1922103),
            ("Nodes: 1_922_103,", 1922103),
            ("Nodes: 12 345 (5 nps)", 12345),
            // Speeds are none.
            ("Total nodes: 24705494\nRaw nodes per second: 4117582", 24705494),
            ("24705494 nodes, 4117582 nodes per second", 24705494),
            ("4117582 nodes per second\n5 nodes", 5),
            ("5 nodes\nNodes / second: 4117582\nnodes (per second): 9\n7 nodes /s", 5),
            ("5 nodes\nAverage nodes per search: 3\nnodes a second: 4", 5),
            // Glued, in brackets, in tables, in JSON, over each other.
            ("nodes 12\nNodes:1234 nps:5", 1234),
            ("nodes=1234", 1234),
            ("1234nodes", 1234),
            ("(1234 nodes) in 5 s", 1234),
            ("| nodes | 1234 |\r\n", 1234),
            ("{\"nodes\":1234,\"nps\":5}", 1234),
            ("Nodes (position 3 of 5): 1234", 1234),
            ("1 nodes\r12 nodes\r123 nodes\n", 123),
            ("5/16 12 nodes\rend: 77 nodes", 77),
            ("NODES SEARCHED 18446744073709551615", u64::MAX),
        ] {
            assert_eq!(nodes(output), Ok(Some(expected)), "{output}");
        }
        for output in
            ["Nodes/second : 99", "nodes searched: many", "bestmove e2e4", "", "4 nodes a second"]
        {
            assert_eq!(nodes(output), Ok(None), "{output}");
        }
    }

    #[test]
    fn a_number_that_cannot_be_read_whole_is_neither_cut_nor_skipped() {
        for (output, found) in [
            ("0 nodes 0 nps", "0 nodes"),
            ("Nodes: 0", "0 nodes"),
            ("5 nodes\n0 nodes", "0 nodes"),
            ("Nodes: 1.9M", "1.9M"),
            ("Nodes: 1922k", "1922k"),
            ("Nodes: 1.9 M", "1.9 M"),
            ("Nodes: 2 million", "2 million"),
            ("5 nodes\n1.9M nodes", "1.9M"),
            ("5 nodes\n1.9Mnodes", "1.9M"),
            ("5 nodes\n1.9 M nodes", "1.9 M"),
            ("5 nodes\nTotal: 2 million nodes", "2 million"),
            ("5 nodes\nTotal: 1922 knodes", "1922 k"),
            ("1922103 nodes\nNodes: 1.922", "1.922"),
            ("Nodes: 1,92", "1,92"),
            ("Nodes: 1922,103", "1922,103"),
            ("Nodes: 1,922.103", "1,922.103"),
            ("Nodes: 1,,922", "1,,922"),
            ("Nodes: 1e6", "1e6"),
            ("Nodes: 0x1f", "0x1f"),
            ("Nodes: -5", "-5"),
            ("Nodes: ~5", "~5"),
            ("5.02% nodes", "5.02%"),
            ("Nodes: \u{1b}[1m1234\u{1b}[0m", "\u{1b}[1m1234\u{1b}[0m"),
            ("Nodes: \u{661}\u{662}", "\u{661}\u{662}"),
            ("Nodes: 18446744073709551616", "18446744073709551616"),
            // Whose thousands are these?
            ("Nodes 971 104 ms", "971 104 ms"),
            ("position 5 123 nodes", "position 5 123"),
            ("Nodes in 5 s: 1234", "in 5 s : 1234"),
            ("info nodes 12k\nbestmove a1a2\ninfo nodes 4\nbestmove a1a2", "12k"),
        ] {
            assert_eq!(nodes(output), Err(found.to_owned()), "{output}");
        }
    }
}
