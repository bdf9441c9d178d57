//! The captures that searches take from their lists, with the positions.
//!
//! A choice of lookups whose targets and order of moves write down what they are asked searches
//! positions of games. A node that generates its moves asks for targets once. Then it asks for the
//! best capture that is left, and for the next one, until a move ends it. Illegal moves are left
//! out, and so are promotions, which no exchange is asked about. A move from the hash table is
//! played before; if it is a capture, it is among those taken.

use super::recorded::{ROOTS, searches};
use engine::lookups::With;
use engine::moves::Packed;
use engine::{Lookups, choices};
use lookup::order::{self, Order};
use lookup::targets::{self, Take, Targets};
use lookup::{Identity, Move, Position, Table, movegen};
use order_selection::Selection;
use std::cell::RefCell;

/// The nodes of a search. About a third of all take captures, which is enough for a stream
/// in which no window comes again soon, and mostly fewer than queries can number.
const NODES: u64 = 640;

thread_local! {
    static LOG: RefCell<Log> = RefCell::default();
}

#[derive(Debug, Default)]
struct Log {
    /// Those that generated their moves, each with the captures taken so far.
    nodes: Vec<(Position, Vec<Packed>)>,
    /// The nodes of the lists of captures that were prepared.
    lists: Vec<usize>,
    /// Whether nothing was taken since the last node generated its moves. Captures come first.
    is_fresh: bool,
}

impl Log {
    fn generate(&mut self, position: &Position) {
        self.nodes.push((*position, Vec::new()));
        self.is_fresh = true;
    }

    /// The number of a list, for its node; quiet moves have none, and captures are not limited.
    fn prepare(&mut self, limit: u32) -> usize {
        if limit > 0 {
            return 0;
        }
        self.lists.push(self.nodes.len() - 1);
        self.lists.len()
    }

    /// A list of one capture is not prepared, but is the first that its node asks.
    fn take(&mut self, number: usize, found: Option<u32>) {
        let is_fresh = std::mem::take(&mut self.is_fresh);
        let node = match number.checked_sub(1) {
            Some(list) => self.lists[list],
            None if is_fresh => self.nodes.len() - 1,
            None => return,
        };
        self.nodes[node].1.extend(found.map(|entry| Packed(entry as u16)));
    }
}

/// Answers as the base does, and writes down what it is asked.
#[derive(Clone, Copy, Debug)]
enum Recording {}

impl lookup::Variant for Recording {
    const IDENTITY: Identity = Selection::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl Targets for Recording {
    fn for_each(position: &Position, take: impl Take) {
        LOG.with_borrow_mut(|log| log.generate(position));
        <choices::Base as Lookups>::Targets::for_each(position, take);
    }
}

impl Order for Recording {
    fn prepare(_: &mut [u32], limit: u32) -> usize {
        LOG.with_borrow_mut(|log| log.prepare(limit))
    }

    fn next(rest: &mut [u32], number: &mut usize) -> Option<u32> {
        let found = Selection::next(rest, &mut 0);
        LOG.with_borrow_mut(|log| log.take(*number, found));
        found
    }
}

type Recorded = With<With<choices::Base, targets::Question, Recording>, order::Question, Recording>;

/// The nodes of the searches of a part, in the order in which they generate their moves, with the
/// captures that they take.
pub(crate) fn captured(part: usize) -> Vec<(Position, Vec<Move>)> {
    LOG.take();
    let nodes = searches::<Recorded>(part, NODES);
    debug_assert!(nodes <= ROOTS as u64 * NODES);
    let captures = |(position, taken): (Position, Vec<Packed>)| {
        let moves = taken.into_iter().map(Packed::unpacked);
        let takes = |m: &Move| position.occupied().contains(m.to) && m.promotion.is_none();
        let legal = moves.filter(takes).filter(|&m| movegen::is_legal(&position, m)).collect();
        (position, legal)
    };
    LOG.take().nodes.into_iter().map(captures).collect()
}
