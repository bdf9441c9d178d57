//! Sliding attacks by o^(o-2r), backwards by swapping bytes.
//!
//! Taking the slider twice from the obstacles of its line borrows from the next
//! one above it and changes every bit up to there: an exclusive or shows what
//! changed. What lies below is found the same way on a board turned upside
//! down, for which files and diagonals, having one square per rank, need no more
//! than their bytes swapped. A rank does not turn so; its six inner squares
//! index a small table.
//!
//! The slider is not on its own line here, so that taking it once is enough.
//!
//! - Lookup: a mask and two byte swaps for each of three lines, and a load of a byte.
//! - Tables: 64 x 3 lines of 8 bytes and 64 x 8 ranks of a byte, 32 cache lines.
//! - Source: <https://www.chessprogramming.org/Hyperbola_Quintessence>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// Two subtractions for each line but a rank.
#[derive(Clone, Copy, Debug)]
pub struct Hyperbola;

impl Sliders for Hyperbola {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank(square, occupied.0) | line(square, occupied.0, 0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(square, occupied.0, 1) | line(square, occupied.0, 2))
    }
}

impl Variant for Hyperbola {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &RANKS];
}

#[inline(always)]
fn line(square: Square, occupied: u64, direction: usize) -> u64 {
    let (slider, line) = (square.bitboard().0, LINES.0[square.index()][direction]);
    let obstacles = occupied & line;
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.swap_bytes().wrapping_sub(slider.swap_bytes());
    (above ^ below.swap_bytes()) & line
}

#[inline(always)]
fn rank(square: Square, occupied: u64) -> u64 {
    let first = square as u8 & 56;
    let inner = occupied >> first >> 1 & 63;
    u64::from(RANKS.0[inner as usize][square.file() as usize]) << first
}

/// The file, diagonal and antidiagonal through a square, without it.
static LINES: CacheAligned<[[u64; 3]; 64]> = CacheAligned(lines([(0, 1), (1, 1), (-1, 1)]));

/// What is seen on the first rank, by its inner squares that are occupied.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(ranks());

const fn lines(steps: [(i32, i32); 3]) -> [[u64; 3]; 64] {
    let mut lines = [[0; 3]; 64];
    let mut i = 0;
    while i < 64 * 3 * 15 {
        let (square, (right, up), distance) = (i / 45, steps[i / 15 % 3], i as i32 % 15 - 7);
        let file = square as i32 % 8 + distance * right;
        let rank = square as i32 / 8 + distance * up;
        if distance != 0 && file & !7 == 0 && rank & !7 == 0 {
            lines[square][i / 15 % 3] |= 1 << (rank * 8 + file);
        }
        i += 1;
    }
    lines
}

const fn ranks() -> [[u8; 8]; 64] {
    let mut ranks = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 * 8 * 2 {
        let (occupied, file, step) = (i / 16 * 2, i / 2 % 8, i as i32 % 2 * 2 - 1);
        let mut reached = file as i32 + step;
        while reached & !7 == 0 {
            ranks[i / 16][file] |= 1 << reached;
            if occupied >> reached & 1 == 1 {
                break;
            }
            reached += step;
        }
        i += 1;
    }
    ranks
}

lookup::sliders::conformance!(Hyperbola);
