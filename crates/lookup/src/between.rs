//! Which squares lie strictly between two squares?
//!
//! The set is empty when the squares share no rank, file or diagonal, when they
//! are neighbours, and when they are the same square. The order of the two
//! squares does not matter.
//!
//! More traits change what is asked, and are compared among themselves:
//! [`Encoded`] takes squares in a numbering of the variant's own, [`Aligned`]
//! only answers for squares that share a line, and [`Batch`] answers for many
//! pairs at once.

use crate::board::Drawn;
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Bitboard, CacheAligned, Identity, Square, Table, Variant};
use core::fmt;
use core::ops::BitXor;

/// A way to find the squares in between.
pub trait Between: Variant {
    /// The squares strictly between `a` and `b`, empty when they are not aligned.
    fn between(a: Square, b: Square) -> Bitboard;
}

/// A way to find the squares in between that wants squares numbered its own way.
///
/// An engine that numbers its squares so pays nothing for it; any other pays
/// for [`encode`](Encoded::encode), which no figure contains.
pub trait Encoded: Variant {
    /// A square in the numbering of this variant; exclusive or with a zero made
    /// of a byte must leave it as it is.
    type Square: Copy + fmt::Debug + From<u8> + Into<u64> + BitXor<Output = Self::Square> + 'static;

    /// The number of a square.
    fn encode(square: Square) -> Self::Square;

    /// The squares strictly between `a` and `b`, empty when they are not
    /// aligned. Both come from [`encode`](Encoded::encode); for any other number
    /// the answer may be any set.
    fn between(a: Self::Square, b: Self::Square) -> Bitboard;
}

/// A way to find the squares in between that relies on there being a line.
pub trait Aligned: Variant {
    /// The squares strictly between `a` and `b`, which are different squares on
    /// a rank, file or diagonal. For any other two the answer may be any set.
    fn between(a: Square, b: Square) -> Bitboard;
}

/// A way to find the squares in between for many pairs at once.
pub trait Batch: Variant {
    /// Leaves in every place of `out` the squares strictly between the squares
    /// in that place of `a` and `b`, empty when they are not aligned.
    ///
    /// # Panics
    /// If the three are not of the same length.
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]);
}

/// The slow and obvious answer: walks from `a` in all eight directions until it meets `b`.
#[must_use]
pub fn oracle(a: Square, b: Square) -> Bitboard {
    for direction in ORTHOGONAL.into_iter().chain(DIAGONAL) {
        let mut passed = Bitboard::EMPTY;
        for square in ray::walk(a, direction) {
            if square == b {
                return passed;
            }
            passed = passed | square.bitboard();
        }
    }
    Bitboard::EMPTY
}

/// The oracle as a variant: what variants over any in-between are proved with.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

impl Between for Oracle {
    fn between(a: Square, b: Square) -> Bitboard {
        oracle(a, b)
    }
}

