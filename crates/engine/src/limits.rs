//! The limits of a search, and its result.

use core::fmt;
use core::sync::atomic::AtomicBool;
use lookup::Move;

/// The most plies from the root, plus one.
pub(crate) const PLIES: usize = 128;

/// The limits of a search, and its listener.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The depth of its last iteration in plies, at most [`Limits::DEEPEST`].
    pub depth: u32,
    /// The number of nodes after which it stops, even within an iteration.
    pub nodes: u64,
    /// A flag that stops it. The search reads it every 1024 nodes.
    pub stop: Option<&'a AtomicBool>,
    /// Called with the result of each iteration that another one follows.
    pub listener: Option<&'a dyn Fn(&Outcome)>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut limits = f.debug_struct("Limits");
        limits.field("depth", &self.depth).field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Limits<'_> {
    /// The depth of the last possible iteration.
    pub const DEEPEST: u32 = 100;

    /// A search to this depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits<'static> {
        Limits { depth, nodes: u64::MAX, stop: None, listener: None }
    }

    /// A search of this many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, ..Limits::depth(Limits::DEEPEST) }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// The best move. `None` if no move is legal.
    pub best: Option<Move>,
    /// The score in centipawns from the view of the side to move; near [`Outcome::MATE`] or
    /// its negative for a mate.
    pub score: i32,
    /// The depth of the last complete iteration.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
}

impl Outcome {
    /// The score of a mate on the board; one ply further away is one less.
    pub const MATE: i32 = 32_000;

    /// The number of moves to the mate that was found, negative if the side to move is mated.
    #[must_use]
    pub fn mate_in(&self) -> Option<i32> {
        let plies = Outcome::MATE - self.score.abs();
        (plies <= PLIES as i32).then(|| if self.score > 0 { (plies + 1) / 2 } else { -plies / 2 })
    }
}
