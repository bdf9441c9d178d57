//! Streams of lists that searches order.

use super::{check, same};
use crate::questions::order::{self, Ordered};
use crate::streams::Stream;
use crate::streams::recorded::searches;
use engine::choices;
use engine::lookups::With;
use lookup::order::Order;
use lookup::{Identity, Table};
use order_insertion::Insertion;
use std::cell::RefCell;
use std::collections::BTreeSet;

pub(super) fn order() {
    check(
        order::STREAMS,
        &[
            (
                "searches",
                "lists of captures and of quiet moves from searches of 1024 nodes of 16 positions \
                    of games, each asked for as many moves as the search took",
                |part, stream| asked(part, stream, |_| true),
            ),
            ("captures", "of these lists, those of captures", |part, stream| {
                asked(part, stream, |limit| limit == 0);
            }),
            ("quiets", "of these lists, those of quiet moves", |part, stream| {
                asked(part, stream, |limit| limit == 0x8000_ffff);
            }),
        ],
    );
}

/// The entries of lists with their limits, as a search prepares them, and the answers.
#[derive(Debug, Default)]
struct Heard {
    prepared: Vec<(Vec<u32>, u32)>,
    answers: Vec<Option<u32>>,
}

thread_local! {
    static HEARD: RefCell<Heard> = RefCell::default();
}

/// Hears what is asked, of any list.
#[derive(Clone, Copy, Debug)]
enum Listening {}

impl lookup::Variant for Listening {
    const IDENTITY: Identity = Insertion::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl Order for Listening {
    fn prepare(entries: &mut [u32], limit: u32) -> usize {
        HEARD.with_borrow_mut(|heard| heard.prepared.push((entries.to_vec(), limit)));
        Insertion::prepare(entries, limit)
    }

    /// Keeps no answer of lists that are not prepared.
    fn next(rest: &mut [u32], sorted: &mut usize) -> Option<u32> {
        let found = Insertion::next(rest, sorted);
        if *sorted > 0 {
            HEARD.with_borrow_mut(|heard| heard.answers.push(found));
        }
        found
    }
}

/// Lists are those that the same searches prepare with another variant, in their order. All that
/// these took are taken from one list or another, as often.
fn asked(part: usize, stream: &Stream<Ordered>, fits: fn(u32) -> bool) {
    HEARD.take();
    let nodes = searches::<With<choices::Base, lookup::order::Question, Listening>>(part, 1024);
    // A search may end before it has as many.
    assert!((8 * 1024..=16 * 1024).contains(&nodes), "{nodes}");
    let Heard { prepared, mut answers } = HEARD.take();
    let lists = &stream.dataset;
    let of = |number: u32| {
        let list = lists.lists[number as usize];
        let entries = &lists.entries[list.first as usize..][..usize::from(list.length)];
        (entries, list)
    };
    same(
        stream.queries.iter().map(|query| of(query.list)).map(|it| (it.0.to_vec(), it.1.limit)),
        prepared.iter().filter(|(_, limit)| fits(*limit)).cloned(),
    );
    let mut taken = Vec::new();
    for (entries, list) in (0..lists.lists.len() as u32).map(of) {
        assert!(usize::from(list.asked) <= entries.len() + 1, "{list:?}");
        assert_eq!(entries.iter().collect::<BTreeSet<_>>().len(), entries.len());
        let mut sorted = entries.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        taken.extend((0..usize::from(list.asked)).map(|number| sorted.get(number).copied()));
    }
    taken.sort_unstable();
    answers.sort_unstable();
    same(taken, answers);
}
