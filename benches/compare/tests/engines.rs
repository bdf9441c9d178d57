//! The program, on engines that shells play: what they do wrong is told in one line.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

/// How it ends, and what it writes to its output and of errors.
fn compare(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
    let output = command.args(arguments).output().unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), out, errors)
}

/// The error of one line with which it ends.
fn refused(arguments: &[&str]) -> String {
    let (status, out, errors) = compare(arguments);
    assert_eq!((status, out.as_str()), (Some(1), ""), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

/// The played engine, with the line ends that a shell reads, whatever those of the checkout are.
fn engine() -> String {
    static MADE: Once = Once::new();
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/engine.sh");
    MADE.call_once(|| {
        // Written by another process: what this one writes, its children would hold open.
        let copy = "tr -d '\\r' <\"$0\" >\"$1\" && chmod +x \"$1\"";
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine.sh");
        assert!(Command::new("sh").args(["-c", copy, script, path]).status().unwrap().success());
    });
    path.to_owned()
}

#[test]
fn an_executable_is_asked_for_its_bench_and_a_command_is_run() {
    let (engine, command) = (engine(), "echo 4321 nodes 1 nps");
    let (status, out, errors) = compare(&["--runs", "6", &engine, command]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let lines: Vec<_> = out.lines().collect();
    assert!(lines[0].starts_with(&format!("base: {engine} bench: 4321 nodes, ")), "{out}");
    assert!(lines[1].starts_with(&format!("test: {command}: 4321 nodes, ")), "{out}");
    assert!(lines[2].starts_with("ratio: ") && lines[2].ends_with("6 runs of each"), "{out}");
    let (_, rest) = lines[3].split_once("% +/- ").unwrap();
    assert!(lines[3].starts_with("speedup = ") && rest.contains("%, 6 runs, base "), "{out}");
}

#[test]
fn several_builds_of_each_are_run_in_every_round() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("order");
    let build = |name| format!("echo {name} >> {}; echo 1 nodes", file.display());
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(build);
    let arguments = ["--runs", "40", "--within", "0.5", "--base", &a, &b, "--test", &c, &d, &e];
    let (status, out, errors) = compare(&arguments);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let roles: Vec<_> = out.lines().take(5).map(|line| line.split_once(": ").unwrap()).collect();
    let expected = [("base", &a), ("base", &b), ("test", &c), ("test", &d), ("test", &e)];
    for ((role, line), (expected, build)) in roles.into_iter().zip(expected) {
        assert!(role == expected && line.starts_with(build), "{out}");
    }
    assert!(out.contains(" 40 runs of 2 and 3 builds, base "), "{out}");
    assert!(out.contains("\n+/- 0.5 % ") && out.contains("over builds +/- "), "{out}");
    // Each build once a round, in ever new order.
    let order = fs::read_to_string(file).unwrap().replace('\n', "");
    let mut orders = Vec::new();
    for round in order.as_bytes().chunks(5) {
        let mut sorted = round.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, b"abcde", "{order}");
        orders.push(round);
    }
    assert_eq!((orders.len(), orders[0]), (41, &b"abcde"[..]));
    orders.sort_unstable();
    orders.dedup();
    // Of 120 orders, fewer than 20 come out of 40 draws once in billions of times.
    assert!(orders.len() > 20, "{order}");
}

/// As UCI's bench is fed by a pipe.
#[test]
fn an_engine_is_fed_by_a_pipe() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("engine");
    let text = "while read word; do if test $word = bench; then echo 77 nodes; fi; done";
    fs::write(&script, text).unwrap();
    let command = format!("printf 'uci\\nbench\\nquit\\n' | sh {}", script.display());
    let (status, out, errors) = compare(&["--runs", "6", &command, "echo 77 nodes"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(out.contains(": 77 nodes, "), "{out}");
}

#[test]
fn a_first_run_of_each_does_not_count() {
    let home = tempfile::tempdir().unwrap();
    let files = ["base", "test"].map(|name| home.path().join(name));
    let engines = files.each_ref().map(|file| format!("echo >> {}; echo 1 nodes", file.display()));
    let (status, ..) = compare(&["--runs", "7", &engines[0], &engines[1]]);
    assert_eq!(status, Some(0));
    let runs = files.map(|file| fs::read_to_string(file).unwrap().lines().count());
    assert_eq!(runs, [8; 2]);
}

#[test]
fn the_order_of_each_pair_is_drawn() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("order");
    let engine = |name| format!("echo {name} >> {}; echo 1 nodes", file.display());
    assert_eq!(compare(&["--runs", "60", &engine("b"), &engine("t")]).0, Some(0));
    let order = fs::read_to_string(file).unwrap().replace('\n', "");
    let pairs: Vec<_> = order.as_bytes().chunks(2).collect();
    assert_eq!(pairs.len(), 61);
    let base_first = pairs.iter().filter(|pair| pair[..] == b"bt"[..]).count();
    let test_first = pairs.iter().filter(|pair| pair[..] == b"tb"[..]).count();
    // Fewer than ten of either come once in ten million times.
    assert!(base_first + test_first == 61 && base_first.min(test_first) >= 10, "{order}");
}

/// By the processor time that the engine's own shell tells, the system's included.
#[test]
fn a_run_costs_its_own_processor_time() {
    let work = "dd if=/dev/zero of=/dev/null bs=1 count=300000 2>/dev/null; times; echo 1 nodes";
    let (_, out, errors) = compare(&["--runs", "6", work, "echo 1 nodes"]);
    let seconds = |line: &str| {
        let (_, rest) = line.split_once("1 nodes, ").unwrap();
        rest.split_once(" s, ").unwrap().0.parse::<f64>().unwrap()
    };
    let lines: Vec<_> = out.lines().collect();
    let [base, test] = [0, 1].map(|line| seconds(lines[line]));
    let shell = Command::new("sh").args(["-c", work]).output().unwrap();
    let told = String::from_utf8(shell.stdout).unwrap();
    // The second line is of what the shell started: `0m0.010s 0m0.050s`.
    let told = told.lines().nth(1).unwrap().split(' ').map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    });
    let told: Vec<_> = told.collect();
    let (user, all) = (told[0], told[0] + told[1]);
    assert!(base > 0.6 * all && base < 3.0 * all, "{base} of {told:?}: {errors}");
    assert!(test < 0.5 * base && user < all, "{test}, {base}, {told:?}");
}

