//! Sliding attacks as what eight lookups leave over.
//!
//! A piece on a rank hides from the slider only what lies behind it, and a queen sees at most
//! three squares of any rank but its own. For each square, rank and occupancy of that rank
//! there is a set of all that is not hidden by these pieces. The intersection of all eight is
//! what a queen attacks. A rook and a bishop keep their lines of it: their cost is the same.
//!
//! - Lookup: eight loads that wait for nothing but the occupancy, and the lines of a rook or a
//!   bishop.
//! - Tables: 64 x 8 x 256 sets and 64 x 2 lines of 8 bytes.
//! - Source: <https://www.chessprogramming.org/SISSY_Bitboards>; this project derived the
//!   single table for all pieces.
//!
//! Suits nothing: it is here for its idea, an intersection of eight loads. Loses to
//! `sliders-magic`, with 1 MiB to its 844 KiB, hot, in latency and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 3.10 / 1.67 / 1.39 on Zen 4; – / – / 1.33 on Golden Cove;
//! 2.69 / 1.43 / 1.51 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines;
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Eight loads, whatever the piece.
#[derive(Clone, Copy, Debug)]
pub struct Sissy;

impl Sliders for Sissy {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Self::queen(square, occupied) & LINES.0[square.index()][0]
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Self::queen(square, occupied) & LINES.0[square.index()][1]
    }

    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        let ranks = SEEN.0[square.index()].iter().zip(occupied.0.to_le_bytes());
        Bitboard(ranks.fold(u64::MAX, |seen, (rank, pieces)| seen & rank[pieces as usize]))
    }
}

impl Variant for Sissy {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SEEN, &LINES];
}

/// What a queen attacks past the pieces on one rank, by square, rank and pieces.
static SEEN: CacheAligned<[[[u64; 256]; 8]; 64]> = CacheAligned(seen());

/// The lines of a rook and of a bishop.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> =
    CacheAligned(lines::table([lines::ROOK, lines::BISHOP]));

const fn seen() -> [[[u64; 256]; 8]; 64] {
    let (lines, mut seen) = (lines::table([lines::ROOK, lines::BISHOP]), [[[0; 256]; 8]; 64]);
    let mut i = 0;
    while i < 64 * 8 {
        let (square, rank, of_rank) = (i / 8, i % 8, &mut seen[i / 8][i % 8]);
        let mut behind = [0; 8];
        let mut file = 0;
        while file < 8 {
            behind[file] = lines::behind(Square::ALL[square], Square::ALL[8 * rank + file]).0;
            file += 1;
        }
        of_rank[0] = lines[square][0].0 | lines[square][1].0;
        let mut pieces = 1usize;
        while pieces < 256 {
            // One more piece than in a set that is known.
            let (fewer, first) = (pieces & (pieces - 1), pieces.trailing_zeros() as usize);
            of_rank[pieces] = of_rank[fewer] & !behind[first];
            pieces += 1;
        }
        i += 1;
    }
    seen
}

lookup::conformance!(sliders, Sissy);
