//! What is asked, and everything that answers, compiled as kernels.
//!
//! Data flows one way, in the order of the modules: [`streams`] of queries go through a
//! [`kernel`], which is compiled once per contender ([`entry`]) of each [`study`]; the
//! [`questions`] say what is asked and everything that answers, and [`list`] which there
//! are. An [`artefact`] tells what the compiler made of a lookup, and a [`layout`] puts
//! kernels and tables elsewhere. Nothing is measured here.
//!
//! The kernels make this the package that takes longest to compile. What needs all of them is
//! therefore tested from outside, where they are linked and not compiled again.
#![cfg_attr(not(feature = "all"), allow(dead_code, reason = "what only the other studies need"))]

pub mod streams;
pub mod kernel;
pub mod artefact;
pub mod layout;
mod example;
pub mod entry;
mod lookups;
pub mod study;
pub mod cozy;
pub mod questions;
pub mod list;
