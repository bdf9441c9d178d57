//! Which move comes next?
//!
//! Programs give each move a score and search the most promising one first. A good move often
//! ends the search of a node, so the rest of its list is never asked for; at other nodes all
//! moves are. Sorting a list beforehand pays in one case, looking for each move pays in the other.
//!
//! - An entry is a score and a move in one number: the score in the upper half, the move in the
//!   lower. No two entries of a list are equal, and any number may be one.
//! - A variant first [prepares](Order::prepare) a list, once. Then the caller asks for the
//!   [next](Order::next) entry as often as it likes, and leaves out each entry that it was given.
//! - Entries come in one order, the largest first, whatever the limit. The limit is a hint: the
//!   caller expects that it will seldom ask for entries up to it.
//!
//! What a variant does in either step decides what it costs. With a list of `n` entries, of which
//! `k` are asked for:
//!
//! | variant | prepare | next | all |
//! |---|---|---|---|
//! | selects | nothing | compares all that are left | `k * n` comparisons |
//! | sorts | sorts all | reads one | up to `n * n / 2` moves of entries, whatever `k` |
//! | sorts those above the limit | sorts these | reads one, or selects | between both |
//!
//! # Example
//!
//! ```
//! use lookup::Oracle;
//! use lookup::order::{Order, entry};
//!
//! let [good, fair, poor] = [entry(900, 1), entry(500, 7), entry(500, 2)];
//! let list = &mut [poor, good, fair];
//! let mut sorted = Oracle::prepare(list, 0);
//! assert_eq!(Oracle::next(list, &mut sorted), Some(good));
//! assert_eq!(Oracle::next(&mut list[1..], &mut sorted), Some(fair));
//! // Fair was good enough: nobody asks for the last one.
//! assert_eq!(list[2], poor);
//! ```

use crate::question::{self, Answers, Dimension, Spoil, Wrong};
use crate::{Extent, Oracle, Variant};
use core::fmt;
use core::hint::black_box;

/// A way to find the next move of a list.
pub trait Order: Variant {
    /// Moves entries of a new list to where [`next`](Order::next) wants them, and returns how many
    /// at the front are in their places.
    fn prepare(entries: &mut [u32], limit: u32) -> usize;

    /// Brings the largest of the entries that are left to their front, and returns it; `None` if
    /// none is left. `sorted` is the number that [`prepare`](Order::prepare) returned, and what
    /// earlier calls for the same list made of it. A list of one entry or none needs no
    /// preparation; `sorted` is then zero.
    ///
    /// Unless a variant has a better way, it is the first entry if that is in its place, and the
    /// [selected](select) one otherwise.
    #[inline]
    fn next(rest: &mut [u32], sorted: &mut usize) -> Option<u32> {
        match sorted.checked_sub(1) {
            Some(others) => {
                *sorted = others;
                rest.first().copied()
            }
            None => select(rest),
        }
    }
}

/// The most entries of the cases: no position has more legal moves. Variants take longer lists too.
pub const MOST: usize = 218;

/// The entry of a score and a move.
#[inline(always)]
#[must_use]
pub const fn entry(score: u16, m: u16) -> u32 {
    (score as u32) << 16 | m as u32
}

/// Brings the largest entry to the front by comparing all: what is left to do for a list, or a
/// part of one, that is not sorted.
#[inline]
pub fn select(rest: &mut [u32]) -> Option<u32> {
    let mut largest = 0;
    for other in 1..rest.len() {
        if rest[other] > rest[largest] {
            largest = other;
        }
    }
    let found = *rest.get(largest)?;
    rest.swap(0, largest);
    Some(found)
}

/// The slow and obvious answer: the entry that this number of others exceed.
#[must_use]
pub fn oracle(entries: &[u32], number: usize) -> Option<u32> {
    entries.iter().copied().find(|&entry| larger(entries, entry) == number)
}

/// How many entries exceed this one.
fn larger(entries: &[u32], entry: u32) -> usize {
    entries.iter().filter(|&&other| other > entry).count()
}

impl Order for Oracle {
    fn prepare(_: &mut [u32], _: u32) -> usize {
        0
    }

    fn next(rest: &mut [u32], _: &mut usize) -> Option<u32> {
        let found = oracle(rest, 0)?;
        let place = rest.iter().position(|&entry| entry == found)?;
        rest.swap(0, place);
        Some(found)
    }
}

/// Entries in an order, [`MOST`] at most.
#[derive(Clone, Copy)]
pub struct Entries {
    entries: [u32; MOST + 1],
    length: usize,
}

