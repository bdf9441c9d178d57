//! Exchanges by a swap list, from a board of bytes in one register of AVX-512.
//!
//! One instruction permutes the pieces of all 64 squares to eight rays around the target, in
//! eight groups of eight lanes. What a piece is and how it lies decides whether it attacks the
//! target as soon as nothing stands between. All this becomes words with a bit for each lane, once
//! per target: the occupied lanes, those that may attack, and those of each side and kind.
//!
//! A subtraction finds the nearest piece on all rays at once. The two sides remove their least
//! valuable attacker in turn, and the same subtraction finds what each uncovers: a bit is cleared
//! where others look sliders up. The kinds are tested in one vector, without a branch that depends
//! on the least valuable. Of several of a kind, the one on the lowest square captures; only then
//! squares are compared, for lanes have another order.
//!
//! The bytes are the position's list of pieces by square, which many engines keep anyway. Without
//! the processor's features it answers as the oracle does.
//!
//! - Lookup: two loads of a line, a permutation, and some 25 instructions; a loop over the
//!   captures, of a subtraction and some ten instructions, and one back.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/official-clockwork/Clockwork/pull/110>.
//!
//! Suits processors with AVX-512 VBMI, with x-rays and without slider tables: hot, it is faster
//! than `exchange-swap` over magics, for all captures and for one. Loses to that with learnt
//! branches.
//!
//! Measured: <!-- published: figures -->time by that of `exchange-swap+sliders-magic`
//! on `positions`, hot / waiting / beside 1 MiB: 0.99 / – / 0.90 on Zen 4.<!-- end -->
#![no_std]

use lookup::exchange::{self, Exchange, Rules};
use lookup::{Features, Identity, Position, Square, Table, Variant};

/// A permutation for each target and a subtraction for each capture.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Exchange for Vbmi {
    const RULES: Rules = Rules::WithXrays;
    type Prepared = ();

    #[inline]
    fn prepare(_: &Position) {}

    #[inline]
    fn see(position: &Position, (): &(), square: Square) -> i8 {
        lookup::dispatch!(
            x86::see(position, square),
            exchange::oracle(Rules::WithXrays, position, square)
        )
    }
}

impl Variant for Vbmi {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "avx512vbmi", "bmi1");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::x86_64::*;
    use lookup::lanes::{EMPTY, seen};
    use lookup::{Bitboard, Color, Piece, PieceKind, Position, Square, exchange};
    use vectors::avx512::{classified, loaded};

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi,bmi1")]
    pub(super) fn see(position: &Position, square: Square) -> i8 {
        let Some(mut target) = position.piece_on(square).map(Piece::kind) else { return 0 };
        let (mut occupied, kinds, sides) = around(position, square);
        let [pawns, knights, bishops, rooks, queens, kings, ..] = kinds;
        let by_kind = _mm512_setr_epi64(pawns, knights, bishops, rooks, queens, kings, 0, 0);
        let mut side = position.side_to_move();
        // There are no more captures than lanes.
        let (mut taken, mut captures) = ([0; 64], 0);
        loop {
            let attackers = seen(occupied) & sides[side as usize];
            let attacking = _mm512_set1_epi64(attackers as i64);
            let least = _mm512_test_epi64_mask(by_kind, attacking).trailing_zeros() as usize;
            let Some(&kind) = PieceKind::ALL.get(least) else { break };
            occupied ^= on_the_lowest_square(attackers & kinds[least % 8] as u64, square);
            side = !side;
            if kind == PieceKind::King && seen(occupied) & sides[side as usize] != 0 {
                break;
            }
            taken[captures] = exchange::value(target);
            captures += 1;
            target = kind;
        }
        taken[..captures].iter().rfold(0, |reply: i8, taken| taken - reply.max(0))
    }

    /// The occupied lanes; and the lanes that attack if nothing is in the way, by kind and side.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi,bmi1")]
    fn around(position: &Position, square: Square) -> (u64, [i64; 8], [u64; 2]) {
        let squares = loaded(&SQUARES.0[square.index()]);
        let pieces = _mm512_permutexvar_epi8(squares, loaded(&position.bytes()));
        let on_board = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(square as i8));
        let empty = _mm512_set1_epi8(EMPTY as i8);
        let occupied = _mm512_mask_cmpneq_epi8_mask(on_board, pieces, empty);
        let attackers = loaded(&ATTACKERS.0);
        let attacking = _mm512_test_epi8_mask(classified(pieces, &CLASSES.0), attackers);
        let black = _mm512_test_epi8_mask(pieces, _mm512_set1_epi8(1));
        let white_pieces = _mm512_and_si512(pieces, _mm512_set1_epi8(!1));
        let mut kinds = [0; 8];
        for kind in PieceKind::ALL {
            let number = _mm512_set1_epi8(Piece::new(kind, Color::White) as i8);
            kinds[kind as usize] = _mm512_cmpeq_epi8_mask(white_pieces, number) as i64;
        }
        (occupied, kinds, [attacking & !black, attacking & black])
    }

    /// The one of these lanes that has the lowest square.
    #[inline(always)]
    fn on_the_lowest_square(lanes: u64, middle: Square) -> u64 {
        if lanes & lanes.wrapping_sub(1) == 0 {
            return lanes;
        }
        let row = &SQUARES.0[middle.index()];
        let lowest = Bitboard(lanes).squares().min_by_key(|lane| row[lane.index()]);
        lowest.map_or(0, |lane| lane.bitboard().0)
    }
}

lookup::conformance!(exchange, Vbmi, processor);
