//! Pinned pieces from a board of bytes and shuffles of AVX2.
//!
//! The lanes around the king are those of `attackers-byte-board-avx2`. A subtraction finds the
//! nearest piece on all rays at once, and a second one, without those, the next. Where the next is
//! an enemy slider of the ray's kind, the nearest is pinned if it is the king's own.
//!
//! The bytes are the position's list of pieces by square, which many engines keep anyway. A
//! loop takes the lanes of pinned pieces, if there are any, back to squares. Without the
//! processor's features it answers as the oracle does.
//!
//! - Lookup: 8 shuffles of the board and 2 of the classes; a loop over the pinned pieces.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project asks the rays for pins.
//!
//! Suits programs that keep a board of bytes and no in-between: hot, it is faster than `pins-xray`
//! over magics on some processors. Loses to that on others, and to `pins-snipers`.
//!
//! Measured: <!-- published: figures -->time by that of
//! `pins-xray+sliders-magic+between-rectangular` on `positions`, hot / waiting /
//! beside 1 MiB: 0.83 / – / 0.80 on Zen 4; 1.17 / – / 0.81 on Golden Cove; 0.78 / – /
//! 0.74 on Zen 5.<!-- end -->
#![no_std]

use lookup::pins::{self, Pins};
use lookup::{Bitboard, Color, Features, Identity, Position, Table, Variant};

/// Eight shuffles and two subtractions.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Pins for Avx2 {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        lookup::dispatch!(x86::pinned(position, side), pins::oracle(position, side))
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
    use lookup::lanes::{EMPTY, LEAPS, SLIDERS, in_squares, reach, whole_rays};
    use lookup::{Bitboard, Color, Position};
    use vectors::avx2::{equal, halves, lanes, permuted};

    #[target_feature(enable = "avx2,bmi1")]
    pub(super) fn pinned(position: &Position, side: Color) -> Bitboard {
        let king = position.king(side);
        let (squares, attackers) = (halves(&SQUARES.0[king.index()]), halves(&ATTACKERS.0));
        // SAFETY: the table has 16 bytes.
        let classes = unsafe { _mm_load_si128((&raw const CLASSES).cast()) };
        let classes = _mm256_broadcastsi128_si256(classes);
        let pieces = permuted(position, squares);
        let occupied = !(equal(squares, king as u8) | equal(pieces, EMPTY) | LEAPS);
        let sliding = |half: usize| {
            let sliders = _mm256_and_si256(attackers[half], _mm256_set1_epi8(SLIDERS as i8));
            _mm256_and_si256(_mm256_shuffle_epi8(classes, pieces[half]), sliders)
        };
        let sliders = !equal([sliding(0), sliding(1)], 0);
        let black = |half: usize| _mm256_slli_epi16::<7>(pieces[half]);
        let black = lanes([black(0), black(1)]);
        let own = if side == Color::White { !black } else { black };
        let nearest = reach(occupied) & occupied;
        let behind = occupied & !nearest;
        let next = reach(behind) & behind;
        in_squares(whole_rays(next & sliders & !own) & nearest & own, &SQUARES.0[king.index()])
    }
}

lookup::conformance!(pins, Avx2, processor);
