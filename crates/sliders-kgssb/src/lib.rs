//! Sliding attacks by six squares of each line, with a table for each square.
//!
//! As in `sliders-kindergarten`, a multiplication gathers the six inner squares of a line.
//! Here each square and line has its own 64 answers, complete sets of the board. No mask has
//! to pick out the line, and no shift to bring it to its file.
//!
//! - Lookup: four loads of sets, two of them after a load of a line, three multiplications.
//! - Tables: 4 x 64 x 64 sets and 64 x 2 lines of 8 bytes.
//! - Source: <https://www.talkchess.com/forum3/viewtopic.php?f=7&t=81234&start=30>, by Michael
//!   Sherwin, called Kindergarten Super SISSY Bitboards.
//!
//! Suits engines without PEXT that wait for the answer and can spare 129 KiB: it is faster than
//! `sliders-magic` in latency and, on some processors, hot where nothing waits. Loses to
//! `sliders-pext` where PEXT is fast, and to `sliders-hyperbola-loaded` in 2.5 KiB.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 1.01 / 0.80 / 1.03 on Zen 4; – / 0.79 / 0.68 on Golden
//! Cove; 0.95 / 0.81 / 0.95 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load of a complete set for each line.
#[derive(Clone, Copy, Debug)]
pub struct Kgssb;

impl Sliders for Kgssb {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let [ranks, files, ..] = &ATTACKS.0[square.index()];
        ranks[along_rank(square, occupied.0)] | files[along_file(square, occupied.0)]
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let [.., diagonals, antidiagonals] = &ATTACKS.0[square.index()];
        let [diagonal, antidiagonal] = DIAGONALS.0[square.index()];
        diagonals[along_diagonal(occupied & diagonal)]
            | antidiagonals[along_diagonal(occupied & antidiagonal)]
    }
}

impl Variant for Kgssb {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ATTACKS, &DIAGONALS];
}

/// Attacks along the rank, file, diagonal and antidiagonal of each square, by the inner
/// squares.
static ATTACKS: CacheAligned<[[[Bitboard; 64]; 4]; 64]> = CacheAligned(attacks());

/// The diagonal and antidiagonal through each square, without it.
static DIAGONALS: CacheAligned<[[Bitboard; 2]; 64]> =
    CacheAligned(lines::table([DIAGONAL, ANTIDIAGONAL]));

#[inline(always)]
const fn along_rank(square: Square, occupied: u64) -> usize {
    (occupied >> (8 * square.rank()) >> 1 & 63) as usize
}

#[inline(always)]
const fn along_file(square: Square, occupied: u64) -> usize {
    ((occupied >> square.file() & FILE_A).wrapping_mul(TO_LAST_RANK) >> 58) as usize
}

/// Adding up the ranks, one file to the right, leaves b to g on top.
#[inline(always)]
const fn along_diagonal(occupied: Bitboard) -> usize {
    (occupied.0.wrapping_mul(FILE_A << 1) >> 58) as usize
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Moves a2 to a7, each by its own shift, to c8 to h8, and nothing else there.
const TO_LAST_RANK: u64 = 1 << 50 | 1 << 43 | 1 << 36 | 1 << 29 | 1 << 22 | 1 << 15;

const fn attacks() -> [[[Bitboard; 64]; 4]; 64] {
    let lines = lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]);
    let mut attacks = [[[Bitboard::EMPTY; 64]; 4]; 64];
    let mut i = 0;
    while i < 64 * 4 {
        let (square, line) = (Square::ALL[i / 4], lines[i / 4][i % 4].0);
        // Ranks and files are gathered with the slider.
        let mask = if i % 4 < 2 { line | square.bitboard().0 } else { line };
        let mut occupied = 0u64;
        loop {
            let along = match i % 4 {
                0 => along_rank(square, occupied),
                1 => along_file(square, occupied),
                _ => along_diagonal(Bitboard(occupied)),
            };
            let seen = lines::attacks(square, occupied, line);
            attacks[i / 4][i % 4][along] = Bitboard(seen);
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        i += 1;
    }
    attacks
}

lookup::conformance!(sliders, Kgssb);
