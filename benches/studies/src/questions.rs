//! The questions, one module each: the query, its streams, how a kernel uses an answer, the
//! null control, and everything that answers. A new variant takes one line here and one in this
//! package's manifest.
//!
//! Long answers are not inlined: engines call functions for them, and inlining 44 of them into
//! every pass of every kernel took the compiler a quarter of an hour. The null control also costs
//! a call.

mod counting;
#[cfg(feature = "engine")]
mod asking;
pub mod attacked;
pub mod attackers;
pub mod between;
pub mod between_batch;
pub mod checks;
pub mod deltas;
pub mod distance;
pub mod exchange;
pub mod index;
pub mod legality;
pub mod maps;
pub mod deltas_kept;
#[cfg(feature = "engine")]
pub mod perft;
pub mod pins;
pub mod raypass;
#[cfg(feature = "engine")]
pub mod search;
pub mod serialize;
pub mod sliders;
pub mod targets;
pub mod threats;
pub mod xrays;