impl Entries {
    /// These entries.
    fn new(entries: impl IntoIterator<Item = u32>) -> Entries {
        let mut list = Entries { entries: [0; MOST + 1], length: 0 };
        entries.into_iter().for_each(|entry| list.push(entry));
        list
    }

    fn push(&mut self, entry: u32) {
        self.entries[self.length] = entry;
        self.length += 1;
    }

    /// The entries.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.entries[..self.length]
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Entries) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// A list of which some entries are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// The list.
    pub entries: Entries,
    /// What the caller expects to ask for is above this.
    pub limit: u32,
    /// How many entries it asks for.
    pub taken: usize,
}

impl Case {
    fn above(&self) -> usize {
        self.entries.as_slice().iter().filter(|&&entry| entry > self.limit).count()
    }

    fn length(&self) -> usize {
        self.entries.length
    }

    fn has(&self, holds: impl FnMut(u32) -> bool) -> bool {
        self.entries.as_slice().iter().copied().any(holds)
    }
}

/// Asks for every permutation of up to 7 entries, with every limit between them; for lists of up
/// to 40 entries that are sorted, either way, but for one entry that stands at any other place;
/// and for 3488 drawn lists of up to 218 entries, or a tenth of them. The answer is the
/// entries that were asked for, followed by those that are left.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Entries;

    const CASES: &'static str = "lists";
    const COUNT: usize = 93_721;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("an empty list", 17, |case, _| case.length() == 0),
        Dimension::of("one entry", 18, |case, _| case.length() == 1),
        Dimension::of("more than 8 entries", 47_216, |case, _| case.length() > 8),
        Dimension::of("16 entries", 528, |case, _| case.length() == 16),
        Dimension::of("more than 16 entries", 44_504, |case, _| case.length() > 16),
        Dimension::of("more than 64 entries", 2448, |case, _| case.length() > 64),
        Dimension::of("all that a position can have", 15, |case, _| case.length() == MOST),
        Dimension::of("an entry that is zero", 90_664, |case, _| case.has(|entry| entry == 0)),
        Dimension::of("entries on both sides of half", 93_638, |case, _| {
            case.has(|entry| entry >> 31 == 0) && case.has(|entry| entry >> 31 == 1)
        }),
        Dimension::of("nothing above the limit", 8081, |case, _| case.above() == 0),
        Dimension::of("an entry at the limit", 52_621, |case, _| case.has(|it| it == case.limit)),
        Dimension::of("more than 16 above the limit, not all", 31_108, |case, _| {
            (17..case.length()).contains(&case.above())
        }),
        Dimension::of("a part of the list", 54_939, |case, _| case.taken < case.length()),
        Dimension::of("more than 16 entries of a longer list", 21_522, |case, _| {
            (17..case.length()).contains(&case.taken)
        }),
        Dimension::by("the order of equal scores", 1885, |_, right| {
            let equal = |pair: &[u32]| pair[0] >> 16 == pair[1] >> 16;
            swapped(right, right.as_slice().windows(2).position(equal)?)
        }),
        Dimension::by("the order of the last two", 70_459, |case, right| {
            swapped(right, case.taken.checked_sub(2)?)
        }),
        Dimension::by("an entry that comes twice", 93_686, |_, right| {
            let (mut other, last) = (*right, right.length.checked_sub(1)?);
            other.entries[last] = other.entries[last.checked_sub(1)?];
            Some(other)
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        permuted().chain(displaced()).chain(drawn(extent.of(16 * MOST)))
    }

    fn oracle(case: &Case) -> Entries {
        let mut right = case.entries;
        for &entry in case.entries.as_slice() {
            right.entries[larger(case.entries.as_slice(), entry)] = entry;
        }
        right
    }

    fn draw(
        Wrong { case, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let Case { entries, limit, taken } = case;
        let [right, given] = [expected, actual].map(Entries::as_slice);
        write!(f, "a list of {}, {taken} asked for, limit {limit:#x}: ", right.len())?;
        match right.iter().zip(given).enumerate().find(|(_, (right, given))| right != given) {
            Some((number, (right, given))) => {
                writeln!(f, "number {number} is {right:#x}, not {given:#x}")?;
            }
            None => writeln!(f, "it has {} entries in the end", given.len())?,
        }
        writeln!(f, "entries: {:#x?}", entries.as_slice())
    }
}

/// The answer with two neighbours in the wrong order.
fn swapped(right: &Entries, first: usize) -> Option<Entries> {
    let mut other = *right;
    other.entries.swap(first, first + 1);
    Some(other)
}

/// The entry of this rank among so many, which reach from zero to the largest number.
fn ranked(rank: usize, count: usize) -> u32 {
    (u64::from(u32::MAX) * rank as u64 / (count.max(2) - 1) as u64) as u32
}

/// The permutations of up to 7 entries, with every limit between them. Either all entries are asked
/// for or, of every list with an odd number, the first.
fn permuted() -> impl Iterator<Item = Case> {
    (0..=7).flat_map(|length: usize| {
        (0..(1..=length).product()).flat_map(move |number| {
            let entries = permutation(length, number);
            (0..=length).map(move |rank| {
                let limit = ranked(rank, length).saturating_sub(u32::from(rank % 2 == 1));
                let taken = if number % 2 == 1 { 1 } else { length };
                Case { entries, limit, taken }
            })
        })
    })
}

/// The permutation of this number: its digits, to growing bases, are the places where the entries
/// are inserted.
fn permutation(length: usize, mut number: usize) -> Entries {
    let mut list = Entries::new([]);
    for rank in 0..length {
        let place = number % (rank + 1);
        number /= rank + 1;
        list.entries[place..=rank].rotate_right(1);
        list.entries[place] = ranked(rank, length);
        list.length += 1;
    }
    list
}

/// Sorted lists of 8 to 40 entries, either way, but for one entry.
fn displaced() -> impl Iterator<Item = Case> {
    (8..=40).flat_map(|length: usize| {
        (0..length * length).flat_map(move |pair| {
            let (from, to) = (pair / length, pair % length);
            [false, true].map(|rises| {
                let rank = |place| if rises { place } else { length - 1 - place };
                let mut entries = Entries::new((0..length).map(|it| ranked(rank(it), length)));
                let list = &mut entries.entries[..length];
                if from < to {
                    list[from..=to].rotate_left(1);
                } else {
                    list[to..=from].rotate_right(1);
                }
                let limit = if pair % 2 == 1 { 0 } else { ranked(pair % 11, 11) };
                Case { entries, limit, taken: length - pair % 3 * length / 4 }
            })
        })
    })
}

/// Drawn lists of up to [`MOST`] entries. Of every second one the scores are few, and the moves
/// decide.
fn drawn(count: usize) -> impl Iterator<Item = Case> {
    (0..count).map(|seed| {
        let length = seed % (MOST + 1);
        let drawn = |number: usize| mixed((seed * 256 + number) as u32);
        let entries = Entries::new((0..length).map(|number| match seed % 2 {
            0 => drawn(number),
            _ => entry((drawn(number) % 4) as u16 * 0x5000, 40_503u16.wrapping_mul(number as u16)),
        }));
        let limit = match seed / (MOST + 1) % 4 {
            0 => 0,
            1 => 1 << 31,
            2 => entries.entries[length / 2],
            _ => u32::MAX,
        };
        let taken = if drawn(255) % 4 == 0 { length } else { drawn(254) as usize % (length + 1) };
        Case { entries, limit, taken }
    })
}

/// Another number for each number.
fn mixed(number: u32) -> u32 {
    let product = number.wrapping_mul(0x9e37_79b9);
    (product ^ product >> 15).wrapping_mul(0x85eb_ca6b)
}

/// Without the last entry, or with one more if there is none.
impl Spoil for Entries {
    fn spoilt(&self) -> Entries {
        Entries { length: self.length.checked_sub(1).unwrap_or(1), ..*self }
    }
}

impl<V: Order> Answers<Question> for V {
    type Kept = ();

    /// An entry that is not the first of the rest, one that comes from an empty list, and a number
    /// written behind the list, make the answer wrong.
    fn answer(_: &mut (), case: &Case) -> Entries {
        let (mut list, length) = (case.entries.entries, case.length());
        list[length..].fill(BEHIND);
        let answer = answer::<V>(&mut list[..length], case);
        // What a store with a wrong mask wrote there, the compiler does not know.
        let is_whole = black_box(&list)[length..].iter().all(|&entry| entry == BEHIND);
        if is_whole { answer } else { Entries::new([]).spoilt() }
    }
}

/// What stands behind a list.
const BEHIND: u32 = 0x5a5a_5a5a;

/// The entries that were asked for, and the rest in their order.
fn answer<V: Order>(list: &mut [u32], case: &Case) -> Entries {
    let is_prepared = list.len() > 1 || case.limit > 0;
    let mut sorted = if is_prepared { V::prepare(list, case.limit) } else { 0 };
    let mut answer = Entries::new([]);
    for first in 0..case.taken {
        match V::next(&mut list[first..], &mut sorted) {
            Some(found) if found == list[first] => answer.push(found),
            _ => return answer,
        }
    }
    let rest = &mut list[case.taken..];
    if rest.is_empty() && V::next(rest, &mut sorted).is_some() {
        return Entries::new([]).spoilt();
    }
    rest.sort_unstable_by(|a, b| b.cmp(a));
    rest.iter().for_each(|&entry| answer.push(entry));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, wrong};
    use crate::{Identity, Table};
    use std::collections::BTreeSet;
    use std::string::ToString;
    use std::vec::Vec;

    /// The oracle with a fault.
    struct Faulty;

    impl Variant for Faulty {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Answers<Question> for Faulty {
        type Kept = ();

        fn answer(_: &mut (), case: &Case) -> Entries {
            Oracle::of::<Question>(case)
        }
    }

    #[test]
    fn agrees_with_lists_ordered_by_hand() {
        let list = [7, 0, u32::MAX, 1 << 31, 9];
        let ordered: Vec<_> = (0..6).map_while(|number| oracle(&list, number)).collect();
        assert_eq!(ordered, [u32::MAX, 1 << 31, 9, 7, 0]);
        assert_eq!(oracle(&[], 0), None);
        assert_eq!(entry(0xabcd, 0x1234), 0xabcd_1234);
        let rest = &mut [3, 8, 5];
        assert_eq!((select(rest), *rest), (Some(8), [8, 3, 5]));
        assert_eq!(select(&mut []), None);
    }

    #[test]
    fn the_oracle_answers_as_its_own_variant() {
        let agreed = question::check::<Question, Oracle>(Extent::Tenth);
        assert!(agreed.unwrap() > 80_000);
    }

    #[test]
    fn every_permutation_is_asked_for() {
        for length in 0..=7 {
            let all: BTreeSet<_> = (0..(1..=length).product())
                .map(|number| permutation(length, number).as_slice().to_vec())
                .collect();
            assert_eq!(all.len(), (1..=length).product::<usize>());
            let sorted: Vec<_> = (0..length).map(|rank| ranked(rank, length)).collect();
            assert!(all.contains(&sorted));
        }
        assert_eq!([0, 1].map(|rank| ranked(rank, 2)), [0, u32::MAX]);
    }

    #[test]
    fn no_two_entries_are_equal() {
        use question::Question as _;
        for Case { entries, taken, .. } in Question::cases(Extent::Full) {
            let list: BTreeSet<_> = entries.as_slice().iter().collect();
            assert_eq!(list.len(), entries.length, "{entries:?}");
            assert!(taken <= entries.length);
        }
    }

    /// A variant that keeps an entry from being left, or gives one where none is.
    #[test]
    fn a_list_must_keep_what_it_was_given() {
        struct Forgetful<const ENDLESS: bool>;

        impl<const ENDLESS: bool> Variant for Forgetful<ENDLESS> {
            const IDENTITY: Identity = Identity { name: "forgetful", ..Oracle::IDENTITY };
            const TABLES: &'static [&'static dyn Table] = &[];
        }

        impl<const ENDLESS: bool> Order for Forgetful<ENDLESS> {
            fn prepare(_: &mut [u32], _: u32) -> usize {
                0
            }

            fn next(rest: &mut [u32], sorted: &mut usize) -> Option<u32> {
                if ENDLESS {
                    return Oracle::next(rest, sorted).or(Some(0));
                }
                rest[0] = oracle(rest, 0)?;
                Some(rest[0])
            }
        }

        let wrong = question::check::<Question, Forgetful<false>>(Extent::Tenth).unwrap_err();
        assert_eq!((wrong.case.length(), wrong.case.taken), (2, 1), "{wrong}");
        let wrong = question::check::<Question, Forgetful<true>>(Extent::Tenth).unwrap_err();
        assert_eq!((wrong.case.length(), wrong.case.taken), (0, 0), "{wrong}");
    }

    #[test]
    fn a_wrong_answer_tells_the_list() {
        let text = wrong::<Question, Faulty>("the order of the last two").to_string();
        let said = "oracle is wrong about a list of 2, 2 asked for, limit 0x0: \
            number 0 is 0xffffffff, not 0x0\nentries: [";
        assert!(text.starts_with(said), "{text}");
        let text = wrong::<Question, Faulty>("one entry").to_string();
        assert!(text.contains("it has 0 entries in the end"), "{text}");
    }

    faulty::catch_every_fault!(Faulty);
}
