//! In-between squares of squares that are numbered 72 to the rank.
//!
//! 72 is 8 more than 64. Modulo 64, a square's number is therefore the ordinary one, and a
//! rotation takes it as it is. Differences of these numbers tell all displacements apart,
//! as those of 0x88 numbers do. An engine that numbers its squares this way needs no
//! arithmetic for either.
//!
//! - Lookup: one subtraction, one load, one rotation; no branches. Encoding the squares is
//!   not included.
//! - Tables: 1024 patterns of 8 bytes, 128 cache lines, few of which are read.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits engines that number squares 72 to the rank: in latency beside a working set it is faster
//! than `between-rectangular`. Loses to that table hot, in throughput and in latency. Encoding was
//! not timed.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 1.63 /
//! 11.05 on Zen 4; 1.47 / 11.16 on Golden Cove; 1.25 / 11.03 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Encoded;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the difference of two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Encoded72;

impl Encoded for Encoded72 {
    type Square = u16;

    #[inline]
    fn encode(square: Square) -> u16 {
        u16::from(square.rank()) * 72 + u16::from(square.file())
    }

    #[inline]
    fn between(a: u16, b: u16) -> Bitboard {
        Bitboard(PATTERNS.0[difference(a, b)].rotate_left(u32::from(a)))
    }
}

impl Variant for Encoded72 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS];
}

static PATTERNS: CacheAligned<[u64; 1024]> = CacheAligned(lines::passed(72, 0));

/// 1 per step to the right, 72 per step up, modulo the size of the table.
#[inline]
const fn difference(from: u16, to: u16) -> usize {
    to.wrapping_sub(from) as usize % 1024
}

lookup::conformance!(between::encoded, Encoded72);
