//! Attacked by a piece, from a mask of kinds and the squares in between.
//!
//! A byte per 0x88 difference says which kinds of pieces attack across it on an
//! empty board, and whatever way there is to find the squares in between says
//! what must be empty. A knight passes none, so that one test serves all kinds.
//!
//! An engine that has an in-between anyway pays a quarter of a kilobyte for the
//! rest. The occupancy need not contain the attacker.
//!
//! - Lookup: two renumberings, two loads and an in-between; no branches.
//! - Tables: 240 masks and 12 bits of pieces of a byte each, 5 cache lines; and
//!   the in-between's.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attacked::Attacked;
use lookup::between::Between;
use lookup::{Base, Bitboard, CacheAligned, Identity, Piece, PieceKind, Square, Table, Variant};

/// One load by the difference, one by the piece, and what `B` does.
#[derive(Clone, Copy, Debug)]
pub struct KindMask<B>(PhantomData<B>);

impl<B: Between> Attacked for KindMask<B> {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let kinds = MASKS.0[difference(from.index(), to.index())];
        // Joined as numbers: joined as truths, the compiler branched on the first.
        let never = u64::from(kinds & KINDS.0[piece as usize] == 0);
        let obstacles = B::between(from, to) & occupied;
        never | obstacles.0 == 0
    }
}

impl<B: Between> Variant for KindMask<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&MASKS, &KINDS];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

static MASKS: CacheAligned<[u8; 240]> = CacheAligned(masks());

/// A bit for each kind of piece, pawns of either side being kinds of their own.
static KINDS: CacheAligned<[u8; 12]> = CacheAligned([1, 64, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32]);

/// From 1 for h8 to a1 to 239 for a1 to h8: 1 per step to the right, 16 per step up.
#[inline]
const fn difference(from: usize, to: usize) -> usize {
    (to + (to | 7) + 120) - (from + (from | 7))
}

const fn masks() -> [u8; 240] {
    let mut masks = [0; 240];
    let mut slot = 0;
    while slot < 12 * 15 * 15 {
        let (piece, right, up) = (slot / 225, slot as i32 % 15 - 7, slot as i32 / 15 % 15 - 7);
        if reaches(Piece::ALL[piece], right, up) {
            masks[(120 + right + 16 * up) as usize] |= KINDS.0[piece];
        }
        slot += 1;
    }
    masks
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

lookup::attacked::conformance!(KindMask<lookup::between::Oracle>);
