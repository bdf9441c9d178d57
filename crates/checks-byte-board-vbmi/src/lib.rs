//! Checks from a board of bytes in one register of AVX-512.
//!
//! The lanes around the king, and the way from the checkers' lanes back to squares, are those of
//! `attackers-byte-board-vbmi`.
//!
//! A move is made in the register: one instruction empties the squares that it leaves, another
//! puts the piece on the square that it goes to. Direct, discovered and double checks are then
//! all the same. The bytes are the position's list of pieces by square, which many engines keep
//! anyway. Without the processor's features it answers as the oracle does.
//!
//! - Lookup: two loads of a line, a permutation, and some 25 instructions; for a move two more,
//!   and two branches that few moves take.
//! - Tables: 64 x 64 squares of a byte, and as many lanes, 128 cache lines; 64 and 16 classes of
//!   a byte, 2 cache lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project makes the move in the register.
//!
//! Suits processors with AVX-512 VBMI: hot, it is faster than `checks-after-move` over magics for
//! moves and for checkers, yet no kind of search showed a gain. Loses to `checks-by-move` where the
//! checkers are waited for.
//!
//! Measured: <!-- published: figures -->time by that of
//! `checks-by-move+attacked-one-word+between-rectangular` on `moves`, hot / waiting /
//! beside 1 MiB: 0.81 / – / – on Zen 4; 0.77 / – / – on Golden Cove; 0.77 / 1.23 / –
//! on Zen 5. Gain in nodes per second, `classical` / `network` / `threats`: -0.2 ±2.0
//! / +0.8 ±2.1 / -2.6 ±4.3 % on Zen 4; +1.0 ±0.6 / +1.0 ±0.7 / -0.5 ±2.4 % on Golden
//! Cove; +0.8 ±1.0 / 0.0 ±1.1 / 0.0 ±1.4 % on Zen 5.<!-- end -->
#![no_std]

use lookup::checks::{self, Checks};
use lookup::{Bitboard, Features, Identity, Move, Position, Table, Variant};

/// A permutation and a subtraction, for a move as for the checkers.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Checks for Vbmi {
    type Prepared = ();

    #[inline]
    fn checkers(position: &Position) -> Bitboard {
        lookup::dispatch!(x86::checkers(position), checks::checkers(position))
    }

    #[inline(always)]
    fn prepare(_: &Position) {}

    #[inline]
    fn gives_check(position: &Position, (): &(), m: Move) -> bool {
        lookup::dispatch!(x86::gives_check(position, m), checks::gives_check(position, m))
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
    use lookup::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};
    use vectors::avx512::{classified, loaded};

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn checkers(position: &Position) -> Bitboard {
        let us = position.side_to_move();
        let king = position.king(us);
        let lanes = attackers(loaded(&position.bytes()), king, !us);
        let lanes = _mm512_set1_epi64(lanes.cast_signed());
        Bitboard(_mm512_bitshuffle_epi64_mask(lanes, loaded(&NUMBERS.0[king.index()])))
    }

    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    pub(super) fn gives_check(position: &Position, m: Move) -> bool {
        let us = position.side_to_move();
        let Some(piece) = position.piece_on(m.from) else { return false };
        let moved = m.promotion.map_or(piece, |kind| Piece::new(kind, us));
        let board = put(loaded(&position.bytes()), m.from, EMPTY);
        let mut board = put(board, m.to, moved as u8);
        if position.takes_en_passant(m) {
            let captured = Square::new(m.from as u8 & 56 | m.to.file());
            board = put(board, captured, EMPTY);
        }
        // The rook that stays in the corner sees no more than it did.
        if position.castles(m) {
            let passed = Square::new((m.from as u8 + m.to as u8) / 2);
            board = put(board, passed, Piece::new(PieceKind::Rook, us) as u8);
        }
        attackers(board, position.king(!us), us) != 0
    }

    /// The board with another byte on a square.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f")]
    fn put(board: __m512i, square: Square, byte: u8) -> __m512i {
        _mm512_mask_set1_epi8(board, square.bitboard().0, byte as i8)
    }

    /// The lanes of a side's pieces that attack the square.
    #[inline]
    #[target_feature(enable = "avx512bitalg,avx512bw,avx512f,avx512vbmi")]
    fn attackers(board: __m512i, square: Square, by: Color) -> u64 {
        let squares = loaded(&SQUARES.0[square.index()]);
        let pieces = _mm512_permutexvar_epi8(squares, board);
        let on_board = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(square as i8));
        let empty = _mm512_set1_epi8(EMPTY as i8);
        let occupied = _mm512_mask_cmpneq_epi8_mask(on_board, pieces, empty);
        let attackers = loaded(&ATTACKERS.0);
        let attacking = _mm512_test_epi8_mask(classified(pieces, &CLASSES.0), attackers);
        let black = _mm512_test_epi8_mask(pieces, _mm512_set1_epi8(1));
        seen(occupied) & attacking & if by == Color::White { !black } else { black }
    }
}

lookup::conformance!(checks, Vbmi, processor);
