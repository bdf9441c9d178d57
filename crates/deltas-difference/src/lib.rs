//! Relations that change with a move, by looking up the attacks of every piece twice.
//!
//! For each piece, its attacks on other pieces before the move and those after it are two
//! sets. What only one of them holds has changed, and so has every attack on or from a square
//! of the move. Nothing has to be known of lines that open and close. In return it asks about
//! all pieces, most of which see nothing of the move.
//!
//! - Lookup: for every piece two lookups of its attacks, and two sets to be looped over.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#On_the_Fly>.
//!
//! Suits tests of other variants, for it needs to know nothing of lines. Loses to `deltas-sliders`
//! over the same magics, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of
//! `deltas-sliders+sliders-magic+raypass-rectangular` on `games`, hot / waiting /
//! beside 1 MiB: 3.84 / – / – on Zen 4; 2.97 / – / 2.50 on Golden Cove; 3.42 / – /
//! 3.28 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::attacks_from;
use lookup::deltas::{self, Changes, Deltas, Relation};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, Position, Square, Table, Variant,
};

/// `S` for each slider, before and after.
#[derive(Clone, Copy, Debug)]
pub struct Difference<S>(PhantomData<S>);

impl<S: Sliders> Deltas for Difference<S> {
    #[inline]
    fn list(before: &Position, _: Move, after: &Position, changes: &mut Changes) {
        let changed = deltas::changed(before, after);
        for from in (before.occupied() | after.occupied()).squares() {
            let [old, new] = [before, after].map(|position| attacked::<S>(position, from));
            let renewed = if changed.contains(from) { !Bitboard::EMPTY } else { changed };
            for to in (old & (!new | renewed)).squares() {
                changes.vanished.push(Relation::of(before, from, to));
            }
            for to in (new & (!old | renewed)).squares() {
                changes.appeared.push(Relation::of(after, from, to));
            }
        }
    }
}

impl<S: Sliders> Variant for Difference<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The pieces that the piece on a square attacks; none if there is no piece.
#[inline(always)]
fn attacked<S: Sliders>(position: &Position, square: Square) -> Bitboard {
    attacks_from::<S>(position, square, &LEAPS.0) & position.occupied()
}

lookup::conformance!(deltas, Difference<lookup::Oracle>);
