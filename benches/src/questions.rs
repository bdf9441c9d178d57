//! The questions, one module each: what is asked, the streams that ask it, what a
//! kernel does with an answer, what costs nothing beside it, and everything that
//! answers. A new variant is a line here and a line in this package's manifest.
//!
//! Where answers are long, engines call for them, and so do the kernels: inlined
//! into every turn of every placement, 44 of them took the compiler a quarter of an
//! hour. What a call costs, the null contender's does too.

use crate::catalogue::Account;
use crate::kernel::Answer;
use crate::record::quantity;
use crate::stream::{Query, Source};
use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};
use std::cell::Cell;
use std::marker::PhantomData;

pub mod attacked;
pub mod attackers;
pub mod between;
pub mod between_batch;
pub mod checks;
pub mod exchange;
pub mod legality;
pub mod maps;
pub mod node;
pub mod pins;
pub mod sliders;
pub mod targets;
pub mod xrays;

/// Sliders that count how often they are asked.
#[derive(Clone, Copy, Debug)]
struct Counting<S>(PhantomData<S>);

thread_local! {
    static LOOKUPS: Cell<u32> = const { Cell::new(0) };
}

impl<S: Sliders> Sliders for Counting<S> {
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        LOOKUPS.set(LOOKUPS.get() + 1);
        S::rook(square, occupied)
    }

    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        LOOKUPS.set(LOOKUPS.get() + 1);
        S::bishop(square, occupied)
    }
}

impl<S: Sliders> Variant for Counting<S> {
    const IDENTITY: Identity = S::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = S::TABLES;
}

/// How often `A` asks the sliders that it [counts](Counting), on each stream.
fn slider_lookups<A: Answer<Q>, Q: Query>(sources: &[Source<Q>]) -> Account {
    let per_query = |source: &Source<Q>| {
        let stream = (source.draw)();
        LOOKUPS.set(0);
        for &query in &stream.queries {
            A::answer(query, &stream.setting);
        }
        let lookups = f64::from(LOOKUPS.get()) / stream.queries.len() as f64;
        (format!("{} on {}", quantity::SLIDER_LOOKUPS, source.name), "/query", lookups)
    };
    Account { counts: sources.iter().map(per_query).collect(), ..Account::default() }
}
