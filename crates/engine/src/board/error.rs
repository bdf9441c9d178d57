//! What can be wrong with the FEN of a board.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use lookup::FenError;

/// A fault in the FEN of a board.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BoardError {
    /// The position is wrong.
    Position(FenError),
    /// The fifth field is no number of half-moves.
    Clock(String),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Position(error) => error.fmt(f),
            BoardError::Clock(clock) => {
                write!(f, "expected a number of half-moves as fifth field, found {clock:?}")
            }
        }
    }
}

impl Error for BoardError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BoardError::Position(error) => Some(error),
            BoardError::Clock(_) => None,
        }
    }
}
