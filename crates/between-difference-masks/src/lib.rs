//! In-between squares from the plain difference, cut to the lines of both.
//!
//! The plain difference of two squares does not identify their displacement: 9 is one step
//! along a diagonal, or h1 to a3. But aligned pairs with the same difference pass the same
//! squares, only shifted. One pattern per difference serves them all, and unaligned pairs
//! only need to end up empty. A pattern that wraps around the edge leaves the queen's lines
//! of one square or the other: 686 pairs are wrong without masks, 350 with one mask, none
//! with both.
//!
//! The masks are those of magic bitboards, rook and bishop combined, which leave out the
//! ends of the lines. With the ends, 108 pairs would be wrong.
//!
//! - Lookup: one subtraction, three loads, one rotation; no branches.
//! - Tables: 127 patterns and 64 masks of 8 bytes, 24 cache lines; the masks are shared.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits engines that have magics or PEXT, whose masks it shares: it adds 1 KiB of its own. Beside
//! a working set it comes near `between-rectangular`. Loses to that table hot, also in latency.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.55 / 1.30 / 1.00 on Zen 4; 1.43 / 1.31
//! / 1.05 on Golden Cove; 1.54 / 1.43 / 1.04 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the difference, cut by two masks.
#[derive(Clone, Copy, Debug)]
pub struct DifferenceMasks;

impl Between for DifferenceMasks {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        let (a, b) = (a.index(), b.index());
        // The constant comes last and so becomes part of the load's address: two
        // instructions fewer than `b + 63 - a`.
        let pattern = PATTERNS.0[b.wrapping_sub(a).wrapping_add(63)].rotate_left(a as u32);
        Bitboard(pattern & QUEEN.0[a] & QUEEN.0[b])
    }
}

impl Variant for DifferenceMasks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS, &QUEEN];
    const SHARED: &'static [&'static dyn Table] = &[&QUEEN];
}

static PATTERNS: CacheAligned<[u64; 127]> = CacheAligned(lines::passed(8, 63));

/// The squares between a square and any other: its queen attacks on the empty board,
/// without the edges where they end.
static QUEEN: CacheAligned<[u64; 64]> = CacheAligned(lines::queens(true));

lookup::conformance!(between, DifferenceMasks);

#[cfg(test)]
mod tests {
    use super::*;

    /// A queen's lines, ends included.
    fn lines(square: Square) -> u64 {
        let others = Square::ALL.into_iter().filter(|&s| lookup::between::aligned(square, s));
        others.fold(0, |set, other| set | other.bitboard().0)
    }

    #[test]
    fn it_takes_both_masks() {
        let wrong = |masks: fn(Square, Square) -> u64| {
            let pairs = Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
            let pattern =
                |a: Square, b: Square| PATTERNS.0[b.index() + 63 - a.index()].rotate_left(a as u32);
            let answer = |a, b| Bitboard(pattern(a, b) & masks(a, b));
            pairs.filter(|&(a, b)| answer(a, b) != lookup::between::oracle(a, b)).count()
        };
        assert_eq!(wrong(|a, b| QUEEN.0[a.index()] & QUEEN.0[b.index()]), 0);
        assert_eq!(wrong(|a, _| QUEEN.0[a.index()]), 350);
        assert_eq!(wrong(|_, _| u64::MAX), 686);
        assert_eq!(wrong(|a, b| lines(a) & lines(b)), 108);
    }
}
