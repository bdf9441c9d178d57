//! Keys after moves, by words that are computed.
//!
//! The number of a piece on a square, times a constant, is spread over the upper bits. The upper
//! half is folded onto the lower one, multiplied by another constant, and folded again. That is
//! SplitMix64 without its last multiplication. No table is loaded. The words of rights are those of
//! the generator that fills the tables of the other variants, computed when they change.
//!
//! - Lookup: two multiplications and two shifts for each word; no loads.
//! - Tables: none.
//! - Source: found by this project, from <https://prng.di.unimi.it/splitmix64.c>.
//!
//! Suits programs that ask for keys so seldom that a table is always out of the caches. Others pay
//! for it: a word takes two multiplications, one after the other, in place of a load.
//!
//! Measured: <!-- published: figures -->time by that of `key-table` on `positions`, hot
//! / waiting / beside 1 MiB: 1.09 / – / 1.06 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::key::{self, Key};
use lookup::{Identity, Move, Piece, Position, Square, Table, Variant};

/// Two multiplications for each piece on a square.
#[derive(Clone, Copy, Debug)]
pub struct Computed;

impl Key for Computed {
    #[inline]
    fn word(piece: Piece, square: Square) -> u64 {
        // No piece on a square has the number zero, which would be the word zero.
        let number = 64 * piece as u64 + square as u64 + 1;
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let folded = (spread ^ spread >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        folded ^ folded >> 32
    }

    #[inline]
    fn after(key: u64, position: &Position, m: Move) -> u64 {
        key ^ key::change(position, m, Computed::word, |place| key::random(768 + place as u64))
    }
}

impl Variant for Computed {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(key, Computed);
