//! The piece on a square, by asking sets one after the other.
//!
//! Six sets by kind and two by color are all that a board needs. If neither color has the square,
//! it is empty; otherwise the kinds are asked in turn, pawns first. How far the search goes differs
//! from square to square, so its branches are often mispredicted.
//!
//! - Board: 8 sets of 8 bytes, a cache line.
//! - Lookup: two tests for an empty square, up to six more for others. A change costs an exclusive
//!   or for each of two sets.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Bitboard_Board-Definition>.
//!
//! Suits programs that nearly never ask: it keeps nothing but the sets that generators of moves
//! need.
//!
//! Measured: <!-- published: figures -->time by that of `occupant-mailbox` on
//! `middlegame`, hot / waiting / beside 1 MiB: 6.56 / – / 3.29 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::occupant::{Occupant, Sets};
use lookup::{Bitboard, Identity, Piece, Square, Table, Variant};

/// Sets alone.
#[derive(Clone, Copy, Debug)]
pub struct Scan(Sets);

impl Occupant for Scan {
    fn empty() -> Scan {
        Scan(Sets::EMPTY)
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
        self.0.find(square)
    }

    #[inline]
    fn pieces(&self, piece: Piece) -> Bitboard {
        self.0.pieces(piece)
    }
}

impl Variant for Scan {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(occupant, Scan);
