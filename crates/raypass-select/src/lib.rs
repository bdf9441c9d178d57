//! Squares behind another, by calculation.
//!
//! The squares behind the second lie on the ranks beyond it and on the files beyond it, as
//! seen from the first; where both stand on one rank or one file, on that. If they share a
//! rank or a file, nothing else is to be said. If they share a diagonal, it is left to cut
//! this quadrant of the board to the diagonal.
//!
//! The quadrant makes the diagonal easy. The long diagonal, rotated by whole ranks, becomes
//! the diagonal through any square. What leaves the board at the top comes in again at the
//! bottom, eight ranks below its place. No quadrant shows both: beyond a square there are at
//! most seven ranks.
//!
//! The choices must stay conditional moves, as in the calculation of in-between squares.
//!
//! - Lookup: shifts, rotations and seven choices; no loads and no branches.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Pure_Calculation>.
//!
//! Suits programs without room for any table that wait for the answer. Loses to
//! `raypass-rectangular`, and most of all hot where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `raypass-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 9.73 / 1.42 / 1.48 on Zen 4; 9.59 / 1.60
//! / 1.70 on Golden Cove; 11.96 / 1.37 / 1.65 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::hint::select_unpredictable;
use lookup::raypass::RayPass;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// No load, seven choices.
#[derive(Clone, Copy, Debug)]
pub struct Select;

impl RayPass for Select {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        let (a, b) = (a as i64, b as i64);
        let file = b & 7;
        let files = file - (a & 7);
        // Eight per rank, as in square numbers.
        let ranks = b - a - files;
        let diagonal = DIAGONAL.rotate_left((b - 9 * file) as u32);
        let antidiagonal = ANTIDIAGONAL.rotate_left((b + 7 * file) as u32);
        let line = select_unpredictable(ranks == 8 * files, diagonal, 0);
        let line = select_unpredictable(ranks + 8 * files == 0, antidiagonal, line);
        let line = select_unpredictable((files == 0) | (ranks == 0), !(1 << b), line);
        Bitboard(line & beyond_file(file, files) & beyond_rank(b, ranks))
    }
}

impl Variant for Select {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The files on the far side of this one, coming from so many files away; itself from none.
#[inline(always)]
fn beyond_file(file: i64, files: i64) -> u64 {
    let this = FILE_A << file;
    // In each byte the bits below, and those from this one on but the last, moved by one.
    let (left, right) = (this - FILE_A, (0x80 * FILE_A - this) << 1);
    let side = select_unpredictable(files > 0, right, left);
    select_unpredictable(files == 0, this, side)
}

/// The ranks on the far side of this square's, coming from so many ranks away; its own from
/// none.
#[inline(always)]
fn beyond_rank(square: i64, ranks: i64) -> u64 {
    let (above, below) = (u64::MAX << 1 << (square | 7), !(u64::MAX << (square & 0x38)));
    let side = select_unpredictable(ranks > 0, above, below);
    select_unpredictable(ranks == 0, !(above | below), side)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The diagonal from a1, and the antidiagonals on which file and rank add up to 0 or 8.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
const ANTIDIAGONAL: u64 = 0x0204_0810_2040_8001;

lookup::conformance!(raypass, Select);
