//! X-rays by carries.
//!
//! Above the slider, the first piece on a line is the lowest bit. Subtracting twice that
//! bit from the pieces behind it borrows from the next of them and changes every bit on the
//! way: exactly the squares behind the first piece, up to and including the next. Without a
//! next piece, the borrow runs off the board. If the first piece is no blocker, nothing is
//! subtracted and nothing changes.
//!
//! Below the slider the order is reversed: the first piece is the highest bit, and
//! subtracting the next one from it leaves, again, all squares between.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: 2 loads and some 20 operations for each of two lines; no branches.
//! - Tables: 4 lines through each of 64 squares of 8 bytes, 32 cache lines; one per two
//!   squares.
//! - Source: found by this project, from <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#X-rays_with_one_Lookup>.
//!
//! Suits engines without large tables: it takes 2 KiB, and beside a working set it is faster than
//! `xrays-two-lookups` over magics. Loses to that hot, and to `xrays-kindergarten`.
//!
//! Measured: <!-- published: figures -->time by that of
//! `xrays-two-lookups+sliders-magic` on `games`, hot / waiting / beside 1 MiB: 1.71 /
//! 1.18 / 0.92 on Zen 4; 2.24 / 1.24 / 1.08 on Golden Cove; 1.97 / 1.76 / 0.87 on Zen
//! 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
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

/// The rank, file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> =
    CacheAligned(lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]));

/// The squares attacked along a line through the first blocker on either side.
#[inline(always)]
fn through(Bitboard(line): Bitboard, square: Square, occupied: u64, blockers: u64) -> u64 {
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

/// The highest bit, or bit 0 if none is set.
#[inline(always)]
fn highest(set: u64) -> u64 {
    1 << (63 - (set | 1).leading_zeros())
}

lookup::conformance!(xrays, Carry);
