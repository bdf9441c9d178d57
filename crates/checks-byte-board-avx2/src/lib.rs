//! Checks from a board of bytes and shuffles of AVX2.
//!
//! The lanes around the king are those of `attackers-byte-board-avx2`.
//!
//! A move is made in the lanes: those with the square that it leaves become empty, those with
//! the square that it goes to get the piece. Direct, discovered and double checks are then all
//! the same. The bytes are the position's list of pieces by square, which many engines keep
//! anyway. A loop takes the lanes of checkers, if there are any, back to squares. Without the
//! processor's features it answers as the oracle does.
//!
//! - Lookup: 8 shuffles of the board and 2 of the classes; a loop over the checkers; for
//!   a move four comparisons and four blends more, and two branches that few moves take.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>, for relations
//!   that change with a move; this project makes the move in the lanes.
//!
//! Suits tests of moves with AVX2 and a board of bytes: hot, it is far faster than
//! `checks-after-move` over magics. Loses to that for checkers on some processors, and to
//! `checks-byte-board-vbmi` where AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->time by that of
//! `checks-by-move+attacked-one-word+between-rectangular` on `moves`, hot / waiting /
//! beside 1 MiB: 0.94 / – / – on Zen 4; 1.21 / – / – on Golden Cove; 0.83 / 1.34 / –
//! on Zen 5.<!-- end -->
#![no_std]

use lookup::checks::{self, Checks};
use lookup::{Bitboard, Features, Identity, Move, Position, Table, Variant};

/// Eight shuffles and a subtraction, for a move as for the checkers.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Checks for Avx2 {
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
    use lookup::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};
    use vectors::avx2::{equal, halves, lanes, permuted};

    #[target_feature(enable = "avx2,bmi1")]
    pub(super) fn checkers(position: &Position) -> Bitboard {
        let us = position.side_to_move();
        let king = position.king(us);
        let row = &SQUARES.0[king.index()];
        let squares = halves(row);
        in_squares(attackers(permuted(position, squares), squares, king, !us), row)
    }

    #[target_feature(enable = "avx2,bmi1")]
    pub(super) fn gives_check(position: &Position, m: Move) -> bool {
        let us = position.side_to_move();
        let king = position.king(!us);
        let Some(piece) = position.piece_on(m.from) else { return false };
        let moved = m.promotion.map_or(piece, |kind| Piece::new(kind, us));
        let squares = halves(&SQUARES.0[king.index()]);
        let pieces = put(permuted(position, squares), squares, m.from, EMPTY);
        let mut pieces = put(pieces, squares, m.to, moved as u8);
        if position.takes_en_passant(m) {
            let captured = Square::new(m.from as u8 & 56 | m.to.file());
            pieces = put(pieces, squares, captured, EMPTY);
        }
        // The rook that stays in the corner sees no more than it did.
        if position.castles(m) {
            let passed = Square::new((m.from as u8 + m.to as u8) / 2);
            pieces = put(pieces, squares, passed, Piece::new(PieceKind::Rook, us) as u8);
        }
        attackers(pieces, squares, king, us) != 0
    }

    /// The lanes with another byte where they have this square.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn put(pieces: [__m256i; 2], squares: [__m256i; 2], square: Square, byte: u8) -> [__m256i; 2] {
        let (square, byte) = (_mm256_set1_epi8(square as i8), _mm256_set1_epi8(byte as i8));
        let half = |half: usize| {
            let here = _mm256_cmpeq_epi8(squares[half], square);
            _mm256_blendv_epi8(pieces[half], byte, here)
        };
        [half(0), half(1)]
    }

    /// The lanes of a side's pieces that attack the square in the middle.
    #[inline]
    #[target_feature(enable = "avx2,bmi1")]
    fn attackers(pieces: [__m256i; 2], squares: [__m256i; 2], middle: Square, by: Color) -> u64 {
        let attackers = halves(&ATTACKERS.0);
        // SAFETY: the table has 16 bytes.
        let classes = unsafe { _mm_load_si128((&raw const CLASSES).cast()) };
        let classes = _mm256_broadcastsi128_si256(classes);
        let occupied = !(equal(squares, middle as u8) | equal(pieces, EMPTY));
        let attacking = |half: usize| {
            _mm256_and_si256(_mm256_shuffle_epi8(classes, pieces[half]), attackers[half])
        };
        let black = |half: usize| _mm256_slli_epi16::<7>(pieces[half]);
        let black = lanes([black(0), black(1)]);
        let own = if by == Color::White { !black } else { black };
        seen(occupied) & !equal([attacking(0), attacking(1)], 0) & own
    }
}

lookup::conformance!(checks, Avx2, processor);
