//! A search under way: the node that it is at, and what it knows and keeps of others.

use crate::board::Board;
use crate::classical;
use crate::history::{Followed, MOST};
use crate::limits::{Limits, Outcome, PLIES};
use crate::lookups::Lookups;
use crate::memory::{Frame, Memory, Profile};
use crate::moves::{self, Packed, Safety};
use crate::table::{Bound, Entry};
use core::hint::black_box;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicBool, Ordering};
use lookup::checks::Checks;
use lookup::{Bitboard, Color, Move, PieceKind};

/// A search under way.
pub(crate) struct Search<'a, L> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) limits: &'a Limits<'a>,
    /// The number of keys from the game.
    pub(crate) root: usize,
    /// The depth of the iteration.
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    /// The number of nodes at which the captures of a leaf end.
    pub(crate) quiet_by: u64,
    /// The best move at the root.
    pub(crate) best: Packed,
    pub(crate) is_over: bool,
    pub(crate) lookups: PhantomData<L>,
}

/// A node of the tree.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    pub(crate) board: &'a Board,
    /// The plies from the root.
    pub(crate) ply: usize,
    pub(crate) checkers: Bitboard,
    /// The places where the lists of its moves may begin.
    pub(crate) lists: [usize; 2],
}

impl Node<'_> {
    /// The node after a move.
    #[inline(always)]
    pub(crate) fn next<'a, L: Lookups>(
        self,
        board: &'a Board,
        gives_check: bool,
        lists: [usize; 2],
    ) -> Node<'a> {
        let checkers =
            if gives_check { L::Checks::checkers(board.position()) } else { Bitboard::EMPTY };
        Node { board, ply: self.ply + 1, checkers, lists }
    }
}

