//! The bench package: measures every variant the same way and records the results.
//!
//! `questions` has the questions and everything that answers them. The [`meters`] measure what an
//! [`invocation`] chooses, and `records` keeps the results. `report` makes pages from records
//! alone.
//!
//! The bench targets are thin: `cycles` hands the kernels to criterion, `duel` samples them in
//! interleaved rounds, `instructions` counts with Callgrind, and `report` renders the others'
//! results.

pub mod output;
pub mod builds;
pub mod terminal;
pub mod machine;
pub mod plan;
pub mod invocation;
pub mod meters;
mod against;
pub mod times;
