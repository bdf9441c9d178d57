//! Squares behind another, as the ray from it, read from strings of bytes.
//!
//! The 0x88 difference tells the direction, and a ray in this direction begins at the second
//! square. A set of squares is eight bytes, one per rank. Rays from the squares of a file
//! are the same but for their rank: each is the ray from the square below, moved by a byte.
//! One string of 15 bytes per direction and file therefore holds the rays from all eight
//! squares: it has what lies on each rank relative to the square, seven below and seven
//! above. A window of eight bytes in the right place is the ray, cut off at the edge of the
//! board.
//!
//! With 16 bytes from string to string no window crosses a cache line, and the window's
//! place is the second square with file and rank exchanged.
//!
//! - Lookup: two renumberings, then two loads, one after the other; no branches.
//! - Tables: 240 directions of a byte, and 9 x 8 strings of 16 bytes, 22 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/0x88>.
//!
//! Suits programs without rays that want 1.4 KiB: beside a working set it comes near
//! `raypass-rectangular`, but not hot. Loses to `raypass-difference-masks` in 2 KiB, hot and in
//! latency.
//!
//! Measured: <!-- published: figures -->time by that of `raypass-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 3.29 / 1.58 / 1.10 on Zen 4; 3.18 / 1.78
//! / 1.15 on Golden Cove; 3.57 / 1.71 / 1.12 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{Direction, STEPS, difference};
use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One load for the direction, one of a window.
#[derive(Clone, Copy, Debug)]
pub struct Windows;

impl RayPass for Windows {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        let direction = DIRECTIONS.0[difference(a.index(), b.index())];
        let (strings, start) = (&STRINGS.0[direction as usize], start(b.index()));
        Bitboard(u64::from_le_bytes(core::array::from_fn(|byte| strings[start + byte])))
    }
}

impl Variant for Windows {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&DIRECTIONS, &STRINGS];
}

/// Where the window of a square begins: its file's string, one byte earlier for each rank.
#[inline]
const fn start(square: usize) -> usize {
    (square % 8 * 16) | (7 - square / 8)
}

static DIRECTIONS: CacheAligned<[Direction; 240]> = CacheAligned(Direction::by_difference());

/// By direction, a string for each file.
static STRINGS: CacheAligned<[[u8; 128]; 9]> = CacheAligned(strings());

/// Walks from each file's middle byte, in which the square itself would be, until the ray
/// leaves the files.
const fn strings() -> [[u8; 128]; 9] {
    let (mut strings, mut i) = ([[0; 128]; 9], 0);
    while i < 8 * 8 * 7 {
        let (direction, file, distance) = (i / 7 / 8, i as i32 / 7 % 8, i as i32 % 7 + 1);
        let (right, up) = (STEPS[direction].0 as i32, STEPS[direction].1 as i32);
        let reached = file + distance * right;
        if reached & !7 == 0 {
            let byte = 16 * file + 7 + distance * up;
            strings[direction][byte as usize] |= 1 << reached;
        }
        i += 1;
    }
    strings
}

lookup::conformance!(raypass, Windows);
