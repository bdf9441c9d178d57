//! X-rays by filling each direction twice.
//!
//! A fill spreads from a set of squares over empty ones in one direction, in three doubling
//! steps, and ends on the first obstacle. From the slider it reaches the attacked squares;
//! the second fill starts from the blockers among them.
//!
//! A fill spreads from any number of squares as fast as from one, so an engine can ask for
//! all its sliders at once. Here it serves one.
//!
//! - Lookup: eight fills of 12 operations; no loads and no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#Multiple_Sliders>.
//!
//! Suits programs that ask for all sliders at once, which nothing here measures. Loses to
//! `xrays-two-lookups` over magics for one slider, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of
//! `xrays-two-lookups+sliders-magic` on `games`, hot / waiting / beside 1 MiB: 2.90 /
//! – / 1.61 on Zen 4; 2.83 / – / 1.48 on Golden Cove; 2.73 / – / 1.48 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::{landing, shift};
use lookup::xrays::Xrays;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// No load, two fills a direction.
#[derive(Clone, Copy, Debug)]
pub struct Fill;

impl Xrays for Fill {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        through::<1>(square, occupied, blockers)
            | through::<8>(square, occupied, blockers)
            | through::<-1>(square, occupied, blockers)
            | through::<-8>(square, occupied, blockers)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        through::<7>(square, occupied, blockers)
            | through::<9>(square, occupied, blockers)
            | through::<-7>(square, occupied, blockers)
            | through::<-9>(square, occupied, blockers)
    }
}

impl Variant for Fill {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// The squares attacked through the first blocker in a direction, given as what its step
/// adds to a square's number.
#[inline(always)]
fn through<const STEP: i32>(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
    let first = attacks::<STEP>(square.bitboard().0, !occupied.0) & blockers.0;
    Bitboard(attacks::<STEP>(first, !occupied.0))
}

/// Slider attacks in a direction: the squares reached over empty ones, moved on by a step.
#[inline(always)]
fn attacks<const STEP: i32>(sliders: u64, empty: u64) -> u64 {
    let landing = const { landing(STEP) };
    let mut passing = empty & landing;
    let mut reached = sliders;
    reached |= passing & shift(reached, STEP);
    passing &= shift(passing, STEP);
    reached |= passing & shift(reached, 2 * STEP);
    passing &= shift(passing, 2 * STEP);
    reached |= passing & shift(reached, 4 * STEP);
    shift(reached, STEP) & landing
}

lookup::conformance!(xrays, Fill);
