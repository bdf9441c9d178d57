//! The Universal Chess Interface as text: the meaning of commands, and the form of results.
//!
//! Nothing here reads, writes or waits. Words of `go` without a meaning here are ignored, as the
//! protocol asks. A line that the engine would have to guess at gives an error of one line.
//!
//! Source: <https://www.chessprogramming.org/UCI>.

mod error;

pub use error::CommandError;

use crate::board::{Board, BoardError};
use crate::limits::{Limits, Outcome};
use crate::memory::{Memory, Profile};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::ops::RangeInclusive;
use core::str::{FromStr, SplitAsciiWhitespace};
use lookup::{Color, Move, movegen};

/// A command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Introduce yourself.
    Uci,
    /// Say when everything before is done.
    IsReady,
    /// Forget the last game.
    NewGame,
    /// Take this position.
    Position(Game),
    /// Search.
    Go(Go),
    /// Count games of this many plies.
    Perft(u32),
    /// End the search.
    Stop,
    /// End the program.
    Quit,
    /// Search the [`BENCH`] to this depth.
    Bench(u32),
    /// Use a hash table of this many megabytes.
    Hash(usize),
    /// Use this choice of lookups.
    Lookups(String),
    /// Evaluate by this profile.
    Profile(Profile),
    /// A command or an option without a meaning here.
    Nothing,
}

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong; its text is one line.
    pub fn read(line: &str) -> Result<Command, CommandError> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uci") => Ok(Command::Uci),
            Some("isready") => Ok(Command::IsReady),
            Some("ucinewgame") => Ok(Command::NewGame),
            Some("position") => Game::read(words).map(Command::Position),
            Some("go") => go(words),
            Some("stop") => Ok(Command::Stop),
            Some("quit") => Ok(Command::Quit),
            Some("bench") => match words.next() {
                None => Ok(Command::Bench(BENCH_DEPTH)),
                depth => number("bench", depth, 0..=u32::MAX).map(Command::Bench),
            },
            Some("setoption") => option(words),
            Some("debug" | "register" | "ponderhit") | None => Ok(Command::Nothing),
            Some(word) => Err(CommandError::Command(word.to_owned())),
        }
    }
}

/// A position, and the keys of those before it in its game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Game {
    /// The position.
    pub board: Board,
    /// The [keys](Board::repeated) of the earlier positions, the latest last.
    pub keys: Vec<u64>,
}

impl Game {
    /// The start of a game.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    pub fn from_fen(fen: &str) -> Result<Game, BoardError> {
        Ok(Game { board: Board::from_fen(fen)?, keys: Vec::new() })
    }

    /// Plays a move.
    fn play(&mut self, text: &str) -> Result<(), CommandError> {
        let m: Move = text.parse().map_err(|_| CommandError::Move(text.to_owned()))?;
        if !movegen::is_legal(self.board.position(), m) {
            return Err(CommandError::Illegal(m, Box::new(self.board)));
        }
        self.keys.push(self.board.repeated());
        self.board = self.board.play(m);
        Ok(())
    }

    fn read(words: SplitAsciiWhitespace<'_>) -> Result<Game, CommandError> {
        let words: Vec<&str> = words.collect();
        let mut halves = words.splitn(2, |&word| word == "moves");
        let mut game = match halves.next().unwrap_or_default() {
            ["startpos"] => Game::from_fen(Board::START)?,
            ["fen", fen @ ..] if fen.len() <= 6 => Game::from_fen(&fen.join(" "))?,
            other => return Err(CommandError::Position(other.join(" "))),
        };
        let mut moves = halves.next().unwrap_or_default().iter();
        moves.try_for_each(|word| game.play(word))?;
        Ok(game)
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Go {
    /// The depth in plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// The rest of either side's time in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// The time that either side gains by a move, in milliseconds.
    pub increments: [u64; 2],
    /// The moves until more time comes.
    pub moves_to_go: u64,
    /// Whether the result must wait for `stop`.
    pub is_infinite: bool,
}

impl Go {
    /// Without a limit.
    const UNLIMITED: Go = Go {
        depth: Limits::DEEPEST,
        nodes: u64::MAX,
        movetime: None,
        clocks: [None; 2],
        increments: [0; 2],
        moves_to_go: u64::MAX,
        is_infinite: false,
    };

    /// The milliseconds that the side to move may spend, if they are limited.
    #[must_use]
    pub fn milliseconds(&self, side: Color) -> Option<u64> {
        let rest = self.clocks[side as usize].map(|rest| {
            let moves = self.moves_to_go.clamp(1, 30);
            let share = (rest / moves).saturating_add(self.increments[side as usize] / 4 * 3);
            // A part remains for the delay between engine and clock.
            share.min(rest.saturating_sub(50)).max(1)
        });
        self.movetime.or(rest).filter(|_| !self.is_infinite)
    }
}

/// The introduction; `lookups` are the names of the choices.
pub fn introduction<'a>(lookups: impl Iterator<Item = &'a str>) -> String {
    let mut text = "id name spacetime engine\nid author the spacetime contributors\n".to_string();
    text += "option name Hash type spin default 16 min 1 max 1024\n";
    text += "option name Lookups type combo default base";
    lookups.for_each(|name| text.extend([" var ", name]));
    text += "\noption name Profile type combo default classical";
    Profile::ALL.iter().for_each(|profile| text.extend([" var ", &profile.to_string()]));
    text + "\nuciok"
}

