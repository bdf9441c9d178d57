//! Sixteen moves, sorted in a register of AVX-512.
//!
//! The register holds the largest entries so far, in their order. A comparison makes a mask of
//! those that exceed a new entry. They stand in the lowest lanes, so the mask and one is the bit of
//! the lane where the entry belongs. An expansion by all other bits leaves the larger ones where
//! they are, moves the smaller ones a lane up, and puts the entry in between. What the last lane
//! loses goes back to the list, which is compared as in `order-selection` once no sorted entry is
//! left.
//!
//! - Lookup: for each entry a broadcast, a comparison, an addition of masks and an expansion, once;
//!   a test and a load per call, or a comparison of all entries left.
//! - Tables: none.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6768>, where scores and moves
//!   are two registers.
//!
//! Suits processors with AVX-512: on the lists of searches it is faster than `order-selection`.
//! Loses to `order-minmax` on the same processors, most of all where each list waits for the one
//! before, and to `order-avx2`.
//!
//! Measured: <!-- published: figures -->time by that of `order-selection` on
//! `searches`, hot / waiting / beside 1 MiB: 0.88 / – / 0.98 on Zen 4; 0.54 / – / 0.62
//! on Golden Cove. Gain in nodes per second, `classical` / `network` / `threats`: +2.3
//! ±2.1 / +1.3 ±2.2 / +2.1 ±4.5 % on Zen 4; +4.3 ±1.0 / +3.3 ±0.8 / +3.0 ±1.9 % on
//! Golden Cove.<!-- end -->
#![no_std]

use lookup::order::Order;
use lookup::{Features, Identity, Table, Variant};

/// Insertion by expansion.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;

impl Order for Avx512 {
    #[inline]
    fn prepare(entries: &mut [u32], _: u32) -> usize {
        lookup::dispatch!(x86::prepare(entries), 0)
    }
}

impl Variant for Avx512 {
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
            largest = inserted(largest, entry);
        }
        for entry in rest {
            let last = _mm512_alignr_epi32::<15>(largest, largest);
            let last = _mm_cvtsi128_si32(_mm512_castsi512_si128(last)).cast_unsigned();
            largest = inserted(largest, *entry);
            *entry = last.min(*entry);
        }
        let sorted = first.len();
        store_words(first, largest);
        sorted
    }

    /// The largest entries with one more.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn inserted(largest: __m512i, entry: u32) -> __m512i {
        let entry = _mm512_set1_epi32(entry.cast_signed());
        let larger = _mm512_cmpgt_epu32_mask(largest, entry);
        // If all sixteen are larger, the bit is beyond the lanes, and all of them stay.
        _mm512_mask_expand_epi32(entry, !larger.wrapping_add(1), largest)
    }
}

lookup::conformance!(order, Avx512, processor);
