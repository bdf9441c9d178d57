//! The engine as a program that speaks UCI.
//!
//! One thread reads lines, one works, and the main thread decides. Everything that arrives, from
//! outside or from the worker, comes through one channel, so only the flag that stops a search is
//! shared.
//!
//! A `go` always gets an answer. If the engine refuses it, or has no position because it refused
//! the last one, the answer is `bestmove 0000`: the other side would take a move from an older
//! position for one in the current game. When input ends, a search without limits ends too, and
//! other work within five seconds. An error of reading or writing, or a panic in any thread, ends
//! the program with its cause and status 1.
#![forbid(unsafe_code)]

use engine::uci::{self, Command, Game, Go};
use engine::{Board, Chosen, Limits, Memory, Outcome, Profile};
use lookup::movegen;
use std::io::{self, BufRead, Read, Write};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};
use std::{env, panic, thread};

fn main() -> ExitCode {
    processor::require();
    let arguments: Vec<_> =
        env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match run(&arguments.join(" ")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed; then only the status tells.
            let _ = writeln!(io::stderr(), "engine: {}", short(&error));
            ExitCode::FAILURE
        }
    }
}

/// Without arguments, the engine takes commands from standard input.
fn run(arguments: &str) -> Result<(), String> {
    match arguments.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [] => {
            let (mut program, events, sender) = Program::start()?;
            thread::spawn(move || read(&sender));
            program.run(&events)
        }
        ["bench"] | ["bench", _] => {
            let (mut program, events, _) = Program::start()?;
            program.obey(Command::read(arguments)?)?;
            program.is_ending = true;
            program.run(&events)
        }
        ["--help"] => say(HELP),
        _ => Err(format!("expected bench, bench DEPTH or --help, found {arguments:?}")),
    }
}

const HELP: &str = "\
A small chess engine whose lookups can be chosen.

engine                 takes commands of the Universal Chess Interface from standard input
engine bench [DEPTH]   searches some positions, and tells nodes and nodes per second
engine --help          writes this

More commands: go perft DEPTH, bench [DEPTH].";

/// Makes a panic in any thread end the program: others would wait for that thread for ever.
fn end_at_a_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |cause| {
        report(cause);
        process::exit(1);
    }));
}

/// Passes on the lines of standard input.
fn read(events: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let event = read_line(&mut input).unwrap_or_else(Event::Failed);
        let is_last = !matches!(event, Event::Line(..));
        // Nobody listens if the program is ending.
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Reads a line, and skips the rest of one that is too long.
fn read_line(input: &mut impl BufRead) -> io::Result<Event> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Event::End);
    }
    let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE;
    if !is_whole {
        input.skip_until(b'\n')?;
    }
    Ok(Event::Line(String::from_utf8_lossy(&bytes).into_owned(), is_whole))
}

/// The longest line in bytes: ten times a game of as many moves as the rules allow.
const LONGEST_LINE: u64 = 1 << 20;

/// The time that the work under way has after the end of input.
const AFTER_INPUT: Duration = Duration::from_secs(5);

/// A message to the main thread.
enum Event {
    /// A line, and whether it is the whole one.
    Line(String, bool),
    /// There are no more lines.
    End,
    /// The lines cannot be read.
    Failed(io::Error),
    /// The worker has a line to write.
    Info(String),
    /// The worker gives the memory back, with the lines to write.
    Done(Box<Memory>, String),
}

/// The worker's use of the memory until the flag is set. Returns the lines to write at the end.
type Job = Box<dyn FnOnce(&mut Memory, &AtomicBool, &SyncSender<Event>) -> String + Send>;

/// The work of the second thread.
fn work(jobs: &Receiver<(Box<Memory>, Arc<AtomicBool>, Job)>, events: &SyncSender<Event>) {
    for (mut memory, stop, job) in jobs {
        let text = job(&mut memory, &stop, events);
        // If nobody listens, the program is ending.
        let _ = events.send(Event::Done(memory, text));
    }
}

/// The state of the main thread.
struct Program {
    jobs: Sender<(Box<Memory>, Arc<AtomicBool>, Job)>,
    choices: Vec<Chosen>,
    chosen: Chosen,
    megabytes: usize,
    profile: Profile,
    /// The position of the last command, unless it was refused.
    game: Option<Game>,
    /// The memory, unless the worker has it.
    memory: Option<Box<Memory>>,
    /// The state of the work under way, if the worker has the memory.
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    has_end: bool,
    /// Whether there are no more commands.
    is_ending: bool,
}

