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
#![no_std]
#![forbid(unsafe_code)]

use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

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

/// An enum, so that an index needs no bounds check.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Direction {
    East,
    NorthEast,
    North,
    NorthWest,
    West,
    SouthWest,
    South,
    SouthEast,
    None,
}

use Direction::{East, None, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

const ALL: [(Direction, (i8, i8)); 8] = [
    (East, (1, 0)),
    (NorthEast, (1, 1)),
    (North, (0, 1)),
    (NorthWest, (-1, 1)),
    (West, (-1, 0)),
    (SouthWest, (-1, -1)),
    (South, (0, -1)),
    (SouthEast, (1, -1)),
];

/// From 1 (h8 to a1) to 239 (a1 to h8), with 120 for a square and itself. A step to the
/// right counts 1, a step up 16.
#[inline]
const fn difference(from: usize, to: usize) -> usize {
    // The constant comes last and so becomes part of the load's address.
    (to + (to | 7)).wrapping_sub(from + (from | 7)).wrapping_add(120)
}

static DIRECTIONS: CacheAligned<[Direction; 240]> = CacheAligned(directions());

static RAYS: CacheAligned<[[Bitboard; 64]; 9]> = CacheAligned(rays());

const fn directions() -> [Direction; 240] {
    let (mut directions, mut i) = ([None; 240], 0);
    while i < 8 * 7 {
        let ((direction, (right, up)), distance) = (ALL[i / 7], i as i32 % 7 + 1);
        directions[(120 + distance * (right as i32 + 16 * up as i32)) as usize] = direction;
        i += 1;
    }
    directions
}

const fn rays() -> [[Bitboard; 64]; 9] {
    let (mut rays, mut i) = ([[Bitboard::EMPTY; 64]; 9], 0);
    while i < 8 * 64 {
        let (direction, step) = ALL[i / 64];
        rays[direction as usize][i % 64] = lines::reach(Square::ALL[i % 64], &[step]);
        i += 1;
    }
    rays
}

lookup::conformance!(raypass, Rays);
