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

const ROUNDS: [&str; 2] = ["--rounds", "6"];

/// The same of six rounds.
fn rounds(arguments: &[&str]) -> (Option<i32>, String, String) {
    compare(&[&ROUNDS, arguments].concat())
}

/// The nodes, or whatever follows, in the line below the table.
fn below(out: &str) -> &str {
    out.split_once("\n\n").unwrap().1
}

#[test]
fn an_executable_is_asked_for_its_bench_and_a_command_is_run() {
    let (engine, command) = (engine(), "echo 4321 nodes 1 nps");
    let (status, out, errors) = rounds(&[&engine, command]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let lines: Vec<_> = out.lines().collect();
    assert!(lines[2].starts_with(&format!("| {engine} (base) | ")), "{out}");
    assert!(lines[3].starts_with(&format!("| {command} | ")), "{out}");
    assert!(below(&out).starts_with("4321 nodes, 6 rounds in "), "{out}");
    assert!(below(&out).contains(" slices of 20 ms on one core, by "), "{out}");
    let (status, out, _) = rounds(&["--slice", "whole", "--json", &engine, command]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &json["nodes"], &json["slice"]), (Some(0), &4321.into(), &().into()));
}

/// A script that appends a word to a file before each bench.
fn told(home: &Path, word: &str) -> String {
    let file = home.join("order");
    format!("echo {word} >> {}; echo 1 nodes", file.display())
}

#[test]
fn every_build_runs_once_in_every_round() {
    let home = tempfile::tempdir().unwrap();
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|word| told(home.path(), word));
    let named = |name: &str, build: &str| format!("{name}={build}");
    let (pext, other) = (named("pext", &c), named("pext", &d));
    let tests = ["--base", &a, &b, "--test", &pext, &other, &named("x", &e)];
    let (status, out, errors) = rounds(&[&["--slice", "whole"], &tests[..]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    for (line, name) in out.lines().skip(2).zip(["base", "pext", "x"]) {
        assert!(line.starts_with(&format!("| {name} | ")), "{out}");
    }
    assert!(below(&out).contains(&format!("- pext: {c}; {d}\n")), "{out}");
    // The first round does not count. Orders are drawn.
    let order = fs::read_to_string(home.path().join("order")).unwrap().replace('\n', "");
    let mut orders: Vec<_> = order.as_bytes().chunks(5).map(<[u8]>::to_vec).collect();
    assert_eq!(orders.len(), 7);
    orders.sort_unstable();
    orders.dedup();
    // Fewer than three orders of 120 come in seven draws once in a million times.
    assert!(orders.len() > 2, "{order}");
    for round in &mut orders {
        round.sort_unstable();
        assert_eq!(round, b"abcde", "{order}");
    }
}

/// Each run is by an executable of its own, which is gone afterwards.
#[test]
fn each_round_has_fresh_copies() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("engine");
    let seen = home.path().join("seen");
    // Nothing else of this program lies there: the copies of other rounds are gone.
    let text = format!(
        "#!/bin/sh\necho $0 >> {}\ntest $(ls $(dirname $0) | wc -l) -le 3 && echo 5 nodes\n",
        seen.display()
    );
    fs::write(&script, text).unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&script).status().unwrap().success());
    let script = script.to_str().unwrap();
    let paths = |arguments: &[&str]| {
        let _ = fs::remove_file(&seen);
        let (status, _, errors) = rounds(arguments);
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        fs::read_to_string(&seen).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut copies = paths(&[script, &format!("{script} again")]);
    let length = copies[0].len();
    assert!(copies.iter().all(|path| path.len() == length && !Path::new(path).exists()));
    copies.sort();
    copies.dedup();
    assert_eq!(copies.len(), 14);
    let mut in_place = paths(&["--in-place", script, "echo 5 nodes"]);
    in_place.dedup();
    assert_eq!(in_place, [script]);
}

