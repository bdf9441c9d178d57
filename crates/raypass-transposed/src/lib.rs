//! Squares behind another, from a table of all answers, transposed.
//!
//! A program asks this question about a square on which a piece appears or vanishes, once
//! for each slider that attacks the square. The second square thus stays the same and the
//! first changes. With a row for each second square, the questions of a move come from one
//! or two rows of eight cache lines, where the usual order touches a row for each slider.
//! The row's address is also known before the sliders are.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; one row of 8 lines per second square.
//! - Source: <https://github.com/official-stockfish/Stockfish/blob/05740100e51725c41dcca5d296301c65d964dc87/src/attacks.h>, where
//!   the sets also hold the second square and those in between.
#![no_std]
#![forbid(unsafe_code)]

use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load from a table of all answers.
#[derive(Clone, Copy, Debug)]
pub struct Transposed;

impl RayPass for Transposed {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        BEHIND.0[b.index()][a.index()]
    }
}

impl Variant for Transposed {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BEHIND];
}

/// By second square, then by first.
static BEHIND: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(table());

/// Walks from every square to the edge in every direction, and stores the squares passed in
/// its row, at each square on the other side.
const fn table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (b, (right, up)) = (i / 8, DIRECTIONS[i % 8]);
        let (mut behind, mut distance) = (0, 1);
        while distance < 8 {
            if let Some(square) = step(b, distance * right, distance * up) {
                behind |= 1 << square;
            }
            distance += 1;
        }
        distance = 1;
        while distance < 8 {
            if let Some(a) = step(b, -distance * right, -distance * up) {
                table[b][a] = Bitboard(behind);
            }
            distance += 1;
        }
        i += 1;
    }
    table
}

/// The square this far from the given one; none off the board.
const fn step(square: usize, right: i32, up: i32) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + right, square as i32 / 8 + up);
    if file & !7 == 0 && rank & !7 == 0 { Some((rank * 8 + file) as usize) } else { None }
}

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

lookup::conformance!(raypass, Transposed);
