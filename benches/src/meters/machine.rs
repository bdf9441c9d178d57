//! The machine as the duel sees it: this one, or a simulated one in tests.

use crate::meters::compared::Compared;
use anyhow::Result;
use questions::variant::Variant;
use records::{Caches, Setting, Unit};
use sampling::{Host, Lanes};

/// What does not change while a machine measures.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The unit of its times.
    pub unit: Unit,
    /// The sizes of its caches.
    pub caches: Caches,
    /// Decides everything that is drawn at random: layouts, and the order of lanes and queries.
    pub seed: u64,
    /// Why all rounds share one layout of code and tables; `None` if they do not.
    pub one_layout: Option<String>,
    /// Why physical pages have the order of the program's start; `None` if layouts draw them.
    pub one_draw_of_pages: Option<String>,
}

/// A machine and what runs on it.
pub trait Machine {
    /// The machine as sampling sees it.
    fn host(&self) -> &dyn Host;

    /// What is known of it.
    fn facts(&self) -> &Facts;

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

    /// The time of a step in the chain of known latency with this number.
    fn chain(&self, number: usize) -> f64;
}
