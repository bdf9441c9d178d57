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
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::Attacked;
use lookup::lines::difference;
use lookup::{Bitboard, CacheAligned, Identity, Piece, PieceKind, Square, Table, Variant};

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
    let mut table = [[u64::MAX; 256]; 12];
    let mut slot = 0;
    while slot < 12 * 15 * 15 {
        let (piece, right, up) = (slot / 225, slot as i32 / 15 % 15 - 7, slot as i32 % 15 - 7);
        table[piece][(120 + right + 16 * up) as usize] = obstacles(Piece::ALL[piece], right, up);
        slot += 1;
    }
    table
}

/// The squares that must be empty for a piece to attack the square this far to the right
/// and up.
const fn obstacles(piece: Piece, right: i32, up: i32) -> u64 {
    let (near, far) = match (right.abs(), up.abs()) {
        (columns, rows) if columns < rows => (columns, rows),
        (columns, rows) => (rows, columns),
    };
    let straight = near == 0 && far > 0;
    let diagonal = near == far && far > 0;
    let attacks = match piece.kind() {
        PieceKind::Pawn => near == 1 && far == 1 && up == 1 - 2 * (piece as i32 & 1),
        PieceKind::Knight => near == 1 && far == 2,
        PieceKind::Bishop => diagonal,
        PieceKind::Rook => straight,
        PieceKind::Queen => straight || diagonal,
        PieceKind::King => far == 1,
    };
    if !attacks {
        return u64::MAX;
    }
    let (mut passed, mut distance) = (0, 1);
    while distance < far && !matches!(piece.kind(), PieceKind::Knight) {
        let bit = distance * (right + 8 * up) / far;
        passed |= 1u64.rotate_left((bit & 63) as u32);
        distance += 1;
    }
    passed
}

lookup::conformance!(attacked, Pieces0x88);
