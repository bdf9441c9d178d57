//! Thresholds by captures in turn, whatever the move.
//!
//! The attackers of the square are found first, as for the value of an exchange. The two sides
//! remove their least valuable one in turn, and a number tells how much the side that has just
//! moved has above its need. The captures stop as soon as that is worth more than the piece that
//! can be lost. No list is kept.
//!
//! That test comes before each capture, and so also before the first. But the attackers are known
//! by then, unless the compiler looks for them later.
//!
//! - Lookup: two slider lookups and a load, and one or two more for each capture but a knight's; a
//!   loop over the captures. Once per position, a load for either king and an in-between for each
//!   slider on its lines, which find the pins.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; lines of 64 squares, 16
//!   bytes each, 16 cache lines; and those of the sliders and of the in-between.
//! - Source: <https://www.chessprogramming.org/Static_Exchange_Evaluation>, which tells of programs
//!   that only want to know whether a capture loses.
//!
//! Suits comparisons: it shows what `threshold-trivial-first` gains by its order alone.
//!
//! Measured: <!-- published: figures -->time by that of
//! `threshold-trivial-first+sliders-magic+between-rectangular` on `searches`, hot /
//! waiting / beside 1 MiB: 1.15 / – / – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::sliders::Sliders;
use lookup::threshold::swap::{Pinning, Stake, Swap};
use lookup::threshold::{Rules, Threshold};
use lookup::{Base, Bitboard, CacheAligned, Identity, Leaps, Move, Position, Table, Variant};

/// Captures in turn, with x-rays by `S`; pins by `B`.
#[derive(Clone, Copy, Debug)]
pub struct Balance<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Threshold for Balance<S, B> {
    const RULES: Rules = Rules::WithPins;
    type Prepared = Pinning;

    #[inline]
    fn prepare(position: &Position) -> Pinning {
        Pinning::of::<B>(position, &LINES.0)
    }

    #[inline]
    fn see_ge(position: &Position, pinning: &Pinning, m: Move, threshold: i8) -> bool {
        let swap = Swap::after(position, m).attacked::<S>(&LEAPS.0[m.to.index()]);
        let stake = Stake::of(position, m, threshold);
        stake.margin >= 0 && swap.holds(stake, |swap| pinning.free(swap), Swap::uncover::<S>)
    }
}

impl<S: Sliders, B: Between> Variant for Balance<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

lookup::conformance!(threshold, Balance<lookup::Oracle, lookup::Oracle>);