impl<L: Lookups> Search<'_, L> {
    /// Counts a node, unless the search is over. Returns whether it is.
    #[inline]
    pub(crate) fn enters(&mut self) -> bool {
        if !self.is_over {
            let stops = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
            self.is_over = self.nodes >= self.limits.nodes
                || self.nodes.is_multiple_of(1024) && self.limits.stop.is_some_and(stops);
            self.nodes += u64::from(!self.is_over);
        }
        self.is_over
    }

    /// Makes a move, and notes it for later plies.
    #[inline]
    pub(crate) fn make(&mut self, at: Node<'_>, packed: Packed) -> Board {
        let Node { board, ply, checkers, .. } = at;
        let m = packed.unpacked();
        let change = board.change(m);
        if let Some(&(piece, _)) = change.added().first() {
            let followed = Followed::by(piece, m.to, !checkers.is_empty(), change.captures());
            self.memory.frames[ply].followed = followed;
        }
        self.memory.keys[self.root + ply] = board.key();
        L::hear_of_move();
        match &mut self.memory.network {
            None => board.play_change(m, &change),
            Some(network) => network.play::<L>(ply + 1, board, m, &change),
        }
    }

    /// Whether the position is a draw: too little material to mate, fifty moves without
    /// progress, or a repetition. One repetition is enough if both are in the tree.
    #[inline]
    pub(crate) fn is_draw(&self, at: Node<'_>) -> bool {
        let Node { board, ply, checkers, .. } = at;
        let position = board.position();
        if board.value().phase <= 1 && position.kind(PieceKind::Pawn).is_empty() {
            return true;
        }
        if board.halfmoves() >= 100 && (checkers.is_empty() || has_moves::<L>(board, checkers)) {
            return true;
        }
        let here = self.root + ply;
        let mut in_game = 0;
        for back in (4..=usize::from(board.halfmoves()).min(here)).step_by(2) {
            if self.memory.keys[here - back] == board.key() {
                in_game += 1;
                if back <= ply || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The static evaluation, from the table if it has one.
    #[inline]
    pub(crate) fn evaluation(&mut self, at: Node<'_>, known: Option<Entry>) -> i32 {
        match known {
            Some(entry) => i32::from(entry.evaluation),
            None => self.evaluate(at),
        }
    }

    /// The static evaluation, from the view of the side to move.
    #[inline(never)]
    pub(crate) fn evaluate(&mut self, Node { board, ply, .. }: Node<'_>) -> i32 {
        let mut value = board.value();
        match self.memory.profile {
            Profile::Material => {}
            Profile::Classical => value = value.plus(classical::value::<L>(board.position())),
            Profile::Network | Profile::Threats => {
                if let Some(network) = &mut self.memory.network {
                    black_box(network.evaluate::<L>(ply, board));
                }
            }
        }
        let side = board.position().side_to_move();
        let value = if side == Color::White { value.blended() } else { -value.blended() };
        (value + TEMPO).clamp(-LARGEST, LARGEST)
    }

    /// The reduction that a quiet move is spared for its history; negative for a bad one.
    #[inline]
    pub(crate) fn success(&self, at: Node<'_>, m: Packed, followed: [Followed; 2]) -> i32 {
        let m = m.unpacked();
        let piece = at.board.position().piece_on(m.from);
        let of = |piece| self.memory.history.of(followed, piece, m.from, m.to);
        piece.map_or(0, |piece| of(piece) * 2 / MOST)
    }

    /// Learns from a quiet move that refuted, and from those tried before it.
    pub(crate) fn learn(&mut self, at: Node<'_>, refuting: Packed, tried: &[Packed], depth: i32) {
        let Node { board, ply, .. } = at;
        let followed = self.followed(ply);
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        let learnt = tried.iter().map(|&m| (m, -bonus)).chain([(refuting, bonus)]);
        for (packed, bonus) in learnt {
            let Move { from, to, .. } = packed.unpacked();
            if let Some(piece) = board.position().piece_on(from) {
                self.memory.history.add(followed, (piece, from, to), bonus);
            }
        }
        self.memory.history.set_counter(followed[0], refuting);
        let killers = &mut self.memory.frames[ply].killers;
        if killers[0] != refuting {
            *killers = [refuting, killers[0]];
        }
    }

    /// Keeps a result in the table.
    #[inline]
    pub(crate) fn keep(
        &mut self,
        at: Node<'_>,
        best: Packed,
        (score, bound): (i32, Bound),
        evaluation: Option<i32>,
        depth: i32,
    ) {
        let ply = at.ply as i32;
        let score = match score {
            MATES.. => score + ply,
            ..=NO_MATES => score - ply,
            _ => score,
        };
        let (score, evaluation) = (score as i16, evaluation.unwrap_or(0) as i16);
        let (key, depth) = (at.board.key(), depth as u8 + 1);
        self.memory.table.store(Entry { key, best, score, evaluation, depth, bound });
    }

    /// The frame `back` plies before.
    #[inline]
    pub(crate) fn frame(&self, ply: usize, back: usize) -> Option<&Frame> {
        self.memory.frames.get(ply.checked_sub(back)?)
    }

    /// The last two moves.
    #[inline]
    pub(crate) fn followed(&self, ply: usize) -> [Followed; 2] {
        let of = |back| self.frame(ply, back).map_or(Followed::NOTHING, |frame| frame.followed);
        [of(1), of(2)]
    }
}

/// Larger than any score.
pub(crate) const INFINITY: i32 = Outcome::MATE + 1;

/// Scores from here on are mates.
pub(crate) const MATES: i32 = Outcome::MATE - PLIES as i32;

/// Scores to here are mates of the side to move.
const NO_MATES: i32 = -MATES;

/// The largest evaluation, which is below all mates.
const LARGEST: i32 = 30_000;

/// The value of the right to move.
const TEMPO: i32 = 10;

/// The score from the table, if the search needs nothing more.
#[inline]
pub(crate) fn cutoff(
    known: Option<Entry>,
    at: Node<'_>,
    (alpha, beta): (i32, i32),
    depth: i32,
) -> Option<i32> {
    let entry = known?;
    let score = match i32::from(entry.score) {
        score @ MATES.. => score - at.ply as i32,
        score @ ..=NO_MATES => score + at.ply as i32,
        score => score,
    };
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
        Bound::None => false,
    };
    // The table does not know that a draw by fifty moves is near.
    let counts = i32::from(entry.depth) > depth && at.board.halfmoves() < 90;
    (is_enough && counts).then_some(score)
}

/// Whether there is a legal move.
#[cold]
fn has_moves<L: Lookups>(board: &Board, checkers: Bitboard) -> bool {
    let safety = Safety::given::<L>(board.position(), checkers);
    let mut found = false;
    moves::legal::<L>(board.position(), &safety, |_| found = true);
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::choices::Base;
    use alloc::format;
    use lookup::Piece;

    /// A search that begins.
    pub(crate) fn begun<'a>(memory: &'a mut Memory, limits: &'a Limits<'a>) -> Search<'a, Base> {
        Search {
            memory,
            limits,
            root: 0,
            depth: limits.depth as i32,
            nodes: 0,
            quiet_by: 0,
            best: Packed::NONE,
            is_over: false,
            lookups: PhantomData,
        }
    }

    /// From a position the way to a mate is as long wherever the position stands in the tree.
    #[test]
    fn mates_in_the_table_are_counted_from_their_position() {
        let board = Board::from_fen("7k/8/5K2/8/8/8/8/R7 w - -").unwrap();
        let at = |ply| Node { board: &board, ply, checkers: Bitboard::EMPTY, lists: [0, 0] };
        let (mut memory, limits) = (Memory::new(1, Profile::Material), Limits::depth(9));
        let mut search = begun(&mut memory, &limits);
        for (kept, found) in
            [(31_990, 31_992), (-31_990, -31_992), (30_000, 30_000), (-30_000, -30_000)]
        {
            search.keep(at(5), Packed::NONE, (kept, Bound::Exact), None, 9);
            let known = search.memory.table.probe(board.key());
            assert_eq!(cutoff(known, at(3), (-1, 0), 9), Some(found));
        }
    }

    /// A move gains in three tables 16 times the square of the depth and 32 times the depth, but no
    /// more than 1600 in each.
    #[test]
    fn a_move_that_refutes_gains_by_its_depth_what_those_before_it_lose() {
        let board = Board::from_fen("7k/8/5K2/8/8/8/8/R7 w - -").unwrap();
        let at = Node { board: &board, ply: 0, checkers: Bitboard::EMPTY, lists: [0, 0] };
        let [refuting, tried] = ["a1a8", "a1a7"].map(|text| text.parse::<Move>().unwrap());
        for (depth, gain) in [(1, 48), (5, 560), (9, 1584), (10, 1600), (100, 1600)] {
            let (mut memory, limits) = (Memory::new(1, Profile::Material), Limits::depth(9));
            let mut search = begun(&mut memory, &limits);
            search.learn(at, Packed::of(refuting), &[Packed::of(tried)], depth);
            let of = |m: Move| {
                let history = &search.memory.history;
                history.of([Followed::NOTHING; 2], Piece::WhiteRook, m.from, m.to)
            };
            assert_eq!([refuting, tried].map(of), [3 * gain, -3 * gain], "{depth}");
        }
    }

    /// 47 queens are no mate.
    #[test]
    fn an_evaluation_is_below_all_mates() {
        let rows = ["qqqqqqqq"; 5].join("/");
        let (mut memory, limits) = (Memory::new(1, Profile::Material), Limits::depth(9));
        let mut search = begun(&mut memory, &limits);
        for (fen, evaluation) in [
            (format!("kb6/pp6/{rows}/qqqqqqqK w - -").replace('q', "Q"), 30_000),
            (format!("kqqqqqqq/{rows}/PP6/KB6 w - -"), -30_000),
        ] {
            let board = Board::from_fen(&fen).unwrap();
            let at = Node { board: &board, ply: 0, checkers: Bitboard::EMPTY, lists: [0, 0] };
            assert_eq!(search.evaluate(at), evaluation, "{fen}");
        }
    }
}