/// The line about a search's result after this many milliseconds.
#[must_use]
pub fn info(outcome: &Outcome, milliseconds: u128) -> String {
    let Outcome { score, depth, nodes, .. } = *outcome;
    let score = match outcome.mate_in() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {score}"),
    };
    let (speed, best) = (per_second(nodes, milliseconds), best(outcome));
    format!(
        "info depth {depth} score {score} nodes {nodes} nps {speed} time {milliseconds} pv {best}"
    )
}

/// The lines after a search.
#[must_use]
pub fn result(outcome: &Outcome, milliseconds: u128) -> String {
    format!("{}\nbestmove {}", info(outcome, milliseconds), best(outcome))
}

fn best(outcome: &Outcome) -> String {
    outcome.best.map_or(NO_MOVE.to_string(), |m| m.to_string())
}

/// The null move, given as the best move if there is none.
pub const NO_MOVE: &str = "0000";

/// Nodes per second; a time below a millisecond counts as one.
#[must_use]
pub fn per_second(nodes: u64, milliseconds: u128) -> u128 {
    u128::from(nodes) * 1000 / milliseconds.max(1)
}

/// The depth of a bench without a number.
pub const BENCH_DEPTH: u32 = 11;

/// Positions whose number of nodes is the engine's signature: openings, middlegames, endings
/// and mates.
pub const BENCH: [&str; 16] = [
    Board::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r3k1/1q3ppp/p3pn2/1p6/3P4/P1N2Q2/1P3PPP/3R2K1 b - - 0 22",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 14",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1RK1 w - - 2 12",
    "3r1rk1/p1q2ppp/1pn1p3/2p5/2PP4/P1PBPQ2/5PPP/R4RK1 b - - 1 17",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/6p1/3P3p/1r5P/6P1/3R1PK1/8 w - - 3 41",
    "8/pp3k2/2p1p1p1/3pP2p/3P1P1P/2P1K1P1/PP6/8 w - - 0 33",
    "6k1/1b3ppp/p3p3/1p2P3/3N4/P2R4/1P1r1PPP/6K1 w - - 4 28",
    "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 30",
    "4k3/8/3q4/8/8/2B5/3R4/4K3 w - - 0 60",
    "7k/R7/8/6K1/8/8/8/8 b - - 10 70",
];

