//! The bench package: measures every variant the same way and writes down what it saw.
//!
//! `studies` has what is asked and everything that answers. The [`meters`] measure what an
//! [`invocation`] chooses of it, and `records` keeps what they saw. `report` makes pages of
//! records alone.
//!
//! The bench targets are thin: `cycles` hands the kernels to criterion, `duel` samples them
//! in interleaved rounds, `instructions` counts by Callgrind, and `report` renders what the
//! others left behind.

pub mod output;
pub mod builds;
pub mod machine;
pub mod terminal;
pub mod plan;
pub mod invocation;
pub mod meters;
