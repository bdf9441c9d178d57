//! The piece on a square, from a list of nibbles.
//!
//! Thirteen contents of a square fit four bits, so a word tells two ranks, and four words a board.
//! An empty square is zero, so putting and removing a piece are one exclusive or with its shifted
//! code. The list is kept beside the sets by kind and color.
//!
//! - Board: 8 sets of 8 bytes and 4 words of 8 bytes, one cache line and a half.
//! - Lookup: one load and a shift. A change costs an exclusive or for each of two sets, and a shift
//!   and an exclusive or for each square.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/Nibble>.
//!
//! Suits programs that copy a board for each move: it takes half of the bytes of the list of
//! `occupant-mailbox`, for a shift in each answer.
//!
//! Measured: <!-- published: figures -->time by that of `occupant-mailbox` on
//! `middlegame`, hot / waiting / beside 1 MiB: 1.87 / – / 1.38 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::occupant::{Occupant, Sets, piece};
use lookup::{Bitboard, Identity, Piece, Square, Table, Variant};

/// A list of nibbles beside sets.
#[derive(Clone, Copy, Debug)]
pub struct Nibbles {
    sets: Sets,
    words: [u64; 4],
}

impl Occupant for Nibbles {
    fn empty() -> Nibbles {
        Nibbles { sets: Sets::EMPTY, words: [0; 4] }
    }

    #[inline]
    fn put_piece(&mut self, piece: Piece, square: Square) {
        self.sets.toggle(piece, square.bitboard());
        self.toggle(piece, square);
    }

    #[inline]
    fn remove_piece(&mut self, piece: Piece, square: Square) {
        self.put_piece(piece, square);
    }

    #[inline]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.sets.toggle(piece, from.bitboard() | to.bitboard());
        self.toggle(piece, from);
        self.toggle(piece, to);
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        let nibble = (self.words[square.index() / 16] >> shift(square)) as u8 & 15;
        piece(nibble.wrapping_sub(1))
    }

    #[inline]
    fn pieces(&self, piece: Piece) -> Bitboard {
        self.sets.pieces(piece)
    }
}

impl Nibbles {
    /// Writes a piece to an empty square of the list, or removes it from there.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.words[square.index() / 16] ^= (piece as u64 + 1) << shift(square);
    }
}

/// The place of a square in its word.
#[inline(always)]
const fn shift(square: Square) -> u32 {
    4 * (square as u32 % 16)
}

impl Variant for Nibbles {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(occupant, Nibbles);
