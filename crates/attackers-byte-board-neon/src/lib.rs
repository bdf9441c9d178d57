//! Attackers from a board of bytes and the table lookups of NEON.
//!
//! The pieces of all 64 squares are permuted to eight rays around the square, in eight groups
//! of eight [lanes]. One instruction of NEON looks up bytes in four registers, which hold the
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
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

use lookup::attackers::{self, Attackers};
use lookup::{
    Bitboard, CacheAligned, Color, Features, Identity, Position, Square, Table, Variant, lanes,
};

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

/// The square in each lane, by the square in the middle.
static SQUARES: CacheAligned<[[u8; 64]; 64]> = CacheAligned(lanes::squares());

/// The classes that attack from each lane.
static ATTACKERS: CacheAligned<[u8; 64]> = CacheAligned(lanes::attackers());

/// The classes of each piece.
static CLASSES: CacheAligned<[u8; 16]> = CacheAligned(lanes::classes());

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::aarch64::*;
    use lookup::lanes::{EMPTY, in_squares, seen};
    use lookup::{Bitboard, Color, Position, Square};

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
        let board = load(&position.bytes());
        let pieces = uint8x16x4_t(
            vqtbl4q_u8(board, squares.0),
            vqtbl4q_u8(board, squares.1),
            vqtbl4q_u8(board, squares.2),
            vqtbl4q_u8(board, squares.3),
        );
        // SAFETY: the table has 16 bytes.
        let classes = unsafe { vld1q_u8(CLASSES.0.as_ptr()) };
        let attacking = gathered(uint8x16x4_t(
            vtstq_u8(vqtbl1q_u8(classes, pieces.0), attackers.0),
            vtstq_u8(vqtbl1q_u8(classes, pieces.1), attackers.1),
            vtstq_u8(vqtbl1q_u8(classes, pieces.2), attackers.2),
            vtstq_u8(vqtbl1q_u8(classes, pieces.3), attackers.3),
        ));
        let occupied = !(equal(squares, square as u8) | equal(pieces, EMPTY));
        (pieces, seen(occupied) & attacking)
    }

    /// The lanes that have this byte.
    #[inline]
    #[target_feature(enable = "neon")]
    fn equal(lanes: uint8x16x4_t, byte: u8) -> u64 {
        let byte = vdupq_n_u8(byte);
        gathered(uint8x16x4_t(
            vceqq_u8(lanes.0, byte),
            vceqq_u8(lanes.1, byte),
            vceqq_u8(lanes.2, byte),
            vceqq_u8(lanes.3, byte),
        ))
    }

    /// The lanes that have any of these bits.
    #[inline]
    #[target_feature(enable = "neon")]
    fn any(lanes: uint8x16x4_t, bits: u8) -> u64 {
        let bits = vdupq_n_u8(bits);
        gathered(uint8x16x4_t(
            vtstq_u8(lanes.0, bits),
            vtstq_u8(lanes.1, bits),
            vtstq_u8(lanes.2, bits),
            vtstq_u8(lanes.3, bits),
        ))
    }

    /// A bit for each lane, of lanes that have all bits or none.
    #[inline]
    #[target_feature(enable = "neon")]
    fn gathered(lanes: uint8x16x4_t) -> u64 {
        // A bit of its own for each of eight lanes, so that adding them up joins them.
        let places = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
        let (first, second) = (vandq_u8(lanes.0, places), vandq_u8(lanes.1, places));
        let (third, fourth) = (vandq_u8(lanes.2, places), vandq_u8(lanes.3, places));
        let fours = vpaddq_u8(vpaddq_u8(first, second), vpaddq_u8(third, fourth));
        let eights = vpaddq_u8(fours, fours);
        vgetq_lane_u64::<0>(vreinterpretq_u64_u8(eights))
    }

    /// 64 lanes.
    #[inline]
    #[target_feature(enable = "neon")]
    fn load(bytes: &[u8; 64]) -> uint8x16x4_t {
        // SAFETY: there are 64 bytes.
        unsafe { vld1q_u8_x4(bytes.as_ptr()) }
    }
}

lookup::conformance!(attackers, Neon, processor);
