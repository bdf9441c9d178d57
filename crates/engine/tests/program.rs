//! The program, driven as a graphical one drives it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// The lines until one that starts like this, with it.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "no {start:?}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
            assert!(!line.starts_with("info string"), "no {start:?}: {lines:?}");
        }
    }

    /// The last of these lines.
    fn answer(&mut self, text: &str, start: &str) -> String {
        self.say(text);
        self.until(start).pop().unwrap()
    }

    /// What is left to read after the end of the input.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.output.by_ref().lines().map(Result::unwrap).collect();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

#[test]
fn introduces_itself_and_searches() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name ") && lines.len() == 6, "{lines:?}");
    assert_eq!(engine.answer("isready", "readyok"), "readyok");
    engine.say("position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
    assert_eq!(engine.answer("go depth 6", "bestmove"), "bestmove h5f7");
    engine.say("ucinewgame");
    engine.say("position fen 7k/5Q2/8/6K1/8/8/8/8 b - - 0 1");
    assert_eq!(engine.answer("go depth 6", "bestmove"), "bestmove 0000");
    engine.say("position startpos");
    assert!(engine.answer("go movetime 30", "info").contains(" nodes "));
    engine.until("bestmove");
    engine.say("go wtime 300 btime 300 winc 10 binc 10");
    assert_eq!(engine.until("bestmove").len(), 2);
    engine.say("quit");
    assert!(engine.end().is_empty());
}

#[test]
fn wrong_lines_change_nothing() {
    let mut engine = Engine::start();
    engine.say("position startpos moves d2d4");
    for line in [
        "nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - -",
        "position startpos moves e2e5",
        "go depth x",
    ] {
        let answer = engine.answer(line, "");
        assert!(answer.starts_with("info string "), "{line}: {answer}");
    }
    for (line, answer) in [
        ("setoption name Hash value 0", "info string a hash table has 1 to 1024 megabytes, not 0"),
        (
            "setoption name Hash value 5000",
            "info string a hash table has 1 to 1024 megabytes, not 5000",
        ),
        ("setoption name Lookups value none", "info string unknown lookups \"none\""),
    ] {
        assert_eq!(engine.answer(line, ""), answer);
    }
    engine.say("setoption name Hash value 1");
    let lines = engine.answer("go perft 2", "info nodes");
    assert!(lines.starts_with("info nodes 560 "), "{lines}");
    assert!(engine.answer("go perft 0", "info nodes").starts_with("info nodes 1 "));
}

#[test]
fn a_search_can_be_stopped_and_nothing_else_can_start_meanwhile() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    for line in [
        "go depth 3",
        "bench",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Lookups value best",
    ] {
        let answer = engine.answer(line, "");
        assert_eq!(answer, "info string a search is under way; send stop and wait for its result");
    }
    assert_eq!(engine.answer("isready", ""), "readyok");
    engine.say("stop");
    assert_eq!(engine.until("bestmove").len(), 2);
    // A mate on the board does not end an infinite search.
    engine.say("position fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    engine.say("go infinite");
    assert_eq!(engine.answer("isready", ""), "readyok");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("go infinite");
    engine.say("quit");
    engine.end();
}

#[test]
fn the_end_of_input_ends_what_is_under_way() {
    let mut engine = Engine::start();
    engine.say("go depth 7");
    assert!(engine.end().last().unwrap().starts_with("bestmove "));
    let mut engine = Engine::start();
    engine.say("go infinite");
    assert!(engine.end().last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_bench_is_the_same_for_all_lookups() {
    let mut engine = Engine::start();
    let mut nodes = Vec::new();
    for name in ["base", "best", "worst", "sliders-pext"] {
        engine.say(&format!("setoption name Lookups value {name}"));
        let line = engine.answer("bench 5", "bench");
        let expected = format!("bench {name} mobility: ");
        nodes.push(line.strip_prefix(&expected).unwrap().split(' ').next().unwrap().to_owned());
    }
    nodes.dedup();
    assert_eq!(nodes.len(), 1, "{nodes:?}");
}
