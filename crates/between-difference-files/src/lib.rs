//! In-between squares from the plain difference, cut to the files in between.
//!
//! Aligned pairs with the same plain difference pass the same squares, only shifted, but
//! unaligned pairs have these differences too. Their patterns wrap around the edge of the
//! board and so pass only files outside the two squares. Cutting every pattern to the files
//! strictly between, or to the one file that both squares stand on, leaves nothing of
//! theirs.
//!
//! The second square needs no arithmetic before the one load and a single step before the
//! other, so the answer comes nearly as soon as from a table of all answers.
//!
//! - Lookup: two independent loads, one rotation; no branches.
//! - Tables: 127 patterns and 8 x 8 sets of files of 8 bytes, 24 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#0x88_Difference>.
//!
//! Suits engines that wait for the answer and want 1.5 KiB. Loses to `between-rectangular`, though
//! little there, and to `between-difference-masks` where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 2.03 / 1.10 / 1.06 on Zen 4; 1.91 / 1.09
//! / 1.11 on Golden Cove; 2.06 / 1.21 / 1.08 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load by the difference, cut by one load by the files.
#[derive(Clone, Copy, Debug)]
pub struct DifferenceFiles;

impl Between for DifferenceFiles {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        // `usize` throughout: with bytes, the index would be added up in bytes.
        let (a, b) = (a.index(), b.index());
        let pattern = PATTERNS.0[b + 63 - a].rotate_left(a as u32);
        Bitboard(pattern & FILES.0[a % 8][b % 8])
    }
}

impl Variant for DifferenceFiles {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&PATTERNS, &FILES];
}

static PATTERNS: CacheAligned<[u64; 127]> = CacheAligned(lines::passed(8, 63));
static FILES: CacheAligned<[[u64; 8]; 8]> = CacheAligned(files());

/// The files strictly between two files, or the file itself if both are the same.
const fn files() -> [[u64; 8]; 8] {
    let mut files = [[0; 8]; 8];
    let mut i = 0;
    while i < 64 {
        let (from, to) = if i / 8 < i % 8 { (i / 8, i % 8) } else { (i % 8, i / 8) };
        let mut file = if from == to { from } else { from + 1 };
        while file < to || file == from {
            files[i / 8][i % 8] |= 0x0101_0101_0101_0101 << file;
            file += 1;
        }
        i += 1;
    }
    files
}

lookup::conformance!(between, DifferenceFiles);
