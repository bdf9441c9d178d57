//! Alpha-beta search to a depth or a number of nodes.
//!
//! Each iteration is a [principal variation search] a ply deeper than the last. A node ends
//! at once by the [hash table], by a static evaluation far above what matters, or because a
//! [pass] would be enough. Late moves are searched [less deeply], moves that give check more
//! deeply, and at the end captures go on until the position is [quiet].
//!
//! [principal variation search]: https://www.chessprogramming.org/Principal_Variation_Search
//! [hash table]: https://www.chessprogramming.org/Transposition_Table
//! [pass]: https://www.chessprogramming.org/Null_Move_Pruning
//! [less deeply]: https://www.chessprogramming.org/Late_Move_Reductions
//! [quiet]: https://www.chessprogramming.org/Quiescence_Search

use crate::allocation::PLIES;
use crate::board::{Board, Change};
use crate::history::{Followed, MOST};
use crate::lookups::Lookups;
use crate::memory::{Frame, GAME_KEYS, Memory, Profile};
use crate::mobility;
use crate::moves::{self, Packed, Safety};
use crate::picker::Picker;
use crate::table::{Bound, Entry};
use core::fmt;
use core::hint::black_box;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicBool, Ordering};
use lookup::checks::Checks;
use lookup::{Bitboard, CacheAligned, Color, Move, Piece, PieceKind, exchange};

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

/// Searches a position. `history` has the [keys](Board::key) of the game's earlier
/// positions, the latest last.
///
/// The result depends only on the arguments, including what the memory knows from earlier searches,
/// unless a flag stops the search.
#[inline(never)]
#[must_use]
pub fn search<L: Lookups>(
    memory: &mut Memory,
    board: &Board,
    history: &[u64],
    limits: &Limits<'_>,
) -> Outcome {
    let position = board.position();
    let safety = Safety::of::<L>(position);
    let (mut first, mut outcome) = (None, Outcome { best: None, score: 0, depth: 0, nodes: 0 });
    moves::legal::<L>(position, &safety, |m| first = first.max(Some(m)));
    if first.is_none() {
        let score = if safety.checkers.is_empty() { 0 } else { -Outcome::MATE };
        return Outcome { score, ..outcome };
    }
    outcome.best = first;
    let history = &history[history.len().saturating_sub(GAME_KEYS)..];
    memory.keys[..history.len()].copy_from_slice(history);
    if let Some(network) = &mut memory.network {
        network.begin::<L>(board);
    }
    let mut search = Search::<L> {
        memory,
        limits,
        root: history.len(),
        depth: 0,
        nodes: 0,
        best: Packed::NONE,
        is_over: false,
        lookups: PhantomData,
    };
    let root = Node { board, ply: 0, checkers: safety.checkers, lists: [0, 0] };
    let last = limits.depth.min(Limits::DEEPEST);
    for depth in 1..=last {
        let score = search.iterate(root, depth as i32, outcome.score);
        if search.is_over {
            break;
        }
        let best = Some(search.best.unpacked());
        outcome = Outcome { best, score, depth, nodes: search.nodes };
        if let Some(listener) = limits.listener
            && depth < last
        {
            listener(&outcome);
        }
    }
    Outcome { nodes: search.nodes, ..outcome }
}

/// A search under way.
struct Search<'a, L> {
    memory: &'a mut Memory,
    limits: &'a Limits<'a>,
    /// The number of keys from the game.
    root: usize,
    /// The depth of the iteration.
    depth: i32,
    nodes: u64,
    /// The best move at the root.
    best: Packed,
    is_over: bool,
    lookups: PhantomData<L>,
}

/// A node of the tree.
#[derive(Clone, Copy)]
struct Node<'a> {
    board: &'a Board,
    /// The plies from the root.
    ply: usize,
    checkers: Bitboard,
    /// The places where the lists of its moves may begin.
    lists: [usize; 2],
}

