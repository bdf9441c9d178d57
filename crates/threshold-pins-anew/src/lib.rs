//! Thresholds by captures in turn, with pins found where they may matter.
//!
//! Nothing is prepared. A piece that is pinned stands on a line of its king, so as long as no
//! attacker of a side does, its pins do not matter. Where one does, the pins of this side are found
//! from the enemy sliders on the king's lines, at most once in an exchange.
//!
//! The rest is as in `threshold-trivial-first`: moves that no reply can change are told by two
//! values, and of the others the two sides remove their least valuable attacker in turn until a
//! side has enough.
//!
//! - Lookup: two loads from the board; for most moves that leaves open, two slider lookups and two
//!   loads, and one or two more for each capture but a knight's. For some, a load for one king or
//!   both and an in-between for each slider on its lines.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; lines of 64 squares, 16
//!   bytes each, 16 cache lines; and those of the sliders and of the in-between.
//! - Source: <https://github.com/FirePlank/infinite-chess-engine/pull/28>, which first looks whether
//!   a piece can be pinned.
//!
//! Suits programs that do not know the pins of a position, or ask about few of its moves.
//!
//! Measured: <!-- published: figures -->time by that of
//! `threshold-trivial-first+sliders-magic+between-rectangular` on `searches`, hot /
//! waiting / beside 1 MiB: 1.14 / – / – on Zen 4. Gain in nodes per second,
//! `classical` / `network` / `threats`: -0.3 ±2.0 / -1.3 ±3.0 / +0.8 ±5.1 % on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::sliders::Sliders;
use lookup::threshold::swap::{Pinning, Stake, Swap};
use lookup::threshold::{Rules, Threshold};
use lookup::{Base, Bitboard, CacheAligned, Identity, Leaps, Move, Position, Table, Variant};

/// Two values, then captures with x-rays by `S`; pins by `B` where they may matter.
#[derive(Clone, Copy, Debug)]
pub struct PinsAnew<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Threshold for PinsAnew<S, B> {
    const RULES: Rules = Rules::WithPins;
    type Prepared = ();

    #[inline]
    fn prepare(_: &Position) {}

    #[inline]
    fn see_ge(position: &Position, (): &(), m: Move, threshold: i8) -> bool {
        let stake = Stake::of(position, m, threshold);
        stake.decided().unwrap_or_else(|| {
            let swap = Swap::after(position, m).attacked::<S>(&LEAPS.0[m.to.index()]);
            let mut known = [None; 2];
            swap.holds(stake, |swap| free::<B>(swap, &mut known), Swap::uncover::<S>)
        })
    }
}

impl<S: Sliders, B: Between> Variant for PinsAnew<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

/// The attackers that may capture, with what is known of either side's pins.
#[inline(always)]
fn free<B: Between>(swap: &Swap<'_>, known: &mut [Option<Pinning>; 2]) -> Bitboard {
    let [straight, slanted] = LINES.0[swap.position.king(swap.side).index()];
    if (swap.own() & (straight | slanted)).is_empty() {
        return swap.own();
    }
    let find = || Pinning::of_side::<B>(swap.position, swap.side, &LINES.0);
    known[swap.side as usize].get_or_insert_with(find).free(swap)
}

lookup::conformance!(threshold, PinsAnew<lookup::Oracle, lookup::Oracle>);
