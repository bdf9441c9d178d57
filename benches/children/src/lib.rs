//! Processes that end with this program, however it ends: by itself, with an error or a panic, by Ctrl-C,
//! SIGTERM or SIGKILL.
//!
//! Nothing of this program has to run for that. The first process of a [`Group`] is a shell, its keeper. It
//! reads from a pipe whose other end only this program holds, and which the system closes with it. Then the
//! keeper kills its own group. The group is there before anything starts in it, so there is no moment at which
//! a child is out of reach. A process that leaves its group, as daemons do, lives on.
#![forbid(unsafe_code)]
#![cfg(unix)]

use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Processes that end when this is dropped, or this program dies.
#[derive(Debug)]
pub struct Group {
    keeper: Child,
}

/// Waits for the end of its input, removes what it is told, and kills its group, itself included.
const KEEPER: &str = "trap '' HUP INT QUIT TERM; read -r _; rm -rf -- \"$@\"; kill -s KILL 0";

impl Group {
    /// Begins one without processes, with a folder that goes with it if one is given.
    ///
    /// # Errors
    /// If the keeper cannot be started.
    pub fn begin(folder: Option<&Path>) -> io::Result<Group> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", KEEPER, "keeper"]).args(folder).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let keeper = shell.spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("/bin/sh, which ends what is started: {error}"))
        })?;
        let mut group = Group { keeper };
        // Where the C library starts programs by vfork, the group is there by now. An emulator makes a
        // fork of that, and a child that came first would end with 127 and no reason: 7 of 400 did.
        let number = rustix::process::Pid::from_child(&group.keeper);
        while rustix::process::getpgid(Some(number))? != number {
            if let Some(status) = group.keeper.try_wait()? {
                let error = format!("/bin/sh, which ends what is started, ended: {status}");
                return Err(io::Error::other(error));
            }
            std::thread::yield_now();
        }
        Ok(group)
    }

    /// Starts a process in it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        command.process_group(self.number()).spawn()
    }

    /// Its number, which is that of its keeper.
    #[must_use]
    pub fn number(&self) -> i32 {
        self.keeper.id().cast_signed()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // Fails only if somebody else has waited for it.
        let _ = self.keeper.wait();
    }
}

/// Runs a program to its end. Nothing that it starts outlives it, or this program.
///
/// # Errors
/// If it cannot be started.
pub fn output(command: &mut Command) -> io::Result<Output> {
    let group = Group::begin(None)?;
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group.start(command)?.wait_with_output()
}

/// Makes this program end with cargo if that started it: whoever ends cargo means the program. Only a terminal
/// sends Ctrl-C to both.
pub fn end_with_cargo() {
    #[cfg(target_os = "linux")]
    if is_cargo(std::os::unix::process::parent_id()) {
        // Where it fails, the program lives on.
        let signal = Some(rustix::process::Signal::KILL);
        let _ = rustix::process::set_parent_process_death_signal(signal);
    }
}

/// Whether this process is the cargo that set the environment.
#[cfg(target_os = "linux")]
fn is_cargo(process: u32) -> bool {
    let named = std::env::var_os("CARGO").and_then(|path| Path::new(&path).canonicalize().ok());
    named.is_some() && named == std::fs::read_link(format!("/proc/{process}/exe")).ok()
}

/// In CI under an emulator too, where a start does not wait for the child.
#[cfg(test)]
#[test]
fn a_group_is_there_before_anything_starts_in_it() {
    for number in 0..200 {
        let output = output(Command::new("/bin/sh").args(["-c", "echo x"])).unwrap();
        assert!(output.status.success() && output.stdout == b"x\n", "{number}: {output:?}");
    }
}
