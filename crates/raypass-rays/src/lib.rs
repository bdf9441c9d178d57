//! Squares behind another, as the ray from it.
//!
//! The squares behind the second depend on the first only by its direction. A table has the
//! ray from every square in every direction; the 0x88 difference, which no two directions
//! share, tells which ray. Squares on no line have a direction of their own, whose rays are
//! empty.
//!
//! Programs that find slider attacks by the first obstacle on each ray have the rays.
//!
//! - Lookup: two renumberings, then two loads, one after the other; no branches.
//! - Tables: 240 directions of a byte, and 9 x 64 rays of 8 bytes, 76 cache lines; the rays
//!   are shared.
//! - Source: found by this project, from <https://www.chessprogramming.org/0x88>.
//!
//! Suits engines that have the rays anyway: it adds 240 bytes of its own, and of the small tables
//! it comes nearest to `raypass-rectangular` beside a working set. Loses to
//! `raypass-difference-masks` in latency.
//!
//! Measured: <!-- published: figures -->time by that of `raypass-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.98 / 1.67 / 1.05 on Zen 4; 2.21 / 1.77
//! / 1.09 on Golden Cove; 2.09 / 1.80 / 1.06 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, Direction, STEPS, difference};
use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load for the direction, one for the ray.
#[derive(Clone, Copy, Debug)]
pub struct Rays;

impl RayPass for Rays {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        let direction = DIRECTIONS.0[difference(a.index(), b.index())];
        RAYS.0[direction as usize][b.index()]
    }
}

impl Variant for Rays {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&DIRECTIONS, &RAYS];
    const SHARED: &'static [&'static dyn Table] = &[&RAYS];
}

static DIRECTIONS: CacheAligned<[Direction; 240]> = CacheAligned(Direction::by_difference());

static RAYS: CacheAligned<[[Bitboard; 64]; 9]> = CacheAligned(rays());

const fn rays() -> [[Bitboard; 64]; 9] {
    let (mut rays, mut i) = ([[Bitboard::EMPTY; 64]; 9], 0);
    while i < 8 * 64 {
        rays[i / 64][i % 64] = lines::reach(Square::ALL[i % 64], &[STEPS[i / 64]]);
        i += 1;
    }
    rays
}

lookup::conformance!(raypass, Rays);
