//! The moves of a set of targets, rank by rank.
//!
//! A rank is a byte, and a table has the files of every byte side by side, in words. So the
//! moves of a rank are one load, one addition and one store of 16 bytes; the next rank's
//! overwrite what was too much. There is no loop but over the eight ranks, and no branch on
//! the targets.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: per rank a load, an addition of vectors, a store and a population count.
//! - Tables: 256 x 8 files of 2 bytes, 64 cache lines.
//! - Source: found by this project, from
//!   <https://www.chessprogramming.org/Bitboard_Serialization>.
//!
//! Suits programs that want no branch on targets in portable code: hot, it is faster than
//! `serialize-scan`. Loses to `serialize-chunks`, without its 4 KiB.
//!
//! Measured: <!-- published: figures -->time by that of `serialize-scan` on `pieces`,
//! hot / waiting / beside 1 MiB: 0.71 / – / – on Zen 4; 0.64 / – / – on Golden Cove;
//! 0.57 / – / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::serialize::{AT_ONCE, Places, Serialize, encoded};
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load and one store per rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranks;

impl Serialize for Ranks {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let mut count = 0;
        for rank in 0..8 {
            let targets = (targets.0 >> (8 * rank)) as u8;
            let first = encoded(from, Square::new(8 * rank));
            let moves = FILES.0[usize::from(targets)].map(|file| first + file);
            // There are at most 8 moves for each rank before.
            places[count.min(AT_ONCE - 8)..][..8].copy_from_slice(&moves);
            count += targets.count_ones() as usize;
        }
        count
    }
}

impl Variant for Ranks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&FILES];
}

/// The files of the set bits of each byte.
static FILES: CacheAligned<[[u16; 8]; 256]> = CacheAligned(files());

const fn files() -> [[u16; 8]; 256] {
    let (mut files, mut byte) = ([[0; 8]; 256], 0);
    while byte < 256 {
        let (mut rest, mut number) = (byte, 0);
        while rest != 0 {
            files[byte][number] = rest.trailing_zeros() as u16;
            (rest, number) = (rest & (rest - 1), number + 1);
        }
        byte += 1;
    }
    files
}

lookup::conformance!(serialize, Ranks);
