//! X-rays from what stands between the slider and each target.
//!
//! A target is attacked through a blocker if just one piece stands between the
//! slider and it, and that is a blocker. So an engine that looks for pins asks for
//! few targets, the enemy's sliders on the lines of its king. Here every square on
//! the lines is a target, which shows what asking for one costs, many times over.
//!
//! Filling from slider and target towards each other finds the same squares
//! between; with one slider, an in-between does it without a fill.
//!
//! - Lookup: up to 14 in-betweens, each with four operations; a loop.
//! - Tables: the lines of rooks and of bishops of 64 squares of 8 bytes, 16 cache
//!   lines; and the in-between's.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#Blockers_by_Targets>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::xrays::Xrays;
use lookup::{Base, Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// What `B` does, for every square on the lines.
#[derive(Clone, Copy, Debug)]
pub struct Blockers<B>(PhantomData<B>);

impl<B: Between> Xrays for Blockers<B> {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        behind::<B>(square, STRAIGHT.0[square.index()], occupied, blockers)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        behind::<B>(square, SLANTED.0[square.index()], occupied, blockers)
    }
}

impl<B: Between> Variant for Blockers<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&STRAIGHT, &SLANTED];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

/// What a rook attacks on an empty board.
static STRAIGHT: CacheAligned<[Bitboard; 64]> = CacheAligned(lines(true));

/// What a bishop attacks on an empty board.
static SLANTED: CacheAligned<[Bitboard; 64]> = CacheAligned(lines(false));

/// The targets with just one piece before them, which is a blocker.
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

const fn lines(straight: bool) -> [Bitboard; 64] {
    let mut lines = [Bitboard::EMPTY; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (square, other) = (slot / 64, slot % 64);
        let right = (other % 8) as i32 - (square % 8) as i32;
        let up = (other / 8) as i32 - (square / 8) as i32;
        let on = if straight { right == 0 || up == 0 } else { right.abs() == up.abs() };
        if on && other != square {
            lines[square] = Bitboard(lines[square].0 | 1 << other);
        }
        slot += 1;
    }
    lines
}

lookup::xrays::conformance!(Blockers<lookup::between::Oracle>);
