//! Attackers from a board of bytes in one register of AVX-512.
//!
//! One instruction permutes the pieces of all 64 squares to eight rays around the square, in
//! eight groups of eight lanes. Comparing them with empty squares gives a word with a byte
//! for each ray, in which a subtraction finds the nearest piece on all rays at once. What a
//! piece is and how it lies decides whether it attacks the square. A second row of bytes tells
//! the lane of each square, and one instruction takes the attackers' bits back to squares.
//!
//! The bytes are the position's list of pieces by square, which many engines keep anyway;
//! nothing is built for the question. All kinds are asked at once, so a side's attack saves
//! only the way back. Without the processor's features it answers as the oracle does.
//!
//! - Lookup: two loads of a line, a permutation, and some 20 instructions; three more for the
//!   way back; no branches.
//! - Tables: 64 x 64 squares of a byte, and as many lanes, 128 cache lines; 64 and 16 classes of
//!   a byte, 2 cache lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project takes the rays back to sets.
//!
//! Suits processors with AVX-512 VBMI: hot, it is faster than `attackers-super-piece` over magics,
//! though no kind of search showed a gain. Loses to `attackers-sliders-first` where the answer is
//! waited for.
//!
//! Measured: <!-- published: figures -->time by that of
//! `attackers-super-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB:
//! 0.67 / – / 0.81 on Zen 4. Gain in nodes per second, `classical` / `network` /
//! `threats`: +0.9 ±1.9 / +0.5 ±2.5 / +3.1 ±5.7 % on Zen 4; +0.2 ±0.6 / +0.4 ±0.5 /
//! -1.1 ±2.9 % on Golden Cove; +0.2 ±0.9 / 0.0 ±1.0 / +0.3 ±0.8 % on Zen 5.<!-- end -->
#![no_std]

use lookup::attackers::{self, Attackers};
use lookup::{Bitboard, Color, Features, Identity, Position, Square, Table, Variant};

/// A permutation and a subtraction, whatever is asked.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Attackers for Vbmi {
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
    use lookup::lanes::{EMPTY, seen};
    use lookup::{Bitboard, Color, Position, Square};
    use vectors::avx512::{classified, loaded};

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn attackers_to(position: &Position, square: Square) -> Bitboard {
        let (lanes, _) = attackers(position, square);
        let lanes = _mm512_set1_epi64(lanes.cast_signed());
        Bitboard(_mm512_bitshuffle_epi64_mask(lanes, loaded(&NUMBERS.0[square.index()])))
    }

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        let (lanes, black) = attackers(position, square);
        lanes & if by == Color::White { !black } else { black } != 0
    }

    /// The lanes of all that attack the square, and those of black pieces.
    #[inline]
    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    fn attackers(position: &Position, square: Square) -> (u64, u64) {
        let squares = loaded(&SQUARES.0[square.index()]);
        let pieces = _mm512_permutexvar_epi8(squares, loaded(&position.bytes()));
        let on_board = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(square as i8));
        let empty = _mm512_set1_epi8(EMPTY as i8);
        let occupied = _mm512_mask_cmpneq_epi8_mask(on_board, pieces, empty);
        let attackers = loaded(&ATTACKERS.0);
        let attacking = _mm512_test_epi8_mask(classified(pieces, &CLASSES.0), attackers);
        let black = _mm512_test_epi8_mask(pieces, _mm512_set1_epi8(1));
        (seen(occupied) & attacking, black)
    }
}

lookup::conformance!(attackers, Vbmi, processor);
