//! The engine's process in a round: it is stopped, and goes on slice by slice.

use crate::engine::Engine;
use crate::nodes::Form;
use crate::system::{Cycles, End, Group, fastest_core, removing};
use crate::uci::Searches;
use anyhow::{Context as _, Result, ensure};
use figures::visible;
use std::io::{self, PipeReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// No bench prints more bytes.
const MOST: u64 = 16 << 20;

/// How long what an engine has printed may take to arrive after its end.
const ARRIVES: Duration = Duration::from_secs(2);

/// How long a process goes on before another one does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slice {
    Of(Duration),
    /// Until it has ended.
    Whole,
}

/// What an engine is asked to do.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// Its own bench, with the form in which it prints its nodes.
    Bench(Form),
    Searches(Searches),
}

/// A run that has ended well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) nodes: u64,
    /// Its processor time, the system's included.
    pub(crate) seconds: f64,
    /// Its cycles, if the system grants their counter.
    pub(crate) cycles: Option<u64>,
}

/// Where rounds run: this machine, or one that a test plays.
pub(crate) trait Host {
    /// A process of a round.
    type Process: Turns;

    /// Starts one process of each engine. All are stopped.
    ///
    /// # Errors
    /// If one cannot be started.
    fn begin(&mut self, engines: &[&Engine]) -> Result<Vec<Self::Process>>;

    /// Seconds since a moment.
    fn seconds(&self) -> f64;
}

/// A process that takes turns.
pub(crate) trait Turns {
    /// Lets it go on for a slice, and stops it. Its run, if it has ended.
    ///
    /// # Errors
    /// If it fails.
    fn turn(&mut self, slice: Slice) -> Result<Option<Run>>;
}

/// This machine.
#[derive(Debug)]
pub(crate) struct Here {
    work: Work,
    limit: Duration,
    core: Option<usize>,
    is_in_place: bool,
    begin: Instant,
    rounds: u64,
    /// Holds the copies, and goes last.
    home: TempDir,
    #[expect(dead_code, reason = "removes it if this program dies")]
    keeper: children::Group,
}

/// How engines run here.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) work: Work,
    /// The time that a run has.
    pub(crate) limit: Duration,
    /// Their core, if it is not to be the fastest.
    pub(crate) core: Option<usize>,
    /// Whether executables run where they are, and not as copies.
    pub(crate) is_in_place: bool,
}

impl Here {
    /// With a folder for executables, which goes with it.
    ///
    /// # Errors
    /// If the system allows no folder or shell.
    pub(crate) fn new(settings: Settings) -> Result<Here> {
        let home = tempfile::tempdir().context("expected a folder for copies of the engines")?;
        let Settings { work, limit, core, is_in_place } = settings;
        let keeper = removing(home.path())?;
        let core = core.or_else(fastest_core);
        Ok(Here { work, limit, core, is_in_place, begin: Instant::now(), rounds: 0, home, keeper })
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Runs a command of a build to its end. What it prints, and whether it ended well.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn ran(&mut self, mut command: Command) -> Result<(String, ExitStatus)> {
        let (output, input) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(input.try_clone()?).stderr(input);
        without_cargo(&mut command);
        let started = Group::start(&mut command, None);
        drop(command);
        let (mut group, _child) = started.context("expected a shell")?;
        let received = beside(move || read(output))?;
        let end = loop {
            match group.ended()? {
                Some(end) => break end,
                None => thread::sleep(LOOK),
            }
        };
        let text = received.recv_timeout(ARRIVES).unwrap_or_default();
        Ok((String::from_utf8_lossy(&text).into_owned(), end.status))
    }
}

impl Host for Here {
    type Process = Process;

    fn begin(&mut self, engines: &[&Engine]) -> Result<Vec<Process>> {
        self.rounds += 1;
        // Names of one length, for a process begins with its name in memory.
        let copies: Vec<_> = (0..engines.len())
            .map(|number| Copy(self.home.path().join(format!("{:09}-{number:03}", self.rounds))))
            .collect();
        for (engine, copy) in engines.iter().zip(&copies).filter(|_| !self.is_in_place) {
            engine.copied(&copy.0)?;
        }
        engines.iter().zip(copies).map(|(engine, copy)| self.start(engine, copy)).collect()
    }

    fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }
}

impl Here {
    fn start(&mut self, engine: &Engine, copy: Copy) -> Result<Process> {
        let usual: &[&str] = if let Work::Bench(_) = self.work { &["bench"] } else { &[] };
        let place = engine.executable().filter(|_| self.is_in_place);
        let mut command = engine.command(place.unwrap_or(&copy.0), usual);
        without_cargo(&mut command);
        let (output, input) = io::pipe()?;
        let stdin = if let Work::Bench(_) = self.work { Stdio::null() } else { Stdio::piped() };
        command.stdin(stdin).stdout(input.try_clone()?).stderr(input);
        let started = Group::start(&mut command, self.core);
        // It holds the ends of the pipe that are written to.
        drop(command);
        let (mut group, mut child) =
            started.with_context(|| format!("{engine}: expected an executable"))?;
        let output = match (&self.work, child.stdin.take()) {
            (Work::Searches(searches), Some(input)) => {
                let searches = searches.clone();
                beside(move || searches.talk(input, output, MOST))
            }
            _ => beside(move || read(output)),
        }?;
        let cycles = Cycles::of(&group);
        let early = group.stop()?;
        let (name, work) = (engine.to_string(), self.work.clone());
        let (left, limit) = (self.limit, self.limit);
        Ok(Process { name, work, left, limit, early, cycles, output, text: None, group, copy })
    }
}

