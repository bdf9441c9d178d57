//! The engine as a program that speaks UCI.
//!
//! One thread reads lines, one works, and the main thread decides. Whatever arrives, from
//! outside or from the worker, comes through one channel, so nothing is shared but the flag
//! that stops a search.
#![forbid(unsafe_code)]

use engine::uci::{self, Command, Game, Go};
use engine::{Board, Chosen, Limits, Memory, Profile};
use lookup::movegen;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            // A line that is no text ends nothing.
            let line = line.unwrap_or_else(|error| format!("({error})"));
            if lines.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // Nobody listens any more if the program is ending.
        let _ = lines.send(Event::End);
    });
    match Program::new(sender).and_then(|mut program| program.run(&receiver)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What the main thread learns.
enum Event {
    Line(String),
    /// There are no more lines.
    End,
    /// The worker gives the memory back, with the lines to write.
    Done(Box<Memory>, String),
}

/// The state of the main thread.
struct Program {
    events: Sender<Event>,
    choices: Vec<Chosen>,
    chosen: Chosen,
    megabytes: usize,
    profile: Profile,
    game: Game,
    /// The memory, unless the worker has it.
    memory: Option<Memory>,
    /// The work under way, if the worker has the memory.
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    is_infinite: bool,
}

impl Program {
    fn new(events: Sender<Event>) -> Result<Program, String> {
        let (megabytes, profile) = (16, Profile::Mobility);
        let choices = Chosen::all();
        Ok(Program {
            events,
            chosen: choices[0],
            choices,
            megabytes,
            profile,
            game: Game::from_fen(Board::START)?,
            memory: Some(Memory::new(megabytes, profile).map_err(|error| error.to_string())?),
            stop: Arc::default(),
            deadline: None,
            is_infinite: false,
        })
    }

    fn run(&mut self, receiver: &Receiver<Event>) -> Result<(), String> {
        let mut is_ending = false;
        while !is_ending || self.memory.is_none() {
            match self.next(receiver) {
                Some(Event::Line(line)) => match Command::read(&line) {
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => {
                        if let Err(error) = self.obey(command) {
                            say(&format!("info string {error}"))?;
                        }
                    }
                    Err(error) => say(&format!("info string {error}"))?,
                },
                Some(Event::End) => {
                    // A search with an end of its own may finish.
                    is_ending = true;
                    if self.is_infinite {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                }
                Some(Event::Done(memory, text)) => {
                    // Only now, so that whoever reads the lines may ask for more at once.
                    (self.memory, self.deadline, self.is_infinite) = (Some(*memory), None, false);
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

    /// The next event; none if the time of a search is over.
    fn next(&self, receiver: &Receiver<Event>) -> Option<Event> {
        let Some(deadline) = self.deadline else { return receiver.recv().ok() };
        receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
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
                self.game = game;
                Ok(())
            }
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => {
                let (chosen, board) = (self.chosen, self.game.board);
                self.work(move |_, stop| perft(chosen, &board, depth, stop))
            }
            Command::Bench(depth) => {
                let chosen = self.chosen;
                self.work(move |memory, stop| bench(chosen, memory, depth, stop))
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
        let (chosen, Game { board, keys }) = (self.chosen, self.game.clone());
        self.work(move |memory, stop| {
            let start = Instant::now();
            let limits = Limits { stop: Some(stop), ..go.limits() };
            let outcome = (chosen.search)(memory, &board, &keys, &limits);
            let milliseconds = start.elapsed().as_millis();
            while go.is_infinite && !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(2));
            }
            uci::result(&outcome, milliseconds)
        })?;
        self.is_infinite = go.is_infinite;
        let milliseconds = go.milliseconds(board.position().side_to_move());
        self.deadline = milliseconds
            .filter(|_| !go.is_infinite)
            .and_then(|time| Instant::now().checked_add(Duration::from_millis(time)));
        Ok(())
    }

    /// Lets another thread work with the memory and tell what it found.
    fn work(
        &mut self,
        job: impl FnOnce(&mut Memory, &AtomicBool) -> String + Send + 'static,
    ) -> Result<(), String> {
        self.idle_memory()?;
        let Some(mut memory) = self.memory.take() else { return Ok(()) };
        self.stop = Arc::default();
        let (stop, events) = (Arc::clone(&self.stop), self.events.clone());
        // The recursion of a search is deep, and its frames are large without optimisation.
        let builder = thread::Builder::new().stack_size(16 << 20);
        let worker = builder.spawn(move || {
            let text = job(&mut memory, &stop);
            // If nobody listens, the program is ending.
            let _ = events.send(Event::Done(Box::new(memory), text));
        });
        worker.map(drop).map_err(|error| error.to_string())
    }

    /// The memory, if nothing is under way.
    fn idle_memory(&mut self) -> Result<&mut Memory, String> {
        let busy = "a search is under way; send stop and wait for its result";
        self.memory.as_mut().ok_or_else(|| busy.to_owned())
    }

    /// Allocates the memory anew; the old one stays if that fails.
    fn renew(&mut self, megabytes: usize, profile: Profile) -> Result<(), String> {
        self.idle_memory()?;
        let memory = Memory::new(megabytes, profile).map_err(|error| error.to_string())?;
        (self.memory, self.megabytes, self.profile) = (Some(memory), megabytes, profile);
        Ok(())
    }
}

/// Counts games by their first moves.
fn perft(chosen: Chosen, board: &Board, depth: u32, stop: &AtomicBool) -> String {
    let (start, mut text, mut games) = (Instant::now(), String::new(), u64::from(depth == 0));
    for m in movegen::legal_moves(board.position()).filter(|_| depth > 0) {
        if stop.load(Ordering::Relaxed) {
            return "info string stopped".to_owned();
        }
        let count = (chosen.perft)(&board.play(m), depth - 1);
        games += count;
        text += &format!("{m}: {count}\n");
    }
    let milliseconds = start.elapsed().as_millis();
    let speed = uci::per_second(games, milliseconds);
    text + &format!("info nodes {games} nps {speed} time {milliseconds}")
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

/// Writes lines at once.
fn say(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| error.to_string())
}
