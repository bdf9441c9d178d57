//! Sliding attacks by rays, cut behind the nearest obstacle.
//!
//! A slider attacks the ray from its square without the ray in the same direction from the
//! nearest obstacle. A bit scan finds the obstacle, from below on rays that lead up and
//! from above on the others. On a clear ray, the corner that all such rays lead towards
//! stands in for it: no ray begins there, so nothing is cut off and no branch is needed.
//!
//! - Lookup: for each ray a scan and two dependent loads; no branches.
//! - Tables: 64 x 8 rays of 8 bytes, one cache line per square.
//! - Source: <https://www.chessprogramming.org/Classical_Approach>.
//!
//! Suits engines that have rays anyway and wait for the answer: it takes 4 KiB, and in latency it
//! is faster than `sliders-magic`. Loses to `sliders-hyperbola` where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 2.11 / 0.95 / 1.20 on Zen 4; – / 1.00 / 0.78 on Golden
//! Cove; 1.97 / 0.91 / 1.05 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, Step};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Two loads for each ray.
#[derive(Clone, Copy, Debug)]
pub struct Classical;

impl Sliders for Classical {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let (up, down) = (|way| up(square, occupied, way), |way| down(square, occupied, way));
        Bitboard(up(0) | up(1) | down(2) | down(3))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let (up, down) = (|way| up(square, occupied, way), |way| down(square, occupied, way));
        Bitboard(up(4) | up(5) | down(6) | down(7))
    }
}

impl Variant for Classical {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&RAYS];
}

static RAYS: CacheAligned<[[Bitboard; 8]; 64]> = CacheAligned(lines::table(DIRECTIONS));

/// A rook's directions and a bishop's, each with the two that lead up first.
const DIRECTIONS: [&[Step]; 8] =
    [&[(1, 0)], &[(0, 1)], &[(-1, 0)], &[(0, -1)], &[(1, 1)], &[(-1, 1)], &[(-1, -1)], &[(1, -1)]];

/// A ray towards higher squares; h8 stands in for an obstacle.
#[inline(always)]
fn up(square: Square, occupied: Bitboard, way: usize) -> u64 {
    let ray = RAYS.0[square.index()][way].0;
    let obstacle = (ray & occupied.0 | 1 << 63).trailing_zeros();
    ray ^ RAYS.0[obstacle as usize][way].0
}

/// A ray towards lower squares; a1 stands in for an obstacle.
#[inline(always)]
fn down(square: Square, occupied: Bitboard, way: usize) -> u64 {
    let ray = RAYS.0[square.index()][way].0;
    let obstacle = (ray & occupied.0 | 1).ilog2();
    ray ^ RAYS.0[obstacle as usize][way].0
}

lookup::conformance!(sliders, Classical);
