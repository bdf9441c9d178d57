//! Sixteen moves, sorted in a register of AVX-512 by minima and maxima.
//!
//! The register holds the largest entries so far, in their order. To insert one, all of them move a
//! lane up. The smaller of the entry and what came from the lane below, or else what the lane has,
//! if that is larger, is what the lane has next. The next entry waits for three instructions. In
//! `order-avx512` it waits for a mask to be made and changed, too. What the last lane loses goes
//! back to the list, which is compared as in `order-selection` once no sorted entry is left.
//!
//! - Lookup: for each entry a broadcast, an alignment, a minimum and a maximum, once; a test and a
//!   load per call, or a comparison of all entries left.
//! - Tables: none.
//! - Source: found by this project, from
//!   <https://github.com/official-stockfish/Stockfish/pull/6768>.
//!
//! Suits programs built for AVX-512: on the lists of searches it is far faster than
//! `order-selection`, and a classical search gained by it, as did one with a network. Loses to
//! `order-ranks` on quiet moves where each list waits for the one before.
//!
//! Measured: <!-- published: figures -->time by that of `order-selection` on
//! `searches`, hot / waiting / beside 1 MiB: 0.45 / – / 0.53 on Zen 4; 0.40 / – / 0.46
//! on Golden Cove. Gain in nodes per second, `classical` / `network` / `threats`: +5.5
//! ±2.0 / +4.6 ±2.7 / +1.1 ±5.2 % on Zen 4; +6.6 ±0.9 / +5.3 ±0.5 / +1.5 ±2.4 % on
//! Golden Cove.<!-- end -->
#![no_std]

use lookup::order::Order;
use lookup::{Features, Identity, Table, Variant};

/// Insertion by minima and maxima.
#[derive(Clone, Copy, Debug)]
pub struct Minmax;

impl Order for Minmax {
    #[inline]
    fn prepare(entries: &mut [u32], _: u32) -> usize {
        lookup::dispatch!(x86::prepare(entries), 0)
    }
}

impl Variant for Minmax {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use vectors::avx512::store_words;

    #[target_feature(enable = "avx512f")]
    pub(super) fn prepare(entries: &mut [u32]) -> usize {
        let mut largest = _mm512_setzero_si512();
        let (first, rest) = entries.split_at_mut(entries.len().min(16));
        for &mut entry in &mut *first {
            largest = inserted(largest, _mm512_set1_epi32(entry.cast_signed()));
        }
        for entry in rest {
            let new = _mm512_set1_epi32(entry.cast_signed());
            let last = _mm512_min_epu32(_mm512_alignr_epi32::<15>(largest, largest), new);
            *entry = _mm_cvtsi128_si32(_mm512_castsi512_si128(last)).cast_unsigned();
            largest = inserted(largest, new);
        }
        let sorted = first.len();
        store_words(first, largest);
        sorted
    }

    /// The largest entries with one more, which all lanes have.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn inserted(largest: __m512i, entry: __m512i) -> __m512i {
        let from_below = _mm512_alignr_epi32::<15>(largest, entry);
        _mm512_max_epu32(largest, _mm512_min_epu32(from_below, entry))
    }
}

lookup::conformance!(order, Minmax, processor);
