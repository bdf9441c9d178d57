//! The machine as the duel sees it: this one, or a simulated one in tests.

use crate::meters::compared::Compared;
use anyhow::Result;
use records::{Caches, Setting, Unit};
use sampling::{Host, Lanes};
use studies::variant::Variant;

/// A machine and what runs on it.
pub trait Machine {
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
    fn branches(&self, variant: &Variant) -> Option<usize>;

    /// The lanes that run in each round of a table's step.
    ///
    /// # Errors
    /// If it can't be measured here, with the reason.
    fn lanes<'b>(
        &'b self,
        compared: &'b Compared<'b>,
        setting: Setting<'static>,
    ) -> Result<Box<dyn Lanes + 'b>>;

    /// Chains of known latency, one per lane.
    fn chains(&self) -> Box<dyn Lanes + '_>;
}
