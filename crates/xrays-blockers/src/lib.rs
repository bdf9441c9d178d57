//! X-rays from the pieces between the slider and each target.
//!
//! A slider attacks a target through a blocker if exactly one piece stands between them and
//! that piece is a blocker. An engine that looks for pins therefore asks about few targets,
//! the enemy sliders on its king's lines. Here every square on the lines is a target, which
//! shows the cost of one many times over.
//!
//! Filling from slider and target towards each other finds the same squares between; with
//! one slider, an in-between needs no fill.
//!
//! - Lookup: up to 14 in-betweens, each with four operations; a loop.
//! - Tables: rook and bishop lines of 64 squares, 8 bytes each, 16 cache lines; and the
//!   in-between's.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#Blockers_by_Targets>.
//!
//! Suits programs that ask about a few targets, such as snipers of a king, which `pins-snipers`
//! does. Loses to `xrays-two-lookups` over magics where every square is a target.
//!
//! Measured: <!-- published: figures -->time by that of
//! `xrays-two-lookups+sliders-magic` on `games`, hot / waiting / beside 1 MiB: 3.55 /
//! 1.25 / 1.79 on Zen 4; 3.90 / – / 1.62 on Golden Cove; 3.76 / 1.18 / 1.75 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::xrays::Xrays;
use lookup::{Base, Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// `B` for every square on the lines.
#[derive(Clone, Copy, Debug)]
pub struct Blockers<B>(PhantomData<B>);

impl<B: Between> Xrays for Blockers<B> {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        behind::<B>(square, STRAIGHT.0[square.index()][0], occupied, blockers)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        behind::<B>(square, SLANTED.0[square.index()][0], occupied, blockers)
    }
}

impl<B: Between> Variant for Blockers<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&STRAIGHT, &SLANTED];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

/// Rook attacks on an empty board.
static STRAIGHT: CacheAligned<[[Bitboard; 1]; 64]> = CacheAligned(lines::table([ROOK]));

/// Bishop attacks on an empty board.
static SLANTED: CacheAligned<[[Bitboard; 1]; 64]> = CacheAligned(lines::table([BISHOP]));

/// The targets with exactly one piece before them, a blocker.
#[inline(always)]
fn behind<B: Between>(
    square: Square,
    targets: Bitboard,
    occupied: Bitboard,
    blockers: Bitboard,
) -> Bitboard {
    targets.squares().fold(Bitboard::EMPTY, |seen, target| {
        let pieces = B::between(square, target) & occupied;
        let others = pieces.0 & pieces.0.wrapping_sub(1);
        let through = others == 0 && !(pieces & blockers).is_empty();
        seen | Bitboard(u64::from(through) << target as u8)
    })
}

lookup::conformance!(xrays, Blockers<lookup::Oracle>);
