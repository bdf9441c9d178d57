//! The Universal Chess Interface as text: the meaning of commands, and the form of results.
//!
//! Nothing here reads, writes or waits. Words of `go` without a meaning here are ignored, as the
//! protocol asks. A line that the engine would have to guess at gives an error of one line.
//!
//! Source: <https://www.chessprogramming.org/UCI>.

use crate::board::Board;
use crate::limits::{Limits, Outcome};
use crate::memory::Profile;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
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
    /// One line that says what is wrong.
    pub fn read(line: &str) -> Result<Command, String> {
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
                Some(depth) => number("bench", Some(depth)).map(Command::Bench),
            },
            Some("setoption") => option(words),
            Some("debug" | "register" | "ponderhit") | None => Ok(Command::Nothing),
            Some(word) => Err(format!("unknown command {word:?}")),
        }
    }
}

/// A position, and the keys of those before it in its game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Game {
    /// The position.
    pub board: Board,
    /// The keys of the earlier positions, the latest last.
    pub keys: Vec<u64>,
}

impl Game {
    /// The start of a game.
    ///
    /// # Errors
    /// One line that says what is wrong with the FEN.
    pub fn from_fen(fen: &str) -> Result<Game, String> {
        let board = Board::from_fen(fen).map_err(|error| format!("wrong FEN: {error}"))?;
        Ok(Game { board, keys: Vec::new() })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// One line that says that it is illegal.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let m = text.parse::<Move>().map_err(|error| format!("wrong move {text:?}: {error}"))?;
        if !movegen::is_legal(self.board.position(), m) {
            return Err(format!("illegal move {m} in {}", self.board));
        }
        self.keys.push(self.board.key());
        self.board = self.board.play(m);
        Ok(())
    }

    fn read(words: SplitAsciiWhitespace<'_>) -> Result<Game, String> {
        let words: Vec<&str> = words.collect();
        let mut halves = words.splitn(2, |&word| word == "moves");
        let mut half = || halves.next().unwrap_or_default();
        let (start, moves) = (half(), half());
        let mut game = match start {
            ["startpos"] => Game::from_fen(Board::START)?,
            ["startpos", more @ ..] => {
                return Err(format!("expected moves, found {:?}", more.join(" ")));
            }
            ["fen", fen @ ..] => {
                // The number of the move is the last field.
                let mut numbers = fen.iter().skip(5);
                if let Some(more) = numbers.find(|word| word.parse::<u32>().is_err()) {
                    return Err(format!("expected moves after the FEN, found {more:?}"));
                }
                Game::from_fen(&fen.join(" "))?
            }
            other => {
                let other = other.first().copied().unwrap_or_default();
                return Err(format!("expected startpos or fen, found {other:?}"));
            }
        };
        moves.iter().try_for_each(|word| game.play(word))?;
        Ok(game)
    }
}

/// The limits of a search.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Go {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// The rest of either side's time in milliseconds.
    pub clocks: [Option<u64>; 2],
    /// The time that either side gains by a move, in milliseconds.
    pub increments: [u64; 2],
    /// The moves until more time comes.
    pub moves_to_go: Option<u64>,
    /// Whether the result must wait for `stop`.
    pub is_infinite: bool,
    /// The words without a meaning here.
    pub ignored: Vec<String>,
}

impl Go {
    /// The milliseconds that the side to move may spend, if they are limited.
    #[must_use]
    pub fn milliseconds(&self, side: Color) -> Option<u64> {
        let rest = self.clocks[side as usize].map(|rest| {
            let moves = self.moves_to_go.unwrap_or(30).clamp(1, 30);
            let share = (rest / moves).saturating_add(self.increments[side as usize] / 4 * 3);
            // A part remains for the delay between engine and clock.
            share.min(rest.saturating_sub(50)).max(1)
        });
        self.movetime.or(rest).filter(|_| !self.is_infinite)
    }

    /// Whether the limits end the search before the deepest iteration.
    #[must_use]
    pub fn has_end(&self, side: Color) -> bool {
        let Limits { depth, nodes, .. } = self.limits();
        let is_limited = depth < Limits::DEEPEST || nodes < u64::MAX;
        !self.is_infinite && (is_limited || self.milliseconds(side).is_some())
    }

