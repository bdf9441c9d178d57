//! Sampling: times arms in interleaved rounds and says what the rounds allow to be said.
//!
//! An [arm](rounds::Arm) is something that takes time. The [rounds] run all arms of
//! a table shortly one after the other, again and again; the [gate] sorts the rounds
//! by how quiet the core was; [statistics] and [verdict] make figures and verdicts of them.
//! What they know of the machine goes through a [`Host`], so that tests can play any
//! machine: [`hardware`] and [`clock`] are the real one.
//!
//! METHOD.md says what each step is good for and what was seen that made it necessary.

pub mod hardware;
pub mod clock;
pub mod host;
pub mod statistics;
pub mod gate;
pub mod rounds;
pub mod verdict;

pub use clock::{Clock, Scale};
pub use gate::Gate;
pub use host::{Host, ThisHost};
pub use rounds::{Arm, Budget, Counted, Samples, sample};
pub use verdict::{Roles, Verdicts};
