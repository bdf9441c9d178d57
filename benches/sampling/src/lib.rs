//! Sampling: times variants in interleaved rounds and draws the conclusions that these allow.
//!
//! A [lane](rounds::Lane) runs a batch in every round. The [rounds] run all lanes of a table
//! shortly one after the other, again and again, in ever new layouts of code and tables. The
//! [gate] sorts the rounds by how quiet the core was. [statistics] and [verdict] turn them into
//! figures and verdicts. Sampling sees the machine through a [`Host`] and what it times through
//! [`Lanes`], so tests can play both; [`hardware`] and [`clock`] are the real machine.
//!
//! METHOD.md gives the purpose of each step and the observation that made it necessary.

pub mod statistics;
pub mod hardware;
pub mod drawing;
pub mod arena;
pub mod artefact;
pub mod layout;
pub mod working_set;
pub mod stack;
pub mod clock;
pub mod host;
pub mod gate;
pub mod rounds;
pub mod windows;
pub mod verdict;
pub mod workload;
pub mod batches;
pub mod outcome;
pub mod comparison;
#[cfg(test)]
mod fixture;

pub use batches::{Batches, Runner};
pub use clock::{Clock, Scale};
pub use comparison::{Answer, Comparison};
pub use gate::Gate;
pub use host::{Host, ThisHost};
pub use outcome::{Outcome, Row};
pub use rounds::{ATTEMPTS, Batch, Budget, Counted, Lane, Lanes, Samples, sample};
pub use verdict::{Roles, Verdicts};
pub use workload::{Conditions, Contender, Judge, Workload};
