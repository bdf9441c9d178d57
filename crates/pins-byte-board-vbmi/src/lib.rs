//! Pinned pieces from a board of bytes in one register of AVX-512.
//!
//! The lanes around the king, and the way back to squares, are those of
//! `attackers-byte-board-vbmi`. A subtraction finds the nearest piece on all rays at once, and a
//! second one, without those, the next. Where the next is an enemy slider of the ray's kind, the
//! nearest is pinned if it is the king's own.
//!
//! The bytes are the position's list of pieces by square, which many engines keep anyway;
//! nothing is built for the question. Without the processor's features it answers as the oracle
//! does.
//!
//! - Lookup: three loads of a line, a permutation, and some 40 instructions; no branches.
//! - Tables: 64 x 64 squares of a byte, and as many lanes, 128 cache lines; 64 and 16 classes of
//!   a byte, 2 cache lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project asks the rays for pins.
//!
//! Suits engines that keep a board of bytes and want no branches, with AVX-512 VBMI: hot, it is
//! faster than `pins-xray` over magics, but no kind of search showed a gain. Loses to
//! `pins-snipers` on positions of games.
//!
//! Measured: <!-- published: figures -->time by that of
//! `pins-xray+sliders-magic+between-rectangular` on `positions`, hot / waiting /
//! beside 1 MiB: 0.56 / – / 0.70 on Zen 4; 0.71 / – / 0.73 on Golden Cove; 0.56 / – /
//! 0.67 on Zen 5. Gain in nodes per second, `classical` / `network` / `threats`: +0.2
//! ±1.9 / +0.5 ±2.2 / -0.1 ±5.0 % on Zen 4; +0.5 ±0.7 / +0.7 ±0.4 / -0.9 ±3.0 % on
//! Golden Cove; +0.8 ±0.9 / +0.5 ±0.8 / -0.3 ±1.4 % on Zen 5.<!-- end -->
#![no_std]

use lookup::pins::{self, Pins};
use lookup::{Bitboard, Color, Features, Identity, Position, Table, Variant};

/// A permutation and two subtractions.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Pins for Vbmi {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        lookup::dispatch!(x86::pinned(position, side), pins::oracle(position, side))
    }
}

impl Variant for Vbmi {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &NUMBERS, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bitalg", "avx512bw", "avx512f", "avx512vbmi");

lookup::lane_tables!(SQUARES, NUMBERS, ATTACKERS, CLASSES);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, NUMBERS, SQUARES};
    use core::arch::x86_64::*;
    use lookup::lanes::{EMPTY, LEAPS, SLIDERS, reach, whole_rays};
    use lookup::{Bitboard, Color, Position};
    use vectors::avx512::{classified, loaded};

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn pinned(position: &Position, side: Color) -> Bitboard {
        let king = position.king(side);
        let squares = loaded(&SQUARES.0[king.index()]);
        let pieces = _mm512_permutexvar_epi8(squares, loaded(&position.bytes()));
        let on_board = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(king as i8));
        let empty = _mm512_set1_epi8(EMPTY as i8);
        let occupied = _mm512_mask_cmpneq_epi8_mask(on_board & !LEAPS, pieces, empty);
        let sliders = _mm512_set1_epi8(SLIDERS as i8);
        let sliders = _mm512_and_si512(loaded(&ATTACKERS.0), sliders);
        let sliders = _mm512_test_epi8_mask(classified(pieces, &CLASSES.0), sliders);
        let black = _mm512_test_epi8_mask(pieces, _mm512_set1_epi8(1));
        let own = if side == Color::White { !black } else { black };
        let nearest = reach(occupied) & occupied;
        let behind = occupied & !nearest;
        let next = reach(behind) & behind;
        let pinned = whole_rays(next & sliders & !own) & nearest & own;
        let lanes = _mm512_set1_epi64(pinned.cast_signed());
        Bitboard(_mm512_bitshuffle_epi64_mask(lanes, loaded(&NUMBERS.0[king.index()])))
    }
}

lookup::conformance!(pins, Vbmi, processor);