    /// The limits without time.
    #[must_use]
    pub fn limits(&self) -> Limits<'static> {
        Limits {
            nodes: self.nodes.unwrap_or(u64::MAX),
            ..Limits::depth(self.depth.unwrap_or(Limits::DEEPEST))
        }
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

fn go(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, String> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.is_infinite = true,
            "perft" => return perft(words.next()),
            "depth" => go.depth = Some(number(word, words.next())?),
            "mate" => go.depth = Some(depth_of_mate(number(word, words.next())?)),
            "nodes" => go.nodes = Some(number(word, words.next())?),
            "movetime" => go.movetime = Some(time(word, words.next())?),
            "wtime" => go.clocks[0] = Some(time(word, words.next())?),
            "btime" => go.clocks[1] = Some(time(word, words.next())?),
            "winc" => go.increments[0] = time(word, words.next())?,
            "binc" => go.increments[1] = time(word, words.next())?,
            "movestogo" => go.moves_to_go = Some(number(word, words.next())?),
            _ => go.ignored.push(word.to_string()),
        }
    }
    Ok(Command::Go(go))
}

fn perft(depth: Option<&str>) -> Result<Command, String> {
    match number("perft", depth)? {
        // Every ply takes some of the stack.
        depth if depth <= Limits::DEEPEST => Ok(Command::Perft(depth)),
        depth => Err(format!("a perft has at most {} plies, not {depth}", Limits::DEEPEST)),
    }
}

/// The depth at which a search finds most mates in this many moves. It is more than the mate
/// needs, because the search prunes moves that seem to lose.
#[must_use]
pub fn depth_of_mate(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_add(5)
}

fn option(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, String> {
    let (Some("name"), Some(name)) = (words.next(), words.next()) else {
        return Err("expected setoption name ... value ...".to_string());
    };
    let (Some("value"), Some(value), None) = (words.next(), words.next(), words.next()) else {
        return Err(format!("expected a value of the option {name:?}"));
    };
    match name.to_ascii_lowercase().as_str() {
        "hash" => number("Hash", Some(value)).map(Command::Hash),
        "lookups" => Ok(Command::Lookups(value.to_string())),
        "profile" => match value.parse() {
            Ok(profile) => Ok(Command::Profile(profile)),
            Err(()) => Err(format!("unknown profile {value:?}")),
        },
        _ => Err(format!("unknown option {name:?}")),
    }
}

fn number<N: FromStr>(of: &str, word: Option<&str>) -> Result<N, String> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| format!("expected a number after {of}, found {word:?}"))
}

