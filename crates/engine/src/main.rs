//! The engine as a program that speaks UCI.
//!
//! The main thread reads commands and obeys them. A search has a thread of its own, which takes the
//! memory and gives it back with its result.
//!
//! A `go` always gets an answer. If the engine refuses it, or has no position because it refused
//! the last one, the answer is `bestmove 0000`: the other side would take a move from an older
//! position for one in the current game. When input ends, the work under way has five seconds. An
//! error of reading or writing, or a panic in any thread, ends the program with its cause and
//! status 1.
#![forbid(unsafe_code)]

use engine::uci::{self, Command, Game, Go};
use engine::{Board, Chosen, Limits, Memory, MemoryError, Outcome, Profile};
use lookup::movegen;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, panic, process};

fn main() {
    processor::require();
    // A build for tests does without what the user hides; any other tells of it alone.
    lookup::processor::hide(processor::hidden());
    end_at_a_panic();
    let arguments: Vec<_> =
        env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let arguments = arguments.join(" ");
    match arguments.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [] => Program::start().converse(),
        ["bench", ref words @ ..] => {
            let mut program = Program::start();
            let commands = commands_of_bench(words, &program.choices).unwrap_or_else(|error| {
                fail(&error.unwrap_or_else(|| expected(&arguments)));
            });
            for command in commands {
                program.obey(command).unwrap_or_else(|error| fail(&error));
            }
            program.wait();
        }
        ["--help"] => say(HELP),
        _ => fail(&expected(&arguments)),
    }
}

/// The error of arguments that are none of the help's.
fn expected(arguments: &str) -> String {
    let form = "bench [DEPTH] [--choice NAME] [--profile NAME] or --help";
    format!("expected {form}, found {arguments:?}")
}

/// The commands that the words after `bench` stand for, the bench last.
///
/// # Errors
/// What is wrong with a word, or nothing if it is the form of all.
fn commands_of_bench(words: &[&str], choices: &[Chosen]) -> Result<Vec<Command>, Option<String>> {
    let is_depth = words.first().is_some_and(|word| !word.starts_with("--"));
    let (depth, options) = words.split_at(usize::from(is_depth));
    let read = |line: String| Command::read(&line).map_err(|error| Some(error.to_string()));
    let option = |pair: &[&str]| match *pair {
        ["--choice", name] if choices.iter().all(|choice| choice.name != name) => {
            let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
            let names = names.join(", ");
            Err(Some(format!("expected one of {names} after --choice, found {name:?}")))
        }
        ["--choice", name] => Ok(Command::Lookups(name.to_owned())),
        ["--profile", name] => name.parse().map(Command::Profile).map_err(|_| {
            let names = "material, classical, network or threats";
            Some(format!("expected {names} after --profile, found {name:?}"))
        }),
        _ => Err(None),
    };
    let mut commands = options.chunks(2).map(option).collect::<Result<Vec<_>, _>>()?;
    commands.push(read(format!("bench {}", depth.concat()))?);
    Ok(commands)
}

const HELP: &str = "\
A small chess engine whose lookups can be chosen.

engine                 takes commands of the Universal Chess Interface from standard input
engine bench [DEPTH]   searches some positions, and tells nodes and nodes per second
    --choice NAME      with these lookups, such as base or sliders-pext
    --profile NAME     with this evaluation: material, classical, network or threats
engine --help          writes this

More commands: go perft DEPTH, bench [DEPTH]. A bench ends before quit does, unless stop ends it.";

/// Makes a panic in any thread end the program: others would wait for that thread for ever.
fn end_at_a_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |cause| {
        report(cause);
        process::exit(1);
    }));
}

/// The time that the work under way has after the end of input.
const AFTER_INPUT: Duration = Duration::from_secs(5);

/// The state of the main thread.
struct Program {
    choices: Vec<Chosen>,
    chosen: Chosen,
    /// The position of the last command, unless it was refused.
    game: Option<Game>,
    /// The memory, unless the worker has it.
    memory: Arc<Mutex<Option<Box<Memory>>>>,
    /// Stops the last work.
    stop: Arc<AtomicBool>,
    worker: Option<JoinHandle<()>>,
    /// Whether the last work is a bench, which `quit` waits for: who feeds both by a pipe wants its
    /// result.
    is_bench: bool,
}

impl Program {
    fn start() -> Program {
        let choices = Chosen::all();
        let memory = Memory::try_new(16, Profile::Classical);
        let memory = memory.unwrap_or_else(|error| fail(&error.to_string()));
        Program {
            chosen: choices[0],
            choices,
            game: Game::from_fen(Board::START).ok(),
            memory: Arc::new(Mutex::new(Some(Box::new(memory)))),
            stop: Arc::default(),
            worker: None,
            is_bench: false,
        }
    }

