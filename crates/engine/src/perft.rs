//! Counting the games of some plies, to check and to measure move generation.
//!
//! Source: <https://www.chessprogramming.org/Perft>.

use crate::board::Board;
use crate::lookups::Lookups;
use crate::moves::{self, Safety};

/// The number of legal games of `depth` plies; 1 for no plies. The moves of the last ply are
/// counted and not made.
#[inline(never)]
#[must_use]
pub fn perft<L: Lookups>(board: &Board, depth: u32) -> u64 {
    count::<L, true>(board, depth)
}

/// The same number, with every move made.
#[inline(never)]
#[must_use]
pub fn perft_to_the_end<L: Lookups>(board: &Board, depth: u32) -> u64 {
    count::<L, false>(board, depth)
}

fn count<L: Lookups, const BULK: bool>(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut games, bulk) = (0, BULK && depth == 1);
    let position = board.position();
    let safety = Safety::of::<L>(position);
    moves::legal::<L>(position, &safety, |m| {
        if bulk {
            games += 1;
        } else {
            L::hear_of_move();
            games += count::<L, BULK>(&board.play(m), depth - 1);
        }
    });
    games
}
