//! Squares behind another, from the plain difference, cut to two masks.
//!
//! Aligned pairs with the same plain difference lie the same way and the same distance
//! apart, so the squares behind the second are the same, only shifted, apart from those
//! beyond the edge. Two things must be cut away: squares that a pattern gains by wrapping
//! around the edge, and whole patterns of pairs that have the difference but no line in
//! common.
//!
//! Two masks do both. One is the queen's lines of the first square, ends included. The
//! other is the ranks beyond the second, as seen from the first, or the one rank that both
//! stand on. 1806 pairs are wrong without masks, 1320 with the lines alone, 420 with the
//! ranks alone, none with both.
//!
//! - Lookup: one subtraction, three loads, one rotation; no branches.
//! - Tables: 127 patterns, 64 queen's lines and 8 x 8 sets of ranks of 8 bytes, 32 cache
//!   lines; the lines are shared.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits engines that wait for the answer and want 2 KiB. Loses to `raypass-rectangular`, little
//! there and most of all hot where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `raypass-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.26 / 1.09 / 1.05 on Zen 4; 1.94 / 1.09
//! / 1.11 on Golden Cove; 2.04 / 1.17 / 1.09 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the difference, cut by two masks.
#[derive(Clone, Copy, Debug)]
pub struct DifferenceMasks;

impl RayPass for DifferenceMasks {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        let (a, b) = (a.index(), b.index());
        let pattern = PATTERNS.0[b.wrapping_sub(a).wrapping_add(63)].rotate_left(b as u32);
        Bitboard(pattern & QUEEN.0[a] & RANKS.0[a / 8][b / 8])
    }
}

impl Variant for DifferenceMasks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS, &QUEEN, &RANKS];
    const SHARED: &'static [&'static dyn Table] = &[&QUEEN];
}

static PATTERNS: CacheAligned<[u64; 127]> = CacheAligned(patterns());
static QUEEN: CacheAligned<[u64; 64]> = CacheAligned(lines::queens(false));

/// By the ranks of both squares.
static RANKS: CacheAligned<[[u64; 8]; 8]> = CacheAligned(ranks());

/// The squares behind a1 on a board that wraps around, by plain difference. Two lines share
/// only the difference 7: across a rank, which leaves nothing behind, or one step along an
/// antidiagonal.
const fn patterns() -> [u64; 127] {
    let mut patterns = [0; 127];
    let mut i = 0;
    while i < 8 * 7 {
        let (step, distance) = (STEPS[i / 7], i as i32 % 7 + 1);
        let (mut behind, mut further) = (0, 1);
        while distance + further <= 7 {
            behind |= 1u64.rotate_left(((further * step) & 63) as u32);
            further += 1;
        }
        patterns[(63 + distance * step) as usize] |= behind;
        i += 1;
    }
    patterns
}

const STEPS: [i32; 8] = [1, 7, 8, 9, -1, -7, -8, -9];

const fn ranks() -> [[u64; 8]; 8] {
    let (mut ranks, mut i) = ([[0; 8]; 8], 0);
    while i < 64 {
        let (a, b) = (i / 8, i % 8);
        let (above, below) = (u64::MAX << (8 * b) << 7 << 1, !(u64::MAX << (8 * b)));
        ranks[a][b] = if b > a {
            above
        } else if b < a {
            below
        } else {
            !(above | below)
        };
        i += 1;
    }
    ranks
}

lookup::conformance!(raypass, DifferenceMasks);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_both_masks() {
        let wrong = |masks: fn(usize, usize) -> u64| {
            let pairs = Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
            let answer = |a: Square, b: Square| {
                let (a, b) = (a.index(), b.index());
                Bitboard(PATTERNS.0[b + 63 - a].rotate_left(b as u32) & masks(a, b))
            };
            pairs.filter(|&(a, b)| answer(a, b) != lookup::raypass::oracle(a, b)).count()
        };
        assert_eq!(wrong(|a, b| QUEEN.0[a] & RANKS.0[a / 8][b / 8]), 0);
        assert_eq!(wrong(|_, _| u64::MAX), 1806);
        assert_eq!(wrong(|a, _| QUEEN.0[a]), 1320);
        assert_eq!(wrong(|a, b| RANKS.0[a / 8][b / 8]), 420);
    }
}
