//! Sampling: times contenders in interleaved rounds and says what the rounds allow to be
//! said.
//!
//! A [lane](rounds::Lane) is something that runs a batch in every round. The [rounds] run all
//! lanes of a table shortly one after the other, again and again, in ever new layouts of
//! code and tables; the [gate] sorts the rounds by how quiet the core was; [statistics] and
//! [verdict] make figures and verdicts of them. Sampling sees the machine through a [`Host`]
//! and what it measures through [`Lanes`], so that tests can play any of both: [`hardware`]
//! and [`clock`] are the real machine.
//!
//! METHOD.md says what each step is good for and what was seen that made it necessary.

pub mod statistics;
pub mod hardware;
pub mod arena;
pub mod stack;
pub mod clock;
pub mod host;
pub mod gate;
pub mod rounds;
pub mod verdict;

pub use clock::{Clock, Scale};
pub use gate::Gate;
pub use host::{Host, ThisHost};
pub use rounds::{Budget, Counted, Lane, Lanes, Samples, TRIES, Turn, sample};
pub use verdict::{Roles, Verdicts};
