//! Searches by UCI, for engines without a bench.

use anyhow::{Context as _, Result, ensure};
use std::io::{BufRead as _, BufReader, Read, Write};

/// What every engine searches.
#[derive(Clone, Debug)]
pub(crate) struct Searches {
    /// Nodes a position.
    pub(crate) nodes: u64,
    /// As `position fen` has them.
    pub(crate) positions: Vec<String>,
}

/// The positions that move generators are tested on.
const USUAL: &str = include_str!("../../questions/positions/perft.epd");

impl Searches {
    /// Of these nodes in the positions of a file of FEN or EPD, or in the usual ones.
    ///
    /// # Errors
    /// If a line of the file is no position.
    pub(crate) fn of(nodes: u64, file: Option<&str>) -> Result<Searches> {
        let (name, text) = match file {
            Some(path) => (
                path,
                std::fs::read_to_string(path)
                    .with_context(|| format!("{path}: expected a file of positions"))?,
            ),
            None => ("the usual positions", USUAL.to_owned()),
        };
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let lines = lines.filter(|(line, _)| !line.starts_with('#'));
        let positions = lines
            .map(|(line, number)| position(line).with_context(|| format!("{name}:{number}")))
            .collect::<Result<Vec<_>>>()?;
        ensure!(!positions.is_empty(), "{name}: expected a position, found none");
        Ok(Searches { nodes, positions })
    }

    /// Talks to an engine until all is searched. What it has printed, up to this many bytes and one.
    pub(crate) fn talk(&self, input: impl Write, output: impl Read, most: u64) -> Vec<u8> {
        let mut talk =
            Talk { input, output: BufReader::new(output.take(most + 1)), heard: Vec::new() };
        // An engine that is gone has said what it has said.
        let _ = self.searched(&mut talk);
        let _ = talk.output.read_to_end(&mut talk.heard);
        talk.heard
    }

    fn searched(&self, talk: &mut Talk<impl Write, impl Read>) -> Option<()> {
        talk.say("uci")?;
        talk.hear("uciok")?;
        if String::from_utf8_lossy(&talk.heard).contains("option name Threads ") {
            talk.say("setoption name Threads value 1")?;
        }
        for position in &self.positions {
            talk.say("ucinewgame\nisready")?;
            talk.hear("readyok")?;
            talk.say(&format!("position fen {position}\ngo nodes {}", self.nodes))?;
            talk.hear("bestmove")?;
        }
        talk.say("quit")
    }
}

struct Talk<W, R> {
    input: W,
    output: BufReader<std::io::Take<R>>,
    heard: Vec<u8>,
}

impl<W: Write, R: Read> Talk<W, R> {
    fn say(&mut self, words: &str) -> Option<()> {
        writeln!(self.input, "{words}").and_then(|()| self.input.flush()).ok()
    }

    /// Waits for a line that begins with this word.
    fn hear(&mut self, word: &str) -> Option<()> {
        loop {
            let begin = self.heard.len();
            let read = self.output.read_until(b'\n', &mut self.heard).ok()?;
            let line = String::from_utf8_lossy(&self.heard[begin..]);
            if read == 0 {
                return None;
            }
            if line.split_whitespace().next() == Some(word) {
                return Some(());
            }
        }
    }
}

/// A position of FEN or EPD with the counters of moves, which EPD may lack.
///
/// # Errors
/// If it has not the fields of a position, or moves.
fn position(line: &str) -> Result<String> {
    let (fields, operations) = line.split_once(';').unwrap_or((line, ""));
    let words: Vec<_> = fields.split_whitespace().collect();
    let ranks = words.first().map_or(0, |board| board.split('/').count());
    let has_fields = ranks == 8 && words.len() >= 4 && ["w", "b"].contains(&words[1]);
    ensure!(
        has_fields,
        "expected FEN or EPD, such as `8/8/8/8/8/8/8/Kk6 w - -`, found `{}`",
        figures::visible(line)
    );
    let is_number = |word: &&&str| word.parse::<u32>().is_ok();
    let counters: Vec<_> = words[4..].iter().take(2).take_while(is_number).copied().collect();
    let operations = format!("{};{operations}", words[4 + counters.len()..].join(" "));
    // What is in quotes says nothing.
    let plain = operations.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let moves = plain.split(';').find_map(moves);
    let found = figures::visible(moves.unwrap_or_default());
    ensure!(moves.is_none(), "expected a position without moves, found `{found}`");
    let counters =
        if let [halfmoves, moves] = counters[..] { [halfmoves, moves] } else { ["0", "1"] };
    Ok([&words[..4], &counters].concat().join(" "))
}

