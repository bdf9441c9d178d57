//! A program with children, which is ended in every way: nothing of them is left.
#![cfg(target_os = "linux")]

use children::Group;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Goes on by itself and by another one, longer than any test waits, ignores who asks it to end, and tells
/// both numbers.
const ENDLESS: &str = "trap '' HUP INT TERM; ulimit -t 60; sleep 100 & echo $$ $!; \
                       while :; do :; done";

const FOLDER: &str = "TEST_OF_CHILDREN_FOLDER";
const WAY: &str = "TEST_OF_CHILDREN_WAY";

/// Waits until something is so, for as long as a machine may take that does much else.
fn is_soon(is_so: impl Fn() -> bool) -> bool {
    (0..1000).any(|_| is_so() || (thread::sleep(Duration::from_millis(20)), false).1)
}

/// Whether it has ended, though nobody may have waited for it yet.
fn is_gone(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat"));
    state.is_ok_and(|state| state.contains(") Z ")) || !Path::new("/proc").join(process).exists()
}

/// This test again, as the program that is ended.
fn program(way: &str, folder: &Path) -> Child {
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "nothing_is_left_however_the_program_ends", "--nocapture"]);
    again.env(FOLDER, folder).env(WAY, way).stderr(Stdio::null()).stdout(Stdio::piped());
    again.spawn().unwrap()
}

/// What that program does: it starts its children and ends, or waits for its end.
fn ended(folder: PathBuf, way: &str) {
    let _keeper = Group::begin(Some(&folder)).unwrap();
    let group = Group::begin(None).unwrap();
    let mut shell = Command::new("/bin/sh");
    let mut child = group.start(shell.args(["-c", ENDLESS]).stdout(Stdio::piped())).unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut told).unwrap();
    println!("\nchildren {} {told}", group.number());
    match way {
        "drop" => {
            // Whoever ends the whole group does not end its keeper before the others.
            let keeper = group.number().to_string();
            assert!(is_soon(|| ["HUP", "INT", "TERM"].into_iter().all(|it| ignores(&keeper, it))));
            drop(group);
            let numbers: Vec<_> = told.split_whitespace().collect();
            assert!(is_soon(|| numbers.iter().all(|number| is_gone(number))), "{told}");
            assert_eq!(child.wait().unwrap().signal(), Some(9));
        }
        "panic" => panic!("as asked"),
        "exit" => std::process::exit(3),
        "abort" => std::process::abort(),
        _ => thread::sleep(Duration::from_secs(1000)),
    }
}

/// Whether a process ignores this signal. Who starts a test may let it ignore some: a shell's background
/// command hears no Ctrl-C.
fn ignores(process: &str, signal: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    let numbers = [("HUP", 1), ("INT", 2), ("TERM", 15)];
    numbers.iter().any(|(name, number)| *name == signal && ignored >> (number - 1) & 1 == 1)
}

#[test]
fn nothing_is_left_however_the_program_ends() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return ended(folder.into(), &std::env::var(WAY).unwrap());
    }
    let ways = ["drop", "panic", "exit", "abort", "HUP", "INT", "TERM", "KILL"];
    for way in ways.into_iter().filter(|way| !ignores("self", way)) {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a file"), "").unwrap();
        let mut program = program(way, &folder);
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
        let told = lines.find(|line| line.starts_with("children "));
        let told = told.unwrap_or_else(|| panic!("{way}: no children"));
        if way.chars().all(char::is_uppercase) {
            let number = program.id().to_string();
            assert!(Command::new("kill").args(["-s", way, &number]).status().unwrap().success());
        }
        let status = program.wait().unwrap();
        assert_eq!(status.success(), way == "drop", "{way}: {status}");
        let numbers: Vec<_> = told.split_whitespace().skip(1).collect();
        assert!(numbers.len() == 3 && is_soon(|| numbers.iter().all(|it| is_gone(it))), "{way}");
        assert!(is_soon(|| !folder.exists()), "{way}");
    }
}

/// A program that is heard out may leave others behind: they end with it.
#[test]
fn a_program_is_heard_out_and_leaves_nothing_behind() {
    let mut shell = Command::new("/bin/sh");
    let output = children::output(
        shell.args(["-c", "sleep 1000 >&- 2>&- & echo $!; echo no >&2; cat; exit 3"]),
    );
    let output = output.unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(3), &b"no\n"[..]));
    assert!(is_soon(|| is_gone(told.trim())), "{told}");
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let absent = || Command::new("/no such program");
    if absent().spawn().is_ok_and(|mut child| child.wait().is_ok()) {
        return lookup::left_out!("this emulator starts programs that are not there");
    }
    assert!(children::output(&mut absent()).is_err());
}

/// Whether it ends with a cargo that is killed, or with another program: neither cargo nor a shell tells it.
#[test]
fn a_program_ends_with_the_cargo_that_started_it_and_with_no_other() {
    const BY_CARGO: &str = "TEST_OF_CHILDREN_BY_CARGO";
    if std::env::var_os(BY_CARGO).is_some() {
        children::end_with_cargo();
        println!("\nchild {}", std::process::id());
        return thread::sleep(Duration::from_secs(10));
    }
    // A shell plays cargo.
    let shell = Path::new("/bin/sh").canonicalize().unwrap();
    let script = "\"$0\" --exact a_program_ends_with_the_cargo_that_started_it_and_with_no_other \
                  --nocapture; exit $?";
    for (cargo, ends) in [(&*shell, true), (Path::new("/bin/true"), false)] {
        let mut started = Command::new(&shell);
        started.args(["-c", script]).arg(std::env::current_exe().unwrap());
        started.env("CARGO", cargo).env(BY_CARGO, "").stdout(Stdio::piped());
        let mut started = started.spawn().unwrap();
        let mut lines = BufReader::new(started.stdout.take().unwrap()).lines();
        let told = lines.find_map(|line| line.unwrap().strip_prefix("child ").map(str::to_owned));
        let told = told.unwrap();
        started.kill().unwrap();
        started.wait().unwrap();
        if ends {
            assert!(is_soon(|| is_gone(&told)), "{cargo:?}");
        } else {
            thread::sleep(Duration::from_millis(200));
            assert!(!is_gone(&told), "{cargo:?}");
            assert!(Command::new("kill").args(["-s", "KILL", &told]).status().unwrap().success());
        }
    }
}
