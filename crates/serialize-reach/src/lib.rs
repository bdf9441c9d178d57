//! The moves of a set of targets, by compressing a vector of what the piece reaches.
//!
//! A queen reaches 27 squares at most, and a knight 8. All moves that can be made from a
//! square therefore fit one register of AVX-512, once for the lines and once for the leaps.
//! PEXT makes a mask of the targets, with a bit for each square that is reached, and one
//! instruction moves the words that it names together. A set that is no queen's and no
//! knight's is written bit by bit.
//!
//! Without the processor's features it answers as the oracle does. In a program that is built
//! for such processors the compiler inlines it; elsewhere it is called for each set.
//!
//! - Lookup: two tests and a load of a set, PEXT, a load, a compression and a store, and a
//!   population count.
//! - Tables: 64 x 2 x 32 words of 2 bytes and 64 x 2 sets of 8 bytes, 144 cache lines.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6797>, where the slider is
//!   known and the index of its attacks is the mask.
//!
//! Suits processors with AVX-512 VBMI2 and one piece a list: hot, it is then far faster than
//! `serialize-scan`. Loses to `serialize-compress`, with 9 KiB to its 128 bytes, also for whole
//! lists.
//!
//! Measured: <!-- published: figures -->time by that of `serialize-scan` on `pieces`,
//! hot / waiting / beside 1 MiB: 0.59 / – / – on Zen 4; 0.54 / – / – on Golden Cove;
//! 0.46 / – / – on Zen 5.<!-- end -->
#![no_std]

use lookup::lines::{self, BISHOP, ROOK};
use lookup::serialize::{self, Places, Serialize, encoded};
use lookup::{Bitboard, CacheAligned, Features, Identity, Leaps, Square, Table, Variant};

/// PEXT and a compression.
#[derive(Clone, Copy, Debug)]
pub struct Reach;

impl Serialize for Reach {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        lookup::dispatch!(
            x86::serialize(from, targets, places),
            serialize::oracle(from, targets, places)
        )
    }
}

impl Variant for Reach {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&REACHED, &MOVES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f", "avx512vbmi2", "bmi2", "popcnt");

/// The squares that a queen reaches from each square, and those that a knight does.
static REACHED: CacheAligned<[[u64; 2]; 64]> = CacheAligned(reached());

/// The moves to them, in their order.
static MOVES: CacheAligned<[[[u16; 32]; 2]; 64]> = CacheAligned(moves());

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{MOVES, REACHED};
    use core::arch::x86_64::*;
    use lookup::serialize::{self, Places};
    use lookup::{Bitboard, Square};
    use vectors::avx512::compressed_words;

    #[target_feature(enable = "avx512f,avx512vbmi2,bmi2,popcnt")]
    pub(super) fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let reached = REACHED.0[from.index()];
        let leaps = usize::from(targets.0 & reached[1] != 0);
        if targets.0 & !reached[leaps] != 0 {
            return serialize::oracle(from, targets, places);
        }
        let mask = _pext_u64(targets.0, reached[leaps]) as u32;
        // SAFETY: a row has 32 words and begins with a line; so many are stored to 64 places.
        unsafe {
            let all = _mm512_load_si512((&raw const MOVES.0[from.index()][leaps]).cast());
            let words = compressed_words(mask, all);
            _mm512_storeu_si512(places.as_mut_ptr().cast(), words);
        }
        mask.count_ones() as usize
    }
}

const fn reached() -> [[u64; 2]; 64] {
    let (leaps, mut reached, mut from) = (Leaps::table(), [[0; 2]; 64], 0);
    while from < 64 {
        let square = Square::ALL[from];
        let lines = lines::reach(square, ROOK).0 | lines::reach(square, BISHOP).0;
        reached[from] = [lines, leaps[from].knight.0];
        from += 1;
    }
    reached
}

const fn moves() -> [[[u16; 32]; 2]; 64] {
    let (reached, mut moves, mut i) = (reached(), [[[0; 32]; 2]; 64], 0);
    while i < 64 * 2 {
        let (from, leaps) = (i / 2, i % 2);
        let (mut rest, mut number) = (reached[from][leaps], 0);
        while rest != 0 {
            let to = Square::ALL[rest.trailing_zeros() as usize];
            moves[from][leaps][number] = encoded(Square::ALL[from], to);
            (rest, number) = (rest & (rest - 1), number + 1);
        }
        i += 1;
    }
    moves
}

lookup::conformance!(serialize, Reach, processor);
