//! The squares in between, for many pairs at once.
//!
//! A batch is three slices of equal length. It may have any length, and its slices may
//! begin anywhere in memory. A variant writes every answer and nothing around them.
//!
//! # Example
//!
//! ```
//! use lookup::between::{self, batch};
//! use lookup::{Bitboard, Square};
//!
//! let (a, b) = ([Square::A1, Square::A8, Square::H8], [Square::D1, Square::D5, Square::E6]);
//! let mut between = [Bitboard::EMPTY; 3];
//! batch::one_by_one(&a, &b, &mut between, between::oracle);
//! assert_eq!(between[0].to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . 1 1 . . . . .
//!   a b c d e f g h");
//! assert_eq!(between[1].to_string(), "\
//! 8 . . . . . . . .
//! 7 . 1 . . . . . .
//! 6 . . 1 . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! assert!(between[2].is_empty());
//! ```

use super::{draw, oracle};
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Bitboard, CacheAligned, Extent, Pair, Square, Variant};
use core::fmt;

/// A way to find the squares in between for many pairs at once.
pub trait Batch: Variant {
    /// Writes to every place of `out` the squares strictly between those in the same place
    /// of `a` and `b`, empty if they are not aligned.
    ///
    /// # Panics
    /// If the lengths differ.
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]);
}

/// One pair after the other, for variants: by an answer to one.
#[inline(always)]
pub fn one_by_one(
    a: &[Square],
    b: &[Square],
    out: &mut [Bitboard],
    between: impl Fn(Square, Square) -> Bitboard,
) {
    for ((&a, &b), out) in a.iter().zip(b).zip(out) {
        *out = between(a, b);
    }
}

/// The squares that follow a1 on no line, a rank, a file and a diagonal, and h1, moved to a1, on an
/// antidiagonal, for the tables of variants.
pub const FOLLOWING: [u64; 8] = [
    0,
    0xffff_ffff_ffff_fffe,
    0x0101_0101_0101_0100,
    0x8040_2010_0804_0200,
    0x8102_0408_1020_4080,
    0,
    0,
    0,
];

/// The number of ordered pairs of squares.
const PAIRS: usize = 64 * 64;

/// The longest batch of those tried at every length.
const LONGEST: usize = 130;

/// The answers around a batch that must not change, and the largest offset of a slice.
const MARGIN: usize = 64;

/// Marks a missing answer: no set of squares in between is the whole board.
const UNTOUCHED: Bitboard = Bitboard(u64::MAX);

/// The orders of the pairs, as steps from one pair's number to the next. Odd steps reach
/// every pair: first the second square changes each time, forwards and backwards, then both
/// do.
const STEPS: [usize; 4] = [1, PAIRS - 1, 65, 2731];

/// A batch of pairs in some order, with the offsets in memory where its slices begin,
/// counted from the start of a cache line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Slices {
    step: usize,
    length: usize,
    a_begin: usize,
    b_begin: usize,
    out_begin: usize,
    out_end: usize,
}

impl Slices {
    /// All pairs in one order; then every length from 0 to 130 with slices at every offset
    /// from 0 to 64.
    fn in_order(step: usize) -> impl Iterator<Item = Slices> {
        let whole = Slices {
            step,
            length: PAIRS,
            a_begin: 0,
            b_begin: 0,
            out_begin: MARGIN,
            out_end: PAIRS + 2 * MARGIN,
        };
        let parts = (0..=LONGEST).flat_map(move |length| {
            (0..=MARGIN).map(move |offset| {
                // The slices begin at different offsets, and at all of them.
                let begin = (length * 97 + offset * 61) % (PAIRS - LONGEST - 2 * MARGIN) / 64 * 64;
                Slices {
                    step,
                    length,
                    a_begin: begin + offset,
                    b_begin: begin + MARGIN - offset,
                    out_begin: MARGIN + (offset + length) % (MARGIN + 1),
                    out_end: LONGEST + 3 * MARGIN,
                }
            })
        });
        [whole].into_iter().chain(parts)
    }

