//! Programs that may hang: run to their end, with a limit on waiting.

use anyhow::{Context as _, Result, bail};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Runs a program to its end, with this input. Past the limit it is killed, with everything that
/// it started.
///
/// # Errors
/// If the program can't be started, or hangs.
pub(crate) fn run(command: &mut Command, input: Vec<u8>, limit: Duration) -> Result<Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Killing the program alone would leave behind what it started.
        .process_group(0)
        .spawn()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    let group = child.id().to_string();
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    // A program that ends without reading says why itself.
    thread::spawn(move || _ = stdin.write_all(&input));
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    if let Ok(output) = ended.recv_timeout(limit) {
        return output.context("reading what it says");
    }
    // The standard library can't kill a group; every shell can.
    let _ = Command::new("/bin/sh").args(["-c", "kill -9 -\"$0\"", &group]).status();
    // The output ends when the last process that holds it has ended.
    let _ = ended.recv();
    bail!("it hung for {} s", limit.as_secs())
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
    fn a_program_that_is_not_there_is_named() {
        let absent = || Command::new("/no such program");
        if absent().spawn().is_ok_and(|mut child| child.wait().is_ok()) {
            return lookup::left_out!("this emulator starts programs that are not there");
        }
        let error = run(&mut absent(), Vec::new(), LONG).unwrap_err();
        assert!(error.to_string().contains("starting /no such program"));
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
