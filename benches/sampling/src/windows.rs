//! The queries of a batch: windows of a stream, one after the other until all were asked.

use crate::rounds::ATTEMPTS;
use std::ops::Range;

/// The number of parts of a stream.
pub const PARTS: usize = 32;

/// The windows of a stream: consecutive queries of one part, the same number in each. Windows that
/// follow each other lie in different parts, as long as these have room for them.
#[derive(Clone, Debug)]
pub struct Windows {
    length: usize,
    /// The start of each: its part, and its first query there.
    begins: Vec<(usize, usize)>,
}

impl Windows {
    /// Windows in parts with these numbers of `queries`. A window has `longest` queries or, if that
    /// leaves out more than an eighth of what could be asked, fewer, a multiple of 64. The rest at
    /// the end of a part is never asked.
    ///
    /// # Panics
    /// If `longest` is zero.
    #[must_use]
    pub fn new(longest: usize, queries: [usize; PARTS]) -> Windows {
        let shorter = || (1..longest.div_ceil(64)).rev().map(|number| number * 64);
        let lengths = || [longest].into_iter().chain(shorter());
        let asked = |length| queries.iter().map(|queries| queries - queries % length).sum();
        let most: usize = lengths().map(asked).max().unwrap_or(0);
        let length = lengths().find(|length| 8 * asked(*length) >= 7 * most).unwrap_or(longest);
        let places = 0..queries.into_iter().max().map_or(0, |most| most / length);
        let of_all = places.flat_map(|place| (0..PARTS).map(move |part| (part, place * length)));
        let fits = |(part, first): &(usize, usize)| first + length <= queries[*part];
        Windows { length, begins: of_all.filter(fits).collect() }
    }

    /// The number of queries in a window.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The number of windows; 0 if no part has room for one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.begins.len()
    }

    /// The window with this number: its part, and the queries there. The first follows the last
    /// again.
    ///
    /// # Panics
    /// If there are no windows.
    #[must_use]
    pub fn at(&self, number: usize) -> (usize, Range<usize>) {
        let (part, first) = self.begins[number % self.count()];
        (part, first..first + self.length)
    }

    /// The numbers of the windows that a batch asks in a round, at an attempt below [`ATTEMPTS`]. The
    /// last one is timed. The others are not: as many whole windows as `warm_up` queries fill, or
    /// as there are.
    ///
    /// Every attempt has its own windows, and windows come again only after all others, whether or
    /// not batches are attempted again: attempts skipped in one pass through the stream are the
    /// rounds of the next.
    ///
    /// # Panics
    /// If there are no windows.
    #[must_use]
    pub fn batch(&self, round: usize, attempt: usize, warm_up: usize) -> Range<usize> {
        let length = self.count().min(warm_up / self.length + 1);
        let batches = self.count() / length;
        // Coprime to the attempts, so that a pass begins where the last one skipped something.
        let batches = batches - usize::from(batches.is_multiple_of(ATTEMPTS));
        let first = (round * ATTEMPTS + attempt) % batches * length;
        first..first + length
    }
}

/// The fewest queries asked before a window comes again, if `attempts` gives the number of attempts
/// of a round.
#[must_use]
pub fn freshness(windows: &Windows, warm_up: usize, attempts: impl Fn(usize) -> usize) -> usize {
    let (mut asked, mut fewest, mut last) = (0, usize::MAX, vec![None; windows.count()]);
    for round in 0..5_000 {
        for attempt in 0..attempts(round) {
            for number in windows.batch(round, attempt, warm_up) {
                if let Some(before) = last[number].replace(asked) {
                    fewest = fewest.min(asked - before);
                }
                asked += windows.length;
            }
        }
    }
    fewest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn windows_lie_within_parts_and_never_overlap() {
        let queries = std::array::from_fn(|part| [100, 64, 0, 15, 16][part % 5]);
        let windows = Windows::new(16, queries);
        let each: Vec<_> = (0..windows.count()).map(|number| windows.at(number)).collect();
        let expected: usize = queries.iter().map(|queries| queries / 16).sum();
        assert_eq!(each.len(), expected);
        assert!(each.iter().all(|(part, range)| range.end <= queries[*part] && range.len() == 16));
        let starts: BTreeSet<_> = each.iter().map(|(part, range)| (*part, range.start)).collect();
        assert_eq!(starts.len(), expected);
        assert!(starts.iter().all(|(_, start)| start.is_multiple_of(16)));
        assert!(each.windows(2).all(|pair| pair[0].0 != pair[1].0));
        assert_eq!(windows.at(expected + 1), windows.at(1));
    }

    #[test]
    fn windows_are_shorter_where_long_ones_would_leave_much_out() {
        let lengths = |queries| Windows::new(4096, [queries; PARTS]).length();
        assert_eq!([1 << 15, 4096, 4600, 4100].map(lengths), [4096; 4]);
        assert_eq!([4095, 3700, 11_300, 70].map(lengths), [4032, 3648, 3712, 64]);
        let mut queries = [4096; PARTS];
        queries[0] = 3;
        assert_eq!(Windows::new(4096, queries).count(), PARTS - 1);
        assert_eq!(Windows::new(16, [15; PARTS]).count(), 0);
    }

    #[test]
    fn a_short_stream_is_warmed_up_by_what_it_has() {
        let mut queries = [0; PARTS];
        queries[3] = 10;
        let windows = Windows::new(5, queries);
        assert_eq!(windows.batch(0, 0, 20), 0..2);
        assert_eq!(windows.batch(7, 2, 20), 0..2);
        queries[3] = 5;
        assert_eq!(Windows::new(5, queries).batch(9, 1, 20), 0..1);
    }

    #[test]
    fn windows_come_again_only_after_all_others() {
        for (length, warm_up, queries) in [
            (4096, 4096, 1 << 15),
            (4096, 1 << 14, 1 << 15),
            (4096, 4096, 4096),
            (512, 2560, 4096),
            (512, 4096, 2400),
        ] {
            let windows = Windows::new(length, [queries; PARTS]);
            // All but the rest of the stream: two batches at most.
            let all = (windows.count() - 3 * (warm_up / length + 1) + 1) * length;
            assert!(freshness(&windows, warm_up, |_| 1) >= all, "{length}, {warm_up}");
            assert!(freshness(&windows, warm_up, |_| ATTEMPTS) >= all, "{length}, {warm_up}");
            // An attempt uses up what a later round would have asked: a third, at worst.
            let seldom = |round: usize| if round.is_multiple_of(7) { 2 } else { 1 };
            assert!(freshness(&windows, warm_up, seldom) >= all / ATTEMPTS, "{length}, {warm_up}");
        }
    }
}
