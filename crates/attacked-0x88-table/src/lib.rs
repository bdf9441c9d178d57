//! Attacked by a piece, from the obstacles that could prevent it.
//!
//! An entry per piece and 0x88 difference holds the squares that must be empty for the
//! attack, seen from the attacker on a1: none for a step or a jump, the in-between squares
//! for a slide, and the whole board if the piece never attacks that way. The attacker
//! itself stands on the board, so "the whole board is empty" is never true. On an occupancy
//! without it the answer would be yes.
//!
//! White and black pieces attack alike except for pawns. Halving a piece's number drops its
//! color, and arithmetic moves the black pawn to a row before the white one.
//!
//! - Lookup: arithmetic for the row, two renumberings, one load, one rotation, one test.
//! - Tables: 7 x 256 sets of 8 bytes, 224 cache lines.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
//!
//! Suits nothing: it is here for its idea, a row of 0x88 differences for each kind of piece. Where
//! nothing waits for the answer, it is far faster than `attacked-getter`. Loses to
//! `attacked-one-word` in a seventh of its 14 KiB, hot, in latency and beside a working set.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 6.25 /
//! 14.36 on Zen 4; 9.86 / 16.76 on Golden Cove; 4.85 / 14.10 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::{Attacked, obstacles};
use lookup::lines::difference;
use lookup::{Bitboard, CacheAligned, Identity, Piece, Square, Table, Variant};

/// One load by the kind of piece and the 0x88 difference.
#[derive(Clone, Copy, Debug)]
pub struct Table0x88;

impl Attacked for Table0x88 {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let obstacles = OBSTACLES.0[row(piece)][difference(from.index(), to.index())];
        obstacles & occupied.0.rotate_right(from as u32) == 0
    }
}

impl Variant for Table0x88 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&OBSTACLES];
}

static OBSTACLES: CacheAligned<[[u64; 256]; 7]> = CacheAligned([
    obstacles(Piece::BlackPawn),
    obstacles(Piece::WhitePawn),
    obstacles(Piece::WhiteKnight),
    obstacles(Piece::WhiteBishop),
    obstacles(Piece::WhiteRook),
    obstacles(Piece::WhiteQueen),
    obstacles(Piece::WhiteKing),
]);

/// 0 for a black pawn, 1 for a white pawn, 2 to 6 for the other kinds.
#[inline]
const fn row(piece: Piece) -> usize {
    // All ones for the black pawn, zero for the others.
    let black_pawn = ((piece as i32 ^ Piece::BlackPawn as i32) - 1) >> 31;
    (piece as i32 / 2 + 1 + black_pawn) as usize
}

lookup::conformance!(attacked, Table0x88);
