//! Compares functions: in interleaved rounds, over drawn layouts of code, tables, pages and stack, with
//! copies of themselves as a check, and with verdicts that keep their level.
//!
//! [`Comparison`] is the way in. It takes data, queries, and functions that answer them:
//!
//! ```no_run
//! use sampling::Comparison;
//! use std::time::Duration;
//!
//! # fn main() -> anyhow::Result<()> {
//! let numbers: Vec<u32> = (0..1024).map(|number| 3 * number).collect();
//! let queries = (0..1 << 20).map(|number: u32| number.wrapping_mul(0x9e37_79b1) % 3072);
//! Comparison::of("find a number", numbers, queries)
//!     .variant("binary search", |list, number| list.binary_search(&number).is_ok())
//!     .variant("contains", |list, number| list.contains(&number))
//!     .run(Duration::from_secs(4))?
//!     .print();
//! # Ok(())
//! # }
//! ```
//!
//! It prints a row a function: its time, its time by that of the first with an interval, the verdict
//! on the difference, and by how much a copy of it differs from itself. A last line tells the machine:
//! rounds, layouts, the state of the core, the clock and the seed. `examples` has two programs of this
//! kind. Functions run at one thread, one after the other, and none waits for an answer of the one
//! before.
//!
//! # What moves, and what does not
//!
//! On x86-64 Linux, each block of rounds has a layout of its own. The loop, the function, and the
//! functions of its crate that it calls lie elsewhere in it; statics that [`Comparison::reading`]
//! names lie elsewhere, in other physical pages; the stack begins elsewhere. Data on the heap stay in
//! place, for all functions alike. Elsewhere there is one layout, and the last line says so.
//!
//! # Inside
//!
//! A [lane](rounds::Lane) runs a batch in every round. The [rounds] run all lanes of a table
//! shortly one after the other, again and again, in ever new layouts. A [`Contender`] says what a lane
//! runs, and [`Conditions`] say how [`batches`] of it are measured; a program that asks more than
//! `Comparison` does uses these. The
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
