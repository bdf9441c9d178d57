//! Which move comes next?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::recorded::{List, recorded};
use crate::streams::{Query, Source, Stream, Streams};
use crate::variant::Variant;
use lookup::order::{self, Order};
use sampling::hardware::register;
use std::cell::RefCell;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "order",
        "Order of moves",
        "Which move comes next?",
        Policy { window: 512, ..Policy::HEAVY },
        s,
        vec![
            order::<order_selection::Selection>(s).short("best of the rest"),
            order::<order_insertion::Insertion>(s),
            order::<order_insertion_partial::Partial>(s).short("insertion above a limit"),
            order::<order_avx2::Avx2>(s).short("insertion in AVX2"),
            order::<order_avx512::Avx512>(s).short("expansion in AVX-512"),
            order::<order_minmax::Minmax>(s).short("minima and maxima"),
            order::<order_ranks::Ranks>(s).short("counted in AVX-512"),
        ],
    )
}

fn order<V: Order + 'static>(streams: &Streams<Ordered>) -> Variant {
    Variant::plain::<order::Question, V, _>(
        streams,
        first_two::<V> as fn(&mut [u32], u32) -> [Option<u32>; 2] as usize,
    )
}

/// The first two moves of a list, as a search of few moves takes them.
fn first_two<V: Order>(list: &mut [u32], limit: u32) -> [Option<u32>; 2] {
    let mut sorted = V::prepare(list, limit);
    let first = V::next(list, &mut sorted);
    [first, list.get_mut(1..).and_then(|rest| V::next(rest, &mut sorted))]
}

/// Which moves of a list come one after the other, for as long as a search asked?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Ordered {
    /// The number of the list, which the latency kernel delays.
    pub(crate) list: u32,
}

impl Query for Ordered {
    type Dataset = Lists;

    #[inline(always)]
    fn after(self, delay: u64) -> Ordered {
        Ordered { list: self.list ^ delay as u32 }
    }
}

/// The lists of searches.
#[derive(Debug)]
pub(crate) struct Lists {
    pub(super) lists: Rc<[List]>,
    pub(super) entries: Rc<[u32]>,
    /// The list in work, as a program has it.
    work: RefCell<Vec<u32>>,
}

impl Lists {
    /// Copies a list, prepares it, and takes as many moves as the search did. Returns what depends
    /// on all of them and on their order.
    #[inline(always)]
    fn taken(
        &self,
        Ordered { list }: Ordered,
        prepare: impl Fn(&mut [u32], u32) -> usize,
        next: impl Fn(&mut [u32], &mut usize) -> Option<u32>,
    ) -> u64 {
        let List { first, length, asked, limit } = self.lists[list as usize];
        let mut work = self.work.borrow_mut();
        let work = &mut work[..usize::from(length)];
        work.copy_from_slice(&self.entries[first as usize..][..usize::from(length)]);
        let mut sorted = prepare(work, limit);
        let mut sum = u64::from(length);
        for taken in 0..usize::from(asked) {
            let found = work.get_mut(taken..).and_then(|rest| next(rest, &mut sorted));
            let Some(entry) = found else { break };
            sum = sum.rotate_left(7) ^ u64::from(entry);
        }
        sum
    }
}

answers! {
    #[inline(never)]
    |query: Ordered, lists|
    V: Order => lists.taken(query, V::prepare, V::next),
    Oracle => lists.taken(query, |_, _| 0, lookup::Oracle::next),
    // Copies the list, and takes the entries as they come.
    Null => {
        let first = |rest: &mut [u32], _: &mut usize| {
            rest.first().map(|&entry| register(u64::from(entry)) as u32)
        };
        lists.taken(query, |_, limit| register(u64::from(limit)) as usize, first)
    },
}

/// The streams.
pub(super) const STREAMS: &[Source<Ordered>] = &[
    Source {
        name: "searches",
        summary: "lists of captures and of quiet moves from searches of 1024 nodes of 16 positions \
            of games, each asked for as many moves as the search took",
        draw: |part| listed(part, |_| true),
    },
    Source {
        name: "captures",
        summary: "of these lists, those of captures",
        draw: |part| listed(part, |list| list.limit == 0),
    },
    Source {
        name: "quiets",
        summary: "of these lists, those of quiet moves",
        draw: |part| listed(part, |list| list.limit > 0),
    },
];

/// Asks about the lists of a part that fit.
fn listed(part: usize, fits: fn(&List) -> bool) -> Stream<Ordered> {
    let (lists, entries) = recorded(part);
    let numbered = (0..).zip(lists.iter()).filter(|(_, list)| fits(list));
    let queries = numbered.map(|(list, _)| Ordered { list }).collect();
    let longest = lists.iter().map(|list| usize::from(list.length)).max().unwrap_or_default();
    let work = RefCell::new(vec![0; longest]);
    Stream { queries, dataset: Rc::new(Lists { lists, entries, work }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use order_selection::Selection;

    fn lists(list: List, entries: &[u32]) -> Lists {
        Lists { lists: [list].into(), entries: entries.into(), work: RefCell::new(vec![0; 9]) }
    }

    #[test]
    fn a_query_takes_as_many_moves_as_it_says() {
        let of = |asked| {
            let list = List { first: 1, length: 3, asked, limit: 0 };
            let lists = lists(list, &[99, 4, 6, 5, 99]);
            lists.taken(Ordered { list: 0 }, Selection::prepare, Selection::next)
        };
        assert_eq!(of(0), 3);
        assert_eq!(of(1), 3 << 7 ^ 6);
        assert_eq!(of(2), (3 << 7 ^ 6) << 7 ^ 5);
        // A search learns that nothing is left by asking once more.
        assert_eq!([of(3), of(4)], [((3 << 7 ^ 6) << 7 ^ 5) << 7 ^ 4; 2]);
        assert_eq!(first_two::<Selection>(&mut [4, 6, 5], 0), [Some(6), Some(5)]);
        assert_eq!(first_two::<Selection>(&mut [], 0), [None; 2]);
    }
}
