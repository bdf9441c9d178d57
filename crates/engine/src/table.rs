//! The hash table of a search.
//!
//! A bucket of four entries fills a cache line, and the key's high bits choose it. The entry
//! of the least depth is replaced. Two positions may share a key, so a move from the table is
//! tested before it is played.
//!
//! Source: <https://www.chessprogramming.org/Transposition_Table>.

use crate::moves::Packed;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

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

/// The table's knowledge about a position. Scores of mates count from the position.
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
    /// The remaining depth of the search plus one; 0 in an empty entry.
    pub(crate) depth: u8,
    /// The kind of the score.
    pub(crate) bound: Bound,
}

/// The entries of a line.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket fills a cache line");

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// An empty table of this many megabytes, if there is so much memory.
    pub(crate) fn new(megabytes: usize) -> Result<Table, TryReserveError> {
        let count = (megabytes << 20) / size_of::<Bucket>();
        Ok(Table { buckets: filled(Bucket::default(), count)? })
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
    }

    /// The entry for the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.place(key))?;
        bucket.0.iter().find(|entry| entry.key == key && entry.depth > 0).copied()
    }

    /// Keeps an entry. One of the same position keeps its move if the new one has none.
    #[inline]
    pub(crate) fn store(&mut self, mut entry: Entry) {
        let place = self.place(entry.key);
        let Some(Bucket(slots)) = self.buckets.get_mut(place) else { return };
        if let Some(old) = slots.iter_mut().find(|old| old.key == entry.key) {
            if !entry.best.is_some() {
                entry.best = old.best;
            }
            // A much deeper search of the position is worth more than an inexact new one.
            let shallow = entry.depth + 4 < old.depth;
            if !shallow || entry.bound == Bound::Exact {
                *old = entry;
            }
            return;
        }
        if let Some(shallowest) = slots.iter_mut().min_by_key(|old| old.depth) {
            *shallowest = entry;
        }
    }

    /// The number of the bucket that a key belongs to.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// So many copies of a value, if there is memory for them.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut all = Vec::new();
    all.try_reserve_exact(count)?;
    all.resize(count, value);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, best: u16, depth: u8) -> Entry {
        let best = Packed(best);
        Entry { key, best, score: 5, evaluation: 0, depth, bound: Bound::Lower }
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

    #[test]
    fn a_table_has_its_size_and_none_is_larger_than_the_memory() {
        for megabytes in [1, 2, 5] {
            assert_eq!(Table::new(megabytes).unwrap().bytes(), megabytes * 1_048_576);
        }
        assert!(Table::new(1 << 40).is_err());
        // Every bucket has its keys, the lowest first.
        let table = Table::new(1).unwrap();
        assert_eq!([0, 1 << 50, u64::MAX].map(|key| table.place(key)), [0, 1, 16_383]);
    }

    /// Up to four plies less replace a search; five less do if they are exact.
    #[test]
    fn a_much_deeper_search_is_kept() {
        for (depth, bound, kept) in [
            (4, Bound::Lower, (4, 3)),
            (3, Bound::Lower, (8, 9)),
            (3, Bound::Upper, (8, 9)),
            (3, Bound::Exact, (3, 3)),
        ] {
            let mut table = Table::new(1).unwrap();
            table.store(entry(7, 9, 8));
            table.store(Entry { bound, ..entry(7, 3, depth) });
            let found = table.probe(7).map(|found| (found.depth, found.best.0));
            assert_eq!(found, Some(kept), "{depth} {bound:?}");
        }
    }
}
