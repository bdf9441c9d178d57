//! The duel's machine: this one, or a simulated one in tests.

use crate::meters::lineup::{Circumstance, Lineup};
use anyhow::Result;
use records::{Caches, Unit};
use sampling::{Host, Lanes};
use studies::entry::Contender;

/// A machine and what runs on it.
pub trait Rig {
    /// The machine as sampling sees it.
    fn host(&self) -> &dyn Host;

    /// The unit of its times.
    fn unit(&self) -> Unit;

    /// Its clock's step, in that unit.
    fn resolution(&self) -> f64;

    /// The sizes of its caches.
    fn caches(&self) -> Caches;

    /// Decides everything that is drawn at random: layouts, and the order of lanes and queries.
    fn seed(&self) -> u64;

    /// Why all rounds share one layout of code and tables; `None` if they do not.
    fn one_layout(&self) -> Option<&str>;

    /// Why physical pages have the order of the program's start; `None` if layouts draw them.
    fn one_draw_of_pages(&self) -> Option<&str>;

    /// The number of branches in a variant's lookup; `None` if unknown.
    fn branches(&self, contender: &Contender) -> Option<usize>;

    /// The lanes that run in each round of a table.
    ///
    /// # Errors
    /// If the table can't be measured here, with the reason.
    fn lanes<'b>(
        &'b self,
        lineup: &'b Lineup<'b>,
        circumstance: Circumstance,
    ) -> Result<Box<dyn Lanes + 'b>>;

    /// Chains of known latency, one per lane.
    fn chains(&self) -> Box<dyn Lanes + '_>;
}
