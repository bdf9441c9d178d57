//! The questions, one module each: the query, its streams, how a kernel uses an answer, the
//! null contender, and everything that answers. A new variant is a line here and a line in
//! this package's manifest.
//!
//! Long answers are not inlined: engines call functions for them, and 44 of them inlined into
//! every turn of every kernel took the compiler a quarter of an hour. The null contender costs
//! a call too.

use crate::entry::Account;
use crate::kernel::Answer;
use crate::streams::{Query, Source};
use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};
use records::Rate;
use std::cell::Cell;
use std::marker::PhantomData;

pub mod attacked;
pub mod attackers;
pub mod between;
pub mod between_batch;
pub mod checks;
pub mod distance;
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

/// How often `A` asks the sliders that it [counts](Counting), on part 0 of each
/// stream.
fn slider_lookups<A: Answer<Q>, Q: Query>(sources: &[Source<Q>]) -> Account {
    let per_query = |source: &Source<Q>| {
        let stream = (source.draw)(0);
        LOOKUPS.set(0);
        for &query in &stream.queries {
            A::answer(query, &stream.dataset);
        }
        let queries = stream.queries.len();
        // A stream is empty if none of the user's positions asks its question.
        let per_query = (queries > 0).then(|| f64::from(LOOKUPS.get()) / queries as f64);
        Rate { stream: source.name.to_owned(), per_query }
    };
    let slider_lookups = sources.iter().map(per_query).collect();
    Account { slider_lookups, ..Account::default() }
}
