//! The program, driven as a graphical one drives it. Nothing waits for longer than a minute.

use engine::Lookups;
use engine::choices::Each;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a line or an end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        Engine::with(&[], Stdio::piped())
    }

    fn with(arguments: &[&str], input: Stdio) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
        let command = command.args(arguments).stdin(input);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, output) = mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Nobody listens any more if the test has failed.
        thread::spawn(move || lines.map_while(|line| sender.send(line.unwrap()).ok()).count());
        Engine { input: child.stdin.take(), child, output }
    }

    fn say(&mut self, text: &str) {
        self.write(format!("{text}\n").as_bytes());
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line; none at the end.
    fn line(&mut self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line"),
        }
    }

    /// The lines until one that starts like this, with it.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line() else { panic!("no {start:?}: {lines:?}") };
            let is_it = line.starts_with(start);
            lines.push(line);
            if is_it {
                return lines;
            }
        }
    }

    /// The last of these lines.
    fn answer(&mut self, text: &str, start: &str) -> String {
        self.say(text);
        self.until(start).pop().unwrap()
    }

    /// How it ends after the end of the input: what is left to read, and its errors.
    fn ending(mut self) -> (ExitStatus, Vec<String>, String) {
        self.input = None;
        let rest = std::iter::from_fn(|| self.line()).collect();
        let last = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < last, "it does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (status, rest, errors)
    }

    /// What is left to read after the end of the input.
    fn end(self) -> Vec<String> {
        let (status, rest, errors) = self.ending();
        assert!(status.success() && errors.is_empty(), "{status}: {errors}");
        rest
    }

    /// The error with which it ends, of one line.
    fn failure(self) -> String {
        let (status, rest, errors) = self.ending();
        assert_eq!((status.code(), rest.len()), (Some(1), 0), "{rest:?} {errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        errors
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended unless the test has failed.
        let _ = self.child.kill();
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
    engine.answer("go wtime 300 btime 300 winc 10 binc 10", "bestmove");
    engine.say("quit");
    assert!(engine.end().is_empty());
}

#[test]
fn wrong_options_change_nothing() {
    let mut engine = Engine::start();
    engine.say("position startpos moves d2d4");
    for (line, answer) in [
        ("nonsense", "unknown command \"nonsense\""),
        ("setoption name Hash value 0", "a hash table has 1 to 1024 megabytes, not 0"),
        ("setoption name Hash value 5000", "a hash table has 1 to 1024 megabytes, not 5000"),
        ("setoption name Lookups value none", "unknown lookups \"none\""),
    ] {
        assert_eq!(engine.answer(line, ""), format!("info string {answer}"));
    }
    engine.say("setoption name Hash value 1");
    let lines = engine.answer("go perft 2", "info nodes");
    assert!(lines.starts_with("info nodes 560 "), "{lines}");
    assert!(engine.answer("go perft 0", "info nodes").starts_with("info nodes 1 "));
}

#[test]
fn every_go_has_an_answer() {
    let mut engine = Engine::start();
    for line in [
        "go depth 5 searchmoves e2e4",
        "go mate 1",
        "go nonsense nodes 100 \u{1} -3",
        "go wtime 9223372036854775807 winc 9223372036854775807 depth 1",
        "go movetime 9223372036854775807 depth 1",
        "go movetime -1",
        "go nodes 0",
        "go depth 0",
    ] {
        assert_ne!(engine.answer(line, "bestmove"), "bestmove 0000", "{line}");
    }
    for line in ["go depth x", "go depth", "go wtime 1e3", "go perft", "go perft 100000"] {
        assert!(engine.answer(line, "").starts_with("info string "), "{line}");
        assert_eq!(engine.answer("", ""), "bestmove 0000", "{line}");
    }
    engine.end();
}

#[test]
fn after_a_refused_position_none_is_searched() {
    let mut engine = Engine::start();
    let long = format!("position startpos moves{}", " e2e4".repeat(1 << 18));
    for line in [
        "position startpos moves e2e4 e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - -",
        "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 a1a2",
        "position",
        "position kiwipete",
        &long,
    ] {
        engine.say("position startpos");
        assert!(engine.answer(line, "").starts_with("info string "));
        for go in ["go depth 1", "go", "go perft 1"] {
            assert_eq!(engine.answer(go, ""), "info string no position: the last one was refused");
            assert_eq!(engine.answer("", ""), "bestmove 0000");
        }
    }
    engine.say("position fen 7k/8/8/8/8/8/8/K7 w - -");
    assert!(engine.answer("go depth 1", "bestmove").starts_with("bestmove a1"));
}

#[test]
fn what_is_quoted_is_cut_short() {
    let mut engine = Engine::start();
    // One of these is a line too long.
    for length in [1_000_000, 3_000_000] {
        for start in [
            "",
            "go depth 1 ",
            "go depth ",
            "position ",
            "position startpos ",
            "position startpos moves ",
            "position fen ",
            "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 ",
            "setoption name ",
            "setoption name Hash value ",
            "setoption name Lookups value ",
            "setoption name Profile value ",
        ] {
            engine.say("position startpos");
            engine.say(&format!("{start}{}", "é".repeat(length / 2)));
            engine.say("isready");
            for line in engine.until("readyok") {
                assert!(line.len() < 500, "{start}: {} bytes", line.len());
            }
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut engine = Engine::start();
    for bytes in [&b"\xff\xfe"[..], b"is\0ready", b"isready\0", b"\x1b[31m"] {
        engine.write(&[bytes, b"\r\n"].concat());
        let answer = engine.line().unwrap();
        assert!(answer.starts_with("info string unknown command "), "{answer}");
        assert!(!answer.contains(char::is_control), "{answer:?}");
    }
    engine.write(b"isready\r\nisready");
    assert_eq!(engine.end(), ["readyok", "readyok"]);
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
        let answer = engine.answer(line, "info string");
        assert_eq!(answer, "info string a search is under way; send stop and wait for its result");
    }
    assert_eq!(engine.answer("isready", "readyok"), "readyok");
    engine.say("stop");
    engine.until("bestmove");
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
fn a_search_tells_of_every_depth_before_it_ends() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    for depth in 1..=6 {
        engine.until(&format!("info depth {depth} "));
    }
    engine.answer("stop", "bestmove");
    // The last depth is told once.
    engine.say("go depth 4");
    assert_eq!(engine.until("bestmove").len(), 5);
}

#[test]
fn a_perft_stops_within_a_move_of_the_first_position() {
    let mut engine = Engine::start();
    // There is one move.
    engine.say("position fen 8/8/8/7k/8/8/r3q3/K7 w - -");
    assert_eq!(engine.answer("go perft 1", "info").split(' ').nth(2), Some("1"));
    engine.say("go perft 20");
    assert_eq!(engine.answer("isready", ""), "readyok");
    assert_eq!(engine.answer("stop", ""), "info string stopped");
}

#[test]
fn the_time_of_a_search_ends_though_lines_keep_coming() {
    let mut engine = Engine::start();
    engine.say("go movetime 100");
    let mut input = engine.input.take().unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let last = Instant::now() + PATIENCE;
            while !is_over.load(Ordering::Relaxed) && Instant::now() < last {
                input.write_all(&b"isready\n".repeat(1000)).unwrap();
            }
        });
        let start = Instant::now();
        engine.until("bestmove");
        is_over.store(true, Ordering::Relaxed);
        assert!(start.elapsed() < PATIENCE / 2);
    });
}

