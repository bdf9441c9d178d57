//! What the duel measures on: this machine, or one that a test plays.

use crate::meters::lineup::{Circumstance, Lineup};
use anyhow::Result;
use records::{Caches, Unit};
use sampling::{Host, Lanes};
use studies::entry::Contender;

/// A machine and what runs on it.
pub trait Rig {
    /// The machine as sampling sees it.
    fn host(&self) -> &dyn Host;

    /// What its times are in.
    fn unit(&self) -> Unit;

    /// Its clock's step, in that unit.
    fn resolution(&self) -> f64;

    /// The sizes of its caches.
    fn caches(&self) -> Caches;

    /// Why all rounds are in one layout of code and tables; nothing where they are not.
    fn one_layout(&self) -> Option<&str>;

    /// How many branches a variant's lookup has; nothing where this is unknown.
    fn branches(&self, contender: &Contender) -> Option<usize>;

    /// What runs in each round of a table.
    ///
    /// # Errors
    /// If this can't be measured here, and why.
    fn lanes<'b>(
        &'b self,
        lineup: &'b Lineup<'b>,
        circumstance: Circumstance,
    ) -> Result<Box<dyn Lanes + 'b>>;

    /// Chains of known latency, a lane each.
    fn chains(&self) -> Box<dyn Lanes + '_>;
}