/// As UCI's bench is fed by a pipe.
#[test]
fn an_engine_is_fed_by_a_pipe() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("engine");
    let text = "while read word; do if test $word = bench; then echo 77 nodes; fi; done";
    fs::write(&script, text).unwrap();
    let command = format!("printf 'uci\\nbench\\nquit\\n' | sh {}", script.display());
    let (status, out, errors) = rounds(&[&command, "echo 77 nodes"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(below(&out).starts_with("77 nodes, "), "{out}");
    assert!(out.contains(" runs where it is and not as a fresh copy"), "{out}");
}

/// Answers `go nodes N` with N nodes.
const UCI: &str = "while read -r word rest; do case $word in uci) echo uciok ;; isready) echo readyok ;; \
    go) echo info depth 1 nodes ${rest#nodes }; echo bestmove a1a2 ;; quit) exit ;; esac; done";

#[test]
fn an_engine_without_a_bench_searches_positions_by_uci() {
    let home = tempfile::tempdir().unwrap();
    let positions = home.path().join("positions.epd");
    fs::write(&positions, "# two\n8/8/8/8/8/8/8/Kk6 w - -\n\n8/8/8/8/8/8/8/kK6 b - - 3 4\n")
        .unwrap();
    let positions = positions.to_str().unwrap();
    let arguments = ["--uci", "500", "--positions", positions, UCI];
    let (status, out, errors) = rounds(&[&arguments, &[UCI][..]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(below(&out).starts_with("1000 nodes, "), "{out}");
    let stops = UCI.replace("quit) exit", "ucinewgame) n=$((n + 1)); test $n = 2 && exit 0");
    let error = refused(&[&ROUNDS[..], &arguments[..], &[&stops]].concat());
    assert!(
        error.contains("expected bestmove 2 times after go nodes 500, found it 1 times"),
        "{error}"
    );
    for (line, expected) in [
        ("8/8/8/8/8/8/8/Kk6 w - - moves a1a2", ":1: expected a position without moves"),
        ("\n# one\nnonsense", ":3: expected FEN or EPD, such as "),
        ("# nothing", ": expected a position, found none"),
    ] {
        fs::write(positions, line).unwrap();
        let error = refused(&arguments[..4].iter().copied().chain(["a", "b"]).collect::<Vec<_>>());
        assert!(error.contains(positions) && error.contains(expected), "{error}");
    }
    let error = refused(&["--uci", "5", "--positions", "no such file", "a", "b"]);
    assert!(error.contains("no such file: expected a file of positions"), "{error}");
}

#[test]
fn a_reader_s_pattern_finds_the_nodes() {
    let pattern = ["--nodes", "total=([0-9,]+)"];
    let engine = "echo total=1,234";
    let (status, out, errors) = rounds(&[&pattern[..], &[engine, engine]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(below(&out).starts_with("1234 nodes, "), "{out}");
}

/// By the processor time that the engine's own shell tells, the system's included.
#[test]
fn a_run_costs_its_own_processor_time() {
    let work = "dd if=/dev/zero of=/dev/null bs=1 count=300000 2>/dev/null; times; echo 1 nodes";
    // By a process that nobody of the engine waits for.
    let left_behind = ": ; end=$(mktemp -u); ((dd if=/dev/zero of=/dev/null bs=1 count=300000 2>/dev/null; \
                       : > $end) &); while [ ! -e $end ]; do sleep 0.02; done; rm $end; echo 1 nodes";
    let (_, out, errors) = rounds(&["--json", work, "echo 1 nodes", left_behind]);
    let json: serde_json::Value = serde_json::from_str(&out).expect(&errors);
    let seconds =
        |engine: usize| 1.0 / json["engines"][engine]["nodes_per_second"].as_f64().unwrap();
    let shell = Command::new("sh").args(["-c", work]).output().unwrap();
    let told = String::from_utf8(shell.stdout).unwrap();
    // The second line is of what the shell started: `0m0.010s 0m0.050s`.
    let told = told.lines().nth(1).unwrap().split(' ').map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    });
    let all: f64 = told.sum();
    let (base, test, left_behind) = (seconds(0), seconds(1), seconds(2));
    assert!(base > 0.6 * all && base < 3.0 * all, "{base} of {all}: {errors}");
    assert!(test < 0.5 * base && left_behind > 0.6 * all, "{test}, {left_behind}, {base}");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_run_on_the_core_that_is_asked_for() {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let cores = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:\t")).unwrap();
    // Unless asked, it is the last one.
    let first = cores.split(['-', ',']).next().unwrap();
    let on_it =
        format!("grep -q '^Cpus_allowed_list:\t{first}$' /proc/self/status && echo 5 nodes");
    let (status, out, errors) = rounds(&["--core", first, &on_it, &on_it]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{out}");
}

#[test]
fn an_expectation_that_is_not_met_ends_with_status_1_and_the_table() {
    let (slow, fast) = (
        "dd if=/dev/zero of=/dev/null bs=1 count=200000 2>/dev/null; echo 1 nodes",
        "echo 1 nodes",
    );
    for (expected, engines, met) in [
        ("faster", [slow, fast], true),
        ("not slower", [slow, fast], true),
        ("not-slower", [fast, slow], false),
        ("faster", [fast, slow], false),
    ] {
        let (status, out, errors) = rounds(&["--expect", expected, engines[0], engines[1]]);
        assert_eq!(status, Some(i32::from(!met)), "{errors}");
        assert!(out.starts_with("| engine |") && errors.is_empty() == met, "{errors}");
        let named = format!("expected {}: {} is slower (", expected.replace('-', " "), engines[1]);
        assert!(met || errors.contains(&named), "{errors}");
    }
}

#[test]
fn an_engine_that_fails_is_named_with_what_was_expected() {
    let good = &engine();
    for (bad, expected) in [
        ("./nonsense", "./nonsense: expected an executable to copy: No such file"),
        ("nonsense", "nonsense: expected an executable to copy: No such file"),
        ("/dev/null", "/dev/null: expected an executable"),
        ("nonsense bench", "expected exit status: 0, found exit status: 127; its last line: "),
        ("echo oops; exit 3", "found exit status: 3; its last line: oops"),
        ("echo one; echo two; echo; exit 3", "found exit status: 3; its last line: two"),
        ("echo 1 nodes; kill -SEGV $$", "expected exit status: 0, found signal: 11 (SIGSEGV)"),
        ("echo 1 nodes; kill -KILL $$", "expected exit status: 0, found signal: 9 (SIGKILL)"),
        ("echo hello there", "--nodes REGEX reads another form; its last line: hello there"),
        ("echo Nodes: 1.9M", "found \"1.9M\"; its last line: Nodes: 1.9M"),
        ("echo 0 nodes 0 nps", "expected a number of nodes, found 0; its last line: 0 nodes 0 nps"),
        (
            "exec true",
            "`info depth 9 nodes 1234`; --nodes REGEX reads another form; it printed nothing",
        ),
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
    // In a later round too.
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("count");
    fs::write(&file, "\n").unwrap();
    let file = file.display();
    let changes = format!("echo >> {file}; echo $(($(wc -l < {file}) / 2)) nodes");
    let error = refused(&["echo 1 nodes", &changes]);
    assert!(error.contains("nodes: expected 1 nodes as echo 1 nodes has, found 2"), "{error}");
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
    // One waits for what it started, one falls silent, one ignores that its input has ended.
    for end in ["; wait", "; kill $!; exec >&- 2>&-; exec sleep 1000", "; while :; do read x; done"]
    {
        let started = format!("setsid sleep 1000 & echo $! > {}", other.display());
        let bad = format!("{started}; echo $$ > {}; echo 1 nodes{end}", own.display());
        let error = refused(&["--limit", "1", &bad, &engine()]);
        assert!(error.contains(&bad) && error.contains("expected an end within 1 s"), "{error}");
        assert!(is_gone(&own) && is_gone(&other), "{bad}");
    }
    // What an engine leaves behind is no reason to wait, whether it keeps the output open or not.
    for output in ["", "> /dev/null 2>&1"] {
        let started = format!("setsid sleep 1000 {output} & echo $! > {}", other.display());
        let good = format!("{started}; echo 4321 nodes");
        assert_eq!(rounds(&[&good, &engine()]).0, Some(0));
        assert!(is_gone(&other));
    }
}

/// An engine that goes on for ever, by itself and by two others, of which all tell their numbers.
fn endless(home: &Path, name: &str) -> String {
    let folder = home.join(name);
    fs::create_dir(&folder).unwrap();
    let forever = "trap '' HUP INT TERM; while :; do :; done";
    let folder = folder.display();
    format!(
        "{{ {forever}; }} & echo $! > {folder}/1; ( {{ {forever}; }} & echo $! > {folder}/2; wait ) & \
         echo $$ > {folder}/3; {forever}"
    )
}

/// However this program ends: nothing of the engines is left, neither stopped nor running, and no file.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_whatever_ends_the_program() {
    use std::os::unix::process::ExitStatusExt as _;
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    for (signal, number, slice) in
        [("INT", 2, "20"), ("TERM", 15, "whole"), ("KILL", 9, "20"), ("HUP", 1, "whole")]
    {
        // A shell's background command hears no Ctrl-C.
        if ignored >> (number - 1) & 1 == 1 {
            continue;
        }
        let home = tempfile::tempdir().unwrap();
        let engines = ["a", "b"].map(|name| endless(home.path(), name));
        let copies = home.path().join("copies");
        fs::create_dir(&copies).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_compare"))
            .args(["--slice", slice, &engines[0], &engines[1]])
            .env("TMPDIR", &copies)
            .spawn()
            .unwrap();
        let numbers = || -> Vec<_> {
            let files =
                ["a", "b"].map(|name| [1, 2, 3].map(|n| home.path().join(format!("{name}/{n}"))));
            let read =
                |file: &PathBuf| fs::read_to_string(file).ok().filter(|text| text.ends_with('\n'));
            files.concat().iter().filter_map(read).collect()
        };
        let least = if slice == "whole" { 3 } else { 6 };
        wait_until(|| numbers().len() >= least);
        let id = program.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let status = program.wait().unwrap();
        assert_eq!(status.signal(), Some(number), "{signal}: {status}");
        wait_until(|| {
            let is_there =
                |number: &String| Path::new(&format!("/proc/{}", number.trim())).exists();
            !numbers().iter().any(is_there) && fs::read_dir(&copies).unwrap().next().is_none()
        });
    }
}

/// Waits for two seconds at most, or as long as a loaded machine takes for a hundred looks.
fn wait_until(is_so: impl Fn() -> bool) {
    for _ in 0..100 {
        if is_so() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("still not so");
}

#[test]
fn a_place_that_takes_no_copies_is_named() {
    for place in ["/nonexistent", "/dev/null", "/proc"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
        let output = command.args([&engine(), &engine()]).env("TMPDIR", place).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        let expected = "expected a folder for copies of the engines";
        assert!(errors.contains(expected) && errors.contains(place), "{errors}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, expected) in [
        (&["a"][..], "<TEST>"),
        (&["--rounds", "5", "a", "b"], "5 is not in 6..1000000"),
        (&["--rounds", "9", "--minutes", "1", "a", "b"], "cannot be used with"),
        (&["--minutes", "0", "a", "b"], "expected minutes from 0.01"),
        (&["--slice", "0", "a", "b"], "expected milliseconds from 1 to 10000, or `whole`"),
        (&["--expect", "quick", "a", "b"], "expected `faster`, `slower`, `not-slower`"),
        (&["--nodes", "total", "a", "b"], "expected one group around the number"),
        (&["--positions", "x", "a", "b"], "--uci <N>"),
        (&["--core", "9999", "a", "b"], "--core 9999: expected one of "),
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
    assert!(status == Some(0) && out.contains("compare [OPTIONS] BASE TEST..."), "{out}");
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
    let engine = ["--build", BUILD, "--engine", "engine bench 13"];
    let (status, out, errors) = rounds(&[&engine, &[base, test][..]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(below(&out).starts_with("55 nodes, "), "{out}");
    for folder in [base, test] {
        let layout = |number| format!("{folder}/engine bench 13, layout {number}");
        assert!(out.contains(&[1, 2, 3].map(layout).join("; ")), "{out}");
    }
    for folder in [base, test] {
        assert_eq!(fs::read_to_string(Path::new(folder).join("seeds")).unwrap(), "1\n2\n3\n");
    }
    // Without {seed} it is one build of each.
    let once = ["--layouts", "1", "--build", "cp engine other", "--engine", "other bench 13"];
    let (status, out, errors) = rounds(&[&once, &[base, test][..]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(out.contains("One build of each"), "{out}");
}

#[test]
fn a_build_that_cannot_be_compared_is_told() {
    let home = tempfile::tempdir().unwrap();
    let folders = [("base", 1), ("test", 2)].map(|(name, nodes)| sources(home.path(), name, nodes));
    let [base, test] = folders.each_ref().map(|folder| &**folder);
    let refused = |build: &str, engine: &str, test: &str| {
        refused(&["--rounds", "6", "--build", build, "--engine", engine, base, test])
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
