//! Attacked by a piece, from a mask of kinds and the squares in between.
//!
//! A byte per 0x88 difference tells which kinds of pieces attack across it on an empty
//! board, and any in-between lookup tells which squares must be empty. A knight passes
//! none, so one test serves all kinds.
//!
//! An engine that has an in-between anyway pays a quarter of a kilobyte for the rest. The
//! occupancy need not contain the attacker.
//!
//! - Lookup: two renumberings, two loads and an in-between; no branches.
//! - Tables: 240 masks and 12 piece bits of a byte each, 5 cache lines; and the
//!   in-between's.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
//!
//! Suits engines that have a table of in-between squares: it adds 252 bytes of its own. Over
//! `between-rectangular` it is faster than `attacked-0x88-table` hot. Loses to `attacked-one-word`,
//! hot and in latency.
//!
//! Measured: <!-- published: figures -->time by that of `attacked-0x88-table` on
//! `positions`, hot / waiting / beside 1 MiB: 0.88 / 1.19 / 0.99 on Zen 4; 0.89 / 1.15
//! / 1.01 on Golden Cove; 0.93 / 1.16 / 1.05 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attacked::{Attacked, reaches};
use lookup::between::Between;
use lookup::{Base, Bitboard, CacheAligned, Identity, Piece, Square, Table, Variant};

/// One load by the difference, one by the piece, and `B`.
#[derive(Clone, Copy, Debug)]
pub struct KindMask<B>(PhantomData<B>);

impl<B: Between> Attacked for KindMask<B> {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let kinds = MASKS.0[difference(from.index(), to.index())];
        // Joined as numbers; with booleans the compiler branched on the first.
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

/// A bit for each kind of piece; white and black pawns are separate kinds.
static KINDS: CacheAligned<[u8; 12]> = CacheAligned([1, 64, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32]);

/// From 1 (h8 to a1) to 239 (a1 to h8): 1 per step to the right, 16 per step up.
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

lookup::conformance!(attacked, KindMask<lookup::Oracle>);
