//! A measured loop over queries, ready to run on any part of them.

use crate::arena::{Copied, Table};
use crate::windows::{PARTS, Windows};
use crate::working_set::WorkingSet;
use std::ops::Range;

/// A kernel with its queries. Their type is erased.
pub struct Workload {
    /// The address of the kernel that the compiler made, not of a copy.
    pub kernel: usize,
    /// The number of queries in a part.
    pub queries: Box<dyn Fn(usize) -> usize>,
    /// Prepares a part before its queries are asked.
    pub begin: Box<dyn Fn(usize)>,
    /// Runs the kernel, or this copy of it, on these queries of a part, beside this working set.
    /// Returns the sum of the answers.
    pub run: Box<Run>,
    /// Reads these queries of a part and all they refer to, without answering.
    pub touch: Box<dyn Fn(usize, Range<usize>) -> u64>,
}

/// The type of [`Workload::run`].
pub type Run = dyn Fn(Option<Copied>, usize, Range<usize>, &WorkingSet) -> u64;

impl Workload {
    /// Runs the kernel that the compiler made, not a copy, on these queries of a part.
    #[must_use]
    pub fn sum(&self, part: usize, range: Range<usize>) -> u64 {
        (self.begin)(part);
        (self.run)(None, part, range, &WorkingSet::new(0))
    }

    /// The windows of `length` queries. Draws all queries.
    #[must_use]
    pub fn windows(&self, length: usize) -> Windows {
        Windows::new(length, std::array::from_fn::<_, PARTS, _>(&self.queries))
    }
}

impl std::fmt::Debug for Workload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workload").field("kernel", &self.kernel).finish_non_exhaustive()
    }
}

/// A function in a table of rounds, or a copy or a control of one.
#[derive(Debug)]
pub struct Contender {
    /// Its name in errors.
    pub name: String,
    /// A workload for each of its lanes, with the additions that the kernel puts between an answer
    /// and the next query.
    pub workloads: Vec<(Workload, usize)>,
    /// The statics that it reads, which move with it.
    pub tables: Vec<Table>,
    /// Bytes of all its tables, those of unknown place too.
    pub table_bytes: u64,
    /// Whether it has tables that nobody can find and read. Its queries then run once, each by
    /// itself, before they are timed.
    pub hides_tables: bool,
    /// Whether its code must stay where the compiler put it: no copy of it catches a panic.
    pub stays: bool,
    /// Its answers must have the sums of this one; `None` if it answers nothing.
    pub judge: Option<Judge>,
}

/// A workload whose sums others must equal.
#[derive(Debug)]
pub struct Judge {
    /// Tells its sums from those of other judges and other queries.
    pub name: String,
    /// It runs where the compiler put it.
    pub workload: Workload,
}

/// How the batches of a table are measured.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Tells these conditions from others, and names them in errors.
    pub name: String,
    /// The most queries in a window.
    pub window: usize,
    /// Queries at the beginning of a window that run untimed directly before the others. If there
    /// are any, batches are long, and nothing else warms them up.
    pub lead: usize,
    /// The most windows that are timed together: 1, if a window is long by any clock.
    pub most_timed: usize,
    /// The fewest and the most queries that warm a batch up.
    pub warm_up: [usize; 2],
    /// Whether a window runs until its branches are learnt.
    pub is_learnt: bool,
    /// Bytes of the working set beside the queries; `None` without one.
    pub working_set: Option<u64>,
}