fn go(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let mut go = Go::UNLIMITED;
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.is_infinite = true,
            // Every ply takes some of the stack.
            "perft" => return number(word, words.next(), 0..=Limits::DEEPEST).map(Command::Perft),
            "depth" => go.depth = number(word, words.next(), 0..=u32::MAX)?,
            "mate" => go.depth = depth_of_mate(number(word, words.next(), 0..=u32::MAX)?),
            "nodes" => go.nodes = number(word, words.next(), 0..=u64::MAX)?,
            "movetime" => go.movetime = Some(time(word, words.next())?),
            "wtime" => go.clocks[0] = Some(time(word, words.next())?),
            "btime" => go.clocks[1] = Some(time(word, words.next())?),
            "winc" => go.increments[0] = time(word, words.next())?,
            "binc" => go.increments[1] = time(word, words.next())?,
            "movestogo" => go.moves_to_go = number(word, words.next(), 0..=u64::MAX)?,
            _ => {}
        }
    }
    Ok(Command::Go(go))
}

/// The depth at which a search finds most mates in this many moves. It is more than the mate
/// needs, because the search prunes moves that seem to lose.
fn depth_of_mate(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_add(5)
}

fn option(words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let ["name", name, "value", value] = words.collect::<Vec<_>>()[..] else {
        return Err(CommandError::SetOption);
    };
    match name.to_ascii_lowercase().as_str() {
        "hash" => number("Hash", Some(value), Memory::TABLES).map(Command::Hash),
        "lookups" => Ok(Command::Lookups(value.to_string())),
        "profile" => match value.parse() {
            Ok(profile) => Ok(Command::Profile(profile)),
            Err(_) => Err(CommandError::Profile(value.to_owned())),
        },
        _ => Err(CommandError::Option(name.to_owned())),
    }
}

/// Reads a number within a range.
fn number<N>(of: &str, word: Option<&str>, range: RangeInclusive<N>) -> Result<N, CommandError>
where
    N: FromStr + PartialOrd + Display,
{
    let word = word.unwrap_or_default();
    word.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| CommandError::Number {
        after: of.to_owned(),
        expected: format!("{} to {}", range.start(), range.end()),
        found: word.to_owned(),
    })
}

