//! In-between squares of many pairs, without leaving the registers of AVX-512.
//!
//! The ordered 0x88 difference of two squares tells which line they share. A class takes
//! one byte, so the table of classes has 128 bytes and fits two registers: one instruction
//! looks up 64 pairs. A third register holds five patterns, the squares that follow on a
//! line of each class. A pattern, shifted to the lower square and cut off at the higher
//! one, is the answer.
//!
//! Classes and squares are bytes, answers are eight bytes. One permutation each transposes
//! them as eight rows of eight. The bytes of the first eight pairs are then in place, and
//! those of each next eight are one shift away. Storing the bytes to load them wider takes
//! longer, because the loads wait for the store.
//!
//! - Lookup: 10 instructions for 8 pairs, and 12 for 64; loads only squares.
//! - Tables: 128 classes of a byte and 8 patterns of 8 bytes, 3 cache lines, each loaded
//!   once per batch.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits processors with AVX-512 VBMI and batches of 64 pairs: hot, it is far faster than a loop
//! over `between-rectangular`. Nothing here beats it where nothing waits for the answer, though
//! beside a working set it gains little over that loop.
//!
//! Measured: <!-- published: figures -->time by that of
//! `between-batch-loop+between-rectangular` on `positions`, hot / waiting / beside 1
//! MiB: 0.56 / – / 0.95 on Zen 4; 0.52 / – / 0.94 on Golden Cove; 0.47 / – / 0.95 on
//! Zen 5.<!-- end -->
#![no_std]

use lookup::between::Batch;
use lookup::between::batch::{FOLLOWING, one_by_one};
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant, lines};

/// One permutation, five shifts; eight pairs at a time.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Batch for Vbmi {
    #[inline]
    fn between(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
        lookup::dispatch!(x86::batch(a, b, out), one_by_one(a, b, out, lines::between))
    }
}

impl Variant for Vbmi {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&CLASSES, &PATTERNS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "avx512vbmi");

/// Classes by ordered 0x88 difference.
static CLASSES: CacheAligned<[u8; 128]> = CacheAligned(classes());

/// By class, the squares that follow the first one on a line; empty for no line.
static PATTERNS: CacheAligned<[u64; 8]> = CacheAligned(FOLLOWING);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{CLASSES, PATTERNS};
    use core::arch::x86_64::*;
    use lookup::{Bitboard, Square};
    use vectors::avx512::in_between;

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    pub(super) fn batch(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        let (a, a_rest) = a.as_chunks::<64>();
        let (b, b_rest) = b.as_chunks::<64>();
        let (out, out_rest) = out.as_chunks_mut::<64>();
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            block(a, b, out);
        }
        if !out_rest.is_empty() {
            block(a_rest, b_rest, out_rest);
        }
    }

    /// From 1 to 64 pairs.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    fn block(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        let some = u64::MAX >> (64 - out.len());
        // SAFETY: a square is a byte, and the mask stops reads past the last one.
        let load =
            |squares: &[Square]| unsafe { _mm512_maskz_loadu_epi8(some, squares.as_ptr().cast()) };
        let (a, b) = (load(a), load(b));
        let (low, high) = (_mm512_min_epu8(a, b), _mm512_max_epu8(a, b));
        let difference = _mm512_sub_epi8(spread(high), spread(low));
        // SAFETY: the tables have 128 and 64 bytes.
        let ([classes, more_classes], patterns) = unsafe {
            let classes = (&raw const CLASSES).cast::<__m512i>();
            let classes = [_mm512_load_si512(classes), _mm512_load_si512(classes.add(1))];
            (classes, _mm512_load_si512((&raw const PATTERNS).cast()))
        };
        let class = _mm512_permutex2var_epi8(classes, difference, more_classes);
        let columns = [transpose(class), transpose(low), transpose(high)];
        in_between(columns, patterns, out);
    }

    /// 16 columns per rank instead of 8.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f")]
    fn spread(squares: __m512i) -> __m512i {
        _mm512_add_epi8(squares, _mm512_and_si512(squares, _mm512_set1_epi8(0x38)))
    }

    /// Transposes eight rows of eight bytes.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    fn transpose(bytes: __m512i) -> __m512i {
        let row = |number: i64| 0x3830_2820_1810_0800 + number * 0x0101_0101_0101_0101;
        let from = _mm512_set_epi64(row(7), row(6), row(5), row(4), row(3), row(2), row(1), row(0));
        _mm512_permutexvar_epi8(from, bytes)
    }
}

/// From 1 to 4 for ranks, files, diagonals and antidiagonals, by what one step adds to a
/// 0x88 number.
const fn classes() -> [u8; 128] {
    let mut classes = [0; 128];
    let steps = [1, 16, 17, 15];
    let mut slot = 0;
    while slot < 4 * 7 {
        let (line, squares) = (slot / 7, slot % 7 + 1);
        classes[steps[line] * squares] = line as u8 + 1;
        slot += 1;
    }
    classes
}

lookup::conformance!(between::batch, Vbmi, processor);