/// The file of an executable, which goes with it.
#[derive(Debug)]
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        // A shell's command has none.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A process of an engine. Once it is gone, nothing is left of it.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    work: Work,
    limit: Duration,
    /// What is left of that.
    left: Duration,
    /// If it ended before its first turn.
    early: Option<End>,
    cycles: Cycles,
    output: Receiver<Vec<u8>>,
    text: Option<Vec<u8>>,
    group: Group,
    #[expect(dead_code, reason = "goes with it, after its processes")]
    copy: Copy,
}

impl Turns for Process {
    fn turn(&mut self, slice: Slice) -> Result<Option<Run>> {
        let mut end = self.early.take();
        if end.is_none() {
            self.group.go_on();
            end = match slice {
                Slice::Of(slice) => {
                    thread::sleep(slice);
                    self.left = self.left.saturating_sub(slice);
                    self.group.stop()?
                }
                Slice::Whole => self.whole()?,
            };
        }
        if let Ok(text) = self.output.try_recv() {
            self.text = Some(text);
        }
        self.is_short()?;
        let Some(end) = end else {
            let (name, limit) = (&self.name, self.limit.as_secs());
            ensure!(
                !self.left.is_zero(),
                "{name}: expected an end within {limit} s of its own, and stopped it"
            );
            return Ok(None);
        };
        self.run(&end).map(Some)
    }
}

impl Process {
    /// Lets it go on until it has ended.
    fn whole(&mut self) -> Result<Option<End>> {
        let begin = Instant::now();
        loop {
            let end = self.group.ended()?;
            self.left = self.limit.saturating_sub(begin.elapsed());
            if end.is_some() || self.left.is_zero() {
                return Ok(end);
            }
            thread::sleep(LOOK);
        }
    }

    /// That it has not printed too much.
    fn is_short(&self) -> Result<()> {
        let length = self.text.as_ref().map_or(0, Vec::len) as u64;
        let expected = "bytes of output at most, found more, and stopped it";
        ensure!(length <= MOST, "{}: expected {MOST} {expected}", self.name);
        Ok(())
    }

    /// What the run was, by how it ended and what it printed.
    fn run(&mut self, end: &End) -> Result<Run> {
        let cycles = self.cycles.counted();
        if self.text.is_none() {
            let late = || format!("{}: expected the end of its output with its own", self.name);
            self.text = Some(self.output.recv_timeout(ARRIVES).with_context(late)?);
        }
        self.is_short()?;
        let name = &self.name;
        let text = String::from_utf8_lossy(self.text.as_deref().unwrap_or_default());
        let last = last_line(&text);
        let status = end.status;
        ensure!(status.success(), "{name}: expected exit status: 0, found {status}{last}");
        let form = match &self.work {
            Work::Bench(form) => form,
            Work::Searches(searches) => {
                let is_end = |line: &&str| line.trim_start().starts_with("bestmove");
                let (found, due) = (text.lines().filter(is_end).count(), searches.positions.len());
                ensure!(
                    found == due,
                    "{name}: expected bestmove {due} times after go nodes {}, found it {found} times{last}",
                    searches.nodes
                );
                &Form::Known
            }
        };
        let nodes = form.read(&text).map_err(|error| anyhow::anyhow!("{name}: {error}{last}"))?;
        ensure!(end.seconds > 0.0, "{name}: expected a processor time, found none");
        Ok(Run { nodes, seconds: end.seconds, cycles })
    }
}

/// How long an end is waited for before it is looked for again.
const LOOK: Duration = Duration::from_millis(1);

/// Does something on another thread.
fn beside(work: impl FnOnce() -> Vec<u8> + Send + 'static) -> Result<Receiver<Vec<u8>>> {
    let (sender, received) = mpsc::channel();
    let started = thread::Builder::new().spawn(move || sender.send(work()));
    started.context("expected a thread that reads what an engine prints")?;
    Ok(received)
}

/// Reads until the end, or one byte too many. What cannot be read has ended.
fn read(output: PipeReader) -> Vec<u8> {
    let mut text = Vec::new();
    let _ = output.take(MOST + 1).read_to_end(&mut text);
    text
}

/// Without what cargo and rustup tell this program of its own package and toolchain, whose libraries they put
/// before a user's. What a user sets, such as `CARGO_TARGET_DIR` and `RUSTUP_HOME`, stays.
fn without_cargo(command: &mut Command) {
    const OWN: [&str; 5] =
        ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "RUSTUP_TOOLCHAIN"];
    const ALL: [&str; 3] = ["CARGO", "CARGO_PRIMARY_PACKAGE", "RUST_RECURSION_COUNT"];
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if OWN.iter().any(|own| text.starts_with(own)) || ALL.contains(&&*text) {
            command.env_remove(&name);
        }
    }
    // Where Linux and macOS look for libraries.
    for name in ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
        let Some(all) = std::env::var_os(name) else { continue };
        let program = std::env::current_exe().unwrap_or_default();
        let program = program.parent().filter(|folder| folder.is_absolute());
        let is_users = |folder: &PathBuf| {
            let is_toolchains =
                folder.join("rustlib").is_dir() || folder.iter().any(|it| it == "rustlib");
            !is_toolchains && !program.is_some_and(|program| folder.starts_with(program))
        };
        match std::env::join_paths(std::env::split_paths(&all).filter(is_users)) {
            Ok(users) if !users.is_empty() => command.env(name, users),
            _ => command.env_remove(name),
        };
    }
}

/// The last line of an output, for an error.
pub(crate) fn last_line(text: &str) -> String {
    let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    last.map_or("; it printed nothing".to_owned(), |line| {
        format!("; its last line: {}", visible(line))
    })
}
