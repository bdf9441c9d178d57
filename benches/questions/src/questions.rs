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
pub(crate) mod attacked;
pub(crate) mod attackers;
pub(crate) mod between;
pub(crate) mod between_batch;
pub(crate) mod checks;
pub(crate) mod collinear;
pub(crate) mod deltas;
pub(crate) mod distance;
pub(crate) mod exchange;
pub(crate) mod index;
pub(crate) mod key;
pub(crate) mod legality;
pub(crate) mod maps;
pub(crate) mod occupant;
pub(crate) mod deltas_kept;
#[cfg(any(feature = "all", feature = "order"))]
pub(crate) mod order;
#[cfg(feature = "engine")]
pub(crate) mod perft;
pub(crate) mod pins;
pub(crate) mod raypass;
#[cfg(feature = "engine")]
pub(crate) mod search;
pub(crate) mod serialize;
pub(crate) mod sliders;
pub(crate) mod targets;
#[cfg(any(feature = "all", feature = "threshold"))]
pub(crate) mod threshold;
pub(crate) mod threats;
pub(crate) mod upcoming;
pub(crate) mod xrays;
#[cfg(test)]
mod tests;