    /// The pair in a place of the batch; none outside it.
    fn pair(&self, place: isize) -> Option<Pair> {
        let place = usize::try_from(place).ok().filter(|&place| place < self.length)?;
        let number = |begin| (begin + place) * self.step % PAIRS;
        let (a, b) = (number(self.a_begin) / 64, number(self.b_begin));
        Some(Pair { a: Square::new(a as u8), b: Square::new(b as u8) })
    }

    /// One case for every answer in the batch and around it.
    fn cases(self) -> impl Iterator<Item = Case> {
        (0..self.out_end).map(move |place| {
            let place = place as isize - self.out_begin as isize;
            Case { slices: self, place }
        })
    }
}

/// A place in a batch, or around it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The batch.
    pub slices: Slices,
    /// The place, counted from the start of the batch.
    pub place: isize,
}

impl Case {
    fn is_inside(&self) -> bool {
        self.slices.pair(self.place).is_some()
    }
}

/// Asks about all ordered pairs in batches, and about the memory around the answers.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Bitboard;

    const CASES: &'static str = "places in and around batches";
    const COUNT: usize = 10_984_216;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("a place in front of a batch", 3_270_016, |case, _| case.place < 0),
        Dimension::of("a place behind a batch", 5_483_916, |case, _| {
            case.place >= case.slices.length as isize
        }),
        Dimension::of("the last place of a batch", 33_804, |case, _| {
            case.place + 1 == case.slices.length as isize && case.is_inside()
        }),
        Dimension::of("lengths that are no multiple of 8", 1_931_020, |case, _| {
            case.is_inside() && case.slices.length % 8 > 0
        }),
        Dimension::of("first squares within a cache line", 2_145_780, |case, _| {
            case.is_inside() && case.slices.a_begin % 64 > 0
        }),
        Dimension::of("second squares within a cache line", 2_145_780, |case, _| {
            case.is_inside() && case.slices.b_begin % 64 > 0
        }),
        Dimension::of("answers within a cache line", 1_907_360, |case, _| {
            case.is_inside() && case.slices.out_begin % 8 > 0
        }),
        Dimension::of("the higher square first", 1_097_649, |case, _| {
            case.slices.pair(case.place).is_some_and(|pair| pair.a > pair.b)
        }),
    ];

    fn cases(_: Extent) -> impl Iterator<Item = Case> {
        STEPS.into_iter().flat_map(Slices::in_order).flat_map(Slices::cases)
    }

    fn oracle(case: &Case) -> Bitboard {
        case.slices.pair(case.place).map_or(UNTOUCHED, |pair| oracle(pair.a, pair.b))
    }

    fn draw(
        &Wrong { variant, case: Case { slices, place }, expected, actual }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let length = slices.length;
        let Some(pair) = slices.pair(place) else {
            return write!(f, "place {place} outside a batch of {length}");
        };
        write!(f, "place {place} of a batch of {length}: ")?;
        draw(&Wrong::<super::Question> { variant, case: pair, expected, actual }, f)
    }
}

impl<V: Batch> Answers<Question> for V {
    const MUST_PANIC: &'static [fn()] = &[
        ask_lengths::<V, 64, 64, 63>,
        ask_lengths::<V, 64, 63, 64>,
        ask_lengths::<V, 63, 64, 64>,
        ask_lengths::<V, 0, 0, 1>,
        ask_lengths::<V, 1, 0, 0>,
    ];

    type Kept = Option<Memory>;

    /// Asks once for each batch.
    fn answer(kept: &mut Option<Memory>, case: &Case) -> Bitboard {
        let Case { slices, place } = case;
        let memory = match kept {
            Some(memory) if memory.slices.step == slices.step => memory,
            kept => kept.insert(Memory::in_order(slices.step)),
        };
        if memory.slices != *slices {
            memory.ask(slices, V::between);
        }
        memory.out.0[slices.out_begin.wrapping_add_signed(*place)]
    }
}

