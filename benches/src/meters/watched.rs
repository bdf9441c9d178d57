//! Programs that may hang: run to their end, with a limit on waiting.

use anyhow::{Context as _, Result, bail};
use children::Group;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Runs a program to its end, with this input. What it started ends with it, past the limit or before.
///
/// # Errors
/// If the program can't be started, or hangs.
pub(crate) fn run(command: &mut Command, input: Vec<u8>, limit: Duration) -> Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let group = Group::begin(None)?;
    let started = group.start(command);
    let starting = || format!("starting {}", command.get_program().display());
    let mut child = started.with_context(starting)?;
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    // A program that ends without reading says why itself.
    beside(move || _ = stdin.write_all(&input))?;
    let (sender, ended) = mpsc::channel();
    beside(move || _ = sender.send(child.wait_with_output()))?;
    if let Ok(output) = ended.recv_timeout(limit) {
        return output.context("reading what it says");
    }
    drop(group);
    // The output ends when the last process that holds it has ended.
    let _ = ended.recv();
    bail!("it hung for {} s", limit.as_secs())
}

/// Does something on another thread, of which a system may allow no more.
fn beside(work: impl FnOnce() + Send + 'static) -> Result<()> {
    thread::Builder::new().spawn(work).map(|_| ()).context("expected another thread")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn shell(script: &str, input: &str, limit: Duration) -> Result<Output> {
        run(Command::new("/bin/sh").args(["-c", script]), input.as_bytes().to_vec(), limit)
    }

    #[test]
    fn a_program_that_ends_is_heard_out() {
        let output = shell("cat; echo no >&2; exit 3", "one\ntwo\n", LONG).unwrap();
        assert_eq!((&*output.stdout, &*output.stderr), (&b"one\ntwo\n"[..], &b"no\n"[..]));
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_program_leaves_behind_ends_with_it() {
        let output = shell("sleep 1000000 >&- 2>&- & echo $!", "", LONG).unwrap();
        let left = String::from_utf8(output.stdout).unwrap();
        let place = std::path::Path::new("/proc").join(left.trim());
        let is_gone = |_| !place.exists() || (thread::sleep(Duration::from_millis(20)), false).1;
        assert!((0..1000).any(is_gone), "{left}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let absent = || Command::new("/no such program");
        if absent().spawn().is_ok_and(|mut child| child.wait().is_ok()) {
            return lookup::left_out!("this emulator starts programs that are not there");
        }
        let error = run(&mut absent(), Vec::new(), LONG).unwrap_err();
        assert!(error.to_string().contains("starting /no such program"));
    }

    /// As a run of counts is ended by a signal that nobody can hear.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_ends_with_all_it_started_when_this_one_is_killed() {
        const FILE: &str = "LAB_TEST_WATCHED";
        if let Some(file) = std::env::var_os(FILE) {
            let script = "sleep 1000000 & echo $$ $! > $0; wait";
            let mut shell = Command::new("/bin/sh");
            _ = run(shell.args(["-c", script]).arg(file), Vec::new(), LONG);
            return;
        }
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("numbers");
        let name = "a_program_ends_with_all_it_started_when_this_one_is_killed";
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", &format!("meters::watched::tests::{name}")]).env(FILE, &file);
        let mut again = again.stdout(Stdio::null()).spawn().unwrap();
        let soon = |is_so: &dyn Fn() -> bool| {
            (0..1000).any(|_| is_so() || (thread::sleep(Duration::from_millis(20)), false).1)
        };
        let told = || std::fs::read_to_string(&file).unwrap_or_default();
        assert!(soon(&|| told().ends_with('\n')));
        again.kill().unwrap();
        again.wait().unwrap();
        let is_gone = |it: &str| !std::path::Path::new("/proc").join(it).exists();
        assert!(soon(&|| told().split_whitespace().all(is_gone)), "{}", told());
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_all_it_started() {
        // One that waits for what it started, one that leaves it behind, and one that falls silent.
        for script in ["sleep 1000000 & wait", "sleep 1000000 &", "exec >&- 2>&-; sleep 1000000"] {
            let error = shell(script, "", Duration::from_millis(20)).unwrap_err();
            assert_eq!(error.to_string(), "it hung for 0 s", "{script}");
        }
        let error = shell("sleep 1000000", "", Duration::from_millis(1010)).unwrap_err();
        assert_eq!(error.to_string(), "it hung for 1 s");
    }
}