/// A time in milliseconds. A clock may have run out; a negative time counts as zero.
fn time(of: &str, word: Option<&str>) -> Result<u64, String> {
    let milliseconds: i64 = number(of, word)?;
    Ok(milliseconds.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(line: &str) -> Game {
        match Command::read(line) {
            Ok(Command::Position(game)) => game,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn limits(line: &str) -> Go {
        match Command::read(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_read() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("  isready ", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("quit", Command::Quit),
            ("bench", Command::Bench(BENCH_DEPTH)),
            ("bench 4", Command::Bench(4)),
            ("go perft 5", Command::Perft(5)),
            ("setoption name Hash value 64", Command::Hash(64)),
            ("setoption name lookups value best", Command::Lookups("best".to_string())),
            ("setoption name Profile value network", Command::Profile(Profile::Network)),
            ("setoption name profile value threats", Command::Profile(Profile::Threats)),
            ("go perft 100", Command::Perft(100)),
            ("isready\r", Command::IsReady),
            ("", Command::Nothing),
            ("debug on", Command::Nothing),
            ("ponderhit", Command::Nothing),
        ] {
            assert_eq!(Command::read(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_told_in_one_line() {
        for (line, expected) in [
            ("hello", "unknown command \"hello\""),
            ("Uci", "unknown command \"Uci\""),
            ("position", "expected startpos or fen, found \"\""),
            ("position e2e4", "expected startpos or fen, found \"e2e4\""),
            ("position startpos e2e4", "expected moves, found \"e2e4\""),
            (
                "position startpos moves e2e5",
                "illegal move e2e5 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
            ),
            (
                "position startpos moves e2",
                "wrong move \"e2\": expected a move such as e2e4 or e7e8q",
            ),
            (
                "position fen 7k/8/8/8/8/8/8/K7 w - - 0 a1a2",
                "expected moves after the FEN, found \"a1a2\"",
            ),
            ("position fen", "wrong FEN: column 1: expected the pieces, found the end"),
            (
                "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
                "wrong FEN: column 1: white has 0 kings, expected 1",
            ),
            (
                "position fen k7/8/8/8/8/8/8/K7 w - - many 1",
                "wrong FEN: expected a number of half-moves as fifth field",
            ),
            ("go depth", "expected a number after depth, found \"\""),
            ("go depth -1", "expected a number after depth, found \"-1\""),
            ("go nodes many", "expected a number after nodes, found \"many\""),
            ("go perft x", "expected a number after perft, found \"x\""),
            ("go perft 101", "a perft has at most 100 plies, not 101"),
            ("go mate in 3", "expected a number after mate, found \"in\""),
            ("bench deep", "expected a number after bench, found \"deep\""),
            ("setoption", "expected setoption name ... value ..."),
            ("setoption name Hash", "expected a value of the option \"Hash\""),
            ("setoption name Hash value big", "expected a number after Hash, found \"big\""),
            ("setoption name Hash value 1 2", "expected a value of the option \"Hash\""),
            ("setoption name Threads value 2", "unknown option \"Threads\""),
            ("setoption name Profile value none", "unknown profile \"none\""),
        ] {
            assert_eq!(Command::read(line), Err(expected.to_string()), "{line}");
        }
    }

    #[test]
    fn positions_have_their_games() {
        assert_eq!(
            game("position startpos").board.to_string(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0"
        );
        assert_eq!(game("position startpos moves").keys.len(), 0);
        let game = game("position fen 7k/8/8/8/8/8/P7/K7 b - - 7 40 moves h8g8 a1b1 g8h8 a2a4");
        assert_eq!(game.board.to_string(), "7k/8/8/8/P7/8/8/1K6 b - a3 0");
        assert_eq!(game.keys.len(), 4);
        assert_ne!(game.keys[0], game.keys[2]);
    }

    #[test]
    fn limits_are_read() {
        let go = limits("go wtime 60000 btime -5 winc 1000 binc 10 movestogo 20 depth 9");
        assert_eq!(go.milliseconds(Color::White), Some(3750));
        assert_eq!(go.milliseconds(Color::Black), Some(1));
        assert_eq!((go.limits().depth, go.limits().nodes), (9, u64::MAX));
        assert_eq!(limits("go movetime 100 wtime 1").milliseconds(Color::White), Some(100));
        assert_eq!(limits("go wtime 100").milliseconds(Color::Black), None);
        let infinite = limits("go infinite");
        assert!(infinite.is_infinite && infinite.milliseconds(Color::White).is_none());
        assert_eq!(limits("go nodes 77").limits().nodes, 77);
        assert_eq!(limits("go").limits().depth, Limits::DEEPEST);
        let go = limits("go searchmoves e2e4 depth 5 now");
        assert_eq!((go.depth, go.ignored.join(" ")), (Some(5), "searchmoves e2e4 now".to_string()));
        assert_eq!(limits("go mate 3").depth, Some(11));
        assert_eq!(limits(&format!("go mate {}", u32::MAX)).depth, Some(u32::MAX));
    }

    #[test]
    fn no_time_is_too_long() {
        let largest = i64::MAX as u64;
        for (rest, gained, moves) in
            [(largest, largest, 0), (largest, largest, 1), (largest, 0, u64::MAX), (0, largest, 30)]
        {
            let line = format!("go btime {rest} binc {gained} movestogo {moves}");
            let time = limits(&line).milliseconds(Color::Black).unwrap();
            assert!((1..=rest.max(1)).contains(&time), "{line}: {time}");
        }
    }

    #[test]
    fn limits_tell_whether_a_search_ends() {
        for line in ["go depth 99", "go nodes 1", "go movetime 0", "go wtime 9", "go mate 2"] {
            assert!(limits(line).has_end(Color::White), "{line}");
        }
        for line in
            ["go", "go depth 100", "go mate 90", "go btime 9", "go infinite depth 3 movetime 9"]
        {
            assert!(!limits(line).has_end(Color::White), "{line}");
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
        let none = Outcome { best: None, score: 0, depth: 0, nodes: 0 };
        assert_eq!(
            result(&none, 0),
            "info depth 0 score cp 0 nodes 0 nps 0 time 0 pv 0000\nbestmove 0000"
        );
        let text = introduction(["base", "best"].into_iter());
        assert!(text.contains("default base var base var best\n") && text.ends_with("\nuciok"));
        let profiles = "default classical var classical var network var threats var material\n";
        assert!(text.contains(profiles), "{text}");
    }
}
