//! The words that keys are made of, and what they must not have in common.

use crate::extent::GOLDEN;
use crate::{Bitboard, Piece, Square};

/// The words of pieces on squares.
pub type Word = fn(Piece, Square) -> u64;

/// A random number for each number, by Steele, Lea and Flood's SplitMix64:
/// <https://prng.di.unimi.it/splitmix64.c>.
///
/// Those below 768 are [words](word) of pieces. The next 16 are those of [rooks](corners) that may
/// castle, and the next eight those of files. The last is [`BLACK`].
#[inline(always)]
#[must_use]
pub const fn random(number: u64) -> u64 {
    mixed(0x5bace_u64.wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN)))
}

pub(super) const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The word of a piece on a square, for variants without words of their own.
#[inline(always)]
#[must_use]
pub const fn word(piece: Piece, square: Square) -> u64 {
    random(64 * piece as u64 + square as u64)
}

/// All of these, for the tables of variants.
#[must_use]
pub const fn words() -> [[u64; 64]; 12] {
    let (mut words, mut i) = ([[0; 64]; 12], 0);
    while i < 12 * 64 {
        words[i / 64][i % 64] = random(i as u64);
        i += 1;
    }
    words
}

/// The words of the sixteen sets of rooks that may castle, then of the files from a to h.
#[must_use]
pub const fn rights() -> [u64; FILES + 8] {
    let (mut rights, mut i) = ([0; FILES + 8], 0);
    while i < rights.len() {
        rights[i] = random(12 * 64 + i as u64);
        i += 1;
    }
    rights
}

/// The place of the first file among the [`rights`].
pub const FILES: usize = 16;

/// The word that counts if Black is to move.
pub const BLACK: u64 = random(792);

/// The number of a set of rooks that may castle: a bit each for a1, h1, a8 and h8.
#[inline(always)]
#[must_use]
pub const fn corners(rooks: Bitboard) -> usize {
    let rooks = rooks.0;
    (rooks & 1 | rooks >> 6 & 2 | rooks >> 54 & 4 | rooks >> 60 & 8) as usize
}

/// The number of words: those of pieces, and the [`rights`] with [`BLACK`].
const WORDS: usize = 12 * 64 + FILES + 8 + 1;

/// Whether these words of pieces do not serve: together with the others, two pairs have the same
/// difference, two are equal or one is zero, so positions that differ in few words have the same
/// key. Or their sums do not reach all keys.
///
/// Of 315,000 differences of random words, two are equal with a probability of 3 in 10^9.
#[must_use]
pub fn are_related(word: Word) -> bool {
    // Zero as one of them finds words that are equal to differences, and zero itself.
    let mut words = [0; WORDS + 1];
    for (number, place) in words[..WORDS].iter_mut().enumerate() {
        *place = match Piece::ALL.get(number / 64) {
            Some(&piece) => word(piece, Square::ALL[number % 64]),
            None => random(number as u64),
        };
    }
    rank(&words[..12 * 64]) < 64 || have_equal_differences(&words)
}

/// The number of words that are no sums of others, by elimination.
fn rank(words: &[u64]) -> usize {
    // Each word by its highest bit, which no other has.
    let mut basis = [0; 64];
    for &word in words {
        let mut rest = word;
        while let Some(highest) = rest.checked_ilog2() {
            let known = &mut basis[highest as usize];
            if *known == 0 {
                *known = rest;
            }
            rest ^= *known;
        }
    }
    basis.into_iter().filter(|word| *word != 0).count()
}

/// Whether two pairs of words have the same difference.
fn have_equal_differences(words: &[u64]) -> bool {
    // Differences by their highest six bits, because all together take too much of a stack.
    let mut differences = [0; 1 << 13];
    (0..64).any(|bits| {
        let mut count = 0;
        for (number, a) in words.iter().enumerate() {
            for difference in words[..number].iter().map(|b| a ^ b) {
                if difference >> 58 == bits {
                    match differences.get_mut(count) {
                        Some(place) => *place = difference,
                        // Two thirds more than random words have.
                        None => return true,
                    }
                    count += 1;
                }
            }
        }
        let differences = &mut differences[..count];
        differences.sort_unstable();
        differences.windows(2).any(|pair| pair[0] == pair[1])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The first outputs from the seed 1234567, as at
    /// <https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64>.
    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let outputs =
            (1..=3).map(|n: u64| mixed(1_234_567_u64.wrapping_add(n.wrapping_mul(GOLDEN))));
        let published =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(outputs.collect::<Vec<u64>>(), published);
        assert_eq!(words().as_flattened(), (0..768).map(random).collect::<Vec<_>>());
        assert_eq!(rights(), core::array::from_fn(|place| random(768 + place as u64)));
        assert_eq!(BLACK, random(768 + 16 + 8));
    }

    #[test]
    fn words_that_are_related_are_found() {
        assert!(!are_related(word));
        let related: [Word; 7] = [
            |_, _| 0,
            |piece, square| {
                if (piece, square) == (Piece::BlackKing, Square::H8) {
                    0
                } else {
                    word(piece, square)
                }
            },
            |piece, _| word(piece, Square::A1),
            |piece, square| word(piece, square) & !(1 << 63),
            // The lowest bit of no key depends on pieces.
            |piece, square| word(piece, square) & !1,
            // A square's word and a piece's.
            |piece, square| random(piece as u64) ^ random(64 + square as u64),
            // The word of a file.
            |piece, square| match (piece, square) {
                (Piece::WhiteRook, Square::C3) => random(768 + 16 + 2),
                _ => word(piece, square),
            },
        ];
        for (number, word) in related.into_iter().enumerate() {
            assert!(are_related(word), "{number}");
        }
        // Three words of one piece: their sum is a fourth.
        assert!(are_related(|piece, square| match (piece, square) {
            (Piece::WhiteRook, Square::C3) => {
                [Square::A1, Square::B1, Square::C1]
                    .iter()
                    .fold(0, |sum, &at| sum ^ word(piece, at))
            }
            _ => word(piece, square),
        }));
    }
}
