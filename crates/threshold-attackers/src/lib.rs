//! Thresholds by captures in turn, over any variant that finds attackers.
//!
//! The other variant gives the attackers of the square as they are before the move, be it from
//! tables or from a board of bytes. Sliders on the lines of the square that it did not name are
//! hidden behind others. Each time a piece has left, a hidden slider joins if nothing is left in
//! between, so no slider is ever looked up again.
//!
//! The rest is as in `threshold-trivial-first`: moves that no reply can change are told by two
//! values, the pins are found once for a position, and the exchange ends as soon as a side has
//! enough.
//!
//! - Lookup: two loads from the board; for most moves that leaves open, the attackers, a load, and
//!   an in-between for each hidden slider, again for each capture but a knight's. Once per
//!   position, a load for either king and an in-between for each slider on its lines.
//! - Tables: lines of 64 squares, 16 bytes each, 16 cache lines; and those of the attackers and of
//!   the in-between.
//! - Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm> for the captures; finding
//!   hidden sliders by in-between squares is the project's.
//!
//! Suits programs whose attackers are fast where sliders are not, as on a board of bytes.
//!
//! Measured: <!-- published: figures -->time by that of
//! `threshold-trivial-first+sliders-magic+between-rectangular` on `searches`, hot /
//! waiting / beside 1 MiB: 1.16 / – / – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::{self, Attackers};
use lookup::between::Between;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::threshold::swap::{Pinning, Stake, Swap};
use lookup::threshold::{Rules, Threshold};
use lookup::{Base, Bitboard, CacheAligned, Identity, Move, PieceKind, Position, Table, Variant};

/// Two values, then captures by attackers that `A` finds and `B` behind them; pins by `B`.
#[derive(Clone, Copy, Debug)]
pub struct ByAttackers<A, B>(PhantomData<(A, B)>);

impl<A: Attackers, B: Between> Threshold for ByAttackers<A, B> {
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
            let mut swap = Swap::after(position, m);
            swap.attackers = A::attackers_to(position, m.to) & swap.occupied;
            uncover::<B>(&mut swap);
            let behind = |swap: &mut Swap<'_>, kind| {
                if kind != PieceKind::Knight {
                    uncover::<B>(swap);
                }
            };
            swap.holds(stake, |swap| pinning.free(swap), behind)
        })
    }
}

impl<A: Attackers, B: Between> Variant for ByAttackers<A, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
    const BASES: &'static [Base] = Base::both::<A, B>();
}

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

/// Adds the sliders on the lines of the square that nothing hides any more.
#[inline(always)]
fn uncover<B: Between>(swap: &mut Swap<'_>) {
    let [straight, slanted] = LINES.0[swap.square.index()];
    let sliders = attackers::sliders(swap.position, straight, slanted);
    let hidden = sliders & swap.occupied & !swap.attackers;
    for slider in hidden.squares() {
        if (B::between(swap.square, slider) & swap.occupied).is_empty() {
            swap.attackers = swap.attackers | slider.bitboard();
        }
    }
}

lookup::conformance!(threshold, ByAttackers<lookup::Oracle, lookup::Oracle>);