    /// Obeys standard input until it ends.
    fn converse(mut self) {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.unwrap_or_else(|error| fail(&format!("cannot read commands: {error}")));
            let line = String::from_utf8_lossy(&line);
            match Command::read(&line) {
                Ok(Command::Quit) if self.is_bench => return self.wait(),
                Ok(Command::Quit) => return,
                Ok(command) => {
                    self.obey(command).unwrap_or_else(|error| self.refuse(&line, &error));
                }
                Err(error) => self.refuse(&line, &error.to_string()),
            }
        }
        let stop = Arc::clone(&self.stop);
        thread::spawn(move || {
            thread::sleep(AFTER_INPUT);
            stop.store(true, Ordering::Relaxed);
        });
        self.wait();
    }

    /// Waits for the end of the work under way.
    fn wait(self) {
        // A panic ends the program before.
        let _ = self.worker.map(JoinHandle::join);
    }

    /// Refuses a line, with the reason.
    fn refuse(&mut self, line: &str, error: &str) {
        say(&format!("info string {error}"));
        match line.split_ascii_whitespace().next() {
            Some("position") => self.game = None,
            // The search under way will still answer.
            Some("go") if held(&self.memory).is_some() => {
                say(&format!("bestmove {}", uci::NO_MOVE));
            }
            _ => {}
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Uci => say(&uci::introduction(self.choices.iter().map(|c| c.name))),
            Command::IsReady => say("readyok"),
            Command::NewGame => self.change(Memory::clear)?,
            Command::Position(game) => self.game = Some(game),
            Command::Go(go) => self.go(go)?,
            Command::Perft(depth) => {
                let (chosen, board) = (self.chosen, self.game()?.board);
                self.begin(None, move |_, stop| perft(chosen, &board, depth, stop))?;
            }
            Command::Bench(depth) => {
                let chosen = self.chosen;
                self.begin(None, move |memory, stop| bench(chosen, memory, depth, stop))?;
                self.is_bench = true;
            }
            Command::Stop => self.stop.store(true, Ordering::Relaxed),
            Command::Hash(megabytes) => {
                self.remake(|old| Memory::try_new(megabytes, old.profile()))?;
            }
            Command::Profile(profile) => {
                self.remake(|old| Memory::try_new(old.table_bytes() >> 20, profile))?;
            }
            Command::Lookups(name) => {
                self.change(|_| ())?;
                let chosen = self.choices.iter().find(|choice| choice.name == name);
                self.chosen = *chosen.ok_or_else(|| format!("unknown lookups {name:?}"))?;
                if !(self.chosen.needs)().into_iter().all(processor::has) {
                    say("info string the processor has not all that these lookups need");
                }
            }
            Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let (chosen, Game { board, keys }) = (self.chosen, self.game()?.clone());
        let time = go.milliseconds(board.position().side_to_move()).map(Duration::from_millis);
        self.begin(time, move |memory, stop| {
            let start = Instant::now();
            let listener =
                |outcome: &Outcome| say(&uci::info(outcome, start.elapsed().as_millis()));
            let limits = Limits {
                depth: go.depth,
                nodes: go.nodes,
                stop: Some(stop),
                listener: Some(&listener),
            };
            let outcome = (chosen.search)(memory, &board, &keys, &limits);
            let milliseconds = start.elapsed().as_millis();
            while go.is_infinite && !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(2));
            }
            uci::result(&outcome, milliseconds)
        })
    }

    /// The position to search.
    fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(|| "no position: the last one was refused".to_owned())
    }

    /// Lets a worker use the memory, for this time if it is limited, and tell its result.
    fn begin(
        &mut self,
        time: Option<Duration>,
        job: impl FnOnce(&mut Memory, &AtomicBool) -> String + Send + 'static,
    ) -> Result<(), String> {
        let mut memory = self.take_memory()?;
        self.is_bench = false;
        self.stop = Arc::default();
        let (giving_back, stop) = (Arc::clone(&self.memory), Arc::clone(&self.stop));
        let (working, is_over) = mpsc::channel::<()>();
        if let Some(time) = time {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                let is_late = is_over.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
                stop.fetch_or(is_late, Ordering::Relaxed);
            });
        }
        let work = move || {
            let text = job(&mut memory, &stop);
            // Whoever reads the text may ask for more at once, and waits for the memory.
            let mut giving_back = held(&giving_back);
            say(&text);
            *giving_back = Some(memory);
            drop(working);
        };
        // The recursion of a search is deep, and its frames are large without optimisation.
        let worker = thread::Builder::new().stack_size(16 << 20).spawn(work);
        self.worker = Some(worker.expect("a thread for a search"));
        Ok(())
    }

    /// Changes the memory, if nothing is under way.
    fn change(&self, how: impl FnOnce(&mut Memory)) -> Result<(), String> {
        let mut memory = self.take_memory()?;
        how(&mut memory);
        *held(&self.memory) = Some(memory);
        Ok(())
    }

    /// Replaces the memory, if nothing is under way. The old one stays if there is no room.
    fn remake(
        &self,
        how: impl FnOnce(&Memory) -> Result<Memory, MemoryError>,
    ) -> Result<(), String> {
        let mut made = Ok(());
        self.change(|memory| made = how(memory).map(|new| *memory = new))?;
        made.map_err(|error| format!("{error}: all stays as it was"))
    }

    /// The memory, if nothing is under way.
    fn take_memory(&self) -> Result<Box<Memory>, String> {
        let busy = "a search is under way; send stop and wait for its result";
        held(&self.memory).take().ok_or_else(|| busy.to_owned())
    }
}

