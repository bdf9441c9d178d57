//! Thresholds by captures in turn, in which pinned pieces capture too.
//!
//! This is `threshold-trivial-first` without its pins, and differs in nothing else: moves that no
//! reply can change are told by two values, and of the others the two sides remove their least
//! valuable attacker in turn until a side has enough. Nothing is prepared.
//!
//! - Lookup: two loads from the board; for most moves that leaves open, two slider lookups and a
//!   load, and one or two more for each capture but a knight's.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: Ethereal, <https://github.com/AndyGrant/Ethereal/blob/master/src/search.c>.
//!
//! Suits programs that may overlook pins: it answers some questions otherwise than
//! `threshold-trivial-first`, and shows what that pays for pins.
//!
//! Measured: <!-- published: figures -->cycles on `searches`, hot / waiting: 82.53 / –
//! on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::threshold::swap::{Stake, Swap};
use lookup::threshold::{Rules, Threshold};
use lookup::{Base, CacheAligned, Identity, Leaps, Move, Position, Table, Variant};

/// Two values, then captures with x-rays by `S`.
#[derive(Clone, Copy, Debug)]
pub struct WithoutPins<S>(PhantomData<S>);

impl<S: Sliders> Threshold for WithoutPins<S> {
    const RULES: Rules = Rules::WithoutPins;
    type Prepared = ();

    #[inline]
    fn prepare(_: &Position) {}

    #[inline]
    fn see_ge(position: &Position, (): &(), m: Move, threshold: i8) -> bool {
        let stake = Stake::of(position, m, threshold);
        stake.decided().unwrap_or_else(|| {
            let swap = Swap::after(position, m).attacked::<S>(&LEAPS.0[m.to.index()]);
            swap.holds(stake, Swap::own, Swap::uncover::<S>)
        })
    }
}

impl<S: Sliders> Variant for WithoutPins<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(threshold, WithoutPins<lookup::Oracle>);
