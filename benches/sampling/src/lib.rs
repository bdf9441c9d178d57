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
//! rounds, layouts, the state of the core, the clock and the seed. `examples` has three programs of this
//! kind. Functions run on one thread, one after the other, and none waits for an answer of the one
//! before.
//!
//! # Before and after
//!
//! Cargo builds a package twice if a manifest names it twice. So one program compares a function at a
//! commit with that of the working tree, or of two versions of a dependency:
//!
//! ```toml
//! [dependencies]
//! before = { package = "mine", git = "https://example.org/mine", rev = "1a2b3c4" }
//! now = { package = "mine", path = "../mine" }
//! ```
//!
//! The functions are `before::find` and `now::find`; `.calling("mine")` moves what they call, of both.
//! Each brings its own dependencies, and each its own types: make the data of both, as
//! `examples/versions.rs` does. Packages of one version whose sources are both paths have no room in one
//! lock file: give one another version. [`versions`] compares loops that packages made themselves.
//!
//! # What moves, and what does not
//!
//! On x86-64 Linux, each block of rounds has a layout of its own. The loop, the function, and the
//! functions of its crate that it calls lie elsewhere in it; statics that [`Comparison::reading`]
//! names lie elsewhere, in other physical pages; the stack begins elsewhere. Data on the heap stay in
//! place, for all functions alike. Elsewhere there is one layout, and the last line says so.
//!
//! # Beside criterion, divan and tango-bench
//!
//! Two ways to find a number in the list above, by a binary search and by a partition point, in five
//! processes each. The others asked the first 2048 of the numbers again and again, this library asked
//! windows of all. The machine was a guest of two cores that compiled
//! meanwhile, which is when a figure lies most.
//!
//! | | one process takes | it says | the second's time by the first's, in five processes |
//! |---|---|---|---|
//! | criterion 0.8 | 16 s | an interval a function | 0.97, 1.10, 1.03, 0.71, 0.75; where intervals do not meet, they say slower once and faster twice |
//! | divan 0.1 | less than a second | fastest, slowest, median, mean | 0.95, 0.92, 1.24, 0.96, 0.86, by medians |
//! | tango-bench 0.7 | 5 s | the difference, and a mark if it is sure of it | 0.82 (marked), 0.90, 1.00, 0.97, 1.09 |
//! | this | 4.5 s | an interval and a verdict a pair, copies, the machine | 0.933, 0.937, 0.909, 0.915, 0.913: faster in all five |
//! | this, in one layout | 4.5 s | the same | 0.909, 0.940, 0.913, 0.921, 0.910 |
//!
//! - *Interleaving* makes the difference here. Criterion and divan run one function after the other, and
//!   whatever else the machine does in between is taken for a property of the function. tango-bench
//!   takes turns between two builds of one function; this does between functions of one build, in
//!   batches of microseconds, and prefers rounds in which the core was quiet.
//! - *Layouts* made none for these two, which are short and share a list. In functions of a few cycles
//!   they do: METHOD.md has the figures.
//! - *Copies* show what is left. They are the same function elsewhere, so their ratio should be 1. Here
//!   it was within 0.2 % of 1, though the ratios of processes differ by 3 %: what a core does in one
//!   half minute, it does to a function and to its copy alike.
//! - Of forty comparisons of a function with itself under another name, two seconds each and beside the
//!   same compilers, none claimed a difference: 39 were ties, one was not resolved.
//!
//! Criterion keeps a history, and divan measures allocations; this does neither.
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

pub mod hardware;
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
mod contest;
pub mod comparison;
#[cfg(test)]
mod fixture;

pub use batches::{Batches, Runner};
pub use clock::{Clock, Scale};
pub use comparison::{Answer, Comparison};
pub use contest::{Offer, versions};
pub use figures::{drawing, statistics};
pub use gate::Gate;
pub use host::{Host, ThisHost};
pub use outcome::{Outcome, Row};
pub use rounds::{ATTEMPTS, Batch, Budget, Counted, Lane, Lanes, Samples, sample};
pub use verdict::{Roles, Verdicts};
pub use workload::{Conditions, Contender, Judge, Workload};