#[test]
fn the_end_of_input_ends_what_is_under_way() {
    let ends = |line: &str| {
        let mut engine = Engine::start();
        engine.say(line);
        let start = Instant::now();
        let rest = engine.end();
        assert!(start.elapsed() < PATIENCE / 2, "{line}");
        rest
    };
    let lines = [
        "go",
        "go infinite",
        "go infinite depth 3",
        "go depth 100",
        "go depth 99",
        "go mate 60",
        "go nodes 18446744073709551614",
        "go wtime 9223372036854775807",
        "go perft 9",
        "bench 100",
    ];
    thread::scope(|scope| {
        for line in lines {
            scope.spawn(move || assert!(!ends(line).is_empty(), "{line}"));
        }
    });
    // A search with an end has some seconds for it.
    assert!(ends("go depth 7").iter().any(|line| line.starts_with("info depth 7 ")));
}

#[test]
fn input_that_cannot_be_read_ends_the_program() {
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let failure = Engine::with(&[], folder.into()).failure();
    assert!(failure.starts_with("engine: cannot read commands: "), "{failure}");
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_ends_the_program() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command.arg("--help").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("engine: cannot write: ") && error.lines().count() == 1, "{error}");
}

#[test]
fn arguments_are_obeyed_or_refused() {
    let run = |arguments: &[&str]| Engine::with(arguments, Stdio::null());
    let [bench] = &run(&["bench", "3"]).end()[..] else { panic!("a bench has one line") };
    assert!(bench.contains(" nodes ") && bench.ends_with(" nps"), "{bench}");
    assert!(run(&["--help"]).end().iter().any(|line| line.contains("engine bench")));
    for (arguments, found) in [
        (&["nonsense"][..], "\"nonsense\""),
        (&["bench", "deep"], "\"deep\""),
        (&["bench", "3", "4"], "\"bench 3 4\""),
        (&["--help", "me"], "\"--help me\""),
        (&["quit"], "\"quit\""),
    ] {
        let failure = run(arguments).failure();
        assert!(failure.trim_end().ends_with(&format!("found {found}")), "{failure}");
    }
}

/// Takes the names of choices.
struct Names(Vec<&'static str>);

impl Each for Names {
    fn choice<L: Lookups>(&mut self) {
        self.0.push(L::NAME);
    }
}

#[test]
fn the_lookups_on_offer_are_the_list_of_choices_and_have_the_same_bench() {
    let mut choices = Names(Vec::new());
    engine::choices::choices(&mut choices);
    let mut engine = Engine::start();
    let offer = engine.answer("uci", "option name Lookups ");
    assert_eq!(offer.split(" var ").skip(1).collect::<Vec<_>>(), choices.0);
    let mut nodes = choices.0.iter().map(|name| {
        engine.say(&format!("setoption name Lookups value {name}"));
        let line = engine.answer("bench 3", "bench");
        let expected = format!("bench {name} classical: ");
        line.strip_prefix(&expected).unwrap().split(' ').next().unwrap().to_owned()
    });
    let base = nodes.next().unwrap();
    assert!(nodes.all(|nodes| nodes == base));
}
