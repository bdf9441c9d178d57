//! The moves of a node, the most promising first.
//!
//! Moves come in stages, and each stage does its work only when it is reached: the move from
//! the hash table; captures by the value of the victim, unless they lose by static exchange;
//! killers and the counter move; quiet moves by history and threats; losing captures. Each
//! move comes once and is legal.
//!
//! The order does not depend on the order in which a variant generates moves: scores are kept
//! with their moves in one number, and no two numbers are equal.
//!
//! Source: <https://www.chessprogramming.org/Move_Ordering>.

use crate::attacked::Attacked;
use crate::history::Followed;
use crate::lookups::{Lookups, Seen};
use crate::memory::{Memory, Profile};
use crate::moves::{self, Packed, Safety, Sink};
use core::marker::PhantomData;
use lookup::legality::Legality;
use lookup::order::{self, Order};
use lookup::serialize::Serialize;
use lookup::threats::Threats;
use lookup::threshold::Threshold;
use lookup::{Bitboard, Move, Piece, Position, Square};

/// The rest of the moves of a node.
pub(crate) struct Picker<L: Lookups> {
    stage: Stage,
    /// Whether only captures and promotions are wanted.
    noisy: bool,
    hash: Packed,
    /// Killers and the counter move, without those that are not to be played.
    refuting: [Packed; 3],
    /// The ranges of the lists still to come.
    next: [usize; 2],
    ends: [usize; 2],
    /// How many entries at the front of these ranges are in their places.
    sorted: [usize; 2],
    /// The losing captures, in the front of their list.
    losing: (usize, usize),
    /// The squares where a lesser kind attacks each kind of piece of the side to move.
    attacked: [Bitboard; 6],
    /// What is found once for all moves of the node that are weighed, as soon as there is one.
    prepared: Option<<L::Threshold as Threshold>::Prepared>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    Hash,
    Generate,
    Captures,
    Refuting(usize),
    Quiets,
    Losing,
}

impl<L: Lookups> Picker<L> {
    /// All moves; the lists begin at `starts`.
    #[inline]
    pub(crate) fn new(hash: Packed, refuting: [Packed; 3], starts: [usize; 2]) -> Self {
        Picker {
            stage: Stage::Hash,
            noisy: false,
            hash,
            refuting,
            next: starts,
            ends: starts,
            sorted: [0; 2],
            losing: (starts[0], starts[0]),
            attacked: [Bitboard::EMPTY; 6],
            prepared: None,
        }
    }

    /// Captures that do not lose, and promotions.
    #[inline]
    pub(crate) fn noisy(hash: Packed, starts: [usize; 2]) -> Self {
        Picker { noisy: true, ..Picker::new(hash, [Packed::NONE; 3], starts) }
    }

    /// The current ends of the lists.
    #[inline]
    pub(crate) fn ends(&self) -> [usize; 2] {
        self.ends
    }

    /// Whether the last move was a losing capture.
    #[inline]
    pub(crate) fn is_losing(&self) -> bool {
        self.stage == Stage::Losing
    }

