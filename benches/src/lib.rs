//! The bench package: measures every variant the same way and writes down what it saw.
//!
//! Data flows one way: a [`stream`] of queries goes through a [`kernel`], which
//! is compiled once per variant of the [`catalogue`]'s [`questions`], a meter ([`clock`] or
//! [`counted`]) says what it cost, a [`record`] keeps it, and the [`report`]
//! reads records alone.
//!
//! The bench targets are thin: `cycles` hands the kernels to criterion,
//! `instructions` to Callgrind, and `report` renders what both left behind.

pub mod artefact;
pub mod catalogue;
pub mod clock;
#[cfg(unix)]
pub mod counted;
#[cfg(target_os = "linux")]
pub mod counters;
pub mod duel;
mod example;
pub mod hardware;
pub mod invocation;
pub mod kernel;
pub mod libraries;
pub mod machine;
pub mod positions;
pub mod questions;
pub mod record;
pub mod report;
pub mod rounds;
pub mod statistics;
pub mod stream;
pub mod verdict;
