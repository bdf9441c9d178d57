//! All targets by direction, in sixteen sets.
//!
//! Each of the eight directions of rays and the eight of knights has one set, the targets
//! of all pieces that go there. On rays it is the fill of all sliders at once, plus the
//! king's step and, ahead, the pawns' pushes and captures.
//!
//! Sets do not name sources, but their directions do. A knight's source is one step back.
//! On rays it is the nearest piece on the ray back, for pawns and the king as for sliders:
//! all of them cross only empty squares. The squares on the way back are targets of the
//! same piece, so one search serves them all, from the furthest target.
//!
//! Order: the directions as listed; on rays that lead up, targets from the highest number,
//! on the others from the lowest, each followed by those on its way back to the source;
//! knight targets by number.
//!
//! - Lookup: eight fills of 12 operations, and 16 steps; two scans and a load for each
//!   piece and each ray on which it has targets; a scan for each target of a knight.
//! - Tables: 8 x 64 rays of 8 bytes, 64 cache lines.
//! - Source: <https://www.chessprogramming.org/Pieces_versus_Directions#Directions>.
//!
//! Suits programs that want sets by direction and no sources. Loses to `targets-by-piece` over
//! magics where sources are listed, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of
//! `targets-by-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB: 1.59
//! / – / 1.38 on Zen 4; – / – / 1.54 on Golden Cove; 1.64 / – / 1.63 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::{landing, shift};
use lookup::targets::{Take, Targets};
use lookup::{
    Bitboard, CacheAligned, Color, Identity, PieceKind, Position, Square, Table, Variant,
};

/// A set for each direction; a direction is what its step adds to a square's number.
#[derive(Clone, Copy, Debug)]
pub struct ByDirection;

impl Targets for ByDirection {
    #[inline]
    fn for_each(position: &Position, mut take: impl Take) {
        let us = position.side_to_move();
        let (own, occupied) = (position.color(us).0, position.occupied().0);
        let over = position.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
        let victims = position.color(!us).0 | over.0;
        let [pawns, knights, bishops, rooks, queens, king] =
            PieceKind::ALL.map(|kind| position.kind(kind).0 & own);
        let (straight, slanted) = (rooks | queens, bishops | queens);
        let (up, down) = match us {
            Color::White => (pawns, 0),
            Color::Black => (0, pawns),
        };
        let take = &mut take;
        rays::<8>(straight, king, push::<8>(up, !occupied), own, occupied, take);
        rays::<-8>(straight, king, push::<-8>(down, !occupied), own, occupied, take);
        rays::<1>(straight, king, 0, own, occupied, take);
        rays::<-1>(straight, king, 0, own, occupied, take);
        rays::<9>(slanted, king, step::<9>(up) & victims, own, occupied, take);
        rays::<-9>(slanted, king, step::<-9>(down) & victims, own, occupied, take);
        rays::<7>(slanted, king, step::<7>(up) & victims, own, occupied, take);
        rays::<-7>(slanted, king, step::<-7>(down) & victims, own, occupied, take);
        leaps::<17>(knights, own, take);
        leaps::<-17>(knights, own, take);
        leaps::<15>(knights, own, take);
        leaps::<-15>(knights, own, take);
        leaps::<10>(knights, own, take);
        leaps::<-10>(knights, own, take);
        leaps::<6>(knights, own, take);
        leaps::<-6>(knights, own, take);
    }
}

impl Variant for ByDirection {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&RAYS];
}

static RAYS: CacheAligned<[[u64; 64]; 8]> = CacheAligned(rays_of_all_squares());

/// The directions of rays, in the order of the table.
const STEPS: [i32; 8] = [8, -8, 1, -1, 9, -9, 7, -7];

/// Hands out the targets of sliders, the king and pawns in one direction.
#[inline(always)]
fn rays<const STEP: i32>(
    sliders: u64,
    king: u64,
    pawn_targets: u64,
    own: u64,
    occupied: u64,
    take: &mut impl Take,
) {
    let reached = fill::<STEP>(sliders, !occupied);
    let mut targets = step::<STEP>(reached | king) & !own | pawn_targets;
    while targets != 0 {
        let mut target = furthest::<STEP>(targets);
        let back = RAYS.0[const { way(-STEP) }][target.index()];
        let source = furthest::<STEP>(back & occupied);
        while target != source {
            take.pair(source, target);
            targets ^= target.bitboard().0;
            target = before::<STEP>(target);
        }
    }
}

/// Hands out the targets of knights in one direction.
#[inline(always)]
fn leaps<const STEP: i32>(knights: u64, own: u64, take: &mut impl Take) {
    let targets = Bitboard(step::<STEP>(knights) & !own);
    targets.squares().for_each(|target| take.pair(before::<STEP>(target), target));
}

/// The targets of pawn pushes.
#[inline(always)]
fn push<const STEP: i32>(pawns: u64, empty: u64) -> u64 {
    let third = if STEP > 0 { 0xff << 16 } else { 0xff << 40 };
    let once = step::<STEP>(pawns) & empty;
    once | step::<STEP>(once & third) & empty
}

/// The sliders and the empty squares that they reach: a Kogge-Stone fill.
#[inline(always)]
fn fill<const STEP: i32>(sliders: u64, empty: u64) -> u64 {
    let mut passing = empty & const { landing(STEP) };
    let mut reached = sliders | passing & shift(sliders, STEP);
    passing &= shift(passing, STEP);
    reached |= passing & shift(reached, 2 * STEP);
    passing &= shift(passing, 2 * STEP);
    reached | passing & shift(reached, 4 * STEP)
}

#[inline(always)]
fn step<const STEP: i32>(set: u64) -> u64 {
    shift(set, STEP) & const { landing(STEP) }
}

/// The last square of a set in the direction of the steps. No set is empty: the bit added
/// at the other end is never found, and saves a test.
#[inline(always)]
fn furthest<const STEP: i32>(set: u64) -> Square {
    let number = if STEP > 0 { (set | 1).ilog2() } else { (set | 1 << 63).trailing_zeros() };
    Square::new(number as u8)
}

#[inline(always)]
fn before<const STEP: i32>(target: Square) -> Square {
    Square::new((target as i32 - STEP) as u8)
}

const fn way(step: i32) -> usize {
    let mut way = 0;
    while STEPS[way] != step {
        way += 1;
    }
    way
}

const fn rays_of_all_squares() -> [[u64; 64]; 8] {
    let mut rays = [[0; 64]; 8];
    let mut slot = 0;
    while slot < 8 * 64 {
        let (step, square) = (STEPS[slot / 64], slot % 64);
        let mut front = 1 << square;
        while front != 0 {
            front = shift(front, step) & landing(step);
            rays[slot / 64][square] |= front;
        }
        slot += 1;
    }
    rays
}

lookup::conformance!(targets, ByDirection);
