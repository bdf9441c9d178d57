//! Thresholds by the value of the whole exchange.
//!
//! The attackers of the square are found, and the two sides remove their least valuable one in
//! turn until none is left that may capture. A list keeps what each capture takes. Read from its
//! end, it tells where each side should have stopped, and so what the move wins. Only then the
//! threshold is looked at.
//!
//! - Lookup: two slider lookups and a load, and one or two more for each capture but a knight's; a
//!   loop over the captures and one back. Once per position, a load for either king and an
//!   in-between for each slider on its lines, which find the pins.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; lines of 64 squares, 16
//!   bytes each, 16 cache lines; and those of the sliders and of the in-between.
//! - Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>, which knows no pins.
//!
//! Suits programs that ask for several thresholds of a move, and keep its value.
//!
//! Measured: <!-- published: figures -->time by that of
//! `threshold-trivial-first+sliders-magic+between-rectangular` on `searches`, hot /
//! waiting / beside 1 MiB: 1.26 / – / – on Zen 4. Gain in nodes per second,
//! `classical` / `network` / `threats`: -2.7 ±2.0 / -1.6 ±2.2 / -1.5 ±4.6 % on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::exchange::value;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::sliders::Sliders;
use lookup::threshold::swap::{Pinning, Stake, Swap};
use lookup::threshold::{Rules, Threshold};
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, PieceKind, Position, Table, Variant,
};

/// A list of captures, with x-rays by `S`; pins by `B`.
#[derive(Clone, Copy, Debug)]
pub struct List<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Threshold for List<S, B> {
    const RULES: Rules = Rules::WithPins;
    type Prepared = Pinning;

    #[inline]
    fn prepare(position: &Position) -> Pinning {
        Pinning::of::<B>(position, &LINES.0)
    }

    #[inline]
    fn see_ge(position: &Position, pinning: &Pinning, m: Move, threshold: i8) -> bool {
        let Stake { margin, standing } = Stake::of(position, m, threshold);
        if standing == 0 {
            return margin >= 0;
        }
        let swap = Swap::after(position, m).attacked::<S>(&LEAPS.0[m.to.index()]);
        margin - lost::<S>(swap, pinning, standing) >= 0
    }
}

impl<S: Sliders, B: Between> Variant for List<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

/// What the side to capture wins, where a piece of value `standing` is on the square.
#[inline(always)]
fn lost<S: Sliders>(mut swap: Swap<'_>, pinning: &Pinning, mut standing: i32) -> i32 {
    // Boards that no game reaches have more than 32 pieces; there are no more than squares.
    let (mut taken, mut captures) = ([0; 64], 0);
    while let Some(kind) = swap.leave(pinning.free(&swap)) {
        if kind == PieceKind::King && swap.is_guarded() {
            break;
        }
        swap.uncover::<S>(kind);
        taken[captures] = standing;
        captures += 1;
        standing = i32::from(value(kind));
        swap.side = !swap.side;
    }
    taken[..captures].iter().rfold(0, |reply: i32, taken| (taken - reply).max(0))
}

lookup::conformance!(threshold, List<lookup::Oracle, lookup::Oracle>);
