//! What reads texts of strangers, and the rules that its answers must keep.

use crate::epd;
use crate::nodes::Form;
use crate::uci::Searches;
use lookup::Position;
use records::Records;
use std::sync::LazyLock;

/// A reader: texts to begin with, words of its language, and what it makes of a text.
pub(crate) struct Target {
    pub(crate) seeds: fn() -> Vec<String>,
    pub(crate) words: &'static [&'static str],
    pub(crate) run: fn(&str) -> String,
}

const POSITIONS: &str = include_str!("../../questions/positions/perft.epd");
const GOOD: &str = include_str!("../../records/tests/good.json");

/// The target of this name.
pub(crate) fn named(name: &str) -> Option<Target> {
    Some(match name {
        "fen" => Target { seeds: positions, words: &FIELDS, run: fen },
        "epd" => Target { seeds: positions, words: &FIELDS, run: lines },
        "records" => Target { seeds: records_whole, words: &JSON, run: records },
        "output" => Target { seeds: outputs, words: &OUTPUT, run: output },
        _ => return None,
    })
}

const FIELDS: [&str; 18] = [
    " w ",
    " b ",
    "KQkq",
    "HAha",
    "- -",
    " e3",
    " d6",
    " 0 1",
    "8/",
    "k",
    "K",
    "p",
    " bm e4;",
    " id \"a; b\";",
    " moves e2e4",
    "# ",
    " c0 1/2-1/2;",
    " ;D1 20",
];

fn positions() -> Vec<String> {
    let more = ["r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "4k3/8/8/8/2pP4/8/8/4K3 b - d3 c9 \"x\";"];
    POSITIONS.lines().chain(more).map(str::to_owned).collect()
}

/// A position that is read is written as it is read.
fn fen(text: &str) -> String {
    match Position::from_fen(text) {
        Ok(position) => {
            let written = position.to_string();
            assert_eq!(Position::from_fen(&written), Ok(position), "written as {written}");
            written.split(' ').skip(1).collect()
        }
        Err(error) => error.to_string(),
    }
}

/// A line that is read is a position by both readers, the same one.
fn lines(text: &str) -> String {
    let all = epd::read(text);
    for line in text.split(['\n', '\r']) {
        if let Ok(board) = epd::position(line) {
            let fields = line.split(';').next().unwrap_or_default();
            assert_eq!(
                Position::from_fen(&board.to_string()),
                Position::from_fen(fields),
                "{line}"
            );
        }
    }
    // Quoted is the line itself.
    let reasons = all.bad.iter().map(|bad| bad.split('"').next().unwrap_or_default());
    format!("{}{}", all.boards.len().min(2), reasons.take(2).collect::<String>())
}

const JSON: [&str; 14] = [
    "null",
    "true",
    "[]",
    "{}",
    "{\"",
    "\": ",
    ", ",
    "1e-5",
    "0.1",
    "[[1,2],[3,4]]",
    "\"schema\": 7",
    "\"x86-64-v3\"",
    "\"2026-11-20\"",
    "[[[[[[[[",
];

fn records_whole() -> Vec<String> {
    vec![GOOD.to_owned()]
}

/// Records that are read are written so that they are read again, as the same bytes.
fn records(text: &str) -> String {
    match Records::parse(text) {
        Ok(records) => {
            let written =
                String::from_utf8(records.to_json().expect("what is read can be written"));
            let written = written.expect("JSON is text");
            let again = Records::parse(&written).expect("what is written can be read");
            assert_eq!(again.to_json().unwrap(), written.as_bytes());
            "read".to_owned()
        }
        Err(error) => format!("{error:#}"),
    }
}

const OUTPUT: [&str; 20] = [
    "nodes",
    "Nodes searched: ",
    " nodes 9 nps",
    "nps",
    "info depth 1 nodes 5 ",
    "bestmove e2e4\n",
    "uciok\n",
    "readyok\n",
    "option name Threads type spin\n",
    "info string ",
    " million",
    "k ",
    "1,234",
    "5.02%",
    "|",
    "=",
    "{",
    "\x1b[1;36m",
    "\x1b[0m",
    "nodes/second",
];

fn outputs() -> Vec<String> {
    let all = [
        "Total time (ms) : 9\nNodes searched  : 1922103\nNodes/second    : 213",
        "Bench [# 1] 5.02% 12 nodes 9 nps\nOVERALL: 1234 nodes 9 nps\n",
        "info depth 9 nodes 70 nps 5\nbestmove e2e4\nTotal nodes 71",
        "uciok\nreadyok\ninfo depth 1 nodes 5\ninfo nodes 7 nps 1\nbestmove a1a2\nreadyok\nbestmove a2a1",
        "{\"nodes\":1234,\"nps\":5}",
        "Position 1: 75 nodes\n\x1b[1;36mtotal: 1922103 nodes\x1b[0m",
    ];
    all.map(str::to_owned).to_vec()
}

static PATTERN: LazyLock<Form> =
    LazyLock::new(|| Form::pattern("(?i)nodes[^0-9]*([0-9,. ]+)").expect("a pattern"));

/// A number of nodes is not zero, and stands in the output unless it is a sum.
fn output(text: &str) -> String {
    let searches = Searches { nodes: 9, positions: vec!["a".to_owned(), "b".to_owned()] };
    let heard = searches.talk(std::io::sink(), text.as_bytes(), 64);
    assert!(heard.len() <= 65 && text.as_bytes().starts_with(&heard), "{heard:?}");
    assert!(PATTERN.read(text).ok() != Some(0));
    match Form::Known.read(text) {
        Ok(nodes) => {
            let is_there = text.contains("info") || text.contains(&nodes.to_string());
            assert!(nodes > 0 && (is_there || text.contains('\x1b')), "{nodes}");
            String::new()
        }
        Err(error) => error.to_string(),
    }
}
