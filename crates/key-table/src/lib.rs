//! Keys after moves, by a table of random words.
//!
//! Each piece has a word for each square, drawn at random. A move takes the words of its piece on
//! both squares, and that of a captured piece. All sets of rooks that may castle have a word too,
//! so one exclusive or changes any number of rights.
//!
//! - Lookup: two loads, one more for a capture, two more where rights to castle end.
//! - Tables: 12 x 64 words of 8 bytes, 96 cache lines, and 24 words of rights, 3 cache lines.
//! - Source: <https://www.chessprogramming.org/Zobrist_Hashing#Initialization>.
//!
//! Suits engines of all kinds that have 6 KB to spare in the nearest cache. Others of this question
//! take fewer bytes, or one load in place of two.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 39.62 / –
//! on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::key::{self, Key};
use lookup::{CacheAligned, Identity, Move, Piece, Position, Square, Table, Variant};

/// One load for each piece on a square.
#[derive(Clone, Copy, Debug)]
pub struct Words;

impl Key for Words {
    #[inline]
    fn word(piece: Piece, square: Square) -> u64 {
        WORDS.0[piece as usize][square.index()]
    }

    #[inline]
    fn after(key: u64, position: &Position, m: Move) -> u64 {
        key ^ key::change(position, m, Words::word, |place| RIGHTS.0[place])
    }
}

impl Variant for Words {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&WORDS, &RIGHTS];
}

static WORDS: CacheAligned<[[u64; 64]; 12]> = CacheAligned(key::words());

static RIGHTS: CacheAligned<[u64; 24]> = CacheAligned(key::rights());

lookup::conformance!(key, Words);
