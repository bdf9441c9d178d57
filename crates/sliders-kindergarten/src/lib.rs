//! Sliding attacks by gathering the inner squares of a line.
//!
//! A diagonal has at most one square on each file. A multiplication that adds up all ranks
//! therefore brings it into one byte, and a shift leaves its six inner squares as an index.
//! The attacks along a rank are stored once for all ranks, repeated on each of them, and
//! the line picks out its own squares. A file is shifted to the first one, gathered along a
//! diagonal, and has a table of its own.
//!
//! - Lookup: four loads of sets, two of them after a load of a line, three multiplications.
//! - Tables: 2 x 8 x 64 sets and 64 x 2 lines of 8 bytes, 144 cache lines.
//! - Source: <https://www.chessprogramming.org/Kindergarten_Bitboards>.
//!
//! Suits engines that wait for the answer and want 9 KiB: in latency it is faster than
//! `sliders-magic`. Loses to `sliders-hyperbola` hot where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 1.23 / 0.79 / 1.06 on Zen 4; – / 0.76 / 0.69 on Golden
//! Cove; 1.12 / 0.79 / 0.95 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load for each line, by six squares of it.
#[derive(Clone, Copy, Debug)]
pub struct Kindergarten;

impl Sliders for Kindergarten {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let (file, rank) = (square.file(), square.rank());
        let along = occupied.0 >> (8 * rank) >> 1 & 63;
        let seen = RANKS.0[file as usize][along as usize] & 0xff << (8 * rank);
        let along = (occupied.0 >> file & FILE_A).wrapping_mul(TO_LAST_RANK) >> 58;
        Bitboard(seen | FILES.0[rank as usize][along as usize] << file)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(diagonal(square, occupied.0, 0) | diagonal(square, occupied.0, 1))
    }
}

impl Variant for Kindergarten {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&RANKS, &FILES, &DIAGONALS];
}

/// Attacks on a rank, repeated on all ranks, by file and occupied inner squares.
static RANKS: CacheAligned<[[u64; 64]; 8]> = CacheAligned(spread(1, FILE_A));

/// Attacks on the first file, by rank and occupied inner squares.
static FILES: CacheAligned<[[u64; 64]; 8]> = CacheAligned(spread(8, 1));

/// The diagonal and antidiagonal through each square, without it.
static DIAGONALS: CacheAligned<[[Bitboard; 2]; 64]> =
    CacheAligned(lines::table([DIAGONAL, ANTIDIAGONAL]));

#[inline(always)]
fn diagonal(square: Square, occupied: u64, direction: usize) -> u64 {
    let line = DIAGONALS.0[square.index()][direction].0;
    // Adding up the ranks, one file to the right, leaves b to g on top.
    let along = (occupied & line).wrapping_mul(FILE_A << 1) >> 58;
    line & RANKS.0[square.file() as usize][along as usize]
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Moves a2 to a7, each by its own shift, to c8 to h8, and nothing else there.
const TO_LAST_RANK: u64 = 1 << 50 | 1 << 43 | 1 << 36 | 1 << 29 | 1 << 22 | 1 << 15;

/// Attacks on a line of squares `stride` apart, repeated at each of `copies`.
const fn spread(stride: i32, copies: u64) -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 * 64 * 2 {
        let (from, occupied, step) = (i / 128, (i / 2 % 64) << 1, i as i32 % 2 * 2 - 1);
        let mut reached = from as i32 + step;
        while reached & !7 == 0 {
            table[from][i / 2 % 64] |= copies << (stride * reached);
            if occupied >> reached & 1 == 1 {
                break;
            }
            reached += step;
        }
        i += 1;
    }
    table
}

lookup::conformance!(sliders, Kindergarten);
