//! Keys after moves, by words that overlap.
//!
//! A table has a random byte for each piece on each square. The word of a piece on a square is made
//! of the eight bytes from there on, so it shares seven of them with the next word, each in another
//! place. For exclusive ors they are as good as independent words. Micro-Max has such words.
//!
//! - Lookup: as in `key-table`, but the loads are not aligned: seven of 64 begin in one cache line
//!   and end in the next.
//! - Tables: 12 x 64 bytes and 8 more, 13 cache lines, and 24 words of rights, 3 cache lines.
//! - Source: <https://www.chessprogramming.org/Zobrist_Hashing#Initialization>, and H. G. Muller,
//!   <https://web.archive.org/web/http://open-aurec.com/wbforum/viewtopic.php?p=21100>.
//!
//! Suits engines whose nearest cache is full of other tables: it takes an eighth of the bytes of
//! `key-table` and nearly the same instructions.
//!
//! Measured: <!-- published: figures -->time by that of `key-table` on `positions`, hot
//! / waiting / beside 1 MiB: 1.00 / – / 1.00 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::key::{self, Key};
use lookup::{CacheAligned, Identity, Move, Piece, Position, Square, Table, Variant};

/// Eight bytes from the place of a piece on a square.
#[derive(Clone, Copy, Debug)]
pub struct Overlap;

impl Key for Overlap {
    #[inline]
    fn word(piece: Piece, square: Square) -> u64 {
        let bytes = &BYTES.0[64 * piece as usize + square.index()..];
        bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline]
    fn after(key: u64, position: &Position, m: Move) -> u64 {
        key ^ key::change(position, m, Overlap::word, |place| RIGHTS.0[place])
    }
}

impl Variant for Overlap {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BYTES, &RIGHTS];
}

static BYTES: CacheAligned<[u8; 776]> = CacheAligned(bytes());

static RIGHTS: CacheAligned<[u64; 24]> = CacheAligned(key::rights());

const fn bytes() -> [u8; 776] {
    let (mut bytes, mut i) = ([0; 776], 0);
    while i < bytes.len() {
        bytes[i] = key::random(i as u64 / 8).to_le_bytes()[i % 8];
        i += 1;
    }
    bytes
}

lookup::conformance!(key, Overlap);
