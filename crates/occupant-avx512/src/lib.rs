//! The piece on a square, by one test of all sets.
//!
//! Six sets by kind and two by color fill a register of AVX-512. One instruction tests all of them
//! for the bit of the square. Its mask has a bit for the kind and one for the color, or none. The
//! number of zeros below the lowest one is the kind, and a number beyond the last piece if the
//! square is empty.
//!
//! A load of all sets soon after a change of one of them has to wait until the change has reached
//! the cache.
//!
//! - Board: 8 sets of 8 bytes, a cache line.
//! - Lookup: one load of 64 bytes, a broadcast, a test, and a count of zeros. A change costs an
//!   exclusive or for each of two sets.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/AVX-512>.
//!
//! Suits programs with sets alone on processors with AVX-512: it asks in place of `occupant-scan`
//! without a branch, and keeps nothing more.
//!
//! Measured: <!-- published: figures -->time by that of `occupant-mailbox` on
//! `middlegame`, hot / waiting / beside 1 MiB: 3.36 / – / 2.34 on Zen 4.<!-- end -->
#![no_std]

use lookup::occupant::{Occupant, Sets};
use lookup::{Bitboard, Features, Identity, Piece, Square, Table, Variant};

/// A test of eight sets.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Sets);

impl Occupant for Avx512 {
    fn empty() -> Avx512 {
        Avx512(Sets::EMPTY)
    }

    #[inline]
    fn put_piece(&mut self, piece: Piece, square: Square) {
        self.0.toggle(piece, square.bitboard());
    }

    #[inline]
    fn remove_piece(&mut self, piece: Piece, square: Square) {
        self.0.toggle(piece, square.bitboard());
    }

    #[inline]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.0.toggle(piece, from.bitboard() | to.bitboard());
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        lookup::dispatch!(x86::piece_on(&self.0, square), self.0.find(square))
    }

    #[inline]
    fn pieces(&self, piece: Piece) -> Bitboard {
        self.0.pieces(piece)
    }
}

impl Variant for Avx512 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use lookup::occupant::{Sets, piece};
    use lookup::{Piece, Square};
    use vectors::avx512::loaded_sets;

    #[target_feature(enable = "avx512f")]
    pub(super) fn piece_on(sets: &Sets, square: Square) -> Option<Piece> {
        let bit = _mm512_set1_epi64(square.bitboard().0.cast_signed());
        let those = _mm512_test_epi64_mask(loaded_sets(&sets.0), bit);
        // Behind six kinds the colors, of which Black is the last. Without a piece, eight zeros.
        piece(2 * those.trailing_zeros() as u8 + (those >> 7))
    }
}

lookup::conformance!(occupant, Avx512, processor);