impl Program {
    /// Starts the worker. The reader needs the sender too.
    fn start() -> Result<(Program, Receiver<Event>, SyncSender<Event>), String> {
        end_at_a_panic();
        let (megabytes, profile) = (16, Profile::Classical);
        let memory = Memory::new(megabytes, profile).map_err(|error| error.to_string())?;
        let (sender, events) = mpsc::sync_channel(16);
        let (jobs, received) = mpsc::channel();
        let own = sender.clone();
        // The recursion of a search is deep, and its frames are large without optimisation.
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(16 << 20);
        let worker = builder.spawn(move || work(&received, &own));
        worker.map_err(|error| format!("cannot start a thread: {error}"))?;
        let choices = Chosen::all();
        let program = Program {
            jobs,
            chosen: choices[0],
            choices,
            megabytes,
            profile,
            game: Some(Game::from_fen(Board::START)?),
            memory: Some(Box::new(memory)),
            stop: Arc::default(),
            deadline: None,
            has_end: true,
            is_ending: false,
        };
        Ok((program, events, sender))
    }

    fn run(&mut self, events: &Receiver<Event>) -> Result<(), String> {
        while !self.is_ending || self.memory.is_none() {
            match self.next(events)? {
                Some(Event::Line(line, is_whole)) => match Command::read(&line) {
                    _ if !is_whole => {
                        let error = format!("expected a line below {LONGEST_LINE} bytes: {line:?}");
                        self.refuse(&line, &error)?;
                    }
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => {
                        self.obey(command).or_else(|error| self.refuse(&line, &error))?;
                    }
                    Err(error) => self.refuse(&line, &error)?,
                },
                Some(Event::End) => {
                    self.is_ending = true;
                    let rest = if self.has_end { AFTER_INPUT } else { Duration::ZERO };
                    let last = Instant::now() + rest;
                    self.deadline = Some(self.deadline.map_or(last, |time| time.min(last)));
                }
                Some(Event::Failed(error)) => return Err(format!("cannot read commands: {error}")),
                Some(Event::Info(line)) => say(&line)?,
                Some(Event::Done(memory, text)) => {
                    // Only now, so that a reader of the lines may ask for more at once.
                    (self.memory, self.deadline, self.has_end) = (Some(memory), None, true);
                    say(&text)?;
                }
                None => {
                    self.stop.store(true, Ordering::Relaxed);
                    self.deadline = None;
                }
            }
        }
        Ok(())
    }

    /// The next event. `None` if the time of a search is over, however many lines there are.
    fn next(&self, events: &Receiver<Event>) -> Result<Option<Event>, String> {
        let event = match self.deadline {
            None => events.recv().map_err(RecvTimeoutError::from),
            Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                Some(rest) => events.recv_timeout(rest),
                None => Err(RecvTimeoutError::Timeout),
            },
        };
        match event {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err("no thread is left".to_owned()),
        }
    }

    /// Refuses a line, with the reason.
    fn refuse(&mut self, line: &str, error: &str) -> Result<(), String> {
        say(&format!("info string {}", short(error)))?;
        match line.split_ascii_whitespace().next() {
            Some("position") => self.game = None,
            // The search under way will still answer.
            Some("go") if self.memory.is_some() => say(&format!("bestmove {}", uci::NO_MOVE))?,
            _ => {}
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Uci => say(&uci::introduction(self.choices.iter().map(|c| c.name))),
            Command::IsReady => say("readyok"),
            Command::NewGame => {
                self.idle_memory()?.clear();
                Ok(())
            }
            Command::Position(game) => {
                self.game = Some(game);
                Ok(())
            }
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => {
                let (chosen, board) = (self.chosen, self.game()?.board);
                self.begin(move |_, stop, _| perft(chosen, &board, depth, stop))
            }
            Command::Bench(depth) => {
                let chosen = self.chosen;
                self.begin(move |memory, stop, _| bench(chosen, memory, depth, stop))
            }
            Command::Stop => {
                self.stop.store(true, Ordering::Relaxed);
                Ok(())
            }
            Command::Hash(megabytes) => self.renew(megabytes, self.profile),
            Command::Profile(profile) => self.renew(self.megabytes, profile),
            Command::Lookups(name) => {
                self.idle_memory()?;
                let chosen = self.choices.iter().find(|choice| choice.name == name);
                self.chosen = *chosen.ok_or_else(|| format!("unknown lookups {name:?}"))?;
                if !self.chosen.available {
                    say("info string the processor has not all that these lookups need")?;
                }
                Ok(())
            }
            Command::Quit | Command::Nothing => Ok(()),
        }
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let (chosen, Game { board, keys }) = (self.chosen, self.game()?.clone());
        let side = board.position().side_to_move();
        let (has_end, time) = (go.has_end(side), go.milliseconds(side));
        let ignored = format!("info string ignored: {:?}", go.ignored.join(" "));
        if !go.ignored.is_empty() {
            say(&short(&ignored))?;
        }
        self.begin(move |memory, stop, events| {
            let start = Instant::now();
            let listener = |outcome: &Outcome| {
                let line = uci::info(outcome, start.elapsed().as_millis());
                let _ = events.send(Event::Info(line));
            };
            let limits = Limits { stop: Some(stop), listener: Some(&listener), ..go.limits() };
            let outcome = (chosen.search)(memory, &board, &keys, &limits);
            let milliseconds = start.elapsed().as_millis();
            while go.is_infinite && !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(2));
            }
            uci::result(&outcome, milliseconds)
        })?;
        self.has_end = has_end;
        self.deadline =
            time.and_then(|time| Instant::now().checked_add(Duration::from_millis(time)));
        Ok(())
    }

    /// The position to search.
    fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(|| "no position: the last one was refused".to_owned())
    }

    /// Lets the worker use the memory and report its result.
    fn begin(
        &mut self,
        job: impl FnOnce(&mut Memory, &AtomicBool, &SyncSender<Event>) -> String + Send + 'static,
    ) -> Result<(), String> {
        self.idle_memory()?;
        let Some(memory) = self.memory.take() else { return Ok(()) };
        self.stop = Arc::default();
        let sent = self.jobs.send((memory, Arc::clone(&self.stop), Box::new(job)));
        sent.map_err(|_| "no thread is left".to_owned())
    }

    /// The memory, if nothing is under way.
    fn idle_memory(&mut self) -> Result<&mut Memory, String> {
        let busy = "a search is under way; send stop and wait for its result";
        self.memory.as_deref_mut().ok_or_else(|| busy.to_owned())
    }

    /// Allocates the memory anew; the old one stays if that fails.
    fn renew(&mut self, megabytes: usize, profile: Profile) -> Result<(), String> {
        self.idle_memory()?;
        let memory = Memory::new(megabytes, profile).map_err(|error| error.to_string())?;
        self.memory = Some(Box::new(memory));
        (self.megabytes, self.profile) = (megabytes, profile);
        Ok(())
    }
}

