//! Attackers from a board of bytes and shuffles of AVX2.
//!
//! The pieces of all 64 squares are permuted to eight rays around the square, in eight groups
//! of eight lanes. A shuffle moves only within 16 bytes, so a half of the lanes takes four
//! shuffles of a quarter of the board each, and every lane is zero in all but one of them.
//! Comparing the lanes with empty squares gives a word with a byte for each ray, in which a
//! subtraction finds the nearest piece on all rays at once. What a piece is and how it lies
//! decides whether it attacks the square.
//!
//! The bytes are the position's list of pieces by square, which many engines keep anyway. A
//! loop takes the lanes of attackers back to squares; a side's attack does without. Without the
//! processor's features it answers as the oracle does.
//!
//! - Lookup: 8 shuffles of the board and 2 of the classes; for the set, a loop over the
//!   attackers.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project takes the rays back to sets.
//!
//! Suits tests of a side's attack where tables compete for the cache: it takes 4.1 KiB, and beside
//! a working set it is faster than `attackers-super-piece` over magics. Loses to that where all
//! attackers are asked.
//!
//! Measured: <!-- published: figures -->time by that of
//! `attackers-super-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB:
//! 1.08 / – / 0.98 on Zen 4.<!-- end -->
#![no_std]

use lookup::attackers::{self, Attackers};
use lookup::{Bitboard, Color, Features, Identity, Position, Square, Table, Variant};

/// Eight shuffles and a subtraction, whatever is asked.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Attackers for Avx2 {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        lookup::dispatch!(x86::attackers_to(position, square), attackers::oracle(position, square))
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        lookup::dispatch!(
            x86::is_attacked(position, square, by),
            attackers::is_attacked(position, square, by)
        )
    }
}

impl Variant for Avx2 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2", "bmi1");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::x86_64::*;
    use lookup::lanes::{EMPTY, in_squares, seen};
    use lookup::{Bitboard, Color, Position, Square};
    use vectors::avx2::{equal, halves, lanes, permuted};

    #[target_feature(enable = "avx2,bmi1")]
    pub(super) fn attackers_to(position: &Position, square: Square) -> Bitboard {
        let (lanes, _) = attackers(position, square);
        in_squares(lanes, &SQUARES.0[square.index()])
    }

    #[target_feature(enable = "avx2,bmi1")]
    pub(super) fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        let (lanes, black) = attackers(position, square);
        lanes & if by == Color::White { !black } else { black } != 0
    }

    /// The lanes of all that attack the square, and those of black pieces.
    #[inline]
    #[target_feature(enable = "avx2,bmi1")]
    fn attackers(position: &Position, square: Square) -> (u64, u64) {
        let (squares, attackers) = (halves(&SQUARES.0[square.index()]), halves(&ATTACKERS.0));
        // SAFETY: the table has 16 bytes.
        let classes = unsafe { _mm_load_si128((&raw const CLASSES).cast()) };
        let classes = _mm256_broadcastsi128_si256(classes);
        let pieces = permuted(position, squares);
        let occupied = !(equal(squares, square as u8) | equal(pieces, EMPTY));
        let attacking = |half: usize| {
            _mm256_and_si256(_mm256_shuffle_epi8(classes, pieces[half]), attackers[half])
        };
        let black = |half: usize| _mm256_slli_epi16::<7>(pieces[half]);
        let black = lanes([black(0), black(1)]);
        (seen(occupied) & !equal([attacking(0), attacking(1)], 0), black)
    }
}

lookup::conformance!(attackers, Avx2, processor);