/// A time in milliseconds. A clock may have run out; a negative time counts as zero.
fn time(of: &str, word: Option<&str>) -> Result<u64, CommandError> {
    let milliseconds = number(of, word, i64::MIN..=i64::MAX)?;
    Ok(milliseconds.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let (go, unlimited) = (Command::Go, Go::UNLIMITED);
        for (line, command) in [
            ("uci", Command::Uci),
            ("  isready ", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("quit", Command::Quit),
            ("bench", Command::Bench(11)),
            ("bench 4", Command::Bench(4)),
            ("setoption name Hash value 64", Command::Hash(64)),
            ("setoption name lookups value best", Command::Lookups("best".to_string())),
            ("setoption name Profile value network", Command::Profile(Profile::Network)),
            ("isready\r", Command::IsReady),
            ("", Command::Nothing),
            ("debug on", Command::Nothing),
            ("ponderhit", Command::Nothing),
            ("go perft 100", Command::Perft(100)),
            ("go", go(unlimited)),
            ("go infinite", go(Go { is_infinite: true, ..unlimited })),
            ("go searchmoves e2e4 depth 5 now", go(Go { depth: 5, ..unlimited })),
            ("go mate 3", go(Go { depth: 11, ..unlimited })),
            ("go mate 4294967295", go(Go { depth: u32::MAX, ..unlimited })),
            ("go nodes 77", go(Go { nodes: 77, ..unlimited })),
        ] {
            assert_eq!(Command::read(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_told_in_one_line() {
        for (line, expected) in [
            ("Uci", r#"unknown command "Uci""#),
            ("position", r#"expected startpos or fen FEN, then moves, found """#),
            (
                "position startpos e2",
                r#"expected startpos or fen FEN, then moves, found "startpos e2""#,
            ),
            (
                "position fen a b c d e f g",
                r#"expected startpos or fen FEN, then moves, found "fen a b c d e f g""#,
            ),
            (
                "position startpos moves e2e5",
                "illegal move e2e5 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
            ),
            (
                "position startpos moves e2",
                r#"wrong move "e2": expected a move such as e2e4 or e7e8q"#,
            ),
            ("position fen", "wrong FEN: column 1: expected the pieces, found the end"),
            ("go depth", r#"expected 0 to 4294967295 after depth, found """#),
            ("go depth -1", r#"expected 0 to 4294967295 after depth, found "-1""#),
            ("go perft 101", r#"expected 0 to 100 after perft, found "101""#),
            ("setoption name Hash", "expected setoption name NAME value VALUE"),
            ("setoption name Hash value 1025", r#"expected 1 to 1024 after Hash, found "1025""#),
            ("setoption name Hash value 1 2", "expected setoption name NAME value VALUE"),
            ("setoption name Threads value 2", r#"unknown option "Threads""#),
            ("setoption name Profile value none", r#"unknown profile "none""#),
        ] {
            let found = Command::read(line).map_err(|error| error.to_string());
            assert_eq!(found, Err(expected.to_string()), "{line}");
        }
    }

    #[test]
    fn positions_have_their_games() {
        let line = "position fen 7k/8/8/8/8/8/P7/K7 b - - 7 40 moves h8g8 a1b1 g8h8 a2a4";
        let Ok(Command::Position(game)) = Command::read(line) else { panic!("{line}") };
        assert_eq!(game.board.to_string(), "7k/8/8/8/P7/8/8/1K6 b - a3 0");
        assert_eq!(game.keys.len(), 4);
        assert_ne!(game.keys[0], game.keys[2]);
    }

    #[test]
    fn time_is_shared_among_moves_and_never_too_long() {
        let largest = i64::MAX as u64;
        for (line, white, black) in [
            ("wtime 60000 btime -5 winc 1000 binc 10 movestogo 20", Some(3750), Some(1)),
            ("movetime 100 wtime 1", Some(100), Some(100)),
            ("wtime 100", Some(3), None),
            ("wtime 100 btime 9 infinite", None, None),
            (&format!("btime {largest} binc {largest} movestogo 0"), None, Some(largest - 50)),
            (&format!("btime 0 binc {largest}"), None, Some(1)),
            // A thirtieth, or a part for each move to go, and three quarters of the increment.
            ("wtime 60000 btime 30000", Some(2000), Some(1000)),
            ("wtime 60000 btime 30000 movestogo 35", Some(2000), Some(1000)),
            ("wtime 60000 btime 30000 winc 1000 binc 2000 movestogo 10", Some(6750), Some(4500)),
            ("wtime 1000 btime 60 movestogo 1", Some(950), Some(10)),
            ("movetime 0", Some(0), Some(0)),
        ] {
            let Ok(Command::Go(go)) = Command::read(&format!("go {line}")) else {
                panic!("{line}")
            };
            let found = Color::ALL.map(|side| go.milliseconds(side));
            assert_eq!(found, [white, black], "{line}");
        }
    }

    #[test]
    fn results_are_written() {
        let best = Some("e2e4".parse().unwrap());
        let of = |score| result(&Outcome { best, score, depth: 7, nodes: 5000 }, 20);
        assert_eq!(
            of(35),
            "info depth 7 score cp 35 nodes 5000 nps 250000 time 20 pv e2e4\nbestmove e2e4"
        );
        assert!(of(Outcome::MATE - 5).contains(" score mate 3 "));
        assert!(of(4 - Outcome::MATE).contains(" score mate -2 "));
        assert!(of(Outcome::MATE - 1).contains(" score mate 1 "));
        assert!(of(Outcome::MATE - 2).contains(" score mate 1 "));
        assert!(of(2 - Outcome::MATE).contains(" score mate -1 "));
        assert!(of(-35).contains(" score cp -35 "));
        assert_eq!(
            introduction(["base", "best"].into_iter()),
            "id name spacetime engine\nid author the spacetime contributors\n\
             option name Hash type spin default 16 min 1 max 1024\n\
             option name Lookups type combo default base var base var best\n\
             option name Profile type combo default classical \
             var classical var network var threats var material\nuciok"
        );
        for (nodes, milliseconds, speed) in [(10, 0, 10_000), (10, 1, 10_000), (10, 4, 2_500)] {
            assert_eq!(per_second(nodes, milliseconds), speed);
        }
    }
}