/// What is behind the lock. A thread that panics while it holds it ends the program.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Writes lines at once.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.unwrap_or_else(|error| fail(&format!("cannot write: {error}")));
}

/// Ends the program with its cause.
fn fail(cause: &str) -> ! {
    // Standard error may be closed; then only the status tells.
    let _ = writeln!(io::stderr(), "engine: {cause}");
    process::exit(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// Set for the test below, which starts itself again, because a panic ends the process.
    const AGAIN: &str = "ENGINE_TEST_AGAIN";

    #[test]
    fn a_search_that_panics_ends_the_program_with_its_cause() {
        if env::var_os(AGAIN).is_some() {
            end_at_a_panic();
            let mut program = Program::start();
            program.begin(None, |_, _| panic!("a search made to panic")).unwrap();
            // As if the input stayed open.
            loop {
                thread::park();
            }
        }
        let mut command = process::Command::new(env::current_exe().unwrap());
        let name = "tests::a_search_that_panics_ends_the_program_with_its_cause";
        let output =
            command.args(["--exact", name, "--nocapture"]).env(AGAIN, "").output().unwrap();
        let cause = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{cause}");
        assert!(cause.contains("a search made to panic"), "{cause}");
    }

    /// An option changes what it names, and leaves the rest.
    #[test]
    fn a_program_starts_with_what_it_tells_and_changes_what_it_is_told() {
        let mut program = Program::start();
        let mut after = |line: &str| {
            program.obey(Command::read(line).unwrap()).unwrap();
            let memory = held(&program.memory);
            let memory = memory.as_ref().unwrap();
            (memory.table_bytes() >> 20, memory.profile(), memory.rows() > 0, program.chosen.name)
        };
        for (line, expected) in [
            ("isready", (16, Profile::Classical, false, "base")),
            ("setoption name Profile value network", (16, Profile::Network, false, "base")),
            ("setoption name Hash value 3", (3, Profile::Network, false, "base")),
            ("setoption name Lookups value best", (3, Profile::Network, false, "best")),
            ("setoption name Profile value material", (3, Profile::Material, false, "best")),
        ] {
            assert_eq!(after(line), expected, "{line}");
        }
        program.obey(Command::read("setoption name Profile value network").unwrap()).unwrap();
        let mut rows_after = |line: &str| {
            program.obey(Command::read(line).unwrap()).unwrap();
            let _ = program.worker.take().map(JoinHandle::join);
            held(&program.memory).as_ref().unwrap().rows() > 0
        };
        // Whoever analyses goes on with what is known; a new game and a bench leave nothing.
        let found =
            ["go depth 2", "ucinewgame", "go depth 2", "isready", "bench 1"].map(&mut rows_after);
        assert_eq!(found, [true, false, true, true, false]);
    }

    /// How often the lookups below were asked.
    static ASKED: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn all_work_is_done_with_the_chosen_lookups() {
        let mut program = Program::start();
        program.chosen = Chosen {
            search: |_, board, _, _| {
                ASKED.fetch_add(1, Ordering::Relaxed);
                let best = movegen::legal_moves(board.position()).next();
                Outcome { best, score: 0, depth: 1, nodes: 1 }
            },
            perft: |_, _| {
                ASKED.fetch_add(100, Ordering::Relaxed);
                1
            },
            ..program.chosen
        };
        for (line, asked) in [("go depth 1", 1), ("bench 1", 16), ("go perft 2", 2000)] {
            program.obey(Command::read(line).unwrap()).unwrap();
            let _ = program.worker.take().map(JoinHandle::join);
            assert_eq!(ASKED.swap(0, Ordering::Relaxed), asked, "{line}");
        }
    }

    #[test]
    fn a_bench_tells_all_nodes_by_all_their_time_and_knows_nothing_before() {
        let (base, go_on) = (Chosen::all()[0], AtomicBool::new(false));
        let mut memory = Memory::new(1, Profile::Classical);
        let slow = Chosen {
            search: |_, _, _, _| {
                thread::sleep(Duration::from_millis(5));
                Outcome { best: None, score: 0, depth: 1, nodes: 1000 }
            },
            ..base
        };
        let text = bench(slow, &mut memory, 1, &go_on);
        let speed = text.strip_prefix("bench base classical: 16000 nodes ").unwrap();
        let speed: u32 = speed.strip_suffix(" nps").unwrap().parse().unwrap();
        assert!(speed <= 200_000, "{text}");
        let mut nodes = || {
            let text = bench(base, &mut memory, 4, &go_on);
            let board = Board::from_fen(Board::START).unwrap();
            let _ = (base.search)(&mut memory, &board, &[], &Limits::depth(5));
            text.split(' ').nth(3).unwrap().to_owned()
        };
        assert_eq!(nodes(), nodes());
    }
}
