//! The moves of a set of targets, by compressing a vector of bytes.
//!
//! One register of AVX-512 holds the numbers of all 64 squares, a byte each. A set of targets is a
//! mask: one instruction moves the bytes that it names together. They are then widened to words,
//! and the source is added to each. So 32 moves take one compression and one store; no piece has
//! as many targets, and a larger set takes another store.
//!
//! Without the processor's features it answers as the oracle does. In a program that is built
//! for such processors the compiler inlines it; elsewhere it is called for each set.
//!
//! - Lookup: a load, a compression, a widening, a union and a store, and a population count; a
//!   branch that no piece takes.
//! - Tables: 64 squares of a byte, 1 cache line.
//! - Source: `splat_moves` in
//!   <https://github.com/official-stockfish/Stockfish/blob/master/src/movegen.cpp>.
//!
//! Suits processors with AVX-512 VBMI2: hot, it is far faster than `serialize-scan`, and faster
//! than `serialize-compress`. Loses to `serialize-scan` with learnt branches on lists of positions.
//!
//! Measured: <!-- published: figures -->time by that of `serialize-scan` on `pieces`,
//! hot / waiting / beside 1 MiB: 0.46 / – / – on Zen 4; 0.44 / – / – on Golden Cove;
//! 0.32 / – / – on Zen 5. Gain in nodes per second, `classical` / `network` /
//! `threats`: +1.8 ±1.8 / +2.1 ±2.3 / +1.4 ±4.9 % on Zen 4; +1.4 ±0.6 / +1.0 ±0.8 /
//! +0.7 ±1.9 % on Golden Cove.<!-- end -->
#![no_std]

use lookup::serialize::{self, AT_ONCE, Places, Serialize};
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// One compression.
#[derive(Clone, Copy, Debug)]
pub struct Bytes;

impl Serialize for Bytes {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        lookup::dispatch!(
            x86::serialize(from, targets, places),
            serialize::oracle(from, targets, places)
        )
    }
}

impl Variant for Bytes {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "avx512vbmi2", "popcnt");

/// The numbers of all squares.
static SQUARES: CacheAligned<[u8; AT_ONCE]> = CacheAligned(squares());

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::SQUARES;
    use core::arch::x86_64::*;
    use lookup::serialize::{Places, encoded};
    use lookup::{Bitboard, Square};
    use vectors::avx512::{compressed_bytes, loaded};

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi2,popcnt")]
    pub(super) fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let source = _mm512_set1_epi16(encoded(from, Square::A1) as i16);
        let (count, places) = (targets.0.count_ones() as usize, places.as_mut_ptr());
        let together = compressed_bytes(targets.0, loaded(&SQUARES.0));
        // SAFETY: each store writes 32 of 64 places.
        unsafe {
            let first = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(together));
            _mm512_storeu_si512(places.cast(), _mm512_or_si512(first, source));
            if count > 32 {
                let second = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(together));
                _mm512_storeu_si512(places.add(32).cast(), _mm512_or_si512(second, source));
            }
        }
        count
    }
}

const fn squares() -> [u8; AT_ONCE] {
    let (mut squares, mut square) = ([0; AT_ONCE], 0);
    while square < AT_ONCE {
        squares[square] = square as u8;
        square += 1;
    }
    squares
}

lookup::conformance!(serialize, Bytes, processor);
