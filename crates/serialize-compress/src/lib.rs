//! The moves of a set of targets, by compressing vectors of all moves.
//!
//! Two registers of AVX-512 hold the moves to all 64 squares, 32 words each. The source is
//! the same in all of them, so they are a table of the targets and one more operation. A set
//! of targets is a mask: an instruction moves the words that it names together, and a store
//! writes the whole register. The second half overwrites what was too much.
//!
//! Without the processor's features it answers as the oracle does. In a program that is built
//! for such processors the compiler inlines it; elsewhere it is called for each set.
//!
//! - Lookup: two loads, unions, compressions and stores, and two population counts.
//! - Tables: 64 words of 2 bytes, 2 cache lines.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6153>.
//!
//! Suits processors with AVX-512 VBMI2: hot, it is far faster than `serialize-scan`, though no kind
//! of search proved a gain. Loses to `serialize-bytes` hot.
//!
//! Measured: <!-- published: figures -->time by that of `serialize-scan` on `pieces`,
//! hot / waiting / beside 1 MiB: 0.48 / – / – on Zen 4; 0.44 / – / – on Golden Cove;
//! 0.34 / – / – on Zen 5. Gain in nodes per second, `classical` / `network` /
//! `threats`: +0.9 ±2.3 / +0.6 ±2.2 / +2.1 ±4.6 % on Zen 4; +1.6 ±0.6 / +1.1 ±0.6 /
//! +1.0 ±1.4 % on Golden Cove; +1.2 ±1.1 / +1.2 ±0.9 / +1.2 ±1.0 % on Zen 5.<!-- end -->
#![no_std]

use lookup::serialize::{self, AT_ONCE, Places, Serialize, encoded};
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// Two compressions.
#[derive(Clone, Copy, Debug)]
pub struct Compress;

impl Serialize for Compress {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        lookup::dispatch!(
            x86::serialize(from, targets, places),
            serialize::oracle(from, targets, places)
        )
    }
}

impl Variant for Compress {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&TARGETS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f", "avx512vbmi2", "popcnt");

/// The moves from a1 to all squares.
static TARGETS: CacheAligned<[u16; AT_ONCE]> = CacheAligned(targets());

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::TARGETS;
    use core::arch::x86_64::*;
    use lookup::serialize::{Places, encoded};
    use lookup::{Bitboard, Square};
    use vectors::avx512::compressed_words;

    #[target_feature(enable = "avx512f,avx512vbmi2,popcnt")]
    pub(super) fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let source = _mm512_set1_epi16(encoded(from, Square::A1) as i16);
        let (low, high) = (targets.0 as u32, (targets.0 >> 32) as u32);
        let (first, second) = (low.count_ones() as usize, high.count_ones() as usize);
        let places = places.as_mut_ptr();
        // SAFETY: the table has 64 words. A store writes 32 of 64 places, the second one
        // behind 32 at most.
        unsafe {
            let table = (&raw const TARGETS).cast::<__m512i>();
            for (half, mask, before) in [(0, low, 0), (1, high, first)] {
                let all = _mm512_or_si512(_mm512_load_si512(table.add(half)), source);
                let words = compressed_words(mask, all);
                _mm512_storeu_si512(places.add(before).cast(), words);
            }
        }
        first + second
    }
}

const fn targets() -> [u16; AT_ONCE] {
    let (mut targets, mut to) = ([0; AT_ONCE], 0);
    while to < AT_ONCE {
        targets[to] = encoded(Square::A1, Square::ALL[to]);
        to += 1;
    }
    targets
}

lookup::conformance!(serialize, Compress, processor);
