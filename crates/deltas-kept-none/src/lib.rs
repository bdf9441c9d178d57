//! Relations that change with a move, from the positions before and after it alone.
//!
//! Nothing is kept, so unmaking a move costs nothing. Making one asks another variant, which
//! finds the changes from two positions.
//!
//! - Map: none.
//! - Lookup: that of the other variant for a move that is made.
//! - Tables: those of the other variant.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#On_the_Fly>.
//!
//! Suits networks of threats of any kind. Over `deltas-byte-board-vbmi` it is faster on some
//! processors than over `deltas-sliders` with magics. Nothing here beats it: `deltas-kept-maps` is
//! far slower.
//!
//! Measured: <!-- published: figures -->cycles on `middlegame`, hot / waiting: 99.13 /
//! – on Zen 4; 101.50 / – on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::deltas::{Changes, Deltas};
use lookup::deltas_kept::DeltasKept;
use lookup::{Base, Identity, Move, Position, Table, Variant};

/// `D` for every move that is made.
#[derive(Clone, Copy, Debug)]
pub struct FromPositions<D>(PhantomData<D>);

impl<D: Deltas> DeltasKept for FromPositions<D> {
    #[inline]
    fn of(_: &Position) -> Self {
        FromPositions(PhantomData)
    }

    #[inline]
    fn make(&mut self, before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        D::list(before, m, after, changes);
    }

    #[inline]
    fn unmake(&mut self, _: &Position, _: Move, _: &Position) {}
}

impl<D: Deltas> Variant for FromPositions<D> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = Base::all::<D>();
}

lookup::conformance!(deltas_kept, FromPositions<lookup::Oracle>);
