//! X-rays by one lookup a line.
//!
//! One multiplication gathers the six inner squares of a line into a number, as in
//! Kindergarten bitboards. This number and the slider's place on the line index the result
//! of a second lookup: the squares behind the first piece on either side and, in the same
//! cache line, these first pieces.
//!
//! The table looks through any piece. Where the first piece is no blocker, its side has to
//! go. With a blocker above the slider, negating twice its bit keeps all squares above it,
//! and without one none; below, the bit minus one does the same.
//!
//! Pieces at the edge are not in the number, since nothing is behind them.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: two multiplications, each with a load of two words; no branches.
//! - Tables: 8 places x 64 numbers of 16 bytes, for ranks and diagonals and again for
//!   files, 256 cache lines; the diagonals of 64 squares, 16 cache lines.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#X-rays_with_one_Lookup>.
//!
//! Suits engines whose tables compete for the cache: it takes 17 KiB, and it is faster than
//! `xrays-two-lookups` over magics beside a working set and, on some processors, hot. Loses to that
//! hot on others.
//!
//! Measured: <!-- published: figures -->time by that of
//! `xrays-two-lookups+sliders-magic` on `games`, hot / waiting / beside 1 MiB: 0.95 /
//! 0.95 / 0.88 on Zen 4; 1.14 / 0.91 / 0.85 on Golden Cove; 0.92 / 1.14 / 0.84 on Zen
//! 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::xrays::Xrays;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load of two words a line.
#[derive(Clone, Copy, Debug)]
pub struct Kindergarten;

impl Xrays for Kindergarten {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let rank = 0xff << (square as u8 & 56);
        let file = A_FILE << square.file();
        let number = (occupied.0 >> square.file() & A_FILE).wrapping_mul(DIAGONAL) >> 58;
        let on_file = ON_FILE.0[square.rank() as usize][number as usize];
        Bitboard(along(rank, square, occupied, blockers) | through(on_file, file, square, blockers))
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let [Bitboard(diagonal), Bitboard(antidiagonal)] = DIAGONALS.0[square.index()];
        Bitboard(
            along(diagonal, square, occupied, blockers)
                | along(antidiagonal, square, occupied, blockers),
        )
    }
}

impl Variant for Kindergarten {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ACROSS_FILES, &ON_FILE, &DIAGONALS];
    const SHARED: &'static [&'static dyn Table] = &[&DIAGONALS];
}

/// Lines by the slider's file and the number of a rank or diagonal, repeated on all ranks.
static ACROSS_FILES: CacheAligned<[[Line; 64]; 8]> = CacheAligned(table(false));

/// Lines by the slider's rank and the number of a file, repeated on all files.
static ON_FILE: CacheAligned<[[Line; 64]; 8]> = CacheAligned(table(true));

/// The diagonal and the antidiagonal through each square, without it.
static DIAGONALS: CacheAligned<[[Bitboard; 2]; 64]> =
    CacheAligned(lines::table([lines::DIAGONAL, lines::ANTIDIAGONAL]));

/// The entry of a line for a slider on it, whatever the first pieces are.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Line {
    /// The first piece on either side.
    first: u64,
    /// The squares behind them, up to the next piece.
    behind: u64,
}

const A_FILE: u64 = 0x0101_0101_0101_0101;
const DIAGONAL: u64 = 0x0080_4020_1008_0402;

/// X-rays along a line with one square per file: a diagonal or a rank.
#[inline(always)]
fn along(line: u64, square: Square, occupied: Bitboard, blockers: Bitboard) -> u64 {
    let number = (line & occupied.0).wrapping_mul(A_FILE << 1) >> 58;
    let entry = ACROSS_FILES.0[square.file() as usize][number as usize];
    through(entry, line, square, blockers)
}

/// The squares behind those first pieces that are blockers.
#[inline(always)]
fn through(entry: Line, line: u64, square: Square, blockers: Bitboard) -> u64 {
    let first = entry.first & line & blockers.0;
    let above = first & u64::MAX << square as u8;
    let below = first ^ above;
    entry.behind & line & ((above << 1).wrapping_neg() | below.saturating_sub(1))
}

const fn table(file: bool) -> [[Line; 64]; 8] {
    let mut table = [[Line { first: 0, behind: 0 }; 64]; 8];
    let mut slot = 0;
    while slot < 8 * 64 {
        let (place, number) = (slot / 64, slot % 64);
        let mut line = Line { first: 0, behind: 0 };
        let mut step = -1;
        while step <= 1 {
            let (mut met, mut at) = (0, place as i32 + step);
            while met < 2 && 0 <= at && at < 8 && step != 0 {
                let here = if file { 0xff << (8 * at) } else { A_FILE << at };
                let occupied = 0 < at && at < 7 && number >> inner(at, file) & 1 == 1;
                if met == 1 {
                    line.behind |= here;
                } else if occupied {
                    line.first |= here;
                }
                met += occupied as i32;
                at += step;
            }
            step += 1;
        }
        table[place][number] = line;
        slot += 1;
    }
    table
}

/// The bit of the number for an inner square of a line. Gathered from a file, the ranks
/// come in reverse order.
const fn inner(at: i32, file: bool) -> i32 {
    if file { 6 - at } else { at - 1 }
}

lookup::conformance!(xrays, Kindergarten);
