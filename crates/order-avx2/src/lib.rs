//! Sixteen moves, sorted in two registers of AVX2.
//!
//! The registers hold the largest entries so far, in their order. To insert one, a permutation
//! moves all of them a lane up. The smaller of the entry and its lane's neighbour below, or else
//! what the lane has, if that is larger, is what the lane has next. So neither a mask nor a table
//! of permutations is needed. What the last lane loses goes back to the list; once the registers
//! are sorted entries alone, the list is compared as `order-selection` does.
//!
//! - Lookup: for each entry a load, two permutations, two blends, two minima and two maxima, once;
//!   a test and a load per call, or a comparison of all entries left.
//! - Tables: none.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6969> sorts 16 moves in AVX2;
//!   this project inserts by minima and maxima.
//!
//! Suits programs built for x86-64-v3: on the lists of searches it is far faster than
//! `order-selection`, and a classical search gained by it, as did one with a network. Loses to
//! `order-minmax` where AVX-512 is there, most of all on quiet moves.
//!
//! Measured: <!-- published: figures -->time by that of `order-selection` on
//! `searches`, hot / waiting / beside 1 MiB: 0.62 / – / 0.64 on Zen 4; 0.44 / – / 0.49
//! on Golden Cove. Gain in nodes per second, `classical` / `network` / `threats`: +5.4
//! ±2.4 / +4.6 ±2.9 / +2.0 ±5.6 % on Zen 4; +6.4 ±1.0 / +4.9 ±0.6 / +1.0 ±2.3 % on
//! Golden Cove.<!-- end -->
#![no_std]

use lookup::order::Order;
use lookup::{Features, Identity, Table, Variant};

/// Insertion into two registers.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Order for Avx2 {
    #[inline]
    fn prepare(entries: &mut [u32], _: u32) -> usize {
        lookup::dispatch!(x86::prepare(entries), 0)
    }
}

impl Variant for Avx2 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use vectors::avx2::store_words;

    #[target_feature(enable = "avx2")]
    pub(super) fn prepare(entries: &mut [u32]) -> usize {
        let up = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
        let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        let (first, rest) = entries.split_at_mut(entries.len().min(16));
        let mut insert = |entry: u32| {
            let entry = _mm256_set1_epi32(entry.cast_signed());
            let from_low = _mm256_permutevar8x32_epi32(low, up);
            let from_high = _mm256_permutevar8x32_epi32(high, up);
            let below_low = _mm256_blend_epi32::<1>(from_low, entry);
            let below_high = _mm256_blend_epi32::<1>(from_high, from_low);
            low = _mm256_max_epu32(low, _mm256_min_epu32(below_low, entry));
            high = _mm256_max_epu32(high, _mm256_min_epu32(below_high, entry));
            _mm256_cvtsi256_si32(_mm256_min_epu32(from_high, entry)).cast_unsigned()
        };
        for &mut entry in &mut *first {
            insert(entry);
        }
        for entry in rest {
            *entry = insert(*entry);
        }
        let sorted = first.len();
        store_words(first, [low, high]);
        sorted
    }
}

lookup::conformance!(order, Avx2, processor);
