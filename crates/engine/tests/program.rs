//! The program, driven as a graphical one drives it.

use engine::Chosen;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn engine() -> Command {
    Command::new(env!("CARGO_BIN_EXE_engine"))
}

/// The lines that the engine answers to an input, which ends.
fn answers(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut command = engine();
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The input closes at once.
    child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    succeeded(child.wait_with_output().unwrap())
}

/// The lines of a program that ended well.
fn succeeded(output: Output) -> Vec<String> {
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && error.is_empty(), "{}: {error}", output.status);
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

/// The error with which a program ended, of one line.
fn failed(output: Output) -> String {
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn introduces_itself_and_searches() {
    let lines = answers("uci\nisready\r\nisready");
    assert!(lines[0].starts_with("id name ") && lines.len() == 8, "{lines:?}");
    assert_eq!(lines[5..], ["uciok", "readyok", "readyok"]);
    for (input, last) in [
        ("position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6\ngo depth 6", "bestmove h5f7"),
        ("ucinewgame\nposition fen 7k/5Q2/8/6K1/8/8/8/8 b - - 0 1\ngo", "bestmove 0000"),
        ("setoption name Hash value 1\ngo perft 2", "info nodes 400 "),
        ("go perft 0", "info nodes 1 "),
        // There is one move.
        ("position fen 8/8/8/7k/8/8/r3q3/K7 w - -\ngo perft 1", "info nodes 1 "),
        // Of few nodes: at the end of input a slow machine would stop more.
        ("setoption name Profile value material\nbench 1", "bench base material: "),
    ] {
        let lines = answers(input);
        assert!(lines.last().is_some_and(|line| line.starts_with(last)), "{input}: {lines:?}");
    }
    // Every depth is told, and the last one once.
    let lines = answers("go depth 4");
    let starts = ["info depth 1 ", "info depth 2 ", "info depth 3 ", "info depth 4 ", "bestmove "];
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines:?}");
    assert_eq!(lines.len(), starts.len());
}

#[test]
fn every_go_has_an_answer() {
    for line in [
        "go depth 5 searchmoves e2e4",
        "go mate 1",
        "go nonsense nodes 100 \u{1} -3",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 9223372036854775807 winc 9223372036854775807 depth 1",
        "go movetime 9223372036854775807 depth 1",
        "go movetime 30",
        "go movetime -1",
        "go nodes 0",
        "go depth 0",
    ] {
        let last = answers(line).pop().unwrap();
        assert!(last.starts_with("bestmove ") && last != "bestmove 0000", "{line}: {last}");
    }
    for line in ["go depth x", "go depth", "go wtime 1e3", "go perft", "go perft 100000"] {
        let lines = answers(line);
        assert!(lines[0].starts_with("info string expected "), "{line}: {lines:?}");
        assert_eq!(lines[1..], ["bestmove 0000"], "{line}");
    }
}

#[test]
fn after_a_refused_position_none_is_searched() {
    for line in ["position startpos moves e2e4 e2e4", "position", "position kiwipete"] {
        let lines = answers(format!("{line}\ngo depth 1\ngo\ngo perft 1\n"));
        assert!(lines[0].starts_with("info string "), "{lines:?}");
        let refused = ["info string no position: the last one was refused", "bestmove 0000"];
        assert_eq!(lines[1..], [refused; 3].concat());
        let lines = answers(format!("{line}\nposition startpos\ngo depth 1"));
        assert_ne!(lines.last().unwrap(), "bestmove 0000");
    }
}

