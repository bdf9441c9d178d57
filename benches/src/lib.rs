//! The bench package: measures every variant the same way and writes down what it saw.
//!
//! Data flows one way, in the order of the modules: [`streams`] of queries go through a
//! [`kernel`], which is compiled once per contender ([`entry`]) of each [`study`]; the
//! [`questions`] say what is asked and everything that answers, and [`list`] which there
//! are. The [`meters`] measure what an [`invocation`] chooses, and `records` keeps what they
//! saw. `report` makes pages of records alone.
//!
//! The bench targets are thin: `cycles` hands the kernels to criterion, `duel` samples them
//! in interleaved rounds, `instructions` counts by Callgrind, and `report` renders what the
//! others left behind.
#![cfg_attr(not(feature = "all"), allow(dead_code, reason = "what only the other studies need"))]

pub mod output;
pub mod builds;
pub mod machine;
pub mod streams;
pub mod kernel;
pub mod artefact;
pub mod layout;
mod example;
pub mod entry;
pub mod study;
pub mod libraries;
pub mod questions;
pub mod list;
pub mod invocation;
pub mod meters;
pub mod joined;
