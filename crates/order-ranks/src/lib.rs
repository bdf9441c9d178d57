//! All moves of a list, each stored where the number of larger ones says.
//!
//! The place of an entry is the number of entries that exceed it. A comparison counts one entry for
//! sixteen others at once. No count waits for a comparison, so a list of 16 moves takes little more
//! than its 16 comparisons; a longer one takes two registers, or four. A scatter stores the entries
//! in their places. Lists of more than 64 entries are compared as in `order-selection`.
//!
//! - Lookup: for each entry a broadcast, and for each 16 others a comparison and an addition, once;
//!   for each 16 entries a load and a scatter; a test and a load per call.
//! - Tables: none.
//! - Source: found by this project; the sort is known as enumeration sort.
//!
//! Suits programs built for AVX-512 that ask for most moves of long lists: on quiet moves it is far
//! faster than `order-selection`. Loses to `order-minmax` on the lists of searches, and on
//! captures.
//!
//! Measured: <!-- published: figures -->time by that of `order-selection` on
//! `searches`, hot / waiting / beside 1 MiB: 0.62 / – / 0.70 on Zen 4; 0.43 / – / 0.50
//! on Golden Cove.<!-- end -->
#![no_std]

use lookup::order::Order;
use lookup::{Features, Identity, Table, Variant};

/// Counts of larger entries.
#[derive(Clone, Copy, Debug)]
pub struct Ranks;

impl Order for Ranks {
    #[inline]
    fn prepare(entries: &mut [u32], _: u32) -> usize {
        lookup::dispatch!(x86::prepare(entries), 0)
    }
}

impl Variant for Ranks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use vectors::avx512::{loaded_words, scatter_words};

    #[target_feature(enable = "avx512f")]
    pub(super) fn prepare(entries: &mut [u32]) -> usize {
        match entries.len() {
            0..=16 => sort::<1>(entries),
            17..=32 => sort::<2>(entries),
            33..=64 => sort::<4>(entries),
            _ => 0,
        }
    }

    /// Sorts a list that fits into this number of registers.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn sort<const COUNT: usize>(entries: &mut [u32]) -> usize {
        let one = _mm512_set1_epi32(1);
        let (mut words, mut ranks) = ([one; COUNT], [_mm512_setzero_si512(); COUNT]);
        for (words, entries) in words.iter_mut().zip(entries.chunks(16)) {
            *words = loaded_words(entries);
        }
        for &mut entry in &mut *entries {
            let entry = _mm512_set1_epi32(entry.cast_signed());
            for (words, rank) in words.iter().zip(&mut ranks) {
                let smaller = _mm512_cmpgt_epu32_mask(entry, *words);
                *rank = _mm512_mask_add_epi32(*rank, smaller, *rank, one);
            }
        }
        let mut left = entries.len();
        for (words, ranks) in words.iter().zip(ranks) {
            scatter_words(entries, left.min(16), ranks, *words);
            left = left.saturating_sub(16);
        }
        entries.len()
    }
}

lookup::conformance!(order, Ranks, processor);