#[test]
fn what_is_not_understood_changes_nothing() {
    for (line, answer) in [
        (&b"nonsense"[..], r#"unknown command "nonsense""#),
        (b"setoption name Hash value 0", r#"expected 1 to 1024 after Hash, found "0""#),
        (b"setoption name Lookups value none", r#"unknown lookups "none""#),
        (b"\xff\xfe\r", "unknown command \"\u{fffd}\u{fffd}\""),
        (b"is\0ready", r#"unknown command "is\0ready""#),
        (b"\x1b[31m", r#"unknown command "\u{1b}[31m""#),
    ] {
        let lines = answers([b"position startpos moves d2d4\n", line, b"\ngo perft 2"].concat());
        assert_eq!(lines[0], format!("info string {answer}"));
        assert!(lines.last().unwrap().starts_with("info nodes 560 "), "{lines:?}");
    }
}

#[test]
fn lookups_that_need_what_is_hidden_of_the_processor_are_told() {
    let told = "info string the processor has not all that these lookups need";
    for (mask, lookups, is_told) in
        [("bmi2", "sliders-pext", true), ("bmi2", "base", false), ("avx512f,bmi2", "best", true)]
    {
        let mut command = engine();
        let command = command.env("LAB_MASK", mask).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let input = format!("setoption name Lookups value {lookups}\ngo perft 2");
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let lines = succeeded(child.wait_with_output().unwrap());
        assert_eq!(lines[0] == told, is_told, "{mask}, {lookups}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("info nodes 400 "), "{lines:?}");
    }
    let error = failed(engine().env("LAB_MASK", "bmi2,bmi3").output().unwrap());
    assert!(error.starts_with("error: LAB_MASK: \"bmi3\": expected sse4.2, popcnt, "), "{error}");
}

#[test]
fn a_search_can_be_stopped_and_nothing_else_can_start_meanwhile() {
    let busy = "info string a search is under way; send stop and wait for its result";
    // A mate on the board does not end an infinite search.
    for position in ["startpos", "fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1"] {
        let mut lines = answers(format!(
            "position {position}\ngo infinite\ngo depth 3\nbench\nucinewgame\n\
             setoption name Hash value 2\nsetoption name Lookups value best\nisready\nstop\n"
        ));
        assert!(lines.pop().unwrap().starts_with("bestmove "), "{lines:?}");
        lines.retain(|line| !line.starts_with("info depth "));
        assert_eq!(lines, [busy, busy, busy, busy, busy, "readyok"]);
    }
    assert_eq!(answers("go perft 20\nisready\nstop"), ["readyok", "info string stopped"]);
    assert_eq!(answers("bench 99\nisready\nstop"), ["readyok", "info string stopped"]);
}

#[test]
fn the_end_of_input_ends_what_is_under_way() {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for line in ["go", "go infinite", "go depth 100", "go perft 9", "bench 100"] {
            scope.spawn(move || assert!(!answers(line).is_empty(), "{line}"));
        }
        scope.spawn(|| answers("go infinite\nquit"));
    });
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// A table that there is no room for is refused, and the old one and its profile stay in use.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux limits the memory so")]
fn a_table_beyond_the_memory_there_is_changes_nothing() {
    let limited = ["-c", "ulimit -v 800000; exec \"$0\"", env!("CARGO_BIN_EXE_engine")];
    let mut command = Command::new("sh");
    let command = command.args(limited).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let input = "setoption name Profile value material\nsetoption name Hash value 1024\n\
                 setoption name Hash value 400\nsetoption name Profile value threats\n\
                 setoption name Hash value 1\nbench 1\n";
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let lines = succeeded(child.wait_with_output().unwrap());
    let refused = "info string there is not so much memory: all stays as it was";
    assert_eq!(lines[..2], [refused; 2], "{lines:?}");
    assert!(lines[2].starts_with("bench base material: ") && lines.len() == 3, "{lines:?}");
}

#[test]
fn input_that_cannot_be_read_ends_the_program() {
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let error = failed(engine().stdin(folder).output().unwrap());
    assert!(error.starts_with("engine: cannot read commands: "), "{error}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "only Linux has a full device")]
fn output_that_cannot_be_written_ends_the_program() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let error = failed(engine().args(["bench", "1"]).stdout(full).output().unwrap());
    assert!(error.starts_with("engine: cannot write: "), "{error}");
}

#[test]
fn arguments_are_obeyed_or_refused() {
    let run = |arguments: &[&str]| engine().args(arguments).output().unwrap();
    let [bench] = &succeeded(run(&["bench", "3"]))[..] else { panic!("a bench has one line") };
    assert!(bench.contains(" nodes ") && bench.ends_with(" nps"), "{bench}");
    assert!(succeeded(run(&["--help"])).iter().any(|line| line.contains("engine bench")));
    for (arguments, found) in [
        (&["nonsense"][..], "\"nonsense\""),
        (&["bench", "deep"], "\"deep\""),
        (&["bench", "3", "4"], "\"bench 3 4\""),
        (&["bench", "--choice"], "\"bench --choice\""),
        (&["bench", "--choice", "none"], "\"none\""),
        (&["bench", "3", "--profile", "none"], "\"none\""),
        (&["bench", "--nonsense", "base"], "\"bench --nonsense base\""),
        (&["--help", "me"], "\"--help me\""),
        (&["quit"], "\"quit\""),
    ] {
        let error = failed(run(arguments));
        assert!(error.trim_end().ends_with(&format!("found {found}")), "{error}");
    }
}

#[test]
fn a_bench_by_arguments_has_the_choice_and_the_profile_that_they_name() {
    let line = |arguments: &[&str]| {
        let output = engine().args(arguments).output().unwrap();
        succeeded(output).pop().unwrap().split(": ").next().unwrap().to_owned()
    };
    assert_eq!(line(&["bench", "2", "--choice", "sliders-pext"]), "bench sliders-pext classical");
    let both = ["bench", "2", "--profile", "material", "--choice", "best"];
    assert_eq!(line(&both), "bench best material");
    assert_eq!(line(&["bench", "2", "--profile", "network"]), "bench base network");
    let none = engine().args(["bench", "--choice", "none"]).output().unwrap();
    let error = failed(none);
    assert!(error.contains("expected one of base, sliders-pext, "), "{error}");
}

/// As `printf 'bench\nquit\n' | engine` feeds it.
#[test]
fn a_bench_ends_before_quit_does() {
    let nodes = |input: &str| {
        let line = answers(input).pop().unwrap_or_default();
        let (_, nodes) = line.split_once("classical: ").expect(&line);
        nodes.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(nodes("bench 5\nquit\n"), nodes("bench 5\n"));
    // What else is under way ends at once, and a bench that is stopped too.
    let start = Instant::now();
    assert_eq!(answers("bench 99\nstop\nquit"), ["info string stopped"]);
    assert!(!answers("bench 1\ngo infinite\nquit").iter().any(|line| line.starts_with("best")));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_lookups_on_offer_are_the_list_of_choices_and_have_the_same_bench() {
    let names: Vec<_> = Chosen::all().iter().map(|choice| choice.name).collect();
    assert_eq!((names[0], names.iter().collect::<BTreeSet<_>>().len()), ("base", names.len()));
    let lines = answers("uci");
    let offer = lines.iter().find(|line| line.starts_with("option name Lookups ")).unwrap();
    assert_eq!(offer.split(" var ").skip(1).collect::<Vec<_>>(), names);
    let mut nodes = names.iter().map(|name| {
        let line = answers(format!("setoption name Lookups value {name}\nbench 3")).pop().unwrap();
        let rest = line.strip_prefix(&format!("bench {name} classical: ")).unwrap();
        rest.split(' ').next().unwrap().to_owned()
    });
    let base = nodes.next().unwrap();
    assert!(nodes.all(|nodes| nodes == base));
}
