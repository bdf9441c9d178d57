//! Pinned pieces from the snipers around the king.
//!
//! Snipers are the enemy sliders that would attack the king on a board empty but for the
//! two. If a single piece stands between, and it is the king's own, it is pinned. This
//! needs no slider attacks: the lines of the empty board find the snipers, and the
//! in-between squares count the pieces.
//!
//! - Lookup: one load of both sets of lines, and an in-between for each sniper, usually
//!   about one; a loop over them.
//! - Tables: rook and bishop lines of 64 squares, 8 bytes each, 16 cache lines; and the
//!   in-between's.
//! - Source: Stockfish 12, <https://github.com/official-stockfish/Stockfish/blob/sf_12/src/position.cpp>.
//!
//! Suits engines of any kind: it takes 1 KiB and an in-between, and it is faster than `pins-xray`
//! over magics, hot and beside a working set. Nothing here beats it on positions of games. Loses to
//! `pins-byte-board-vbmi` on random ones on some processors with AVX-512 VBMI.
//!
//! Measured: <!-- published: figures -->time by that of
//! `pins-xray+sliders-magic+between-rectangular` on `positions`, hot / waiting /
//! beside 1 MiB: 0.47 / – / 0.64 on Zen 4; 0.58 / – / 0.58 on Golden Cove; 0.53 / – /
//! 0.63 on Zen 5. Gain in nodes per second, `classical` / `network` / `threats`: +1.9
//! ±1.7 / +1.7 ±2.7 / +1.5 ±4.0 % on Zen 4; +1.8 ±0.8 / +1.5 ±0.7 / -0.4 ±1.7 % on
//! Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::pins::Pins;
use lookup::{Base, Bitboard, CacheAligned, Color, Identity, Position, Table, Variant, attackers};

/// One load, and `B` for each sniper.
#[derive(Clone, Copy, Debug)]
pub struct Snipers<B>(PhantomData<B>);

impl<B: Between> Pins for Snipers<B> {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        let (king, occupied) = (position.king(side), position.occupied());
        let [straight, slanted] = LINES.0[king.index()];
        let snipers = attackers::sliders(position, straight, slanted) & position.color(!side);
        let blockers = snipers.squares().fold(Bitboard::EMPTY, |blockers, sniper| {
            let between = B::between(king, sniper) & occupied;
            // Clearing the lowest square leaves nothing of one piece, or of none.
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

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

lookup::conformance!(pins, Snipers<lookup::Oracle>);