    /// Skips the quiet moves still to come.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Refuting(_) | Stage::Quiets) {
            self.stage = Stage::Losing;
        }
    }

    /// The next move.
    pub(crate) fn next(
        &mut self,
        memory: &mut Memory,
        position: &Position,
        safety: &Safety,
        seen: Seen<'_, L>,
        followed: [Followed; 2],
    ) -> Option<Packed> {
        loop {
            let found = match self.stage {
                Stage::Hash => self.pick_hash(position, safety, seen),
                Stage::Generate => {
                    self.generate(memory, position, safety);
                    // Engines with a network know the threats at each node.
                    if !self.noisy && memory.profile != Profile::Classical {
                        self.attacked = attacked_by_lesser::<L>(position, seen);
                    }
                    self.stage = Stage::Captures;
                    None
                }
                Stage::Captures => {
                    let found = self.pick_capture(memory, position, safety, seen);
                    if found.is_none() {
                        self.stage = Stage::Refuting(0);
                        if self.noisy {
                            return None;
                        }
                    }
                    found
                }
                Stage::Refuting(number @ 0..3) => {
                    self.stage = Stage::Refuting(number + 1);
                    self.pick_refuting(number, position, safety, seen)
                }
                Stage::Refuting(_) => {
                    self.score(memory, position, followed);
                    self.stage = Stage::Quiets;
                    None
                }
                Stage::Quiets => {
                    let found = self.pick_quiet(memory, position, safety, seen);
                    if found.is_none() {
                        self.stage = Stage::Losing;
                    }
                    found
                }
                Stage::Losing => return self.pick_losing(memory),
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// The move from the hash table, if it is wanted and legal.
    #[inline(always)]
    fn pick_hash(
        &mut self,
        position: &Position,
        safety: &Safety,
        seen: Seen<'_, L>,
    ) -> Option<Packed> {
        self.stage = Stage::Generate;
        let wanted = !self.noisy || moves::is_noisy(position, self.hash.unpacked());
        if wanted && is_legal::<L>(position, safety, seen, self.hash) {
            return Some(self.hash);
        }
        self.hash = Packed::NONE;
        None
    }

    /// The next capture that does not lose; those that do are put aside.
    #[inline(always)]
    fn pick_capture(
        &mut self,
        memory: &mut Memory,
        position: &Position,
        safety: &Safety,
        seen: Seen<'_, L>,
    ) -> Option<Packed> {
        let [captures, _] = &mut memory.lists;
        while let Some(entry) = self.take(captures, 0) {
            let found = Packed(entry as u16);
            if found == self.hash || !safety.allows::<L>(position, seen, found.unpacked()) {
                continue;
            }
            if self.wins(position, found, 0) {
                return Some(found);
            }
            if let Some(slot) = captures.get_mut(self.losing.1) {
                *slot = entry;
                self.losing.1 += 1;
            }
        }
        None
    }

    /// Whether a move of the node wins at least so many pawns by static exchange.
    #[inline(always)]
    pub(crate) fn wins(&mut self, position: &Position, packed: Packed, threshold: i8) -> bool {
        let prepared = self.prepared.get_or_insert_with(|| L::Threshold::prepare(position));
        L::Threshold::see_ge(position, prepared, packed.unpacked(), threshold)
    }

    /// The killer or counter move of this number, if it is new and legal.
    #[inline(always)]
    fn pick_refuting(
        &mut self,
        number: usize,
        position: &Position,
        safety: &Safety,
        seen: Seen<'_, L>,
    ) -> Option<Packed> {
        let found = self.refuting[number];
        let is_new = found != self.hash && !self.refuting[..number].contains(&found);
        if is_new
            && !moves::is_noisy(position, found.unpacked())
            && is_legal::<L>(position, safety, seen, found)
        {
            return Some(found);
        }
        self.refuting[number] = Packed::NONE;
        None
    }

    /// The next quiet move.
    #[inline(always)]
    fn pick_quiet(
        &mut self,
        memory: &mut Memory,
        position: &Position,
        safety: &Safety,
        seen: Seen<'_, L>,
    ) -> Option<Packed> {
        while let Some(entry) = self.take(&mut memory.lists[1], 1) {
            let found = Packed(entry as u16);
            let is_new = found != self.hash && !self.refuting.contains(&found);
            if is_new && safety.allows::<L>(position, seen, found.unpacked()) {
                return Some(found);
            }
        }
        None
    }

    /// Removes the best entry of the first or the second list's range.
    #[inline(always)]
    fn take(&mut self, list: &mut [u32], number: usize) -> Option<u32> {
        let rest = list.get_mut(self.next[number]..self.ends[number])?;
        let found = L::Order::next(rest, &mut self.sorted[number])?;
        self.next[number] += 1;
        Some(found)
    }

    /// The next capture that loses.
    #[inline(always)]
    fn pick_losing(&mut self, memory: &Memory) -> Option<Packed> {
        if self.losing.0 == self.losing.1 {
            return None;
        }
        let entry = memory.lists[0].get(self.losing.0)?;
        self.losing.0 += 1;
        Some(Packed(*entry as u16))
    }

    /// Fills both lists, the captures with their scores.
    #[inline(never)]
    fn generate(&mut self, memory: &mut Memory, position: &Position, safety: &Safety) {
        let Memory { lists: [captures, _], quiets, .. } = memory;
        let mut ends = self.ends;
        let (noisy, lookups) = (self.noisy, PhantomData::<L>);
        let lists = Lists { position, noisy, captures, quiets, ends: &mut ends, lookups };
        moves::pseudo_legal::<L>(position, safety, lists);
        self.ends = ends;
        if let Some(captures @ [_, _, ..]) = memory.lists[0].get_mut(self.next[0]..ends[0]) {
            self.sorted[0] = L::Order::prepare(captures, 0);
        }
    }

    /// Scores the quiet moves by history, and higher if a lesser piece is known to attack the
    /// moving one.
    #[inline]
    fn score(&mut self, memory: &mut Memory, position: &Position, followed: [Followed; 2]) {
        let range = self.next[1]..self.ends[1];
        let Memory { lists: [_, scored], quiets, history, .. } = memory;
        let (Some(scored), Some(quiets)) = (scored.get_mut(range.clone()), quiets.get(range))
        else {
            return;
        };
        for (entry, &packed) in scored.iter_mut().zip(quiets) {
            let Move { from, to, .. } = Packed(packed).unpacked();
            *entry = u32::from(packed);
            if let Some(piece) = position.piece_on(from) {
                let flees = i32::from(self.attacked[piece.kind() as usize].contains(from));
                // Half of three entries of 15 bits, plus this, fits into 16 bits.
                let score = history.of(followed, piece, from, to) / 2 + (flees << 12) + (1 << 15);
                *entry |= (score as u32) << 16;
            }
        }
        if scored.len() > 1 {
            self.sorted[1] = L::Order::prepare(scored, LIMIT);
        }
    }
}

/// The highest entry of a quiet move without history: few up to it are asked for.
const LIMIT: u32 = order::entry(1 << 15, u16::MAX);

/// Writes moves to the lists of a node.
struct Lists<'a, L> {
    position: &'a Position,
    /// Whether only captures and promotions are wanted.
    noisy: bool,
    captures: &'a mut [u32],
    quiets: &'a mut [u16],
    ends: &'a mut [usize; 2],
    lookups: PhantomData<L>,
}

impl<L: Lookups> Sink for Lists<'_, L> {
    #[inline(always)]
    fn one(&mut self, m: Move) {
        let [captured, quiet] = self.ends;
        if moves::is_noisy(self.position, m) {
            if let Some(slot) = self.captures.get_mut(*captured) {
                *slot = noisy_score(self.position, m) << 16 | u32::from(Packed::of(m).0);
                *captured += 1;
            }
        } else if !self.noisy
            && let Some(slot) = self.quiets.get_mut(*quiet)
        {
            *slot = Packed::of(m).0;
            *quiet += 1;
        }
    }

    #[inline(always)]
    fn quiets(&mut self, from: Square, targets: Bitboard) {
        let [_, quiet] = self.ends;
        let places = self.quiets.get_mut(*quiet..).and_then(<[u16]>::first_chunk_mut);
        if !self.noisy
            && let Some(places) = places
        {
            *quiet += L::Serialize::serialize(from, targets, places);
        }
    }
}

