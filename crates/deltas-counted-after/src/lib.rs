//! Counted relations that change with a move, all listed and some dropped.
//!
//! Any list of all relations will do. Where a program looks up the row of a relation, it finds
//! that the network has none for the pair; so it does here, without a branch, in a second loop.
//!
//! - Lookup: that of all relations; for each a load, a load and a store.
//! - Tables: 16 sets of a byte, a cache line; and those of the list.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6522>, where rows of pairs that
//!   are left out are marked.
//!
//! Suits engines that list all relations anyway, for a network that counts some: over
//! `deltas-byte-board-vbmi` it is far faster than over `deltas-rays`. Loses to
//! `deltas-counted-vbmi`, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->cycles on `games`, hot / waiting: 221.84 / – on
//! Zen 4; 267.89 / – on Golden Cove; 221.92 / 222.48 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::deltas::counted::{self, Counted};
use lookup::deltas::{Changes, Deltas, Relation};
use lookup::{Base, CacheAligned, Identity, Move, Position, Table, Variant};

/// A list by `D`, and a loop.
#[derive(Clone, Copy, Debug)]
pub struct After<D>(PhantomData<D>);

impl<D: Deltas> Counted for After<D> {
    #[inline]
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        D::list(before, m, after, changes);
        changes.vanished.retain(is_counted);
        changes.appeared.retain(is_counted);
    }
}

impl<D: Deltas> Variant for After<D> {
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

lookup::conformance!(deltas::counted, After<lookup::Oracle>);
