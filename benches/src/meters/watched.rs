//! Programs that may hang: read line by line, with a limit on waiting.

use anyhow::{Context as _, Result, bail, ensure};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A running program. Dropping it before its end kills it and everything it started.
#[derive(Debug)]
pub(crate) struct Watched {
    child: Child,
    lines: Receiver<io::Result<String>>,
    complaints: PathBuf,
}

impl Watched {
    /// Starts a program, hands it `input`, and keeps its complaints in the file `complaints`.
    ///
    /// # Errors
    /// If the program can't be started, or the file can't be created.
    pub(crate) fn start(
        command: &mut Command,
        input: Vec<u8>,
        complaints: &Path,
    ) -> Result<Watched> {
        let file = || format!("creating {}", complaints.display());
        fs::create_dir_all(complaints.parent().unwrap_or(Path::new("/"))).with_context(file)?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(complaints).with_context(file)?)
            // Killing the program alone would leave behind what it started.
            .process_group(0)
            .spawn()
            .with_context(|| format!("starting {}", command.get_program().display()))?;
        let mut stdin = child.stdin.take().expect("a pipe was asked for");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        // A program that ends without reading says why itself.
        thread::spawn(move || _ = stdin.write_all(&input));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line)));
        Ok(Watched { child, lines, complaints: complaints.to_owned() })
    }

    /// The next line; `None` at the end of the output.
    ///
    /// # Errors
    /// If none comes within the limit, or the line is not UTF-8.
    pub(crate) fn next_line(&self, limit: Duration) -> Result<Option<String>> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => Ok(Some(line?)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => bail!("it hung for {} s", limit.as_secs()),
        }
    }

    /// Waits for the program's end.
    ///
    /// # Errors
    /// If it does not come within the limit, or the system does not tell how it ended.
    pub(crate) fn wait(&mut self, limit: Duration) -> Result<ExitStatus> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            ensure!(begin.elapsed() < limit, "it did not end within {} s", limit.as_secs());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The complaints so far.
    pub(crate) fn complaints(&self) -> String {
        let complaints = fs::read(&self.complaints).unwrap_or_default();
        String::from_utf8_lossy(&complaints).into_owned()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // Another process may have the number of one that was waited for.
        if matches!(self.child.try_wait(), Ok(None)) {
            let group = self.child.id().to_string();
            // The standard library can't kill a group; every shell can.
            let _ = Command::new("/bin/sh").args(["-c", "kill -9 -\"$0\"", &group]).status();
            let _ = self.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn shell(script: &str, input: &str) -> (Watched, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("/bin/sh");
        let complaints = folder.path().join("new").join("complaints");
        let started =
            Watched::start(command.args(["-c", script]), input.as_bytes().to_vec(), &complaints);
        (started.unwrap(), folder)
    }

    #[test]
    fn a_program_that_ends_is_heard_out() {
        let (mut program, _folder) = shell("cat; echo no >&2; exit 3", "one\ntwo\n");
        let lines: Vec<_> = std::iter::from_fn(|| program.next_line(LONG).unwrap()).collect();
        assert_eq!(lines, ["one", "two"]);
        assert_eq!(program.wait(LONG).unwrap().code(), Some(3));
        assert_eq!(program.complaints(), "no\n");
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_all_it_started() {
        let (mut program, _folder) = shell("echo ready; sleep 1000000 & wait", "");
        assert_eq!(program.next_line(LONG).unwrap().as_deref(), Some("ready"));
        let error = program.next_line(Duration::from_millis(1)).unwrap_err();
        assert!(error.to_string().contains("hung"), "{error}");
        // The output ends when the last process that holds it has ended.
        let lines = std::mem::replace(&mut program.lines, mpsc::channel().1);
        drop(program);
        assert!(lines.recv().is_err());
    }

    #[test]
    fn a_program_that_falls_silent_and_does_not_end_is_not_waited_for() {
        let (mut program, _folder) = shell("exec >&-; sleep 1000000", "");
        assert_eq!(program.next_line(LONG).unwrap(), None);
        let error = program.wait(Duration::from_millis(20)).unwrap_err();
        assert!(error.to_string().contains("did not end"), "{error}");
    }

    #[test]
    fn what_cannot_be_started_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("/no such program");
        let error = Watched::start(&mut command, Vec::new(), &folder.path().join("complaints"));
        assert!(format!("{:#}", error.unwrap_err()).contains("starting /no such program"));
    }
}
