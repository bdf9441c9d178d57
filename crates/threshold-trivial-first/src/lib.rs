//! Thresholds by captures in turn, after the moves that no reply can change.
//!
//! A move that does not win enough even if nobody replies never does. One that wins enough even if
//! its piece is lost for nothing always does. Both are told by two values from the board. Only for
//! the other moves the attackers of the square are found.
//!
//! The two sides then remove their least valuable one in turn. A number tells how much the side
//! that has just moved has above its need. It changes sign with each capture, and as soon as it is
//! worth more than the piece that can be lost, the exchange ends. No list is kept.
//!
//! The pins are found once for a position: from the enemy sliders on the empty lines of either
//! king that have a single piece before them.
//!
//! - Lookup: two loads from the board; for most moves that leaves open, two slider lookups and a
//!   load, and one or two more for each capture but a knight's. Once per position, a load for
//!   either king and an in-between for each slider on its lines.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; lines of 64 squares, 16
//!   bytes each, 16 cache lines; and those of the sliders and of the in-between.
//! - Source: Stockfish 16, `Position::see_ge` in
//!   <https://github.com/official-stockfish/Stockfish/blob/sf_16/src/position.cpp>.
//!
//! Suits engines that know the pins of a node anyway, as most do.
//!
//! Measured: <!-- published: figures -->cycles on `searches`, hot / waiting: 83.83 / –
//! on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::sliders::Sliders;
use lookup::threshold::swap::{Pinning, Stake, Swap};
use lookup::threshold::{Rules, Threshold};
use lookup::{Base, Bitboard, CacheAligned, Identity, Leaps, Move, Position, Table, Variant};

/// Two values, then captures with x-rays by `S`; pins by `B`.
#[derive(Clone, Copy, Debug)]
pub struct TrivialFirst<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Threshold for TrivialFirst<S, B> {
    const RULES: Rules = Rules::WithPins;
    type Prepared = Pinning;

    #[inline]
    fn prepare(position: &Position) -> Pinning {
        Pinning::of::<B>(position, &LINES.0)
    }

    #[inline]
    fn see_ge(position: &Position, pinning: &Pinning, m: Move, threshold: i8) -> bool {
        let stake = Stake::of(position, m, threshold);
        stake.decided().unwrap_or_else(|| {
            let swap = Swap::after(position, m).attacked::<S>(&LEAPS.0[m.to.index()]);
            swap.holds(stake, |swap| pinning.free(swap), Swap::uncover::<S>)
        })
    }
}

impl<S: Sliders, B: Between> Variant for TrivialFirst<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

lookup::conformance!(threshold, TrivialFirst<lookup::Oracle, lookup::Oracle>);