/// The word of an operation that leads to another position: `moves`, or a move of UCI in place of a name.
fn moves(operation: &str) -> Option<&str> {
    let name = operation.split_whitespace().next()?;
    let is_move =
        matches!(name.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]);
    let mut words = operation.split_whitespace();
    words.find(|word| word.eq_ignore_ascii_case("moves")).or(is_move.then_some(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;

    #[test]
    fn positions_have_their_counters_and_nothing_of_what_epd_adds() {
        for (line, expected) in [
            ("8/8/8/8/8/8/8/Kk6 w - -", "8/8/8/8/8/8/8/Kk6 w - - 0 1"),
            ("8/8/8/8/8/8/8/Kk6 b - - 7 90", "8/8/8/8/8/8/8/Kk6 b - - 7 90"),
            (" 8/8/8/8/8/8/8/Kk6  w KQ e3 bm Ka2; id \"1\";", "8/8/8/8/8/8/8/Kk6 w KQ e3 0 1"),
            ("8/8/8/8/8/8/8/Kk6 b - -;pv a1a2; id \"all; moves\"", "8/8/8/8/8/8/8/Kk6 b - - 0 1"),
        ] {
            assert_eq!(position(line).unwrap(), expected);
        }
        for (line, expected) in [
            ("8/8 w - -", "expected FEN or EPD"),
            ("8/8/8/8/8/8/8/Kk6 x - -", "found `8/8/8/8/8/8/8/Kk6 x - -`"),
            ("8/8/8/8/8/8/8/Kk6 w -", "expected FEN or EPD"),
            ("8/8/8/8/8/8/8/Kk6 w - - 0 1 moves a1a2", "without moves, found `moves`"),
            ("8/8/8/8/8/8/8/Kk6 b - - 0 1;Moves b1b2", "without moves, found `Moves`"),
            ("8/8/8/8/8/8/8/Kk6 w - - bm Ka2; id \"1\"; moves a1a2;", "found `moves`"),
            ("8/8/8/8/8/8/8/Kk6 b - - b1b2 a1a2", "without moves, found `b1b2`"),
            ("8/8/8/8/8/8/8/Kk6 w - - 0 1; a2a1q", "without moves, found `a2a1q`"),
        ] {
            let error = position(line).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(Searches::of(9, None).unwrap().positions.len() >= 4);
    }

    /// An engine that says each line only after the last words that it was told, and then no more.
    struct Engine {
        told: Rc<RefCell<Vec<u8>>>,
        says: VecDeque<(&'static str, &'static str)>,
    }

    impl Read for Engine {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some((after, line)) = self.says.pop_front() else { return Ok(0) };
            let told = String::from_utf8(self.told.borrow().clone()).unwrap();
            assert!(told.ends_with(&format!("{after}\n")), "{line} after {told}");
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }

    struct Told(Rc<RefCell<Vec<u8>>>);

    impl Write for Told {
        fn write(&mut self, words: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().write(words)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_engine_is_told_one_search_after_the_other() {
        let searches = Searches { nodes: 70, positions: vec!["a w - - 0 1".into(), "b".into()] };
        let says = [
            ("uci", "option name Threads type spin\n"),
            ("uci", "uciok\n"),
            ("isready", "readyok\n"),
            ("go nodes 70", "info nodes 7\n"),
            ("go nodes 70", "bestmove a\n"),
            ("isready", "readyok\n"),
            ("go nodes 70", "info nodes 8\nbestmove b\n"),
            ("quit", "bye\n"),
        ];
        let told = Rc::<RefCell<Vec<u8>>>::default();
        let engine = Engine { told: Rc::clone(&told), says: says.into() };
        let heard = searches.talk(Told(Rc::clone(&told)), engine, 1000);
        let says: String = says.iter().map(|(_, line)| *line).collect();
        assert_eq!(String::from_utf8(heard).unwrap(), says);
        assert_eq!(
            String::from_utf8(told.take()).unwrap(),
            "uci\nsetoption name Threads value 1\nucinewgame\nisready\nposition fen a w - - 0 1\n\
             go nodes 70\nucinewgame\nisready\nposition fen b\ngo nodes 70\nquit\n"
        );
        // One that ends early, and one that never does.
        let heard = searches.talk(&mut Vec::new(), &says.as_bytes()[..30], 1000);
        assert_eq!(heard.len(), 30);
        assert_eq!(searches.talk(&mut Vec::new(), std::io::repeat(b'x'), 99).len(), 100);
    }
}
