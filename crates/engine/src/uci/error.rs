//! What can be wrong with a line.

use crate::board::{Board, BoardError};
use alloc::boxed::Box;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use lookup::{Move, MoveError};

/// A line that has no meaning. Its text is one line, too.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum CommandError {
    /// No command begins with this word.
    Command(String),
    /// This is neither `startpos` nor a FEN.
    Position(String),
    /// The FEN of a position is wrong.
    Fen(BoardError),
    /// This is no move.
    Move(String),
    /// This move is not legal here.
    Illegal(Move, Box<Board>),
    /// No number of a range stands where one is needed.
    Number {
        /// The word before it.
        after: String,
        /// The range in words.
        expected: String,
        /// What stands there; nothing at the end of the line.
        found: String,
    },
    /// An option is not set as it should be.
    SetOption,
    /// No option has this name.
    Option(String),
    /// No profile has this name.
    Profile(String),
}

impl From<BoardError> for CommandError {
    fn from(error: BoardError) -> CommandError {
        CommandError::Fen(error)
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Command(word) => write!(f, "unknown command {word:?}"),
            CommandError::Position(other) => {
                write!(f, "expected startpos or fen FEN, then moves, found {other:?}")
            }
            CommandError::Fen(error) => write!(f, "wrong FEN: {error}"),
            CommandError::Move(text) => write!(f, "wrong move {text:?}: {MoveError}"),
            CommandError::Illegal(m, board) => write!(f, "illegal move {m} in {board}"),
            CommandError::Number { after, expected, found } => {
                write!(f, "expected {expected} after {after}, found {found:?}")
            }
            CommandError::SetOption => f.write_str("expected setoption name NAME value VALUE"),
            CommandError::Option(name) => write!(f, "unknown option {name:?}"),
            CommandError::Profile(name) => write!(f, "unknown profile {name:?}"),
        }
    }
}

impl Error for CommandError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CommandError::Fen(error) => Some(error),
            _ => None,
        }
    }
}
