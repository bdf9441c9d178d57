//! A search's experience with quiet moves.
//!
//! A move that refutes gains, and the quiet moves tried before it lose. Three tables add up: one by
//! side, source and target, and two by the piece and target of the move together with those of the
//! move one and two plies before. As in today's engines, the latter are separate for moves out of
//! check and for captures. That makes them 9 MB large, so they compete with the lookups for the
//! caches.
//!
//! Sources: <https://www.chessprogramming.org/History_Heuristic> and
//! <https://www.chessprogramming.org/Countermove_Heuristic>.

use crate::moves::Packed;
use crate::table::filled;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use lookup::{Color, Piece, Square};

/// The tables.
#[derive(Debug)]
pub(crate) struct History {
    butterfly: Vec<i16>,
    continuations: [Vec<i16>; 2],
    counters: Vec<Packed>,
}

/// The place in the tables for the answers to a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Followed(u16);

impl Followed {
    /// After a pass, or before the first move.
    pub(crate) const NOTHING: Followed = Followed(4 * MOVES as u16);

    /// After a move of this piece to this square, out of check or not, capturing or not.
    #[inline]
    pub(crate) fn by(piece: Piece, to: Square, in_check: bool, captures: bool) -> Followed {
        let apart = 2 * usize::from(in_check) + usize::from(captures);
        Followed((apart * MOVES + place(piece, to)) as u16)
    }
}

impl History {
    /// Empty tables.
    pub(crate) fn new() -> Result<History, TryReserveError> {
        let continuation = || filled(0, (4 * MOVES + 1) * MOVES);
        Ok(History {
            butterfly: filled(0, 2 * 64 * 64)?,
            continuations: [continuation()?, continuation()?],
            counters: filled(Packed::NONE, 4 * MOVES + 1)?,
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuations.iter_mut().for_each(|table| table.fill(0));
        self.counters.fill(Packed::NONE);
    }

    /// The answer that refuted a move last time.
    #[inline]
    pub(crate) fn counter(&self, followed: Followed) -> Packed {
        self.counters.get(usize::from(followed.0)).copied().unwrap_or_default()
    }

    /// Keeps an answer that refuted a move.
    #[inline]
    pub(crate) fn set_counter(&mut self, followed: Followed, answer: Packed) {
        if let Some(counter) = self.counters.get_mut(usize::from(followed.0)) {
            *counter = answer;
        }
    }

    /// The sum for a quiet move of this piece after the last two moves: within three times
    /// [`MOST`].
    #[inline]
    pub(crate) fn of(
        &self,
        followed: [Followed; 2],
        piece: Piece,
        from: Square,
        to: Square,
    ) -> i32 {
        let at = |table: &Vec<i16>, place: usize| table.get(place).map_or(0, |&v| i32::from(v));
        let [last, before] = followed.map(|followed| after(followed, piece, to));
        at(&self.butterfly, from_to(piece.color(), from, to))
            + at(&self.continuations[0], last)
            + at(&self.continuations[1], before)
    }

    /// Adds a bonus, positive or negative, to a quiet move.
    #[inline]
    pub(crate) fn add(
        &mut self,
        followed: [Followed; 2],
        (piece, from, to): (Piece, Square, Square),
        bonus: i32,
    ) {
        let [last, before] = followed.map(|followed| after(followed, piece, to));
        gain(self.butterfly.get_mut(from_to(piece.color(), from, to)), bonus);
        gain(self.continuations[0].get_mut(last), bonus);
        gain(self.continuations[1].get_mut(before), bonus);
    }
}

/// The bound of an entry: none is larger, or smaller than its negative.
pub(crate) const MOST: i32 = 16384;

/// Twelve pieces on 64 squares.
const MOVES: usize = 768;

/// Adds a bonus. The nearer an entry is to its bound, which it never passes, the less it gains.
#[inline]
fn gain(entry: Option<&mut i16>, bonus: i32) {
    if let Some(entry) = entry {
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}

#[inline]
fn place(piece: Piece, to: Square) -> usize {
    piece as usize * 64 + to.index()
}

#[inline]
fn after(followed: Followed, piece: Piece, to: Square) -> usize {
    usize::from(followed.0) * MOVES + place(piece, to)
}

#[inline]
fn from_to(side: Color, from: Square, to: Square) -> usize {
    (side as usize * 64 + from.index()) * 64 + to.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bounds() {
        let mut history = History::new().unwrap();
        let followed = [Followed::by(Piece::BlackKing, Square::H8, true, true), Followed::NOTHING];
        let m = (Piece::BlackKing, Square::H8, Square::G8);
        let of = |history: &History| history.of(followed, m.0, m.1, m.2);
        for _ in 0..1000 {
            history.add(followed, m, 1500);
        }
        assert!((3 * MOST - 100..=3 * MOST).contains(&of(&history)), "{}", of(&history));
        for _ in 0..1000 {
            history.add(followed, m, -1500);
        }
        assert!((-3 * MOST..=100 - 3 * MOST).contains(&of(&history)));
        assert_eq!(history.of(followed, m.0, m.2, m.1), 0);
        history.set_counter(followed[0], Packed(9));
        assert_eq!(history.counter(followed[0]), Packed(9));
        history.clear();
        assert_eq!((of(&history), history.counter(followed[0])), (0, Packed::NONE));
    }

    /// The first of two moves counts for the answers to it, the second for those two plies later.
    #[test]
    fn a_move_gains_less_the_more_it_has_and_only_after_the_same_moves() {
        let mut history = History::new().unwrap();
        let by =
            |in_check, captures| Followed::by(Piece::BlackRook, Square::D4, in_check, captures);
        let all = [by(false, false), by(true, false), by(false, true), by(true, true)];
        let m = (Piece::WhiteKnight, Square::G1, Square::F3);
        for (bonus, entry) in [(1600, 1600), (1600, 3044), (-1600, 1147), (-1600, -565)] {
            history.add([all[0], Followed::NOTHING], m, bonus);
            let of = |followed| history.of(followed, m.0, m.1, m.2);
            assert_eq!(of([all[0], Followed::NOTHING]), 3 * entry);
            // From another square the same answers count, after other moves none.
            assert_eq!(history.of([all[0], Followed::NOTHING], m.0, Square::E5, m.2), 2 * entry);
            for &other in &all[1..] {
                assert_eq!(of([other, other]), entry);
            }
            assert_eq!(of([Followed::NOTHING, all[0]]), entry);
            assert_eq!(history.of([all[0]; 2], Piece::BlackKnight, m.1, m.2), 0);
        }
    }
}
