//! Attacked by a piece, from the obstacles that could prevent it, a row per piece.
//!
//! As in the table of seven rows, an entry holds the squares that must be empty for the
//! attack, seen from the attacker on a1, or the whole board if the piece never attacks that
//! way. One row for each of the twelve pieces stores most rows twice and makes the piece's
//! number the index: the table, not arithmetic, accounts for the color of a pawn. The
//! occupancy must contain the attacker.
//!
//! - Lookup: two renumberings, one load, one rotation, one test.
//! - Tables: 12 x 256 sets of 8 bytes, 384 cache lines.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
//!
//! Suits engines that can spare 24 KiB and ask where nothing waits for the answer. It is faster
//! than `attacked-0x88-table` there on some processors, and beside a working set. Loses to
//! `attacked-one-word`, in 2 KiB, where the answer is waited for.
//!
//! Measured: <!-- published: figures -->time by that of `attacked-0x88-table` on
//! `positions`, hot / waiting / beside 1 MiB: 0.76 / 1.02 / 0.94 on Zen 4; 0.80 / 1.01
//! / 0.93 on Golden Cove; 0.78 / 1.01 / 0.94 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::{Attacked, obstacles};
use lookup::lines::difference;
use lookup::{Bitboard, CacheAligned, Identity, Piece, Square, Table, Variant};

/// One load by the piece and the 0x88 difference.
#[derive(Clone, Copy, Debug)]
pub struct Pieces0x88;

impl Attacked for Pieces0x88 {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let obstacles = OBSTACLES.0[piece as usize][difference(from.index(), to.index())];
        obstacles & occupied.0.rotate_right(from as u32) == 0
    }
}

impl Variant for Pieces0x88 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&OBSTACLES];
}

static OBSTACLES: CacheAligned<[[u64; 256]; 12]> = CacheAligned(table());

const fn table() -> [[u64; 256]; 12] {
    let (mut table, mut piece) = ([[0; 256]; 12], 0);
    while piece < 12 {
        table[piece] = obstacles(Piece::ALL[piece]);
        piece += 1;
    }
    table
}

lookup::conformance!(attacked, Pieces0x88);