/// Asks with slices of these lengths.
fn ask_lengths<V: Batch, const A: usize, const B: usize, const OUT: usize>() {
    V::between(&Square::ALL[..A], &Square::ALL[..B], &mut [UNTOUCHED; OUT]);
}

/// The squares of all pairs in one order, and the answers to a batch of them.
#[derive(Debug)]
pub struct Memory {
    slices: Slices,
    a: CacheAligned<[Square; PAIRS]>,
    b: CacheAligned<[Square; PAIRS]>,
    out: CacheAligned<[Bitboard; PAIRS + 2 * MARGIN]>,
}

impl Memory {
    /// The answers to an empty batch.
    fn in_order(step: usize) -> Memory {
        let number = |place| place * step % PAIRS;
        Memory {
            slices: Slices { step, length: 0, a_begin: 0, b_begin: 0, out_begin: 0, out_end: 0 },
            a: CacheAligned(core::array::from_fn(|i| Square::new((number(i) / 64) as u8))),
            b: CacheAligned(core::array::from_fn(|i| Square::new(number(i) as u8))),
            out: CacheAligned([UNTOUCHED; PAIRS + 2 * MARGIN]),
        }
    }

    fn ask(&mut self, slices: &Slices, between: fn(&[Square], &[Square], &mut [Bitboard])) {
        self.slices = *slices;
        self.out.0[..slices.out_end].fill(UNTOUCHED);
        let (a, b) = (&self.a.0[slices.a_begin..], &self.b.0[slices.b_begin..]);
        let out = &mut self.out.0[slices.out_begin..][..slices.length];
        between(&a[..slices.length], &b[..slices.length], out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::question::{check, conform};
    use crate::{Identity, Oracle, Table};
    use std::cell::RefCell;
    use std::thread_local;
    use std::vec::Vec;

    /// Writes anywhere in memory, as safe code that implements [`Batch`] cannot.
    impl Answers<Question> for Oracle {
        type Kept = ();

        fn answer(_: &mut (), case: &Case) -> Bitboard {
            faulty::answer::<Question>(case)
        }
    }

    faulty::catch_every_fault!(Oracle);

    /// Answers batches by the oracle, but for the last pair of squares.
    struct Spoiled;

    impl Variant for Spoiled {
        const IDENTITY: Identity = Identity { name: "spoiled", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Batch for Spoiled {
        fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
            assert!(a.len() == b.len() && a.len() == out.len());
            for ((&a, &b), out) in a.iter().zip(b).zip(out) {
                let last = a == Square::H8 && b == Square::H8;
                *out = if last { UNTOUCHED } else { oracle(a, b) };
            }
        }
    }

    #[test]
    fn a_variant_is_asked_for_every_place() {
        let case = check::<Question, Spoiled>(Extent::Full).unwrap_err().case;
        assert_eq!((case.slices.length, case.place), (4096, 4095));
    }

    thread_local! {
        static LENGTHS: RefCell<Vec<[usize; 3]>> = const { RefCell::new(Vec::new()) };
    }

    /// Notes the lengths that it is asked with.
    struct Notes;

    impl Variant for Notes {
        const IDENTITY: Identity = Identity { name: "notes", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Batch for Notes {
        fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
            LENGTHS.with_borrow_mut(|lengths| lengths.push([a.len(), b.len(), out.len()]));
        }
    }

    #[test]
    #[should_panic(expected = "notes: a call did not panic")]
    fn lengths_that_differ_in_one_slice_must_panic() {
        <Notes as Answers<Question>>::MUST_PANIC.iter().for_each(|call| call());
        let lengths = [[64, 64, 63], [64, 63, 64], [63, 64, 64], [0, 0, 1], [1, 0, 0]];
        assert_eq!(LENGTHS.take(), lengths);
        let _ = conform::<Question, Notes>(|call| std::panic::catch_unwind(call).is_err());
    }
}
