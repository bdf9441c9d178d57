//! In-between squares of many pairs, one after the other.
//!
//! Any lookup for one pair answers each pair in turn, without any thought for batches. The
//! compiler sees the whole loop and may do better than one pair at a time. That depends on
//! the lookup: table loads stay as they are, while a calculation may be vectorised.
//!
//! - Lookup: the lookup for one pair, once per pair.
//! - Tables: those of the lookup for one pair.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By>.
//!
//! Suits programs that ask for few pairs at a time or that have one lookup for all. Over
//! `between-rectangular` it is faster than `between-batch-portable` hot. Loses to
//! `between-batch-vbmi` where AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 1.82 / –
//! on Zen 4; 2.67 / – on Golden Cove; 1.46 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::batch::one_by_one;
use lookup::between::{Batch, Between};
use lookup::{Base, Bitboard, Identity, Square, Table, Variant};

/// `B` for one pair after the other.
#[derive(Clone, Copy, Debug)]
pub struct Loop<B>(PhantomData<B>);

impl<B: Between> Batch for Loop<B> {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        // With one pair per turn, times moved by 15 to 48 % with the loop's place in a
        // cache line.
        let (a, a_rest) = a.as_chunks::<PAIRS>();
        let (b, b_rest) = b.as_chunks::<PAIRS>();
        let (out, out_rest) = out.as_chunks_mut::<PAIRS>();
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            for i in 0..PAIRS {
                out[i] = B::between(a[i], b[i]);
            }
        }
        one_by_one(a_rest, b_rest, out_rest, B::between);
    }
}

impl<B: Between> Variant for Loop<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

/// Pairs per turn of the loop.
const PAIRS: usize = 8;

lookup::conformance!(between::batch, Loop<lookup::Oracle>);
