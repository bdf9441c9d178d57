//! The number of nodes in an engine's output.

use anyhow::{Result, bail, ensure};
use figures::visible;
use regex_lite::Regex;
use std::sync::LazyLock;

/// How an engine prints the nodes of its bench.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// As `Nodes searched: 1234` (Stockfish), as `1234 nodes 56 nps` (OpenBench), or as `info` of UCI.
    Known,
    /// As the group of a pattern of the reader's, whatever separates thousands.
    Pattern(Regex),
}

/// A number of nodes, or what stands in its place and cannot be read whole.
type Found = Result<u64, String>;

/// Where nothing was found.
const EXPECTED: &str = "expected a number of nodes as in `Nodes searched: 1234`, `1234 nodes 56 nps` \
                        or `info depth 9 nodes 1234`; --nodes REGEX reads another form";

/// Colours, sets of characters, titles and other commands to a terminal.
static COMMANDS: LazyLock<Regex> = LazyLock::new(|| {
    let commands = r"\x1b(\[[0-?]*[ -/]*[@-~]|[()][0-9A-Za-z]|\][^\x07\x1b\n]*(\x07|\x1b\\))";
    Regex::new(commands).expect("a pattern")
});

impl Form {
    /// Reads a pattern.
    ///
    /// # Errors
    /// If it is none, or has not one group.
    pub(crate) fn pattern(text: &str) -> Result<Form> {
        let pattern = Regex::new(text)?;
        let expected = "expected one group around the number, as in `total: ([0-9,]+)`";
        ensure!(pattern.captures_len() == 2, expected);
        Ok(Form::Pattern(pattern))
    }

    /// The nodes of an output: those of the last line that has them; if only `info` of UCI has them,
    /// their sum over searches. What is printed over itself is lines too.
    ///
    /// # Errors
    /// If no line has a number, or the last one that should has none that can be read whole, or zero.
    pub(crate) fn read(&self, output: &str) -> Result<u64> {
        let plain = COMMANDS.replace_all(output, "");
        let lines = || plain.split(['\n', '\r']).map(str::trim);
        let found = match self {
            Form::Pattern(pattern) => {
                lines().filter_map(|line| by_pattern(pattern, line)).next_back()
            }
            Form::Known => lines().filter_map(of_line).next_back().or_else(|| of_searches(lines())),
        };
        match (found, self) {
            (Some(Ok(0)), _) => bail!("expected a number of nodes, found 0"),
            (Some(Ok(nodes)), _) => Ok(nodes),
            (Some(Err(found)), _) => bail!("{EXPECTED}; found \"{}\"", visible(&found)),
            (None, Form::Known) => bail!(EXPECTED),
            (None, Form::Pattern(pattern)) => {
                bail!("expected a line that fits --nodes '{pattern}'")
            }
        }
    }
}

fn by_pattern(pattern: &Regex, line: &str) -> Option<Found> {
    let found = pattern.captures(line)?.get(1)?.as_str();
    let is_between = |c: char| c.is_whitespace() || ",.'\u{2019}_".contains(c);
    Some(number(&found.replace(is_between, "")).map_err(|_| found.to_owned()))
}

/// The nodes that a line of a bench tells, by its last word `nodes`: the number after it, or the one
/// before it where it ends the line or only a speed follows.
fn of_line(line: &str) -> Option<Found> {
    let words = words(line);
    let place = words.iter().rposition(|word| word.eq_ignore_ascii_case("nodes"))?;
    if words[0] == "info" {
        return None;
    }
    let (before, after) = (&words[..place], &words[place + 1..]);
    let before_it = || match before {
        // Are these thousands of one number, or two numbers?
        [.., other, last] if number(other).is_ok() && is_number(last) => {
            Some(Err(format!("{other} {last}")))
        }
        [.., number, unit] if is_number(number) && is_unit(unit) => {
            Some(Err(format!("{number} {unit}")))
        }
        [.., last] if is_number(last) => Some(number(last)),
        _ => None,
    };
    match after {
        [] => before_it(),
        [speed, nps] if nps.eq_ignore_ascii_case("nps") && is_number(speed) => before_it(),
        [searched, rest @ ..] if searched.eq_ignore_ascii_case("searched") => after_it(rest),
        // In `123 nodes 9 nps 5 ms`, names follow on their numbers.
        [.., last]
            if before.last().is_some_and(|it| is_number(it)) && last.parse::<f64>().is_err() =>
        {
            None
        }
        after => after_it(after),
    }
    // A number of nodes in a form that nobody knows, which another line must not stand for.
    .or_else(|| match (before, after) {
        ([.., last], [next, ..]) if is_number(last) && !is_of_speed(next) => {
            Some(Err([&[*last, "nodes"], after].concat().join(" ")))
        }
        _ => None,
    })
}