/// Counts games by their first moves.
fn perft(chosen: Chosen, board: &Board, depth: u32, stop: &AtomicBool) -> String {
    let (start, mut text, mut games) = (Instant::now(), String::new(), u64::from(depth == 0));
    for m in movegen::legal_moves(board.position()).filter(|_| depth > 0) {
        let Some(count) = count(chosen, &board.play(m), depth - 1, stop) else {
            return "info string stopped".to_owned();
        };
        games += count;
        text += &format!("{m}: {count}\n");
    }
    let milliseconds = start.elapsed().as_millis();
    let speed = uci::per_second(games, milliseconds);
    text + &format!("info nodes {games} nps {speed} time {milliseconds}")
}

/// Counts the last plies in calls of some milliseconds, and looks at the flag between calls.
fn count(chosen: Chosen, board: &Board, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 3 {
        return Some((chosen.perft)(board, depth));
    }
    let mut moves = movegen::legal_moves(board.position());
    moves.try_fold(0, |games, m| Some(games + count(chosen, &board.play(m), depth - 1, stop)?))
}

/// Searches all positions of the bench, each with a cleared memory.
fn bench(chosen: Chosen, memory: &mut Memory, depth: u32, stop: &AtomicBool) -> String {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in uci::BENCH {
        let Ok(board) = Board::from_fen(fen) else { continue };
        memory.clear();
        let start = Instant::now();
        let limits = Limits { stop: Some(stop), ..Limits::depth(depth) };
        nodes += (chosen.search)(memory, &board, &[], &limits).nodes;
        time += start.elapsed();
        if stop.load(Ordering::Relaxed) {
            return "info string stopped".to_owned();
        }
    }
    memory.clear();
    let speed = uci::per_second(nodes, time.as_millis());
    format!("bench {} {}: {nodes} nodes {speed} nps", chosen.name, memory.profile())
}

/// A line cut after [`LONGEST_ANSWER`], because it may quote as much as the input has.
fn short(line: &str) -> String {
    match line.char_indices().nth(LONGEST_ANSWER) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

/// The longest answer that quotes something, in characters.
const LONGEST_ANSWER: usize = 200;

/// Writes lines at once.
fn say(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.map_err(|error| format!("cannot write: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    /// The next test runs this as a separate program.
    #[test]
    #[ignore = "ends the process"]
    fn a_search_that_panics() {
        // As if the input stayed open.
        let (mut program, events, _sender) = Program::start().unwrap();
        program.begin(|_, _, _| panic!("a search made to panic")).unwrap();
        program.run(&events).unwrap();
    }

    #[test]
    fn a_search_that_panics_ends_the_program_with_its_cause() {
        let mut command = process::Command::new(env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "--nocapture", "tests::a_search_that_panics"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        while child.try_wait().unwrap().is_none() && Instant::now() < end {
            thread::sleep(Duration::from_millis(10));
        }
        // If it has ended, there is nothing to kill.
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        let cause = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{cause}");
        assert!(cause.contains("a search made to panic"), "{cause}");
    }
}
