//! Pinned pieces from the snipers around the king.
//!
//! Snipers are the sliders of the enemy that would attack the king if the board were
//! empty but for the two. Where a single piece stands between, and it is the king's,
//! it is pinned. What sliders attack is never asked for: the lines of the empty
//! board find the snipers, and what lies in between counts the pieces.
//!
//! - Lookup: one load of both sets of lines, and an in-between for each sniper, of which
//!   there is about one; a loop over them.
//! - Tables: 64 squares with lines of a rook and of a bishop, 8 bytes each, 16 cache
//!   lines; and the in-between's.
//! - Source: Stockfish 12, <https://github.com/official-stockfish/Stockfish/blob/sf_12/src/position.cpp>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::pins::Pins;
use lookup::{Base, Bitboard, CacheAligned, Color, Identity, PieceKind, Position, Table, Variant};

/// One load, and what `B` does for each sniper.
#[derive(Clone, Copy, Debug)]
pub struct Snipers<B>(PhantomData<B>);

impl<B: Between> Pins for Snipers<B> {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        let (king, occupied) = (position.king(side), position.occupied());
        let [straight, slanted] = LINES.0[king.index()];
        let queens = position.kind(PieceKind::Queen);
        let snipers = (straight & (position.kind(PieceKind::Rook) | queens))
            | (slanted & (position.kind(PieceKind::Bishop) | queens));
        let snipers = snipers & position.color(!side);
        let blockers = snipers.squares().fold(Bitboard::EMPTY, |blockers, sniper| {
            let between = B::between(king, sniper) & occupied;
            // Without its lowest square nothing is left of one, or of none.
            let several = between.0 & between.0.wrapping_sub(1);
            if several == 0 { blockers | between } else { blockers }
        });
        blockers & position.color(side)
    }
}

impl<B: Between> Variant for Snipers<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

/// What a rook and what a bishop attack on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines());

const fn lines() -> [[Bitboard; 2]; 64] {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (square, other) = (slot / 64, slot % 64);
        let right = (other % 8) as i32 - (square % 8) as i32;
        let up = (other / 8) as i32 - (square / 8) as i32;
        let [straight, slanted] = &mut lines[square];
        if other != square && (right == 0 || up == 0) {
            straight.0 |= 1 << other;
        }
        if other != square && right.abs() == up.abs() {
            slanted.0 |= 1 << other;
        }
        slot += 1;
    }
    lines
}

lookup::pins::conformance!(Snipers<lookup::between::Oracle>);