/// The squares where a lesser kind attacks each kind of piece of the side to move; empty for pawns
/// and the king.
#[inline]
fn attacked_by_lesser<L: Lookups>(position: &Position, seen: Seen<'_, L>) -> [Bitboard; 6] {
    let threats = L::Threats::threats(position, !position.side_to_move());
    L::Attacked::hear(seen, &threats);
    let [pawns, knights, bishops, rooks, ..] = threats;
    let minors = pawns | knights | bishops;
    [Bitboard::EMPTY, pawns, pawns, minors, minors | rooks, Bitboard::EMPTY]
}

#[inline]
fn is_legal<L: Lookups>(
    position: &Position,
    safety: &Safety,
    seen: Seen<'_, L>,
    m: Packed,
) -> bool {
    m.is_some()
        && L::Legality::is_pseudo_legal(position, m.unpacked())
        && safety.allows::<L>(position, seen, m.unpacked())
}

/// Orders by the most valuable victim, then by the least valuable attacker.
#[inline]
fn noisy_score(position: &Position, m: Move) -> u32 {
    let value = |square| position.piece_on(square).map_or(0, |piece: Piece| piece.kind() as u32);
    let promotion = m.promotion.map_or(0, |kind| kind as u32);
    // En passant takes a pawn from an empty square, which counts as one.
    64 * (value(m.to) + promotion) + 8 - value(m.from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::{AttackersSideMap, Base, Worst};
    use crate::choices::{OrderAvx2, OrderAvx512, OrderInsertion, OrderMinmax};
    use crate::lookups::With;
    use alloc::vec::Vec;
    use lookup::{movegen, samples};

    fn picked<L: Lookups>(
        memory: &mut Memory,
        position: &Position,
        mut picker: Picker<L>,
    ) -> Vec<Packed> {
        let safety = Safety::of::<L>(position);
        let (mut kept, followed) = (L::Attacked::NEW, [Followed::NOTHING; 2]);
        let seen = L::Attacked::seen(&mut kept);
        let next = || picker.next(memory, position, &safety, seen, followed);
        core::iter::from_fn(next).collect()
    }

    type Partial = With<Base, order::Question, order_insertion_partial::Partial>;

    fn all<L: Lookups>(
        memory: &mut Memory,
        position: &Position,
        [hash, refuting @ ..]: [Packed; 4],
    ) -> Vec<Packed> {
        picked(memory, position, Picker::<L>::new(hash, refuting, [3, 5]))
    }

    /// Whether variants that sort beforehand bring the same moves, and a map that the threats fill.
    fn is_alike(
        memory: &mut Memory,
        position: &Position,
        first: [Packed; 4],
        found: &[Packed],
    ) -> bool {
        all::<OrderInsertion>(memory, position, first) == found
            && all::<Partial>(memory, position, first) == found
            && all::<OrderAvx2>(memory, position, first) == found
            && all::<OrderAvx512>(memory, position, first) == found
            && all::<OrderMinmax>(memory, position, first) == found
            && all::<AttackersSideMap>(memory, position, first) == found
    }

    /// This holds for any hash move and killers, and for all variants that generate or order.
    #[test]
    fn every_legal_move_comes_once_and_in_one_order() {
        let mut memory = Memory::new(1, Profile::Material);
        for (position, number) in samples::positions().take(1500).zip(0u16..) {
            let guess =
                |salt: u16| Packed::of(Packed((number ^ salt).wrapping_mul(25_717)).unpacked());
            let mut expected: Vec<_> = movegen::legal_moves(&position).map(Packed::of).collect();
            let hash = expected.get(usize::from(number) % 7).copied().unwrap_or(guess(1));
            let killer = expected.get(usize::from(number) % 11).copied().unwrap_or(guess(2));
            let first = [hash, guess(3), killer, killer];
            let found = all::<Base>(&mut memory, &position, first);
            assert_eq!(found, all::<Worst>(&mut memory, &position, first), "{position}");
            let noisy = Picker::<Base>::noisy(hash, [0, 0]);
            let noisy = picked(&mut memory, &position, noisy);
            assert!(is_alike(&mut memory, &position, first, &found), "{position}");
            assert!(noisy.iter().all(|m| moves::is_noisy(&position, m.unpacked())));
            let mut sorted = found.clone();
            sorted.sort_unstable();
            expected.sort_unstable();
            assert_eq!(sorted, expected, "{position}");
            if expected.contains(&hash) {
                assert_eq!(found[0], hash);
            }
        }
    }

    #[test]
    fn captures_that_lose_come_last() {
        let mut memory = Memory::new(1, Profile::Material);
        let mut is_last = |fen: &str, m: &str| {
            let position = Position::from_fen(fen).unwrap();
            let found = all::<Base>(&mut memory, &position, [Packed::NONE; 4]);
            found.last() == Some(&Packed::of(m.parse().unwrap()))
        };
        // A defended pawn, a loose one, one with another rook behind, one whose defender is pinned.
        assert!(is_last("4k3/8/4p3/3p4/8/8/8/3RK3 w - -", "d1d5"));
        assert!(!is_last("4k3/8/8/3p4/8/8/8/3RK3 w - -", "d1d5"));
        assert!(!is_last("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5"));
        assert!(!is_last("3k4/3n4/8/4p3/6N1/8/8/3R3K w - -", "g4e5"));
        // A queen does not take first where a pawn can.
        assert!(is_last("4k3/8/4p3/3p4/4P3/8/8/3QK3 w - -", "d1d5"));
        assert!(!is_last("4k3/8/4p3/3p4/4P3/8/8/3QK3 w - -", "e4d5"));
    }
}
