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

use crate::attacked::Attacked;
use crate::board::{Board, Change};
use crate::history::Followed;
use crate::limits::{Limits, Outcome, PLIES};
use crate::lookups::Lookups;
use crate::memory::{GAME_KEYS, Memory};
use crate::moves::{self, Packed, Safety};
use crate::picker::Picker;
use crate::state::{INFINITY, MATES, Node, Search, cutoff};
use crate::table::Bound;
use core::marker::PhantomData;
use lookup::checks::Checks;
use lookup::{Bitboard, CacheAligned, Piece, PieceKind, Position, exchange};

/// Searches a position. `history` has the [keys](Board::repeated) of the game's earlier
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
        quiet_by: 0,
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
            self.quiet_by = self.nodes.saturating_add(QUIET);
            return self.quiesce(at, window);
        }
        let Node { board, ply, checkers, .. } = at;
        let (mut alpha, mut beta) = window;
        if self.enters() {
            return 0;
        }
        let is_pv = beta - alpha > 1;
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
        let evaluation = checkers.is_empty().then(|| self.evaluation(at, known));
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
        let outlook = Outlook { beta, depth, evaluation, is_pv, is_improving };
        self.moves(at, Best::above(alpha), &outlook, hash)
    }

    /// The score of a node after its moves.
    #[inline(always)]
    fn moves(&mut self, at: Node<'_>, mut best: Best, outlook: &Outlook, hash: Packed) -> i32 {
        let Node { board, ply, checkers, lists } = at;
        let Outlook { beta, depth, evaluation, .. } = *outlook;
        let position = board.position();
        let safety = Safety::given::<L>(position, checkers);
        let mut kept = L::Attacked::NEW;
        let seen = L::Attacked::seen(&mut kept);
        let sight = L::Checks::prepare(position);
        let followed = self.followed(ply);
        let [first, second] = self.memory.frames[ply].killers;
        let counter = self.memory.history.counter(followed[0]);
        let mut picker = Picker::<L>::new(hash, [first, second, counter], lists);
        let (mut tried, mut quiets, mut count) = ([Packed::NONE; 48], 0, 0);
        while let Some(packed) = picker.next(self.memory, position, &safety, seen, followed) {
            let is_quiet = !moves::is_noisy(position, packed.unpacked());
            let gives_check = L::Checks::gives_check(position, &sight, packed.unpacked());
            count += 1;
            let may_skip = ply > 0 && best.score > -MATES && !gives_check;
            let so_far = (best.alpha, count);
            if may_skip && outlook.skips(&mut picker, position, (packed, is_quiet), so_far) {
                continue;
            }
            let extends = gives_check && !picker.is_losing() && (ply as i32) < 2 * self.depth;
            let deep = depth - 1 + i32::from(extends);
            let next = self.make(at, packed);
            let next = at.next::<L>(&next, gives_check, picker.ends());
            let is_late = depth >= 3 && count > 2 && !gives_check;
            let mut less = 0;
            if is_late && (is_quiet || picker.is_losing()) {
                let spared = if is_quiet { self.success(at, packed, followed) } else { 0 };
                less = outlook.reduction(checkers, count, spared).clamp(0, deep - 1);
            }
            let window = (best.alpha, beta);
            let score = self.follow(next, window, (deep, less), count == 1, outlook.is_pv);
            if self.is_over {
                return 0;
            }
            if best.rises(packed, score) && ply == 0 {
                self.best = packed;
            }
            if best.alpha >= beta {
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
            return if checkers.is_empty() { 0 } else { ply as i32 - Outcome::MATE };
        }
        self.keep(at, best.m, best.bounded(beta, best.m.is_some()), evaluation, depth);
        best.score
    }

    /// The score of a move: in the whole window for the first and for those that a smaller window,
    /// with `less` depth, shows to be better.
    #[inline(always)]
    fn follow(
        &mut self,
        next: Node<'_>,
        (alpha, beta): (i32, i32),
        (deep, less): (i32, i32),
        is_first: bool,
        is_pv: bool,
    ) -> i32 {
        let mut score = alpha + 1;
        if !is_first {
            score = -self.node(next, (-alpha - 1, -alpha), deep - less);
            if score > alpha && less > 0 {
                score = -self.node(next, (-alpha - 1, -alpha), deep);
            }
        }
        if is_first || is_pv && alpha < score {
            score = -self.node(next, (-beta, -alpha), deep);
        }
        score
    }

    /// The score after captures and promotions alone, or after all moves out of check.
    fn quiesce(&mut self, at: Node<'_>, (alpha, beta): (i32, i32)) -> i32 {
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
        if ply + 2 >= PLIES || self.nodes > self.quiet_by {
            return evaluation.unwrap_or(0);
        }
        let mut best = Best::above(alpha);
        best.score = evaluation.unwrap_or(-INFINITY);
        if best.score >= beta {
            return best.score;
        }
        best.alpha = alpha.max(best.score);
        let hash = known.map_or(Packed::NONE, |entry| entry.best);
        let mut picker = match evaluation {
            Some(_) => Picker::<L>::noisy(hash, lists),
            None => Picker::new(hash, [Packed::NONE; 3], lists),
        };
        let safety = Safety::given::<L>(position, checkers);
        let mut kept = L::Attacked::NEW;
        let seen = L::Attacked::seen(&mut kept);
        let sight = L::Checks::prepare(position);
        let (followed, mut count) = (self.followed(ply), 0);
        while let Some(packed) = picker.next(self.memory, position, &safety, seen, followed) {
            let m = packed.unpacked();
            count += 1;
            if let Some(evaluation) = evaluation
                && m.promotion.is_none()
                && evaluation + gain(position.piece_on(m.to)) + 200 <= best.alpha
            {
                continue;
            }
            let gives_check = L::Checks::gives_check(position, &sight, m);
            let next = self.make(at, packed);
            let next = at.next::<L>(&next, gives_check, picker.ends());
            let score = -self.quiesce(next, (-beta, -best.alpha));
            if self.is_over {
                return 0;
            }
            best.rises(packed, score);
            if best.alpha >= beta {
                break;
            }
        }
        if in_check && count == 0 {
            return ply as i32 - Outcome::MATE;
        }
        self.keep(at, best.m, best.bounded(beta, best.score > alpha), evaluation, 0);
        best.score
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
}

/// The best move so far.
struct Best {
    alpha: i32,
    score: i32,
    /// The move that raised alpha last.
    m: Packed,
}

impl Best {
    #[inline(always)]
    fn above(alpha: i32) -> Best {
        Best { alpha, score: -INFINITY, m: Packed::NONE }
    }

    /// Takes the score of a move. Returns whether it raises alpha.
    #[inline(always)]
    fn rises(&mut self, m: Packed, score: i32) -> bool {
        self.score = self.score.max(score);
        let rises = score > self.alpha;
        if rises {
            (self.alpha, self.m) = (score, m);
        }
        rises
    }

    /// The score with its bound.
    #[inline(always)]
    fn bounded(&self, beta: i32, is_exact: bool) -> (i32, Bound) {
        let bound = match (self.score >= beta, is_exact) {
            (true, _) => Bound::Lower,
            (false, true) => Bound::Exact,
            (false, false) => Bound::Upper,
        };
        (self.score, bound)
    }
}

/// The facts that decide how deeply the moves of a node are searched.
struct Outlook {
    beta: i32,
    depth: i32,
    /// The static evaluation, unless in check.
    evaluation: Option<i32>,
    is_pv: bool,
    is_improving: bool,
}

impl Outlook {
    /// Whether a move without check is not worth a search: late, hopeless, or losing by exchange.
    #[inline(always)]
    fn skips<L: Lookups>(
        &self,
        picker: &mut Picker<L>,
        position: &Position,
        (packed, is_quiet): (Packed, bool),
        (alpha, count): (i32, i32),
    ) -> bool {
        let Some(evaluation) = self.evaluation.filter(|_| alpha < MATES) else { return false };
        let depth = self.depth;
        let enough = (4 + depth * depth) / if self.is_improving { 1 } else { 2 };
        if is_quiet && count > enough {
            picker.skip_quiets();
            return true;
        }
        let is_hopeless = depth <= 6 && evaluation + 100 + 80 * depth <= alpha;
        let margin = -(depth * depth / 8) as i8;
        let mut loses = || depth <= 8 && !picker.wins(position, packed, margin);
        if is_quiet { is_hopeless || loses() } else { picker.is_losing() && depth <= 4 }
    }

    /// The plies by which a late move is reduced, which its history may spare.
    #[inline(always)]
    fn reduction(&self, checkers: Bitboard, count: i32, spared: i32) -> i32 {
        REDUCTIONS.0[self.depth.min(63) as usize][count.min(63) as usize]
            + i32::from(!self.is_improving)
            - i32::from(self.is_pv)
            - i32::from(!checkers.is_empty())
            - spared
    }
}

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

/// The nodes after which a leaf's captures end, as they would not among twenty queens. In the
/// positions of games they took 572 at most.
const QUIET: u64 = 10_000;

/// The value of a captured piece in centipawns; a pawn's if there is none.
#[inline]
fn gain(victim: Option<Piece>) -> i32 {
    victim.map_or(100, |piece| 100 * i32::from(exchange::value(piece.kind())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Profile;
    use crate::state::tests::begun;

    /// About a fifth of the product of both logarithms: those of 63 are 5.98, so 7.
    #[test]
    fn late_moves_are_reduced_by_depth_and_number() {
        assert_eq!([1, 2, 3, 5, 8, 63].map(sixteenths), [0, 16, 25, 37, 48, 95]);
        for (depth, number, less) in
            [(1, 63, 0), (2, 63, 1), (3, 3, 0), (4, 3, 1), (8, 8, 2), (16, 32, 4), (63, 63, 7)]
        {
            assert_eq!(REDUCTIONS.0[depth][number], less, "{depth} {number}");
        }
        let outlook = |is_pv, is_improving| Outlook {
            beta: 1,
            depth: 16,
            evaluation: Some(0),
            is_pv,
            is_improving,
        };
        let check = Bitboard(1);
        assert_eq!(outlook(false, true).reduction(Bitboard::EMPTY, 32, 0), 4);
        assert_eq!(outlook(false, false).reduction(Bitboard::EMPTY, 32, 0), 5);
        assert_eq!(outlook(true, true).reduction(Bitboard::EMPTY, 32, 0), 3);
        assert_eq!(outlook(false, true).reduction(check, 32, 0), 3);
        assert_eq!(outlook(false, true).reduction(Bitboard::EMPTY, 32, 2), 2);
        let victims = [None, Some(Piece::WhitePawn), Some(Piece::BlackRook)];
        assert_eq!(victims.map(gain), [100, 100, 500]);
    }

    /// After a pass, White mates by the rook: that proves the position good, and no mate.
    #[test]
    fn a_mate_after_a_pass_does_not_count() {
        let board = Board::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        for (evaluation, beta, expected) in [(700, 600, Some(600)), (500, 600, None)] {
            let mut memory = Memory::new(1, Profile::Material);
            memory.frames[0].followed =
                Followed::by(Piece::BlackKing, lookup::Square::H8, false, false);
            let limits = Limits::depth(9);
            let mut search = begun(&mut memory, &limits);
            let at = Node { board: &board, ply: 1, checkers: Bitboard::EMPTY, lists: [0, 0] };
            assert_eq!(search.prune(at, beta, 9, evaluation, false), expected);
        }
    }
}
