//! Tests that need several variants at once, or another library.
//!
//! A variant's own test compares it with its question's oracle. The tests here compare the
//! oracles with `cozy-chess`, which shares no code with them, and let variants of several
//! questions play whole games together.

use lookup::Position;

/// The same position for `cozy-chess`, if it accepts it.
#[must_use]
pub fn cozy(position: &Position) -> Option<cozy_chess::Board> {
    cozy_chess::Board::from_fen(&format!("{position} 0 1"), false).ok()
}