impl Variant for Oracle {
    const IDENTITY: Identity =
        Identity { name: "between-oracle", summary: "Walks", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// Compares a variant with the oracle on all 4096 ordered pairs of squares and
/// counts the comparisons.
///
/// # Errors
/// The first pair that the variant answers wrongly.
pub fn check<V: Between>() -> Result<usize, Wrong> {
    compare::<V>(V::between, |_, _| true)
}

/// As [`check`], for squares that the variant has encoded.
///
/// # Errors
/// The first pair that the variant answers wrongly.
pub fn check_encoded<V: Encoded>() -> Result<usize, Wrong> {
    compare::<V>(|a, b| V::between(V::encode(a), V::encode(b)), |_, _| true)
}

/// As [`check`], for the 1456 ordered pairs that share a line.
///
/// # Errors
/// The first pair that the variant answers wrongly.
pub fn check_aligned<V: Aligned>() -> Result<usize, Wrong> {
    compare::<V>(V::between, aligned)
}

fn compare<V: Variant>(
    answer: impl Fn(Square, Square) -> Bitboard,
    asked: impl Fn(Square, Square) -> bool,
) -> Result<usize, Wrong> {
    let mut compared = 0;
    for a in Square::ALL {
        for b in Square::ALL.into_iter().filter(|&b| asked(a, b)) {
            let (expected, actual) = (oracle(a, b), answer(a, b));
            if actual != expected {
                return Err(Wrong { variant: V::IDENTITY.name, a, b, expected, actual });
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// As [`check`], for batches, and counts the answers compared: all 4096 ordered
/// pairs in several orders, and every length from 0 to 130 with each of the three
/// slices at every offset from 0 to 64 from where the line of a cache begins.
///
/// # Errors
/// The first pair that the variant answers wrongly, or the first place outside of
/// the batch that it writes to.
pub fn check_batch<V: Batch>() -> Result<usize, WrongBatch> {
    let mut answers = [[Bitboard::EMPTY; 64]; 64];
    for a in Square::ALL {
        answers[a.index()] = Square::ALL.map(|b| oracle(a, b));
    }
    let mut compared = 0;
    // Steps that are odd, so that they come by every pair: one square with all
    // others, backwards, and both squares changing all the time.
    for step in [1, PAIRS - 1, 65, 2731] {
        let pair = |place| place * step % PAIRS;
        let mut a = CacheAligned([Square::A1; PAIRS]);
        let mut b = a;
        for place in 0..PAIRS {
            a.0[place] = Square::new((pair(place) / 64) as u8);
            b.0[place] = Square::new(pair(place) as u8);
        }
        let mut out = CacheAligned([UNTOUCHED; PAIRS + 2 * MARGIN]);
        compared += compare_batch::<V>(&a.0, &b.0, &mut out.0, MARGIN, &answers)?;
        for length in 0..=LONGEST {
            for offset in 0..=MARGIN {
                // The slices begin at different offsets, and at all of them.
                let begin = (length * 97 + offset * 61) % (PAIRS - LONGEST - 2 * MARGIN) / 64 * 64;
                let [a_begin, b_begin] = [begin + offset, begin + MARGIN - offset];
                let out_begin = MARGIN + (offset + length) % (MARGIN + 1);
                compared += compare_batch::<V>(
                    &a.0[a_begin..a_begin + length],
                    &b.0[b_begin..b_begin + length],
                    &mut out.0[..LONGEST + 3 * MARGIN],
                    out_begin,
                    &answers,
                )?;
            }
        }
    }
    Ok(compared)
}

/// The number of ordered pairs of squares.
const PAIRS: usize = 64 * 64;

/// The longest of the batches that are tried at every length.
const LONGEST: usize = 130;

/// What lies around a batch, and the largest offset of a slice.
const MARGIN: usize = 64;

/// No answer: no set of squares in between has all of them.
const UNTOUCHED: Bitboard = Bitboard(u64::MAX);

/// Asks a batch that answers into `out` from `begin` on, and compares all of `out`.
fn compare_batch<V: Batch>(
    a: &[Square],
    b: &[Square],
    out: &mut [Bitboard],
    begin: usize,
    answers: &[[Bitboard; 64]; 64],
) -> Result<usize, WrongBatch> {
    let (variant, length) = (V::IDENTITY.name, a.len());
    out.fill(UNTOUCHED);
    V::between(a, b, &mut out[begin..begin + length]);
    if let Some(place) = outside(out, begin, length) {
        return Err(WrongBatch::Outside { variant, length, place });
    }
    let answered = &out[begin..begin + length];
    for (place, ((&a, &b), &actual)) in a.iter().zip(b).zip(answered).enumerate() {
        let expected = answers[a.index()][b.index()];
        if actual != expected {
            let wrong = Wrong { variant, a, b, expected, actual };
            return Err(WrongBatch::Answer { wrong, length, place });
        }
    }
    Ok(length)
}

/// Where something was written outside of a batch that begins here, counted from there.
fn outside(out: &[Bitboard], begin: usize, length: usize) -> Option<isize> {
    let written = |&place: &usize| out[place] != UNTOUCHED;
    let place = (0..begin).chain(begin + length..out.len()).find(written)?;
    Some(place as isize - begin as isize)
}

/// Whether two different squares share a rank, file or diagonal.
#[must_use]
pub fn aligned(a: Square, b: Square) -> bool {
    let files = a.file().abs_diff(b.file());
    let ranks = a.rank().abs_diff(b.rank());
    a != b && (files == 0 || ranks == 0 || files == ranks)
}

/// A wrong set of squares in between; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The first square asked for.
    pub a: Square,
    /// The second square asked for.
    pub b: Square,
    /// The oracle's answer.
    pub expected: Bitboard,
    /// The variant's answer.
    pub actual: Bitboard,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, a, b, expected, actual } = self;
        let squares = a.bitboard() | b.bitboard();
        writeln!(f, "{variant} is wrong about the squares between {a} and {b}")?;
        let boards = [("squares", squares), ("expected", *expected), ("actual", *actual)];
        Drawn(&boards).fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// What is wrong with a batch of answers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WrongBatch {
    /// A wrong answer, or none, in this place of a batch of this length.
    Answer {
        /// The answer.
        wrong: Wrong,
        /// The length of the batch.
        length: usize,
        /// The place in it.
        place: usize,
    },
    /// Something written in front of the batch or behind it.
    Outside {
        /// The name of the variant that wrote it.
        variant: &'static str,
        /// The length of the batch.
        length: usize,
        /// The place, counted from where the batch begins.
        place: isize,
    },
}

impl fmt::Display for WrongBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongBatch::Answer { wrong, length, place } => {
                writeln!(f, "in place {place} of a batch of {length}:")?;
                wrong.fmt(f)
            }
            WrongBatch::Outside { variant, length, place } => {
                write!(f, "{variant} writes to place {place} of a batch of {length}")
            }
        }
    }
}

impl core::error::Error for WrongBatch {}

/// Makes [`check`] the test of a variant: `lookup::between::conformance!(Rectangular);`,
/// or one of its siblings: `conformance!(encoded Wide)`, `conformance!(aligned Steps)`,
/// `conformance!(batch Loop)`.
#[doc(inline)]
pub use crate::__between_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __between_conformance {
    (encoded $variant:ty) => {
        $crate::__conformance!($variant, $crate::between::check_encoded, "pairs of squares");
    };
    (aligned $variant:ty) => {
        $crate::__conformance!($variant, $crate::between::check_aligned, "aligned pairs");
    };
    (batch $variant:ty) => {
        $crate::__conformance!($variant, $crate::between::check_batch, "answers in batches");

        #[cfg(test)]
        mod lengths {
            extern crate std;
            use super::*;
            use $crate::between::Batch;
            use $crate::{Bitboard, Square};

            #[test]
            fn that_differ_are_refused() {
                for [a, b, out] in [[64, 64, 63], [64, 63, 64], [63, 64, 64], [0, 0, 1], [1, 0, 0]]
                {
                    let answer = || {
                        let out = &mut [Bitboard::EMPTY; 64][..out];
                        <$variant as Batch>::between(&Square::ALL[..a], &Square::ALL[..b], out);
                    };
                    std::assert!(std::panic::catch_unwind(answer).is_err());
                }
            }
        }
    };
    ($variant:ty) => {
        $crate::__conformance!($variant, $crate::between::check, "pairs of squares");
    };
}

/// The test that every `conformance!` makes. It writes to the terminal itself,
/// past the test harness, which swallows what passing tests print.
#[doc(hidden)]
#[macro_export]
macro_rules! __conformance {
    ($variant:ty, $check:path, $compared:literal $(, $extent:expr)?) => {
        #[cfg(test)]
        mod conformance {
            extern crate std;
            use super::*;
            use std::io::Write;

            #[test]
            fn agrees_with_the_oracle() {
                use $check as check;
                let name = <$variant as $crate::Variant>::IDENTITY.name;
                match check::<$variant>($($extent)?) {
                    Ok(compared) => {
                        writeln!(std::io::stdout(), "{name}: {compared} {} agree", $compared)
                            .unwrap();
                    }
                    Err(wrong) => std::panic!("{wrong}"),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::string::ToString;

    fn pairs() -> impl Iterator<Item = (Square, Square)> + Clone {
        Square::ALL.into_iter().flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)))
    }

    fn board(drawing: &str) -> Bitboard {
        let cells = drawing.split_whitespace().enumerate();
        Bitboard(cells.fold(0, |set, (i, cell)| match cell {
            "1" => set | 1 << ((7 - i / 8) * 8 + i % 8),
            _ => set,
        }))
    }

    #[test]
    fn agrees_with_boards_drawn_by_hand() {
        let diagonal = board(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . 1 . . .
             . . . 1 . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(oracle(Square::C3, Square::F6), diagonal);
        assert_eq!(oracle(Square::F6, Square::C3), diagonal);
        let antidiagonal = board(
            ". . . . . . . .
             . 1 . . . . . .
             . . 1 . . . . .
             . . . 1 . . . .
             . . . . 1 . . .
             . . . . . 1 . .
             . . . . . . 1 .
             . . . . . . . .",
        );
        assert_eq!(oracle(Square::H1, Square::A8), antidiagonal);
        let rank = board(
            ". 1 1 1 1 1 1 .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(oracle(Square::A8, Square::H8), rank);
        let file = board(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . 1 . . .
             . . . . 1 . . .
             . . . . 1 . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(oracle(Square::E2, Square::E6), file);
    }

    #[test]
    fn the_edge_cases_are_empty() {
        for square in Square::ALL {
            assert_eq!(oracle(square, square), Bitboard::EMPTY);
        }
        for (a, b) in [(Square::A1, Square::B1), (Square::A1, Square::C2), (Square::H1, Square::A2)]
        {
            assert_eq!(oracle(a, b), Bitboard::EMPTY);
        }
    }

    /// Counts that do not come from a ray walk; [`aligned`] is arithmetic on files and ranks.
    #[test]
    fn has_the_published_counts() {
        let aligned = |&(a, b): &(Square, Square)| aligned(a, b);
        assert_eq!(pairs().filter(aligned).count(), 1456);
        let nonempty = pairs().filter(|&(a, b)| !oracle(a, b).is_empty());
        assert_eq!(nonempty.clone().count(), 1036);
        assert!(nonempty.clone().all(|pair| aligned(&pair)));
        let distinct: BTreeSet<_> = pairs().map(|(a, b)| oracle(a, b)).collect();
        assert_eq!(distinct.len(), 411);
        // The whole line through two squares: 8 ranks, 8 files, 13 diagonals of
        // each kind with at least two squares, and the empty line.
        let lines: BTreeSet<_> = pairs()
            .map(|(a, b)| {
                let on_line = |c: &Square| {
                    let (dx, dy) = steps(a, b);
                    let (cx, cy) = steps(a, *c);
                    aligned(&(a, b)) && dx * cy == dy * cx
                };
                let squares = Square::ALL.iter().filter(|c| on_line(c));
                squares.fold(0u64, |line, c| line | c.bitboard().0)
            })
            .collect();
        assert_eq!(lines.len(), 43);
    }

    fn steps(a: Square, b: Square) -> (i8, i8) {
        (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8)
    }

    /// Right but for one pair.
    struct WrongOnce;

    impl Variant for WrongOnce {
        const IDENTITY: Identity =
            Identity { name: "wrong-once", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = {
            static NOTHING: CacheAligned<[u64; 0]> = CacheAligned([]);
            &[&NOTHING]
        };
    }

    impl Between for WrongOnce {
        fn between(a: Square, b: Square) -> Bitboard {
            match (a, b) {
                (Square::C3, Square::F6) => Square::D4.bitboard(),
                _ => oracle(a, b),
            }
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_drawn() {
        let wrong = check::<WrongOnce>().unwrap_err().to_string();
        assert!(wrong.starts_with("wrong-once is wrong about the squares between c3 and f6\n"));
        assert!(wrong.contains("squares              expected             actual"));
        assert!(wrong.contains("5 . . . . . . . .    5 . . . . 1 . . .    5 . . . . . . . ."));
        assert!(wrong.contains("4 . . . . . . . .    4 . . . 1 . . . .    4 . . . 1 . . . ."));
    }

    /// Answers batches by the oracle, with one mistake of each kind.
    struct Spoiled<const MISTAKE: u8>;

    impl<const MISTAKE: u8> Variant for Spoiled<MISTAKE> {
        const IDENTITY: Identity = Identity { name: "spoiled", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl<const MISTAKE: u8> Batch for Spoiled<MISTAKE> {
        fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
            assert!(a.len() == b.len() && a.len() == out.len());
            for ((&a, &b), out) in a.iter().zip(b).zip(&mut *out) {
                *out = oracle(a, b);
            }
            match (MISTAKE, out) {
                // A block of eight and no rest.
                (1, out @ [.., _]) if out.len() % 8 == 1 => out[out.len() - 1] = UNTOUCHED,
                (2, [.., last]) if a.last() == Some(&Square::H8) => *last = *last ^ Bitboard(1),
                _ => {}
            }
        }
    }

    #[test]
    fn mistakes_in_batches_are_found_and_told() {
        // All pairs in each order, and for each offset the lengths from 0 to 130.
        let small = 65 * (130 * 131 / 2);
        assert_eq!(check_batch::<Spoiled<0>>(), Ok(4 * (4096 + small)));
        let left_out = check_batch::<Spoiled<1>>().unwrap_err().to_string();
        assert!(
            left_out.starts_with("in place 0 of a batch of 1:\nspoiled is wrong"),
            "{left_out}"
        );
        let last = check_batch::<Spoiled<2>>().unwrap_err().to_string();
        assert!(last.starts_with("in place 4095 of a batch of 4096:\n"), "{last}");
    }

    #[test]
    fn what_is_written_outside_is_found() {
        for (place, found) in [(0, Some(-3)), (2, Some(-1)), (3, None), (6, None), (7, Some(4))] {
            let mut out = [UNTOUCHED; 9];
            out[place] = Bitboard::EMPTY;
            assert_eq!(outside(&out, 3, 4), found);
        }
        let wrong = WrongBatch::Outside { variant: "spoiled", length: 8, place: -1 };
        assert_eq!(wrong.to_string(), "spoiled writes to place -1 of a batch of 8");
    }
}
