//! Attackers from a board of bytes and the table lookups of NEON.
//!
//! The pieces of all 64 squares are permuted to eight rays around the square, in eight groups
//! of eight lanes. One instruction of NEON looks up bytes in four registers, which hold the
//! whole board, so four instructions permute it. Comparing the lanes with empty squares gives a
//! word with a byte for each ray, in which a subtraction finds the nearest piece on all rays at
//! once. What a piece is and how it lies decides whether it attacks the square.
//!
//! The bytes are the position's list of pieces by square, which many engines keep anyway. NEON
//! has no masks: three additions of neighbouring lanes gather the bits of 64 into a word. A loop
//! takes the lanes of attackers back to squares; a side's attack does without. Every 64-bit Arm
//! processor has NEON; elsewhere it answers as the oracle does.
//!
//! - Lookup: 8 table lookups, 3 masks of some 12 instructions and a subtraction; for the set, a
//!   loop over the attackers, for a side one mask more.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project takes the rays back to sets.
//!
//! Suits 64-bit Arm processors, all of which have NEON.
//!
//! Measured: <!-- published: figures -->by no committed set.<!-- end -->
#![no_std]

use lookup::attackers::{self, Attackers};
use lookup::{Bitboard, Color, Features, Identity, Position, Square, Table, Variant};

/// Four lookups of 16 bytes and a subtraction, whatever is asked.
#[derive(Clone, Copy, Debug)]
pub struct Neon;

impl Attackers for Neon {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        lookup::dispatch!(arm::attackers_to(position, square), attackers::oracle(position, square))
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        lookup::dispatch!(
            arm::is_attacked(position, square, by),
            attackers::is_attacked(position, square, by)
        )
    }
}

impl Variant for Neon {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("neon");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::aarch64::uint8x16x4_t;
    use lookup::lanes::{EMPTY, in_squares, seen};
    use lookup::{Bitboard, Color, Position, Square};
    use vectors::neon::{any, classified, common, equal, load, permuted};

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn attackers_to(position: &Position, square: Square) -> Bitboard {
        let (_, lanes) = attackers(position, square);
        in_squares(lanes, &SQUARES.0[square.index()])
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        let (pieces, lanes) = attackers(position, square);
        let black = any(pieces, 1);
        lanes & if by == Color::White { !black } else { black } != 0
    }

    /// What stands in the lanes around a square, and those of all that attack it.
    #[inline]
    #[target_feature(enable = "neon")]
    fn attackers(position: &Position, square: Square) -> (uint8x16x4_t, u64) {
        let (squares, attackers) = (load(&SQUARES.0[square.index()]), load(&ATTACKERS.0));
        let pieces = permuted(position, squares);
        let attacking = common(classified(pieces, &CLASSES.0), attackers);
        let occupied = !(equal(squares, square as u8) | equal(pieces, EMPTY));
        (pieces, seen(occupied) & attacking)
    }
}

lookup::conformance!(attackers, Neon, processor);
