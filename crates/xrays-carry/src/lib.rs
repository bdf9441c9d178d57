//! X-rays by carries.
//!
//! On a line above the slider, the first piece is the lowest bit. Subtracting twice
//! that bit from the pieces behind it borrows from the next of them, and every bit
//! on the way there changes: just the squares behind the first piece, up to and
//! with the next. If there is no next one, the borrow runs off the board. If the
//! first piece is no blocker, nothing is subtracted and nothing changes.
//!
//! Below the slider the pieces come in the other order: the first is the highest
//! bit, and what it has more than the next one is again all squares between.
//!
//! - Lookup: 2 loads and some 20 operations for each of two lines; no branches.
//! - Tables: 4 lines through each of 64 squares of 8 bytes, 32 cache lines; one per two squares.
//! - Source: found by this project, from
//!   <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#X-rays_with_one_Lookup>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::xrays::Xrays;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load and two subtractions a line.
#[derive(Clone, Copy, Debug)]
pub struct Carry;

impl Xrays for Carry {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let [rank, file, ..] = LINES.0[square.index()];
        Bitboard(
            through(rank, square, occupied.0, blockers.0)
                | through(file, square, occupied.0, blockers.0),
        )
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let [.., diagonal, antidiagonal] = LINES.0[square.index()];
        Bitboard(
            through(diagonal, square, occupied.0, blockers.0)
                | through(antidiagonal, square, occupied.0, blockers.0),
        )
    }
}

impl Variant for Carry {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
}

/// Rank, file, diagonal and antidiagonal through each square, without the square.
static LINES: CacheAligned<[[u64; 4]; 64]> = CacheAligned(lines());

/// What is attacked along a line through the first blocker on either side.
#[inline(always)]
fn through(line: u64, square: Square, occupied: u64, blockers: u64) -> u64 {
    let pieces = line & occupied;
    let above = pieces & u64::MAX << square as u8;
    let below = pieces ^ above;

    let blocker = above & above.wrapping_neg() & blockers;
    let others = above & above.wrapping_sub(1);
    let upwards = others ^ others.wrapping_sub(blocker << 1);

    let first = highest(below);
    let next = highest(below & !first);
    let downwards = (first & below & blockers).saturating_sub(next);

    line & (upwards | downwards)
}

/// The highest bit, or the lowest of all if none is set.
#[inline(always)]
fn highest(set: u64) -> u64 {
    1 << (63 - (set | 1).leading_zeros())
}

const fn lines() -> [[u64; 4]; 64] {
    let mut lines = [[0; 4]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (square, other) = (slot / 64, slot % 64);
        let right = (other % 8) as i32 - (square % 8) as i32;
        let up = (other / 8) as i32 - (square / 8) as i32;
        let on = [up == 0, right == 0, right == up, right == -up];
        let mut line = 0;
        while line < 4 {
            if on[line] && other != square {
                lines[square][line] |= 1 << other;
            }
            line += 1;
        }
        slot += 1;
    }
    lines
}

lookup::xrays::conformance!(Carry);