#[test]
fn an_engine_that_fails_is_named_with_what_was_expected() {
    let good = &engine();
    for (bad, expected) in [
        ("./nonsense", "./nonsense bench: expected an executable: No such file"),
        ("/dev/null", "/dev/null bench: expected an executable: Permission denied"),
        ("nonsense bench", "expected exit status: 0, found exit status: 127; its last line: "),
        ("echo oops; exit 3", "found exit status: 3; its last line: oops"),
        ("echo one; echo two; echo; exit 3", "found exit status: 3; its last line: two"),
        ("echo 1 nodes; kill -SEGV $$", "expected exit status: 0, found signal: 11 (SIGSEGV)"),
        ("echo hello", "or `1234 nodes`; its last line: hello"),
        ("echo Nodes: 1.9M", "expected a number of nodes, such as `Nodes searched: 1234` or "),
        ("echo Nodes: 1.9M", " or `1234 nodes`, found \"1.9M\"; its last line: Nodes: 1.9M"),
        ("echo 0 nodes 0 nps", ", found \"0 nodes\"; its last line: 0 nodes 0 nps"),
        ("exec true", "expected a number of nodes, such as `Nodes searched: 1234` or `1234 nodes`"),
        ("printf '\\033[31m\\n'", "; its last line: \\u{1b}[31m"),
        ("yes 4321 nodes", "expected 16777216 bytes of output at most"),
    ] {
        for engines in [[good, bad], [bad, good]] {
            let error = refused(&engines);
            assert!(error.contains(bad) && error.contains(expected), "{error}");
        }
    }
}

#[test]
fn other_nodes_allow_no_ratio() {
    let error = refused(&[&engine(), "echo 4322 nodes"]);
    let expected = "echo 4322 nodes: expected 4321 nodes as ";
    assert!(error.contains(expected) && error.contains("found 4322: no ratio"), "{error}");
    // In each build.
    let one = "echo 4321 nodes";
    for builds in [
        ["--base", one, "echo 9 nodes", "--test", one],
        ["--base", one, "--test", one, "echo 9 nodes"],
    ] {
        let error = refused(&builds);
        assert!(
            error.contains("echo 9 nodes: expected 4321 nodes as echo 4321 nodes has"),
            "{error}"
        );
    }
    // The first two runs find one node, and the third one two.
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("count");
    fs::write(&file, "\n").unwrap();
    let file = file.display();
    let changes = format!("echo >> {file}; echo $(($(wc -l < {file}) / 2)) nodes");
    let error = refused(&["echo 1 nodes", &changes]);
    assert!(error.contains("nodes: expected 1 nodes again, found 2"), "{error}");
}

