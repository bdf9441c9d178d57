//! Keys after moves, by one word for each piece.
//!
//! The word of a piece on a square is the piece's own, rotated by the number of the square. Both
//! words of a move come from one, so a quiet move loads 8 bytes. No rotation of a word with an odd
//! number of ones is a sum of others, so one such word of twelve lets all bits of a key matter.
//!
//! - Lookup: one load and two rotations; one of each for a capture; two loads where rights to
//!   castle end.
//! - Tables: 12 words of 8 bytes, 2 cache lines, and 24 words of rights, 3 cache lines.
//! - Source: <https://www.chessprogramming.org/Zobrist_Hashing#Initialization>.
//!
//! Suits engines that touch much other memory between two keys: it takes two cache lines in place
//! of the 96 of `key-table`, for a rotation after each load.
//!
//! Measured: <!-- published: figures -->time by that of `key-table` on `positions`, hot
//! / waiting / beside 1 MiB: 0.96 / – / 0.99 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::key::{self, Key};
use lookup::{CacheAligned, Identity, Move, Piece, Position, Square, Table, Variant};

/// A rotation by the square.
#[derive(Clone, Copy, Debug)]
pub struct Rotated;

impl Key for Rotated {
    #[inline]
    fn word(piece: Piece, square: Square) -> u64 {
        WORDS.0[piece as usize].rotate_left(square as u32)
    }

    #[inline]
    fn after(key: u64, position: &Position, m: Move) -> u64 {
        key ^ key::change(position, m, Rotated::word, |place| RIGHTS.0[place])
    }
}

impl Variant for Rotated {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&WORDS, &RIGHTS];
}

/// The words of pieces on a1.
static WORDS: CacheAligned<[u64; 12]> = CacheAligned(words());

static RIGHTS: CacheAligned<[u64; 24]> = CacheAligned(key::rights());

const fn words() -> [u64; 12] {
    let (all, mut words, mut piece) = (key::words(), [0; 12], 0);
    while piece < 12 {
        words[piece] = all[piece][0];
        piece += 1;
    }
    words
}

lookup::conformance!(key, Rotated);