impl<L: Lookups> Search<'_, L> {
    /// An iteration, first in a window around the score of the last one.
    fn iterate(&mut self, root: Node<'_>, depth: i32, last: i32) -> i32 {
        self.depth = depth;
        let mut width = if depth < 5 { INFINITY } else { 30 };
        loop {
            let (alpha, beta) = ((last - width).max(-INFINITY), (last + width).min(INFINITY));
            let score = self.node(root, (alpha, beta), depth);
            let is_inside = alpha < score && score < beta;
            if self.is_over || is_inside || width >= INFINITY {
                return score;
            }
            width = if width > 400 { INFINITY } else { 4 * width };
        }
    }

    /// The score of a node: exact within the window, otherwise on its side of it.
    fn node(&mut self, at: Node<'_>, window: (i32, i32), depth: i32) -> i32 {
        if depth <= 0 {
            return self.quiesce(at, window);
        }
        let Node { board, ply, checkers, lists } = at;
        let (mut alpha, mut beta) = window;
        if self.enters() {
            return 0;
        }
        let (position, in_check, is_pv) =
            (board.position(), !checkers.is_empty(), beta - alpha > 1);
        if ply > 0 {
            if self.is_draw(at) {
                return 0;
            }
            // No mate is nearer than the next move.
            alpha = alpha.max(ply as i32 - Outcome::MATE);
            beta = beta.min(Outcome::MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let known = self.memory.table.probe(board.key());
        if let Some(score) = cutoff(known, at, (alpha, beta), depth)
            && !is_pv
        {
            return score;
        }
        let evaluation = (!in_check).then(|| self.evaluation(at, known));
        self.memory.frames[ply].evaluation = evaluation;
        if ply + 2 >= PLIES {
            return evaluation.unwrap_or(0);
        }
        let earlier = self.frame(ply, 2).and_then(|frame| frame.evaluation);
        let is_improving = earlier.zip(evaluation).is_some_and(|(earlier, now)| now > earlier);
        if let Some(evaluation) = evaluation
            && !is_pv
            && beta.abs() < MATES
            && let Some(score) = self.prune(at, beta, depth, evaluation, is_improving)
        {
            return score;
        }
        let hash = known.map_or(Packed::NONE, |entry| entry.best);
        // Without a move from the table, a shallower search finds one for the next iteration.
        let depth = if depth >= 5 && !hash.is_some() { depth - 1 } else { depth };

        let safety = Safety::given::<L>(position, checkers);
        let followed = self.followed(ply);
        let [first, second] = self.memory.frames[ply].killers;
        let counter = self.memory.history.counter(followed[0]);
        let mut picker = Picker::new(hash, [first, second, counter], lists);
        let (mut best, mut best_move, mut count) = (-INFINITY, Packed::NONE, 0);
        let (mut tried, mut quiets) = ([Packed::NONE; 48], 0);
        while let Some(packed) = picker.next::<L>(self.memory, position, &safety, followed) {
            let m = packed.unpacked();
            let is_quiet = !moves::is_noisy(position, m);
            let gives_check = L::Checks::gives_check(position, m);
            count += 1;
            if let Some(evaluation) = evaluation
                && ply > 0
                && best > -MATES
                && alpha < MATES
                && !gives_check
            {
                let enough = (4 + depth * depth) / if is_improving { 1 } else { 2 };
                let hopeless = depth <= 6 && evaluation + 100 + 80 * depth <= alpha;
                if is_quiet && count > enough {
                    picker.skip_quiets();
                    continue;
                }
                if is_quiet && hopeless {
                    continue;
                }
                if picker.is_losing() && depth <= 4 {
                    continue;
                }
            }
            let extends = gives_check && !picker.is_losing() && (ply as i32) < 2 * self.depth;
            let deep = depth - 1 + i32::from(extends);
            let next = self.make(at, packed);
            let checkers =
                if gives_check { L::Checks::checkers(next.position()) } else { Bitboard::EMPTY };
            let next = Node { board: &next, ply: ply + 1, checkers, lists: picker.ends() };
            let mut score = alpha + 1;
            if count > 1 {
                let mut less = 0;
                if depth >= 3 && count > 2 && !gives_check && (is_quiet || picker.is_losing()) {
                    less = REDUCTIONS.0[depth.min(63) as usize][count.min(63) as usize]
                        + i32::from(!is_improving)
                        - i32::from(is_pv)
                        - i32::from(in_check)
                        - if is_quiet { self.success(at, m, followed) } else { 0 };
                    less = less.clamp(0, deep - 1);
                }
                score = -self.node(next, (-alpha - 1, -alpha), deep - less);
                if score > alpha && less > 0 {
                    score = -self.node(next, (-alpha - 1, -alpha), deep);
                }
            }
            if count == 1 || is_pv && alpha < score {
                score = -self.node(next, (-beta, -alpha), deep);
            }
            if self.is_over {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, packed);
                    if ply == 0 {
                        self.best = packed;
                    }
                }
            }
            if alpha >= beta {
                if is_quiet {
                    self.learn(at, packed, &tried[..quiets], depth);
                }
                break;
            }
            if is_quiet && let Some(slot) = tried.get_mut(quiets) {
                *slot = packed;
                quiets += 1;
            }
        }
        if count == 0 {
            return if in_check { ply as i32 - Outcome::MATE } else { 0 };
        }
        let bound = match (best >= beta, best_move.is_some()) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        self.keep(at, best_move, (best, bound), evaluation, depth);
        best
    }

    /// The score after captures and promotions alone, or after all moves out of check.
    fn quiesce(&mut self, at: Node<'_>, (mut alpha, beta): (i32, i32)) -> i32 {
        let Node { board, ply, checkers, lists } = at;
        if self.enters() || self.is_draw(at) {
            return 0;
        }
        let (position, in_check) = (board.position(), !checkers.is_empty());
        let known = self.memory.table.probe(board.key());
        if let Some(score) = cutoff(known, at, (alpha, beta), 0)
            && beta - alpha == 1
        {
            return score;
        }
        let evaluation = (!in_check).then(|| self.evaluation(at, known));
        if ply + 2 >= PLIES {
            return evaluation.unwrap_or(0);
        }
        let (mut best, mut best_move) = (evaluation.unwrap_or(-INFINITY), Packed::NONE);
        let first = alpha;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let hash = known.map_or(Packed::NONE, |entry| entry.best);
        let mut picker = match evaluation {
            Some(_) => Picker::noisy(hash, lists),
            None => Picker::new(hash, [Packed::NONE; 3], lists),
        };
        let safety = Safety::given::<L>(position, checkers);
        let (followed, mut count) = (self.followed(ply), 0);
        while let Some(packed) = picker.next::<L>(self.memory, position, &safety, followed) {
            let m = packed.unpacked();
            count += 1;
            if let Some(evaluation) = evaluation
                && m.promotion.is_none()
                && evaluation + gain(position.piece_on(m.to)) + 200 <= alpha
            {
                continue;
            }
            let gives_check = L::Checks::gives_check(position, m);
            let next = self.make(at, packed);
            let checkers =
                if gives_check { L::Checks::checkers(next.position()) } else { Bitboard::EMPTY };
            let next = Node { board: &next, ply: ply + 1, checkers, lists: picker.ends() };
            let score = -self.quiesce(next, (-beta, -alpha));
            if self.is_over {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, packed);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        if in_check && count == 0 {
            return ply as i32 - Outcome::MATE;
        }
        let bound = match (best >= beta, best > first) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        self.keep(at, best_move, (best, bound), evaluation, 0);
        best
    }

    /// Counts a node, unless the search is over. Returns whether it is.
    #[inline]
    fn enters(&mut self) -> bool {
        if !self.is_over {
            let stops = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
            self.is_over = self.nodes >= self.limits.nodes
                || self.nodes.is_multiple_of(1024) && self.limits.stop.is_some_and(stops);
            self.nodes += u64::from(!self.is_over);
        }
        self.is_over
    }

    /// The score without searching the moves, if the position is too good for the window:
    /// by far, or even after a pass.
    #[inline]
    fn prune(
        &mut self,
        at: Node<'_>,
        beta: i32,
        depth: i32,
        evaluation: i32,
        is_improving: bool,
    ) -> Option<i32> {
        let Node { board, ply, lists, .. } = at;
        if depth <= 7 && evaluation - 80 * (depth - i32::from(is_improving)) >= beta {
            return Some(evaluation);
        }
        let position = board.position();
        let simple = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
        let pieces = position.color(position.side_to_move()) & !simple;
        let passed = self.frame(ply, 1).is_some_and(|last| last.followed == Followed::NOTHING);
        if depth < 3 || evaluation < beta || pieces.is_empty() || passed || ply == 0 {
            return None;
        }
        let less = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
        self.memory.frames[ply].followed = Followed::NOTHING;
        self.memory.keys[self.root + ply] = board.key();
        if let Some(network) = &mut self.memory.network {
            network.follow(ply + 1, &Change::NONE);
        }
        let next = board.pass();
        let next = Node { board: &next, ply: ply + 1, checkers: Bitboard::EMPTY, lists };
        let score = -self.node(next, (-beta, 1 - beta), depth - less);
        // A mate after a pass does not count.
        let score = if score >= MATES { beta } else { score };
        (score >= beta && !self.is_over).then_some(score)
    }

    /// Makes a move, and notes it for later plies.
    #[inline]
    fn make(&mut self, at: Node<'_>, packed: Packed) -> Board {
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
    fn is_draw(&self, at: Node<'_>) -> bool {
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
    fn evaluation(&mut self, at: Node<'_>, known: Option<Entry>) -> i32 {
        match known {
            Some(entry) => i32::from(entry.evaluation),
            None => self.evaluate(at),
        }
    }

    /// The static evaluation, from the view of the side to move.
    #[inline(never)]
    fn evaluate(&mut self, Node { board, ply, .. }: Node<'_>) -> i32 {
        let mut value = board.value();
        match self.memory.profile {
            Profile::Material => {}
            Profile::Mobility => value = value.plus(mobility::value::<L>(board.position())),
            Profile::Network(_) | Profile::Threats(_) => {
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
    fn success(&self, at: Node<'_>, m: Move, followed: [Followed; 2]) -> i32 {
        let piece = at.board.position().piece_on(m.from);
        let of = |piece| self.memory.history.of(followed, piece, m.from, m.to);
        piece.map_or(0, |piece| of(piece) * 2 / MOST)
    }

    /// Learns from a quiet move that refuted, and from those tried before it.
    fn learn(&mut self, at: Node<'_>, refuting: Packed, tried: &[Packed], depth: i32) {
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
    fn keep(
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
    fn frame(&self, ply: usize, back: usize) -> Option<&Frame> {
        self.memory.frames.get(ply.checked_sub(back)?)
    }

    /// The last two moves.
    #[inline]
    fn followed(&self, ply: usize) -> [Followed; 2] {
        let of = |back| self.frame(ply, back).map_or(Followed::NOTHING, |frame| frame.followed);
        [of(1), of(2)]
    }
}

/// Larger than any score.
const INFINITY: i32 = Outcome::MATE + 1;

/// Scores from here on are mates.
const MATES: i32 = Outcome::MATE - PLIES as i32;

/// Scores to here are mates of the side to move.
const NO_MATES: i32 = -MATES;

/// The largest evaluation, which is below all mates.
const LARGEST: i32 = 30_000;

/// The value of the right to move.
const TEMPO: i32 = 10;

/// The plies by which late moves are reduced, by depth and number: about a fifth of the product of
/// both binary logarithms.
static REDUCTIONS: CacheAligned<[[i32; 64]; 64]> = CacheAligned(reductions());

const fn reductions() -> [[i32; 64]; 64] {
    let (mut reductions, mut i) = ([[0; 64]; 64], 0);
    while i < 64 * 64 {
        let (depth, number) = (i as u64 / 64, i as u64 % 64);
        if depth > 0 && number > 0 {
            reductions[i / 64][i % 64] = (sixteenths(depth) * sixteenths(number) + 640) / 1280;
        }
        i += 1;
    }
    reductions
}

/// The binary logarithm in sixteenths, rounded down.
const fn sixteenths(number: u64) -> i32 {
    let whole = number.ilog2();
    let (mut rest, mut logarithm, mut step) = (number << 16 >> whole, whole as i32, 0);
    while step < 4 {
        // Squaring doubles the logarithm; its next bit tells whether the square reaches 2.
        rest = (rest * rest) >> 16;
        let carry = rest >> 17;
        logarithm = 2 * logarithm + carry as i32;
        rest >>= carry;
        step += 1;
    }
    logarithm
}

/// The score from the table, if the search needs nothing more.
#[inline]
fn cutoff(
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

/// The value of a captured piece in centipawns; a pawn's if there is none.
#[inline]
fn gain(victim: Option<Piece>) -> i32 {
    victim.map_or(100, |piece| 100 * i32::from(exchange::value(piece.kind())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, choices::Base};
    use lookup::Position;

    /// Whether a node is a draw if its position also stood these numbers of plies before, each in a
    /// game of [`GAME`] plies or in the tree below it.
    fn is_draw(memory: &mut Memory, ply: usize, halfmoves: u16, backs: &[usize]) -> bool {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - -").unwrap();
        let board = &Board::new(position, halfmoves);
        let here = GAME + ply;
        for back in 1..=here {
            let same = backs.contains(&back);
            memory.keys[here - back] = if same { board.key() } else { !board.key() };
        }
        let search = Search::<Base> {
            memory,
            limits: &Limits::depth(1),
            root: GAME,
            depth: 0,
            nodes: 0,
            best: Packed::NONE,
            is_over: false,
            lookups: PhantomData,
        };
        search.is_draw(Node { board, ply, checkers: Bitboard::EMPTY, lists: [0, 0] })
    }

    const GAME: usize = 12;

    /// The root is in the tree: a node that comes back to it repeats a position of the search.
    #[test]
    fn one_repetition_is_a_draw_from_the_root_on_and_two_before_it() {
        let memory = &mut Memory::new(1, Profile::Material).unwrap();
        for ply in 0..12 {
            let mut is_draw = |backs: &[usize]| is_draw(memory, ply, 99, backs);
            assert!(!is_draw(&[]), "{ply}");
            for back in (4..=GAME + ply).step_by(2) {
                assert_eq!(is_draw(&[back]), back <= ply, "{back} plies back, at {ply}");
                for other in (4..back).step_by(2) {
                    assert!(is_draw(&[other, back]), "{other} and {back} plies back, at {ply}");
                }
            }
        }
    }

    #[test]
    fn nothing_before_the_last_progress_is_repeated() {
        let memory = &mut Memory::new(1, Profile::Material).unwrap();
        for back in [4, 6, 8, 10] {
            for halfmoves in 0..20 {
                let expected = back <= usize::from(halfmoves);
                assert_eq!(is_draw(memory, 10, halfmoves, &[back]), expected, "{back} {halfmoves}");
            }
        }
    }
}