/// Whether the word after `nodes` says that they are those of a second.
fn is_of_speed(word: &str) -> bool {
    word.starts_with('/') || ["per", "a", "s", "sec", "second"].contains(&&*word.to_lowercase())
}

fn after_it(words: &[&str]) -> Option<Found> {
    match words {
        [first, second, ..] if is_number(first) && (is_number(second) || is_unit(second)) => {
            Some(Err(format!("{first} {second}")))
        }
        [first, ..] if is_number(first) => Some(number(first)),
        _ => None,
    }
}

/// The sum of what searches tell last in `info`.
fn of_searches<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Found> {
    let (mut sum, mut latest) = (None, None);
    for line in lines {
        match words(line)[..] {
            ["info", "string", ..] => {}
            ["info", ref words @ ..] => {
                let after = words.iter().skip_while(|word| **word != "nodes").nth(1);
                latest = after.map(|after| number(after)).or(latest);
            }
            ["bestmove", ..] => {
                let before = sum.clone().unwrap_or(Ok(0));
                let both = |nodes: Found| Ok(nodes?.saturating_add(before?));
                sum = latest.take().map(both).or(sum);
            }
            _ => {}
        }
    }
    sum
}

fn words(line: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || ":=\"{}[]()|;".contains(c);
    let words = line.split(is_between).map(|word| word.trim_end_matches([',', '.']));
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a word is meant as a number, though it may not be one that can be read.
fn is_number(word: &str) -> bool {
    word.trim_start_matches(['-', '~', '+']).starts_with(char::is_numeric)
}

/// Whether a word says that the number before it is of thousands or more.
fn is_unit(word: &str) -> bool {
    let units = ["k", "m", "mn", "mio", "g", "b", "bn", "thousand", "million", "billion"];
    units.iter().any(|unit| word.eq_ignore_ascii_case(unit))
}

fn number(word: &str) -> Found {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_plain).ok_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_in_the_forms_that_engines_print() {
        for (output, expected) in [
            ("Total time (ms) : 9\nNodes searched  : 1922103\nNodes/second    : 213", 1_922_103),
            ("bench base mobility: 2522314 nodes 1234567 nps", 2_522_314),
            ("Bench [# 1] 5.02% 12 nodes 9 nps\nOVERALL: 1234 nodes 9 nps\n", 1234),
            ("time: 12 nodes: 34 nps: 56", 34),
            ("depth 13 nodes 35 time 0.5", 35),
            ("bench depth 13 nodes 2000000 nps 9", 2_000_000),
            ("Time 3000 Nodes 77", 77),
            ("[13] nodes 78", 78),
            ("1922103 nodes/sec 5 Nodes searched 79", 79),
            ("Position 1: 75 nodes\n\x1b[1;36mtotal: 1922103 nodes\x1b[0m", 1_922_103),
            ("bench 16 threads 1 depth 13 nodes 2999999 time 5", 2_999_999),
            ("Depth 13 Nodes 80 NPS 5", 80),
            ("Position 1: 75 nodes\n\x1b[1mtotal: 81 nodes\x1b(B\x1b[m", 81),
            (
                "75 nodes\n\x1b]0;7 nodes\x07\x1b[2K\x1b[38:5:1mNodes searched\x1b[0m: \x1b[32m82",
                82,
            ),
            ("5 nodes\nNodes / second: 4117582\nnodes (per second): 9\n7 nodes /s", 5),
            ("Total nodes: 24705494\nRaw nodes per second: 4117582", 24_705_494),
            ("4117582 nodes per second\n5 nodes", 5),
            ("nodes=1234", 1234),
            ("| nodes | 1234 |\r\n", 1234),
            ("{\"nodes\":1234,\"nps\":5}", 1234),
            ("1 nodes\r12 nodes\r123 nodes\n", 123),
            ("NODES SEARCHED 18446744073709551615", u64::MAX),
            ("info depth 9 nodes 70 nps 5\nbestmove e2e4\nTotal nodes 71", 71),
            (
                "info depth 1 nodes 5\ninfo depth 2 nodes 7 nps 1\nbestmove a1a2\n\
                 info nodes 4\ninfo string nodes 9\nbestmove a2a1",
                11,
            ),
            ("info nodes 5\nbestmove a1a2\nbestmove a1a2", 5),
        ] {
            assert_eq!(Form::Known.read(output).unwrap(), expected, "{output}");
        }
    }

    #[test]
    fn what_is_in_no_known_form_is_refused_and_neither_cut_nor_skipped() {
        for (output, found) in [
            ("5 nodes\nOVERALL: 1,234 nodes 9 nps", "1,234"),
            ("Nodes: 1.9M", "1.9M"),
            ("5 nodes\n1922k nodes", "1922k"),
            ("Nodes: 1.9 M", "1.9 M"),
            ("Nodes: 2 million", "2 million"),
            ("5 nodes\nTotal: 2 million nodes", "2 million"),
            ("1922103 nodes\nNodes: 1.922.103", "1.922.103"),
            ("Nodes: 1e6", "1e6"),
            ("Nodes: -5", "-5"),
            ("Nodes: ~5", "~5"),
            ("5.02% nodes", "5.02%"),
            ("Nodes: \u{661}\u{662}", "\u{661}\u{662}"),
            ("Nodes: 18446744073709551616", "18446744073709551616"),
            ("Nodes 971 104 ms", "971 104"),
            ("position 5 123 nodes", "5 123"),
            ("1 922 103 nodes", "922 103"),
            ("Position 1: 75 nodes\ntotal: 1922103 nodes in all", "1922103 nodes in all"),
            ("75 nodes\n1234 nodes searched in 5 ms", "1234 nodes searched in 5 ms"),
            ("75 nodes\n1234 nodes searched", "1234 nodes searched"),
            ("75 nodes\n24 nodes visited, all told", "24 nodes visited all told"),
            ("24 nodes in all", "24 nodes in all"),
            ("123 nodes 9 nodes/s", "123 nodes 9 nodes/s"),
            ("123 nodes 9 nps 5 ms", "123 nodes 9 nps 5 ms"),
            ("75 nodes\n123 nodes 3000 ms", "123 nodes 3000 ms"),
            ("123 nodes 9 knps 5%", "123 nodes 9 knps 5%"),
            ("info nodes 12k\nbestmove a1a2\ninfo nodes 4\nbestmove a1a2", "12k"),
        ] {
            let error = Form::Known.read(output).unwrap_err().to_string();
            assert!(error.ends_with(&format!("; found \"{found}\"")), "{output}: {error}");
        }
        for output in [
            "Nodes/second : 99",
            "nodes searched: many",
            "bestmove e2e4",
            "",
            "4 nodes a second",
            "24 nodes, 4 nodes per second",
        ] {
            let error = Form::Known.read(output).unwrap_err().to_string();
            assert!(error.ends_with("--nodes REGEX reads another form"), "{output}: {error}");
        }
        for output in ["0 nodes 0 nps", "5 nodes\nNodes: 0"] {
            let error = Form::Known.read(output).unwrap_err().to_string();
            assert_eq!(error, "expected a number of nodes, found 0", "{output}");
        }
    }

    #[test]
    fn another_form_is_read_by_a_pattern() {
        let read = |pattern: &str, output: &str| {
            Form::pattern(pattern).and_then(|form| form.read(output)).map_err(|e| e.to_string())
        };
        assert_eq!(read("in ([0-9.]+) nodes", "7 nodes\nmate in 1.922.103 nodes"), Ok(1_922_103));
        assert_eq!(read(r"^(\d[\d ]*)$", "9\n1 922 103"), Ok(1_922_103));
        assert_eq!(read(r"N=(\S+)", "N=5\nN=0"), Err("expected a number of nodes, found 0".into()));
        assert!(read(r"N=(\S+)", "N=5\nN=5k").unwrap_err().ends_with("; found \"5k\""));
        let nothing = Err("expected a line that fits --nodes 'N=(.)'".into());
        assert_eq!(read("N=(.)", "5 nodes"), nothing);
        for pattern in ["N=.", "(N)=(.)"] {
            assert!(Form::pattern(pattern).unwrap_err().to_string().contains("expected one group"));
        }
        assert!(Form::pattern("(").is_err());
    }
}
