//! The moves that searches weigh by static exchange, with the positions.
//!
//! A choice of lookups that writes down what it is asked searches positions of games. A node asks
//! whether each capture that it takes from its list loses nothing, and at a small depth whether a
//! quiet move loses no more than a margin. Between two moves of a node, its children ask about theirs.

use super::THINGS;
use super::recorded::{ROOTS, searches};
use engine::lookups::With;
use engine::{Lookups, choices};
use lookup::threshold::{self, Rules, Threshold};
use lookup::{Identity, Move, Position, Table};
use std::cell::RefCell;

/// The nodes of a search: enough for a stream in which no window comes again soon, and few enough that
/// queries can number all positions that are asked about.
const NODES: u64 = 640;

/// Positions, and the moves that were asked about: the number of the position, the move, and what it
/// must win.
#[derive(Debug, Default)]
pub(crate) struct Weighed {
    pub(crate) positions: Vec<Position>,
    pub(crate) moves: Vec<(usize, Move, i8)>,
}

thread_local! {
    static LOG: RefCell<Weighed> = RefCell::default();
}

type Base = <choices::Base as Lookups>::Threshold;

/// Answers as the base does, and writes down what it is asked.
#[derive(Clone, Copy, Debug)]
enum Recording {}

impl lookup::Variant for Recording {
    const IDENTITY: Identity = <Base as lookup::Variant>::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl Threshold for Recording {
    const RULES: Rules = Base::RULES;
    /// With the number of the position.
    type Prepared = (usize, <Base as Threshold>::Prepared);

    fn prepare(position: &Position) -> Self::Prepared {
        let number = LOG.with_borrow_mut(|log| {
            log.positions.push(*position);
            log.positions.len() - 1
        });
        (number, Base::prepare(position))
    }

    fn see_ge(position: &Position, prepared: &Self::Prepared, m: Move, threshold: i8) -> bool {
        let (number, prepared) = prepared;
        LOG.with_borrow_mut(|log| log.moves.push((*number, m, threshold)));
        Base::see_ge(position, prepared, m, threshold)
    }
}

/// What the searches of a part ask, in their order, of as many positions as queries can number.
pub(crate) fn weighed(part: usize) -> Weighed {
    LOG.take();
    let nodes = searches::<With<choices::Base, threshold::Question, Recording>>(part, NODES);
    debug_assert!(nodes <= ROOTS as u64 * NODES);
    let Weighed { mut positions, mut moves } = LOG.take();
    positions.truncate(THINGS);
    moves.retain(|(number, ..)| *number < THINGS);
    Weighed { positions, moves }
}
