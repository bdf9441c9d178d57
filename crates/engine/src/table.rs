//! The hash table of a search.
//!
//! A bucket of four entries fills a cache line, and the key's high bits choose it. The entry
//! of the least depth is replaced. Two positions may share a key, so a move from the table is
//! tested before it is played.
//!
//! Two threads may share the lines of a table, half of the entries of each line for each
//! thread. Their cores then take lines from each other, as those of an engine's threads do, and
//! yet what a thread finds does not depend on the other one.
//!
//! Source: <https://www.chessprogramming.org/Transposition_Table>.

use crate::allocation::{MemoryError, filled};
use crate::moves::Packed;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

/// The side of the true value on which a score lies.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Bound {
    /// The score is a guess.
    #[default]
    None,
    /// The true value is at most the score.
    Upper,
    /// The true value is at least the score.
    Lower,
    /// The score is the value.
    Exact,
}

/// What the table knows about a position. Scores of mates count from the position.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Entry {
    /// The key of the position.
    pub(crate) key: u64,
    /// The best move, or the one that refuted.
    pub(crate) best: Packed,
    /// The score of the search.
    pub(crate) score: i16,
    /// The static evaluation.
    pub(crate) evaluation: i16,
    /// The remaining depth of the search, and one: an empty entry has 0.
    pub(crate) depth: u8,
    /// The kind of the score.
    pub(crate) bound: Bound,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
}

/// An entry in two words that another thread may see. None reads what another one writes, so
/// no order is asked for.
#[derive(Debug, Default)]
struct Slot {
    key: AtomicU64,
    /// From the lowest bits: best move, score, evaluation, depth, kind of the score.
    known: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self) -> Entry {
        let known = self.known.load(Ordering::Relaxed);
        Entry {
            key: self.key.load(Ordering::Relaxed),
            best: Packed(known as u16),
            score: (known >> 16) as i16,
            evaluation: (known >> 32) as i16,
            depth: (known >> 48) as u8,
            bound: Bound::ALL[(known >> 56) as usize % 4],
        }
    }

    #[inline]
    fn write(&self, Entry { key, best, score, evaluation, depth, bound }: Entry) {
        let scores = u64::from(score as u16) << 16 | u64::from(evaluation as u16) << 32;
        let known = u64::from(best.0) | scores | u64::from(depth) << 48 | (bound as u64) << 56;
        self.key.store(key, Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
    }
}

/// The entries of a line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table, or what a thread has of it.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Arc<Vec<Bucket>>,
    /// Which entries of each bucket it reads and writes.
    own: Range<usize>,
}

impl Table {
    /// An empty table of this many megabytes.
    pub(crate) fn new(megabytes: usize) -> Result<Table, MemoryError> {
        let count = (megabytes << 20) / size_of::<Bucket>();
        Ok(Table { buckets: Arc::new(filled(count, Bucket::default)?), own: 0..4 })
    }

    /// The first or the second half of the entries of every line.
    pub(crate) fn half(&self, second: bool) -> Table {
        let own = if second { 2..4 } else { 0..2 };
        Table { buckets: Arc::clone(&self.buckets), own }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0[self.own.clone()]);
        slots.for_each(|slot| slot.write(Entry::default()));
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let mut entries = self.slots(key)?.iter().map(Slot::read);
        entries.find(|entry| entry.key == key && entry.depth > 0)
    }

    /// Keeps an entry. One of the same position keeps its move if the new one has none.
    #[inline]
    pub(crate) fn store(&mut self, mut entry: Entry) {
        let Some(slots) = self.slots(entry.key) else { return };
        let mut shallowest = None;
        for slot in slots {
            let old = slot.read();
            if old.key == entry.key {
                if !entry.best.is_some() {
                    entry.best = old.best;
                }
                // A much deeper search of the position is worth more than an inexact new one.
                let shallow = entry.depth + 4 < old.depth;
                if shallow && entry.bound != Bound::Exact {
                    return;
                }
                return slot.write(entry);
            }
            if shallowest.is_none_or(|(depth, _)| old.depth < depth) {
                shallowest = Some((old.depth, slot));
            }
        }
        if let Some((_, slot)) = shallowest {
            slot.write(entry);
        }
    }

    /// Its entries of the bucket that a key belongs to.
    #[inline]
    fn slots(&self, key: u64) -> Option<&[Slot]> {
        let place = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        self.buckets.get(place)?.0.get(self.own.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, best: u16, depth: u8) -> Entry {
        let best = Packed(best);
        Entry { key, best, score: 5, evaluation: 0, depth, bound: Bound::Lower }
    }

    #[test]
    fn an_entry_fills_a_quarter_of_a_line() {
        assert_eq!((size_of::<Slot>(), size_of::<Bucket>()), (16, 64));
    }

    #[test]
    fn a_slot_keeps_an_entry() {
        for bound in Bound::ALL {
            let entry = Entry {
                key: u64::MAX - 1,
                best: Packed(0x8123),
                score: -31_000,
                evaluation: i16::MIN,
                depth: 255,
                bound,
            };
            let slot = Slot::default();
            assert_eq!(slot.read(), Entry::default());
            slot.write(entry);
            assert_eq!(slot.read(), entry);
        }
    }

    #[test]
    fn halves_share_lines_and_no_entry() {
        let whole = Table::new(1).unwrap();
        let mut halves = [false, true].map(|second| whole.half(second));
        for key in 1..=3 {
            halves[0].store(entry(key, 9, key as u8));
        }
        // The shallowest of two was replaced, and the other half is empty.
        assert_eq!([1, 2, 3].map(|key| halves[0].probe(key).is_some()), [false, true, true]);
        assert_eq!([1, 2, 3].map(|key| halves[1].probe(key)), [None; 3]);
        halves[1].store(entry(1, 9, 1));
        let found = [1, 2, 3].map(|key| whole.probe(key).map(|entry| entry.depth));
        assert_eq!(found, [Some(1), Some(2), Some(3)]);
        halves[0].clear();
        assert_eq!([1, 2, 3].map(|key| whole.probe(key).is_some()), [true, false, false]);
    }

    #[test]
    fn entries_are_found_and_the_shallowest_is_replaced() {
        let mut table = Table::new(1).unwrap();
        assert_eq!(table.probe(77), None);
        for key in 1..=4 {
            table.store(entry(key, 9, key as u8 + 3));
        }
        table.store(entry(5, 9, 2));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(5).map(|found| found.depth), Some(2));
        // Another key in another bucket.
        table.store(entry(u64::MAX, 1, 1));
        assert!(table.probe(u64::MAX).is_some() && table.probe(4).is_some());
        table.clear();
        assert_eq!(table.probe(4), None);
    }

    #[test]
    fn a_position_keeps_its_move_and_its_depth() {
        let mut table = Table::new(1).unwrap();
        table.store(entry(7, 9, 8));
        table.store(entry(7, 0, 6));
        assert_eq!(table.probe(7).map(|found| (found.best.0, found.depth)), Some((9, 6)));
        table.store(entry(7, 3, 1));
        assert_eq!(table.probe(7).map(|found| found.depth), Some(6));
    }
}
