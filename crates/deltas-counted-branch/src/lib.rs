//! Counted relations that change with a move, all listed and some dropped by a branch.
//!
//! Any list of all relations will do. Where a program looks up the row of a relation, it finds
//! that the network has none for the pair, and goes on to the next. Here that is a branch for each
//! relation; `deltas-counted-after` writes each and moves on only behind those that are counted.
//!
//! - Lookup: that of all relations; for each a load, a load, a branch and perhaps a store.
//! - Tables: 16 sets of a byte, a cache line; and those of the list.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6703>, which takes this branch
//!   out.
//!
//! Suits nothing that was measured. Loses to `deltas-counted-after` over `deltas-byte-board-vbmi`,
//! in games and in a search.
//!
//! Measured: <!-- published: figures -->cycles on `games`, hot / waiting: 273.42 / – on
//! Zen 4; 342.21 / – on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::deltas::counted::{self, Counted};
use lookup::deltas::{Changes, Deltas, Relation};
use lookup::{Base, CacheAligned, Identity, Move, Position, Table, Variant};

/// A list by `D`, and a loop with a branch.
#[derive(Clone, Copy, Debug)]
pub struct ByBranch<D>(PhantomData<D>);

impl<D: Deltas> Counted for ByBranch<D> {
    #[inline]
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        D::list(before, m, after, changes);
        changes.vanished.retain_by_branch(is_counted);
        changes.appeared.retain_by_branch(is_counted);
    }
}

impl<D: Deltas> Variant for ByBranch<D> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&VICTIMS];
    const BASES: &'static [Base] = &[Base::of::<D>()];
}

/// For each attacker, a bit for each piece that is counted as its victim.
static VICTIMS: CacheAligned<[u16; 16]> = CacheAligned(counted::victims());

#[inline(always)]
fn is_counted(relation: Relation) -> bool {
    let [attacker, _, victim, _] = relation.0.to_le_bytes();
    VICTIMS.0[usize::from(attacker) % 16] >> (victim % 16) & 1 != 0
}

lookup::conformance!(deltas::counted, ByBranch<lookup::Oracle>);