/// Whether the process with this number, which a file has, has ended.
fn is_gone(file: &Path) -> bool {
    let number = fs::read_to_string(file).unwrap();
    !PathBuf::from(format!("/proc/{}", number.trim())).exists()
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_hangs_and_all_that_it_started_is_stopped() {
    let home = tempfile::tempdir().unwrap();
    let [own, other] = ["own", "other"].map(|name| home.path().join(name));
    // One waits for what it started, one leaves it behind with its output open, one falls silent.
    for end in ["; wait", "", "; kill $!; exec >&- 2>&-; exec sleep 1000"] {
        let started = format!("setsid sleep 1000 & echo $! > {}", other.display());
        let bad = format!("{started}; echo $$ > {}; echo 1 nodes{end}", own.display());
        let error = refused(&["--limit", "1", &bad, &engine()]);
        assert!(error.contains(&bad) && error.contains("expected an end within 1 s"), "{error}");
        assert!(is_gone(&own) && is_gone(&other), "{bad}");
    }
    // What does not keep its output open is no reason to wait, and does not run beside the next.
    let started = format!("setsid sleep 1000 > /dev/null 2>&1 & echo $! > {}", other.display());
    let good = format!("{started}; echo 4321 nodes");
    assert_eq!(compare(&["--runs", "6", &good, &engine()]).0, Some(0));
    assert!(is_gone(&other));
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, expected) in [
        (&["a"][..], "<TEST>"),
        (&["a", "b", "c"], "unexpected argument 'c'"),
        (&["--runs", "5", "a", "b"], "5 is not in 6..1000000"),
        (&["--limit", "0", "a", "b"], "0 is not in 1..1000000"),
        (
            &["--within", "0", "a", "b"],
            "'0' for '--within <PERCENT>': expected a percentage from 0.001",
        ),
        (
            &["--within", "x", "a", "b"],
            "'x' for '--within <PERCENT>': expected a percentage from 0.001",
        ),
        (&["--within", "nan", "a", "b"], "'nan' for '--within <PERCENT>': expected a percentage"),
        (&["--base", "a"], "--test <BUILD>"),
        (&["--test", "a"], "--base <BUILD>"),
        (&["a", "b", "--base", "c", "--test", "d"], "cannot be used with"),
        (&["a", "--test", "d"], "cannot be used with"),
        (&["--base", "--test", "d"], "a value is required for '--base <BUILD>...'"),
    ] {
        let (status, out, errors) = compare(arguments);
        assert_eq!((status, &*out), (Some(1), ""), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
    let (status, out, _) = compare(&["--help"]);
    assert!(status == Some(0) && out.contains("cargo run -p compare -- "), "{out}");
}

/// A folder of sources, whose build leaves a played engine of these nodes.
fn sources(home: &Path, name: &str, nodes: u32) -> String {
    let folder = home.join(name);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("nodes"), nodes.to_string()).unwrap();
    folder.to_str().unwrap().to_owned()
}

/// Leaves an engine that asks for the arguments `bench 13`, and differs by the seed.
const BUILD: &str = r#"printf '#!/bin/sh\n# {seed}\ntest "$*" = "bench 13" && echo %s nodes\n' \
    "$(cat nodes)" > engine && chmod +x engine && echo {seed} >> seeds"#;

#[test]
fn both_engines_are_built_in_each_layout() {
    let home = tempfile::tempdir().unwrap();
    let folders = ["mine", "its test"].map(|name| sources(home.path(), name, 55));
    let [base, test] = folders.each_ref().map(|folder| &**folder);
    let engine = ["--runs", "6", "--build", BUILD, "--engine", "engine bench 13"];
    let (status, out, errors) = compare(&[&engine, &[base, test][..]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(out.matches("bench 13: 55 nodes, ").count(), 6, "{out}");
    assert!(out.contains("/base-3' bench 13") && out.contains("/test-1' bench 13"), "{out}");
    assert!(out.contains(" 6 runs of 3 and 3 builds, base "), "{out}");
    for folder in [base, test] {
        assert_eq!(fs::read_to_string(Path::new(folder).join("seeds")).unwrap(), "1\n2\n3\n");
    }
    // Without {seed} it is one build of each.
    let once = ["--layouts", "1", "--build", "cp engine other", "--engine", "other bench 13"];
    let (status, out, errors) = compare(&[&once, &["--runs", "6", base, test][..]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(out.matches(": 55 nodes, ").count(), 2, "{out}");
}

#[test]
fn a_build_that_cannot_be_compared_is_told() {
    let home = tempfile::tempdir().unwrap();
    let folders = [("base", 1), ("test", 2)].map(|(name, nodes)| sources(home.path(), name, nodes));
    let [base, test] = folders.each_ref().map(|folder| &**folder);
    let refused = |build: &str, engine: &str, test: &str| {
        refused(&["--runs", "6", "--build", build, "--engine", engine, base, test])
    };
    let told = refused("echo {seed}; echo no such flag >&2; exit 3", "engine", test);
    let expected = "base: echo 1; echo no such flag >&2; exit 3: expected exit status: 0, found \
                    exit status: 3; its last line: no such flag\n";
    assert!(told.ends_with(expected), "{told}");
    let told = refused("true {seed}", "engine", test);
    assert!(told.contains("true 1: expected that it leaves an executable "), "{told}");
    let told = refused("echo > engine; true {seed}", "engine", test);
    assert!(told.contains("expected another executable with 2 for {seed} than with 1"), "{told}");
    let told = refused("make", "engine", test);
    assert!(told.contains("make: expected {seed} where the linker's order is drawn"), "{told}");
    let told = refused(BUILD, "engine bench 13", "nowhere");
    assert!(told.ends_with("nowhere: expected a folder of sources\n"), "{told}");
    // Other nodes are another tree.
    let told = refused(BUILD, "engine bench 13", test);
    assert!(told.contains("expected 1 nodes as ") && told.contains("found 2"), "{told}");
    let (status, _, errors) = compare(&["--build", BUILD, base, test]);
    assert!(status == Some(1) && errors.contains("--engine <PATH>"), "{errors}");
}
