//! The lists that searches order, with the number of moves that they take.
//!
//! A choice of lookups whose order of moves writes down what it is asked searches positions of
//! games. A search leaves a list while it searches a move, and comes back to it. It keeps what the
//! preparation returned, so the number of the list is returned there.
//!
//! The lists of the first 8 parts, in means and shares:
//!
//! | list | entries | over 16 | above the limit | asked for | up to 2 asked for | all |
//! |---|---|---|---|---|---|---|
//! | captures | 3.6 | 0 % | 3.6 | 3.2 | 37 % | 61 % |
//! | quiet moves | 19.3 | 56 % | 1.5 | 5.6 | 20 % | 25 % |
//!
//! An exhausted list is asked once more. A list of one entry or none is not prepared, and is
//! left out.

use super::game_positions;
use engine::choices;
use engine::lookups::With;
use engine::{Board, Limits, Memory, Profile, search};
use lookup::order::{self, Order};
use lookup::{Identity, Table};
use order_selection::Selection;
use std::cell::RefCell;
use std::rc::Rc;

/// The positions of a part that searches begin from.
pub(super) const ROOTS: usize = 16;

/// The nodes of a search.
const NODES: u64 = 1024;

/// A list of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct List {
    /// The place of its first entry.
    pub(crate) first: u32,
    /// The number of its entries.
    pub(crate) length: u16,
    /// How often the search asked for the next one.
    pub(crate) asked: u16,
    /// Few entries up to this were expected to be asked for.
    pub(crate) limit: u32,
}

/// Lists with their entries.
pub(crate) type Recorded = (Rc<[List]>, Rc<[u32]>);

thread_local! {
    static LOG: RefCell<Log> = RefCell::default();
}

#[derive(Debug, Default)]
struct Log {
    lists: Vec<List>,
    entries: Vec<u32>,
}

impl Log {
    /// Writes down a list. Returns how many there are, this one included.
    fn prepare(&mut self, entries: &[u32], limit: u32) -> usize {
        let (first, length) = (self.entries.len() as u32, entries.len() as u16);
        self.lists.push(List { first, length, asked: 0, limit });
        self.entries.extend(entries);
        self.lists.len()
    }

    /// Lists that are not prepared have no number.
    fn next(&mut self, number: usize) {
        if let Some(list) = number.checked_sub(1) {
            self.lists[list].asked += 1;
        }
    }
}

/// Compares all entries that are left, and writes down what it is asked.
#[derive(Clone, Copy, Debug)]
enum Recording {}

impl lookup::Variant for Recording {
    const IDENTITY: Identity = Selection::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl Order for Recording {
    fn prepare(entries: &mut [u32], limit: u32) -> usize {
        LOG.with_borrow_mut(|log| log.prepare(entries, limit))
    }

    fn next(rest: &mut [u32], number: &mut usize) -> Option<u32> {
        LOG.with_borrow_mut(|log| log.next(*number));
        Selection::next(rest, &mut 0)
    }
}

/// The lists of the searches of a part, in the order in which they are made.
pub(crate) fn recorded(part: usize) -> Recorded {
    LOG.take();
    let nodes = searches::<With<choices::Base, order::Question, Recording>>(part, NODES);
    debug_assert!(nodes <= ROOTS as u64 * NODES);
    let Log { lists, entries, .. } = LOG.take();
    (lists.into(), entries.into())
}

/// Searches positions of a part, far from each other, for this many nodes each. Returns the number of nodes.
pub(crate) fn searches<L: engine::Lookups>(part: usize, nodes: u64) -> u64 {
    let mut memory = Memory::new(1, Profile::Material);
    let positions = game_positions(part);
    let searched = positions.iter().step_by(positions.len() / ROOTS).map(|known| {
        memory.clear();
        let board = Board::new(known.position, 0);
        search::<L>(&mut memory, &board, &[], &Limits::nodes(nodes)).nodes
    });
    searched.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of the table above: means, and shares in hundredths.
    fn row(name: &str, of: &[(List, usize)]) -> String {
        let count = of.len() as f64;
        let mean = |of_list: fn(&(List, usize)) -> usize| {
            of.iter().map(of_list).sum::<usize>() as f64 / count
        };
        let entries = mean(|it| it.0.length.into());
        let (above, asked) = (mean(|it| it.1), mean(|it| it.0.asked.into()));
        let share = |holds: fn(&List) -> bool| {
            100.0 * of.iter().filter(|it| holds(&it.0)).count() as f64 / count
        };
        let long = share(|list| list.length > 16);
        let [few, all] = [share(|list| list.asked < 3), share(|list| list.asked > list.length)];
        let shares = format!("{asked:.1} | {few:.0} % | {all:.0} % |");
        format!("{name} | {entries:.1} | {long:.0} % | {above:.1} | {shares}")
    }

    #[test]
    fn lists_are_as_long_as_is_told_and_are_asked_for_as_much() {
        let mut kinds = [Vec::new(), Vec::new()];
        for (lists, entries) in (0..8).map(recorded) {
            for list in lists.iter() {
                let own = &entries[list.first as usize..][..usize::from(list.length)];
                let above = own.iter().filter(|&&entry| entry > list.limit).count();
                kinds[usize::from(list.limit > 0)].push((*list, above));
            }
        }
        let text = include_str!("recorded.rs");
        let rows = [row("captures", &kinds[0]), row("quiet moves", &kinds[1])];
        assert!(rows.iter().all(|row| text.contains(row)), "{rows:#?}");
    }
}
