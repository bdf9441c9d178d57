//! Attacked by a piece, from one word per difference for all pieces.
//!
//! The squares that may stand in the way do not depend on the piece, only on
//! whether it attacks that way at all. Seen from the attacker on a1, no square in
//! between ever has one of the numbers 12, 25, 38, 51, 0, 13 and 26. So the word
//! of a difference has the squares in between and, in those places, the kinds of
//! pieces that do not attack across it. Asking for the bit of the piece together
//! with the occupied squares, less what stands in those places, finds either
//! objection at once.
//!
//! The occupancy need not contain the attacker.
//!
//! - Lookup: two renumberings, two loads side by side, one rotation, one test; no branches.
//! - Tables: 240 words and 12 bits of pieces, 8 bytes each, 32 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::Attacked;
use lookup::{Bitboard, CacheAligned, Identity, Piece, PieceKind, Square, Table, Variant};

/// One load by the difference, one by the piece.
#[derive(Clone, Copy, Debug)]
pub struct OneWord;

impl Attacked for OneWord {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let objections = OBJECTIONS.0[difference(from.index(), to.index())];
        let seen = occupied.0.rotate_right(from as u32) & PATHS;
        objections & (seen | KINDS.0[piece as usize]) == 0
    }
}

impl Variant for OneWord {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&OBJECTIONS, &KINDS];
}

static OBJECTIONS: CacheAligned<[u64; 240]> = CacheAligned(objections());
static KINDS: CacheAligned<[u64; 12]> = CacheAligned(kinds());

/// All places but those of the kinds.
const PATHS: u64 = {
    let (kinds, mut paths, mut piece) = (kinds(), u64::MAX, 0);
    while piece < 12 {
        paths &= !kinds[piece];
        piece += 1;
    }
    paths
};

/// From 1 for h8 to a1 to 239 for a1 to h8: 1 per step to the right, 16 per step up.
#[inline]
const fn difference(from: usize, to: usize) -> usize {
    (to + (to | 7) + 120) - (from + (from | 7))
}

/// A place for each kind of piece, pawns of either side being kinds of their own.
const fn kinds() -> [u64; 12] {
    let (mut kinds, mut piece) = ([0; 12], 0);
    while piece < 12 {
        let kind = if piece == Piece::BlackPawn as usize { 6 } else { piece / 2 };
        kinds[piece] = 1 << ((12 + 13 * kind) % 64);
        piece += 1;
    }
    kinds
}

const fn objections() -> [u64; 240] {
    let (mut objections, kinds) = ([u64::MAX; 240], kinds());
    let mut slot = 0;
    while slot < 15 * 15 {
        let (right, up) = (slot % 15 - 7, slot / 15 - 7);
        let mut word = passed(right, up);
        let mut piece = 0;
        while piece < 12 {
            if !reaches(Piece::ALL[piece], right, up) {
                word |= kinds[piece];
            }
            piece += 1;
        }
        objections[(120 + right + 16 * up) as usize] = word;
        slot += 1;
    }
    objections
}

/// The squares on the way, seen from a1 of a board that wraps around.
const fn passed(right: i32, up: i32) -> u64 {
    let far = if right.abs() < up.abs() { up.abs() } else { right.abs() };
    let (mut passed, mut distance) = (0, 1);
    while distance < far && right % far == 0 && up % far == 0 {
        passed |= 1u64.rotate_left(((distance * (right / far + 8 * (up / far))) & 63) as u32);
        distance += 1;
    }
    passed
}

/// Whether the piece attacks that way on an empty board.
const fn reaches(piece: Piece, right: i32, up: i32) -> bool {
    let straight = (right == 0) != (up == 0);
    let diagonal = right.abs() == up.abs() && right != 0;
    match piece.kind() {
        PieceKind::Pawn => right.abs() == 1 && up == 1 - 2 * (piece as i32 & 1),
        PieceKind::Knight => right.abs() * up.abs() == 2,
        PieceKind::Bishop => diagonal,
        PieceKind::Rook => straight,
        PieceKind::Queen => straight || diagonal,
        PieceKind::King => (straight || diagonal) && right.abs() <= 1 && up.abs() <= 1,
    }
}

lookup::attacked::conformance!(OneWord);
