//! In-between squares of many pairs, gathered from a table of all answers.
//!
//! Every ordered pair of squares has its own entry, and the two squares are its index.
//! AVX-512 computes eight indices at once, and one instruction makes the eight loads.
//!
//! The loads themselves get no cheaper; only the work around them shrinks. Some processors
//! gather more slowly since a leak had to be closed.
//!
//! - Lookup: 6 instructions for 8 pairs, one of which makes 8 loads.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; one row of 8 lines per first square.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Rectangular_Lookup>.
//!
//! Suits processors that gather fast: hot, it is faster than a loop over `between-rectangular`
//! there. Loses to that loop on others, and to `between-batch-vbmi` on all of them.
//!
//! Measured: <!-- published: figures -->time by that of
//! `between-batch-loop+between-rectangular` on `positions`, hot / waiting / beside 1
//! MiB: 1.14 / – / 1.01 on Zen 4; 0.73 / – / 0.97 on Golden Cove; 1.15 / – / 1.02 on
//! Zen 5.<!-- end -->
#![no_std]

use lookup::between::Batch;
use lookup::between::batch::one_by_one;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant, lines};

/// One gather; eight pairs at a time.
#[derive(Clone, Copy, Debug)]
pub struct Gather;

impl Batch for Gather {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        lookup::dispatch!(
            x86::batch(a, b, out),
            one_by_one(a, b, out, |a, b| BETWEEN.0[a.index()][b.index()])
        )
    }
}

impl Variant for Gather {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BETWEEN];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f");

static BETWEEN: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(lines::all_between());

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::BETWEEN;
    use core::arch::x86_64::*;
    use lookup::between::batch::one_by_one;
    use lookup::{Bitboard, Square};

    #[target_feature(enable = "avx512f")]
    pub(super) fn batch(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        let (a, a_rest) = a.as_chunks();
        let (b, b_rest) = b.as_chunks();
        let (out, out_rest) = out.as_chunks_mut::<8>();
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            let row = _mm512_slli_epi64::<6>(wide(a));
            let index = _mm512_or_si512(row, wide(b));
            // SAFETY: two squares make an index below 64 x 64, and eight answers have 64
            // bytes.
            unsafe {
                let answers = _mm512_i64gather_epi64::<8>(index, (&raw const BETWEEN).cast());
                _mm512_storeu_si512((&raw mut *out).cast(), answers);
            }
        }
        one_by_one(a_rest, b_rest, out_rest, |a, b| BETWEEN.0[a.index()][b.index()]);
    }

    /// Eight squares as eight numbers.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn wide(squares: &[Square; 8]) -> __m512i {
        // SAFETY: a square is a byte.
        let squares = unsafe { _mm_loadl_epi64(squares.as_ptr().cast()) };
        _mm512_cvtepu8_epi64(squares)
    }
}

lookup::conformance!(between::batch, Gather, processor);
