//! In-between squares by calculation alone.
//!
//! Four numbers say whether the squares share a file, a rank, a diagonal or an
//! antidiagonal: each is zero if they do. One less is all ones or small, so it
//! selects that line's squares as seen from a1 or leaves none. A multiplication
//! by the lower square's bit moves them up, and what lies outside of the two
//! squares is cut off.
//!
//! The differences wrap around in 64 bits and are reduced to 3 bits (a file or
//! rank is shared) or 4 (a diagonal is). Older copies of the formula reduce
//! them to 8 bits, which is wrong on 1505 of the 4096 pairs; [`masked`] is there
//! to count them.
//!
//! - Lookup: some 35 instructions, one of them a multiplication; no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// No load at all.
#[derive(Clone, Copy, Debug)]
pub struct Branchless;

impl Between for Branchless {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        masked(a, b, 7, 15)
    }
}

impl Variant for Branchless {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// a2 to a7, b2 to g7, and b7 to h1 without its ends: the lines through a1, or
/// h1 brought to a1, that lead up.
const FILE: u64 = 0x0001_0101_0101_0100;
const DIAGONAL: u64 = 0x0040_2010_0804_0200;
const ANTIDIAGONAL: u64 = 0x0002_0408_1020_4080;

/// The calculation with masks of one's choice, under which a difference on a
/// rank or file (`straight`) or on a diagonal (`slanted`) counts as zero. Right
/// with 7 and 15.
#[inline]
#[must_use]
pub const fn masked(a: Square, b: Square, straight: u64, slanted: u64) -> Bitboard {
    let (a, b) = (a as u64, b as u64);
    // From the lower square, included, to the higher one, excluded.
    let span = (u64::MAX << a) ^ (u64::MAX << b);
    let files = (b & 7).wrapping_sub(a & 7);
    let ranks = (b | 7).wrapping_sub(a) >> 3;
    let sum = ranks.wrapping_add(files);
    let difference = ranks.wrapping_sub(files);
    let line = ((files & straight).wrapping_sub(1) & FILE)
        // Six ones from b1 on, if the rank is shared.
        .wrapping_add(((ranks & straight).wrapping_sub(1) >> 58) << 1)
        .wrapping_add((difference & slanted).wrapping_sub(1) & DIAGONAL)
        .wrapping_add((sum & slanted).wrapping_sub(1) & ANTIDIAGONAL);
    let lowest = span & span.wrapping_neg();
    Bitboard(line.wrapping_mul(lowest) & span)
}

lookup::between::conformance!(Branchless);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bit_masks_are_wrong_on_1505_pairs() {
        let pairs =
            Square::ALL.into_iter().flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)));
        let old = |(a, b)| masked(a, b, 0xff, 0xff);
        let wrong = pairs.filter(|&(a, b)| old((a, b)) != lookup::between::oracle(a, b));
        assert_eq!(wrong.count(), 1505);
    }
}
