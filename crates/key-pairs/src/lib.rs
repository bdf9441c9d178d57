//! Keys after moves, by a table of moves.
//!
//! Each piece has a row for each square that it leaves, with an entry for each square that it goes
//! to: both words and that of the side to move in one. A quiet move is one load. Captured pieces
//! and promotions take single words from another table.
//!
//! - Lookup: one load, one more for a capture, two more for a promotion or where rights to castle
//!   end.
//! - Tables: 12 x 64 x 64 words of 8 bytes, 6144 cache lines, a row of 8 lines for a piece on a
//!   square; 12 x 64 words, 96 cache lines; and 24 words of rights, 3 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Zobrist_Hashing>.
//!
//! Suits no engine that has use for its second-level cache: it shows what is left to gain where a
//! load replaces two, for 64 times the bytes of `key-table`.
//!
//! Measured: <!-- published: figures -->time by that of `key-table` on `positions`, hot
//! / waiting / beside 1 MiB: 0.96 / – / 0.98 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::key::{self, BLACK, Key};
use lookup::{CacheAligned, Identity, Move, Piece, Position, Square, Table, Variant};

/// One load for both squares.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

impl Key for Pairs {
    #[inline]
    fn word(piece: Piece, square: Square) -> u64 {
        WORDS.0[piece as usize][square.index()]
    }

    #[inline]
    fn after(key: u64, position: &Position, m: Move) -> u64 {
        let Some(piece) = position.piece_on(m.from) else { return key };
        let mut key = key ^ PAIRS.0[piece as usize][m.from.index()][m.to.index()];
        if let Some(kind) = m.promotion {
            key ^= Pairs::word(piece, m.to) ^ Pairs::word(Piece::new(kind, piece.color()), m.to);
        }
        key ^ key::others(position, piece, m, Pairs::word)
            ^ key::change_of_rights(position, piece, m, |place| RIGHTS.0[place])
    }
}

impl Variant for Pairs {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PAIRS, &WORDS, &RIGHTS];
}

static PAIRS: CacheAligned<[[[u64; 64]; 64]; 12]> = CacheAligned(pairs());

static WORDS: CacheAligned<[[u64; 64]; 12]> = CacheAligned(key::words());

static RIGHTS: CacheAligned<[u64; 24]> = CacheAligned(key::rights());

const fn pairs() -> [[[u64; 64]; 64]; 12] {
    let (words, mut pairs) = (key::words(), [[[0; 64]; 64]; 12]);
    let mut i = 0;
    while i < 12 * 64 * 64 {
        let (piece, from, to) = (i / 4096, i / 64 % 64, i % 64);
        pairs[piece][from][to] = words[piece][from] ^ words[piece][to] ^ BLACK;
        i += 1;
    }
    pairs
}

lookup::conformance!(key, Pairs);
