//! The questions, and everything that answers them, compiled as kernels.
//!
//! Data flows one way, in the order of the modules. [`streams`] of queries go through a [`kernel`],
//! which is compiled once per [`variant`] of each [`question`]. The `questions` define the
//! queries and everything that answers them, and [`list`] lists them. [`contenders`] are what meters
//! measure, and [`versions`] offers those of two commits to one program. Nothing else is measured here.
//!
//! The kernels make this package the slowest to compile. Tests that need all of them are therefore
//! outside, where they are linked and not compiled again.
#![cfg_attr(not(feature = "all"), allow(dead_code, reason = "what only the other questions need"))]

pub mod streams;
pub mod kernel;
pub mod variant;
mod lookups;
pub mod question;
pub mod cozy;
mod questions;
pub mod list;
pub mod contenders;
pub mod versions;

/// The folder of the sources that this package was compiled from.
pub const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
