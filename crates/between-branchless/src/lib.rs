//! In-between squares by calculation alone.
//!
//! Four numbers tell whether the squares share a file, a rank, a diagonal or an
//! antidiagonal: each is zero if they do. Such a number minus one is either all ones or
//! small. It selects that line's squares, seen from a1, or none. Multiplying by the lower
//! square's bit moves them up, and a mask removes everything outside the two squares.
//!
//! The differences wrap around in 64 bits and are reduced to 3 bits (shared file or rank)
//! or 4 (shared diagonal). Older copies of the formula reduce them to 8 bits and are wrong
//! on 1505 of the 4096 pairs; [`masked`] is there to count them.
//!
//! - Lookup: subtractions, masks and one multiplication; no loads and no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
//!
//! Suits nothing: it is here because it is the wiki's formula. Loses to `between-rectangular`, most
//! of all hot, and to `between-select`, which has no tables either.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 6.28 / 1.99 / 1.31 on Zen 4; 6.10 / 2.24
//! / 1.43 on Golden Cove; 6.82 / 1.90 / 1.40 on Zen 5.<!-- end -->
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

/// The lines that lead up from a1: a2 to a7, b2 to g7, and, moved from h1 to a1, the
/// antidiagonal as h1 to b7.
const FILE: u64 = 0x0001_0101_0101_0100;
const DIAGONAL: u64 = 0x0040_2010_0804_0200;
const ANTIDIAGONAL: u64 = 0x0002_0408_1020_4080;

/// The calculation with any two masks. A difference that is zero under its mask, `straight`
/// for ranks and files or `slanted` for diagonals, counts as zero. 7 and 15 are right.
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

lookup::conformance!(between, Branchless);

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
